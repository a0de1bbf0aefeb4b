"""No sheet shows a variable of a formula: what only the moment of playing decides is said in words."""

import re

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure

RAW = re.compile(r"(?<!the )\bamount\b|[a-z_]d\d|[{}]|\b(?:ceil|floor|min|max)\(|\b(?:rolled|spent|taken)d?\d")
"""What a formula looks like when nobody has said it in words."""
WITH_FORMULAS = [
    (ruleset, block["character"]["name"])
    for ruleset in RULESETS
    for block in rulebook_loading.rulebook(ruleset).creatures.values()
    if "{" in str([act.get("steps") for act in block["character"].get("acts", ())]).replace("{'", "")
]


@each_row("ruleset, name", WITH_FORMULAS)
def test_a_stat_block_shows_no_variable(ruleset: Ruleset, name: str) -> None:
    box = Sandbox(first_world(ruleset))
    box.accept("create", template=name)
    for stats in ({}, {"stats": ["acts"]}):
        lines = [line for line in str(box.did("character", name, **stats)["text"]).split("\n") if line.startswith(("Acts", "Riders"))]
        assert [m[0] for line in lines for m in RAW.finditer(line)] == [], lines


def test_the_dice_of_whoever_is_flung_stand_in_words() -> None:
    """SRD 5.1, Air Elemental, Kraken."""
    box = Sandbox(first_world("5.1"))
    box.accept("create", template="Air Elemental")
    assert "(the amount)d6 bludgeoning" in str(box.did("character", "Air Elemental")["text"])
    assert len(WITH_FORMULAS) > 5
