"""Cleave is an attack at a second creature (SRD 5.2, Equipment, Cleave)."""

from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table


@laid_alike
def laid(*names: str) -> Table:
    table = Table(begun("5.2"))
    table.did(
        "create", name="Kim", character={"classes": ["fighter 5"], "abilities": {"str": 16}, "choices": {"weapon mastery": ["greataxe"]}}
    )
    table.did("give", "Kim", template="Greataxe", equip=True)
    for name in names:
        table.did("create", name=name, character={"hpMax": 200, "party": False})
    table.did("start_fight", names=["Kim", *names])
    while "Kim" not in table.did("next_turn")["text"].partition("'s turn")[0]:
        pass
    table.roll_with(falling(19, face=3))
    return table


def strike(table: Table, at: str, **more: object) -> None:
    table.did("attack", "Kim", targetName=at, **more)


def test_it_is_refused_at_the_creature_that_was_hit_and_the_proposal_works() -> None:
    table = laid("Ogre", "Orc")
    strike(table, "Ogre")
    answer = table.refused("second_creature_only", "attack", "Kim", targetName="Ogre", **{"with": ["Cleave"]})
    proposed = answer["error"]["try"]
    assert proposed["targetName"] == "Orc"
    assert table.send(proposed, "execute_action")["ok"]


def test_it_may_hit_a_creature_that_an_earlier_attack_hit() -> None:
    table = laid("Ogre", "Orc")
    strike(table, "Ogre")
    strike(table, "Orc")
    strike(table, "Ogre", **{"with": ["Cleave"]})


def test_without_a_hit_of_this_turn_it_is_refused_and_the_plain_attack_is_proposed() -> None:
    table = laid("Ogre", "Orc")
    answer = table.refused("follows_a_hit_only", "attack", "Kim", targetName="Ogre", **{"with": ["Cleave"]})
    assert "with" not in answer["error"]["try"]
    table.roll_with(falling(2, face=3))
    strike(table, "Ogre")
    table.refused("follows_a_hit_only", "attack", "Kim", targetName="Orc", **{"with": ["Cleave"]})
    table.roll_with(falling(19, face=3))
    strike(table, "Ogre")
    strike(table, "Orc", **{"with": ["Cleave"]})


def test_a_hit_of_an_earlier_turn_gives_none() -> None:
    table = laid("Ogre", "Orc")
    strike(table, "Ogre")
    while "Kim" not in table.did("next_turn")["text"].partition("'s turn")[0]:
        pass
    table.refused("follows_a_hit_only", "attack", "Kim", targetName="Orc", **{"with": ["Cleave"]})


def test_a_hit_with_another_weapon_gives_none() -> None:
    table = laid("Ogre", "Orc")
    table.did("give", "Kim", template="Halberd")
    strike(table, "Ogre")
    table.did("update", "Kim", character={"choices": {"weapon mastery": ["greataxe", "halberd"]}})
    table.did("equip", "Kim", itemName="Halberd")
    table.refused("follows_a_hit_only", "attack", "Kim", targetName="Orc", itemName="Halberd", **{"with": ["Cleave"]})


def test_outside_a_fight_nobody_counts() -> None:
    table = Table(begun("5.2"))
    table.did("create", name="Kim", character={"classes": ["fighter 5"], "choices": {"weapon mastery": ["greataxe"]}})
    table.did("give", "Kim", template="Greataxe", equip=True)
    table.did("create", template="Ogre")
    table.did("attack", "Kim", targetName="Ogre", **{"with": ["Cleave"]})


def test_alone_it_has_no_second_creature_and_force_overrides() -> None:
    table = laid("Ogre")
    strike(table, "Ogre")
    answer = table.refused("second_creature_only", "attack", "Kim", targetName="Ogre", **{"with": ["Cleave"]})
    assert "try" not in answer["error"]
    strike(table, "Ogre", force=True, **{"with": ["Cleave"]})
