"""Auras, fog and emanations where places count: the feet say whom they reach, and nobody tells who is near whom."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.crypts import SCORES, crypt, put, room, turn_of, where
from tests.operations.dice import let
from tests.operations.table import Table, snapshot

HALL = {"size": "16x12"}
SQUARES = {"Mira": "B6", "Oda": "C6", "Pip": "L1", "Ogre": "O1", "Goblin_1": "N6", "Goblin_2": "P12"}


@laid_alike
def met(ruleset: Ruleset, of: dict[str, int], **more: Any) -> Table:
    """Mira, of some class, beside Oda and 50 feet from Pip, in a bare hall."""
    table = crypt(begun(ruleset), HALL)
    mira = {"abilities": {**SCORES, "cha": 16, "wis": 16, "int": 16}, "classes": of, "party": True, **more}
    table.did("create", name="Mira", character=mira, roomName="Crypt")
    return table


def fighting(table: Table) -> Table:
    table.did("start_fight", names=["party", "Goblin 1", "Goblin 2", "Ogre"], space="measured")
    put(table, **SQUARES)
    turn_of(table, "Mira")
    return table


def saved(table: Table, who: str) -> str:
    return str(table.did("save", who, ability="con", dc=12)["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_aura_reaches_whoever_stands_in_its_feet(ruleset: Ruleset) -> None:
    table = let(fighting(met(ruleset, {"paladin": 9})), 10)
    assert "aura of protection: +3 to the CON save of Oda" in saved(table, "Oda")
    assert "aura" not in saved(table, "Pip").casefold() and "aura" not in saved(table, "Goblin 1").casefold()
    put(table, Pip="D8", Oda="F6")  # 10 ft off, and 20
    assert "CON save of Pip" in saved(table, "Pip") and "aura" not in saved(table, "Oda").casefold()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_says_who_is_near_whom(ruleset: Ruleset) -> None:
    table = fighting(met(ruleset, {"paladin": 9}))
    before = snapshot(table.game)
    assert "stands 5 ft from Oda" in table.refused("near_by_squares", "near", "Mira", names=["Oda"])["text"]
    assert snapshot(table.game) == before
    table.did("end_fight")
    table.did("near", "Mira", names=["Oda"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_spirits_from_before_the_fight_lie_around_their_cleric(ruleset: Ruleset) -> None:
    table = let(met(ruleset, {"cleric": 9}, spells={"prepared": ["Spirit Guardians"]}), 1, face=2)
    table.did("cast", "Mira", spell="Spirit Guardians", choice="radiant")
    fighting(table)
    assert "WIS save" in table.did("place", names=["Goblin 1"], to="next to Mira")["text"]
    assert "Goblin 1 at" in where(table, "Goblin 1") and "in Spirit Guardians" in where(table, "Goblin 1")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_fog_hides_who_is_beyond_it(ruleset: Ruleset) -> None:
    table = fighting(met(ruleset, {"wizard": 5}, spells={"prepared": ["Fog Cloud"], "cantrips": ["Fire Bolt"]}))
    assert "does not see" not in table.did("cast", "Mira", spell="Fire Bolt", targets=["Goblin 1"], dryRun=True)["text"]
    table.did("cast", "Mira", spell="Fog Cloud", at="H6/I7")
    let(table, 10, 12)
    told = table.did("cast", "Mira", spell="Fire Bolt", targets=["Goblin 1"], force=True)["text"]
    assert "Mira does not see Goblin 1" in told and "Goblin 1 does not see Mira" in told
    # Past the fog there is a clear line.
    put(table, Goblin_1="B12")
    assert "does not see" not in table.did("cast", "Mira", spell="Fire Bolt", targets=["Goblin 1"], force=True)["text"]


def test_the_map_draws_zones_and_says_who_stands_in_them() -> None:
    table = fighting(met("5.2", {"wizard": 5}, spells={"prepared": ["Web"]}))
    table.did("cast", "Mira", spell="Web", at="M5")
    drawn = room(table, "map", ground=True)["text"]
    assert " 5 ............%%%%" in drawn and "% Web" in drawn
    full = table.game.ask({"operation": "map", "ground": True}, "manage_room", "full")["results"][0]
    assert full["zones"] == [{"act": "Web", "squares": [f"{column}{row}" for row in range(5, 9) for column in "MNOP"]}]
    turn_of(table, "Goblin 1")
    seen = table.game.ask({"operation": "where", "characterName": "Goblin 1"}, "read_campaign", "full")["results"][0]
    assert seen["zones"] == ["Web"]
