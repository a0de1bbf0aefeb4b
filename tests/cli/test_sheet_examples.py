"""The worked sheets through the command line, as a user with a file of them would compute them."""

import json

import pytest

from tests.cli.command_line import run
from tests.rules.examples import CASES, by_name, inline, rewritten
from tests.rules.heroes import differing


def as_written(entry, ruleset):
    return entry


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(
    "how",
    [
        pytest.param(as_written, id="as written"),
        pytest.param(inline, id="inline", marks=pytest.mark.slow),
        pytest.param(by_name, id="by name", marks=pytest.mark.slow),
    ],
)
def test_all_worked_sheets_come_out_of_one_file(ruleset, how):
    cases = [c for c in CASES if ruleset in c["rulesets"]]
    lines = [json.dumps(rewritten(c["doc"], ruleset, how)) for c in cases]
    shown = [json.loads(line) for line in run("sheet", "-", "--ruleset", ruleset, stdin="\n".join(lines)).stdout.splitlines()]
    assert len(shown) == len(cases)
    wrong = {}
    for case, sheet in zip(cases, shown, strict=True):
        readings = [case["expect"], *({**case["expect"], **other} for other in case.get("alternatives", []))]
        found = [differing(sheet, expected) for expected in readings]
        if all(found):
            wrong[case["id"]] = found
    assert not wrong
