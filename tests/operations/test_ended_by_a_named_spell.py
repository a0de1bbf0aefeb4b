"""An effect whose text names a spell that ends it is ended by that spell, and whoever throws a dust stands in it (SRD, Dust of Sneezing and Choking)."""

from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Table

ENDS: Final[list[tuple[str, str, str, dict[str, Any]]]] = [
    ("5.1", "Sneezing and Choking", "Lesser Restoration", {}),
    ("5.2", "Sneezing and Choking", "Lesser Restoration", {}),
    ("5.1", "Feeblemind", "Greater Restoration", {"choice": "Feeblemind"}),
    ("5.1", "Feeblemind", "Heal", {}),
    ("5.1", "Feeblemind", "Wish", {"choice": "health"}),
    ("5.2", "Befuddlement", "Greater Restoration", {"choice": "Befuddlement"}),
    ("5.2", "Befuddlement", "Heal", {}),
    ("5.2", "Befuddlement", "Wish", {"choice": "health"}),
    ("5.1", "Contact Other Plane", "Greater Restoration", {"choice": "Contact Other Plane"}),
    ("5.2", "Contact Other Plane", "Greater Restoration", {"choice": "Contact Other Plane"}),
    ("5.1", "Geas", "Remove Curse", {}),
    ("5.1", "Geas", "Greater Restoration", {"choice": "charmed"}),
    ("5.1", "Geas", "Wish", {"choice": "health"}),
    ("5.1", "Bestow Curse", "Remove Curse", {}),
    ("5.2", "Bestow Curse", "Remove Curse", {}),
    ("5.1", "Possessed", "Dispel Evil and Good", {}),
]
SCORES: Final = {"str": 10, "dex": 10, "con": 10, "int": 10, "wis": 10, "cha": 10}


def _table(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    table.did("create", name="Odo", character={"classes": ["wizard 20"], "abilities": {"int": 20}, "party": True})
    healer = {"classes": ["cleric 20"], "abilities": {"wis": 20}, "party": True}
    table.did("create", name="Healer", character=healer)
    table.did("create", name="Vic", character={"hpMax": 300, "level": 5, "abilities": SCORES, "party": True})
    table.did("give", "Odo", template="Dust of Sneezing and Choking")
    return table.game


def _lay(table: Table, effect: str) -> None:
    table.roll_with(falling(1))
    if effect == "Sneezing and Choking":
        table.did("use", "Odo", itemName="Dust of Sneezing and Choking", targetName="Vic")
    elif effect == "Possessed":
        table.did("create", template="Ghost", name="Grey")
        table.did("act", "Grey", act="Possession", targets=["Vic"])
    else:
        choice = {"Bestow Curse": {"choice": "str"}}.get(effect, {})
        target = {} if effect == "Contact Other Plane" else {"targets": ["Vic"]}
        table.did("cast", "Odo", spell=effect, force=True, **target, **choice)


def _lying(table: Table, who: str) -> list[str]:
    kept = table.thing(who).creature
    return [e.name for kind in ("conditions", "effects") for e in kept.lasting(kind)]  # type: ignore[arg-type]


@pytest.mark.parametrize(("ruleset", "effect", "spell", "choice"), ENDS)
def test_the_spell_ends_it(ruleset: Ruleset, effect: str, spell: str, choice: dict[str, Any]) -> None:
    with copy_of(_table, ruleset) as game:
        table = Table(game)
        _lay(table, effect)
        who = "Odo" if effect == "Contact Other Plane" else "Vic"
        lay = _lying(table, who)
        assert lay, effect
        table.roll_with(falling(19))
        table.did("cast", "Healer", spell=spell, targets=[] if spell == "Dispel Evil and Good" else [who], force=True, **choice)
        if spell == "Dispel Evil and Good":
            table.did("act", "Healer", act="Dispel Evil and Good: break enchantment", targets=[who], force=True)
        left = _lying(table, who)
        assert not [name for name in left if name in lay and ":" not in name], left


@pytest.mark.parametrize("dust", ["Dust of Sneezing and Choking", "Dust of Disappearance"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_throws_a_dust_stands_in_it(ruleset: Ruleset, dust: str) -> None:
    with copy_of(_table, ruleset) as game:
        table = Table(game)
        table.roll_with(falling(1))
        table.did("give", "Odo", template=dust)
        told = table.did("use", "Odo", itemName=dust, targets=["Vic"])["text"]
        word = "incapacitated" if "Sneezing" in dust else "invisible"
        for who in ("Odo", "Vic"):
            assert word in table.did("character", who)["text"], told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_is_thrown_once_on_whoever_is_named_as_well(ruleset: Ruleset) -> None:
    with copy_of(_table, ruleset) as game:
        told = Table(game).did("use", "Odo", itemName="Dust of Sneezing and Choking", targets=["Odo", "Vic"])["text"]
        assert told.count("Odo (") == 1, told
