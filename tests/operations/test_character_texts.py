"""The description and the secret of a character: everybody sees the one, the game master alone reads the other."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from tests.operations.worlds import Sandbox, first_world

OTHERS = (Caller("player", characters=("Thorin",)), Caller("viewer"), Caller("gm", aloud=True))
LOOK, SECRET = "An old woman with one zqxeye.", "She is the zqxvampire."


def ask(game: Game, tool: str, operation: str, caller: Caller = GM, detail: Any = "full", **fields: Any) -> dict[str, Any]:
    return game.ask({"operation": operation, **fields}, tool, detail, caller)


def did(game: Game, tool: str, operation: str, **fields: Any) -> dict[str, Any]:
    answer = ask(game, tool, operation, **fields)
    assert answer["ok"], answer["text"]
    return answer


@pytest.fixture
def evening() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as game:
        did(game, "manage_character", "create", name="Thorin", character={"classes": ["fighter 5"], "party": True, "secret": "zqxdebt"})
        did(game, "manage_character", "create", name="Old Marra", character={"hpMax": 9, "description": LOOK, "secret": SECRET})
        yield game


READINGS = [
    ("manage_room", "look", {}),
    ("read_campaign", "examine", {"name": "Old Marra"}),
    ("read_campaign", "context", {}),
    ("read_campaign", "character", {"characterName": "Old Marra"}),
    ("read_campaign", "context", {"forName": "Old Marra"}),
]


@pytest.mark.parametrize(("tool", "operation", "fields"), READINGS, ids=lambda v: str(v))
def test_the_game_master_reads_both(evening: Game, tool: str, operation: str, fields: Any) -> None:
    text = ask(evening, tool, operation, **fields)["text"]
    assert LOOK in text and SECRET in text


def test_programs_get_both_as_data(evening: Game) -> None:
    marra = did(evening, "manage_room", "look")["results"][0]["room"]["people"][1]
    assert (marra["description"], marra["secret"]) == (LOOK, SECRET)
    assert did(evening, "read_campaign", "examine", name="Old Marra")["results"][0]["secret"] == SECRET
    assert "secret" not in did(evening, "manage_room", "look", forPlayers=True)["results"][0]["room"]["people"][1]


@pytest.mark.parametrize("caller", OTHERS, ids=lambda c: f"{c.role} {c.aloud}")
def test_others_see_the_description_and_read_no_secret(evening: Game, caller: Caller) -> None:
    for tool, operation, fields in READINGS:
        answer = json.dumps(ask(evening, tool, operation, caller, **fields))
        assert "zqxvampire" not in answer and "zqxdebt" not in answer and "Secret of" not in answer
    assert LOOK in ask(evening, "manage_room", "look", caller)["text"]
    assert LOOK in ask(evening, "read_campaign", "context", caller)["text"]


@pytest.mark.parametrize("caller", OTHERS, ids=lambda c: f"{c.role} {c.aloud}")
def test_the_past_tells_others_no_secret(evening: Game, caller: Caller) -> None:
    """The game master's own answer to an arrival shows the room with everything in it."""
    did(evening, "manage_room", "create", name="Vault", notes=["zqxnote"])
    did(evening, "manage_character", "update", characterName="Old Marra", unset=["description"], character={"secret": "A zqxvampire."})
    did(evening, "manage_room", "join", characterName="Old Marra", toName="Vault")
    did(evening, "manage_room", "join", characterName="Thorin", toName="Vault")
    assert "zqxvampire" in did(evening, "read_campaign", "history")["text"]
    leave = {"operation": "join", "characterName": "Thorin", "toName": "Lobby"}
    assert "zqxnote" in str(evening.ask({"batch": [leave, {**leave, "toName": "Vault"}, leave]}, "manage_room"))
    for operation in ("history", "party", "context"):
        answer = str(ask(evening, "read_campaign", operation, caller))
        assert "zqxvampire" not in answer and "zqxnote" not in answer
    if caller.aloud:
        text = ask(evening, "read_campaign", "history", caller)["text"]
        assert "0. Thorin is in Lobby. · 1. Thorin is in Vault. · 2. Thorin is in Lobby." in text


