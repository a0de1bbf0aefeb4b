"""Identify callers over HTTP: by tokens from a file for a group of friends, or by signed tokens (JWT) from an identity provider."""

import logging
from collections.abc import Callable, Iterable, Mapping
from hmac import compare_digest
from time import time
from typing import Annotated, Any

from fastmcp.server.auth import AccessToken, TokenVerifier
from fastmcp.server.auth.providers.jwt import JWTVerifier
from pydantic import BaseModel, Field, ValidationError

from rpg_lite.decision.callers import Caller
from rpg_lite.server.auth_settings import Auth, Characters, Jwt, Token, digest
from rpg_lite.vocabulary import Role

_log = logging.getLogger("rpg_lite")


class _Claims(BaseModel):
    """The claims of a token about its bearer; other claims are ignored."""

    sub: Annotated[str, Field(min_length=1)]
    rpg_role: Role
    rpg_campaign: Annotated[str, Field(min_length=1)] | None = None
    rpg_characters: Characters = ()


def caller_of(claims: Mapping[str, Any]) -> Caller | None:
    """Return the caller that the claims name, or None."""
    try:
        said = _Claims.model_validate(claims)
    except ValidationError:
        return None
    return Caller(said.rpg_role, said.sub, said.rpg_campaign, said.rpg_characters)


class Authenticator(TokenVerifier):
    """Verify the tokens of the file and, if the settings name an issuer, tokens of that issuer. Raises KeyBroken."""

    def __init__(self, auth: Auth, clock: Callable[[], float] = time) -> None:
        super().__init__()
        self._clock = clock
        self._tokens = auth.tokens
        self._jwt = _verifier(auth.jwt) if auth.jwt else None

    def admit(self, tokens: Iterable[Token]) -> None:
        """Accept these tokens, too, until the server stops."""
        self._tokens = (*self._tokens, *tokens)

    async def verify_token(self, token: str) -> AccessToken | None:
        hashed = digest(token)
        known = next((t for t in self._tokens if compare_digest(t.sha256, hashed)), None)
        if known:
            claims = {"sub": known.name, "rpg_role": known.role, "rpg_campaign": known.campaign, "rpg_characters": known.characters}
            return AccessToken(token=token, client_id=known.name, scopes=[], claims=claims)
        found = await self._jwt.verify_token(token) if self._jwt else None
        return found if found and _is_in_time(found.claims, self._clock()) and caller_of(found.claims) else None


class _Keys(JWTVerifier):
    """Verify tokens with fetched keys, and log when the keys cannot be fetched: the caller learns only that the token is refused."""

    async def verify_token(self, token: str) -> AccessToken | None:
        try:
            return await super().verify_token(token)
        except OverflowError:  # an `exp` of Infinity: every token must expire
            return None

    async def _fetch_jwks(self) -> dict[str, Any]:
        try:
            found = await super()._fetch_jwks()
        except Exception as error:
            _log.warning("the keys of auth.jwt.jwks_uri cannot be fetched, so tokens with new keys are refused: %s", _reason(error))
            raise ValueError("the set of keys cannot be reached") from error
        if not isinstance(found.get("keys") if isinstance(found, dict) else None, list):
            _log.warning("auth.jwt.jwks_uri answers with something that is not a set of keys, so tokens with new keys are refused")
            raise ValueError("no set of keys")
        return found


def _reason(error: Exception) -> str:
    """Return a description of the error without its own text, which can contain an address with a key in it."""
    status = getattr(getattr(error, "response", None), "status_code", None)
    return f"status {status}" if status else type(error).__name__


def _verifier(jwt: Jwt) -> JWTVerifier:
    return _Keys(public_key=jwt.key(), jwks_uri=jwt.jwks_uri, issuer=jwt.issuer, audience=jwt.audience, algorithm=jwt.algorithm)


def _is_in_time(claims: Mapping[str, Any], now: float) -> bool:
    """Return whether a signed token has an expiry time, and is valid at this moment."""
    begins, ends = claims.get("nbf", 0), claims.get("exp")
    return isinstance(begins, int | float) and isinstance(ends, int | float) and begins <= now <= ends
