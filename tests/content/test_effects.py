"""The table of effects: every duration can end, every tag has a meaning, and the numbers match the SRD."""

import re
from typing import Any

from rpg_lite.content import rulebook_loading
from rpg_lite.rules import durations, names
from rpg_lite.rules.rulebook_entries import EffectRule
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.rows import each_row

EFFECTS: list[tuple[Ruleset, EffectRule]] = [(r, e) for r in RULESETS for e in rulebook_loading.rulebook(r).effects.values()]
TAGS = re.compile(r"(against|attack|attacker|damage|source|target|weapon):[a-z_|]+|one_roll")
ENDLESS = {
    "Half cover",
    "Three-quarters cover",
    "Squeezing",
    "Inspiration",
    "Heroic Inspiration",
    "Power Word Stun",
    "Cackle Fever",
    "Sewer Plague",
    "Sight Rot",
    *(f"Sight Rot {n}" for n in range(2, 6)),
    "Feeblemind",
    "Dragon Wings",
    "False Life",
}
"""Effects without a duration in one of the rulesets: situations, effects that are used up, effects that end by a save, diseases."""


def ids(row: tuple[Ruleset, EffectRule]) -> str:
    return f"{row[0]} {row[1].name}"


def stats(*effects: str, ruleset: Ruleset = "5.1", **keys: Any) -> EffectiveStats:
    book = rulebook_loading.rulebook(ruleset)
    character = {"name": "Ann", "level": 5, "classes": ["fighter"], "hpMax": 40}
    written = {"character": character, "equipped": [{"item": "Longsword", "slot": "mainhand"}], "effects": effects, **keys}
    return situation(SheetDocument.model_validate(written), book).stats(book)


def test_there_are_more_than_sixty() -> None:
    assert all(len(rulebook_loading.rulebook(r).effects) > 160 for r in RULESETS)


@each_row("row", EFFECTS, ids=ids)
def test_a_duration_can_run_out_or_there_is_none(row: tuple[Ruleset, EffectRule]) -> None:
    _, effect = row
    assert effect.duration is None or durations.parse(effect.duration)


def test_what_never_ends_by_itself_is_listed() -> None:
    assert {e.name for _, e in EFFECTS if e.duration is None} == ENDLESS


@each_row("row", EFFECTS, ids=ids)
def test_concentration_ends_some_time_and_an_effect_says_what_it_does(row: tuple[Ruleset, EffectRule]) -> None:
    _, effect = row
    assert effect.duration or not effect.concentration
    assert effect.modifiers or effect.conditions or effect.adjudicated


@each_row("row", EFFECTS, ids=ids)
def test_every_tag_is_one_that_a_roll_can_answer(row: tuple[Ruleset, EffectRule]) -> None:
    for m in row[1].modifiers:
        assert all(TAGS.fullmatch(tag) for tag in m.scope), m
        assert m.target != "condition_immunity" or m.scope in ((), ("source:magic",)), "any other tag would ward off everything"


@each_row("row", EFFECTS, ids=ids)
def test_an_effect_is_found_by_its_name_and_does_no_harm_to_the_sheet(row: tuple[Ruleset, EffectRule]) -> None:
    ruleset, effect = row
    assert rulebook_loading.rulebook(ruleset).effect(names.fold(effect.name)) is effect
    assert stats(effect.name, ruleset=ruleset).errors == ()


@each_row("name", ["Aid", "Bane", "Blur", "Bardic Inspiration", "Hunter's Mark", "Fire Shield (warm)", "Heroes' Feast", "heroes feast", "See Invisibility",
                                  "Gaseous Form", "Protection from Evil and Good", "Death Ward", "Hold Person", "Mage Armor", "Rage", "Help", "Bestow Curse (strength)"])  # fmt: skip
def test_what_a_table_looks_for_is_there(name: str) -> None:
    assert all(rulebook_loading.rulebook(r).effect(name) for r in RULESETS)


