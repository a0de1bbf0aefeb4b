"""Goodberry makes ten berries, which are eaten one by one and vanish after 24 hours (SRD, Goodberry)."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.game import Game
from rpg_lite.store.thing_body_schema import Body
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.creature_states import Cause, Lasting, Span
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world


def _pair(ruleset: Ruleset) -> Game:
    table = Table(begun(ruleset=ruleset))
    table.did("create", name="Fern", character={"classes": ["druid 5"], "hpMax": 40, "hp": 20})
    table.did("create", name="Bo", character={"classes": ["fighter 5"], "hpMax": 40, "hp": 0})
    return table.game


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    with copy_of(_pair, request.param) as game:
        made = Table(game)
        made.did("cast", "Fern", spell="Goodberry")
        yield made


def test_each_berry_restores_one_hit_point(table: Table) -> None:
    assert table.bag("Fern") == {"Goodberry": 10}
    table.did("use", "Fern", itemName="Goodberry")
    table.did("use", "Fern", itemName="Goodberry", targetName="Bo")
    assert (table.hp("Fern"), table.hp("Bo"), table.bag("Fern")) == (21, 1, {"Goodberry": 8})
    table.did("transfer", "Fern", itemName="Goodberry", quantity=2, toCharacterName="Bo")
    table.did("use", "Bo", itemName="Goodberry")
    assert (table.hp("Bo"), table.bag("Bo"), table.bag("Fern")) == (2, {"Goodberry": 1}, {"Goodberry": 6})
    table.did("undo")
    assert (table.hp("Bo"), table.bag("Bo")) == (1, {"Goodberry": 2})


def test_berries_vanish_24_hours_after_their_own_cast(table: Table) -> None:
    table.did("transfer", "Fern", itemName="Goodberry", quantity=2, toCharacterName="Bo")
    table.did("advance", duration="23 hours")
    table.did("cast", "Fern", spell="Goodberry")
    assert table.stacks("Fern", "Goodberry") == [8, 10]
    before = table.now
    told = table.did("advance", duration="1 hour")["text"]
    assert "Gone, because their time is over" in told and "8 × Goodberry" in told and "2 × Goodberry" in told
    assert (table.bag("Fern"), table.bag("Bo")) == ({"Goodberry": 10}, {})
    table.did("undo")
    assert table.now.world == before.world


def test_the_stored_time_is_what_the_schema_takes(table: Table) -> None:
    berries = next(t for t in table.now.things.values() if t.name == "Goodberry")
    assert berries.body["state"] == {"vanishes": table.now.minutes + 24 * 60}
    read = Body.model_validate(berries.body)
    assert read.model_dump(mode="json", by_alias=True, exclude_unset=True) == berries.body


@pytest.mark.parametrize(("ruleset", "cost"), [("5.1", "action"), ("5.2", "bonus")])
def test_eating_takes_an_action_or_in_5_2_a_bonus_action(ruleset: Ruleset, cost: str) -> None:
    with copy_of(_pair, ruleset) as game:
        table = Table(game)
        table.did("cast", "Fern", spell="Goodberry")
        table.roll_with(falling(20, 1))
        table.did("start_fight", names=["Fern", "Bo"])
        left: dict[str, Any] = table.did("use", "Fern", itemName="Goodberry")["results"][0]["turn"]
        assert (left["actions"], left["bonus"]) == ((0, True) if cost == "action" else (1, False))


def test_an_effect_of_an_older_campaign_ends_without_taking_its_bearer() -> None:
    """The berries were an effect on their caster once; its end removes nobody."""
    box = Sandbox(first_world("5.1"))
    box.did("create", name="Fern", character={"classes": ["druid 5"]})
    fern = box.thing("Fern")
    old = Lasting.make("Goodberry", Span("1 hour", 600), Cause(by=fern.id, cast="c9.1", act="Goodberry", at="0"))
    bearing = replace(fern, body={**fern.body, "effects": [old.document]})
    box.world = replace(box.world, things={**box.world.things, fern.id: bearing})
    assert "Goodberry" in box.did("advance", duration="2 hours")["text"]
    assert box.thing("Fern").creature.effects == ()


@pytest.mark.parametrize(("name", "faults"), [("Goodberry", 0), ("Nonsense", 2)])
def test_a_thing_that_no_file_has_is_a_fault_of_the_act(tmp_path: Path, name: str, faults: int) -> None:
    """One fault for each ruleset."""
    basket = {"name": "Basket", "type": "wondrous", "acts": [{"name": "Fill", "steps": [{"make": f"item:{name}", "count": 2}]}]}
    (path := tmp_path / "mine.json").write_text(json.dumps(basket), encoding="utf-8")
    found = rulebook_loading.check(path).faults
    assert len(found) == faults and all(f"has no item '{name}'" in f.expected for f in found)


def test_several_berries_are_eaten_one_by_one(table: Table) -> None:
    """Each takes an action of its own."""
    answer = table.refused("quantity_too_large", "use", "Fern", itemName="Goodberry", quantity=3)
    assert "at most 1 at once (10 there)" in answer["text"]
    proposed = answer["error"]["try"]
    assert len(proposed["batch"]) == 3
    assert table.send(proposed)["ok"]
    assert (table.hp("Fern"), table.bag("Fern")) == (23, {"Goodberry": 7})
