"""A prone creature stands up for half of its speed, unless something holds it (SRD, Prone; Moving, Being Prone)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import THORIN, Sandbox, first_world

pytestmark = pytest.mark.pure


def lying(ruleset: Ruleset, *more: str) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Thorin", character=THORIN)
    for condition in ("prone", *more):
        box.accept("apply", "Thorin", condition=condition)
    return box


def conditions(box: Sandbox) -> list[str]:
    return [entry.name for entry in box.thing("Thorin").creature.conditions]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("called", ["Stand Up", "stand", "get up"])
def test_it_ends_prone_once(ruleset: Ruleset, called: str) -> None:
    box = lying(ruleset)
    box.accept("act", "Thorin", act=called)
    assert conditions(box) == []
    box.reject("target_unfit", "act", "Thorin", act=called)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("held", ["grappled", "restrained"])
def test_nobody_with_speed_0_stands_up(ruleset: Ruleset, held: str) -> None:
    box = lying(ruleset, held)
    box.reject("cannot_move", "act", "Thorin", act="Stand Up")
    assert "prone" in conditions(box)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_third_half_of_the_speed_is_noted(ruleset: Ruleset) -> None:
    box = lying(ruleset)
    box.accept("start_fight", names=["Thorin"])
    for _ in range(2):
        assert "movement" not in box.did("act", "Thorin", act="Stand Up")["text"]
        box.accept("apply", "Thorin", condition="prone")
    assert "already used its movement" in box.did("act", "Thorin", act="Stand Up")["text"]
