"""The effect of every event on a known slice; tests/store/test_slice_cache.py compares it with a fresh load."""

import ast
import inspect
from typing import Any, get_args

import pytest

from rpg_lite.world import body_paths, events, slice_maintenance
from rpg_lite.world.events import Event
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.slice_maintenance import Scope, Slice
from rpg_lite.world.world_model import Campaign, Exit, InUse, Thing, World
from tests.rows import each_row

HERO, AXE = Thing("c1.1", "character", "Thorin", "r0.2"), Thing("i1.1", "item", "Axe", "c1.1", attuned_to="c1.1")
WORLD = World(Campaign("x", "x"), {t.id: t for t in (HERO, AXE)}, {("c1.1", "i1.1"): InUse("c1.1", "i1.1", "mainhand")})
WAY = Exit("e1.1", "r0.2", "north", "north", "r1.1")
HAPPENED: list[Event] = [
    events.Created(Thing("i1.2", "item", "Torch", "c1.1")),
    events.Removed(AXE),
    events.Moved("i1.1", "c1.1", "r0.2"),
    events.Counted("i1.1", 1, 2),
    events.Changed("i1.1", "body.state.charges", 1, 0),
    events.Equipped("c1.1", "i1.1", "offhand"),
    events.Unequipped("c1.1", "i1.1", "mainhand"),
    events.Attuned("i1.1", "c1.2"),
    events.Unattuned("i1.1", "c1.1"),
    events.ExitOpened(WAY),
    events.ExitChanged("e1.1", "state", "open", "closed"),
    events.ExitClosed(WAY),
    events.Rolled("1d20", (7,), 7, "roll"),
]
APART = (events.ExitOpened, events.ExitChanged, events.ExitClosed, events.Rolled)


BEARER = Scope(opened=frozenset({"c1.1"}))


def followed(scope: Scope, *happened: Event, world: World = WORLD) -> Slice | None:
    """The slice after these events, each of which is a commit."""
    known: Slice | None = Slice(world, scope)
    for event in happened:
        known = slice_maintenance.follow(known, slice_maintenance.list_touched([event], Rulebook())) if known else None
    return slice_maintenance.settle(known) if known else None


def test_no_event_is_left_out():
    assert {type(event) for event in HAPPENED} == {*get_args(Event)}


@each_row("event", HAPPENED, ids=lambda event: event.event)
def test_each_event_has_its_bearing(event: Event):
    after = followed(BEARER, event)
    if isinstance(event, APART):
        assert after is not None and after.world is WORLD
    else:
        assert after is None or after.world != WORLD


@pytest.mark.parametrize("decides", [slice_maintenance.list_touched, slice_maintenance._bearing, slice_maintenance._bearing_of_exit])
def test_a_type_checker_refuses_an_event_that_is_forgotten(decides: Any):
    """The match ends in assert_never, which takes no event that is left over."""
    (match,) = (node for node in ast.walk(ast.parse(inspect.getsource(decides))) if isinstance(node, ast.Match))
    assert ast.unparse(match.cases[-1]) == "case _:\n    assert_never(event)"


@pytest.mark.parametrize(("by", "follows"), [("c1.1", True), ("c9.9", False), (None, True)])
def test_a_spell_from_outside_needs_a_load(by: str | None, follows: bool):
    """Its caster belongs to the slice from now on."""
    laid = [{"name": "prone", "cast": "k1.1", **({"by": by} if by else {})}]
    event = events.Changed("c1.1", body_paths.CONDITIONS, None, laid)
    assert (followed(BEARER, event) is not None) is follows
