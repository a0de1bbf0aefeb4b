"""What an answer told that a hit may take is accepted as an answer to that hit, with the roll that it had (SRD, Sneak Attack, Stunning Strike)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import fought, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table, snapshot

pytestmark = pytest.mark.stored
SCORES = {"str": 16, "dex": 16, "con": 14, "int": 10, "wis": 12, "cha": 12}


def struck(ruleset: Ruleset, who: dict[str, Any] | None = None, face: int = 18) -> tuple[Table, str]:
    """Tansy has struck the ogre beside Oda."""
    table = fought(ruleset, {"size": "20x10"})
    table.did("end_fight")
    table.did("create", name="Tansy", character={"abilities": SCORES, "party": True, **(who or {"classes": {"rogue": 3}})}, roomName="Crypt")
    table.did("give", "Tansy", template="Shortsword", equip=True)
    table.did("start_fight", names=["party", "Ogre"], space="measured")
    put(table, Oda="D5", Pip="A1", Ogre="E5", Tansy="D7")
    turn_of(table, "Tansy")
    told = let(table, face, face=4).did("attack", "Tansy", targetName="Ogre", itemName="Shortsword")
    return table, str(told["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sneak_attack_joins_the_hit(ruleset: Ruleset):
    table, told = struck(ruleset)
    assert "may add Sneak Attack (2d6)" in told
    before, rolled = snapshot(table.game).world, told[told.index("Rolled 1d20") :].split(".")[0]
    was = table.hp("Ogre") or 0
    answer = table.did("act", "Tansy", act="Sneak Attack", answer=True)["text"]
    assert "Tansy adds Sneak Attack. Now Tansy attacks Ogre" in answer and rolled in answer
    assert (table.hp("Ogre") or 0) <= was - 2
    table.refused("rider_not_offered", "act", "Tansy", act="Sneak Attack", answer=True)
    table.did("undo")
    assert snapshot(table.game).world == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_miss_takes_none(ruleset: Ruleset):
    table, told = struck(ruleset, face=2)
    assert "may add" not in told
    table.refused("rider_not_offered", "act", "Tansy", act="Sneak Attack", answer=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rider_that_is_told_is_taken(ruleset: Ruleset):
    monk: dict[str, Any] = {"classes": {"monk": 5}}
    for who in (monk, {"classes": {"paladin": 5}}, {"classes": {"rogue": 5}}, {"classes": {"ranger": 5}}):
        table, told = struck(ruleset, who)
        if " may add " not in told:
            continue
        for rider in told.split(" may add ")[1].split(" (key: with)")[0].split(", "):
            name = rider.partition(" (")[0]
            assert table.ask("act", "Tansy", act=name, answer=True)["ok"], (who, name)
            table.did("undo")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_later_answer_finds_the_rider_in_the_deed(ruleset: Ruleset):
    table, _ = struck(ruleset)
    table.did("end_fight")
    table.did("create", name="Rusk", template="Knight", roomName="Crypt")
    table.did("start_fight", names=["party", "Rusk"], space="measured")
    put(table, Oda="D5", Pip="A1", Ogre="S9", Rusk="E5", Tansy="D6")
    turn_of(table, "Tansy")
    told = let(table, 14, face=4).did("attack", "Tansy", targetName="Rusk", itemName="Shortsword")["text"]
    assert "19 against AC 18, a hit" in told
    table.did("act", "Tansy", act="Sneak Attack", answer=True)
    assert "19 against AC 20, a miss" in table.did("act", "Rusk", act="Parry", answer=True)["text"]
    assert table.hp("Rusk") == 52


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spell_tells_only_what_can_be_paid_and_done(ruleset: Ruleset):
    table = fought(ruleset, {"size": "20x10"})
    table.did("end_fight")
    chosen = {"choices": {"metamagic": ["Quickened Spell", "Careful Spell"]}}
    table.did("create", name="Quill", character={"abilities": SCORES, "classes": {"sorcerer": 3}, "party": True, **chosen}, roomName="Crypt")
    table.did("start_fight", names=["party", "Ogre"], space="measured")
    put(table, Oda="D5", Pip="A1", Ogre="M5", Quill="D7")

    def told() -> bool:
        turn_of(table, "Quill")
        text = let(table, 3, face=1).did("cast", "Quill", spell="Fire Bolt", targetName="Ogre")["text"]
        table.did("next_turn")
        return "Quickened Spell" in text

    assert told()
    turn_of(table, "Quill")
    let(table, 3, face=1).did("cast", "Quill", spell="Fire Bolt", targetName="Ogre", **{"with": ["Quickened Spell"]})
    assert "Quickened" not in table.did("cast", "Quill", spell="Fire Bolt", targetName="Ogre")["text"], "the bonus action is gone"
    table.did("next_turn")
    assert not told(), "one point is left, and it costs two"
