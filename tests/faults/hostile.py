"""Hypothesis strategies for payloads of every tool: by its own schema, with anything that a client could send."""

from collections.abc import Mapping
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rpg_lite.operations import schema
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.operations.request_envelope import Envelope
from rpg_lite.strategies import commands

Payload = dict[str, Any]

KNOWN: Final = (
    "Thorin", "Elara", "Goblin", "Dagger", "Potion of Healing", "Backpack", "Pouch", "Boots of Speed", "Wand of Secrets", "Lobby", "floor",
    "party", "here", "me", "everyone", "c1.1", "c2.1", "i5.1", "r1", "w", "Plate Armor", "Ioun Stone", "Torch", "north", "up", "prone",
    "exhaustion", "Bless", "fire", "1d6", "2d20kh1+3", "ac", "saves.dex", "stealth", "str", "3 rounds", "8 hours", "dawn", "gp", "full", "brief",
    "continue", "mainhand", "attune",
)  # fmt: skip
HOSTILE: Final = (
    "", " ", "\0", "a\nb", "\u202eabc", "\ud800", "\U0001f409", "x" * 10_000, "'; DROP TABLE thing; --", '" OR 1=1', "%", "_", "\\", "%s%n{0}{x}",
    "<script>alert(1)</script>", "]]>", "../../etc/passwd", "file:///etc/passwd", "NaN", "null", "true", "[]", "{}", '{"a":', "[" * 5000, "99d999",
    "1d6" + "+1d6" * 60, "((((1d6))))", "1d20e20", "1d6ro<7", "9" * 5000, "-1", "1e309", "$ref", "__class__",
)  # fmt: skip
NUMBERS: Final = (
    0, 1, 2, 3, -1, 20, 100, 2**31, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**30, 10**400,
    0.5, -0.0, 1e-300, 1e308, float("inf"), float("nan"),
)  # fmt: skip

_words: Final = st.sampled_from(KNOWN) | st.sampled_from(HOSTILE) | st.text(max_size=12)
_numbers: Final = st.sampled_from(NUMBERS) | st.integers(-5, 40)
_leaves: Final = st.none() | st.booleans() | _numbers | _words
anything: Final = st.recursive(
    _leaves, lambda inside: st.lists(inside, max_size=3) | st.dictionaries(_words, inside, max_size=3), max_leaves=6
)
"""Any value that JSON can carry, and the numbers that only Python's reading of it lets through."""


def payloads(tool: str) -> SearchStrategy[Payload]:
    """Mostly valid arguments of an operation, about existing things; sometimes invalid ones."""
    listed = schema.flat(tool)["properties"]
    of = [_of_operation(name, _keys(model), listed) for name, model in operations(tool).items()]
    one = st.one_of(of)
    good = commands(tool, characters=KNOWN[:2], items=KNOWN[3:8])
    spoilt = st.builds(_with, good, st.sampled_from(list(listed)), anything)
    return (
        one | good | spoilt | st.builds(_batched, st.lists(one, max_size=4), _some(listed, ("onError", "dryRun", "requestId"))) | _odd(tool)
    )


def of_the_schema(listed: Mapping[str, Any]) -> SearchStrategy[Payload]:
    """Payloads that a tool's listed schema accepts, and the same with one field of another type."""
    fields = listed["properties"]
    keys = st.sets(st.sampled_from(sorted(fields)), max_size=5).map(lambda some: sorted({"operation", *some} & fields.keys()))
    good = keys.flatmap(lambda some: st.fixed_dictionaries({k: _typed(fields[k]) for k in some}))
    other = anything | st.sampled_from([*HOSTILE, *NUMBERS])
    return good | st.builds(_with, good, st.sampled_from(sorted(fields)), other)


def _with(payload: Payload, key: str, value: Any) -> Payload:
    return payload | {key: value}


def _keys(model: Any) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items() if name != "operation"]


def _of_operation(operation: str, own: list[str], listed: Mapping[str, Any]) -> SearchStrategy[Payload]:
    envelope = [f.alias or n for n, f in Envelope.model_fields.items() if n != "batch"]
    usual = st.sets(st.sampled_from(own), max_size=4) if own else st.just(set[str]())
    beside = st.just(set[str]()) | st.sets(st.sampled_from([*envelope, *listed]) | _words, max_size=1)
    return st.builds(set.union, usual, beside).flatmap(
        lambda keys: st.fixed_dictionaries(
            {"operation": st.just(operation), **{k: _value(listed.get(k, {})) for k in sorted(keys - {"operation"})}}
        )
    )


def _some(listed: Mapping[str, Any], keys: tuple[str, ...]) -> SearchStrategy[Payload]:
    return st.fixed_dictionaries({}, optional={k: _value(listed.get(k, {})) for k in keys})


def _batched(elements: list[Payload], beside: Payload) -> Payload:
    return {"batch": elements, **beside}


def _odd(tool: str) -> SearchStrategy[Any]:
    """Values without even the shape of a payload."""
    return anything | st.dictionaries(st.sampled_from(list(schema.flat(tool)["properties"])), anything, max_size=4)


def _value(of: Mapping[str, Any]) -> SearchStrategy[Any]:
    """Nine times in ten of the type that the schema names."""
    return st.integers(0, 9).flatmap(lambda n: _typed(of) if n else anything)


def _typed(of: Mapping[str, Any]) -> SearchStrategy[Any]:
    match of:
        case {"enum": [*words]}:
            return st.sampled_from(words) | _words
        case {"type": "boolean"}:
            return st.booleans()
        case {"type": "integer" | "number"}:
            return _numbers
        case {"type": "array"}:
            return st.lists(_value(of.get("items", {})), max_size=3)
        case {"type": "object", "properties": dict(parts)}:
            few = st.sets(st.sampled_from(sorted(parts)), max_size=6)
            return few.flatmap(lambda keys: st.fixed_dictionaries({"name": _words, **{k: _value(parts[k]) for k in sorted(keys)}}))
        case {"type": "object"}:
            return st.dictionaries(_words, anything, max_size=3)
        case _:
            return _words


ALL_TOOLS: Final = tuple(TOOLS)
calls: Final = st.sampled_from(ALL_TOOLS).flatmap(lambda tool: st.tuples(st.just(tool), payloads(tool)))
"""(tool, payload)."""
