"""The faults of a planned map: exits that lead nowhere, locks without keys, loot inside itself, labels given twice."""

from collections.abc import Iterator, Sequence
from typing import Final

from rpg_lite.rules import names
from rpg_lite.world.map_ground_validation import faults_of_ground
from rpg_lite.world.map_plans import OUTSIDE, Dweller, Loot, Plan, Room, free_label, own_labels

MOST_CONTENTS: Final = 500
"""The maximum number of things and creatures in a whole map, because nobody else can write while they are created."""
MOST_WAYS: Final = 2000
"""The maximum number of exits in a whole map, for the same reason."""


Fault = tuple[str, str]
"""A fault: (dotted path, a text with the fault and the allowed values)."""


def faults(plan: Plan) -> list[Fault]:
    """Find names that refer to nothing or to several things, duplicate labels, and bags inside themselves."""
    rooms = {names.fold(room.name): room for room in plan.rooms}
    found: list[Fault] = []
    seen: set[str] = set()
    for n, room in enumerate(plan.rooms):
        at = f"rooms[{n}]"
        key = names.fold(room.name)
        if key in seen or key == OUTSIDE:
            found.append((f"{at}.name", f"takes a unique name; {room.name!r} {'is taken' if key in seen else 'is reserved'}"))
        seen.add(key)
        found += _faults_of_exits(room, at, rooms)
        found += _faults_inside(room, at)
        found += faults_of_ground(room, at, rooms)
    contents = sum(len(room.things) + sum(d.count for d in room.creatures) for room in plan.rooms)
    if contents > MOST_CONTENTS:
        found.append(("rooms", f"have {contents} things and creatures; a map has at most {MOST_CONTENTS}"))
    if (count := sum(len(room.ways) for room in plan.rooms)) > MOST_WAYS:
        found.append(("rooms", f"have {count} exits; a map has at most {MOST_WAYS}"))
    found += _faults_of_latches(plan, rooms)
    found += _faults_of_quests(plan)
    if names.fold(plan.start) not in rooms:
        found.append(("entrance", _no_room(plan.start, rooms)))
    return found or _labels_twice(plan)


def _faults_of_exits(room: Room, at: str, rooms: dict[str, Room]) -> Iterator[Fault]:
    for n, exit_ in enumerate(room.ways):
        place = f"{at}.ways[{n}]"
        if exit_.to is not None and names.fold(exit_.to) not in rooms:
            yield f"{place}.to", _no_room(exit_.to, rooms)
        if exit_.back and (exit_.one_way or exit_.to is None):
            yield f"{place}.back", "only a two-way exit between two rooms has a label back"
        if exit_.state == "locked" and exit_.kind in ("passage", "portal"):
            yield f"{place}.state", f"a {exit_.kind} cannot have a lock; use kind door"


def _faults_of_latches(plan: Plan, rooms: dict[str, Room]) -> Iterator[Fault]:
    """Require that each latch belongs to a thing of the map, and that the lock of its exit is not a bolt that anybody can draw."""
    for n, room in enumerate(plan.rooms):
        for k, loot in enumerate(room.things):
            at, latch = f"rooms[{n}].things[{k}]", loot.opens
            if loot.lb is not None and not loot.own:
                yield f"{at}.lb", "only a thing of the map (own) can have a weight"
            if latch is None:
                continue
            there = rooms.get(names.fold(latch.room))
            exit_ = next((w for w in there.ways if names.fold(w.label) == names.fold(latch.way)), None) if there else None
            if not loot.own:
                yield f"{at}.opens", "only a thing of the map (own) can open an exit by its load"
            if there is None:
                yield f"{at}.opens", _no_room(latch.room, rooms)
            elif exit_ is None:
                known = ", ".join(w.label for w in there.ways) or "none"
                yield f"{at}.opens", f"{there.name} has no exit {latch.way!r}; its exits: {known}"
            elif exit_.state != "locked" or (exit_.key is None and exit_.dc is None):
                yield (
                    f"{at}.opens",
                    f"the exit {exit_.label} of {there.name} needs state locked, and a key or a dc; otherwise anybody can open it",
                )


