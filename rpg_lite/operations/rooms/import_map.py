"""manage_room import_map: turn a whole plan into rooms, exits, creatures and loot of the campaign, in one command."""

import json
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field, model_validator
from pydantic.alias_generators import to_camel
from pydantic.json_schema import SkipJsonSchema

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.journal.quest_nodes import NodeValues, put
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.imported_contents import FILLED, fill_rooms
from rpg_lite.mechanics.places.imported_rooms import MADE, MapEntry, join_map, make_rooms, open_exits
from rpg_lite.mechanics.space import sides
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Name
from rpg_lite.vocabulary import OPPOSITE, Direction
from rpg_lite.world import map_plan_validation, map_plans, thing_stats
from rpg_lite.world.map_lint import MapFinding, chart_plan, lint
from rpg_lite.world.map_plans import Plan
from rpg_lite.world.world_model import Exit, Ref, Thing, World


def add_quests(draft: Draft, plan: Plan) -> Rejected | None:
    """Make each quest of the map, or change the one of the same name; values that the map does not give stay as they are."""
    ids: dict[str, str] = {}
    for n, quest in enumerate(plan.quests):
        parents = [ids[names.fold(name)] for name in quest.under]
        values = NodeValues(quest.kind, None, [*dict.fromkeys(parents)] or None, quest.text or None, quest.public or None)
        made = put(draft, quest.name, values)
        if isinstance(made, Rejected):
            return replace(made, field=f"document.quests[{n}].{made.field}")
        ids[names.fold(quest.name)] = made
    return None


STEPS: Final = (MADE, FILLED)
"""The steps for each room, in this order."""
_KEYS_OF_PLANS: Final = {to_camel(key) for key in Plan.model_fields}


class ImportMap(Command):
    """A whole map with its contents, joined to a room; the document may also be a file of another format, as JSON or as text."""

    operation: Literal["import_map"]
    document: Annotated[Plan | None, Field(description="The map: {name, rooms}, or a whole map file.")] = None
    adventure: Annotated[Name | None, Field(description="One that comes with rpg-lite, by its name.")] = None
    file: SkipJsonSchema[str | None] = None
    from_name: Annotated[str | None, Field(description="The room to join it to; default: where the party stands.")] = None
    direction: Annotated[Direction | None, Field(description="From there; default: the first free one.")] = None

    @model_validator(mode="before")
    @classmethod
    def _take_files(cls, sent: Any) -> Any:
        """Keep a document that is not a plan as the text of a file."""
        document = sent.get("document") if isinstance(sent, dict) else None
        if isinstance(document, str):
            return {**sent, "document": None, "file": document}
        if isinstance(document, dict) and not document.keys() <= _KEYS_OF_PLANS:
            return {**sent, "document": None, "file": json.dumps(document)}
        return sent

    def touches(self) -> tuple[Ref, ...]:
        return (
            Ref("place", None, self.from_name) if self.from_name else Ref("here"),
            Ref("names"),
            Ref("context"),
            Ref("party"),
            Ref("quests"),
        )


@dataclass(frozen=True, slots=True)
class ImportMapResult(Result):
    """The size of the map, the exit that joins it, and the findings of lint."""

    name: str
    rooms: int
    ways: int
    secrets: int
    creatures: int
    things: int
    quests: int
    base: str
    label: str
    findings: tuple[MapFinding, ...]
    loops: tuple[tuple[str, ...], ...]


def decide_import_map(command: ImportMap, draft: Draft) -> Verdict:
    """Refuses: adventure_begun, adventure_unknown, argument_invalid, attunement_duplicate, attunement_limit, attunement_prerequisite, attunement_takes_rest, bag_full,
    bag_locked, base_required, base_unfit, charges_too_many, coins_not_sold, creature_unknown, direction_taken, effect_unknown, item_unknown, map_of_what, not_a_bag,
    quantity_too_large, quest_cycle, quests_full, template_unknown, variant_required, variant_unknown.
    """
    world, situation = draft.world, draft.situation
    plan = _plan(command, world, situation)
    if isinstance(plan, Rejected):
        return plan
    if wrong := map_plan_validation.faults(plan) or _find_reserved_names(plan):
        return Rejected("argument_invalid", "document", {"faults": [(f"document.{path}", what) for path, what in wrong]})
    base = _base(command, world)
    if isinstance(base, Rejected):
        return base
    door = _door_in(plan, command.direction)
    label = _label_out(command, world, base, door)
    if isinstance(label, Rejected):
        return label
    ids = make_rooms(draft, plan)
    if door is None:
        join_map(draft, base, label, plan, ids[names.fold(plan.start)])
    open_exits(draft, plan, ids, MapEntry(door, base.id, label) if door else None)
    lacking = list[MapFinding]()
    if refusal := fill_rooms(draft, plan, ids, lacking) or add_quests(draft, plan):
        return refusal
    room_lookup.discover(draft, base.id)
    draft.notes.clear()  # notes on the assumed values of every goblin and every torch would be too many
    _note_level(draft, plan)
    report = lint(chart_plan(plan))
    result = ImportMapResult(
        name=plan.name,
        rooms=len(plan.rooms),
        ways=sum(len(room.ways) for room in plan.rooms),
        secrets=sum(way.hidden for room in plan.rooms for way in room.ways),
        creatures=sum(dweller.count for room in plan.rooms for dweller in room.creatures),
        things=sum(len(room.things) for room in plan.rooms),
        quests=len(plan.quests),
        base=base.name,
        label=label,
        findings=(*(MapFinding("remark", (told,)) for told in plan.remarks), *lacking, *report.findings),
        loops=report.loops,
    )
    return Decision.about(ids[names.fold(plan.start)], result=result)


