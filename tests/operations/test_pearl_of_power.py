"""The Pearl of Power brings back one slot of level 3 at most, once until dawn (SRD 5.1 and 5.2, Pearl of Power)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.casters import cast, creature, opened
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure


def bearer(ruleset: Ruleset, *slots: int) -> Sandbox:
    """Elara, a wizard of level 17 with a pearl, who has spent these slots."""
    box = opened(ruleset)
    box.did("give", "Elara", template="Pearl of Power")
    box.did("attune", "Elara", itemName="Pearl of Power")
    for slot in slots:
        cast(box, "Elara", "Magic Missile", "Goblin 1", slot=slot)
    return box


def spent(box: Sandbox) -> dict[str, Any]:
    return dict(creature(box, "Elara").creature.spent)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("how", "left"), [({}, {"slot_1": 1}), ({"choice": "1"}, {"slot_2": 1})])
def test_the_pearl_brings_back_the_highest_slot_or_the_chosen_one(ruleset: Ruleset, how: dict[str, str], left: dict[str, int]) -> None:
    box = bearer(ruleset, 1, 2)
    told = box.did("use", "Elara", itemName="Pearl of Power", **how)
    assert spent(box) == left and "dawn" in told["text"]
    box.refused("no_uses_left", "use", "Elara", itemName="Pearl of Power")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_with_no_slot_spent_the_pearl_is_kept(ruleset: Ruleset) -> None:
    box = bearer(ruleset)
    box.refused("nothing_is_spent", "use", "Elara", itemName="Pearl of Power")
    cast(box, "Elara", "Magic Missile", "Goblin 1")
    box.refused("choice_required", "use", "Elara", itemName="Pearl of Power", choice="2")
    assert box.did("use", "Elara", itemName="Pearl of Power") and not spent(box)


def test_a_slot_of_a_higher_level_comes_back_as_one_of_level_3_or_not_at_all() -> None:
    box = bearer("5.1", 5)
    box.did("use", "Elara", itemName="Pearl of Power")
    assert spent(box) == {"slot_5": 1, "made_slot_3": 1}
    bearer("5.2", 5).refused("nothing_is_spent", "use", "Elara", itemName="Pearl of Power")
