"""Events alone change the world, and every one of them can be taken back (adrs/0001)."""

import json
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite import strategies
from rpg_lite.content import rulebook_loading
from rpg_lite.decision.outcome import Accepted
from rpg_lite.decision.situation import Situation
from rpg_lite.meaning import parse
from rpg_lite.operations import loop, request_envelope
from rpg_lite.rules.dice import roller
from rpg_lite.vocabulary import KINDS, SLOTS, Kind
from rpg_lite.world import events
from rpg_lite.world.difference import difference
from rpg_lite.world.events import (
    Attuned,
    Changed,
    Counted,
    Created,
    Equipped,
    Event,
    ExitChanged,
    ExitClosed,
    ExitOpened,
    Moved,
    Removed,
    Rolled,
    Unattuned,
    Unequipped,
    dump,
    invert,
    load,
)
from rpg_lite.world.evolve import evolve, evolve_all, value_at, with_value
from rpg_lite.world.world_model import FIRST_ROOM_ID, KIND_LETTER, WORLD_ID, Campaign, Exit, Thing, World
from tests.examples import examples
from tests.rows import each_row

HERO, FRIEND, PACK, RING, DOOR = "c1.1", "c1.2", "i1.3", "i1.4", "e1.5"
THINGS = (
    Thing(WORLD_ID, "container", "world", None),
    Thing(FIRST_ROOM_ID, "room", "Lobby", WORLD_ID),
    Thing(HERO, "character", "Thorin", FIRST_ROOM_ID, body={"sheet": {"level": 3}, "hp": 7}),
    Thing(FRIEND, "character", "Lyra", FIRST_ROOM_ID, body={"conditions": [{"name": "prone"}]}),
    Thing(PACK, "item", "Backpack", HERO, body={"template": "srd:backpack"}),
    Thing(RING, "item", "Ring of Protection", PACK, attuned_to=HERO, body={"template": "srd:ring_of_protection", "state": {"charges": 3}}),
)
WAY = Exit(DOOR, FIRST_ROOM_ID, "north", "north", None, "door", "closed", key_name="Iron Key", dc=15)
SMALL = World(Campaign("k", "test"), {t.id: t for t in THINGS}, exits={DOOR: WAY})
JSON = st.none() | st.integers(-5, 50) | st.text(max_size=5) | st.booleans() | st.lists(st.sampled_from("ab"), min_size=1, max_size=3)
PATHS = {
    "name": st.text(min_size=1, max_size=5),
    "available": st.booleans(),
    "qualified_name": st.none() | st.text(max_size=5),
    **dict.fromkeys(("body.hp", "body.state.charges", "body.state.active", "body.sheet.level", "body.new.deep.key"), JSON),
}
DOORS = {"state": st.sampled_from(("open", "closed", "locked")), "hidden": st.booleans(), "minutes": st.integers(1, 60)}
some = settings(max_examples=examples(40), deadline=None)


def _new(kind: Kind, n: int, bag: str, quantity: int) -> Thing:
    """Any kind in any other: a kind is a convention, not a rule about containers."""
    return Thing(f"{KIND_LETTER[kind]}2.{n}", kind, "Gem", bag, quantity)


