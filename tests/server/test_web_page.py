"""The page at `/` and its `/state.json`: the view for each caller, and no text of a campaign as markup."""

import asyncio
import base64
import hashlib
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx2
import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM
from rpg_lite.game import Game
from rpg_lite.server import web_page
from rpg_lite.server.mcp import http_app
from tests.server.clients import over_http
from tests.waiting import PATIENCE_S

HOME = "http://127.0.0.1:8000"
EVIL = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', 'A & B\'s "Hall"', "]]></style><svg onload=alert(1)>", "&lt;b&gt;")


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:") as opened:
        opened.ask({"operation": "create", "name": "Thorin", "character": {"party": True, "hpMax": 20}}, "manage_character")
        yield opened


@asynccontextmanager
async def browsing(game: Game, client: str = "127.0.0.1", host: str = "0.0.0.0") -> AsyncIterator[httpx2.AsyncClient]:
    """A request from the address `client`."""
    app = http_app(game, host, ["table.example"])
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app, client=(client, 50000)), base_url=HOME) as opened:
        yield opened


# ── what is shown ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_state_is_what_lies_on_the_table(game: Game) -> None:
    async with browsing(game) as client:
        answer = await client.get("/state.json")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    assert answer.json() == json.loads(json.dumps({**game.table(), "mayMaster": True, "archived": False}))


async def test_the_page_is_the_same_whatever_is_played(game: Game) -> None:
    async with browsing(game) as client:
        answer = await client.get("/")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert answer.text == web_page.document().replace(web_page.SAID, "")


@pytest.mark.parametrize("name", EVIL)
async def test_names_stay_text_in_the_picture(game: Game, name: str) -> None:
    game.ask({"operation": "update", "characterName": "Thorin", "character": {"name": name}}, "manage_character")
    made = game.ask({"operation": "create", "name": name, "direction": "north"}, "manage_room")
    assert made["ok"], made["text"]
    async with browsing(game) as client:
        told = (await client.get("/state.json")).json()
    drawn = ElementTree.fromstring(told["map"])
    assert {element.tag.rpartition("}")[2] for element in drawn.iter()} <= {
        "svg", "title", "desc", "style", "defs", "pattern", "path", "rect", "g", "text", "circle",
    }  # fmt: skip
    assert not [key for element in drawn.iter() for key in element.keys() if key.startswith("on") or "href" in key]  # noqa: SIM118
    assert name in [element.text for element in drawn.iter()]
    assert [m["name"] for m in told["party"]] == [name]


async def test_players_are_shown_less_than_the_game_master(game: Game) -> None:
    game.ask({"operation": "create", "name": "Vault", "direction": "north", "door": "hidden"}, "manage_room")
    async with browsing(game) as client:
        players, all_of_it = await client.get("/state.json"), await client.get("/state.json?everything=1")
    assert ("Vault" in players.text, "Vault" in all_of_it.text) == (False, True)


# ── who may see everything ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("127.0.0.1", {"host": "localhost:8000"}, 200),
        ("::1", {"host": "[::1]:8000"}, 200),
        ("::ffff:127.0.0.1", {}, 200),
        ("127.0.0.1", {"host": "table.example"}, 403),
        ("192.0.2.7", {}, 403),
        ("192.0.2.7", {"host": "localhost"}, 403),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 403),
        ("127.0.0.1", {"forwarded": "for=192.0.2.7"}, 403),
        ("127.0.0.1", {"via": "1.1 proxy"}, 403),
    ],
)
@pytest.mark.parametrize("path", ["/", "/state.json"])
async def test_everything_is_for_who_sits_at_this_machine(game: Game, path: str, client: str, headers: dict[str, str], status: int) -> None:
    async with browsing(game, client) as asking:
        asked = await asking.get(f"{path}?everything=1", headers=headers)
        plain = await asking.get(path, headers=headers)
    assert (asked.status_code, plain.status_code) == (status, 200)
    assert ("at its own address" in asked.text) == (status == 403)


@pytest.mark.parametrize("host", ["[", "127.0.0.1.evil.example", "localhost.evil.example", "evil@127.0.0.1.nip.example", ""])
async def test_a_host_that_only_looks_like_this_machine_is_none(host: str) -> None:
    assert not web_page._names_loopback(host)


