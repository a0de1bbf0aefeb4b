"""A player reads in the context which answers its own creature may give to a deed of the game master, while it may (SRD, Reactions)."""

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations import crypts
from tests.operations.crypts import put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table

NIM = Caller("player", "Nim", characters=("Elara",))
ANN = Caller("player", "Ann", characters=("Oda",))


@laid_alike
def struck(ruleset: Ruleset, space: str = "measured") -> Table:
    """A goblin has just hit Elara, who has Shield prepared."""
    table = crypts.fought(ruleset)
    sheet = {"classes": {"wizard": 5}, "party": True, "hpMax": 60, "abilities": {**crypts.SCORES, "int": 16}, "spells": {"prepared": ["Shield"]}}
    table.did("create", name="Elara", character=sheet)
    table.did("start_fight", names=["Elara"])
    put(table, Elara="E3", Goblin_1="E4", Oda="A10", Pip="A9")
    turn_of(table, "Goblin 1")
    put(table, Elara="E3", Goblin_1="E4")
    let(table, 13, face=2)
    table.did("attack", "Goblin 1", targetName="Elara")
    return table


def context(table: Table, caller: Caller) -> str:
    answer = table.game.ask({"operation": "context"}, "read_campaign", "brief", caller)
    assert answer["ok"], answer["text"]
    return str(answer["text"])


OFFER = "Elara may answer the deed of rev"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_only_its_player_reads_the_answer_with_a_call_that_works(ruleset: Ruleset) -> None:
    table = struck(ruleset)
    text = context(table, NIM)
    assert f"{OFFER} {table.rev}: execute_action cast with characterName Elara, spell Shield, answer true" in text, text
    assert OFFER not in context(table, ANN)
    call = {"operation": "cast", "characterName": "Elara", "spell": "Shield", "answer": True, "rev": table.rev}
    answered = table.game.ask(call, "execute_action", "brief", NIM)
    assert answered["ok"], answered["text"]
    assert OFFER not in context(table, NIM)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_ends_with_the_turn(ruleset: Ruleset) -> None:
    table = struck(ruleset)
    table.did("next_turn")
    assert OFFER not in context(table, NIM)
