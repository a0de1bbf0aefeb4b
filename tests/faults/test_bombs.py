"""Input that is meant to break the server: it refuses quickly, stays small, and keeps serving other clients."""

import json
import socket
import tracemalloc
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bench.calls import python_calls
from rpg_lite.content import map_files
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.meaning import parse
from rpg_lite.rules.names import fault_in_name
from rpg_lite.views.maps import svg, text
from tests.faults.served import sent, served
from tests.furnished import furnished
from tests.operations.table import Table
from tests.server.posting import STATELESS, call
from tests.server.services import Service, serving
from tests.waiting import PATIENCE_S, patience

VIEW = {"operation": "view", "characterName": "Thorin"}
SILENT = 1000


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("bombs") / "party.db"
    furnished(file).game.close()
    with served(file) as running:
        yield running.address


@pytest.fixture(scope="module")
def same() -> Iterator[Table]:
    """One table for all refused calls, since the claim is that it stays the same."""
    table = furnished()
    yield table
    table.game.close()


def posted(address: str, arguments: str) -> httpx2.Response:
    """The arguments as they are written here, which no JSON library would write."""
    body = json.dumps(call("manage_inventory", {"here": 1})).replace('{"here": 1}', arguments)
    headers = {**STATELESS, "mcp-name": "manage_inventory", "content-type": "application/json"}
    return httpx2.post(f"{address}/mcp", content=body, headers=headers, timeout=PATIENCE_S)


