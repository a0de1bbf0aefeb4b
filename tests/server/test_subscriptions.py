"""`subscriptions/listen` of the stateless era: a client that watches a character learns when it may have changed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from mcp.client.subscriptions import ListenNotSupportedError, Subscription, listen
from mcp.shared.subscriptions import ResourceUpdated

from rpg_lite import open_campaign
from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.server.mcp import server
from tests.server.clients import over_http, over_stdio
from tests.server.services import PATIENT_AT_THE_END, serving
from tests.waiting import PATIENCE_S

THORIN = "character://c1.1"
TORCH = {"characterName": "Thorin", "operation": "give", "template": "Torch"}


@asynccontextmanager
async def connected(transport: str, database: Path) -> AsyncIterator[Client[Any]]:
    if transport == "stdio":
        async with Client(over_stdio(database)) as client:
            yield client
    elif transport == "http":
        with over_http(database) as address:
            async with Client(f"{address}/mcp") as client:
                yield client
    else:
        with open_campaign(database) as game:
            async with Client(server(game)) as client:
                yield client


async def next_of(heard: Subscription) -> Any:
    return await asyncio.wait_for(anext(heard), PATIENCE_S)


@pytest.mark.slow
@pytest.mark.parametrize("transport", ["memory", "stdio", "http"])
async def test_a_listener_hears_that_its_character_may_have_changed(tmp_path: Path, transport: str) -> None:
    async with connected(transport, tmp_path / "party.db") as client:
        await client.call_tool("manage_character", {"operation": "create", "name": "Thorin"})
        lists = dict.fromkeys(("tools_list_changed", "prompts_list_changed", "resources_list_changed"), True)
        async with listen(client.session, resource_subscriptions=[THORIN], **lists) as heard:
            assert heard.honored.resource_subscriptions == [THORIN]
            assert not any(getattr(heard.honored, kind) for kind in lists), "lists never change"
            await client.call_tool("manage_inventory", TORCH)
            assert await next_of(heard) == ResourceUpdated(THORIN)
        assert "Torch" in (await client.read_resource(THORIN))[0].text


async def test_nobody_is_woken_by_a_read_a_refusal_or_a_dry_run(tmp_path: Path) -> None:
    """The stream ends with all that it was to tell."""
    with open_campaign(tmp_path / "party.db") as game:
        router = CampaignRouter(game)
        async with Client(server(game, router)) as client:
            await client.call_tool("manage_character", {"operation": "create", "name": "Thorin"})
            async with listen(client.session, resource_subscriptions=[THORIN]) as heard:
                await client.call_tool("manage_inventory", {**TORCH, "dryRun": True})
                await client.call_tool("manage_inventory", {**TORCH, "template": "Nothing"}, raise_on_error=False)
                await client.call_tool("read_campaign", {"operation": "party"})
                router.close()
                assert [event async for event in heard] == []


async def test_what_another_program_wrote_is_told_with_the_next_answer(tmp_path: Path) -> None:
    async with connected("memory", tmp_path / "party.db") as client:
        await client.call_tool("manage_character", {"operation": "create", "name": "Thorin"})
        async with listen(client.session, resource_subscriptions=[THORIN]) as heard:
            with open_campaign(tmp_path / "party.db") as other:
                assert other.ask(TORCH)["ok"]
            await client.call_tool("read_campaign", {"operation": "party"})
            assert await next_of(heard) == ResourceUpdated(THORIN)


async def test_the_older_era_has_nothing_to_listen_to(tmp_path: Path) -> None:
    with open_campaign(":memory:") as game:
        async with Client(server(game), mode="legacy") as client:
            with pytest.raises(ListenNotSupportedError):
                async with listen(client.session, resource_subscriptions=[THORIN]):
                    pass


@pytest.mark.slow
async def test_a_server_that_is_listened_to_still_ends_when_told(tmp_path: Path) -> None:
    """It closes the stream, so that the client knows that nothing is lost."""
    with serving(tmp_path, program=PATIENT_AT_THE_END) as service:
        async with Client(f"{service.address}/mcp") as client, listen(client.session, resource_subscriptions=[THORIN]) as heard:
            service.process.terminate()
            async with asyncio.timeout(PATIENCE_S):
                assert [event async for event in heard] == []
            assert await asyncio.to_thread(service.process.wait, PATIENCE_S) == 0
