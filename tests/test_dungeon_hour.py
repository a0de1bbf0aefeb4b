"""An hour of a dungeon from a file: a shop at its mouth, monsters and traps of its own, a torch that burns down, a locked strongroom, and the
way back to sell what was found.
"""

import json
from typing import Any

import pytest

from rpg_lite.content import map_files, map_text, map_text_writing
from rpg_lite.decision.callers import Caller
from rpg_lite.rules.prices import WORTH
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world.map_lint import chart_plan, lacking, lint
from tests.copies import begun
from tests.operations.dice import let
from tests.operations.market import COIN_NAMES, copper
from tests.operations.table import Table

BEAST = {
    "character": {
        "abilities": {"str": 14, "dex": 12, "con": 10}, "hpMax": 6, "level": 1, "party": False,
        "acts": [{"name": "Bite", "cost": "action", "targets": "1", "steps": [{"attack": 3, "kind": "melee", "reach": 5, "hit": [{"damage": "1d4", "type": "piercing"}]}]}],
    }
}  # fmt: skip
CRUST = {
    "name": "Salt Crust", "trigger": "enter", "detect": 25,
    "steps": [{"damage": "2", "type": "piercing"}, {"say": "The crust breaks, and brine runs in."}],
}  # fmt: skip
MAP = f"""# The Salt Pits
The pits were given up when the water rose.

## Pit Head
! Provisioner; called Hanne; shop; prices 1.1
* Torch; x20; in Hanne
* Bell; x2; in Hanne
* Crowbar; in Hanne; price 1
* Thieves' Tools; in Hanne; price 1
* Gold; x30; in Hanne
- out: outside
- down: Upper Pit; ladder; 5 minutes

## Upper Pit
light: dark
trap: {json.dumps(CRUST)}
! Salt Hound; x2; own {json.dumps(BEAST)}
* Brine Key; own
- north: Strongroom; door; locked; key Brine Key; dc 20
- east: Flooded Gallery; 10 minutes

## Flooded Gallery
trap: Collapsing Roof
! Giant Rat

## Strongroom
* Chest; called Pay Chest; trap {{"name": "Poison Needle", "trigger": "open"}}
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
    assert lint(chart_plan(plan)).findings == () and map_text.parse(map_text_writing.write(plan)) == plan
    with begun(ruleset) as game:
        assert [f.names[0] for f in lacking(plan, {"the book": game.book})] == ["Provisioner"]
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
        _down_among_the_hounds(table, mira)
        _into_the_strongroom(table, mira)
        _under_the_roof(table, ruleset)
        _room(table, "go", direction="west")
        _room(table, "go", direction="up")
        assert worth_of_all(table) == coins
        sold = game.ask({"operation": "sell", "itemName": "Chain Mail"}, tool="manage_inventory", caller=mira)
        assert sold["ok"] is False and "Hanne cannot pay 37 gp 5 sp" in sold["text"]
        table.did("sell", "Mira", itemName="Chain Mail", price="30 gp")
        assert worth_of_all(table) == coins and table.bag("Hanne")["Chain Mail"] == 1

        assert table.bag("Mira")["Torch"] == 5
        told = table.did("advance", "party", duration=f"{60 - (table.now.minutes - start)} minutes")["text"]
        assert table.now.minutes == start + 60
        assert "Burnt out: Torch (Mira)" in told and table.bag("Mira")["Torch"] == 4
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
    assert "Torch × 20 (1 sp 1 cp for 10)" in listed and "Crowbar (1 gp)" in listed
    for wish in ({"itemName": "Torch", "quantity": 5}, {"itemName": "Crowbar"}, {"itemName": "Bell"}, {"itemName": "Thieves' Tools"}):
        bought = table.game.ask({"operation": "buy", **wish}, tool="manage_inventory", caller=mira)
        assert bought["ok"], bought["text"]
    assert copper(table, "Mira") == 500 - 6 - 100 - 110 - 100
    refused = table.game.ask({"operation": "buy", "itemName": "Bell", "quantity": 2}, tool="manage_inventory", caller=mira)
    assert not refused["ok"]
    assert table.game.ask({"operation": "use", "itemName": "Torch"}, tool="manage_inventory", caller=mira)["ok"]


def _down_among_the_hounds(table: Table, mira: Caller) -> None:
    """A trap of the map springs, as the player hears; two monsters of the map bite and die."""
    hp = table.hp("Mira")
    assert "Salt Crust" not in str(table.game.ask({"operation": "look"}, tool="manage_room", detail="full", caller=mira))
    told = table.game.ask({"operation": "go", "direction": "down"}, tool="manage_room", caller=mira)["text"]
    assert "Mira triggers a trap: Salt Crust (Upper Pit)." in told and "brine runs in" in told and table.hp("Mira") == hp - 2
    assert "Salt Hound 1" in _room(table, "look")["text"]
    table.did("start_fight", names=["Mira", "Salt Hound 1", "Salt Hound 2"])
    bitten = table.did("act", "Salt Hound 1", act="Bite", targets=["Mira"], force=True, d20=[19])
    assert "Mira" in bitten["text"]
    for hound in ("Salt Hound 1", "Salt Hound 2"):
        table.did("damage", hound, amount=6, damageType="slashing")
        assert table.thing(hound).creature.is_dead
    table.did("end_fight")


def _under_the_roof(table: Table, ruleset: Ruleset) -> None:
    """A passive Perception of 10 notices a trip wire of DC 10 (5.1), but not one of DC 11 (5.2)."""
    hp = table.hp("Mira")
    let(table, 10)
    told = _room(table, "go", direction="east")["text"]
    if ruleset == "5.1":
        assert "Mira notices a trap (passive Perception 10): Collapsing Roof" in told and table.hp("Mira") == hp
    else:
        assert "Mira triggers a trap: Collapsing Roof" in told and table.hp("Mira") == hp - 2


def _disarm_the_chest(table: Table, mira: Caller) -> None:
    """The player looks for a trap, finds the needle and removes it."""
    before = table.hp("Mira")
    let(table, 20)
    unknown = table.game.ask({"operation": "disarm", "bagName": "Pay Chest"}, tool="manage_room", caller=mira)
    assert not unknown["ok"] and "knows of no trap there" in unknown["text"]
    for skill in ("perception", "investigation"):
        table.game.ask({"operation": "check", "skill": skill}, tool="execute_action", caller=mira)
    assert "Needle, Pay Chest (armed)" in _room(table, "look", forPlayers=True)["text"].replace("Poisoned", "Poison")
    done = table.game.ask({"operation": "disarm", "bagName": "Pay Chest"}, tool="manage_room", caller=mira)
    assert done["ok"] and "Mira disarms" in done["text"] and "DC" not in done["text"], done["text"]
    assert table.hp("Mira") == before


def _into_the_strongroom(table: Table, mira: Caller) -> None:
    refused = table.send({"operation": "go", "direction": "north"}, "manage_room")
    assert not refused["ok"]
    table.did("transfer", bagName="floor", itemName="Brine Key", toCharacterName="Mira")
    _room(table, "unlock", direction="north", characterName="Mira")
    _room(table, "open", direction="north")
    _room(table, "go", direction="north")
    _disarm_the_chest(table, mira)
    hp = table.hp("Mira")
    table.did("transfer", bagName="Pay Chest", all=True, toCharacterName="Mira")
    assert table.hp("Mira") == hp
    assert table.bag("Mira")["Chain Mail"] == 1
    _room(table, "go", direction="south")
