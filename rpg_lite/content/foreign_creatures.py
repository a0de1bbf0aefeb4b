"""Turn creatures from Open5e and from Foundry's dnd5e system into creatures of our own files, and name everything that is left out.

Numbers stay as they are printed. An action that is an attack or a save with damage becomes an act; every other sentence goes unchanged to
the game master.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from rpg_lite.content import json_reading
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.content.foundry_traits import SKILLS_OF_FOUNDRY
from rpg_lite.content.stat_block_acts import ability_scores, act_of, list_of, plain
from rpg_lite.rules import names
from rpg_lite.vocabulary import ABILITIES, SKILLS, DamageType, Movement, Sense, Size

Json = dict[str, Any]
LARGEST: Final = 20_000_000
MOST: Final = 5_000
_DAMAGE: Final = get_args(DamageType)
_CONDITIONS: Final = (
    "blinded", "charmed", "deafened", "exhaustion", "frightened", "grappled", "incapacitated", "invisible", "paralyzed", "petrified",
    "poisoned", "prone", "restrained", "stunned", "unconscious",
)  # fmt: skip
_LONG: Final[Mapping[str, str]] = dict(
    zip(ABILITIES, ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), strict=True)
)
_SIZES: Final[Mapping[str, Size]] = {"tiny": "tiny", "sm": "small", "med": "medium", "lg": "large", "huge": "huge", "grg": "gargantuan"}
_COSTS: Final = (("actions", "action"), ("bonus_actions", "bonus"), ("reactions", "reaction"), ("legendary_actions", "legendary"))
_FRACTIONS: Final = {"1/8": 0.125, "1/4": 0.25, "1/2": 0.5}


@dataclass(slots=True)
class ForeignCreatures:
    """The creatures in the form of our files, and sentences about what they leave out."""

    creatures: list[Json]
    left_out: list[str] = field(default_factory=list)


def read(text: str) -> ForeignCreatures:
    """Read a file: one creature, a list, or a page of Open5e's `results`. Raises Faulty: (place, fault)."""
    data = json_reading.load(text, LARGEST)
    rows = (
        data["results"] if isinstance(data, dict) and isinstance(data.get("results"), list) else data if isinstance(data, list) else [data]
    )
    if len(rows) > MOST:
        raise Faulty(("", f"takes at most {MOST:,} creatures; this has {len(rows):,}"))
    found = ForeignCreatures([])
    for n, row in enumerate(rows):
        place = f"[{n}]" if len(rows) > 1 else ""
        found.creatures.append(_creature(row, place, found.left_out))
    return found


def _creature(row: Any, place: str, left_out: list[str]) -> Json:
    if not isinstance(row, dict) or not isinstance(row.get("name"), str):
        raise Faulty((place, "is not a creature: it needs a name"))
    reader: Callable[[Json, str, list[str]], Json]
    if row.get("type") == "npc" and isinstance(row.get("system"), dict):
        reader = _of_foundry
    elif "armor_class" in row and "hit_points" in row:
        reader = _of_open5e
    else:
        raise Faulty((place, "is neither a creature of Open5e (armor_class, hit_points) nor of Foundry's dnd5e system (type npc, system)"))
    made = reader(row, place, left_out)
    if len(made["abilities"]) != len(ABILITIES):
        raise Faulty((f"{place}.abilities".lstrip("."), "needs six ability scores from 1 to 30"))
    return {key: value for key, value in made.items() if value not in (None, [], {}, "")}


def _name(text: str) -> str:
    return names.tidy(plain(text).replace(";", ","))[: names.LONGEST_NAME]


