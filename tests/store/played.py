"""A campaign in which something of everything has happened, and every row of one as a comparable value."""

from typing import Any

from sqlalchemy import select

from rpg_lite.game import Game, open_campaign
from rpg_lite.store.rows import TABLES
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
    """Of every table all rows, living and gone, without the campaign's id."""
    with store._database.reader.connect() as connection:
        return {
            table.name: sorted(connection.execute(select(*list(table.columns)[1:]).where(table.c.campaign_id == campaign_id)), key=repr)
            for table in TABLES
        }
