"""Creatures in the shapes of Foundry's dnd5e system, written by hand: of version 2 to 3, of version 4, and of version 5."""

import copy
from typing import Any, Final

Json = dict[str, Any]
SCORES: Final = {"str": 18, "dex": 14, "con": 16, "int": 10, "wis": 12, "cha": 16}


def npc(*items: Json, **parts: Any) -> Json:
    """A creature of challenge rating 5 (proficiency bonus 3) with these items; `parts` go into `system`, key by key: attributes__ac."""
    system: Json = {
        "abilities": {a: {"value": v, "proficient": int(a == "con")} for a, v in SCORES.items()},
        "attributes": {
            "ac": {"flat": 15, "calc": "natural"}, "hp": {"value": 60, "max": 60, "formula": "8d8 + 24"}, "movement": {"walk": "30", "units": None},
            "senses": {"ranges": {"darkvision": 60}}, "spellcasting": "cha",
        },
        "details": {"cr": 5, "type": {"value": "fiend", "subtype": "goblinoid"}, "alignment": "Chaotic Evil"},
        "traits": {"size": "med", "languages": {"value": ["common", "deep"], "custom": "Gull"}},
        "skills": {"ste": {"value": 2, "ability": "dex"}, "prc": {"value": 1, "ability": "wis"}, "arc": {"value": 0, "ability": "int"}},
    }  # fmt: skip
    for path, value in parts.items():
        at = system
        *way, last = path.split("__")
        for key in way:
            at = at.setdefault(key, {})
        at[last] = value
    return {"name": "Fen Reaver", "type": "npc", "system": system, "items": [copy.deepcopy(item) for item in items]}


def thing(name: str, kind: str, text: str = "", activities: Any = None, **system: Any) -> Json:
    """An item; `activities` are numbered."""
    rows = {f"act{n}": row for n, row in enumerate(activities or ())}
    return {
        "_id": name.replace(" ", "")[:16],
        "name": name,
        "type": kind,
        "system": {"description": {"value": text}, "activities": rows, **system},
    }


def attack(**more: Any) -> Json:
    return {"type": "attack", "activation": {"type": "action"}, "attack": {"ability": "", "bonus": "", "type": {"value": "melee", "classification": "weapon"}},
            "damage": {"includeBase": True, "parts": []}, **more}  # fmt: skip


def save(ability: str, dc: Json, *parts: Json, **more: Any) -> Json:
    return {
        "type": "save",
        "activation": {"type": "action"},
        "save": {"ability": [ability], "dc": dc},
        "damage": {"onSave": "half", "parts": [*parts]},
        **more,
    }


def rolled(number: int, faces: int, *types: str, bonus: str = "") -> Json:
    return {"number": number, "denomination": faces, "bonus": bonus, "types": [*types]}


def weapon(
    name: str, text: str = "<p>[[/attack extended]]. [[/damage average extended]].</p>", activities: Any = None, **system: Any
) -> Json:
    base = {
        "damage": {"base": rolled(1, 8, "slashing")},
        "type": {"value": "martialM"},
        "range": {"reach": 5, "units": "ft"},
        "equipped": True,
    }
    return thing(name, "weapon", text, activities if activities is not None else [attack()], **{**base, **system})


def spell(name: str, level: int, **more: Any) -> Json:
    flags = {"flags": {"dnd5e": {"cachedFor": more.pop("cached")}}} if "cached" in more else {}
    return {**thing(name, "spell", "<p>Words.</p>", level=level, **more), **flags}


OLD_SPEAR: Final[Json] = {
    "name": "Spear", "type": "weapon", "system": {
        "description": {"value": "<p>A spear.</p>"}, "actionType": "mwak", "activation": {"type": "action", "cost": 1}, "ability": "",
        "attackBonus": "1", "damage": {"parts": [["1d6 + @mod", "piercing"], ["1d4[fire]", "fire"]]}, "range": {"value": 5, "long": None, "units": "ft"},
        "weaponType": "simpleM", "properties": {"fin": False}, "save": {"ability": "", "dc": None, "scaling": "spell"},
    },
}  # fmt: skip
OLD_BREATH: Final[Json] = {
    "name": "Mud Breath", "type": "feat", "system": {
        "description": {"value": "<p>It spits mud.</p>"}, "actionType": "save", "activation": {"type": "action", "cost": 1}, "recharge": {"value": 5, "charged": True},
        "damage": {"parts": [["4d6", "acid"]]}, "save": {"ability": "dex", "dc": 14, "scaling": "flat"},
    },
}  # fmt: skip
