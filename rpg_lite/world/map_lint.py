"""Find faults of a map: unreachable rooms, traps, keys behind their locks, blocks without a lever. The report also lists loops, which are
not faults.

>>> south = Exit("1", "cell", "south", "south", "hall")
>>> lint(Charted({"hall": "Hall", "cell": "Cell"}, (south,), (), "hall")).findings
(MapFinding(code='room_unreachable', names=('Cell',)),)
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Final, Literal

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.trap_lookup import TrapFault, missing_name, trap_of
from rpg_lite.rules.trap_rules import NO_ROOM, PlaceKind, TrapRule
from rpg_lite.world.map_plans import Plan, Room, exits
from rpg_lite.world.world_model import FIRST_ROOM_ID, WORLD_ID, Exit, Thing, World, order_made


def loops(start: str, exits: Iterable[Exit], reachable: AbstractSet[str]) -> Iterator[tuple[str, ...]]:
    """For each exit that closes a loop, yield the rooms of that loop along the shortest paths from the start; all other loops are
    combinations of these.
    """
    pairs = dict.fromkeys(
        (min(w.from_room, w.to_room), max(w.from_room, w.to_room))
        for w in exits
        if w.to_room is not None and w.from_room in reachable and w.from_room != w.to_room
    )
    near: dict[str, list[str]] = {}
    for a, b in pairs:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    parent: dict[str, str | None] = {start: None}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for room in near.get(at, ()):
            if room not in parent:
                parent[room] = at
                waiting.append(room)
    for a, b in pairs:
        if parent[a] != b and parent[b] != a:
            yield tuple(_circle(a, b, parent))


def _circle(a: str, b: str, parent: Mapping[str, str | None]) -> list[str]:
    """Join the paths from both ends up to the room where they meet."""
    up_a, up_b = _path_up(a, parent), _path_up(b, parent)
    shared = set(up_b)
    meets = next(id for id in up_a if id in shared)
    return [*up_a[: up_a.index(meets) + 1], *reversed(up_b[: up_b.index(meets)])]


def _path_up(at: str | None, parent: Mapping[str, str | None]) -> list[str]:
    path: list[str] = []
    while at is not None:
        path.append(at)
        at = parent[at]
    return path


Code = Literal[
    "room_unreachable",
    "room_trap",
    "key_behind",
    "key_missing",
    "block_without_lever",
    "creature_unknown",
    "item_unknown",
    "trap_unknown",
    "trap_in_vain",
    "creature_moved",
    "remark",
]


@dataclass(frozen=True, slots=True)
class Find:
    """The facts about a thing in a room that lint needs. `locks`: the key names of its containers; `lock`: the key name of its own lock.

    `opens`: the id of the exit that opens when the thing is loaded.
    """

    name: str
    room: str
    locks: tuple[str, ...] = ()
    lock: str | None = None
    tags: tuple[str, ...] = ()
    opens: str | None = None


@dataclass(frozen=True, slots=True)
class Charted:
    """A whole map: room id → name, every exit, every key, every locked or tagged thing, and the room where the party enters."""

    rooms: Mapping[str, str]
    exits: Sequence[Exit]
    finds: Sequence[Find]
    start: str


@dataclass(frozen=True, slots=True)
class MapFinding:
    """A fault of a map. `names`: the room, or the lock and its key, or the block and its room, or the missing template, its room and a
    short remark.
    """

    code: Code
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a check. `loops`: for each exit that closes a loop, the rooms along the loop."""

    findings: tuple[MapFinding, ...]
    loops: tuple[tuple[str, ...], ...] = ()


def lint(chart: Charted) -> Report:
    """Check a map. Secret doors count as exits, since somebody may find them. A lock without a key name can be forced or picked."""
    anyway = _reach([chart.start], chart.exits)
    held, reached = _with_keys(chart)
    found = [
        *_unreachable(chart, anyway),
        *_traps(chart, anyway),
        *_locks(chart, anyway, held, reached),
        *_blocks(chart, held, reached),
    ]
    rooms = chart.rooms
    return Report(tuple(found), tuple(tuple(rooms[id] for id in loop) for loop in loops(chart.start, chart.exits, anyway)))


def chart_plan(plan: Plan) -> Charted:
    """Turn a plan without faults into a whole map."""
    rooms, sides = {names.fold(room.name): room.name for room in plan.rooms}, exits(plan)
    labels = {(exit_.from_room, names.fold(exit_.label)): exit_.id for exit_ in sides}
    return Charted(rooms, sides, tuple(f for room in plan.rooms for f in _finds(room, labels)), names.fold(plan.start))


