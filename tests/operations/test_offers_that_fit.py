"""An answer offers only what would count: no second metamagic option, no reaction to what it does not concern, nothing against a miss."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

SCORES = {"str": 14, "dex": 14, "con": 14, "int": 16, "wis": 16, "cha": 16}
HEROES: dict[str, dict[str, Any]] = {
    "Sor": {"classes": ["sorcerer 9"], "features": ["Quickened Spell", "Twinned Spell"]},
    "Bard": {"classes": ["bard 5"], "choices": {"subclass": "lore"}},
    "Wiz": {"classes": ["wizard 17"]},
}


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Table:
    ruleset: Ruleset = request.param
    table = Table(begun(ruleset))
    for name, character in HEROES.items():
        table.did("create", name=name, character={**character, "abilities": SCORES, "party": True, "hpMax": 90})
    for name in ("Ogre", "Bandit"):
        table.did("create", name=name, template=name, character={"hpMax": 300, "hp": 300})
    table.did("give", "Wiz", template="Staff of the Magi", equip=True)
    table.did("attune", "Wiz", itemName="Staff of the Magi")
    table.roll_with(falling(15))
    return table


def cast(table: Table, who: str, spell: str, *targets: str, **more: Any) -> Answer:
    return table.did("cast", who, spell=spell, targets=list(targets), force=True, **more)


def test_one_metamagic_option_leaves_no_other(table: Table) -> None:
    assert "may add Quickened Spell" in cast(table, "Sor", "Hold Person", "Bandit")["text"]
    answer = cast(table, "Sor", "Hold Person", "Bandit", **{"with": ["Quickened Spell"]})
    assert "may add" not in answer["text"], answer["text"]


@pytest.mark.parametrize(
    ("caster", "spell", "targets", "slot", "is_offered"),
    [
        ("Sor", "Hold Person", ("Wiz",), None, True),
        ("Sor", "Hold Person", ("Wiz", "Bard"), 3, False),
        ("Sor", "Fireball", ("Wiz",), None, False),
        ("Wiz", "Hold Person", ("Bandit",), None, False),
    ],
)
def test_a_staff_absorbs_what_targets_its_bearer_alone(
    table: Table, caster: str, spell: str, targets: tuple[str, ...], slot: int | None, is_offered: bool
) -> None:
    answer = cast(table, caster, spell, *targets, **({"slot": slot} if slot else {}))
    assert ("Absorb Spell" in answer["text"]) == is_offered, answer["text"]


@pytest.mark.parametrize(("face", "is_offered"), [(2, False), (15, True)])
def test_nothing_lowers_a_miss(table: Table, face: int, is_offered: bool) -> None:
    table.roll_with(falling(face))
    text = table.did("attack", "Ogre", targetName="Bard")["text"]
    assert ("Cutting Words" in text) == is_offered, text


def test_whoever_has_answered_is_not_asked_again(table: Table) -> None:
    table.did("update", "Wiz", character={"spells": {"prepared": ["Counterspell"]}})
    table.did("create", name="Ugo", template="Mage")
    assert "Wiz (Counterspell" in table.did("cast", "Ugo", spell="Fly", targets=["Ugo"], force=True)["text"]
    text = table.did("cast", "Wiz", spell="Counterspell", answer=True, force=True)["text"]
    assert "Counterspell cancels it" in text and "May answer: Wiz" not in text, text


@pytest.mark.parametrize("spell", ["Dominate Person", "Heat Metal", "Hold Person"])
def test_a_dry_run_names_the_targets_alone(table: Table, spell: str) -> None:
    text = cast(table, "Wiz", spell, "Bandit", dryRun=True)["text"]
    assert " on Bandit: " in text and "Bandit and Wiz" not in text, text


@pytest.mark.parametrize("spell", ["Sleep", "Color Spray"])
def test_whoever_is_not_affected_is_named(spell: str) -> None:
    table = Table(begun("5.1"))
    table.did("create", name="Wiz", character={"classes": ["wizard 5"], "party": True})
    for name in ("Ogre", "Imp"):
        table.did("create", name=name, template=name)
    table.roll_with(falling(10, face=2))
    text = cast(table, "Wiz", spell, "Ogre", "Imp")["text"]
    assert "Ogre is not affected." in text and "Imp is not" not in text, text
