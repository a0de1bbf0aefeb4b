"""Access over HTTP: who gets in and with which rights, and the walls between the campaigns of one server."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastmcp import Client
from fastmcp.exceptions import ToolError
from joserfc import jwt
from joserfc.jwk import RSAKey
from mcp.client.subscriptions import listen
from mcp.shared.exceptions import MCPError
from mcp.shared.subscriptions import ResourceUpdated

from rpg_lite import open_campaign
from rpg_lite.cli import app
from rpg_lite.decision.callers import Caller
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.operations.role_table import right_of
from rpg_lite.server import auth_settings, authentication
from rpg_lite.server.instructions import INSTRUCTIONS
from rpg_lite.server.settings_loading import load_settings
from rpg_lite.terminal.command_io import Stop
from tests.server.clients import ERAS, over_http, over_stdio
from tests.server.posting import STATELESS, call
from tests.server.services import PATIENT_AT_THE_END, serving
from tests.waiting import PATIENCE_S

ISSUER, AUDIENCE = "https://id.example", "rpg-lite"
KEY, STRANGE_KEY = RSAKey.generate_key(2048), RSAKey.generate_key(2048)
ROLES = ("gm", "player", "viewer")
DAY_S = 86_400
"""Longer than all tests together."""
Answer = dict[str, Any]


def token(campaign: str, role: str) -> str:
    return f"token-of-{role}-in-{campaign}"


def signed(key: RSAKey = KEY, alg: str = "RS256", **claims: Any) -> str:
    """A token of the issuer, valid except for the given claims; None leaves a claim out."""
    said = {
        "sub": "ann",
        "iss": ISSUER,
        "aud": AUDIENCE,
        "exp": time.time() + 2 * DAY_S,  # they are signed when the tests are collected, long before some of them run
        "rpg_role": "player",
        "rpg_characters": ["Thorin"],
        **claims,
    }
    return jwt.encode({"alg": alg}, {k: v for k, v in said.items() if v is not None}, key, algorithms=[alg])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two campaigns: red, with Thorin in a hall, and azure, where an intruder may know the names but not that all is of cobalt."""
    folder = tmp_path_factory.mktemp("auth")
    for campaign, name, inside in (("red", "Thorin", "ruby"), ("azure", "Azure Knight", "cobalt")):
        with open_campaign(folder / "party.db", campaign, new=True) as game:
            made = [
                game.ask({"operation": "create", "name": name, "character": {"party": True, "hpMax": 20}}, "manage_character"),
                game.ask({"operation": "create", "name": f"{campaign} tower", "direction": "north"}, "manage_room"),
                game.ask({"operation": "give", "bagName": "floor", "item": {"name": f"{campaign} idol", "type": "treasure"}}),
                game.ask({"operation": "hide", "itemName": f"{campaign} idol"}, "manage_room"),
                game.ask({"operation": "note", "text": f"The {inside} secret."}, "keep_journal"),
                game.ask({"operation": "update", "bagName": "floor", "description": f"Walls of {inside}."}, "manage_room"),
                game.ask(
                    {"operation": "give", "characterName": name, "item": {"name": f"{inside} ring", "type": "wondrous", "slot": "ring"}}
                ),
            ]
            assert all(m["ok"] for m in made), made
    (folder / "key.pem").write_bytes(KEY.as_pem(private=False))
    characters = {"red": "Thorin", "azure": "Azure Knight"}
    tokens = [
        f'[[auth.tokens]]\nsha256 = "{auth_settings.digest(token(c, r))}"\nname = "{r} of {c}"\nrole = "{r}"\ncampaign = "{c}"\n'
        + (f'characters = ["{characters[c]}"]\n' if r == "player" else "")
        for c in characters
        for r in ROLES
    ]
    signing = f'[auth.jwt]\nissuer = "{ISSUER}"\naudience = "{AUDIENCE}"\nkey_file = "key.pem"\n'
    (folder / "auth.toml").write_text("\n".join((*tokens, signing)), "utf-8")
    return folder


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """A server for both campaigns."""
    with over_http(folder / "party.db", "--campaign", "red", "--auth", str(folder / "auth.toml")) as found:
        yield found


