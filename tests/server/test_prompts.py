"""The prompts and the resource that bring a model up to date, in both protocol eras."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.exceptions import McpError

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server.instructions import INSTRUCTIONS
from rpg_lite.server.mcp import server
from rpg_lite.server.mcp_prompts import GO_ON


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as opened:
        hero = {"operation": "create", "name": "Thorin", "character": {"classes": ["fighter 5"], "party": True}}
        assert opened.ask(hero, tool="manage_character")["ok"]
        yield opened


def context(game: Game, **fields: Any) -> str:
    return str(game.ask({"operation": "context", **fields}, tool="read_campaign")["text"])


async def prompted(game: Game, era: str, name: str, arguments: dict[str, Any]) -> str:
    async with Client(server(game), mode=era) as client:
        (message,) = (await client.get_prompt(name, arguments)).messages
    return str(message.content.text)


@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_each_prompt_begins_with_the_context(game: Game, era: str) -> None:
    assert await prompted(game, era, "continue", {}) == f"{context(game, budget=2_000)}\n\n{GO_ON}"
    assert "AC 10" in await prompted(game, era, "continue", {"budget": "700"})
    assert (await prompted(game, era, "npc", {"name": "Thorin"})).startswith(context(game, forName="Thorin"))
    assert "five questions" in await prompted(game, era, "begin", {})


async def test_a_prompt_that_cannot_be_given_says_why(game: Game) -> None:
    with pytest.raises(McpError, match="no character 'Nobody'"):
        await prompted(game, "auto", "npc", {"name": "Nobody"})


async def test_a_context_that_does_not_hold_is_an_error_and_no_shorter_prompt(game: Game) -> None:
    """Whoever sends the prompt on to a model has nothing to send; the error says what would do."""
    for n in range(6):
        rule = {"operation": "equip", "itemName": f"rule:{n}", "content": "Each torch burns for an hour. " * 300, "bagName": "home"}
        assert game.ask(rule, tool="manage_tools")["ok"]
    with pytest.raises(McpError, match=r"(?s)budget.*tokens"):
        await prompted(game, "auto", "continue", {"budget": "700"})
    with pytest.raises(ValueError, match="tokens are too few for the lines that are never cut"):
        game.wrap(budget=700)
    async with Client(server(game)) as client:
        with pytest.raises(McpError, match="budget"):
            await client.read_resource("rpg://context")


@pytest.mark.parametrize("era", ["auto", "legacy"])
async def test_the_resource_is_the_context(game: Game, era: str) -> None:
    async with Client(server(game), mode=era) as client:
        (read,) = await client.read_resource("rpg://context")
    assert read.text == context(game) and read.mime_type == "text/plain"


def test_a_session_starts_with_the_context() -> None:
    assert 'Session start: read_campaign {"operation":"context"}' in INSTRUCTIONS
