"""Subjects of the measurements: a hero in full gear, and rooms full of things."""

from typing import Any, Final

WORN: Final = (
    {"item": "Plate Armor", "slot": "armor"},
    {"item": "Shield, +1", "slot": "offhand"},
    {"item": "Mace of Smiting", "slot": "mainhand"},
    {"item": "Ring of Protection", "slot": "ring1", "attuned": True},
    {"item": "Belt of Dwarvenkind", "slot": "belt", "attuned": True},
    {"item": "Cloak of Protection", "slot": "cloak", "attuned": True},
    {"item": "Boots of Elvenkind", "slot": "feet"},
    {"item": "Gauntlets of Ogre Power", "slot": "hands"},
)
CHARACTER: Final = {
    "name": "Thorin",
    "classes": ["fighter 9"],
    "race": "human",
    "abilities": {"str": 16, "dex": 12, "con": 14, "int": 8, "wis": 10, "cha": 10},
    "proficiencies": {"skills": {"perception": 1, "athletics": 2, "intimidation": 1}},
    "features": ["defense_style"],
}
DOCUMENT: Final[dict[str, Any]] = {
    "character": CHARACTER,
    "equipped": WORN,
    "conditions": ["grappled", "poisoned", {"name": "exhaustion", "level": 2}],
    "effects": ["Bless", "Haste", "Shield of Faith"],
}
CASTER: Final[dict[str, Any]] = {
    "character": {
        "name": "Mira",
        "classes": ["wizard 8", "cleric 5", "sorcerer 4", "warlock 3"],
        "race": "elf",
        "abilities": {"str": 8, "dex": 14, "con": 14, "int": 18, "wis": 16, "cha": 16},
    },
    "equipped": WORN[1:],
    "effects": ["Bless", "Haste", "Shield of Faith"],
}
THINGS: Final = tuple(
    "Dagger, Mace, Club, Handaxe, Javelin, Sickle, Spear, Battleaxe, Flail, Glaive, Halberd, Lance, Longsword, Maul, Morningstar, Pike, "
    "Rapier, Scimitar, Shortsword, Trident, Warhammer, Whip, Greatsword, Greataxe, Greatclub, Light Hammer, Quarterstaff, War Pick, "
    "Plate Armor, Chain Shirt, Breastplate, Leather Armor, Scale Mail, Shield, Backpack, Bedroll, Torch, Rations, Waterskin, Crowbar".split(
        ", "
    )
)
"""Forty templates, no two of them alike, because equal things would stack."""


def gives(name: str, count: int) -> list[dict[str, Any]]:
    return [{"characterName": name, "operation": "give", "template": thing} for thing in THINGS[:count]]


def documents(count: int) -> list[dict[str, Any]]:
    """Copies of the hero that differ in name, strength and wounds."""
    scores = CHARACTER["abilities"]
    return [
        {**DOCUMENT, "character": {**CHARACTER, "name": f"Hero {n}", "abilities": {**scores, "str": 8 + n % 11}, "hp": 1 + n % 60}}
        for n in range(count)
    ]
