"""Foes that the server plays count cover and prone in what their acts are worth, and pass over a foe whom they would hardly hit (SRD 5.1 and 5.2, Cover;
Prone).
"""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.crypts import crypt, turn_of
from tests.operations.dice import let
from tests.operations.table import Table


def shot_at(ruleset: Ruleset, foe: str, *prone: str, features: tuple[dict[str, object], ...] = (), **places: str) -> str:
    """The turn of an archer with these places, after those who are named have fallen prone."""
    table: Table = crypt(begun(ruleset), {"size": "20x12", "features": [*features]})
    table.did("create", name="Foe", template=foe, roomName="Crypt")
    table.did("start_fight", names=["party", "Foe"], space="measured", places=places, d20=[20, 20, 1])
    for one in prone:
        table.did("apply", one, condition="prone")
    turn_of(table, "Pip")
    return str(let(table, 12, face=3).did("next_turn", play="foes")["text"])


SLIT = ({"is": "arrow_slit", "at": "F5|G5"},)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_archer_passes_over_who_is_prone_behind_cover(ruleset: Ruleset) -> None:
    told = shot_at(ruleset, "Scout", "Oda", features=SLIT, Foe="J5", Oda="F5", Pip="C12")
    assert "Pip (" in told and "Oda (" not in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_nearest_foe_is_shot_at_where_cover_costs_little(ruleset: Ruleset) -> None:
    told = shot_at(ruleset, "Scout", Foe="J5", Oda="F5", Pip="C12")
    assert "Oda (" in told and "Pip (" not in told, told


def test_who_is_behind_total_cover_is_not_aimed_at() -> None:
    told = shot_at("5.2", "Scout", features=({"is": "wall", "at": "F5|G5 F4|G4 F6|G6 F3|G3 F7|G7"},), Foe="J5", Oda="F5", Pip="C12")
    assert "Pip (" in told and "Oda (" not in told, told


def test_a_mage_spares_its_bursts_for_who_can_be_hit() -> None:
    told = shot_at("5.2", "Mage", "Oda", features=SLIT, Foe="L5", Oda="F5", Pip="L12")
    assert "Oda (" not in told.partition("Arcane Burst")[2], told
