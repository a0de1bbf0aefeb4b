"""What a spell adds to a weapon counts for the attack of a stat block with it as for `attack`; with two weapons, the call chooses one."""

import re
from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table

PLAIN = {"target": "resist", "op": "grant", "value": "piercing", "scope": ["damage:nonmagical"]}


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Table:
    """Elara, a wizard; a guard, an ogre and a scout; Thorin, whom nonmagical points hurt half as much."""
    ruleset: Ruleset = request.param
    table = Table(begun(ruleset))
    table.did("create", name="Elara", character={"classes": ["wizard 9"], "abilities": {"int": 18}, "party": True, "hpMax": 90})
    table.did("create", name="Thorin", character={"classes": ["fighter 9"], "party": True, "hpMax": 300, "modifiers": [PLAIN]})
    for name in ("Guard", "Ogre"):
        table.did("create", name=name, template=name)
    table.roll_with(falling(15))
    return table


def total(text: str) -> int:
    found = re.search(r"(?:= (\d+) against AC|: (\d+) against AC)", text)
    assert found, text
    return int(found[1] or found[2])


def blow(table: Table, operation: str, who: str, **more: Any) -> tuple[int, int]:
    """The total of the attack, and the points that Thorin loses."""
    before = table.hp("Thorin")
    text = table.did(operation, who, **more)["text"]
    return total(text), before - table.hp("Thorin")


SPEAR: dict[str, Any] = {"act": "Spear", "targets": ["Thorin"]}
CLUB: dict[str, Any] = {"act": "Greatclub", "targets": ["Thorin"]}


def test_magic_weapon_counts_for_the_act(table: Table) -> None:
    assert blow(table, "act", "Guard", **SPEAR) == (18, 1)
    table.did("cast", "Elara", spell="Magic Weapon", targets=["Guard"], force=True)
    assert blow(table, "act", "Guard", **SPEAR) == (19, 3) == blow(table, "attack", "Guard", targetName="Thorin")


def test_dice_of_an_effect_count_for_the_act(table: Table) -> None:
    plain = blow(table, "act", "Ogre", **CLUB)
    table.did("apply", "Ogre", effect="Divine Favor")
    assert blow(table, "act", "Ogre", **CLUB) == (plain[0], plain[1] + 1) == blow(table, "attack", "Ogre", targetName="Thorin")


def two_weapons(table: Table) -> None:
    for item in ("Shortsword", "Dagger"):
        table.did("give", "Thorin", template=item)
    table.did("equip", "Thorin", itemName="Shortsword", slot="mainhand")
    table.did("equip", "Thorin", itemName="Dagger", slot="offhand")


def test_with_two_weapons_the_answer_says_which(table: Table) -> None:
    two_weapons(table)
    text = table.did("cast", "Elara", spell="Magic Weapon", targets=["Thorin"], force=True)["text"]
    assert 'It is on the Shortsword; for another weapon in hand, send choice weapon "Dagger".' in text


def test_the_call_chooses_the_other(table: Table) -> None:
    two_weapons(table)
    text = table.did("cast", "Elara", spell="Magic Weapon", targets=["Thorin"], choice={"weapon": "Dagger"}, force=True)["text"]
    assert "Dagger to hit" in text and "Shortsword to hit" not in text and "It is on" not in text and "no choice" not in text
