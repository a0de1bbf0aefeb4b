"""ask(): the only loop. Parse, load the slice that is touched, decide, record, commit, tell."""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, Self

from rpg_lite import campaign_setup, tool_server_changes
from rpg_lite.operations import availability, batch, tool_servers, tried_proposals
from rpg_lite.operations.authorize import Guard
from rpg_lite.operations.batch import Decided
from rpg_lite.operations.callers import GM, Caller, whose_entries
from rpg_lite.operations.mechanics.read_commands import moment
from rpg_lite.operations.outcome import Accepted, Progress, Rejected, Situation, unheard
from rpg_lite.operations.parse import Asked, parse
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.operations.role_limits import sent_by
from rpg_lite.operations.rooms import map
from rpg_lite.operations.rooms.map import Map
from rpg_lite.operations.tool_servers import Connect, Disconnect
from rpg_lite.operations.tried_proposals import Lost
from rpg_lite.operations.undo import Undo
from rpg_lite.rules import dice
from rpg_lite.rules.dice import DiceRoll, Roller
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import history, undo_history
from rpg_lite.store.call_log import CallRecord
from rpg_lite.store.history import Past
from rpg_lite.store.store import Store
from rpg_lite.store.transactions import Reading, Writing
from rpg_lite.store.write_queue import WriterBusy
from rpg_lite.views import player_page, player_view, results
from rpg_lite.views.answer_cache import Answers, Key
from rpg_lite.views.history import ALOUD
from rpg_lite.views.results import Presenter
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world.chart import Chart
from rpg_lite.world.things import Campaign, Ref, World

Json = dict[str, Any]
Detail = Literal["brief", "full"]

MOST_AT_ONCE: Final = 200
"""Things of a slice of which is told, or which is changed, while other calls wait."""
MOST_BY_ALL: Final = 600
"""The same for all commands of a batch together, each of which looks at them."""
MANY: Final = 20  # pieces that one command makes or moves
LONGEST_AT_ONCE: Final = 4_000
"""Letters of a payload that is understood while they wait."""


def _unrolled(text: str) -> DiceRoll:
    """What a dry run has instead of a roll: nobody fishes for a good one."""
    return DiceRoll(text, (), dice.bounds(text)[0])


