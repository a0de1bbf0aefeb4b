"""Values as FunctionGemma writes them: {key:<escape>text<escape>,other:[1,true,null]}."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

MARK: Final = "<escape>"
"""The mark on both sides of a text. The form has no way to write the mark itself inside a text."""
DEEPEST: Final = 50
_PLAIN_KEY: Final = re.compile(r"[\w$.-]+")
_ATOM: Final = re.compile(r"true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_TYPES: Final = frozenset(("string", "number", "integer", "boolean", "object", "array", "null"))


def write(value: Any) -> str:
    """The value in one line. Raises ValueError for a text that contains the mark.

    >>> write({"name": "Thorin", "hp": [12, None]})
    '{name:<escape>Thorin<escape>,hp:[12,null]}'
    """
    if isinstance(value, dict):
        return "{" + ",".join(f"{_key(key)}:{write(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{','.join(map(write, value))}]"
    return _text(value) if isinstance(value, str) else json.dumps(value, allow_nan=False)


def _key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    if MARK in text:
        raise ValueError(f"The text {text[:40]!r} holds {MARK}, which marks the ends of a text in this form.")
    return f"{MARK}{text}{MARK}"


def read_named(written: str) -> tuple[str, dict[str, Any]]:
    """The name and the object behind it: `roll{dice:<escape>2d6<escape>}`. Raises ValueError."""
    name, brace, _ = written.partition("{")
    if not (brace and name.strip()):
        raise _fault(written, len(name), "name{key:value}")
    value, end = _read(written, len(name), 0)
    if written[end:].strip():
        raise _fault(written, end, "nothing after name{key:value}")
    return name.strip(), value


def types_in(schema: Any, spell: Callable[[str], str]) -> Any:
    """The schema with the words for its types spelled as FunctionGemma spells them (STRING), or as JSON Schema does (string)."""
    if isinstance(schema, list):
        return [types_in(one, spell) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _spelled(one, spell) if key == "type" else types_in(one, spell) for key, one in schema.items()}


def _spelled(word: Any, spell: Callable[[str], str]) -> Any:
    if isinstance(word, list):
        return [_spelled(one, spell) for one in word]
    return spell(word) if isinstance(word, str) and word.casefold() in _TYPES else types_in(word, spell)


def _read(text: str, at: int, depth: int) -> tuple[Any, int]:
    """(the value that begins at this place, the place after it)."""
    if depth > DEEPEST:
        raise ValueError(f"The value is nested more than {DEEPEST} deep.")
    at = _skip(text, at)
    if text.startswith(MARK, at):
        return _read_text(text, at)
    if text[at : at + 1] == "{":
        return _read_object(text, at + 1, depth)
    if text[at : at + 1] == "[":
        return _read_list(text, at + 1, depth)
    if found := _ATOM.match(text, at):
        return json.loads(found[0]), found.end()
    raise _fault(text, at, f"a value: {MARK}text{MARK}, a number, true, false, null, {{…}} or […]")


def _read_text(text: str, at: int) -> tuple[str, int]:
    begin = at + len(MARK)
    end = text.find(MARK, begin)
    if end < 0:
        raise _fault(text, at, f"{MARK} at the end of the text too")
    return text[begin:end], end + len(MARK)


def _read_object(text: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    found: dict[str, Any] = {}
    at = _skip(text, at)
    while text[at : at + 1] != "}":
        key, at = _read_key(text, at)
        at = _expect(text, at, ":")
        found[key], at = _read(text, at, depth + 1)
        at = _next(text, at, "}")
    return found, at + 1


def _read_key(text: str, at: int) -> tuple[str, int]:
    if text.startswith(MARK, at):
        return _read_text(text, at)
    if found := _PLAIN_KEY.match(text, at):
        return found[0], found.end()
    raise _fault(text, at, "a key")


def _read_list(text: str, at: int, depth: int) -> tuple[list[Any], int]:
    found: list[Any] = []
    at = _skip(text, at)
    while text[at : at + 1] != "]":
        one, at = _read(text, at, depth + 1)
        found.append(one)
        at = _next(text, at, "]")
    return found, at + 1


def _next(text: str, at: int, end: str) -> int:
    """The place of the next entry, or of the sign that ends them."""
    at = _skip(text, at)
    if text[at : at + 1] == end:
        return at
    at = _skip(text, _expect(text, at, ","))
    if text[at : at + 1] == end:
        raise _fault(text, at, "another entry after the comma")
    return at


def _expect(text: str, at: int, sign: str) -> int:
    at = _skip(text, at)
    if text[at : at + 1] != sign:
        raise _fault(text, at, repr(sign))
    return at + 1


def _skip(text: str, at: int) -> int:
    while text[at : at + 1].isspace():
        at += 1
    return at


def _fault(text: str, at: int, wanted: str) -> ValueError:
    return ValueError(f"At letter {at + 1}, before {text[at : at + 20]!r}: expected {wanted}.")
