"""The effect of every event on a known slice; tests/store/test_slice_cache.py compares it with a fresh load."""

import ast
import inspect
from typing import Any, get_args

import pytest

from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, events, slice_maintenance
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve
from rpg_lite.world.slice_maintenance import CommandSlices, Scope, Slice
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


def test_what_is_new_in_a_pending_event_is_followed_from_then_on():
    """The later event names only the new thing, which the world of the slice does not hold yet."""
    after = followed(BEARER, events.Created(Thing("i1.2", "item", "Torch", "c1.1")), events.Counted("i1.2", 1, 5))
    assert after is not None and after.world.things["i1.2"].quantity == 5


def test_a_slice_that_nobody_asks_for_is_dropped_in_the_end():
    blows = [events.Changed("c1.1", body_paths.HP, n, n - 1) for n in range(slice_maintenance.MOST_PENDING + 1, 0, -1)]
    assert followed(BEARER, *blows[1:]) is not None
    assert followed(BEARER, *blows) is None


@pytest.mark.parametrize(
    ("was", "now", "follows"), [({"party": True}, {}, False), (None, {"party": True}, False), ({}, {"level": 2}, True)]
)
def test_a_sheet_from_elsewhere_may_bring_a_member(was: Any, now: Any, follows: bool):
    scope = Scope(opened=frozenset({"c1.1"}), has_party=True)
    assert (followed(scope, events.Changed("c9.9", body_paths.SHEET, was, now)) is not None) is follows


def test_a_thing_out_of_a_closed_bag_needs_a_load():
    """The slice holds the thing, but not what may lie in it."""
    other, sack = Thing("c1.2", "character", "Ori", "r0.2"), Thing("i1.3", "item", "Sack", "c1.2")
    world = World(WORLD.campaign, {**WORLD.things, "c1.2": other, "i1.3": sack})
    assert followed(BEARER, events.Moved("i1.3", "c1.2", "c1.1"), world=world) is None


def test_a_creature_in_a_bag_that_changes_hands_needs_a_load():
    sack, mouse = Thing("i1.3", "item", "Sack", "c1.1"), Thing("c1.4", "character", "Mouse", "i1.3")
    world = World(WORLD.campaign, {**WORLD.things, "i1.3": sack, "i1.5": Thing("i1.5", "item", "Bag", "c1.1"), "c1.4": mouse})
    assert followed(BEARER, events.Moved("i1.5", "c1.1", "i1.3"), world=world) is not None
    assert followed(BEARER, events.Moved("i1.3", "c1.1", "i1.5"), world=world) is None


@pytest.mark.parametrize("path", [body_paths.IDENTIFIED, body_paths.TEMPLATE, body_paths.STATE])
def test_a_thing_that_gets_other_names_needs_a_load_where_names_were_asked_for(path: str):
    event = events.Changed("i1.1", path, None, "x")
    named = Scope(called=frozenset({"thorin"}), opened=frozenset({"c1.1"}))
    assert followed(named, event) is None and followed(BEARER, event) is not None


@pytest.mark.parametrize("more", [{"c1.2": Thing("c1.2", "character", "Ori", "r0.2")}, {}])
def test_a_command_that_has_looked_further_leaves_no_trace(more: dict[str, Thing]):
    """The world that it leaves is the slice only if it holds nothing else."""
    event = events.Changed("c1.1", body_paths.HP, None, 3)
    left = evolve(WORLD.beside(more) if more else WORLD, event)
    about = slice_maintenance.list_touched([event], Rulebook())
    known = slice_maintenance.follow(Slice(WORLD, BEARER), about, CommandSlices(WORLD, left))
    assert known is not None and (known.world is left) is (not more)
    after = slice_maintenance.settle(known)
    assert after is not None and after.world.things == evolve(WORLD, event).things
