"""Prepared spells change when a long rest ends (SRD, Preparing and Casting Spells); another change is made and noted."""

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
NOTE = "prepared_at_once"


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_change_between_rests_says_what_the_rules_want(ruleset: Ruleset) -> None:
    box = Sandbox(first_world(ruleset)).let(*[5] * 20)
    box.accept("create", name="Ilse", character={"classes": ["cleric 3"], "party": True, "abilities": {"wis": 16}})

    def notes(*spells: str) -> list[str]:
        return [note.code for note in box.accept("prepare", "Ilse", spells=list(spells)).notes]

    assert NOTE not in notes("Bless", "Bane")
    assert NOTE in notes("Bless", "Aid")
    assert NOTE not in notes("Aid", "Bless")
    box.accept("rest", "Ilse", kind="long")
    assert NOTE not in notes("Bless", "Bane")
    box.accept("advance", duration="1 hour")
    assert NOTE in notes("Bless", "Aid")
