"""One loop: what follows from a command is nobody's to remember."""

import ast

import pytest

from tests.gates.house_report import called_in, callers, trees
from tests.gates.sources import ROOT, nodes

OPERATIONS = "rpg_lite/operations/"
MECHANICS = "rpg_lite/mechanics/"
LOOP = f"{OPERATIONS}loop.py"
ALONE = {
    "Draft": {
        LOOP,
        # trials: nothing of them is kept
        f"{MECHANICS}acts/acts_after_rest.py",
        f"{MECHANICS}acts/available_reactions.py",
        f"{MECHANICS}acts/costs.py",
        f"{MECHANICS}acts/item_act_playing.py",
        f"{MECHANICS}acts/reactions_by_damage_type.py",
        f"{MECHANICS}acts/settled_choices.py",
        f"{MECHANICS}movement/ways.py",
        "rpg_lite/standalone_act.py",
    },
    "triggers.settle": {
        LOOP,
        # what is read between two parts of one command
        f"{MECHANICS}time/passing.py",
        f"{MECHANICS}time/turns_outside_fights.py",
        f"{OPERATIONS}action/act.py",
        f"{OPERATIONS}action/attack.py",
        f"{OPERATIONS}action/end_fight.py",
        f"{OPERATIONS}action/next_turn.py",
        f"{OPERATIONS}action/start_fight.py",
        f"{OPERATIONS}character/rest.py",
        f"{OPERATIONS}rooms/search.py",
        f"{MECHANICS}acts/traps_in_play.py",
        f"{MECHANICS}places/travel.py",
        f"{MECHANICS}movement/walking.py",
        "rpg_lite/standalone_act.py",
    },
    "ledger.spend": {
        LOOP,
        # what pays on its way: acts, attacks, uses and walks, because what follows depends on it
        f"{OPERATIONS}action/attack.py",
        f"{MECHANICS}acts/item_act_playing.py",
        f"{MECHANICS}acts/performance_stages.py",
        f"{MECHANICS}acts/steps/gain_and_lose.py",
        f"{MECHANICS}attack/drawing.py",
        f"{MECHANICS}attack/familiar_attacks.py",
        f"{MECHANICS}fight/leaving_fights.py",
    },
    "physical_dice.unfit": {LOOP, f"{MECHANICS}fight/initiative.py"},
    "turn_rules.refuse": {LOOP},
    "available_reactions.offer": {LOOP},
    "readied_offers.offer": {LOOP},
    "weight_operated_exits.settle": {LOOP},
    "last_seen_exits.keep": {LOOP},
}
"""What is called → the modules that may call it."""


@pytest.mark.parametrize("called", ALONE)
def test_only_these_modules_call_it(called: str) -> None:
    assert callers(called).keys() == ALONE[called]


def test_only_the_loop_catches_a_refusal() -> None:
    caught = {
        path for path in trees() for node in nodes(ROOT / path)
        if isinstance(node, ast.ExceptHandler) and node.type is not None and "Refused" in ast.unparse(node.type)
    }  # fmt: skip
    assert {path for path in caught if path.startswith(OPERATIONS)} == {LOOP}


def test_mechanics_return_their_refusals() -> None:
    """Their callers try another way, or test an offer; an exception would hide from mypy who forgets it."""
    assert [path for path in trees() if path.startswith(MECHANICS) and {*called_in(path)} & {"must", "forbid"}] == []
