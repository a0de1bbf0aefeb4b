"""Creatures that profit from surprise and from acting first (SRD 5.1, Assassin, Doppelganger)."""

import json
from pathlib import Path
from typing import Final

import pytest

from rpg_lite.vocabulary import RULESETS
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

CREATURES: Final = Path(__file__).parents[2] / "data" / "creatures"
HERO: Final = {"classes": ["fighter 5"], "hpMax": 200, "party": True, "abilities": {"dex": 10, "con": 10}}
AMBUSHERS: Final = {"Assassin": "Shortsword", "Doppelganger": "Slam"}


@laid_alike
def _fight(creature: str, first: str, surprised: bool) -> Table:
    table = Table(begun("5.1"))
    table.did("create", name="Ann", character=HERO)
    table.did("create", template=creature, name="Foe")
    other = "Ann" if first == "Foe" else "Foe"
    table.did("start_fight", names=[first, other], surprised=["Ann"] if surprised else [], d20=[20, 1])
    return table


def _strike(table: Table, creature: str, how: str) -> str:
    table.roll_with(falling(15, 15, 1))
    if how == "act":
        return str(table.did("act", "Foe", act=AMBUSHERS[creature], targets=["Ann"])["text"])
    item = {"itemName": "Shortsword"} if creature == "Assassin" else {}
    return str(table.did("attack", "Foe", targetName="Ann", **item)["text"])


def _is_critical(told: str) -> bool:
    """An attack says so; an act shows its dice twice."""
    return "critical" in told or "2d6+3" in told


def test_no_creature_that_profits_from_a_first_turn_is_missing_here() -> None:
    found = []
    for file in sorted(CREATURES.glob("*/*.json")):
        text = file.read_text("utf-8")
        block = json.loads(text)
        if any(
            word in text
            for word in ("target:ambushed", "target:yet_to_act", "critical_on_the_surprised", "Ambush", "Assassinate", "had a turn")
        ):
            found.append(f"{block['name']} {file.parent.name}")
    assert found == ["Assassin 5.1", "Doppelganger 5.1"]
    assert set(RULESETS) == {"5.1", "5.2"}


@pytest.mark.parametrize("how", ["act", "attack"])
@pytest.mark.parametrize(
    ("first", "surprised", "advantage", "critical"), [("Foe", True, True, True), ("Foe", False, True, False), ("Ann", False, False, False)]
)
def test_an_assassin_has_advantage_on_its_first_turn_and_kills_the_surprised(
    first: str, surprised: bool, advantage: bool, critical: bool, how: str
) -> None:
    table = _fight("Assassin", first, surprised)
    if first == "Ann":
        table.did("next_turn")
    told = _strike(table, "Assassin", how)
    assert ("Assassinate" in told) is advantage, told
    assert _is_critical(told) is critical, told


def test_surprise_is_over_after_the_first_turn_of_the_surprised() -> None:
    table = _fight("Assassin", "Ann", surprised=True)
    assert "advantage" not in (told := _strike(table, "Assassin", "act"))
    assert _is_critical(told)  # still in the turn that surprise takes from her
    table.did("next_turn")
    told = _strike(table, "Assassin", "act")
    assert "Assassinate" not in told and not _is_critical(told), told


@pytest.mark.parametrize("how", ["act", "attack"])
def test_a_doppelganger_has_advantage_against_the_surprised_in_the_first_round(how: str) -> None:
    table = _fight("Doppelganger", "Foe", surprised=True)
    assert "Ambusher" in _strike(table, "Doppelganger", how)
    table.did("next_turn")
    table.did("next_turn")
    assert "Ambusher" not in _strike(table, "Doppelganger", how)
    assert "Ambusher" not in _strike(_fight("Doppelganger", "Foe", surprised=False), "Doppelganger", how)
