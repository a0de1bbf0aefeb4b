"""Who is in a zone after a walk in and out of it is said once, and right."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import inside, turn_of
from tests.operations.dice import let
from tests.operations.halls import hall
from tests.operations.table import Table

IN, OUT = "Now in Web: Goblin 1.", "No longer in Web: Goblin 1."


def webbed(ruleset: Ruleset, begins: str) -> Table:
    table = hall(ruleset)
    let(table, 20, face=3)
    table.did("cast", "Elara", spell="Web", at="I5")
    table.did("place", names=["Goblin 1"], to=begins)
    turn_of(table, "Goblin 1")
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("begins", "path", "said", "unsaid"),
    [
        ("I5", ["H5"], [OUT], [IN]),
        ("I5", ["H5", "I5", "H5"], [OUT], [IN]),
        ("H5", ["I5", "H5", "I6"], [IN], [OUT]),
        ("H5", ["I5", "H5"], [IN, OUT], []),
    ],
)
def test_the_last_is_said_once(ruleset: Ruleset, begins: str, path: list[str], said: list[str], unsaid: list[str]) -> None:
    table = webbed(ruleset, begins)
    told = table.did("move", "Goblin 1", path=path)["text"]
    assert all(told.count(words) == 1 for words in said) and not any(words in told for words in unsaid), told
    assert f"2 times: {IN}" not in told and f"2 times: {OUT}" not in told
    assert ("Goblin 1" in inside(table)["Web"]) is (said[-1] == IN)
