"""Options of Metamagic: how many go with one spell (SRD, Metamagic; 5.2, Sorcery Incarnate)."""

from typing import Any

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import hero, left, played
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

OPTIONS = ["quickened spell", "distant spell", "empowered spell", "heightened spell"]


def sorcerer(ruleset: Ruleset, level: int, **more: Any) -> Sandbox:
    return hero(ruleset, f"sorcerer {level}", choices={"metamagic": OPTIONS}, **more)


def thrown(box: Sandbox, *options: str) -> ActResult:
    """A fireball with these options."""
    return box.accept("cast", "Hero", spell="Fireball", targets=["Foe"], **{"with": list(options)}).expect(ActResult)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_option_changes_a_spell(ruleset: Ruleset) -> None:
    box = sorcerer(ruleset, 10)
    call = {"spell": "Fireball", "targets": ["Foe"], "with": ["Distant Spell", "Quickened Spell"]}
    refused = box.refused("options_too_many", "cast", "Hero", **call)
    assert "takes 1 of its caster's options of metamagic, not 2; allowed: Quickened Spell, Distant Spell" in refused["text"]
    thrown(box, "Distant Spell")
    assert left(box, "sorcery points") == 10 - 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_empowered_spell_takes_another_option(ruleset: Ruleset) -> None:
    box = sorcerer(ruleset, 10)
    thrown(box, "Distant Spell", "Empowered Spell")
    assert left(box, "sorcery points") == 10 - 1 - 1


def test_a_sorcerer_incarnate_of_5_2_uses_two_options() -> None:
    box = sorcerer("5.2", 7)
    played(box, "Innate Sorcery")
    thrown(box, "Distant Spell", "Heightened Spell")
    assert left(box, "sorcery points") == 7 - 1 - 2
    call = {"spell": "Fireball", "targets": ["Foe"], "with": ["Distant Spell", "Heightened Spell", "Quickened Spell"]}
    assert "takes 2" in box.refused("options_too_many", "cast", "Hero", **call)["text"]


@pytest.mark.parametrize(("level", "innate"), [(6, True), (20, False)])
def test_others_use_one(level: int, innate: bool) -> None:
    box = sorcerer("5.2", level)
    if innate:
        played(box, "Innate Sorcery")
    call = {"spell": "Fireball", "targets": ["Foe"], "with": ["Distant Spell", "Heightened Spell"]}
    box.refused("options_too_many", "cast", "Hero", **call)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_option_may_be_named_by_one_of_its_words(ruleset: Ruleset) -> None:
    box = Sandbox(first_world(ruleset)).let(face=2)
    box.accept("create", name="Sor", character={"classes": ["sorcerer 10"], "choices": {"metamagic": ["twinned", "empowered"]}})
    box.accept("create", name="Foe", character={"hpMax": 90})
    call: dict[str, Any] = {"spell": "Fireball", "targets": ["Foe"], "with": ["Empowered"]}
    assert box.reject("rider_unknown", "cast", "Sor", **call).near == ("Empowered Spell",)
