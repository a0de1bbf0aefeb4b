"""The log of a campaign's calls and their results. It is written a moment after the calls and apart from the revs, so nobody waits for it."""

import json
import logging
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from secrets import token_hex
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any, Final

from sqlalchemy import Connection

from rpg_lite.operations.request_envelope import Asked
from rpg_lite.rules import names
from rpg_lite.store import call_retention, migrate, slices, store_faults, upserts
from rpg_lite.store.database import Database
from rpg_lite.store.slice_rows import StoredRows
from rpg_lite.store.tables import CALL
from rpg_lite.store.world_writer import now
from rpg_lite.store.writer_turns import giving_way
from rpg_lite.world.history_records import CallKind
from rpg_lite.world.world_model import Thing, World

WRITTEN_WITHIN: Final = 0.7
"""The seconds that a call waits for others with which it is written; also the seconds between two attempts."""
MOST_WAITING: Final = 5000
TRIES: Final = 8
"""After this many failed attempts in a row, warn that the log is behind; when the log closes, give up the waiting calls."""
LONGEST_TEXT: Final = 200
_SET_BACK_MS: Final = 10_000
"""If a call is this much older than the newest one, it was not just slow: the clock was set back."""
_log = logging.getLogger("rpg_lite")
_ids = count()
_PROCESS: Final = token_hex(3)


@dataclass(frozen=True, slots=True)
class ParsedCall:
    """One call as it was received. `actor`, `room`, `item`: the ids or names in the payload; `kind`: the kind of result."""

    id: str
    at: int
    tag: str
    operation: str
    actor: str | None
    item: str | None
    asked: str
    kind: CallKind
    told: str
    ms: float
    rev: int | None = None
    code: str | None = None


class CallLogger:
    """Collect calls and write them together, in a thread that runs only while calls wait. Safe to share between threads.

    A process that ends without `close` loses the waiting calls, at most those of the last second.
    """

    def __init__(self, database: Database | None, campaign_id: str) -> None:
        self._database, self._campaign = database, campaign_id
        self._waiting: deque[ParsedCall] = deque(maxlen=MOST_WAITING)
        self._lock, self._writing = Lock(), Lock()
        self._thread: Thread | None = None
        self._closing = Event()
        self._newest = 0
        self._in_vain = self._uncounted = 0
        self._warned = False

    def hear(self, call: ParsedCall) -> None:
        if self._database is None:
            return
        with self._lock:
            lost = len(self._waiting) == MOST_WAITING
            self._waiting.append(self._in_order(call))
            if self._thread is None:
                self._thread = Thread(target=self._now_and_then, name="calls", daemon=True)
                self._thread.start()
        if lost:
            self._warn("too many wait")

    def _in_order(self, call: ParsedCall) -> ParsedCall:
        """Give the call an id that keeps the order, because ids begin with the time, and the clock may be set back while the program runs."""
        if call.at < self._newest - _SET_BACK_MS:
            return replace(call, id=_id(self._newest))
        self._newest = max(self._newest, call.at)
        return call

    def write(self) -> None:
        """Write every waiting call now. A call that the database cannot store yet keeps waiting; one that it can never store is dropped."""
        with self._writing:
            with self._lock:
                heard = list(self._waiting)
            if not heard or self._database is None:
                return
            done = self._done_with(self._database, heard)
            with self._lock:
                self._waiting = deque((c for c in self._waiting if c.id not in done), maxlen=MOST_WAITING)

    def close(self) -> None:
        """Write every waiting call and end the thread; drop the calls that fail `TRIES` times."""
        self._closing.set()
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join()  # before the last writes: once they return, nothing of this log runs any more
        for _ in range(TRIES):
            self.write()
            if not self._waiting:
                break
        self._database = None

    def _done_with(self, database: Database, heard: Sequence[ParsedCall]) -> set[str]:
        """Write the calls and return the ids of those that are finished (written or dropped); on an error, write each half separately."""
        try:
            with giving_way(database) as connection:
                migrate.hold(connection, database.url)
                _write(connection, self._campaign, heard)
                self._forget(connection, len(heard))
                connection.commit()
        except Exception as error:  # the game goes on after any error
            if isinstance(error, store_faults.StoreFault) or store_faults.fault_of(error, "") is not None:
                self._in_vain += 1
                if self._in_vain == TRIES:
                    self._warn(_first_line(error))
                return set()
            self._warn(_first_line(error))
            if len(heard) > 1:
                half = len(heard) // 2
                return self._done_with(database, heard[:half]) | self._done_with(database, heard[half:])
        self._in_vain = 0
        return {call.id for call in heard}

    def _forget(self, connection: Connection, more: int) -> None:
        self._uncounted += more
        if self._uncounted >= call_retention.LOOKS_AFTER:
            call_retention.forget(connection, self._campaign)
            self._uncounted = 0

    def _now_and_then(self) -> None:
        """Write until no call waits; calls that found the database busy are tried again, even if no new call arrives."""
        while not self._closing.wait(WRITTEN_WITHIN):
            self.write()
            with self._lock:
                if not self._waiting or self._database is None:
                    self._thread = None  # a later call starts a new thread
                    return

    def _warn(self, why: str) -> None:
        if not self._warned:
            self._warned = True
            _log.warning("the record of tool calls is not complete: %s", why)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


