"""A walk to an exit ends inside the room, and the answer names the call that leaves."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import fought, put, room, turn_of


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("words", ("through door south", "door south", "out the door south", "south"))
def test_a_walk_to_a_door_says_what_leaves(ruleset: Ruleset, words: str) -> None:
    table = fought(ruleset, {"size": "12x10"})
    put(table, Oda="F8", Pip="A10", Goblin_1="A1", Goblin_2="B1", Ogre="K1")
    turn_of(table, "Oda")
    told = table.did("move", "Oda", to=words)["text"]
    assert "still in the room: manage_room go, direction south, leaves." in told, told
    assert room(table, "go", characterName="Oda", direction="south")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_other_walks_say_nothing_of_exits(ruleset: Ruleset) -> None:
    table = fought(ruleset, {"size": "12x10"})
    put(table, Oda="F8", Pip="A10", Goblin_1="A1", Goblin_2="B1", Ogre="K1")
    turn_of(table, "Oda")
    assert "manage_room go" not in table.did("move", "Oda", to="F9")["text"]
