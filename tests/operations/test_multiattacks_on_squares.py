"""A Multiattack whose parts reach differently far: the parts that reach are played, and the others told."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import put
from tests.operations.dice import let
from tests.operations.halls import hall
from tests.operations.table import Answer, Table, snapshot

TENTACLES = {"5.1": "4 × Tendril", "5.2": "2 × Tentacle"}


@laid_alike
def roper(ruleset: Ruleset, **squares: str) -> Table:
    table = hall(ruleset, turn="Roper", Roper=("D9", {"template": "Roper"}))
    put(table, **{"Oda": "J9", "Clem": "F9", **squares})
    return table


def strikes(table: Table, *targets: str, **more: object) -> Answer:
    call = {"operation": "act", "characterName": "Roper", "act": "Multiattack", "targets": [*targets], **more}
    return table.send(call, "execute_action", "full")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_parts_that_reach_are_played_and_the_others_told_with_the_feet(ruleset: Ruleset) -> None:
    table = let(roper(ruleset), 2)
    answer = strikes(table, "Oda")
    assert answer["ok"] and "Bite, a part of Multiattack, is left out: Oda is 25 ft away, and it reaches 5 ft." in answer["text"], answer["text"]
    assert "Oda" in answer["text"] and "AC 12" in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_has_pulled_its_target_near_bites_it(ruleset: Ruleset) -> None:
    table = roper(ruleset, Clem="V14", Elara="B6")
    answer = strikes(let(table, 19), "Oda")
    assert "pulled" in answer["text"] and "is left out" not in answer["text"], answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_part_turns_to_the_target_that_it_reaches(ruleset: Ruleset) -> None:
    answer = strikes(let(roper(ruleset), 2), "Oda", "Clem")
    assert answer["ok"] and "is left out" not in answer["text"], answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_where_none_reaches_it_is_refused_with_a_walk(ruleset: Ruleset) -> None:
    table = roper(ruleset, Oda="X16")
    before = snapshot(table.game)
    answer = strikes(table, "Oda")
    assert answer["error"]["code"] == "beyond_reach" and snapshot(table.game) == before
    assert answer["error"]["try"]["operation"] == "move"


def test_a_part_behind_total_cover_is_refused_where_no_other_reaches() -> None:
    table = hall("5.2", {"size": "24x16", "features": [{"is": "wall", "at": "G8-G10"}]}, turn="Roper", Roper=("D9", {"template": "Roper"}))
    put(table, Oda="H9", Clem="V14")
    assert strikes(table, "Oda")["error"]["code"] == "total_cover"
    put(table, Clem="F9")
    assert "is left out" not in strikes(table, "Oda", "Clem", dryRun=True)["text"]


def test_force_plays_every_part_at_any_distance() -> None:
    answer = strikes(let(roper("5.2"), 2), "Oda", force=True)
    assert answer["ok"] and "is left out" not in answer["text"]
