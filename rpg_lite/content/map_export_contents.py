"""The things and the creatures of a room as entries of a plan. Everything that an entry cannot say is noted by name."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from rpg_lite.content.map_export_creatures import Dwelling, beyond, dwellings_of
from rpg_lite.content.map_export_words import ExportNotes, as_title, trap_left
from rpg_lite.mechanics.items import item_moves, template_lookup
from rpg_lite.rules import names
from rpg_lite.rules.items import Item
from rpg_lite.rules.prices import price_text
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.space.squares import square_name
from rpg_lite.world import map_plans, placed_traps, thing_stats
from rpg_lite.world.shop_lookup import shop_around
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]
_OF_LOOT: Final = frozenset(
    ("template", "item", "state", "hidden", "dcToFind", "locked", "keyName", "dc", "opens", "tags", "shop", "price", "traps", "spot")
)
_OF_LOOT_STATE: Final = frozenset(("base", "variant", "identified"))


@dataclass(frozen=True, slots=True)
class RoomContents:
    things: list[Json]
    creatures: list[Json]


def contents_of(world: World, room: Thing, book: Rulebook, notes: ExportNotes, opens: Mapping[str, Json]) -> RoomContents:
    """The entries of a room. `opens`: id of a thing → the exit that it opens by its load."""
    people = dwellings_of(world, room, book, notes)
    return RoomContents(list(_Things(world, room, book, notes, opens, people).written()), [one.entry for one in people])


@dataclass(slots=True)
class _Placed:
    """A thing that is written, and its container; `name`: the name under which its contents find it."""

    thing: Thing
    item: Item
    name: str
    inside: "_Placed | Dwelling | None"

    @property
    def is_own(self) -> bool:
        return self.thing.item.template is None


class _Things:
    def __init__(
        self, world: World, room: Thing, book: Rulebook, notes: ExportNotes, opens: Mapping[str, Json], people: list[Dwelling]
    ) -> None:  # fmt: skip
        self._world, self._room, self._book, self._notes, self._opens, self._people = world, room, book, notes, opens, people

    def written(self) -> Iterator[Json]:
        placed = list(self._place())
        holders = {id(p.inside) for p in placed if p.inside is not None}
        self._name_containers_apart(placed, holders)
        yield from (self._entry(p, id(p) in holders) for p in placed)

    def _place(self) -> Iterator[_Placed]:
        """The things on the floor, then those in hands, a bag before its contents."""
        floor = (t for t in self._world.bag_of(self._room.id) if t.kind in ("item", "container"))
        waiting: list[tuple[Thing, _Placed | Dwelling | None]] = [(t, None) for t in floor]
        waiting += [(t, one) for one in self._people for t in one.carries]
        for thing, inside in waiting:
            item = thing_stats.item_of(thing, self._book)
            if not self._is_writable(thing, item):
                self._notes.leave_out(f"{thing.name} in {self._room.name}")
                waiting += [(t, inside) for t in self._world.bag_of(thing.id)]
                continue
            yield (placed := _Placed(thing, item, as_title(thing.name), inside))
            waiting += [(t, placed) for t in self._added_contents(thing)]

    def _is_writable(self, thing: Thing, item: Item) -> bool:
        """Whether an entry can name the thing: as an item of the rulebook by its name, or as a thing of the map that does nothing."""
        if thing.item.template is None:
            return not (item.modifiers or item.weapon_stats or item.armor_stats or item.on_use)
        return template_lookup.pick_of(item.name, None, None, self._book) == thing_stats.pick_of(thing)

    def _added_contents(self, thing: Thing) -> list[Thing]:
        """The contents of a thing beyond those with which its template fills a new one, if they fit beside them."""
        template = self._book.templates.get(thing.item.template or "")
        given = Counter[Pick]()
        for content in template.contents if template else ():
            given[cast(Pick, self._book.find(content.item))] += content.quantity
        added = list(beyond(given, thing_stats.pick_of, self._world.bag_of(thing.id), self._world))
        if missing := +given:
            self._notes.leave_out(f"what is missing from {thing.name}")
            pounds = sum(item.weight or 0 for pick in missing.elements() if (item := self._book.item(pick)))
            if added and item_moves.too_full(self._world, thing, pounds, self._book, "inside"):
                self._notes.leave_out(f"what was put into {thing.name}")
                return []
        return added

    def _name_containers_apart(self, placed: list[_Placed], holders: set[int]) -> None:
        """Give a container another name if several things in the room have its name, because its contents name it."""
        taken = Counter(names.fold(p.name) for p in placed) + Counter(names.fold(one.name) for one in self._people if one.is_single)
        for each in placed:
            if id(each) not in holders or taken[names.fold(each.name)] < 2:
                continue
            taken[names.fold(each.name)] -= 1
            name = next(f"{each.name} {n}" for n in range(2, len(taken) + 3) if not taken[names.fold(f"{each.name} {n}")])
            self._notes.leave_out(f"the name of another {each.name}, which is {name}")
            each.name, taken[names.fold(name)] = name, 1

    def _entry(self, placed: _Placed, holds: bool) -> Json:
        thing, item, state = placed.thing, placed.item, placed.thing.state
        latch = self._opens.get(thing.id) if placed.is_own else None
        inside, called = placed.inside, as_title(item.name)
        entry: Json = {"item": called, "quantity": thing.quantity, "own": placed.is_own, "inside": inside.name if inside else None}
        entry |= {"called": placed.name} if placed.name != called else {}
        entry |= {"locked": state.is_locked, "key": as_title(state.key_name) if state.key_name else None, "dc": state.dc or None}
        entry |= {"tags": list(state.tags), "opens": latch, "shop": state.shop.document if state.shop else None}
        if state.price is not None and shop_around(self._world, thing.id):
            entry["price"] = price_text(state.price)
        if state.is_hidden and inside is None:
            entry |= {"hidden": True, "find": state.dc_to_find}
        spot = thing.state.spot
        if spot is not None and spot.room == self._room.id == thing.parent_id and inside is None:
            entry["at"] = square_name((spot.x, spot.y), spot.z)
        if not placed.is_own and not thing.item.is_identified:
            entry["unidentified"] = True
        if placed.is_own:
            entry |= self._plain(placed, holds)
        self._note_state(placed)
        return entry | trap_left(placed_traps.trap_of(self._world, thing), thing.name, self._notes)

    def _plain(self, placed: _Placed, holds: bool) -> Json:
        """The weight of a thing of the map."""
        weight = {"lb": whole} if placed.item.weight and (whole := round(placed.item.weight)) >= 1 else {}
        is_bag = holds or placed.thing.id in self._opens or placed.thing.state.shop is not None
        made = Item.model_validate(map_plans.plain_thing(placed.item.name, weight.get("lb"), is_bag)).to_document()
        if made != placed.item.to_document():
            self._notes.leave_out(f"what {placed.thing.name} is beyond a plain thing")
        return weight

    def _note_state(self, placed: _Placed) -> None:
        thing = placed.thing
        if set(thing.body) - _OF_LOOT or set(thing.item.state) - _OF_LOOT_STATE or (thing.state.is_hidden and placed.inside is not None):
            self._notes.leave_out(f"the state of {thing.name}")
