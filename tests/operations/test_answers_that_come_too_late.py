"""A blow at a walk that comes after others have struck at the walker: it stands where only hit points differ; whoever answers a deed on which more is
built is told so, also as a player, who learns nothing of what stands in the way.
"""

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import fought, places, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table, snapshot

ODA = Caller("player", "Oda", characters=("Oda",))
STRIKES = {"act": "Opportunity Attack", "answer": True}


@laid_alike
def struck(ruleset: Ruleset, hp: int) -> Table:
    """An ogre with so many hit points has left the reach of Oda and Ann, and Pip has struck at it with a readied attack: a hit for 5."""
    table = fought(ruleset)
    table.did("create", name="Ann", template="Bandit", character={"party": True}, roomName="Crypt")
    table.did("start_fight", names=["Ann"])
    for name in ("Oda", "Pip", "Ann"):
        table.did("give", name, template="Greatsword", equip=True)
    table.did("update", "Ogre", character={"hpMax": 200, "hp": hp})
    turn_of(table, "Pip")
    table.did("act", "Pip", act="Ready", choice={"trigger": "Ogre comes near", "then": "attack"})
    turn_of(table, "Ogre")
    put(table, Ogre="F7", Oda="E7", Ann="E8", Pip="K7")
    table.did("move", "Ogre", to="in reach of Pip")
    assert "a hit" in let(table, 18).did("attack", "Pip", targetName="Ogre")["text"]
    assert table.hp("Ogre") == hp - 5
    return let(table, 18)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_blows_that_take_only_hit_points_stand_on_top(ruleset: Ruleset) -> None:
    table = struck(ruleset, 200)
    stands, walk, given, worlds = places(table)["Ogre"], table.rev - 1, list[int](), [snapshot(table.game).world]
    for name in ("Oda", "Ann"):
        had = table.hp("Ogre")
        told = table.did("act", name, **STRIKES)["text"]
        assert f"In answer to rev {walk}: {name} uses Opportunity Attack" in told and "is hit" in told
        assert had - 12 < table.hp("Ogre") < had and places(table)["Ogre"] == stands
        given.append(table.rev)
        worlds.append(snapshot(table.game).world)
    for rev, world in zip(reversed(given), reversed(worlds[:-1]), strict=True):
        table.did("undo", rev=rev)
        assert snapshot(table.game).world == world


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_blow_that_fells_the_walker_or_follows_its_healing_does_not_stand(ruleset: Ruleset) -> None:
    """Whoever lies on the way was not there to be struck later, and no one is healed beyond the most."""
    table = struck(ruleset, 8)
    table.refused("answer_blocked", "act", "Oda", **STRIKES)
    table = struck(ruleset, 200)
    table.did("heal", "Ogre", amount=50)
    table.refused("answer_blocked", "act", "Oda", **STRIKES)


def test_a_player_is_told_that_others_have_built_on_the_walk() -> None:
    table = struck("5.1", 8)
    asked = {"operation": "act", "characterName": "Oda", **STRIKES}
    refused = table.game.ask(asked, "execute_action", "brief", ODA)
    assert not refused["ok"], refused["text"]
    assert refused["error"]["code"] == "answer_too_late" and "game master" in refused["text"], refused["text"]
    assert table.ask("act", "Oda", **STRIKES)["error"]["code"] == "answer_blocked"
