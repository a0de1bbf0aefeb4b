"""Hiding where places count: not in sight of a foe, but behind cover, in fog and in the dark."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import fought, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table, snapshot

HALL = {"size": "16x12", "features": [{"is": "wall", "at": "F1-F6"}, {"is": "thick_tree", "at": "C11"}, {"is": "furniture", "at": "L11"}]}


@laid_alike
def met(ruleset: Ruleset, **squares: str) -> Table:
    """Oda's turn in a hall with a wall, a tree and a table; the foes stand in the east."""
    table = fought(ruleset, HALL)
    put(table, **{"Oda": "B9", "Pip": "A1", "Ogre": "O1", "Goblin_1": "N9", "Goblin_2": "P12", **squares})
    turn_of(table, "Oda")
    return let(table, 19)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_hides_in_sight_of_a_foe(ruleset: Ruleset) -> None:
    table = met(ruleset)
    before = snapshot(table.game)
    refused = table.refused("seen_by", "act", "Oda", act="Hide")
    assert "Goblin 1, 60 ft away, sees Oda" in refused["text"] and snapshot(table.game) == before
    assert table.send({**refused["error"]["try"], "dryRun": True}, "execute_action")["ok"]
    assert "Hide" in table.did("act", "Oda", act="Hide", force=True)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_behind_a_wall_everybody_may_hide(ruleset: Ruleset) -> None:
    table = met(ruleset, Oda="E1", Goblin_1="N2", Goblin_2="P3")
    assert "succeeds" in table.did("act", "Oda", act="Hide")["text"]


@pytest.mark.parametrize(("ruleset", "may"), [("5.1", True), ("5.2", False)])
def test_half_cover_hides_in_one_ruleset(ruleset: Ruleset, may: bool) -> None:
    """5.1 asks that no foe sees one clearly, 5.2 for three-quarters cover at least."""
    table = met(ruleset, Oda="K11", Goblin_1="O11", Goblin_2="B2", Ogre="C1")  # one goblin looks, over the table
    asked = {"operation": "act", "characterName": "Oda", "act": "Hide", "dryRun": True}
    assert table.send(asked, "execute_action")["ok"] == may


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_halfling_hides_behind_a_larger_friend(ruleset: Ruleset) -> None:
    """Naturally Stealthy: one size larger is enough, whatever the cover; behind another halfling it is not."""
    table = fought(ruleset, {"size": "16x12"})
    table.did("create", name="Merla", character={"race": "Lightfoot Halfling", "classes": {"rogue": 3}, "party": True}, roomName="Crypt")
    table.did("start_fight", names=["Merla"])
    put(table, Merla="B6", Oda="C6", Pip="A12", Ogre="J6", Goblin_1="N6", Goblin_2="P6")
    turn_of(table, "Merla")
    asked = {"operation": "act", "characterName": "Merla", "act": "Hide", "dryRun": True}
    assert table.send(asked, "execute_action")["ok"]
    put(table, Oda="A1")
    assert "Ogre, 40 ft away, sees Merla" in table.refused("seen_by", "act", "Merla", act="Hide")["text"]


def test_a_foe_that_cannot_act_watches_nobody() -> None:
    table = met("5.2", Goblin_2="A12")
    for name in ("Goblin 1", "Goblin 2", "Ogre"):
        table.did("apply", name, condition="unconscious")
    table.did("act", "Oda", act="Hide")
