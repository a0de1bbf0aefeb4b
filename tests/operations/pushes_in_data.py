"""The pushes and pulls of the data: every step that moves another, with the act that it belongs to. Tables of tests list from here."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from rpg_lite.rules.acts.plain_steps import MoveStep
from rpg_lite.rules.acts.walk import walk
from tests.operations.acts_in_data import Source, sources


class Row(NamedTuple):
    """A push or pull of the data, and whose it is."""

    source: Source
    step: MoveStep

    def __str__(self) -> str:
        return f"{self.source}-{self.step.move}"


CHOICES: Final[dict[str, dict[str, Any]]] = {
    "Shove": {"choice": "push"},
    "Arcane Hand": {"choice": "push"},
    "Gore": {"with": ["moved_10"]},
    "Control Water": {"choice": "whirlpool"},
}
TOLD: Final = ("Control Water",)
"""Pulls to a point that nobody has said yet."""
JOINED: Final = ("Repelling Blast", "Forceful Blow", "Tactical Master: push", "Open Hand Technique", "Push")
"""Additions to attacks, which have tests of their own."""
ON_A_TURN: Final = ("5.1-Gust of Wind",)
"""Pushes at the start of a turn in a zone."""


def rows() -> Iterator[Row]:
    for source in sources("move"):
        for step in walk(source.act.steps):
            if isinstance(step, MoveStep) and step.how in ("push", "pull"):
                yield Row(source, step)


PLAYED_ROWS: Final = [row for row in rows() if row.source.act.name not in JOINED and str(row.source) not in ON_A_TURN]
