"""A hall in which five heroes of many spells meet goblins on squares, and what the answers say of the areas that they fill."""

from typing import Any, Final

import rpg_lite
from rpg_lite.vocabulary import Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import room, turn_of
from tests.operations.dice import let
from tests.operations.table import Answer, Table

HIGH: Final = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 14)
PLAIN: Final = dict.fromkeys(HIGH, 10)
HEROES: Final[dict[str, dict[str, Any]]] = {
    "Elara": {"classes": {"wizard": 17}},
    "Oda": {"classes": {"fighter": 5}},
    "Mira": {"classes": {"sorcerer": 17}, "choices": {"metamagic": ["Careful Spell", "Distant Spell"]}},
    "Clem": {"classes": {"cleric": 17}},
    "Nara": {"classes": {"druid": 17}},
}
EVOKER: Final = {"5.1": "School of Evocation", "5.2": "Evoker"}
SQUARES: Final = {
    "Elara": "B2", "Oda": "H7", "Mira": "C11", "Clem": "B6", "Nara": "B14",
    "Goblin 1": "I5", "Goblin 2": "K4", "Goblin 3": "L7", "Goblin 4": "P12",
}  # fmt: skip
GROUND: Final = {"size": "24x16"}
SAFE: Final = {"Oda": "A16", "Goblin_1": "I5", "Goblin_2": "K4", "Goblin_3": "L7", "Goblin_4": "N12"}
"""Squares for those who are to be out of the way, and for the goblins."""


@laid_alike
def hall(ruleset: Ruleset, ground: Any = GROUND, space: str = "measured", turn: str = "Elara", **more: tuple[str, dict[str, Any]]) -> Table:
    """The fight, at Elara's turn. `more`: further creatures, each with its square and what is said of it; the dice show 12s and 3s."""
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1))
    made = room(table, "create", name="Hall", direction="north", **({"ground": ground} if space == "measured" else {}))
    assert made["ok"], made["text"]
    for name, sheet in HEROES.items():
        chosen = {"choices": {"subclass": EVOKER[ruleset]}} if name == "Elara" else {}
        table.did("create", name=name, character={**sheet, **chosen, "abilities": HIGH, "hpMax": 300, "party": True}, roomName="Hall")
    for n in range(1, 5):
        table.did(
            "create", name=f"Goblin {n}", character={"hpMax": 400, "abilities": PLAIN, "size": "small", "type": "humanoid"}, roomName="Hall"
        )
    for name, (_, sheet) in more.items():
        made_of = sheet if "template" in sheet else {"character": {"hpMax": 60, "abilities": PLAIN, **sheet}}
        table.did("create", name=name, roomName="Hall", **made_of)
    places = {**SQUARES, **{name: at for name, (at, _) in more.items()}}
    where = {"places": places} if space == "measured" else {}
    table.did("start_fight", names=["party", *(name for name in places if name not in HEROES)], space=space, **where)
    turn_of(table, turn)
    return let(table, 12, face=3)


def area(answer: Answer) -> dict[str, Any]:
    """What the data of an answer say of the area."""
    found: dict[str, Any] = answer["results"][0]["area"]
    return found


def casts(table: Table, spell: str, who: str = "Elara", **call: Any) -> Answer:
    """The full answer to a spell that must be accepted."""
    answer = table.send({"operation": "cast", "characterName": who, "spell": spell, **call}, "execute_action", "full")
    assert answer["ok"], answer["text"]
    return answer


def tries(table: Table, spell: str, who: str = "Elara", **call: Any) -> dict[str, Any]:
    """The area of a spell in a dry run."""
    return area(casts(table, spell, who, dryRun=True, **call))


def caught(table: Table, spell: str, who: str = "Elara", **call: Any) -> list[str]:
    """Those whom a spell catches in a dry run."""
    found: list[str] = tries(table, spell, who, **call)["caught"]
    return found


def hurt_at_turns_end(table: Table, who: str) -> int:
    """The hit points that a creature loses as its next turn ends."""
    turn_of(table, who)
    hp = table.hp(who)
    table.did("next_turn")
    return hp - table.hp(who)
