"""The limits of a turn with a quickened spell: in SRD 5.2 no other spell of level 1 or higher; in SRD 5.1 only cantrips of an action beside a bonus action."""

from typing import Any

import pytest

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations import crypts
from tests.operations.crypts import put, turn_of
from tests.operations.table import Answer, Table, snapshot

NIM = Caller("player", "Nim", characters=("Vex",))


@laid_alike
def table(ruleset: Ruleset = "5.2") -> Table:
    """Vex, a sorcerer with Quickened Spell, stands far from a goblin at the beginning of her turn."""
    fought = crypts.fought(ruleset)
    chosen = {"metamagic": ["quickened spell", "subtle spell"]}
    sheet = {"classes": {"sorcerer": 9}, "party": True, "hpMax": 90, "abilities": {**crypts.SCORES, "cha": 16}, "choices": chosen}
    fought.did("update", "Goblin 1", character={"hpMax": 200, "hp": 200})
    fought.did("create", name="Vex", character=sheet)
    fought.did("start_fight", names=["Vex"])
    put(fought, Oda="L10", Pip="K10", Vex="A10", Goblin_1="E10")
    turn_of(fought, "Vex")
    return fought


def cast(at: Table, spell: str, quick: bool, caller: Caller = NIM, **call: Any) -> Answer:
    aimed = {"targetName": "Goblin 1"} if spell in ("Fire Bolt", "Magic Missile", "Burning Hands") else {}
    with_ = {"with": ["Quickened Spell"]} if quick else {}
    payload = {"operation": "cast", "characterName": "Vex", "spell": spell, "force": caller == GM, **aimed, **with_, **call}
    return at.game.ask(payload, "execute_action", "brief", caller)


Cast = tuple[str, bool]
ORDERS: dict[Ruleset, dict[tuple[Cast, Cast], str]] = {
    "5.2": {
        (("Mage Armor", False), ("Fire Bolt", True)): "turn_quickened_spent",
        (("Fire Bolt", True), ("Mage Armor", False)): "turn_quickened_spent",
        (("Mage Armor", True), ("Magic Missile", False)): "turn_slot_spent",
        (("Mage Armor", True), ("Fire Bolt", False)): "",
        (("Fire Bolt", True), ("Fire Bolt", False)): "",
        (("Fire Bolt", False), ("Mage Armor", True)): "",
    },
    "5.1": {
        (("Mage Armor", False), ("Fire Bolt", True)): "turn_spell_spent",
        (("Fire Bolt", True), ("Mage Armor", False)): "turn_spell_spent",
        (("Mage Armor", True), ("Fire Bolt", False)): "",
        (("Fire Bolt", True), ("Fire Bolt", False)): "",
    },
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_quickened_spell_shares_its_turn_with_cantrips_alone(ruleset: Ruleset) -> None:
    for ((first, is_first), (second, is_second)), code in ORDERS[ruleset].items():
        at, case = table(ruleset), (first, is_first, second, is_second)
        given = cast(at, first, is_first, GM)
        assert given["ok"] and "allows only" not in given["text"], (case, given["text"])
        before = snapshot(at.game)
        answer = cast(at, second, is_second)
        assert answer.get("error", {}).get("code", "") == code, (case, answer["text"])
        assert not code or snapshot(at.game) == before, case
        if code == "turn_quickened_spent":
            assert "can cast no other spell of level 1 or higher" in cast(at, second, is_second, GM)["text"], case


def test_nobody_is_offered_what_the_turn_does_not_allow() -> None:
    at = table("5.2")
    assert "Quickened Spell" in cast(at, "Fire Bolt", False)["text"]
    at = table("5.2")
    assert cast(at, "Mage Armor", False)["ok"]
    assert "may add Quickened Spell" not in cast(at, "Fire Bolt", False, GM)["text"]
