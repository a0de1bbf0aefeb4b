"""A creature that can take no actions takes no bonus action and casts nothing long either (SRD, Bonus Actions, Longer Casting Times)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.casters import cast, opened

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_lethargy_of_haste_takes_every_action(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Haste", "Bran")
    cast(box, "Elara", "Blur")
    for spell in ("Bless", "Healing Word", "Prayer of Healing"):
        box.reject("cannot_act", "cast", "Bran", spell=spell, targets=["Elara"])
    assert box.accept("cast", "Bran", spell="Healing Word", targets=["Elara"], force=True)


def test_the_insane_cast_nothing() -> None:
    """They take no actions and speak only gibberish, so that no reaction is cast either (SRD 5.1, Symbol, Contact Other Plane)."""
    box = opened("5.1")
    cast(box, "Elara", "Contact Other Plane")
    for spell in ("Fire Bolt", "Misty Step", "Feather Fall", "Identify"):
        box.reject("cannot_act", "cast", "Elara", spell=spell, targets=["Elara"])
