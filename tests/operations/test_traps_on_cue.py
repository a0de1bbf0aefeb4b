"""A trigger in the words of the game master is read and shown, and no deed sets it off; a key of a door that acts nowhere is refused."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.operations.registry import operations
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import let
from tests.operations.table import Answer, Table

CUE = "when the third flagstone is stepped on"
SPIKES: dict[str, Any] = {"name": "Spikes", "detect": 12, "disarm": 13, "steps": [{"damage": "2d6", "type": "piercing"}]}
PLAYER = Caller.of("player", ["Thief"])


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Table:
    ruleset: Ruleset = request.param
    table = Table(begun(ruleset))
    table.did("create", name="Thief", character={"classes": ["rogue 5"], "party": True, "hpMax": 90})
    return let(table, 10)


def room(table: Table, operation: str, **keys: Any) -> Answer:
    return table.send({"operation": operation, **keys}, "manage_room")


def vault(table: Table, trap: Any) -> Answer:
    return room(table, "create", name="Vault", trap=trap)


@pytest.mark.parametrize("trigger", [CUE, [CUE], ["enter", CUE]])
@pytest.mark.parametrize("trap", [SPIKES, {"name": "Hidden Pit"}])
def test_the_game_master_reads_the_cue(table: Table, trap: dict[str, Any], trigger: Any) -> None:
    answer = vault(table, {**trap, "trigger": trigger})
    assert answer["ok"] and f"goes off at your word: {CUE}" in answer["text"], answer["text"]
    assert f'"{CUE}" (on your word: trap triggered)' in room(table, "look", bagName="Vault")["text"]


@pytest.mark.parametrize(("trigger", "lost"), [(CUE, 0), (["enter", CUE], 2)])
def test_a_cue_is_no_deed(table: Table, trigger: Any, lost: int) -> None:
    vault(table, {**SPIKES, "trigger": trigger})
    assert room(table, "portal", fromName="Lobby", direction="north", toName="Vault")["ok"]
    assert room(table, "go", characterName="Thief", direction="north")["ok"]
    assert table.hp("Thief") == 90 - lost


def test_the_word_of_the_game_master_plays_it(table: Table) -> None:
    vault(table, {**SPIKES, "trigger": CUE})
    room(table, "join", characterName="Thief", toName="Vault", force=True)
    assert table.hp("Thief") == 90
    assert room(table, "update", bagName="Vault", trap="triggered", characterName="Thief")["ok"]
    assert table.hp("Thief") == 88


def test_a_player_reads_no_cue(table: Table) -> None:
    vault(table, {**SPIKES, "trigger": CUE})
    room(table, "join", characterName="Thief", toName="Vault", force=True)
    for operation in ("look", "search"):
        answer = table.game.ask({"operation": operation, "characterName": "Thief"}, "manage_room", "full", PLAYER)
        assert "flagstone" not in str(answer)


def test_an_exit_and_a_chest_have_cues_too(table: Table) -> None:
    room(table, "create", name="Vault")
    room(table, "portal", fromName="Lobby", direction="north", toName="Vault")
    answer = room(table, "update", bagName="Lobby", direction="north", trap={**SPIKES, "trigger": CUE})
    assert f"goes off at your word: {CUE}" in answer["text"], answer["text"]
    table.did("give", bagName="Vault", template="Chest")
    answer = room(table, "update", bagName="Chest", trap={**SPIKES, "cue": "a sneeze"})
    assert "goes off at your word: a sneeze" in answer["text"], answer["text"]


@pytest.mark.parametrize(
    ("trigger", "said"), [("step", "enter, open, pick, take, touch"), ("opening", "enter, open, pick"), ([], "at least 1 deed")]
)
def test_a_single_word_is_a_deed_or_a_mistake(table: Table, trigger: Any, said: str) -> None:
    before = table.now
    answer = vault(table, {**SPIKES, "trigger": trigger})
    assert answer["error"]["code"] == "trap_invalid" and said in answer["text"] and table.now == before


READ_ALOUD = ("look", "go", "join", "leave")
OF_DOORS = tuple(op for op in operations("manage_room") if op not in (*READ_ALOUD, "undo"))


@pytest.mark.parametrize("operation", OF_DOORS)
def test_a_door_has_no_text_for_players(table: Table, operation: str) -> None:
    """`forPlayers` says how an answer is worded; whatever is not read aloud refuses it, and names the operations that take it."""
    before = table.now
    for value in (True, "A red door."):
        answer = room(table, operation, direction="north", forPlayers=value)
        assert not answer["ok"] and f"forPlayers: only for operation=look|go|join|leave, not {operation}" in answer["text"], answer["text"]
    assert table.now == before


def test_what_is_read_aloud_takes_it(table: Table) -> None:
    assert room(table, "look", characterName="Thief", forPlayers=True)["ok"]
    refused = room(table, "look", characterName="Thief", forPlayers="A red door.")
    assert "takes true or false" in refused["text"]
