"""The end of a turn says what nobody has done in it: the action and the movement of a hero, and the blows that its walk has provoked."""

from typing import Any

import pytest

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import ANN, fought, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table

pytestmark = pytest.mark.stored

HALL = {"size": "40x10"}
CALL = "execute_action act with characterName, act Opportunity Attack, answer true and rev "
OPEN = "may still strike at whoever left their reach"


@laid_alike
def hall(ruleset: Ruleset = "5.2", **more: Any) -> Table:
    """Oda stands beside an ogre and a goblin, and it is her turn."""
    table = fought(ruleset, HALL)
    put(table, Oda="D5", Pip="A1", Ogre="E5", Goblin_1="D6", Goblin_2="AN1")
    turn_of(table, "Oda")
    return table


def ask(table: Table, operation: str, caller: Caller = GM, **fields: Any) -> str:
    answer = table.game.ask({"operation": operation, **fields}, "execute_action", "brief", caller)
    assert answer["ok"], answer["text"]
    return str(answer["text"])


# ── blows that nobody made ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_end_of_a_turn_names_the_strikes_that_nobody_made(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    table.did("move", "Oda", to="A5")
    walk = table.rev
    told = ask(table, "next_turn")
    assert f"Ogre and Goblin 1 {OPEN}: {CALL}{walk}." in told
    assert ask(table, "act", characterName="Ogre", act="Opportunity Attack", answer=True, rev=walk).startswith(f"In answer to rev {walk}: Ogre")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_game_master_hears_of_them_after_a_player_has_passed(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    ask(table, "move", ANN, characterName="Oda", to="A5")
    walk = table.rev
    told = ask(table, "next_turn", ANN)
    assert f"Ogre and Goblin 1 {OPEN}, if the game master says so." in told and CALL not in told
    assert f"Ogre and Goblin 1 {OPEN}: {CALL}{walk}." in ask(table, "next_turn")


def test_a_player_hears_nothing_of_a_foe_that_nobody_sees() -> None:
    table = hall()
    let(table, 20).did("act", "Ogre", act="Hide", force=True)
    turn_of(table, "Oda")
    ask(table, "move", ANN, characterName="Oda", to="A5")
    told = ask(table, "next_turn", ANN)
    assert "Ogre" not in told and f"Goblin 1 {OPEN}" in told


@pytest.mark.parametrize("caller", [GM, ANN])
def test_what_was_made_or_played_or_not_provoked_is_not_open(caller: Caller) -> None:
    table = hall()
    table.did("move", "Oda", to="A5")
    for foe in ("Ogre", "Goblin 1"):
        table.did("act", foe, act="Opportunity Attack", answer=True)
    assert OPEN not in ask(table, "next_turn", caller)
    table = hall()
    table.did("act", "Oda", act="Disengage")
    table.did("move", "Oda", to="A5")
    assert OPEN not in ask(table, "next_turn", caller)
    table = hall()
    table.did("move", "Oda", to="A5")
    assert OPEN not in ask(table, "next_turn", play="foes")


# ── turns that nobody played ────────────────────────────────────────────────────────────────────────────────────────


BARE = "The turn of Oda ends with its action and its movement unspent"
NOTHING = "Oda has done nothing in it"
TURNS: dict[str, tuple[list[tuple[str, dict[str, Any]]], str]] = {
    "nothing": ([], NOTHING),
    "hurt only": ([("damage", {"amount": 2, "damageType": "fire"})], NOTHING),
    "a bonus action": ([("damage", {"amount": 9, "damageType": "fire"}), ("act", {"act": "Second Wind"})], BARE),
    "a walk": ([("move", {"to": "C4"})], ""),
    "an action": ([("act", {"act": "Dodge"})], ""),
    "an attack": ([("attack", {"targetName": "Ogre"})], ""),
}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("play", [{}, {"play": "foes"}])
def test_the_end_of_a_turn_that_nobody_played_is_said(ruleset: Ruleset, play: dict[str, Any]) -> None:
    for name, (deeds, said) in TURNS.items():
        table = let(hall(ruleset), 2)
        for operation, fields in deeds:
            table.did(operation, "Oda", **fields)
        told = ask(table, "next_turn", **play)
        assert (said in told) if said else (BARE not in told and NOTHING not in told), (name, told)