class Game:
    """One campaign of one database under one rulebook. Safe to share between threads: the store guards every write."""

    def __init__(
        self, store: Store, campaign: Campaign, book: Rulebook, roller: Roller | None = None, items: Sequence[str | Path] = ()
    ) -> None:
        self.store, self.campaign, self.book = store, campaign, book
        self._clerk = store.clerk(campaign.id)
        self._roll = roller or dice.roller()
        self._answers = Answers()
        self._items = tuple(items)
        self._siblings: dict[str, Game] = {}

    def ask(
        self, payload: Any, tool: str = "manage_inventory", detail: Detail = "full", caller: Caller = GM, progress: Progress = unheard
    ) -> Json:
        """The answer to the payload of one tool call: {"ok", "rev", "text", "results"} or {"ok": False, "error", "text"}.

        Who is not the game master may do less, and is told what players know. `progress` hears how far it is while a map is brought
        in, from the beginning again when another writer came first. Raises StoreFault when the database cannot be reached or written.
        """
        hearing = CallRecord(tool, payload)
        try:
            answer = self._answered(hearing, parse(tool, payload, self.book.words), detail, caller, progress)
            answer = tried_proposals.led_on(answer, tool, payload, partial(self._tried, caller), partial(self._seen, caller), self.book)
        except Exception as error:
            self._clerk.hear(hearing.failed(error))
            raise
        self._clerk.hear(hearing.answered(answer))
        return answer

    @property
    def is_near(self) -> bool:
        """Whether the database is a file here, so that most calls are done within a millisecond or two."""
        return self.store.is_near

    def at_once(self, payload: Any, tool: str, detail: Detail, caller: Caller) -> Json | None:
        """The answer of `ask` where it takes no waiting for anybody and hardly any time; None: `ask`, on a thread that may wait.

        Raises Taken where it could be done as soon as the thread is done that just writes.
        """
        text = _short(payload) if self.is_near else None
        asked = _parsed(tool, text, self.book) if text else None
        if not isinstance(asked, Asked) or asked.envelope.dry_run:
            return None
        hearing, full = CallRecord(tool, payload), (asked.envelope.detail or detail) == "full"
        hearing.asked = asked
        told = self._read_at_once if asked.reads else self._written_at_once
        try:
            answer = told(sent_by(caller, asked), full, caller)
        except Exception as error:
            if not isinstance(error, WriterBusy):
                self._clerk.hear(hearing.failed(error))
            raise
        if answer is None or "error" in answer:  # what may be sent instead is looked for on a thread
            return None
        self._clerk.hear(hearing.answered(answer))
        return answer

    def _read_at_once(self, asked: Asked, full: bool, caller: Caller) -> Json | None:
        rev = self.store.glance(self.campaign.id)
        if rev is None or any(c.hears_calls for c in asked.commands):
            return None
        return self._remembered(asked, full, caller, rev, _most_things(asked))

    def _written_at_once(self, asked: Asked, full: bool, caller: Caller) -> Json | None:
        """Only a change of a small slice that is known; of what a player touches none ever is."""
        refs = [ref for ref in _refs(asked, caller) if ref.role != "elsewhere"]

        def is_little(rev: int | None) -> bool:
            known = self.store.remembered(self.campaign.id, rev, refs, self.book)
            return known is not None and len(known.things) <= _most_things(asked)

        if not is_little(None):
            return None
        return self.store.write_at_once(
            self.campaign.id, lambda at: self._write(asked, full, at, caller, unheard) if is_little(at.campaign.rev) else None
        )

    def _answered(
        self, hearing: CallRecord, asked: Asked | Rejected | list[Rejected], detail: Detail, caller: Caller, progress: Progress
    ) -> Json:
        if isinstance(asked, Rejected) and asked.code == "tool_unknown" and caller.is_gm:
            asked = self._explained(asked)
            hearing.tool = asked.details.get("name") or hearing.tool  # as the world calls it, so that who examines it finds the call
        if isinstance(asked, Rejected | list):
            refused = [asked] if isinstance(asked, Rejected) else asked
            return results.refusal([player_view.sendable(caller, r) for r in refused])
        hearing.asked = asked
        asked = sent_by(caller, asked)
        full = (asked.envelope.detail or detail) == "full"
        if asked.reads and not asked.envelope.dry_run:
            return self._read_kept(asked, full, caller)
        if asked.envelope.dry_run:
            return self.store.read(self.campaign.id, lambda at: self._dry(asked, full, at, caller, progress))
        return self.store.write(self.campaign.id, lambda at: self._write(asked, full, at, caller, progress))

    def roll(self, text: str) -> DiceRoll:
        """Of the dice that every command rolls with; recorded nowhere. Raises ValueError when it is no dice."""
        return self._roll(text)

    def record_server(self, command: Connect | Disconnect) -> Json:
        """What somebody heard who talked to a tool server, as a command like others: kept, told, undone. Raises StoreFault."""
        hearing = CallRecord(tool_servers.TOOL, command.model_dump(mode="json"))
        answer = self.store.write(self.campaign.id, lambda at: tool_server_changes.write(command, at, self._turn(at, at.rev), self.book))
        self._clerk.hear(hearing.answered(answer))
        return answer

    def chart(self, everything: bool = False, around: int | None = None) -> Chart:
        """What to draw around the party: as far as it has discovered it, or everything."""
        command = Map(operation="map", everything=everything, around=map.FARTHEST if around is None else around)

        def work(at: Reading) -> Chart:
            return map.chart(command, at.load(command.touches(), self.book), self._turn(at, at.campaign.rev))

        return self.store.read(self.campaign.id, work)

    def table(self, everything: bool = False) -> Json:
        """What lies before everybody, at one moment: as far as the party has discovered it, or everything."""
        command = Map(operation="map", everything=everything, around=map.FARTHEST)

        def work(at: Reading) -> Json:
            world = at.load((*command.touches(), Ref("fight")), self.book)
            chart = map.chart(command, world, self._turn(at, at.campaign.rev))
            return player_page.table_json(world, chart, at.commits(player_page.LOOKED_THROUGH), self.book)

        return self.store.read(self.campaign.id, work)

    def sibling(self, name: str) -> "Game | None":
        """The campaign of this name in the same database, with the same item files; it closes with this one."""
        if name == self.campaign.name:
            return self
        if name not in self._siblings:
            found = self.store.campaign(name)
            if found is None:
                return None
            campaign_setup.complete(self.store, found)
            self._siblings[name] = Game(self.store, found, campaign_setup.book_of(found, self._items), items=self._items)
        return self._siblings[name]

    def close(self) -> None:
        for game in (self, *self._siblings.values()):
            game._clerk.close()
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _read_kept(self, asked: Asked, full: bool, caller: Caller) -> Json:
        """From what is kept if it still holds, which one SELECT tells. Answers about calls are never kept: those come without a rev."""
        if any(c.hears_calls for c in asked.commands):
            self._clerk.write()
            return self.store.read(self.campaign.id, lambda at: self._read(asked, full, at, caller))
        rev = self.store.rev(self.campaign.id)
        if (known := self._remembered(asked, full, caller, rev)) is not None:
            return known
        answer = self.store.read(self.campaign.id, lambda at: self._read(asked, full, at, caller))
        self._answers.keep(_key(asked, full, caller, self.store.times_opened), self._shown(asked, answer.get("rev", rev), caller), answer)
        return answer

    def _remembered(self, asked: Asked, full: bool, caller: Caller, rev: int, most: int = sys.maxsize) -> Json | None:
        """The answer as far as no database is asked for it: kept, or told of a slice that is known at this rev, of so `most` things."""
        key, shown = _key(asked, full, caller, self.store.times_opened), self._shown(asked, rev, caller)
        kept = self._answers.find(key, shown, rev)
        if kept is not None or isinstance(shown, int) or len(shown.things) > most:
            return kept
        world = shown.at(replace(shown.campaign, rev=rev))
        decided = batch.decide(asked.commands, world, Situation(self.book, self._roll, rev), asked.envelope.on_error, None)
        answer = self._told(asked, decided, rev, Presenter(self.book, full), caller)
        self._answers.keep(key, shown, answer)
        return answer

    def _shown(self, asked: Asked, rev: int, caller: Caller) -> int | World:
        """What the answer stands on: the slice that is known at this rev, else the rev."""
        alone = caller.sees_all and all(c.shows_only_what_it_touches for c in asked.commands)
        known = self.store.remembered(self.campaign.id, rev, _refs(asked, caller), self.book) if alone else None
        return known or rev

    def _read(self, asked: Asked, full: bool, at: Reading, caller: Caller) -> Json:
        then = moment(asked.commands, at.campaign.rev)
        if isinstance(then, Rejected):
            return results.refusal([then])
        refs = _refs(asked, caller)
        world = at.load(refs, self.book) if then is None else at.load_earlier(refs, self.book, then)
        turn = self._turn(at, at.campaign.rev)
        decided = batch.decide(asked.commands, world, turn, asked.envelope.on_error, self._guard(caller, turn))
        answer = self._told(asked, decided, at.campaign.rev, self._desk(asked, decided, at, full, caller, until=then), caller)
        return answer if then is None or not answer["ok"] else {**answer, "atRev": then, "text": f"As of rev {then}: {answer['text']}"}

    # ── writing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _write(self, asked: Asked, full: bool, at: Writing, caller: Caller, progress: Progress) -> Json:
        if (again := self._repeated(asked, at)) is not None:
            return again
        before, decided = self._decided(asked, at, self._turn(at, at.rev, progress=progress), caller)
        nothing_new = decided.refused or not (decided.events or asked.envelope.request_id or _taken_back(decided))
        rev = at.campaign.rev if nothing_new else at.rev
        answer = self._told(asked, decided, rev, self._desk(asked, decided, at, full, caller), caller)
        if not nothing_new:
            at.record(
                before,
                decided.world,
                decided.events,
                tool=asked.tool,
                request_id=asked.envelope.request_id,
                request_hash=asked.request_hash,
                answer=answer if caller.sees_all else {**answer, ALOUD: True},
                **_taken_back(decided),
            )
        return answer

    def _explained(self, unknown: Rejected) -> Rejected:
        """Of a tool that is not ours: whose it is, or which of ours is meant."""
        world = self.store.read(self.campaign.id, lambda at: at.load(tool_servers.STRANGE, self.book))
        return tool_servers.explained(str(unknown.details["wanted"]), world, {tool: operations(tool) for tool in TOOLS}) or unknown

    def _dry(self, asked: Asked, full: bool, at: Reading, caller: Caller, progress: Progress) -> Json:
        _, decided = self._decided(asked, at, self._turn(at, at.campaign.rev + 1, dry=True, progress=progress), caller)
        return self._told(asked, decided, at.campaign.rev, self._desk(asked, decided, at, full, caller, dry=True), caller)

    def _decided(self, asked: Asked, at: Reading, situation: Situation, caller: Caller) -> tuple[World, Decided]:
        """(the world before, what was decided)."""
        first = asked.commands[0]
        if not isinstance(first, Undo):
            world = player_view.found(caller, at.load(_refs(asked, caller), self.book), asked.commands)
            return world, batch.decide_all(
                asked.commands, world, situation, _unrolled, asked.envelope.on_error, self._guard(caller, situation)
            )
        world, outcome = undo_history.outcome(first, at, situation)
        if isinstance(outcome, Accepted):
            return world, Decided((outcome,), (world,), outcome.world, outcome.events, False)
        return world, Decided((outcome,), (world,), world, (), True)

    def _repeated(self, asked: Asked, at: Writing) -> Json | None:
        """The first answer of a requestId that was used before; another payload under it is refused."""
        request = asked.envelope.request_id
        found = at.answered(request) if request else None
        if found is None:
            return None
        if found.request_hash != asked.request_hash:
            return results.refusal([Rejected("request_id_reused", "requestId", {"rev": found.rev})])
        text = f"Already done at rev {found.rev}, nothing was done again. {found.answer['text']}"
        return {**{k: v for k, v in found.answer.items() if k != ALOUD}, "repeated": True, "text": text}

    # ── refusals that lead on ───────────────────────────────────────────────────────────────────────────────────

    def _tried(self, caller: Caller, tool: str, payload: Json) -> Json:
        """The answer that a payload would get, without a record and without dice."""
        asked = parse(tool, payload, self.book.words)
        if isinstance(asked, Rejected | list):
            return results.refusal([asked] if isinstance(asked, Rejected) else asked)
        asked = sent_by(caller, replace(asked, envelope=asked.envelope.model_copy(update={"dry_run": True})))
        return self.store.read(
            self.campaign.id,
            lambda at: self._read(asked, False, at, caller) if asked.reads else self._dry(asked, False, at, caller, unheard),
        )

    def _seen(self, caller: Caller, lost: Lost) -> World:
        """The world in which what was not found may be, as this caller sees it."""

        def seen(at: Reading) -> World:
            world = at.load((*lost.touches(), *caller.touches()), self.book)
            guard = self._guard(caller, self._turn(at, at.campaign.rev))
            return guard.sees(player_view.found(caller, world, ())) if guard else world

        return self.store.read(self.campaign.id, seen)

    # ── shared ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _turn(self, at: Reading, rev: int, dry: bool = False, progress: Progress = unheard) -> Situation:
        return Situation(
            self.book, _unrolled if dry else self._roll, rev, 0, dry, at.ways, at.sights, at.rooms, at.people, at.things, progress
        )

    def _guard(self, caller: Caller, situation: Situation) -> Guard | None:
        return None if caller.sees_all else Guard(caller, player_view.eyes(caller, self.book, situation.rooms))

    def _desk(
        self, asked: Asked, decided: Decided, at: Reading, full: bool, caller: Caller, *, dry: bool = False, until: int | None = None
    ) -> Presenter:
        return Presenter(self.book, full, dry, _pasts(asked, decided, at, caller, until), players=not caller.sees_all)

    def _told(self, asked: Asked, decided: Decided, rev: int, desk: Presenter, caller: Caller) -> Json:
        if not caller.sees_all:
            return player_view.answer(caller, decided, self.book, lambda seen: self._told(asked, seen, rev, desk, GM))
        if decided.refused:
            refused = [(n, o) for n, o in enumerate(decided.outcomes) if isinstance(o, Rejected)]
            return results.refusal([o for _, o in refused], [f"batch[{n}]." if asked.is_batch else "" for n, _ in refused])
        return desk.answer(asked.commands, decided, rev)


