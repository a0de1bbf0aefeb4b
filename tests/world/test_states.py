"""What a body says: a value that is written by its path is read by its state, and nothing else changes."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.world import paths
from rpg_lite.world.creature_states import Concentration, Dying, Lasting, Span, Tried
from rpg_lite.world.evolve import changed
from rpg_lite.world.fight_states import Fight, Fighter, Shot
from rpg_lite.world.kept import as_kept
from rpg_lite.world.paths import Path
from rpg_lite.world.states import Latch, RememberedExit
from rpg_lite.world.things import Thing

WORDS = st.text("abcdef ", min_size=1, max_size=8)
IDS = st.builds("{}{}.{}".format, st.sampled_from("icr"), st.integers(0, 99), st.integers(1, 99))
COUNTS = st.integers(0, 999)
LISTS = st.lists(WORDS, min_size=1, max_size=3)
TABLES = st.dictionaries(st.text("abc", min_size=1), COUNTS, min_size=1, max_size=3)
LATCHES = st.fixed_dictionaries({"way": IDS, "room": IDS, "lb": COUNTS})
LASTING = st.lists(
    st.fixed_dictionaries(
        {"name": WORDS}, optional={"level": st.integers(1, 6), "ends": COUNTS, "look": WORDS, "source": WORDS, "duration": WORDS}
    ),
    min_size=1,
    max_size=3,
)
FIGHTS = st.fixed_dictionaries(
    {
        "round": st.integers(1, 9),
        "turn": st.just(0),
        "order": st.lists(st.fixed_dictionaries({"id": IDS, "initiative": COUNTS}), min_size=1),
    },
    optional={"room": IDS},
)
EXITS = st.fixed_dictionaries({}, optional={"unseen": st.just(True), "label": WORDS, "to": IDS, "minutes": COUNTS})

Says = Callable[[Thing], object]
STATES: Mapping[Path[Any], tuple[st.SearchStrategy[Any], Says]] = {
    paths.DESCRIPTION: (WORDS, lambda t: t.state.description),
    paths.HIDDEN: (st.just(True), lambda t: t.state.is_hidden),
    paths.DC_TO_FIND: (COUNTS, lambda t: t.state.dc_to_find),
    paths.LOCKED: (st.just(True), lambda t: t.state.is_locked),
    paths.KEY_NAME: (WORDS, lambda t: t.state.key_name),
    paths.DC: (COUNTS, lambda t: t.state.dc),
    paths.OPENS: (LATCHES, lambda t: t.state.opens),
    paths.TAGS: (LISTS, lambda t: t.state.tags),
    paths.TEMPLATE: (WORDS, lambda t: t.item.template),
    paths.ITEM: (st.fixed_dictionaries({"name": WORDS}), lambda t: t.item.document),
    paths.BASE: (WORDS, lambda t: t.item.base),
    paths.VARIANT: (WORDS, lambda t: t.item.variant),
    paths.IDENTIFIED: (st.just(False), lambda t: t.item.is_identified),
    paths.CHARGES: (COUNTS, lambda t: t.item.charges),
    paths.USES_REMAINING: (COUNTS, lambda t: t.item.uses_remaining),
    paths.ACTIVE: (LISTS, lambda t: t.item.active),
    paths.PARAMETERS: (TABLES, lambda t: t.item.parameters),
    paths.ENDS: (TABLES, lambda t: t.item.ends),
    paths.USED: (TABLES, lambda t: t.item.used),
    paths.LEVEL: (st.integers(1, 20), lambda t: t.creature.sheet.level),
    paths.HP_MAX: (COUNTS, lambda t: t.creature.sheet.hp_max),
    paths.RESOURCES: (st.dictionaries(st.text("abc", min_size=1), TABLES, min_size=1), lambda t: t.creature.sheet.resources),
    paths.HP: (COUNTS, lambda t: t.creature.hp),
    paths.TEMP_HP: (COUNTS, lambda t: t.creature.temp_hp),
    paths.DYING: (st.just({"failures": 1, "successes": 2}), lambda t: t.creature.dying),
    paths.DEAD: (st.just(True), lambda t: t.creature.is_dead),
    paths.CONDITIONS: (LASTING, lambda t: t.creature.conditions),
    paths.EFFECTS: (LASTING, lambda t: t.creature.effects),
    paths.CONCENTRATION: (st.fixed_dictionaries({"effect": WORDS, "on": st.lists(IDS)}), lambda t: t.creature.concentration),
    paths.RESTED_AT: (COUNTS, lambda t: t.creature.rested_at),
    paths.TRIED: (st.fixed_dictionaries({"at": COUNTS, "locks": st.lists(IDS)}), lambda t: t.creature.tried),
    paths.VIBE: (WORDS, lambda t: t.room.vibe),
    paths.NOTES: (LISTS, lambda t: t.room.notes),
    paths.AT: (st.just({"x": 0, "y": 1, "w": 2, "h": 3}), lambda t: t.room.at),
    paths.OUTSIDE: (st.just(True), lambda t: t.room.is_outside),
    paths.SEEN: (st.sampled_from(("seen", "visited")), lambda t: t.room.seen),
    paths.DOORS: (st.lists(IDS, min_size=1), lambda t: t.room.doors),
    paths.REMEMBERED: (
        st.dictionaries(WORDS, EXITS, min_size=1),
        lambda t: {way: kept.document for way, kept in t.room.remembered.items()},
    ),
    paths.MAP: (st.fixed_dictionaries({"id": IDS, "name": WORDS}), lambda t: t.room.map),
    paths.UNDISCOVERED: (st.just(True), lambda t: t.room.is_undiscovered),
    paths.CONTENT: (WORDS, lambda t: t.note.content),
    paths.URI: (WORDS, lambda t: t.note.uri),
    paths.ENTRY: (st.sampled_from(("say", "note")), lambda t: t.entry.entry),
    paths.TEXT: (WORDS, lambda t: t.entry.text),
    paths.BY: (IDS, lambda t: t.entry.by),
    paths.TO: (IDS, lambda t: t.entry.to),
    paths.ROOM: (IDS, lambda t: t.entry.room),
    paths.MINUTES: (COUNTS, lambda t: t.entry.minutes),
    paths.FIGHT: (FIGHTS, lambda t: t.root.fight),
}
"""Path → what may stand there, and the state that reads it."""
OTHERWISE = {
    paths.NAME: "a field of the thing", paths.AVAILABLE: "a field of the thing", paths.LOAD: "within OPENS", paths.STATE: "by its keys",
    paths.SHEET: "by its keys", paths.ABILITIES: "read whole, by bearers.sheet", paths.ABILITY_MAX: "read whole, by bearers.sheet",
}  # fmt: skip
EMPTY = Thing("i1.1", "item", "Thing", None)


@st.composite
def bodies(draw: st.DrawFn) -> dict[Path[Any], Any]:
    """Some paths, each with a value."""
    wanted = draw(st.lists(st.sampled_from(list(STATES)), unique=True, max_size=12))
    return {path: draw(STATES[path][0]) for path in wanted}


def says(thing: Thing, path: Path[Any]) -> object:
    return as_kept(STATES[path][1](thing))


@given(bodies())
def test_what_is_written_by_a_path_is_read_by_its_state(values):
    thing = Thing("i1.1", "item", "Thing", None, body=paths.body_of(*(path.to(value) for path, value in values.items())))
    for path in STATES:
        assert says(thing, path) == (values[path] if path in values else says(EMPTY, path)), path


@given(bodies(), st.sampled_from(list(STATES)), st.data())
def test_a_change_is_read_and_changes_nothing_else(values, path, data):
    thing = Thing("i1.1", "item", "Thing", None, body=paths.body_of(*(p.to(v) for p, v in values.items())))
    now = data.draw(STATES[path][0])
    after = changed(thing, path, now)
    assert says(after, path) == now
    assert all(says(after, other) == says(thing, other) for other in STATES if other != path)
    assert says(changed(after, path, None), path) == says(EMPTY, path)


@given(bodies())
def test_a_body_is_kept_as_it_was_written(values):
    """What a state hands on is the same JSON, in the same order."""
    thing = Thing("i1.1", "item", "Thing", None, body=paths.body_of(*(path.to(value) for path, value in values.items())))
    again = paths.body_of(*(path.to(says(thing, path)) for path in values))
    assert json.dumps(again) == json.dumps(thing.body)


def test_every_path_has_its_state():
    written = {path for path in vars(paths).values() if isinstance(path, Path)}
    assert written == {*STATES, *OTHERWISE}


# ── written anew ────────────────────────────────────────────────────────────────────────────────────────────────────

LIGHT = Lasting.made("Light", Span("1 hour", 600), "Ada", look="Wand")


@pytest.mark.parametrize(
    ("made", "document"),
    [
        (Latch.made("e1.2", "r1.1", 40), {"way": "e1.2", "room": "r1.1", "lb": 40}),
        (Dying.of({"failures": 1}).with_success(), {"failures": 1, "successes": 1}),
        (Dying.of({"stable": True, "failures": 1}).with_failures(2), {"failures": 3}),
        (Dying.stabilized(), {"stable": True}),
        (LIGHT, {"name": "Light", "duration": "1 hour", "ends": 600, "source": "Ada", "look": "Wand"}),
        (LIGHT.by_look("Wand"), {"name": "Light", "duration": "1 hour", "ends": 600, "source": "Wand", "look": "Wand"}),
        (Lasting.of({"name": "Mine", "modifiers": []}).by_look("Ring"), {"name": "Ring", "modifiers": [], "source": "Ring"}),
        (Lasting.named("prone").until(Span("dawn")), {"name": "prone", "duration": "dawn"}),
        (Lasting.made("exhaustion", Span(None), level=2).at_level(1), {"name": "exhaustion", "level": 1}),
        (Concentration.made("Bless", ("c1.1",)), {"effect": "Bless", "on": ["c1.1"]}),
        (Tried.made(7, ("e1.2",)), {"at": 7, "locks": ["e1.2"]}),
        (RememberedExit.unseen(), {"unseen": True}),
        (
            RememberedExit.seen("north", "north", None, "door", "open", 1, "e1.3").with_door("closed", "portcullis"),
            {"label": "north", "direction": "north", "kind": "portcullis", "state": "closed", "minutes": 1, "back": "e1.3"},
        ),
        (
            Fight.begun([Fighter.made("c1.1", 12)], "r1.1").on(0, 2).with_spent([Shot.made("c1.1", "i1.1", "Arrow", {}, 1)]),
            {"round": 2, "turn": 0, "order": [{"id": "c1.1", "initiative": 12}], "room": "r1.1",
             "spent": [{"by": "c1.1", "thing": "i1.1", "name": "Arrow", "body": {}, "count": 1}]},
        ),
    ],
)  # fmt: skip
def test_what_is_made_or_changed_is_kept_without_what_is_absent(made, document):
    assert json.dumps(made.document) == json.dumps(document)


def test_a_thing_reads_its_body_once():
    thing = Thing("c1.1", "character", "Ada", None, body={"hp": 7})
    assert thing.creature is thing.creature and thing.creature.hp == 7


def test_a_thing_has_no_state_of_another_name():
    with pytest.raises(AttributeError, match="creatur"):
        _ = EMPTY.creatur  # type: ignore[attr-defined]


def test_a_misspelt_path_and_a_key_of_no_sheet_are_errors():
    with pytest.raises(AttributeError):
        _ = paths.HPP  # type: ignore[attr-defined]
    with pytest.raises(KeyError):
        paths.of_sheet("hitPoints")
    assert paths.of_sheet("hpMax") == paths.HP_MAX
