"""Who answers a deed on which another has built already is told so, also as a player, who learns nothing of what stands in the way."""

from rpg_lite.decision.callers import Caller
from tests.operations.crypts import fought, put, turn_of
from tests.operations.dice import let

ODA = Caller("player", "Oda", characters=("Oda",))


def test_a_player_is_told_that_others_have_built_on_the_walk() -> None:
    table = fought("5.1")
    for name in ("Oda", "Pip"):
        table.did("give", name, template="Longsword", equip=True)
    table.did("update", "Ogre", character={"hpMax": 200, "hp": 200})
    turn_of(table, "Pip")
    table.did("act", "Pip", act="Ready", choice={"trigger": "Ogre comes near", "then": "attack"})
    turn_of(table, "Ogre")
    put(table, Ogre="F7", Oda="E7", Pip="K7")
    table.did("move", "Ogre", to="in reach of Pip")
    assert "a hit" in let(table, 18).did("attack", "Pip", targetName="Ogre")["text"]
    let(table, 18)
    asked = {"operation": "act", "characterName": "Oda", "act": "Opportunity Attack", "answer": True}
    refused = table.game.ask(asked, "execute_action", "brief", ODA)
    assert not refused["ok"], refused["text"]
    assert refused["error"]["code"] == "answer_too_late" and "game master" in refused["text"], refused["text"]
    assert table.ask("act", "Oda", act="Opportunity Attack", answer=True)["error"]["code"] == "answer_blocked"
