"""Put one entry into a JSON file of another program, whose other bytes stay unchanged."""

import json
import os
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_DECODER: Final = json.JSONDecoder()
_BLANK: Final = " \t\r\n"
_MARK: Final = "\ufeff"
_OF_THE_WAY: Final = frozenset(("type", "command", "args", "url", "httpUrl", "serverUrl", "headers"))
"""The keys for the way to reach the server; an old entry keeps all other keys, such as env."""


class Unfit(Exception):
    """The file cannot take the entry; the sentence gives the reason."""


@dataclass(frozen=True, slots=True)
class _Member:
    """A key of an object, and the places in the text where its value begins and ends."""

    key: str
    at: int
    value: int
    end: int


def write(file: Path, key: str, name: str, entry: dict[str, Any]) -> Path | None:
    """Put the entry into the file under `key` and `name`, and return the copy of the old file; None if nothing changed or there was no file.

    Raises Unfit, and OSError if the file cannot be read or written; the file is then unchanged.
    """
    file = file.resolve()  # a link to a folder of settings stays a link
    before = file.read_bytes() if file.exists() else None
    if before is not None and not file.stat().st_mode & stat.S_IWUSR:
        raise Unfit("it is read-only")
    try:
        text = (before or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unfit("it is not UTF-8 text") from error
    after = put(text, key, name, entry).encode("utf-8")
    if after == before:
        return None
    return _replace(file, before, after)


def put(text: str, key: str, name: str, entry: dict[str, Any]) -> str:
    """Return the text of a JSON object with the entry in it; every other byte stays.

    An entry of the same name is replaced and keeps its other keys, such as env. Raises Unfit if the text is not a JSON object, or if the
    value of `key` is not an object.

    >>> print(put('{"s": {"mine": {"command": "old", "env": {"K": "V"}}}}', "s", "mine", {"url": "http://x"}))
    {"s": {"mine": {"url": "http://x", "env": {"K": "V"}}}}

    >>> print(put('{"mcpServers": {"other": {"url": 1.50}}}', "mcpServers", "mine", {"command": "x"}))
    {"mcpServers": {"other": {"url": 1.50}, "mine": {"command": "x"}}}
    """
    mark, body = (_MARK, text[1:]) if text.startswith(_MARK) else ("", text)
    if not body.strip(_BLANK):
        return f"{mark}{json.dumps({key: {name: entry}}, indent=2, ensure_ascii=False)}\n"
    try:
        document = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Unfit(f"it is not plain JSON ({error})") from error
    if not isinstance(document, dict):
        raise Unfit("it holds no JSON object")
    if not isinstance(document.get(key, {}), dict):
        raise Unfit(f"its {key} is not an object")
    root = _skip(body, 0)
    if key not in document:
        return mark + _put_member(body, root, key, {name: entry})
    servers = [member for member in _members(body, root) if member.key == key][-1]
    old = document[key].get(name)
    kept = {k: v for k, v in old.items() if k not in _OF_THE_WAY} if isinstance(old, dict) else {}
    return mark + _put_member(body, servers.value, name, {**entry, **{k: v for k, v in kept.items() if k not in entry}})


def _put_member(text: str, start: int, name: str, value: dict[str, Any]) -> str:
    """Return the text with this member in the object at `start`; an equal member stays as it was written."""
    members, end = list(_members(text, start)), _newline(text)
    if not members:
        outer = _indent_at(text, start)
        inner = outer + ("\t" if "\t" in outer else "  ")
        return f"{text[: start + 1]}{end}{inner}{_written(name, value, inner, end)}{end}{outer}{text[text.index('}', start) :]}"
    one_line = "\n" not in text[start : members[0].at]
    indent = None if one_line else _indent_at(text, members[0].at)
    written = _written(name, value, indent, end)
    if same := [member for member in members if member.key == name]:
        old = same[-1]
        return text if json.loads(text[old.value : old.end]) == value else text[: old.at] + written + text[old.end :]
    last = members[-1].end
    return f"{text[:last]},{' ' if one_line else end + (indent or '')}{written}{text[last:]}"


def _written(name: str, value: dict[str, Any], indent: str | None, end: str) -> str:
    """Return a member, over several lines that are indented as its neighbors are, or in one line without an indent."""
    if indent is None:
        return f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
    lines = json.dumps(value, indent="\t" if "\t" in indent else 2, ensure_ascii=False).split("\n")
    return f"{json.dumps(name)}: {f'{end}{indent}'.join(lines)}"


def _indent_at(text: str, at: int) -> str:
    """Return the white space at the beginning of the line that holds this place."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _members(text: str, start: int) -> Iterator[_Member]:
    """Yield the members of the object at `start`; the text is known to be JSON."""
    at = _skip(text, start + 1)
    while text[at] != "}":
        key, after = _DECODER.raw_decode(text, at)
        value = _skip(text, _skip(text, after) + 1)
        end = _DECODER.raw_decode(text, value)[1]
        yield _Member(key, at, value, end)
        after = _skip(text, end)
        at = _skip(text, after + 1) if text[after] == "," else after


def _skip(text: str, at: int) -> int:
    while text[at] in _BLANK:
        at += 1
    return at


def _replace(file: Path, before: bytes | None, after: bytes) -> Path | None:
    """Replace the file in one step, and leave a copy of the old file next to it.

    Raises Unfit if another program wrote the file meanwhile.
    """
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)  # only its owner may read it, because it may contain a token
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as written:
            written.write(after)
            written.flush()
            os.fsync(written.fileno())
        backup = None
        if before is not None:
            new.chmod(stat.S_IMODE(file.stat().st_mode))
            backup = _copy(file, before)
        if (file.read_bytes() if file.exists() else None) != before:
            if backup:
                backup.unlink()
            raise Unfit("another program wrote it at the same moment; try again")
        new.replace(file)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    return backup


def _copy(file: Path, before: bytes) -> Path:
    """Keep the bytes next to the file, under a name that is free."""
    for number in range(1, 1000):
        backup = file.with_name(f"{file.name}.before-{number}")
        try:
            with backup.open("xb") as kept:
                kept.write(before)
        except FileExistsError:
            continue
        backup.chmod(stat.S_IMODE(file.stat().st_mode))
        return backup
    raise Unfit("there are already 999 copies beside it; remove some")
