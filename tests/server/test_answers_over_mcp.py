"""Answers through MCP alone: a fight of four heroes in which a Shield turns a blow aside and a Counterspell saves the party."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server.mcp import server

HEROES: dict[str, dict[str, Any]] = {
    "Thorin": {"classes": ["fighter 5"], "abilities": {"str": 16, "dex": 12, "con": 14}},
    "Elara": {
        "classes": ["wizard 5"],
        "abilities": {"int": 18, "dex": 14, "con": 12},
        "spells": {"prepared": ["Shield", "Counterspell", "Fireball"]},
    },
    "Pip": {"classes": ["rogue 5"], "abilities": {"dex": 18, "con": 12}},
    "Brenna": {"classes": ["cleric 5"], "abilities": {"str": 14, "wis": 16, "con": 14}},
}
FOES = ("Ogre", "Hexer")


@pytest.fixture(params=["5.1", "5.2"])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    with open_campaign(":memory:", ruleset=request.param, seed=4) as opened:
        yield opened


class Master:
    """The game master's client."""

    def __init__(self, client: Client[Any]) -> None:
        self.client = client

    async def ask(self, tool: str, **payload: Any) -> str:
        result = await self.client.call_tool(tool, payload, raise_on_error=False)
        text: str = result.content[0].text
        assert not result.is_error, text
        return text

    async def act(self, **payload: Any) -> str:
        return await self.ask("execute_action", **payload)

    async def party(self) -> str:
        """The lines of the party, without the last commands."""
        text = await self.ask("read_campaign", operation="party")
        return "\n".join(line for line in text.splitlines() if any(line.startswith(name) for name in HEROES))


@pytest.fixture
async def master(game: Game) -> AsyncIterator[Master]:
    async with Client(server(game)) as client:
        found = Master(client)
        for name, character in HEROES.items():
            await found.ask("manage_character", operation="create", name=name, character={**character, "party": True})
        await found.ask("manage_character", operation="create", template="ogre")
        foe = {"classes": ["wizard 7"], "abilities": {"int": 16, "con": 8}, "party": False}
        await found.ask("manage_character", operation="create", name="Hexer", character=foe)
        await found.act(operation="start_fight", names=[*HEROES, *FOES])
        yield found


async def test_a_shield_turns_a_hit_into_a_miss(master: Master) -> None:
    before = await master.party()
    told = await master.act(operation="attack", characterName="Ogre", targetName="Elara", d20=[8])
    assert "14 against AC 12, a hit" in told and "May answer: Elara (Shield)." in told
    hurt = await master.party()
    told = await master.act(operation="cast", characterName="Elara", spell="Shield", answer=True)
    assert "14 against AC 17, a miss" in told
    history = await master.ask("read_campaign", operation="history")
    assert "In answer to rev" in history and "a hit" in history
    await master.act(operation="undo")
    assert await master.party() == hurt != before
    await master.act(operation="undo")
    assert "Shield" in await master.party()


async def test_a_counterspell_saves_the_party_from_a_fireball(master: Master) -> None:
    before = await master.party()
    told = await master.act(operation="cast", characterName="Hexer", spell="Fireball", slot=3, targets=[*HEROES])
    assert "Elara (Counterspell)" in told
    burnt = await master.party()
    told = await master.act(operation="cast", characterName="Elara", spell="Counterspell", answer=True, d20=[1])
    assert "Counterspell cancels it" in told
    saved = await master.party()
    assert [line for line in saved.splitlines() if "Elara" not in line] == [line for line in before.splitlines() if "Elara" not in line]
    await master.act(operation="undo")
    assert await master.party() == burnt != before
