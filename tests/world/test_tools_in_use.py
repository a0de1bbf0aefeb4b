"""Tools in use by a room and a character, merged (adrs/0043)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.world import tools_in_use
from rpg_lite.world.events import Equipped, Unequipped, invert
from rpg_lite.world.evolve import evolve, evolve_all
from rpg_lite.world.world_model import DEFAULTS_ID, Campaign, Thing, World
from tests.rows import each_row

ROOM, OTHER, HERO = "r1.1", "r1.2", "c1.3"
TOOLS = tuple(
    Thing(f"t2.{n}", kind, name.partition(":")[2], "b0.6", qualified_name=name, available=n != 4)
    for n, (kind, name) in enumerate(
        [("tool", "rpg:look"), ("tool", "rpg:go"), ("data", "prompt:grim"), ("data", "prompt:mine"), ("tool", "holler:sample"), ("tool", "holler:play")]
    )
)  # fmt: skip
PLACES = (
    Thing(DEFAULTS_ID, "container", "defaults", "w"),
    Thing(ROOM, "room", "Crypt", "b0.3"),
    Thing(OTHER, "room", "Vault", "b0.3"),
    Thing(HERO, "character", "Thorin", ROOM),
)
BARE = World(Campaign("k", "test"), {t.id: t for t in (*PLACES, *TOOLS)})
ID = {t.qualified_name: t.id for t in TOOLS}

rows = st.lists(
    st.builds(
        lambda context, thing, priority: Equipped(context, thing.id, None, None, priority),
        st.sampled_from((DEFAULTS_ID, ROOM, HERO)),
        st.sampled_from(TOOLS),
        st.sampled_from((-1.0, 0.0, 0.5, 2.0)),
    ),
    max_size=14,
)
kinds = st.sampled_from(("tool", "data"))


def with_rows(*equipped: tuple[str, str]) -> World:
    return evolve_all(BARE, [Equipped(context, ID[name], None) for context, name in equipped])


def in_use(world: World, context: str) -> set[str]:
    return {t.id for t in tools_in_use.equipped_by(world, context)}


def names(things: tuple[Thing, ...]) -> list[str | None]:
    return [t.qualified_name for t in things]


@given(rows, kinds)
def test_merged_holds_what_is_available_of_both_and_each_once(told, kind):
    world = evolve_all(BARE, told)
    found = tools_in_use.merge_uses(world, ROOM, HERO, kind)
    both = in_use(world, ROOM) or in_use(world, DEFAULTS_ID)
    assert {t.id for t in found} == {t.id for t in TOOLS if t.available and t.kind == kind and t.id in both | in_use(world, HERO)}
    assert len(set(names(found))) == len(found)


@given(rows, kinds)
def test_merged_puts_the_room_first_and_each_by_priority(told, kind):
    world = evolve_all(BARE, told)
    force = tools_in_use.in_force(world, ROOM)
    ranks = [
        (0, world.equipped[force, t.id].priority) if (force, t.id) in world.equipped else (1, world.equipped[HERO, t.id].priority)
        for t in tools_in_use.merge_uses(world, ROOM, HERO, kind)
    ]
    assert ranks == sorted(ranks)


@given(rows, kinds, st.randoms())
def test_the_order_of_loading_changes_nothing(told, kind, random):
    world = evolve_all(BARE, told)
    shuffled = World(world.campaign, *({k: d[k] for k in random.sample(sorted(d), len(d))} for d in (world.things, world.equipped)))
    assert tools_in_use.merge_uses(shuffled, ROOM, HERO, kind) == tools_in_use.merge_uses(world, ROOM, HERO, kind)


def test_two_of_one_name_are_one_and_the_room_places_it():
    world = with_rows((HERO, "rpg:look"), (HERO, "rpg:go"), (ROOM, "rpg:go"))
    assert names(tools_in_use.merge_uses(world, ROOM, HERO, "tool")) == ["rpg:go", "rpg:look"]


@pytest.mark.parametrize("room", [ROOM, None])
def test_a_room_that_equips_nothing_has_the_defaults(room):
    world = with_rows((DEFAULTS_ID, "rpg:look"), (HERO, "holler:play"))
    assert names(tools_in_use.merge_uses(world, room, HERO, "tool")) == ["rpg:look", "holler:play"]


def test_a_sealed_room_has_its_exits_and_not_the_verb():
    world = with_rows((DEFAULTS_ID, "rpg:go"), (ROOM, "rpg:look"))
    assert tools_in_use.is_at_hand(world, ROOM, HERO, "rpg:look")
    assert not tools_in_use.is_at_hand(world, ROOM, HERO, "rpg:go")
    assert tools_in_use.is_at_hand(world, OTHER, HERO, "rpg:go")


def test_a_tool_taken_out_of_one_room_stays_in_the_other():
    world = evolve(with_rows((ROOM, "rpg:go"), (OTHER, "rpg:go")), Unequipped(ROOM, ID["rpg:go"], None))
    assert (in_use(world, ROOM), in_use(world, OTHER)) == (set(), {ID["rpg:go"]})
    assert ID["rpg:go"] in world.things


def test_a_room_on_a_set_keeps_its_relations_when_the_defaults_change():
    world = evolve(BARE, Equipped(DEFAULTS_ID, ID["rpg:look"], None, None, 2.0))
    assert tools_in_use.current_set(world) is None
    world = evolve_all(world, [*tools_in_use.new_set(world, "b9.1"), Equipped(ROOM, "b9.1", None)])
    assert tools_in_use.current_set(world) == "b9.1"
    assert world.equipped["b9.1", ID["rpg:look"]].priority == 2.0
    later = evolve(world, Unequipped(DEFAULTS_ID, ID["rpg:look"], None, None, 2.0))
    assert (in_use(later, ROOM), in_use(later, DEFAULTS_ID)) == ({ID["rpg:look"]}, set())
    assert tools_in_use.current_set(later) is None


@given(rows, rows)
def test_a_set_is_worth_its_copies(told, more):
    """Whatever the defaults equip, and whatever they equip later: a room on the set uses what a room with copies uses."""
    world = evolve_all(BARE, told)
    copied = evolve_all(world, tools_in_use.copied(world, DEFAULTS_ID, OTHER))
    on_set = evolve_all(world, [*tools_in_use.new_set(world, "b9.1"), Equipped(OTHER, "b9.1", None)])
    changes = [e for e in more if e.context == DEFAULTS_ID and (e.context, e.id) not in world.equipped]
    for kind in tools_in_use.CAPABILITIES:
        used = [tools_in_use.in_use(evolve_all(each, changes), OTHER, HERO, kind) for each in (copied, on_set)]
        if in_use(world, DEFAULTS_ID):  # a room without any tool follows the defaults
            assert used[0] == used[1]


@given(rows)
def test_equipping_is_taken_back_with_its_priority(told):
    for event in told:
        if (event.context, event.id) not in BARE.equipped:
            after = evolve(BARE, event)
            assert evolve(after, invert(event)) == BARE
            assert evolve(evolve(after, invert(event)), event) == after


@given(st.from_regex(r"[a-z]{1,5}:[a-z]{1,5}(__[a-z]{1,3})?", fullmatch=True))
def test_a_joined_name_is_read_back(name):
    assert tools_in_use.qualify(tools_in_use.join_name(name)) == name


@each_row(
    ("text", "names"),
    [
        ("rpg:look", ("rpg:look",)),
        ("holler__sample", ("holler:sample",)),
        ("rpg:join,leave, go", ("rpg:join", "rpg:leave", "rpg:go")),
        ("holler:*,dice:roll", ("holler:*", "dice:roll")),
        ("*", ("*",)),
        ("rpg:look,rpg:look, ,", ("rpg:look",)),
        ("look", ("look",)),
    ],
)
def test_a_list_of_names_is_read(text, names):
    assert tools_in_use.parse_names(text) == names
