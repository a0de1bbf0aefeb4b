"""What follows a hit with one weapon, or lies on one weapon, works for a player who does not know what the weapon is (SRD 5.2, Mastery)."""

from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, copy_of, laid_alike
from tests.operations.dice import falling
from tests.operations.table import TOOL_OF, Table

ANN: Final = Caller("player", "Ann", characters=("Hero",))
CLASSES: Final = {"fighter": ["fighter 5"], "caster": ["wizard 5", "druid 5", "paladin 5"]}


def make(ruleset: Ruleset, who: str) -> Any:
    table = Table(begun(ruleset))
    scores = dict.fromkeys(("str", "dex", "int", "wis", "cha"), 16)
    table.did("create", name="Hero", character={"classes": CLASSES[who], "abilities": scores, "party": True, "hpMax": 99})
    for foe in ("One", "Two"):
        table.did("create", name=foe, character={"hpMax": 90, "party": False})
    return table.game


@laid_alike
def armed(ruleset: Ruleset, who: str, weapon: str, is_known: bool, bonus: str = " +1") -> Table:
    table = Table(copy_of(make, ruleset, who))
    for one in weapon.split(" and "):
        table.did("give", "Hero", template=one + bonus, identified=is_known, equip=True)
    if "bow" in weapon:
        table.did("give", "Hero", template="Arrow", quantity=20)
    return table


def plays(table: Table, weapon: str, is_known: bool, *calls: dict[str, Any]) -> tuple[list[str], list[Any]]:
    """What the player reads, with the look of the weapons, and the state of everybody."""
    read = []
    for call in calls:
        sent = {key: f"{value} +1" if is_known and value in weapon.split(" and ") else value for key, value in call.items()}
        answer = table.game.ask({"characterName": "Hero", **sent}, TOOL_OF[call["operation"]], "brief", ANN)  # type: ignore[arg-type]
        read.append(answer["text"].replace(" +1", "") if answer["ok"] else answer["error"]["code"])
    people = [{k: t.body.get(k) for k in ("hp", "conditions")} for t in table.now.things.values() if t.kind == "character"]
    return read, people


def hit(whom: str, *words: str, **more: Any) -> dict[str, Any]:
    return {"operation": "attack", "targetName": whom, **({"with": [*words]} if words else {}), **more}


MASTERIES: Final = [
    ("Greataxe", [hit("One"), hit("Two", "Cleave")]),
    ("Halberd", [hit("One"), hit("Two", "Cleave"), hit("One")]),
    ("Greataxe", [hit("One"), hit("One", "Cleave")]),
    ("Greataxe", [hit("One"), hit("One", "Cleave"), hit("Two", "Cleave", itemName="Greataxe")]),
    ("Maul", [hit("One", "Topple")]),
    ("Quarterstaff", [hit("One", "Topple")]),
    ("Warhammer", [hit("One", "Push")]),
    ("Mace", [hit("One", "Sap")]),
    ("Longbow", [hit("One", "Slow")]),
    ("Shortsword", [hit("One", "Vex"), hit("One")]),
    ("Greatsword", [hit("One"), hit("One")]),
    ("Scimitar and Dagger", [hit("One", itemName="Scimitar"), hit("One", itemName="Dagger")]),
]


@pytest.mark.parametrize("die", [15, 4], ids=["hit", "miss"])
@pytest.mark.parametrize(("weapon", "calls"), MASTERIES)
def test_a_mastery_follows_the_weapon_and_not_its_name(weapon: str, calls: list[dict[str, Any]], die: int) -> None:
    came = []
    for is_known in (True, False):
        table = armed("5.2", "fighter", weapon, is_known)
        table.roll_with(falling(12, 8, 4))
        table.did("start_fight", names=["Hero", "One", "Two"])
        table.roll_with(falling(die, face=3))
        came.append(plays(table, weapon, is_known, *calls))
    assert came[0] == came[1]


def test_a_cleave_after_a_hit_is_played() -> None:
    table = armed("5.2", "fighter", "Greataxe", is_known=False)
    table.roll_with(falling(12, 8, 4))
    table.did("start_fight", names=["Hero", "One", "Two"])
    table.roll_with(falling(15, face=3))
    read, _ = plays(table, "Greataxe", False, hit("One"), hit("Two", "Cleave"))
    assert "Hero attacks Two with Greataxe" in read[1]


SPELLS: Final = [
    ("5.2", "True Strike", "Longsword", {"targets": ["One"], "choice": "Longsword"}),
    ("5.1", "Shillelagh", "Quarterstaff", {}),
    ("5.2", "Shillelagh", "Quarterstaff", {}),
    ("5.1", "Magic Weapon", "Longsword", {"choice": "Longsword"}),
    ("5.2", "Magic Weapon", "Longsword", {"choice": "Longsword"}),
]


@pytest.mark.parametrize(("ruleset", "spell", "weapon", "more"), SPELLS)
def test_a_spell_on_a_weapon_takes_the_name_of_its_look(ruleset: Ruleset, spell: str, weapon: str, more: dict[str, Any]) -> None:
    came = []
    for is_known in (True, False):
        table = armed(ruleset, "caster", weapon, is_known)
        table.roll_with(falling(15, face=3))
        came.append(plays(table, weapon, is_known, {"operation": "cast", "spell": spell, **more}, hit("One")))
    assert came[0] == came[1]