def _number(value: Any, place: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise Faulty((place, f"takes a whole number from {least} to {most}, not {str(value)[:40]!r}"))
    return value


# ── Open5e ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _of_open5e(row: Json, place: str, left_out: list[str]) -> Json:
    name = _name(row["name"])
    at = f"{place}." if place else ""
    saves = {f"saves.{a}": v for a, long in _LONG.items() if isinstance(v := row.get(f"{long}_save"), int)}
    skills = row.get("skills") if isinstance(row.get("skills"), dict) else {}
    printed = {"ac": _number(row["armor_class"], f"{at}armor_class", 0, 40), **saves, **_skills(skills or {})}
    made: Json = {
        "name": name, "size": _size(row.get("size")), "type": str(row.get("type") or "").casefold() or None, "alignment": row.get("alignment"),
        "cr": _cr(row.get("cr", row.get("challenge_rating")), f"{at}challenge_rating"), "hpMax": _number(row["hit_points"], f"{at}hit_points", 1, 10_000),
        "hitDice": _hit_dice(row.get("hit_dice")), "speed": _speeds(row.get("speed")),
        "abilities": ability_scores({a: row.get(long) for a, long in _LONG.items()}), "senses": _senses(row.get("senses")),
        "languages": _languages(row.get("languages")), "printed": printed,
        "resistances": list_of(row.get("damage_resistances"), _DAMAGE), "immunities": list_of(row.get("damage_immunities"), _DAMAGE),
        "vulnerabilities": list_of(row.get("damage_vulnerabilities"), _DAMAGE),
        "conditionImmunities": list_of(row.get("condition_immunities"), _CONDITIONS),
        "acts": [act_of(a["name"], a["desc"], cost) for key, cost in _COSTS for a in _sentences(row.get(key))],
        "features": [_told(a["name"], a["desc"]) for a in _sentences(row.get("special_abilities"))],
    }  # fmt: skip
    if isinstance(row.get("damage_resistances"), str) and "nonmagical" in row["damage_resistances"].casefold():
        left_out.append(f"that {name} resists only attacks that are not magical")
    left_out += _unknown_of_open5e(name, row)
    if isinstance(row.get("spell_list"), list) and row["spell_list"]:
        left_out.append(f"the list of spells of {name}; its trait names them")
    if made["acts"] and any(a["cost"] == "legendary" for a in made["acts"]):
        made["legendaryActions"] = 3
    return made


def _unknown_of_open5e(name: str, row: Json) -> Iterator[str]:
    """The conditions, skills and ways to move that no sheet here has."""
    given = row.get("condition_immunities")
    words = [word.strip().casefold() for word in re.split(r"[,;]", given)] if isinstance(given, str) else []
    yield from (f"the immunity of {name} to {plain(word)}" for word in words if word and word not in _CONDITIONS)
    skills = row.get("skills") if isinstance(row.get("skills"), dict) else {}
    yield from (f"the skill {plain(str(key))} of {name}" for key in skills or () if not _skills({key: 0}))
    speeds = row.get("speed") if isinstance(row.get("speed"), dict) else {}
    yield from (
        f"the speed {plain(str(key))} of {name}" for key, value in (speeds or {}).items() if value and key not in get_args(Movement)
    )


def _sentences(found: Any) -> Iterator[dict[str, str]]:
    """The entries with a name and a text; older files have "" in place of an empty list."""
    for entry in found if isinstance(found, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("name"), str) and entry["name"].strip():
            yield {"name": entry["name"], "desc": str(entry.get("desc") or "")}


def _told(name: str, text: str) -> Json:
    """A trait whose sentence the game master reads; its effect is not computed."""
    return {"name": _name(name) or "Trait", "adjudicated": [plain(text)[:900] or _name(name)]}


def _size(text: Any) -> Size:
    return next((size for size in get_args(Size) if size == str(text).casefold()), "medium")


def _cr(value: Any, place: str) -> float:
    found = _FRACTIONS.get(str(value)) if not isinstance(value, int | float) else float(value)
    if found is None and isinstance(value, str) and value.replace(".", "", 1).isdecimal():
        found = float(value)
    if found is None or not 0 <= found <= 30:
        raise Faulty((place, f"takes a challenge rating from 0 to 30, not {str(value)[:40]!r}"))
    return found


def _hit_dice(text: Any) -> str | None:
    found = re.sub(r"\s", "", text) if isinstance(text, str) else ""
    return found if re.fullmatch(r"\d{1,3}d\d{1,2}([+-]\d{1,4})?", found) else None


def _speeds(speeds: Any) -> dict[str, int]:
    given = speeds if isinstance(speeds, dict) else {}
    return {kind: v for kind in get_args(Movement) if isinstance(v := given.get(kind), int) and v > 0}


def _senses(text: Any) -> dict[str, int]:
    found = {}
    for sense in get_args(Sense):
        if isinstance(text, str) and (m := re.search(rf"{sense}\D{{0,12}}(\d+)", text, re.IGNORECASE)):
            found[sense] = int(m[1])
    return found


def _languages(text: Any) -> list[str]:
    words = [plain(word) for word in re.split(r"[,;]", text)] if isinstance(text, str) else []
    return [word[: names.LONGEST_NAME] for word in words if word and word not in ("-", "—")]


def _skills(skills: Mapping[str, Any]) -> dict[str, int]:
    known = {names.fold(skill.replace("_", " ")): skill for skill in SKILLS}
    found = {known.get(names.fold(str(key).replace("_", " "))): value for key, value in skills.items()}
    return {f"skills.{skill}": value for skill, value in found.items() if skill and isinstance(value, int)}


# ── Foundry ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _of_foundry(row: Json, place: str, left_out: list[str]) -> Json:
    system, name = row["system"], _name(row["name"])
    at = f"{place}." if place else ""
    attributes, details, traits = (_dict(system.get(key)) for key in ("attributes", "details", "traits"))
    ac, hp = _dict(attributes.get("ac")), _dict(attributes.get("hp"))
    flat = ac.get("flat") if isinstance(ac.get("flat"), int) else ac.get("value")
    printed = {} if flat is None else {"ac": _number(flat, f"{at}system.attributes.ac", 0, 40)}
    if flat is None:
        left_out.append(f"the AC of {name}, which Foundry computes from its armor; give it the armor, or printed.ac")
    senses = _dict(attributes.get("senses"))
    ranges = _dict(senses.get("ranges")) or senses
    expert = [s for short, s in SKILLS_OF_FOUNDRY.items() if _dict(_dict(system.get("skills")).get(short)).get("value") in (1, 2)]
    if expert:
        left_out.append(f"the bonuses of {name} in {', '.join(expert)}, which Foundry computes")
    items = [item for item in row.get("items") or () if isinstance(item, dict) and isinstance(item.get("name"), str)]
    return {
        "name": name, "size": _SIZES.get(str(traits.get("size")), "medium"), "type": _dict(details.get("type")).get("value") or None,
        "alignment": details.get("alignment") or None, "cr": _cr(details.get("cr"), f"{at}system.details.cr"),
        "hpMax": _number(hp.get("max"), f"{at}system.attributes.hp.max", 1, 10_000), "hitDice": _hit_dice(hp.get("formula")),
        "speed": _speeds({k: int(v) if str(v).isdecimal() else v for k, v in _dict(attributes.get("movement")).items()}),
        "abilities": ability_scores({a: _dict(_dict(system.get("abilities")).get(a)).get("value") for a in ABILITIES}),
        "senses": {sense: v for sense in get_args(Sense) if isinstance(v := ranges.get(sense), int) and v > 0},
        "languages": [str(word).title() for word in _values(traits.get("languages"))], "printed": printed,
        "resistances": [w for w in _values(traits.get("dr")) if w in _DAMAGE], "immunities": [w for w in _values(traits.get("di")) if w in _DAMAGE],
        "vulnerabilities": [w for w in _values(traits.get("dv")) if w in _DAMAGE],
        "conditionImmunities": [w for w in _values(traits.get("ci")) if w in _CONDITIONS],
        "acts": [act for item in items if (act := _act_of_item(item))], "features": [_told(i["name"], _text(i)) for i in items if _is_trait(i)],
    }  # fmt: skip


def _act_of_item(item: Json) -> Json | None:
    """The act of the item, from the sentence in its description, because Foundry computes its own numbers by other rules."""
    cost = _activation(item)
    return act_of(item["name"], _text(item), cost) if cost and item.get("type") in ("weapon", "feat") else None


def _is_trait(item: Json) -> bool:
    return item.get("type") == "feat" and _activation(item) is None


def _activation(item: Json) -> str | None:
    """The cost of the item's act, under the key of this version (`activities`) or of older ones (`activation`)."""
    system = _dict(item.get("system"))
    kinds = [_dict(system.get("activation")).get("type")]
    kinds += [_dict(_dict(a).get("activation")).get("type") for a in _dict(system.get("activities")).values()]
    known = {"action": "action", "bonus": "bonus", "reaction": "reaction", "legendary": "legendary"}
    found = next((known[k] for k in kinds if k in known), None)
    return found or ("action" if item.get("type") == "weapon" else None)


def _text(item: Json) -> str:
    return str(_dict(_dict(item.get("system")).get("description")).get("value") or "")


def _values(found: Any) -> list[str]:
    values = _dict(found).get("value")
    return [str(v) for v in values] if isinstance(values, list) else []


def _dict(found: Any) -> Json:
    return found if isinstance(found, dict) else {}
