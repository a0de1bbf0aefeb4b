"""Ownership of characters: by id, and a name stands for one id (adrs/0072)."""

import json

import pytest

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.mud.session import Session
from tests.copies import laid_once
from tests.operations.table import TOOL_OF, Answer, Table, snapshot

THORIN, ELARA = (Caller("player", name, None, (name,)) for name in ("Thorin", "Elara"))
PARTY = {"party": True, "hpMax": 20}
ALIKE = ("THORIN", "Thórin", "The Thorin", "Thorins", "thorin.", "Thorin")


@laid_once
def game(empty: Table) -> Game:
    """Thorin and Elara with a wolf in the hall, and a distant isle."""
    for name in ("Thorin", "Elara"):
        empty.did("create", name=name, character=PARTY)
    empty.did("create", name="Wolf", character={"hpMax": 9})
    assert empty.send({"operation": "create", "name": "Isle", "direction": "north"}, "manage_room")["ok"]
    empty.did("give", "Thorin", template="Torch")
    return empty.game


def ask(game: Game, caller: Caller, operation: str, tool: str | None = None, **fields: object) -> Answer:
    return game.ask({"operation": operation, **fields}, tool or TOOL_OF[operation], "full", caller)


def made(game: Game, name: str, room: str | None = None, **character: object) -> str:
    answer = ask(game, GM, "create", "manage_character", name=name, character={"hpMax": 9, **character})
    assert answer["ok"], answer["text"]
    id: str = answer["results"][0]["made"][0]
    if room:
        assert ask(game, GM, "join", characterId=id, toName=room)["ok"]
    return id


def code(answer: Answer) -> str:
    return "ok" if answer["ok"] else str(answer["error"]["code"])


@pytest.mark.parametrize("name", ALIKE)
def test_nobody_is_owned_for_a_name(game: Game, name: str):
    other = made(game, name)
    before = snapshot(game)
    for wish in (
        {"operation": "attack", "characterId": other, "targetName": "Wolf"},
        {"operation": "check", "characterId": other, "skill": "stealth"},
        {"operation": "say", "characterId": other, "text": "Hm."},
        {"operation": "go", "characterId": other, "direction": "north"},
        {"operation": "equip", "characterId": other, "itemName": "Torch"},
    ):
        assert code(ask(game, THORIN, **wish)) == "not_yours", wish
    assert code(ask(game, THORIN, "view", characterId=other)) == "out_of_sight"
    assert snapshot(game) == before


@pytest.mark.parametrize("name", ALIKE)
@pytest.mark.parametrize("room", ["Isle", None])
def test_ones_own_name_means_ones_own(game: Game, name: str, room: str | None):
    made(game, name, room)
    own = next(t.id for t in snapshot(game).things.values() if t.name == "Thorin")
    for who in ({}, {"characterName": "Thorin"}):
        answer = ask(game, THORIN, "say", text="It is me.", **who)
        assert answer["ok"], answer["text"]
        entry = snapshot(game).things[answer["results"][0]["made"][0]]
        assert entry.body["by"] == own
        assert "Torch" in ask(game, THORIN, "view", characterName="Thorin")["text"]
        assert "It is me." in ask(game, THORIN, "journal", **({"actorName": "Thorin"} if who else {}))["text"]
        assert ask(game, THORIN, "attack", targetName="Wolf", **who)["ok"]


@pytest.mark.parametrize("name", ALIKE)
def test_where_a_namesake_is_stays_untold(game: Game, name: str):
    """The same for the others, who name the hero that they see."""
    other = made(game, name, "Isle")
    ask(game, GM, "give", characterName="Elara", template="Potion of Healing")
    for wish in (
        {"operation": "say", "text": "@Thorin hello"},
        {"operation": "say", "text": "hello", "toName": "Thorin"},
        {"operation": "attack", "targetName": "Thorin"},
        {"operation": "transfer", "itemName": "Potion of Healing", "toCharacterName": "Thorin"},
    ):
        answer = ask(game, ELARA, **wish)
        assert answer["ok"], answer["text"]
        assert "Isle" not in json.dumps(answer) and other not in json.dumps(answer)


def test_a_goblin_that_is_called_thorin_is_nobodys(game: Game):
    goblin = made(game, "Snag")
    assert ask(game, GM, "update", "manage_character", characterId=goblin, character={"name": "Thorin"})["ok"]
    assert code(ask(game, THORIN, "attack", characterId=goblin, targetName="Wolf")) == "not_yours"


def test_a_second_of_the_party_who_bears_the_name_is_not_owned(game: Game):
    double = made(game, "Thorin", party=True)
    assert code(ask(game, THORIN, "attack", characterId=double, targetName="Wolf")) == "not_yours"
    assert ask(game, THORIN, "attack", targetName="Wolf")["ok"]


def test_an_id_owns_whoever_it_is_of_and_outlives_a_new_name(game: Game):
    snag = made(game, "Snag")
    by_id = Caller("player", "cy", None, (snag,))
    assert ask(game, by_id, "attack", targetName="Wolf")["ok"]
    assert ask(game, by_id, "journal")["ok"]
    assert ask(game, GM, "update", "manage_character", characterId=snag, character={"name": "Snaga"})["ok"]
    assert ask(game, by_id, "attack", targetName="Wolf")["ok"]


def test_a_name_is_taken_letter_by_letter(game: Game):
    made(game, "Élara", party=True)
    assert ask(game, Caller("player", "x", None, ("E\u0301lara",)), "check", skill="stealth")["ok"]
    assert code(ask(game, Caller("player", "x", None, ("elara",)), "check", skill="stealth")) == "not_yours"


def test_in_play_one_stays_oneself_when_a_namesake_comes(game: Game):
    session = Session(game)
    assert session.hear("as Thorin") == "You are Thorin."
    made(game, "Thorin")
    assert session.hear("say It is me.") == "Thorin says: It is me."
    own = next(t.id for t in snapshot(game).things.values() if t.name == "Thorin")
    assert session.me == own
    assert "Torch" in str(session.hear("i me"))


def test_only_the_game_master_may_be_somebody_who_is_not_of_the_party(game: Game):
    made(game, "Marra", "Isle")
    session = Session(game, gm=True)
    ask(game, GM, "join", characterName="Marra", toName=snapshot(game).things["r0.2"].name)
    assert session.hear("as Marra") == "You are Marra."
    ask(game, GM, "give", characterName="Marra", template="Torch")
    ask(game, GM, "join", characterName="Marra", toName="Isle")
    assert "Torch" in str(session.hear("i me"))
