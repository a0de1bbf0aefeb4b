"""Discovery of the accepted tokens and of the server's capabilities by a client of either era."""

from typing import Any

import httpx2
import pytest
from fastmcp import Client
from joserfc.jwk import RSAKey
from mcp import MCPError
from mcp.types import INVALID_PARAMS

from rpg_lite import open_campaign
from rpg_lite.server.auth_settings import Auth, Jwt, Token, digest
from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.server.mcp import http_app, server
from rpg_lite.server.settings_loading import load_settings
from rpg_lite.terminal.command_io import Stop

KEY = RSAKey.generate_key(2048)
FILE = Token(sha256=digest("ann"), name="Ann", role="viewer")
HERE = "http://127.0.0.1:8000"
PLACE = "/.well-known/oauth-protected-resource"


async def answers(auth: Auth, *asked: tuple[str, str, dict[str, str]], public_url: str | None = None) -> list[httpx2.Response]:
    """To these requests (method, path, headers)."""
    with open_campaign(":memory:") as game:
        app = http_app(game, router=CampaignRouter(game, auth), public_url=public_url)
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=HERE) as client:
            return [await client.request(method, path, headers=headers) for method, path, headers in asked]


@pytest.fixture
def signed(tmp_path: Any) -> Auth:
    (tmp_path / "key.pem").write_bytes(KEY.as_pem(private=False))
    return Auth(tokens=(FILE,), jwt=Jwt(issuer="https://id.example", audience="rpg-lite", key_file=tmp_path / "key.pem"))


WRONG = {"authorization": "Bearer wrong"}


@pytest.mark.parametrize(
    ("public_url", "root", "metadata"),
    [
        (None, HERE, f"{HERE}{PLACE}/mcp"),
        ("https://rpg.example.org", "https://rpg.example.org", f"https://rpg.example.org{PLACE}/mcp"),
        ("https://rpg.example.org/table", "https://rpg.example.org/table", f"https://rpg.example.org{PLACE}/table/mcp"),
    ],
)
async def test_signed_tokens_are_found_by_metadata(signed: Auth, public_url: str | None, root: str, metadata: str) -> None:
    below = httpx2.URL(metadata).path
    paths = [("GET", path, {}) for path in (PLACE, f"{PLACE}/mcp", below)]
    found = await answers(
        signed, *paths, ("POST", "/mcp", {}), ("POST", "/mcp", WRONG), ("GET", "/state.json", WRONG), public_url=public_url
    )
    for each in found[:3]:
        assert each.status_code == 200
        assert each.json()["resource"] == f"{root}/mcp"
        assert [server.rstrip("/") for server in each.json()["authorization_servers"]] == ["https://id.example"]
    nobody, wrong, page = (each.headers["www-authenticate"] for each in found[3:])
    assert [each.status_code for each in found[3:]] == [401] * 3
    assert nobody == f'Bearer resource_metadata="{metadata}"'
    for challenge in (wrong, page):
        assert 'error="invalid_token"' in challenge and f'resource_metadata="{metadata}"' in challenge


async def test_tokens_of_a_file_alone_have_no_metadata() -> None:
    nowhere, also, nobody, wrong = await answers(
        Auth(tokens=(FILE,)), ("GET", PLACE, {}), ("GET", f"{PLACE}/mcp", {}), ("POST", "/mcp", {}), ("POST", "/mcp", WRONG)
    )
    assert [each.status_code for each in (nowhere, also, nobody, wrong)] == [404, 404, 401, 401]
    assert nobody.headers["www-authenticate"] == "Bearer"
    assert "resource_metadata" not in wrong.headers["www-authenticate"]


async def test_the_metadata_stands_behind_the_guard_of_hosts(signed: Auth) -> None:
    """A client with a made-up host does not get that host as the address of the resource."""
    (answer,) = await answers(signed, ("GET", PLACE, {"host": "evil.example"}))
    assert answer.status_code == 421


@pytest.mark.parametrize("url", ["rpg.example.org", "ftp://rpg.example.org", "https://a:b@rpg.example.org", "https://rpg.example.org?x=1"])
def test_a_public_url_is_an_address(url: str) -> None:
    with pytest.raises(Stop, match="such as https://rpg"):
        load_settings(http="127.0.0.1:8000", public_url=url)
    assert load_settings(http="127.0.0.1:8000", public_url="https://rpg.example.org/mcp/").settings.public_url == "https://rpg.example.org"


# ── what a server says that it can do ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_no_era_is_promised_what_never_comes(mode: str) -> None:
    with open_campaign(":memory:") as game:
        async with Client(server(game), mode=mode) as client:
            said = client.server_capabilities
    assert said.logging is None
    assert said.tools is not None and said.resources is not None and said.prompts is not None
    assert [kind.list_changed for kind in (said.tools, said.resources, said.prompts)] == [False, False, False]
    assert bool(said.resources.subscribe) == (mode == "auto"), "resources are watched by listening, which the handshake era lacks"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("lists", ["list_tools", "list_resources", "list_resource_templates", "list_prompts"])
async def test_a_cursor_that_is_made_up_is_refused(mode: str, lists: str) -> None:
    with open_campaign(":memory:") as game:
        async with Client(server(game), mode=mode) as client:
            with pytest.raises(MCPError) as refused:
                await getattr(client, f"{lists}_mcp")(cursor="made-up")
            assert refused.value.error.code == INVALID_PARAMS
            assert len(await client.list_tools()) == 8
