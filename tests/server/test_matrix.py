"""All permissions in one table, compared with everything on the server; nothing crosses between campaigns or reveals a secret."""

import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import httpx2
import pytest
from fastmcp import FastMCP
from sqlalchemy import select

from rpg_lite import open_campaign
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.operations.registry import READ_ONLY, TOOLS, in_schema, operations
from rpg_lite.operations.role_table import operations_for
from rpg_lite.server.auth_settings import Auth, Token, digest
from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.server.mcp import http_app, server
from rpg_lite.store.tables import CAMPAIGN, COMMIT, EQUIPPED, EVENT, EXIT, THING
from tests.operations.payloads import fitting
from tests.operations.table import TOOL_OF, snapshot
from tests.server.posting import META, STATELESS, call
from tests.server.tokens import token

Answer = dict[str, Any]

# ── the table ───────────────────────────────────────────────────────────────────────────────────────────────────────

MAY: Final = {
    "manage_inventory": {
        "everybody": "view", "player": "equip unequip transfer use attune unattune exchange buy sell", "gm": "give remove identify shop undo",
    },
    "read_campaign": {"everybody": "context party character item who where exits rooms inventory", "player": "journal", "gm": "history examine"},
    "manage_character": {"gm": "create update import export retire rest advance undo"},
    "manage_condition": {"gm": "apply remove undo"},
    "execute_action": {"player": "attack end check save roll next_turn", "gm": "damage heal start_fight end_fight undo"},
    "manage_room": {
        "everybody": "look route map", "player": "go open close lock unlock",
        "gm": "search hide create portal update remove import_map join leave vibe undo",
    },
    "manage_tools": {"gm": "tools equip unequip drop load unload undo"},
    "keep_journal": {"player": "say note decide idea milestone", "gm": "undo"},
}  # fmt: skip
"""Tool → role (earlier roles may do so as well) → operations. An operation that stands nowhere follows its record."""
ROUTES: Final = {
    "/": "open",
    "/health": "open",
    "/state.json": "token",
    "/events": "token",
    "/sheet.json": "token",
    "/atlas.json": "token",
    "/ground.json": "token",
    "/mcp": "token",
}
"""Path → required role. The page without a token is empty, and health says nothing about campaigns."""
RESOURCES: Final = {"rpg://context": "campaign", "rpg://menu": "rules", "ui://rpg-lite/table": "rules", "items://templates": "rules", "items://schema": "rules", "item://Torch": "rules", "character://c1.1": "campaign", "rpg://inventory/here": "campaign", "rpg://inventory/c1.1": "campaign", "rpg://schema/spell": "rules", "room://combat": "campaign"}  # fmt: skip
"""Address → whether it tells the rulebook or the own campaign."""
TEMPLATES: Final = {"item://{name}", "lore://{path*}", "character://{id}", "rpg://inventory/{who}", "rpg://schema/{kind}", "room://{scene}"}
ROLES: Final = ("gm", "player", "viewer")
PAYLOADS: Final = [(tool, operation) for tool in TOOLS for operation in operations(tool)]
CLAIMED: Final = {(tool, operation): whose for tool in MAY for whose, words in MAY[tool].items() for operation in words.split()}


def may(role: str, tool: str, operation: str) -> bool:
    if (tool, operation) not in CLAIMED:
        return operation in operations_for(role, operations(tool))  # type: ignore[arg-type]
    return (
        CLAIMED[tool, operation] in {"gm": ("everybody", "player", "gm"), "player": ("everybody", "player"), "viewer": ("everybody",)}[role]
    )


def test_the_table_claims_nothing_of_what_is_not_there() -> None:
    assert CLAIMED.keys() <= {*PAYLOADS}


