"""The inventory, with ✓ for things in use, · for other things here and ○ for things not in use; ids appear only in the data."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.operations.campaign.inventory import InventoryResult
from rpg_lite.rules.equipment_slots import in_order
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import unidentified
from rpg_lite.views.holdings import MOST_LISTED, label
from rpg_lite.world.tools_in_use import CAPABILITIES, kept_from_players, layer_of
from rpg_lite.world.world_model import InUse, Thing, World

Json = dict[str, Any]

NARROWEST: Final = 18
FEW_VERBS: Final = 12
"""More verbs of the game than these are counted instead of listed, because they would hide what lies in the room."""
"""The minimum width of the column of names, which aligns short lists."""


@dataclass(frozen=True, slots=True)
class InventoryLine:
    """One thing in a list: its mark, its displayed name, the text in brackets, and its depth in bags."""

    mark: str
    thing: Thing
    name: str
    beside: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """All lists of one inventory; `carried`: one list for each bag."""

    room: Thing | None
    used: tuple[InventoryLine, ...]
    contents: tuple[InventoryLine, ...]
    hidden: tuple[InventoryLine, ...]
    carried: tuple[tuple[Thing, tuple[InventoryLine, ...]], ...]
    unused: tuple[InventoryLine, ...]


def show_inventory(world: World, room: Thing | None, found: InventoryResult, book: Rulebook, *, players: bool) -> Shown:
    world = unidentified.as_players_see(world, book) if players else world
    secret = kept_from_players(world) if players else frozenset()
    known = [world.things[id] for id in found.used if id in world.things and id not in secret]
    own = {*found.bags, *([room.id] if room else [])}
    lying = [t for t in world.bag_of(room.id) if t.kind not in ("character", "room") and t not in known] if room else []
    contents = [(t, InventoryLine("·", t, _name(world, t, book))) for t in lying]
    unused = [world.things[id] for id in found.unused if id in world.things]
    return Shown(
        room,
        tuple(InventoryLine("✓", t, _name(world, t, book), _source(world, t, own)) for t in known),
        tuple(line for t, line in contents if not t.state.is_hidden),
        tuple(line for t, line in contents if t.state.is_hidden),
        tuple((bag, tuple(_list_carried(world, bag, known, book, players))) for id in found.bags if (bag := world.things.get(id))),
        tuple(InventoryLine("○", t, _name(world, t, book), _place(world, t)) for t in unused if t.kind == "tool" or not players),
    )


def _name(world: World, thing: Thing, book: Rulebook) -> str:
    return thing.qualified_name or thing.name if thing.kind in CAPABILITIES else label(world, thing, book)


def _place(world: World, thing: Thing) -> str:
    around = world.things.get(thing.parent_id or "")
    return around.name if around else "?"


def _source(world: World, thing: Thing, own: set[str]) -> str:
    """The origin of a thing, and whether it is available; empty for the game's own verbs and for things in this place."""
    around = world.things.get(thing.parent_id or "")
    if around is None or around.id in own or (around.is_frame and thing.available):
        return ""
    if around.kind == "mcp" or not thing.available:
        return f"{around.name}, {'available' if thing.available else 'not available'}"
    return around.name


def _list_carried(world: World, bag: Thing, used: Sequence[Thing], book: Rulebook, players: bool) -> Iterator[InventoryLine]:
    """Yield the worn things in slot order, then the other things, each with its contents."""
    rows = world.worn_by.get(bag.id, {})
    inside = [t for t in world.bag_of(bag.id) if t not in used]
    worn = sorted((t for t in inside if t.id in rows and rows[t.id].slot), key=lambda t: in_order(rows[t.id].slot))
    for thing in worn:
        yield InventoryLine("✓", thing, _name(world, thing, book), _slot(rows[thing.id]))
        yield from _within(world, thing, book, players, 1)
    for thing in inside:
        if thing not in worn:
            yield InventoryLine("·", thing, _name(world, thing, book))
            yield from _within(world, thing, book, players, 1)


