"""Bodies: a value that is written by its path is read by its state, and nothing else changes."""

import json
from collections.abc import Callable, Mapping
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.vocabulary import Penalty
from rpg_lite.world import body_paths
from rpg_lite.world.body_paths import Path
from rpg_lite.world.creature_states import NO_CAUSE, Cause, Concentration, Lasting, Span, Tried
from rpg_lite.world.dying_state import Dying
from rpg_lite.world.evolve import with_value
from rpg_lite.world.fight_states import Fight, Fighter
from rpg_lite.world.kept_json import as_kept
from rpg_lite.world.states import LatchState, RememberedExit
from rpg_lite.world.world_model import Thing
from tests.rows import each_row

WORDS = st.text("abcdef ", min_size=1, max_size=8)
IDS = st.builds("{}{}.{}".format, st.sampled_from("icr"), st.integers(0, 99), st.integers(1, 99))
COUNTS = st.integers(0, 999)
LISTS = st.lists(WORDS, min_size=1, max_size=3)
TABLES = st.dictionaries(st.text("abc", min_size=1), COUNTS, min_size=1, max_size=3)
SHOPS = st.fixed_dictionaries({"prices": st.floats(0.5, 2), "buysAt": st.floats(0, 0.5)})
LATCHES = st.fixed_dictionaries({"way": IDS, "room": IDS, "lb": COUNTS})
LASTING = st.lists(
    st.fixed_dictionaries(
        {"name": WORDS},
        optional={
            "level": st.integers(1, 6),
            "ends": COUNTS,
            "by": IDS,
            "cast": WORDS,
            "endsBy": LISTS,
            "look": WORDS,
            "source": WORDS,
            "duration": WORDS,
        },
    ),
    min_size=1,
    max_size=3,
)
TRAPS = st.dictionaries(
    st.sampled_from(("here", "x1_2")),
    st.fixed_dictionaries({"trap": WORDS}, optional={"is": st.just("triggered"), "found": st.just(True), "times": st.integers(1, 3)}),
    min_size=1,
)
FIGHTS = st.fixed_dictionaries(
    {
        "round": st.integers(1, 9),
        "turn": st.just(0),
        "order": st.lists(st.fixed_dictionaries({"id": IDS, "initiative": COUNTS}), min_size=1),
    },
    optional={"room": IDS},
)
SPOTS = st.fixed_dictionaries({"room": IDS, "x": st.integers(0, 99), "y": st.integers(0, 99)}, optional={"z": st.just(20)})
FEATURES = st.fixed_dictionaries(
    {"is": st.just("pillar"), "at": st.just("C4")}, optional={"called": WORDS, "ft": st.integers(1, 50), "hidden": st.just(True)}
)
GROUNDS = st.fixed_dictionaries(
    {"w": st.integers(1, 100)},
    optional={
        "h": st.integers(1, 100),
        "features": st.dictionaries(st.just("n1_1"), FEATURES, min_size=1),
        "exits": st.just({"e1_1": [2, 3]}),
    },
)
EXITS = st.fixed_dictionaries({}, optional={"unseen": st.just(True), "label": WORDS, "to": IDS, "minutes": COUNTS})

