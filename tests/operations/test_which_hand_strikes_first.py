"""The extra attack of two light weapons is that of the hand that did not attack first (SRD, Two-Weapon Fighting; SRD 5.2, Light)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Answer, Table
from tests.rows import each_row

EXTRA = "extra off-hand attack"


@laid_alike
def fight(ruleset: Ruleset, main: str = "Shortsword", off: str = "Club", first: str = "Kim", **sheet: Any) -> Table:
    """Kim with STR 16 and DEX 16 against Foe; the damage dice fall on 3."""
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["rogue 1"], "abilities": {"str": 16, "dex": 16}, **sheet})
    table.did("create", name="Foe", character={"hpMax": 200, "party": False})
    for slot, weapon in (("mainhand", main), ("offhand", off)):
        table.did("give", "Kim", template=weapon)
        table.did("equip", "Kim", itemName=weapon, slot=slot)
    table.roll_with(falling(20 if first == "Kim" else 1, 10))
    table.did("start_fight", names=["Kim", "Foe"])
    table.roll_with(falling(*[15] * 12, face=3))
    return table


def strike(table: Table, **fields: Any) -> tuple[int, bool, Answer]:
    """The damage, whether it was told as an extra attack, and the answer."""
    before = table.hp("Foe")
    answer = table.did("attack", "Kim", targetName="Foe", **fields)
    return before - table.hp("Foe"), EXTRA in answer["text"], answer


def left(answer: Answer) -> tuple[int, bool]:
    turn = answer["results"][0]["turn"]
    return turn["attacks"], turn["bonus"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_off_hand_may_strike_first(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    dealt, extra, answer = strike(table, itemName="Club")
    assert (dealt, extra, left(answer)) == (6, False, (0, True))
    assert "no extra attack" not in answer["text"]
    dealt, extra, answer = strike(table, itemName="Shortsword")
    assert (dealt, extra, left(answer)) == (3, True, (0, False))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_main_hand_may_strike_first(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    assert strike(table)[:2] == (6, False)
    dealt, extra, answer = strike(table, itemName="Club")
    assert (dealt, extra, left(answer)) == (3, True, (0, False))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_next_turn_begins_anew(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    strike(table, itemName="Club")
    table.did("next_turn"), table.did("next_turn")
    assert strike(table)[:2] == (6, False) and strike(table, itemName="Club")[:2] == (3, True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_all_attacks_of_the_action_may_be_of_the_off_hand(ruleset: Ruleset) -> None:
    table = fight(ruleset, classes=["fighter 5"])
    assert [strike(table, itemName="Club")[:2] for _ in range(2)] == [(6, False)] * 2
    assert strike(table)[:2] == (3, True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_main_hand_strikes_within_the_action_while_attacks_are_left(ruleset: Ruleset) -> None:
    table = fight(ruleset, classes=["fighter 5"])
    assert strike(table, itemName="Club")[:2] == (6, False)
    assert [strike(table)[:2] for _ in range(2)] == [(6, False), (3, True)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_reaction_is_no_extra_attack(ruleset: Ruleset) -> None:
    table = fight(ruleset, first="Foe")
    assert strike(table, itemName="Club")[:2] == (6, False)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_style_adds_the_modifier_to_either(ruleset: Ruleset) -> None:
    table = fight(ruleset, classes=["fighter 1"], features=["two_weapon_fighting"])
    assert strike(table, itemName="Club")[0] == 6 and strike(table)[0] == 6


@each_row(("first", "second"), [("Dagger", "Shortsword"), ("Shortsword", "Dagger")])
def test_nick_lets_the_second_one_strike_within_the_action(first: str, second: str) -> None:
    table = fight("5.2", "Shortsword", "Dagger", classes=["fighter 1"])
    assert strike(table, itemName=first)[1] is False
    dealt, extra, answer = strike(table, itemName=second)
    assert (dealt, extra) == (3, True) and left(answer)[1] is (second == "Dagger")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_weapons_that_are_no_pair_stay_as_they_are(ruleset: Ruleset) -> None:
    table = fight(ruleset, "Longsword", "Dagger")
    dealt, extra, answer = strike(table, itemName="Dagger")
    assert (dealt, extra) == (6, False) and "no extra attack" in str(answer["results"][0]["notes"])
