"""Protective Magic: Counterspell against any spell in sight, Shield against a hit, three a day together (SRD 5.2, Mage)."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.game import Game
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

WIZARD = {"classes": ["wizard 9"], "abilities": {"int": 18}, "hpMax": 60, "spells": {"prepared": ["Fly", "Fireball", "Magic Missile"]}}
MAGIC: dict[str, Any] = {"act": "Protective Magic", "answer": True}


def _room() -> Game:
    """Elara and Thorin of the party against a Mage and a Goblin."""
    game = begun(ruleset="5.2")
    made = Table(game)
    made.did("create", name="Elara", character={**WIZARD, "party": True})
    made.did("create", name="Thorin", character={"classes": ["fighter 5"], "abilities": {"str": 16}, "hpMax": 50, "party": True})
    made.did("create", template="Mage")
    made.did("create", name="Goblin", character={"hpMax": 40})
    return game


@pytest.fixture
def box() -> Iterator[Table]:
    with copy_of(_room) as game:
        yield Table(game)


def offered(answer: Answer) -> bool:
    return "Mage (Protective Magic)" in answer["text"]


def test_a_spell_that_does_not_target_the_mage_is_countered(box: Table) -> None:
    told = box.did("cast", "Elara", spell="Fly", targets=["Thorin"])
    assert offered(told)
    box.roll_with(falling(1))
    answer = box.did("act", "Mage", **MAGIC, choice="Counterspell")
    assert "Fly" not in str(box.thing("Thorin").body.get("effects"))
    assert box.thing("Mage").creature.spent, answer["text"]


def test_a_passed_save_leaves_the_spell(box: Table) -> None:
    box.did("cast", "Elara", spell="Fly", targets=["Thorin"])
    box.roll_with(falling(20))
    box.did("act", "Mage", **MAGIC, choice="Counterspell")
    assert "Fly" in str(box.thing("Thorin").body.get("effects"))


def test_shield_answers_a_hit_on_the_mage_alone(box: Table) -> None:
    box.roll_with(falling(12))
    assert not offered(box.did("attack", "Thorin", targetName="Goblin"))
    hit = box.did("attack", "Thorin", targetName="Mage")
    assert offered(hit) and box.hp("Mage") < 81
    box.did("act", "Mage", **MAGIC, choice="Shield")
    assert box.hp("Mage") == 81 and box.number("Mage", "ac") == 20
    box.refused("answer_unfit", "act", "Mage", act="Protective Magic", choice="Counterspell", answer=True, rev=box.rev)


def test_the_only_form_that_the_occasion_allows_counts_unasked(box: Table) -> None:
    box.did("cast", "Elara", spell="Fly", targets=["Thorin"])
    answer = box.did("act", "Mage", **MAGIC)
    assert "Protective Magic: Counterspell, which alone fits here" in answer["text"]
    box.roll_with(falling(12))
    box.did("attack", "Thorin", targetName="Mage")
    assert "Protective Magic: Shield, which alone fits here" in box.did("act", "Mage", **MAGIC)["text"] and box.number("Mage", "ac") == 20


def test_both_together_come_three_times_a_day_and_a_missing_choice_is_asked_for(box: Table) -> None:
    box.did("cast", "Elara", spell="Magic Missile", targets=["Mage"])
    before = box.now
    refused = box.refused("choice_required", "act", "Mage", **MAGIC)
    assert "Counterspell" in refused["text"] and "Shield" in refused["text"] and box.now == before
    for choice in ("Counterspell", "Shield", "Counterspell"):
        if choice == "Counterspell":
            box.did("cast", "Elara", spell="Magic Missile", targets=["Goblin"])
            box.roll_with(falling(20))
        else:
            box.roll_with(falling(12))
            box.did("attack", "Thorin", targetName="Mage")
        box.did("act", "Mage", **MAGIC, choice=choice)
    box.roll_with(falling(10))
    assert not offered(box.did("cast", "Elara", spell="Fireball", targets=["Goblin"]))


def test_the_mage_must_see_the_caster_and_a_friend_is_not_countered(box: Table) -> None:
    assert not offered(box.did("cast", "Mage", spell="Fly", targets=["Goblin"]))
    box.did("apply", "Elara", condition="invisible")
    assert not offered(box.did("cast", "Elara", spell="Fly", targets=["Thorin"]))
    box.refused("answer_unseen", "act", "Mage", **MAGIC, choice="Counterspell")
