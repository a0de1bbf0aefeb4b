"""An item that stores spells says the call that casts one, with the numbers of whoever stored it, and the call works (SRD, Ring of Spell Storing)."""

import json
import re
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import let
from tests.operations.table import Table

STORING = ("Ring of Spell Storing", "Ioun Stone of Reserve")
_CALL = re.compile(r'execute_action (\{.*?"targets": \[[^]]*\]\})')


def call_in(text: str) -> dict[str, Any]:
    """The call of a hint."""
    found = _CALL.search(text)
    assert found, text
    call: dict[str, Any] = json.loads(found[1])
    return call


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_item_of_the_data_that_stores_spells_is_missing_here(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    every = [item for name in book.template_names if (pick := book.find(name)) and (item := book.item(pick))]
    assert {item.name for item in every if item.stores} == {*STORING}
    said = re.compile(r"(Holds|Stores) up to \d levels of spells")
    assert {item.name for item in every if any(map(said.match, item.adjudicated))} == {*STORING}


@laid_alike
def seated(ruleset: Ruleset, item: str) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Fig", character={"classes": ["fighter 5"], "party": True})
    table.did("create", name="Foe", character={"hpMax": 100, "abilities": {"dex": 10}})
    table.did("give", "Fig", template=item, equip=True)
    table.did("attune", "Fig", itemName=item)
    return let(table, 14)


@pytest.mark.parametrize(("spell", "taken"), [("Cure Wounds", None), ("Magic Missile", 6), ("Scorching Ray", 6), ("Inflict Wounds", None)])
@pytest.mark.parametrize("item", STORING)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_hint_casts_the_stored_spell(ruleset: Ruleset, item: str, spell: str, taken: int | None) -> None:
    table = seated(ruleset, item)
    answer = table.did("use", "Fig", itemName=item, choice={"spell": spell})
    assert "Nothing here depends on" not in answer["text"]
    call = call_in(answer["text"])
    assert (call["characterName"], call["targets"], call["steps"][0]["do"]) == ("Fig", ["Foe"], spell)
    cast = table.send(call, "execute_action")
    assert cast["ok"] and f"Fig uses Stored {spell}" in cast["text"], cast["text"]
    assert taken is None or 100 - table.hp("Foe") == taken, cast["text"]


@pytest.mark.parametrize("item", STORING)
def test_without_a_spell_it_shows_an_example(item: str) -> None:
    table = seated("5.1", item)
    call = call_in(table.did("use", "Fig", itemName=item)["text"])
    assert table.send(call, "execute_action")["ok"] and table.hp("Foe") < 100


def test_the_numbers_are_those_of_the_caster_who_stored_it() -> None:
    table = seated("5.1", STORING[0])
    call = call_in(table.did("use", "Fig", itemName=STORING[0], choice={"spell": "Fireball"})["text"])
    call["steps"][0] |= {"dc": 13}
    text = table.send(call, "execute_action")["text"]
    assert "8 fire (8d6" in text and "DEX save DC 13. Foe (14) passes" in text, text


@pytest.mark.parametrize("choice", ["Fire Bolt", "Wish", "a song"])
def test_what_it_cannot_store_is_an_example(choice: str) -> None:
    table = seated("5.1", STORING[0])
    assert "Stored Magic Missile" in table.did("use", "Fig", itemName=STORING[0], choice=choice)["text"]
