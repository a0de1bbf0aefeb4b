"""Read a campaign's past: commits, calls, counts of operations, rolled dice, and the journal."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import Final

from rpg_lite.decision.callers import Caller, Ears, ears_of
from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted, Outcome
from rpg_lite.operations.campaign.context import DEFAULT, Context, ContextResult
from rpg_lite.operations.campaign.examine import Examine, ExamineResult
from rpg_lite.operations.campaign.history import History, HistoryResult
from rpg_lite.operations.campaign.journal import Journal, JournalResult
from rpg_lite.operations.campaign.party import Party
from rpg_lite.operations.campaign.recap import Recap, RecapResult
from rpg_lite.operations.journal.tell import Tell
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.operations.rooms.map import Map
from rpg_lite.operations.undo import Done, ids_of, taken_back
from rpg_lite.rules import names
from rpg_lite.rules.dice import count_faces
from rpg_lite.store.call_queries import CallFilter
from rpg_lite.store.chronicle import JOURNAL
from rpg_lite.store.journal_queries import EntryFilter, rev_in
from rpg_lite.store.unit_of_work import NO_BOOK, Reading
from rpg_lite.store.world_writer import now
from rpg_lite.world import events
from rpg_lite.world.history_records import Commit, LoggedCall, Past
from rpg_lite.world.states import FOCUS, EntryState
from rpg_lite.world.world_model import JOURNAL_ID

LOOKED_THROUGH_OF_TABLE: Final = 80
"""The number of commits, and of journal entries, that are searched for the page at the table."""
LOOKED_THROUGH: Final = 1000
"""The number of commits that are searched for those that match a filter."""
LEAST_FOR_PLAYERS: Final = 100
FOR_ONE_SHOWN: Final = 10
"""The commits and calls that are read for each one that players ask for, because they may not hear of most of them."""
DICE_OF: Final = 10_000
"""The number of revs whose dice are counted."""
LAST_OF_PARTY: Final = 5
LAST_OF_TELL: Final = 5
"""The number of deeds whose damage and healing a narration may mention."""
LOOKED_THROUGH_OF_TELL: Final = 25
"""The number of commits that are searched for those deeds; commits of words are not deeds."""
LOOKED_THROUGH_OF_STORY: Final = 1000
"""The number of commits that are searched for the deeds of a story."""
MOST_OF_CONTEXT: Final = 500
"""The largest number of commits, and of entries, that a context reads."""
TOKENS_OF_A_LINE: Final = 60
"""Two lines of the past, one for a deed and one for an entry, fit in this many tokens."""
TOLD_BY_RECAP: Final = frozenset({"milestone", "decide"})
"""The kinds of entries that a recap repeats word for word."""
LAST_CALLS: Final = 5
OWN_TOOLS: Final = "rpg:"


def shown_to(
    caller: Caller, commands: Sequence[Command], outcomes: Sequence[Outcome], at: Reading, until: int | None = None
) -> list[Past | None]:
    """The past that each command shows this caller up to the rev `until`; players read only the journal."""
    told = zip(commands, outcomes, strict=True)
    return [of(c, o, at, until, ears_of(caller, o)) if caller.is_gm or c.shows_own_past else None for c, o in told]


def of(command: Command, outcome: Outcome, at: Reading, until: int | None, among: Ears | None = None) -> Past | None:
    """The past that a command shows, or None. `among`: show only entries, and commands with entries, that reach these ears."""
    if isinstance(command, Map) and command.ground:
        return Past(at.commits(LOOKED_THROUGH_OF_TABLE, until)) if among else None
    if isinstance(command, Party):
        return Past(_heard(at.commits(LAST_OF_PARTY, until), among))
    if isinstance(command, Tell):
        return Past(at.deeds(LOOKED_THROUGH_OF_TELL, until)[:LAST_OF_TELL])
    if isinstance(command, Context) and isinstance(outcome, Accepted):
        return _of_context(command, outcome.expect(ContextResult), at, until, among)
    if isinstance(command, Examine) and isinstance(outcome, Accepted):
        wanted = _about(outcome.expect(ExamineResult))
        return Past(calls=at.calls(wanted, LAST_CALLS), tallies=at.tallies(wanted), now=now())
    if isinstance(command, Journal) and isinstance(outcome, Accepted):
        asked = outcome.expect(JournalResult)
        heard_by = (asked.hearer,) if asked.hearer else None
        wanted_entries = EntryFilter(
            command.entry, asked.speakers, asked.room, command.query, asked.since, among, heard_by, talks_with=asked.talks_with
        )
        return Past(entries=at.entries(wanted_entries, command.shown, command.skip))
    if isinstance(command, Recap) and isinstance(outcome, Accepted):
        return _of_recap(command, outcome.expect(RecapResult).since, at, until, among)
    if not isinstance(command, History) or not isinstance(outcome, Accepted):
        return None
    whose = outcome.expect(HistoryResult)
    wanted = CallFilter(whose.since, whose.actors, whose.rooms, whose.items)
    if command.tools or command.stats:
        calls = _calls(wanted, command.shown, at, among) if command.tools else ()
        return replace(_count_calls(wanted, at) if command.stats else Past(), calls=calls, now=now())
    if not (whose.actors or whose.rooms or whose.items) and whose.since is None:
        return Past(_heard(at.commits(_to_read(command.shown, among), until), among))
    there = at.revs_of_calls(CallFilter(rooms=wanted.rooms)) if wanted.rooms else set()
    scanned = at.commits(LOOKED_THROUGH, until)
    items = _ids_of(whose.items, scanned)
    later = [c for c in scanned if c.rev > (whose.since or 0) and _concerns(c, whose, items, there)]
    return Past(_heard(later if among else later[: command.shown], among))


def _to_read(shown: int, among: Ears | None) -> int:
    """The number of commits or calls to read for this many shown; whatever players may not hear is left out afterwards."""
    return shown if among is None else max(LEAST_FOR_PLAYERS, FOR_ONE_SHOWN * shown)


def _calls(wanted: CallFilter, shown: int, at: Reading, among: Ears | None) -> Sequence[LoggedCall]:
    """The newest calls; a call that wrote an entry is shown to those whom the entry reaches."""
    found = at.calls(wanted, _to_read(shown, among))
    if among is None:
        return found
    wrote = [call.rev for call in found if _is_of_journal(call) and call.rev is not None]
    reached = {c.rev for c in _heard(at.commits_of(wrote), among)}
    return [c for c in found if not _is_of_journal(c) or (c.rev in reached and c.operation != FOCUS)][:shown]


def _is_of_journal(call: LoggedCall) -> bool:
    return call.tag == f"tool:{JOURNAL}"


def _heard(commits: Sequence[Commit], among: Ears | None) -> Sequence[Commit]:
    """The commits without those whose answer repeats words that do not reach these ears."""
    return commits if among is None else [c for c in commits if all(map(among.reach, _entries(c)))]


def _entries(commit: Commit) -> Iterator[EntryState]:
    yield from (e.thing.entry for e in commit.events if isinstance(e, events.Created) and e.thing.parent_id == JOURNAL_ID)


def of_table(at: Reading) -> Past:
    """The commits and the journal entries that the page at the table may show."""
    return Past(at.commits(LOOKED_THROUGH_OF_TABLE), entries=at.entries(EntryFilter(), LOOKED_THROUGH_OF_TABLE))


def _of_context(command: Context, whose: ContextResult, at: Reading, until: int | None, among: Ears | None) -> Past:
    """The journal, and for the game master also the commits; for one character, only its own entries and the words that it heard."""
    most = MOST_OF_CONTEXT if whose.since is not None else min(MOST_OF_CONTEXT, max(command.tokens, DEFAULT) // TOKENS_OF_A_LINE)
    heard_by = (whose.who,) if whose.who else None
    thread = whose.focus.thread if whose.focus and (among is None or among.also) else None
    entries = at.entries(EntryFilter(since=whose.since, among=among, heard_by=heard_by, thread=thread), most)
    is_masters = among is None or among.is_masters
    commits = at.answers(most, until) if is_masters and whose.who is None else ()
    oldest = [rows[end].rev for rows, end in ((entries, 0), (commits, -1)) if len(rows) == most]
    begins = max(whose.since or 0, rev_in(thread) if thread else 0)
    later = [c for c in commits if c.rev > begins]
    return Past(later, entries=entries, reaches=max((rev for rev in oldest if rev > (whose.since or 0) + 1), default=None))


def _of_recap(command: Recap, since: int, at: Reading, until: int | None, among: Ears | None) -> Past:
    """The world at the beginning, the commits since then that have not been undone, oldest first, and the milestones and decisions among
    them.
    """
    last = at.campaign.rev if until is None else until
    commits = [c for c in at.commits_since(since) if c.rev <= last]
    gone = taken_back([Done(c.rev, (), c.undoes, "", c.back_to) for c in commits])
    undoing = {c.rev for c in commits if (c.undoes or 0) > since or (c.back_to is not None and c.back_to >= since)}
    entries = at.entries(EntryFilter(since=since, among=among), MOST_OF_CONTEXT)
    told = [entry for entry in entries if entry.entry in TOLD_BY_RECAP and entry.rev <= last]
    standing = [c for c in commits if c.rev not in gone | undoing]
    return Past(standing, entries=told, then=at.load_earlier(command.touches(), NO_BOOK, since))


def _count_calls(wanted: CallFilter, at: Reading) -> Past:
    """The number of calls of each operation, and the dice that these calls rolled."""
    bound = at.campaign.rev - DICE_OF
    rolls = at.rolls(max(bound, wanted.since or 0))
    if wanted.actors or wanted.rooms or wanted.items:
        theirs = at.revs_of_calls(wanted)
        rolls = [roll for roll in rolls if roll.rev in theirs]
    return Past(
        tallies=at.tallies(wanted),
        dice=count_faces((roll.dice, roll.faces) for roll in rolls),
        dice_of=DICE_OF if bound > (wanted.since or 0) else None,
    )


def _about(calls: ExamineResult) -> CallFilter:
    """The filter for the calls about a thing or a tool; a verb of the game is logged as an operation of a tool."""
    name = calls.tool
    if name is None:
        return CallFilter(rooms=calls.rooms, items=calls.items, named=calls.named)
    verb = name.removeprefix(OWN_TOOLS)
    tool = next((tool for tool in reversed(tuple(TOOLS)) if verb in operations(tool)), None) if verb != name else None
    return CallFilter(tags=(f"tool:{tool}",), operations=(verb,)) if tool else CallFilter(tags=(f"tool:{name}",))


def _concerns(commit: Commit, whose: HistoryResult, items: Set[str], there: Set[int]) -> bool:
    """Whether the events of the commit name everything that was asked for. Only the logged calls tell where somebody was (`there`: the revs
    of such calls).
    """
    named = {*ids_of(commit.events)}
    is_there = commit.rev in there or not named.isdisjoint(whose.rooms)
    return not (
        (whose.actors and named.isdisjoint(whose.actors)) or (whose.rooms and not is_there) or (whose.items and named.isdisjoint(items))
    )


def _ids_of(called: Sequence[str], commits: Sequence[Commit]) -> set[str]:
    """The given names and ids, with the ids of things that were created or removed under one of the names."""
    things = (e.thing for c in commits for e in c.events if isinstance(e, events.Created | events.Removed))
    return {*called, *(thing.id for thing in things if names.fold(thing.name) in called)}
