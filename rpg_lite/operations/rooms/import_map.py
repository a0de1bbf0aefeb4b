"""import_map: a whole plan becomes rooms, ways, creatures and loot of the campaign, as one command."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from rpg_lite.operations import reserved_names, targets
from rpg_lite.operations.command import Command
from rpg_lite.operations.mechanics import acting_place, locked_refusals, new_things, sheet_documents, state_changes
from rpg_lite.operations.mechanics.creature_making import make, numbered
from rpg_lite.operations.mechanics.new_things import Gift, body_of
from rpg_lite.operations.mechanics.template_lookup import pick_of
from rpg_lite.operations.operation import GM, Operation
from rpg_lite.operations.outcome import Draft, Outcome, Rejected, Result, Situation
from rpg_lite.rules import names
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.vocabulary import OPPOSITE, Direction
from rpg_lite.world import body_paths, events, map_plans, tools_in_use
from rpg_lite.world.lint import Code, MapFinding, charted, lint
from rpg_lite.world.map_plans import Dweller, Loot, Plan, Room
from rpg_lite.world.states import LatchState, MapGroup
from rpg_lite.world.things import ROOMS_ID, Exit, Ref, Thing, World

MADE: Final = "made"
FILLED: Final = "filled"
_LONGEST_CALLED: Final = 80
"""A room's name with the name of its map; a longer one gets a number."""
STEPS: Final = (MADE, FILLED)
"""The steps for each room, in this order."""


class ImportMap(Command):
    """A whole map with its contents, joined to a room."""

    operation: Literal["import_map"]
    document: Annotated[Plan, Field(description="The map: {name, rooms}.")]
    from_name: Annotated[str | None, Field(description="The room it is joined to; default: where the party stands.")] = None
    direction: Annotated[Direction | None, Field(description="From there; default: the first that is free.")] = None

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("place", None, self.from_name) if self.from_name else Ref("here"), Ref("rooms"), Ref("names"), Ref("context"))


@dataclass(frozen=True, slots=True)
class ImportMapResult(Result):
    """The size of the map, the exit that joins it, and the findings of lint."""

    name: str
    rooms: int
    ways: int
    secrets: int
    creatures: int
    things: int
    base: str
    label: str
    findings: tuple[MapFinding, ...]
    loops: tuple[tuple[str, ...], ...]


def decide_import_map(command: ImportMap, world: World, situation: Situation) -> Outcome:
    """Refuses: argument_invalid, attunement_duplicate, attunement_limit, attunement_prerequisite, attunement_takes_rest, bag_full,
    bag_locked, base_required, base_unfit, charges_too_many, creature_unknown, direction_taken, effect_unknown, item_unknown, not_a_bag,
    quantity_too_large, template_unknown, variant_required, variant_unknown.
    """
    plan = command.document
    if wrong := map_plans.faults(plan) or _reserved(plan):
        return Rejected("argument_invalid", "document", {"faults": [(f"document.{path}", what) for path, what in wrong]})
    base = _base(command, world)
    if isinstance(base, Rejected):
        return base
    door = _door_in(plan, command.direction)
    label = _label_out(command, world, base, door)
    if isinstance(label, Rejected):
        return label
    draft = Draft(world, situation)
    ids = _make_rooms(draft, plan)
    if door is None:
        _join(draft, base, label, plan, ids[names.fold(plan.start)])
    _open_ways(draft, plan, ids, _Entry(door, base.id, label) if door else None)
    lacking = list[MapFinding]()
    if refusal := _fill(draft, plan, ids, lacking):
        return refusal
    acting_place.discover(draft, base.id)
    draft.notes.clear()  # nobody needs the assumptions about each goblin and each torch
    report = lint(charted(plan))
    result = ImportMapResult(
        name=plan.name,
        rooms=len(plan.rooms),
        ways=sum(len(room.ways) for room in plan.rooms),
        secrets=sum(way.hidden for room in plan.rooms for way in room.ways),
        creatures=sum(dweller.count for room in plan.rooms for dweller in room.creatures),
        things=sum(len(room.things) for room in plan.rooms),
        base=base.name,
        label=label,
        findings=(*lacking, *report.findings),
        loops=report.loops,
    )
    return draft.accepted(ids[names.fold(plan.start)], result=result)


