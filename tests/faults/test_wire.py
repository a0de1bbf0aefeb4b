"""Input over the wire: payloads of any content by the listed schemas, in both eras of the protocol, and bytes that are not a request."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any, Final

import httpx2
import pytest
from anyio.from_thread import start_blocking_portal
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg_lite.messages.tool_purposes import PURPOSES
from rpg_lite.operations import schema
from rpg_lite.server.http_server import Explained
from rpg_lite.server.mcp import http_app
from tests.faults.hostile import anything, of_the_schema
from tests.faults.wires import ERAS, is_answered, is_refused, message_of, written
from tests.furnished import furnished
from tests.operations.table import Table
from tests.server.posting import META, STATELESS, call

SOME: Final = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
MANY: Final = settings(SOME, max_examples=500)


class Wire:
    """The app as it is served, without a socket, on a loop of its own."""

    def __init__(self) -> None:
        self.table: Table = furnished()
        self._open = ExitStack()
        self._portal = self._open.enter_context(start_blocking_portal())
        app = http_app(self.table.game)
        self._open.enter_context(self._portal.wrap_async_context_manager(app.router.lifespan_context(app)))
        self._client = httpx2.AsyncClient(transport=httpx2.ASGITransport(Explained(app)), base_url="http://127.0.0.1:8000")

    def post(self, body: bytes, path: str = "/mcp", **headers: str) -> httpx2.Response:
        return self.send("POST", path, body, {"content-type": "application/json", **headers})

    def send(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> httpx2.Response:
        return self._portal.call(partial(self._client.request, method, path, content=body, headers=headers))

    def close(self) -> None:
        self._portal.call(self._client.aclose)
        self._open.close()
        self.table.game.close()


@pytest.fixture(scope="module")
def wire() -> Iterator[Wire]:
    wire = Wire()
    yield wire
    wire.close()


def called(wire: Wire, tool: str, arguments: Any, era: str) -> httpx2.Response:
    body, headers = written(tool, arguments, era)
    return wire.post(body, **headers)


# ── every tool by its own schema ────────────────────────────────────────────────────────────────────────────────────


def play(wire: Wire, tool: str, arguments: Any, era: str) -> None:
    before = wire.table.now
    refused = is_refused(is_answered(called(wire, tool, arguments, era)))
    after = wire.table.now
    if refused or (isinstance(arguments, dict) and arguments.get("dryRun") is True):
        assert after == before, (tool, arguments)
    else:
        assert after == before or after.rev == before.rev + 1, (tool, arguments)


@pytest.mark.parametrize("tool", PURPOSES)
def test_whatever_the_schema_lets_pass_is_answered_over_http(wire: Wire, tool: str):
    @SOME
    @given(of_the_schema(schema.flat(tool)), st.sampled_from(ERAS))
    def sent(arguments: Any, era: str) -> None:
        play(wire, tool, arguments, era)

    sent()


@pytest.mark.faults
@pytest.mark.timeout(900)
@pytest.mark.parametrize("tool", PURPOSES)
def test_however_much_of_it_is_sent(wire: Wire, tool: str):
    @MANY
    @given(of_the_schema(schema.flat(tool)), st.sampled_from(ERAS))
    def sent(arguments: Any, era: str) -> None:
        play(wire, tool, arguments, era)

    sent()


# ── what is no call ─────────────────────────────────────────────────────────────────────────────────────────────────

GOOD: Final = json.dumps(call("read_campaign", {"operation": "party"}))
GARBAGE: Final[dict[str, bytes]] = {
    "nothing": b"",
    "no JSON": b"{",
    "not UTF-8": b'{"jsonrpc":"2.0","id":1,"method":"\xff"}',
    "UTF-16": GOOD.encode("utf-16"),
    "null": b"null",
    "a number": b"7",
    "a list": b"[]",
    "a list of calls": f"[{GOOD},{GOOD}]".encode(),
    "half a letter": GOOD.replace("party", "\\ud800").encode(),
    "half a letter for a tool": GOOD.replace("read_campaign", "\\udfff").encode(),
    "the null character": GOOD.replace("party", "\\u0000").encode(),
    "no version": GOOD.replace('"jsonrpc": "2.0", ', "").encode(),
    "another version": GOOD.replace("2.0", "1.0").encode(),
    "no method": GOOD.replace('"method"', '"m"').encode(),
    "a method that is none": GOOD.replace("tools/call", "tools/burn").encode(),
    "a method that is a list": GOOD.replace('"tools/call"', "[1]").encode(),
    "a tool that is a number": GOOD.replace('"read_campaign"', "7").encode(),
    "arguments that are a list": GOOD.replace('{"operation": "party"}', "[1]").encode(),
    "arguments that are null": GOOD.replace('{"operation": "party"}', "null").encode(),
    "an id of a list": GOOD.replace('"id": 1', '"id": [1]').encode(),
    "an id of null": GOOD.replace('"id": 1', '"id": null').encode(),
    "an id that no number is": GOOD.replace('"id": 1', '"id": 1e999').encode(),
    "an id of a thousand digits": GOOD.replace('"id": 1', '"id": ' + "9" * 1000).encode(),
    "no meta": GOOD.replace("_meta", "meta").encode(),
    "a meta that is a text": GOOD.replace(json.dumps(META), '"x"').encode(),
    "an answer": b'{"jsonrpc":"2.0","id":1,"result":{}}',
    "a notification": b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
    "a key twice that matters": GOOD.replace('"jsonrpc"', '"method":"x","jsonrpc"').encode(),
    "very deep": b'{"jsonrpc":"2.0","id":1,"method":' + b"[" * 60 + b"]" * 60 + b"}",
    "very wide": b"[" + b"1," * 200_000 + b"1]",
}


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("body", GARBAGE.values(), ids=GARBAGE)
def test_what_is_no_call_is_refused_in_the_words_of_the_protocol(wire: Wire, body: bytes, era: str):
    before = wire.table.now
    headers = {**STATELESS, "mcp-protocol-version": era, "mcp-name": "read_campaign"}
    answer = wire.post(body, **headers)
    assert answer.status_code < 500, answer.text[:300]
    assert len(answer.content) < 20_000 and "Traceback" not in answer.text and "-32603" not in answer.text, answer.text[:400]
    assert wire.table.now == before


METHODS: Final = (
    "tools/call",
    "tools/list",
    "resources/read",
    "resources/list",
    "prompts/get",
    "initialize",
    "ping",
    "server/discover",
    "x",
    "",
)


@settings(SOME, max_examples=20)
@given(method=st.sampled_from(METHODS), params=anything, id=anything, era=st.sampled_from([*ERAS, "", "x", "9999-99-99"]))
def test_whatever_stands_in_a_request_it_is_answered(wire: Wire, method: str, params: Any, id: Any, era: str):
    before = wire.table.now
    try:
        body = json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}, allow_nan=False).encode()
    except ValueError:
        return
    answer = wire.post(body, **{**STATELESS, "mcp-method": method or "x", "mcp-protocol-version": era})
    assert answer.status_code < 500, answer.text[:400]
    assert "-32603" not in answer.text and "Traceback" not in answer.text, answer.text[:400]
    assert wire.table.now == before


# ── a key twice ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("era", ERAS)
def test_the_last_of_two_equal_keys_counts(wire: Wire, era: str):
    """The rule of every JSON reader here: only the models decide which payload is carried out."""
    twice = GOOD.replace('"operation": "party"', '"operation": "burn", "operation": "party"')
    plain = json.loads(twice)
    headers = {**STATELESS, "mcp-protocol-version": era, "mcp-name": "read_campaign"}
    message = is_answered(wire.post(twice.encode(), **headers))
    assert plain["params"]["arguments"] == {"operation": "party"} and not is_refused(message)


# ── paths ───────────────────────────────────────────────────────────────────────────────────────────────────────────

PATHS: Final = (
    "../../../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "file:///etc/passwd", "....//etc/passwd",
    "..\\..\\windows\\win.ini", "%00", "a%0d%0ab", "x" * 20_000, "{0.__class__}", "%ff", "~", "CON", "'; DROP TABLE thing; --",
)  # fmt: skip
RESOURCES: Final = ("item://", "character://", "rpg://inventory/", "items://", "file://", "")


@pytest.mark.parametrize("start", RESOURCES)
@pytest.mark.parametrize("path", PATHS, ids=[p[:20] for p in PATHS])
def test_no_resource_leads_to_a_file(wire: Wire, start: str, path: str):
    body = {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": start + path, "_meta": META}}
    answer = wire.post(json.dumps(body).encode(), **{**STATELESS, "mcp-method": "resources/read", "mcp-name": (start + path)[:2000]})
    assert answer.status_code < 500 and "root:" not in answer.text and "[fonts]" not in answer.text
    message = message_of(answer)["error"]["message"]  # in our words, or in those of the protocol
    assert "Traceback" not in message and not message.startswith(("Error ", "Internal")), message


@pytest.mark.parametrize("path", PATHS, ids=[p[:20] for p in PATHS])
def test_no_address_leads_to_a_file(wire: Wire, path: str):
    for method in ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"):
        answer = wire.send(method, f"/{path.lstrip('/')}", None, {})
        assert 400 <= answer.status_code < 500 and "root:" not in answer.text, (method, answer.status_code, answer.text[:200])


@pytest.mark.parametrize(
    "document",
    [
        "/etc/passwd",
        "file:///etc/passwd",
        "../../etc/passwd",
        "@/etc/passwd",
        {"$ref": "file:///etc/passwd"},
        {"name": "M", "rooms": "/etc/passwd"},
    ],
)
@pytest.mark.parametrize(("tool", "operation"), [("manage_room", "import_map"), ("manage_character", "import")])
def test_a_document_is_never_a_path_of_the_server(wire: Wire, tool: str, operation: str, document: Any):
    before = wire.table.now
    message = is_answered(called(wire, tool, {"operation": operation, "document": document}, ERAS[0]))
    assert is_refused(message) and "root:" not in json.dumps(message)
    assert wire.table.now == before