async def test_the_table_names_every_route_resource_and_prompt(game: Game) -> None:
    mcp: FastMCP[Any] = server(game)
    assert {route.path for route in http_app(game).routes} == ROUTES.keys()
    assert {t.name for t in await mcp.list_tools()} == MAY.keys()
    listed = {str(r.uri) for r in await mcp.list_resources()}
    assert {uri for uri in listed if not uri.startswith("room://")} == {
        uri for uri in RESOURCES if uri.startswith("items:") or uri in ("rpg://context", "rpg://menu", "ui://rpg-lite/table")
    }
    assert {t.uri_template for t in await mcp.list_resource_templates()} == TEMPLATES
    assert {p.name for p in await mcp.list_prompts()} == {"continue", "begin", "npc"}


# ── one server, three campaigns ─────────────────────────────────────────────────────────────────────────────────────

HEROES: Final = {"red": "Thorin", "azure": "Cobalt Knight", "grey": "Greyhame"}
COBALT: Final = re.compile("cobalt", re.IGNORECASE)
TABLES: Final = (THING, EQUIPPED, EXIT, COMMIT, EVENT)


AUTH: Final = Auth(
    tokens=tuple(
        Token(
            sha256=digest(token(c, r)),
            name=f"{r} of {c}",
            role=r,  # type: ignore[arg-type]
            campaign=c,
            characters=(HEROES[c],) if r == "player" else (),
        )
        for c in HEROES
        for r in ROLES
    )
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Red is played, all of azure is of cobalt, grey is archived."""
    file = tmp_path_factory.mktemp("matrix") / "party.db"
    for campaign, hero in HEROES.items():
        with open_campaign(file, campaign, new=True) as game:
            ask = partial(did, game)
            ask("manage_character", "create", name=hero, character={"party": True, "hpMax": 20})
            ask("manage_room", "create", name=f"{hero} tower", direction="north", notes=[f"{hero} notes"])
            ask("manage_inventory", "give", characterName=hero, item={"name": f"{hero} ring", "type": "wondrous", "slot": "ring"})
            ask("keep_journal", "note", text=f"{hero} journal")
            ask("manage_tools", "equip", itemName=f"house:{hero} rule", content=f"{hero} prompt")
            ask("manage_room", "vibe", vibe=f"{hero} vibe")
            ask("read_campaign", "examine", name=f"{hero} ring")
            if campaign == "grey":
                game.store.archive("grey", away=True)
    return file


def did(game: Game, tool: str, operation: str, **fields: Any) -> Answer:
    answer = game.ask({"operation": operation, **fields}, tool)
    assert answer["ok"], answer["text"]
    return answer


@pytest.fixture
def game(file: Path) -> Iterator[Game]:
    with open_campaign(file, "red", seed=1) as opened:
        yield opened


@asynccontextmanager
async def served(game: Game, auth: Auth = AUTH) -> AsyncIterator[httpx2.AsyncClient]:
    app = http_app(game, router=CampaignRouter(game, auth))
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://127.0.0.1:8000") as client,
    ):
        yield client


async def sent(client: httpx2.AsyncClient, bearer: str | None, tool: str, arguments: Answer) -> httpx2.Response:
    headers = {**STATELESS, "mcp-name": tool} | ({"authorization": f"Bearer {bearer}"} if bearer else {})
    return await client.post("/mcp", json=call(tool, arguments), headers=headers)


async def method(client: httpx2.AsyncClient, bearer: str | None, name: str, /, **params: Any) -> httpx2.Response:
    headers = {**STATELESS, "mcp-method": name} | ({"authorization": f"Bearer {bearer}"} if bearer else {})
    headers |= {"mcp-name": named} if (named := params.get("uri") or params.get("name")) else {}
    return await client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": name, "params": {**params, "_meta": META}}, headers=headers)


async def listed(client: httpx2.AsyncClient, bearer: str, era: str) -> dict[str, Any]:
    """Tool → its schema, as this bearer's client sees it in this era."""
    headers = {**STATELESS, "mcp-method": "tools/list", "mcp-protocol-version": era, "authorization": f"Bearer {bearer}"}
    asked = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/list",
        "params": {"_meta": META} if era == STATELESS["mcp-protocol-version"] else {},
    }
    answer = await client.post("/mcp", json=asked, headers=headers)
    body = answer.text.partition("data: ")[2] if "event-stream" in answer.headers["content-type"] else answer.text
    return {tool["name"]: tool["inputSchema"] for tool in json.loads(body)["result"]["tools"]}