def _reserved(plan: Plan) -> list[map_plans.Fault]:
    """Rooms and creatures under words that mean something else to every command."""
    said = "is a word of its own; take another name"
    rooms = [(f"rooms[{n}].name", room.name) for n, room in enumerate(plan.rooms) if reserved_names.is_reserved(room.name)]
    people = [
        (f"rooms[{n}].creatures[{k}].called", dweller.name)
        for n, room in enumerate(plan.rooms)
        for k, dweller in enumerate(room.creatures)
        if reserved_names.means_nobody(dweller.name)
    ]
    return [(place, f"{name!r} {said}") for place, name in (*rooms, *people)]


# ── where it is joined ──────────────────────────────────────────────────────────────────────────────────────────────


def _base(command: ImportMap, world: World) -> Thing | Rejected:
    """The room that is named, else the one where the party stands."""
    if command.from_name is None:
        return targets.party_room(world, "fromName")
    return targets.room(world, None, command.from_name, "fromName")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A way of the map that led off it and now leads to the room to which the map is joined. `door`: its id among the ways of the plan."""

    door: Exit
    base: str
    label: str


def _door_in(plan: Plan, wanted: Direction | None) -> Exit | None:
    """The way in that the map has: out of its first room off the map, by the direction that is asked for; stairs only when they are."""
    off = [w for w in map_plans.exits(plan) if w.to_room is None and w.from_room == names.fold(plan.start) and not w.hidden]
    facing = [w for w in off if wanted and w.direction == OPPOSITE[wanted]]
    return next(iter((*facing, *(w for w in off if w.direction not in ("up", "down")))), None)


def _label_out(command: ImportMap, world: World, base: Thing, door: Exit | None) -> str | Rejected:
    """The side that is asked for, else the one that faces the way in, else the first that is free; where none is, one more to the north."""
    taken = {names.fold(way.label) for way in world.exits_from.get(base.id, ())}
    free = tuple(d for d in OPPOSITE if d not in taken)
    if command.direction in taken:
        return Rejected("direction_taken", "direction", {"name": base.name, "label": command.direction}, allowed=free)
    facing = OPPOSITE[door.direction] if door else None
    return command.direction or (facing if facing in free else next(iter(free), acting_place.free_label(world, base.id, "north")))


def _join(draft: Draft, base: Thing, label: str, plan: Plan, entrance: str) -> None:
    """The way in, and the way back under a label that the map has left free."""
    direction = acting_place.direction_of(label)
    taken = {names.fold(way.label) for way in map_plans.exits(plan) if way.from_room == names.fold(plan.start)}
    back = _free_name(OPPOSITE[direction], taken)
    first, second = draft.new_exit_id(), draft.new_exit_id(1)
    draft.add(events.ExitOpened(Exit(first, base.id, label, direction, entrance, back=second)))
    draft.add(events.ExitOpened(Exit(second, entrance, back, OPPOSITE[direction], base.id, back=first)))


# ── rooms and ways ──────────────────────────────────────────────────────────────────────────────────────────────────


def _make_rooms(draft: Draft, plan: Plan) -> dict[str, str]:
    """Folded name in the plan → id in the campaign."""
    planned = {names.fold(room.name) for room in plan.rooms}
    group = MapGroup.made(draft.new_id("room"), plan.name)
    made = [t.name for t in draft.world.things.values() if t.kind == "room"]  # some of them by earlier commands of a batch
    taken = {names.fold(name) for name in (*made, *(known.name for known in draft.world.roster))}
    ids: dict[str, str] = {}
    for done, room in enumerate(plan.rooms, 1):
        key = names.fold(room.name)
        called = _free_room_name(room.name, plan.name, taken | planned - {key})
        taken.add(names.fold(called))
        thing = Thing(draft.new_id("room"), "room", called, ROOMS_ID, body=_body(room, plan, group))
        draft.add(events.Created(thing))
        ids[key] = thing.id
        draft.situation.progress(MADE, done, len(plan.rooms))
    draft.add(*tools_in_use.equipped_like_defaults(draft.world, *ids.values()))  # once: of a thousand rooms there are many
    return ids


def _free_name(name: str, taken: AbstractSet[str]) -> str:
    """The name, or the first "name 2", "name 3" … that is not taken."""
    found, n = name, 2
    while names.fold(found) in taken:
        found, n = f"{name} {n}", n + 1
    return found


def _free_room_name(name: str, of: str, taken: AbstractSet[str]) -> str:
    """The name; where it is taken, with the name of the map."""
    longer = f"{name} of {of}"
    return name if names.fold(name) not in taken else _free_name(longer if len(longer) <= _LONGEST_CALLED else name, taken)


def _body(room: Room, plan: Plan, group: MapGroup) -> dict[str, Any]:
    story = [plan.story] if plan.story and names.fold(room.name) == names.fold(plan.start) else []
    return body_paths.body_of(
        body_paths.DESCRIPTION.to(room.description or None),
        body_paths.VIBE.to(room.vibe or None),
        body_paths.AT.to(room.at.model_dump() if room.at else None),
        body_paths.OUTSIDE.to(room.outside or None),
        body_paths.NOTES.to([*story, *room.notes] or None),
        body_paths.MAP.to(group),
    )


def _open_ways(draft: Draft, plan: Plan, ids: Mapping[str, str], entry: _Entry | None) -> None:
    """Every way of the plan; the way in leads on to the room to which the map is joined, and back."""
    ways = map_plans.exits(plan)
    ids = {**ids, **({entry.base: entry.base} if entry else {})}
    if entry:
        side = acting_place.direction_of(entry.label)
        back = replace(entry.door, id="in", from_room=entry.base, label=entry.label, direction=side, to_room=entry.door.from_room)
        ways = (
            *(replace(w, to_room=entry.base, back="in") if w.id == entry.door.id else w for w in ways),
            replace(back, back=entry.door.id),
        )
    new = {way.id: draft.new_exit_id(n) for n, way in enumerate(ways)}
    for way in ways:
        draft.add(
            events.ExitOpened(
                replace(
                    way,
                    id=new[way.id],
                    from_room=ids[way.from_room],
                    to_room=ids[way.to_room] if way.to_room else None,
                    back=new[way.back] if way.back else None,
                )
            )
        )


# ── creatures and loot ──────────────────────────────────────────────────────────────────────────────────────────────


def _fill(draft: Draft, plan: Plan, ids: Mapping[str, str], lacking: list[MapFinding]) -> Rejected | None:
    """Creatures first: things may be in their hands. What the rulebook lacks is noted in its room, and what it would hold lies there."""
    numbers = _Numbers(plan, draft.world)
    for n, room in enumerate(plan.rooms):
        at = f"document.rooms[{n}]"
        holders = {"": ids[names.fold(room.name)]}
        here = draft.world.things[holders[""]]
        for dweller in room.creatures:
            settled = _settle(draft, dweller, here, numbers)
            if isinstance(settled, Rejected):
                return settled
            if settled is None:
                lacking.append(_noted(draft, here, "creature_unknown", dweller.creature, _told_creature(dweller)))
            else:
                holders[names.fold(dweller.name)] = settled
        placed: dict[int, str] = {}
        for t in _outer_first(room):
            done = _place(draft, room.things[t], holders, f"{at}.things[{t}]")
            if isinstance(done, Rejected) and done.code == "template_unknown":
                lacking.append(_noted(draft, here, "item_unknown", room.things[t].item, _told_thing(room.things[t])))
                continue
            if isinstance(done, Rejected):
                return done
            holders[names.fold(room.things[t].name)] = placed[t] = done
        for t, id in placed.items():  # a lid is locked once all is in, and what lies in it from the beginning moves nothing
            state_changes.change(draft, draft.world.things[id], body_paths.LOCKED, room.things[t].locked or None)
            state_changes.change(draft, draft.world.things[id], body_paths.OPENS, _latched(draft, room.things[t], ids))
        draft.situation.progress(FILLED, n + 1, len(plan.rooms))
    return None


class _Numbers:
    """Goblin 1 … Goblin 6, counted through the whole map and on from those there are; the only one of its name has no number."""

    def __init__(self, plan: Plan, world: World) -> None:
        counts: dict[str, tuple[str, int]] = {}
        for dweller in (d for room in plan.rooms for d in room.creatures):
            name, count = counts.get(names.fold(dweller.name), (dweller.name, 0))
            counts[names.fold(dweller.name)] = (name, count + dweller.count)
        self._free = {key: iter(numbered(world, name, count)) for key, (name, count) in counts.items() if count}

    def next(self, name: str) -> str:
        return next(self._free[names.fold(name)])


def _settle(draft: Draft, dweller: Dweller, room: Thing, numbers: _Numbers) -> str | Rejected | None:
    """The id of the last that was made; None where the rulebook has no such creature."""
    written = draft.situation.book.creatures.get(names.fold(dweller.creature))
    if written is None and dweller.own is None:
        return None
    document, id = dweller.own or SheetDocument.model_validate(written), ""
    for _ in range(dweller.count):
        id = make(draft, numbers.next(dweller.name), document.character, room)
        if refusal := sheet_documents.unpack(draft, draft.world.things[id], document):
            return refusal
    return id


def _noted(draft: Draft, room: Thing, code: Code, wanted: str, told: str) -> MapFinding:
    """A note in place of what the rulebook lacks."""
    notes = draft.world.things[room.id].room.notes
    state_changes.change(
        draft, draft.world.things[room.id], body_paths.NOTES, [*notes, f"{told} should be here: the rulebook has no {wanted}."]
    )
    book = draft.situation.book
    known = [str(c["character"]["name"]) for c in book.creatures.values()] if code == "creature_unknown" else book.template_names
    near = names.nearest(wanted, known, 1)
    return MapFinding(
        code, (wanted, room.name, f"the rulebook has none{f' (near: {near[0]})' if near else ''}, and the room has a note of it")
    )


def _told_creature(dweller: Dweller) -> str:
    return f"{f'{dweller.count} ' if dweller.count > 1 else ''}{dweller.creature}{f' called {dweller.called}' if dweller.called else ''}"


def _told_thing(loot: Loot) -> str:
    return f"{f'{loot.quantity} ' if loot.quantity > 1 else ''}{loot.item}{f' called {loot.called}' if loot.called else ''}"


def _latched(draft: Draft, loot: Loot, ids: Mapping[str, str]) -> LatchState | None:
    """The way that the thing opens by its load, as the campaign knows it."""
    if loot.opens is None:
        return None
    room = ids[names.fold(loot.opens.room)]
    way = acting_place.taken(draft.world, room, loot.opens.way)
    return LatchState.made(way.id, room, loot.opens.lb) if way else None


def _outer_first(room: Room) -> list[int]:
    """The things so that each comes after what holds it."""
    place = {names.fold(loot.name): n for n, loot in enumerate(room.things)}
    depth: dict[int, int] = {}

    def deep(n: int) -> int:
        if n not in depth:
            holder = place.get(names.fold(room.things[n].inside or ""))
            depth[n] = 0 if holder is None else deep(holder) + 1
        return depth[n]

    return sorted(range(len(room.things)), key=deep)


def _place(draft: Draft, loot: Loot, holders: Mapping[str, str], field: str) -> str | Rejected:
    """Give the thing to its holder, as `give` does; its name, lock and tags are the map's."""
    book = draft.situation.book
    bag = targets.any_bag(draft.world, holders.get(names.fold(loot.inside or ""), holders[""]), None, "bagId", book)
    made = bag if isinstance(bag, Rejected) else _made(draft, bag, loot)
    if isinstance(made, Rejected):
        return replace(made, field=f"{field}.{'quantity' if made.field == 'quantity' else 'item'}", instead=None)
    thing = draft.world.things[made[0]]
    if loot.called:
        state_changes.change(draft, thing, body_paths.NAME, loot.called)
    if loot.key:
        state_changes.change(draft, thing, body_paths.KEY_NAME, loot.key)
    if loot.dc:
        state_changes.change(draft, thing, body_paths.DC, loot.dc)
    if loot.tags:
        state_changes.change(draft, thing, body_paths.TAGS, loot.tags)
    return thing.id


