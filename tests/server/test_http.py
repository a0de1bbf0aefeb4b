"""Streamable HTTP: access, and simultaneous calls from many chats that are neither lost nor done twice."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.server.mcp import http_app
from rpg_lite.store.migrate import HEAD
from rpg_lite.store.sqlite_driver_selection import driver
from rpg_lite.store.store import Store
from tests.server.clients import over_http
from tests.server.posting import STATELESS, call
from tests.waiting import PATIENCE_S

CHATS, EACH = 8, 5


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with over_http(tmp_path_factory.mktemp("http") / "party.db") as found:
        yield found


async def posted(address: str, tool: str, arguments: dict[str, Any], **headers: str) -> httpx2.Response:
    async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
        return await client.post(f"{address}/mcp", json=call(tool, arguments), headers={**STATELESS, "mcp-name": tool, **headers})


@pytest.mark.slow
async def test_one_post_is_a_whole_conversation(address: str) -> None:
    answer = await posted(address, "read_campaign", {"operation": "party"})
    assert answer.status_code == 200
    assert "mcp-session-id" not in answer.headers
    result = answer.json()["result"]
    assert result["structuredContent"]["ok"] is True
    assert result["content"][0]["text"] == result["structuredContent"]["text"]


@pytest.mark.slow
async def test_calls_of_the_handshake_era_need_no_session_either(address: str) -> None:
    body = call("read_campaign", {"operation": "party"})
    del body["params"]["_meta"]
    headers = {"accept": STATELESS["accept"], "mcp-protocol-version": "2025-11-25"}
    async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
        answer = await client.post(f"{address}/mcp", json=body, headers=headers)
    assert answer.status_code == 200
    assert "mcp-session-id" not in answer.headers
    data = next(line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: {"))
    assert json.loads(data)["result"]["structuredContent"]["ok"] is True


@pytest.mark.slow
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1.evil.example"}, 403),
    ],
)
async def test_a_web_page_of_someone_else_is_turned_away(address: str, headers: dict[str, str], status: int) -> None:
    answer = await posted(address, "manage_character", {"operation": "create", "name": "Intruder"}, **headers)
    assert answer.status_code == status
    seen = await posted(address, "read_campaign", {"operation": "party"})
    assert "Intruder" not in seen.text


@pytest.mark.slow
async def test_a_page_of_this_machine_is_let_in(address: str) -> None:
    answer = await posted(address, "read_campaign", {"operation": "party"}, origin=address)
    assert answer.status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])
async def test_a_server_for_the_whole_network_still_asks_for_the_host(host: str) -> None:
    with open_campaign(":memory:") as game:
        app = http_app(game, host)
        async with app.router.lifespan_context(app), httpx2.AsyncClient(transport=httpx2.ASGITransport(app)) as client:
            body, headers = call("read_campaign", {"operation": "party"}), {**STATELESS, "mcp-name": "read_campaign"}
            foreign = await client.post("http://192.0.2.7:8000/mcp", json=body, headers={**headers, "host": "evil.example:8000"})
            own = await client.post("http://192.0.2.7:8000/mcp", json=body, headers=headers)
    assert (foreign.status_code, own.status_code) == (421, 200)


@pytest.fixture(scope="module")
def open_door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for the whole network that two names are pointed at."""
    names = ("--open", "--allow-host", "table.example", "--allow-host", "*.inn.example")
    with over_http(tmp_path_factory.mktemp("door") / "party.db", *names, host="0.0.0.0") as found:
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/mcp", "/health"])
@pytest.mark.parametrize(
    ("host", "status"),
    [
        (None, 200),
        ("localhost:9", 200),
        ("table.example", 200),
        ("TABLE.example:443", 200),
        ("red.inn.example", 200),
        ("inn.example", 421),
        ("evil.example:8000", 421),
        ("table.example.evil.example", 421),
        ("192.0.2.7", 421),
    ],
)
async def test_only_hosts_that_are_known_get_an_answer(open_door: str, path: str, host: str | None, status: int) -> None:
    """A health check by address is let in like anybody; /health tells of the campaign and is as guarded as the rest."""
    named = {"host": host} if host else {}
    async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
        if path == "/health":
            answer = await client.get(f"{open_door}/health", headers=named)
        else:
            answer = await posted(open_door, "read_campaign", {"operation": "party"}, **named)
    assert answer.status_code == status


