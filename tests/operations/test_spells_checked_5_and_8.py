"""Rows from the texts for spells of levels 5 and 8 that differ between the rulesets or carry the numbers of a creature."""

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.operations.casters import FAILS, PASSES, cast, creature, in_turn, lies_on, opened

pytestmark = pytest.mark.pure


# ── zones that hurt twice ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "times"), [("5.1", 2), ("5.2", 1)])
@pytest.mark.parametrize(("who", "spell", "points"), [("Sol", "Insect Plague", 4 * 2), ("Sol", "Incendiary Cloud", 10 * 2)])
def test_whoever_enters_and_stays_is_hurt_again_in_the_older_rules(ruleset: Ruleset, times: int, who: str, spell: str, points: int) -> None:
    """5.1 asks on entering and at the end of the turn; 5.2 adds that there is one save a turn."""
    box = opened(ruleset)
    in_turn(box, "Goblin 1", who)
    cast(box.let(FAILS, face=2), who, spell)
    box.did("act", "Goblin 1", act="enter", zone=spell)
    box.did("next_turn")
    assert 60 - box.hp("Goblin 1") == times * points


# ── the dragon of spirit ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("slot", "hp", "ac", "rend", "rends"), [(5, 50, 19, 10, 2), (6, 60, 20, 11, 3), (9, 90, 23, 14, 4)])
def test_a_dragon_of_spirit_has_the_numbers_of_its_slot(slot: int, hp: int, ac: int, rend: int, rends: int) -> None:
    """SRD 5.2: AC 14 + level, 50 hit points and 10 a level above 5, 1d6 + 4 + level piercing, half the level in attacks, 2d6 breath."""
    box = opened("5.2")
    cast(box, "Elara", "Summon Dragon", slot=slot, choice={"resistance": "cold", "breath": "acid"})
    name = "Draconic Spirit"
    assert (box.hp(name), box.number(name, "ac"), box.number(name, "abilities.str")) == (hp, ac, 19)
    assert [box.number(name, f"speed.{kind}") for kind in ("walk", "fly", "swim")] == [30, 60, 30]
    told = box.let(12, face=1).did("act", name, act="Rend", targets=["Goblin 1"])
    assert 60 - box.hp("Goblin 1") == 1 + rend - 1 and "piercing" in told["text"]
    assert f"= {12 + box.number('Elara', 'spellcasting.attack')} against" in told["text"]
    told = box.let(FAILS, face=3).did("act", name, act="Breath Weapon", targets=["Goblin 2"])
    assert 60 - box.hp("Goblin 2") == 6 and "acid" in told["text"] and f"DC {box.number('Elara', 'spellcasting.saveDc')}" in told["text"]
    told = box.let(*[12] * rends, face=1).did("act", name, act="Multiattack", targets=["Lute"])
    assert told["text"].count("against") >= 1 and box.number("Lute", "hpMax") - box.hp("Lute") == rends * rend


def test_a_dragon_of_spirit_resists_and_shares_it() -> None:
    box = opened("5.2")
    cast(box, "Elara", "Summon Dragon", choice={"resistance": "cold", "breath": "acid"})
    for name, kinds in (("Draconic Spirit", ("acid", "cold", "fire", "lightning", "poison")), ("Elara", ("cold",))):
        for kind in kinds:
            before = box.hp(name)
            box.let(20).did("damage", name, amount=4, damageType=kind)
            assert before - box.hp(name) == 2, (name, kind)
    before = box.hp("Elara")
    box.let(20).did("damage", "Elara", amount=4, damageType="fire")
    assert before - box.hp("Elara") == 4
    box.did("act", "Elara", steps=[{"end": "concentration", "to": "self"}])
    assert all(t.name != "Draconic Spirit" for t in box.world.things.values()) and lies_on(box, "Elara") == []


# ── the weather ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_precipitation_temperature_and_wind_change_together(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    told = cast(box.let(FAILS, face=2), "Fern", "Control Weather", choice="all three")["text"]
    assert all(word in told for word in ("Precipitation", "Temperature", "Wind", "20 minutes")) and "30 minutes" not in told
    assert creature(box, "Fern").creature.concentration is not None


# ── acts define their own effects ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "laid", "speed"), [("5.1", [], 30), ("5.2", ["Power Word Stun"], 0)])
def test_a_word_of_power_only_slows_the_mighty_by_the_newer_rules(ruleset: Ruleset, laid: list[str], speed: int) -> None:
    """More than 150 hit points: nothing by 5.1, and by 5.2 a Speed of 0 until the caster's next turn, without being stunned."""
    box = opened(ruleset)
    box.accept("create", name="Giant", character={"hpMax": 151, "abilities": {"str": 20}})
    cast(box, "Elara", "Power Word Stun", "Giant")
    assert (lies_on(box, "Giant"), box.number("Giant", "speed.walk")) == (laid, speed)
    box.did("attack", "Giant", targetName="Elara")


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_mark_changes_no_number_of_its_bearer(ruleset: Ruleset) -> None:
    """The die is the caster's against the marked one; the effect of the book with this name is for casters who play without acts."""
    box = opened(ruleset)
    told = cast(box, "Wren", "Hunter's Mark", "Goblin 1")["text"]
    assert "1d6 more" not in told
    assert "1d6 more" not in box.let(15).did("attack", "Goblin 1", targetName="Elara")["text"]


def test_flesh_that_resists_is_slowed_and_not_restrained() -> None:
    """SRD 5.2: after a passed save the Speed is 0 until the start of the caster's next turn."""
    box = opened("5.2")
    told = cast(box.let(PASSES), "Elara", "Flesh to Stone", "Goblin 1")["text"]
    assert box.number("Goblin 1", "speed.walk") == 0 and "disadvantage" not in told