def _faults_of_quests(plan: Plan) -> Iterator[Fault]:
    """Require that names are unique, and that the parents of each quest come before it, because then no quest can be below itself."""
    earlier: dict[str, str] = {}
    for n, quest in enumerate(plan.quests):
        if names.fold(quest.name) in earlier:
            yield f"quests[{n}].name", f"takes a unique name; {quest.name!r} is taken"
        for k, name in enumerate(quest.under):
            if names.fold(name) not in earlier:
                known = names.nearest(name, [*earlier.values()]) or [*earlier.values()][:3] or ["none"]
                yield f"quests[{n}].under[{k}]", f"there is no quest {name!r} before this one; earlier quests: {', '.join(known)}"
        earlier.setdefault(names.fold(quest.name), quest.name)


def _no_room(name: str, rooms: dict[str, Room]) -> str:
    return no_room(name, [room.name for room in rooms.values()])


def no_room(name: str, known: Sequence[str]) -> str:
    """The fault of a room name that no known room has."""
    near = names.nearest(name, known) or known[:3]
    return f"there is no room {name!r}; rooms: {', '.join(near) or 'none'}"


def _faults_inside(room: Room, at: str) -> Iterator[Fault]:
    """Require that exactly one container in the room has the name, and that no bag lies inside itself at any depth."""
    called: dict[str, list[int]] = {}
    for n, loot in enumerate(room.things):
        called.setdefault(names.fold(loot.name), []).append(n)
    dwellers = [names.fold(d.name) for d in room.creatures if d.count == 1]
    for n, loot in enumerate(room.things):
        if loot.unidentified and loot.own:
            yield f"{at}.things[{n}].unidentified", "only an item of the rulebook can be unidentified; leave out own, or unidentified"
        if loot.find is not None and not loot.hidden:
            yield f"{at}.things[{n}].find", "only a hidden thing has a DC to find it; add hidden"
        if loot.hidden and loot.inside is not None:
            yield f"{at}.things[{n}].hidden", "only a thing on the floor of its room can be hidden; hide the thing that it is in"
        if loot.inside is None:
            continue
        key = names.fold(loot.inside)
        holders = len(called.get(key, ())) + dwellers.count(key)
        if holders != 1:
            named = "no single thing or creature in this room is" if not holders else f"{holders} things in this room are"
            yield f"{at}.things[{n}].inside", f"{named} called {loot.inside!r}; it takes exactly one"
        elif _lies_in_itself(room, n, called):
            yield f"{at}.things[{n}].inside", f"{loot.name} would lie inside itself"
    yield from _faults_of_prices(room, at)


def _faults_of_prices(room: Room, at: str) -> Iterator[Fault]:
    """Require that everything with a price lies in a shop."""
    inside: list[Loot | Dweller] = [*room.things, *room.creatures]
    holders = {names.fold(one.name): one for one in inside}
    for n, loot in enumerate(room.things):
        outer, seen = holders.get(names.fold(loot.inside or "")), {n}
        while isinstance(outer, Loot) and outer.shop is None and (k := room.things.index(outer)) not in seen:
            seen.add(k)
            outer = holders.get(names.fold(outer.inside or ""))
        is_sold = outer is not None and (outer.keeps_shop if isinstance(outer, Dweller) else outer.shop is not None)
        if loot.price is not None and not is_sold:
            yield f"{at}.things[{n}].price", "only goods have a price: put it in a creature or thing with the word shop"


def _lies_in_itself(room: Room, n: int, called: dict[str, list[int]]) -> bool:
    """Whether the chain of containers leads back to the thing. An ambiguous name ends the chain: that is a separate fault."""
    at, steps = n, 0
    while (holder := room.things[at].inside) is not None and len(found := called.get(names.fold(holder), [])) == 1:
        at, steps = found[0], steps + 1
        if at == n or steps > len(room.things):
            return at == n
    return False


def _labels_twice(plan: Plan) -> list[Fault]:
    """Find duplicate labels among exits whose rooms are known."""
    found: list[Fault] = []
    taken: set[tuple[str, str]] = set()
    for path, room, label in own_labels(plan):
        key = (names.fold(room), names.fold(label))
        if key in taken:
            found.append((path, f"{room} already has an exit {label!r}; use another label, such as {free_label(room, label, taken)!r}"))
        taken.add(key)
    return found
