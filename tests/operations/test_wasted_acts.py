"""Acts that would be wasted are refused before anything is spent: on nobody, on the dead, on too many."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import GOBLIN, Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.fixture
def box() -> Sandbox:
    table = Sandbox()
    for name, of in (("Elara", "wizard 5"), ("Mira", "cleric 5")):
        table.accept("create", name=name, character={"classes": [of], "party": True, "abilities": {"int": 18, "wis": 18}})
    for n in (1, 2, 3):
        table.accept("create", name=f"Goblin {n}", character={**GOBLIN, "hpMax": 40})
    table.accept("damage", "Goblin 3", amount=90, damageType="fire")
    return table


AREAS = ["Fireball", "Burning Hands", "Lightning Bolt", "Shatter", "Sleep", "Hypnotic Pattern", "Thunderwave"]


@pytest.mark.parametrize("spell", AREAS)
def test_an_area_in_which_nobody_is_named_is_refused_with_those_there(box: Sandbox, spell: str) -> None:
    refused = box.reject("area_empty", "cast", "Elara", spell=spell)
    assert refused.allowed == ("Mira", "Goblin 1", "Goblin 2")
    assert refused.instead and refused.instead["targets"] == ["Goblin 1", "Goblin 2"]
    assert box.let(10, 10, 10).accept(**{"who": None, **refused.instead})


def test_the_refusal_keeps_the_wishes_of_the_call(box: Sandbox) -> None:
    refused = box.reject("area_empty", "cast", "Elara", spell="Burning Hands", slot=2)
    assert refused.instead and refused.instead["slot"] == 2


def test_one_who_hides_is_not_named(box: Sandbox) -> None:
    box.let(20).accept("act", "Goblin 2", act="Hide")
    assert box.reject("area_empty", "cast", "Elara", spell="Fireball").allowed == ("Mira", "Goblin 1")


def test_force_casts_it_on_nobody(box: Sandbox) -> None:
    assert box.accept("cast", "Elara", spell="Fireball", force=True)


@pytest.mark.parametrize("spell", ["Fog Cloud", "Silence", "Web", "Spike Growth"])
def test_a_zone_may_be_laid_where_nobody_stands(box: Sandbox, spell: str) -> None:
    who = "Mira" if spell == "Silence" else "Elara"
    assert box.accept("cast", who, spell=spell, force=spell in ("Fog Cloud", "Spike Growth"))


WASTED: list[tuple[str, str, list[str]]] = [
    ("Elara", "Hold Person", ["Goblin 3"]), ("Elara", "Magic Missile", ["Goblin 3"]), ("Elara", "Magic Missile", ["Goblin 1", "Goblin 2", "Goblin 3"]),
    ("Elara", "Fireball", ["Goblin 3"]), ("Mira", "Healing Word", ["Goblin 3"]), ("Mira", "Cure Wounds", ["Goblin 3"]), ("Mira", "Bless", ["Mira", "Goblin 3"]),
    ("Mira", "Aid", ["Goblin 3"]), ("Mira", "Spare the Dying", ["Goblin 3"]), ("Mira", "Lesser Restoration", ["Goblin 3"]),
]  # fmt: skip


@pytest.mark.parametrize(("who", "spell", "targets"), WASTED)
def test_the_dead_are_no_targets_for_the_living(box: Sandbox, who: str, spell: str, targets: list[str]) -> None:
    choice: dict[str, Any] = {"choice": "poisoned"} if spell == "Lesser Restoration" else {}
    assert "Goblin 3" in str(box.reject("target_dead", "cast", who, spell=spell, targets=targets, **choice).details)


def test_the_dead_may_lie_in_an_area(box: Sandbox) -> None:
    assert box.let(1).accept("cast", "Elara", spell="Fireball", targets=["Goblin 1", "Goblin 3"])


def test_the_living_are_not_brought_back(box: Sandbox) -> None:
    box.reject("target_unfit", "cast", "Mira", spell="Revivify", targets=["Goblin 1"])


@pytest.mark.parametrize(
    ("spell", "targets", "code", "now"),
    [
        ("Magic Missile", ["Goblin 1", "Goblin 2"], "shots_count", ["Goblin 1"]),
        ("Hold Person", ["Goblin 1", "Goblin 2"], "targets_count", ["Goblin 1"]),
        ("Bless", ["Elara", "Mira", "Goblin 1", "Goblin 2"], "targets_count", ["Elara", "Mira", "Goblin 1"]),
    ],
)
def test_a_wrong_count_is_refused_with_one_that_fits(box: Sandbox, spell: str, targets: list[str], code: str, now: list[str]) -> None:
    who = "Mira" if spell == "Bless" else "Elara"
    refused = box.reject(code, "cast", who, spell=spell, targets=targets)
    assert refused.instead and refused.instead["targets"] == now
    assert box.let(10).accept(**{"who": None, **refused.instead})


def test_one_target_is_told_in_the_singular(box: Sandbox) -> None:
    answer = box.ask("cast", "Elara", spell="Hold Person", targets=["Goblin 1", "Goblin 2"])
    assert "takes at most 1 target here, not 2" in answer["text"]


@pytest.mark.parametrize("spell", ["Fire Bolt", "Hold Person", "fire bolt spell"])
def test_an_attack_with_a_spell_leads_to_its_cast(box: Sandbox, spell: str) -> None:
    refused = box.reject("spell_is_cast", "attack", "Elara", targetName="Goblin 1", itemName=spell)
    assert refused.instead and refused.instead["operation"] == "cast" and refused.instead["targets"] == ["Goblin 1"]
    assert box.let(10).accept(**{"who": None, **refused.instead})


def test_arcane_recovery_with_every_slot_there_is_refused_unspent(box: Sandbox) -> None:
    box.accept("rest", "Elara", kind="short")
    box.reject("nothing_is_spent", "act", "Elara", act="Arcane Recovery")
    assert not box.thing("Elara").creature.spent
    box.accept("update", "Elara", character={"spent": {"slot_1": 1}})
    box.accept("act", "Elara", act="Arcane Recovery")
    assert box.thing("Elara").creature.spent == {"arcane_recovery": 1}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_plays_another_act_is_not_wasted_on_the_dead(ruleset: Ruleset) -> None:
    table = Sandbox(first_world(ruleset))
    for name, of in (("Fern", "druid 5"), ("Kai", "monk 5")):
        table.accept("create", name=name, character={"classes": [of], "party": True})
    table.accept("create", name="Goblin", character=GOBLIN)
    table.accept("damage", "Goblin", amount=90, damageType="fire")
    table.reject("target_dead", "cast", "Fern", spell="Heat Metal", targets=["Goblin"])
    table.reject("target_dead", "act", "Kai", act="Flurry of Blows", targets=["Goblin"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_counterspell_without_a_spell_to_counter_is_refused(ruleset: Ruleset) -> None:
    table = Sandbox(first_world(ruleset))
    table.accept("create", name="Elara", character={"classes": ["wizard 5"], "party": True})
    table.accept("create", name="Goblin", character=GOBLIN)
    table.reject("answers_a_cast", "cast", "Elara", spell="Counterspell", targets=["Goblin"])
