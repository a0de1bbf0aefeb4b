"""Signed tokens with keys from a server: it changes its keys, stops and restarts, and strangers try to get in."""

import asyncio
import base64
import hmac
import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx2
import pytest
from joserfc import jwt
from joserfc.jwk import RSAKey

from bench.ports import kept_port
from rpg_lite import open_campaign
from rpg_lite.server.auth_settings import Auth, Jwt
from rpg_lite.server.authentication import Authenticator
from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.server.mcp import http_app
from rpg_lite.server.settings_loading import load_settings
from rpg_lite.terminal.command_io import Stop
from tests.server.posting import STATELESS, call

ISSUER, AUDIENCE = "https://id.example", "rpg-lite"
DAY_S = 86_400
"""Longer than all tests together; many tokens are signed when the tests are collected."""
OLD, NEW, STRANGE = (RSAKey.generate_key(2048, {"kid": kid}) for kid in ("old", "new", "old"))


@dataclass
class Provider:
    """Its current answer, and the number of requests."""

    keys: list[RSAKey] = field(default_factory=lambda: [OLD])
    answer: bytes | None = None
    status: int = 200
    asked: int = 0
    port: int = 0

    @property
    def uri(self) -> str:
        return f"http://127.0.0.1:{self.port}/jwks.json"

    def body(self) -> bytes:
        return self.answer if self.answer is not None else json.dumps({"keys": [k.as_dict(private=False) for k in self.keys]}).encode()

    @contextmanager
    def running(self) -> Iterator[None]:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.asked += 1
                self.send_response(provider.status)
                self.end_headers()
                self.wfile.write(provider.body())

            def log_message(self, *_: Any) -> None:
                pass

        with ThreadingHTTPServer(("127.0.0.1", self.port), Handler) as server:
            self.port = server.server_port
            Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
            yield
            server.shutdown()


@pytest.fixture
def provider() -> Iterator[Provider]:
    provider = Provider()
    with provider.running():
        yield provider


def door(provider: Provider, wait: float = 0.0, clock: Callable[[], float] = time.time) -> Authenticator:
    """`wait`: seconds between two looks at the keys."""
    keeper = Authenticator(Auth(jwt=Jwt(issuer=ISSUER, audience=AUDIENCE, jwks_uri=provider.uri)), clock)
    assert keeper._jwt
    keeper._jwt._jwks_refresh_interval = wait
    return keeper


def signed(key: Any = OLD, header: dict[str, Any] | None = None, **claims: Any) -> str:
    """A valid token except for the given parts; None leaves a part out."""
    said = {"sub": "ann", "iss": ISSUER, "aud": AUDIENCE, "exp": time.time() + 2 * DAY_S, "rpg_role": "viewer", **claims}
    head = {"alg": "RS256", "kid": getattr(key, "kid", None), **(header or {})}
    known = {k: v for k, v in head.items() if v is not None}
    return jwt.encode(known, {k: v for k, v in said.items() if v is not None}, key, algorithms=[head["alg"]])


def forged(alg: str) -> str:
    """Unsigned, or signed with the public key as if it were a secret: a check that takes the public key for a secret would accept it."""
    head = base64.urlsafe_b64encode(json.dumps({"alg": alg, "kid": "old"}).encode()).decode().rstrip("=")
    told = f"{head}.{signed().split('.')[1]}"
    mark = hmac.digest(OLD.as_pem(private=False), told.encode(), "sha256") if alg == "HS256" else b""
    return f"{told}.{base64.urlsafe_b64encode(mark).decode().rstrip('=')}"


async def test_a_token_of_a_key_of_the_set_is_believed_and_the_set_is_asked_for_once(provider: Provider) -> None:
    keeper = door(provider)
    assert all([await keeper.verify_token(signed()) for _ in range(5)])
    assert provider.asked == 1


