"""The species of heroes, where an act spares or means a species."""

from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def table(ruleset: Ruleset, hero: dict[str, Any], creature: str) -> Sandbox:
    box = Sandbox(first_world(ruleset)).let(19, 1)
    box.accept("create", name="Hero", character=hero)
    box.accept("create", template=creature)
    return box


@each_row(
    ("ruleset", "race", "stays"),
    [
        ("5.1", "elf", True),
        ("5.1", "high elf", True),
        ("5.2", "elf", True),
        ("5.2", "drow", True),
        ("5.2", "wood elf", True),
        ("5.1", "half-elf", False),
        ("5.1", "human", False),
        ("5.2", "human", False),
        ("5.2", "dwarf", False),
    ],
)
def test_ghouls_do_not_paralyze_elves(ruleset: Ruleset, race: str, stays: bool) -> None:
    """SRD, Ghoul: a creature other than an elf or undead; a half-elf is no elf."""
    box = table(ruleset, {"race": race, "classes": ["fighter 5"], "hpMax": 500}, "Ghoul")
    played = box.accept("attack", "Ghoul", targetName="Hero", itemName="Claws")
    hero = next(t for t in box.world.things.values() if t.name == "Hero")
    assert ("paralyzed" in {c.name for c in hero.creature.conditions}) is not stays, played


def test_a_chosen_lineage_is_a_species_too() -> None:
    box = table("5.2", {"race": "elf", "classes": ["wizard 5"], "hpMax": 500, "choices": {"lineage": "high elf"}}, "Ghoul")
    assert "CON save" not in box.did("attack", "Ghoul", targetName="Hero", itemName="Claws")["text"]
