"""The Life Domain and Sculpt Spells, as the texts of both rulesets have them."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
RULESETS: list[Ruleset] = ["5.1", "5.2"]


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Sandbox:
    """Mira, a cleric of the Life Domain of level 6 with WIS 16; Aldo has 14 of 44 hit points, Berta 20 of 30."""
    ruleset: Ruleset = request.param
    box = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))
    box.did("create", name="Mira", character={"classes": ["cleric (Life Domain) 6"], "abilities": {"wis": 16}, "hpMax": 45, "hp": 10})
    box.did("create", name="Aldo", character={"hpMax": 44, "hp": 14, "party": True})
    box.did("create", name="Berta", character={"hpMax": 30, "hp": 20, "party": True})
    return box


def hp(table: Sandbox, *who: str) -> list[int | None]:
    return [table.thing(name).creature.hp for name in who]


# ── Preserve Life ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("choice", "after", "over"),
    [
        ({}, [22, 22], "10 of 30 hit points are left over"),
        ({"amount": 10}, [20, 14], ""),
        ({"amount": 999}, [22, 22], "10 of 30"),
        ({"Aldo": 5, "Mira": 3}, [13, 19], "22 of 30"),
        ({"aldo": 999, "mira": 1}, [11, 22], "21 of 30"),
    ],
)
def test_preserve_life_divides_its_points_and_stops_at_half(table: Sandbox, choice: dict[str, int], after: list[int], over: str) -> None:
    """Five times the cleric level in all; half of 45 is 22, half of 44 is 22."""
    answer = table.did("act", "Mira", act="Preserve Life", targets=["Mira", "Aldo"], choice=choice)
    assert hp(table, "Mira", "Aldo") == after
    assert over in answer["text"] and (over or "left over" not in answer["text"])


def test_preserve_life_that_reaches_nobody_spends_nothing(table: Sandbox) -> None:
    refused = table.refused("target_unfit", "act", "Mira", act="Preserve Life", targets=["Berta"])
    assert "below half of their hit points (15 of 30); Berta is at 20 of 30" in refused["text"]


def test_preserve_life_passes_over_one_who_is_above_half(table: Sandbox) -> None:
    table.did("act", "Mira", act="Preserve Life", targets=["Berta", "Aldo"])
    assert hp(table, "Berta", "Aldo") == [20, 22]


def test_preserve_life_of_the_older_rules_leaves_the_undead_alone() -> None:
    box = Sandbox()
    box.did("create", name="Mira", character={"classes": ["cleric (Life Domain) 6"]})
    box.did("create", name="Ghost", character={"type": "undead", "hpMax": 20, "hp": 1})
    assert (
        "a target that is not undead or construct"
        in box.refused("target_unfit", "act", "Mira", act="Preserve Life", targets=["Ghost"])["text"]
    )


# ── healing spells ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_disciple_of_life_heals_more_and_a_blessed_healer_oneself(table: Sandbox) -> None:
    """Cure Wounds with a slot of level 2 and the least dice: 2 + 2 more for Aldo, as much for Mira."""
    dice = 2 if table.book.ruleset == "5.1" else 4  # 2d8 and 4d8, WIS +3
    table.let(face=1).did("cast", "Mira", spell="Cure Wounds", targets=["Aldo"], slot=2)
    assert hp(table, "Aldo", "Mira") == [14 + dice + 3 + 4, 10 + 4]


def test_a_blessed_healer_heals_others(table: Sandbox) -> None:
    """Healing oneself, or a spell that restores nothing, gives nothing more."""
    dice = 1 if table.book.ruleset == "5.1" else 2
    table.let(face=1).did("cast", "Mira", spell="Cure Wounds", targets=["Mira"], slot=1)
    assert hp(table, "Mira") == [10 + dice + 3 + 3]
    table.did("cast", "Mira", spell="Bless", targets=["Aldo"])
    table.did("update", "Aldo", character={"hp": 44})
    table.did("cast", "Mira", spell="Healing Word", targets=["Aldo"])
    assert hp(table, "Mira") == [10 + dice + 3 + 3]


def test_a_cleric_of_level_five_is_no_blessed_healer(table: Sandbox) -> None:
    table.did("update", "Mira", character={"classes": ["cleric (Life Domain) 5"]})
    table.did("cast", "Mira", spell="Cure Wounds", targets=["Aldo"])
    assert hp(table, "Mira") == [10]


def test_a_staff_of_healing_pays_with_charges_and_no_slot(table: Sandbox) -> None:
    """Any spell of level 1 or higher counts (SRD 5.1, Disciple of Life), or only one cast with a slot (SRD 5.2)."""
    table.did("give", "Mira", template="Staff of Healing", equip=True)
    table.did("attune", "Mira", itemName="Staff of Healing")
    table.let(face=1).did("use", "Mira", itemName="Staff of Healing", property="Cure Wounds", targetName="Aldo")
    dice, more = (1, 3) if table.book.ruleset == "5.1" else (2, 0)
    assert hp(table, "Aldo", "Mira") == [14 + dice + 3 + more, 10 + more]


# ── Sculpt Spells ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(params=RULESETS)
def evoker(request: pytest.FixtureRequest) -> Sandbox:
    """Ilse and two friends in the middle of her Fireball; all fail their saves."""
    ruleset: Ruleset = request.param
    box = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))
    box.did("create", name="Ilse", character={"classes": ["wizard (Evoker) 6"], "abilities": {"int": 16}})
    for name in ("Aldo", "Berta", "Goblin"):
        box.did("create", name=name, character={"hpMax": 60, "hp": 60, "party": True})
    return box.let(2, face=3)


def burn(evoker: Sandbox, **more: Any) -> list[int]:
    told = evoker.accept("cast", "Ilse", spell="Fireball", targets=["Aldo", "Berta", "Goblin"], **more).expect(ActResult)
    return [t.taken for t in told.targets]


@pytest.mark.parametrize(
    ("more", "taken"),
    [
        ({"choice": {"spare": "Aldo"}, "with": ["Sculpt Spells"]}, [0, 24, 24]),
        ({"choice": {"spared": ["aldo", "Berta"]}}, [0, 0, 24]),
        ({"choice": "Berta", "with": ["Sculpt Spells"]}, [24, 0, 24]),
        ({}, [24, 24, 24]),
    ],
)
def test_the_spared_take_nothing(evoker: Sandbox, more: dict[str, Any], taken: list[int]) -> None:
    assert burn(evoker, **more) == taken


def test_a_name_that_is_no_target_is_not_spared_in_silence(evoker: Sandbox) -> None:
    call = {"spell": "Fireball", "targets": ["Goblin", "Berta"], "choice": {"spare": ["Berta", "Nobody"]}}
    assert "Berta" in evoker.refused("choice_required", "cast", "Ilse", **call)["text"]


def test_who_cannot_sculpt_is_told_that_nobody_is_spared(evoker: Sandbox) -> None:
    evoker.did("update", "Ilse", character={"classes": ["wizard 6"]})
    answer = evoker.refused("spares_nobody", "cast", "Ilse", spell="Fireball", targets=["Aldo"], choice={"spare": "Aldo"})
    assert hp(evoker, "Aldo") == [60] and "spare" in answer["text"]


def test_careful_spell_is_not_paid_unasked() -> None:
    """It spares for a sorcery point, so only its name calls for it."""
    box = Sandbox()
    box.did(
        "create", name="Vex", character={"classes": ["sorcerer 5"], "abilities": {"cha": 16}, "choices": {"metamagic": ["careful spell"]}}
    )
    box.did("create", name="Aldo", character={"hpMax": 60, "hp": 60, "party": True})
    call: dict[str, Any] = {"spell": "Fireball", "targets": ["Aldo"], "choice": {"spare": "Aldo"}}
    assert '"with": ["Careful Spell"]' in box.refused("spares_nobody", "cast", "Vex", **call)["text"]
    box.let(2, face=3).did("cast", "Vex", **call, **{"with": ["Careful Spell"]})
    assert hp(box, "Aldo") == [60 - 12]
    assert thing_stats.sheet(box.thing("Vex"), box.book).resources["sorcery points"].left == 4
