"""Call any operation of any tool, even one without a verb; the keys are those of the tool."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from rpg_lite.mechanics.journal.journal_entries import EntryCommand
from rpg_lite.mud.exploration import me
from rpg_lite.mud.in_sight import Scene
from rpg_lite.mud.line_tokenizer import Ambiguous, Ask, Malformed
from rpg_lite.operations.registry import TOOLS, in_schema, operations
from rpg_lite.rules import names

_KEY: Final = re.compile(r"\s*([A-Za-z_]\w*)=")
_WORD: Final = re.compile(r"""'[^']*'|"[^"]*"|[^\s'"]+""")
_JSON: Final = json.JSONDecoder()


def call(text: str, scene: Scene) -> Ask:
    """[TOOL] OPERATION KEY=VALUE …: a value is JSON, or else plain text.

    >>> call('retire characterName="Old Tom"', Scene())
    Ask(tool='manage_character', payload={'operation': 'retire', 'characterName': 'Old Tom'}, acts_as=None, also=None)
    """
    first, _, rest = text.strip().partition(" ")
    operation, _, fields = rest.strip().partition(" ") if first in TOOLS else (first, "", rest)
    if not operation:
        raise Malformed
    sent = dict(_fields(fields))
    tool = _tool_of(operation, [first] if first in TOOLS else list(TOOLS), sent)
    return Ask(tool, {"operation": operation, **({} if names_author(sent) else _author(operation, tool, scene)), **sent}, is_call=True)


def _author(operation: str, tool: str, scene: Scene) -> dict[str, Any]:
    """The current character, as the author of an entry."""
    return me(scene) if issubclass(operations(tool)[operation], EntryCommand) else {}


def names_author(payload: Mapping[str, Any]) -> bool:
    return not payload.keys().isdisjoint(("characterName", "characterId", "actorName", "actorId"))


def _tool_of(operation: str, tools: list[str], keys: Collection[str]) -> str:
    """The only tool with this operation, or else the only one whose operation has these keys."""
    known_by = [tool for tool in tools if operation in in_schema(tool)]
    found = [tool for tool in known_by if {*keys} <= _keys_of(tool, operation)] if keys else known_by
    found = found or known_by
    if len(found) == 1:
        return found[0]
    if found:
        raise Ambiguous(f"Several tools have it: {', '.join(f'call {tool} {operation}' for tool in found)}.")
    known = sorted({verb for tool in tools for verb in in_schema(tool)})
    near = names.nearest(operation, known)
    meant = f"; did you mean {', '.join(near)}?" if near else "."
    raise Ambiguous(f"There is no operation {operation!r}{meant} Operations: {', '.join(known)}.")


def _keys_of(tool: str, operation: str) -> set[str]:
    fields = operations(tool)[operation].model_fields
    return {field.alias or name for name, field in fields.items()}


def _fields(text: str) -> Iterator[tuple[str, Any]]:
    at, end = 0, len(text.rstrip())
    while at < end:
        key = _KEY.match(text, at)
        if key is None:
            raise Malformed
        value, at = _value(text, key.end())
        yield key[1], value


def _value(text: str, at: int) -> tuple[Any, int]:
    """Return (the value that begins here, the position after it)."""
    if text[at : at + 1] in ("{", "["):
        try:
            return _JSON.raw_decode(text, at)
        except ValueError as broken:
            raise Malformed from broken
    word = _WORD.match(text, at)
    if word is None:
        raise Malformed
    plain = word[0].strip(word[0][0]) if word[0][0] in "\"'" else word[0]
    try:
        return (plain if word[0][0] == '"' else json.loads(plain)), word.end()
    except ValueError:
        return plain, word.end()
