"""The creatures of a room as entries of a plan: those of the rulebook by their kind, others with their own sheets."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, TypeVar

from rpg_lite.content.map_export_grounds import RoomPlaces
from rpg_lite.content.map_export_words import ExportNotes, as_title
from rpg_lite.mechanics.heroes import creature_making, sheet_packing
from rpg_lite.mechanics.items import template_lookup
from rpg_lite.mechanics.places.lurking import dc_of_lurker
from rpg_lite.rules import names
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.world import thing_stats
from rpg_lite.world.body_paths import different_keys
from rpg_lite.world.kept_json import canonical
from rpg_lite.world.map_plans import MOST_CREATURES
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]
K = TypeVar("K", bound=Hashable)
_TOLD: Final = frozenset(("description", "secret", "shop", "spot"))
"""The parts of a creature's state that an entry says next to its kind."""
_OF_THE_MOMENT: Final = ("conditions", "effects")


@dataclass(slots=True)
class Dwelling:
    """An entry of creatures. `carries`: the things in the hands of a single creature that others of its kind lack."""

    entry: Json
    carries: list[Thing] = field(default_factory=list)

    @property
    def name(self) -> str:
        return str(self.entry.get("called") or self.entry["creature"])

    @property
    def is_single(self) -> bool:
        return int(self.entry.get("count", 1)) == 1


def dwellings_of(world: World, room: Thing, book: Rulebook, notes: ExportNotes) -> list[Dwelling]:
    """Everybody in the room but the party. Creatures that differ in nothing but their number are one entry."""
    singles = []
    places = RoomPlaces(world, room, book)
    for one in world.bag_of(room.id):
        if one.kind != "character" or one.creature.is_member:
            continue
        if thing_stats.is_dead(one):
            notes.leave_out(f"{one.name}, who is dead{', and what is carried there' if world.bag_of(one.id) else ''}")
            continue
        kind = kind_of(one, book)
        found = _own(world, one, book, notes) if kind is None else _of_the_book(world, one, kind, book, notes)
        singles.append(replace(found, entry=found.entry | places.entry_of(one, notes)))
    _empty_hands(singles, notes)
    return list(_joined(singles))


def _joined(singles: Sequence[Dwelling]) -> Iterator[Dwelling]:
    """The creatures in the order of their creation, equal ones together, those with places apart from those without."""
    alike: dict[Hashable, list[Dwelling]] = {}
    for one in singles:
        kind = {**one.entry, "at": "at" in one.entry}
        alike.setdefault(id(one) if one.carries or "own" in one.entry else canonical(kind), []).append(one)
    for same in alike.values():
        for n in range(0, len(same), MOST_CREATURES):
            part = same[n : n + MOST_CREATURES]
            squares = {"at": ", ".join(one.entry["at"] for one in part)} if "at" in part[0].entry else {}
            yield replace(part[0], entry={**part[0].entry, "count": len(part), **squares})


def _empty_hands(singles: Sequence[Dwelling], notes: ExportNotes) -> None:
    """Leave out what one of several creatures of the same name carries: the map would not know whose it is."""
    called = Counter(names.fold(one.name) for one in singles)
    for one in singles:
        if one.carries and called[names.fold(one.name)] > 1:
            notes.leave_out(f"what one {one.name} carries")
            one.carries.clear()


def kind_of(one: Thing, book: Rulebook) -> str | None:
    """The name of the creature in the rulebook that has exactly this sheet: the one of this name, if it is among them."""
    sheet = one.creature.sheet.document
    alike = [key for key, written in book.creatures.items() if written["character"].get("abilities") == sheet.get("abilities")]
    alike.sort(key=lambda key: key != names.fold(names.without_number(one.name)))
    found = next((key for key in alike if _new(key, book).creature.sheet.document == sheet), None)
    return str(book.creatures[found]["character"]["name"]) if found else None


@lru_cache(maxsize=512)
def _document(key: str, book: Rulebook) -> SheetDocument:
    return SheetDocument.model_validate(book.creatures[key])


