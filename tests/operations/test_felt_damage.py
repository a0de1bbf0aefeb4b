"""Reductions: dice lessen damage before it is felt, so that hit points, falls, deaths and concentration see only what is left (SRD 5.2)."""

import pytest
from pydantic import ValidationError

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.items import Item
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure

WARM = [{"item": "Ring of Warmth", "slot": "ring1", "attuned": True}]


def warmed(**character: object) -> Sandbox:
    box = Sandbox(first_world("5.2"), rulebook_loading.rulebook("5.2"))
    document = {"name": "Mira", "classes": ["cleric 5"], "abilities": {"wis": 16}, "hpMax": 45, **character}
    box.did("import", document={"character": document, "equipped": WARM})
    return box


def felt(box: Sandbox, amount: int, type: str = "cold") -> str:
    return box.did("damage", "Mira", amount=amount, damageType=type)["text"]


def hp(box: Sandbox) -> int | None:
    return thing_stats.stats_of(box.world, box.thing("Mira"), box.book).hp


@each_row(
    ("type", "amount", "left", "told"),
    [
        ("cold", 20, 35, "takes 10 of 20 cold damage (Ring of Warmth: 10 less)"),
        ("cold", 8, 45, "takes 0 of 8 cold damage"),
        ("fire", 20, 25, "takes 20 fire damage"),
    ],
)
def test_a_ring_lessens_damage_of_its_type(type: str, amount: int, left: int, told: str) -> None:
    box = warmed().let(face=5)
    assert told in felt(box, amount, type)
    assert hp(box) == left


def test_reduced_damage_never_brings_its_bearer_down() -> None:
    box = warmed(hp=40).let(face=5)
    assert "unconscious" not in felt(box, 45)
    assert hp(box) == 5


def test_reduced_damage_does_not_kill_by_its_whole() -> None:
    box = warmed(hp=32).let(face=5)
    told = felt(box, 80)
    assert "falls unconscious" in told and not thing_stats.is_dead(box.thing("Mira"))


def test_concentration_is_tested_against_what_is_taken() -> None:
    box = warmed()
    box.did("cast", "Mira", spell="Bless", targets=["Mira"])
    assert "DC 10" in (told := felt(box.let(15, face=5), 24)), told


def test_resistance_halves_what_the_dice_have_left() -> None:
    box = warmed(features=[{"name": "Winter Born", "modifiers": [{"target": "resist", "op": "grant", "value": "cold"}]}]).let(face=5)
    felt(box, 21)
    assert hp(box) == 40  # half of 11 is 5


def test_the_cantrip_lessens_its_type_once_a_turn() -> None:
    box = warmed().let(10, 9)
    box.did("create", name="Odo", character={"classes": ["druid 5"], "hpMax": 30})
    box.did("cast", "Odo", spell="Resistance", targets=["Mira"], choice={"type": "fire"})
    box.did("start_fight", names=["Mira", "Odo"])
    assert "Resistance: 3 less" in felt(box.let(face=3), 10, "fire")
    assert "less" not in felt(box, 10, "fire")
    box.did("next_turn")
    assert "Resistance: 2 less" in felt(box.let(face=2), 10, "fire")
    assert hp(box) == 45 - 7 - 10 - 8


def test_a_reduction_needs_the_types_that_it_lessens() -> None:
    with pytest.raises(ValidationError, match="damage:cold"):
        Item.model_validate(
            {"name": "own ring", "type": "wondrous", "modifiers": [{"target": "reduction", "op": "add_dice", "value": "1d4"}]}
        )
