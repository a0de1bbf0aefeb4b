"""A payload has none of the faults that one look at its JSON excludes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.meaning.parse import DEEPEST, _plain, control_in, given_twice, is_clean, no_number, not_unicode, parse, too_deep
from tests.rows import each_row

ODD = [
    "\ud800",
    "\x00",
    "\x07",
    "\x1b",
    "\x7f",
    "\x9f",
    "ü",
    "🐉",
    "\\u0001",
    "\\ud800",
    "a_b",
    "aB",
    "1e400",
    "9" * 16,
    "-1E+99",
    "NaN",
    "\n",
    "\t",
    '"',
]
NUMBERS = st.one_of(st.integers(-(2**54), 2**54), st.floats(), st.booleans())
TEXTS = st.one_of(st.text(max_size=5), st.sampled_from(ODD), st.lists(st.sampled_from(ODD), max_size=3).map("".join))
KEYS = st.one_of(TEXTS, st.sampled_from(["batch", "item", "character_name", "characterName", "document"]))
VALUES = st.recursive(
    st.one_of(st.none(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)


def sent(value: Any) -> list[Any]:
    """The value itself, as text, and as text in text, as clients send what should be an object."""
    return [value, json.dumps(value), json.dumps([json.dumps(value)]), json.dumps(value, ensure_ascii=False)]


@given(st.dictionaries(KEYS, VALUES.flatmap(lambda value: st.sampled_from(sent(value))), max_size=4))
def test_a_clean_payload_has_no_fault(payload: dict[str, Any]):
    if not is_clean(payload):
        return
    for shown in (payload, _plain("manage_inventory", payload)):
        assert not too_deep(shown)
        assert not not_unicode(shown)
        assert not no_number(shown)
        assert not given_twice(shown)
        assert not control_in(shown)


def nested(levels: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for _ in range(levels):
        found = {"item": found}
    return found


@each_row("levels", range(DEEPEST - 2, DEEPEST + 2))
def test_no_payload_that_is_too_deep_is_clean(levels: int):
    payload = nested(levels)
    assert not (is_clean(payload) and too_deep(payload))
    assert not (is_clean({"item": json.dumps(payload)}) and too_deep({"item": payload}))


@each_row("odd", [{1j: 1}, {"item": object()}, {"quantity": float("nan")}, {"quantity": 2**60}, {"a_b": 1}, {"name": "\ud800"}])
def test_what_is_odd_is_not_clean(odd: Any):
    assert not is_clean(odd)


def test_what_nearly_everybody_sends_is_clean_and_not_walked_through(monkeypatch: pytest.MonkeyPatch):
    for check in ("too_deep", "not_unicode", "no_number", "given_twice", "control_in"):
        monkeypatch.setattr(f"rpg_lite.meaning.parse.{check}", None)
    parse("manage_inventory", {"operation": "give", "characterName": "Thörin", "item": {"name": "Rope", "type": "gear"}, "quantity": 2})
