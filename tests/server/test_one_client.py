"""One client of a served campaign does not stop the others: real processes, real connections, each test bounded in number."""

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from fastmcp import Client
from mcp.shared.exceptions import MCPError
from uvicorn.server import ServerState

from bench.calls import python_calls
from rpg_lite import open_campaign
from rpg_lite.server import connection_limits, mcp_apps_page
from rpg_lite.server.auth_settings import digest
from rpg_lite.server.mcp import server
from rpg_lite.server.mcp_resources import MENU
from rpg_lite.server.settings import Limits
from rpg_lite.server.subscriptions import _WATCHES, FORMS, LORE, METHOD, TELLS_S, Listening, Streams, check_uris
from rpg_lite.server.text_length import MOST_BYTES
from tests.server.services import PARTY, PATIENCE_S, Service, many_sockets, posted, serving
from tests.server.virtual_time import in_virtual_time

__all__ = ["many_sockets"]
pytestmark = pytest.mark.service

HALF_A_HEAD = b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n"
HALF_A_BODY = HALF_A_HEAD + b"content-type: application/json\r\ncontent-length: 100000\r\n\r\n{"


@contextmanager
def guarded(folder: Path, **settings: object) -> Iterator[Service]:
    """A server that asks for tokens: "gm", "player" and "viewer" of the roles of these names."""
    roles = "".join(
        f'[[auth.tokens]]\nsha256 = "{digest(role)}"\nname = "{role}"\nrole = "{role}"\n' for role in ("gm", "player", "viewer")
    )
    (folder / "auth.toml").write_text(roles, "utf-8")
    with serving(folder, "--auth", str(folder / "auth.toml"), **settings) as service:
        yield service


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


# ── connections ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("beginning", [b"", HALF_A_HEAD, HALF_A_BODY], ids=["nothing", "half a head", "half a body"])
def test_what_one_address_has_half_sent_holds_its_share_alone(tmp_path: Path, many_sockets: None, beginning: bytes) -> None:
    with guarded(tmp_path, LIMITS__CONNECTIONS=60, LIMITS__PER_ADDRESS=40) as service, ExitStack() as held:
        for _ in range(300):
            held.enter_context(service.connection()).sendall(beginning)
        assert httpx2.get(f"{service.address}/health", timeout=PATIENCE_S).status_code == 200
        assert [posted(service, PARTY, **bearer("gm")).status_code for _ in range(5)] == [200] * 5


@pytest.mark.slow
def test_what_is_half_sent_has_a_deadline_of_its_own(tmp_path: Path) -> None:
    """A silent client alone might stay for an hour."""
    with guarded(tmp_path, LIMITS__REQUEST_SECONDS=1) as service:
        assert ended(service, HALF_A_HEAD) == b""
        assert ended(service, HALF_A_BODY).startswith(b"HTTP/1.1 408")


def ended(service: Service, beginning: bytes) -> bytes:
    """What the server says at last to a client that sends no more. Raises TimeoutError."""
    with service.connection() as half:
        half.sendall(beginning)
        try:
            return half.recv(1000)
        except ConnectionResetError:
            return b""


class Line(asyncio.Transport):
    """A transport for uvicorn without a network."""

    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 5), "sockname": ("127.0.0.1", 8000)})
        self.is_open, self.sent = True, b""
        self.reader: Any = None

    def is_closing(self) -> bool:
        return not self.is_open

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def close(self) -> None:
        self.is_open = False

    abort = close

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Door:
    """Connections to a server that answers on command; `lets_in`: whether the token is valid."""

    def __init__(self, lets_in: bool = True, **limits: int) -> None:
        self.kind = connection_limits.protocol(Limits(**limits))
        self.config = uvicorn.Config(self._app, interface="asgi3", lifespan="off", ws="none", log_config=None)
        self.state, self.lets_in, self.answers = ServerState(), lets_in, asyncio.Event()

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        connection_limits.is_known(scope, self.lets_in)
        while (await receive()).get("more_body"):
            pass
        await self.answers.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    async def enters(self, sends: bytes = b"", host: str = "192.0.2.7") -> Line:
        """A new connection, as soon as the app has answered, or waits for more of the request or for the command."""
        line = Line(host)
        connection = line.reader = self.kind(self.config, self.state, {}, asyncio.get_running_loop())
        connection.connection_made(line)
        if sends and line.is_open:
            connection.data_received(sends)
        await asyncio.sleep(0)  # the app's turn comes before that of the test, and ends where it has to wait
        return line

    async def answers_all(self) -> None:
        self.answers.set()
        await asyncio.gather(*self.state.tasks)


