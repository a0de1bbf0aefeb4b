"""Hypothesis against an item of one's own: whatever else a hero wears, is or suffers, the cloak gives what it says and no more."""

from pathlib import Path

from hypothesis import given, settings

import rpg_lite
from rpg_lite.strategies import documents

BOOK = rpg_lite.rulebook("5.1", Path(__file__).parent / "lantern_street" / "items")
CLOAK = {"item": "Wicklight Cloak", "attuned": True}


@settings(deadline=None)
@given(documents())
def test_the_cloak_adds_one_to_dexterity_saves_and_changes_no_armor(document):
    bare = rpg_lite.effective(document, BOOK)
    worn = rpg_lite.effective({**document, "equipped": [*document.get("equipped", []), CLOAK]}, BOOK)
    assert worn.ac.value == bare.ac.value
    assert worn.saves.values["dex"].value - bare.saves.values["dex"].value in (0, 1)  # 0 with three attuned items or a second cloak


def test_the_cloak_alone():
    worn = rpg_lite.effective({"character": {"abilities": {"dex": 14}}, "equipped": [CLOAK]}, BOOK)
    assert worn.saves.values["dex"].value == 3
    assert worn.skills.modes["stealth"] == "advantage"