# ── recording ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class CallRecord:
    """One call from its beginning to its result."""

    __slots__ = ("_at", "_began", "_payload", "asked", "tool")

    def __init__(self, tool: str, payload: Any, asked: Asked | None = None) -> None:
        self.tool, self._payload = tool, payload
        self._at, self._began = now(), perf_counter()
        self.asked = asked

    def with_answer(self, answer: Mapping[str, Any]) -> ParsedCall:
        if answer["ok"]:
            return self._call("result", str(answer["text"]), answer.get("rev"))
        refused = (r["error"] for r in answer.get("results", ()) if not r["ok"])
        error: Mapping[str, Any] = answer.get("error") or next(refused, {})
        return self._call("error", str(answer["text"]), answer.get("rev"), error.get("code"))

    def with_error(self, error: BaseException) -> ParsedCall:
        """The call with its error; a lock that did not become free in time counts as a timeout."""
        code = getattr(error, "code", "internal")
        return self._call("timeout" if code == "database_locked" else "error", str(error) or type(error).__name__, None, str(code))

    def _call(self, kind: CallKind, told: str, rev: int | None, code: str | None = None) -> ParsedCall:
        first = self.asked.commands[0] if self.asked else None
        actor, item = (first.logged_actor, first.logged_item) if first else (None, None)
        return ParsedCall(
            _id(self._at), self._at, _clean(f"tool:{self.tool}"), _clean(self._operation()),
            actor and _clean(actor), item and _clean(item), _clean(_write_value(self._payload)), kind, _clean(told), (perf_counter() - self._began) * 1000, rev, code and _clean(code),
        )  # fmt: skip

    def _operation(self) -> str:
        if self.asked is None:
            return str(self._payload.get("operation", "?")) if isinstance(self._payload, dict) else "?"
        operations = {c.operation for c in self.asked.commands}
        return operations.pop() if len(operations) == 1 else "batch"


def _id(at: int) -> str:
    return f"{at:012x}{next(_ids):08x}{_PROCESS}"


def _write_value(payload: Any) -> str:
    try:
        return json.dumps(payload, ensure_ascii=False, default=str, separators=(",", ":"))
    except (RecursionError, ValueError, TypeError):
        return "what cannot be written"


def _clean(text: str) -> str:
    """The text, shortened to one line of characters that every database keeps."""
    line = " · ".join(text[: LONGEST_TEXT * 2].replace("\x00", "").splitlines())
    return line[:LONGEST_TEXT].encode("utf-8", "replace").decode()


# ── writing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _write(connection: Connection, campaign_id: str, heard: Sequence[ParsedCall]) -> None:
    given = {c.actor for c in heard if c.actor}
    world = slices.load_ancestors(StoredRows(connection, campaign_id), campaign_id, given, {names.fold(name) for name in given})
    rows = [row for call in heard for row in _rows(campaign_id, call, world)]
    upserts.insert_all(connection, CALL, rows)


def _rows(campaign_id: str, call: ParsedCall, world: World) -> Iterable[dict[str, Any]]:
    """Yield the row of the call, then the row of its result, whose parent is the call."""
    actor = _find_thing(world, call.actor)
    room = actor if actor and actor.kind == "room" else world.room_of(actor.id) if actor else None
    both = {
        "campaign_id": campaign_id,
        "tag": call.tag,
        "operation": call.operation,
        "actor_id": actor.id if actor else None,
        "room_id": room.id if room else None,
        "item_key": names.fold(call.item)[:LONGEST_TEXT] if call.item else None,
    }
    asked = {"id": call.id, "parent_id": None, "kind": "call", "rev": None, "code": None, "ms": None, "text": call.asked, "at": call.at}
    came = {"id": f"{call.id}r", "parent_id": call.id, "kind": call.kind, "rev": call.rev, "code": call.code, "ms": call.ms}
    yield both | asked
    yield both | came | {"text": call.told, "at": call.at + round(call.ms)}


def _find_thing(world: World, given: str | None) -> Thing | None:
    """The thing with this id, or else the only creature or bag with this name; None if several have the name."""
    if given is None or given in world.things:
        return world.things.get(given or "")
    alike = world.find_named(given)
    found = names.prefer_exact(given, [t for t in alike if t.kind != "item"] or alike, lambda t: (t.name,))
    return found[0] if len(found) == 1 else None
