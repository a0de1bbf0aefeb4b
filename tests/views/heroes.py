"""Characters that have acts, riders and spells."""

from typing import Any

Json = dict[str, Any]
DRAKE: Json = {
    "level": 8,
    "abilities": {"str": 18, "con": 16},
    "acts": [
        {"name": "Fire Breath", "spend": "recharge:5", "targets": "area",
         "steps": [{"save": "dex", "dc": "{8+pb+con}", "fail": [{"damage": "8d6", "type": "fire"}], "pass": "half"}]},
        {"name": "Claw", "targets": "1", "steps": [{"attack": 7, "hit": [{"damage": "2d6+4", "type": "slashing"}]}]},
        {"name": "Gather", "cost": "bonus", "spend": "resource:Breath", "steps": [{"heal": "1d8+{con}"}]},
    ],
}  # fmt: skip
CLERIC: Json = {
    "classes": ["cleric (Life Domain) 5"], "race": "hill dwarf", "party": True,
    "abilities": {"str": 14, "dex": 10, "con": 14, "int": 10, "wis": 18, "cha": 12},
    "spells": {
        "prepared": ["Bless", "Cure Wounds", "Guiding Bolt", "Healing Word", "Aid", "Lesser Restoration", "Spiritual Weapon", "Spirit Guardians"],
        "cantrips": ["Sacred Flame", "Guidance", "Light", "Thaumaturgy"],
    },
}  # fmt: skip
WIZARD: Json = {
    "classes": ["wizard (Evocation) 5"], "race": "high elf", "party": True, "abilities": {"dex": 14, "con": 14, "int": 18},
    "spells": {
        "prepared": ["Mage Armor", "Magic Missile", "Shield", "Misty Step", "Scorching Ray", "Web", "Fireball", "Fly", "Counterspell"],
        "cantrips": ["Fire Bolt", "Light", "Mage Hand", "Prestidigitation"],
    },
    "proficiencies": {"skills": {"arcana": 1, "history": 1, "perception": 1}},
}  # fmt: skip