@pytest.mark.parametrize("query", ["", "?everything", "?everything=", "?everything=0", "?everything=true", "?Everything=1"])
async def test_nothing_but_everything_1_asks_for_everything(game: Game, query: str) -> None:
    async with browsing(game) as client:
        assert (await client.get(f"/state.json{query}")).json()["everything"] is False


@pytest.mark.parametrize("path", ["/", "/state.json"])
@pytest.mark.parametrize(("host", "status"), [("evil.example", 421), ("127.0.0.1.evil.example", 421), ("table.example", 200)])
async def test_the_page_stands_behind_the_same_door(game: Game, path: str, host: str, status: int) -> None:
    async with browsing(game) as client:
        assert (await client.get(path, headers={"host": host})).status_code == status


async def test_the_page_of_another_origin_gets_nothing(game: Game) -> None:
    async with browsing(game) as client:
        answer = await client.get("/state.json", headers={"origin": "http://evil.example"})
    assert answer.status_code == 403 and "Thorin" not in answer.text


# ── keeping fresh ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_client_with_this_rev_gets_nothing_more(game: Game) -> None:
    async with browsing(game) as client:
        tag = (await client.get("/state.json")).headers["etag"]
        again = await client.get("/state.json", headers={"if-none-match": tag})
        weak = await client.get("/state.json", headers={"if-none-match": f'"other", W/{tag}'})
        game.ask({"operation": "damage", "characterName": "Thorin", "amount": 3, "damageType": "fire"}, "execute_action")
        later = await client.get("/state.json", headers={"if-none-match": tag})
    assert [(a.status_code, a.content) for a in (again, weak)] == [(304, b"")] * 2
    assert again.headers["etag"] == tag
    assert (later.status_code, later.json()["party"][0]["hp"]["value"]) == (200, 17)
    assert later.headers["etag"] != tag


async def test_neither_the_other_audience_nor_another_server_has_the_same_tag(game: Game) -> None:
    async with browsing(game) as client, browsing(game) as other:
        tags = [(await c.get(path)).headers["etag"] for c in (client, other) for path in ("/state.json", "/state.json?everything=1")]
        crossed = await client.get("/state.json?everything=1", headers={"if-none-match": tags[0]})
    assert len(set(tags)) == 4
    assert crossed.status_code == 200


async def test_an_archived_campaign_says_so_although_its_rev_stays(game: Game) -> None:
    async with browsing(game) as client:
        before = await client.get("/state.json")
        assert game.store.archive(game.campaign.name, away=True)
        after = await client.get("/state.json", headers={"if-none-match": before.headers["etag"]})
    assert (before.json()["archived"], after.status_code, after.json()["archived"]) == (False, 200, True)


