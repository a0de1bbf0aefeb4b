"""A save that a turn, a trap or a hand calls for can be answered like any other: whatever is offered works (SRD, Indomitable, Diamond Soul)."""

from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import TOOL_OF, Answer, Table

FIGHTER: Final = {"classes": ["fighter 9"]}
LEGEND: Final = {"level": 5, "hpMax": 90, "legendaryResistance": 1}
WHO: Final[dict[str, dict[Ruleset, Any]]] = {
    "Indomitable": dict.fromkeys(RULESETS, FIGHTER),
    "Diamond Soul": {"5.1": {"classes": ["monk 14"]}},
    "Disciplined Survivor": {"5.2": {"classes": ["monk 14"]}},
    "Dark One's Own Luck": {
        "5.1": {"classes": ["warlock 6"], "choices": {"subclass": "The Fiend"}},
        "5.2": {"classes": ["warlock 6"], "choices": {"subclass": "Fiend Patron"}},
    },
    "Stroke of Luck": {"5.2": {"classes": ["rogue 20"]}},
    "Heroic Inspiration": {"5.2": FIGHTER},
    "Inspired": dict.fromkeys(RULESETS, FIGHTER),
    "Legendary Resistance": dict.fromkeys(RULESETS, LEGEND),
    "Luck": dict.fromkeys(RULESETS, FIGHTER),
}
"""Act that answers a save → the hero who has it."""
CASES: Final = [(act, ruleset) for act, of in WHO.items() for ruleset in of]


def _table(act: str, ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    flat = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)
    table.did("create", name="Hero", character={"abilities": flat, **WHO[act][ruleset], "party": True})
    table.did("create", name="Bard", character={"classes": ["bard 5"], "abilities": {"cha": 16}, "party": True})
    table.did("create", name="Foe", character={"hpMax": 90, "party": False, "level": 5})
    if act == "Inspired":
        table.did("act", "Bard", act="Bardic Inspiration", targets=["Hero"])
    if act == "Heroic Inspiration":
        table.did("apply", "Hero", effect=act)
    if act == "Luck":
        table.did("give", "Hero", template="Luck Blade", base="Longsword", equip=True)
        table.did("attune", "Hero", itemName="Luck Blade")
    return table.game


def _fails(table: Table, edge: str) -> Answer:
    """The hero fails a repeated save against with a 4, at this edge of a turn."""
    order = ["Hero", "Foe"] if edge == "turn_end" else ["Foe", "Hero"]
    table.roll_with(falling(20, 1))
    table.did("start_fight", names=order)
    step = {"apply": {"name": "Dread", "conditions": ["restrained"]}, "ends": [f"save:{edge}:wis"]}
    table.did("act", "Foe", act="Improvise", force=True, targets=["Hero"], steps=[step])
    table.roll_with(falling(4))
    return table.did("next_turn")


@pytest.mark.parametrize("edge", ["turn_end", "turn_start"])
@pytest.mark.parametrize(("act", "ruleset"), CASES)
def test_what_is_offered_works(act: str, ruleset: Ruleset, edge: str) -> None:
    with copy_of(_table, act, ruleset) as game:
        table = Table(game)
        done = _fails(table, edge)
        assert f"Hero ({act}" in done["text"] or f", {act}" in done["text"], done["text"]
        assert "Dread" in str(table.thing("Hero").body)
        table.roll_with(falling(20, face=7))
        player = Caller("player", characters=("Hero",))
        answer = game.ask({"operation": "act", "characterName": "Hero", "act": act, "answer": True}, tool=TOOL_OF["act"], caller=player)
        assert answer["ok"], answer["text"]
        assert "Dread" not in str(table.thing("Hero").body), answer["text"]


# ── traps ───────────────────────────────────────────────────────────────────────────────────────────────────────────

NEEDLE: Final = {"name": "Needle", "steps": [{"save": "wis", "dc": 15, "fail": [{"damage": "5", "type": "poison"}]}]}


def _sprung(table: Table, how: str) -> Answer:
    """The hero springs a trap with a 2."""
    table.roll_with(falling(10))
    table.ask("create", name="Vault", direction="north", door="closed")
    room = {"bagName": "Lobby"}
    made = table.send({"operation": "create", "name": "Crypt", "direction": "south", "fromName": "Lobby"}, "manage_room")
    assert made["ok"], made["text"]
    table.did("give", bagName="Lobby", template="Chest")
    table.did("give", bagName="Chest", template="Torch")
    trap = {
        "go": ("enter", {"bagName": "Crypt"}),
        "update": ("enter", room),
        "open": ("open", {"bagName": "Chest"}),
        "transfer": ("open", {"bagName": "Chest"}),
    }
    event, place = trap[how]
    set_up = table.send({"operation": "update", **place, "trap": {**NEEDLE, "trigger": [event]}}, "manage_room")
    assert set_up["ok"], set_up["text"]
    table.roll_with(falling(2, face=3))
    calls: dict[str, tuple[str, Any]] = {
        "go": ("manage_room", {"operation": "go", "characterName": "Hero", "direction": "south"}),
        "update": ("manage_room", {"operation": "update", **room, "trap": "triggered", "characterName": "Hero"}),
        "open": ("manage_room", {"operation": "open", "characterName": "Hero", "bagName": "Chest"}),
        "transfer": ("manage_inventory", {"operation": "transfer", "bagName": "Chest", "itemName": "Torch", "toName": "Hero"}),
    }
    tool, call = calls[how]
    return table.send(call, tool)


@pytest.mark.parametrize("how", ["go", "update", "open", "transfer"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_save_against_a_trap_is_answered_too(ruleset: Ruleset, how: str) -> None:
    with copy_of(_table, "Indomitable", ruleset) as game:
        table = Table(game)
        whole = table.hp("Hero")
        done = _sprung(table, how)
        assert done["ok"], done["text"]
        assert table.hp("Hero") == whole - 5 and "Hero (Indomitable" in done["text"], done["text"]
        table.roll_with(falling(20))
        table.did("act", "Hero", act="Indomitable", answer=True)
        assert table.hp("Hero") == whole
