"""Who calls over HTTP: tokens of a file for a table of friends, signed ones (JWT) of an identity provider for the rest; and which campaign is theirs."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from hmac import compare_digest
from threading import Lock
from time import time
from typing import Annotated, Any, Final

from anyio import to_thread
from fastmcp.server.auth import AccessToken, TokenVerifier
from fastmcp.server.auth.providers.jwt import JWTVerifier
from fastmcp.server.dependencies import get_access_token
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.context import ServerRequestContext
from mcp.types import SubscriptionsListenRequestParams, SubscriptionsListenResult
from pydantic import BaseModel, Field, ValidationError
from starlette.requests import Request

from rpg_lite.game import Game
from rpg_lite.operations.callers import GM, Caller
from rpg_lite.server.auth_settings import Auth, Characters, Jwt, digest
from rpg_lite.server.limits import Rates, client_now
from rpg_lite.server.settings import DEFAULTS, Limits
from rpg_lite.server.subscriptions import LOOKS_S, Listening, Streams
from rpg_lite.vocabulary import Role

AT_ONCE: Final = 5
"""Minutes' worth of letters."""
_log = logging.getLogger("rpg_lite")

# ── tokens ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Claims(BaseModel):
    """What a token says of its bearer; other claims are none of ours."""

    sub: Annotated[str, Field(min_length=1)]
    rpg_role: Role
    rpg_campaign: Annotated[str, Field(min_length=1)] | None = None
    rpg_characters: Characters = ()


def caller_of(claims: Mapping[str, Any]) -> Caller | None:
    """None for claims that do not say who it is."""
    try:
        said = _Claims.model_validate(claims)
    except ValidationError:
        return None
    return Caller(said.rpg_role, said.sub, said.rpg_campaign, said.rpg_characters)


class Authenticator(TokenVerifier):
    """Knows the tokens of the file and, where they are set up, those of an issuer. Raises KeyBroken."""

    def __init__(self, auth: Auth) -> None:
        super().__init__()
        self._tokens = auth.tokens
        self._jwt = _verifier(auth.jwt) if auth.jwt else None

    async def verify_token(self, token: str) -> AccessToken | None:
        hashed = digest(token)
        known = next((t for t in self._tokens if compare_digest(t.sha256, hashed)), None)
        if known:
            claims = {"sub": known.name, "rpg_role": known.role, "rpg_campaign": known.campaign, "rpg_characters": known.characters}
            return AccessToken(token=token, client_id=known.name, scopes=[], claims=claims)
        found = await self._jwt.verify_token(token) if self._jwt else None
        return found if found and _is_in_time(found.claims) and caller_of(found.claims) else None


class _Keys(JWTVerifier):
    """Says so when the set of keys cannot be had: whose token is refused for it is told no more than that."""

    async def verify_token(self, token: str) -> AccessToken | None:
        try:
            return await super().verify_token(token)
        except OverflowError:  # an `exp` of Infinity: it must end some time
            return None

    async def _fetch_jwks(self) -> dict[str, Any]:
        try:
            found = await super()._fetch_jwks()
        except Exception as error:
            _log.warning("the keys of auth.jwt.jwks_uri cannot be fetched, tokens of new keys are refused: %s", _reason(error))
            raise ValueError("the set of keys is out of reach") from error
        if not isinstance(found.get("keys") if isinstance(found, dict) else None, list):
            _log.warning("auth.jwt.jwks_uri answers with something that is no set of keys, tokens of new keys are refused")
            raise ValueError("no set of keys")
        return found


def _reason(error: Exception) -> str:
    """Not its own text, which may hold the address, and a key in it."""
    status = getattr(getattr(error, "response", None), "status_code", None)
    return f"status {status}" if status else type(error).__name__


def _verifier(jwt: Jwt) -> JWTVerifier:
    return _Keys(public_key=jwt.key(), jwks_uri=jwt.jwks_uri, issuer=jwt.issuer, audience=jwt.audience, algorithm=jwt.algorithm)


def _is_in_time(claims: Mapping[str, Any]) -> bool:
    """A signed token must end some time, and have begun."""
    begins = claims.get("nbf", 0)
    return isinstance(claims.get("exp"), int | float) and isinstance(begins, int | float) and begins <= time()


# ── campaigns ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a call is answered, and for whom."""

    game: Game
    listening: Listening
    caller: Caller


class NotHere(Exception):
    """There is no seat for this caller, and why."""


class CampaignRouter:
    """The campaigns that a server plays: each caller has a seat at one, and no way to another. Without auth all sit where the server began, as game masters."""

    def __init__(self, game: Game, auth: Auth | None = None, limits: Limits = DEFAULTS) -> None:
        self.doorkeeper = Authenticator(auth) if auth and auth.asks else None
        self.issuer: Final = auth.jwt.issuer if auth and auth.jwt else None
        self.game: Final = game
        """The one that the server began with."""
        self.letters: Final = Rates(limits.letters / 60, AT_ONCE * limits.letters)
        """That players send to be written."""
        self._streams = Streams(limits.streams, max(1, limits.connections // 2))
        self.listening: Final = Listening(_rev(game), self._streams)
        self._played = {game.campaign.id: (game, self.listening)}
        self._seats: dict[str | None, tuple[Game, Listening]] = {}
        self._lock = Lock()

    async def seat(self, request: Request | None = None) -> Seat:
        """Of the call that is being answered. Raises NotHere."""
        if self.doorkeeper is None:
            return Seat(self.game, self.listening, GM)
        token = get_access_token() if request is None else _token_of(request)
        caller = caller_of(token.claims) if token else None
        if caller is None:
            raise NotHere("Send a token: Authorization: Bearer …")
        taken = self._seats.get(caller.campaign)  # a thread would cost more than the question
        return Seat(*taken, caller) if taken else await to_thread.run_sync(self._seated, caller)

    async def listen(self, ctx: ServerRequestContext[Any, Any], params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        """To the caller's own campaign."""
        return await (await self.seat()).listening.listens(ctx, params, client_now())

    async def follow(self) -> None:
        """Until it is cancelled: listeners hear of what other processes write, each of the own campaign."""
        while True:
            await asyncio.sleep(LOOKS_S)
            for game, listening in tuple(self._played.values()):
                await listening.look(partial(_rev, game))

    def close(self) -> None:
        """Ends every stream of those who listen."""
        for _, listening in self._played.values():
            listening.close()

    def _seated(self, caller: Caller) -> Seat:
        with self._lock:
            game = self.game.sibling(caller.campaign) if caller.campaign else self.game
            if game is None:
                raise NotHere("This token is for a campaign that is not played here.")
            if game.campaign.id not in self._played:
                self._played[game.campaign.id] = game, Listening(_rev(game), self._streams)
            self._seats[caller.campaign] = self._played[game.campaign.id]
            return Seat(*self._played[game.campaign.id], caller)


def _rev(game: Game) -> int:
    return game.store.rev(game.campaign.id)


def _token_of(request: Request) -> AccessToken | None:
    user = request.scope.get("user")
    found = user.access_token if isinstance(user, AuthenticatedUser) else None
    return found if isinstance(found, AccessToken) else None