@pytest.mark.parametrize(
    "bearer",
    [
        pytest.param(forged("none"), id="alg none"),
        pytest.param(forged("HS256"), id="HS256 with the public key"),
        pytest.param(signed(header={"alg": "RS512"}), id="another algorithm of the same key"),
        pytest.param(signed(STRANGE), id="a strange key under a known name"),
        pytest.param(signed(NEW), id="a key that is not in the set"),
        pytest.param(signed(header={"kid": "../../old"}), id="a name that is none"),
        pytest.param(signed(exp=time.time() - 5), id="expired"),
        pytest.param(signed(exp=time.time() - 0.001), id="expired a moment ago: there is no leeway"),
        pytest.param(signed(exp=None), id="without an end"),
        pytest.param(signed(exp=float("inf")), id="with an end that never comes"),
        pytest.param(signed(exp=float("nan")), id="with an end that is no number"),
        pytest.param(signed(exp=str(int(time.time()) + DAY_S)), id="with an end in words"),
        pytest.param(signed(exp=True), id="with an end that is a yes"),
        pytest.param(signed(nbf=time.time() + DAY_S), id="not yet"),
        pytest.param(signed(nbf=float("nan")), id="with a beginning that is no number"),
        pytest.param(signed(nbf="now"), id="with a beginning in words"),
        pytest.param(signed(aud="other"), id="for somebody else"),
        pytest.param(signed(aud=None), id="for nobody"),
        pytest.param(signed(iss="https://evil.example"), id="of somebody else"),
        pytest.param(signed(iss=None), id="of nobody"),
        pytest.param(signed(sub=None), id="about nobody"),
        pytest.param(signed(rpg_role=None), id="without a role"),
        pytest.param(signed(rpg_role="owner"), id="with a role that is none"),
        pytest.param(signed(rpg_characters="Thorin"), id="characters that are no list"),
        pytest.param(signed()[:-6] + "AAAAAA", id="a torn signature"),
        pytest.param("a.b.c", id="nonsense"),
    ],
)
async def test_what_does_not_hold_is_turned_away_with_a_sentence(provider: Provider, bearer: str) -> None:
    with open_campaign(":memory:") as game:
        app = http_app(game, router=CampaignRouter(game, Auth(jwt=Jwt(issuer=ISSUER, audience=AUDIENCE, jwks_uri=provider.uri))))
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://127.0.0.1:8000") as client:
            headers = {**STATELESS, "mcp-name": "read_campaign", "authorization": f"Bearer {bearer}"}
            answer = await client.post("/mcp", json=call("read_campaign", {"operation": "party"}), headers=headers)
            page = await client.get("/state.json", headers={"authorization": f"Bearer {bearer}"})
    assert (answer.status_code, page.status_code) == (401, 401)
    assert answer.headers["www-authenticate"].startswith("Bearer") and answer.json()["error_description"]
    assert "token" in page.json()["text"]


async def test_a_token_is_good_from_its_beginning_to_its_end_and_no_longer(provider: Provider) -> None:
    """Without leeway: the same two tokens before, at and after the moment."""
    moment = int(time.time()) + DAY_S
    ends, begins = signed(exp=moment), signed(nbf=moment)
    for now, expected in ((moment - 1e-3, (True, False)), (moment, (True, True)), (moment + 1e-3, (False, True))):
        keeper = door(provider, clock=lambda now=now: now)
        assert (bool(await keeper.verify_token(ends)), bool(await keeper.verify_token(begins))) == expected


async def test_a_token_names_its_key_among_several(provider: Provider) -> None:
    nameless = signed(OLD, {"kid": None})
    assert await door(provider).verify_token(nameless)
    provider.keys = [OLD, NEW]
    assert not await door(provider).verify_token(nameless)


async def test_keys_change_while_it_runs(provider: Provider) -> None:
    """The first token with a new key makes the server fetch the set again; after that, the old key no longer works."""
    keeper = door(provider)
    assert await keeper.verify_token(signed(OLD))
    provider.keys = [OLD, NEW]
    assert await keeper.verify_token(signed(NEW)) and await keeper.verify_token(signed(OLD))
    provider.keys = [NEW]
    assert not await keeper.verify_token(signed(RSAKey.generate_key(2048, {"kid": "third"})))
    assert not await keeper.verify_token(signed(OLD)) and await keeper.verify_token(signed(NEW))


