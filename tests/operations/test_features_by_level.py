"""Heroes of every class who rise by `level_up`: at each level the sheet has the proficiency bonus and the features that the table names."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.world import thing_stats
from tests.operations.high_heroes import SCORES, who
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
FACTS: Final[list[dict[str, Any]]] = json.loads((Path(__file__).parents[1] / "facts" / "class_facts.json").read_text("utf-8"))["classes"]
IS_A_CHOICE: Final = re.compile(r"ability score improvement|epic boon|.* subclass|.* improvements?|subclass feature")
ALSO_CALLED: Final = {"relentless": "relentless rage", "signature spell": "signature spells"}


def named(feature: str) -> str:
    short = re.sub(r"\s*\(.*\)$", "", feature).casefold()
    return ALSO_CALLED.get(short, short)


@each_row("facts", FACTS, ids=lambda f: f"{f['id']} {f['ruleset']}")
def test_each_level_gives_the_features_of_its_row(facts: dict[str, Any]) -> None:
    of, box = facts["id"], Sandbox(first_world(facts["ruleset"]))
    subclass = facts["subclass"]
    box.accept(
        "create", name="Hero", character={"classes": [f"{of} 1"], "abilities": SCORES, "choices": {"subclass": {of: subclass["srd"]}}}
    )
    expected: set[str] = set()
    for level in range(1, 21):
        if level > 1:
            box.accept("level_up", "Hero", hp="average")
        row = facts["levels"][str(level)]
        is_of_subclass = level >= subclass["level"] and str(level) in subclass["features"]
        expected |= {n for n in map(named, row["features"]) if not IS_A_CHOICE.fullmatch(n) and n not in CHOSEN}
        expected |= {named(n) for n in subclass["features"][str(level)]} if is_of_subclass else set()
        shown = box.send({"operation": "character", "characterName": "Hero"}, "read_campaign", "full")["results"][0]
        found = {feature["name"].casefold() for feature in shown["features"]}
        assert expected <= found, (level, expected - found)
        assert thing_stats.stats_of(box.world, who(box, "Hero"), box.book).proficiency_bonus.value == row["pb"] == 2 + (level - 1) // 4


CHOSEN: Final = {
    "primal path", "bard college", "divine domain", "druid circle", "martial archetype", "monastic tradition", "sacred oath",
    "ranger archetype", "roguish archetype", "sorcerous origin", "otherworldly patron", "arcane tradition",
}  # fmt: skip
"""The level at which a subclass is chosen."""
