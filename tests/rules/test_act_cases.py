"""Worked cases of classes: slots, and what a rest gives back."""

from typing import Any

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.class_resources import class_resources, values_of
from rpg_lite.rules.spell_slots import spell_slots
from rpg_lite.vocabulary import ABILITIES
from tests.rows import each_row
from tests.rules.act_cases import of_area


@of_area("slots")
def test_slots(case: dict[str, Any], ruleset: Any) -> None:
    found = spell_slots(case["given"]["classes"], rulebook_loading.rulebook(ruleset))
    pact = {"slots": found.pact.slots, "level": found.pact.level} if found.pact else None
    wanted = case["expect"]
    assert (list(found.slots), pact, list(found.arcanum)) == (wanted["slots"], wanted.get("pact"), wanted.get("arcanum", []))


@of_area("rests", "rage", "ki", "bardic inspiration", "wild shape")
def test_what_a_class_has_and_what_a_rest_gives_back(case: dict[str, Any], ruleset: Any) -> None:
    given = case["given"]
    modifiers = {a: (given.get(a, 10) - 10) // 2 for a in ABILITIES}
    values = values_of({given["class"]: given["level"]}, given["level"], 2 + (given["level"] - 1) // 4, modifiers)
    found = class_resources({given["class"]: given["level"]}, (), values, rulebook_loading.rulebook(ruleset))
    for name, wanted in case["expect"].items():
        if isinstance(wanted, list):
            after = found[name].after(given["spent"][name])
            assert [after.left + after.back(given["rest"]), after.max] == wanted  # type: ignore[operator]
        else:
            assert (found[name].max if name in found else 0) == (None if wanted == "unlimited" else wanted)


@each_row(
    ("levels", "ruleset", "slots"),
    [
        ({"paladin": 1, "cleric": 1}, "5.1", [2]),
        ({"paladin": 3, "ranger": 3}, "5.1", [3]),
        ({"paladin": 3, "ranger": 3}, "5.2", [4, 3]),
        ({"paladin": 2, "sorcerer": 1}, "5.1", [3]),
        ({"paladin": 1}, "5.1", []),
        ({"fighter": 20}, "5.1", []),
        ({"wizard": 20}, "5.2", [4, 3, 3, 3, 3, 2, 2, 1, 1]),
    ],
)
def test_several_casters_add_their_parts(levels: dict[str, int], ruleset: Any, slots: list[int]) -> None:
    assert list(spell_slots(levels, rulebook_loading.rulebook(ruleset)).slots) == slots


def test_spent_slots_are_left_out() -> None:
    slots = spell_slots({"wizard": 5, "warlock": 3}, rulebook_loading.rulebook("5.1")).after({"slot_3": 1, "slot_1": 9, "pact": 1})
    assert (slots.left, slots.pact and slots.pact.left, slots.highest) == ((0, 3, 1), 1, 3)
