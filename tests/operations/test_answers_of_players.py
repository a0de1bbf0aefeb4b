"""A player answers only deeds that the party notices: whatever happens out of its sight is not there to be answered, and has no name."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

ELARA = {"classes": ["wizard 17"], "abilities": {"int": 18}, "hpMax": 90, "party": True, "spells": {"prepared": ["Counterspell", "Shield"]}}
PLAYER = Caller.of("player", ["Elara"])
SECRET_DEEDS: dict[str, tuple[str, dict[str, Any]]] = {
    "a spell": ("cast", {"spell": "Fire Bolt", "targetName": "Count Vell", "force": True}),
    "a spell on itself": ("cast", {"spell": "Fly", "targets": ["Ola"], "force": True}),
    "an attack": ("attack", {"targetName": "Count Vell"}),
    "a check": ("check", {"skill": "arcana", "dc": 25}),
    "a saving throw": ("save", {"ability": "wis", "dc": 25}),
}


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Table:
    """Elara of the party and Ugo, a mage, in the Lobby; Ola, another mage, and a vampire in the crypt, where nobody of the party is."""
    ruleset: Ruleset = request.param
    table = Table(begun(ruleset))
    table.did("create", name="Elara", character=ELARA)
    table.send({"operation": "create", "name": "Crypt"}, "manage_room")
    table.did("create", name="Ola", template="Mage", roomName="Crypt")
    table.did("create", name="Count Vell", template="Vampire", roomName="Crypt")
    table.did("create", name="Ugo", template="Mage")
    table.did("create", name="Imp", template="Imp")
    table.roll_with(falling(10))
    return table


def answers(table: Table, spell: str, **more: Any) -> Answer:
    payload = {"operation": "cast", "characterName": "Elara", "spell": spell, "answer": True, **more}
    return table.game.ask(payload, "execute_action", "full", PLAYER)


@pytest.mark.parametrize("deed", SECRET_DEEDS)
def test_what_the_party_does_not_notice_is_not_there(table: Table, deed: str) -> None:
    operation, more = SECRET_DEEDS[deed]
    rev = table.did(operation, "Ola", **more)["rev"]
    before = table.now
    for spell in ("Counterspell", "Shield"):
        for asked in ({}, {"rev": rev}, {"dryRun": True}, {"rev": rev, "dryRun": True}):
            refused = answers(table, spell, **asked)
            assert not refused["ok"] and refused["error"]["code"] == "nothing_to_answer", refused["text"]
            assert not [
                word for word in ("Ola", "Vell", "Crypt", "Fire", "Fly", "rev") if word in refused["text"].removeprefix("Refused: rev")
            ]
    assert table.now == before


def test_the_secret_deed_hides_no_earlier_one(table: Table) -> None:
    table.did("cast", "Ugo", spell="Fly", targets=["Ugo"], force=True)
    table.did("cast", "Ola", spell="Fly", targets=["Ola"], force=True)
    answer = answers(table, "Counterspell")
    assert answer["ok"] and "Now Ugo casts Fly. Counterspell cancels it" in answer["text"], answer["text"]


def test_a_turn_of_a_fight_elsewhere_is_not_named(table: Table) -> None:
    table.did("start_fight", names=["Ola", "Count Vell"])
    table.did("cast", "Ola", spell="Fly", targets=["Ola"], force=True)
    table.did("next_turn")
    refused = answers(table, "Counterspell")
    assert refused["error"]["code"] == "nothing_to_answer", refused["text"]


def test_a_blow_out_of_hiding_is_noticed_by_whoever_it_hits(table: Table) -> None:
    table.did("act", "Imp", act="Hide", force=True)
    table.roll_with(falling(9))
    table.did("attack", "Imp", targetName="Elara")
    answer = answers(table, "Shield")
    assert answer["ok"] and "a miss" in answer["text"], answer["text"]


def test_the_game_master_answers_everything(table: Table) -> None:
    table.did("cast", "Ola", spell="Fly", targets=["Ola"], force=True)
    assert table.did("cast", "Ugo", spell="Counterspell", answer=True, force=True)["ok"]


def test_a_reaction_answers_a_deed_once_by_name_and_by_id(table: Table) -> None:
    table.did("cast", "Ugo", spell="Fly", targets=["Ugo"], force=True)
    assert answers(table, "Counterspell")["ok"]
    again = answers(table, "Counterspell")
    assert again["error"]["code"] == "answered_already", again["text"]
