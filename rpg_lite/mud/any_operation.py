"""Any operation of any tool, even one without a verb of its own; the keys are those of the tool."""

import json
import shlex
from typing import Any

from rpg_lite.mud.in_sight import Scene
from rpg_lite.mud.words import Ambiguous, Ask, Malformed
from rpg_lite.operations.registry import TOOLS, in_schema
from rpg_lite.rules import names


def call(text: str, scene: Scene) -> Ask:
    """[TOOL] OPERATION KEY=VALUE …: a value is JSON, or else plain text.

    >>> call('retire characterName="Old Tom"', Scene())
    Ask(tool='manage_character', payload={'operation': 'retire', 'characterName': 'Old Tom'}, acts_as=None)
    """
    words = _split(text)
    tools = [words.pop(0)] if words[:1] and words[0] in TOOLS else list(TOOLS)
    if not words:
        raise Malformed
    operation, *fields = words
    tool = _tool_of(operation, tools)
    return Ask(tool, {"operation": operation, **dict(map(_field, fields))})


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as unbalanced:
        raise Malformed from unbalanced


def _tool_of(operation: str, tools: list[str]) -> str:
    found = [tool for tool in tools if operation in in_schema(tool)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Ambiguous(f"Several tools have it: {', '.join(f'call {tool} {operation}' for tool in found)}.")
    known = sorted({verb for tool in tools for verb in in_schema(tool)})
    near = names.nearest(operation, known)
    meant = f"; did you mean {', '.join(near)}?" if near else "."
    raise Ambiguous(f"There is no operation {operation!r}{meant} Operations: {', '.join(known)}.")


def _field(text: str) -> tuple[str, Any]:
    key, sign, value = text.partition("=")
    if not key or not sign:
        raise Malformed
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value
