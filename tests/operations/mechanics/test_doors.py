"""A bag's name in place of a direction means the bag."""

import pytest

from rpg_lite.decision.outcome import Rejected
from tests.operations.worlds import Sandbox, heroes


@pytest.fixture
def room() -> Sandbox:
    """A room with the heroes, a chest and a torch."""
    box = heroes()
    for template in ("Chest", "Torch"):
        box.accept("give", bagName="floor", template=template)
    box.accept("lock", bagName="Chest", keyName="Iron Key", dc=15)
    return box


@pytest.mark.parametrize("name", ["Chest", "the chest"])
def test_a_chest_is_meant_by_its_name(room: Sandbox, name: str):
    room.accept("unlock", direction=name, force=True)
    assert not room.thing("Chest").body.get("locked")


@pytest.mark.parametrize("name", ["Torch", "Cupboard", "Thorin"])
def test_what_is_no_bag_is_no_lock(room: Sandbox, name: str):
    outcome = room.decide("unlock", direction=name, force=True)
    assert isinstance(outcome, Rejected)
    assert room.thing("Chest").body["locked"] is True
