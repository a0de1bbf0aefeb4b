"""What a game master stumbled over in an evening: keys for coins, marks and minutes in the words of the program, the category of an item."""

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.rules import book_search
from rpg_lite.rules.document_fault_words import COINED
from rpg_lite.views import book_cards
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def table(ruleset: Ruleset = "5.1") -> Sandbox:
    box = Sandbox(first_world(ruleset))
    scores = {"wis": 20, "int": 18}
    box.accept("create", name="Elara", character={"classes": ["wizard 5"], "abilities": scores, "party": True, "hpMax": 90, "hp": 90})
    return box


@each_row("word", sorted(COINED))
def test_a_key_for_coins_is_answered_with_what_coins_are(word: str) -> None:
    """At the top of a call, and in the character."""
    for sent in ({word: 20}, {"character": {word: 20}}):
        told = table().ask("update", "Elara", **sent)["text"]
        assert 'manage_inventory give, with "template": "gp"' in told and "did you mean" not in told


def test_a_mark_says_what_it_does() -> None:
    box = table()
    box.did("create", template="Adult Red Dragon", name="Vex")
    told = box.did("act", "Vex", act="Frightful Presence", targets=["Elara"], d20=[20])["text"]
    assert "passes: immune to Frightful Presence" in told and "withstood" not in told
    party = box.did("party")["text"]
    assert "immune to Frightful Presence (24 hours left)" in party


@each_row(
    ("minutes", "told"),
    [(9, "90 rounds"), (60, "60 minutes"), (119, "119 minutes"), (120, "2 hours"), (409, "6 hours 49 minutes"), (480, "8 hours")],
)
def test_a_long_time_is_told_in_hours(minutes: int, told: str) -> None:
    box = table()
    box.did("apply", "Elara", effect={"name": "Glow", "flags": ["glows"]}, duration=f"{minutes} minutes")
    assert f"Glow ({told} left)" in box.did("party")["text"]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_wand_is_a_wand(ruleset: Ruleset) -> None:
    """SRD, Magic Item Categories: rings, rods, staffs and wands have their own; the rest is wondrous."""
    book, counted = rulebook(ruleset), 0
    for entry in book_search.entries("item", book):
        pick = book.find(entry.name)
        item = book.item(pick) if pick else None
        if item is None or item.type != "wondrous" or item.rarity is None:
            continue
        head = book_cards.card_text(entry, (), book).splitlines()[0].partition("): ")[2]
        kind = next((word for word in ("ring", "rod", "staff", "wand") if word in entry.name.lower().split()), "wondrous")
        counted += kind != "wondrous"
        assert head.startswith(f"{kind},"), (entry.name, head)
    assert counted >= 40
