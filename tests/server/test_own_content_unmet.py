"""Items and creatures of the table's own files are unknown to players until somebody meets them: at every door to the book."""

import json
from pathlib import Path

import pytest

import rpg_lite
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.server import mcp_completions

PLAYER = Caller.of("player", ["Ann"])
ITEM = {
    "name": "Zqxown Gloves",
    "type": "wondrous",
    "rarity": "rare",
    "slot": "hands",
    "description": "Hums near dragons.",
    "modifiers": [{"target": "ability.dex", "op": "add", "value": 2}],
}
OTHER_BLADE = {
    "name": "Longsword",
    "type": "weapon",
    "weaponStats": {"category": "martial_melee", "damageDice": "1d8", "damageType": "slashing"},
}
BEAST = {"character": {"name": "Zqxbeast", "hpMax": 9}}
SECRETS = ("zqx", "hums near dragons")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "items.json").write_text(json.dumps({"items": [ITEM, OTHER_BLADE]}))
    (tmp_path / "creatures.json").write_text(json.dumps([BEAST]))
    found = rpg_lite.open_campaign(":memory:", items=[tmp_path], seed=1)
    assert not found.book.faults
    found.ask({"operation": "create", "name": "Ann", "character": {"classes": ["wizard 3"]}}, tool="manage_character")
    return found


QUERIES = [
    {"operation": operation, "query": query}
    for operation in ("item", "lookup")
    for query in ("Zqxown Gloves", "zqxown glovs", "zqx", "hums near dragons", "gloves", "Zqxbeast", "beast", "cr 0")
]


@pytest.mark.parametrize("payload", QUERIES)
def test_no_reading_of_the_book_tells_a_player(game: Game, payload: dict[str, str]) -> None:
    answer = (
        json.dumps(game.ask(payload, "read_campaign", "full", PLAYER))
        .casefold()
        .replace(json.dumps(payload["query"]).strip('"').casefold(), "")
    )
    assert not [secret for secret in SECRETS if secret in answer]


def test_the_game_master_reads_them(game: Game) -> None:
    assert "hums near dragons" in game.ask({"operation": "item", "query": "Zqxown Gloves"}, "read_campaign")["text"].casefold()
    assert "HP 9" in game.ask({"operation": "lookup", "query": "Zqxbeast"}, "read_campaign")["text"]


def test_the_counts_of_the_book_are_those_of_the_printed_one(game: Game) -> None:
    with rpg_lite.open_campaign(":memory:", seed=1) as plain:
        printed = plain.ask({"operation": "lookup", "query": "qqqq"}, "read_campaign")["text"]
    assert game.ask({"operation": "lookup", "query": "qqqq"}, "read_campaign", "brief", PLAYER)["text"] == printed
    assert game.ask({"operation": "lookup", "query": "qqqq"}, "read_campaign")["text"] != printed


def test_completions_offer_a_player_only_what_is_printed(game: Game) -> None:
    offer = mcp_completions._items
    assert "Zqxown Gloves" in offer(game, Caller())
    assert "Zqxown Gloves" not in offer(game, PLAYER)
    assert "Longsword" in offer(game, PLAYER)  # whatever replaces its entry, the name is no secret


def test_refusals_propose_what_a_player_has_met(game: Game) -> None:
    aloud = Caller("gm", aloud=True)  # may ask for everything, but reads what players know
    asked = {"operation": "examine", "name": "Zqxown Glovess"}
    assert "Zqxown" in game.ask(asked, "read_campaign")["text"]
    told = game.ask(asked, "read_campaign", "full", aloud)
    assert "Zqxown Gloves" not in json.dumps(told).replace("Zqxown Glovess", "")


def test_what_is_met_keeps_its_name_and_its_numbers(game: Game) -> None:
    game.ask({"operation": "give", "characterName": "Ann", "item": "Zqxown Gloves", "equip": True}, "manage_inventory")
    carried = game.ask({"operation": "inventory", "characterName": "Ann"}, "read_campaign", "brief", PLAYER)
    assert "Zqxown Gloves" in carried["text"]
    dex = game.ask({"operation": "character", "characterName": "Ann", "stats": ["abilities.dex"]}, "read_campaign", "brief", PLAYER)
    assert "Zqxown Gloves" in dex["text"]
