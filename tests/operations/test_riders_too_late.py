"""A rider of a hit that can do nothing any more is not spent: the hit has killed the target, or the target has the condition already."""

from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import laid_alike
from tests.operations import crypts
from tests.operations.crypts import put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table

HEROES: dict[str, dict[str, Any]] = {
    "Hill's Tumble": {"classes": {"fighter": 5}, "race": "hill goliath"},
    "Stunning Strike": {"classes": {"monk": 5}},
    "Quivering Palm": {"classes": {"monk": 17}, "choices": {"subclass": "Warrior of the Open Hand"}},
}
OLD: dict[str, dict[str, Any]] = {**HEROES, "Quivering Palm": {"classes": {"monk": 17}, "choices": {"subclass": "Way of the Open Hand"}}}
CASES: list[tuple[Ruleset, str]] = [("5.2", rider) for rider in HEROES] + [("5.1", "Stunning Strike"), ("5.1", "Quivering Palm")]


@laid_alike
def table(ruleset: Ruleset, rider: str, hp: int) -> Table:
    """Gor stands beside a goblin with so many hit points."""
    fought = crypts.fought(ruleset)
    sheet = (OLD if ruleset == "5.1" else HEROES)[rider]
    fought.did("create", name="Gor", character={**sheet, "party": True, "hpMax": 60, "abilities": crypts.SCORES})
    fought.did("start_fight", names=["Gor"])
    fought.did("update", "Goblin 1", character={"hpMax": 200, "hp": hp})
    turn_of(fought, "Gor")
    put(fought, Gor="E3", Goblin_1="E4")
    return let(fought, 15, face=4)


def strikes(at: Table, rider: str, blow: str = "Unarmed Strike") -> str:
    return str(at.did("attack", "Gor", targetName="Goblin 1", itemName=blow, **{"with": [rider]})["text"])


def spent(at: Table) -> Any:
    return at.thing("Gor").body.get("spent")


@pytest.mark.parametrize(("ruleset", "rider"), CASES)
def test_nothing_is_spent_on_whoever_dies_of_the_hit(ruleset: Ruleset, rider: str) -> None:
    at = table(ruleset, rider, 1)
    text = strikes(at, rider)
    assert f"{rider} is not applied" in text or "Goblin 1 is dead" in text, text
    assert not spent(at), text
    alive = table(ruleset, rider, 200)
    assert (text := strikes(alive, rider)) and spent(alive), text


def test_nothing_is_spent_on_whoever_is_prone_already() -> None:
    at = table("5.2", "Hill's Tumble", 200)
    at.did("apply", "Goblin 1", condition="prone")
    text = strikes(at, "Hill's Tumble")
    assert "Goblin 1 is prone already" in text and not spent(at), text
