"""Whoever does not regenerate after damage of some type does not do so outside a fight either, nor after a fight that ended before its turn (SRD,
Troll; SRD 5.1, Vampire; Hydra).
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table

_WORD: Final = re.compile(r"not damaged_by:([a-z|_:]+)")


def regenerating() -> Iterator[tuple[Ruleset, str, str]]:
    """(ruleset, creature, type of damage) of every trait that some damage stops."""
    for ruleset in RULESETS:
        for row in rulebook_loading.rulebook(ruleset).creatures.values():
            for feature in row["character"].get("features", ()):
                if any(one.get("on") == "turn_start" for one in feature.get("on", ()) if isinstance(one, dict)):
                    types = {word for found in _WORD.findall(str(feature)) for word in found.replace("damaged_by:", "").split("|")}
                    yield from ((ruleset, row["character"]["name"], word) for word in sorted(types))


@laid_alike
def seated(ruleset: Ruleset, creature: str) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Pip", character={"classes": ["rogue 3"], "hpMax": 30, "party": True})
    table.did("create", template=creature)
    table.did("update", creature, character={"hpMax": 200, "hp": 100, "resistances": [], "immunities": []})
    return table


def gained(table: Table, creature: str, **time: Any) -> int:
    was = table.hp(creature)
    table.did("advance", **time)
    return table.hp(creature) - was


def test_there_are_such_creatures() -> None:
    assert {creature for _, creature, _ in regenerating()} >= {"Troll", "Vampire", "Vampire Spawn", "Troll Limb"}


@pytest.mark.parametrize(("ruleset", "creature", "type"), [*regenerating()])
def test_one_turn_outside_a_fight_is_lost(ruleset: Ruleset, creature: str, type: str) -> None:
    table = seated(ruleset, creature)
    each = gained(table, creature, duration="1 round")
    assert each > 0
    table.did("damage", creature, amount=1, damageType=type, magical=True)
    assert gained(table, creature, duration="1 round") == 0
    assert gained(table, creature, duration="1 round") == each
    table.did("damage", creature, amount=1, damageType=type, magical=True)
    assert gained(table, creature, duration="3 rounds") == 2 * each
    table.did("damage", creature, amount=1, damageType="thunder")
    assert gained(table, creature, duration="1 round") == each


@pytest.mark.parametrize(("ruleset", "creature", "type"), [*regenerating()])
def test_the_end_of_a_fight_makes_nobody_forget(ruleset: Ruleset, creature: str, type: str) -> None:
    table = seated(ruleset, creature)
    table.did("start_fight", names=["Pip", creature], d20=[20, 1])
    table.did("damage", creature, amount=1, damageType=type, magical=True)
    table.did("end_fight")
    assert gained(table, creature, duration="1 round") == 0
    assert gained(table, creature, duration="1 round") > 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_a_turn_of_a_fight_has_forgotten_stays_forgotten(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Troll")
    table.did("start_fight", names=["Pip", "Troll"], d20=[20, 1])
    table.did("damage", "Troll", amount=1, damageType="fire")
    was = table.hp("Troll")
    table.did("next_turn")
    assert table.hp("Troll") == was
    table.did("next_turn")
    table.did("end_fight")
    assert gained(table, "Troll", duration="1 round") > 0


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("fighting", [True, False])
def test_fire_sears_the_stumps_of_a_hydra(ruleset: Ruleset, fighting: bool) -> None:
    table = seated(ruleset, "Hydra")
    if fighting:
        table.did("start_fight", names=["Pip", "Hydra"], d20=[20, 1])
    table.did("damage", "Hydra", amount=1, damageType="fire")
    was = table.hp("Hydra")
    more = {"choice": {"amount": "2"}} if ruleset == "5.1" else {}
    table.did("act", "Hydra", act="Grow Heads", force=True, **more)
    assert table.hp("Hydra") == was
