"""The HTTP server as a service: a real process over loopback is stopped, flooded, stalled, cut off from its database and listened to."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from fastmcp import Client
from fastmcp.server.auth import AccessToken
from mcp import MCPError
from mcp.client.subscriptions import listen
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.shared.subscriptions import ResourceUpdated
from uvicorn.server import ServerState

from bench.ports import kept_port
from rpg_lite import open_campaign
from rpg_lite.server import connection_limits
from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.server.http_server import Server, _where
from rpg_lite.server.limits import Rates, client_of, is_deeper
from rpg_lite.server.listening_sockets import bind_sockets, dealt
from rpg_lite.server.settings import Limits
from rpg_lite.store.migrate import HEAD
from rpg_lite.terminal.command_io import Stop
from tests.postgres import NewDatabase
from tests.postgres import server as postgres_server
from tests.server.clients import ROOT, environment
from tests.server.posting import STATELESS
from tests.server.services import (
    PARTY,
    PATIENCE_S,
    PATIENT_AT_THE_END,
    Service,
    children,
    many_sockets,  # noqa: F401
    posted,
    program_with,
    serving,
)
from tests.store.worlds import kept_busy
from tests.waiting import until

pytestmark = pytest.mark.service
TWENTY = [{"operation": "create", "name": "Rat"}] * 20


async def test_an_answer_does_not_wait_for_leave_to_be_sent_whole() -> None:
    """The second half of each would come 40 ms later, once a connection is no longer new, if its socket did not send small writes at once."""
    for (bound,) in (bind_sockets("127.0.0.1", 0), *dealt("127.0.0.1", 0, 1)):
        assert await sends_at_once(bound)


async def sends_at_once(bound: socket.socket) -> bool:
    """Whether a connection at this socket has the option, after its first answer."""
    made: list[connection_limits.Connection] = []

    def connected() -> connection_limits.Connection:
        made.append(kind(config, ServerState(), {}, asyncio.get_running_loop()))
        return made[-1]

    async def answers(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    kind = connection_limits.protocol(Limits())
    config = uvicorn.Config(answers, interface="asgi3", lifespan="off", ws="none", log_config=None)
    async with await asyncio.get_running_loop().create_server(connected, sock=bound), httpx2.AsyncClient(timeout=PATIENCE_S) as client:
        await client.get(f"http://127.0.0.1:{bound.getsockname()[1]}/")
        return bool(made[0].transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))


# ── the end ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_finishes_what_runs(tmp_path: Path, told: signal.Signals) -> None:
    """The signal comes during batches: each batch is complete or absent, each answer is true, and the exit code is 0."""
    confirmed: list[int] = []
    heard = threading.Semaphore(0)

    def plays(n: int) -> None:
        for turn in range(1000):
            try:
                answer = posted(service, {"batch": TWENTY, "requestId": f"{n}.{turn}"}, "manage_character")
            except httpx2.HTTPError:
                return
            confirmed.append(answer.json()["result"]["structuredContent"]["rev"])
            heard.release()

    with serving(tmp_path, program=PATIENT_AT_THE_END) as service:
        players = [threading.Thread(target=plays, args=(n,)) for n in range(4)]
        for player in players:
            player.start()
        for _ in players:
            assert heard.acquire(timeout=PATIENCE_S)
        with service.connection():  # one who has connected and says nothing
            service.process.send_signal(told)
            assert service.process.wait(PATIENCE_S) == 0
        for player in players:
            player.join(PATIENCE_S)
    with open_campaign(tmp_path / "party.db") as game:
        commits = game.store.read(game.campaign.id, lambda at: at.commits_since(0))
        world = game.store.read(game.campaign.id, lambda at: at.whole())
    batches = [commit for commit in commits if commit.tool == "manage_character"]
    rats = sum(thing.name == "Rat" for thing in world.things.values())
    assert rats == 20 * len(batches)
    assert set(confirmed) <= {commit.rev for commit in batches}
    assert "Traceback" not in service.log.read_text("utf-8")


async def test_a_server_that_ends_does_not_wait_for_who_was_just_accepted() -> None:
    """It is told to end after it has accepted a connection, and before that connection is among those that it knows."""
    accepted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    class Arriving(connection_limits.protocol(Limits(idle_seconds=3600))):  # type: ignore[misc]
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            accepted.set_result(None)  # whoever waits goes on before asyncio calls connection_made

    (bound,) = bind_sockets("127.0.0.1", 0)
    ending = Server(uvicorn.Config(nothing, http=Arriving, lifespan="off", ws="none", log_config=None), Followed())  # type: ignore[arg-type]
    ending.config.load()
    ending.lifespan = ending.config.lifespan_class(ending.config)
    await ending.startup([bound])
    with socket.create_connection(bound.getsockname(), timeout=PATIENCE_S):
        await accepted
        async with asyncio.timeout(PATIENCE_S):
            await ending.shutdown([bound])
    assert not ending.server_state.connections


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers nobody."""