def lacking(plan: Plan, books: Mapping[str, Rulebook]) -> Iterator[MapFinding]:
    """Find creatures and things that are missing from the rulebooks (title → book)."""
    for room in plan.rooms:
        creatures: list[tuple[Code, str, list[str], str]] = [
            (
                "creature_unknown",
                d.creature,
                [t for t, book in books.items() if names.fold(d.creature) not in book.creatures],
                _INSTEAD[bool(d.shop)],
            )
            for d in room.creatures
            if d.own is None
        ]
        things: list[tuple[Code, str, list[str], str]] = [
            ("item_unknown", loot.item, [title for title, book in books.items() if book.find(loot.item) is None], _INSTEAD[False])
            for loot in room.things
            if not loot.own
        ]
        for code, wanted, without, instead in (*creatures, *things):
            if without:
                yield MapFinding(code, (wanted, room.name, _without(without, instead)))
        for given, place, kind in _traps_of(room):
            yield from findings_of_trap(given, place, room.name, kind, books)


def _without(titles: Sequence[str], instead: str) -> str:
    return f"{' and '.join(titles)} {'have' if len(titles) > 1 else 'has'} none; {instead}"


def _traps_of(room: Room) -> Iterator[tuple[str | Mapping[str, Any], str, PlaceKind]]:
    """(trap, its place, the kind of that place) for each trap of a room."""
    doors: Mapping[bool, PlaceKind] = {True: "passage", False: "door"}
    found: list[tuple[str | Mapping[str, Any] | None, str, PlaceKind]] = [
        (room.trap, room.name, "room"),
        *((way.trap, way.label, doors[way.kind in ("passage", "portal")]) for way in room.ways),
        *((loot.trap, loot.name, "thing") for loot in room.things),
    ]
    yield from ((given, place, kind) for given, place, kind in found if given is not None)


def findings_of_trap(
    given: str | Mapping[str, Any], place: str, room: str, kind: PlaceKind, books: Mapping[str, Rulebook], instead: str | None = None
) -> Iterator[MapFinding]:
    """The faults of a map's trap: the rulebooks lack the trap or one of its words, or nothing can trigger it at its place.

    `instead`: the substitute for a trap that the rulebooks lack; by default, that of an import.
    """
    rules = {title: trap_of(given, book) for title, book in books.items()}
    without = {title: name for title, book in books.items() if (name := missing_name(given, book)) is not None}
    if without:
        yield MapFinding("trap_unknown", (next(iter(without.values())), room, _without([*without], instead or _INSTEAD[False])))
    elif isinstance(given, Mapping):
        yield from (MapFinding("trap_unknown", (str(given.get("name")), room, r.why)) for r in rules.values() if isinstance(r, TrapFault))
        if kind != "room" and (given.get("at") or given.get("from")):
            yield MapFinding("trap_unknown", (str(given.get("name")), room, NO_ROOM))
    first = next((rule for rule in rules.values() if isinstance(rule, TrapRule)), None)
    if first is not None and first.cue is None and first.waits_in_vain(kind):
        yield MapFinding("trap_in_vain", (first.name, place, " or ".join(first.trigger)))


_INSTEAD: Final = {False: "an import turns it into a note of the room", True: "a commoner of that name keeps the shop"}
"""Whether a creature keeps a shop → the substitute that an import makes for something that the rulebook lacks."""


def _finds(room: Room, labels: Mapping[tuple[str, str], str]) -> Iterator[Find]:
    by_name = {names.fold(loot.name): loot for loot in room.things}
    for loot in room.things:
        locks, holder = list[str](), loot.inside
        while holder is not None and (outer := by_name.get(names.fold(holder))):
            locks += [outer.key] if outer.locked and outer.key else []
            holder = outer.inside
        opens = labels.get((names.fold(loot.opens.room), names.fold(loot.opens.way))) if loot.opens else None
        yield Find(loot.name, names.fold(room.name), tuple(locks), loot.key if loot.locked else None, loot.tags, opens)


def charted_world(world: World) -> Charted:
    """Turn a whole campaign into a map; the things of the party count as lying in the party's room. Home belongs to the map if an exit
    leads there.
    """
    joined = {room for exit_ in world.exits.values() for room in (exit_.from_room, exit_.to_room)}
    rooms = {t.id: t.name for t in world.things.values() if t.kind == "room" and (t.parent_id != WORLD_ID or t.id in joined)}
    party = [t for t in world.things.values() if t.kind == "character" and t.creature.is_member]
    here = world.room_of(min(party, key=order_made).id) if party else None
    start = here.id if here else FIRST_ROOM_ID
    return Charted(rooms, tuple(world.exits.values()), tuple(_found_in(world, {t.id for t in party}, start)), start)


def _found_in(world: World, party: AbstractSet[str], start: str) -> Iterator[Find]:
    for thing in world.things.values():
        around = [*world.ancestors(thing.id)] if thing.kind == "item" else []
        room = next((t.id for t in around if t.kind == "room"), None)
        if room is None:
            continue
        locks = tuple(key for t in around if (key := _key_of(t)))
        held = any(t.id in party for t in around)
        opens = thing.state.opens.way if thing.state.opens else None
        yield Find(thing.name, start if held else room, locks, _key_of(thing), thing.state.tags, opens)