WHOLE = b"GET /health HTTP/1.1\r\nhost: a\r\n\r\n"


@in_virtual_time
async def test_the_one_of_an_address_that_is_silent_longest_makes_room() -> None:
    door = Door(connections=100, per_address=3)
    first, *others = [await door.enters(HALF_A_BODY) for _ in range(4)]
    stranger = await door.enters(HALF_A_HEAD, host="192.0.2.8")
    assert (first.is_open, [line.is_open for line in others], stranger.is_open) == (False, [True] * 3, True)


@in_virtual_time
async def test_a_client_with_a_valid_token_takes_no_share() -> None:
    door = Door(connections=100, per_address=3)
    door.answers.set()
    lines = [await door.enters(WHOLE) for _ in range(20)]
    assert all(line.is_open for line in lines)
    door.lets_in = False
    lines = [await door.enters(WHOLE) for _ in range(20)]
    assert [line.is_open for line in lines] == [False] * 17 + [True] * 3


@in_virtual_time
async def test_places_are_kept_for_those_who_are_known() -> None:
    """No known client loses its connection, however many addresses have half-sent requests."""
    door = Door(connections=10, per_address=3)
    door.answers.set()
    known = [await door.enters(WHOLE, host="192.0.2.1") for _ in range(2)]
    half = [await door.enters(HALF_A_BODY, host=f"198.51.100.{n}") for n in range(50)]
    assert [line.is_open for line in known] == [True] * 2
    assert sum(line.is_open for line in half) == 8
    assert half[-1].is_open


@in_virtual_time
async def test_a_new_client_learns_that_all_places_are_in_use() -> None:
    door = Door(connections=3, per_address=100)
    known = [await door.enters(WHOLE) for _ in range(3)]
    late = await door.enters()
    assert b"503" in late.sent
    assert all(line.is_open for line in known)
    await door.answers_all()
    assert (await door.enters()).is_open


@in_virtual_time
async def test_a_client_that_does_not_read_its_answer_counts_as_silent() -> None:
    door = Door(connections=1, per_address=100)
    stuck = await door.enters(WHOLE)
    (connection,) = door.state.connections
    connection.pause_writing()
    late = await door.enters()
    connection.connection_lost(None)
    door.answers.set()
    assert (late.is_open, stuck.is_open) == (True, False)


@pytest.mark.parametrize(("beginning", "seconds"), [(b"", 40), (HALF_A_HEAD, 20)], ids=["nothing", "half a head"])
@in_virtual_time
async def test_a_client_may_be_silent_as_long_as_the_limits_say(beginning: bytes, seconds: int) -> None:
    line = await Door(idle_seconds=40, request_seconds=20).enters(beginning)
    await asyncio.sleep(seconds - 1)
    assert line.is_open
    await asyncio.sleep(2)
    assert not line.is_open


@in_virtual_time
async def test_no_byte_puts_the_deadline_off() -> None:
    line = await Door(idle_seconds=40, request_seconds=20).enters(HALF_A_HEAD)
    for _ in range(19):
        await asyncio.sleep(1)
        line.reader.data_received(b"x")
        assert line.is_open
    await asyncio.sleep(2)
    assert not line.is_open


# ── before a token is read ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_what_is_wrong_with_a_request_counts_for_its_address(tmp_path: Path) -> None:
    """401, 400, 413 and 408 alike; a client with a valid token is counted by its token."""
    with guarded(tmp_path, LIMITS__RATE=0.001, LIMITS__BURST=12) as service:
        answers = [posted(service, PARTY, **bearer("wrong")).status_code for _ in range(14)]
        assert (answers[0], answers[-1]) == (401, 429)
        with service.connection() as half:
            half.sendall(HALF_A_BODY)
            assert half.recv(20).startswith(b"HTTP/1.1 429")
        told = [
            httpx2.post(f"{service.address}/mcp", content=b"[" * 5000, headers=bearer("gm"), timeout=PATIENCE_S).status_code
            for _ in range(14)
        ]
        assert (told[0], told[-1]) == (400, 429)


