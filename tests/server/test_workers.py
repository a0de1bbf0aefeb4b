"""Tokens with several processes on PostgreSQL: each process checks them and keeps every caller in its own campaign."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from fastmcp import Client
from mcp.client.subscriptions import ServerEvent, Subscription, SubscriptionLost, listen
from mcp.shared.subscriptions import ResourceUpdated

from rpg_lite import open_campaign
from rpg_lite.server.auth_settings import digest
from tests.postgres import NewDatabase
from tests.server.posting import STATELESS, call
from tests.server.services import Service, children, serving
from tests.server.tokens import token
from tests.waiting import PATIENCE_S

pytestmark = [pytest.mark.service, pytest.mark.slow]
HEROES = {"red": "Thorin", "azure": "Cobalt"}
ROLES = ("gm", "player", "viewer")
HERO = "character://c1.1"


@dataclass
class Crew:
    service: Service
    db: str


@contextmanager
def crew_in(folder: Path, new_database: NewDatabase) -> Iterator[Crew]:
    """Two workers with two campaigns behind one address."""
    db = new_database()
    for campaign, hero in HEROES.items():
        with open_campaign(db, campaign, new=True) as game:
            assert game.ask({"operation": "create", "name": hero, "character": {"party": True}}, "manage_character")["ok"]
    tokens = [
        f'[[auth.tokens]]\nsha256 = "{digest(token(c, r))}"\nname = "{r} of {c}"\nrole = "{r}"\ncampaign = "{c}"\n'
        + (f'characters = ["{HEROES[c]}"]\n' if r == "player" else "")
        for c in HEROES
        for r in ROLES
    ]
    (folder / "party.toml").write_text("\n".join(tokens), "utf-8")
    options = ("--campaign", "red", "--workers", "2", "--auth", str(folder / "party.toml"))
    with serving(folder, *options, db=db) as service:
        yield Crew(service, db)


@pytest.fixture(scope="module")
def crew(new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    with crew_in(tmp_path_factory.mktemp("workers"), new_database) as found:
        yield found


async def test_each_worker_asks_who_it_is(crew: Crew) -> None:
    """Every call on a connection of its own, so that both are met."""
    assert len(children(crew.service.process)) == 2

    async def asked(bearer: str | None) -> httpx2.Response:
        headers = {**STATELESS, "mcp-name": "read_campaign"} | ({"authorization": f"Bearer {bearer}"} if bearer else {})
        async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
            return await client.post(f"{crew.service.address}/mcp", json=call("read_campaign", {"operation": "party"}), headers=headers)

    nobody = await asyncio.gather(*(asked(bearer) for bearer in [None, "unknown", digest(token("red", "gm"))] * 6))
    assert {answer.status_code for answer in nobody} == {401}
    callers = [(campaign, role) for campaign in HEROES for role in ROLES] * 4
    for (campaign, _), answer in zip(callers, await asyncio.gather(*(asked(token(*c)) for c in callers)), strict=True):
        own, other = HEROES[campaign], next(hero for c, hero in HEROES.items() if c != campaign)
        assert own in answer.text and other not in answer.text


async def test_a_listener_at_any_worker_hears_only_of_its_own_campaign(new_database: NewDatabase, tmp_path: Path) -> None:
    """So many listeners that both workers have some of each campaign. When a campaign's second change is known everywhere, each worker has
    looked at all campaigns since the first one; and when the server stops, each stream ends with all that it was to tell.
    """
    with crew_in(tmp_path, new_database) as crew:
        address = f"{crew.service.address}/mcp"
        async with Client(address, auth=token("azure", "gm")) as azure, AsyncExitStack() as streams:

            async def listeners(campaign: str) -> list[Subscription]:
                clients = [await streams.enter_async_context(Client(address, auth=token(campaign, "viewer"))) for _ in range(8)]
                return [await streams.enter_async_context(listen(c.session, resource_subscriptions=[HERO])) for c in clients]

            by_red, by_azure = await listeners("red"), await listeners("azure")
            async with asyncio.timeout(PATIENCE_S):
                for _ in "12":
                    await azure.call_tool("keep_journal", {"operation": "say", "text": "Hush"})
                    assert [await anext(stream) for stream in by_azure] == [ResourceUpdated(HERO)] * 8
                crew.service.process.terminate()
                assert [await until_its_end(stream) for stream in by_red] == [[]] * 8


async def until_its_end(stream: Subscription) -> list[ServerEvent]:
    told = list[ServerEvent]()
    with suppress(SubscriptionLost):  # a worker that ends waits only seconds for its streams
        async for event in stream:
            told.append(event)
    return told


async def test_a_listener_hears_what_is_written_at_any_worker(crew: Crew) -> None:
    async with (
        Client(f"{crew.service.address}/mcp", auth=token("red", "viewer")) as red,
        Client(f"{crew.service.address}/mcp", auth=token("red", "player")) as one,
        listen(red.session, resource_subscriptions=[HERO]) as heard,
        listen(one.session, resource_subscriptions=[HERO]) as heard_too,
    ):
        await one.call_tool("keep_journal", {"operation": "say", "text": "Hush"})
        for stream in (heard, heard_too):
            assert await asyncio.wait_for(anext(stream), PATIENCE_S) == ResourceUpdated(HERO)


async def test_a_request_that_is_sent_again_to_another_worker_is_done_once(crew: Crew) -> None:
    say = {"operation": "say", "text": "Once", "requestId": "once"}

    async def says(campaign: str) -> bool:
        async with Client(f"{crew.service.address}/mcp", auth=token(campaign, "player")) as client:
            return bool((await client.call_tool("keep_journal", say)).structured_content.get("repeated"))

    for campaign in HEROES:
        assert sorted(await asyncio.gather(*(says(campaign) for _ in range(6)))) == [False, *[True] * 5]


async def test_no_token_stands_in_the_log(crew: Crew) -> None:
    async with Client(f"{crew.service.address}/mcp", auth=token("red", "viewer")) as client:
        await client.call_tool("read_campaign", {"operation": "party"})
    said = crew.service.log.read_text("utf-8")
    assert "viewer of red" in said and not [t for t in (token(c, r) for c in HEROES for r in ROLES) if t in said]