def _slot(row: InUse) -> str:
    return f"{row.slot}, both hands" if row.grip == "two" else str(row.slot)


def _within(world: World, bag: Thing, book: Rulebook, players: bool, depth: int) -> Iterator[InventoryLine]:
    """The contents of a thing; players do not see the contents of locked things."""
    for thing in () if players and bag.state.is_locked else world.bag_of(bag.id):
        yield InventoryLine("·", thing, _name(world, thing, book), depth=depth)
        yield from _within(world, thing, book, players, depth + 1)


# ── text ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def as_text(inventory: Shown, scope: str | None, *, players: bool, full: bool = False) -> str:
    """The lists as text (in full, without a cut): carried things first, and the game's own verbs only on request, and only a few of them in a room."""
    verbs = scope in ("here", "all")
    own = [line for line in inventory.used if line.thing.kind == "tool" and layer_of(line.thing) == "internal"]
    are_many = scope == "here" and not full and len(own) > FEW_VERBS
    used = tuple(line for line in inventory.used if line not in own or (verbs and not are_many))
    about = [("Equipped:" if verbs else "In use:", used), ("Room contents:", inventory.contents)]
    carried = [(f"{who.name} carries:", lines) for who, lines in inventory.carried]
    lists = [*(about + carried if verbs else carried + about), ("Available to equip:", inventory.unused)]
    parts = [
        "\n".join((title, *_lines(lines, full))) if lines else f"{title} nothing." for title, lines in lists if lines or "carries" in title
    ]
    if are_many:
        parts.append(f"In use here are also {len(own)} verbs of the game (scope all lists them).")
    if inventory.hidden and not players:
        parts.append(f"Hidden (game master only): {', '.join(line.name for line in inventory.hidden)}")
    return "\n\n".join(parts) or "Nobody here carries anything, and nothing lies on the floor."


def _lines(lines: Sequence[InventoryLine], full: bool) -> Iterator[str]:
    """Yield one line for each thing, with the brackets aligned."""
    cut = lines if full else lines[:MOST_LISTED]
    width = max(NARROWEST, *(len(line.name) + 2 for line in cut if line.beside), 0)
    for line in cut:
        told = f"{line.name.ljust(width)}[{line.beside}]" if line.beside else line.name
        yield f"{'  ' * (line.depth + 1)}{line.mark} {told}"
    if len(lines) > len(cut):
        yield f"  and {len(lines) - len(cut)} more (detail full shows all)"


# ── data ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def as_data(inventory: Shown, world: World, *, players: bool) -> Json:
    def rows(lines: Sequence[InventoryLine]) -> list[Json]:
        return [_row(line, world, players) for line in lines]

    return {
        "room": {"id": inventory.room.id, "name": inventory.room.name} if inventory.room else None,
        "equipped": rows(inventory.used),
        "contents": rows(inventory.contents),
        "carried": [{"id": who.id, "name": who.name, "things": rows(lines)} for who, lines in inventory.carried],
        "available": rows(inventory.unused),
        **({"hidden": rows(inventory.hidden)} if inventory.hidden and not players else {}),
    }


def _row(line: InventoryLine, world: World, players: bool) -> Json:
    """One thing as data. Only the game master sees the text of notes."""
    thing = line.thing
    told: Json = {"id": thing.id, "kind": thing.kind, "name": thing.name, "parentId": thing.parent_id}
    if thing.kind in CAPABILITIES:
        said = {"description": thing.state.description, "content": thing.note.content, "uri": thing.note.uri}
        says = {} if players else {k: v for k, v in said.items() if v}
        return told | {"qualifiedName": thing.qualified_name, "available": thing.available, "from": _place(world, thing)} | says
    row = world.row_of(thing.id)
    return told | {"quantity": thing.quantity} | ({"slot": row.slot} if row else {})
