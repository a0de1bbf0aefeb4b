"""Players do not see a creature that hides from them, in any answer, until somebody finds it or it gives itself away (SRD, Hide)."""

import json
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import TOOL_OF, Table

PLAYER: Final = Caller("player", characters=("Kara",))
READS: Final[list[dict[str, Any]]] = [
    {"operation": "look"}, {"operation": "who"}, {"operation": "context"}, {"operation": "map"}, {"operation": "exits"}, {"operation": "party"},
    {"operation": "examine", "itemName": "Snik"}, {"operation": "inventory", "scope": "here"},
]  # fmt: skip


def _table(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    table.did("create", name="Kara", character={"classes": ["fighter 3"], "party": True, "abilities": {"wis": 10}})
    table.did("create", name="Snik", character={"party": False, "hpMax": 7, "abilities": {"dex": 14}})
    table.did("act", "Snik", act="Hide", d20=[18])
    return table.game


def told(game: Any) -> str:
    """Everything that players read about the place, on every way to it."""
    answers = [game.ask(deed, tool=TOOL_OF[deed["operation"]], caller=PLAYER, detail="full") for deed in READS]
    aloud = [
        game.ask({**deed, "forPlayers": True}, tool=TOOL_OF[deed["operation"]], detail="full")
        for deed in READS
        if deed["operation"] in ("look", "who", "inventory")
    ]
    mine = game.ask({"operation": "context", "forName": "Kara"}, tool="read_campaign", detail="full")
    asked = {"wanted": "Snik"}  # the words of the question itself
    return json.dumps([answers, aloud, mine, game.table()]).replace(json.dumps(asked), "").replace("'Snik'", "")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_that_players_read_names_it(ruleset: Ruleset) -> None:
    with copy_of(_table, ruleset) as game:
        assert "Snik" not in told(game)
        assert "Snik" in game.ask({"operation": "who"}, tool="read_campaign")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("face", "finds"), [(19, False), (20, True)])
def test_a_perception_check_that_reaches_its_stealth_finds_it(ruleset: Ruleset, face: int, finds: bool) -> None:
    """Its Stealth total is 18 + 2."""
    with copy_of(_table, ruleset) as game:
        game._roll = falling(face)
        answer = game.ask({"operation": "search", "characterName": "Kara"}, tool="manage_room")
        assert f"found {'Snik' if finds else 'nothing'}." in answer["text"], answer["text"]
        assert ("Snik" in told(game)) == finds


@pytest.mark.parametrize("ruleset", RULESETS)
def test_its_own_attack_gives_it_away(ruleset: Ruleset) -> None:
    with copy_of(_table, ruleset) as game:
        game._roll = falling(5)
        game.ask({"operation": "attack", "characterName": "Snik", "targetName": "Kara"}, tool="execute_action")
        assert "Snik" in told(game)
