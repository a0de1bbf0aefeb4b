"""The tools and their operations, derived from the records."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, get_args

from pydantic.alias_generators import to_camel

from rpg_lite.decision.command import Command
from rpg_lite.operations import action, campaign, character, condition, inventory, journal, rooms, tools
from rpg_lite.operations.operation import GM, CostOf, Decider, Operation, Rights, Tool, free
from rpg_lite.operations.undo import Undo

OF_TELEPORTS: Final = frozenset({("cast", "to"), ("act", "to")})
"""Keys that these operations take for some of their acts alone, so that no refusal of a stray key names them."""
OF_AREAS: Final = frozenset((verb, key) for verb in ("cast", "act") for key in ("at", "toward", "catch", "spare"))
"""Keys of acts that fill an area."""

OPERATIONS: Final[tuple[Operation, ...]] = (
    *inventory.OPERATIONS,
    *campaign.OPERATIONS,
    *character.OPERATIONS,
    *condition.OPERATIONS,
    *action.OPERATIONS,
    *rooms.OPERATIONS,
    *tools.OPERATIONS,
    *journal.OPERATIONS,
)
"""All except undo, which every tool that changes something has, and which needs the chronicle as well as the world (`undo.decide_undo`)."""

TOOLS: Final[tuple[str, ...]] = get_args(Tool)
READ_ONLY: Final = frozenset(o.model for o in OPERATIONS if o.reads)
READING_TOOLS: Final = frozenset(TOOLS) - {o.tool for o in OPERATIONS if not o.reads}
"""The tools that change nothing."""
DECIDERS: Final[Mapping[type[Command], Decider]] = MappingProxyType({o.model: o.decide for o in OPERATIONS})
COSTS: Final[Mapping[type[Command], CostOf]] = MappingProxyType({o.model: o.cost for o in OPERATIONS})
COSTING_A_TURN: Final = frozenset(o.verb for o in OPERATIONS if o.cost is not free)
"""The operations that take a part of a turn in a fight."""
WHO: Final[Mapping[type[Command], Rights]] = MappingProxyType({**{o.model: o.who for o in OPERATIONS}, Undo: GM})
BEFORE_ALL: Final = frozenset(o.model for o in OPERATIONS if o.before_all or o.who is not GM)
"""The operations whose answers players may hear: their own questions, views of their surroundings, and events that affect everybody."""

KEYS_OF_PLACES: Final = OF_TELEPORTS | OF_AREAS | {
    ("create", "ground"), ("update", "ground"), ("map", "ground"), ("start_fight", "space"), ("start_fight", "places"),
    ("act", "then"),
}  # fmt: skip
"""Keys of an operation that are listed and named only where the policy of the campaign measures; they are understood everywhere."""


@cache
def operations(tool: str, places: bool = True) -> Mapping[str, type[Command]]:
    """Operation → its model, for one tool. `places`: those of places too, which only a campaign that measures names."""
    found = {o.verb: o.model for o in OPERATIONS if o.tool == tool and (places or not o.of_places)}
    return found if all(model in READ_ONLY for model in found.values()) else {**found, "undo": Undo}


def in_schema(tool: str, places: bool = False) -> Mapping[str, type[Command]]:
    """The operations that clients see in the schema. `places`: of a campaign that measures."""
    hidden = {o.model for o in OPERATIONS if not o.is_listed or (o.of_places and not places)}
    return {verb: model for verb, model in operations(tool).items() if model not in hidden}


def keys_sent(tool: str) -> Mapping[str, str]:
    """Operation → the keys with which strategies send it."""
    undo = {"undo": "rev?"} if "undo" in operations(tool) else {}
    return {o.verb: o.sends for o in OPERATIONS if o.tool == tool} | undo


def fields_of(tool: str, operation: str, places: bool = True) -> frozenset[str]:
    """The keys of an operation as payloads spell them, with those of places or without; none if the tool has no such operation."""
    model = operations(tool).get(operation)
    keys = _keys_of(model) if model else frozenset()
    return keys if places else keys - keys_of_places(operation)


@cache
def keys_of_places(operation: str) -> frozenset[str]:
    """The keys of an operation of which only a campaign that measures tells."""
    return frozenset(key for verb, key in KEYS_OF_PLACES if verb == operation)


@cache
def _keys_of(model: type[Command]) -> frozenset[str]:
    return frozenset(field.alias or to_camel(name) for name, field in model.model_fields.items())


@cache
def operations_by_key(tool: str, places: bool = True) -> Mapping[str, list[str]]:
    """Key → the operations of the tool that take it whatever they do, with those of places or without."""
    found: dict[str, list[str]] = {}
    for operation, model in operations(tool, places).items():
        for name, field in model.model_fields.items():
            key = field.alias or to_camel(name)
            if (operation, key) not in (OF_TELEPORTS if places else KEYS_OF_PLACES):
                found.setdefault(key, []).append(operation)
    return found