def code(answer: httpx2.Response) -> str:
    result = answer.json()["result"]
    return str(result["_meta"]["rpg-lite/error"]["code"]) if result.get("isError") else "ok"


def rows_of(game: Game, *names: str) -> list[Any]:
    """Every row of these campaigns except for the call log."""
    with game.store._database.reader.connect() as connection:
        ids = list(connection.execute(select(CAMPAIGN.c.id).where(CAMPAIGN.c.name.in_(names))).scalars())
        rows = [connection.execute(select(CAMPAIGN).where(CAMPAIGN.c.id.in_(ids))).all()]
        return rows + [connection.execute(select(t).where(t.c.campaign_id.in_(ids)).order_by(*t.primary_key.columns)).all() for t in TABLES]


@pytest.mark.parametrize("era", ["2026-07-28", "2025-11-25"])
@pytest.mark.parametrize("role", ROLES)
async def test_a_role_is_shown_the_operations_that_it_may_send(game: Game, role: str, era: str) -> None:
    async with served(game) as client:
        tools = await listed(client, token("red", role), era)
    menus = {tool: [o for o in in_schema(tool) if may(role, tool, o)] for tool in MAY}
    assert {name: tool["properties"]["operation"]["enum"] for name, tool in tools.items()} == {t: m for t, m in menus.items() if m}
    fields = {key for tool in tools.values() for key in (*tool["properties"], *tool["properties"]["batch"]["items"]["properties"])}
    assert bool(fields & {"seed", "force", "everything", "atRev", "item", "toRev"}) == (role == "gm")


@pytest.mark.parametrize("tool", MAY)
async def test_every_cell_of_the_table(game: Game, tool: str) -> None:
    """Roles, an anonymous caller, and an archived campaign; also a campaign that none of these tokens opens."""
    async with served(game) as client:
        before = rows_of(game, "azure", "grey")
        for operation, model in operations(tool).items():
            asked = {"operation": operation, "dryRun": True, **fitting(operation, tool)}
            for role in ROLES:
                answer = await sent(client, token("red", role), tool, asked)
                assert (code(answer) != "not_allowed") == may(role, tool, operation), (operation, role, answer.text)
                assert code(answer) not in ("internal", "not_here") and not COBALT.search(answer.text), answer.text
            for bearer in (None, "unknown"):
                assert (await sent(client, bearer, tool, asked)).status_code == 401
            away = await sent(client, token("grey", "gm"), tool, asked | {"dryRun": False})
            assert model in READ_ONLY or code(away) != "ok", away.text
            assert not re.search("cobalt|thorin tower", away.text, re.IGNORECASE)
        assert rows_of(game, "azure", "grey") == before


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_what_is_named_in_vain_is_not_found_in_another_campaign(game: Game, role: str) -> None:
    """Near names, ids and lists, through every field that takes a name or an id."""
    seat = Caller(role, "x", "red", ("Thorin",) if role == "player" else ())  # type: ignore[arg-type]
    other = game.sibling("azure")
    assert other
    ids = [i for i in snapshot(other).things if i not in snapshot(game).things]
    before = rows_of(game, "azure")
    for tool, operation in PAYLOADS:
        if may(role, tool, operation):
            for fields in misnamed(operation, tool, ["Cobal Knight", "Cobat"], ids or ["i99.1"]):
                answer = game.ask({"operation": operation, "dryRun": True, **fields}, tool, "full", seat)
                assert not COBALT.search(json.dumps(answer)), (operation, fields, answer["text"])
    assert rows_of(game, "azure") == before


