"""A short rest names the acts that it allows, with calls that work: the song of a bard, and slots that come back (SRD 5.1, Song of Rest)."""

import json
import re
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.words import AFTER_REST
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import let
from tests.operations.table import Answer, Table

ALLOWED: dict[Ruleset, set[str]] = {
    "5.1": {"Song of Rest", "Arcane Recovery", "Natural Recovery"},
    "5.2": {"Arcane Recovery", "Natural Recovery", "Memorize Spell"},
}
"""The acts of the data that need a short rest just before. Memorize Spell helps whenever its wizard likes, so no rest names it."""
_CALL = re.compile(r"now: execute_action (\{[^}]*\})")


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Table:
    ruleset: Ruleset = request.param
    table = Table(begun(ruleset))
    heroes: dict[str, dict[str, Any]] = {
        "Lio": {"classes": ["bard 5"], "hp": 20},
        "Fig": {"classes": ["fighter 5"], "hp": 10},
        "Pip": {"classes": ["rogue 5"], "hp": 10},
        "Wiz": {"classes": ["wizard 5"]},
    }
    for name, character in heroes.items():
        table.did("create", name=name, character={"hpMax": 60, "party": True, "abilities": {"int": 16, "cha": 16}, **character})
    return let(table, 10, face=4)


def calls(answer: Answer) -> dict[str, dict[str, Any]]:
    """Act → the call that the answer gives for it."""
    return {call["act"]: call for call in map(json.loads, _CALL.findall(answer["text"]))}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_act_of_the_data_is_missing_here(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    assert {a.name for f in book.features.values() for a in f.acts if AFTER_REST in a.needs} == ALLOWED[ruleset]


def test_the_song_heals_those_that_spent_hit_dice(table: Table) -> None:
    found = calls(table.did("rest", "party", kind="short", hitDice={"Fig": 1, "Lio": 1}))
    if table.game.campaign.ruleset == "5.2":
        assert not found
        return
    assert found["Song of Rest"]["targets"] == ["Lio", "Fig"] or found["Song of Rest"]["targets"] == ["Fig", "Lio"]
    before = table.hp("Fig")
    answer = table.send(found["Song of Rest"], "execute_action")
    assert answer["ok"] and table.hp("Fig") == before + 4, answer["text"]


def test_nobody_is_reminded_without_need(table: Table) -> None:
    assert not calls(table.did("rest", "party", kind="short"))
    assert not calls(table.did("rest", "Fig", kind="short", hitDice=1))
    table.did("apply", "Lio", condition="unconscious")
    assert not calls(table.did("rest", "party", kind="short", hitDice={"Fig": 1}))


def test_slots_that_come_back_are_named_once(table: Table) -> None:
    table.did("cast", "Wiz", spell="Mage Armor", targets=["Wiz"], force=True)
    found = calls(table.did("rest", "party", kind="short"))
    assert {*found} == {"Arcane Recovery"}
    assert "1 slot 1 back" in table.send(found["Arcane Recovery"], "execute_action")["text"]
    table.did("cast", "Wiz", spell="Mage Armor", targets=["Wiz"], force=True)
    assert not calls(table.did("rest", "party", kind="short"))


def test_a_song_without_a_rest_is_refused(table: Table) -> None:
    if table.game.campaign.ruleset == "5.1":
        table.refused("short_rest_needed", "act", "Lio", act="Song of Rest", targets=["Fig"])