@st.composite
def next_event(draw: st.DrawFn, world: World, n: int) -> Event:
    """A possible next event, within the checks of a decider."""
    id = draw(st.sampled_from(sorted(world.things)))
    thing = world.things[id]
    bags = sorted(b for b in world.things if b != id and id not in {a.id for a in world.ancestors(b)})
    choices: list[st.SearchStrategy[Event]] = [
        st.builds(lambda kind, quantity: Created(_new(kind, n, id, quantity)), st.sampled_from(KINDS), st.integers(1, 9)),
        st.builds(lambda now: Counted(id, thing.quantity, now), st.integers(1, 99)),
        st.sampled_from(sorted(PATHS)).flatmap(lambda path: PATHS[path].map(lambda now: Changed(id, path, value_at(thing, path), now))),
        st.builds(lambda faces: Rolled(f"{len(faces)}d6", tuple(faces), sum(faces), "roll"), st.lists(st.integers(1, 6), min_size=1)),
    ]
    choices.append(st.just(ExitOpened(Exit(f"e2.{n}", FIRST_ROOM_ID, f"east {n}", "east", FIRST_ROOM_ID))))
    for way in world.exits.values():
        choices.append(st.just(ExitClosed(way)))
        changes = (v.map(lambda now, way=way, path=path: ExitChanged(way.id, path, getattr(way, path), now)) for path, v in DOORS.items())
        choices.append(st.one_of(*changes))
    if bags and thing.parent_id is not None:
        choices.append(st.builds(lambda to: Moved(id, str(thing.parent_id), to), st.sampled_from(bags)))
    if not world.bag_of(id) and thing.parent_id is not None and not any(id in key for key in world.equipped):
        choices.append(st.just(Removed(thing)))
    if (HERO, id) in world.equipped:
        row = world.equipped[HERO, id]
        choices.append(st.just(Unequipped(HERO, id, row.slot, row.grip, row.priority)))
    elif HERO in world.things:
        choices.append(st.builds(Equipped, st.just(HERO), st.just(id), st.none(), st.none(), st.sampled_from((-1.0, 0.0, 2.5))))
        choices.append(st.builds(Equipped, st.just(HERO), st.just(id), st.sampled_from(SLOTS), st.sampled_from((None, "one", "two"))))
    choices.append(st.just(Unattuned(id, thing.attuned_to)) if thing.attuned_to else st.just(Attuned(id, FRIEND)))
    return draw(st.one_of(choices))


@st.composite
def stories(draw: st.DrawFn, most: int = 12, first: int = 0) -> tuple[Event, ...]:
    """`first`: the number of the first new thing, so that two stories may make different things."""
    world, told = SMALL, list[Event]()
    for n in range(first, first + draw(st.integers(0, most))):
        told.append(draw(next_event(world, n)))
        world = evolve(world, told[-1])
    return tuple(told)


def broken(world: World) -> list[str]:
    """Things that do not hang in the one tree under the root."""
    lost = []
    for thing in world.things.values():
        seen = {thing.id}
        while thing.parent_id is not None and thing.parent_id in world.things and thing.parent_id not in seen:
            thing = world.things[thing.parent_id]
            seen.add(thing.id)
        if thing.id != WORLD_ID:
            lost.append(thing.id)
    return lost


@some
@given(stories())
def test_every_event_can_be_taken_back(told):
    world = SMALL
    for event in told:
        after = evolve(world, event)
        assert evolve(after, invert(event)) == world, event
        world = after


@some
@given(stories())
def test_a_story_told_backwards_leads_to_its_beginning(told):
    assert evolve_all(evolve_all(SMALL, told), [invert(e) for e in reversed(told)]) == SMALL


@some
@given(stories(), stories(first=100))
def test_the_difference_leads_from_one_story_to_another(told, other):
    now, then = evolve_all(SMALL, told), evolve_all(SMALL, other)
    assert evolve_all(now, difference(now, then, [*told, *other])) == then


@some
@given(stories())
def test_taking_back_twice_is_doing_it_again(told):
    assert [invert(invert(e)) for e in told] == list(told)


@some
@given(stories())
def test_events_are_the_same_after_the_chronicle_has_held_them(told):
    assert load(json.loads(json.dumps(dump(told)))) == told


@some
@given(stories())
def test_a_tree_is_never_broken(told):
    world = SMALL
    for event in told:
        world = evolve(world, event)
        assert not broken(world), event


@some
@given(stories())
def test_evolving_leaves_the_world_before_untouched(told):
    before = json.dumps(dump(Created(t) for t in SMALL.things.values()))
    evolve_all(SMALL, told)
    assert json.dumps(dump(Created(t) for t in SMALL.things.values())) == before


