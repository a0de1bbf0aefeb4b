"""Milestones: each allows one level, where no experience is counted."""

from typing import Any

import pytest

from rpg_lite.store.thing_body_schema import Body
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


def table_with(**character: Any) -> Sandbox:
    table = Sandbox(first_world())
    table.did("create", name="Kim", character={"classes": ["fighter 3"], "party": True, **character})
    return table


def level(table: Sandbox) -> list[str]:
    classes: list[str] = table.thing("Kim").body["sheet"]["classes"]
    return classes


def test_a_milestone_allows_one_level() -> None:
    table = table_with()
    table.did("award", names=["Kim"], milestone=True)
    table.did("level_up", "Kim")
    refused = table.refused("milestone_missing", "level_up", "Kim")
    assert level(table) == ["fighter 4"] and "force" in refused["text"]
    assert table.send(refused["error"]["try"], "manage_character")["ok"]
    assert level(table) == ["fighter 5"]


def test_a_decree_goes_beyond_and_takes_no_later_milestone() -> None:
    table = table_with()
    table.did("award", names=["Kim"], milestone=True)
    table.did("level_up", "Kim")
    table.did("level_up", "Kim", force=True)
    table.did("award", names=["Kim"], milestone=True)
    table.did("level_up", "Kim")
    assert level(table) == ["fighter 6"]


def test_a_table_that_awards_nothing_rises_as_it_likes() -> None:
    table = table_with()
    for _ in range(3):
        table.did("level_up", "Kim")
    assert level(table) == ["fighter 6"]


@pytest.mark.parametrize("character", [{}, {"xp": 900}])
def test_milestones_add_up(character: dict[str, Any]) -> None:
    table = table_with(**character)
    assert "Kim to level 4" in table.did("award", names=["Kim"], milestone=True)["text"]
    assert "Kim to level 5" in table.did("award", names=["Kim"], milestone=True)["text"]
    table.did("level_up", "Kim")
    table.did("level_up", "Kim")
    table.refused("experience_too_low" if character else "milestone_missing", "level_up", "Kim")


@pytest.mark.parametrize("character", [{}, {"xp": 305000}])
def test_at_the_highest_level_it_is_told_to_change_nothing(character: dict[str, Any]) -> None:
    table = table_with(**{**character, "classes": ["fighter 19"]})
    table.did("award", names=["Kim"], milestone=True)
    again = table.did("award", names=["Kim"], milestone=True)["text"]
    assert "For Kim a milestone changes nothing: level 20 is the highest." in again


def test_points_begin_where_the_milestones_stand() -> None:
    """Level 4 takes 2700 points (SRD, Character Advancement)."""
    table = table_with()
    table.did("award", names=["Kim"], milestone=True)
    table.did("award", names=["Kim"], xp=100)
    assert table.thing("Kim").body["sheet"]["xp"] == 2800 and "milestones" not in table.thing("Kim").body
    table.did("level_up", "Kim")
    table.refused("experience_too_low", "level_up", "Kim")


def test_the_store_knows_the_key() -> None:
    assert Body.model_validate({"milestones": 2}).milestones == 2


@pytest.mark.stored
def test_undo_of_a_level_gives_the_milestone_back(empty: Table) -> None:
    empty.did("create", name="Kim", character={"classes": ["fighter 3"], "party": True})
    empty.did("award", names=["Kim"], milestone=True)
    empty.did("level_up", "Kim")
    empty.did("undo")
    assert empty.thing("Kim").creature.milestones == 1
    empty.did("level_up", "Kim")
    empty.refused("milestone_missing", "level_up", "Kim")
