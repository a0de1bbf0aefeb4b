"""An invocation asks for a level in its class (SRD, Eldritch Invocations): refused with the need, allowed by force."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.option_prerequisites import ATTACK, CANTRIP, DAMAGE
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.table import notes
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("level", "word", "needs"),
    [(4, "Thirsting Blade", None), (3, "Thirsting Blade", 5), (6, "Witch Sight", 15), (3, "Devil's Sight", None)],
)
def test_an_invocation_asks_for_its_level(ruleset: Ruleset, level: int, word: str, needs: int | None) -> None:
    box = Sandbox(first_world(ruleset))
    pact = (
        {"choices": {"pact boon": "pact of the blade"}}
        if ruleset == "5.1"
        else {"choices": {"eldritch invocations": ["pact of the blade"]}}
    )
    box.accept("create", name="Nyx", character={"classes": [f"warlock {level}"], "abilities": {"cha": 16}, **(pact if level > 2 else {})})
    call: dict[str, Any] = {"choices": {"eldritch invocations": [word]}}
    if needs:
        refused = box.refused("feat_prerequisite", "level_up", "Nyx", **call)
        assert f"warlock {needs}" in refused["text"]
        call |= {"force": True}
    box.accept("level_up", "Nyx", **call)
    sheet = thing_stats.true_sheet(box.thing("Nyx"), box.book)
    assert sheet.chosen and word.casefold() in [w.casefold() for w in sheet.chosen.of("eldritch invocations")]


ROWS: list[tuple[Ruleset, int, list[str], dict[str, Any], str, str]] = [
    ("5.1", 5, ["Thirsting Blade"], {}, "Thirsting Blade", "Pact of the Blade"),
    ("5.1", 5, ["Thirsting Blade"], {"choices": {"pact boon": "pact of the blade"}}, "", ""),
    ("5.1", 3, ["Voice of the Chain Master"], {"choices": {"pact boon": "pact of the tome"}}, "Voice of the Chain Master", "Pact of the Chain"),
    ("5.1", 12, ["Lifedrinker"], {}, "Lifedrinker", "Pact of the Blade"),
    ("5.1", 8, ["Otherworldly Leap"], {}, "Otherworldly Leap", "warlock 9"),
    ("5.1", 2, ["Agonizing Blast"], {"spells": {"cantrips": ["Chill Touch"]}}, "Agonizing Blast", "the cantrip Eldritch Blast"),
    ("5.1", 2, ["Agonizing Blast"], {"spells": {"cantrips": ["Eldritch Blast"]}}, "", ""),
    ("5.2", 12, ["Pact of the Blade", "Devouring Blade"], {}, "Devouring Blade", "Thirsting Blade"),
    ("5.2", 12, ["Pact of the Blade", "Thirsting Blade", "Devouring Blade"], {}, "", ""),
    ("5.2", 9, ["Gift of the Protectors"], {}, "Gift of the Protectors", "Pact of the Tome"),
    ("5.2", 2, ["Agonizing Blast"], {"spells": {"cantrips": ["Minor Illusion"]}}, "Agonizing Blast", "a warlock cantrip that deals damage"),
    ("5.2", 2, ["Agonizing Blast"], {"spells": {"cantrips": ["Poison Spray"]}}, "", ""),
    ("5.2", 2, ["Repelling Blast"], {"spells": {"cantrips": ["Mind Sliver"]}}, "", ""),
    ("5.2", 2, ["Repelling Blast"], {"spells": {"cantrips": ["Minor Illusion"]}}, "Repelling Blast", "with an attack roll"),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "level", "words", "more", "option", "needs"), ROWS)
@pytest.mark.parametrize("by_update", [False, True])
def test_an_invocation_asks_for_what_its_text_names(
    ruleset: Ruleset, level: int, words: list[str], more: dict[str, Any], option: str, needs: str, by_update: bool
) -> None:
    box = Sandbox(first_world(ruleset))
    plain: dict[str, Any] = {"classes": [f"warlock {level}"], "abilities": {"cha": 16}, **more}
    chosen = {"choices": {**more.get("choices", {}), "eldritch invocations": words}}
    if by_update:
        box.accept("create", name="Nyx", character=plain)
    operation, who = ("update", "Nyx") if by_update else ("create", None)
    call: dict[str, Any] = {"character": chosen} if by_update else {"name": "Nyx", "character": plain | chosen}
    if option:
        refused = box.refused("feat_prerequisite", operation, who, **call)
        assert f"cannot take {option}: that needs" in refused["text"] and needs in refused["text"]
        assert refused["error"]["try"]["force"] is True
        told = box.send(refused["error"]["try"], "manage_character")
        assert told["ok"] and (by_update or f"{option} needs" in notes(told))
        return
    box.accept(operation, who, **call)


def test_a_choice_that_takes_the_pact_away_is_refused() -> None:
    box = Sandbox(first_world("5.1"))
    chosen = {"pact boon": "pact of the blade", "eldritch invocations": ["thirsting blade"]}
    box.accept("create", name="Nyx", character={"classes": ["warlock 5"], "choices": chosen})
    box.refused("feat_prerequisite", "update", "Nyx", character={"choices": {"pact boon": "pact of the tome"}})
    box.accept("update", "Nyx", character={"choices": {"eldritch invocations": ["devil's sight"]}})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_prerequisite_is_a_feature_or_a_cantrip_of_the_book(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    for rule in book.features.values():
        for word in rule.prerequisites:
            cantrip = word.removeprefix(CANTRIP)
            known = cantrip in (DAMAGE, ATTACK) or book.spell(cantrip) if cantrip != word else book.feature(word)
            assert known, (rule.name, word)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_option_that_a_subclass_fills_later_is_no_prerequisite(ruleset: Ruleset) -> None:
    of, choices = {
        "5.1": ("sorcerer 1", {"subclass": "Draconic Bloodline", "dragon ancestor": "red"}),
        "5.2": ("druid 3", {"subclass": "Circle of the Land", "land": "arid"}),
    }[ruleset]
    Sandbox(first_world(ruleset)).accept("create", name="Nyx", character={"classes": [of], "choices": choices})
