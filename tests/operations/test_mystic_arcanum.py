"""The spells of Mystic Arcanum: open choices at 11, 13, 15 and 17, on top of the other spells (SRD, Warlock)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

TOLD = {11: ["Eyebite"], 13: ["Eyebite", "Plane Shift"], 17: ["Eyebite", "Plane Shift", "Demiplane", "Foresight"]}


def warlock(ruleset: Ruleset, level: int) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Nyx", character={"classes": [f"warlock {level}"], "abilities": {"cha": 18}})
    return box


def opened(box: Sandbox) -> dict[tuple[str, int], int]:
    sheet = thing_stats.sheet(box.thing("Nyx"), box.book)
    return {(c.choice, c.level): c.count for c in sheet.open_choices if c.choice in ("mystic arcanum", "spells")}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("level", [5, 11, 13, 17])
def test_each_arcanum_is_an_open_choice_of_its_own(ruleset: Ruleset, level: int) -> None:
    box = warlock(ruleset, level)
    others = {key: n for key, n in opened(box).items() if key[0] == "spells"}
    at = [n for n in (11, 13, 15, 17) if n <= level]
    assert opened(box) == {**others, **{("mystic arcanum", n): 1 for n in at}}
    told = TOLD.get(level, [])
    for key in ("mystic arcanum", "spells"):
        again = warlock(ruleset, level)
        if told:
            again.accept("update", "Nyx", character={"choices": {key: told}})
        assert opened(again) == others


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("key", "spell"), [("mystic arcanum", "Hex"), ("mystic arcanum", "Plane Shift"), ("spells", "Plane Shift")])
def test_an_arcanum_has_one_level(ruleset: Ruleset, key: str, spell: str) -> None:
    warlock(ruleset, 11).reject("choice_unfit", "update", "Nyx", character={"choices": {key: [spell]}})


def test_arcana_are_prepared_on_top() -> None:
    box = warlock("5.2", 11)
    free = [s.name for s in box.book.spells.values() if "warlock" in s.classes and s.level == 1][:5]
    free += [s.name for s in box.book.spells.values() if "warlock" in s.classes and s.level in (2, 3)][:7]
    box.accept("prepare", "Nyx", spells=[*free[:11], "Eyebite"])
    refused = box.reject("prepared_too_many", "prepare", "Nyx", spells=[*free[:12], "Eyebite"])
    assert refused.details["most"] == 12
