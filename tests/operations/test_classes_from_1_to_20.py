"""Heroes who rise from level 1 to 20: at each level the sheet is the row of the class table in the text."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.rules import dice
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
FACTS: Final = json.loads((Path(__file__).parents[1] / "facts" / "class_levels.json").read_text("utf-8"))
"""The tables of both texts: ruleset → class → column → its 20 values."""
SCORES: Final = {"str": 14, "dex": 14, "con": 14, "int": 10, "wis": 16, "cha": 18}
HIT_DIE: Final = {"barbarian": 12, "bard": 8, "cleric": 8, "druid": 8, "fighter": 10, "monk": 8}
FIGHTER_5_1: Final = {
    "pb": [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6],
    "second wind": [1] * 20,
}
"""The table of SRD 5.1 has no column for the fighter; the uses stand among its features."""
BY_TEXT: Final[dict[tuple[str, str], dict[str, list[int | None]]]] = {
    ("5.1", "cleric"): {"channel divinity": [0, *[1] * 4, *[2] * 12, *[3] * 3], "divine intervention": [*[0] * 9, *[1] * 11]},
    ("5.1", "druid"): {"wild shape": [0, *[2] * 18, None]},
    ("5.1", "bard"): {"bardic inspiration": [4] * 20},
    ("5.2", "bard"): {"bardic inspiration": [4] * 20},
    ("5.2", "cleric"): {"divine intervention": [*[0] * 9, *[1] * 11]},
    ("5.2", "barbarian"): {"persistent rage": [*[0] * 14, *[1] * 6]},
    ("5.2", "monk"): {"uncanny metabolism": [0, *[1] * 19]},
    ("5.1", "fighter"): {"action surge": [0, *[1] * 15, *[2] * 4], "indomitable": [*[0] * 8, *[1] * 4, *[2] * 4, *[3] * 4]},
    ("5.2", "fighter"): {"action surge": [0, *[1] * 15, *[2] * 4], "indomitable": [*[0] * 8, *[1] * 4, *[2] * 4, *[3] * 4]},
}
"""Uses that the text gives in its paragraphs and not in a column."""
RESOURCES: Final = ("rage", "ki", "focus", "channel divinity", "wild shape", "second wind")


def table_of(ruleset: str, of: str) -> dict[str, list[Any]]:
    printed = FIGHTER_5_1 if (ruleset, of) == ("5.1", "fighter") else FACTS[ruleset][of]
    return {**printed, **BY_TEXT.get((ruleset, of), {})}


def hero(box: Sandbox) -> Thing:
    return next(t for t in box.world.things.values() if t.name == "Hero")


def rows(box: Sandbox, table: dict[str, list[Any]]) -> dict[str, Any]:
    """What the sheet has for each column of the table."""
    sheet = thing_stats.sheet(hero(box), box.book)
    stats = thing_stats.stats_of(box.world, hero(box), box.book)
    counts = next(iter(stats.spellcasting.by_class.values())).counts if stats.spellcasting else None
    shown: dict[str, Any] = {}
    for column in table:
        match column:
            case "pb":
                shown[column] = stats.proficiency_bonus.value
            case "slots":
                shown[column] = [*sheet.spell_slots.slots]
            case "cantrips" | "known" | "prepared":
                shown[column] = getattr(counts, column)
            case "martial_arts":
                shown[column] = stats.unarmed.damage.partition("+")[0]
            case "unarmored_movement":
                shown[column] = stats.speed["walk"].value - 30
            case "bardic_die":
                shown[column] = sheet.resources["bardic inspiration"].die
            case "rage_damage" | "weapon_mastery":
                shown[column] = _of_tables(sheet, column)
            case _:
                shown[column] = sheet.resources[column].max if column in sheet.resources else 0
    return shown


def _of_tables(sheet: Sheet, column: str) -> Any:
    return next(feature.tables[column] for feature in sheet.features if column in feature.tables)


@pytest.mark.parametrize("of", HIT_DIE)
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_every_level_is_the_row_of_the_class_table(ruleset: Ruleset, of: str) -> None:
    table = table_of(ruleset, of)
    box = Sandbox(first_world(ruleset), roll=dice.roller(1))
    box.accept("create", name="Hero", character={"classes": [f"{of} 1"], "abilities": SCORES, "party": True})
    die = HIT_DIE[of]
    for level in range(1, 21):
        if level > 1:
            box.accept("award", names=["Hero"], milestone=True)
            box.accept("level_up", "Hero", hp="average")
        printed = {column: values[level - 1] for column, values in table.items()}
        raised = 2 * level if (of, level) == ("barbarian", 20) else 0
        assert rows(box, table) == printed, level
        most = thing_stats.stats_of(box.world, hero(box), box.book).hp_max
        assert most is not None and most.value == die + 2 + (level - 1) * (die // 2 + 1 + 2) + raised, level


@pytest.mark.parametrize("of", ["cleric", "druid"])
@pytest.mark.parametrize("level", [1, 4, 11, 20])
def test_a_class_of_5_1_prepares_its_level_and_wisdom(of: str, level: int) -> None:
    box = Sandbox(first_world("5.1"))
    box.accept("create", name="Hero", character={"classes": [f"{of} {level}"], "abilities": SCORES})
    assert rows(box, {"prepared": []}) == {"prepared": level + 3}
