"""Definitions of tools in three forms and back, and calls as FunctionGemma writes them."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.views import gemma_values
from rpg_lite.views.gemma_values import MARK
from rpg_lite.views.model_tool_definitions import definitions
from rpg_lite.views.tool_formats import FORMS, parse, parse_calls, render, render_answer
from tests.examples import examples
from tests.rows import each_row

texts = st.text(max_size=30).filter(lambda text: MARK not in text)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts.filter(bool), inner, max_size=4),
    max_leaves=20,
)
names = st.from_regex(r"[a-z_]{1,20}", fullmatch=True)
TYPES = ("string", "integer", "object")
schemas = st.fixed_dictionaries(
    {
        "type": st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES)),
        "properties": st.dictionaries(names, st.fixed_dictionaries({"type": st.sampled_from(TYPES), "description": texts}), max_size=4),
    }
)
tools = st.lists(
    st.fixed_dictionaries(
        {
            "name": names,
            "description": st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")) | st.just("\n"), max_size=60),
            "inputSchema": schemas,
        }
    ),
    max_size=4,
)


@pytest.mark.parametrize("form", FORMS)
def test_our_own_tools_come_back_whole(form: Any) -> None:
    ours = list(definitions("all"))
    assert parse(render(ours, form), form) == ours


@settings(max_examples=examples(100), deadline=None)
@given(tools, st.sampled_from(FORMS))
def test_what_is_rendered_is_parsed(given_tools: Any, form: Any) -> None:
    if form == "functiongemma" and MARK in str(given_tools):
        return
    assert parse(render(given_tools, form), form) == given_tools


@settings(max_examples=examples(200), deadline=None)
@given(names, st.dictionaries(texts.filter(bool), values, max_size=4))
def test_a_call_at_any_depth_is_read(name: str, arguments: Any) -> None:
    written = f"I call it.<start_function_call>call:{name}{gemma_values.write(arguments)}<end_function_call>"
    if "<end_function_call>" not in str(arguments):
        assert parse_calls(written) == [(name, arguments)]


def test_a_call_is_read_as_the_model_writes_it() -> None:
    written = (
        "<start_function_call>call:manage_inventory{ operation: <escape>give<escape>, batch: [{item:<escape>Torch, lit<escape>},{item:<escape>a{b}<escape>}] }"
        "<end_function_call><start_function_call>call:read_campaign{}<end_function_call>"
    )
    assert parse_calls(written) == [
        ("manage_inventory", {"operation": "give", "batch": [{"item": "Torch, lit"}, {"item": "a{b}"}]}),
        ("read_campaign", {}),
    ]
    assert parse_calls("No call at all.") == []


def test_types_are_spelled_as_the_form_spells_them() -> None:
    tool = {"name": "roll", "description": "Roll.", "inputSchema": {"type": "object", "properties": {"type": {"type": ["string", "null"]}}}}
    assert render([tool], "functiongemma") == (
        "<start_function_declaration>declaration:roll{description:<escape>Roll.<escape>,parameters:{type:<escape>OBJECT<escape>,"
        "properties:{type:{type:[<escape>STRING<escape>,<escape>NULL<escape>]}}}}<end_function_declaration>"
    )


def test_an_answer_is_written_for_the_model() -> None:
    assert render_answer("roll", {"ok": True, "text": "7"}) == (
        "<start_function_response>response:roll{ok:true,text:<escape>7<escape>}<end_function_response>"
    )


@each_row(
    "written, told",
    [
        ("roll", "name{key:value}"),
        ("roll{", "a key"),
        ("{a:1}", "name{key:value}"),
        ("roll{a:1", "','"),
        ("roll{a 1}", "':'"),
        ("roll{a:}", "a value"),
        ("roll{a:<escape>x}", "at the end of the text too"),
        ("roll{a:[1,]}", "another entry"),
        ("roll{a:[1}", "','"),
        ("roll{a:1}b", "name{key:value}"),
        ("roll{a:" + "[" * 60, "more than 50 deep"),
    ],
)
def test_a_broken_call_is_told_with_its_place(written: str, told: str) -> None:
    with pytest.raises(ValueError) as raised:
        parse_calls(f"<start_function_call>call:{written}<end_function_call>")
    assert told in str(raised.value)


def test_what_a_form_cannot_hold_is_refused() -> None:
    tool = {"name": "x", "description": f"a {MARK} b", "inputSchema": {}}
    with pytest.raises(ValueError, match="marks the ends of a text"):
        render([tool], "functiongemma")
    with pytest.raises(ValueError, match="There is no form 'yaml'; forms: json, markdown, functiongemma"):
        render([], "yaml")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="There is no form"):
        parse("", "yaml")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="has no tool"):
        parse("Hello.", "markdown")
    with pytest.raises(ValueError):
        gemma_values.write(math.nan)
