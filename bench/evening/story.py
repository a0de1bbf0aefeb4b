"""The evening: the players' lines, and the calls with which a scripted model answers each of them in The Bitter Spring."""

from typing import Any, Final

Call = tuple[str, dict[str, Any]]
HEROES: Final = ("Brenna", "Corin", "Mira", "Odo")
BOSS: Final = "Silverbrow"
FIGHT_ON: Final = "We fight on"


def _room(operation: str, **fields: Any) -> Call:
    return "manage_room", {"operation": operation, **fields}


def _go(*ways: str) -> list[Call]:
    return [_room("go", direction=way, force=True) for way in ways]


def _hero(name: str, words: str, *gear: str) -> list[Call]:
    made = {"classes": [words], "party": True, "hpMax": 300, "abilities": {"str": 16, "dex": 14, "con": 16, "wis": 16}}
    given = [("manage_inventory", {"operation": "give", "characterName": name, "template": item, "equip": True}) for item in gear]
    return [("manage_character", {"operation": "create", "name": name, "character": made}), *given]


def _take(item: str, bag: str, of: str = "bagName") -> Call:
    return "manage_inventory", {"operation": "transfer", of: bag, "itemName": item, "toCharacterName": "Mira", "all": True}


REST: Final[Call] = ("manage_character", {"operation": "rest", "characterName": "party", "kind": "long"})
BEGIN: Final[list[tuple[str, list[Call]]]] = [
    ("We want a story about a poisoned spring", [("read_campaign", {"operation": "party"})]),
    ("I bring Brenna, a fighter, and he brings Corin", [*_hero("Brenna", "fighter 8", "Plate Armor", "Greatsword"), *_hero("Corin", "paladin 8", "Plate Armor", "Longsword", "Shield")]),
    ("We two bring Mira the rogue and Odo the cleric", [*_hero("Mira", "rogue 8", "Studded Leather Armor", "Shortbow"), *_hero("Odo", "cleric 8", "Scale Mail", "Mace", "Shield")]),
    ("We want to clear our names, and we begin at the gate", [_room("import_map", adventure="bitter_spring"), _room("join", toName="Bridge Gate")]),
    ("We have known each other since the war; let us begin", [("manage_inventory", {"operation": "give", "characterName": "Brenna", "item": "gp", "quantity": 100}), ("manage_inventory", {"operation": "give", "characterName": "Mira", "template": "Arrow", "quantity": 200}), ("keep_journal", {"operation": "checkpoint", "name": "The gate"})]),
]  # fmt: skip
TURNS: Final[list[tuple[str, list[Call], tuple[str, ...]]]] = [
    ("We visit the shop", _go("north", "west"), ()),
    ("Brenna wants something against wounds", [("manage_inventory", {"operation": "buy", "characterName": "Brenna", "itemName": "Potion of Healing", "fromName": "Berta Quill"})], ()),
    ("We ask the reeve for the key of the sluice", [*_go("east", "southeast"), _take("Sluice Key", "Ada Morrow", "characterName")], ()),
    ("We leave for the spring", _go("northwest", "north", "north", "east"), tuple(f"Bandit {n}" for n in range(1, 6))),
    ("We storm the captain's room", _go("east"), ("Captain Rusk",)),
    ("Mira searches the captain", [_take("Rusk's Key", "Captain Rusk", "characterName"), _take("Pump Key", "Captain Rusk", "characterName")], ()),
    ("We enter the waterworks", _go("west", "north"), ("Giant Spider 1", "Giant Spider 2")),
    ("We go on past the pump", _go("north"), tuple(f"Giant Bat {n}" for n in range(1, 5))),
    ("We take the stair to the west", _go("west"), ("Ochre Jelly",)),
    ("We go up and on", _go("north"), ()),
    ("We look into the office", _go("west"), ("Drowned Overseer",)),
    ("We climb down to the chapel", _go("east", "north", "down"), ("Ghoul 1", "Ghoul 2", "Ghoul 3")),
    ("We go on to the last door", _go("north"), ("Gargoyle",)),
    ("We rest before the dome, and then go in", [REST, *_go("north")], (BOSS, "Ice Mephit 1", "Ice Mephit 2", "Ice Mephit 3")),
]  # fmt: skip
"""The players' lines, the calls of the scripted model, and the foes in each place."""
