"""The story of the table for one group of readers: places, words, deeds with their dice, finds, quests and turns, oldest first.

An entry has `rev`, `at` (the time of day), `kind`, and `says`, one plain sentence. A key that does not concern an entry, or that its readers may
not know, is absent.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.views.page import chronicle, deed_cards, deed_sentences, everyday_lines, happenings
from rpg_lite.views.page.everyday_lines import plain
from rpg_lite.views.page.happenings import Known
from rpg_lite.views.page.moments import WitnessedCommit
from rpg_lite.views.page.rolls import Readers
from rpg_lite.world import body_paths, clock, deeds
from rpg_lite.world.clock import CAMPAIGN_ID
from rpg_lite.world.deeds import KeptDeed
from rpg_lite.world.events import Changed, Event
from rpg_lite.world.history_records import ASKED, Commit, JournalEntry
from rpg_lite.world.states import HEARD

Json = dict[str, Any]

MOST: Final = 60
"""The number of the last entries, and of the earlier ones that last."""
PASSING: Final = frozenset({"turn", "deed", "fight", "change"})
"""The kinds of entries that nobody looks up later; one long fight has more than 60 of them."""
_IN: Final = "in"
"""The key of the room in which an entry happens, until the story has its headings."""


def story(newest_first: Iterable[WitnessedCommit], heard: Iterable[JournalEntry], known: Known, minutes: int) -> list[Json]:
    """The entries that the page shows. `heard`: the words that the readers may read; `minutes`: the time of the campaign now."""
    found: list[tuple[int, int, Json]] = []
    told_later = _ToldLater(set(), set())
    for moment in newest_first:
        at = time_of_day(minutes)
        kept = deeds.load(moment.commit.deed) if moment.commit.deed else ()
        for entry in _of_commit(moment, known, kept, told_later.without(moment.commit, kept)):
            found.append((moment.commit.rev, len(found), {"rev": moment.commit.rev, "at": at, **entry}))
        if len(found) >= 2 * MOST:
            break
        minutes -= _passed(moment.commit.events)
    words = [(e.rev, -1, _words(e, known)) for e in heard]
    told = sorted([*found, *words], key=lambda row: (row[0], row[1] < 0, row[1]))
    return remembered([*_with_places(entry for _, _, entry in told)])


def remembered(entries: Sequence[Json]) -> list[Json]:
    """The last entries, and before them the last of those that last: places, words, handouts, quests, finds. The page does the same."""
    return [*[e for e in entries[:-MOST] if e["kind"] not in PASSING][-MOST:], *entries[-MOST:]]


def _with_places(entries: Iterable[Json]) -> Iterator[Json]:
    """The entries with a heading wherever the story goes on in another room than the last heading names, as that of a party that is apart.
    A fight keeps the heading with which it began.
    """
    here, is_fighting = "", False
    for told in entries:
        room, entry = told.get(_IN, ""), {key: value for key, value in told.items() if key != _IN}
        if entry["kind"] == "place":
            here = entry["room"]
        elif room and not is_fighting:
            if here and room != here:
                yield {"rev": entry["rev"], "at": entry["at"], "kind": "place", "room": room, "says": f"In {room}."}
            here = room
        is_fighting = (is_fighting or entry["kind"] == "turn" or "order" in entry) and not entry.get("over", False)
        yield entry


def time_of_day(minutes: int) -> str:
    return clock.tell_time(minutes).rpartition(" ")[2]


def _passed(events: Sequence[Event]) -> int:
    return sum(int(e.now) - int(e.was) for e in events if isinstance(e, Changed) and (e.id, e.path) == (CAMPAIGN_ID, "minutes"))


def _words(entry: JournalEntry, known: Known) -> Json:
    """Words as an entry. Words that not everybody hears are private; a decision stands with its question."""
    kind = entry.entry if entry.entry in HEARD else "tell"
    by, to = entry.by or "", f" to {entry.to}" if entry.to else ""
    text = f"{entry.question} {entry.text}" if entry.question else entry.text
    speaker = f"{by or 'The game master'}{to}: " if kind == "say" or to else ""
    shown = {"rev": entry.rev, "at": time_of_day(entry.minutes), "kind": kind, "by": by, "to": entry.to or "", "text": text}
    of = {"of": entry.entry} if entry.entry not in HEARD else {}
    private = {"private": True} if entry.is_private or (entry.to and entry.entry in HEARD) else {}
    visited = {room.name for room in known.chart.rooms if room.id in known.chart.visited}
    where = {_IN: entry.room} if entry.room in visited and entry.entry in HEARD else {}
    aloud = "Privately, " if entry.is_private else ""
    return {**{key: value for key, value in shown.items() if value != ""}, **of, **private, **where, "says": f"{aloud}{speaker}{text}"}


# ── a commit ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _ToldLater:
    """What the answers after a commit tell again, so that it is told once, as it came out. `played`: deeds by rev and place in the call;
    `countered`: the revs of answers that were answered themselves.
    """

    played: set[tuple[int, int]]
    countered: set[int]

    def without(self, commit: Commit, kept: Sequence[KeptDeed]) -> Sequence[KeptDeed]:
        """The deeds of the commit that no later one tells again. Commits come newest first."""
        asked = commit.answer.get(ASKED) or {}
        if not (root := asked.get("to")) or not asked.get("before"):
            return [deed for deed in kept if (commit.rev, deed.nth) not in self.played]
        again = (root, int(asked["nth"]))
        left = [d for d in kept if (again not in self.played if d.is_again else commit.rev not in self.countered)]
        if any(deed.is_again for deed in kept):
            self.played.add(again)
        if (answered := asked.get("counters")) is not None:
            self.countered.add(answered)
        return left


def _of_commit(moment: WitnessedCommit, known: Known, kept: Sequence[KeptDeed], shown: Sequence[KeptDeed]) -> Iterator[Json]:
    """The entries of a commit. `kept`: all that it did; `shown`: the deeds among them that are told here."""
    commit, readers = moment.commit, moment.readers
    yield from happenings.places(commit.events, readers, known)
    if not kept:
        yield from happenings.found(commit.events, known)
    left = _Changes.of(commit.events, kept, readers)
    for deed in deed_cards.merged(shown):
        if (entry := _entry(deed, readers)) is not None:
            yield left.told_with(entry, deed) | _room_of(deed, moment, known)
    yield from everyday_lines.items(shown, readers) if kept else happenings.items(commit.events, readers, known)
    yield from happenings.quests(commit.events, known)
    lines = [*(chronicle.done(commit, readers) if not kept else ()), *left.lines()]
    if lines:
        yield plain("change", "; ".join(lines))


def _room_of(deed: KeptDeed, moment: WitnessedCommit, known: Known) -> Json:
    """The room of a deed, if all of the party who take part in it are in one that the readers know. Turns and rests have none."""
    ids = (deed.who, *(t.who for t in deed.targets), *(id for id, _ in deed.order))
    rooms = {moment.rooms[id] for id in ids if id and id in moment.rooms}
    found = next((r.name for r in known.chart.rooms if {r.id} == rooms and r.id in known.chart.visited), None)
    return {_IN: found} if found and deed.kind not in ("turn", "rest", "time", "level", "rises", "award") else {}


def _entry(deed: KeptDeed, readers: Readers) -> Json | None:
    """A deed as an entry; None if these readers learn nothing of it."""
    if deed_cards.is_card(deed):
        return deed_cards.card(deed, readers)
    return everyday_lines.line(deed, readers)


# ── what no deed tells ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class _Changes:
    """The changes to creatures that no card of the commit tells: their lines by the id of the creature."""

    names: Mapping[str, str]
    by_id: dict[str, list[str]]

    @classmethod
    def of(cls, events: Sequence[Event], kept: Sequence[KeptDeed], readers: Readers) -> "_Changes":
        told = {id: ends for id in readers.names if (ends := _told_of(id, kept)) is not None}
        rewritten = {e.id for e in events if isinstance(e, Changed) and e.path.startswith(chronicle.SHEET)}
        found: dict[str, list[str]] = {}
        for event in events:
            if not isinstance(event, Changed) or event.id not in readers.names:
                continue
            knows = readers.whole or event.id in readers.party
            if event.path == body_paths.HP and (not knows or event.id in rewritten or event.id in told):
                continue
            if event.path == body_paths.DEAD and event.id in told:
                continue
            found.setdefault(event.id, []).extend(line for line in chronicle.changes(event) if not _is_told(line, told.get(event.id)))
        return cls(readers.names, {id: lines for id, lines in found.items() if lines})

    def told_with(self, entry: Json, deed: KeptDeed) -> Json:
        """The entry; a save tells what it ended."""
        ended = self.by_id.pop(deed.who or "", []) if deed.kind == "save" and entry.get("result") == "success" else []
        if not ended:
            return entry
        entry = {**entry, "text": f"{', '.join(ended)}."}
        return {**entry, "says": deed_sentences.says(entry)}

    def lines(self) -> Iterator[str]:
        yield from (f"{self.names[id]} {line}" for id, lines in self.by_id.items() for line in lines)


def _told_of(id: str, kept: Sequence[KeptDeed]) -> set[str] | None:
    """The conditions that cards tell of this creature; None if no card does."""
    mine = [t for deed in kept for t in deed.targets if t.who == id]
    return {names.fold(word) for t in mine for word in (*t.conditions, *t.ended)} if mine else None


def _is_told(line: str, told: set[str] | None) -> bool:
    word = line
    for beginning in ("is no longer ", "is ", "has no ", "has "):
        word = word.removeprefix(beginning)
    return told is not None and word != line and any(names.fold(word).startswith(one) or one.startswith(names.fold(word)) for one in told)
