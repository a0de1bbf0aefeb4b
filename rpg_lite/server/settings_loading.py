"""Load the settings from options, environment, file and tokens, each with its source."""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_settings import EnvSettingsSource, SettingsError

from rpg_lite.content import bounded_file_read
from rpg_lite.rules import names
from rpg_lite.rules.document_validation import faults_of
from rpg_lite.server.auth_settings import NO_TOKENS
from rpg_lite.server.settings import FILE, NAMED_BY, PREFIX, Settings, split_list
from rpg_lite.store.address_redaction import HIDDEN, without_secrets
from rpg_lite.terminal.command_io import MISUSED, Stop, path


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
        """Return whether this value comes from the settings file."""
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
        values = tomllib.loads(bounded_file_read.read(file).decode("utf-8-sig"))
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
    """Resolve the paths in a settings file relative to the file's folder, wherever the program starts."""
    moved = dict(values)
    if isinstance(db := values.get("db"), str) and "://" not in db and db != ":memory:":
        moved["db"] = str(folder / path(db))
    if isinstance(items := split_list(values.get("items")), list) and all(isinstance(i, str) for i in items):
        moved["items"] = [str(folder / path(i)) for i in items]
    if isinstance(lore := values.get("lore"), str):
        moved["lore"] = str(folder / path(lore))
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
    """Refuse a variable that looks like a misspelt setting; any other variable may belong to another program."""
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
    """Return the source to blame for a key; a whole list comes from one source."""
    return next((s.name for s in reversed(sources) if s.has(key.partition("[")[0])), "settings")


def _discreet(key: str, why: str) -> str:
    """Return the fault without the value, if the value may be a secret."""
    return re.sub(r"^is .*; (?=takes|allowed)", "", why) if key.partition(".")[0] == "auth" else why


def _leaves(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{above}{key}.")
        else:
            yield above + key, value
