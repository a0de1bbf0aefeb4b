"""Features for the end of a short rest: Arcane Recovery, Natural Recovery of the druid, and Memorize Spell (SRD, Wizard; 5.2, Wizard)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import hero, who
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
LAND = {"subclass": "Circle of the Land"}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("classes", "act", "more"), [("wizard 6", "Arcane Recovery", {}), ("druid 6", "Natural Recovery", {"choices": LAND})]
)
def test_recovery_waits_for_the_end_of_a_short_rest(ruleset: Ruleset, classes: str, act: str, more: dict[str, Any]) -> None:
    box = hero(ruleset, classes, spent={"slot_1": 2}, **more)
    refused = box.refused("short_rest_needed", "act", "Hero", act=act)
    assert "at the end of a short rest" in refused["text"] and refused["error"]["try"]["force"] is True
    box.did("rest", "Hero", kind="short")
    box.did("advance", duration="11 minutes")
    box.refused("short_rest_needed", "act", "Hero", act=act)
    box.did("rest", "Hero", kind="short")
    box.did("act", "Hero", act=act)
    assert bearers_slot(box) == 0


def bearers_slot(box: Sandbox) -> int:
    spent = who(box, "Hero").creature.spent
    return int(spent.get("slot_1", 0))


def test_a_forced_recovery_needs_no_rest() -> None:
    box = hero("5.1", "wizard 6", spent={"slot_1": 2})
    box.did("act", "Hero", act="Arcane Recovery", force=True)
    assert bearers_slot(box) == 0


def memorizer() -> Sandbox:
    spells = {"known": ["Shield", "Sleep", "Fly"], "prepared": ["Shield", "Sleep"]}
    box = hero("5.2", "wizard 5", spells=spells)
    box.did("rest", "Hero", kind="short")
    return box


def test_a_wizard_exchanges_one_prepared_spell() -> None:
    box = memorizer()
    told = box.did("act", "Hero", act="Memorize Spell", choice={"forget": "sleep", "prepare": "Fly"})["text"]
    assert "Fly is prepared in place of Sleep" in told
    assert who(box, "Hero").creature.sheet.document["spells"]["prepared"] == ["Shield", "Fly"]


@each_row(
    ("choice", "code"),
    [
        ({}, "choice_required"),
        ({"forget": "Web", "prepare": "Fly"}, "choice_required"),
        ({"forget": "Shield", "prepare": "Fireball"}, "spell_not_on_list"),
        ({"forget": "Shield", "prepare": "Fli"}, "spell_unknown"),
    ],
)
def test_only_a_spell_of_the_book_takes_the_place_of_a_prepared_one(choice: dict[str, str], code: str) -> None:
    memorizer().refused(code, "act", "Hero", act="Memorize Spell", choice=choice)


def test_memorizing_waits_for_the_end_of_a_short_rest() -> None:
    box = hero("5.2", "wizard 5", spells={"known": ["Shield", "Fly"], "prepared": ["Shield"]})
    box.refused("short_rest_needed", "act", "Hero", act="Memorize Spell", choice={"forget": "Shield", "prepare": "Fly"})
