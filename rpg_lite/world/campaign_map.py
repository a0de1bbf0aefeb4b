"""The map of a campaign as a plan, to write it into a file: rooms, exits, creatures, things that lie in rooms, and quests.

A plan holds a map before play. What it cannot say is left out, and named: what creatures carry, whatever differs from a new thing of its
kind, how quests stand, and who is in the party.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from typing import Any

from pydantic import ValidationError

from rpg_lite.rules import names
from rpg_lite.rules.document_faults import faults_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.map_plans import MOST_CREATURES, MOST_IN_ROOM, MOST_QUESTS, MOST_ROOMS, Plan
from rpg_lite.world.quest_graph import quests_of
from rpg_lite.world.states import RoomState
from rpg_lite.world.things import WORLD_ID, Exit, Thing, World, order_made

Json = dict[str, Any]


class NoMap(ValueError):
    """The campaign has no map that a plan can hold; the text says why."""


@dataclass(slots=True)
class WrittenMap:
    """A plan, and what it leaves out."""

    plan: Plan
    left_out: tuple[str, ...]


@dataclass(slots=True)
class _Writer:
    world: World
    book: Rulebook
    left_out: list[str] = field(default_factory=list)


def written_map(world: World, book: Rulebook) -> WrittenMap:
    """The plan of a whole campaign. Raises NoMap."""
    rooms = _rooms(world)
    if not rooms:
        raise NoMap("the campaign has no rooms")
    if len(rooms) > MOST_ROOMS:
        raise NoMap(f"the campaign has {len(rooms):,} rooms; a map has at most {MOST_ROOMS}")
    writer = _Writer(world, book)
    told = [_room(writer, room, {r.id for r in rooms}) for room in rooms]
    whole = {"name": _without_semicolons(world.campaign.name), "rooms": told, "entrance": rooms[0].name, "quests": list(_quests(writer))}
    try:
        plan = Plan.model_validate(whole)
    except ValidationError as error:
        place, why = faults_of(error, Plan)[0]
        raise NoMap(f"{place}: {why}") from None
    return WrittenMap(plan, tuple(writer.left_out))


def _without_semicolons(text: str) -> str:
    """The text with commas, because a semicolon would end it in a map."""
    return text.replace(";", ",")


def _quests(writer: _Writer) -> Iterator[Json]:
    """The quests and their parts, each after everything that it stands under."""
    graph = quests_of(writer.world)
    order = [*TopologicalSorter({id: graph.parents(id) for id in graph.nodes}).static_order()]
    for id in order[:MOST_QUESTS]:
        node = graph.nodes[id]
        if node.quest.status != "pending":
            writer.left_out.append(f"how {node.name} stands")
        yield {
            "name": _without_semicolons(node.name), "kind": node.quest.kind, "under": [_without_semicolons(graph.nodes[p].name) for p in graph.parents(id)],
            "public": node.quest.is_public, "text": node.quest.text or "",
        }  # fmt: skip
    if len(order) > MOST_QUESTS:
        writer.left_out.append(f"{len(order) - MOST_QUESTS} lines of quests")


def _rooms(world: World) -> list[Thing]:
    """The rooms of the map in the order of their making; Home only if an exit leads there."""
    joined = {room for way in world.exits.values() for room in (way.from_room, way.to_room)}
    found = [t for t in world.things.values() if t.kind == "room" and (t.parent_id != WORLD_ID or t.id in joined)]
    return sorted(found, key=order_made)


def _room(writer: _Writer, room: Thing, known: set[str]) -> Json:
    state: RoomState = room.room
    ways = [w for w in writer.world.exits.values() if w.from_room == room.id and _is_written_here(writer.world, w)]
    told: Json = {
        "name": room.name,
        "description": room.state.description or "",
        "vibe": state.vibe or "",
        "outside": state.is_outside,
        "notes": list(state.notes)[:MOST_IN_ROOM],
        "ways": [_way(writer.world, way) for way in ways if way.to_room is None or way.to_room in known][:MOST_IN_ROOM],
        "things": list(_things(writer, room))[:MOST_IN_ROOM],
        "creatures": list(_creatures(writer, room))[:MOST_IN_ROOM],
    }
    told |= {"at": dict(state.at)} if state.at else {}
    told |= {"light": state.light} if state.light else {}
    if room.state.traps:
        writer.left_out.append(f"{len(room.state.traps)} traps of {room.name}")
    return told


def _is_written_here(world: World, way: Exit) -> bool:
    """Whether this side of a two-way exit is the one that is written: the side that was made first."""
    other = world.exits.get(way.back or "")
    return other is None or [*world.exits].index(way.id) < [*world.exits].index(other.id)


def _way(world: World, way: Exit) -> Json:
    other = world.exits.get(way.back or "")
    told: Json = {
        "label": way.label, "direction": way.direction, "kind": way.kind, "state": way.state, "hidden": way.hidden, "key": way.key_name,
        "dc": way.dc, "minutes": way.minutes, "note": way.note,
    }  # fmt: skip
    if way.to_room is not None:
        told |= {"to": world.things[way.to_room].name, "back": other.label if other else None, "oneWay": other is None}
    return told


def _things(writer: _Writer, room: Thing) -> Iterator[Json]:
    """What lies in the room and in its bags, a bag before its contents."""
    waiting: list[tuple[Thing, str | None]] = [(t, None) for t in writer.world.bag_of(room.id)]
    for thing, inside in waiting:
        if thing.kind not in ("item", "container"):
            continue
        told = _thing(writer, thing, inside)
        if told is None:
            writer.left_out.append(f"{thing.name} in {room.name}")
            continue
        yield told
        waiting += [(t, thing.name) for t in writer.world.bag_of(thing.id)]


def _thing(writer: _Writer, thing: Thing, inside: str | None) -> Json | None:
    """The thing as loot; None if only its own document describes it and it is more than plain."""
    item = bearers.item_of(thing, writer.book)
    known = writer.book.find(item.name) is not None
    if not known and (item.modifiers or item.weapon_stats or item.armor_stats or item.on_use):
        return None
    told: Json = {"item": item.name, "quantity": thing.quantity, "inside": inside, "own": not known}
    told |= {"unidentified": True} if known and not thing.item.is_identified else {}
    told |= {"called": thing.name} if thing.name != item.name else {}
    told |= {"lb": round(item.weight)} if not known and item.weight and item.weight >= 1 else {}
    state = thing.state
    told |= {"locked": state.is_locked, "key": state.key_name, "dc": state.dc, "tags": list(state.tags)}
    if state.traps or state.opens or state.is_hidden:
        writer.left_out.append(f"what {thing.name} hides or works")
    return told


def _creatures(writer: _Writer, room: Thing) -> Iterator[Json]:
    """Everybody in the room but the party: creatures of the book by their kind, others with their sheets."""
    kinds: dict[tuple[str, str, str], int] = {}
    for one in writer.world.bag_of(room.id):
        if one.kind != "character" or one.creature.is_member or bearers.is_dead(one):
            continue
        kind = names.without_number(one.name)
        written = writer.book.creatures.get(names.fold(kind))
        looks, note = one.state.description or "", one.creature.secret or ""
        if written is not None:
            kind_told = str(written["character"]["name"]), _without_semicolons(looks), note
            kinds[kind_told] = kinds.get(kind_told, 0) + 1
        else:
            own = {"character": dict(one.creature.sheet.document)}
            yield {"creature": one.name, "looks": _without_semicolons(looks), "note": note, "own": own}
        if any(t.kind in ("item", "container") for t in writer.world.bag_of(one.id)):
            writer.left_out.append(f"what {one.name} carries")
    for (called, looks, note), count in kinds.items():
        for n in range(0, count, MOST_CREATURES):
            yield {"creature": called, "count": min(MOST_CREATURES, count - n), "looks": looks, "note": note}


def told(left_out: Sequence[str]) -> str:
    """The sentence about what is missing; empty if nothing is."""
    return f"Left out: {', '.join(dict.fromkeys(left_out))}." if left_out else ""
