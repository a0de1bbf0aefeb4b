"""Silvered and adamantine weapons hurt what nonmagical weapons do not (SRD 5.1, Silvered Weapons, Monsters)."""

from typing import Any

import pytest

from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def armed(*weapons: str, against: str = "Werewolf") -> Sandbox:
    """Thorin with these weapons in hand, before a creature with many hit points; every d20 shows 19 and every other die 4."""
    box = Sandbox(first_world("5.1")).let(19, face=4)
    box.did("create", name="Thorin", character={"classes": ["fighter 5"], "party": True, "abilities": {"str": 16, "dex": 16}})
    for weapon in weapons:
        box.did("give", "Thorin", template=weapon, equip=True)
    box.did("create", name="Foe", template=against, character={"hpMax": 500})
    return box


def lost(box: Sandbox, **fields: Any) -> int:
    """The hit points that an attack takes, as an attack and as an act with the same weapon."""
    before = box.hp("Foe")
    box.did("attack", "Thorin", targetName="Foe", **fields)
    return before - box.hp("Foe")


@each_row(
    ("foe", "weapon", "taken"),
    [
        ("Werewolf", "Longsword", 0),
        ("Werewolf", "Silvered Longsword", 7),
        ("Werewolf", "Adamantine Longsword", 0),
        ("Werewolf", "Longsword +1", 8),
        ("Imp", "Longsword", 3),
        ("Imp", "Silvered Longsword", 7),
        ("Iron Golem", "Silvered Longsword", 0),
        ("Iron Golem", "Adamantine Longsword", 7),
        ("Gargoyle", "Adamantine Longsword", 7),
        ("Air Elemental", "Silvered Longsword", 3),
    ],
)
def test_a_material_overcomes_the_defenses_that_name_it(foe: str, weapon: str, taken: int) -> None:
    box = armed(weapon, against=foe)
    assert lost(box) == taken
    before = box.hp("Foe")
    box.let(19, face=4).did("act", "Thorin", act="Opportunity Attack", targets=["Foe"])
    assert before - box.hp("Foe") == taken


@each_row(
    ("bow", "arrow", "taken"),
    [("Longbow", "Arrow", 0), ("Longbow", "Silvered Arrow", 7), ("Silvered Longbow", "Arrow", 0), ("Longbow", "Arrow +1", 8)],
)
def test_the_arrow_counts_and_not_the_bow(bow: str, arrow: str, taken: int) -> None:
    box = armed(bow, arrow)
    assert lost(box) == taken


def test_a_material_of_ones_own_counts_and_an_unknown_one_is_refused() -> None:
    box = armed()
    blade = {"name": "Moonblade", "type": "weapon", "base": "Longsword", "material": "silvered"}
    stats = {"weaponStats": {"damageDice": "1d8", "damageType": "slashing", "category": "martial_melee"}}
    box.did("give", "Thorin", item={**blade, **stats}, equip=True)
    assert lost(box) == 7
    answer = box.refused("argument_invalid", "give", "Thorin", item={**blade, **stats, "material": "silver"})
    assert "silvered" in answer["text"]