async def test_a_rev_is_drawn_once_however_many_look(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, table = [], game.page_state
    monkeypatch.setattr(game, "page_state", lambda everything=False, caller=GM: drawn.append(everything) or table(everything, caller))
    async with browsing(game) as client:
        for _ in range(3):
            await client.get("/state.json")
            await client.get("/state.json?everything=1")
    assert drawn == [False, True]


# ── the stream and the sheets ───────────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def served(path: Path, *flags: str) -> AsyncIterator[httpx2.AsyncClient]:
    with over_http(path, *flags) as address:
        async with httpx2.AsyncClient(base_url=address, timeout=PATIENCE_S) as client:
            yield client


async def next_state(lines: AsyncIterator[str], event: str = "state") -> dict[str, Any]:
    """The next state, or the next change of one, on a stream."""
    name = ""
    async with asyncio.timeout(PATIENCE_S):
        async for line in lines:
            name = line.removeprefix("event: ") if line.startswith("event: ") else name
            if line.startswith("data: "):
                assert name == event
                return dict(json.loads(line.removeprefix("data: ")))
    raise AssertionError("the stream has ended")


async def test_the_stream_tells_the_state_and_each_change(tmp_path: Path) -> None:
    async with served(tmp_path / "party.db") as client, Client(f"{client.base_url}/mcp") as mcp, client.stream("GET", "/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream") and "content-security-policy" in stream.headers
        lines = stream.aiter_lines()
        first = await next_state(lines)
        assert first["party"] == []
        await mcp.call_tool("manage_character", {"operation": "create", "name": "Thorin", "character": {"party": True}})
        told = await next_state(lines, "change")
        assert (told["was"], [m["name"] for m in told["party"]]) == (first["rev"], ["Thorin"])
        assert not {"map", "campaign", "quests", "rolls"} & told.keys()


async def test_the_stream_hears_of_another_program(tmp_path: Path) -> None:
    async with served(tmp_path / "party.db") as client, client.stream("GET", "/events") as stream:
        lines = stream.aiter_lines()
        await next_state(lines)
        with open_campaign(tmp_path / "party.db") as other:
            other.ask({"operation": "create", "name": "Thorin", "character": {"party": True}}, "manage_character")
        assert [m["name"] for m in (await next_state(lines, "change"))["party"]] == ["Thorin"]


async def test_a_client_with_too_many_streams_is_told(tmp_path: Path) -> None:
    (tmp_path / "rpg-lite.toml").write_text("[limits]\nstreams = 1\n", "utf-8")
    async with served(tmp_path / "party.db", "--config", str(tmp_path / "rpg-lite.toml")) as client, client.stream("GET", "/events") as one:
        lines = one.aiter_lines()
        await next_state(lines)
        answer = await client.get("/events")
        assert answer.status_code == 200 and answer.text.startswith("event: trouble") and "close one first" in answer.text
        assert (await client.get("/state.json")).status_code == 200


async def test_a_sheet_gives_each_number_with_its_reasons(game: Game) -> None:
    game.ask({"operation": "give", "characterName": "Thorin", "template": "Plate Armor", "equip": True}, "manage_inventory")
    async with browsing(game) as client:
        sheet = (await client.get("/sheet.json?id=c1.1")).json()
    numbers = {row["name"]: row for part in sheet["groups"] for row in part["numbers"]}
    assert sheet["name"] == "Thorin" and numbers["AC"] == {"name": "AC", "value": "18", "mode": "", "why": "18 Plate Armor."}
    assert sheet["groups"][0]["title"] == "Defenses and movement" and "passive perception" in numbers


@pytest.mark.parametrize("id", ["", "c9.9", "r0", "1", "c1.1'", "%00"])
async def test_who_is_not_in_the_party_has_no_sheet_for_players(game: Game, id: str) -> None:
    made = game.ask({"operation": "create", "name": "Snik", "template": "Goblin"}, "manage_character")
    async with browsing(game) as client:
        assert made["ok"]
        goblin = "c2.1"
        assert (await client.get(f"/sheet.json?id={id}")).status_code == 404
        assert (await client.get(f"/sheet.json?id={goblin}")).status_code == 404
        assert (await client.get(f"/sheet.json?id={goblin}&everything=1")).json()["name"] == "Snik"


async def test_a_sheet_tells_players_no_secret_of_an_unidentified_thing(game: Game) -> None:
    ring = {"operation": "give", "characterName": "Thorin", "template": "Ring of Protection", "identified": False}
    assert game.ask(ring, "manage_inventory")["ok"]
    async with browsing(game) as client:
        players = await client.get("/sheet.json?id=c1.1")
    assert "Ring of Protection" not in players.text


# ── what a browser may do ───────────────────────────────────────────────────────────────────────────────────────────


def policy(answer: httpx2.Response) -> dict[str, list[str]]:
    parts = (part.split() for part in answer.headers["content-security-policy"].split(";"))
    return {name: words for name, *words in parts}


def hashed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@pytest.mark.parametrize("path", ["/", "/state.json"])
async def test_nothing_runs_but_what_is_ours_and_nothing_is_fetched_elsewhere(game: Game, path: str) -> None:
    async with browsing(game) as client:
        answer, text = await client.get(path), (await client.get("/")).text
    allowed = policy(answer)
    assert allowed["default-src"] == ["'none'"] and allowed["connect-src"] == ["'self'"] and allowed["frame-ancestors"] == ["'none'"]
    assert allowed["script-src"] == [hashed(script) for script in re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)]
    assert allowed["style-src"] == [hashed(style) for style in re.findall(r"<style[^>]*>(.*?)</style>", text, re.DOTALL)]
    assert len(allowed["script-src"]) == text.count("<script") > 2 and len(allowed["style-src"]) == text.count("<style")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_page_fetches_nothing_and_has_no_handlers_in_its_markup() -> None:
    text = web_page.document()
    markup = re.sub(r"<(script|style)>.*?</\1>", "", text, flags=re.DOTALL)
    assert not re.search(r"\s(?:src|srcset|action|style|on\w+)=", markup)
    assert all(link.startswith(("data:", "?", "#")) for link in re.findall(r'href="([^"]*)', markup))
    assert (
        not re.search(r"innerHTML|outerHTML *=|insertAdjacent|DOMParser", text)
        and "http://" not in text.replace("http://www.w3.org/2000/svg", "")
        and "https://" not in text
    )


