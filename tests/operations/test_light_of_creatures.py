"""Creatures whose bodies shed light (SRD, Illumination) light the room in which they are."""

import json
from pathlib import Path

import pytest

import rpg_lite
from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

DATA = Path(rpg_lite.__file__).parents[1] / "data"
GM = Caller("gm")
PLAYER = Caller("player", "Ann", characters=("Hero",))
SHINING = {
    "5.1": ("Azer", "Fire Elemental", "Giant Fire Beetle", "Nightmare", "Will-o'-Wisp"),
    "5.2": ("Azer Sentinel", "Fire Elemental", "Giant Fire Beetle", "Nightmare", "Will-o'-Wisp"),
}


@laid_alike
def in_the_dark(ruleset: Ruleset, creature: str) -> Table:
    """A human and a creature in a dark cave."""
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={"race": "human", "classes": ["druid 5"], "party": True, "hpMax": 40})
    (room,) = {t.parent_id for t in table.now.things.values() if t.name == "Hero"}
    assert table.send({"operation": "update", "bagId": room, "light": "dark"}, "manage_room")["ok"]
    assert "Dark" in looked(table)
    table.did("create", template=creature)
    return table


def looked(table: Table, caller: Caller = GM) -> str:
    answer = table.game.ask({"operation": "look"}, "manage_room", "brief", caller)
    text: str = answer["text"]
    return text


@each_row(("ruleset", "creature"), [(ruleset, name) for ruleset, names in SHINING.items() for name in names])
def test_it_lights_the_room_for_all(ruleset: Ruleset, creature: str) -> None:
    table = in_the_dark(ruleset, creature)
    for caller in (GM, PLAYER):
        assert "Dark" not in looked(table, caller)
    told = table.did("attack", "Hero", targetName=creature, dryRun=True)["text"]
    assert "does not see" not in told


@each_row(("ruleset", "creature"), [(ruleset, name) for ruleset, names in SHINING.items() for name in names[:2]])
def test_the_dead_shed_none(ruleset: Ruleset, creature: str) -> None:
    table = in_the_dark(ruleset, creature)
    table.did("damage", creature, amount=500, damageType="force")
    assert "Dark" in looked(table)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_light_of_a_wisp_is_invisible_with_it(ruleset: Ruleset) -> None:
    table = in_the_dark(ruleset, "Will-o'-Wisp")
    table.did("apply", "Will-o'-Wisp", condition="invisible")
    assert "Dark" in looked(table)
    assert table.send({"operation": "remove", "characterName": "Will-o'-Wisp", "condition": "invisible"}, "manage_condition")["ok"]
    assert "Dark" not in looked(table)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_form_sheds_the_light_of_its_block(ruleset: Ruleset) -> None:
    table = in_the_dark(ruleset, "Wolf")
    assert "Dark" in looked(table)
    table.did("act", "Hero", act="Wild Shape", choice="Giant Fire Beetle", force=True)
    assert "Dark" not in looked(table)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_trait_of_light_is_tried_here(ruleset: Ruleset) -> None:
    """The stat blocks whose traits shed light; a Magmin lights up by an act."""
    blocks = [json.loads(file.read_text()) for file in (DATA / "creatures" / ruleset).glob("*.json")]
    found = {block["name"] for block in blocks for trait in block.get("features", ()) if "Illumination" in trait["name"]}
    assert found - {"Magmin"} == {*SHINING[ruleset]}