def _plan(command: ImportMap, world: World, situation: Situation) -> Plan | Rejected:
    """The plan that was sent, read from a file, or shipped as an adventure; an adventure that the campaign has is not imported again."""
    if (command.adventure is None) == (command.document is None and command.file is None):
        return Rejected("map_of_what", "adventure", allowed=tuple(situation.maps.adventures()))
    if command.adventure is None:
        found = command.document or situation.maps.read(command.file or "")
        if isinstance(found, Plan):
            return found
        return Rejected(
            "argument_invalid", "document", {"faults": [(".".join(filter(None, ("document", path))), why) for path, why in found]}
        )
    plan, known = situation.maps.adventure(command.adventure), tuple(situation.maps.adventures())
    if plan is None:
        details = {"wanted": command.adventure}
        return Rejected("adventure_unknown", "adventure", details, near=tuple(names.nearest(command.adventure, known)), allowed=known)
    start = names.fold(plan.start)
    if situation.room_names({start}) or any(t.kind == "room" and names.fold(t.name) == start for t in world.things.values()):
        join = {"operation": "join", "toName": plan.start}
        return Rejected("adventure_begun", "adventure", {"name": plan.name, "room": plan.start}, instead=join)
    return plan


def _note_level(draft: Draft, plan: Plan) -> None:
    """Say for how many heroes and for which level the map is meant, and what the party has; of a level alone, only where it differs."""
    heroes, _ = sides.split_party(targets.party_of(draft.world))
    levels = sorted({thing_stats.true_sheet(hero, draft.situation.book).level for hero in heroes})
    if not levels:
        return
    told = str(levels[0]) if len(levels) == 1 else f"{levels[0]} to {levels[-1]}"
    if plan.heroes and plan.level:
        draft.note("made_for_heroes", name=plan.name, heroes=plan.heroes, level=plan.level, count=len(heroes), levels=told)
    elif plan.heroes:
        draft.note("made_for_number", name=plan.name, heroes=plan.heroes, count=len(heroes))
    elif plan.level and levels != [plan.level]:
        draft.note("made_for_level", name=plan.name, level=plan.level, levels=told)
    if plan.level and levels[0] > plan.level:
        draft.note("weigh_its_fights")


def _find_reserved_names(plan: Plan) -> list[map_plan_validation.Fault]:
    """Refuse names of rooms and creatures that mean something else in commands."""
    said = "is a reserved word; choose another name"
    rooms = [(f"rooms[{n}].name", room.name) for n, room in enumerate(plan.rooms) if reserved_names.is_reserved(room.name)]
    people = [
        (f"rooms[{n}].creatures[{k}].called", dweller.name)
        for n, room in enumerate(plan.rooms)
        for k, dweller in enumerate(room.creatures)
        if reserved_names.means_nobody(dweller.name)
    ]
    return [(place, f"{name!r} {said}") for place, name in (*rooms, *people)]


def _base(command: ImportMap, world: World) -> Thing | Rejected:
    """The named room, or else the room of the party."""
    if command.from_name is None:
        return targets.party_room(world, "fromName")
    return targets.room(world, None, command.from_name, "fromName")


def _door_in(plan: Plan, wanted: Direction | None) -> Exit | None:
    """The map's own entrance: an exit of its first room off the map, in the wanted direction if possible; stairs only on request."""
    off = [w for w in map_plans.exits(plan) if w.to_room is None and w.from_room == names.fold(plan.start) and not w.hidden]
    facing = [w for w in off if wanted and w.direction == OPPOSITE[wanted]]
    return next(iter((*facing, *(w for w in off if w.direction not in ("up", "down")))), None)


def _label_out(command: ImportMap, world: World, base: Thing, door: Exit | None) -> str | Rejected:
    """The wanted direction; or else the direction facing the entrance; or else the first free direction. If none is free, a second "north"."""
    taken = {names.fold(way.label) for way in world.exits_from.get(base.id, ())}
    free = tuple(d for d in OPPOSITE if d not in taken)
    if command.direction in taken:
        return Rejected("direction_taken", "direction", {"name": base.name, "label": command.direction}, allowed=free)
    facing = OPPOSITE[door.direction] if door else None
    return command.direction or (facing if facing in free else next(iter(free), room_lookup.free_label(world, base.id, "north")))


OPERATION = Operation(
    tool="manage_room",
    model=ImportMap,
    decide=decide_import_map,
    who=GM,
    cost=free,
    sends="document? adventure? direction?",
)
