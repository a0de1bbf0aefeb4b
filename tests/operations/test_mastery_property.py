"""The mastery properties of weapons with the numbers of SRD 5.2, and who may use them."""

from typing import Any

import pytest

from rpg_lite.vocabulary import Ability
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.high_heroes import SCORES
from tests.operations.table import Table

pytestmark = pytest.mark.pure
FOE: Any = {"hpMax": 90, "abilities": dict.fromkeys(SCORES, 10), "speed": {"walk": 30}, "party": False}
STR = 3
"""The modifier of the hero's Strength 16; the proficiency bonus at level 5 is +3."""


def armed(table: Table, weapon: str, classes: str = "fighter 5", foe: dict[str, Any] | None = None, **more: Any) -> Table:
    abilities: dict[Ability, int] = {"str": 16, "dex": 14}
    table.did("create", name="Hero", character={"classes": [classes], "abilities": abilities, "hpMax": 40, **more})
    for name in ("Foe", "Other"):
        table.did("create", name=name, character={**FOE, **(foe or {})})
    table.did("give", "Hero", template=weapon, equip=True)
    if "bow" in weapon:
        table.did("give", "Hero", template="Arrow", quantity=20)
    table.roll_with(falling(20, 10, 5))
    table.did("start_fight", names=["Hero", "Foe", "Other"])
    table.roll_with(falling(15))
    return table


def strikes(table: Table, *faces: int, at: str = "Foe", by: str = "Hero", **more: Any) -> str:
    table.roll_with(falling(*(faces or (15,))))
    return str(table.did("attack", by, targetName=at, **more)["text"])


def test_sap_hinders_the_next_attack_alone() -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Mace")
        assert "judge" not in strikes(table)
        assert "with disadvantage" in strikes(table, 15, 12, by="Foe", at="Hero")
        assert "with disadvantage" not in strikes(table, 15, 12, by="Foe", at="Hero")


def test_sap_ends_at_the_start_of_the_heros_next_turn() -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Mace")
        strikes(table)
        for _ in range(3):
            table.did("next_turn")
        assert "with disadvantage" not in strikes(table, by="Foe", at="Hero")


def test_vex_gives_advantage_on_the_next_attack_against_that_creature() -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Shortsword")
        strikes(table)
        assert "with advantage" not in strikes(table, 2, at="Other")
        assert "with advantage" in strikes(table, 2, 3)
        assert "with advantage" not in strikes(table, 2, 3)  # the miss used it up, and nothing new vexed


def test_vex_follows_upon_vex() -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Shortsword")
        told = [strikes(table, 15, 16) for _ in range(3)]
        assert ["with advantage" in text for text in told] == [False, True, True]


@pytest.mark.parametrize(("immune", "marked"), [(False, True), (True, False)])
def test_vex_and_slow_need_damage(immune: bool, marked: bool) -> None:
    for weapon in ("Shortsword", "Club"):
        kind = "piercing" if weapon == "Shortsword" else "bludgeoning"
        foe = {"modifiers": [{"target": "immune", "op": "grant", "value": kind}]} if immune else {}
        with begun("5.2") as game:
            table = armed(Table(game), weapon, foe=foe)
            strikes(table)
            assert bool(table.thing("Foe").body.get("effects")) == marked


def test_slow_takes_ten_feet_once_until_the_heros_next_turn() -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Club")
        strikes(table)
        strikes(table)
        assert table.number("Foe", "speed.walk") == 20
        for _ in range(3):
            table.did("next_turn")
        assert table.number("Foe", "speed.walk") == 30


@pytest.mark.parametrize(("save", "lies"), [(13, True), (14, False)])
def test_topple_asks_for_a_save_against_eight_and_the_modifiers(save: int, lies: bool) -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Maul")
        assert "may add Topple" in strikes(table)
        assert f"DC {8 + STR + 3}" in strikes(table, 15, save, **{"with": ["Topple"]})
        assert ("prone" in str(table.thing("Foe").body.get("conditions"))) == lies


@pytest.mark.parametrize(("size", "pushed"), [("large", True), ("huge", False)])
def test_push_moves_a_large_creature_ten_feet(size: str, pushed: bool) -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Warhammer", foe={"size": size})
        assert "is pushed" not in strikes(table)
        assert ("is pushed 10 ft" in strikes(table, **{"with": ["Push"]})) == pushed


def test_cleave_strikes_a_second_creature_without_the_modifier_once_a_turn() -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Greataxe")
        assert f"{1 + STR} slashing" in strikes(table)
        payload = {"operation": "attack", "characterName": "Hero", "targetName": "Other", "with": ["Cleave"]}
        told = table.send(payload, "execute_action", detail="full")
        assert "1 slashing" in told["text"] and told["results"][0]["turn"]["attacks"] == 1
        again = strikes(table, at="Other", **{"with": ["Cleave"]})
        assert "already used this turn" in again and f"{1 + STR} slashing" in again


@pytest.mark.parametrize(("chosen", "sapped"), [(["Mace"], True), (["Club", "Dagger"], False), ([], True)])
def test_only_chosen_weapons_have_their_mastery(chosen: list[str], sapped: bool) -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Mace", choices={"weapon mastery": chosen} if chosen else {})
        strikes(table)
        assert bool(table.thing("Foe").body.get("effects")) == sapped


def test_a_magic_weapon_has_the_mastery_of_its_base() -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Mace, +1", choices={"weapon mastery": ["Mace"]})
        strikes(table)
        assert table.thing("Foe").body.get("effects")


@pytest.mark.parametrize(("ruleset", "classes"), [("5.1", "fighter 5"), ("5.2", "cleric 5")])
def test_nobody_else_saps(ruleset: str, classes: str) -> None:
    with begun(ruleset) as game:  # type: ignore[arg-type]
        table = armed(Table(game), "Mace", classes)
        assert "astery" not in strikes(table)
        assert not table.thing("Foe").body.get("effects")


def test_an_opportunity_attack_saps_and_grazes_too() -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Greatsword")
        table.did("next_turn")
        table.roll_with(falling(2))
        table.did("act", "Hero", act="Opportunity Attack", targets=["Foe"])
        assert table.hp("Foe") == 90 - STR


def test_a_tactical_master_replaces_the_weapons_own_property() -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Mace", "fighter 9")
        assert "is pushed 10 ft" in strikes(table, **{"with": ["Tactical Master: push"]})
        assert not table.thing("Foe").body.get("effects")


def test_a_cleave_that_misses_is_used_up() -> None:
    with begun("5.2") as game:
        table = armed(Table(game), "Greataxe")
        strikes(table)
        strikes(table, 2, at="Other", **{"with": ["Cleave"]})
        assert "already used this turn" in strikes(table, at="Other", **{"with": ["Cleave"]})
