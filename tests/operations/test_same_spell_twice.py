"""The effects of the same spell cast several times do not combine: the most potent casting works, or the most recent of equal ones (SRD 5.1,
Combining Magical Effects; SRD 5.2, Combining Spell Effects). That holds for what effects and zones do at an event, too.
"""

from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table, notes
from tests.rows import each_row

BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")
CASTER = {"abilities": {"str": 10, "dex": 10, "con": 10, "int": 18, "wis": 18, "cha": 18}, "hpMax": 300}
ROWS = [(ruleset, first, second) for ruleset in BOTH for first in ("warm", "chill") for second in ("warm", "chill")]


@laid_alike
def laid(ruleset: Ruleset, classes: str = "wizard 17") -> Table:
    """Two casters, somebody on whom they cast, and a foe who hits; a d20 shows 15 and other dice 3."""
    table = Table(begun(ruleset))
    for name in ("First", "Second"):
        table.did("create", name=name, character={**CASTER, "classes": [classes]})
    table.did("create", name="Kim", character={**CASTER, "classes": ["fighter 9"]})
    table.did(
        "create", name="Foe", character={"hpMax": 400, "hp": 400, "party": False, "abilities": dict.fromkeys(CASTER["abilities"], 10)}
    )
    table.roll_with(falling(15, face=3))
    return table


def cast(table: Table, by: str, spell: str, **more: Any) -> None:
    table.did("cast", by, spell=spell, force=True, **more)
    table.roll_with(falling(15, face=3))


@each_row(("ruleset", "first", "second"), ROWS)
def test_one_fire_shield_burns_and_it_is_the_most_recent(ruleset: Ruleset, first: str, second: str) -> None:
    table = laid(ruleset)
    for word in (first, second):
        cast(table, "First", "Fire Shield", choice=word)
    before = table.hp("Foe")
    answer = table.did("attack", "Foe", targetName="First", itemName="Unarmed Strike")
    assert before - table.hp("Foe") == 6
    assert {"warm": "fire", "chill": "cold"}[second] in answer["text"]


@pytest.mark.parametrize("ruleset", BOTH)
def test_one_holy_aura_blinds(ruleset: Ruleset) -> None:
    table = laid(ruleset, "cleric 17")
    table.did("create", template="Imp", character={"hpMax": 200})
    for by in ("First", "Second"):
        cast(table, by, "Holy Aura", targets=["Kim"])
    answer = table.did("attack", "Imp", targetName="Kim", force=True)
    assert notes(answer).count("Holy Aura: CON save") == 1


@each_row(("ruleset", "slots", "dice"), [(r, slots, dice) for r in BOTH for slots, dice in (((3, 3), 3), ((5, 3), 5), ((3, 4), 4))])
def test_overlapping_zones_of_a_spell_harm_once_and_with_the_higher_slot(ruleset: Ruleset, slots: tuple[int, int], dice: int) -> None:
    table = laid(ruleset, "cleric 9")
    for by, slot in zip(("First", "Second"), slots, strict=True):
        cast(table, by, "Spirit Guardians", targets=["Foe"], choice="radiant", slot=slot)
    table.did("start_fight", names=["Kim", "Foe", "First", "Second"])
    table.roll_with(falling(1, face=3))
    before = table.hp("Foe")
    for _ in range(4):
        table.did("next_turn")
    assert before - table.hp("Foe") == 3 * dice


@each_row(("ruleset", "spell"), [("5.1", "Hunter's Mark"), ("5.2", "Hunter's Mark"), ("5.2", "Hex")])
def test_each_caster_adds_the_damage_of_its_own_mark(ruleset: Ruleset, spell: str) -> None:
    table = laid(ruleset, "ranger 9" if spell != "Hex" else "warlock 9")
    for by in ("First", "Second"):
        cast(table, by, spell, targets=["Foe"], **({"choice": "str"} if spell == "Hex" else {}))
    for by in ("First", "Second"):
        before = table.hp("Foe")
        table.did("attack", by, targetName="Foe", itemName="Unarmed Strike")
        assert before - table.hp("Foe") == 4


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_first_time_at_0_is_the_first_time_of_every_death_ward(ruleset: Ruleset) -> None:
    table = laid(ruleset, "cleric 9")
    for by in ("First", "Second"):
        cast(table, by, "Death Ward", targets=["Kim"])
    table.did("damage", "Kim", amount=310, damageType="fire")
    assert table.hp("Kim") == 1
    table.did("damage", "Kim", amount=5, damageType="fire")
    assert table.hp("Kim") == 0


@pytest.mark.parametrize("ruleset", BOTH)
def test_what_ends_a_spell_ends_every_casting(ruleset: Ruleset) -> None:
    table = laid(ruleset)
    for by in ("First", "Second"):
        cast(table, by, "Gaseous Form", targets=["Kim"])
    table.did("damage", "Kim", amount=700, damageType="force")
    assert not [e.name for e in table.thing("Kim").creature.effects]
    assert table.thing("First").creature.concentration is None
    assert table.thing("Second").creature.concentration is None
