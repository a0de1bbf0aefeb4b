"""Scenes: which operations they hold, and which of them are loaded in a world."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bench.calls import python_calls
from rpg_lite.content import built_in_scenes
from rpg_lite.mechanics.places.scenes_named import OfScenes
from rpg_lite.operations.registry import TOOLS, in_schema, operations
from rpg_lite.rules.tool_scenes import GLOBAL, STATES, SceneRule, Scenes
from rpg_lite.world import body_paths
from rpg_lite.world.fight_states import Fight, Fighter
from rpg_lite.world.loaded_scenes import loaded, states
from rpg_lite.world.states import ShopState
from rpg_lite.world.world_model import FIRST_ROOM_ID, WORLD_ID, Thing, World
from tests.operations.worlds import first_world

OURS = built_in_scenes.scenes()
CRYPT = Thing("r9.1", "room", "Crypt", "b0.3")
HERO = Thing("c9.1", "character", "Mira", FIRST_ROOM_ID, body={"sheet": {"party": True}})
SMITH = Thing("c9.2", "character", "Smith", FIRST_ROOM_ID)


def scene(id: str, **fields: object) -> SceneRule:
    return SceneRule.model_validate({"id": id, "name": id, "description": id, "tools": {}, **fields})


CHILDREN = Scenes.made((
    scene(GLOBAL),
    scene("git", tools={"run": ["status"]}),
    scene("git.branch", parent="git", loadWithParent=True),
    scene("git.branch.merge", parent="git.branch", loadWithParent=True),
    scene("git.remote", parent="git"),
))  # fmt: skip


def world_with(*things: Thing, root: Sequence[body_paths.Setting] = ()) -> World:
    """A new campaign with these things, and with these values in its root."""
    world = first_world()
    for thing in (*things, with_body(world.things[WORLD_ID], *root)):
        world = world.with_thing(thing)
    return world


def with_body(thing: Thing, *settings: body_paths.Setting) -> Thing:
    return thing.with_body(body_paths.changed_body(thing.body, settings))


# ── the file ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_operation_is_in_a_scene() -> None:
    for tool in TOOLS:
        for operation in operations(tool):
            assert OURS.of(tool, operation)
            assert set(OURS.of(tool, operation)) <= OURS.by_id.keys()


def test_every_listed_operation_is_named_by_a_scene() -> None:
    named = {(tool, operation) for each in OURS.by_id.values() for tool, verbs in each.tools.items() for operation in verbs}
    assert named == {(tool, operation) for tool in TOOLS for operation in in_schema(tool)}


def test_the_schema_names_the_scenes_that_have_no_parent() -> None:
    said = OfScenes.model_fields["scenes"].description or ""
    assert said.removesuffix(" …").split(", ") == [id for id, each in OURS.by_id.items() if not each.parent and id != GLOBAL]


def test_an_operation_that_no_scene_names_is_global() -> None:
    assert CHILDREN.of("run", "status") == ("git",)
    assert CHILDREN.of("run", "log") == CHILDREN.of("walk", "north") == (GLOBAL,)
    assert CHILDREN.shows("run", "log", {GLOBAL})
    assert not CHILDREN.shows("run", "status", {GLOBAL})


def test_getting_a_tool_does_not_grow_with_the_scenes() -> None:
    def calls_for(count: int) -> int:
        scenes = Scenes.made((scene(GLOBAL), *(scene(f"s{n}", tools={f"tool{n}": ["run"]}) for n in range(count))))
        return python_calls(lambda: scenes.of("tool7", "run"))

    assert calls_for(1_000) == calls_for(10)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([scene("a")], "no scene is called global"),
        ([scene(GLOBAL), scene(GLOBAL)], "two scenes are called global"),
        ([scene(GLOBAL), scene("a.b", parent="a")], "no scene before it is called a"),
        ([scene(GLOBAL), scene("a"), scene("a.b")], "the parent of a scene is the part of its id before the last dot"),
        ([scene(GLOBAL), scene("a", loadWithParent=True)], "loadWithParent needs a parent"),
    ],
)
def test_a_scene_out_of_place_is_an_error(rows: list[SceneRule], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Scenes.made(rows)


def test_each_state_is_one_that_a_scene_requires() -> None:
    assert {state for each in OURS.by_id.values() for state in each.requires} == set(STATES)


# ── loading ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_parent_loads_the_children_that_load_with_it() -> None:
    assert CHILDREN.with_children(["git"]) == {"git", "git.branch", "git.branch.merge"}


def test_all_children_are_below_their_parent() -> None:
    assert [*CHILDREN.below("git")] == ["git.branch", "git.branch.merge", "git.remote"]


def test_a_child_loads_without_its_parent() -> None:
    assert CHILDREN.with_children(["git.remote"]) == {"git.remote"}


def test_only_the_global_scene_is_loaded_in_a_new_world() -> None:
    assert states(first_world()) == set()
    assert loaded(first_world(), OURS) == {GLOBAL}


def test_a_party_loads_exploration() -> None:
    assert loaded(world_with(HERO), OURS) == {GLOBAL, "explore"}


def test_a_fight_loads_combat() -> None:
    world = world_with(HERO, root=[body_paths.FIGHT.to(Fight.begin((Fighter.make(HERO.id, 9),), FIRST_ROOM_ID))])
    assert loaded(world, OURS) == {GLOBAL, "explore", "combat", "combat.conditions"}


def test_a_shop_loads_trade_once_the_party_has_found_it() -> None:
    smith = with_body(SMITH, body_paths.SHOP.to(ShopState.make(1, 0.5)))
    assert "gear.trade" in loaded(world_with(HERO, smith), OURS)
    assert "gear.trade" not in loaded(world_with(HERO, with_body(smith, body_paths.HIDDEN.to(True))), OURS)
    assert "gear.trade" not in loaded(world_with(HERO, CRYPT, replace(smith, parent_id=CRYPT.id)), OURS)


def test_a_room_loads_its_scenes_while_the_party_is_there() -> None:
    crypt = with_body(CRYPT, body_paths.SCENES.to(["magic"]))
    assert "magic" not in loaded(world_with(HERO, crypt), OURS)
    assert loaded(world_with(crypt, replace(HERO, parent_id=CRYPT.id)), OURS) == {GLOBAL, "explore", "magic", "magic.items"}


def test_a_scene_of_another_version_loads_nothing() -> None:
    assert loaded(world_with(root=[body_paths.SCENES.to(["spelljamming"])]), OURS) == {GLOBAL}
