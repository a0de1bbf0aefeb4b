"""A blow out of reach whose weapon can be thrown: the refusal names the walk and the throw, and the throw draws what it throws (SRD 5.1 and 5.2, Thrown)."""

from typing import Any, Final

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.rules.acts.act_ranges import RANGED
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.crypts import crypt, fought, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row

RANGES: Final = {"Dagger": (20, 60), "Handaxe": (20, 60), "Javelin": (30, 120), "Light Hammer": (20, 60), "Spear": (20, 60), "Trident": (20, 60)}
"""Melee weapon with the property Thrown → its ranges in feet (SRD, Weapons)."""
SQUARES: Final = {"Oda": "A5", "Pip": "B9", "Goblin_1": "K1", "Goblin_2": "L10"}
BLOWS: Final = sorted(
    {act["name"].removesuffix(RANGED): name for name, one in rulebook("5.2").creatures.items() for act in one["character"].get("acts", ()) if act["name"].endswith(RANGED)}.items()
)  # fmt: skip
"""(the name of a blow that is a throw as well, a creature of SRD 5.2 that has it)."""


def standing(ruleset: Ruleset, weapon: str, ogre: str) -> Table:
    """Oda with a weapon in hand, at her turn, and the ogre on this square."""
    table = fought(ruleset)
    put(table, **SQUARES, Ogre=ogre)
    table.did("give", "Oda", item=weapon, equip=True)
    turn_of(table, "Oda")
    return let(table, 12, face=3)


def trials(weapon: str, ruleset: Ruleset, ogre: str) -> dict[str, Any]:
    """The refusal of a blow with this weapon at an ogre on this square, which changed nothing."""
    return standing(ruleset, weapon, ogre).refused("beyond_reach", "attack", "Oda", targetName="Ogre")


@each_row(("ruleset", "weapon", "ranges"), [(ruleset, *row) for ruleset in RULESETS for row in RANGES.items()])
def test_the_refusal_names_the_walk_and_the_throw(ruleset: Ruleset, weapon: str, ranges: tuple[int, int]) -> None:
    refused = trials(weapon, ruleset, "E5")
    assert f'with ["thrown"] throws it {ranges[0]} ft, {ranges[1]} ft with disadvantage' in refused["text"], refused["text"]
    assert [one["operation"] for one in refused["error"]["try"]["batch"]] == ["move", "attack"]


@each_row(("ruleset", "weapon"), [(ruleset, weapon) for ruleset in RULESETS for weapon in RANGES])
def test_where_no_walk_reaches_the_throw_is_proposed(ruleset: Ruleset, weapon: str) -> None:
    table = standing(ruleset, weapon, "J9")
    proposed = table.refused("beyond_reach", "attack", "Oda", targetName="Ogre")["error"]["try"]
    assert proposed == {"operation": "attack", "characterName": "Oda", "targetName": "Ogre", "with": ["thrown"]}
    assert table.send(proposed, "execute_action")["ok"]


def test_beyond_the_long_range_nothing_is_said_of_throws() -> None:
    table = standing("5.2", "Dagger", "E5")
    table.did("give", "Oda", item="Longsword")
    assert "throw" not in str(table.refused("beyond_reach", "attack", "Oda", targetName="Goblin 1", itemName="Longsword")["text"])
    far = crypt(begun("5.2"), {"size": "40x3"})
    far.did("give", "Oda", item="Dagger", equip=True)
    far.did("start_fight", names=["party", "Ogre"], space="measured", places={"Oda": "A2", "Ogre": "P1", "Pip": "A3"})
    turn_of(far, "Oda")
    assert "throw" not in str(far.refused("beyond_reach", "attack", "Oda", targetName="Ogre")["text"])


def faced(creature: str) -> Table:
    """A creature of SRD 5.2 at its turn, 25 ft from Oda."""
    table = crypt(begun("5.2"))
    table.did("create", name="Foe", template=creature, roomName="Crypt")
    table.did("start_fight", names=["party", "Foe"], space="measured")
    put(table, Oda="A10", Foe="A4", Pip="L10")
    turn_of(table, "Foe")
    return let(table, 12, face=3)


