"""Things and worlds that differ in one field alone."""

from dataclasses import MISSING, fields, replace
from typing import Any

import pytest

from rpg_lite.world.things import Campaign, Exit, InUse, RosterLine, Thing, World

THING = Thing("i1.1", "item", "Torch", "c1.1", 3, "c1.1", "torch", False, {"template": "srd:torch"})
WORLD = World(
    Campaign("k", "test"), {"i1.1": THING}, {("c1.1", "i1.1"): InUse("c1.1", "i1.1")}, (RosterLine("c1.1", "Pip", "character"),),
    {"e1.1": Exit("e1.1", "r0.2", "north", "north", None)}, frozenset({"i1.1"}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "replaced"),
    [
        (THING.with_body({"hp": 1}), replace(THING, body={"hp": 1})),
        (WORLD.with_thing(THING), replace(WORLD, things={**WORLD.things, THING.id: THING})),
    ],
    ids=["another body", "other things"],
)
def test_all_other_fields_stay(changed: Any, replaced: Any):
    assert changed == replaced


@pytest.mark.parametrize("value", [THING, WORLD], ids=["a thing", "a world"])
def test_no_field_of_these_is_the_default(value: Any):
    """So a field that is added here and forgotten there shows."""
    for f in fields(value):
        default = f.default_factory() if f.default_factory is not MISSING else f.default
        assert getattr(value, f.name) != default, f.name
