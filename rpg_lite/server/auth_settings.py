"""The `auth` section of the settings: the tokens that the HTTP server accepts, and their bearers. Every command loads this module, so it
imports little.
"""

import re
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator

from rpg_lite.server.local_addresses import is_this_machine
from rpg_lite.vocabulary import Role

NO_TOKENS: Final = "it has neither auth.tokens nor auth.jwt; rpg-lite token new makes a token"
_SETTINGS: Final = ConfigDict(extra="forbid", frozen=True)
Characters = Annotated[tuple[Annotated[str, Field(min_length=1, max_length=200)], ...], Field(max_length=50)]

Algorithm = Literal["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "EdDSA", "Ed25519", "Ed448"]
"""Algorithms with a key pair: with a shared secret, anybody who can check a token could also create one."""


def _safe_to_fetch(uri: str) -> str:
    """Require https, because anybody who could change the keys in transit could sign tokens."""
    try:
        parts = urlsplit(uri)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and is_this_machine(host))):
        raise ValueError("takes the https address of a key set; http is only for this machine, such as http://127.0.0.1:8080/jwks.json")
    if "@" in parts.netloc:
        raise ValueError("takes the https address of a key set without a user or a password: a key set is public")
    return uri


class KeyBroken(Exception):
    """The public key is unusable; the text gives the reason."""


class Token(BaseModel):
    """A token, stored as its SHA-256, because a reader of the file must not be able to use it."""

    model_config = _SETTINGS
    sha256: str
    name: Annotated[str, Field(min_length=1, max_length=100)]
    role: Role
    campaign: str | None = None
    characters: Characters = ()

    @field_validator("sha256")
    @classmethod
    def _is_a_digest(cls, value: str) -> str:
        if not re.fullmatch(r"[0-9a-f]{64}", value):
            raise ValueError("takes 64 lower-case hexadecimal digits, as rpg-lite token new prints them")
        return value


class Jwt(BaseModel):
    """Tokens that an identity provider signs; the claims rpg_role, rpg_campaign and rpg_characters determine what the caller may do."""

    model_config = _SETTINGS
    issuer: str
    audience: str
    key_file: Path | None = None
    jwks_uri: Annotated[str, AfterValidator(_safe_to_fetch)] | None = None
    algorithm: Algorithm = "RS256"

    @model_validator(mode="after")
    def _one_key(self) -> Self:
        if (self.key_file is None) == (self.jwks_uri is None):
            raise ValueError("takes either key_file (a public key, PEM) or jwks_uri")
        return self

    def key(self) -> str | None:
        """Read the public key from the file. Raises KeyBroken."""
        if self.key_file is None:
            return None
        try:
            text = self.key_file.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise KeyBroken(f"{self.key_file} cannot be read") from error
        if "PUBLIC KEY-----" not in text:
            raise KeyBroken(f"{self.key_file} contains no public key (PEM)")
        return text


class Auth(BaseModel):
    """The settings for tokens; without `tokens` and `jwt`, the server asks nobody for a token."""

    model_config = _SETTINGS
    tokens: tuple[Token, ...] = ()
    jwt: Jwt | None = None

    @model_validator(mode="after")
    def _told_apart(self) -> Self:
        for what in ("name", "sha256"):
            values = [getattr(token, what) for token in self.tokens]
            if len(set(values)) < len(values):
                raise ValueError(f"two tokens have the same {what}")
        return self

    @property
    def asks(self) -> bool:
        return bool(self.tokens or self.jwt)

    def require_key(self) -> None:
        """Raise KeyBroken for an unusable key, because the server must not start if it cannot check tokens."""
        if self.jwt:
            self.jwt.key()


def new_token(size: int) -> str:
    """A new token of this many random bytes; none begins with a dash, which a command line would take for an option."""
    import secrets

    while (token := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return token


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
