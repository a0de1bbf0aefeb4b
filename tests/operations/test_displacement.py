"""The Cloak of Displacement: damage silences it until its wearer's next turn, and so does whatever keeps the wearer from moving."""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def cloaked(ruleset: Ruleset, worn: bool = True) -> Sandbox:
    box = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset)).let(20, 10)
    box.did("create", name="Foe", character={"hpMax": 50})
    document = {"character": {"name": "Mira", "hpMax": 90, "classes": ["rogue 3"]}}
    place = {"equipped": [{"item": "Cloak of Displacement", "slot": "cloak", "attuned": True}]}
    box.did("import", document={**document, **(place if worn else {"carried": ["Cloak of Displacement"]})})
    return box


def mode(box: Sandbox) -> str:
    return thing_stats.stats_of(box.world, box.thing("Mira"), box.book).attacks_against_you


@pytest.mark.parametrize("ruleset", RULESETS)
def test_damage_silences_it_until_the_next_turn_of_the_wearer(ruleset: Ruleset) -> None:
    box = cloaked(ruleset)
    box.did("start_fight", names=["Mira", "Foe"])
    box.did("next_turn")
    assert mode(box) == "disadvantage"
    box.did("damage", "Mira", amount=3, damageType="fire")
    assert mode(box) == "normal"
    box.did("next_turn")
    assert mode(box) == "disadvantage"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_damage_outside_a_fight_silences_it_for_a_round(ruleset: Ruleset) -> None:
    box = cloaked(ruleset)
    box.did("damage", "Mira", amount=3, damageType="fire")
    assert mode(box) == "normal"
    box.did("advance", duration="1 minute")
    assert mode(box) == "disadvantage"


@each_row(
    ("ruleset", "condition", "silent"),
    [
        *((r, condition, condition != "poisoned") for r in RULESETS for condition in ("restrained", "grappled", "paralyzed", "poisoned")),
        ("5.1", "incapacitated", True), ("5.2", "incapacitated", False), ("5.1", "stunned", True), ("5.2", "stunned", False),
    ],
)  # fmt: skip
def test_who_cannot_move_has_no_image(ruleset: Ruleset, condition: str, silent: bool) -> None:
    """SRD 5.1: incapacitated, restrained or unable to move; SRD 5.2: a speed of 0."""
    box = cloaked(ruleset)
    box.did("apply", "Mira", condition=condition)
    reasons = thing_stats.stats_of(box.world, box.thing("Mira"), box.book).attacks_against_reasons
    assert ("Cloak of Displacement" not in {m.source.name for m in reasons}) == silent


def test_a_cloak_in_a_bag_marks_nobody() -> None:
    box = cloaked("5.1", worn=False)
    box.did("damage", "Mira", amount=3, damageType="fire")
    assert not box.thing("Mira").creature.lasting("effects") and mode(box) == "normal"


def test_no_damage_leaves_it_at_work() -> None:
    box = cloaked("5.1")
    box.did("heal", "Mira", amount=3)
    assert mode(box) == "disadvantage"
