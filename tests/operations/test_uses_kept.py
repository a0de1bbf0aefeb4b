"""Answers that cost nothing when the roll that they change still fails (SRD 5.2, Tactical Mind, Peerless Skill)."""

from typing import Any

from tests.copies import begun, laid_alike
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row

FIGHTER: dict[str, Any] = {"classes": ["fighter 2"]}
BARD: dict[str, Any] = {"classes": ["bard 14"], "features": ["Peerless Skill"], "abilities": {"cha": 16}}
ROWS = [(FIGHTER, "Tactical Mind", "second wind"), (BARD, "Peerless Skill", "bardic inspiration")]


def left(table: Table, resource: str) -> int:
    answer = table.send({"operation": "character", "characterName": "Hero"}, "read_campaign", "full")
    found: int = answer["results"][0]["resources"][resource]["left"]
    return found


@laid_alike
def failed(hero: dict[str, Any], **check: Any) -> Table:
    table = Table(begun("5.2"))
    table.did("create", name="Hero", character={**hero, "party": True})
    let(table, 5, face=4)
    table.did("check", "Hero", skill="history", **check)
    return table


@each_row(("hero", "act", "resource"), ROWS)
def test_a_check_that_still_fails_costs_nothing(hero: dict[str, Any], act: str, resource: str) -> None:
    table = failed(hero, dc=25)
    before = left(table, resource)
    told = table.did("act", "Hero", act=act, answer=True)["text"]
    assert "fails against DC 25" in told and f"{resource} is not spent" in told
    assert left(table, resource) == before


@each_row(("hero", "act", "resource"), ROWS)
def test_a_check_that_now_passes_costs_one_use(hero: dict[str, Any], act: str, resource: str) -> None:
    table = failed(hero, dc=9)
    before = left(table, resource)
    told = table.did("act", "Hero", act=act, answer=True)["text"]
    assert "not spent" not in told
    assert left(table, resource) == before - 1
    table.did("undo")
    assert left(table, resource) == before


def test_an_attack_that_still_misses_costs_nothing() -> None:
    table = Table(begun("5.2"))
    table.did("create", name="Hero", character={**BARD, "party": True})
    table.did("create", template="Ogre", character={"name": "Foe"})
    let(table, 2, face=1)
    before = left(table, "bardic inspiration")
    table.did("attack", "Hero", targetName="Foe")
    told = table.did("act", "Hero", act="Peerless Skill", answer=True)["text"]
    assert "a miss" in told and left(table, "bardic inspiration") == before
    let(table, 3, face=8)
    table.did("attack", "Hero", targetName="Foe")
    told = table.did("act", "Hero", act="Peerless Skill", answer=True)["text"]
    assert "a hit" in told and left(table, "bardic inspiration") == before - 1