class Followed:
    """As much of a router as a server needs that serves nobody."""

    class game:  # the names under which a server says where it is
        campaign = store = type("Named", (), {"name": "none", "url": "none"})

    async def follow(self) -> None: ...

    def close(self) -> None: ...


TELLS_WHO_WAITS = program_with(
    """
import sys
from rpg_lite.store.store import Store
write_together = Store.write_together
def waits(*given):
    print("a call waits", file=sys.stderr, flush=True)
    return write_together(*given)
Store.write_together = waits
"""
)
"""A program that says when a call begins to wait for the file on a thread."""


@pytest.mark.slow
def test_a_call_that_waits_for_another_program_does_not_hold_the_end(tmp_path: Path) -> None:
    """Its transaction is rolled back or whole; the exit code is 0 although the lock outlasts the patience."""
    with serving(tmp_path, program=TELLS_WHO_WAITS) as service:
        with kept_busy(tmp_path / "party.db"):
            answers: list[Any] = []

            def asks() -> None:
                with suppress(httpx2.HTTPError):
                    answers.append(posted(service, {"operation": "create", "name": "Rat"}, "manage_character"))

            asking = threading.Thread(target=asks)
            asking.start()
            until(lambda: b"a call waits" in service.log.read_bytes(), process=service.process)
            service.process.terminate()
            assert service.process.wait(PATIENCE_S) == 0
        asking.join(PATIENCE_S)
    with open_campaign(tmp_path / "party.db") as game:
        assert "Rat" not in game.ask(PARTY, "read_campaign")["text"]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_chat_of_either_era_goes_on_after_a_restart(tmp_path: Path, mode: str) -> None:
    """Nothing is kept between calls, so no client hears that a session is gone."""
    with kept_port() as port, serving(tmp_path, port=port) as service:
        async with Client(f"{service.address}/mcp", mode=mode) as chat:
            before = await chat.call_tool("manage_character", {"operation": "create", "name": "Thorin"})
            service.process.terminate()
            assert service.process.wait(PATIENCE_S) == 0
            with serving(tmp_path, port=port):
                after = await chat.call_tool("read_campaign", {"operation": "character", "characterName": "Thorin"})
    assert (before.structured_content["ok"], after.structured_content["ok"]) == (True, True)


# ── limits ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("strict"), LIMITS__BODY_BYTES=5000, LIMITS__DEPTH=20) as service:
        yield service


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("hasty"), LIMITS__IDLE_SECONDS=1, LIMITS__REQUEST_SECONDS=1) as service:
        yield service


def nested(levels: int) -> dict[str, Any]:
    inner: Any = "deep"
    for _ in range(levels):
        inner = [inner]
    return {"operation": "party", "x": inner}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ({"operation": "party", "x": "a" * 6000}, 413, "larger than the 5000 bytes"),
        ({"operation": "party", "x": "a" * 1_000_000}, 413, "larger than the 5000 bytes"),
        (nested(100), 400, "nested deeper than the 20 levels"),
        ({"operation": "party", "x": "[" * 100}, 200, "x"),
    ],
)
def test_what_cannot_be_read_is_told_so_before_it_is_read(strict: Service, arguments: dict[str, Any], status: int, said: str) -> None:
    answer = posted(strict, arguments)
    assert answer.status_code == status
    assert said in (answer.json()["error"]["message"] if status != 200 else answer.text)