async def posted(client: httpx2.AsyncClient, address: str, bearer: str | None, tool: str, arguments: Answer) -> httpx2.Response:
    headers = {**STATELESS, "mcp-name": tool, **({"authorization": f"Bearer {bearer}"} if bearer else {})}
    return await client.post(f"{address}/mcp", json=call(tool, arguments), headers=headers)


def code(answer: httpx2.Response) -> str:
    result = answer.json()["result"]
    return result["_meta"]["rpg-lite/error"]["code"] if result.get("isError") else "ok"


# ── the door ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("era", ["2026-07-28", "2025-11-25"])
@pytest.mark.parametrize(
    "header",
    [None, "Bearer", "Bearer wrong", "Basic cmVkOnJlZA==", "token-of-gm-in-red", f"Bearer {auth_settings.digest('token-of-gm-in-red')}"],
)
async def test_a_caller_without_a_known_token_is_turned_away(address: str, era: str, header: str | None) -> None:
    body = call("read_campaign", {"operation": "party"})
    headers = {**STATELESS, "mcp-protocol-version": era, "mcp-name": "read_campaign"} | ({"authorization": header} if header else {})
    async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
        answer = await client.post(f"{address}/mcp", json=body, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "Thorin" not in answer.text


@pytest.mark.slow
async def test_health_is_open_and_tells_nothing_of_the_campaigns(address: str) -> None:
    async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
        answer = await client.get(f"{address}/health")
    assert (answer.status_code, answer.json()) == (200, {"ok": True, "database": "ok"})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bearer", "status"),
    [
        (signed(), 200),
        (signed(rpg_role="viewer", rpg_characters=None), 200),
        (signed(rpg_role="gm", rpg_characters=None, rpg_campaign="azure"), 200),
        (signed(aud=["other", AUDIENCE]), 200),
        (signed(key=STRANGE_KEY), 401),
        (signed(iss="https://evil.example"), 401),
        (signed(iss=None), 401),
        (signed(aud="other"), 401),
        (signed(exp=time.time() - 60), 401),
        (signed(exp=None), 401),
        (signed(nbf=time.time() + DAY_S), 401),
        (signed(rpg_role=None), 401),
        (signed(rpg_role="root"), 401),
        (signed(sub=None), 401),
        (signed(rpg_characters="Thorin"), 401),
        (signed(rpg_campaign=7), 401),
        (signed(alg="PS256"), 401),
        (signed()[:-4] + "AAAA", 401),
        ("eyJhbGciOiJub25lIn0." + signed().split(".")[1] + ".", 401),
    ],
)
async def test_a_signed_token_is_believed_when_all_of_it_holds(address: str, bearer: str, status: int) -> None:
    async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
        answer = await posted(client, address, bearer, "read_campaign", {"operation": "party"})
    assert answer.status_code == status


@pytest.mark.slow
@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("bearer", [token("red", "player"), signed(rpg_campaign="red")], ids=["file", "signed"])
async def test_a_player_plays_in_either_era(address: str, era: str, bearer: str) -> None:
    async with Client(f"{address}/mcp", auth=bearer, mode=era) as client:
        assert client.protocol_version == ERAS[era]
        seen = await client.call_tool("manage_room", {"operation": "look"})
        assert "idol" not in seen.content[0].text
        said = await client.call_tool("keep_journal", {"operation": "say", "text": "Hello"})
        assert said.structured_content["ok"]
        with pytest.raises(ToolError, match="a player may not use give"):
            await client.call_tool("manage_inventory", {"operation": "give", "characterName": "Thorin", "template": "Torch"})
        assert "red idol" not in (await client.read_resource("rpg://inventory/here"))[0].text


@pytest.mark.slow
@pytest.mark.parametrize("era", ERAS)
async def test_each_role_reads_its_own_instructions_and_prompts(address: str, era: str) -> None:
    told, prompts = dict[str, str](), dict[str, set[str]]()
    for role in ROLES:
        async with Client(f"{address}/mcp", auth=token("red", role), mode=era) as client:
            told[role] = client.instructions or ""
            prompts[role] = {prompt.name for prompt in await client.list_prompts()}
            if role != "gm":
                with pytest.raises(MCPError):
                    await client.get_prompt("begin", {"ruleset": "5.2"})
    assert told["gm"] == INSTRUCTIONS and prompts["gm"] == {"continue", "begin", "npc"}
    for role in ("player", "viewer"):
        assert prompts[role] == {"continue"}
        assert not re.search(r"Hidden|give|undo|search|damage", told[role]), told[role]
    assert "attack, cast, act" in told["player"] and "attack" not in told["viewer"]


