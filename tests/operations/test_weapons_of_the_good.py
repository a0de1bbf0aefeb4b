"""A vulnerability to the weapons of some creatures counts when they wield them (SRD 5.1 and 5.2, Rakshasa)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table


def _struck(ruleset: Ruleset, weapon: str, blessed: bool = False, **hero: Any) -> str:
    table = Table(begun(ruleset))
    table.did("create", name="Ann", character={"classes": ["fighter 5"], "party": True, "abilities": {"str": 16}, **hero})
    table.did("create", template="Rakshasa", name="Raj")
    table.did(
        "give",
        "Ann",
        equip=True,
        **({"template": weapon} if "+" not in weapon else {"template": "Magic Weapon", "base": "Shortsword", "variant": "+1"}),
    )
    if blessed:
        table.did("apply", "Ann", effect="Bless")
    table.roll_with(falling(19, face=4))
    return str(table.did("attack", "Ann", targetName="Raj")["text"])


@pytest.mark.parametrize(
    ("alignment", "weapon", "doubled"),
    [("lawful good", "+1", True), ("chaotic evil", "+1", False), ("lawful good", "Shortsword", False), ("neutral good", "+1", True)],
)
def test_a_magic_weapon_of_the_good_pierces_a_rakshasa(alignment: str, weapon: str, doubled: bool) -> None:
    told = _struck("5.1", weapon, alignment=alignment)
    assert ("doubled: vulnerable" in told) is doubled, told
    assert "not noted" not in told


def test_an_unknown_alignment_is_left_to_the_game_master() -> None:
    told = _struck("5.1", "+1")
    assert "doubled" not in told and "alignment is not noted" in told, told


@pytest.mark.parametrize("blessed", [True, False])
def test_the_weapon_of_the_blessed_pierces_that_of_5_2(blessed: bool) -> None:
    assert ("vulnerab" in _struck("5.2", "Shortsword", blessed=blessed)) is blessed
