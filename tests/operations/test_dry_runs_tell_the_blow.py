"""A dry run tells to hit, DC and dice of what the deed itself would roll: also of a part of the same cast, with the riders in `with`, and of a weapon
(SRD, Spiritual Weapon, Vampiric Touch, Heat Metal, Chromatic Orb 5.2; Empowered Evocation, Overchannel).
"""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import AttackStep
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import events
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Answer, Table, chronicle
from tests.rows import each_row

CHOICES: dict[str, dict[str, str]] = {
    "Arcane Hand": {"choice": "fist"}, "Chromatic Orb": {"type": "cold"}, "Eyebite": {"choice": "sickened"},
    "Telekinesis": {"choice": "creature"},
}  # fmt: skip
NOT_AT_A_FOE = {"Expeditious Retreat", "Teleport", "Wish", "Control Weather", "Earthquake"}
"""Spells that play a part without a target, that choose another spell, or that begin with a zone."""


def with_a_part(ruleset: Ruleset) -> list[str]:
    """The spells that play a part of the same cast when they are cast."""
    book = rulebook_loading.rulebook(ruleset)
    every = [spell for name in book.spells if (spell := book.spell(name))]
    found = [s.name for s in every if any(isinstance(step, DoStep) and step.part for step in walk(s.steps, inner_acts=False))]
    return sorted({*found} - NOT_AT_A_FOE)


@laid_alike
def table_of(ruleset: Ruleset, **character: Any) -> Table:
    table = Table(begun(ruleset))
    scores = {"str": 10, "int": 16, "wis": 16, "cha": 16, "con": 10}
    table.did("create", name="Wiz", character={"classes": ["wizard 17"], "abilities": scores, "hpMax": 200, **character})
    table.did("create", name="Foe", character={"hpMax": 500, "abilities": {"con": 10}})
    return table


def plan_of(answer: Answer) -> Answer:
    found: Answer = answer["results"][0]["plan"]
    return found


def fell(table: Table, what_for: str) -> list[events.Rolled]:
    return [e for e in chronicle(table.game) if isinstance(e, events.Rolled) and e.for_ == what_for]


@each_row("ruleset, spell", [(ruleset, spell) for ruleset in RULESETS for spell in with_a_part(ruleset)])
def test_a_spell_that_strikes_by_a_part_tells_what_it_will_roll(ruleset: Ruleset, spell: str) -> None:
    table = table_of(ruleset)
    cast = {"spell": spell, "targets": ["Foe"], "force": True, **({"choice": CHOICES[spell]} if spell in CHOICES else {})}
    plan = plan_of(table.did("cast", "Wiz", dryRun=True, **cast))
    table.roll_with(falling(15, 1, face=3))
    answer = table.send({"operation": "cast", "characterName": "Wiz", **cast}, "execute_action", "full")
    assert answer["ok"], answer["text"]
    foe = next(t for t in answer["results"][0]["targets"] if t["name"] == "Foe")
    if attack := foe.get("attack"):
        assert plan["attack"]["toHit"] == attack["total"] - attack["natural"]
    if save := foe.get("save"):
        assert (plan["save"]["ability"], plan["save"]["dc"]) == (save["ability"], save["dc"])
    planned = {d["dice"] for d in plan.get("damage", ())}
    assert {e.dice for e in fell(table, "damage")} <= planned, (planned, answer["text"])
    assert attack or save or (spell == "Telekinesis" and ruleset == "5.1")


def test_the_spells_with_a_part_are_those_of_the_texts() -> None:
    assert {"Spiritual Weapon", "Vampiric Touch", "Heat Metal", "Call Lightning", "Sunbeam"} <= {*with_a_part("5.1")} & {
        *with_a_part("5.2")
    }
    assert "Chromatic Orb" in with_a_part("5.2")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_riders_count_in_a_dry_run(ruleset: Ruleset) -> None:
    table = table_of(ruleset, choices={"subclass": "evoker"})
    cast = {"spell": "Fireball", "targets": ["Foe"]}
    (told,) = plan_of(table.did("cast", "Wiz", dryRun=True, **{**cast, "with": ["Empowered Evocation"]}))["damage"]
    assert (told["dice"], told["min"], told["max"]) == ("8d6+3", 11, 51)
    (most,) = plan_of(table.did("cast", "Wiz", dryRun=True, **{**cast, "with": ["Overchannel"]}))["damage"]
    assert (most["min"], most["max"]) in ((48, 48), (51, 51))


def with_shots(ruleset: Ruleset) -> list[str]:
    """The evocations of a wizard that have several rays or darts."""
    book = rulebook_loading.rulebook(ruleset)
    every = [s for name in book.spells if (s := book.spell(name)) and s.school == "evocation" and "wizard" in s.classes]
    return sorted({s.name for s in every if any(isinstance(step, AttackStep | DamageStep) and step.times for step in s.steps)})


@each_row("ruleset, spell", [(ruleset, spell) for ruleset in RULESETS for spell in with_shots(ruleset)])
def test_points_for_one_damage_roll_join_one_of_several_shots(ruleset: Ruleset, spell: str) -> None:
    table = table_of(ruleset, choices={"subclass": "evoker"})
    cast = {"spell": spell, "targets": ["Foe"], "with": ["Empowered Evocation"]}
    answer = table.did("cast", "Wiz", dryRun=True, **cast)
    plan = plan_of(answer)
    (told,) = plan["damage"]
    assert plan["added"] == 3 and "+3 on one of these damage rolls" in answer["text"]
    table.roll_with(falling(15, 15, 15, face=3))
    table.did("cast", "Wiz", **cast)
    assert sorted(e.dice for e in fell(table, "damage")) == [told["dice"]] * plan["times"]
    thrown = 3 * plan["times"] * int(told["dice"][0]) + (plan["times"] if "+1" in told["dice"] else 0)
    assert 500 - table.hp("Foe") == thrown + 3


def test_several_shots_are_those_of_the_texts() -> None:
    assert with_shots("5.1") == with_shots("5.2") == ["Magic Missile", "Scorching Ray"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_weapon_tells_to_hit_and_the_damage_of_a_hit(ruleset: Ruleset) -> None:
    table = table_of(ruleset, classes=["rogue 5"], abilities={"dex": 16})
    table.did("give", "Wiz", template="Rapier +1", equip=True)
    before = table.now
    answer = table.did("attack", "Wiz", targetName="Foe", dryRun=True, mode="advantage", **{"with": ["Sneak Attack"]})
    plan = plan_of(answer)
    assert plan["attack"] == {"kind": "melee", "toHit": 7}
    assert [(d["dice"], d["min"], d["max"], d["critMax"], d["type"]) for d in plan["damage"]] == [
        ("1d8+4", 5, 12, 20, "piercing"), ("3d6", 3, 18, 36, "piercing"),
    ]  # fmt: skip
    assert "A hit deals 1d8+4 (5–12) piercing, 3d6 (3–18) piercing." in answer["text"]
    assert table.now == before
    table.roll_with(falling(15, 15, face=3))
    table.did("attack", "Wiz", targetName="Foe", mode="advantage", **{"with": ["Sneak Attack"]})
    assert [e.dice for e in fell(table, "damage")] == ["1d8", "3d6"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_plan_counts_the_rounds_of_its_duration(ruleset: Ruleset) -> None:
    table = table_of(ruleset)
    assert plan_of(table.did("cast", "Wiz", spell="Haste", targets=["Foe"], dryRun=True))["rounds"] == 10
    assert "rounds" not in plan_of(table.did("cast", "Wiz", spell="Fireball", targets=["Foe"], dryRun=True))