@pytest.mark.slow
def test_the_token_is_looked_at_before_the_body(tmp_path: Path) -> None:
    with guarded(tmp_path) as service:

        def status(body: bytes, **headers: str) -> int:
            return httpx2.post(f"{service.address}/mcp", content=body, headers=headers, timeout=PATIENCE_S).status_code

        assert [status(b"[" * 100_000), status(b"x" * 2_000_000), status(b"\xff")] == [401] * 3
        assert [status(body, **bearer("gm")) for body in (b"[" * 100_000, b"x" * 2_000_000, b"\xff")] == [400, 413, 400]


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_json_comes_in_utf8_alone(tmp_path: Path, encoding: str) -> None:
    """In UTF-16 the letter Ģ holds the byte of a quote, between which no bracket is counted."""
    deep = json.loads('"Ģ"') + "[" * 500 + "]" * 500
    with guarded(tmp_path) as service:
        answer = httpx2.post(f"{service.address}/mcp", content=deep.encode(encoding), headers=bearer("gm"), timeout=PATIENCE_S)
        assert (answer.status_code, "UTF-8" in answer.text) == (400, True)


# ── streams ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def listened(service: Service, uris: list[str], token: str) -> socket.socket:
    """A stream, just asked for."""
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    params = {"notifications": {"resourceSubscriptions": uris}, "_meta": meta}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": METHOD, "params": params}).encode()
    head = (
        f"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n"
        f"accept: application/json, text/event-stream\r\nmcp-protocol-version: 2026-07-28\r\nmcp-method: {METHOD}\r\n"
        f"content-length: {len(body)}\r\n\r\n"
    )
    stream = service.connection()
    stream.sendall(head.encode() + body)
    return stream


def beginning(stream: socket.socket) -> bytes:
    """Until the acknowledgement, or the error."""
    read = b""
    while b"acknowledged" not in read and b'"error"' not in read:
        more = stream.recv(65536)
        if not more:
            break
        read += more
    return read


@pytest.mark.slow
def test_the_streams_of_one_client_stop_nobody(tmp_path: Path) -> None:
    """Limited streams, limited resources, and a write that waits for neither."""
    made = {"operation": "create", "name": "Rat"}
    with guarded(tmp_path, LIMITS__STREAMS=8) as service, ExitStack() as held:

        def opened(uris: list[str], token: str = "viewer") -> bytes:
            return beginning(held.enter_context(listened(service, uris, token)))

        assert b"is not a resource to watch" in opened([f"x://{n}" for n in range(3)])
        assert b"may watch at most 200 resources" in opened([f"character://c{n}.1" for n in range(30_000)])
        heard = [opened([f"character://c{n}.{k}" for k in range(25)]) for n in range(8)]
        assert all(b"acknowledged" in each for each in heard)
        assert b"8 streams open" in opened([])
        assert b"acknowledged" in opened(["character://c1.1"], "gm")
        assert [posted(service, made, "manage_character", **bearer("gm")).status_code for _ in range(5)] == [200] * 5


def test_a_stream_that_ends_makes_room() -> None:
    streams = Streams(most_of_one=2, most_of_all=3)
    with streams.one_more("ann", ["a"] * 150):
        with pytest.raises(MCPError, match="200 resources"), streams.one_more("ann", ["a"] * 60):
            pass
        with streams.one_more("ann", ["a"] * 50), streams.one_more("ben", []):
            with pytest.raises(MCPError, match="2 streams open"), streams.one_more("ann", []):
                pass
            with pytest.raises(MCPError, match="All streams"), streams.one_more("cid", []):
                pass
    with streams.one_more("ann", ["a"] * 200):
        pass
    assert not streams._open and not streams._watched


@in_virtual_time
async def test_a_write_waits_for_no_listener() -> None:
    """The cost of a rev for writers does not depend on the number of watched resources; the streams get their messages one by one."""
    told: list[tuple[int, str]] = []
    listening, of_nobody = Listening(0, Streams(300, 300)), Listening(0, Streams(300, 300))
    for n in range(250):
        _WATCHES.set((f"character://c{n}.1", "rpg://inventory/here"))
        listening._bus_of_all.subscribe(lambda event, n=n: told.append((n, event.uri)))
    listening.note_rev(1)
    assert not told
    assert python_calls(lambda: listening.note_rev(2)) <= python_calls(lambda: of_nobody.note_rev(2)) + 2
    for rev in range(3, 100):
        listening.note_rev(rev)
    await asyncio.sleep(TELLS_S)
    assert sorted(told) == sorted((n, uri) for n in range(250) for uri in (f"character://c{n}.1", "rpg://inventory/here"))
    listening.note_rev(100)
    await asyncio.sleep(TELLS_S / 2)
    assert len(told) == 1000
    listening.note_rev(101)
    await asyncio.sleep(TELLS_S / 4)
    assert len(told) == 1000
    await asyncio.sleep(TELLS_S / 2)
    assert len(told) == 1500


