"""The only loop: parse, load the slice that the commands touch, authorize, decide, record, show."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rpg_lite import campaign_setup, page_reading, recording, tool_server_recording, wrapping
from rpg_lite.call import Call, Detail
from rpg_lite.content.map_files import SHELF
from rpg_lite.fast_path import FastPath
from rpg_lite.operations import batch, suggestion_trials, tool_servers
from rpg_lite.operations.authorize import Guard
from rpg_lite.operations.batch import Decided
from rpg_lite.operations.callers import GM, Caller
from rpg_lite.operations.mechanics.acting.command import ActCommand
from rpg_lite.operations.mechanics.read_operations import moment
from rpg_lite.operations.outcome import Progress, Rejected, Situation, no_checkpoints, no_precedents, unheard
from rpg_lite.operations.parse import Asked, Parsed, parse
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.operations.rooms import map
from rpg_lite.operations.rooms.map import Map
from rpg_lite.operations.suggestion_trials import Lost
from rpg_lite.operations.tool_servers import Connect, Disconnect
from rpg_lite.operations.undo import Undo
from rpg_lite.rules import dice
from rpg_lite.rules.dice import DiceRoll, Roller
from rpg_lite.rules.lore import NO_LORE, Lore, LoreSource
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.tokens import estimate
from rpg_lite.store import answer_history, history, undo_history
from rpg_lite.store.answer_history import Guarded
from rpg_lite.store.call_log import CallRecord
from rpg_lite.store.past_rows import PastRow, PastRows
from rpg_lite.store.store import Store
from rpg_lite.store.transactions import Reading, Writing
from rpg_lite.store.write_queue import WriterBusy
from rpg_lite.views import player_view, results
from rpg_lite.views.narration.contradictions import Contradiction, contradictions
from rpg_lite.views.narration.facts import facts_of
from rpg_lite.views.results import Presenter
from rpg_lite.views.tool_definitions import NONE, Wanted, definitions
from rpg_lite.views.wrap import Count, Wrapped
from rpg_lite.vocabulary import Role
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.things import Campaign, World

Json = dict[str, Any]


class Game:
    """One campaign of one database under one rulebook. Safe to share between threads: the store guards every write."""

    def __init__(
        self,
        store: Store,
        campaign: Campaign,
        book: Rulebook,
        roller: Roller | None = None,
        items: Sequence[str | Path] = (),
        lore: LoreSource | None = None,
    ) -> None:
        self.store, self.campaign, self.book = store, campaign, book
        self._clerk = store.clerk(campaign.id)
        self._roll = roller or dice.roller()
        self._fast = FastPath(store, campaign.id, book, self._look)
        self._items, self._lore = tuple(items), lore
        self._siblings: dict[str, Game] = {}

    # ── one call ────────────────────────────────────────────────────────────────────────────────────────────────

    def ask(
        self,
        payload: Any,
        tool: str = "manage_inventory",
        detail: Detail = "full",
        caller: Caller = GM,
        progress: Progress = unheard,
        parsed: Parsed | None = None,
        *,
        role: Role | None = None,
        characters: Sequence[str] = (),
    ) -> Json:
        """The answer to the payload of one tool call: {"ok", "rev", "text", "results"} or {"ok": False, "error", "text"}.

        Callers other than the game master may do less, and see what players know: `role="player", characters=["Mira"]`, or a `caller`.
        `progress` is called during the import of a map, and starts from the beginning again when another writer came first. `parsed`: this
        payload in parsed form. Raises StoreFault when the database cannot be reached or written, and ValueError for an unknown role.
        """
        if role or characters:
            caller = _named_once(caller, Caller.of(role, characters))
        record = CallRecord(tool, payload)
        try:
            answer = self._answer(record, parsed or parse(tool, payload, self.book.words), detail, caller, progress)
            answer = suggestion_trials.led_on(
                answer, tool, payload, partial(self._try_out, caller), partial(self._world_seen_by, caller), self.book
            )
        except Exception as error:
            self._clerk.hear(record.with_error(error))
            raise
        self._clerk.hear(record.with_answer(answer))
        return answer

    async def ask_async(
        self,
        payload: Any,
        tool: str = "manage_inventory",
        detail: Detail = "full",
        caller: Caller = GM,
        *,
        role: Role | None = None,
        characters: Sequence[str] = (),
    ) -> Json:
        """The answer of `ask`, while the event loop goes on."""
        return await asyncio.to_thread(self.ask, payload, tool, detail, caller, role=role, characters=characters)

    def at_once(self, payload: Any, tool: str, detail: Detail, caller: Caller, parsed: Parsed | None = None) -> Json | None:
        """The answer of `ask` if it needs no waiting and hardly any time; if this returns None, call `ask` on a thread that may wait.

        Raises WriterBusy if it only has to wait for the writing thread.
        """
        asked = parsed or self.parse(payload, tool)
        lore = self._lore.recent() if self._lore and caller.sees_all else NO_LORE
        if not isinstance(asked, Asked) or asked.envelope.dry_run or lore is None:
            return None
        record = CallRecord(tool, payload, asked)
        try:
            call = Call.of(asked, detail, caller, lore=lore)
            answer = self._fast.answer(call, partial(self._write, call))
        except WriterBusy:
            raise
        except Exception as error:
            self._clerk.hear(record.with_error(error))
            raise
        if answer is None or "error" in answer:  # a thread looks for a call to suggest instead
            return None
        self._clerk.hear(record.with_answer(answer))
        return answer

    def parse(self, payload: Any, tool: str) -> Parsed | None:
        """The parsed payload for `at_once` and then `ask`, so that it is parsed once; None leaves it to the thread of `ask`."""
        return self._fast.parse(tool, payload)

    def _answer(self, record: CallRecord, parsed: Parsed, detail: Detail, caller: Caller, progress: Progress) -> Json:
        if isinstance(parsed, Rejected) and parsed.code == "tool_unknown" and caller.is_gm:
            parsed = self._explain(parsed)
            record.tool = parsed.details.get("name") or record.tool  # the name in the world, so that examining the tool finds the call
        if not isinstance(parsed, Asked):
            refused = [parsed] if isinstance(parsed, Rejected) else parsed
            return results.refusal([player_view.sendable(caller, r) for r in refused])
        record.asked = parsed
        call = Call.of(parsed, detail, caller, progress, self.lore)
        if parsed.envelope.dry_run:
            return self.store.read(self.campaign.id, partial(self._try, call))
        return self._read(call) if parsed.reads else self.store.write(self.campaign.id, partial(self._write, call))

    def _explain(self, unknown: Rejected) -> Rejected:
        """The refusal of a tool that is not ours: it names the tool's server, or the tool that was probably meant."""
        world = self.store.read(self.campaign.id, lambda at: at.load(tool_servers.STRANGE, self.book))
        return (
            tool_servers.explain_unknown_tool(str(unknown.details["wanted"]), world, {tool: operations(tool) for tool in TOOLS}) or unknown
        )

    # ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _read(self, call: Call) -> Json:
        """Answer from what is known, if one SELECT shows that it still holds, or else from the database."""
        if call.hears_calls:
            self._clerk.write()
            return self.store.read(self.campaign.id, partial(self._load_and_look, call))
        rev = self.store.rev(self.campaign.id)
        if (known := self._fast.find(call, rev)) is not None:
            return known
        answer = self.store.read(self.campaign.id, partial(self._load_and_look, call))
        self._fast.keep(call, answer.get("rev", rev), answer)
        return answer

    def _load_and_look(self, call: Call, at: Reading) -> Json:
        rev = at.campaign.rev
        then = moment(call.asked.commands, rev)
        if isinstance(then, Rejected):
            return results.refusal([then])
        world = at.load(call.refs, self.book) if then is None else at.load_earlier(call.refs, self.book, then)
        situation = self._situation(at, rev, call)
        decided = batch.decide(call.asked.commands, world, situation, call.on_error, self._guard(call.caller, situation))
        answer = self._show(call, decided, rev, self._presenter(call, decided, at, until=then))
        return answer if then is None or not answer["ok"] else {**answer, "atRev": then, "text": f"As of rev {then}: {answer['text']}"}

    def _look(self, call: Call, world: World, rev: int) -> Json:
        """The answer from a known slice, for a caller who sees all of it."""
        decided = batch.decide(call.asked.commands, world, Situation(self.book, self._roll, rev, lore=call.lore), call.on_error)
        return self._show(call, decided, rev, Presenter(self.book, call.is_full))

    # ── writing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _write(self, call: Call, at: Writing) -> Json:
        if (again := recording.repeat_answer(call, at)) is not None:
            return again
        before, decided = self._decide(call, at, self._situation(at, at.rev, call))
        has_news = recording.has_news(call, decided)
        answer = self._show(call, decided, at.rev if has_news else at.campaign.rev, self._presenter(call, decided, at))
        if has_news:
            recording.record(call, at, before, decided, answer)
        return answer

    def _try(self, call: Call, at: Reading) -> Json:
        """Do a dry run: decide the same without recording anything and without rolling dice."""
        _, decided = self._decide(call, at, self._situation(at, at.campaign.rev + 1, call, dry=True))
        return self._show(call, decided, at.campaign.rev, self._presenter(call, decided, at, dry=True))

    def _decide(self, call: Call, at: Reading, situation: Situation) -> tuple[World, Decided]:
        """(the world before, the decision)."""
        if isinstance(first := call.asked.commands[0], Undo):
            world, outcome = undo_history.outcome(first, at, situation)
            return world, Decided.of_one(outcome, world)
        if len(call.asked.commands) == 1 and isinstance(first, ActCommand) and first.answer:
            world, outcome = answer_history.outcome(first, at, situation, call.refs, self._guard_deciders(call.caller, situation))
            return world, Decided.of_one(outcome, world)
        world = player_view.found(call.caller, at.load(call.refs, self.book), call.asked.commands)
        guard = self._guard(call.caller, situation)
        return world, batch.decide_all(call.asked.commands, world, situation, _refuse_to_roll, call.on_error, guard)

    # ── what reading and writing share ──────────────────────────────────────────────────────────────────────────

    def _situation(self, at: Reading, rev: int, call: Call | None = None, dry: bool = False) -> Situation:
        """What deciders may look up. The pages and the earlier decisions are there for a call that sees everything."""
        roll = _refuse_to_roll if dry else self._roll
        found = Situation(self.book, roll, rev, 0, dry, at.ways, at.sights, at.rooms, at.people, at.things, names=at.names, maps=SHELF)
        if call is None:
            return found
        precedents = at.precedents if call.caller.sees_all else no_precedents
        checkpoints = at.checkpoints if call.caller.is_gm else no_checkpoints
        return replace(found, progress=call.progress, lore=call.lore, precedents=precedents, checkpoints=checkpoints)

    def _guard(self, caller: Caller, situation: Situation) -> Guard | None:
        """Authorize each command; the game master needs no permission."""
        return None if caller.sees_all else Guard(caller, player_view.eyes(caller, self.book, situation.rooms))

    def _guard_deciders(self, caller: Caller, situation: Situation) -> Guarded:
        """The decider of each command for this caller."""
        guard = self._guard(caller, situation)
        return guard if guard else lambda decide, command, world, here: decide(command, world, here)

    def _presenter(self, call: Call, decided: Decided, at: Reading, *, dry: bool = False, until: int | None = None) -> Presenter:
        pasts = history.shown_to(call.caller, call.asked.commands, decided.outcomes, at, until)
        return Presenter(self.book, call.is_full, dry, pasts, players=not call.caller.sees_all, lore=call.lore)

    def _show(self, call: Call, decided: Decided, rev: int, presenter: Presenter) -> Json:
        show = partial(_show_decided, call, rev, presenter)
        return show(decided) if call.caller.sees_all else player_view.answer(call.caller, decided, self.book, show)

    # ── refusals that suggest a call ────────────────────────────────────────────────────────────────────────────

    def _try_out(self, caller: Caller, tool: str, payload: Json) -> Json:
        """The answer that a payload would get, without a record and without dice."""
        asked = parse(tool, payload, self.book.words)
        if not isinstance(asked, Asked):
            return results.refusal([asked] if isinstance(asked, Rejected) else asked)
        envelope = asked.envelope.model_copy(update={"dry_run": True, "detail": "brief"})
        call = Call.of(replace(asked, envelope=envelope), "brief", caller, lore=self.lore)
        return self.store.read(self.campaign.id, partial(self._load_and_look if asked.reads else self._try, call))

    def _world_seen_by(self, caller: Caller, lost: Lost) -> World:
        """The world to search for a missing name, as this caller sees it."""

        def seen(at: Reading) -> World:
            world = at.load((*lost.touches(), *caller.touches()), self.book)
            guard = self._guard(caller, self._situation(at, at.campaign.rev))
            return guard.sees(player_view.found(caller, world, ())) if guard else world

        return self.store.read(self.campaign.id, seen)

    def wrap(
        self,
        budget: int | None = 8_000,
        since: int | str | None = None,
        for_name: str | None = None,
        count: Count = estimate,
        tools: Wanted = NONE,
    ) -> Wrapped:
        """The context that a model needs before it goes on, within a budget of tokens as `count` counts them; None as in a call without one.

        `tools`: "all", "none", or names and patterns such as "execute_*" and "rpg:attack"; the definitions of these tools are part of the
        answer and of its tokens. Every tool can be called, whatever is listed. Raises ValueError when the budget does not hold what is
        never cut, when nobody has that name, when a pattern matches no tool, or for a value that a call would refuse.
        """
        command, listed = wrapping.context_asked(budget, since, for_name, self.book), definitions(tools)
        return self.store.read(
            self.campaign.id,
            lambda at: wrapping.wrapped(
                command, at, replace(self._situation(at, at.campaign.rev), lore=self.lore, checkpoints=at.checkpoints), count, listed
            ),
        )

    def find_contradictions(self, story: str) -> list[Contradiction]:
        """What a story says that does not agree with the campaign as it is now, for the game master alone."""
        return self.store.read(
            self.campaign.id,
            lambda at: contradictions(story, facts_of(at.whole(), self.book, history.deeds(at, history.LOOKED_THROUGH_OF_STORY))),
        )

    def rows(self) -> PastRows:
        """The past as rows for a context of one's own, such as `list(game.rows().by("Thorin").kinds("say").tokens(500))`."""

        def read(work: Callable[[Reading], list[PastRow]]) -> list[PastRow]:
            self._clerk.write()
            return self.store.read(self.campaign.id, work)

        return PastRows(read)

    @property
    def lore(self) -> Lore:
        """The table's own pages now."""
        return self._lore.now() if self._lore else NO_LORE

    # ── other than tool calls ──────────────────────────────────────────────────────────────────────────────

    def roll(self, text: str) -> DiceRoll:
        """Roll with the dice that every command uses, but without a record. Raises ValueError when the text is not dice."""
        return self._roll(text)

    def record_server(self, command: Connect | Disconnect) -> Json:
        """Record the report of a tool server like any other command: it is kept and shown, and can be undone. Raises StoreFault."""
        record = CallRecord(tool_servers.TOOL, command.model_dump(mode="json"))
        work = partial(tool_server_recording.write, command)
        answer = self.store.write(self.campaign.id, lambda at: work(at, self._situation(at, at.rev), self.book))
        self._clerk.hear(record.with_answer(answer))
        return answer

    def chart(self, everything: bool = False, around: int | None = None) -> Chart:
        """The map to draw around the party: as far as the party has discovered it, or everything."""
        command = Map(operation="map", everything=everything, around=map.FARTHEST if around is None else around)

        def work(at: Reading) -> Chart:
            return map.chart(command, at.load(command.touches(), self.book), self._situation(at, at.campaign.rev))

        return self.store.read(self.campaign.id, work)

    def table(self, everything: bool = False, caller: Caller = GM) -> Json:
        """What the page shows: the scene as far as the party has discovered it, or everything; a player's own characters are marked."""

        def work(at: Reading) -> Json:
            return page_reading.table_at(at, self._situation(at, at.campaign.rev), self.book, everything, caller)

        return self.store.read(self.campaign.id, work)

    def page_sheet(self, id: str, caller: Caller = GM) -> Json | None:
        """The sheet that the page shows of a creature; None if the caller may not see one of it."""
        return self.store.read(self.campaign.id, lambda at: page_reading.sheet_at(at, self.book, id, caller))

    @property
    def is_near(self) -> bool:
        """Whether the database is a file on this machine, so that most calls are done within a millisecond or two."""
        return self.store.is_near

    def sibling(self, name: str) -> "Game | None":
        """The campaign of this name in the same database, with the same item files; it closes with this one."""
        if name == self.campaign.name:
            return self
        if name not in self._siblings:
            found = self.store.campaign(name)
            if found is None:
                return None
            campaign_setup.complete(self.store, found)
            self._siblings[name] = Game(self.store, found, campaign_setup.book_of(found, self._items), items=self._items, lore=self._lore)
        return self._siblings[name]

    def close(self) -> None:
        for game in (self, *self._siblings.values()):
            game._clerk.close()
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _named_once(caller: Caller, named: Caller) -> Caller:
    if caller is not GM:
        raise ValueError("a call takes either caller, or role and characters")
    return named


def _refuse_to_roll(text: str) -> DiceRoll:
    """Refuse to roll in a dry run, so that nobody can fish for a good roll."""
    return dice.least(text)


def _show_decided(call: Call, rev: int, presenter: Presenter, decided: Decided) -> Json:
    if decided.refused:
        refused = [(n, o) for n, o in enumerate(decided.outcomes) if isinstance(o, Rejected)]
        return results.refusal([o for _, o in refused], [f"batch[{n}]." if call.asked.is_batch else "" for n, _ in refused])
    return presenter.answer(call.asked.commands, decided, rev)
