"""Every spell and act of the data that teleports whoever plays it: where places count it leads as far as it says, and not a square farther."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest

from rpg_lite.rules.acts.plain_steps import MoveStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import RULESETS
from tests.copies import begun
from tests.operations.acts_in_data import FAILS_ALL, PLAIN, Source, owner_of, sources
from tests.operations.crypts import places, room
from tests.operations.dice import let
from tests.operations.squares_by_hand import FEET, name_of
from tests.operations.table import Answer, Table
from tests.rows import each_row

pytestmark = pytest.mark.slow
FAR: Final = ("beyond_range", "beyond_reach")
LONGEST: Final = 400
_ASKED: Final = 5


class Row(NamedTuple):
    """A teleport of whoever plays the act, and its feet."""

    source: Source
    feet: int

    def __str__(self) -> str:
        return str(self.source)


def rows() -> Iterator[Row]:
    for source in sources("move"):
        for step in walk(source.act.steps, inner_acts=False):
            if isinstance(step, MoveStep) and step.how == "teleport" and step.what is None and str(step.move).isdigit():
                if source.kind != "feature" and source.act.targets == "self" and int(step.move) <= LONGEST:
                    yield Row(source, int(step.move))
                break


ROWS: Final = [*rows()]


def asked(table: Table, call: Answer, to: str) -> Answer:
    """The answer to a teleport to a square, after the choices that refusals propose."""
    call, answer = {**call, "to": to}, Answer()
    for _ in range(_ASKED):
        answer = table.send(call, "execute_action")
        proposal: dict[str, Any] = {} if answer["ok"] else answer["error"].get("try", {})
        if not proposal or answer["error"]["code"] in FAR or proposal.get("force"):
            return answer
        call = {**proposal, "to": to}
    return answer


@each_row("row", ROWS, ids=str)
def test_a_teleport_leads_as_far_as_it_says(row: Row) -> None:
    source, feet = row
    table = Table(begun(source.ruleset))
    assert room(table, "update", ground={"size": "100x10"})["ok"]
    who = owner_of(table, source)
    table.did("create", name="Foe", character={"abilities": PLAIN, "hpMax": 900, "modifiers": FAILS_ALL, "party": False})
    table.did("start_fight", names=[who, "Foe"], space="measured", d20=[20, 1])
    table.did("place", names=["Foe"], to="CV10")
    table.did("place", names=[who], to="A4")
    let(table, 15)
    call = {"operation": "cast" if source.kind == "spell" else "act", "characterName": who}
    call |= {"spell" if source.kind == "spell" else "act": source.act.name}
    far = asked(table, call, name_of((feet // FEET + 1, 3)))
    assert not far["ok"] and far["error"]["code"] in FAR, far["text"]
    near = asked(table, call, name_of((feet // FEET, 3)))
    assert near["ok"], near["text"]
    assert places(table)[who] == name_of((feet // FEET, 3)), near["text"]


def test_both_rulesets_teleport() -> None:
    assert {row.source.ruleset for row in ROWS} == {*RULESETS} and len(ROWS) > 10
