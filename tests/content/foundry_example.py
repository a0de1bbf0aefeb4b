"""A hero in the shape that Foundry's dnd5e system exports, written by hand."""

from typing import Any, Final


def item(name: str, kind: str, id: str = "", **system: Any) -> dict[str, Any]:
    return {
        "_id": id or name.replace(" ", "")[:16],
        "name": name,
        "type": kind,
        "img": "icons/svg/item-bag.svg",
        "system": system,
        "effects": [],
    }


BRENNA: Final[dict[str, Any]] = {
    "name": "Brenna",
    "type": "character",
    "img": "portrait.webp",
    "system": {
        "abilities": {
            a: {"value": v, "proficient": 0} for a, v in {"str": 16, "dex": 12, "con": 14, "int": 10, "wis": 14, "cha": 8}.items()
        },
        "attributes": {"hp": {"value": 31, "max": 38, "temp": 3}, "ac": {"calc": "default", "flat": None}, "prof": 3},
        "details": {"alignment": "Neutral Good", "xp": {"value": 6500}, "race": "raceItem", "background": "bgItem"},
        "traits": {"size": "med", "languages": {"value": ["common", "dwarvish"]}},
        "skills": {"ath": {"value": 1}, "prc": {"value": 2}, "ste": {"value": 0}, "arc": {"value": 0.5}},
        "currency": {"pp": 0, "gp": 27, "ep": 0, "sp": 4, "cp": 0},
        "spells": {"spell1": {"value": 2, "override": None}},
    },
    "items": [
        item("Dwarf", "race", "raceItem", identifier="dwarf"),
        item("Acolyte", "background", "bgItem", identifier="acolyte"),
        item("Cleric", "class", levels=5, identifier="cleric", hd={"denomination": "d8", "spent": 1}),
        item("Life Domain", "subclass", identifier="life-domain", classIdentifier="cleric"),
        item("Channel Divinity", "feat", type={"value": "class"}),
        item("Second Breakfast", "feat", type={"value": "feat"}),
        item("Chain Mail", "equipment", quantity=1, equipped=True, weight={"value": 55, "units": "lb"}),
        item("Shield", "equipment", quantity=1, equipped=True),
        item("Mace", "weapon", quantity=1, equipped=True),
        item("Longsword", "weapon", quantity=1, equipped=True),
        item("Ring of Protection", "equipment", quantity=1, equipped=True, attunement="required", attuned=True),
        item("Backpack", "container", "backpackItem", quantity=1),
        item("Torch", "consumable", quantity=6, container="backpackItem"),
        item("Potion of Healing", "consumable", quantity=2),
        item("Grandmother's Ladle", "loot", quantity=1, weight={"value": 1, "units": "lb"}),
        item("Bless", "spell", level=1, method="spell", prepared=1),
        item("Cure Wounds", "spell", level=1, preparation={"mode": "prepared", "prepared": True}),
        item("Sacred Flame", "spell", level=0, preparation={"mode": "prepared", "prepared": False}),
        item("Spell of Another Book", "spell", level=2, prepared=1),
    ],
    "effects": [],
    "_stats": {"systemId": "dnd5e", "systemVersion": "4.3.5", "coreVersion": "12.331"},
}