def _made(draft: Draft, bag: Thing, loot: Loot) -> list[str] | Rejected:
    gift = _gift(loot, draft.situation.book)
    if isinstance(gift, Rejected):
        return gift
    return locked_refusals.shut(draft.world, bag, "bagName", draft.situation.book) or new_things.make(draft, bag, gift, "bagName")


def _gift(loot: Loot, book: Rulebook) -> Gift | Rejected:
    if loot.own:
        item = Item.model_validate(_own(loot))
        return Gift(body_paths.body_of(body_paths.ITEM.to(item.kept())), item, loot.quantity)
    pick = pick_of(loot.item, None, None, book)
    if isinstance(pick, Rejected):
        return pick
    found = book.item(pick)
    assert found is not None
    return Gift(body_of(pick), found, loot.quantity)


def _own(loot: Loot) -> dict[str, Any]:
    """A plain thing of the map; what opens a way by its load can be laden."""
    weight = {} if loot.lb is None else {"weight": loot.lb}
    return {"name": loot.item, "type": "adventuring_gear", **weight, **({"container": {}} if loot.opens else {})}


OPERATION = Operation(
    tool="manage_room",
    model=ImportMap,
    decide=decide_import_map,
    who=GM,
    sends="document direction?",
    is_listed=False,
)
