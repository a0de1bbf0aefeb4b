"""The shape of a payload: its keys and its operation in the spelling of the tools, and without a wrapping that only repeats what a call is.

What is taken here has one meaning whatever the operation: capitals, spaces, hyphens and underscores say nothing, and neither does an object
around the whole call. A key or an operation with another word is a guess; it is refused, with the call that was probably meant.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from pydantic.alias_generators import to_camel

from rpg_lite.decision.value_forms import unpacked
from rpg_lite.operations.registry import operations, operations_by_key
from rpg_lite.rules.names import bare

Json = dict[str, Any]

_WRAPPINGS: Final = frozenset(
    "params parameters arguments args kwargs input inputs toolinput payload request body properties functionarguments".split()
)
"""Keys around the arguments of a call, as clients and other protocols name them."""
_OF_OPERATION: Final = frozenset("op action command verb method operationname operationtype function subcommand".split())
"""Keys that other programs use for the operation."""
_OF_TOOL: Final = frozenset("tool toolname name function method".split())
"""Keys for the name of the tool, beside the wrapping of its arguments."""
_OF_BATCH: Final = frozenset("operations commands calls requests actions batches".split())
"""Keys for the elements of a batch."""
_IDS: Final = ("characterId", "bagId", "itemId", "targetId", "toId", "fromId", "toCharacterId", "_id")
_NO_ID: Final = frozenset({"null", "none", "undefined", "nil", "n/a"})
"""Texts that say that there is no id."""
MOST_WRAPPINGS: Final = 3
MOST_KEYS: Final = 200
"""No operation takes so many: an object with more is refused as it is, since each key is compared with all that the tool takes."""


def whole(payload: Any) -> Any:
    """The payload as one object: an object that came as text, or a list of commands as the batch that it is."""
    found = unpacked(payload, "{[")
    return {"batch": found} if isinstance(found, list) and found and all(isinstance(e, dict) for e in found) else found


def plain(tool: str, payload: Mapping[str, Any], beside: Collection[str]) -> Json:
    """The payload in the tool's own spelling. `beside`: the keys that every tool takes next to those of the operation."""
    payload = {k: v for k, v in payload.items() if not (k.endswith(_IDS) and isinstance(v, str) and v.strip().casefold() in _NO_ID)}
    if len(payload) > MOST_KEYS:
        return payload
    known, verb = operations_by_key(tool), payload.get("operation")
    if not payload.keys() - known.keys() - {*beside} and isinstance(verb, str) and verb in operations(tool):
        return payload
    done = _without_wrapping(tool, _in_own_keys(tool, payload, beside), beside)
    said = operation_said(tool, done.get("operation"))
    return {**done, "operation": said} if said else done


def spelled_twice(tool: str, payload: Mapping[str, Any], beside: Collection[str]) -> tuple[str, str] | None:
    """Two spellings of one key."""
    known = operations_by_key(tool)
    if len(payload) > MOST_KEYS or not payload.keys() - known.keys() - {*beside}:
        return None
    seen: dict[str, str] = {}
    for key in payload:
        own = _own_key(tool, key, beside)
        if own in seen:
            return (key, seen[own]) if seen[own] == own else (seen[own], key)
        seen[own] = key
    return None


def operation_said(tool: str, word: Any) -> str | None:
    """The operation of this tool that the word names, in whatever letters: "GIVE", " give ", "startFight", "manage_inventory.give"."""
    if not isinstance(word, str):
        return None
    key = bare(word)
    return next((verb for verb in operations(tool) if key in (bare(verb), bare(f"{tool}{verb}"))), None)


# ── keys ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _in_own_keys(tool: str, payload: Mapping[str, Any], beside: Collection[str]) -> Json:
    if len(payload) > MOST_KEYS:
        return {**payload}
    own = {k: _own_key(tool, k, beside) for k in payload}
    return {own[k]: v for k, v in payload.items()}


def _own_key(tool: str, key: str, beside: Collection[str]) -> str:
    known = operations_by_key(tool)
    if key in known or key in beside:
        return key
    folded = bare(key)
    return next((k for k in (*known, *beside) if bare(k) == folded), to_camel(key) if "_" in key else key)


# ── wrappings ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _without_wrapping(tool: str, payload: Json, beside: Collection[str]) -> Json:
    done = payload
    for _ in range(MOST_WRAPPINGS):
        inner = next(_unwrapped(tool, done, beside), None)
        if inner is None:
            return done
        done = inner
    return done


def _unwrapped(tool: str, payload: Json, beside: Collection[str]) -> Iterator[Json]:
    """The payload without one wrapping, or with the operation and the batch under their own keys."""
    known = operations_by_key(tool)
    strangers = [k for k in payload if k not in known and k not in beside]
    for key in strangers:
        value = unpacked(payload[key], "{")
        rest = {k: v for k, v in payload.items() if k != key}
        if isinstance(value, dict) and bare(key) in _WRAPPINGS:
            yield from _joined(_without_tool(tool, rest), _in_own_keys(tool, value, beside))
        elif isinstance(value, dict) and "operation" not in payload and (verb := operation_said(tool, key)):
            yield from _joined({"operation": verb, **rest}, _in_own_keys(tool, value, beside))
        elif bare(key) in _OF_OPERATION and "operation" not in payload and (verb := operation_said(tool, value)):
            yield {"operation": verb, **rest}
        elif bare(key) in _OF_BATCH and "batch" not in payload and isinstance(value, list) and all(isinstance(e, dict) for e in value):
            yield {"batch": value, **rest}


def _joined(outer: Json, inner: Json) -> Iterator[Json]:
    if all(outer[k] == inner[k] for k in outer.keys() & inner.keys()):
        yield {**outer, **inner}


def _without_tool(tool: str, rest: Json) -> Json:
    """The keys beside a wrapping, without the name of the tool; a name that is an operation's is the operation."""
    named = next((k for k in rest if bare(k) in _OF_TOOL and isinstance(rest[k], str)), None)
    if named is None:
        return rest
    others = {k: v for k, v in rest.items() if k != named}
    if bare(rest[named]) == bare(tool):
        return others
    verb = operation_said(tool, rest[named])
    return {"operation": verb, **others} if verb and "operation" not in rest else rest
