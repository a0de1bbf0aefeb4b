"""Settings from rpg-lite.toml, the environment and flags; later sources win. Each value knows its source."""

from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from rpg_lite.operations.operation import Tool
from rpg_lite.server.agent_settings import AGENT_DEFAULTS, NO_SANDBOX, SCRIPT_DEFAULTS, Agent, Sandbox, Scripts, ToolServer
from rpg_lite.server.auth_settings import NO_TOKENS, Auth, KeyBroken
from rpg_lite.server.local_addresses import is_this_machine
from rpg_lite.terminal.command_io import MISUSED, Stop
from rpg_lite.vocabulary import ListingForm

FILE: Final = "rpg-lite.toml"
PREFIX: Final = "RPG_LITE_"
NAMED_BY: Final = f"{PREFIX}CONFIG"
"""The environment variable that names the settings file; it is not a setting itself."""
OPEN_RATE: Final = 50.0
"""Requests per second from one client, on a server that other machines can reach."""


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Log(Section):
    format: Literal["text", "json"] = "text"
    level: Literal["debug", "info", "warning", "error"] = "info"


class Limits(Section):
    """Limits for one client of an HTTP server. `rate`: requests per second, 0 for no limit; `depth`: levels of nested JSON; `per_address`:
    connections without a valid token or a complete request; `letters`: characters that a player may write in a minute;
    `calls`: calls of a client that are at work at once, while its others wait."""

    rate: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    burst: int = Field(default=200, ge=1)
    body_bytes: int = Field(default=1_048_576, ge=1024)
    depth: int = Field(default=64, ge=8)
    idle_seconds: float = Field(default=15.0, gt=0, le=3600)
    request_seconds: float = Field(default=5.0, gt=0, le=3600)
    connections: int = Field(default=500, ge=1)
    per_address: int = Field(default=100, ge=1)
    streams: int = Field(default=16, ge=0)
    letters: int = Field(default=12_000, ge=1)
    calls: int = Field(default=8, ge=1)


DEFAULTS: Final = Limits()


def split_list(value: Any) -> Any:
    """Split a list in an environment variable at its commas; without brackets, an empty list could not be told apart from an unset variable.

    >>> split_list("a.example, b.example"), split_list("[a, b]"), split_list("[]")
    (['a.example', 'b.example'], ['a', 'b'], [])
    """
    if not isinstance(value, str):
        return value
    inside = value.strip()[1:-1] if value.strip().startswith("[") and value.strip().endswith("]") else value
    return [part.strip().strip("\"'") for part in inside.split(",") if part.strip()]


class ToolListing(Section):
    """The form in which clients see the tools. `tools`: full, compact for models with small windows, or scene with the fields that the
    loaded scenes need; `always_load`: the tools to load at once for clients that otherwise load tools only on demand.
    """

    tools: ListingForm = "full"
    always_load: Annotated[tuple[Tool, ...], NoDecode, BeforeValidator(split_list)] = ("read_campaign", "execute_action")


DEFAULT_LISTING: Final = ToolListing()


