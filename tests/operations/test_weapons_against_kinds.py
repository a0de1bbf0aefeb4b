"""The dice, bonuses and modes of weapons that count only against some targets, in both ways of attacking."""

from typing import Any

import pytest

from rpg_lite.decision.outcome import Accepted
from rpg_lite.vocabulary import Ruleset
from tests.operations.item_table import BOTH, NEW, OLD, added, lost, plays, strikes, table
from tests.operations.worlds import GOBLIN, Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(
    ("weapon", "kind", "dice"),
    [("Dragon Slayer Longsword", "dragon", 3), ("Giant Slayer Longsword", "giant", 2), ("Sun Blade", "undead", 1),
     ("Holy Avenger Longsword", "fiend", 2), ("Holy Avenger Longsword", "undead", 2), ("Mace of Disruption", "fiend", 2)],
)  # fmt: skip
def test_dice_against_a_kind_fall_for_it_alone(ruleset: Ruleset, weapon: str, kind: str, dice: int) -> None:
    """Dragon 3d6, giant 2d6, undead 1d8, fiend or undead 2d10 and 2d6; every die shows 2."""
    hero = {"classes": ["paladin 5"]}
    other = added(table(ruleset, weapon, hero=hero), weapon, 15)
    assert added(table(ruleset, weapon, kind=kind, hero=hero), weapon, 15, 20) == other + 2 * dice


@pytest.mark.parametrize("ruleset", BOTH)
def test_dice_against_a_kind_fall_in_acts_too(ruleset: Ruleset) -> None:
    for kind, dice in (("humanoid", 0), ("dragon", 3)):
        box = table(ruleset, "Dragon Slayer Longsword", kind=kind)
        plays(box, "Opportunity Attack", 15)
        assert lost(box) == 2 + 3 + 1 + 2 * dice, kind


@pytest.mark.parametrize("ruleset", BOTH)
def test_cold_of_a_frost_brand_falls_in_acts_too(ruleset: Ruleset) -> None:
    box = table(ruleset, "Frost Brand Longsword")
    plays(box, "Opportunity Attack", 15)
    assert lost(box) == 2 + 3 + 2


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_target_of_unknown_kind_is_left_to_the_game_master(ruleset: Ruleset) -> None:
    box = table(ruleset, "Dragon Slayer Longsword")
    box.accept("create", name="Shape", character={**GOBLIN, "hpMax": 200})
    told = box.let(15, face=2).accept("attack", "Hero", targetName="Shape")
    (judged,) = [n for n in told.notes if n.code == "judge_the_roll"]
    assert "3d6 more slashing" in str(judged) and lost(box, "Shape") == 6


@pytest.mark.parametrize(("ruleset", "more"), [(OLD, 4 * 2 * 2), (NEW, 7 + 7)])
def test_smiting_is_harder_on_constructs(ruleset: Ruleset, more: int) -> None:
    """+3 instead of +1 on both rolls; on a natural 20 4d6 (doubled by the critical hit) or 14 more."""
    usual, hard = (table(ruleset, "Mace of Smiting", kind=kind) for kind in ("humanoid", "construct"))
    plain = added(usual, "Mace of Smiting", 15)
    assert added(hard, "Mace of Smiting", 15) == plain + 2
    assert added(hard, "Mace of Smiting", 20) == 2 + 2 + 3 + 3 + more
    assert [_hits(hard, face) for face in (2, 3)] == [False, True]
    assert [_hits(usual, face) for face in (4, 5)] == [False, True]


def _hits(box: Sandbox, face: int) -> bool:
    before = lost(box)
    strikes(box, face)
    return lost(box) > before


@pytest.mark.parametrize("ruleset", BOTH)
def test_sharpness_adds_dice_on_a_20_against_any_creature(ruleset: Ruleset) -> None:
    """4d6, doubled by the critical hit, or 14."""
    box = table(ruleset, "Longsword of Sharpness")
    assert added(box, "Longsword of Sharpness", 20) == 2 + 2 + 3 + (16 if ruleset == OLD else 14)


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("kind", "with_", "dice"), [("giant", ["thrown"], 2), ("humanoid", ["thrown"], 1), ("giant", [], 0)])
def test_a_dwarven_thrower_deals_more_when_it_is_thrown(ruleset: Ruleset, kind: str, with_: list[str], dice: int) -> None:
    """1d8, against giants 2d8 in all, on a ranged attack alone."""
    box = table(ruleset, "Dwarven Thrower", kind=kind, hero={"race": "dwarf"})
    told = strikes(box, 15, **{"with": with_})
    assert lost(box) == 2 + 3 + 3 + 2 * dice and not _is_judged(told, "1d8")


def _is_judged(told: Accepted, word: str) -> bool:
    return any(n.code == "judge_the_roll" and f"{word} more" in str(n) for n in told.notes)


def test_a_weapon_that_is_not_thrown_takes_no_such_word() -> None:
    box = table(OLD, "Longsword")
    box.reject("rider_unknown", "attack", "Hero", targetName="Foe", **{"with": ["thrown"]})
    box.reject("rider_unknown", "attack", "Hero", targetName="Foe", **{"with": ["sworn_enemy"]})


@pytest.mark.parametrize("ruleset", BOTH)
def test_an_oathbow_is_deadly_to_its_sworn_enemy(ruleset: Ruleset) -> None:
    box = table(ruleset, "Oathbow")
    box.accept("give", "Hero", template="Arrow", quantity=9)
    usual = added(box, "Oathbow", 15)
    box.let(3, 15, face=2).accept("attack", "Hero", targetName="Foe", **{"with": ["sworn enemy"]})
    assert lost(box) == 2 * usual + 6


@each_row(
    ("ruleset", "name", "kind", "mode"),
    [(OLD, "Air Elemental 2", "elemental", "advantage"), (OLD, "Fire Elemental", "elemental", "normal"),
     (OLD, "Foe", "humanoid", "normal"), (NEW, "Fire Elemental", "elemental", "advantage"), (NEW, "Foe", "humanoid", "normal")],
)  # fmt: skip
def test_a_ring_of_air_is_bane_to_its_elementals(ruleset: Ruleset, name: str, kind: str, mode: str) -> None:
    box = table(ruleset, "Ring of Air Elemental Command")
    if name != "Foe":
        box.accept("create", name=name, character={**GOBLIN, "hpMax": 50, "type": kind})
    opposite = {"advantage": "disadvantage", "normal": "normal"}[mode]
    assert _mode(box, "Hero", name) == mode and _mode(box, name, "Hero") == opposite


def _mode(box: Sandbox, who: str, target: str) -> Any:
    return box.let(9, 9).accept("attack", who, targetName=target).result.mode  # type: ignore[union-attr]
