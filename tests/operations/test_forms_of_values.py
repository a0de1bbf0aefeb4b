"""Every field of every operation takes its values in the forms in which models send them: the command is that of the listed payload."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

import pytest
from pydantic import BaseModel

from rpg_lite.decision.value_forms import TITLES, number_of
from rpg_lite.meaning.parse import parse
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.operations.request_envelope import Asked
from tests.operations.payloads import fitting
from tests.operations.table import Answer
from tests.rows import each_row

pytestmark = pytest.mark.pure

OPERATIONS: Final = [(tool, verb) for tool in TOOLS for verb in operations(tool)]
CANDIDATES: Final[tuple[Any, ...]] = (
    True, 3, 200, 1.5, "10 minutes", "1d6", "5 gp", "dawn", "head", "Mara", ["Mara", "Pip"], ["ac", "saves.dex"], [12, 3], {"Mara": [12]}, {"Ogre": 2},
    {"classes": ["Fighter 3"], "hpMax": 9}, {"name": "Odd Key", "type": "tool", "weight": 1.5}, {"character": {"name": "Lyra"}},
    {"name": "Cave", "rooms": [{"name": "Cave"}]}, [{"id": "q", "context": {"description": "Quest"}}], [{"damage": "1d6", "type": "fire"}],
)  # fmt: skip
UNITS: Final = {
    "dc": "DC {}", "quantity": "x{}", "count": "{} x", "xp": "{} XP", "amount": "{} points", "minutes": "{} min", "level": "level {}", "rev": "rev {}",
}  # fmt: skip
TEXTS: Final = frozenset(
    {"name", "text", "note", "vibe", "description", "query", "content", "question", "difficulty", "filter", "adventure", "region"}
)
"""Texts that mean themselves, in whatever letters."""
AS_SENT: Final = frozenset({"choice", "choices", "own", "steps", "trap", "document", "item", "price", "since", "until"})
"""Values with forms of their own: whole objects, prices, and places in the chronicle that may be a number or a name."""


def commands(tool: str, payload: Any) -> tuple[Any, ...] | None:
    """The commands of a payload; None if it is refused."""
    asked = parse(tool, payload)
    return asked.commands if isinstance(asked, Asked) else None


def listed(tool: str, verb: str) -> Iterator[tuple[str, Answer]]:
    """(key, a payload that holds it in the listed form) for each field of an operation."""
    base = {"operation": verb, **fitting(verb, tool)}
    model = operations(tool)[verb]
    for name, field in model.model_fields.items():
        key = field.alias or name
        words = [w for part in (field.annotation, *get_args(field.annotation)) for w in get_args(part) if isinstance(w, str)]
        own = [base[key]] if key in base else []
        for value in (*own, *words[:2], *CANDIDATES):
            payload = {**base, key: value}
            if key != "operation" and (found := commands(tool, payload)) and _is_kept(found[0], name, value):
                yield key, payload
                break


def _is_kept(command: Any, name: str, value: Any) -> bool:
    """Whether the command holds a value of the kind that was sent: this kind is the listed one."""
    held = dict(command)[name]
    kinds = {list: tuple | list, dict: Mapping | BaseModel, int: int, float: int | float}
    return type(held) is not bool and isinstance(held, kinds[type(value)]) if type(value) in kinds else type(held) is type(value)


def forms(key: str, value: Any) -> Iterator[Any]:
    """The other forms of a value, by its kind."""
    match value:
        case bool():
            yield from (str(value), str(value).lower(), "yes" if value else "no")
        case int() | float():
            yield from (str(value), f" {value} ")
            yield from (float(value), f"{value}th", f"{key} {value}") if isinstance(value, int) else ()
            unit = UNITS.get(key)
            yield from (unit.format(value),) if unit else ()
        case str() if key == "duration":
            yield from ({"10 minutes": ("10 min", "10m", "10 Minutes", "ten minutes"), "1 hour": ("1h", "an hour", "1 HR")}[value])
        case str():
            yield [value]
            yield from (f" {value} ", value.upper()) if key not in TEXTS else ()
        case [one]:
            yield from (one, json.dumps(value))
        case [*several]:
            yield json.dumps(value)
            is_plain = all(isinstance(one, str | int) for one in several)
            yield from (", ".join(map(str, several)), ";".join(map(str, several))) if is_plain and key not in TITLES else ()
        case dict():
            yield json.dumps(value)


def as_one(value: Any) -> str:
    """A command as text to compare: capitals and outer spaces of names mean nothing, because names are folded where they are looked up."""
    return json.dumps(value.model_dump(mode="json"), sort_keys=True).casefold().replace('" ', '"').replace(' "', '"')


def faults(tool: str, verb: str) -> Iterator[str]:
    for key, payload in listed(tool, verb):
        meant = [as_one(c) for c in commands(tool, payload) or ()]
        for form in forms(key, payload[key]) if key not in AS_SENT else ():
            found = commands(tool, {**payload, key: form})
            if found is None or [as_one(c) for c in found] != meant:
                yield f"{key}: {form!r} is not {payload[key]!r}"


def spellings(key: str) -> Iterator[str]:
    snake = "".join(f"_{c.lower()}" if c.isupper() else c for c in key)
    yield from (key.upper(), key[0].upper() + key[1:], snake, snake.upper(), snake.replace("_", " "), snake.replace("_", "-"))


@each_row(("tool", "verb"), OPERATIONS)
def test_a_value_in_another_form_gives_the_same_command(tool: str, verb: str) -> None:
    assert [*faults(tool, verb)] == []


@each_row(("tool", "verb"), OPERATIONS)
def test_a_key_in_another_spelling_gives_the_same_command(tool: str, verb: str) -> None:
    for key, payload in listed(tool, verb):
        for spelling in {*spellings(key)} - {key}:
            other = {(spelling if k == key else k): v for k, v in payload.items()}
            assert commands(tool, other) == commands(tool, payload), (spelling, payload)


@each_row(("tool", "verb"), OPERATIONS)
def test_an_operation_in_another_spelling_or_wrapping_gives_the_same_command(tool: str, verb: str) -> None:
    payload = {"operation": verb, **fitting(verb, tool)}
    inner = {k: v for k, v in payload.items() if k != "operation"}
    others = [
        {**payload, "operation": said}
        for said in (verb.upper(), f" {verb} ", verb.replace("_", " ").title(), f"{tool}.{verb}", f"{tool}:{verb}")
    ]
    others += [{wrapping: payload} for wrapping in ("params", "arguments", "input")]
    others += [
        {"operation": verb, "params": inner},
        {"op": verb, **inner},
        {"name": tool, "arguments": payload},
        {"name": verb, "arguments": inner},
    ]
    others += [json.dumps(payload), *([] if verb == "undo" else [{"batch": payload}, [payload]])]
    for other in others:
        assert commands(tool, other) == commands(tool, payload), other


def test_every_field_has_a_listed_form() -> None:
    """The tests above try the fields for which this finds a value; nearly all have one."""
    fields = {
        (tool, verb, f.alias or n) for tool, verb in OPERATIONS for n, f in operations(tool)[verb].model_fields.items() if n != "operation"
    }
    tried = {(tool, verb, key) for tool, verb in OPERATIONS for key, _ in listed(tool, verb)}
    assert len(fields) > 550 and len(tried) >= 0.95 * len(fields), sorted(fields - tried)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("5 gp", "weight"),
        ("5 lb", "value"),
        ("30 ft", "minutes"),
        ("2d6", "quantity"),
        ("1,2", "xp"),
        ("12 or 13", "dc"),
        ("DC", "dc"),
        ("5 kg", "weight"),
    ],
)
def test_a_number_with_a_unit_of_something_else_is_not_understood(text: str, key: str) -> None:
    assert number_of(text, [key]) is None


@pytest.mark.parametrize(
    ("tool", "payload"),
    [
        ("manage_inventory", {"operation": "give", "characterName": "Mara", "CharacterName": "Pip", "template": "Torch"}),
        ("manage_inventory", {"operation": "give", "params": {"characterName": "Mara"}, "characterName": "Pip", "template": "Torch"}),
        ("manage_inventory", {"give": {"template": "Torch"}, "remove": {"itemName": "Torch"}}),
        ("manage_inventory", {"operation": "view", "give": {"template": "Torch"}}),
        ("execute_action", {"operation": "damage", "characterName": "Mara", "amount": "2d6", "dice": "1d6", "damageType": "fire"}),
        ("execute_action", {"operation": "damage", "characterName": "Mara", "amount": "2d6 cold", "damageType": "fire"}),
    ],
)
def test_what_contradicts_itself_is_refused(tool: str, payload: Answer) -> None:
    assert commands(tool, payload) is None
