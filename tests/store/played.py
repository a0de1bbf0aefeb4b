"""A campaign with a bit of everything in its history, and every row as a comparable value."""

from typing import Any

from sqlalchemy import select

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.game import Game
from rpg_lite.store.dependency_order import TABLES
from rpg_lite.store.store import Store

PLAYED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("manage_character", {"operation": "create", "name": "Thorin", "character": {"classes": ["fighter 5"], "hpMax": 44}}),
    ("manage_character", {"operation": "create", "name": "Élara ⚔ 🐉", "character": {"classes": ["wizard 5"], "hpMax": 22}}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "give", "template": "Backpack"}),
    ("manage_inventory", {"bagName": "Backpack", "operation": "give", "template": "gp", "quantity": 50}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "give", "template": "Chain Shirt", "equip": True}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "give", "template": "Ring of Protection", "requestId": "once"}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "equip", "itemName": "Ring of Protection", "attune": True}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "give", "template": "Torch", "quantity": 3}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "remove", "itemName": "Torch", "quantity": 3}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "transfer", "itemName": "Backpack", "toCharacterName": "Élara ⚔ 🐉"}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "unequip", "itemName": "Chain Shirt"}),
    ("execute_action", {"operation": "damage", "characterName": "Thorin", "amount": 7, "damageType": "fire"}),
    ("manage_character", {"operation": "advance", "characterName": "party", "duration": "10 minutes"}),
    ("manage_inventory", {"operation": "undo"}),
)
ROOMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("manage_room", {"operation": "create", "name": "Cellar", "fromName": "Lobby", "direction": "down", "door": "closed"}),
    ("manage_room", {"operation": "go", "direction": "down"}),
    ("manage_room", {"operation": "create", "name": "Well", "fromName": "Cellar", "direction": "north"}),
    ("manage_room", {"operation": "remove", "bagName": "Well"}),
)
BACK: tuple[tuple[str, dict[str, Any]], ...] = (
    ("manage_inventory", {"characterName": "Thorin", "operation": "give", "template": "Shield"}),
    ("manage_inventory", {"operation": "undo", "toRev": 16}),
)


EVENING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("manage_character", {"operation": "update", "characterName": "Thorin", "character": {"party": True, "features": ["Darkvision"]}}),
    ("keep_journal", {"operation": "note", "text": "The well is dry."}),
    ("keep_journal", {"operation": "say", "characterName": "Thorin", "text": "Who is there?", "toName": "gm"}),
    ("manage_condition", {"operation": "apply", "characterName": "Thorin", "condition": "poisoned", "duration": "1 hour", "source": "a dart"}),
    ("manage_condition", {"operation": "apply", "characterName": "Thorin", "effect": "Bless", "source": "Élara ⚔ 🐉"}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "give", "template": "Wand of Secrets", "identified": False, "equip": True, "slot": "offhand"}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "use", "itemName": "Wand of Secrets"}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "give", "template": "Flame Tongue Longsword", "equip": True, "attune": True}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "use", "itemName": "Flame Tongue Longsword"}),
    ("manage_inventory", {"characterName": "Thorin", "operation": "give", "quantity": 2, "requestId": "boxes",
                          "item": {"name": "Odd Box", "type": "wondrous", "weight": 1, "container": {"capacityLb": 5}}}),
    ("manage_inventory", {"characterName": "Élara ⚔ 🐉", "operation": "give", "template": "Shortbow", "equip": True}),
    ("manage_inventory", {"characterName": "Élara ⚔ 🐉", "operation": "give", "template": "Arrow", "quantity": 20}),
    ("manage_character", {"operation": "create", "template": "Goblin", "count": 2}),
    ("execute_action", {"operation": "start_fight", "names": ["party", "Élara ⚔ 🐉", "Goblin 1"], "seed": 5}),
    ("execute_action", {"operation": "attack", "characterName": "Élara ⚔ 🐉", "targetName": "Goblin 1", "seed": 3}),
    ("execute_action", {"operation": "next_turn"}),
    ("execute_action", {"operation": "damage", "characterName": "Goblin 1", "amount": 3, "damageType": "fire"}),
    ("execute_action", {"operation": "roll", "dice": "4d6kh3", "seed": 1}),
    ("manage_tools", {"operation": "equip", "itemName": "house:rain", "content": "It rains."}),
    ("manage_room", {"operation": "update", "bagName": "Lobby", "vibe": "wet", "notes": ["Behind the bar is a hatch."]}),
    ("manage_inventory", {"bagName": "floor", "operation": "give", "template": "Chest"}),
    ("manage_room", {"operation": "lock", "bagName": "Chest", "dc": 15, "keyName": "Iron Key", "force": True}),
    ("manage_room", {"operation": "hide", "itemName": "Chest"}),
)  # fmt: skip
"""Wounds, conditions, a running fight, charges, notes, the journal: everything that bodies may have."""


def play(game: Game, *scenes: tuple[tuple[str, dict[str, Any]], ...]) -> Game:
    for scene in scenes:
        for tool, payload in scene:
            answer = game.ask(payload, tool=tool)
            assert answer["ok"], answer["text"]
    return game


def played(where: object, name: str = "Saltmarsh") -> None:
    with play(open_campaign(where, name, new=True), PLAYED, ROOMS, BACK):  # type: ignore[arg-type]
        pass


def every_row(store: Store, campaign_id: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of every table, living and gone, without the campaign's id."""
    with store._database.reader.connect() as connection:
        return {
            table.name: sorted(connection.execute(select(*list(table.columns)[1:]).where(table.c.campaign_id == campaign_id)), key=repr)
            for table in TABLES
        }
