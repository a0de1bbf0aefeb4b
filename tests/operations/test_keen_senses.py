"""A check names its sense or another use, and what counts for this use alone applies (SRD, Keen Smell; Blinded)."""

import json
from typing import Any

import pytest

from rpg_lite.content.rulebook_files import folder
from rpg_lite.mechanics.rolls import check_scopes
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

KEEN = [
    (row["name"], modifier["scope"][0])
    for file in sorted((folder("data") / "creatures").rglob("*.json"))
    for row in [json.loads(file.read_text("utf-8"))]
    for feature in row.get("features", ())
    for modifier in feature.get("modifiers", ())
    if feature["name"].startswith("Keen ")
]
"""Stat block → the senses of its keen feature, as its file writes them."""


@laid_alike
def table(ruleset: Ruleset = "5.1", **fi: Any) -> Table:
    found = Table(begun(ruleset))
    found.did("create", name="Fi", character={"party": True, "classes": ["fighter 5"], **fi})
    return found


def check(at: Table, who: str, *words: str, skill: str = "perception") -> str:
    return str(at.did("check", who, skill=skill, **({"with": list(words)} if words else {}))["text"])


def test_all_keen_senses_of_the_files_are_senses_of_a_check() -> None:
    assert len(KEEN) > 50
    assert {sense for _, scope in KEEN for sense in scope.split("|")} == {*check_scopes.SENSES}


@each_row(("block", "scope"), KEEN)
def test_a_keen_sense_gives_advantage_and_the_answer_offers_it(block: str, scope: str) -> None:
    at = table()
    at.did("create", name="It", template=block)
    plain, senses = check(at, "It"), scope.split("|")
    assert f"advantage on such a check by {' or '.join(senses)} (key: with)" in plain
    for sense in check_scopes.SENSES:
        assert ("(advantage: Keen" in check(at, "It", sense)) is (sense in senses), sense


@pytest.mark.parametrize("ruleset", RULESETS)
def test_items_for_the_eyes_count_by_sight(ruleset: Ruleset) -> None:
    at = table(ruleset)
    at.did("give", "Fi", template="Eyes of the Eagle", equip=True)
    at.did("attune", "Fi", itemName="Eyes of the Eagle")
    assert "by sight (key: with)" in check(at, "Fi") and "(advantage: Eyes of the Eagle)" in check(at, "Fi", "sight")
    assert "Nothing here depends on smell" in check(at, "Fi", "smell")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("condition", "sense", "other"), [("blinded", "sight", "hearing"), ("deafened", "hearing", "sight")])
def test_a_lost_sense_fails_without_a_roll(ruleset: Ruleset, condition: str, sense: str, other: str) -> None:
    at = table(ruleset)
    at.did("apply", "Fi", condition=condition)
    refused = at.refused("check_fails", "check", "Fi", skill="perception", **{"with": [sense]})
    assert condition in refused["text"] and other in refused["error"]["allowed"]
    assert "perception check" in check(at, "Fi", other)
    at.did("create", name="Bo", character={"party": True, "classes": ["fighter 5"]})
    party = at.did("check", "party", skill="perception", dc=1, **{"with": [sense]})["text"]
    assert "Fi fails without a roll" in party and "Bo, perception check" in party


def test_smell_needs_no_light() -> None:
    at = table()
    at.send({"operation": "update", "bagName": "floor", "light": "dim"}, "manage_room")
    assert "disadvantage: dim light" in check(at, "Fi") and "dim light" not in check(at, "Fi", "smell")


def test_other_uses_of_a_check_are_named_too() -> None:
    at = table()
    at.did("create", name="Dwarf", template="Duergar")
    assert "Nothing here depends on sunlight" in check(at, "Dwarf", "sunlight")
    assert "(disadvantage: Sunlight Sensitivity)" in check(at, "Dwarf", "sunlight", "sight")
    refused = at.refused("effect_for_no_roll", "check", "Dwarf", skill="perception", **{"with": ["taste"]})
    assert {*check_scopes.SENSES} <= {*refused["error"]["allowed"]}


def search(at: Table, **fields: Any) -> dict[str, Any]:
    return at.send({"operation": "search", "characterName": "It", "dc": 30, **fields}, "manage_room")


@pytest.mark.parametrize("passive", [True, False])
def test_a_search_by_smell(passive: bool) -> None:
    """Advantage adds 5 to a passive score (SRD, Passive Checks)."""
    at = table()
    at.did("create", name="It", template="Wolf")
    plain, smelt = search(at, passive=passive), search(at, passive=passive, **{"with": ["smell"]})
    assert "by hearing or smell (key: with)" in plain["text"] and "(key: with)" not in smelt["text"]
    if passive:
        assert "passive Perception: 13" in plain["text"] and "passive Perception: 18" in smelt["text"]
    at.send({"operation": "update", "bagName": "floor", "light": "dark"}, "manage_room")
    assert "sees nothing" in search(at)["text"]
    assert "sees nothing" not in search(at, **{"with": ["smell"]})["text"]
    refused = search(at, **{"with": ["taste"]})
    assert refused["error"]["code"] == "sight_unknown" and "smell" in refused["error"]["allowed"]
