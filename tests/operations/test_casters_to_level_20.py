"""Casters that rise from level 1 to 20: at each level the sheet is the row of the class table, as the texts print it."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.high_heroes import SCORES, who
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
ROWS: Final[list[dict[str, Any]]] = json.loads((Path(__file__).parents[1] / "facts" / "caster_tables.json").read_text("utf-8"))
"""The rows of the class tables, copied from both texts."""
CASTERS: Final = ("paladin", "ranger", "sorcerer", "warlock", "wizard")
RESOURCES: Final = ("sorcery points", "channel divinity", "favored enemy")


def printed(ruleset: Ruleset, of: str, row: dict[str, Any]) -> dict[str, Any]:
    """The row of the table, with the numbers that the text of 5.1 gives as formulas; the ability that casts has +4."""
    level = row["level"]
    shown = {k: v for k, v in row.items() if k not in ("ruleset", "class", "level")}
    if ruleset == "5.1" and of == "wizard":
        shown["prepared"] = 4 + level
    elif ruleset == "5.1" and of == "paladin":
        shown["prepared"] = 4 + level // 2 if level >= 2 else 0
        shown["channel divinity"] = 1 if level >= 3 else 0
    return shown


def on_sheet(box: Sandbox, of: str, wanted: dict[str, Any]) -> dict[str, Any]:
    """The same numbers as the sheet has them."""
    hero = who(box, "Hero")
    sheet, stats = thing_stats.sheet(hero, box.book), thing_stats.stats_of(box.world, hero, box.book)
    way = stats.spellcasting.by_class.get(of) if stats.spellcasting else None
    counts = way.counts if way else None
    pact = sheet.spell_slots.pact
    invocations = [c for c in sheet.open_choices if c.choice == "eldritch invocations"]
    rule = box.book.classes[of].choices.get("eldritch invocations")
    known = sum(n for at, n in rule.levels.items() if at <= sheet.level) if rule else 0
    assert bool(known) == bool(invocations)
    found = {
        "slots": [*sheet.spell_slots.slots],
        "cantrips": counts.cantrips if counts else 0,
        "known": (counts.known or 0) if counts else 0,
        "prepared": (counts.prepared or 0) if counts else 0,
        "pact slots": pact.slots if pact else 0,
        "pact level": pact.level if pact else 0,
        "eldritch invocations": known,
        **{name: (sheet.resources[name].max if name in sheet.resources else 0) for name in RESOURCES},
    }
    return {key: found[key] for key in wanted}


@pytest.mark.parametrize("of", CASTERS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_caster_rises_by_its_table(ruleset: Ruleset, of: str) -> None:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Hero", character={"classes": [f"{of} 1"], "abilities": SCORES | {"wis": 18}})
    for row in (r for r in ROWS if (r["ruleset"], r["class"]) == (ruleset, of)):
        if row["level"] > 1:
            box.accept("level_up", "Hero")
        wanted = printed(ruleset, of, row)
        assert on_sheet(box, of, wanted) == wanted, row["level"]


def test_the_tables_are_whole() -> None:
    assert {(r["ruleset"], r["class"]): 0 for r in ROWS}.keys() == {(ruleset, of) for ruleset in RULESETS for of in CASTERS}
    assert len(ROWS) == 20 * len(CASTERS) * len(RULESETS)