def misnamed(operation: str, tool: str, wanted: list[str], ids: list[str]) -> Iterator[Answer]:
    """The least that it takes, and with each of its fields that names something naming one of these, in turn."""
    model, least = operations(tool)[operation], fitting(operation, tool)
    yield least
    names, by_id = cycle(wanted), cycle(ids)
    for name, field in model.model_fields.items():
        key = field.alias or name
        if key.endswith("Name") or key in ("name", "query"):
            yield {**least, key: next(names)}
        elif key.endswith("Id"):
            yield from ({**least, key: next(by_id)} for _ in ids)
        elif key == "text":
            yield {**least, key: f"@{next(names)} hello"}


async def test_a_request_id_is_no_way_to_the_answer_of_another(game: Game) -> None:
    """Neither one of another campaign nor one of another role."""
    say = {"operation": "say", "text": "Hm.", "requestId": "same"}
    async with served(game) as client:
        first = await sent(client, token("azure", "player"), "keep_journal", say)
        assert code(first) == "ok" and COBALT.search(first.text)
        for role, expected in (("gm", "ok"), ("player", "ok"), ("viewer", "not_allowed")):
            answer = await sent(client, token("red", role), "keep_journal", say)
            assert code(answer) == expected and not COBALT.search(answer.text) and "repeated" not in answer.text


