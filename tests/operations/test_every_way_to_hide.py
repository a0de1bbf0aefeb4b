"""Every act of the data that hides its creature is refused in plain view of a foe, like the act Hide itself (SRD 5.1, Hiding; SRD 5.2, Hide)."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.rules.acts.act import Act, ChooseStep
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.walk import walk
from tests.operations.acts_in_data import Source, class_for, sources
from tests.operations.crypts import turn_of
from tests.operations.halls import hall


def hides(act: Act) -> bool:
    return any(isinstance(step, DoStep) and step.do == "Hide" for step in walk(act.steps, inner_acts=False))


def ways() -> Iterator[Source]:
    """One stat block for each act of each ruleset, and the features of classes."""
    known: dict[tuple[str, str, str], Source] = {}
    for source in sources("do"):
        if source.kind in ("creature", "feature") and hides(source.act):
            known.setdefault((source.ruleset, source.kind, source.act.name), source)
    yield from known.values()


@pytest.mark.parametrize("source", [*ways()], ids=str)
def test_nobody_hides_in_plain_view(source: Source) -> None:
    sheet: dict[str, Any] = {"template": source.owner}
    if source.kind == "feature":
        sheet = {"classes": [class_for(source)], "party": True}
    at = "B8" if source.kind == "creature" else "O12"
    table = hall(source.ruleset, Skulk=(at, sheet))
    turn_of(table, "Skulk")
    chosen = {"choice": "Hide"} if any(isinstance(step, ChooseStep) for step in source.act.steps) else {}
    for call in ({"act": "Hide"}, {"act": source.act.name, **chosen}):
        table.refused("seen_by", "act", "Skulk", **call)
