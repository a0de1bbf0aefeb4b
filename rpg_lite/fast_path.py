"""The conditions under which a call skips the thread, the load and the decision, and the caches that make this possible:
docs/performance.md has the measurements.

A thread costs more than most calls: it competes with the event loop for the interpreter, and gives it up at every statement. So a call is
first tried on the loop, where everybody else waits for the answer. The loop may answer it only if that takes no waiting and little time:
the database is a file on this machine (`is_near`), the payload is short, the slice is small and known without a load, no other program
holds the lock, and commits are quick on this disk. Everything else goes to `Game.ask` on a thread, with the payload that was parsed here.

A known slice (store/slice_cache.py) also spares `Game.ask` the load, and a kept answer (views/answer_cache.py) spares it the decision. A
kept answer stays valid until the slice that it shows changes, or until the rev changes if it shows several slices.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from rpg_lite.call import Call
from rpg_lite.meaning.parse import parse
from rpg_lite.operations.request_envelope import Parsed
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store.store import Store
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.views.answer_cache import Answers, Key
from rpg_lite.world.world_model import World

Json = dict[str, Any]
Look = Callable[[Call, World, int], Json]
"""A function that decides a reading call in a world at a rev, and renders the answer."""

MOST_AT_ONCE: Final = 200
"""The maximum number of things in a slice that is shown or changed while other calls wait."""
MOST_BY_ALL: Final = 1_200
"""The same limit for a batch, whose commands each look at the whole slice."""
MANY: Final = 20  # pieces that one command makes or moves
LONGEST_AT_ONCE: Final = 4_000
"""The maximum number of characters in a payload that is parsed while other calls wait."""


class FastPath:
    """The fast path of one campaign. Safe to share between threads."""

    def __init__(self, store: Store, campaign_id: str, book: Rulebook, look: Look) -> None:
        self._store, self._campaign_id, self._book, self._look = store, campaign_id, book, look
        self._answers = Answers()

    def forget(self) -> None:
        """Drop all kept answers."""
        self._answers.forget()

    def parse(self, tool: str, payload: Any) -> Parsed | None:
        """The commands of a short payload, or its faults; None if a thread has to parse it."""
        text = _short(payload)
        return _parse_once(tool, text, self._book) if text else None

    # ── on the event loop ───────────────────────────────────────────────────────────────────────────────────────

    def read(self, call: Call, rev: int | None = None) -> Json | None:
        """The answer to a call that only reads, if no slice has to be loaded for it. `rev`: the current rev, if it is known."""
        rev = self._store.glance(self._campaign_id) if rev is None else rev
        return None if rev is None or call.hears_calls else self.find(call, rev, _most_things(call))

    def write(self, call: Call, work: Callable[[Writing], Json]) -> Json | None:
        """The answer to a change, if it needs no waiting and little time. Raises WriterBusy while a thread of this process writes."""
        short = self.short_write(call, work)
        written = self._store.write_at_once(self._campaign_id, [short]) if short else None
        return written[0] if written else None

    def short_write(self, call: Call, work: Callable[[Writing], Json]) -> Callable[[Writing], Json | None] | None:
        """The work of a change to a small known slice. It does nothing and returns None if the slice is no longer small and known when it
        runs. A caller whose answer is also the view of players gets it from a thread, because the view takes longer.
        """
        if call.caller.touches():
            return None
        refs = tuple([ref for ref in call.refs if ref.role != "elsewhere"])
        most = _most_things(call)

        def is_little(known: World | None) -> bool:
            return known is not None and len(known.things) <= most

        if not is_little(self._store.recall(self._campaign_id, None, refs, self._book)):
            return None
        return lambda at: work(at) if is_little(at.recall(refs, self._book)) else None

    # ── on the event loop and on a thread ───────────────────────────────────────────────────────────────────────

    def find(self, call: Call, rev: int, most: int = sys.maxsize) -> Json | None:
        """The answer without a load: a kept answer, or an answer from a slice that is known at this rev and small enough."""
        key, shown = self._key(call), self._key_of_state(call, rev)
        kept = self._answers.find(key, shown, rev)
        if kept is not None or isinstance(shown, int) or len(shown.things) > most:
            return kept
        answer = self._look(call, shown.at(replace(shown.campaign, rev=rev)), rev)
        self._answers.keep(key, shown, answer)
        return answer

    def keep(self, call: Call, rev: int, answer: Json) -> None:
        self._answers.keep(self._key(call), self._key_of_state(call, rev), answer)

    def _key_of_state(self, call: Call, rev: int) -> int | World:
        """The state that an answer depends on: the slice that is known at this rev, or else the rev."""
        alone = call.caller.sees_all and all(c.shows_only_what_it_touches for c in call.asked.commands)
        known = self._store.recall(self._campaign_id, rev, call.refs, self._book) if alone else None
        return known or rev

    def _key(self, call: Call) -> Key:
        return call.asked.request_hash, call.is_full, (str(self._store.times_opened), call.lore.stamp, *call.caller.sight)


def _short(payload: Any) -> str | None:
    """The payload as text, if it is short enough to be parsed while others wait."""
    try:
        text = json.dumps(payload)
    except (RecursionError, TypeError, ValueError):
        return None
    return text if len(text) <= LONGEST_AT_ONCE else None


@lru_cache(maxsize=256)
def _parse_once(tool: str, text: str, book: Rulebook) -> Parsed:
    """Parse each payload once: clients send the same payload again and again."""
    return parse(tool, json.loads(text), book.words)


def _most_things(call: Call) -> int:
    """The maximum number of things in a slice whose change or view delays nobody; 0 if one command would make many things."""
    if any(command.how_many > MANY for command in call.asked.commands):
        return 0
    return min(MOST_AT_ONCE, MOST_BY_ALL // len(call.asked.commands))