@pytest.mark.slow
async def test_a_token_of_a_campaign_that_is_not_there_has_no_seat(address: str) -> None:
    async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
        answer = await posted(client, address, signed(rpg_campaign="nowhere"), "read_campaign", {"operation": "party"})
        page = await client.get(f"{address}/state.json", headers={"authorization": f"Bearer {signed(rpg_campaign='nowhere')}"})
    assert (code(answer), page.status_code) == ("not_here", 401)


# ── walls ───────────────────────────────────────────────────────────────────────────────────────────────────────────

THERE = {
    "characterName": "Azure Knight", "targetName": "Azure Knight", "toCharacterName": "Azure Knight", "actorName": "Azure Knight",
    "bagName": "azure tower", "toName": "azure tower", "fromName": "azure tower", "roomName": "azure tower", "itemName": "azure idol",
    "name": "azure idol", "query": "azure", "names": ["Azure Knight"], "text": "@Azure Knight", "document": {},
}  # fmt: skip
"""The names that an intruder uses."""


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("tool", TOOLS)
async def test_no_operation_reaches_into_another_campaign(address: str, tool: str, role: str) -> None:
    """Plain, and with every name of the other campaign in every field that takes one: no answer shows anything of it, and nothing there changes."""
    async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
        before = await everything(client, address, "azure")
        for operation, model in operations(tool).items():
            keys = {field.alias or name for name, field in model.model_fields.items()}
            for named in ({}, {k: v for k, v in THERE.items() if k in keys}, {"characterId": "c1.1"} if "characterId" in keys else {}):
                answer = await posted(client, address, token("red", role), tool, {"operation": operation, "detail": "full", **named})
                assert "cobalt" not in answer.text, (operation, answer.text)
                allowed = role == "gm" or right_of(role, model) != "never"  # type: ignore[index]
                assert allowed or code(answer) in ("not_allowed", "argument_invalid", "undo_alone"), answer.text
        assert await everything(client, address, "azure") == before
        assert all("cobalt" in json.dumps(seen) for seen in before[1:])
        # The game master's own search, one of the operations, finds all that is hidden: it is hidden again for what follows.
        await posted(client, address, token("red", "gm"), "manage_room", {"operation": "hide", "itemName": "red idol"})


async def everything(client: httpx2.AsyncClient, address: str, campaign: str) -> list[Any]:
    """The game master's view of a campaign."""
    asked = [("read_campaign", {"operation": "party"}), ("read_campaign", {"operation": "journal"}), ("manage_room", {"operation": "look"})]
    answers = [await posted(client, address, token(campaign, "gm"), tool, {**a, "detail": "full"}) for tool, a in asked]
    return [a.json()["result"]["structuredContent"] for a in answers]


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("campaign", ["red", "azure"])
async def test_everybody_reads_the_own_campaign(address: str, campaign: str, role: str) -> None:
    own, other = {"red": ("Thorin", "Azure Knight"), "azure": ("Azure Knight", "Thorin")}[campaign]
    async with Client(f"{address}/mcp", auth=token(campaign, role)) as client:
        party = (await client.call_tool("read_campaign", {"operation": "party"})).content[0].text
        assert own in party and other not in party and party.startswith(f"{campaign}:")
        for uri in (
            "character://c1.1",
            "rpg://inventory/here",
            "rpg://inventory/c1.1",
            "items://templates",
            "items://schema",
            "item://Torch",
        ):
            text = (await client.read_resource(uri))[0].text
            assert other not in text
            assert ("idol" in text) == (role == "gm" and uri.startswith("rpg://"))
            assert own in text or not uri.startswith(("character", "rpg://inventory/c"))


