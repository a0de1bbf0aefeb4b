"""The people here, the exits and the known rooms: as text without ids, as data with them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from rpg_lite.decision.targets import party_of
from rpg_lite.mechanics.places import hidden_finds, room_lookup
from rpg_lite.rules.creature_flags import BANISHED, ETHEREAL
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views import turn_order, unidentified
from rpg_lite.views.bearer import conditions_text, dying_text
from rpg_lite.views.rooms import beyond, is_unseen, marks_of, people_seen, way_json
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Exit, Thing, World

Json = dict[str, Any]
StatsOf = Callable[[World, Thing], EffectiveStats]

MOST_LISTED: Final = 60


def align_rows(rows: Iterable[Sequence[str]]) -> list[str]:
    """Align rows in columns with two spaces between them; a cut list gives the number of rows left out."""
    shown = list(rows)
    widths = [max(map(len, column), default=0) for column in zip(*shown[:MOST_LISTED], strict=True)]
    lines = ["  " + "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in shown[:MOST_LISTED]]
    return lines + ([f"  and {len(shown) - MOST_LISTED} more"] if len(shown) > MOST_LISTED else [])


# ── people ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def who_text(world: World, room: Thing, stats_of: StatsOf, book: Rulebook, *, players: bool) -> str:
    """The people here, then the party members elsewhere."""
    seen = unidentified.as_players_see(world, book)
    here = _people(seen, room, players and is_unseen(seen, room, book))
    rows = [
        (p.name, "party" if p.creature.is_member else "other", _state_of(world.things[p.id], stats_of(world, world.things[p.id]), players))
        for p in here
    ]
    lines = [f"In {room.name}:", *align_rows(rows)] if rows else [f"Nobody is in {room.name}."]
    hidden = [p.name for p in _people(world, room) if p.id not in seen.things]
    lines += [f"Hidden (game master only): {', '.join(hidden)}"] if hidden and not players else []
    elsewhere = [f"{m.name} in {r.name}" if r else f"{m.name} in no room" for m, r in _elsewhere(world, room)]
    lines += [f"Elsewhere: {', '.join(elsewhere)}."] if elsewhere else []
    return "\n".join(filter(None, [*lines, turn_order.text(seen if players else world, room)]))


def who_json(world: World, room: Thing, stats_of: StatsOf, book: Rulebook, *, players: bool) -> Json:
    seen = unidentified.as_players_see(world, book)
    people = _people(seen if players else world, room, players and is_unseen(seen, room, book))
    shown = [_person(world.things[p.id], stats_of(world, world.things[p.id]), players, p.id not in seen.things) for p in people]
    elsewhere = [{"id": m.id, "name": m.name, "room": _name_thing(r) if r else None} for m, r in _elsewhere(world, room)]
    fight = turn_order.as_data(seen if players else world, room)
    return {"room": _name_thing(room), "people": shown, "elsewhere": elsewhere, **({"fight": fight} if fight else {})}


def _people(world: World, room: Thing, is_dark: bool = False) -> list[Thing]:
    """The people in the room, the party first; in a room that is dark to the party, only the party."""
    return sorted(people_seen(world, room, is_dark), key=lambda p: not p.creature.is_member)


def _elsewhere(world: World, room: Thing) -> list[tuple[Thing, Thing | None]]:
    return [(m, at) for m in party_of(world) if (at := world.room_of(m.id)) != room]


def _state_of(person: Thing, stats: EffectiveStats, players: bool) -> str:
    """The hit points of a creature, its visible wounds, and its conditions. Players learn only the party's numbers."""
    mark = mark_of(person, stats)
    knows = person.creature.is_member or not players
    hp = f"HP {stats.hp}/{stats.hp_max.value}" if knows and stats.hp_max else ""
    wound = "" if hp and mark == "unhurt" else mark
    state = "" if thing_stats.is_dead(person) else conditions_text(stats)
    gone = next((plane for plane in (BANISHED, ETHEREAL) if plane in stats.flags), "")
    return ", ".join(filter(None, (hp, wound, gone, state, dying_text(person) if knows else "")))


def mark_of(person: Thing, stats: EffectiveStats) -> str:
    """A word for how hurt the creature looks; empty if unknown."""
    if thing_stats.is_dead(person):
        return "dead"
    if stats.hp_max is None or stats.hp is None:
        return ""
    if stats.hp <= 0:
        return "down"
    return "bloodied" if 2 * stats.hp <= stats.hp_max.value else "hurt" if stats.hp < stats.hp_max.value else "unhurt"


def _person(person: Thing, stats: EffectiveStats, players: bool, hidden: bool) -> Json:
    knows = person.creature.is_member or not players
    return {
        "id": person.id,
        "name": person.name,
        "party": person.creature.is_member,
        "mark": mark_of(person, stats),
        "dead": thing_stats.is_dead(person),
        "conditions": list(stats.conditions_active),
        **({"hp": {"value": stats.hp, "max": stats.hp_max.value if stats.hp_max else None}} if knows else {}),
        **({"deathSaves": tally} if knows and (tally := dying_text(person)) else {}),
        **({"banished": True} if BANISHED in stats.flags else {}),
        **({"ethereal": True} if ETHEREAL in stats.flags else {}),
        **({"hidden": True} if hidden else {}),
    }


def _name_thing(thing: Thing) -> Json:
    return {"id": thing.id, "name": thing.name}


# ── exits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def exits_text(world: World, room: Thing, *, players: bool) -> str:
    shown = [f"  {_way(world, w, players)}" for w in room_lookup.visible_exits(room_lookup.ways_of(world, room.id))]
    lines = [f"Exits from {room.name}:", *shown] if shown else [f"Exits from {room.name}: none."]
    hidden = [] if players else [_way(world, w, players) for w in hidden_finds.hidden_ways(world, room.id)]
    return "\n".join([*lines, *([f"Hidden (game master only): {'; '.join(hidden)}"] if hidden else [])])


def _way(world: World, way: Exit, players: bool) -> str:
    """An exit in words: "north → Studio (locked door, one way)"."""
    plain = "" if way.kind in ("passage", "portal") and way.state == "open" else f"{way.state} {way.kind.replace('_', ' ')}"
    marks = [plain, *(() if players else marks_of(way))]
    told = ", ".join(filter(None, marks))
    return f"{way.label} → {beyond(world, way, players)}" + (f" ({told})" if told else "")


def exits_json(world: World, room: Thing, *, players: bool) -> Json:
    ways = room_lookup.ways_of(world, room.id)
    return {
        "room": _name_thing(room),
        "exits": [way_json(world, w, players) for w in (room_lookup.visible_exits(ways) if players else ways)],
    }


# ── rooms ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def rooms_text(rooms: Sequence[tuple[Thing, str]], everything: bool) -> str:
    head = "All rooms:" if everything else "Rooms the party knows:"
    return "\n".join((head, *align_rows((room.name, how) for room, how in rooms)))


def rooms_json(rooms: Sequence[tuple[Thing, str]]) -> Json:
    return {"rooms": [{**_name_thing(room), "known": how} for room, how in rooms]}
