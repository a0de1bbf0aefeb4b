"""Answers to item queries: the card of the intended item, with its value."""

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.views.campaign_overview import items_text
from rpg_lite.vocabulary import Ruleset
from tests.rows import each_row


@each_row(
    ("ruleset", "query", "first"),
    [
        ("5.1", "Longsword +1", "Longsword +1 (srd:magic_weapon): weapon, uncommon, 3 lb."),
        ("5.1", "+1 shield", "Shield +1 (srd:magic_shield): armor, uncommon, 6 lb."),
        ("5.2", "Longsword +1", "Longsword +1 (srd:magic_weapon): weapon, uncommon, 3 lb, 415 gp."),
        ("5.2", "+1 shield", "Shield +1 (srd:magic_shield): armor, uncommon, 6 lb, 410 gp."),
        ("5.2", "Plate +1", "Plate Armor +1 (srd:magic_armor): armor, rare, 65 lb, 5500 gp."),
        ("5.2", "Arrows +1", "Arrow +1 (srd:magic_ammunition): ammunition, uncommon, 0.05 lb, 20 gp."),
        ("5.2", "Ring of Protection", "Ring of Protection (srd:ring_of_protection): ring, rare, needs attunement, 4000 gp."),
        ("5.2", "Spell Scroll (level 3)", "Spell Scroll (3rd level) (srd:spell_scroll): consumable, uncommon, 300 gp."),
        ("5.2", "Potion of Flying", "Potion of Flying (srd:potion_of_flying): consumable, very rare, 0.5 lb, 20000 gp."),
    ],
)
def test_a_card_says_what_it_is_worth(ruleset: Ruleset, query: str, first: str) -> None:
    assert items_text(query, rulebook(ruleset)).splitlines()[0] == first


@each_row(
    ("query", "lines"),
    [
        ("Magic Armor", ["Worth: +1 4000 gp, +2 40000 gp, +3 200000 gp.", "Add the price of its base."]),
        ("Armor of Resistance", ["Worth: 4000 gp.", "Add the price of its base."]),
        ("Flame Tongue", ["Add the price of its base."]),
        ("Magic Ammunition", ["Worth: +1 20 gp, +2 200 gp, +3 2000 gp."]),
    ],
)
def test_what_is_to_be_chosen_yet_is_said_with_its_worth(query: str, lines: list[str]) -> None:
    card = items_text(query, rulebook("5.2")).splitlines()
    given = next(n for n, line in enumerate(reversed(card)) if line.startswith("Give it with"))
    assert card[len(card) - given :] == lines


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("query", ["Plate +1", "Flame Tongue Longsword", "Ring of Fire Resistance"])
def test_what_is_chosen_is_not_asked_for_again(ruleset: Ruleset, query: str) -> None:
    assert "Give it with" not in items_text(query, rulebook(ruleset))


def test_a_misspelt_whole_name_brings_the_right_one() -> None:
    assert "Similar full names: Longsword +1." in items_text("+1 Longswrod", rulebook("5.1"))
