"""Weight in a campaign: the default, the optional rules, and the worked numbers of the variant (SRD, Variant: Encumbrance)."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import rpg_lite
from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.table import Table


def opened(folder: Path, ruleset: Ruleset, policy: dict[str, str]) -> Game:
    (folder / "rulesets.json").write_text(json.dumps({ruleset: policy}), "utf-8")
    return rpg_lite.open_campaign(":memory:", ruleset=ruleset, items=[folder], seed=1)


@pytest.fixture(params=RULESETS)
def laden(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    """Thorin of STR 10 at a table that plays the variant: more than 50 lb slow him, more than 100 lb hinder him."""
    with opened(tmp_path, request.param, {"encumbrance": "variant"}) as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"hpMax": 20, "abilities": {"str": 10}})
        yield table


def rocks(table: Table, pounds: float) -> Table:
    table.did("give", "Thorin", item={"name": "Rocks", "type": "treasure", "weight": pounds})
    return table


@pytest.mark.parametrize(("pounds", "feet"), [(50, 30), (50.5, 20), (100, 20), (100.5, 10), (150, 10)])
def test_each_step_begins_beyond_its_weight(laden: Table, pounds: float, feet: int):
    assert rocks(laden, pounds).number("Thorin", "speed.walk") == feet


def test_heavily_encumbered_is_clumsy_and_says_by_what(laden: Table):
    answer = rocks(laden, 101).did("character", "Thorin", stats=["checkModes.str", "saveModes.con", "speed.walk"])
    assert answer["text"].count("heavily encumbered") == 3
    assert "int" not in rocks(laden, 1).did("character", "Thorin", stats=["checkModes"])["text"]


def test_the_answer_to_a_burden_tells_the_lost_speed_and_putting_it_down_gives_it_back(laden: Table):
    given = laden.did("give", "Thorin", item={"name": "Rocks", "type": "treasure", "weight": 60})
    assert "Speed 30 → 20 ft" in given["text"]
    assert "peed 20 → 30 ft" in laden.did("transfer", "Thorin", itemName="Rocks", toName="floor")["text"]


def test_what_lies_in_a_bag_of_holding_burdens_nobody(laden: Table):
    laden.did("give", "Thorin", template="Bag of Holding")
    laden.did("give", bagName="Bag of Holding", item={"name": "Rocks", "type": "treasure", "weight": 70})
    assert laden.number("Thorin", "speed.walk") == 30
    laden.did("transfer", "Thorin", itemName="Rocks", toName="Thorin")
    assert laden.number("Thorin", "speed.walk") == 20


def test_a_stronger_back_carries_more(laden: Table):
    rocks(laden, 90).did("give", "Thorin", template="Gauntlets of Ogre Power", equip=True, attune=True)
    assert laden.number("Thorin", "speed.walk") == 30
    assert laden.number("Thorin", "carryingCapacity") == 15 * 19


def test_heavy_armor_asks_for_no_strength_where_weight_is_counted(laden: Table):
    """The variant leaves the armor's STR column out: 65 lb of plate are 10 ft of burden, and no 10 ft more."""
    laden.did("give", "Thorin", template="Plate Armor", equip=True)
    assert laden.number("Thorin", "speed.walk") == 20


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_the_variant_weight_is_told_and_slows_nobody(tmp_path: Path, ruleset: Ruleset):
    with opened(tmp_path, ruleset, {}) as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"hpMax": 20, "abilities": {"str": 10}})
        assert rocks(table, 149).number("Thorin", "speed.walk") == 30
        assert "Weight 149/150 lb." in table.did("view", "Thorin")["text"]
        assert "Weight 151/150 lb, too much." in rocks(table, 2).did("view", "Thorin")["text"]