@pytest.mark.slow
def test_a_body_without_a_length_is_counted_too(strict: Service) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    answer = httpx2.post(f"{strict.address}/mcp", content=endless(), headers=STATELESS, timeout=PATIENCE_S)
    assert answer.status_code == 413


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_of_either_era_gets_the_sentence(strict: Service, mode: str) -> None:
    async with Client(f"{strict.address}/mcp", mode=mode) as client:
        with pytest.raises(MCPError, match="larger than the 5000 bytes"):
            await client.call_tool("read_campaign", {"operation": "party", "x": "a" * 6000})
        assert (await client.call_tool("read_campaign", PARTY)).structured_content["ok"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "beginning",
    [b"", b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n", b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n\r\n{"],
)
def test_a_silent_client_is_dropped(hasty: Service, beginning: bytes) -> None:
    with hasty.connection() as idle:
        idle.sendall(beginning)
        try:
            answer = idle.recv(1000)
        except ConnectionResetError:
            answer = b""
    assert answer == b"" or answer.startswith(b"HTTP/1.1 408")


@pytest.mark.slow
def test_single_bytes_do_not_hold_a_connection(hasty: Service) -> None:
    with hasty.connection() as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\nx-slow: ")
        until(lambda: is_dropped(slow), process=hasty.process)


def is_dropped(slow: socket.socket) -> bool:
    """Whether one more byte comes too late."""
    slow.setblocking(False)
    try:
        slow.send(b"a")
        return slow.recv(1000) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


@pytest.mark.slow
def test_a_thousand_who_say_nothing_stop_nobody(tmp_path: Path, many_sockets: None) -> None:
    with serving(tmp_path, LIMITS__CONNECTIONS=100) as service, ExitStack() as idle:
        for _ in range(1000):
            idle.enter_context(service.connection())
        assert posted(service, PARTY).status_code == 200
        service.process.terminate()
        assert service.process.wait(PATIENCE_S) == 0


@pytest.mark.slow
async def test_a_client_that_asks_too_often_must_wait_in_both_eras(tmp_path: Path) -> None:
    """In the time of the test, nobody may ask again."""
    with serving(tmp_path, LIMITS__RATE=0.001, LIMITS__BURST=12) as service:
        answers = [posted(service, PARTY) for _ in range(16)]
        assert [a.status_code for a in answers] == [*[200] * 12, *[429] * 4]
        assert 0 < int(answers[-1].headers["retry-after"]) <= 1000
        assert "Too many requests at once from you: wait" in answers[-1].json()["error"]["message"]
        page = httpx2.get(service.address, timeout=PATIENCE_S)
        assert (page.status_code, page.text.startswith("Too many requests")) == (429, True)
        for mode in ("auto", "legacy"):
            with pytest.raises(Exception, match="Too many requests"):
                async with Client(f"{service.address}/mcp", mode=mode) as client:
                    await client.call_tool("read_campaign", PARTY)


def test_each_client_has_a_bucket_of_its_own() -> None:
    rates = Rates(rate=2, burst=3)
    assert [rates.wait_for("ann", 0.0) for _ in "1234"] == [0, 0, 0, 0.5]
    assert rates.wait_for("ben", 0.0) == 0
    assert rates.wait_for("ann", 0.5) == 0
    assert rates.wait_for("ann", 0.75) == 0.25
    assert [rates.wait_for("ann", 100.0) for _ in "1234"] == [0, 0, 0, 0.5]


@pytest.mark.parametrize(("claims", "client"), [(None, "192.0.2.7"), ({}, "subject app"), ({"sub": "ann"}, "subject ann")])
def test_a_client_is_the_subject_of_its_token_else_its_address(claims: dict[str, Any] | None, client: str) -> None:
    scope: dict[str, Any] = {"type": "http", "client": ("192.0.2.7", 5), "headers": []}
    if claims is not None:
        scope["user"] = AuthenticatedUser(AccessToken(token="t", client_id="app", scopes=[], claims=claims))
    assert client_of(scope) == client


