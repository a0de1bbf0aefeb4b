"""The gear of a creature that takes a form merges, falls or stays worn (SRD, Wild Shape, Shapechange, Polymorph)."""

from collections.abc import Iterator

import pytest

from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Table


def _druid(ruleset: Ruleset) -> Game:
    """AC 11 + 0 in leather, +1 by a ring; a wolf has DEX 15."""
    table = Table(begun(ruleset=ruleset))
    table.did("create", name="Fern", character={"classes": ["druid 20"], "hpMax": 60})
    for template in ("Leather Armor", "Quarterstaff", "Ring of Protection"):
        table.did("give", "Fern", template=template, equip=True)
    table.did("attune", "Fern", itemName="Ring of Protection")
    table.did("give", "Fern", template="Torch", quantity=3)
    return table.game


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    with copy_of(_druid, request.param) as game:
        yield Table(game)


def form_of(table: Table, name: str) -> dict[str, object]:
    found: dict[str, object] = table.thing(name).body.get("form", {})
    return found


def test_worn_gear_counts_in_the_form(table: Table) -> None:
    """Leather and a ring over the wolf's Dexterity: 11 + 2 + 1; the staff is in no hand."""
    merged = table.did("act", "Fern", act="Wild Shape", choice={"form": "Wolf", "gear": "merges"})["text"]
    bare = table.number("Fern", "ac")
    assert "merge into the form" in merged and "gear" not in form_of(table, "Fern")
    table.did("undo")
    told = table.did("act", "Fern", act="Wild Shape", choice={"form": "Wolf", "gear": "worn"})["text"]
    assert "Worn things keep their effect" in told and form_of(table, "Fern")["gear"] == "worn"
    assert table.number("Fern", "ac") == 14 and bare < 14
    table.roll_with(falling(10))
    assert "with Bite" in table.did("attack", "Fern", targetName="Fern", force=True)["text"]


def test_gear_that_falls_lies_in_the_room_and_comes_back_with_undo(table: Table) -> None:
    before = table.now
    told = table.did("act", "Fern", act="Wild Shape", choice={"form": "Wolf", "gear": "falls"})["text"]
    assert "lies on the floor" in told and not table.bag("Fern") and not table.worn("Fern")
    assert table.bag("Lobby") == {"Leather Armor": 1, "Quarterstaff": 1, "Ring of Protection": 1, "Torch": 3}
    table.did("undo")
    assert table.now.world == before.world
    table.did("undo")
    table.did("act", "Fern", act="Leave Wild Shape")
    assert not table.bag("Fern") and not table.worn("Fern")


def test_without_a_choice_gear_merges_and_another_word_is_refused(table: Table) -> None:
    refused = table.refused("choice_required", "act", "Fern", act="Wild Shape", choice={"form": "Wolf", "gear": "floats"})
    assert "allowed: merges, falls, worn" in refused["text"] and table.send(refused["error"]["try"], "execute_action")["ok"]
    table.did("undo")
    assert "merge into the form" in table.did("act", "Fern", act="Wild Shape", choice="Wolf")["text"]


def test_the_word_for_gear_is_no_form(table: Table) -> None:
    table.refused("form_required", "act", "Fern", act="Wild Shape", choice={"gear": "falls"})


@pytest.mark.parametrize(("ruleset", "told"), [("5.1", "merge into the form"), ("5.2", "Worn things keep their effect")])
def test_shapechange_leaves_its_own_choice(ruleset: Ruleset, told: str) -> None:
    """In 5.2 the gear changes to fit the form, or drops; it does not merge."""
    with copy_of(_druid, ruleset) as game:
        table = Table(game)
        assert told in table.did("cast", "Fern", spell="Shapechange", choice={"form": "Wolf"})["text"]
        table.did("undo")
        assert "lies on the floor" in table.did("cast", "Fern", spell="Shapechange", choice={"form": "Wolf", "gear": "falls"})["text"]


def test_gear_melds_into_a_polymorphed_creature(table: Table) -> None:
    table.did("create", name="Elara", character={"classes": ["wizard 9"]})
    cast = {"spell": "Polymorph", "targets": ["Fern"]}
    refused = table.refused("choice_required", "cast", "Elara", **cast, choice={"form": "Wolf", "gear": "worn"})
    assert "allowed: merges" in refused["text"]
    table.roll_with(falling(1))
    assert "merge into the form" in table.did("cast", "Elara", **cast, choice={"form": "Wolf"})["text"]
