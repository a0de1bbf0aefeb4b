"""An invocation asks for a level in its class (SRD, Eldritch Invocations): refused with the need, allowed by force."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import bearers
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("level", "word", "needs"),
    [(4, "Thirsting Blade", None), (3, "Thirsting Blade", 5), (6, "Witch Sight", 15), (3, "Devil's Sight", None)],
)
def test_an_invocation_asks_for_its_level(ruleset: Ruleset, level: int, word: str, needs: int | None) -> None:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Nyx", character={"classes": [f"warlock {level}"], "abilities": {"cha": 16}})
    call: dict[str, Any] = {"choices": {"eldritch invocations": [word]}}
    if needs:
        refused = box.refused("feat_prerequisite", "level_up", "Nyx", **call)
        assert f"warlock {needs}" in refused["text"]
        call |= {"force": True}
    box.accept("level_up", "Nyx", **call)
    sheet = bearers.true_sheet(box.thing("Nyx"), box.book)
    assert sheet.chosen and [w.casefold() for w in sheet.chosen.of("eldritch invocations")] == [word.casefold()]