@pytest.mark.slow
@pytest.mark.parametrize(
    ("host", "name"), [("evil.example:8000", "evil.example"), ("dice.example", "dice.example"), ("[2001:db8::1]:80", "[2001:db8::1]")]
)
async def test_a_host_that_is_turned_away_is_told_how_it_is_let_in(address: str, host: str, name: str) -> None:
    answer = await posted(address, "read_campaign", {"operation": "party"}, host=host)
    assert answer.status_code == 421
    assert f"start with --allow-host {name}." in answer.text


@pytest.mark.slow
async def test_health_tells_the_campaign_and_its_rev(address: str) -> None:
    async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
        answer = await client.get(f"{address}/health")
    told = answer.json()
    assert answer.status_code == 200
    about = {"rev": told["rev"], "uptime": told["uptime"], "warnings": told["warnings"]}
    assert told == {"ok": True, "database": "ok", "schema": HEAD, "campaign": "campaign", **about}
    assert isinstance(told["rev"], int)
    assert told["uptime"] >= 0


@pytest.mark.slow
async def test_eight_chats_at_once_lose_nothing_and_double_nothing(address: str) -> None:
    """Each carries gems out of one chest; a requestId is sent twice each time, as after a lost answer."""
    async with Client(f"{address}/mcp") as client:
        await client.call_tool("manage_character", {"batch": [{"operation": "create", "name": f"Hero {n}"} for n in range(CHATS)]})
        chest = {"operation": "give", "bagName": "floor", "template": "Chest"}
        await client.call_tool("manage_inventory", chest)
        gems = {"name": "Gem", "type": "treasure", "quantity": CHATS * EACH, "stackable": True}
        given = await client.call_tool("manage_inventory", {"operation": "give", "bagName": "Chest", "item": gems})
        before = given.structured_content["rev"]

    async def carry(n: int) -> set[int]:
        revs = set()
        async with Client(f"{address}/mcp", mode=("auto", "legacy")[n % 2]) as client:
            for turn in range(EACH):
                payload = {
                    "operation": "transfer",
                    "bagName": "Chest",
                    "itemName": "Gem",
                    "toCharacterName": f"Hero {n}",
                    "requestId": f"{n}.{turn}",
                }
                first, again = await asyncio.gather(*(client.call_tool("manage_inventory", payload) for _ in "12"))
                assert first.structured_content["rev"] == again.structured_content["rev"]
                assert {first.structured_content.get("repeated"), again.structured_content.get("repeated")} == {None, True}
                revs.add(first.structured_content["rev"])
        return revs

    revs = await asyncio.gather(*(carry(n) for n in range(CHATS)))
    assert sorted(r for chat in revs for r in chat) == list(range(before + 1, before + 1 + CHATS * EACH))
    async with Client(f"{address}/mcp") as client:
        for n in range(CHATS):
            seen = await client.call_tool("manage_inventory", {"operation": "view", "characterName": f"Hero {n}", "detail": "full"})
            held = seen.structured_content["results"][0]["inventory"]
            assert [(i["name"], i["quantity"]) for i in held] == [("Gem", EACH)]
        emptied = await client.call_tool("manage_inventory", {"operation": "view", "bagName": "Chest"})
    assert "Gem" not in emptied.structured_content["text"]


@pytest.mark.sqlite("its lock of the file")
@pytest.mark.skipif(not driver()[1], reason="needs an SQLite with a safe write-ahead log")
async def test_a_call_that_waits_for_the_file_keeps_nobody_else_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits on a thread, and for no moment that depends on the file does it block the event loop."""
    waits_on_thread, write_together = threading.Event(), Store.write_together

    def waits(*given: Any) -> Any:
        waits_on_thread.set()
        return write_together(*given)

    monkeypatch.setattr(Store, "write_together", waits)
    with (
        open_campaign(tmp_path / "party.db", busy_ms=1000 * PATIENCE_S) as game,
        closing(driver()[0].connect(tmp_path / "party.db", isolation_level=None)) as other,
    ):
        assert game.is_near
        app = http_app(game)
        client = httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://127.0.0.1:8000")
        async with app.router.lifespan_context(app), client:
            body, headers = call("manage_character", {"operation": "create", "name": "Pip"}), {**STATELESS, "mcp-name": "manage_character"}
            assert (await client.get("/health")).status_code == 200
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(client.post("/mcp", json=body, headers=headers))
            assert await asyncio.to_thread(waits_on_thread.wait, PATIENCE_S)
            assert {(await client.get("/health")).status_code for _ in range(20)} == {200}
            assert not waiting.done()
            other.execute("ROLLBACK")
            assert (await waiting).json()["result"]["structuredContent"]["ok"]
