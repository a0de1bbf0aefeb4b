"""An invocation asks for a level in its class or for another one (SRD, Eldritch Invocations): refused with the need, allowed by force."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import bearers
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("level", "word", "needs"),
    [(8, "Whispers of the Grave", None), (3, "Thirsting Blade", 5), (6, "Witch Sight", 15), (3, "Devil's Sight", None)],
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


@pytest.mark.parametrize(
    ("ruleset", "level", "word", "needs"),
    [
        ("5.1", 5, "Thirsting Blade", "Pact of the Blade"), ("5.1", 12, "Lifedrinker", "Pact of the Blade"),
        ("5.1", 15, "Chains of Carceri", "Pact of the Chain"), ("5.1", 3, "Voice of the Chain Master", "Pact of the Chain"),
        ("5.1", 3, "Book of Ancient Secrets", "Pact of the Tome"), ("5.2", 5, "Thirsting Blade", "Pact of the Blade"),
        ("5.2", 5, "Eldritch Smite", "Pact of the Blade"), ("5.2", 9, "Lifedrinker", "Pact of the Blade"),
        ("5.2", 12, "Devouring Blade", "Thirsting Blade"), ("5.2", 9, "Gift of the Protectors", "Pact of the Tome"),
        ("5.2", 5, "Investment of the Chain Master", "Pact of the Chain"),
    ],
)  # fmt: skip
def test_an_invocation_asks_for_another(ruleset: Ruleset, level: int, word: str, needs: str) -> None:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Nyx", character={"classes": [f"warlock {level - 1}"], "abilities": {"cha": 16}})
    refused = box.refused("feat_prerequisite", "level_up", "Nyx", choices={"eldritch invocations": [word]})
    assert f"needs {needs};" in refused["text"]
    has = {"pact boon": needs} if ruleset == "5.1" else {"eldritch invocations": [needs]}
    box.accept("update", "Nyx", character={"choices": has})
    box.accept("level_up", "Nyx", choices={"eldritch invocations": [word]})


def test_an_invocation_that_a_new_hero_may_not_have_yet_is_told() -> None:
    box = Sandbox(first_world("5.1"))
    told = box.did("create", name="Nyx", character={"classes": ["warlock 4"], "choices": {"eldritch invocations": ["Thirsting Blade"]}})[
        "text"
    ]
    assert "Thirsting Blade needs warlock 5; Pact of the Blade; it counts from then on." in told
    assert bearers.true_sheet(box.thing("Nyx"), box.book).attacks_per_action == 1
