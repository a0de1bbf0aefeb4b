"""Fall as an act: a creature that names nobody falls itself, and a fall of less than 10 feet deals no damage (SRD, Falling)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import THORIN, Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("feet", "lost"), [("9", 0), ("10", 2), ("29", 4), ("500", 40)])
def test_the_one_who_plays_it_falls(ruleset: Ruleset, feet: str, lost: int) -> None:
    box = Sandbox(first_world(ruleset)).let(face=2)
    box.accept("create", name="Thorin", character={**THORIN, "hpMax": 60})
    told = box.did("act", "Thorin", act="Fall", choice=feet)["text"]
    assert box.hp("Thorin") == 60 - lost and ("no damage" in told) == (lost == 0)
    assert [c.name for c in box.thing("Thorin").creature.conditions] == (["prone"] if lost else [])


def test_a_named_creature_falls_instead() -> None:
    box = Sandbox().let(face=2)
    for name in ("Thorin", "Elara"):
        box.accept("create", name=name, character={**THORIN, "hpMax": 60})
    box.did("act", "Thorin", act="Fall", targets=["Elara"], choice="10")
    assert (box.hp("Thorin"), box.hp("Elara")) == (60, 58)
