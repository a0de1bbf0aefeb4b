"""What the page tells of the past: where the party went and what befell it, its rolls, and the words that it heard.

This is not the game master's chronicle: for players, it lists only what the page shows anyway, the dice of the party's own rolls, and words
that everybody heard, so it cannot hold a secret.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.operations.mechanics.rolls import LUCK
from rpg_lite.world import body_paths
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.events import Changed, Event, Moved, Rolled
from rpg_lite.world.kept_json import Body
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.past_records import Commit, JournalEntry
from rpg_lite.world.things import Thing, World

Json = dict[str, Any]

MOST_TOLD: Final = 8
MOST_ROLLS: Final = 12
MOST_WORDS: Final = 20
_ROLLER: Final = re.compile(r" (c[0-9]+\.[0-9]+)\b")
"""The first creature that the key of a roll names is the one that rolls."""
_INITIATIVE: Final = "initiative "


def tell_events(commits: Iterable[Commit], members: Sequence[Thing], chart: Chart) -> list[Json]:
    """The party's latest events, newest first: moves, hit points, conditions. The result has the form [{"rev", "text"}]."""
    party = {m.id: m.name for m in members}
    rooms = {room.id: room.name for room in chart.rooms if room.id in chart.visited}
    lines = ({"rev": c.rev, "text": text} for c in commits if (text := "; ".join(_befell(c.events, party, rooms))))
    return [line for line, _ in zip(lines, range(MOST_TOLD), strict=False)]


def _befell(events: Sequence[Event], party: Mapping[str, str], rooms: Mapping[str, str]) -> Iterator[str]:
    walked: dict[str, dict[str, str]] = {}
    for event in events:
        if isinstance(event, Moved) and event.id in party and event.to in rooms:
            walked.setdefault(event.to, {})[event.id] = party[event.id]
    yield from (_came([*who.values()], rooms[room], len(party) == len(who)) for room, who in walked.items())
    for event in events:
        if isinstance(event, Changed) and event.id in party:
            yield from (f"{party[event.id]} {what}" for what in _change(event))


def _change(event: Changed) -> Iterator[str]:
    if event.path == body_paths.HP and event.was is not None and event.now is not None:
        yield f"{event.was} → {event.now} HP"
    elif event.path == body_paths.DEAD and event.now:
        yield "dies"
    elif event.path == body_paths.CONDITIONS:
        was, now = _names(event.was), _names(event.now)
        yield from (f"is {name}" for name in now if name not in was)
        yield from (f"is no longer {name}" for name in was if name not in now)


def _names(conditions: Sequence[Body] | None) -> list[str]:
    return [Lasting.of(condition).name for condition in conditions or ()]


def _came(who: Sequence[str], room: str, is_everybody: bool) -> str:
    if len(who) == 1:
        return f"{who[0]} comes to {room}"
    return f"The party comes to {room}" if is_everybody else f"{', '.join(who[:-1])} and {who[-1]} come to {room}"


# ── rolls and words ─────────────────────────────────────────────────────────────────────────────────────────────────


def rolls(commits: Iterable[Commit], world: World, members: Sequence[Thing], whole: bool) -> list[Json]:
    """The latest rolls, newest first. Players see those of the party, which fall before their eyes; the game master sees all.

    A roll against somebody does not say whom: its total is the roller's own number, and the target's numbers are not.
    """
    party = {m.id: m.name for m in members}
    fell = ((c.rev, event) for c in commits for event in reversed(c.events) if isinstance(event, Rolled) and event.for_ != LUCK)
    told = (_roll(rev, event, party, world if whole else None) for rev, event in fell)
    return [roll for roll, _ in zip((r for r in told if r), range(MOST_ROLLS), strict=False)]


def _roll(rev: int, event: Rolled, party: Mapping[str, str], world: World | None) -> Json | None:
    """The roll, or None if nobody of the party rolled it and the reader, without the world, may not see others."""
    who, what = _roller_and_purpose(event, party, world)
    if who is None and world is None:
        return None
    return {"rev": rev, "who": who or "", "what": what, "dice": event.dice, "faces": list(event.faces), "total": event.total}


def _roller_and_purpose(event: Rolled, party: Mapping[str, str], world: World | None) -> tuple[str | None, str]:
    if event.for_.startswith(_INITIATIVE):
        name = event.for_.removeprefix(_INITIATIVE)
        return (name if world or name in party.values() else None), "initiative"
    found = _ROLLER.search(event.key)
    if found is None:
        return None, event.for_
    thing = world.things.get(found.group(1)) if world else None
    return (thing.name if thing else party.get(found.group(1))), event.for_


def words(entries: Sequence[JournalEntry], members: Sequence[Thing], whole: bool, mine: Collection[str]) -> list[Json]:
    """The latest words and handouts, newest first. Players see what the whole party heard, and what their own characters heard.

    A private talk, words in a room where a part of the party is, and a handout for one hero reach only those who were there.
    """
    party = [m.name for m in members]
    own = {m.name for m in members if m.id in mine}
    shown = [e for e in entries if whole or (e.is_heard and (_is_for_all(e, party) or _is_for(e, own)))]
    return [_words_json(e) for e in shown[::-1][:MOST_WORDS]]


def _is_for_all(entry: JournalEntry, party: Sequence[str]) -> bool:
    """Whether everybody in the party heard it. Members of the same name count one by one, because a name does not say which one heard."""
    if entry.to is not None:
        return False
    if entry.heard is None:
        return entry.by is None
    return len(entry.heard) >= len(party) and {*party} <= {*entry.heard}


def _is_for(entry: JournalEntry, own: set[str]) -> bool:
    return bool(own & {entry.by, entry.to, *(entry.heard or ())})


def _words_json(entry: JournalEntry) -> Json:
    return {"rev": entry.rev, "kind": entry.entry, "by": entry.by or "", "to": entry.to or "", "text": entry.text}