async def test_a_key_that_was_taken_away_is_forgotten_with_the_hour(provider: Provider) -> None:
    keeper = door(provider)
    assert await keeper.verify_token(signed(OLD))
    provider.keys = [NEW]
    assert await keeper.verify_token(signed(OLD))
    assert keeper._jwt
    keeper._jwt._jwks_cache_time -= 3601
    assert not await keeper.verify_token(signed(OLD))


async def test_strangers_with_made_up_keys_do_not_make_it_ask_each_time(provider: Provider) -> None:
    keeper = door(provider, wait=3600.0)
    strange = [signed(STRANGE, {"kid": f"made-up-{n}"}) for n in range(20)]
    assert not any(await asyncio.gather(*map(keeper.verify_token, strange)))
    assert provider.asked == 1


async def test_a_server_of_keys_that_is_away_at_the_start_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    with kept_port() as port:
        provider = Provider(port=port)
        keeper = door(provider)
        with caplog.at_level(logging.WARNING, "rpg_lite"):
            assert not await keeper.verify_token(signed())
        assert "auth.jwt.jwks_uri cannot be fetched" in caplog.text and signed().split(".")[2] not in caplog.text
        with provider.running():
            assert await keeper.verify_token(signed())
        assert await keeper.verify_token(signed())  # away again: known keys hold
        assert not await keeper.verify_token(signed(NEW))


@pytest.mark.parametrize(
    ("status", "answer"), [(500, None), (302, None), (200, b"<html>"), (200, b"[]"), (200, b"{}"), (200, b'{"keys": 7}')]
)
async def test_a_broken_answer_is_told_in_the_log_and_changes_nothing(
    provider: Provider, caplog: pytest.LogCaptureFixture, status: int, answer: bytes | None
) -> None:
    keeper = door(provider)
    assert await keeper.verify_token(signed(OLD))
    provider.status, provider.answer = status, answer
    with caplog.at_level(logging.WARNING, "rpg_lite"):
        assert not await keeper.verify_token(signed(NEW))
    assert "auth.jwt.jwks_uri" in caplog.text
    assert await keeper.verify_token(signed(OLD))


@pytest.mark.parametrize(
    ("status", "answer", "told"), [(302, None, "status 302"), (500, None, "status 500"), (200, b"<html>", "JSONDecodeError")]
)
async def test_the_log_tells_in_a_line_why_and_no_address(
    provider: Provider, caplog: pytest.LogCaptureFixture, status: int, answer: bytes | None, told: str
) -> None:
    provider.status, provider.answer = status, answer
    jwt = Jwt(issuer=ISSUER, audience=AUDIENCE, jwks_uri=f"{provider.uri}?key=hunter2")
    with caplog.at_level(logging.WARNING, "rpg_lite"):
        assert not await Authenticator(Auth(jwt=jwt)).verify_token(signed())
    (line,) = [record.getMessage() for record in caplog.records if record.name == "rpg_lite"]
    assert line.endswith(f"are refused: {told}") and "127.0.0.1" not in line


@pytest.mark.parametrize(
    "uri",
    [
        "http://id.example/jwks.json",
        "ftp://id.example/jwks.json",
        "jwks.json",
        "https://",
        "https://id.example:x/",
        "https://ann:hunter2@id.example/jwks.json",
    ],
)
def test_an_address_of_keys_that_cannot_be_trusted_is_told_at_the_start(tmp_path: Path, uri: str) -> None:
    (file := tmp_path / "auth.toml").write_text(f"[auth.jwt]\nissuer = 'i'\naudience = 'a'\njwks_uri = '{uri}'\n", "utf-8")
    with pytest.raises(Stop) as broken:
        load_settings(auth_file=file)
    assert "auth.jwt.jwks_uri" in str(broken.value) and "https" in str(broken.value) and "hunter2" not in str(broken.value)
