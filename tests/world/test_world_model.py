"""Things and worlds that differ in one field alone."""

import ast
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Campaign, Exit, InUse, RosterLine, Thing, World
from tests.rows import each_row

BOOK = Rulebook()
THING = Thing("i1.1", "item", "Torch", "c1.1", 3, "c1.1", "torch", False, {"template": "srd:torch"})
WORLD = World(
    Campaign("k", "test"), {"i1.1": THING}, {("c1.1", "i1.1"): InUse("c1.1", "i1.1")}, (RosterLine("c1.1", "Pip", "character"),),
    {"e1.1": Exit("e1.1", "r0.2", "north", "north", None)}, frozenset({"i1.1"}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "replaced"),
    [
        (THING.with_body({"hp": 1}), replace(THING, body={"hp": 1})),
        (THING.part("i1.2", "c1.2"), replace(THING, id="i1.2", parent_id="c1.2", quantity=1, attuned_to=None)),
        (WORLD.with_thing(THING), replace(WORLD, things={**WORLD.things, THING.id: THING})),
    ],
    ids=["another body", "a part", "other things"],
)
def test_all_other_fields_stay(changed: Any, replaced: Any):
    assert changed == replaced


@pytest.mark.parametrize("value", [THING, WORLD], ids=["a thing", "a world"])
def test_no_field_of_these_is_the_default(value: Any):
    """So a field that is added here and forgotten there shows."""
    for f in fields(value):
        default = f.default_factory() if f.default_factory is not MISSING else f.default
        assert getattr(value, f.name) != default, f.name


NO_THINGS = {"mold", "shot"}
"""Values that have a body without being things."""


def copied_by_hand(source: str) -> list[int]:
    """The lines that make a thing from the body of another, and so lose every field that they do not name."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="Thing"), args=args, keywords=words):
                given = [*args, *(word.value for word in words)]
                bodies = {ast.unparse(n.value) for n in given if isinstance(n, ast.Attribute) and n.attr == "body"}
                found += [node.lineno] if bodies - NO_THINGS else []
    return found


@each_row(
    "line", ["Thing(id, 'item', thing.name, bag, 1, body=thing.body)", "Thing(t.id, t.kind, t.name, bag, 1, None, None, True, t.body)"]
)
def test_a_copy_by_hand_is_seen(line: str):
    assert copied_by_hand(line) == [1]


def test_no_thing_is_copied_by_hand():
    package = Path(__file__).parents[2] / "rpg_lite"
    found = {p.name: lines for p in package.rglob("*.py") if (lines := copied_by_hand(p.read_text(encoding="utf-8")))}
    assert not found, f"take Thing.part, Thing.with_body or dataclasses.replace, which keep every field: {found}"


HERO, FOE = Thing("c1.1", "character", "Pip", "r0.2"), Thing("c1.2", "character", "Ogre", "r0.2")
AT_TABLE = World(Campaign("k", "test"), {t.id: t for t in (HERO, FOE, THING)})
LATER = replace(AT_TABLE.campaign, minutes=1)


@each_row(
    ("after", "keeps"),
    [
        (lambda world: world.with_thing(FOE.with_body({"hp": 1})), True),
        (lambda world: world.at(replace(world.campaign, rev=2)), True),
        (lambda world: world.at(LATER), False),
        (lambda world: world.with_thing(replace(THING, quantity=1)), False),
        (lambda world: world.with_thing(Thing("c1.3", "character", "Bo", "r0.2")), False),
        (lambda world: replace(world, equipped={}), False),
    ],
    ids=["a wound of another", "another rev", "a later time", "a thing in a bag", "somebody new", "what is worn"],
)
def test_a_world_keeps_the_numbers_that_still_hold(after: Any, keeps: bool):
    known = thing_stats.stats_of(AT_TABLE, HERO, BOOK)
    assert AT_TABLE.numbers[HERO.id] == (HERO, BOOK, known)
    then = after(AT_TABLE)
    assert (then.numbers.get(HERO.id) == (HERO, BOOK, known)) is keeps


def test_the_numbers_of_another_body_are_computed_anew():
    was = thing_stats.stats_of(AT_TABLE, FOE, BOOK)
    hurt = FOE.with_body({"sheet": {"hpMax": 10}, "hp": 3})
    assert (was.hp, thing_stats.stats_of(AT_TABLE.with_thing(hurt), hurt, BOOK).hp) == (None, 3)
    assert thing_stats.stats_of(AT_TABLE, FOE, BOOK) is was