def test_a_look_for_players_and_another_character_know_no_secret(evening: Game) -> None:
    aloud = ask(evening, "manage_room", "look", forPlayers=True)["text"]
    assert LOOK in aloud and "zqx" not in aloud.replace("zqxeye", "")
    other = ask(evening, "read_campaign", "context", forName="Thorin")["text"]
    assert LOOK in other and "zqxvampire" not in other
    assert "You hide this, and tell nobody without a reason: zqxdebt" in other


def test_a_player_does_not_read_the_game_masters_note_on_its_own_hero(evening: Game) -> None:
    text = ask(evening, "read_campaign", "context", OTHERS[0], forName="Thorin")["text"]
    assert "You are Thorin" in text and "zqxdebt" not in text


def test_a_long_description_is_cut_in_a_look_and_whole_on_a_close_look(evening: Game) -> None:
    did(evening, "manage_character", "update", characterName="Old Marra", character={"description": "word " * 100 + "end"})
    assert "end" not in ask(evening, "manage_room", "look")["text"].split("Old Marra: ")[1].split("\n")[0]
    assert "word end" in ask(evening, "read_campaign", "examine", name="Old Marra")["text"]


def test_somebody_in_another_form_does_not_look_like_itself(evening: Game) -> None:
    did(evening, "manage_character", "update", characterName="Old Marra", character={"classes": ["druid 4"], "description": LOOK})
    did(evening, "execute_action", "act", characterName="Old Marra", act="Wild Shape", choice="Wolf")
    for tool, operation, fields in (("manage_room", "look", {}), ("read_campaign", "examine", {"name": "Old Marra"})):
        answer = ask(evening, tool, operation, OTHERS[2], **fields)
        assert answer["ok"] and LOOK not in str(answer)


def test_both_are_changed_and_cleared_and_the_answer_repeats_no_secret(evening: Game) -> None:
    answer = did(evening, "manage_character", "update", characterName="Old Marra", character={"secret": "zqxnew", "description": "Young."})
    assert "secret set" in answer["text"] and "zqxnew" not in answer["text"] and "Young." in answer["text"]
    assert "zqxnew" in ask(evening, "read_campaign", "examine", name="Old Marra")["text"]
    did(evening, "manage_character", "update", characterName="Old Marra", unset=["description"], character={"secret": ""})
    text = ask(evening, "manage_room", "look")["text"]
    assert "Old Marra: " not in text and "Secret of Old Marra" not in text
    did(evening, "keep_journal", "undo")
    assert "zqxnew" in ask(evening, "manage_room", "look")["text"]


def test_an_export_holds_both_and_an_import_brings_them_back(evening: Game) -> None:
    document = did(evening, "manage_character", "export", characterName="Old Marra")["results"][0]["document"]
    assert (document["character"]["description"], document["character"]["secret"]) == (LOOK, SECRET)
    did(evening, "manage_character", "import", document=document, replace=True)
    assert did(evening, "manage_character", "export", characterName="Old Marra")["results"][0]["document"] == document


@pytest.mark.parametrize("key", ["description", "secret"])
def test_a_text_has_a_limit(evening: Game, key: str) -> None:
    for text in ("x" * 4_001, 7):
        answer = ask(evening, "manage_character", "create", name="Rat", character={key: text})
        assert answer["error"]["code"] == "argument_invalid" and f"character.{key}" in answer["text"]


def test_a_list_that_grows_name_by_name_is_told_once() -> None:
    box = Sandbox(first_world("5.1"))
    box.did("create", name="Mira", character={"classes": ["wizard 5"], "party": True})
    spells = [
        "Magic Missile",
        "Shield",
        "Sleep",
        "Mage Armor",
        "Detect Magic",
        "Identify",
        "Burning Hands",
        "Fireball",
        "Misty Step",
        "Web",
    ]
    text = box.did("update", "Mira", character={"spells": {"known": spells}})["text"]
    assert text.count("Magic Missile") == 1 and ", ".join(spells) in text
