"""Whom an area is for if a call does not say it: foes, friends or nobody in particular, as its text has it."""

from typing import Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.meant_for import is_for_foes
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.vocabulary import RULESETS
from tests.operations.acts_in_data import Source, sources
from tests.rows import each_row

pytestmark = pytest.mark.pure
FOR_FRIENDS: Final = {
    "Aura of Life", "Holy Aura", "Magic Circle", "Mass Cure Wounds", "Nature's Sanctuary", "Pass without Trace", "Dust of Disappearance: Throw the Dust",
}  # fmt: skip
"""Those whose texts help or ward whoever is inside."""
FOR_NOBODY: Final = {"Antimagic Field", "Darkness", "Daylight", "Fog Cloud", "Giant Octopus: Ink Cloud", "Octopus: Ink Cloud"}
"""Those whose texts change a place for everybody, and harm nobody."""
FOR_FOES: Final = {
    "Calm Emotions", "Color Spray", "Control Water", "Earthquake", "Entangle", "Faerie Fire", "Fireball", "Grease", "Gust of Wind", "Hypnotic Pattern",
    "Incendiary Cloud", "Land's Aid", "Reverse Gravity", "Silence", "Sleep", "Sleet Storm", "Slow", "Spirit Guardians", "Web", "Wind Wall",
    "Zone of Truth", "Mummy Lord: Channel Negative Energy", "Kraken: Ink Cloud", "Conjure Woodland Beings",
    "Dust of Sneezing and Choking: Throw the Dust", "Gem of Brightness: Flare",
}  # fmt: skip
"""Some of those whose texts ask for saves, deal damage or lay a condition."""
ALONE: Final = ("self", "1")
"""The targets of acts whose area catches nobody, such as an image or a pool of water."""
AREAS: Final = [
    one
    for one in sources("area")
    if one.act.area is not None and one.act.targets not in ALONE and not all(isinstance(step, DoStep) for step in one.act.steps)
]
"""Of an act that only plays another, that one's text says whom it is for."""


def called(source: Source) -> str:
    return source.owner if source.act.name in (source.owner, f"{source.owner}: effect") else f"{source.owner}: {source.act.name}"


def test_the_names_of_the_table_are_those_of_areas() -> None:
    assert {called(one) for one in AREAS} >= FOR_FRIENDS | FOR_NOBODY | FOR_FOES


@each_row("source", AREAS, ids=str)
def test_an_area_is_for_whom_its_text_has_it(source: Source) -> None:
    name = called(source)
    expected = False if name in FOR_FRIENDS else None if name in FOR_NOBODY else True
    assert is_for_foes(source.act) is expected


@each_row(
    ("spell", "choice", "expected"),
    [
        ("Calm Emotions", "suppress", False),
        ("Calm Emotions", "indifferent", True),
        ("Control Water", "part", None),
        ("Control Water", "whirlpool", True),
    ],
)
def test_a_choice_says_whom_it_is_for(spell: str, choice: str, expected: bool | None) -> None:
    for ruleset in RULESETS:
        act = rulebook_loading.rulebook(ruleset).spell(spell)
        assert act is not None and is_for_foes(act, {"choice": choice}) is expected
