"""What follows a hit with a weapon follows no spell and, in SRD 5.2, no bite; the words of each text decide."""

from typing import Any, Final

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, copy_of, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

SCORES: Final = {"str": 16, "dex": 16, "wis": 16, "cha": 16, "int": 16}
HEROES: Final = {
    "Paladin": ["paladin 5", "wizard 5"],
    "Ranger": ["ranger 5", "druid 5", "wizard 1"],
    "Monk": ["monk 5"],
    "Mage": ["wizard 5"],
}


def make(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    for name, classes in HEROES.items():
        table.did("create", name=name, character={"classes": classes, "abilities": SCORES, "party": True, "hpMax": 99})
        table.did("give", name, template="Longsword")
        table.did("give", name, template="Longbow")
        table.did("give", name, template="Dagger")
        table.did("give", name, template="Arrow", quantity=20)
    table.did("create", name="Foe", character={"hpMax": 500, "party": False})
    table.did("damage", "Foe", amount=10, damageType="fire")
    return table.game


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    table = Table(copy_of(make, ruleset))
    table.roll_with(falling(18, face=3))
    return table


def strikes(table: Table, who: str, how: str) -> Answer:
    """A hit with a weapon, by fist or by a spell."""
    match how:
        case "Unarmed Strike":
            return table.did("attack", who, targetName="Foe", itemName=how)
        case "Fire Bolt" | "Shocking Grasp":
            return table.did("cast", who, spell=how, targets=["Foe"], force=True)
        case _:
            table.did("equip", who, itemName=how)
            return table.did("attack", who, targetName="Foe", itemName=how)


MELEE_WEAPON: Final = {"Longsword": True, "Longbow": False, "Fire Bolt": False, "Shocking Grasp": False}
ANSWERS: Final[list[tuple[Ruleset, str, str, dict[str, bool]]]] = [
    ("5.1", "Divine Smite", "act", {**MELEE_WEAPON, "Unarmed Strike": True}),
    ("5.2", "Divine Smite", "cast", {**MELEE_WEAPON, "Unarmed Strike": True}),
    ("5.2", "Searing Smite", "cast", {**MELEE_WEAPON, "Unarmed Strike": True}),
    ("5.2", "Shining Smite", "cast", {**MELEE_WEAPON, "Unarmed Strike": True}),
    ("5.2", "Paladin's Smite", "act", {**MELEE_WEAPON, "Unarmed Strike": True}),
    ("5.2", "Ensnaring Strike", "cast", {**MELEE_WEAPON, "Longbow": True, "Unarmed Strike": False}),
]


@pytest.mark.parametrize(
    ("ruleset", "name", "operation", "how", "follows"), [(r, n, o, how, fits) for r, n, o, ways in ANSWERS for how, fits in ways.items()]
)
def test_a_smite_follows_the_hits_that_its_text_names(ruleset: Ruleset, name: str, operation: str, how: str, follows: bool) -> None:
    table = seated(ruleset)
    who = "Ranger" if name == "Ensnaring Strike" else "Paladin"
    strikes(table, who, how)
    answer = table.ask(operation, who, **{"act" if operation == "act" else "spell": name}, answer=True, targets=["Foe"])
    assert answer["ok"] == follows, answer["text"]


def test_a_missile_is_deflected_and_a_spell_is_not() -> None:
    """SRD 5.1, Deflect Missiles: a ranged weapon attack."""
    for how, follows in (("Longbow", True), ("Fire Bolt", False)):
        table = seated("5.1")
        if how == "Longbow":
            table.did("equip", "Mage", itemName="Longbow")
            table.did("attack", "Mage", targetName="Monk", itemName="Longbow")
        else:
            table.did("cast", "Mage", spell="Fire Bolt", targets=["Monk"], force=True)
        assert table.ask("act", "Monk", act="Deflect Missiles", answer=True)["ok"] == follows


@pytest.mark.parametrize(("ruleset", "counts"), [("5.1", True), ("5.2", False)])
def test_a_bite_is_a_weapon_attack_and_no_weapon(ruleset: Ruleset, counts: bool) -> None:
    """SRD 5.1, Colossus Slayer: "with a weapon attack"; SRD 5.2: "with a weapon"."""
    table = seated(ruleset)
    table.did("update", "Ranger", character={"features": ["Colossus Slayer"]})
    assert "Colossus Slayer" in strikes(table, "Ranger", "Longsword")["text"]
    table.did("act", "Ranger", act="Wild Shape", choice="Wolf")
    bite = table.did("attack", "Ranger", targetName="Foe", itemName="Bite")
    assert ("Colossus Slayer" in bite["text"]) == counts