@pytest.mark.slow
async def test_the_page_shows_the_campaign_of_the_token(address: str) -> None:
    async with httpx2.AsyncClient(base_url=address, timeout=PATIENCE_S) as client:

        async def state(bearer: str | None, query: str = "", **headers: str) -> httpx2.Response:
            own = {"authorization": f"Bearer {bearer}"} if bearer else {}
            return await client.get(f"/state.json{query}", headers={**own, **headers})

        page, nobody = await client.get("/"), await state(None)
        assert (page.status_code, "Thorin" in page.text) == (200, False)
        assert (nobody.status_code, nobody.headers["www-authenticate"][:7], "Thorin" in nobody.text) == (401, "Bearer ", False)
        for campaign, own in (("red", "Thorin"), ("azure", "Azure Knight")):
            for role in ROLES:
                seen, all_of_it = await state(token(campaign, role)), await state(token(campaign, role), "?everything=1")
                assert [m["name"] for m in seen.json()["party"]] == [own]
                assert all_of_it.status_code == (200 if role == "gm" else 403)
        tag = (await state(token("red", "viewer"))).headers["etag"]
        assert (await state(token("red", "viewer"), **{"if-none-match": tag})).status_code == 304
        assert (await state(token("azure", "viewer"), **{"if-none-match": tag})).status_code == 200


@pytest.mark.slow
async def test_a_listener_hears_only_of_its_own_campaign(folder: Path) -> None:
    """When the server stops, each stream ends with all that it was to tell."""
    options = ("--campaign", "red", "--auth", str(folder / "auth.toml"))
    with serving(folder, *options, program=PATIENT_AT_THE_END) as service:
        async with (
            Client(f"{service.address}/mcp", auth=token("red", "player")) as red,
            Client(f"{service.address}/mcp", auth=token("azure", "gm")) as azure,
            listen(red.session, resource_subscriptions=["character://c1.1"]) as by_red,
            listen(azure.session, resource_subscriptions=["character://c1.1"]) as by_azure,
        ):
            await azure.call_tool("keep_journal", {"operation": "say", "text": "Hush"})
            assert await asyncio.wait_for(anext(by_azure), PATIENCE_S) == ResourceUpdated("character://c1.1")
            service.process.terminate()
            async with asyncio.timeout(PATIENCE_S):
                assert [event async for event in by_red] == []


@pytest.mark.slow
@pytest.mark.parametrize("campaign", ["red", "azure"])
async def test_a_listener_hears_of_writes_by_another_process(address: str, folder: Path, campaign: str) -> None:
    async with (
        Client(f"{address}/mcp", auth=token(campaign, "viewer")) as client,
        listen(client.session, resource_subscriptions=["character://c1.1"]) as heard,
    ):
        with open_campaign(folder / "party.db", campaign) as game:
            assert game.ask({"operation": "say", "text": "Hush"}, "keep_journal")["ok"]
        assert await asyncio.wait_for(anext(heard), PATIENCE_S) == ResourceUpdated("character://c1.1")


@pytest.mark.slow
async def test_the_log_says_who_called_as_what_and_in_which_campaign(folder: Path) -> None:
    with serving(folder, "--campaign", "red", "--auth", str(folder / "auth.toml")) as service:
        async with httpx2.AsyncClient(timeout=PATIENCE_S) as client:
            for bearer in (token("azure", "viewer"), signed(rpg_campaign="nowhere")):
                await posted(client, service.address, bearer, "read_campaign", {"operation": "party"})
        seated, lost = service.calls()
        text = service.log.read_text("utf-8")
    assert (seated["campaign"], seated["role"], seated["client"]) == ("azure", "viewer", "subject viewer of azure")
    assert (lost.get("campaign"), lost["role"], lost["client"], lost["code"]) == (None, "player", "subject ann", "not_here")
    assert token("azure", "viewer") not in text and "eyJ" not in text


