"""A call in a model's own form does what the listed call does, at once or by the call that its refusal proposes."""

import json
from functools import cache
from typing import Any, Final

import pytest

import rpg_lite
from rpg_lite.game import Game
from tests.copies import copy_of
from tests.operations.forms_of_models import FORMS, MADE, Call
from tests.operations.table import Answer

LEAST: Final = 0.95
UNTOLD: Final = ('{"operation": "advance", "duration": 10}', '{"operation": "update", "characterName": "Mara", "gold": 16}')
"""Forms that leave open what is meant: their refusals say what to write."""
ROWS: Final = [(tool, meant, form) for tool, meant, forms in FORMS for form in forms]


def _made() -> Game:
    game = rpg_lite.open_campaign(":memory:", ruleset="5.2", seed=3)
    for tool, payload in MADE:
        answer = game.ask(payload, tool)
        assert answer["ok"], answer["text"]
    return game


@cache
def answer_to(tool: str, text: str) -> Answer:
    with copy_of(_made) as game:
        return game.ask(json.loads(text), tool)


def done(answer: Answer) -> str:
    """What an answer says, but for capitals that it keeps as they were sent."""
    return str(answer["text"]).casefold()


@pytest.mark.parametrize(("tool", "meant", "form"), ROWS, ids=[f"{json.dumps(form)[:90]} {n}" for n, (_, _, form) in enumerate(ROWS)])
def test_a_form_does_what_the_listed_call_does(tool: str, meant: Call, form: Any) -> None:
    wanted = answer_to(tool, json.dumps(meant))
    assert wanted["ok"], wanted["text"]
    answer = answer_to(tool, json.dumps(form))
    if json.dumps(form) in UNTOLD:
        assert not answer["ok"] and "try" not in answer["error"] and ("10 minutes" in answer["text"] or "gp" in answer["text"])
        return
    if not answer["ok"]:
        assert "try" in answer["error"], answer["text"]
        answer = answer_to(answer["error"].get("tool", tool), json.dumps(answer["error"]["try"]))
    assert done(answer) == done(wanted)


def test_nearly_every_form_is_taken_or_answered_by_one_call() -> None:
    assert len(ROWS) >= 250 and len(UNTOLD) <= (1 - LEAST) * len(ROWS)
