"""The notes that the giver of a thing gets."""

import pytest

from rpg_lite.decision.outcome import Accepted
from tests.operations.worlds import Sandbox, heroes

RARE = "Cloak of Protection"


def given(box: Sandbox, who: str, template: str = RARE) -> Accepted:
    return box.accept("give", who, template=template)


def told_of(outcome: Accepted) -> list[str]:
    return [note.details["bearer"] for note in outcome.notes if note.code == "carried_by_another"]


@pytest.mark.parametrize(("template", "told"), [(RARE, ["Elara"]), ("Torch", []), ("Longsword", [])])
def test_only_a_gift_of_magic_notes_that_somebody_else_has_it(template: str, told: list[str]):
    box = heroes()
    given(box, "Elara", template)
    assert told_of(given(box, "Thorin", template)) == told


def test_the_first_one_and_ones_own_second_are_nobody_elses():
    box = heroes()
    assert told_of(given(box, "Thorin")) == []
    assert told_of(given(box, "Thorin")) == []


def test_one_that_nobody_bears_is_not_told():
    box = heroes()
    box.accept("give", bagName="floor", template=RARE)
    assert told_of(given(box, "Thorin")) == []


def test_one_in_another_room_is_not_told():
    box = heroes()
    given(box, "Elara")
    assert box.send({"operation": "create", "name": "Cave", "direction": "north"}, "manage_room")["ok"]
    assert box.send({"operation": "join", "characterName": "Elara", "toName": "Cave"}, "manage_room")["ok"]
    assert told_of(given(box, "Thorin")) == []