@lru_cache(maxsize=512)
def _new(key: str, book: Rulebook) -> Thing:
    """A new creature of this kind."""
    return Thing("", "character", key, None).with_body(creature_making.mold_of(_document(key, book).character, book).body)


def _of_the_book(world: World, one: Thing, kind: str, book: Rulebook, notes: ExportNotes) -> Dwelling:
    key, own = names.fold(kind), names.without_number(one.name)
    lurks = {"effects"} if dc_of_lurker(one) is not None else set()
    if different_keys(one.body, _new(key, book).body) - _TOLD - lurks:
        notes.leave_out(f"the state of {one.name}")
    entry: Json = {"creature": as_title(kind)}
    if names.fold(own) != key:
        entry["called"] = as_title(own if _has_namesakes(world, one) else one.name)
    shop, usual = one.state.shop, _document(key, book)
    entry |= {"shop": shop.document} if shop else {}
    for part, text, given in (
        ("looks", one.state.description, usual.character.description), ("note", one.creature.secret, usual.character.secret),
    ):  # fmt: skip
        if text and text != given:
            entry[part] = as_title(text) if part == "looks" else text
    return Dwelling(entry, _extras(world, one, usual, book, notes))


def _has_namesakes(world: World, one: Thing) -> bool:
    """Whether another creature in the room has the name with another number."""
    own = names.fold(names.without_number(one.name))
    near = (t for t in world.bag_of(one.parent_id or "") if t.kind == "character" and t.id != one.id)
    return any(names.fold(names.without_number(t.name)) == own for t in near)


def _own(world: World, one: Thing, book: Rulebook, notes: ExportNotes) -> Dwelling:
    """The creature with its whole sheet, gear included; conditions and effects belong to the moment."""
    document = sheet_packing.pack(world, one, book)
    moment = [document.pop(part, None) for part in _OF_THE_MOMENT]
    if any(moment) and dc_of_lurker(one) is None:
        notes.leave_out(f"the conditions and effects of {one.name}")
    return Dwelling({"creature": as_title(one.name), "own": document})


# ── what they carry ─────────────────────────────────────────────────────────────────────────────────────────────────


def _extras(world: World, one: Thing, usual: SheetDocument, book: Rulebook, notes: ExportNotes) -> list[Thing]:
    """The things that a new creature of its kind does not carry; note those that this one has lost."""
    kit = Counter[Hashable]()
    for entry in (*usual.equipped, *usual.carried):
        kit[_kind_of_entry(entry if isinstance(entry, str) else entry.item, book)] += 1 if isinstance(entry, str) else entry.quantity
    for coin, count in usual.coins.items():
        kit[_kind_of_entry(coin, book)] += count
    extras = list(beyond(kit, _kind_of_thing, (t for t in world.bag_of(one.id) if t.kind in ("item", "container")), world))
    if +kit:
        notes.leave_out(f"what {one.name} has lost")
    return extras


def beyond(given: Counter[K], kind_of: Callable[[Thing], K], things: Iterable[Thing], world: World) -> Iterator[Thing]:
    """The things beyond the given kinds and quantities; of a stack only what it holds more. `given` is left with what is missing.
    A thing with contents is never a given one, because its contents name it.
    """
    for thing in things:
        kind = kind_of(thing)
        same = 0 if world.bag_of(thing.id) else min(given[kind], thing.quantity)
        given[kind] -= same
        if same < thing.quantity:
            yield replace(thing, quantity=thing.quantity - same)


def _kind_of_entry(item: str | Item, book: Rulebook) -> Hashable:
    return canonical(item.to_document()) if isinstance(item, Item) else template_lookup.pick_of(item, None, None, book)


def _kind_of_thing(thing: Thing) -> Hashable:
    document: Mapping[str, Any] | None = thing.item.document
    return thing_stats.pick_of(thing) if document is None else canonical(document)
