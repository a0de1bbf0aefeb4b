"""Laws that hold for every legal document, whatever its content (adrs/0017)."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from math import floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from rpg_lite import strategies
from rpg_lite.content import rulebook_loading
from rpg_lite.meaning import parse
from rpg_lite.operations import request_envelope
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.rules.breakdown import Breakdown, fold, line
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier, ModifierField, Source
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views.stats_json import numbers, sheet_json
from rpg_lite.vocabulary import DAMAGE_TYPES, Ruleset
from tests.examples import examples

some = settings(max_examples=examples(40), deadline=None)
FIELD: TypeAdapter[Modifier] = TypeAdapter(ModifierField)


def stats(document: dict[str, Any]) -> EffectiveStats:
    read = SheetDocument.model_validate(document)
    return situation(read, rulebook_loading.rulebook(read.ruleset)).stats(rulebook_loading.rulebook(read.ruleset))


def shown(document: dict[str, Any]) -> dict[str, Any]:
    read = SheetDocument.model_validate(document)
    book = rulebook_loading.rulebook(read.ruleset)
    return json.loads(json.dumps(sheet_json(situation(read, book), book)))


def unordered(value: Any) -> Any:
    """With every list in one order."""
    if isinstance(value, dict):
        return {k: unordered(v) for k, v in value.items()}
    return sorted(map(unordered, value), key=lambda v: json.dumps(v, sort_keys=True)) if isinstance(value, list) else value


def with_charm(document: dict[str, Any], *modifiers: dict[str, Any], name: str = "law charm") -> dict[str, Any]:
    """The document and one more source of changes, with a unique name."""
    return document | {"effects": [*document.get("effects", ()), {"name": name, "modifiers": modifiers}]}


# ── the order of things does not matter, and they leave nothing behind ──────────────────────────────────────────────


@some
@given(strategies.documents(), st.randoms(use_true_random=False))
def test_the_order_of_the_gear_does_not_matter(document, random):
    mixed = document | {
        k: random.sample(document[k], len(document[k])) for k in ("equipped", "carried", "conditions", "effects") if k in document
    }
    assert unordered(shown(mixed)) == unordered(shown(document))


@some
@given(strategies.documents())
def test_what_is_taken_off_leaves_the_base_sheet(document):
    bare = {k: document[k] for k in ("ruleset", "character")}
    read = SheetDocument.model_validate(document)
    book = rulebook_loading.rulebook(read.ruleset)
    stats(document)
    stripped = read.model_copy(update={"equipped": (), "carried": (), "coins": {}, "conditions": (), "effects": ()})
    assert sheet_json(situation(stripped, book), book) == sheet_json(situation(SheetDocument.model_validate(bare), book), book)


@some
@given(strategies.documents())
def test_the_base_sheet_has_no_line_of_anything_worn(document):
    base = stats({k: document[k] for k in ("ruleset", "character")})
    assert {m.source.layer for _, b in numbers(base) for m in b.lines} == {"base"}


@some
@given(strategies.documents())
def test_the_same_document_gives_the_same_sheet(document):
    assert shown(document) == shown(document)


# ── algebra ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@some
@given(strategies.documents(), st.sampled_from(DAMAGE_TYPES))
def test_resistance_twice_is_once(document, kind):
    once = with_charm(document, {"target": "resist", "op": "grant", "value": kind})
    twice = with_charm(once, {"target": "resist", "op": "grant", "value": kind}, name="another charm")
    assert shown(twice)["resistances"] == shown(once)["resistances"]


@some
@given(strategies.documents(), st.sampled_from(DAMAGE_TYPES), st.integers(0, 100))
def test_immunity_beats_resistance_and_vulnerability(document, kind, amount):
    remade = {**document, "incomingDamage": [{"type": kind, "amount": amount}]}
    kinds = ("immune", "resist", "vulnerable")
    found = shown(with_charm(remade, *({"target": t, "op": "grant", "value": kind} for t in kinds)))
    if kind in found["immunities"]:
        assert kind not in found["resistances"] and kind not in found["vulnerabilities"]
        assert found["damageTaken"] == [0]
    else:
        assert any("remove" in json.dumps(document[k]) for k in document), "only what removes an immunity may undo it"


@some
@given(strategies.documents())
def test_a_speed_of_zero_wins(document):
    """A mount that carries the creature goes on all the same (`set`)."""
    carried = any('"op": "set"' in json.dumps(document[key]) for key in document)
    found = shown(with_charm(document, {"target": "speed.all", "op": "zero"}))
    assert carried or set(found["speed"].values()) == {0}


@some
@given(strategies.documents())
def test_no_speed_is_negative(document):
    assert min(shown(document)["speed"].values()) >= 0


@some
@given(strategies.documents())
def test_advantage_with_disadvantage_is_normal(document):
    both = [{"target": t, "op": op} for t in ("save.all", "check.all", "attack.all") for op in ("advantage", "disadvantage")]
    found = shown(with_charm(document, *both))
    modes = [*found["saveModes"].values(), *found["checkModes"].values(), *found["skillModes"].values(), found["initiativeMode"]]
    assert {*modes, *(a["mode"] for a in found["attacks"].values())} == {"normal"}


# ── conditions and effects of the book ──────────────────────────────────────────────────────────────────────────────

RULESETS: tuple[Ruleset, ...] = ("5.1", "5.2")
TABLED = ("features", "modifiers", "race", "classes")
"""The parts of a character that a table of the ruleset covers."""


@st.composite
def beset(draw: st.DrawFn, ruleset: Ruleset | None = None) -> dict[str, Any]:
    """A document with conditions and effects by their names in the book, gear left out."""
    ruleset = ruleset or draw(st.sampled_from(RULESETS))
    book = rulebook_loading.rulebook(ruleset)
    conditions = draw(st.lists(st.sampled_from(sorted(book.conditions)), unique=True, max_size=4))
    effects = draw(st.lists(st.sampled_from(sorted({r.name for r in book.effects.values()})), unique=True, max_size=4))
    return {
        "ruleset": ruleset,
        "character": draw(strategies.characters()),
        "conditions": [{"name": c, "level": draw(st.integers(1, 6))} if c == "exhaustion" else c for c in conditions],
        "effects": effects,
    }


@some
@given(beset(), st.randoms(use_true_random=False))
def test_the_order_of_conditions_and_effects_of_the_book_does_not_matter(document, random):
    mixed = document | {k: random.sample(document[k], len(document[k])) for k in ("conditions", "effects")}
    assert unordered(shown(mixed)) == unordered(shown(document))


@some
@given(beset())
def test_conditions_and_effects_that_end_leave_the_base_sheet(document):
    bare = document | {"conditions": [], "effects": []}
    before = shown(bare)
    shown(document)
    assert shown(bare) == before


@some
@given(beset(), st.sampled_from(DAMAGE_TYPES))
def test_immunity_beats_resistance_whatever_lies_on_the_creature(document, kind):
    charmed = with_charm(document, *({"target": t, "op": "grant", "value": kind} for t in ("immune", "resist", "vulnerable")))
    found = shown(charmed | {"incomingDamage": [{"type": kind, "amount": 23}]})
    assert kind in found["immunities"] and kind not in (*found["resistances"], *found["vulnerabilities"])
    assert found["damageTaken"] == [0]


@some
@given(beset(), st.sampled_from(("grappled", "restrained", "paralyzed", "petrified", "unconscious")))
def test_a_condition_that_stops_stops_whatever_speeds_up(document, condition):
    """Except with a ward against it, which the sheet then names."""
    found = shown(document | {"conditions": [*(c for c in document["conditions"] if c != condition), condition]})
    stopped = set(found["speed"].values()) == {0}
    assert (
        stopped
        or any(condition in str(c) for c in found["conditionsBlocked"])
        or "free_action" in json.dumps(found["flags"])
        or ("ignores" in json.dumps(found["flags"]))
    ), (condition, found["speed"], found["flags"])


@some
@given(beset())
def test_advantage_with_disadvantage_is_normal_whatever_lies_on_the_creature(document):
    both = [{"target": t, "op": op} for t in ("save.all", "check.all", "attack.all") for op in ("advantage", "disadvantage")]
    found = shown(with_charm(document, *both))
    modes = [*found["saveModes"].values(), *found["checkModes"].values(), *found["skillModes"].values(), found["initiativeMode"]]
    assert {*modes, *(a["mode"] for a in found["attacks"].values())} == {"normal"}


@some
@given(beset(), st.integers(0, 4), st.integers(1, 24))
def test_a_capped_gain_never_lowers_whatever_lies_on_the_creature(document, gain, cap):
    gift = {"target": "ability.str", "op": "add", "value": gain, "cap": cap}
    was, now = (shown(d)["abilities"]["str"] for d in (document, with_charm(document, gift)))
    assert was <= now <= max(was, was + gain)


@some
@given(beset("5.1"))
def test_the_rulesets_agree_on_a_plain_creature(document):
    """No condition, effect, feature, race, class or gear: nothing is left in which the tables differ."""
    character = {k: v for k, v in document["character"].items() if k not in TABLED}
    plain = {"character": character, "conditions": [], "effects": []}
    old, new = (shown(plain | {"ruleset": r}) for r in RULESETS)
    assert {k: v for k, v in old.items() if k != "ruleset"} == {k: v for k, v in new.items() if k != "ruleset"}


@some
@given(st.data())
def test_the_rulesets_agree_on_conditions_and_effects_whose_entries_agree(data):
    books = [rulebook_loading.rulebook(r) for r in RULESETS]
    alike = [{n: r for n, r in b.conditions.items() if n != "exhaustion"} for b in books]
    conditions = sorted(n for n in alike[0] if alike[0][n] == alike[1].get(n) and not alike[0][n].implies)
    effects = sorted(r.name for k, r in books[0].effects.items() if r == books[1].effects.get(k) and not r.conditions)
    assert conditions and len(effects) > 30
    document = {
        "character": {k: v for k, v in data.draw(strategies.characters()).items() if k not in TABLED},
        "conditions": data.draw(st.lists(st.sampled_from(conditions), unique=True, max_size=3)),
        "effects": data.draw(st.lists(st.sampled_from(effects), unique=True, max_size=3)),
    }
    old, new = (afoot(unordered(shown(document | {"ruleset": r}))) for r in RULESETS)
    assert {k: v for k, v in old.items() if k != "ruleset"} == {k: v for k, v in new.items() if k != "ruleset"}


def afoot(shown):
    """The numbers without special speeds, which follow the walking speed in 5.2 alone (SRD 5.2, Speed)."""
    lines = {k: v for k, v in shown["breakdown"].items() if k == "speed.walk" or not k.startswith("speed.")}
    return shown | {"speed": {k: v for k, v in shown["speed"].items() if k == "walk"}, "breakdown": lines}


# ── the fold ────────────────────────────────────────────────────────────────────────────────────────────────────────

OPS = ("base", "raise_to", "boost_raise", "add", "mul", "min", "zero")
VALUES = {"mul": st.sampled_from((0.5, 2, 3)), "zero": st.just(True)}


@st.composite
def changes(draw: st.DrawFn) -> list[Modifier]:
    ops = draw(st.lists(st.sampled_from(OPS), max_size=6))
    return [
        Modifier("ability.str", op, draw(VALUES.get(op, st.integers(-6, 30))), draw(st.none() | st.integers(0, 30)) if op == "add" else None,
                 source=Source("equipment", f"thing {n}", f"thing {n}"))
        for n, op in enumerate(ops)
    ]  # fmt: skip


def refolded(b: Breakdown) -> int:
    """The lines of a number, added up from top to bottom without any other source."""
    value: float = 0
    for n, m in enumerate(b.lines):
        boosts = sum(x.value for x in b.lines[n:] if x.op == "boost_raise")
        match m.op:
            case "base" | "add" if n == 0 or m.op == "add":
                value += m.value
            case "base" | "raise_to" | "set":
                value = m.value + (boosts if m.op == "raise_to" else 0)
            case "mul":
                value *= m.value
            case "min":
                value = max(floor(value), m.value)
            case "zero":
                value = 0
    return floor(value)


@some
@given(changes(), st.integers(1, 30))
def test_lines_fold_to_their_value(found, base):
    b = fold(found, [line("base", "STR", "ability.str", "base", base)])
    if not any(m.op == "boost_raise" for m in b.lines):
        assert refolded(b) == b.value


@some
@given(strategies.documents())
def test_the_lines_of_every_number_fold_to_its_value(document):
    wrong = {path: (b.value, refolded(b), b.lines) for path, b in numbers(stats(document)) if refolded(b) != b.value}
    assert not wrong


@some
@given(changes(), st.randoms(use_true_random=False))
def test_the_fold_does_not_look_at_the_order(found, random):
    start = [line("base", "STR", "ability.str", "base", 10)]
    assert fold(random.sample(found, len(found)), start) == fold(found, start)


@some
@given(st.integers(1, 30), st.integers(0, 10), st.integers(0, 30))
def test_a_cap_never_lowers(base, added, cap):
    start = [line("base", "STR", "ability.str", "base", base)]
    capped = fold([Modifier("ability.str", "add", added, cap)], start).value
    assert capped == max(base, min(base + added, cap))


@some
@given(changes(), st.integers(1, 30))
def test_every_change_is_a_line_or_has_a_reason(found, base):
    b = fold(found, [line("base", "STR", "ability.str", "base", base)])
    told = {m.source for m in b.lines} | {s.modifier.source for s in b.suppressed}
    assert {m.source for m in found if m.op != "boost_raise"} <= told


# ── what the strategies promise ─────────────────────────────────────────────────────────────────────────────────────


@some
@given(strategies.modifiers())
def test_every_modifier_of_the_strategies_may_stand_in_a_file(modifier):
    FIELD.validate_python(modifier)


@some
@given(strategies.items(), strategies.characters())
def test_items_and_characters_are_valid(item, character):
    Item.model_validate_json(json.dumps(item))
    CharacterDocument.model_validate_json(json.dumps(character))


@some
@given(strategies.documents())
def test_documents_are_legal(document):
    slots = [e["slot"] for e in document["equipped"]]
    assert len(slots) == len(set(slots))
    assert sum(e.get("attuned", False) for e in (*document["equipped"], *document["carried"])) <= strategies.MOST_ATTUNED
    assert not {"slot_taken", "not_enough_hands", "unknown_item", "unknown_effect"} & set(shown(document)["errors"])


@some
@given(st.data())
def test_every_command_of_the_strategies_is_understood(data):
    tool = data.draw(st.sampled_from(list(TOOLS)))
    payload = data.draw(strategies.commands(tool))
    assert isinstance(parse.parse(tool, payload), request_envelope.Asked), payload


@pytest.mark.parametrize(("tool", "operation"), [(tool, operation) for tool in TOOLS for operation in operations(tool)])
@settings(max_examples=5, deadline=None)
@given(st.data())
def test_every_operation_of_every_tool_has_a_strategy(tool, operation, data):
    payload = data.draw(strategies.commands(tool, operation, characters=["Nobody"], items=["Nothing"]))
    assert type(parse.parse(tool, payload).commands[0]) is operations(tool)[operation]


@some
@given(st.data())
def test_hypothesis_knows_the_models(data):
    model = data.draw(st.sampled_from((Item, Modifier, CharacterDocument, SheetDocument, *operations("manage_inventory").values())))
    assert isinstance(data.draw(st.from_type(model)), model)


@pytest.mark.parametrize("first", ["hypothesis", pytest.param("rpg_lite.strategies", marks=pytest.mark.slow)])
def test_hypothesis_knows_them_whichever_is_imported_first(first):
    asked = f"import {first}; from hypothesis import strategies as st; from rpg_lite.rules.items import Item; st.from_type(Item).validate()"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_hypothesis_the_strategies_say_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    spec = spec_from_file_location("bare", strategies.__file__)
    with pytest.raises(ImportError, match=r"pip install .+\[testing\]"):
        spec.loader.exec_module(module_from_spec(spec))