# ── without tokens ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
async def test_standard_input_is_for_the_game_master(tmp_path: Path) -> None:
    async with Client(over_stdio(tmp_path / "party.db")) as client:
        assert (await client.call_tool("manage_character", {"operation": "create", "name": "Thorin"})).structured_content["ok"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--http", "0.0.0.0:1"], "--auth FILE for tokens, or --open"),
        (["--http", "192.0.2.7:1"], "--auth FILE for tokens, or --open"),
        (["--http", "table.example:1"], "--auth FILE for tokens, or --open"),
        (["--http", "[::]:1"], "--auth FILE for tokens, or --open"),
        (["--open"], "--open need --http"),
        (["--auth", "nothing.toml"], "nothing.toml is missing"),
    ],
)
def test_nobody_is_let_in_from_outside_by_oversight(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert app.main(["serve", "--db", str(tmp_path / "party.db"), *options]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "party.db").exists()


# ── the file ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("arguments", "caller"),
    [
        (["--role", "player", "--character", "Thorin", "--campaign", "X"], Caller("player", "Thorin", "X", ("Thorin",))),
        (
            ["--role", "player", "--character", 'The "Oak"', "--character", "c1.1"],
            Caller("player", 'The "Oak"', None, ('The "Oak"', "c1.1")),
        ),
        (["--role", "viewer", "--name", "screen"], Caller("viewer", "screen")),
        (["--role", "gm"], Caller("gm", "gm")),
    ],
)
async def test_a_new_token_opens_what_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], caller: Caller
) -> None:
    assert app.main(["token", "new", *arguments]) == 0
    printed = capsys.readouterr()
    (file := tmp_path / "auth.toml").write_text(printed.out, "utf-8")
    made = printed.err.split()[-1]
    found = await authentication.Authenticator(load_settings(auth_file=file).settings.auth).verify_token(made)
    assert found and authentication.caller_of(found.claims) == caller
    assert made not in printed.out and len(made) >= 40


@pytest.mark.parametrize("arguments", [["--role", "player"], ["--role", "viewer", "--character", "Thorin"], []])
def test_a_token_is_not_made_of_half_a_wish(arguments: list[str]) -> None:
    assert app.main(["token", "new", *arguments]) == 2


def test_a_new_token_warns_about_a_hero_that_nobody_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "party.db"
    with open_campaign(database) as game:
        assert game.ask({"operation": "create", "name": "Brenna", "character": {"party": True}}, "manage_character")["ok"]
    for name, warned in (("Brena", True), ("Brenna", False), ("c1.1", False)):
        assert app.main(["token", "new", "--role", "player", "--character", name, "--db", str(database)]) == 0
        assert ("nobody in the party of" in capsys.readouterr().err) == warned, name
    assert app.main(["token", "new", "--role", "player", "--character", "Brena", "--db", str(tmp_path / "none.db")]) == 0
    assert "nobody in the party of" not in capsys.readouterr().err and not (tmp_path / "none.db").exists()


GOOD = f'[[auth.tokens]]\nsha256 = "{"a" * 64}"\nname = "ann"\nrole = "viewer"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "neither auth.tokens"),
        ("[auth", "broken.toml is not TOML"),
        (GOOD.replace("viewer", "king"), "auth.tokens[0].role"),
        (GOOD.replace("aaaa", "zzzz"), "auth.tokens[0].sha256"),
        (GOOD + "scope = 'all'\n", "auth.tokens[0].scope"),
        (GOOD + GOOD, "the same name"),
        ("[auth.jwt]\nissuer = 'i'\naudience = 'a'\n", "key_file (a public key, PEM) or jwks_uri"),
        ("[auth.jwt]\nissuer = 'i'\njwks_uri = 'https://id.example'\n", "auth.jwt.audience"),
        ("[auth.jwt]\nissuer = 'i'\naudience = 'a'\njwks_uri = 'https://id.example'\nalgorithm = 'HS256'\n", "auth.jwt.algorithm"),
    ],
)
def test_a_file_that_is_wrong_is_told_by_its_keys(tmp_path: Path, text: str, said: str) -> None:
    (file := tmp_path / "broken.toml").write_text(text, "utf-8")
    with pytest.raises(Stop) as broken:
        load_settings(auth_file=file)
    assert said in str(broken.value)
    assert "aaaaaaaa" not in str(broken.value)


@pytest.mark.parametrize("key", ["missing.pem", "nonsense.pem"])
def test_a_key_that_cannot_be_read_is_told_at_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str) -> None:
    (tmp_path / "nonsense.pem").write_text("nonsense", "utf-8")
    (file := tmp_path / "auth.toml").write_text(f"[auth.jwt]\nissuer = 'i'\naudience = 'a'\nkey_file = '{key}'\n", "utf-8")
    assert app.main(["serve", "--http", ":8000", "--auth", str(file), "--db", str(tmp_path / "party.db")]) == 2
    assert key in capsys.readouterr().err
    assert not (tmp_path / "party.db").exists()
