"""Settings from rpg-lite.toml, the environment and flags; later sources win. Each value knows its source."""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, EnvSettingsSource, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from rpg_lite.content import file_reading
from rpg_lite.rules import names
from rpg_lite.rules.document_faults import faults_of
from rpg_lite.server.auth_settings import NO_TOKENS, Auth, KeyBroken
from rpg_lite.server.local_addresses import is_this_machine
from rpg_lite.store.redaction import HIDDEN, without_secrets
from rpg_lite.terminal.command_io import MISUSED, Stop, path

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
    connections without a valid token or a complete request; `letters`: characters that a player may write in a minute."""

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


DEFAULTS: Final = Limits()


def _split_list(value: Any) -> Any:
    """Split a list in an environment variable at its commas."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


class Settings(BaseSettings):
    """All settings. An unknown key is a fault."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_nested_delimiter="__", env_ignore_empty=True, extra="forbid", frozen=True)

    db: str | None = None
    campaign: str | None = None
    items: Annotated[tuple[Path, ...], NoDecode, BeforeValidator(_split_list)] = ()
    http: str | None = None
    open: bool = False
    """Accept everybody who reaches the address as a game master without a token."""
    allow_hosts: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split_list)] = ()
    public_url: str | None = None
    """The address for clients, if it differs from the address at which the server listens."""
    workers: int = Field(default=1, ge=1, le=64)
    log: Log = Log()
    limits: Limits = DEFAULTS
    auth: Auth = Auth()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Use no other source: `load_settings` merges the sources itself, so that it knows the source of each value."""
        return (init_settings,)

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
        """A copy of the settings without the network settings."""
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
        """Check that the server neither lets in strangers by accident nor is set up with tokens that it does not check."""
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
    """ "127.0.0.1:8000", "[::1]:8000", ":8000" or "8000"; without a host, the server listens to this machine alone.

    >>> host_and_port(":8000"), host_and_port("[::1]:80")
    (('127.0.0.1', 8000), ('::1', 80))
    """
    host, _, port = http.rpartition(":")
    if not (port.isdecimal() and port.isascii() and 0 < int(port) < 65536):
        raise ValueError(f"takes HOST:PORT such as 127.0.0.1:8000, not {http!r}")
    return host.strip("[]") or "127.0.0.1", int(port)


# ── where values come from ────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SettingsSource:
    name: str
    values: Mapping[str, Any]

    def has(self, key: str) -> bool:
        here: Any = self.values
        for part in key.split("."):
            if not (isinstance(here, Mapping) and part in here):
                return False
            here = here[part]
        return True


@dataclass(frozen=True, slots=True)
class Loaded:
    settings: Settings
    sources: tuple[SettingsSource, ...]
    of_file: SettingsSource | None = None
    """The settings file, if there is one."""

    @property
    def file(self) -> Path | None:
        return Path(self.of_file.name).absolute() if self.of_file else None

    def is_of_file(self, key: str) -> bool:
        """Whether this value comes from the settings file."""
        return self.of_file is not None and next((s for s in reversed(self.sources) if s.has(key)), None) is self.of_file

    def lines(self) -> Iterator[tuple[str, Any, str]]:
        """Yield every setting as (dotted key, value without secrets, source)."""
        for key, value in _leaves(self.settings.model_dump(mode="json")):
            yield key, hide_secrets(key, value), next((s.name for s in reversed(self.sources) if s.has(key)), "default")


def load_settings(file: Path | None = None, auth_file: Path | None = None, **flags: Any) -> Loaded:
    """Load the settings of this process; flags that are None or empty do not count. Raises Stop with one line for each fault.

    `auth_file`: a file given by a flag; only its section `auth` is used.
    """
    named = file or os.environ.get(NAMED_BY)
    read = _of_file(path(str(named or FILE)), f"--config or {NAMED_BY}" if named else None)
    sources = (
        *read,
        _of_environment(),
        *([_of_auth_file(path(str(auth_file)))] if auth_file else []),
        SettingsSource("command line", {key: value for key, value in flags.items() if value not in (None, (), {})}),
    )
    merged: dict[str, Any] = {}
    for source in sources:
        merged = _over(merged, source.values)
    try:
        return Loaded(Settings(**merged), sources, read[0] if read else None)
    except ValidationError as error:
        faults = [f"{_blame_source(key, sources)}: {key}: {_discreet(key, why)}" for key, why in faults_of(error, Settings)]
        raise Stop(MISUSED, "\n".join(faults)) from None


