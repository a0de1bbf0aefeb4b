"""Lists written by hand agree with each other, and the schema for clients is flat and small."""

import ast
from collections.abc import Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic.alias_generators import to_camel
from pydantic.json_schema import GenerateJsonSchema

from rpg_lite.meaning.parse import parse
from rpg_lite.mechanics.acts import readied_offers
from rpg_lite.mechanics.life import condition_lookup
from rpg_lite.mechanics.turn import turn_rules
from rpg_lite.messages import refusal_texts, result_notes, sentence_by_operation
from rpg_lite.operations import schema
from rpg_lite.operations.registry import DECIDERS, READ_ONLY, TOOLS, fields_of, in_schema, operations
from rpg_lite.operations.request_envelope import Envelope
from rpg_lite.operations.undo import Undo
from rpg_lite.rules.attunement import Refusal
from tests.rows import each_row

PACKAGE = Path(__file__).parents[2] / "rpg_lite"
FORBIDDEN = {"oneOf", "anyOf", "allOf", "not", "if", "$ref", "$defs", "const"}


def commands() -> set[type]:
    return {model for tool in TOOLS for model in operations(tool).values()}


def test_every_command_has_a_decider():
    assert set(DECIDERS) == commands() - {Undo}


def test_every_command_that_changes_something_has_a_sentence():
    assert set(sentence_by_operation.SENTENCES) == commands() - READ_ONLY


@cache
def first_arguments() -> dict[str, list[ast.expr]]:
    """Called name → the first argument of each of its calls. Every file is read once for all names."""
    found = {name: list[ast.expr]() for name in ("Rejected", "_refuse", "note", "Notice", "Remark")}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                for name in {getattr(node.func, "id", None), getattr(node.func, "attr", None)} & found.keys():
                    found[name].append(node.args[0])
    return found


def words(name: str) -> set[str]:
    """Every string that may be the first argument of such a call."""
    firsts = first_arguments()[name]
    found = {n.value for f in firsts for n in ast.walk(f) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    for first in firsts:
        if isinstance(first, ast.JoinedStr):
            found |= {f"{kind}_not_there" for kind in ("condition", "effect")}
    return found


def test_every_refusal_has_a_text_and_every_text_a_refusal():
    passed_on = {
        "character_unknown",
        "bag_unknown",
        "item_unknown",
        "room_unknown",
        "exit_unknown",
        "room_not_next_door",
        "occupied",
        *get_args(Refusal),
        *condition_lookup.STATES,
        *turn_rules.OF_OTHERS,
        *turn_rules.OF_OWN_TURN,
    }
    said = {w for w in words("Rejected") | words("_refuse") if "_" in w and not w.startswith("_")} | passed_on
    assert said == set(refusal_texts.TEXTS)


def test_every_note_has_a_text_and_every_text_a_note():
    """The notes on what is readied are written with the call that does it, under names of their own."""
    assert {w for w in words("note") | words("Notice") if "_" in w or w in result_notes.TEXTS} | words("Remark") | {*readied_offers.CODES} == set(result_notes.TEXTS)


# ── the schema ──────────────────────────────────────────────────────────────────────────────────────────────────────


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    """The schema and every schema in it."""
    yield node
    for inner in node.get("properties", {}).values():
        yield from nodes(inner)
    if "items" in node:
        yield from nodes(node["items"])


@pytest.mark.parametrize("tool", TOOLS)
def test_what_the_schema_does_not_show_need_not_be_written(tool: str, monkeypatch: pytest.MonkeyPatch):
    """Acts are left out before they are written, which takes longer than all the rest."""
    shown = schema.flat(tool)
    monkeypatch.setattr(schema, "_Shallow", GenerateJsonSchema)
    monkeypatch.setattr("rpg_lite.rules.lazy_validators.not_shown", nullcontext)
    assert schema.flat.__wrapped__(tool) == shown


@each_row("tool", TOOLS)
def test_the_schema_is_flat(tool: str):
    flat = schema.flat(tool)
    assert flat["type"] == "object"
    for node in nodes(flat):
        assert not FORBIDDEN & node.keys(), node
        assert isinstance(node.get("type"), str), node
        assert node["type"] != "array" or "items" in node, node


@each_row("tool", TOOLS)
def test_every_description_fits_the_clients_that_cut(tool: str):
    assert all(len(node.get("description", "")) <= 2000 for node in nodes(schema.flat(tool)))


@each_row("tool", TOOLS)
def test_the_schema_lists_every_operation(tool: str):
    assert schema.flat(tool)["properties"]["operation"]["enum"] == [*in_schema(tool)]


@pytest.mark.parametrize("field", ["item", "character", "document"])
def test_the_big_fields_are_written_out_once(field: str):
    for tool in TOOLS:
        inside = schema.flat(tool)["properties"]["batch"]["items"]["properties"]
        assert inside.get(field, {"type": "object"}).keys() <= {"type", "description"}


@each_row(
    ("tool", "expected"),
    [
        ("manage_inventory", "give remove equip unequip view transfer use attune unattune identify exchange undo"),
        ("read_campaign", "party character item history who exits rooms inventory examine journal"),
        ("manage_character", "create update import export retire rest advance undo"),
        ("manage_condition", "apply remove undo"),
        ("execute_action", "attack check save damage heal roll start_fight next_turn end_fight undo"),
        ("manage_room", "look go search hide open close lock unlock create portal update remove route map import_map join leave vibe undo"),
        ("manage_tools", "tools equip unequip drop undo"),
        ("keep_journal", "say note decide idea milestone undo"),
    ],
)
def test_no_operation_of_the_contract_is_gone(tool: str, expected: str):
    assert set(expected.split()) <= set(operations(tool))


@each_row("tool", sorted(TOOLS))
def test_beside_a_batch_no_key_is_offered_that_the_tool_does_not_take(tool: str):
    taken = {key for operation in operations(tool) for key in fields_of(tool, operation)} | {to_camel(k) for k in Envelope.model_fields}
    refused = parse(tool, {"qqqq": 1, "batch": [{"operation": next(iter(operations(tool)))}]})
    assert isinstance(refused, list)
    (told,) = (what for rejected in refused for _, what in rejected.details["faults"])
    assert set(told.removeprefix("unknown key; allowed: ").split(", ")) <= taken


def test_a_bag_beside_a_batch_of_conditions_is_no_target():
    refused = parse("manage_condition", {"bagName": "Chest", "batch": [{"operation": "apply", "condition": "prone"}]})
    assert isinstance(refused, list) and [r.field for r in refused] == ["bagName"]
