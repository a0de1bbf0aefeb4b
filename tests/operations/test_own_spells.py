"""Spells and acts that a game master makes up during play: the book shows how, `cast` knows the spell, and no key of it is idle."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.game import Game

BURST = {"name": "Salt Burst", "level": 1, "school": "evocation", "range": 60, "targets": "any", "steps": [
    {"save": "con", "pass": "half", "fail": [{"damage": "3d8", "type": "acid", "up": "1d8"}]}]}  # fmt: skip


@pytest.fixture(params=["5.1", "5.2"])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    with open_campaign(":memory:", seed=3, ruleset=request.param) as game:
        tell(game, "manage_character", operation="create", name="Mira", character={"classes": ["wizard 5"], "abilities": {"int": 18}})
        tell(game, "manage_character", operation="create", template="Ogre")
        yield game


def ask(game: Game, tool: str, **payload: Any) -> Any:
    return game.ask(payload, tool)


def tell(game: Game, tool: str, **payload: Any) -> str:
    answer = ask(game, tool, **payload)
    assert answer["ok"], answer["text"]
    return str(answer["text"])


def shown(game: Game, query: str) -> dict[str, Any]:
    """The payload of the call that the card shows."""
    card = tell(game, "read_campaign", operation="lookup", query=query)
    found: dict[str, Any] = json.JSONDecoder().raw_decode(card[card.index("{") :])[0]
    return found


@pytest.mark.parametrize("query", ["Own Spell", "homebrew spell", "custom spell"])
def test_the_book_shows_a_call_that_makes_a_spell_and_cast_plays_it_with_every_slot(game: Game, query: str) -> None:
    tell(game, "manage_character", **shown(game, query))
    cast = {"operation": "cast", "characterName": "Mira", "spell": "salt burst", "targets": ["Ogre"]}
    first, third = (tell(game, "execute_action", **cast, slot=slot) for slot in (1, 3))
    assert "(slot 1, 3 of 4 left)" in first and "3d8" in first and "2d8" not in first
    assert "(slot 3, 1 of 2 left)" in third and "2d8" in third
    assert "Salt Burst" in tell(game, "read_campaign", operation="character", characterName="Mira", stats=["spells"])
    refused = ask(game, "execute_action", operation="act", characterName="Mira", act="Salt Burst", targets=["Ogre"])
    assert not refused["ok"] and '"operation": "cast", "spell": "Salt Burst"' in refused["text"]


def test_the_book_shows_a_call_that_makes_an_act(game: Game) -> None:
    tell(game, "manage_character", **shown(game, "act steps"))
    assert "Salt Fist" in tell(game, "execute_action", operation="act", characterName="Mira", act="Salt Fist", targets=["Ogre"])


@pytest.mark.parametrize("key", ["level", "school"])
def test_an_act_with_a_key_of_spells_is_led_to_the_spells(game: Game, key: str) -> None:
    act = {k: v for k, v in BURST.items() if k not in ("level", "school") or k == key}
    text = ask(game, "manage_character", operation="update", characterName="Mira", character={"acts": [act]})["text"]
    assert f"acts[0].{key}: belongs to a spell" in text and "spells.own" in text


def test_dice_for_a_higher_slot_are_refused_where_no_slot_can_be_higher(game: Game) -> None:
    act = {k: v for k, v in BURST.items() if k not in ("level", "school")}
    kept = ask(game, "manage_character", operation="update", characterName="Mira", character={"acts": [act]})
    played = ask(game, "execute_action", operation="act", characterName="Mira", steps=BURST["steps"], targets=["Ogre"])
    for answer in (kept, played):
        assert not answer["ok"] and re.search(r"fail\[0\]\.up: needs a spell; write it under spells\.own", answer["text"]), answer["text"]


def test_an_own_spell_of_a_creature_without_slots_is_refused(game: Game) -> None:
    tell(game, "manage_character", operation="update", characterName="Ogre", character={"spells": {"own": [BURST]}})
    assert not ask(game, "execute_action", operation="cast", characterName="Ogre", spell="Salt Burst", targets=["Mira"])["ok"]
    cantrip = BURST | {"level": 0, "steps": [{"save": "con", "fail": [{"damage": "1d8", "type": "acid", "cantrip": True}]}]}
    tell(game, "manage_character", operation="update", characterName="Ogre", character={"spells": {"own": [cantrip]}})
    assert "Salt Burst" in tell(game, "execute_action", operation="cast", characterName="Ogre", spell="Salt Burst", targets=["Mira"])


def test_an_effect_of_an_own_spell_is_concentrated_on_and_dispelled(game: Game) -> None:
    veil = {"name": "Salt Veil", "level": 2, "school": "abjuration", "targets": "self", "duration": "10 minutes", "concentration": True,
            "steps": [{"apply": {"modifiers": [{"target": "ac", "op": "add", "value": 3}]}}]}  # fmt: skip
    tell(game, "manage_character", operation="update", characterName="Mira", character={"spells": {"own": [veil]}})
    tell(game, "execute_action", operation="cast", characterName="Mira", spell="Salt Veil")
    seen = tell(game, "read_campaign", operation="character", characterName="Mira", stats=["ac"])
    assert "13" in seen and "Salt Veil" in seen, seen
    ended = tell(game, "execute_action", operation="cast", characterName="Mira", spell="Dispel Magic", targets=["Mira"], slot=3)
    assert "Salt Veil" in ended and "10" in tell(game, "read_campaign", operation="character", characterName="Mira", stats=["ac"])
