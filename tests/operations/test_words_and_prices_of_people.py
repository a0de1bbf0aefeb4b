"""Names and prices as people use them: masteries that play by themselves, entries of the book, copper and silver."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row


@laid_alike
def armed(*weapons: str, of: str = "fighter 5") -> Table:
    table = Table(begun("5.2"))
    table.did("create", name="Kim", character={"classes": [of], "abilities": {"str": 16, "dex": 16}})
    table.did("create", name="Foe", character={"hpMax": 200, "party": False})
    for weapon, slot in zip(weapons, ("mainhand", "offhand"), strict=False):
        table.did("give", "Kim", template=weapon)
        table.did("equip", "Kim", itemName=weapon, slot=slot)
    return table


@each_row(
    ("weapons", "word"), [(("Greatsword",), "Graze"), (("Glaive",), "graze"), (("Dagger", "Scimitar"), "Nick"), (("Sickle",), "nick")]
)
def test_a_mastery_that_plays_by_itself_may_be_named(weapons: tuple[str, ...], word: str) -> None:
    table = armed(*weapons)
    table.roll_with(falling(1, face=3))
    answer = table.did("attack", "Kim", targetName="Foe", **{"with": [word]})
    assert (table.hp("Foe") == 197) == (word.casefold() == "graze"), answer["text"]


@each_row(("weapon", "word"), [("Dagger", "Graze"), ("Greatsword", "Nick")])
def test_the_mastery_of_another_weapon_is_refused_with_its_kind(weapon: str, word: str) -> None:
    table = armed(weapon)
    refused = table.refused("rider_of_other_attacks", "attack", "Kim", targetName="Foe", **{"with": [word]})
    assert f"mastery is {word.casefold()}" in refused["text"]
    assert "with" not in refused["error"]["try"] or refused["error"]["try"]["with"] == []


def test_nobody_without_masteries_names_one() -> None:
    armed("Greatsword", of="wizard 5").refused("rider_unknown", "attack", "Kim", targetName="Foe", **{"with": ["Graze"]})


@each_row(
    ("ruleset", "name"), [(r, n) for r in RULESETS for n in ("Lucky", "Fireball", "Rage", "Goblin Warrior" if r == "5.2" else "Goblin")]
)
def test_an_entry_of_the_book_is_looked_up_and_no_thing_of_a_similar_name(ruleset: Ruleset, name: str) -> None:
    table = Table(begun(ruleset))
    refused = table.refused("thing_unknown", "examine", name=name)
    assert refused["error"]["try"] == {"operation": "lookup", "query": name} and not refused["error"].get("near")
    assert table.send(refused["error"]["try"], "read_campaign")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_misspelt_thing_is_still_proposed(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    assert "Luck Blade" in table.refused("thing_unknown", "examine", name="Luckk Blade")["text"]


@each_row(
    ("ruleset", "item", "price"),
    [
        (r, *row)
        for r in RULESETS
        for row in (
            ("Torch", "1 cp"),
            ("Candle", "1 cp"),
            ("Club", "1 sp"),
            ("Dart", "5 cp"),
            ("Rations", "5 sp"),
            ("Dagger", "2 gp"),
            ("Plate Armor", "1500 gp"),
        )
    ],
)
def test_a_card_tells_a_price_in_the_coins_that_are_paid(ruleset: Ruleset, item: str, price: str) -> None:
    first: Any = Table(begun(ruleset)).did("lookup", query=item)["text"].splitlines()[0]
    assert first.endswith(f", {price}."), first


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_card_tells_a_part_of_a_gold_piece_below_one(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    cheap = [
        t.item.name for t in table.game.book.templates.values() if t.item.value and t.item.value < 1 and (t.item.value * 100).is_integer()
    ]
    assert len(cheap) > 20
    told = [table.did("item", query=name)["text"] for name in cheap]
    assert [text for text in told if " 0." in text.splitlines()[0] and "gp" in text.splitlines()[0]] == []
