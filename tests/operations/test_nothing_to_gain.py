"""Acts of which nothing would come are refused: a use while uses are left, a slot that is not spent, words that nobody can speak."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.casters import cast, creature, opened

pytestmark = pytest.mark.pure


def test_wild_resurgence_gives_a_use_only_where_none_is_left() -> None:
    """SRD 5.2, Druid: Wild Resurgence."""
    box = opened("5.2")
    box.refused("target_unfit", "act", "Fern", act="Wild Resurgence: shape")
    box.refused("nothing_is_spent", "act", "Fern", act="Wild Resurgence: slot")
    for _ in range(4):
        box.accept("act", "Fern", act="Wild Shape", choice="Wolf")
    assert creature(box, "Fern").creature.spent == {"wild_shape": 4}
    box.did("act", "Fern", act="Wild Resurgence: shape")
    assert creature(box, "Fern").creature.spent == {"wild_shape": 3, "slot_1": 1}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spell_with_words_is_refused_in_silence(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Bran", "Silence", "Elara")
    call = {"spell": "Magic Missile", "targets": ["Goblin 1"]}
    assert "no sound" in box.refused("components_missing", "cast", "Elara", **call)["text"]
    assert not creature(box, "Elara").creature.spent
    box.did("cast", "Elara", **call, force=True)
