"""The whole sheet of a creature as data: each number with its reasons, skills, attacks, spells, features, and what it wears and carries."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.mechanics.rolls.rolls import mode_of
from rpg_lite.messages.render_context import count
from rpg_lite.rules import names
from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.equipment_slots import in_order
from rpg_lite.rules.modifier_tag_words import say_immunity
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats import on_roll
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.stats.natural_attacks import NATURAL, strike_of
from rpg_lite.views import unidentified
from rpg_lite.views.act_text import feet_of_strike
from rpg_lite.views.number_reasons import reasons_text
from rpg_lite.views.page import feature_words, heroes, sheet_deeds, sheet_spells, sheet_training
from rpg_lite.views.stats_json import numbers, pounds
from rpg_lite.vocabulary import SKILL_ABILITY, SKILLS, Mode
from rpg_lite.world import thing_stats
from rpg_lite.world.locks import is_locked
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]

_SLOTS: Final = MappingProxyType({"mainhand": "main hand", "offhand": "off hand"})
_TRAINED: Final[Mapping[str, int]] = MappingProxyType({"proficiency": 1, "expertise": 2})
_LONGEST: Final = 240
"""The most letters of the sentence about a feature."""


def full_sheet(world: World, who: Thing, book: Rulebook) -> Json:
    """The sheet of `who` in this world, which is the world that the reader knows."""
    stats, sheet = unidentified.stats_of(world, who, book), thing_stats.sheet(who, book)
    rolls = on_roll.by_path(stats)
    whys = {path: _why(path, number, rolls.get(path, on_roll.NOTHING)) for path, number in numbers(stats)}
    modes = {path: mode_of(rolled.modes) for path, rolled in rolls.items()}
    load, passive = stats.load, stats.passive["perception"]
    return {
        "title": heroes.title(who, sheet),
        "class": next(iter(sheet.class_levels), ""),
        "level": sheet.level,
        "background": names.capitalize(sheet.background.replace("_", " ")),
        "prof": stats.proficiency_bonus.value,
        "ac": {"value": stats.ac.value, "why": whys["ac"]},
        "hpMax": {"value": stats.hp_max.value, "why": whys.get("hpMax", "")} if stats.hp_max else None,
        "initiative": {"value": stats.initiative.value, "why": whys["initiative"]},
        "speed": {"value": stats.speed["walk"].value, "why": whys["speed.walk"]},
        "passive": {"value": passive.value, "why": whys["passive.perception"]},
        "abilities": [_ability(key, number, stats, whys, modes) for key, number in stats.abilities.items()],
        "skills": [_skill(name, stats, whys, modes) for name in SKILLS],
        "attacks": [*_attacks(world, who, stats, whys, book)],
        "acts": sheet_deeds.acts_json(world, who, stats, book),
        "casting": _casting(stats, whys, modes),
        "spells": sheet_spells.spells_json(sheet, stats, book),
        "features": list(_features(sheet, book)),
        "effects": [heroes.effect_json(world, e) for e in thing_stats.lasting(world, who, "effects")],
        "senses": ", ".join(f"{sense.replace('_', ' ')} {n.value} ft" for sense, n in stats.senses.items() if n.value)
        or "No special senses",
        "languages": ", ".join(names.capitalize(word.removesuffix(".")) for word in stats.languages),
        "resists": ", ".join(map(say_immunity, stats.defenses.resistances)),
        "immune": ", ".join(map(say_immunity, (*stats.defenses.immunities, *stats.defenses.conditions))),
        "tools": ", ".join(stats.tools),
        **sheet_training.training_json(sheet),
        "worn": list(_worn(world, who)),
        "items": list(_items(world, who, book)),
        "weight": [pounds(load.weight), load.capacity.value],
    }


def _why(path: str, number: Breakdown, rolled: on_roll.OnRoll) -> str:
    """The reasons of a number without the number itself: "14 Scale Mail − 1 DEX + 2 Shield."."""
    return reasons_text(path, number, rolled).partition(" = ")[2]


def _casting(stats: EffectiveStats, whys: Mapping[str, str], modes: Mapping[str, Mode]) -> Json | None:
    shown = sheet_spells.casting_json(stats, whys)
    return shown and {**shown, **_mode(modes.get("spellcasting.attack"))}


def _mode(mode: Mode | None) -> Json:
    """Advantage or disadvantage as a key of its own; a normal roll has none."""
    return {"mode": mode} if mode and mode != "normal" else {}


def _ability(key: str, number: Breakdown, stats: EffectiveStats, whys: Mapping[str, str], modes: Mapping[str, Mode]) -> Json:
    save = next(b for name, b in stats.saves.values.items() if name == key)
    return {
        "key": key.upper(),
        "score": number.value,
        "mod": next(n for name, n in stats.modifiers.items() if name == key),
        "why": whys[f"abilities.{key}"],
        "save": save.value,
        "saveWhy": whys[f"saves.{key}"],
        "prof": _training(save) > 0,
        **_mode(modes.get(f"saves.{key}")),
    }


def _skill(name: Any, stats: EffectiveStats, whys: Mapping[str, str], modes: Mapping[str, Mode]) -> Json:
    number = stats.skills.values[name]
    of = SKILL_ABILITY[name].upper()
    shown = names.capitalize(name.replace("_", " "))
    told = {"name": shown, "of": of, "value": number.value, "why": whys[f"skills.{name}"], "prof": _training(number)}
    return told | _mode(modes.get(f"skills.{name}"))


def _training(number: Breakdown) -> int:
    """0 untrained, 1 proficient, 2 with expertise."""
    return max((_TRAINED.get(m.source.name, 0) for m in number.lines), default=0)


def _attacks(world: World, who: Thing, stats: EffectiveStats, whys: Mapping[str, str], book: Rulebook) -> Iterator[Json]:
    """The attacks with what is in its hands, then those with the weapons in its bags, which are marked `carried`."""
    for a in stats.attacks:
        why = (whys.get(f"attacks.{a.name}.toHit", ""), whys.get(f"attacks.{a.name}.damageBonus", ""))
        yield _attack(a, _reach(world, who, a, book), why) | {"notes": sheet_deeds.notes_of(world, who, stats, a, book)}
    for a, weapon in sheet_deeds.carried_attacks(world, who, book):
        why = (_why("attacks.toHit", a.to_hit, on_roll.of_attack(a)), _why("attacks.damageBonus", a.damage_bonus, on_roll.NOTHING))
        notes = ", ".join(sorted(p.replace("_", " ") for p in a.properties))
        reach = _of_weapon(f"{10 if 'reach' in a.properties else 5} ft", weapon, book)
        yield _attack(a, reach, why) | {"name": weapon.name, "notes": notes, "carried": True}


def _attack(a: AttackStats, reach: str, why: tuple[str, str]) -> Json:
    """`why`: the reasons of the attack roll and of the damage."""
    return {
        "name": a.name,
        "hit": a.to_hit.value,
        "damage": a.damage_told if not a.is_harmless else "0",
        "type": a.damage_type,
        "reach": reach,
        "why": why[0],
        "damageWhy": why[1],
        **_mode(mode_of(a.reasons)),
    }


def _reach(world: World, who: Thing, a: AttackStats, book: Rulebook) -> str:
    """How far the attack goes: the reach in melee, the range, or both for a weapon to throw: "5 ft", "80/320 ft", "5 or 20/60 ft"."""
    melee = f"{10 if 'reach' in a.properties else 5} ft"
    if NATURAL in a.properties:
        act = next((act for act in thing_stats.sheet(who, book).acts if act.name == a.name), None)
        step = strike_of(act) if act else None
        return (feet_of_strike(act, step) if act and step else "") or melee
    rows = world.worn_by.get(who.id, {}).values()
    weapon = next((world.things.get(row.thing_id) for row in rows if a.slot and row.slot == a.slot), None)
    return _of_weapon(melee, weapon, book)


def _of_weapon(melee: str, weapon: Thing | None, book: Rulebook) -> str:
    stats = thing_stats.item_of(weapon, book).weapon_stats if weapon else None
    if stats is None or stats.range is None:
        return melee
    feet = f"{stats.range.normal}/{stats.range.long} ft"
    return f"{melee.removesuffix(' ft')} or {feet}" if "thrown" in stats.properties else feet


def _features(sheet: Sheet, book: Rulebook) -> Iterator[Json]:
    """Each feature with a sentence about what it does, as far as the rulebook knows it."""
    rules = {names.fold(rule.name): rule for rule in sheet.feature_rules}
    for feature in sheet.features:
        rule = rules.get(names.fold(feature.name)) or book.feature(feature.name)
        text = feature_words.sentence(rule) if rule else ""
        text = sheet_training.of_feature(feature.name, sheet) or sheet_training.open_for(feature.name, sheet) or text
        cut = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rsplit(' ', 1)[0]} …"
        yield {"name": _title(feature.name), "text": f"{cut}." if cut and cut[-1] not in ".…" else cut}


def _title(name: str) -> str:
    """The name of a feature as a title; the rulebook writes those of species as keys ("fey_ancestry")."""
    words = name.replace("_", " ")
    return words.title() if words.islower() else words


def _worn(world: World, who: Thing) -> Iterator[Json]:
    rows = [row for row in world.worn_by.get(who.id, {}).values() if row.slot and row.thing_id in world.things]
    for row in sorted(rows, key=lambda row: in_order(row.slot)):
        yield {"slot": _SLOTS.get(row.slot or "", (row.slot or "").rstrip("123")), "name": world.things[row.thing_id].name}


def _items(world: World, bag: Thing, book: Rulebook) -> Iterator[Json]:
    """The things that it carries and does not wear; the things in a bag are names, unless the bag is locked."""
    worn = {row.thing_id for row in world.worn_by.get(bag.id, {}).values() if row.slot}
    for thing in _things(world, bag, book):
        if thing.id not in worn:
            inside = [] if is_locked(thing) else [count(t.name, t.quantity) for t in _things(world, thing, book)]
            yield {"name": count(thing.name, thing.quantity), **({"in": inside} if inside else {})}


def _things(world: World, bag: Thing, book: Rulebook) -> list[Thing]:
    things = (t for t in world.bag_of(bag.id) if t.kind in ("item", "container") and not thing_stats.is_natural(t, book))
    return sorted(things, key=lambda t: names.fold(t.name))
