"""Halfling luck: a 1 on the d20 of an attack, a check or a save falls again, and the new face counts (SRD 5.1, Lucky; SRD 5.2, Luck)."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.rolls.rolls import LUCK, CheckResult
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import events
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
FLAT: dict[str, Any] = {"abilities": {"dex": 10}, "hpMax": 50}


def table_of(race: str, ruleset: Ruleset = "5.1") -> Sandbox:
    table = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))
    table.did("create", name="Pip", character={**FLAT, "race": race, "party": True})
    table.did("create", name="Goblin", character=FLAT)
    return table


def total(table: Sandbox, operation: str, **more: Any) -> int:
    (roll,) = table.accept(operation, "Pip", **more).expect(CheckResult).rolls
    return roll.total


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(
    ("operation", "more"), [("check", {"skill": "stealth"}), ("check", {"ability": "str"}), ("save", {"ability": "con"})]
)
def test_a_one_falls_again(ruleset: Ruleset, operation: str, more: dict[str, Any]) -> None:
    assert total(table_of("halfling", ruleset).let(1, 14), operation, **more) == 14
    assert total(table_of("human", ruleset).let(1, 14), operation, **more) == 1


@pytest.mark.parametrize(("faces", "counts"), [((1, 1), 1), ((2, 14), 2), ((20, 1), 20)])
def test_it_falls_again_once_and_only_a_one(faces: tuple[int, int], counts: int) -> None:
    assert total(table_of("lightfoot halfling").let(*faces), "check", ability="str") == counts


@pytest.mark.parametrize(
    ("mode", "faces", "counts"), [("disadvantage", (1, 13, 17), 13), ("advantage", (1, 13, 17), 17), ("disadvantage", (1, 1, 17), 1)]
)
def test_of_two_dice_one_falls_again(mode: str, faces: tuple[int, ...], counts: int) -> None:
    """SRD 5.1, Advantage and Disadvantage, has the example of a 1 and a 13."""
    assert total(table_of("halfling").let(*faces), "check", ability="str", mode=mode) == counts


def test_attacks_spells_and_initiative_have_luck() -> None:
    table = table_of("halfling")
    assert "against AC 10, a critical hit" in table.let(1, 20).did("attack", "Pip", targetName="Goblin")["text"]
    save = {"steps": [{"save": "dex", "dc": 15, "fail": [{"damage": 9, "type": "fire"}]}], "targets": ["Pip"]}
    assert "Pip (18) passes" in table.let(1, 18).did("act", "Goblin", act="Improvise", **save)["text"]
    fight = table.let(1, 19, 5).did("start_fight", names=["Pip", "Goblin"])
    assert "Pip 19" in fight["text"]


def test_the_first_face_is_recorded() -> None:
    table = table_of("halfling").let(1, 14)
    fell = [e for e in table.accept("check", "Pip", ability="str").events if isinstance(e, events.Rolled)]
    assert [(e.faces, e.for_) for e in fell] == [((14,), "check"), ((1,), LUCK)]


def test_a_death_save_has_luck_too() -> None:
    """A 1 would be two failures."""
    table = table_of("halfling")
    table.did("damage", "Pip", amount=50, damageType="fire")
    table.let(1, 12).did("save", "Pip", ability="death")
    assert (table.thing("Pip").creature.dying.successes, table.thing("Pip").creature.dying.failures) == (1, 0)


DOWN: dict[str, Any] = {"targets": ["Pip"], "steps": [{"damage": 50, "type": "fire"}]}
TESTS: dict[str, list[tuple[str, str | None, dict[str, Any]]]] = {
    "check": [("check", "Pip", {"skill": "stealth"})],
    "tool": [("check", "Pip", {"tool": "thieves' tools", "ability": "dex"})],
    "save": [("save", "Pip", {"ability": "con"})],
    "death save": [("act", "Goblin", {"act": "Improvise", **DOWN}), ("save", "Pip", {"ability": "death"})],
    "attack": [("attack", "Pip", {"targetName": "Goblin"})],
    "spell attack": [("cast", "Pip", {"spell": "Fire Bolt", "targets": ["Goblin"]})],
    "hide": [("act", "Pip", {"act": "Hide"})],
    "escape": [("apply", "Pip", {"condition": "restrained", "source": "Goblin"}), ("check", "Pip", {"ability": "str", "dc": 10})],
    "initiative": [("start_fight", None, {"names": ["Pip", "Goblin"]})],
    "joining": [("start_fight", None, {"names": ["Goblin"]}), ("start_fight", None, {"names": ["Pip"]})],
    "concentration": [
        ("cast", "Pip", {"spell": "Bless", "targets": ["Pip"]}),
        ("damage", "Pip", {"amount": 5, "damageType": "fire"}),
    ],
    "scroll": [("give", "Pip", {"template": "Spell Scroll (Contact Other Plane)"}), ("cast", "Pip", {"spell": "Spell Scroll (Contact Other Plane)"})],
}  # fmt: skip
OF_5_1 = {
    "grapple": [("act", "Pip", {"act": "Grapple", "targets": ["Goblin"]})],
    "shove": [("act", "Pip", {"act": "Shove", "targets": ["Goblin"], "choice": "prone"})],
}  # fmt: skip


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("kind", [*TESTS, *OF_5_1])
def test_every_kind_of_d20_test_has_luck(kind: str, ruleset: Ruleset) -> None:
    """SRD 5.1, Lucky: an attack roll, ability check, or saving throw; SRD 5.2, Luck: a D20 Test."""
    calls = {**TESTS, **(OF_5_1 if ruleset == "5.1" else {})}.get(kind)
    if calls is None:
        return
    table = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))
    mage = {"classes": ["wizard 6", "cleric 1"], "abilities": {"int": 13, "wis": 13, "dex": 10}}
    table.did("create", name="Pip", character={**FLAT, **mage, "race": "halfling", "party": True})
    table.did("create", name="Goblin", character=FLAT)
    *before, (operation, who, more) = calls
    for first, whose, fields in before:
        table.let(10).did(first, whose, **fields)
    outcome = table.let(1, 15).accept(operation, who, **more)
    assert LUCK in [e.for_ for e in outcome.events if isinstance(e, events.Rolled)]


def test_initiative_says_which_roll_fell_again() -> None:
    fight = table_of("halfling").let(1, 15, 5).did("start_fight", names=["Pip", "Goblin"])
    assert "Pip 15 (a 1 was rolled again); Goblin 5" in fight["text"]
