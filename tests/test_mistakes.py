"""Mistakes of language models, in one table: a plain meaning works, or the answer has a call that is accepted as it is."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

import rpg_lite
from rpg_lite.game import Game
from rpg_lite.meaning.synonyms import WEIGHTY
from rpg_lite.operations.registry import operations
from tests.copies import copy_of
from tests.operations.table import Answer, Table
from tests.rows import each_row

MADE: tuple[tuple[str, Answer], ...] = (
    ("manage_character", {"operation": "create", "name": "Mara", "character": {"classes": ["rogue 3"], "party": True, "abilities": {"dex": 18}}}),
    ("manage_character", {"operation": "create", "name": "Brunhild", "character": {"classes": ["fighter 5"], "party": True}}),
    ("manage_character", {"operation": "create", "template": "Goblin", "count": 2}),
    ("manage_room", {"operation": "create", "name": "Cellar", "direction": "down"}),
    ("manage_room", {"operation": "create", "name": "Weigh Hall", "direction": "north"}),
    ("manage_room", {"operation": "create", "name": "Loft"}),
    ("manage_room", {"operation": "portal", "fromName": "Weigh Hall", "direction": "up", "toName": "Loft"}),
    ("manage_room", {"operation": "create", "name": "Vault", "direction": "east", "door": "locked", "keyName": "Iron Key"}),
    ("manage_character", {"operation": "create", "name": "Marra Ashgrove", "character": {"hpMax": 9}}),
    ("manage_room", {"operation": "join", "characterName": "Marra Ashgrove", "toName": "Weigh Hall"}),
    ("manage_inventory", {"operation": "give", "characterName": "Brunhild", "template": "Longsword", "equip": True}),
    ("manage_inventory", {"operation": "give", "characterName": "Brunhild", "template": "Torch", "quantity": 5}),
    ("manage_inventory", {"operation": "give", "characterName": "Brunhild", "template": "Rope, hempen (50 feet)"}),
    ("manage_inventory", {"operation": "give", "characterName": "Mara", "template": "Dagger", "quantity": 3}),
    ("manage_inventory", {"operation": "give", "characterName": "Mara", "template": "Potion of Healing", "quantity": 2}),
    ("manage_inventory", {"operation": "give", "characterName": "Mara", "template": "Backpack"}),
    ("manage_inventory", {"operation": "give", "characterName": "Mara", "template": "gp", "quantity": 40}),
    ("manage_inventory", {"operation": "give", "bagName": "floor", "item": {"name": "Bone Key", "type": "tool", "weight": 0.1}}),
    ("manage_inventory", {"operation": "give", "bagName": "floor", "template": "Chest"}),
    ("manage_inventory", {"operation": "give", "bagName": "Chest", "item": {"name": "Silver Idol", "type": "treasure", "weight": 2}}),
    ("manage_inventory", {"operation": "give", "bagName": "Weigh Hall", "item": {"name": "Footlocker", "type": "wondrous", "weight": 5, "container": {"capacityLb": 50}}}),
    ("manage_condition", {"operation": "apply", "characterName": "Brunhild", "condition": "prone"}),
    ("manage_character", {"operation": "update", "characterName": "Mara", "character": {"hp": 5}}),
)  # fmt: skip

GEAR, SHOWN, HERO, STATE, ACT, ROOM, KEPT, USED = (
    "manage_inventory", "read_campaign", "manage_character", "manage_condition", "execute_action", "manage_room", "keep_journal", "manage_tools",
)  # fmt: skip
MARA, BRUN = {"characterName": "Mara"}, {"characterName": "Brunhild"}


@dataclass(frozen=True)
class Row:
    """A mistake. `leads_to`: keys of the call that must be proposed, None where any that is accepted will do; `to`: the tool of it."""

    tool: str
    payload: Any
    leads_to: Answer | None = None
    to: str | None = None
    says: tuple[str, ...] = ()


PLAIN: dict[str, Row] = {
    # keys
    "character for a name": Row(GEAR, {"operation": "view", "character": "Mara"}, MARA, says=("'characterName'",)),
    "character for an id": Row(GEAR, {"operation": "view", "character": "c1.1"}, {"characterId": "c1.1"}, says=("'characterId'",)),
    "target for a name": Row(ACT, {"operation": "attack", **MARA, "target": "Goblin 1"}, {"targetName": "Goblin 1"}, says=("'targetName'",)),
    "from for a name": Row(GEAR, {"operation": "transfer", "from": "Mara", "itemName": "Dagger", "toName": "Brunhild"}, MARA),
    "a name sent as an id": Row(GEAR, {"operation": "view", "characterId": "Mara"}, MARA),
    "an id sent as a name": Row(GEAR, {"operation": "view", "characterName": "c1.1"}, {"characterId": "c1.1"}),
    "an item's name sent as an id": Row(GEAR, {"operation": "equip", **MARA, "itemId": "Dagger"}, {"itemName": "Dagger"}),
    "roomName of a room": Row(ROOM, {"operation": "look", "roomName": "Cellar"}, {"bagName": "Cellar"}, says=("'bagName'",)),
    "roomName of a removal": Row(ROOM, {"operation": "remove", "roomName": "Cellar"}, {"operation": "remove", "bagName": "Cellar"}),
    "room of a vibe": Row(ROOM, {"operation": "vibe", "room": "Cellar", "vibe": "damp"}, {"bagName": "Cellar"}),
    "room to join": Row(ROOM, {"operation": "join", **MARA, "room": "Loft"}, {"toName": "Loft"}),
    "fromCharacterName": Row(GEAR, {"operation": "transfer", "fromCharacterName": "Mara", "itemName": "Dagger", "toCharacterName": "Brunhild"}, MARA),
    "toName of a new room": Row(ROOM, {"operation": "create", "toName": "Pantry"}, {"name": "Pantry"}),
    "item to equip": Row(GEAR, {"operation": "equip", **MARA, "item": "Dagger"}, {"itemName": "Dagger"}),
    "snake case and a wrong word": Row(GEAR, {"operation": "transfer", "character_name": "Mara", "item": "Dagger", "recipient": "Brunhild"}),
    "amount to transfer": Row(GEAR, {"operation": "transfer", **MARA, "itemName": "Dagger", "toName": "Brunhild", "amount": 2}, {"quantity": 2}),
    "damage as a key": Row(ACT, {"operation": "damage", **MARA, "damage": 2, "damageType": "fire"}, {"amount": 2}),
    "type of damage": Row(ACT, {"operation": "damage", **MARA, "amount": 2, "type": "fire"}, {"damageType": "fire"}),
    "a formula": Row(ACT, {"operation": "roll", "formula": "1d20+5"}, {"dice": "1d20+5"}),
    "a message": Row(KEPT, {"operation": "say", **MARA, "message": "Halt!"}, {"text": "Halt!"}),
    "content of a note": Row(KEPT, {"operation": "note", "content": "The mayor lies."}, {"text": "The mayor lies."}),
    "spell for an effect": Row(STATE, {"operation": "apply", **MARA, "spell": "Bless"}, {"effect": "Bless"}),
    "status for a condition": Row(STATE, {"operation": "apply", **MARA, "status": "poisoned"}, {"condition": "poisoned"}),
    "a spell as a condition": Row(STATE, {"operation": "apply", **MARA, "condition": "Bless"}, {"effect": "Bless"}),
    "a condition as an effect": Row(STATE, {"operation": "apply", **MARA, "effect": "poisoned"}, {"condition": "poisoned"}),
    "turned, which is no condition": Row(STATE, {"operation": "apply", **MARA, "condition": "turned"}, {"effect": "turned"}),
    "participants": Row(ACT, {"operation": "start_fight", "participants": ["party", "Goblin 1"]}, {"names": ["party", "Goblin 1"]}),
    "advantage as a key": Row(ACT, {"operation": "attack", **MARA, "targetName": "Goblin 1", "advantage": True}, {"mode": "advantage"}),
    "a way": Row(ROOM, {"operation": "go", "dir": "north"}, {"direction": "north"}),
    "time to pass": Row(HERO, {"operation": "advance", "time": "10 minutes"}, {"duration": "10 minutes"}),
    "type of rest": Row(HERO, {"operation": "rest", "characterName": "party", "type": "short"}, {"kind": "short"}),
    "a stat that is misspelt": Row(SHOWN, {"operation": "character", **MARA, "stats": ["armorclass"]}),
    "a query by name": Row(SHOWN, {"operation": "item", "name": "Longsword"}, {"query": "Longsword"}),
    "a misspelt key": Row(GEAR, {"operation": "use", **MARA, "itemNmae": "Potion of Healing"}, {"itemName": "Potion of Healing"}),
    "the damage of an item": Row(
        GEAR, {"operation": "give", **MARA, "item": {"name": "Saw", "type": "tool", "lb": 2}}, {"item": {"name": "Saw", "type": "tool", "weight": 2}}),
    "two keys at once": Row(GEAR, {"operation": "transfer", "from": "Mara", "item": "Dagger", "to": "Brunhild"}, {"itemName": "Dagger"}),
    # operations and tools
    "move to a room": Row(ROOM, {"operation": "move", "direction": "north"}, {"operation": "go"}),
    "move a thing": Row(GEAR, {"operation": "move", **MARA, "itemName": "Dagger", "toCharacterName": "Brunhild"}, {"operation": "transfer"}),
    "drop a thing": Row(GEAR, {"operation": "drop", **MARA, "itemName": "Dagger"}, {"operation": "transfer", "toName": "floor"}),
    "wield": Row(GEAR, {"operation": "wield", **MARA, "itemName": "Dagger"}, {"operation": "equip"}),
    "drink": Row(GEAR, {"operation": "drink", **MARA, "itemName": "Potion of Healing"}, {"operation": "use"}),
    "attack in the wrong tool": Row(GEAR, {"operation": "attack", **MARA, "targetName": "Goblin 1"}, {"operation": "attack"}, ACT),
    "rest in the wrong tool": Row(ACT, {"operation": "rest", "characterName": "party", "kind": "long"}, {"operation": "rest"}, HERO),
    "who in the wrong tool": Row(ROOM, {"operation": "who"}, {"operation": "who"}, SHOWN),
    "equip in the wrong tool": Row(HERO, {"operation": "equip", **MARA, "itemName": "Dagger"}, {"operation": "equip"}, GEAR),
    "cast": Row(STATE, {"operation": "cast", **MARA, "effect": "Bless"}, {"operation": "apply"}),
    "long_rest": Row(HERO, {"operation": "long_rest", "characterName": "party"}, {"operation": "rest", "kind": "long"}),
    "start_combat": Row(ACT, {"operation": "start_combat", "names": ["party", "Goblin 1"]}, {"operation": "start_fight"}),
    "a saving throw": Row(ACT, {"operation": "saving_throw", **MARA, "ability": "dex", "dc": 10}, {"operation": "save"}),
    "the party's overview": Row(SHOWN, {"operation": "overview"}, {"operation": "party"}),
    "no operation": Row(ACT, {"names": ["party", "Goblin 1"], "detail": "brief"}, {"operation": "start_fight"}),
    "a tool called by its operation": Row("start_fight", {"names": ["party", "Goblin 1"]}, {"operation": "start_fight"}, ACT),
    "a tool misspelt": Row("manage_inventroy", {"operation": "view", **MARA}, {"operation": "view"}, GEAR),
    "a mistake in a batch": Row(
        GEAR, {"batch": [{"operation": "equip", **MARA, "item": "Dagger"}, {"operation": "transfer", **MARA, "itemName": "Daggr", "toName": "floor"}]}),
    # names and values
    "a misspelt hero": Row(GEAR, {"operation": "view", "characterName": "Maraa"}),
    "a misspelt monster": Row(ACT, {"operation": "attack", **MARA, "targetName": "Gobln 1"}, {"targetName": "Goblin 1"}),
    "another's torch": Row(GEAR, {"operation": "use", **MARA, "itemName": "Torch"}, {"operation": "transfer", **BRUN}, says=("Brunhild has it",)),
    "a key on the floor": Row(GEAR, {"operation": "equip", **MARA, "itemName": "Bone Key"}, {"operation": "transfer"}, says=("on the floor here",)),
    "loot in a chest": Row(GEAR, {"operation": "equip", **MARA, "itemName": "Silver Idol"}, {"operation": "transfer"}, says=("it is in Chest",)),
    "given by the wrong hand": Row(GEAR, {"operation": "transfer", **MARA, "itemName": "Torch", "toName": "Goblin 1"}, {"toName": "Goblin 1", **BRUN}),
    "too many of them": Row(GEAR, {"operation": "transfer", **MARA, "itemName": "Dagger", "quantity": 9, "toName": "Brunhild"}, {"quantity": 3}),
    "somebody in the next room": Row(
        SHOWN, {"operation": "examine", "name": "Marra Ashgrove"}, {"operation": "character"}, says=("Marra Ashgrove is in Weigh Hall",)),
    "a room two doors away": Row(ROOM, {"operation": "go", "toName": "Loft"}, {"operation": "route"}),
    "a bag as a creature": Row(GEAR, {"operation": "view", "characterName": "Chest"}, {"bagName": "Chest"}),
    "a weapon that is not in hand": Row(ACT, {"operation": "attack", **MARA, "targetName": "Goblin 1", "itemName": "Dagger"}, {"operation": "equip"}, GEAR),
    "a bad word of a closed list": Row(ACT, {"operation": "damage", **MARA, "amount": 3, "damageType": "peircing"}, {"damageType": "piercing"}),
}  # fmt: skip

TAKEN: dict[str, Row] = {
    "a number as text": Row(GEAR, {"operation": "transfer", **MARA, "itemName": "gp", "quantity": "10", "toName": "Brunhild"}),
    "a skill in words": Row(ACT, {"operation": "check", **MARA, "skill": "Sleight of Hand"}),
    "an ability in words": Row(ACT, {"operation": "save", **MARA, "ability": "Dexterity", "dc": "12"}),
    "a damage type with a capital": Row(ACT, {"operation": "damage", **MARA, "amount": "1", "damageType": "Fire"}),
    "training in words": Row(HERO, {"operation": "update", **MARA, "character": {"proficiencies": {"skills": {"Stealth": "expertise"}}}}),
    "skills as a list": Row(HERO, {"operation": "update", **MARA, "character": {"proficiencies": {"skills": ["stealth", "Sleight of Hand"]}}}),
    "scores as text": Row(HERO, {"operation": "update", **MARA, "character": {"abilities": {"Strength": "16"}}}),
}  # fmt: skip

OPEN: dict[str, Row] = {
    "another's sword": Row(GEAR, {"operation": "equip", **MARA, "itemName": "Longsword"}, says=("Brunhild has it",)),
    "dazed is no condition": Row(STATE, {"operation": "apply", **MARA, "condition": "dazzled"}, says=("allowed: blinded", "stunned")),
    "a fight is on": Row(ACT, {"operation": "start_fight", "names": []}, says=("at least 1",)),
    "a condition that is an object": Row(HERO, {"operation": "update", **MARA, "character": {"resources": 5}}, says=('{"ki": {"max": 5',)),
    "a key of a resource": Row(HERO, {"operation": "update", **MARA, "character": {"resources": {"ki": {"max": 2, "wibble": 1}}}}, says=("allowed: max, left, recharge",)),
    "a skill by a word": Row(HERO, {"operation": "update", **MARA, "character": {"proficiencies": {"skills": {"stealth": "good"}}}}, says=("1 (proficient) or 2 (expertise)",)),
    "nobody's name": Row(GEAR, {"operation": "view", "characterName": "Qqq"}, says=("allowed: Mara", "Brunhild")),
    "steal": Row(GEAR, {"operation": "steal", **MARA}, says=("allowed: give",)),
    "end it in the wrong tool": Row(ROOM, {"operation": "finish_fight"}, says=("allowed: look",)),
    "no target": Row(ACT, {"operation": "attack", **MARA}, says=("allowed: targetId, targetName",)),
    "no way there": Row(ROOM, {"operation": "go", "direction": "west"}, says=("allowed: north, east, down",)),
    "no direction": Row(ROOM, {"operation": "go"}, says=("allowed: direction, toName",)),
    "several goblins": Row(ACT, {"operation": "damage", "characterName": "Goblin", "amount": 1, "damageType": "fire"}, says=("Goblin 1",)),
    "two destinations": Row(GEAR, {"operation": "transfer", **MARA, "itemName": "Dagger", "toName": "floor", "toCharacterName": "Brunhild"}, says=("toCharacterName",)),
    "an empty payload": Row(ACT, {}, says=("allowed: attack",)),
}  # fmt: skip

LEAST = 0.95


@contextmanager
def laid() -> Iterator[Table]:
    with copy_of(_made) as game:
        yield Table(game)


def _made() -> Game:
    table = Table(rpg_lite.open_campaign(":memory:", seed=3))
    for tool, payload in MADE:
        answer = table.send(payload, tool)
        assert answer["ok"], answer["text"]
    return table.game


@pytest.fixture(scope="module")
def same() -> Iterator[Table]:
    """One table for all refusals, which change nothing."""
    with laid() as table:
        yield table


def holds(proposed: Any, wanted: Answer) -> bool:
    return isinstance(proposed, dict) and all(proposed.get(k) == v for k, v in wanted.items())


def led_on(table: Table, row: Row) -> str:
    """Return the fault in an answer to a mistake with a plain meaning; empty if the answer helps."""
    answer = table.send(row.payload, row.tool)
    if answer["ok"]:
        return "is accepted" if row.leads_to is not None else ""
    assert all(word in answer["text"] for word in row.says), answer["text"]
    proposed, tool = answer["error"].get("try"), answer["error"].get("tool", row.tool)
    if proposed is None:
        return f"proposes nothing: {answer['text']}"
    assert ("Send instead: " if tool == row.tool else f"Send to {tool}: ") in answer["text"]
    sent = {row.payload.get("operation"), row.tool, *(e.get("operation") for e in row.payload.get("batch", ()))}
    assert not {proposed.get("operation")} & (WEIGHTY - sent), proposed
    if tool != (row.to or row.tool) and row.leads_to and row.leads_to.get("operation") not in operations(tool):
        return f"proposes to send it to {tool}"
    if row.leads_to is not None and not holds(proposed, row.leads_to):
        return f"proposes {proposed}"
    before = table.now
    done = table.send(proposed, tool)
    assert before.rev <= table.rev
    return "" if done["ok"] else f"proposes {proposed}, which is refused: {done['text']}"


@cache
def wrong_with(name: str) -> str:
    with laid() as table:
        return led_on(table, PLAIN[name])


@each_row("name", PLAIN)
def test_a_plain_meaning_leads_to_a_call_that_is_accepted(name: str):
    assert wrong_with(name) == ""


@pytest.mark.parametrize("row", TAKEN.values(), ids=TAKEN)
def test_a_plain_value_is_taken(same: Table, row: Row):
    answer = same.send(row.payload, row.tool)
    assert answer["ok"], answer["text"]


@pytest.mark.parametrize("row", OPEN.values(), ids=OPEN)
def test_what_may_mean_several_things_is_told_what_there_is(same: Table, row: Row):
    answer = same.send(row.payload, row.tool)
    assert not answer["ok"] and "try" not in answer["error"], answer["text"]
    assert all(word in answer["text"] for word in row.says), answer["text"]


def test_the_table_is_long_and_nearly_all_of_it_leads_on():
    assert len(PLAIN) + len(TAKEN) + len(OPEN) >= 60 and len(PLAIN) >= 55
    assert sum(wrong_with(name) == "" for name in PLAIN) >= LEAST * len(PLAIN)


@pytest.mark.parametrize("row", [*PLAIN.values(), *OPEN.values()], ids=[*PLAIN, *OPEN])
def test_no_refusal_is_empty_or_speaks_python(same: Table, row: Row):
    answer = same.send(row.payload, row.tool)
    assert not answer["ok"], answer["text"]
    assert not re.search(r"allowed: ?[.;]|\bNone\b|\bTrue\b|\w\(\w+=", answer["text"]), answer["text"]


@pytest.mark.parametrize(
    ("tool", "payload"),
    [
        (HERO, {"operation": "rest", "characterName": "party", "kind": "short"}),
        (HERO, {"operation": "advance", "duration": "1 hour"}),
    ],
)
def test_what_a_fight_holds_up_names_the_operation_that_ends_it(tool: str, payload: Answer):
    with laid() as table:
        table.did("start_fight", names=["party", "Goblin 1"])
        answer = table.send(payload, tool)
        assert not answer["ok"] and "(execute_action end_fight)" in answer["text"] and "try" not in answer["error"]


def test_a_thing_in_another_room_is_named_to_the_game_master_and_brought_to_nobody():
    """A thing here comes first, even one that somebody wields; players do not hear of a room that nobody has found."""
    equip = {"operation": "equip", "characterName": "Ada", "itemName": "Longsword"}
    with rpg_lite.open_campaign(seed=3) as game:
        for name in ("Ada", "Brun"):
            game.ask({"operation": "create", "name": name, "character": {"classes": ["fighter"], "party": True}}, HERO)
        game.ask({"operation": "create", "name": "Vault", "direction": "north", "door": "hidden"}, "manage_room")
        game.ask({"operation": "give", "bagName": "Vault", "template": "Longsword"}, GEAR)
        told = game.ask(equip, GEAR)
        assert "it lies on the floor in Vault" in told["text"] and "try" not in told["error"]
        unknown = game.ask(equip, GEAR, role="player", characters=["Ada"])
        assert "Vault" not in str(unknown) and "try" not in unknown["error"]
        game.ask({"operation": "give", "characterName": "Brun", "template": "Longsword", "equip": True}, GEAR)
        for answer in (game.ask(equip, GEAR), game.ask(equip, GEAR, role="player", characters=["Ada"])):
            assert "Brun has it" in answer["text"] and "Vault" not in str(answer)


def test_the_only_creature_is_not_proposed_as_its_own_foe():
    with rpg_lite.open_campaign(seed=3) as game:
        game.ask({"operation": "create", "name": "Gob", "template": "Goblin"}, HERO)
        attack = {"operation": "attack", "characterName": "Gob", "targetName": "Ork"}
        for sent in (attack, {"operation": "start_fight", "names": ["Gob", "Ork"]}):
            answer = game.ask(sent, "execute_action")
            assert "allowed: Gob" in answer["text"] and "try" not in answer["error"]