def hide_secrets(key: str, value: Any) -> Any:
    """Hide the secrets in a value.

    >>> hide_secrets("db", "postgresql://ann:secret@db.example/rpg?password=x"), hide_secrets("auth.tokens", ["x"]), hide_secrets("workers", 2)
    ('postgresql://ann:***@db.example/rpg?password=***', '***', 2)
    """
    if key.startswith("auth.") and value:
        return HIDDEN
    if isinstance(value, str) and "://" in value:
        return without_secrets(value)
    return value


def _of_file(file: Path, named_by: str | None) -> Sequence[SettingsSource]:
    try:
        values = tomllib.loads(file_reading.read(file).decode("utf-8-sig"))
    except FileNotFoundError:
        if named_by:
            raise Stop(MISUSED, f"{file} is missing; {named_by} names it.") from None
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise Stop(MISUSED, f"{file} cannot be read: it must be a UTF-8 text file that this user may open.") from error
    except tomllib.TOMLDecodeError as error:
        raise Stop(MISUSED, f"{file} is not TOML: {str(error)[0].lower()}{str(error)[1:]}.") from error
    except (ValueError, RecursionError) as error:
        raise Stop(MISUSED, f"{file} is not readable TOML: it is nested too deeply, or a number has too many digits.") from error
    return (SettingsSource(str(file), _at_home(values, file.absolute().parent)),)


def _of_auth_file(file: Path) -> SettingsSource:
    (source,) = _of_file(file, "--auth")
    if not source.values.get("auth"):
        raise Stop(MISUSED, f"{file}: {NO_TOKENS}.")
    return SettingsSource(source.name, {"auth": source.values["auth"]})


def _at_home(values: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Resolve the paths in a settings file relative to its folder, wherever the program starts."""
    moved = dict(values)
    if isinstance(db := values.get("db"), str) and "://" not in db and db != ":memory:":
        moved["db"] = str(folder / path(db))
    if isinstance(items := _split_list(values.get("items")), list) and all(isinstance(i, str) for i in items):
        moved["items"] = [str(folder / path(i)) for i in items]
    match values:
        case {"auth": {"jwt": {"key_file": str(key)}}}:
            moved = _over(moved, {"auth": {"jwt": {"key_file": str(folder / path(key))}}})
    return moved


def _of_environment() -> SettingsSource:
    for variable in os.environ:
        _require_known(variable)
    try:
        return SettingsSource("environment", EnvSettingsSource(Settings)())
    except SettingsError as error:
        raise Stop(MISUSED, f"environment: {error}: takes JSON, or one variable per key, such as {PREFIX}LIMITS__RATE=20.") from error


def _require_known(variable: str) -> None:
    """Refuse a variable that looks like a misspelt setting; others may belong to other programs."""
    key = variable.removeprefix(PREFIX).partition("__")[0].lower()
    if not variable.startswith(PREFIX) or variable == NAMED_BY or key in Settings.model_fields:
        return
    if near := names.nearest(key, Settings.model_fields, 1):
        raise Stop(MISUSED, f"environment: {variable}: unknown key; did you mean {PREFIX}{near[0].upper()}?")


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Merge sections by key; lists and single values are replaced."""
    return {
        **below,
        **{k: _over(b, v) if isinstance(v, Mapping) and isinstance(b := below.get(k), Mapping) else v for k, v in above.items()},
    }


def _blame_source(key: str, sources: Sequence[SettingsSource]) -> str:
    """The source to blame for a key; a whole list comes from one source."""
    return next((s.name for s in reversed(sources) if s.has(key.partition("[")[0])), "settings")


def _discreet(key: str, why: str) -> str:
    """The fault without the value, if the value may be a secret."""
    return re.sub(r"^is .*; (?=takes|allowed)", "", why) if key.partition(".")[0] == "auth" else why


def _leaves(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{above}{key}.")
        else:
            yield above + key, value
