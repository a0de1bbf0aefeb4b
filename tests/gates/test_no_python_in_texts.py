"""No text for users shows a value in Python notation."""

import re

import pytest

import rpg_lite
from rpg_lite.content import rulebook_loading
from rpg_lite.views.campaign_overview import card
from rpg_lite.views.item_card import item_lines
from rpg_lite.views.modifier_text import change_text
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.table import Table

CONSTRUCTED = re.compile(r"\w\(\w+=|[=:(] ?(None|True|False)\b|mappingproxy|frozenset")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_card_shows_a_constructor(ruleset: Ruleset):
    book = rulebook_loading.rulebook(ruleset)
    cards = {id: card(id, t.item, book) for id, t in book.templates.items()}
    assert len(cards) > 400
    assert {id: text for id, text in cards.items() if CONSTRUCTED.search(text)} == {}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_change_of_an_effect_or_a_feature_shows_a_constructor(ruleset: Ruleset):
    book = rulebook_loading.rulebook(ruleset)
    rules = [*book.effects.values(), *book.features.values()]
    told = {f"{r.name}: {change_text(m)}" for r in rules for m in r.modifiers}
    assert len(told) > 100 and {text for text in told if CONSTRUCTED.search(text)} == set()


def test_a_formula_is_told_in_words():
    book = rulebook_loading.rulebook("5.1")
    lines = {line for t in book.templates.values() for line in item_lines(t.item)}
    assert any("for each level" in line for line in lines) and any("equal to" in line for line in lines)


def test_no_effect_on_a_creature_shows_a_constructor():
    with rpg_lite.open_campaign(":memory:") as game:
        table = Table(game)
        table.did("create", name="Ann", character={"classes": ["wizard 5"], "party": True})
        for effect in game.book.effects.values():
            table.did("apply", "Ann", effect=effect.name)
            for operation in ("view", "character"):
                told = table.send(
                    {"operation": operation, "characterName": "Ann", "detail": "full"},
                    "manage_inventory" if operation == "view" else "read_campaign",
                )
                assert not CONSTRUCTED.search(told["text"]), (effect.name, told["text"])
