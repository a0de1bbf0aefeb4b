"""Readied deeds in the forms in which they are sent: a spell that the act Ready names, an area that is said at once, and a release that says it answers
(SRD 5.1 and 5.2, Ready).
"""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import turn_of
from tests.operations.halls import area, hall
from tests.operations.table import Table
from tests.rows import each_row

WHEN = {"trigger": "Goblin 1 moves"}


def readied(ruleset: Ruleset = "5.2", spell: str = "Fireball", **said: Any) -> Table:
    """Elara has readied a spell, and it is the turn of Goblin 1."""
    table = hall(ruleset)
    table.did("cast", "Elara", spell=spell, choice=WHEN, **{"with": ["ready"]}, **said)
    turn_of(table, "Goblin 1")
    return table


@each_row(
    ("fields",),
    [
        ({"choice": {"spell": "Fireball"}},), ({"choice": {**WHEN, "then": "cast Fireball"}},), ({"choice": {"then": "Fireball at Goblin 1"}},),
        ({"choice": {"then": "I cast Fireball on the goblins"}},), ({"choice": {"act": "fireball"}},), ({"spell": "Fireball", "choice": WHEN},),
    ],
)  # fmt: skip
def test_ready_with_a_spell_proposes_the_cast_that_holds_it(fields: dict[str, Any]) -> None:
    table = hall("5.2")
    answer = table.ask("act", "Elara", act="Ready", **fields)
    proposed = answer["error"]["try"]
    assert (proposed["operation"], proposed["spell"], proposed["with"]) == ("cast", "Fireball", ["ready"]), answer["text"]
    assert fields["choice"].get("trigger") == (proposed.get("choice") or {}).get("trigger")
    assert "holds Fireball" in table.send(proposed, "execute_action")["text"]


@each_row(("then",), [("attack",), ("light the torch",), ("shield bash",), ("help Oda up",), ("move away",)])
def test_other_readied_acts_stay_what_they_are(then: str) -> None:
    assert hall("5.2").did("act", "Elara", act="Ready", choice={**WHEN, "then": then})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_readied_area_keeps_whom_it_is_to_catch(ruleset: Ruleset) -> None:
    table = readied(ruleset, catch=["Goblin 4"], spare=["Goblin 3"])
    answer = table.send({"operation": "act", "characterName": "Elara", "act": "Release Fireball"}, "execute_action", "full")
    assert answer["ok"] and area(answer)["caught"] == ["Goblin 4"], answer["text"]


def test_a_release_that_says_more_goes_by_what_it_says() -> None:
    table = readied(catch=["Goblin 4"])
    answer = table.send({"operation": "act", "characterName": "Elara", "act": "Release Fireball", "catch": ["Goblin 3"]}, "execute_action", "full")
    assert "Goblin 3" in area(answer)["caught"] and "Goblin 4" not in area(answer)["caught"]


@each_row(
    ("call",),
    [
        ({"operation": "act", "act": "Release Fireball", "catch": ["Goblin 4"]},), ({"operation": "cast", "spell": "Fireball", "catch": ["Goblin 4"]},),
        ({"operation": "act", "act": "Release Fireball"},),
    ],
)  # fmt: skip
def test_a_release_that_says_it_answers_is_played(call: dict[str, Any]) -> None:
    table = readied(catch=["Goblin 4"])
    answer = table.send({**call, "characterName": "Elara", "answer": True}, "execute_action")
    assert answer["ok"] and "Release Fireball" in answer["text"] and "Goblin 4" in answer["text"], answer["text"]
    assert not table.send({**call, "characterName": "Elara", "answer": True}, "execute_action")["ok"], "it is released once"


@each_row(("act",), [("Readied",), ("Dodge",), ("Disengage",)])
def test_a_readied_act_that_says_it_answers_is_played(act: str) -> None:
    table = hall("5.2", turn="Oda")
    table.did("act", "Oda", act="Ready", choice={**WHEN, "then": act})
    turn_of(table, "Goblin 1")
    assert table.did("act", "Oda", act=act, answer=True)


@each_row(("operation", "fields"), [("attack", {"targetName": "Goblin 1"}), ("move", {"to": "H8"})])
def test_a_readied_attack_or_move_that_says_it_answers_leads_to_the_plain_one(operation: str, fields: dict[str, Any]) -> None:
    table = hall("5.2", turn="Oda")
    table.did("place", names=["Goblin 1"], to="next to Oda")
    table.did("act", "Oda", act="Ready", choice=WHEN)
    turn_of(table, "Goblin 1")
    proposed = table.ask(operation, "Oda", answer=True, **fields)["error"]["try"]
    assert "answer" not in proposed and table.send(proposed, "execute_action")["ok"]


def test_who_has_readied_nothing_answers_as_before() -> None:
    table = hall("5.2", turn="Goblin 1")
    answer = table.ask("act", "Oda", act="Dodge", answer=True)
    assert answer["error"]["code"] in ("nothing_to_answer", "answer_unfit"), answer["text"]
