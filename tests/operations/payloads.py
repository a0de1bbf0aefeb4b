"""A payload of every operation that fits a campaign."""

from functools import cache

from hypothesis import find
from pydantic.alias_generators import to_camel

from rpg_lite import strategies
from rpg_lite.operations.registry import operations
from tests.operations.table import Answer


def fitting(operation: str, tool: str) -> Answer:
    """The least that the model of an operation takes; of one that says nothing here what its record sends."""
    least: dict[str, Answer] = {
        "item": {"query": "rope"}, "examine": {"name": "Chest"}, "exchange": {"itemName": "gp", "toName": "sp"}, "rest": {"kind": "short"},
        "advance": {"duration": "1 hour"}, "import": {"document": {}}, "roll": {"dice": "1d20"}, "start_fight": {"names": ["Thorin"]},
        "save": {"ability": "dex"}, "damage": {"damageType": "fire", "amount": 1}, "heal": {"amount": 1}, "import_quests": {"nodes": [{"id": "q", "context": {"description": "Quest"}}]}, "import_map": {"document": {"name": "Cave", "rooms": [{"name": "Cave"}]}},
        "say": {"text": "Hm."}, "note": {"text": "Hm."}, "decide": {"text": "Hm."}, "idea": {"text": "Hm."}, "milestone": {"text": "Hm."},
        "prepare": {"spells": ["Shield"]}, "checkpoint": {"name": "The ford"}, "award": {"xp": 1}, "encounter": {"creatures": {"Ogre": 1}}, "vibe": {"vibe": "calm"}, "portal": {"direction": "mirror", "fromName": "Crypt", "toName": "Study"},
    }  # fmt: skip
    by_tool = {
        ("manage_character", "create"): {"name": "Intruder"},
        ("manage_room", "create"): {"name": "Cave"},
        ("manage_character", "update"): {"characterName": "Thorin", "character": {"level": 2}},
    }
    return by_tool.get((tool, operation)) or least.get(operation) or _needed(operation, tool)


@cache
def _needed(operation: str, tool: str) -> Answer:
    needed = {to_camel(name) for name, field in operations(tool)[operation].model_fields.items() if field.is_required()} - {"operation"}
    return {key: value for key, value in find(strategies.commands(tool, operation), bool).items() if key in needed} if needed else {}
