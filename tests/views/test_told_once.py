"""The sheet of a character tells each feature, act and spell, and none of them twice."""

import re
from typing import Any

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.rules import names
from rpg_lite.views.campaign_overview import MOST_ACTS
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.views.heroes import CLERIC, WIZARD

Json = dict[str, Any]


def told(ruleset: Ruleset, character: Json) -> tuple[str, Json]:
    """The text of a sheet, and the same sheet in full as data."""
    table = Sandbox(first_world(ruleset))
    table.did("create", name="Ilse", character={"party": True, **character})
    asked = {"operation": "character", "characterName": "Ilse"}
    return table.did("character", "Ilse")["text"], table.send(asked, "read_campaign", "full")["results"][0]


def line(text: str, of: str) -> list[str]:
    """The names on one line of a sheet."""
    found = re.search(rf"^{of}: (.*)\.$", text, re.MULTILINE)
    return found.group(1).split(", ") if found else []


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("of", rulebook("5.1").classes)
def test_each_feature_is_told_as_itself_or_as_what_it_gives(ruleset: Ruleset, of: str) -> None:
    text, full = told(ruleset, {"classes": [f"{of} 5"], "race": "hill dwarf"})
    shown = (*full["acts"][:MOST_ACTS], *full["riders"][:MOST_ACTS])
    given = {names.fold(name) for name in (*(one["name"] for one in shown), *full["resources"])}
    told_apart = {names.fold(name) for name in line(text, "Features")}
    assert told_apart == {names.fold(f["name"]) for f in full["features"]} - given
    assert all(name in names.fold(text) for name in given if not name.startswith("hit die"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_feature_whose_act_is_cut_from_the_sheet_is_told(ruleset: Ruleset) -> None:
    acts = [{"name": f"Trick {letter}", "steps": [{"heal": "1"}]} for letter in "ABCDEFGHIJKL"]
    text, _ = told(ruleset, {"classes": ["fighter 1"], "features": [{"name": act["name"], "acts": [act]} for act in acts]})
    assert [name for name in line(text, "Features") if name.startswith("Trick")] == ["Trick K", "Trick L"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("character", [CLERIC, WIZARD])
def test_each_spell_is_told_once(ruleset: Ruleset, character: Json) -> None:
    text, _ = told(ruleset, character)
    prepared, always = line(text, "Prepared"), line(text, "Always prepared")
    assert {*prepared, *always} >= {*character["spells"]["prepared"]}
    assert not {*prepared} & {*always}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spell_under_another_spelling_is_told_once(ruleset: Ruleset) -> None:
    text, _ = told(ruleset, {**CLERIC, "spells": {"prepared": ["bless", "cure wounds", "Sanctuary"]}})
    assert line(text, "Prepared") == ["Sanctuary"]
    assert {"Bless", "Cure Wounds"} <= {*line(text, "Always prepared")}