async def test_resources_prompts_completions_and_streams_ask_who_it_is(game: Game) -> None:
    async with served(game) as client:
        for uri, tells in RESOURCES.items():
            assert (await method(client, None, "resources/read", uri=uri)).status_code == 401
            for role in ROLES:
                answer = await method(client, token("red", role), "resources/read", uri=uri)
                assert "result" in answer.json(), answer.text
                assert not COBALT.search(answer.text)
                assert tells == "campaign" or "Thorin" not in answer.text
        for name in ("tools/list", "resources/list", "resources/templates/list", "prompts/list", "server/discover"):
            assert (await method(client, None, name)).status_code == 401
            answer = await method(client, token("red", "viewer"), name)
            assert "result" in answer.json() and not re.search("cobalt|thorin (ring|tower)", answer.text, re.IGNORECASE)
        ref = {"ref": {"type": "ref/resource", "uri": "rpg://inventory/{who}"}, "argument": {"name": "who", "value": "C"}}
        for name, params in (
            ("completion/complete", ref),
            ("subscriptions/listen", {"notifications": {"resourceSubscriptions": ["character://c1.1"]}}),
        ):
            assert (await method(client, None, name, **params)).status_code == 401
        for role in ROLES:
            answer = await method(client, token("red", role), "completion/complete", **ref)
            assert "result" in answer.json() and not COBALT.search(answer.text)


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize("verb", ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"])
async def test_no_route_tells_who_is_nobody_what_is_played(game: Game, path: str, verb: str) -> None:
    async with served(game) as client:
        answer = await client.request(verb, path)
        told = f"{answer.text}{answer.headers}"
        assert not re.search("cobalt|thorin|greyhame", told, re.IGNORECASE)
        assert answer.status_code in ({200, 405} if ROUTES[path] == "open" else {401, 405})


@pytest.mark.parametrize("role", ROLES)
async def test_a_token_in_the_address_opens_nothing(game: Game, role: str) -> None:
    async with served(game) as client:
        for query in ("token", "access_token", "bearer", "authorization"):
            answer = await client.get(f"/state.json?{query}={token('red', role)}")
            assert answer.status_code == 401


# ── what is hidden ──────────────────────────────────────────────────────────────────────────────────────────────────

SECRET: Final = re.compile(r"zyx\w+", re.IGNORECASE)
PLAYER, VIEWER = Caller("player", "ann", None, ("Thorin",)), Caller("viewer", "screen")


@pytest.fixture(scope="module")
def haunted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """Only the game master knows words that begin with zyx."""
    pages = tmp_path_factory.mktemp("zyxlore")
    for path in ("RULES.md", "rules/zyxtide.md", "regions/lobby.md", "skills/zyxchase/SKILL.md", "handouts/zyxletter.md"):
        (pages / path).parent.mkdir(parents=True, exist_ok=True)
        (pages / path).write_text("---\nname: zyxchase\ndescription: zyxwhen\n---\nzyxpage", "utf-8")
    (pages / "skills/zyxchase/assets").mkdir()
    (pages / "skills/zyxchase/assets/zyxmap.png").write_bytes(b"\x89PNG")
    with open_campaign(":memory:", seed=1, lore=pages) as game:
        ask = partial(did, game)
        for name in ("Thorin", "Elara"):
            ask("manage_character", "create", name=name, character={"party": True, "hpMax": 20})
        ask("manage_room", "create", name="Zyxvault", direction="north", door="hidden", description="zyxwords", notes=["zyxnotes"])
        ask("manage_room", "create", name="Zyxcrypt", direction="east", door="locked", keyName="Zyxkey", dc=17)
        ask("manage_room", "create", name="Zyxbeyond", direction="west", fromName="Zyxvault")
        ask("manage_room", "update", bagName="floor", notes=["zyxhere"], region="zyxregion")
        ask("manage_room", "vibe", bagName="Zyxvault", vibe="zyxvibe")
        for name, room in (("Near Goblin", None), ("Zyxgoblin", "Zyxvault"), ("Zyxspy", "Zyxcrypt")):
            ask("manage_character", "create", name=name, character={"hpMax": 7})
            if room:
                ask("manage_room", "join", characterName=name, toName=room)
        for name in ("Thorin", "Near Goblin"):
            ask("manage_character", "update", characterName=name, character={"secret": "zyxsecret"})
        ring = {"name": "Ring of Zyxdoom", "type": "wondrous", "slot": "ring", "description": "zyxlore of old"}
        ask("manage_inventory", "give", characterName="Thorin", item=ring, identified=False, equip=True)
        ask("manage_inventory", "give", characterName="Elara", item={"name": "Zyxwand", "type": "wondrous"}, identified=False)
        ask("manage_inventory", "give", characterName="Near Goblin", item={"name": "Zyxwhistle", "type": "adventuring_gear"})
        ask("manage_inventory", "give", bagName="floor", template="Chest")
        ask("manage_inventory", "give", bagName="Chest", item={"name": "Zyxgem", "type": "treasure"})
        ask("manage_room", "lock", bagName="Chest", dc=17, keyName="Zyxkey", force=True)
        for gone in ("Zyxidol", "Zyxgone"):
            ask("manage_inventory", "give", bagName="floor", item={"name": gone, "type": "treasure"})
        ask("manage_room", "hide", itemName="Zyxidol")
        ask("manage_inventory", "remove", bagName="floor", itemName="Zyxgone")
        for who, text in (("Elara", "zyxdiary"), ("Zyxgoblin", "zyxplan"), ("Near Goblin", "zyxidea")):
            ask("keep_journal", "note", characterName=who, text=text)
        ask("keep_journal", "decide", characterName="gm", question="zyxquestion of Thorin", text="zyxruling")
        ask("keep_journal", "say", characterName="Elara", toName="gm", text="zyxwhisper")
        ask("manage_tools", "equip", itemName="house:zyxrule", content="zyxprompt")
        ask("manage_condition", "apply", characterName="Near Goblin", condition="poisoned", source="zyxsource")
        yield game


NEARLY: Final = ["Zyxvaul", "Zyxgobli", "Zyxge", "Zyxkez", "Zyxwhistl", "Zyx"]


def asked_for(game: Game, role: str, thorough: bool) -> Iterator[tuple[str, Answer]]:
    """Payloads with almost correct names, and with the exact ids."""
    now = snapshot(game)
    secret = [t.id for t in now.things.values() if SECRET.search(t.name)]
    ids = [i for i in secret if thorough or re.search("gem|whistle|spy|Doom|vault", now.things[i].name)]
    for tool, operation in PAYLOADS:
        if may(role, tool, operation):
            yield from ((tool, {"operation": operation, **fields}) for fields in misnamed(operation, tool, NEARLY, ids))
            if thorough:
                for name in NEARLY:
                    yield from ((tool, {"operation": operation, **fields}) for fields in misnamed(operation, tool, [name], []))
    for direction in ("north", "east", "up"):
        for operation in ("lock", "unlock", "close"):
            yield "manage_room", {"operation": operation, "direction": direction}


def told_secrets(game: Game, caller: Caller, thorough: bool = False) -> list[Any]:
    found = []
    for tool, payload in asked_for(game, caller.role, thorough):
        answer = game.ask({**payload, "dryRun": True}, tool, "full", caller)
        known = json.dumps(payload).casefold()
        if secrets := {word for word in SECRET.findall(json.dumps(answer)) if word.casefold() not in known}:
            found.append((payload, secrets, answer["text"]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("caller", [PLAYER, VIEWER], ids=["player", "viewer"])
def test_nothing_hidden_is_told_by_any_operation(haunted: Game, caller: Caller) -> None:
    assert told_secrets(haunted, caller) == []


@pytest.mark.slow
def test_a_game_master_who_plays_aloud_reads_no_page_no_secret_and_no_ruling(haunted: Game) -> None:
    words = {word for _, secrets, _ in told_secrets(haunted, Caller(aloud=True)) for word in secrets}
    assert not words & {"zyxpage", "zyxwhen", "zyxchase", "zyxtide", "zyxletter", "zyxsecret", "zyxquestion", "zyxruling", "zyxregion"}


@pytest.mark.service
@pytest.mark.parametrize(
    "caller",
    [PLAYER, VIEWER, Caller("player", "cy", None, ("Thorin", "Elara")), Caller("player", "eve")],
    ids=["one", "viewer", "two", "none"],
)
def test_nothing_hidden_is_told_by_any_operation_however_it_is_asked(haunted: Game, caller: Caller) -> None:
    ours = {"zyxdiary", "zyxwhisper"} if "Elara" in caller.characters else set()
    assert [row for row in told_secrets(haunted, caller, thorough=True) if row[1] - ours] == []


@pytest.mark.parametrize(
    ("operation", "fields", "code"),
    [
        ("view", {"characterId": "gem"}, "character_unknown"),
        ("view", {"characterId": "whistle"}, "character_unknown"),
        ("view", {"characterName": "Zyxgem"}, "character_unknown"),
        ("transfer", {"bagName": "floor", "itemName": "Zyxgem", "toCharacterName": "Thorin"}, "item_unknown"),
        ("go", {"direction": "east", "dryRun": False}, "door_locked"),
        ("lock", {"direction": "east"}, None),
    ],
)
def test_what_lies_behind_a_lock_or_in_a_pocket_is_not_there(haunted: Game, operation: str, fields: Answer, code: str | None) -> None:
    ids = {t.name.removeprefix("Zyx"): t.id for t in snapshot(haunted).things.values()}
    payload = {"operation": operation, **fields} | ({"characterId": ids[fields["characterId"]]} if "characterId" in fields else {})
    answer = haunted.ask({"dryRun": True, **payload}, TOOL_OF[operation], "full", PLAYER)
    assert answer.get("error", {}).get("code") == code, answer["text"]
    assert not SECRET.search(json.dumps(answer).replace("Zyxgem", "")) and "DC 17" not in answer["text"]


PAGES: Final = {
    "lore://rules/zyxtide.md": {"mimeType": "text/markdown", "text": "zyxpage"},
    "lore://skills/zyxchase/assets/zyxmap.png": {"mimeType": "image/png", "blob": "iVBORw=="},
}


@pytest.mark.parametrize("uri", PAGES)
async def test_a_page_of_the_table_is_a_resource_for_the_game_master_alone(haunted: Game, uri: str) -> None:
    auth = Auth(tokens=tuple(Token(sha256=digest(token("any", r)), name=r, role=r) for r in ROLES))  # type: ignore[arg-type]
    async with served(haunted, auth) as client:
        read = {r: (await method(client, token("any", r), "resources/read", uri=uri)).json() for r in ROLES}
        nothing = uri.replace("zyx", "nothing")
        absent = (await method(client, token("any", "player"), "resources/read", uri=nothing)).json()
        assert (await method(client, None, "resources/read", uri=uri)).status_code == 401
        listed = [(await method(client, token("any", "viewer"), name)).text for name in ("resources/list", "resources/templates/list")]
    (content,) = read["gm"]["result"]["contents"]
    assert {key: content[key] for key in PAGES[uri]} == PAGES[uri]
    assert read["player"] == read["viewer"]
    assert json.dumps(read["player"]).replace("zyx", "nothing") == json.dumps(absent)
    assert not SECRET.search(str(listed))


async def test_no_prompt_tells_a_player_a_page(haunted: Game) -> None:
    auth = Auth(
        tokens=tuple(Token(sha256=digest(token("any", r)), name=r, role=r, characters=("Thorin",) if r == "player" else ()) for r in ROLES)
    )  # type: ignore[arg-type]
    async with served(haunted, auth) as client:
        for name, arguments in (("continue", {}), ("npc", {"name": "Thorin"}), ("begin", {})):
            told = {r: (await method(client, token("any", r), "prompts/get", name=name, arguments=arguments)).text for r in ROLES}
            assert not SECRET.search(told["player"]) and not SECRET.search(told["viewer"]), name
            assert ("zyxpage" in told["gm"]) == (name == "continue")
            assert ("zyxsecret" in told["gm"]) == (name in ("continue", "npc"))


@pytest.fixture
def whispered() -> Iterator[Game]:
    """Words that Thorin heard, before and in a private talk with him, and words for the ears of others alone."""
    with open_campaign(":memory:", seed=1) as game:
        for name in ("Thorin", "Elara"):
            did(game, "manage_character", "create", name=name, character={"hpMax": 20, "party": True})
        did(game, "keep_journal", "tell", text="heard in the lobby")
        did(game, "keep_journal", "focus", toName="Thorin")
        did(game, "keep_journal", "say", characterName="gm", toName="Thorin", text="heard in the talk")
        did(game, "keep_journal", "tell", names=["Elara"], text="zyxdream")
        did(game, "keep_journal", "say", characterName="Elara", toName="gm", text="zyxwhisper")
        for kind in ("note", "decide", "idea", "milestone"):
            did(game, "keep_journal", kind, characterName="Elara", text=f"zyx{kind}")
            did(game, "keep_journal", kind, characterName="gm", text=f"zyxgm{kind}")
        yield game


async def test_no_resource_and_no_prompt_tells_words_that_nobody_heard_there(whispered: Game) -> None:
    auth = Auth(
        tokens=tuple(Token(sha256=digest(token("any", r)), name=r, role=r, characters=("Thorin",) if r == "player" else ()) for r in ROLES)
    )  # type: ignore[arg-type]
    prompts = [{"name": "continue"}, {"name": "begin"}, *({"name": "npc", "arguments": {"name": name}} for name in ("Thorin", "Elara"))]
    asked = [*(("resources/read", {"uri": uri}) for uri in RESOURCES), *(("prompts/get", prompt) for prompt in prompts)]
    told: dict[str, str] = dict.fromkeys(ROLES, "")
    async with served(whispered, auth) as client:
        for role in ROLES:
            for name, params in asked:
                told[role] += (await method(client, token("any", role), name, **params)).text
    for role in ("player", "viewer"):
        assert not SECRET.search(told[role]) and "talk with" not in told[role]
    assert all(f"heard in the {place}" in told["player"] for place in ("lobby", "talk"))
    assert "heard in" not in told["viewer"] and {"zyxwhisper", "zyxgmnote"} <= {*SECRET.findall(told["gm"])}


async def test_the_page_shows_players_nothing_hidden(haunted: Game) -> None:
    assert not SECRET.search(json.dumps(haunted.table()))
    assert SECRET.search(json.dumps(haunted.table(everything=True)))
