"""An hour of a dungeon from a file: a shop at its mouth, monsters of its own, a locked strongroom, and the way back to sell what was found."""

import json
from typing import Any

import pytest

from rpg_lite.content import map_files
from rpg_lite.operations.callers import Caller
from rpg_lite.rules.prices import WORTH
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world.lint import chart_plan, lint
from tests.copies import begun
from tests.operations.market import COIN_NAMES, copper
from tests.operations.table import Table

BEAST = {
    "character": {
        "abilities": {"str": 14, "dex": 12, "con": 10}, "hpMax": 6, "level": 1, "party": False,
        "acts": [{"name": "Bite", "cost": "action", "targets": "1", "steps": [{"attack": 3, "kind": "melee", "reach": 5, "hit": [{"damage": "1d4", "type": "piercing"}]}]}],
    }
}  # fmt: skip
MAP = f"""# The Salt Pits
The pits were given up when the water rose.

## Pit Head
! Provisioner; called Hanne; shop; prices 1.1
* Torch; x20; in Hanne
* Bell; x2; in Hanne
* Crowbar; in Hanne; price 1
* Gold; x30; in Hanne
- out: outside
- down: Upper Pit; ladder; 5 minutes

## Upper Pit
! Salt Hound; x2; own {json.dumps(BEAST)}
* Brine Key; own
- north: Strongroom; door; locked; key Brine Key; dc 20
- east: Flooded Gallery; 10 minutes

## Flooded Gallery
! Giant Rat

## Strongroom
* Chest; called Pay Chest
* Gold; x12; in Pay Chest
* Chain Mail; in Pay Chest
"""


def worth_of_all(table: Table) -> int:
    """All coins of the campaign, in copper."""
    things = table.now.things.values()
    return sum(WORTH[COIN_NAMES[t.name]] * t.quantity for t in things if t.name in COIN_NAMES)  # type: ignore[index]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_dungeon_is_played_for_an_hour(ruleset: Ruleset):
    plan = map_files.read(MAP)
    assert lint(chart_plan(plan)).findings == ()
    with begun(ruleset) as game:
        table = Table(game)
        table.did(
            "create", name="Mira", character={"classes": ["fighter 3"], "abilities": {"str": 16, "dex": 14, "con": 14}, "party": True}
        )
        table.did("give", "Mira", item="gp", quantity=5)
        table.did("give", "Mira", item="Longsword", equip=True)
        _room(table, "import_map", document=plan.model_dump(mode="json", by_alias=True))
        _room(table, "join", toName="Pit Head")
        start, coins = table.now.minutes, worth_of_all(table)
        mira = Caller("player", "ann", None, ("Mira",))

        _provisions(table, mira)
        _down_among_the_hounds(table)
        _into_the_strongroom(table)
        _room(table, "go", direction="east")
        _room(table, "go", direction="west")
        _room(table, "go", direction="up")
        assert worth_of_all(table) == coins
        sold = game.ask({"operation": "sell", "itemName": "Chain Mail"}, tool="manage_inventory", caller=mira)
        assert sold["ok"] is False and "Hanne cannot pay 37 gp 5 sp" in sold["text"]
        table.did("sell", "Mira", itemName="Chain Mail", price="30 gp")
        assert worth_of_all(table) == coins and table.bag("Hanne")["Chain Mail"] == 1

        table.did("advance", "party", duration=f"{60 - (table.now.minutes - start)} minutes")
        assert table.now.minutes == start + 60
        sale = table.rev - 1
        table.did("undo", rev=sale + 1)
        table.did("undo", rev=sale)
        assert table.bag("Mira")["Chain Mail"] == 1 and worth_of_all(table) == coins


def _room(table: Table, operation: str, **fields: Any) -> Any:
    answer = table.send({"operation": operation, **fields}, "manage_room")
    assert answer["ok"], answer["text"]
    return answer


def _provisions(table: Table, mira: Caller) -> None:
    """The player reads what there is, buys torches, a crowbar and a bell, and cannot buy more than there is."""
    listed = table.game.ask({"operation": "view", "characterName": "Hanne"}, tool="manage_inventory", caller=mira)["text"]
    assert "Torch × 20 (2 cp each)" in listed and "Crowbar (1 gp)" in listed
    for wish in ({"itemName": "Torch", "quantity": 5}, {"itemName": "Crowbar"}, {"itemName": "Bell"}):
        bought = table.game.ask({"operation": "buy", **wish}, tool="manage_inventory", caller=mira)
        assert bought["ok"], bought["text"]
    assert copper(table, "Mira") == 500 - 6 - 100 - 110
    refused = table.game.ask({"operation": "buy", "itemName": "Bell", "quantity": 2}, tool="manage_inventory", caller=mira)
    assert not refused["ok"]


def _down_among_the_hounds(table: Table) -> None:
    """Two monsters of the map bite and die."""
    _room(table, "go", direction="down")
    assert "Salt Hound 1" in _room(table, "look")["text"]
    table.did("start_fight", names=["Mira", "Salt Hound 1", "Salt Hound 2"])
    bitten = table.did("act", "Salt Hound 1", act="Bite", targets=["Mira"], force=True, d20=[19])
    assert "Mira" in bitten["text"]
    for hound in ("Salt Hound 1", "Salt Hound 2"):
        table.did("damage", hound, amount=6, damageType="slashing")
        assert table.thing(hound).creature.is_dead
    table.did("end_fight")


def _into_the_strongroom(table: Table) -> None:
    refused = table.send({"operation": "go", "direction": "north"}, "manage_room")
    assert not refused["ok"]
    table.did("transfer", bagName="floor", itemName="Brine Key", toCharacterName="Mira")
    _room(table, "unlock", direction="north", characterName="Mira")
    _room(table, "open", direction="north")
    _room(table, "go", direction="north")
    table.did("transfer", bagName="Pay Chest", all=True, toCharacterName="Mira")
    assert table.bag("Mira")["Chain Mail"] == 1
    _room(table, "go", direction="south")