def _short(payload: Any) -> str | None:
    """As text, where it is understood in no time."""
    try:
        text = json.dumps(payload)
    except (RecursionError, TypeError, ValueError):
        return None
    return text if len(text) <= LONGEST_AT_ONCE else None


def _most_things(asked: Asked) -> int:
    """Of a slice, so that these commands hold up nobody; none where one of them would make many things."""
    if any(command.how_many > MANY for command in asked.commands):
        return 0
    return min(MOST_AT_ONCE, MOST_BY_ALL // len(asked.commands))


@lru_cache(maxsize=256)
def _parsed(tool: str, text: str, book: Rulebook) -> Asked | Rejected | list[Rejected]:
    """For who sends the same payload again and again."""
    return parse(tool, json.loads(text), book.words)


def _key(asked: Asked, full: bool, caller: Caller, times_opened: int) -> Key:
    return asked.request_hash, full, (str(times_opened), *caller.sight)


def _refs(asked: Asked, caller: Caller) -> list[Any]:
    """What all commands touch, once each; of steps on the map as many as there are."""
    refs = [*caller.touches(), *(ref for c in asked.commands for ref in (*c.touches(), *availability.touches(c)))]
    return [*dict.fromkeys(ref for ref in refs if ref.role != "around"), *(ref for ref in refs if ref.role == "around")]


def _taken_back(decided: Decided) -> dict[str, int]:
    """What an undo took back, as the commit keeps it."""
    first = decided.outcomes[0]
    return {k: first.data[k] for k in ("undoes", "back_to") if k in first.data} if isinstance(first, Accepted) else {}


def _pasts(asked: Asked, decided: Decided, at: Reading, caller: Caller, until: int | None) -> list[Past | None]:
    """What each command shows of the past; but for what somebody wrote down, it is the game master's."""
    told = zip(asked.commands, decided.outcomes, strict=True)
    return [history.of(c, o, at, until, whose_entries(caller, o)) if caller.is_gm or c.shows_own_past else None for c, o in told]


def open_campaign(
    where: str | Path = ":memory:",
    campaign: str | None = None,
    *,
    ruleset: Ruleset | None = None,
    items: Sequence[str | Path] = (),
    policy: Mapping[str, Any] | None = None,
    new: bool = False,
    seed: int | str | None = None,
    busy_ms: int = 5000,
) -> Game:
    """A campaign of a database (a path, ":memory:" or an SQLAlchemy URL), ready to be asked; use it in `with`.

    The default campaign is made where the database holds none; another unknown one only with `new`. `items`: your own item files and folders.
    `ruleset` and `policy` (keys as in data/rulesets.json) are those of a campaign that begins, and are kept with it; one that is there is
    refused with others. Raises StoreFault, CampaignUnknown, CampaignUnnamed, CampaignDiffers, and pydantic's ValidationError for a policy.
    """
    own = None if policy is None else campaign_setup.house_rules(policy)
    store = Store.open(where, busy_ms=busy_ms)
    try:
        found = campaign_setup.campaign(store, campaign, ruleset, own, new)
        return Game(store, found, campaign_setup.book_of(found, items), dice.roller(seed) if seed is not None else None, items)
    except BaseException:
        store.close()
        raise
