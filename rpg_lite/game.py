"""The only loop: parse, load the slice that the commands touch, authorize, decide, record, show."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rpg_lite import answers_in_context, call_commit, campaign_setup, strikes_before_play, told_to_players, tool_server_report
from rpg_lite.call import Call, Detail
from rpg_lite.campaign_queries import CampaignReadings
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.situation import Progress, Situation, no_checkpoints, no_precedents, unheard
from rpg_lite.fast_path import FastPath
from rpg_lite.meaning import suggestion_trials
from rpg_lite.meaning.parse import as_sent, parse
from rpg_lite.meaning.suggestion_trials import Lost
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand
from rpg_lite.monsters import turns
from rpg_lite.operations import batch, readied_answers, tool_server_connection, whose_turn
from rpg_lite.operations.action.next_turn import NextTurn
from rpg_lite.operations.authorize import Guard
from rpg_lite.operations.batch import Decided
from rpg_lite.operations.reading_keys import moment
from rpg_lite.operations.registry import READING_TOOLS, TOOLS, operations
from rpg_lite.operations.request_envelope import Asked, Parsed
from rpg_lite.operations.tool_server_connection import Connect, Disconnect
from rpg_lite.operations.undo import Undo
from rpg_lite.rules import dice
from rpg_lite.rules.dice import DiceRoll, Roller
from rpg_lite.rules.lore import NO_LORE, LoreSource
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import answered_deed_lookup, history, slices, undo_history
from rpg_lite.store.call_log import CallRecord
from rpg_lite.store.store import Store
from rpg_lite.store.unit_of_work import Reading, Writing
from rpg_lite.store.writer_turns import WriterBusy
from rpg_lite.strikes_before_play import StrikesFirst
from rpg_lite.views import answer_presenter, player_view
from rpg_lite.views.answer_presenter import Presenter
from rpg_lite.views.page import deed_recording
from rpg_lite.vocabulary import Role, Ruleset
from rpg_lite.waiting_writes import ShortWrite, WaitingWrites, run_on_thread
from rpg_lite.world import clock
from rpg_lite.world.world_model import Campaign, Ref, World

Json = dict[str, Any]


class Game(CampaignReadings):
    """The tool calls of one campaign. Safe to share between threads: the store guards every write."""

    def __init__(
        self,
        store: Store,
        campaign: Campaign,
        book: Rulebook,
        roller: Roller | None = None,
        items: str | Path | Sequence[str | Path] = (),
        lore: LoreSource | None = None,
    ) -> None:
        super().__init__(store, campaign, book, roller, lore)
        self._fast = FastPath(store, campaign.id, book, self._look)
        self._waiting = WaitingWrites(store, campaign.id, self._clerk)
        self._items = campaign_setup.paths_of(items)
        self._siblings: dict[str, Game] = {}

    def begin_in(self, ruleset: Ruleset) -> bool:
        """Begin the campaign in this ruleset; False if something has been recorded in it, so that it keeps its own. Raises StoreFault."""
        self._keep_up(self.store.choose_ruleset(self.campaign.id, ruleset))
        return self.campaign.ruleset == ruleset

    def _keep_up(self, campaign: Campaign) -> None:
        """Play by the ruleset that another process may have chosen for this campaign before anything was recorded in it."""
        if campaign.ruleset != self.campaign.ruleset:
            self.campaign = replace(self.campaign, ruleset=campaign.ruleset)
            self.book = campaign_setup.book_of(self.campaign, self._items)
            self._fast = FastPath(self.store, campaign.id, self.book, self._look)

    @property
    def measures(self) -> bool:
        """Whether the policy of the campaign lets places count, in all fights or in rooms with a ground."""
        return self.book.policy.space != "told"

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

        Callers other than the game master may do less, and see only things that players know: `role="player", characters=["Mira"]`, or a
        `caller`. `progress` is called during the import of a map, and starts from the beginning again if another writer was first.
        `parsed`: this payload in parsed form. Raises StoreFault when the database cannot be reached or written, and ValueError for an
        unknown role.
        """
        if role or characters:
            caller = _named_once(caller, Caller.of(role, characters))
        record = CallRecord(tool, payload)
        try:
            answer = self._answer(record, parsed or parse(tool, payload, self.book.words), detail, caller, progress)
            answer = self._lead_on(answer, tool, payload, caller)
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
        """Answer like `ask` without holding up the event loop. Calls that change the campaign are carried out in the order in which they
        came, several in one transaction. Raises StoreFault `busy` when too many calls wait.
        """
        if role or characters:
            caller = _named_once(caller, Caller.of(role, characters))
        parsed = self._fast.parse(tool, payload)
        ask = partial(self.ask, payload, tool, detail, caller, parsed=parsed)
        if isinstance(parsed, Asked) and not (parsed.reads or parsed.envelope.dry_run):
            return await self._write_in_turn(payload, parsed, detail, caller, ask)
        if parsed is None and tool not in READING_TOOLS:
            return (await self._waiting.answer(ask)).answer
        rev = await self.store.rev_on_loop(self.campaign.id)
        found = self.at_once(payload, tool, detail, caller, parsed, rev)
        return found if found is not None else await run_on_thread(self.store, ask)

    async def _write_in_turn(self, payload: Any, asked: Asked, detail: Detail, caller: Caller, ask: Callable[[], Json]) -> Json:
        record, call = CallRecord(asked.tool, payload, asked), self._at_hand(asked, detail, caller)
        work = self._fast.short_write(call, partial(self.write, call)) if call else None
        done = await self._waiting.answer(ask, ShortWrite(work, record, len(asked.commands)) if work else None)
        answer = done.answer
        if done.is_whole:
            return answer
        if "error" in answer:
            answer = await run_on_thread(self.store, partial(self._lead_on, answer, asked.tool, payload, caller))
        self._clerk.hear(record.with_answer(answer))
        return answer

    def at_once(
        self, payload: Any, tool: str, detail: Detail, caller: Caller, parsed: Parsed | None = None, rev: int | None = None
    ) -> Json | None:
        """The answer of `ask` if it needs no waiting and hardly any time; if this returns None, call `ask` on a thread that may wait.
        `rev`: the current rev, if it is known.

        Raises WriterBusy if it only has to wait for the writing thread.
        """
        asked = parsed or self.parse(payload, tool)
        call = self._at_hand(asked, detail, caller) if isinstance(asked, Asked) else None
        if call is None:
            return None
        record = CallRecord(tool, payload, call.asked)
        try:
            answer = self._fast.read(call, rev) if call.asked.reads else self._fast.write(call, partial(self.write, call))
        except WriterBusy:
            raise
        except Exception as error:
            self._clerk.hear(record.with_error(error))
            raise
        if answer is None or "error" in answer:  # a thread looks for a call to suggest instead
            return None
        self._clerk.hear(record.with_answer(answer))
        return answer

    def _at_hand(self, asked: Asked, detail: Detail, caller: Caller) -> Call | None:
        """The call, unless it is a dry run, plays the foes, or the table's own pages have to be read first."""
        lore = self._lore.recent() if self._lore and caller.sees_all else NO_LORE
        is_long = asked.envelope.dry_run or strikes_before_play.plays_foes(asked)
        return None if lore is None or is_long else Call.of(asked, detail, caller, self.book, lore=lore)

    def parse(self, payload: Any, tool: str) -> Parsed | None:
        """Parse a payload once for both `at_once` and `ask`; None leaves the parsing to the thread of `ask`."""
        return self._fast.parse(tool, payload)

    def _answer(self, record: CallRecord, parsed: Parsed, detail: Detail, caller: Caller, progress: Progress) -> Json:
        if isinstance(parsed, Rejected) and parsed.code == "tool_unknown" and caller.is_gm:
            parsed = self._explain(parsed)
            record.tool = parsed.details.get("name") or record.tool  # the name in the world, by which examining the tool finds the call
        if not isinstance(parsed, Asked):
            refused = [parsed] if isinstance(parsed, Rejected) else parsed
            return answer_presenter.refusal([player_view.sendable(caller, r) for r in refused])
        record.asked = parsed
        call = Call.of(parsed, detail, caller, self.book, progress, self.lore)
        if parsed.envelope.dry_run:
            return self.store.read(self.campaign.id, partial(self._try, call))
        if strikes_before_play.plays_foes(parsed) and caller.is_gm:
            return self._strike_and_play(call)
        return self._read(call) if parsed.reads else self.store.write(self.campaign.id, partial(self.write, call))

    def _explain(self, unknown: Rejected) -> Rejected:
        """The refusal of a tool that is not ours: it names the tool's server, or the tool that was probably meant."""
        world = self.store.read(self.campaign.id, lambda at: at.load(tool_server_connection.STRANGE, self.book))
        return (
            tool_server_connection.explain_unknown_tool(str(unknown.details["wanted"]), world, {tool: operations(tool) for tool in TOOLS})
            or unknown
        )

    # ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _read(self, call: Call) -> Json:
        """Answer from the known slice if one SELECT shows that it is still valid, or else from the database."""
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
        self._keep_up(at.campaign)
        rev = at.campaign.rev
        then = moment(call.asked.commands, rev)
        if isinstance(then, Rejected):
            return answer_presenter.refusal([then])
        situation = replace(self._situation_of(at, rev, call), book=call.book_of(self.book))
        world = self._load(call, at, situation) if then is None else at.load_earlier(call.refs, self.book, then)
        decided = batch.decide(call.asked.commands, world, situation, call.on_error, guard := self._guard(call.caller, situation))
        answer = self._show(call, decided, rev, self._presenter(call, decided, at, until=then))
        answer = answers_in_context.told(answer, call, world, at, situation, guard) if then is None else answer
        return answer if then is None or not answer["ok"] else {**answer, "atRev": then, "text": f"As of rev {then}: {answer['text']}"}

    def _look(self, call: Call, world: World, rev: int) -> Json:
        """The answer from a known slice, for a caller who sees all of it."""
        decided = batch.decide(call.asked.commands, world, Situation(self.book, self._roll, rev, lore=call.lore), call.on_error)
        return self._show(call, decided, rev, Presenter(self.book, call.is_full))

    # ── writing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def write(self, call: Call, at: Writing) -> Json:
        self._keep_up(at.campaign)
        if (again := call_commit.repeat_answer(call, at)) is not None:
            return again
        return self.record(at, *self._decide(call, at, self._situation_of(at, at.rev, call)))

    def decide(self, call: Call, at: Writing) -> tuple[Call, World, Decided]:
        """(the call with the commands that it comes to, the world before, the decision) at the end of the past."""
        return self._decide(call, at, self._situation_of(at, at.rev, call))

    def record(self, at: Writing, call: Call, before: World, decided: Decided) -> Json:
        """Record what was decided, if there is anything to record, and show it."""
        has_news = call_commit.has_news(call, decided)
        answer = self._show(call, decided, at.rev if has_news else at.campaign.rev, self._presenter(call, decided, at))
        if has_news:
            watched = partial(_show_decided, call, at.rev, Presenter(self.book, full=False, players=True))
            told = told_to_players.words(call, decided, self.book, watched)
            call_commit.record(call, at, before, decided, answer, told, deed_recording.deeds_of(decided, self.book))
        return answer

    # ── foes that strike first ──────────────────────────────────────────────────────────────────────────────────

    def _strike_and_play(self, call: Call) -> Json:
        """Play the foes, after the opportunity attacks that heroes have provoked from them and nobody has answered; all of it or nothing."""
        due = self.store.read(self.campaign.id, partial(self._due_strikes, call))
        if not due:
            return self.store.write(self.campaign.id, partial(self.write, call))
        return StrikesFirst(call, due, self).play(lambda works: self.store.write_together(self.campaign.id, works))

    def _due_strikes(self, call: Call, at: Reading) -> list[tuple[int, str]]:
        """(rev of the walk, id of the foe) of each opportunity attack that is still to be made."""
        self._keep_up(at.campaign)
        fight = at.load([Ref("fight")], self.book)
        if (on := clock.fight(fight)) is None or not on.is_measured:
            return []
        found = answered_deed_lookup.left_reaches(at, self._situation_of(at, at.campaign.rev + 1, call, dry=True))
        there = at.load_ids([id for _, id in found])
        return [(walk, id) for walk, id in found if strikes_before_play.is_foe(there, id, self.book)]

    def _try(self, call: Call, at: Reading) -> Json:
        """Do a dry run: decide the same without recording anything and without rolling dice."""
        self._keep_up(at.campaign)
        call, _, decided = self._decide(call, at, self._situation_of(at, at.campaign.rev + 1, call, dry=True))
        return self._show(call, decided, at.campaign.rev, self._presenter(call, decided, at, dry=True))

    def _decide(self, call: Call, at: Reading, situation: Situation) -> tuple[Call, World, Decided]:
        """(the call with the commands that it comes to, the world before, the decision)."""
        if call.caller.sees_all and whose_turn.is_unsaid(call.asked.commands):
            call = call.of_commands(whose_turn.with_actor(call.asked.commands, at.load((Ref("fight"),), self.book)), self.book)
        is_alone = len(call.asked.commands) == 1
        if isinstance(first := call.asked.commands[0], Undo):
            world, outcome = undo_history.outcome(first, at, situation)
            return call, world, Decided.of_one(outcome, world)
        if is_alone and isinstance(first, ActCommand) and first.answer:
            heard = self._heard(call, at.load(call.refs, self.book), situation)
            world, outcome = answered_deed_lookup.outcome(first, at, situation, heard, self._guard(call.caller, situation))
            plain = readied_answers.plain_deed(first, outcome, at.load(heard, self.book), self.book) if isinstance(outcome, Rejected) else None
            if plain is None:
                return call, world, Decided.of_one(outcome, world)
            call = call.of_commands((plain,), self.book)
        if is_alone and isinstance(first, NextTurn) and first.play:
            return self._play_foes(call, first, at, situation)
        world = player_view.found(call.caller, self._load(call, at, situation), call.asked.commands)
        guard = self._guard(call.caller, situation)
        decided = batch.decide_all(call.asked.commands, world, situation, _refuse_to_roll, call.on_error, guard)
        if is_alone and isinstance(first, NextTurn) and not decided.refused and strikes_before_play.has_walked(world):
            seen = guard.sees(world) if guard else world
            decided = strikes_before_play.left_open(decided, self._due_strikes(call, at), seen.things, call.caller.is_gm)
        return call, world, decided

    def _load(self, call: Call, at: Reading, situation: Situation) -> World:
        """The world that the call touches, without what a name means that is kept from its caller."""
        world = at.load(call.refs, self.book)
        if call.caller.sees_all or (refs := self._heard(call, world, situation)) == tuple(call.refs):
            return world
        return at.load(refs, self.book)

    def _heard(self, call: Call, world: World, situation: Situation) -> tuple[Ref, ...]:
        """The refs of the call. A name that means nothing in its caller's view of this world becomes one that nobody has, and is refused as that is."""
        if call.caller.sees_all or any(command.finds_hidden for command in call.asked.commands):
            return tuple(call.refs)
        return slices.unheard(call.refs, player_view.seen_by(call.caller, world, self.book, situation.rooms), self.book)

    def _play_foes(self, call: Call, asked: NextTurn, at: Reading, situation: Situation) -> tuple[Call, World, Decided]:
        """The turns of the foes up to the next hero, as the commands that a client would send one by one."""
        refs = (*call.refs, *turns.touches(at.load(call.refs, self.book)))
        world = player_view.found(call.caller, at.load(tuple(dict.fromkeys(refs)), self.book), call.asked.commands)
        guard = self._guard(call.caller, situation)
        refused = guard(lambda *_: Rejected("played_alone", "play"), asked, world, situation) if guard and not call.caller.is_gm else None
        if isinstance(refused, Rejected):
            return call, world, Decided.of_one(refused, world)
        played = turns.play(asked, world, situation, guard)
        first = [id for _, id in self._due_strikes(call, at)] if situation.dry and call.caller.is_gm else []
        decided = strikes_before_play.announced(played.decided, first)
        return replace(call, asked=replace(call.asked, commands=played.commands)), world, decided

    # ── what reading and writing share ──────────────────────────────────────────────────────────────────────────

    def _situation_of(self, at: Reading, rev: int, call: Call, dry: bool = False) -> Situation:
        """The state that this call may look up: the pages and the earlier decisions only if its caller sees everything."""
        precedents = at.precedents if call.caller.sees_all else no_precedents
        checkpoints = at.checkpoints if call.caller.is_gm else no_checkpoints
        found = self._situation(at, rev, _refuse_to_roll if dry else self._roll, dry)
        return replace(found, progress=call.progress, lore=call.lore, precedents=precedents, checkpoints=checkpoints)

    def _guard(self, caller: Caller, situation: Situation) -> Guard | None:
        """Authorize each command; the game master needs no permission."""
        return None if caller.sees_all else Guard(caller, player_view.eyes(caller, self.book, situation.rooms))

    def _presenter(self, call: Call, decided: Decided, at: Reading, *, dry: bool = False, until: int | None = None) -> Presenter:
        pasts = history.shown_to(call.caller, call.asked.commands, decided.outcomes, at, until)
        return Presenter(call.book_of(self.book), call.is_full, dry, pasts, players=not call.caller.sees_all, lore=call.lore)

    def _show(self, call: Call, decided: Decided, rev: int, presenter: Presenter) -> Json:
        show = partial(_show_decided, call, rev, presenter)
        return show(decided) if call.caller.sees_all else player_view.answer(call.caller, decided, self.book, show)

    # ── refusals that suggest a call ────────────────────────────────────────────────────────────────────────────

    def _lead_on(self, answer: Json, tool: str, payload: Any, caller: Caller) -> Json:
        try_out, world = partial(self._try_out, caller), partial(self._world_seen_by, caller)
        return suggestion_trials.led_on(answer, tool, as_sent(tool, payload), try_out, world, self.book)

    def _try_out(self, caller: Caller, tool: str, payload: Json) -> Json:
        """The answer that a payload would get, without a record and without dice."""
        asked = parse(tool, payload, self.book.words)
        if not isinstance(asked, Asked):
            return answer_presenter.refusal([asked] if isinstance(asked, Rejected) else asked)
        envelope = asked.envelope.model_copy(update={"dry_run": True, "detail": "brief"})
        call = Call.of(replace(asked, envelope=envelope), "brief", caller, self.book, lore=self.lore)
        return self.store.read(self.campaign.id, partial(self._load_and_look if asked.reads else self._try, call))

    def _world_seen_by(self, caller: Caller, lost: Lost) -> World:
        """The world to search for a missing name, as this caller sees it."""

        def seen(at: Reading) -> World:
            world = at.load((*lost.touches(), Ref("party"), *caller.touches()), self.book)
            guard = self._guard(caller, self._situation(at, at.campaign.rev))
            return guard.sees(player_view.found(caller, world, ())) if guard else world

        return self.store.read(self.campaign.id, seen)

    # ── other than tool calls ──────────────────────────────────────────────────────────────────────────────

    def record_server(self, command: Connect | Disconnect) -> Json:
        """Record the report of a tool server like any other command: it is kept and shown, and can be undone. Raises StoreFault."""
        record = CallRecord(tool_server_connection.TOOL, command.model_dump(mode="json"))
        work = partial(tool_server_report.write, command)
        answer = self.store.write(self.campaign.id, lambda at: work(at, self._situation(at, at.rev), self.book))
        self._clerk.hear(record.with_answer(answer))
        return answer

    @property
    def is_near(self) -> bool:
        """Whether the database is a file on this machine; most calls then take only a millisecond or two."""
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

    def let_go(self, sibling: "Game") -> None:
        """Drop the caches of a campaign of this database; running calls continue."""
        self._siblings.pop(sibling.campaign.name, None)
        self.store.forget(sibling.campaign.id)

    def close(self) -> None:
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
    """Refuse to roll in a dry run, because otherwise players could fish for a good roll."""
    return dice.least(text)


def _show_decided(call: Call, rev: int, presenter: Presenter, decided: Decided) -> Json:
    if decided.refused:
        refused = [(n, o) for n, o in enumerate(decided.outcomes) if isinstance(o, Rejected)]
        return answer_presenter.refusal([o for _, o in refused], [f"batch[{n}]." if call.asked.is_batch else "" for n, _ in refused])
    return presenter.answer(call.asked.commands, decided, rev)