@pytest.mark.parametrize(
    ("body", "depth"),
    [
        (b"", 0),
        (b"12", 0),
        (b'{"a": []}', 2),
        (b'["\\"[[[[", "\\\\", [1]]', 2),
        (b'"[[[["', 0),
        (b"[" * 100_000, 100_000),
        (b"[" * 60 + b"]" * 60 + b"[]" * 1000, 60),
        (b"[]" * 100_000, 1),
        (b'"' + b'\\"' * 100_000, 0),
        ("[[“[[”]]".encode(), 4),
    ],
)
def test_depth_is_counted_outside_of_texts(body: bytes, depth: int) -> None:
    assert not is_deeper(body, depth)
    assert depth == 0 or is_deeper(body, depth - 1)


@pytest.mark.parametrize("piece", [b"[", b"[]", b"[" * 64 + b"]" * 64, b"[" * 500 + b"]" * 500, b'""', b'"[', b"]["])
def test_a_mebibyte_of_brackets_holds_the_loop_no_longer_than_a_call(piece: bytes) -> None:
    """The interpreter takes one step for many bytes, and methods of bytes walk over the body a few times, not once for each level."""
    body = piece * (1_048_576 // len(piece))
    steps, walked = work_on(body)
    assert steps < len(body) / 16
    assert walked < 10 * len(body)


def work_on(body: bytes) -> tuple[int, int]:
    """The lines and calls that it takes to count the levels of this body, and the bytes that methods of bytes walk over."""
    steps = walked = 0

    def heard(frame: object, event: str, argument: Any) -> Any:
        nonlocal steps, walked
        steps += event in ("line", "call", "c_call")
        if event == "c_call" and isinstance(getattr(argument, "__self__", None), bytes):
            walked += len(argument.__self__)
        return heard

    before = sys.gettrace()
    sys.settrace(heard)
    sys.setprofile(heard)
    try:
        is_deeper(body, 64)
    finally:
        sys.setprofile(None)
        sys.settrace(before)
    return steps, walked


# ── the log ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_each_call_is_one_line_without_what_was_in_it(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        posted(service, {"operation": "create", "name": "Hushed", "requestId": "r1"}, "manage_character", authorization="Bearer hunter2")
        posted(service, {"characterName": "Hushed", "batch": [{"operation": "give", "template": "Shield"}] * 2}, "manage_inventory")
        posted(service, {"operation": "equip", "characterName": "Nobody"}, "manage_inventory")
        posted(service, {"operation": "hunter2"}, "hunter2")
        lines, text = service.calls(), service.log.read_text("utf-8")
    shown = [(line["tool"], line["operation"], line["ok"], line.get("code"), line.get("request")) for line in lines]
    assert shown == [
        ("manage_character", "create", True, None, "r1"),
        ("manage_inventory", "give", True, None, None),
        ("manage_inventory", "equip", False, lines[2]["code"], None),
        ("unknown", "unknown", False, "tool_unknown", None),
    ]
    assert lines[2]["code"]
    assert {line["campaign"] for line in lines} == {"campaign"}
    assert {line["client"] for line in lines} == {"127.0.0.1"}
    assert not [line for line in text.splitlines() if not line.startswith("{")]
    assert [line.get("rev") for line in lines[:2]] == [lines[0]["rev"], lines[0]["rev"] + 1]
    assert all(line["ms"] >= 0 and line["time"].endswith("+00:00") for line in lines)
    assert not [word for word in ("Hushed", "hunter2", "Shield", "Nobody") if word in text]


# ── health ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.sqlite("its files; the next one is about PostgreSQL")
@pytest.mark.slow
def test_health_turns_with_the_database(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        well = httpx2.get(f"{service.address}/health", timeout=PATIENCE_S)
        (tmp_path / "party.db").rename(tmp_path / "away.db")
        ill = httpx2.get(f"{service.address}/health", timeout=PATIENCE_S)
        (tmp_path / "away.db").rename(tmp_path / "party.db")
        again = httpx2.get(f"{service.address}/health", timeout=PATIENCE_S)
    assert [a.status_code for a in (well, ill, again)] == [200, 503, 200]
    assert (well.json()["schema"], well.json()["database"]) == (HEAD, "ok")
    assert (ill.json()["ok"], ill.json()["database"]) == (False, "database_replaced")
    assert "put it back" in ill.json()["text"]
    assert again.json()["uptime"] >= well.json()["uptime"] >= 0


@pytest.mark.slow
def test_health_turns_with_a_server_of_databases(tmp_path: Path) -> None:
    with postgres_server() as cluster, serving(tmp_path, db=cluster()) as service:
        seen = [httpx2.get(f"{service.address}/health", timeout=PATIENCE_S)]
        cluster.stop("fast")
        seen.append(httpx2.get(f"{service.address}/health", timeout=PATIENCE_S))
        cluster.start()
        seen.append(httpx2.get(f"{service.address}/health", timeout=PATIENCE_S))
        assert posted(service, PARTY).json()["result"]["structuredContent"]["ok"]
    assert [a.status_code for a in seen] == [200, 503, 200]
    assert seen[1].json()["database"] == "database_unreachable"


# ── several workers ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def postgresql(new_database: NewDatabase) -> str:
    return new_database()


OPEN = "01"
"""A connection's state in /proc/net/tcp."""
REPLACES_EACH = program_with("from rpg_lite.server import workers", "workers.TOO_SOON_S = 0", f"workers.PATIENCE_S = {PATIENCE_S}")
"""A program to which no end of a worker is a false start, and which waits at its own end as long as it takes."""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for the workers in /proc")
async def test_workers_share_the_work_replace_who_dies_and_end_together(tmp_path: Path, postgresql: str) -> None:
    with serving(tmp_path, "--workers", "2", db=postgresql, program=REPLACES_EACH) as service:

        async def plays(n: int) -> None:
            async with Client(f"{service.address}/mcp", mode=("auto", "legacy")[n % 2]) as client:
                for _ in range(5):
                    await client.call_tool("manage_character", {"operation": "create", "name": f"Rat {n}"})

        await asyncio.gather(*(plays(n) for n in range(6)))
        first = children(service.process)
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        until(lambda: len({*children(service.process)} - {first[0]}) == 2, process=service.process)
        assert first[1] in children(service.process)
        for _ in range(10):
            assert posted(service, PARTY).status_code == 200
        service.process.terminate()
        assert service.process.wait(PATIENCE_S) == 0
        assert not Path(f"/proc/{first[1]}").exists()
    with open_campaign(postgresql) as game:
        things = game.store.read(game.campaign.id, lambda at: at.whole()).things.values()
    assert sum(thing.name.startswith("Rat ") for thing in things) == 30


def accepted(pid: int, port: int) -> int:
    """The open connections that this process has accepted on the port, as the system lists them."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    there = {f"socket:[{row[9]}]" for row in rows if row[1].endswith(f":{port:04X}") and row[3] == OPEN}
    return len(there & {*open_files(pid)})


def open_files(pid: int) -> Iterator[str]:
    for fd in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # it has just been closed
            yield str(fd.readlink())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone deals them out")
def test_connections_that_come_at_once_are_dealt_out(tmp_path: Path, postgresql: str) -> None:
    """So many that they would go to one side by chance once in a million million runs."""
    with serving(tmp_path, "--workers", "2", db=postgresql) as service, ExitStack() as open_ones:
        workers = children(service.process)
        for _ in range(64):
            open_ones.enter_context(service.connection())
        until(lambda: sum(accepted(pid, service.port) for pid in workers) == 64, process=service.process)
        taken = [accepted(pid, service.port) for pid in workers]
    assert min(taken) >= 5


@pytest.mark.slow
async def test_a_listener_hears_of_what_another_process_wrote(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        posted(service, {"operation": "create", "name": "Thorin"}, "manage_character")
        async with (
            Client(f"{service.address}/mcp") as client,
            listen(client.session, resource_subscriptions=["character://c1.1"]) as heard,
        ):
            with open_campaign(tmp_path / "party.db") as other:
                assert other.ask({"characterName": "Thorin", "operation": "give", "template": "Torch"})["ok"]
            assert await asyncio.wait_for(anext(heard), PATIENCE_S) == ResourceUpdated("character://c1.1")


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_ends_when_the_port_is_taken(tmp_path: Path, postgresql: str, workers: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        http = f"127.0.0.1:{taken.getsockname()[1]}"
        command = [sys.executable, "-m", "rpg_lite", "serve", "--http", http, "--workers", workers, "--db", postgresql]
        done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=PATIENCE_S)
    told = f"rpg-lite: cannot listen on {http}: address already in use; stop the program that listens there"
    assert (done.returncode, done.stderr.startswith(told), done.stderr.count("\n")) == (1, True, 1)


@pytest.mark.parametrize(
    ("host", "port", "told"), [("192.0.2.1", 8000, "an address of this machine"), ("a.invalid", 80, "of this machine")]
)
def test_an_address_of_another_machine_is_told_with_one_that_would_do(host: str, port: int, told: str) -> None:
    with pytest.raises(Stop, match=told):
        bind_sockets(host, port)


async def test_a_client_that_is_gone_before_its_turn_is_dropped() -> None:
    class Gone:
        family = socket.AF_INET

        def setsockopt(self, *_: object) -> None:
            raise OSError(22, "Invalid argument")

        def getpeername(self) -> None:
            raise OSError(107, "Transport endpoint is not connected")

        def getsockname(self) -> tuple[str, int]:
            return "127.0.0.1", 8000

    class Parting(asyncio.Transport):
        def close(self) -> None:
            pass

    state = ServerState()
    connection = connection_limits.protocol(Limits())(uvicorn.Config(CampaignRouter), state, {}, asyncio.get_running_loop())
    connection.connection_made(Parting({"socket": Gone()}))
    assert state.connections == {connection}
    connection.connection_lost(None)
    assert not state.connections


HERE, ABSENT = (socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "2001:db8::1")


@pytest.mark.parametrize(
    "known", [[HERE], [HERE, HERE], [ABSENT, HERE], [HERE, ABSENT]], ids=["one", "twice", "first absent", "last absent"]
)
def test_what_a_name_has_here_is_listened_on_once(monkeypatch: pytest.MonkeyPatch, known: list[tuple[socket.AddressFamily, str]]) -> None:
    with kept_port() as port:
        found = [(family, socket.SOCK_STREAM, 6, "", (address, port)) for family, address in known]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
        (taken,) = bind_sockets("party.example", port)
        with taken:
            assert taken.getsockname() == ("127.0.0.1", port)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.2 is no address")
def test_all_addresses_of_a_name_have_one_port_when_the_system_chooses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in ("127.0.0.1", "127.0.0.2")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    one, two = bind_sockets("party.example", 0)
    with one, two:
        assert one.getsockname()[1] == two.getsockname()[1] > 0


def test_a_name_that_has_nothing_here_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(ABSENT[0], socket.SOCK_STREAM, 6, "", (ABSENT[1], 8000))])
    with pytest.raises(Stop, match="cannot listen on"):
        bind_sockets("party.example", 8000)


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "told"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("localhost", "localhost")])
def test_a_server_says_first_what_it_serves_and_where(tmp_path: Path, asked: str, told: str) -> None:
    if ":" in asked and not has_ipv6():
        pytest.skip("there is no IPv6 here")
    with kept_port() as port, serving(tmp_path, host=asked, port=port) as service:
        lines = [json.loads(line)["message"] for line in service.log.read_text("utf-8").splitlines()]
    said = f'serving the campaign "campaign" in {tmp_path / "party.db"} at http://{told}:{service.port}: clients at /mcp, a page at /'
    assert [line for line in lines if line.startswith(said)], lines


@pytest.mark.parametrize(("asked", "told"), [("0.0.0.0", "127.0.0.1"), ("::", "[::1]")])
def test_a_server_on_all_addresses_names_one_that_answers_here(asked: str, told: str) -> None:
    with open_campaign() as game:
        line = _where(uvicorn.Config(lambda: None, host=asked, port=8000), CampaignRouter(game), 8000)
    assert f"at http://{told}:8000 and every other address of this machine: " in line