def number(found: EffectiveStats, path: str) -> Any:
    what, _, key = path.partition(".")
    match what:
        case "hp_max":
            return found.hp_max.value if found.hp_max else None
        case "speed":
            return found.speed[key].value  # type: ignore[index]
        case "ability":
            return found.abilities[key].value  # type: ignore[index]
        case "sense":
            return found.senses[key].value
        case "save" | "check":
            return (found.saves if what == "save" else found.checks).modes[key]  # type: ignore[index]
        case "resist":
            return key in found.defenses.resistances
        case "immune":
            return key in found.defenses.immunities
        case "ward":
            return key in found.defenses.conditions
        case "condition":
            return key in found.conditions_active
        case "dice":
            return [(d.dice, d.type, d.scope) for d in found.attacks[0].extra_dice]
        case "to_hit":
            return found.attacks[0].to_hit.value
        case "mode":
            return found.attacks[0].mode
        case "against":
            return found.attacks_against_you
    return found.ac.value


@each_row(
    ("effects", "path", "old", "new"),
    [
        (["Aid"], "hp_max", 45, 45),
        (["Aid (4th level)"], "hp_max", 55, 55),
        (["Aid", "Aid (3rd level)"], "hp_max", 50, 50),
        (["Magic Weapon +1", "Magic Weapon +3"], "to_hit", 6, 6),
        (["Bardic Inspiration (d8)"], "mode", "normal", "normal"),
        (["Help"], "mode", "normal", "normal"),
        (["Hunter's Mark"], "dice", [("1d6", "slashing", ("target:marked",))], [("1d6", "force", ("target:marked",))]),
        (["Divine Favor"], "dice", [("1d4", "radiant", ())], [("1d4", "radiant", ())]),
        (["Fire Shield (warm)"], "resist.cold", True, True),
        (["Fire Shield (chill)"], "resist.fire", True, True),
        (["Holy Aura"], "save.wis", "advantage", "advantage"),
        (["Holy Aura"], "against", "disadvantage", "disadvantage"),
        (["Protection from Evil and Good"], "against", "normal", "normal"),
        (["Heroes' Feast"], "immune.poison", True, False),
        (["Heroes' Feast"], "resist.poison", False, True),
        (["Heroes' Feast"], "save.wis", "advantage", "normal"),
        (["True Seeing"], "sense.truesight", 120, 120),
        (["Wind Walk"], "speed.fly", 300, 300),
        (["Gaseous Form"], "speed.walk", 0, 0),
        (["Gaseous Form"], "ward.prone", False, True),
        (["Alter Self (aquatic)"], "speed.swim", 30, 30),
        (["Mind Blank"], "immune.psychic", True, True),
        (["Bestow Curse (wisdom)"], "check.wis", "disadvantage", "disadvantage"),
        (["Squeezing"], "against", "advantage", "advantage"),
        (["Spirit Guardians"], "speed.walk", 15, 15),
        (["Hypnotic Pattern"], "speed.walk", 0, 0),
        (["Hideous Laughter"], "condition.prone", True, True),
        (["Eyebite (sickened)"], "mode", "disadvantage", "disadvantage"),
        (["Phantasmal Killer"], "condition.frightened", True, False),
        (["Turned"], "condition.frightened", False, True),
        (["Silence"], "immune.thunder", True, True),
        (["Irresistible Dance"], "save.dex", "disadvantage", "disadvantage"),
    ],
)
def test_an_effect_changes_what_the_srd_says(effects: list[str], path: str, old: Any, new: Any) -> None:
    assert number(stats(*effects), path) == old
    assert number(stats(*effects, ruleset="5.2"), path) == new


def test_a_mind_laid_waste_is_left_with_one_point() -> None:
    assert number(stats("Feeblemind"), "ability.int") == number(stats("Feeblemind"), "ability.cha") == 1
