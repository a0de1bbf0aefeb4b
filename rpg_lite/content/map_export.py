"""The map of a campaign as a plan, ready to be written into a file: rooms, exits, creatures, things that lie in rooms, and quests.

A plan describes a map before play. Everything that it cannot hold is left out, and the answer names it: traps that have gone off, the wounds
of creatures, differences between a thing and a new one of its kind, the progress of quests. What the party knows, and its members, belong to
the party and not to the map.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from rpg_lite.content import initial_world
from rpg_lite.content.map_export_contents import contents_of
from rpg_lite.content.map_export_grounds import exit_square, ground_entry
from rpg_lite.content.map_export_words import ExportNotes, as_label, as_title, trap_left
from rpg_lite.rules.document_validation import faults_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import map_plan_validation, placed_traps
from rpg_lite.world.body_paths import different_keys
from rpg_lite.world.kept_json import without_none
from rpg_lite.world.map_plans import MOST_IN_ROOM, MOST_QUESTS, MOST_ROOMS, Plan
from rpg_lite.world.quest_graph import QuestGraph, quests_of
from rpg_lite.world.states import LatchState
from rpg_lite.world.world_model import WORLD_ID, Exit, Thing, World, order_made

Json = dict[str, Any]
_OF_THE_PARTY: Final = frozenset(("seen", "doors", "remembered"))
_OF_A_PLAN: Final = frozenset(("description", "vibe", "outside", "notes", "at", "light", "traps", "map", "ground"))


class NoMap(ValueError):
    """The campaign has no map that a plan can describe; the text gives the reason."""


@dataclass(slots=True)
class WrittenMap:
    """A plan, and the things that it leaves out."""

    plan: Plan
    left_out: tuple[str, ...]


def written_map(world: World, book: Rulebook) -> WrittenMap:
    """The plan of a whole campaign. Raises NoMap."""
    whole = _Writer(world, book)
    rooms = whole.rooms
    if not rooms:
        raise NoMap("the campaign has no rooms")
    if len(rooms) > MOST_ROOMS:
        raise NoMap(f"the campaign has {len(rooms):,} rooms; a map has at most {MOST_ROOMS}")
    try:
        plan = Plan.model_validate(whole.written())
    except ValidationError as error:
        place, why = faults_of(error, Plan)[0]
        raise NoMap(f"{place}: {why}") from None
    if wrong := map_plan_validation.faults(plan):
        raise NoMap(": ".join(wrong[0]))
    return WrittenMap(plan, tuple(whole.notes.left_out))


def told(left_out: Sequence[str]) -> str:
    """The sentence about the things that are missing; empty if nothing is missing."""
    return f"Left out: {', '.join(dict.fromkeys(left_out))}." if left_out else ""


class _Writer:
    def __init__(self, world: World, book: Rulebook) -> None:
        self._world, self._book = world, book
        self.notes = ExportNotes()
        every = _list_rooms(world)
        starts = {room.id: led[0] for room in every if (led := _leads_to(world, room)) and len(led) == 1 and _is_bare(world, room)}
        self.rooms = [room for room in every if room.id not in starts]
        self._known = {room.id: as_title(room.name) for room in self.rooms}
        self._entrance = next((to for to in starts.values() if to in self._known), self.rooms[0].id if self.rooms else "")
        self._latches = dict(self._list_latches())
        sides = (self._world.exits[latch.way] for latch in self._latches.values())
        self._latched = {id for way in sides for id in (way.id, way.back)}

    def written(self) -> Json:
        groups = {room.room.map.id: room.room.map for room in self.rooms if room.room.map}
        only = next(iter(groups.values())) if len(groups) == 1 else None
        head: Json = {"name": as_title(only.name if only else self._world.campaign.name), "entrance": self._known[self._entrance]}
        head |= without_none(level=only.level, heroes=only.heroes) if only else {}
        return {**head, "rooms": [self._room(room) for room in self.rooms], "quests": list(self._quests())}

    def _quests(self) -> Iterator[Json]:
        """The quests and their parts, each after all its parents."""
        graph = quests_of(self._world)
        order = list(_parents_first(graph))
        for id in order[:MOST_QUESTS]:
            node = graph.nodes[id]
            if node.quest.status != "pending":
                self.notes.leave_out(f"how {node.name} stands")
            yield {
                "name": as_title(node.name), "kind": node.quest.kind, "under": [as_title(graph.nodes[p].name) for p in graph.parents(id)],
                "public": node.quest.is_public, "text": node.quest.text or "",
            }  # fmt: skip
        if len(order) > MOST_QUESTS:
            self.notes.leave_out(f"{len(order) - MOST_QUESTS} lines about quests")

    def _room(self, room: Thing) -> Json:
        state, name = room.room, room.name
        ways = [self._way(way) for way in self._world.exits_from.get(room.id, ()) if self._is_written_here(way)]
        opens = {id: self._latch(latch) for id, latch in self._latches.items()}
        contents = contents_of(self._world, room, self._book, self.notes, opens)
        lists: Mapping[str, Sequence[Any]] = {
            "notes": state.notes, "ways": ways, "things": contents.things, "creatures": contents.creatures,
        }  # fmt: skip
        if (more := sum(max(0, len(entries) - MOST_IN_ROOM) for entries in lists.values())) > 0:
            self.notes.leave_out(
                f"{more} more notes, exits, things or creatures of {name}, because a room has at most {MOST_IN_ROOM} of each"
            )
        if set(room.body) - _OF_A_PLAN - _OF_THE_PARTY:
            self.notes.leave_out(f"the rules of {name}")
        written: Json = {
            "name": self._known[room.id], "description": room.state.description or "", "vibe": state.vibe or "",
            "outside": state.is_outside, **{key: list(entries)[:MOST_IN_ROOM] for key, entries in lists.items()},
        }  # fmt: skip
        written |= {"at": dict(state.at)} if state.at else {}
        written |= {"light": state.light} if state.light else {}
        written |= ground_entry(room)
        return written | trap_left(placed_traps.trap_of(self._world, room), name, self.notes)

    def _is_written_here(self, way: Exit) -> bool:
        """Whether a two-way exit is written from this side: the side that was made first, or the only one whose room is written."""
        other = self._world.exits.get(way.back or "")
        return other is None or other.from_room not in self._known or order_made(way) < order_made(other)

    def _way(self, way: Exit) -> Json:
        other, room = self._world.exits.get(way.back or ""), self._known[way.from_room]
        state = way.state
        if way.id in self._latched and state != "locked":
            self.notes.leave_out(f"that {way.label} of {room} is {state}")
            state = "locked"
        written: Json = {
            "label": as_label(way.label), "direction": way.direction, "kind": way.kind, "state": state, "hidden": way.hidden,
            "key": as_title(way.key_name) if way.key_name else None, "dc": way.dc, "minutes": way.minutes, "note": way.note, "square": self._square(way),
        }  # fmt: skip
        if way.to_room in self._known:
            written |= {
                "to": self._known[way.to_room],
                "back": as_label(other.label) if other else None,
                "oneWay": other is None,
                "farSquare": self._square(other),
            }
        return written | trap_left(placed_traps.trap_of(self._world, way), f"{way.label} of {room}", self.notes)

    def _square(self, way: Exit | None) -> str | None:
        """The square inside an exit, if somebody placed it on the ground of its room."""
        return exit_square(self._world.things[way.from_room], way) if way else None

    def _list_latches(self) -> Iterator[tuple[str, LatchState]]:
        """The things of the map that open an exit by their load: an exit that a plan can describe as locked until then."""
        for thing in self._world.things.values():
            latch = thing.state.opens
            if latch is None or not self._lies_on_the_map(thing):
                continue
            way = self._world.exits.get(latch.way)
            if way is None or way.from_room not in self._known or way.kind in ("passage", "portal") or not (way.key_name or way.dc):
                self.notes.leave_out(f"the exit that {thing.name} opens")
            else:
                yield thing.id, latch

    def _lies_on_the_map(self, thing: Thing) -> bool:
        around = tuple(self._world.ancestors(thing.id))
        return any(t.id in self._known for t in around) and all(t.kind != "character" for t in around)

    def _latch(self, latch: LatchState) -> Json:
        """The exit under the label of the side that is written."""
        way = self._world.exits[latch.way]
        here = way if self._is_written_here(way) else self._world.exits[way.back or ""]
        return {"way": as_label(here.label), "room": self._known[here.from_room], "lb": latch.lb}


def _parents_first(graph: QuestGraph) -> Iterator[str]:
    """The quests in the order of their creation, but each after all its parents."""
    done = set[str]()

    def visit(id: str) -> Iterator[str]:
        if id not in done:
            done.add(id)
            for parent in graph.parents(id):
                yield from visit(parent)
            yield id

    for id in graph.nodes:
        yield from visit(id)


def _list_rooms(world: World) -> list[Thing]:
    """The rooms in the order of their creation; Home only if an exit leads there."""
    joined = {room for way in world.exits.values() for room in (way.from_room, way.to_room)}
    found = [t for t in world.things.values() if t.kind == "room" and (t.parent_id != WORLD_ID or t.id in joined)]
    return sorted(found, key=order_made)


def _leads_to(world: World, room: Thing) -> list[str]:
    return list(dict.fromkeys(way.to_room for way in world.exits_from.get(room.id, ()) if way.to_room))


def _is_bare(world: World, room: Thing) -> bool:
    """Whether the room is one that every campaign has, as it was at the beginning. A map was joined to it, and the next campaign has its
    own.
    """
    first = initial_world.first_rooms().get(room.id)
    if first is None or any(not (t.kind == "character" and t.creature.is_member) for t in world.bag_of(room.id)):
        return False
    return room.name == first.name and different_keys(room.body, first.body) <= _OF_THE_PARTY
