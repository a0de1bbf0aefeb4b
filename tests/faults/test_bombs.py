"""What is sent to break the server: it says no quickly, stays small, and serves the others meanwhile."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import httpx2
import pytest

from rpg_lite.views.maps import svg
from tests.faults.served import sent, served
from tests.frontends.test_http import STATELESS, call
from tests.test_bad_input import furnished

VIEW = {"operation": "view", "characterName": "Thorin"}
SILENT = 1000


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("bombs") / "party.db"
    furnished(file).game.close()
    with served(file) as running:
        yield running.address


def posted(address: str, arguments: str) -> httpx2.Response:
    """The arguments as they are written here, which no JSON library would write."""
    body = json.dumps(call("manage_inventory", {"here": 1})).replace('{"here": 1}', arguments)
    headers = {**STATELESS, "mcp-name": "manage_inventory", "content-type": "application/json"}
    return httpx2.post(f"{address}/mcp", content=body, headers=headers, timeout=30)


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
    with httpx2.Client(timeout=20) as client:
        before = client.get(f"{address}/health").json()["rev"]
        answer = posted(address, arguments)
        assert (answer.status_code, words in answer.text) == (status, True), answer.text[:300]
        assert len(answer.text) < 40_000 and '"internal"' not in answer.text
        assert client.get(f"{address}/health").json()["rev"] == before
        assert not sent(client, address, VIEW).get("isError")


DICE = [
    "99999999d6",
    "1d99999999",
    "1d6ro<7",
    "1d1rr1",
    "(" * 500 + "1d6" + ")" * 500,
    "1d6" + "+1d6" * 5000,
    "9" * 5000,
    "1d6**9**9**9",
    "1d6e>0",
]


@pytest.mark.timeout(20)
@pytest.mark.parametrize("dice", DICE, ids=[d[:20] for d in DICE])
def test_dice_that_would_never_end_are_refused_at_once(dice: str):
    table = furnished()
    table.refused("argument_invalid", "roll", dice=dice)
    table.game.close()


@pytest.mark.slow
def test_a_thousand_who_say_nothing_do_not_keep_the_others_waiting(address: str):
    there = urlsplit(address)
    with ExitStack() as open_lines, httpx2.Client(timeout=20) as client:
        for n in range(SILENT):
            line = open_lines.enter_context(socket.create_connection((there.hostname, there.port), timeout=20))
            if n % 3 == 1:
                line.sendall(b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n")
            elif n % 3 == 2:  # a body that never comes to its end
                line.sendall(b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{")
        began = time.monotonic()
        for _ in range(10):
            assert not sent(client, address, VIEW).get("isError")
        assert time.monotonic() - began < 15
    assert httpx2.get(f"{address}/health", timeout=20).status_code == 200


# ── names ───────────────────────────────────────────────────────────────────────────────────────────────────────────

NAMES = (
    "Robert'); DROP TABLE thing; --", "<script>alert(1)</script>", "</text></svg><img src=x onerror=alert(1)>", '"&amp;]]><!--', "%s {0} {name} $x",
    "../../etc/passwd", "[bold red]x[/] [/nope]",
)  # fmt: skip


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.found.add(tag)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_a_name_wherever_it_is_shown(name: str):
    table = furnished()
    table.did("create", name=name, character={"party": True})
    table.did("give", name, item={"name": name, "type": "tool", "description": name})
    room = table.send({"operation": "create", "name": name, "direction": "north"}, "manage_room")
    assert room["ok"], room["text"]
    before = table.now
    who = next(t.id for t in before.things.values() if t.name == name and t.kind == "character")
    assert name in table.send({"operation": "view", "characterId": who})["text"]
    assert name in table.send({"operation": "party"}, "read_campaign")["text"]
    drawn = svg.map_svg(table.game.chart(everything=True), name)
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawn).iter()}
    assert not tags & {"script", "img", "foreignObject"}
    seen = Tags()
    seen.feed(drawn)
    assert not seen.found & {"script", "img"}
    assert table.now == before
    table.game.close()
