"""Behind something that shelters, nobody ends in plain view (SRD 5.1 and 5.2, Cover); what is not to be had names what comes nearest."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import CRYPT, fought, places, put, turn_of
from tests.operations.table import Table

THINGS = ("altar", "pillar", "wall")


def fight(ruleset: Ruleset, size: str = "12x10") -> Table:
    table = fought(ruleset, {**CRYPT, "size": size})
    put(table, Oda="B7", Pip="A10", Goblin_2="C2", Ogre="J7", Goblin_1="H5")
    turn_of(table, "Oda")
    return table


def cover(table: Table, one: str, other: str) -> str:
    answer = table.game.ask({"operation": "where", "characterName": one}, "read_campaign", "full")
    assert answer["ok"], answer["text"]
    return next(str(known["cover"]) for known in answer["results"][0]["standing"] if known["name"] == other)


@pytest.mark.parametrize("foe", ["Ogre", "Goblin 1", "Goblin 2"])
@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_shelters_covers_whoever_stands_behind_it(ruleset: Ruleset, thing: str, foe: str) -> None:
    table = fight(ruleset)
    table.did("move", "Oda", to=f"behind {thing} from {foe}", force=True)
    assert cover(table, foe, "Oda") != "none", places(table)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_where_nothing_lies_behind_the_nearest_places_are_told(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    refused = table.refused("nothing_behind", "move", "Oda", to="behind Pip")
    assert "nearest to it: B9" in refused["text"]