@pytest.mark.parametrize("path", ["/", "/state.json"])
async def test_it_may_only_be_read(game: Game, path: str) -> None:
    async with browsing(game) as client:
        refused = [(await client.request(method, path)).status_code for method in ("POST", "PUT", "PATCH", "DELETE")]
        head, whole = await client.head(path), await client.get(path)
    assert refused == [405] * 4
    assert (head.status_code, head.headers["content-type"]) == (200, whole.headers["content-type"])


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip", "gzip"), ("br, GZIP;q=0.5", "gzip"), ("identity", None), ("gzip;q=0", None), ("gzip; q=0.000, br", None), ("", None)],
)
async def test_the_page_comes_compressed_to_who_takes_it(tmp_path: Path, accepted: str, encoding: str | None) -> None:
    with open_campaign(tmp_path / "p.db") as game:
        async with browsing(game) as client:
            page = await client.get("/", headers={"accept-encoding": accepted})
    assert page.headers.get("content-encoding") == encoding and page.headers["vary"] == "accept-encoding"
    assert page.text == web_page.document().replace(web_page.SAID, "")
    assert encoding is None or int(page.headers["content-length"]) <= 40 * 1024


# ── when the database is broken ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.sqlite("its files")
async def test_a_broken_database_is_said_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "<b>party.db"
    with open_campaign(file) as game:
        async with browsing(game) as client:
            game.store.close()
            for beside in tmp_path.iterdir():
                beside.write_bytes(b"no database at all" * 999)
            page, state = await client.get("/"), await client.get("/state.json")
    assert (page.status_code, state.status_code) == (503, 503)
    assert state.json()["ok"] is False and "party.db" in state.json()["text"]
    assert "&lt;b&gt;party.db" in page.text and "<b>party" not in page.text


def test_the_page_has_a_field_for_a_token() -> None:
    """Labelled, with a button, and hidden until a token is missing; the bar that stands over the page is hidden with the table."""
    page = web_page.document()
    assert '<form id="enter" aria-label="Enter" hidden>' in page and '<label for="token">' in page
    assert '<button class="btn main">Sit down</button>' in page and re.search(r'<nav class="jump" [^>]*hidden>', page)


def test_without_scripts_the_page_says_what_it_needs() -> None:
    assert "<noscript>This page needs JavaScript, which is switched off.</noscript>" in web_page.document()


async def test_a_full_table_is_one_bounded_state(game: Game) -> None:
    """Twelve heroes and sixty creatures with the longest names, right to left and with markup, in a fight."""
    for n in range(11):
        hero = {
            "operation": "create",
            "name": f"<b>\u05d9\u05e2\u05e7\u05d1</b> {n}",
            "character": {"party": True, "classes": ["wizard 5"]},
        }
        assert game.ask(hero, "manage_character")["ok"]
    for n in range(60):
        made = game.ask({"operation": "create", "name": f"{'Ghoul of the long name ' * 3}{n}", "template": "Ghoul"}, "manage_character")
        assert made["ok"], made["text"]
    async with browsing(game) as client:
        for path in ("/state.json", "/state.json?everything=1"):
            answer = await client.get(path)
            shown = answer.json()
            assert len(shown["party"]) == 12 and len(shown["room"]["others"]) == 60 and len(shown["story"]) <= 60
            assert len(answer.content) <= 250_000 and "<b>" in shown["party"][1]["name"] + shown["party"][-1]["name"]
