"""Standard input and output: every line gets an answer."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.server.stdio import refusal
from tests.server.clients import ROOT, environment
from tests.waiting import PATIENCE_S


def request(id: Any, said: str) -> bytes:
    """A call with `said` in place of its arguments."""
    params = f'"params": {{"name": "read_campaign", "arguments": {{"operation": "party", "x": {said}}}}}'
    return f'{{"jsonrpc": "2.0", {params}, "method": "tools/call", "id": {json.dumps(id)}}}'.encode()


BROKEN = [
    (request(7, '"\\ud800"'), -32700, 7),
    (request("a", "[" * 2000 + "]" * 2000), -32700, "a"),
    (request(8, "9" * 5000), -32700, 8),
    (request(9, '"\\"id\\": 3"')[:-1], -32700, 9),
    (request(10, '"\xff"').replace("ÿ".encode(), b"\xff"), -32700, 10),
    (b"nope", -32700, None),
    (b"\xff\xfe", -32700, None),
    (b'{"id": 1.5', -32700, None),
    (b"[]", -32600, None),
    (b"12", -32600, None),
    (b'{"id": 3}', -32600, 3),
    (b'{"jsonrpc": "2.0", "id": 4, "method": 5}', -32600, 4),
    (b'{"jsonrpc": "1.0", "id": 5, "method": "ping"}', -32600, 5),
]


@pytest.mark.parametrize(("line", "code", "id"), BROKEN)
def test_what_is_no_message_is_refused_by_its_id(line: bytes, code: int, id: Any) -> None:
    answer = refusal(line)
    assert answer is not None
    assert (answer.error.code, answer.id) == (code, id)
    assert "Nothing was changed" in answer.error.message


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}',
        b'{"jsonrpc": "2.0", "method": "notifications/initialized"}',
        b'{"jsonrpc": "2.0", "id": 1, "result": {}}',
        b'{"jsonrpc": "2.0", "id": null, "error": {}}',
        b"",
        b"  \r\n",
    ],
)
def test_a_message_and_an_answer_are_not_refused(line: bytes) -> None:
    assert refusal(line) is None


@pytest.mark.slow
def test_each_line_is_answered_and_the_server_goes_on(tmp_path: Path) -> None:
    """As a client sees it: an error for each line that cannot be read, and the calls between them work."""
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    lines = [json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}).encode()]
    lines += [b'{"jsonrpc": "2.0", "method": "notifications/initialized"}', *(line for line, _, _ in BROKEN), b"", request(99, '"é"')]
    command = [sys.executable, "-m", "rpg_lite", "serve", "--db", str(tmp_path / "party.db")]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b"\n".join(lines) + b"\n")
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(len(BROKEN) + 2)]
        process.stdin.close()
        assert process.wait(PATIENCE_S) == 0
    refused = [(a["error"]["code"], a["id"]) for a in answers if "error" in a]
    assert refused == [(code, id) for _, code, id in BROKEN]
    assert {a["id"] for a in answers if "result" in a} == {1, 99}
