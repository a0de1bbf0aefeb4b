"""A feat of 5.2 that raises an ability asks for the ability until the hero says which."""

from typing import Any

import pytest

from rpg_lite.rules import names
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
FIGHTER: dict[str, Any] = {"classes": ["fighter 3"], "abilities": {"str": 17, "dex": 14}}
RAISING = [f for f in Sandbox(first_world("5.2")).book.feats.values() if f.abilities]


def opened(box: Sandbox, name: str) -> list[tuple[str, int, tuple[str, ...]]]:
    rows = thing_stats.sheet(box.thing(name), box.book).open_choices
    return [(row.of, row.level, row.options) for row in rows if row.choice == "feat ability"]


def score(box: Sandbox, name: str, ability: str) -> int:
    return int(box.number(name, f"abilities.{ability}"))


def grappler(box: Sandbox, **more: Any) -> Sandbox:
    box.accept("create", name="Bo", character=FIGHTER)
    box.accept("level_up", "Bo", choices={"asi": {"feat": "Grappler", **more}}, force=True)
    return box


def test_grappler_asks_for_its_ability_and_raises_the_chosen_one() -> None:
    box = grappler(Sandbox(first_world("5.2")))
    assert opened(box, "Bo") == [("grappler", 4, ("str", "dex"))] and score(box, "Bo", "str") == 17
    box.reject("choice_unfit", "update", "Bo", character={"choices": {"feat ability": {"grappler": "cha"}}})
    box.accept("update", "Bo", character={"choices": {"feat ability": {"grappler": "str"}}})
    assert opened(box, "Bo") == [] and score(box, "Bo", "str") == 18


def test_a_feat_with_its_point_asks_for_nothing() -> None:
    box = grappler(Sandbox(first_world("5.2")), dex=1)
    assert opened(box, "Bo") == [] and score(box, "Bo", "dex") == 15


def test_grappler_of_5_1_raises_nothing() -> None:
    assert opened(grappler(Sandbox(first_world("5.1"))), "Bo") == []


@pytest.mark.parametrize("feat", [f.name for f in RAISING if f.category == "epic_boon"])
def test_a_boon_asks_for_its_ability_and_may_pass_20(feat: str) -> None:
    box = Sandbox(first_world("5.2"))
    rule = box.book.feats[names.fold(feat)]
    scores = dict.fromkeys(rule.abilities, 20)
    box.accept("create", name="Cy", character={"classes": ["wizard 19"], "abilities": scores, "choices": {"epic boon": feat}})
    assert opened(box, "Cy") == [(names.fold(feat), 19, rule.abilities)]
    first = rule.abilities[0]
    box.accept("update", "Cy", character={"choices": {"feat ability": {names.fold(feat): first}}})
    assert opened(box, "Cy") == [] and score(box, "Cy", first) == 21