class Settings(BaseSettings):
    """All settings. An unknown key is a fault."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_nested_delimiter="__", env_ignore_empty=True, extra="forbid", frozen=True)

    db: str | None = None
    campaign: str | None = None
    items: Annotated[tuple[Path, ...], NoDecode, BeforeValidator(split_list)] = ()
    lore: Path | None = None
    http: str | None = None
    open: bool = False
    """Accept everybody who reaches the address as a game master without a token."""
    allow_hosts: Annotated[tuple[str, ...], NoDecode, BeforeValidator(split_list)] = ()
    public_url: str | None = None
    """The address for clients, if it differs from the address at which the server listens."""
    workers: int = Field(default=1, ge=1, le=64)
    log: Log = Log()
    limits: Limits = DEFAULTS
    listing: ToolListing = DEFAULT_LISTING
    auth: Auth = Auth()
    agent: Agent = AGENT_DEFAULTS
    servers: tuple[ToolServer, ...] = ()
    sandbox: Sandbox = NO_SANDBOX
    scripts: Scripts = SCRIPT_DEFAULTS

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Use no other source, because `load_settings` merges the sources itself and therefore knows the source of each value."""
        return (init_settings,)

    @field_validator("servers")
    @classmethod
    def _have_ids_of_their_own(cls, value: tuple[ToolServer, ...]) -> tuple[ToolServer, ...]:
        ids = [server.id for server in value]
        if twice := sorted({id for id in ids if ids.count(id) > 1}):
            raise ValueError(f"several have the id {', '.join(map(repr, twice))}: give each server an id of its own")
        return value

    @field_validator("http")
    @classmethod
    def _is_an_address(cls, value: str | None) -> str | None:
        if value is not None:
            host_and_port(value)
        return value

    @field_validator("public_url")
    @classmethod
    def _is_a_url(cls, value: str | None) -> str | None:
        parts = urlsplit(value or "https://rpg.example.org")
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or "@" in parts.netloc:
            raise ValueError("takes the address of the server without /mcp, such as https://rpg.example.org")
        return value and value.rstrip("/").removesuffix("/mcp")

    @property
    def address(self) -> tuple[str, int] | None:
        return host_and_port(self.http) if self.http is not None else None

    @property
    def rate(self) -> float:
        """The rate limit; a server for this machine alone has none by default, because all its clients share one address."""
        if self.limits.rate is not None:
            return self.limits.rate
        return OPEN_RATE if self._is_reached_by_others else 0.0

    @property
    def _is_reached_by_others(self) -> bool:
        return self.address is not None and not is_this_machine(self.address[0])

    def on_stdio(self) -> Self:
        """Return a copy of the settings without those of the network."""
        return self.model_copy(update={"http": None, "open": False, "allow_hosts": (), "public_url": None, "workers": 1, "auth": Auth()})

    def for_service(self) -> Self:
        """Check that a server can run with these settings, and return them. Raises Stop."""
        self._require_a_door()
        if self.http is None and self.allow_hosts:
            raise Stop(MISUSED, "--allow-host needs --http; stdio has no host.")
        if self.http is None and self.public_url:
            raise Stop(MISUSED, "public_url needs --http; stdio has no address.")
        if self.workers > 1 and self.http is None:
            raise Stop(MISUSED, "--workers needs --http; stdio has one client and one process.")
        if self.workers > 1 and not (self.db or "").startswith("postgresql"):
            raise Stop(
                MISUSED,
                "--workers needs PostgreSQL (--db postgresql://…): an SQLite file has one writer at a time, so more processes would only wait for each other.",
            )
        return self

    def _require_a_door(self) -> None:
        """Check that the server does not let in strangers by accident, and has no tokens that it does not check."""
        if self.http is None and (self.auth.asks or self.open):
            raise Stop(MISUSED, "--auth and --open need --http; stdio is for the game master on this machine.")
        if self.auth.asks and self.open:
            raise Stop(MISUSED, "--open lets in everybody, and auth asks for tokens: choose one of them.")
        if self.http is not None and "auth" in self.model_fields_set and not self.auth.asks:
            raise Stop(MISUSED, f"auth: {NO_TOKENS}.")
        if self._is_reached_by_others and not (self.auth.asks or self.open):
            raise Stop(
                MISUSED, f"other machines can reach --http {self.http}: choose --auth FILE for tokens, or --open to let in everybody."
            )
        try:
            self.auth.require_key()
        except KeyBroken as broken:
            raise Stop(MISUSED, f"auth.jwt.key_file: {broken}.") from broken


def host_and_port(http: str) -> tuple[str, int]:
    """Read "127.0.0.1:8000", "[::1]:8000", ":8000" or "8000"; without a host, the server listens on this machine only; port 0 is any free
    one.

    >>> host_and_port(":8000"), host_and_port("[::1]:80")
    (('127.0.0.1', 8000), ('::1', 80))
    """
    host, _, port = http.rpartition(":")
    if not (port.isdecimal() and port.isascii() and 0 <= int(port) < 65536):
        raise ValueError(f"takes HOST:PORT such as 127.0.0.1:8000, not {http!r}")
    return host.strip("[]") or "127.0.0.1", int(port)