@each_row(("blow", "creature"), BLOWS)
def test_blows_of_stat_blocks_that_are_throws_as_well_name_them(blow: str, creature: str) -> None:
    table = faced(creature)
    told = str(table.refused("beyond_reach", "act", "Foe", act=blow, targets=["Oda"])["text"])
    assert f"the act {blow} (ranged) throws it" in told, told
    struck = str(table.refused("beyond_reach", "attack", "Foe", itemName=blow, targetName="Oda")["text"])
    assert "throws it" in struck, struck


def test_a_throw_of_a_stat_block_has_its_ranges_however_it_is_called() -> None:
    table = faced("gladiator")
    told = str(table.did("attack", "Foe", itemName="Spear (ranged)", targetName="Oda")["text"])
    assert "disadvantage" in told and "beyond 20" in told, told


def armed(ruleset: Ruleset, *things: str) -> Table:
    """Oda with a longsword in hand, at her turn, 20 ft from the ogre; the other things are carried, but a shield is worn."""
    table = standing(ruleset, "Longsword", "E5")
    for thing in things:
        table.did("give", "Oda", item=thing, quantity=1)
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_throws_a_carried_weapon_keeps_the_sword_in_hand(ruleset: Ruleset) -> None:
    table = armed(ruleset, "Dagger")
    told = str(table.did("attack", "Oda", targetName="Ogre", itemName="Dagger", **{"with": ["thrown"]})["text"])
    assert "draws Dagger" in told and "puts" not in told, told
    assert table.worn("Oda") == {"mainhand": "Longsword"}


def test_in_5_2_each_throw_draws_and_in_5_1_the_second_takes_more() -> None:
    for ruleset in RULESETS:
        table = armed(ruleset, "Dagger", "Handaxe")
        table.did("update", "Oda", character={"classes": {"fighter": 5}})
        throws = [{"targetName": "Ogre", "itemName": item, "with": ["thrown"]} for item in ("Dagger", "Handaxe")]
        table.did("attack", "Oda", **throws[0])
        if ruleset == "5.1":
            table.refused("weapon_takes_action", "attack", "Oda", **throws[1])
        else:
            table.did("attack", "Oda", **throws[1])


@each_row("weapon", RANGES)
def test_a_carried_weapon_that_a_free_hand_can_throw_is_thrown_rather_than_equipped(weapon: str) -> None:
    table = armed("5.1", weapon)
    proposed = table.refused("weapon_takes_action", "attack", "Oda", targetName="Ogre", itemName=weapon)["error"]["try"]
    assert proposed == {"operation": "attack", "characterName": "Oda", "targetName": "Ogre", "itemName": weapon, "with": ["thrown"]}
    assert table.send(proposed, "execute_action")["ok"]


def test_beside_the_target_or_without_a_free_hand_the_sword_is_dropped() -> None:
    """To drop a thing takes nothing of the turn (SRD 5.1, Other Activity on Your Turn); a refusal drops nothing."""
    table = standing("5.1", "Longsword", "B5")
    table.did("give", "Oda", item="Dagger")
    assert "Oda drops Longsword and draws Dagger." in table.did("attack", "Oda", targetName="Ogre", itemName="Dagger")["text"]
    assert table.worn("Oda") == {"mainhand": "Dagger"} and "Longsword" not in table.bag("Oda") and table.bag("Crypt") == {"Longsword": 1}
    table = standing("5.1", "Longsword", "E5")
    for thing, equip in (("Shield", True), ("Dagger", False)):
        table.did("give", "Oda", item=thing, equip=equip)
    table.refused("beyond_reach", "attack", "Oda", targetName="Ogre", itemName="Dagger")
    assert "Longsword" in table.worn("Oda").values()


def test_who_has_handled_its_thing_is_not_sent_to_throw() -> None:
    table = armed("5.1", "Dagger", "Handaxe")
    table.did("update", "Oda", character={"classes": {"fighter": 5}})
    table.did("attack", "Oda", targetName="Ogre", itemName="Dagger", **{"with": ["thrown"]})
    assert table.refused("weapon_takes_action", "attack", "Oda", targetName="Ogre", itemName="Handaxe")["error"]["try"]["operation"] == "equip"
