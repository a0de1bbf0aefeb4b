"""A stranger at the port of the real program: every input by its own list of tools gets an answer in words, and the next client gets served."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg_lite.messages.tool_purposes import PURPOSES
from rpg_lite.server.mcp_tools import CRASHED
from tests.faults.hostile import of_the_schema
from tests.faults.served import Answer, Server, served
from tests.faults.wires import ERAS, is_answered, is_refused, message_of, written
from tests.furnished import furnished
from tests.server.posting import META, STATELESS
from tests.waiting import PATIENCE_S

FEW: Final = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
MANY: Final = settings(FEW, max_examples=4_000)
LONGEST_S: Final = 120
eras: Final = st.sampled_from([ERAS[0]] * 5 + [ERAS[1]])


@dataclass
class Door:
    """The program in its own process, played on from example to example, and the tools that it lists."""

    server: Server
    client: httpx2.Client
    tools: dict[str, Answer]

    @property
    def calls(self) -> st.SearchStrategy[tuple[str, Answer]]:
        return st.sampled_from(sorted(self.tools)).flatmap(lambda tool: st.tuples(st.just(tool), of_the_schema(self.tools[tool])))

    def rev(self) -> int:
        """The answer to the next client that asks for the server's health."""
        health = self.client.get(f"{self.server.address}/health")
        assert health.status_code == 200 and health.json()["ok"], health.text
        rev: int = health.json()["rev"]
        return rev

    def sent(self, tool: str, arguments: Any, era: str) -> None:
        before = self.rev()
        body, headers = written(tool, arguments, era)
        answer = self.client.post(f"{self.server.address}/mcp", content=body, headers=headers)
        message = is_answered(answer)
        assert CRASHED not in answer.text
        after = self.rev()
        told = {"rev": before} if is_refused(message) else message["result"]["structuredContent"]
        assert after == told["rev"] in ((before,) if told.get("dryRun") else (before, before + 1)), (tool, arguments)
        assert self.server.process and self.server.process.poll() is None


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    file = tmp_path_factory.mktemp("stranger") / "party.db"
    furnished(file).game.close()
    with served(file) as server, httpx2.Client(timeout=PATIENCE_S) as client:
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": META}}
        listed = message_of(client.post(f"{server.address}/mcp", json=body, headers={**STATELESS, "mcp-method": "tools/list"}))
        yield Door(server, client, {tool["name"]: tool["inputSchema"] for tool in listed["result"]["tools"]})


def play(door: Door, many: settings, least: int, seconds: float = 0) -> None:
    """As many examples as that, and then more until they or the seconds run out."""
    ends, made = time.monotonic() + seconds, 0

    @many
    @given(door.calls, eras)
    def sent(asked: tuple[str, Answer], era: str) -> None:
        nonlocal made
        if made < least or time.monotonic() < ends:
            door.sent(*asked, era)
            made += 1

    sent()


@pytest.mark.slow
def test_a_stranger_is_answered_and_the_server_serves_on(door: Door) -> None:
    assert door.tools.keys() == PURPOSES.keys()
    play(door, FEW, FEW.max_examples)


@pytest.mark.slow
@pytest.mark.parametrize("operation", [[], {}, [[]], {"give": 1}, 7, True])
@pytest.mark.parametrize("era", ERAS)
def test_an_operation_that_is_no_word_is_told_so(door: Door, operation: Any, era: str) -> None:
    """The log also names the operation of each call, and must not fail itself."""
    for arguments in ({"operation": operation}, {"operation": "give", "batch": [{"operation": operation}]}):
        door.sent("manage_inventory", arguments, era)


@pytest.mark.slow
@pytest.mark.faults
@pytest.mark.timeout(600)
def test_however_much_a_stranger_sends_it_is_answered(door: Door) -> None:
    play(door, MANY, 100, LONGEST_S)
