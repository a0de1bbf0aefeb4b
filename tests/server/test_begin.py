"""The first hour in a chat: the prompt begin, whose calls all work, and the maps that import_map takes by name or as they are."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from mcp.shared.exceptions import MCPError

from rpg_lite import open_campaign
from rpg_lite.content.map_files import list_adventures
from rpg_lite.game import Game
from rpg_lite.operations.schema import flat
from rpg_lite.server.mcp import TITLE, server
from rpg_lite.vocabulary import RULESETS, Ruleset

DUNGEON = Path(__file__).parents[1] / "facts" / "one_page_dungeon.json"
CALL = re.compile(r"(manage_\w+|keep_journal|read_campaign) (\{)")
ERAS = ("auto", "legacy")


@pytest.fixture(params=RULESETS)
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    ruleset: Ruleset = request.param
    with open_campaign(":memory:", seed=1, ruleset=ruleset) as opened:
        yield opened


def calls(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every call that a prompt spells out."""
    for found in CALL.finditer(text):
        yield found[1], json.JSONDecoder().raw_decode(text[found.start(2) :])[0]


async def begin(game: Game, era: str = "auto") -> str:
    async with Client(server(game), mode=era) as client:
        told = await client.get_prompt("begin")
    (message,) = told.messages
    return str(message.content.text)


def ask(game: Game, tool: str, **payload: Any) -> dict[str, Any]:
    return game.ask(payload, tool)


@pytest.mark.parametrize("era", ERAS)
async def test_the_prompt_asks_five_questions_and_names_every_adventure(game: Game, era: str) -> None:
    text = await begin(game, era)
    assert [line[0] for line in text.split("\n") if re.match(r"\d\. ", line)] == list("12345")
    assert {p["adventure"] for _, p in calls(text) if p["operation"] == "import_map"} == {*list_adventures()}


async def test_every_call_of_the_prompt_works_as_it_stands(game: Game) -> None:
    made = 0
    for tool, payload in calls(await begin(game)):
        answer = game.ask(payload, tool)
        assert answer["ok"], (payload, answer["text"])
        made += 1
    assert made >= 10
    hero = ask(game, "read_campaign", operation="character", characterName="Thorin")["text"]
    assert "HP" in hero and "AC 10," not in hero, hero


async def test_the_prompt_begins_an_untouched_campaign_in_the_other_ruleset(game: Game) -> None:
    own = game.campaign.ruleset
    other = next(one for one in RULESETS if one != own)
    assert f"with ruleset {other}" in await begin(game)
    async with Client(server(game)) as client:
        told = (await client.get_prompt("begin", {"ruleset": other})).messages[0].content.text
        assert f"(SRD {other})" in told and game.campaign.ruleset == game.book.ruleset == other
        assert ask(game, "manage_character", operation="create", name="Brenna", character={"classes": ["fighter 1"]})["ok"]
        assert "with ruleset" not in await begin(game)
        with pytest.raises(MCPError, match=f"has begun in SRD {other} and keeps it"):
            await client.get_prompt("begin", {"ruleset": own})


async def test_a_campaign_that_has_begun_says_so(game: Game) -> None:
    ask(game, "manage_character", operation="create", name="Brenna", character={"classes": ["fighter 1"], "party": True})
    assert "This campaign has begun: Brenna is in it already." in await begin(game)


def test_an_empty_campaign_says_how_to_begin(game: Game) -> None:
    told = ask(game, "read_campaign", operation="context")["text"]
    (payload,) = [p for _, p in calls(told)]
    refused = ask(game, "manage_room", **payload)
    assert not refused["ok"] and all(name in refused["text"] for name in list_adventures())
    ask(game, "manage_character", operation="create", name="Brenna", character={"party": True})
    assert "Nothing has begun" not in ask(game, "read_campaign", operation="context")["text"]


@pytest.mark.parametrize("called", ["salt_toll", "Salt Toll", "The Salt Toll", "the salt toll"])
def test_an_adventure_is_imported_by_its_name(game: Game, called: str) -> None:
    told = ask(game, "manage_room", operation="import_map", adventure=called)
    assert told["ok"] and told["text"].startswith("The Salt Toll: 15 rooms")


def test_an_adventure_is_begun_once(game: Game) -> None:
    ask(game, "manage_character", operation="create", name="Brenna", character={"party": True})
    assert ask(game, "manage_room", operation="import_map", adventure="salt_toll")["ok"]
    again = ask(game, "manage_room", operation="import_map", adventure="salt_toll")
    assert again["error"]["code"] == "adventure_begun" and again["error"]["try"] == {"operation": "join", "toName": "Ford"}
    ask(game, "manage_inventory", operation="undo")
    assert ask(game, "manage_room", operation="import_map", adventure="salt_toll")["ok"]


def test_an_unknown_adventure_is_refused_with_the_near_name(game: Game) -> None:
    refused = ask(game, "manage_room", operation="import_map", adventure="salt tole")
    assert refused["error"]["code"] == "adventure_unknown" and "salt_toll" in refused["text"]


def test_a_map_file_is_imported_as_it_is(game: Game) -> None:
    dungeon = DUNGEON.read_text("utf-8")
    as_text = ask(game, "manage_room", operation="import_map", document=dungeon, dryRun=True)["text"]
    as_json = ask(game, "manage_room", operation="import_map", document=json.loads(dungeon))["text"]
    assert as_text.removeprefix("Dry run, nothing was recorded. ").partition(".")[0] == as_json.partition(".")[0]
    own = ask(game, "manage_room", operation="import_map", document="# Hut\n\n## Yard\nMud.\n")
    assert own["ok"] and own["text"].startswith("Hut: 1 room")


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ({"rects": [], "doors": 1}, "document.rects"),
        ("# Hut\n\n## Yard\nMud.\n- nrth: Barn\n", "document.line 5"),
        ('{"rects": [', "document"),
        ({"walls": [[0, 0]] * 2000}, "takes One Page Dungeon JSON"),
        ("", "document"),
    ],
)
def test_a_file_with_faults_is_refused_with_its_place(game: Game, document: Any, place: str) -> None:
    refused = ask(game, "manage_room", operation="import_map", document=document)
    assert not refused["ok"] and place in refused["text"], refused["text"]
    assert game.ask({"operation": "rooms"}, "read_campaign")["rev"] == 0


@pytest.mark.parametrize("era", ERAS)
async def test_the_server_shows_a_title_and_an_icon(game: Game, era: str) -> None:
    async with Client(server(game), mode=era) as client:
        shown = client.server_info
    assert shown.title == TITLE and shown.icons[0].src.startswith("data:image/svg+xml;base64,")


async def test_a_strict_client_may_send_every_call_of_the_prompt(game: Game) -> None:
    """A client that is bound by the schema has every operation and every key that the prompt uses."""
    async with Client(server(game)) as client:
        schemas = {tool.name: tool.input_schema["properties"] for tool in await client.list_tools()}
    for tool, payload in calls(await begin(game)):
        known = schemas[tool]
        assert payload["operation"] in known["operation"]["enum"] and payload.keys() <= known.keys(), payload


def test_a_contest_has_its_keys_in_the_schema() -> None:
    assert {"against", "targetName", "skill"} <= flat("execute_action")["properties"].keys()