@pytest.mark.parametrize(
    ("uri", "good"),
    [
        ("character://c1.1", True),
        ("rpg://inventory/here", True),
        ("rpg://inventory/Th%C3%B3rin", True),
        ("item://Ring%20of%20Protection", True),
        ("items://templates", True),
        ("x://c1.1", False),
        ("character://", False),
        ("character://a/b", False),
        ("character://" + "a" * 2000, False),
    ],
)
def test_only_resources_of_ours_are_watched(uri: str, good: bool) -> None:
    if good:
        assert check_uris([uri, uri]) == (uri,)
    else:
        with pytest.raises(MCPError, match="not a resource"):
            check_uris([uri])


async def test_what_may_be_watched_is_what_the_server_has() -> None:
    """But for the pages of the table's folder and the menu of tools, which no call changes."""
    with open_campaign(":memory:") as game:
        mcp = server(game)
        listed = {str(r.uri) for r in await mcp.list_resources() if not str(r.uri).startswith("room://")} | {
            t.uri_template for t in await mcp.list_resource_templates()
        }
    assert listed - {LORE, MENU, mcp_apps_page.URI} == set(FORMS)


# ── what one client leaves behind ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_player_writes_so_much_and_no_more(tmp_path: Path) -> None:
    """Twenty long notes at once are too much for ever, many short calls for a while; the game master is not counted."""
    notes = {"operation": "note", "batch": [{"text": "x" * 4000}] * 20}
    with guarded(tmp_path, LIMITS__LETTERS=2000) as service:

        def said(arguments: dict[str, Any], token: str) -> str:
            return str(posted(service, arguments, "keep_journal", **bearer(token)).json()["result"]["content"][0]["text"])

        assert "send less at once. Nothing was changed" in said(notes, "player")
        assert "notes: xxxx" in said(notes, "gm")
        told = [said({"operation": "note", "text": "y" * 3000}, "player") for _ in range(5)]
        assert "wait" not in told[0] and "wait" in told[-1] and "Nothing was changed" in told[-1]
        reading = posted(service, PARTY, **bearer("player")).json()["result"]
        assert not reading.get("isError")


async def test_no_text_over_mcp_is_longer_than_a_model_reads() -> None:
    """Neither for a journal, nor for an export, nor for a batch of them; a cut text says how to go on."""
    with open_campaign(":memory:") as game:
        async with Client(server(game)) as client:

            async def asked(arguments: dict[str, Any], tool: str = "read_campaign") -> Any:
                return await client.call_tool(tool, arguments, raise_on_error=False)

            await asked({"operation": "create", "name": "Thorin", "character": {"party": True}}, "manage_character")
            for n in range(10):
                await asked({"operation": "note", "batch": [{"text": f"note {n}.{k} " + "é" * 3900} for k in range(5)]}, "keep_journal")
            read = {"operation": "journal", "last": 50}
            answers = [await asked({"batch": [read] * 20}), await asked({**read, "detail": "full"})]
            answers.append(await asked({"operation": "history", "last": 50, "detail": "full"}))
            assert all(len(a.content[0].text.encode()) <= MOST_BYTES for a in answers)
            assert "Cut here" in answers[0].content[0].text and answers[0].structured_content["text"] == answers[0].content[0].text
            assert len(json.dumps(answers[2].structured_content)) < 100_000
            found, skip = set(), 0
            for _ in range(20):
                text = (await asked({**read, "skip": skip})).content[0].text
                shown = re.findall(r"note (\d\.\d) ", text)
                found |= {*shown}
                skip += len(shown)
                if "older entr" in text:
                    assert f"ask again with skip {skip}." in text
                else:
                    break
            assert (len(found), skip) == (50, 50)


async def test_an_export_is_whole_or_says_where_it_is() -> None:
    with open_campaign(":memory:") as game:
        async with Client(server(game)) as client:
            items = [
                {"operation": "give", "characterName": "Thorin", "item": {"name": f"Relic {n}", "type": "tool", "description": "é" * 3900}}
                for n in range(20)
            ]
            await client.call_tool("manage_character", {"operation": "create", "name": "Thorin"})
            await client.call_tool("manage_inventory", {"batch": items})
            answer = await client.call_tool("manage_character", {"operation": "export", "characterName": "Thorin"})
    assert len(answer.content[0].text.encode()) < MOST_BYTES
    assert "structured content" in answer.content[0].text
    assert len(json.dumps(answer.structured_content["results"][0]["document"])) > 70_000