Says = Callable[[Thing], object]
STATES: Mapping[Path[Any], tuple[st.SearchStrategy[Any], Says]] = {
    body_paths.DESCRIPTION: (WORDS, lambda t: t.state.description),
    body_paths.SECRET: (WORDS, lambda t: t.creature.secret),
    body_paths.HIDDEN: (st.just(True), lambda t: t.state.is_hidden),
    body_paths.DC_TO_FIND: (COUNTS, lambda t: t.state.dc_to_find),
    body_paths.LOCKED: (st.just(True), lambda t: t.state.is_locked),
    body_paths.KEY_NAME: (WORDS, lambda t: t.state.key_name),
    body_paths.DC: (COUNTS, lambda t: t.state.dc),
    body_paths.VANISHES: (COUNTS, lambda t: t.item.vanishes),
    body_paths.CORRODED: (st.dictionaries(st.sampled_from(get_args(Penalty)), st.integers(1, 9), min_size=1), lambda t: t.item.corroded),
    body_paths.OPENS: (LATCHES, lambda t: t.state.opens),
    body_paths.TAGS: (LISTS, lambda t: t.state.tags),
    body_paths.TRAPS: (TRAPS, lambda t: t.state.traps),
    body_paths.SPOT: (SPOTS, lambda t: t.state.spot),
    body_paths.GROUND: (GROUNDS, lambda t: t.room.ground),
    body_paths.SCENES: (LISTS, lambda t: list(t.state.scenes)),
    body_paths.SHOP: (SHOPS, lambda t: t.state.shop),
    body_paths.PRICE: (COUNTS, lambda t: t.state.price),
    body_paths.TEMPLATE: (WORDS, lambda t: t.item.template),
    body_paths.ITEM: (st.fixed_dictionaries({"name": WORDS}), lambda t: t.item.document),
    body_paths.BASE: (WORDS, lambda t: t.item.base),
    body_paths.VARIANT: (WORDS, lambda t: t.item.variant),
    body_paths.IDENTIFIED: (st.just(False), lambda t: t.item.is_identified),
    body_paths.CHARGES: (COUNTS, lambda t: t.item.charges),
    body_paths.USES_REMAINING: (COUNTS, lambda t: t.item.uses_remaining),
    body_paths.ACTIVE: (LISTS, lambda t: t.item.active),
    body_paths.PARAMETERS: (TABLES, lambda t: t.item.parameters),
    body_paths.ENDS: (TABLES, lambda t: t.item.ends),
    body_paths.USED: (TABLES, lambda t: t.item.used),
    body_paths.LEVEL: (st.integers(1, 20), lambda t: t.creature.sheet.level),
    body_paths.HP_MAX: (COUNTS, lambda t: t.creature.sheet.hp_max),
    body_paths.RESOURCES: (st.dictionaries(st.text("abc", min_size=1), TABLES, min_size=1), lambda t: t.creature.sheet.resources),
    body_paths.HP: (COUNTS, lambda t: t.creature.hp),
    body_paths.TEMP_HP: (COUNTS, lambda t: t.creature.temp_hp),
    body_paths.TEMP_HP_CAST: (IDS, lambda t: t.creature.temp_hp_cast),
    body_paths.DYING: (st.just({"failures": 1, "successes": 2}), lambda t: t.creature.dying),
    body_paths.DEAD: (st.just(True), lambda t: t.creature.is_dead),
    body_paths.DIED_AT: (COUNTS, lambda t: t.creature.died_at),
    body_paths.PLAYED_DEAD: (LISTS, lambda t: t.creature.played_dead),
    body_paths.CONDITIONS: (LASTING, lambda t: t.creature.conditions),
    body_paths.EFFECTS: (LASTING, lambda t: t.creature.effects),
    body_paths.CONCENTRATION: (
        st.fixed_dictionaries({"effect": WORDS, "on": st.lists(IDS)}, optional={"cast": WORDS}),
        lambda t: t.creature.concentration,
    ),
    body_paths.FORM: (
        st.fixed_dictionaries(
            {"creature": WORDS, "cast": WORDS, "points": st.just("form")}, optional={"hp": COUNTS, "keep": LISTS, "until": LISTS}
        ),
        lambda t: t.creature.form,
    ),
    body_paths.XP_AWARDED: (st.just(True), lambda t: t.creature.is_xp_awarded),
    body_paths.MILESTONES: (COUNTS, lambda t: t.creature.milestones),
    body_paths.RESTED_AT: (COUNTS, lambda t: t.creature.rested_at),
    body_paths.SHORT_REST_AT: (COUNTS, lambda t: t.creature.short_rest_at),
    body_paths.HURT_BY: (LISTS, lambda t: t.creature.hurt_by),
    body_paths.TRIED: (st.fixed_dictionaries({"at": COUNTS, "locks": st.lists(IDS)}), lambda t: t.creature.tried),
    body_paths.VIBE: (WORDS, lambda t: t.room.vibe),
    body_paths.NOTES: (LISTS, lambda t: t.room.notes),
    body_paths.AT: (st.just({"x": 0, "y": 1, "w": 2, "h": 3}), lambda t: t.room.at),
    body_paths.OUTSIDE: (st.just(True), lambda t: t.room.is_outside),
    body_paths.REGION: (WORDS, lambda t: t.room.region),
    body_paths.LIGHT: (st.sampled_from(("bright", "dim", "dark")), lambda t: t.room.light),
    body_paths.SEEN: (st.sampled_from(("seen", "visited")), lambda t: t.room.seen),
    body_paths.DOORS: (st.lists(IDS, min_size=1), lambda t: t.room.doors),
    body_paths.REMEMBERED: (
        st.dictionaries(WORDS, EXITS, min_size=1),
        lambda t: {way: kept.document for way, kept in t.room.remembered.items()},
    ),
    body_paths.MAP: (st.fixed_dictionaries({"id": IDS, "name": WORDS}), lambda t: t.room.map),
    body_paths.UNDISCOVERED: (st.just(True), lambda t: t.room.is_undiscovered),
    body_paths.CONTENT: (WORDS, lambda t: t.note.content),
    body_paths.URI: (WORDS, lambda t: t.note.uri),
    body_paths.UNTIL: (COUNTS, lambda t: t.note.until),
    body_paths.ENTRY: (st.sampled_from(("say", "note")), lambda t: t.entry.entry),
    body_paths.QUESTION: (WORDS, lambda t: t.entry.question),
    body_paths.TEXT: (WORDS, lambda t: t.entry.text),
    body_paths.BY: (IDS, lambda t: t.entry.by),
    body_paths.TO: (IDS, lambda t: t.entry.to),
    body_paths.ROOM: (IDS, lambda t: t.entry.room),
    body_paths.MINUTES: (COUNTS, lambda t: t.entry.minutes),
    body_paths.HEARD: (st.lists(IDS), lambda t: t.entry.heard),
    body_paths.QUEST: (st.sampled_from(("step", "clue")), lambda t: t.quest.kind),
    body_paths.QUEST_STATUS: (st.sampled_from(("done", "failed")), lambda t: t.quest.status),
    body_paths.PARENTS: (st.lists(IDS, min_size=1), lambda t: t.quest.parents),
    body_paths.PUBLIC: (st.just(True), lambda t: t.quest.is_public),
    body_paths.FOCUS: (st.fixed_dictionaries({"thread": IDS, "on": IDS, "name": WORDS}), lambda t: t.root.focus),
    body_paths.THREAD: (IDS, lambda t: t.entry.thread),
    body_paths.NAMED: (st.just(True), lambda t: t.entry.is_for_named),
    body_paths.ROUNDS: (st.integers(1, 9), lambda t: t.root.rounds),
    body_paths.FIGHT: (FIGHTS, lambda t: t.root.fight),
}
"""Path → what may stand there, and the state that reads it."""
OTHERWISE = {
    body_paths.NAME: "a field of the thing", body_paths.AVAILABLE: "a field of the thing", body_paths.LOAD: "within OPENS", body_paths.STATE: "by its keys",
    body_paths.SHEET: "by its keys", body_paths.ABILITIES: "read whole, by bearers.sheet", body_paths.ABILITY_MAX: "read whole, by bearers.sheet",
    body_paths.SPENT: "each resource by itself", body_paths.ZONES: "each cast by itself", body_paths.NEAR: "each pair by itself",
    **dict.fromkeys((body_paths.GROUND_W, body_paths.GROUND_H, body_paths.FEATURES, body_paths.EXIT_SQUARES), "within GROUND"),
    body_paths.FIGHT_SPACE: "within FIGHT",
    **dict.fromkeys((body_paths.FIGHT_ROUND, body_paths.FIGHT_TURN, body_paths.FIGHT_AGAIN, body_paths.FIGHT_ORDER), "within FIGHT"),
    **dict.fromkeys((body_paths.FIGHT_SHOTS, body_paths.FIGHT_ACTS, body_paths.FIGHT_LEFT), "within FIGHT, each entry by itself"),
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
    thing = Thing("i1.1", "item", "Thing", None, body=body_paths.body_of(*(path.to(value) for path, value in values.items())))
    for path in STATES:
        assert says(thing, path) == (values[path] if path in values else says(EMPTY, path)), path


@given(bodies(), st.sampled_from(list(STATES)), st.data())
def test_a_change_is_read_and_changes_nothing_else(values, path, data):
    thing = Thing("i1.1", "item", "Thing", None, body=body_paths.body_of(*(p.to(v) for p, v in values.items())))
    now = data.draw(STATES[path][0])
    after = with_value(thing, path, now)
    assert says(after, path) == now
    assert all(says(after, other) == says(thing, other) for other in STATES if other != path)
    assert says(with_value(after, path, None), path) == says(EMPTY, path)


@given(bodies())
def test_a_body_is_kept_as_it_was_written(values):
    """A state returns the same JSON, in the same order."""
    thing = Thing("i1.1", "item", "Thing", None, body=body_paths.body_of(*(path.to(value) for path, value in values.items())))
    again = body_paths.body_of(*(path.to(says(thing, path)) for path in values))
    assert json.dumps(again) == json.dumps(thing.body)


def test_every_path_has_its_state():
    written = {path for path in vars(body_paths).values() if isinstance(path, Path)}
    assert written == {*STATES, *OTHERWISE}


# ── written anew ────────────────────────────────────────────────────────────────────────────────────────────────────

LIGHT = Lasting.make("Light", Span("1 hour", 600), Cause("Ada", look="Wand"))


@each_row(
    ("made", "document"),
    [
        (LatchState.make("e1.2", "r1.1", 40), {"way": "e1.2", "room": "r1.1", "lb": 40}),
        (Dying.of({"failures": 1}).with_success(), {"failures": 1, "successes": 1}),
        (Dying.of({"stable": True, "failures": 1}).with_failures(2), {"failures": 3}),
        (Dying.make_stable(), {"stable": True}),
        (Lasting.make_named("stunned").with_try(True).with_try(False), {"name": "stunned", "tried": {"passes": 1, "failures": 1}}),
        (LIGHT, {"name": "Light", "duration": "1 hour", "ends": 600, "source": "Ada", "look": "Wand"}),
        (LIGHT.by_look("Wand", True), {"name": "Light", "duration": "1 hour", "ends": 600, "source": "Wand", "look": "Wand"}),
        (Lasting.of({"name": "Mine", "modifiers": []}).by_look("Ring", True), {"name": "Ring", "modifiers": [], "source": "Ring"}),
        (Lasting.make_named("prone").lasting(Span("dawn")), {"name": "prone", "duration": "dawn"}),
        (Lasting.make("exhaustion", Span(None), NO_CAUSE, level=2).at_level(1), {"name": "exhaustion", "level": 1}),
        (Concentration.make("Bless", ("c1.1",), "k1.2"), {"effect": "Bless", "cast": "k1.2", "on": ["c1.1"]}),
        (Tried.make(7, ("e1.2",)), {"at": 7, "locks": ["e1.2"]}),
        (RememberedExit.unseen(), {"unseen": True}),
        (
            RememberedExit.make("north", "north", None, "door", "open", 1, "e1.3").with_door("closed", "portcullis"),
            {"label": "north", "direction": "north", "kind": "portcullis", "state": "closed", "minutes": 1, "back": "e1.3"},
        ),
        (
            Fight.begin([Fighter.make("c1.1", 12)], "r1.1"),
            {"round": 1, "turn": 0, "order": [{"id": "c1.1", "initiative": 12}], "room": "r1.1"},
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
        _ = body_paths.HPP  # type: ignore[attr-defined]
    with pytest.raises(KeyError):
        body_paths.of_sheet("hitPoints")
    assert body_paths.of_sheet("hpMax") == body_paths.HP_MAX
