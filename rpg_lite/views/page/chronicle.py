"""The past on the page: the places that the party visited, the things that it saw and that happened to it, and the words that it heard.

This is not the game master's chronicle. For players, it lists only things that the page shows anyway, deeds of creatures that they see, and
words that everybody heard, so it cannot contain a secret.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from rpg_lite.views.page import deed_sentences, public_deed_outcome
from rpg_lite.views.page.moments import WitnessedCommit
from rpg_lite.views.page.public_deed_outcome import StrikeTold
from rpg_lite.views.page.rolls import Readers
from rpg_lite.world import body_paths, roll_keys
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.events import Changed, Event, Moved, Rolled
from rpg_lite.world.history_records import Commit, JournalEntry, Past
from rpg_lite.world.kept_json import Body
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.states import HANDOUT
from rpg_lite.world.world_model import Thing, order_made

Json = dict[str, Any]

MOST_TOLD: Final = 8
MOST_WORDS: Final = 20
SHEET: Final = f"{body_paths.SHEET}."
"""The path of a whole sheet: the hit points of a new sheet, such as that of a hero who is being made, are not an event of the story."""
_MEMBERSHIP: Final = body_paths.of_sheet("party")


def tell_events(moments: Iterable[WitnessedCommit], chart: Chart) -> list[Json]:
    """The latest events, newest first: the party's moves, hit points and conditions, and the deeds of others that it sees. The result has
    the form [{"rev", "text"}].
    """
    rooms = {room.id: room.name for room in chart.rooms if room.id in chart.visited}
    told = ({"rev": m.commit.rev, "text": text} for m in moments if (text := "; ".join(_tell(m, rooms))))
    return list(islice(told, MOST_TOLD))


def _tell(moment: WitnessedCommit, rooms: Mapping[str, str]) -> Iterator[str]:
    yield from done(moment.commit, moment.readers)
    yield from _befell(moment.commit.events, moment.readers, rooms)


def done(commit: Commit, readers: Readers) -> Iterator[str]:
    """The attacks and the spell of creatures that the readers see."""
    for event in commit.events:
        if isinstance(event, Rolled) and event.for_ == "attack":
            by, on = (readers.names.get(id or "") for id in roll_keys.pair_of(event))
            if by and on:
                yield f"{by} attacks {on}{_came_of(public_deed_outcome.attack(commit, event.total))}"
    for name in dict.fromkeys(readers.names.values()):
        if spell := public_deed_outcome.spell_cast(commit, name):
            yield f"{name} casts {spell}"


def _came_of(struck: StrikeTold) -> str:
    if not struck.came:
        return ""
    return f": a {struck.came}{''.join(f', {points} {kind}' for points, kind in struck.dealt)}"


def _befell(events: Sequence[Event], readers: Readers, rooms: Mapping[str, str]) -> Iterator[str]:
    party = readers.party
    walked: dict[str, dict[str, str]] = {}
    for event in events:
        if isinstance(event, Moved) and event.id in party and event.to in rooms:
            walked.setdefault(event.to, {})[event.id] = party[event.id]
    yield from (_came([*who.values()], rooms[room], len(party) == len(who)) for room, who in walked.items())
    rewritten = {e.id for e in events if isinstance(e, Changed) and e.path.startswith(SHEET)}
    for event in events:
        if isinstance(event, Changed) and event.id in party and not (event.path == body_paths.HP and event.id in rewritten):
            yield from (f"{party[event.id]} {what}" for what in changes(event))
        elif isinstance(event, Changed) and event.path == body_paths.DEAD and event.now and event.id in readers.names:
            yield f"{readers.names[event.id]} dies"


def changes(event: Changed) -> Iterator[str]:
    """A change of hit points, of conditions or to death, in words without a subject."""
    if event.path == body_paths.HP and event.was is not None and event.now is not None:
        yield f"{event.was} → {event.now} HP"
    elif event.path == body_paths.DEAD and event.now:
        yield "dies"
    elif event.path == body_paths.CONDITIONS:
        was, now = _names(event.was), _names(event.now)
        yield from (deed_sentences.begins(name) for name in now if name not in was)
        yield from (deed_sentences.ends(name) for name in was if name not in now)


def _names(conditions: Sequence[Body] | None) -> list[str]:
    return [Lasting.of(condition).name for condition in conditions or ()]


def _came(who: Sequence[str], room: str, is_everybody: bool) -> str:
    if len(who) == 1:
        return f"{who[0]} comes to {room}"
    return f"The party comes to {room}" if is_everybody else f"{', '.join(who[:-1])} and {who[-1]} come to {room}"


# ── words ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def words(past: Past, members: Sequence[Thing], whole: bool, mine: Collection[str]) -> list[Json]:
    """The latest words and handouts, newest first. Players see the words that the whole party or their own characters heard.

    A private talk, words in a room with a part of the party, and a handout for one hero reach only those who were there. Words for
    everybody are for heroes who join later as well.
    """
    return [_words_json(e) for e in islice(heard(past, members, whole, mine), MOST_WORDS)]


def heard(past: Past, members: Sequence[Thing], whole: bool, mine: Collection[str]) -> Iterator[JournalEntry]:
    """The entries that the readers may read, newest first."""
    own = {m.name for m in members if m.id in mine}
    joined = {m.id: _joined_at(m, past.commits) for m in members}

    def is_for_all(entry: JournalEntry) -> bool:
        return _is_for_all(entry, [m.name for m in members if joined[m.id] <= entry.rev])

    shown = [e for e in past.entries if whole or (e.is_heard and (is_for_all(e) or _is_for(e, own)))]
    return _each_page_once(reversed(shown), whole)


def _each_page_once(newest_first: Iterable[JournalEntry], whole: bool) -> Iterator[JournalEntry]:
    """The entries without a handout that was given again; the game master sees it once for each reader."""
    given: set[tuple[str, str | None]] = set()
    for entry in newest_first:
        page = (entry.text, entry.to if whole else None)
        if entry.entry != HANDOUT or page not in given:
            yield entry
        if entry.entry == HANDOUT:
            given.add(page)


def _joined_at(member: Thing, commits: Sequence[Commit]) -> int:
    """The rev in which the member was made, or, if these commits show it, joined the party."""
    made, _, _ = order_made(member)
    changed = (c.rev for c in commits for e in c.events if isinstance(e, Changed) and (e.id, e.path) == (member.id, _MEMBERSHIP) and e.now)
    return max((made, *changed))


def _is_for_all(entry: JournalEntry, party: Sequence[str]) -> bool:
    """Whether everybody who was in the party heard it. Members of the same name are counted one by one, because a name does not show which
    of them heard the entry. A handout to nobody in particular is for every player.
    """
    if entry.to is not None or entry.is_private:
        return False
    if entry.heard is None or entry.entry == HANDOUT:
        return entry.by is None
    return bool(party) and len(entry.heard) >= len(party) and {*party} <= {*entry.heard}


def _is_for(entry: JournalEntry, own: set[str]) -> bool:
    return bool(own & {entry.by, entry.to, *(entry.heard or ())})


def _words_json(entry: JournalEntry) -> Json:
    return {"rev": entry.rev, "kind": entry.entry, "by": entry.by or "", "to": entry.to or "", "text": entry.text}
