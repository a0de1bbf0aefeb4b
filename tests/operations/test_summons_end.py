"""Summoned creatures stand with their maker in every count, and go when their spell ends; those that a spell leaves behind stay."""

from typing import Literal

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure

Ends = Literal["concentration", "time", "never"]
ROWS: list[tuple[Ruleset, str, str, str, tuple[Ends, ...]]] = [
    ("5.1", "Conjure Animals", "druid", "Ape", ("concentration", "time")),
    ("5.1", "Animate Objects", "bard", "Animated Object 10", ("concentration", "time")),
    ("5.1", "Phantom Steed", "wizard", "Phantom Steed", ("time",)),
    ("5.1", "Find Steed", "paladin", "Warhorse", ("never",)),
    ("5.1", "Animate Dead", "cleric", "Skeleton", ("never",)),
    ("5.1", "Create Undead", "cleric", "Ghoul 3", ("never",)),
    ("5.2", "Summon Dragon", "wizard", "Draconic Spirit", ("concentration", "time")),
    ("5.2", "Phantom Steed", "wizard", "Phantom Steed", ("time",)),
    ("5.2", "Animate Dead", "cleric", "Skeleton", ("never",)),
]  # fmt: skip


def summoned(ruleset: Ruleset, spell: str, of_class: str) -> Sandbox:
    """A caster of level 20 who has cast the spell, with the first of each choice that the refusals offer."""
    table = Sandbox(first_world(ruleset))
    table.did("create", name="Mira", character={"classes": [f"{of_class} 20"], "hpMax": 100})
    answer = table.ask("cast", "Mira", spell=spell, force=True)
    for _ in range(3):
        if not answer["ok"]:
            answer = table.send(answer["error"]["try"], "execute_action")
    assert answer["ok"], answer["text"]
    return table


def is_there(table: Sandbox, name: str) -> bool:
    return any(t.name == name for t in table.world.things.values())


@each_row(("ruleset", "spell", "of_class", "name", "ends"), ROWS, ids=[f"{row[1]} {row[0]}" for row in ROWS])
def test_a_summons_is_an_ally_and_stays_as_long_as_its_spell(
    ruleset: Ruleset, spell: str, of_class: str, name: str, ends: tuple[Ends, ...]
):
    for end in ends:
        table = summoned(ruleset, spell, of_class)
        assert is_there(table, name)
        table.refused("nobody_to_fight", "encounter")
        match end:
            case "concentration":
                table.did("damage", "Mira", amount=100, damageType="fire")
            case "time":
                table.did("advance", duration="2 hours")
            case "never":
                table.did("damage", "Mira", amount=100, damageType="fire")
                table.did("advance", duration="2 hours")
        assert is_there(table, name) == (end == "never"), end