EXAMPLES: dict[type, Event] = {
    Created: Created(Thing("i2.1", "item", "Gem", HERO)),
    Removed: Removed(SMALL.things[RING]),
    Moved: Moved(RING, PACK, FRIEND),
    Counted: Counted(RING, 1, 5),
    Changed: Changed(HERO, "body.hp", 7, 3),
    Equipped: Equipped(HERO, PACK, "mainhand", "one"),
    Unequipped: Unequipped(HERO, PACK, "mainhand", "one"),
    Attuned: Attuned(PACK, HERO),
    Unattuned: Unattuned(RING, HERO),
    ExitOpened: ExitOpened(Exit("e2.1", FIRST_ROOM_ID, "down", "down", None, "stairs")),
    ExitChanged: ExitChanged(DOOR, "state", "closed", "open"),
    ExitClosed: ExitClosed(WAY),
    Rolled: Rolled("2d6", (3, 4), 7, "roll"),
}


def test_every_event_has_an_example():
    assert set(EXAMPLES) == set(get_args(events.Event))


@each_row("kind", EXAMPLES, ids=lambda kind: kind.__name__)
def test_an_event_and_its_inverse(kind):
    event = EXAMPLES[kind]
    world = evolve(SMALL, invert(event)) if kind is Unequipped else SMALL
    assert evolve(evolve(world, event), invert(event)) == world
    assert load(json.loads(json.dumps(dump([event])))) == (event,)
    assert kind is Rolled or evolve(world, event) != world


@pytest.mark.parametrize(
    "row", [{"event": "exploded"}, {"event": "moved", "id": "i1", "from": "a"}, {"event": "counted", "id": "i1", "was": 1, "now": "x"}]
)
def test_a_row_that_is_no_event_is_not_loaded(row):
    with pytest.raises(ValueError, match="validation error"):
        load([row])


@each_row(
    ("path", "now", "body"),
    [
        ("body.hp", 3, {"hp": 3, "state": {"charges": 3}}),
        ("body.hp", None, {"state": {"charges": 3}}),
        ("body.state.charges", None, {"hp": 7}),
        ("body.state.active", ["lit"], {"hp": 7, "state": {"charges": 3, "active": ["lit"]}}),
        ("body.sheet.speed.walk", 30, {"hp": 7, "state": {"charges": 3}, "sheet": {"speed": {"walk": 30}}}),
        ("body.sheet.speed.walk", None, {"hp": 7, "state": {"charges": 3}}),
    ],
)
def test_a_dotted_path_is_set_and_none_takes_it_away(path, now, body):
    thing = Thing("i1", "item", "Wand", HERO, body={"hp": 7, "state": {"charges": 3}})
    assert with_value(thing, path, now).body == body
    assert value_at(with_value(thing, path, now), path) == now


# ── the events that commands decide ─────────────────────────────────────────────────────────────────────────────────

COMMANDS = strategies.commands(characters=["Thorin", "Lyra"], items=["Longsword", "Ring of Protection", "Backpack", "Arrow"])


@some
@given(st.lists(COMMANDS.filter(lambda c: c["operation"] != "undo"), min_size=1, max_size=6))
def test_what_commands_decide_can_be_taken_back_and_breaks_no_tree(payloads):
    world, told, book = SMALL, list[Event](), rulebook_loading.rulebook()
    for rev, payload in enumerate(payloads, start=2):
        asked = parse.parse("manage_inventory", payload)
        assert isinstance(asked, request_envelope.Asked), payload
        outcome = loop.decide_one(asked.commands[0], world, Situation(book, roller(1), rev))
        if isinstance(outcome, Accepted):
            assert evolve_all(world, outcome.events) == outcome.world
            told += outcome.events
            world = outcome.world
    assert not broken(world)
    assert evolve_all(world, [invert(e) for e in reversed(told)]) == SMALL
    assert evolve_all(SMALL, load(json.loads(json.dumps(dump(told))))) == world
