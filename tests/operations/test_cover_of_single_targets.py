"""Cover on the Dexterity saves of acts that aim at creatures and fill no area, where places count (SRD 5.1 and 5.2, Cover)."""

from typing import Any

import pytest

from rpg_lite.rules.acts.act import SaveStep
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.acts_in_data import Source, sources
from tests.operations.dice import let
from tests.operations.halls import hall
from tests.operations.table import Table

OPEN = {"size": "24x16"}
COVERED = {**OPEN, "features": [{"is": "furniture", "at": "E12-E14"}, {"is": "arrow_slit", "at": "E2|F2 E3|F3 E1|F1"}]}
UNHELPED = {"Sacred Flame", "Open the Ground"}
"""Those whose texts leave cover out, or that come from below."""


def aimed() -> list[Source]:
    """The acts of the data with a Dexterity save, a range and targets that are named."""
    found = []
    for source in sources("save"):
        act = source.act
        saves = [step for step in act.steps if isinstance(step, SaveStep) and "dex" in ([step.save] if isinstance(step.save, str) else step.save)]
        if saves and act.area is None and act.targets not in ("area", "self", "each_enemy") and ranges_of(act):
            found.append(source)
    return found


@pytest.mark.parametrize("source", aimed(), ids=str)
def test_the_data_says_which_saves_no_cover_helps(source: Source) -> None:
    helped = [step.cover for step in source.act.steps if isinstance(step, SaveStep)]
    assert all(helped) == (source.act.name not in UNHELPED)


SPELLS = (("Disintegrate", "Elara"), ("Chain Lightning", "Elara"), ("Sacred Flame", "Clem"))


def bonus(ruleset: Ruleset, spell: str, who: str, ground: Any, goblin: str) -> str:
    table: Table = hall(ruleset, ground, turn=who)
    table.did("place", names=["Goblin 1"], to=goblin)
    if who != "Elara":
        table.did("place", names=["Elara"], to="A16")
        table.did("place", names=[who], to="B2")
    let(table, 10, face=1)
    return str(table.did("cast", who, spell=spell, targets=["Goblin 1"])["text"])


@pytest.mark.parametrize(("spell", "who"), SPELLS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_three_quarters_cover_adds_5_to_the_save(ruleset: Ruleset, spell: str, who: str) -> None:
    behind, free = (bonus(ruleset, spell, who, ground, "I2") for ground in (COVERED, OPEN))
    assert "Goblin 1 (10) " in free and "cover" not in free
    if spell in UNHELPED:
        assert "Goblin 1 (10) " in behind
    else:
        assert "Goblin 1 (10+5 = 15 with three-quarters cover" in behind


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_leaps_on_comes_from_the_first_target(ruleset: Ruleset) -> None:
    """Goblin 1 is covered from the caster; Goblin 2, behind the same slits, is not covered from Goblin 1."""
    table = hall(ruleset, COVERED)
    for name, at in (("Elara", "B2"), ("Goblin 1", "I2"), ("Goblin 2", "L2")):
        table.did("place", names=[name], to=at)
    let(table, 10, face=1)
    text = table.did("cast", "Elara", spell="Chain Lightning", targets=["Goblin 1", "Goblin 2"])["text"]
    assert "Goblin 1 (10+5 = 15 with three-quarters cover" in text and "Goblin 2 (10)" in text, text