BOMBS: dict[str, tuple[str, int, str]] = {
    "lists in lists": ('{"operation":"view","item":' + "[" * 100_000 + "]" * 100_000 + "}", 400, "deeper than"),
    "lists as deep as the parser goes": ('{"operation":"view","item":' + "[" * 900 + "]" * 900 + "}", 400, "deeper than"),
    "lists as deep as the server reads": ('{"operation":"view","item":' + "[" * 58 + "]" * 58 + "}", 200, "argument_invalid"),
    "objects in objects": ('{"operation":"view","item":' + '{"a":' * 100 + "1" + "}" * 100 + "}", 400, "deeper than"),
    "lists in lists as text": ('{"operation":"give","item":"' + '{\\"a\\":' * 50_000 + '"}', 200, "argument_invalid"),
    "a number of a million digits": ('{"operation":"view","quantity":' + "9" * 1_000_000 + "}", 400, "Parse error"),
    "a number of four thousand": ('{"operation":"give","template":"Torch","quantity":' + "9" * 4000 + "}", 200, "argument_invalid"),
    "no number": ('{"operation":"give","template":"Torch","quantity":NaN}', 200, "argument_invalid"),
    "more than any number": ('{"operation":"give","template":"Torch","quantity":1e999}', 200, "argument_invalid"),
    "half a letter": ('{"operation":"view","characterName":"\\ud800"}', 200, "text_broken"),
    "fifty megabytes": ('{"operation":"view","characterName":"' + "x" * 50_000_000 + '"}', 413, "larger than"),
    "many unknown keys": ('{"operation":"view",' + ",".join(f'"k{n}":1' for n in range(50_000)) + "}", 200, "argument_invalid"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "status", "words"), BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_refused_and_the_server_goes_on(address: str, arguments: str, status: int, words: str):
    with httpx2.Client(timeout=PATIENCE_S) as client:
        before = client.get(f"{address}/health").json()["rev"]
        answer = posted(address, arguments)
        assert (answer.status_code, words in answer.text) == (status, True), answer.text[:300]
        assert len(answer.text) < 40_000 and '"internal"' not in answer.text
        assert client.get(f"{address}/health").json()["rev"] == before
        assert not sent(client, address, VIEW).get("isError")


DICE = [
    "99999999d6",
    "1d99999999",
    "1d6rr<7",
    "1d1rr1",
    "(" * 500 + "1d6" + ")" * 500,
    "1d6" + "+1d6" * 5000,
    "9" * 5000,
    "1d6**9**9**9",
    "1d6e>0",
    "1d1e1",
    "9**9**9",
    "(((1d6",
    "-" * 100_000 + "1d6",
    " " * 100_000 + "x",
    "1d\u0663",
    "\u0661d6",
    "\uff11d\uff16",
    "1d6\u200b",
]


@pytest.mark.parametrize("dice", DICE, ids=[ascii(d[:20]) for d in DICE])
def test_dice_that_would_never_end_are_refused_at_once(same: Table, dice: str):
    same.refused("argument_invalid", "roll", dice=dice)


@pytest.mark.slow
def test_a_thousand_who_say_nothing_do_not_keep_the_others_waiting(tmp_path: Path):
    """The server waits an hour for each of them, and whoever waited for one would wait as long."""
    furnished(tmp_path / "party.db").game.close()
    hours = serving(tmp_path, LIMITS__IDLE_SECONDS=3600, LIMITS__REQUEST_SECONDS=3600)
    with hours as service, ExitStack() as open_lines, httpx2.Client(timeout=PATIENCE_S) as client:
        for n in range(SILENT):
            line = open_lines.enter_context(service.connection())
            if n % 3 == 1:
                line.sendall(b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n")
            elif n % 3 == 2:  # a body that never comes to its end
                line.sendall(b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{")
        for _ in range(10):
            assert not sent(client, service.address, VIEW).get("isError")
        assert client.get(f"{service.address}/health").status_code == 200


# ── connections ─────────────────────────────────────────────────────────────────────────────────────────────────────

HEAD = b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
GET = b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n"


def trickled(line: socket.socket, byte: bytes, pause: float) -> bytes:
    """The answer to bytes that arrive one by one, until the connection closes; a server that never closes it fails."""
    line.settimeout(pause)
    got, is_over = b"", patience()
    while not is_over():
        try:
            line.sendall(byte)
            more = line.recv(4096)
        except TimeoutError:
            continue
        except OSError:
            return got
        if not more:
            return got
        got += more
    raise AssertionError("whoever sends a byte now and then is never let go")


def endless(line: socket.socket, chunk: bytes, most: int) -> bytes:
    """The answer to a request that goes on so; a server that neither answers nor closes the connection fails."""
    line.settimeout(PATIENCE_S)
    got = b""
    try:
        for _ in range(most):
            line.sendall(chunk)
        while more := line.recv(4096):
            got += more
    except TimeoutError:
        raise
    except OSError:
        with suppress(OSError):
            got += line.recv(4096)
    return got


RUDE: dict[str, tuple[bytes, bytes, int, tuple[bytes, ...]]] = {
    "a head without an end": (GET, b"x-a: " + b"a" * 1000 + b"\r\n", 2000, (b"400", b"431", b"")),
    "one header of a megabyte": (GET + b"x-a: ", b"a" * 65536, 100, (b"400", b"431", b"")),
    "a path of a megabyte": (b"GET /", b"a" * 65536, 100, (b"400", b"414", b"431", b"")),
    "a body of chunks without an end": (HEAD + b"transfer-encoding: chunked\r\n\r\n", b"10000\r\n" + b"x" * 65536 + b"\r\n", 1000, (b"413", b"")),
    "a chunk of a length that is none": (HEAD + b"transfer-encoding: chunked\r\n\r\n", b"fffffffffffffffff\r\nx", 1, (b"400", b"408", b"")),
    "two lengths": (HEAD + b"content-length: 5\r\ncontent-length: 6\r\n\r\n", b"{}{}{}", 1, (b"400", b"")),
    "a length and chunks": (HEAD + b"content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n", b"0\r\n\r\nGET / HTTP/1.1\r\n\r\n", 1, (b"400", b"406", b"")),
    "a length below nothing": (HEAD + b"content-length: -5\r\n\r\n", b"{}", 1, (b"400", b"")),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00", b"\x00" * 100, 1, (b"400", b"")),
    "a head within a head": (GET + b"x-a: 1\r\n\x00evil: 1\r\n\r\n", b"", 1, (b"400", b"")),
}  # fmt: skip


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("patient")
    furnished(folder / "party.db").game.close()
    with serving(folder, LIMITS__IDLE_SECONDS=3, LIMITS__REQUEST_SECONDS=5) as service:
        yield service


@pytest.mark.faults
@pytest.mark.slow
@pytest.mark.parametrize(("head", "chunk", "most", "status"), RUDE.values(), ids=RUDE)
def test_a_rude_request_ends_and_others_are_answered(patient: Service, head: bytes, chunk: bytes, most: int, status: tuple[bytes, ...]):
    with patient.connection() as line, ThreadPoolExecutor(1) as beside, httpx2.Client(timeout=PATIENCE_S) as client:
        line.sendall(head)
        rude = beside.submit(endless, line, chunk, most)
        for _ in range(5):
            assert not sent(client, patient.address, VIEW).get("isError")
        told = rude.result().split(b"\r\n")[0].split(b" ")
    assert (told[1] if len(told) > 1 else b"") in status, told
    assert b"Traceback" not in patient.log.read_bytes()


@pytest.mark.faults
@pytest.mark.slow
def test_a_hundred_who_send_a_byte_now_and_then_are_let_go(patient: Service):
    slow = [(GET, b"a"), (HEAD + b"content-length: 90000\r\n\r\n", b"{")]
    with ExitStack() as lines, ThreadPoolExecutor(100) as beside, httpx2.Client(timeout=PATIENCE_S) as client:
        work = []
        for n in range(100):
            line, (begins, goes_on) = lines.enter_context(patient.connection()), slow[n % 2]
            line.sendall(begins)
            work.append(beside.submit(trickled, line, goes_on, 0.2))
        for _ in range(10):
            assert not sent(client, patient.address, VIEW).get("isError")
        answers = [done.result() for done in work]
    assert not [a for a in answers if a and not a.startswith((b"HTTP/1.1 408", b"HTTP/1.1 400"))], answers


@pytest.mark.faults
@pytest.mark.slow
def test_many_requests_in_one_go_are_answered_in_order(patient: Service):
    most = 500
    with patient.connection() as line, ThreadPoolExecutor(1) as beside, httpx2.Client(timeout=PATIENCE_S) as client:
        line.settimeout(PATIENCE_S)
        writing = beside.submit(line.sendall, (GET + b"\r\n") * (most - 1) + GET + b"connection: close\r\n\r\n")
        for _ in range(5):
            assert not sent(client, patient.address, VIEW).get("isError")
        got = b"".join(iter(lambda: line.recv(65536), b""))
        writing.result()
    assert got.count(b"HTTP/1.1 200") == most


# ── maps ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def towns(width: int) -> list[dict[str, Any]]:
    return [
        {
            "name": f"Hall {n}",
            "at": {"x": width * n, "y": 0, "w": width, "h": width},
            "ways": [{"label": "in", "direction": "in", "to": f"Niche {n}"}, {"label": "up", "to": f"Loft {n}"}],
        }
        for n in range(8)
    ]


BESIDE = [{"name": f"{what} {n}"} for n in range(8) for what in ("Niche", "Loft")]


def test_a_hall_as_wide_as_a_town_is_drawn_at_once():
    """Its picture calls no more functions than that of a hall of a tenth of the width."""
    narrow, wide = drawing(1_000), drawing(10_000)
    assert python_calls(wide) <= 1.1 * python_calls(narrow)
    drawn, written = wide()
    assert "Hall 0" in drawn and len(drawn) < 40_000 and len(written) <= text.LONGEST


def drawing(width: int) -> Callable[[], tuple[str, str]]:
    """Draws eight halls of this width as a picture and as text."""
    with furnished().game as game:
        Table(game).did("import_map", document={"name": "Towns", "rooms": [*towns(width), *BESIDE]})
        chart = game.chart(everything=True)
    return lambda: (svg.map_svg(chart), text.map_text(chart))


MAPS = {
    "more ways than a map has": {"name": "M", "rooms": [{"name": f"R{n}", "ways": [{"label": f"east {k + 1}", "to": "R0"} for k in range(50)]} for n in range(41)]},
    "a room of a thousand million squares": {"name": "M", "rooms": [{"name": "R", "at": {"x": 0, "y": 0, "w": 10**9, "h": 10**9}}]},
    "at the end of the world": {"name": "M", "rooms": [{"name": "R", "at": {"x": 10**9, "y": 0, "w": 1, "h": 1}}]},
    "two thousand rooms": {"name": "M", "rooms": [{"name": "R"}] * 2000},
    "a way of a million minutes": {"name": "M", "rooms": [{"name": "R", "ways": [{"label": "east", "to": "R", "minutes": 10**6}]}]},
}  # fmt: skip


@pytest.mark.parametrize("document", MAPS.values(), ids=MAPS)
def test_a_map_that_no_page_holds_is_refused(same: Table, document: dict[str, Any]):
    answer = same.refused_whole("argument_invalid", {"operation": "import_map", "document": document}, "manage_room")
    assert len(answer["text"]) < 3000


FILES: dict[str, Callable[[int], str]] = {
    "a story of many lines": lambda size: "# M\n" + "a\n" * (10 * size),
    "many ways": lambda size: "# M\n## R\n" + "- north: X\n" * size,
    "semicolons": lambda size: "# M\n## R\n- north: X" + ";" * (30 * size),
    "columns without end": lambda size: json.dumps({"rects": [{"x": 3 * n, "y": 0, "w": 2, "h": 2} for n in range(400)], "columns": [{"x": 1, "y": 1}] * size}),
}  # fmt: skip


@pytest.mark.parametrize("written", FILES.values(), ids=FILES)
def test_a_file_that_grows_is_refused_with_work_that_grows_no_faster(written: Callable[[int], str]):
    calls, most = [], []
    for text_of_it in (written(11_000), written(33_000)):
        calls.append(python_calls(lambda: refuse(text_of_it)))  # noqa: B023  # at once
        tracemalloc.start()
        refuse(text_of_it)
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert calls[1] <= 3.2 * calls[0], calls
    assert most[1] <= 5 * most[0], most  # three times the file; lists grow in steps, and what grows with its square is nine times as much


def refuse(written: str) -> None:
    with pytest.raises(Faulty):
        map_files.read(written)


# ── what is odd about letters ───────────────────────────────────────────────────────────────────────────────────────

NOT_NAMES = {
    "marks upon marks": ("Z" + "\u0301" * 150, "marks on one letter"),
    "only what takes no place": ("\u200b\u2060", "one visible character"),
    "only a joiner": ("\u200d", "one visible character"),
    "only a letter that is empty": ("\u3164\u115f", "one visible character"),
    "only tags": ("\U000e0041\U000e0042", "one visible character"),
    "only a mark": ("\u0301", "one visible character"),
    "an escape": ("a\x9b2Jb", "control"),
}


@pytest.mark.parametrize(("name", "told"), NOT_NAMES.values(), ids=NOT_NAMES)
def test_what_nobody_can_read_is_no_name(same: Table, name: str, told: str):
    for payload in (
        {"operation": "create", "name": name},
        {"operation": "give", "characterName": "Thorin", "item": {"name": name, "type": "tool"}},
    ):
        tool = "manage_character" if payload["operation"] == "create" else "manage_inventory"
        assert told in same.refused_whole("argument_invalid", payload, tool)["text"]


@pytest.mark.parametrize(
    "name",
    [
        "Ngh\u0129a Vi\u1ec7t",
        "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",
        "\U0001f409",
        "Zo\u0308e\u0308",
        "\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48",
        "+1",
        "?",
    ],
)
def test_a_name_that_somebody_has_is_one(name: str):
    assert fault_in_name(name) is None


STEERS = "a\x1b]0;mine\x07\x1b[2J\x9b31m\x08\x7f"
TEXTS: dict[str, tuple[str, dict[str, Any]]] = {
    "of an item": ("manage_inventory", {"operation": "give", "characterName": "Thorin", "item": {"name": "Cube", "type": "tool", "description": STEERS}}),
    "of a room": ("manage_room", {"operation": "update", "bagName": "floor", "vibe": STEERS}),
    "of a note": ("keep_journal", {"operation": "note", "text": STEERS}),
    "that is said": ("keep_journal", {"operation": "say", "characterName": "Thorin", "text": STEERS}),
    "of a sheet": ("manage_character", {"operation": "create", "name": "Pip", "character": {"classes": [STEERS]}}),
    "of a key": ("manage_inventory", {"operation": "view", "characterName": "Thorin", STEERS: 1}),
    "of an operation": ("manage_inventory", {"operation": STEERS}),
    "of a request": ("execute_action", {"operation": "roll", "dice": "1d6", "requestId": STEERS}),
    "of who is meant": ("manage_inventory", {"operation": "view", "characterName": STEERS}),
    "of a tool": (STEERS, {"operation": "view"}),
}  # fmt: skip


@pytest.mark.parametrize(("tool", "payload"), TEXTS.values(), ids=TEXTS)
def test_a_text_that_steers_a_terminal_is_not_taken_and_not_told(same: Table, tool: str, payload: dict[str, Any]):
    before = same.now
    answer = same.send(payload, tool)
    assert not answer["ok"] and same.now == before
    told = [answer, same.send({"operation": "history", "last": 9, "tools": True}, "read_campaign")]
    assert not set("".join(a["text"] for a in told)) & set("\x1b\x07\x9b\x08\x7f")


CONTROLS = [letter for letter in map(chr, range(0xA0)) if unicodedata.category(letter) == "Cc"]


@pytest.mark.parametrize("letter", CONTROLS, ids=ascii)
def test_tabs_and_line_ends_are_the_only_control_characters_in_a_text(letter: str):
    for payload in ({"text": letter}, {"text": f"a{letter}b"}, {"item": {"tags": ["a", letter]}}, {"item": {letter: 1}}):
        assert (parse.control_in(payload) is None) == (letter in "\t\n\r")


def test_a_written_escape_is_plain_text():
    assert parse.control_in({"text": r"\x7f \u007f \\u001b \b"}) is None


def test_a_key_as_long_as_a_book_is_told_in_short(same: Table):
    answer = same.refused_whole("argument_invalid", {"operation": "view", "characterName": "Thorin", "k" * 900_000: 1}, "manage_inventory")
    assert len(json.dumps(answer)) < 3000
    same.refused_whole(
        "argument_invalid", {"operation": "create", "name": "Pip", "character": {"classes": ["x" * 900_000]}}, "manage_character"
    )
