"""Rules that concern others hold in a campaign that loads a slice for each command, as they hold where everybody is in memory."""

from typing import Any

import pytest

from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table


def create(table: Table, name: str, of: str = "", **more: Any) -> None:
    sheet = {"abilities": dict.fromkeys(ABILITIES, 16), "hpMax": 90, "party": bool(of), **({"classes": [of]} if of else {}), **more}
    table.did("create", name=name, character=sheet)


@laid_alike
def seated(ruleset: Ruleset = "5.1") -> Table:
    table = Table(begun(ruleset))
    table.roll_with(falling(10, face=2))
    create(table, "Elara", "wizard 20")
    create(table, "Bran", "cleric 20")
    create(table, "Thorin", "fighter 5")
    create(table, "Pip", "rogue 3")
    create(table, "Ulf", type="humanoid")
    return table


def names_on(table: Table, name: str) -> set[str]:
    body = table.thing(name).body
    return {entry["name"] for entry in (*body.get("conditions", ()), *body.get("effects", ()))}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_anybody_enters_the_zone_of_somebody_else(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("cast", "Elara", spell="Cloudkill", targets=["Ulf"], force=True)
    assert "poison damage" in table.did("act", "Pip", act="enter", zone="Cloudkill")["text"]
    assert table.hp("Pip") < 90


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_circle_that_is_dispelled_frees_whom_it_holds(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("create", template="Ghoul")
    table.did("cast", "Bran", spell="Magic Circle", targets=["Ulf"], choice={"type": "undead"}, force=True)
    assert names_on(table, "Ulf")
    table.did("cast", "Elara", spell="Dispel Magic", targets=["Ulf"], slot=9)
    assert not names_on(table, "Ulf")
    assert "zones" not in table.thing("Bran").body


def test_an_escape_knows_the_grip_of_who_holds() -> None:
    table = seated("5.2")
    table.did("apply", "Ulf", condition="grappled", source="Thorin")
    told = table.did("act", "Ulf", act="Escape", choice="athletics", d20=[1])["text"]
    assert "14" in told  # 8 + 3 for Strength + 3 for proficiency
    assert "grappled" in names_on(table, "Ulf")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_darkness_puts_out_the_magical_light_of_somebody_else(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("give", "Pip", template="Dagger")
    table.did("cast", "Bran", spell="Light", targets=["Pip"], force=True)
    assert "Light" in names_on(table, "Pip")
    table.did("cast", "Elara", spell="Darkness", targets=["Pip"], force=True)
    assert "Light" not in names_on(table, "Pip")


def test_the_rules_of_turns_that_a_room_demands_refuse() -> None:
    table = seated()
    assert table.send({"operation": "equip", "itemName": "turn:initiative", "bagName": "Home"}, "manage_tools")["ok"]
    table.did("start_fight", names=["Pip", "Ulf"], d20=[20, 1])
    answer = table.ask("attack", "Ulf", targetName="Pip")
    assert not answer["ok"]
    assert "turn:initiative" in answer["text"]


def test_mending_reaches_what_somebody_else_carries() -> None:
    table = seated("5.2")
    table.did("give", "Pip", template="Mace", equip=True)
    table.did("create", template="Gray Ooze")
    table.did("attack", "Pip", targetName="Gray Ooze", d20=[19])
    mace = next(t for t in table.now.things.values() if t.name == "Mace")
    assert mace.item.corroded
    table.did("cast", "Elara", spell="Mending", choice={"item": "Mace"}, force=True)
    assert not table.now.things[mace.id].item.corroded


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_stomach_lets_its_prey_go_when_its_owner_dies(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("create", template="Giant Toad")
    create(table, "Halfling", size="small", modifiers=[{"target": "ac", "op": "add", "value": -9}])
    table.did("act", "Giant Toad", act="Bite", targets=["Halfling"], d20=[19])
    table.did("act", "Giant Toad", act="Swallow", targets=["Halfling"], force=True, d20=[19])
    assert "blinded" in names_on(table, "Halfling")
    table.did("damage", "Giant Toad", amount=300, damageType="fire")
    assert "blinded" not in names_on(table, "Halfling")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_troll_that_burns_dies_at_its_turn(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("create", template="Troll")
    table.did("start_fight", names=["Pip", "Troll"], d20=[20, 1])
    table.did("damage", "Troll", amount=80, damageType="slashing")
    table.did("damage", "Troll", amount=60, damageType="fire")
    assert not table.thing("Troll").creature.is_dead
    table.did("next_turn")
    assert table.thing("Troll").creature.is_dead
