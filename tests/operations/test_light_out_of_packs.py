"""Whoever lights a torch that lies in a pack takes it out, because nothing shines inside."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.light_sources import is_lit
from rpg_lite.world.world_model import Thing
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


def packed(ruleset: Ruleset = "5.1") -> Sandbox:
    """Bo with ten torches in a pack, in a dark room."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Bo", character={"classes": ["fighter 1"], "party": True})
    box.accept("give", "Bo", template="Explorer's Pack")
    assert box.send({"operation": "update", "bagName": "floor", "light": "dark"}, "manage_room")["ok"]
    return box


def lit(box: Sandbox) -> Thing:
    (torch,) = [t for t in box.world.things.values() if t.name == "Torch" and is_lit(box.world, t)]
    return torch


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("fields", [{"who": "Bo"}, {"bagName": "Explorer's Pack", "targetName": "Bo"}])
def test_a_torch_is_taken_out_into_a_free_hand_and_shines(ruleset: Ruleset, fields: dict[str, str]) -> None:
    box = packed(ruleset)
    assert "Dark" in box.did("look", "Bo")["text"]
    told = box.did("use", **fields, itemName="Torch")["text"]
    row = box.world.row_of(lit(box).id)
    assert "Bo takes Torch out" in told and lit(box).parent_id == box.thing("Bo").id
    assert row and row.slot in ("mainhand", "offhand") and "Dark" not in box.did("look", "Bo")["text"]


def test_with_both_hands_full_it_shines_from_the_belt() -> None:
    box = packed()
    for item in ("Longsword", "Shield"):
        box.accept("give", "Bo", template=item, equip=True)
    box.accept("use", "Bo", itemName="Torch")
    assert box.world.row_of(lit(box).id) is None and "Dark" not in box.did("look", "Bo")["text"]
    assert {"Longsword", "Shield"} <= {box.world.things[id].name for id in box.world.worn_by[box.thing("Bo").id]}


def test_of_two_torches_that_differ_the_one_in_no_pack_is_meant() -> None:
    box = packed()
    box.accept("give", "Bo", template="Torch")
    (own,) = [t for t in box.world.bag_of(box.thing("Bo").id) if t.name == "Torch"]
    box.accept("use", "Bo", itemName="Torch")
    assert lit(box).id == own.id