def _key_of(thing: Thing) -> str | None:
    """The name of the thing's key, if the thing is locked and its lock has a key."""
    return thing.state.key_name or None if thing.state.is_locked else None


# ── reach ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _reach(start: Iterable[str], among: Iterable[Exit], may_pass: Callable[[Exit], bool] = lambda _: True) -> set[str]:
    """The rooms within reach."""
    out: dict[str, list[str]] = {}
    for exit_ in among:
        if exit_.to_room is not None and may_pass(exit_):
            out.setdefault(exit_.from_room, []).append(exit_.to_room)
    return _flood(start, out)


def _flood(start: Iterable[str], out: Mapping[str, Sequence[str]]) -> set[str]:
    seen = set(start)
    waiting = deque(seen)
    while waiting:
        for room in out.get(waiting.popleft(), ()):
            if room not in seen:
                seen.add(room)
                waiting.append(room)
    return seen


def _with_keys(chart: Charted) -> tuple[set[str], set[str]]:
    """The names of all obtainable things, and the rooms within reach, if a key opens its lock only after it was found."""
    held: set[str] = set()
    while True:
        reached = _reach_rooms(chart, held)
        more = {names.fold(f.name) for f in chart.finds if f.room in reached and _in_reach(f, held)}
        if more <= held:
            return held, reached
        held |= more


def _reach_rooms(chart: Charted, held: set[str]) -> set[str]:
    """The rooms within reach with these keys, and through the locks that open when things within reach are loaded."""
    latched: set[str] = set()

    def passable(exit_: Exit) -> bool:
        return _opens(exit_, held, latched)

    while True:
        reached = _reach([chart.start], chart.exits, passable)
        more = _reach_latches(chart, held, reached)
        if more <= latched:
            return reached
        latched |= more


def _reach_latches(chart: Charted, held: set[str], reached: set[str]) -> set[str]:
    """The exits that open when things within reach are loaded."""
    return {f.opens for f in chart.finds if f.opens and f.room in reached and _in_reach(f, held)}


def _opens(exit_: Exit, held: set[str], latched: set[str]) -> bool:
    free = exit_.state != "locked" or exit_.key_name is None or names.fold(exit_.key_name) in held
    return free or exit_.id in latched or exit_.back in latched


# ── findings ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _unreachable(chart: Charted, anyway: set[str]) -> Iterator[MapFinding]:
    yield from (MapFinding("room_unreachable", (name,)) for id, name in chart.rooms.items() if id not in anyway)


def _traps(chart: Charted, anyway: set[str]) -> Iterator[MapFinding]:
    """Find rooms from which no way leads back to the entrance or off the map."""
    back: dict[str, list[str]] = {}
    for exit_ in chart.exits:
        if exit_.to_room is not None:
            back.setdefault(exit_.to_room, []).append(exit_.from_room)
    leads_out = _flood([chart.start, *(w.from_room for w in chart.exits if w.to_room is None)], back)
    yield from (MapFinding("room_trap", (name,)) for id, name in chart.rooms.items() if id in anyway - leads_out)


def _locks(chart: Charted, anyway: set[str], held: set[str], reached: set[str]) -> Iterator[MapFinding]:
    """Find locks whose key cannot be obtained: it lies behind the lock, or is nowhere on the map. Locks behind such locks are not
    reported.
    """
    lying = {names.fold(f.name) for f in chart.finds if f.room in anyway}
    latched = _reach_latches(chart, held, reached)
    locked = [w for w in chart.exits if w.state == "locked" and not {w.id, w.back} & latched]
    doors = [(w.key_name, f"{w.label} of {chart.rooms[w.from_room]}", w.from_room) for w in locked]
    boxes = [(f.lock, f.name, f.room) for f in chart.finds]
    for key, name, room in (*doors, *boxes):
        if key is None or room not in reached or names.fold(key) in held:
            continue
        yield MapFinding("key_behind" if names.fold(key) in lying else "key_missing", (name, key))


def _blocks(chart: Charted, held: set[str], reached: set[str]) -> Iterator[MapFinding]:
    """Find blocks without a lever: `block:gate` needs a `lever:gate` within reach, and a plain `block` a plain `lever`."""
    levers = {t.removeprefix("lever") for f in chart.finds for t in f.tags if _is(t, "lever") and f.room in reached and _in_reach(f, held)}
    for f in chart.finds:
        for tag in f.tags:
            if _is(tag, "block") and tag.removeprefix("block") not in levers:
                yield MapFinding("block_without_lever", (f.name, chart.rooms[f.room]))


def _is(tag: str, word: str) -> bool:
    return tag.partition(":")[0] == word


def _in_reach(find: Find, held: set[str]) -> bool:
    return all(names.fold(k) in held for k in find.locks)
