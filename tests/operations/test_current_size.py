"""Grapples, mounts and maws ask for the size that a creature has now (SRD, Enlarge/Reduce)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


def table(ruleset: Ruleset, size: str) -> Sandbox:
    """Elara the wizard, Thorin, and a foe of this size; every d20 shows 20 for a contest and 1 for a save."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Elara", character={"classes": ["wizard 9"], "party": True, "abilities": {"int": 18}})
    box.accept("create", name="Thorin", character={"classes": ["fighter 5"], "party": True, "hpMax": 90})
    box.accept("create", name="Foe", character={"size": size, "hpMax": 90, "party": False})
    return box


def cast(box: Sandbox, choice: str, target: str) -> None:
    box.let(1).accept("cast", "Elara", spell="Enlarge/Reduce", choice=choice, targets=[target], force=True)


def tries(box: Sandbox, who: str, fits: bool, **call: Any) -> None:
    if not fits:
        box.reject("target_unfit", "act", who, **call)
        return
    box.let(*((18, 2) if box.world.campaign.ruleset == "5.1" else (2,))).accept("act", who, **call)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("size", "choice", "target", "fits"),
    [
        ("large", "enlarge", "Foe", False),
        ("huge", "reduce", "Foe", True),
        ("huge", "enlarge", "Thorin", True),
        ("large", "reduce", "Thorin", False),
    ],
)
@pytest.mark.parametrize("act", ["Grapple", "Shove"])
def test_a_wrestler_holds_what_is_small_enough_now(
    ruleset: Ruleset, act: str, size: str, choice: str, target: str, fits: bool
) -> None:  # fmt: skip
    box = table(ruleset, size)
    tries(box, "Thorin", not fits, act=act, targets=["Foe"], **({"choice": "prone"} if act == "Shove" else {}))
    box = table(ruleset, size)
    cast(box, choice, target)
    tries(box, "Thorin", fits, act=act, targets=["Foe"], **({"choice": "prone"} if act == "Shove" else {}))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("size", "choice", "target", "fits"),
    [
        ("medium", "enlarge", "Foe", True),
        ("medium", "reduce", "Thorin", True),
        ("large", "reduce", "Foe", False),
        ("large", "enlarge", "Thorin", False),
    ],
)
def test_a_rider_mounts_what_is_large_enough_now(ruleset: Ruleset, size: str, choice: str, target: str, fits: bool) -> None:
    box = table(ruleset, size)
    tries(box, "Thorin", not fits, act="Mount", targets=["Foe"])
    box = table(ruleset, size)
    cast(box, choice, target)
    tries(box, "Thorin", fits, act="Mount", targets=["Foe"])


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("reduced", [True, False])
def test_a_frog_swallows_only_who_is_small_now(ruleset: Ruleset, reduced: bool) -> None:
    box = table(ruleset, "medium")
    box.accept("create", template="Giant Frog")
    if reduced:
        cast(box, "reduce", "Thorin")
    assert thing_stats.stats_of(box.world, box.thing("Thorin"), box.book).size == ("small" if reduced else "medium")
    box.accept("start_fight", names=["Giant Frog", "Thorin"], d20={"Giant Frog": 20, "Thorin": 1})
    box.let(20).accept("act", "Giant Frog", act="Bite", targets=["Thorin"])
    if not reduced:
        box.reject("target_unfit", "act", "Giant Frog", act="Swallow", targets=["Thorin"])
        return
    box.let(20).accept("act", "Giant Frog", act="Swallow", targets=["Thorin"])
    assert "blinded" in thing_stats.stats_of(box.world, box.thing("Thorin"), box.book).conditions_active
