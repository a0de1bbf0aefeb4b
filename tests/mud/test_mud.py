"""A line means one call of one tool; any other line gets an answer that says what to type."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client

import rpg_lite.meaning.parse
from rpg_lite.campaign_opening import open_campaign
from rpg_lite.content import initial_world
from rpg_lite.game import Game
from rpg_lite.mud import adventures, player_text, verbs
from rpg_lite.mud import session as sessions
from rpg_lite.mud.in_sight import Scene
from rpg_lite.mud.line_tokenizer import Ask, Chore
from rpg_lite.mud.parse import parse
from rpg_lite.mud.session import Session
from rpg_lite.mud.verbs import GROUPS, VERBS
from rpg_lite.operations.registry import TOOLS, in_schema
from rpg_lite.operations.request_envelope import Asked
from rpg_lite.server import mcp
from tests.mud.places import HERE, called
from tests.rows import each_row

ME = {"characterName": "Thorin"}
ALOUD = {"forPlayers": True}
FLOOR = {"bagName": "floor"}
ELARA = {"toCharacterId": "c2.1", "toCharacterName": "Elara"}
CHEST = {"bagId": "i4.1", "bagName": "Footlocker"}

ROWS: list[tuple[str, str, dict[str, Any]]] = [
    ("look", "manage_room", {**ME, "operation": "look", **ALOUD}),
    ("/l", "manage_room", {**ME, "operation": "look", **ALOUD}),
    ("look in chest", "manage_inventory", {**CHEST, "operation": "view", **ALOUD}),
    ("look at elara", "read_campaign", {**ME, "operation": "examine", "name": "Elara"}),
    ("x chest", "read_campaign", {**ME, "operation": "examine", "name": "Footlocker"}),
    ("x the workshop", "read_campaign", {**ME, "operation": "examine", "name": "the workshop"}),
    ("x holler:sample", "read_campaign", {**ME, "operation": "examine", "name": "holler:sample"}),
    ("/inv all", "read_campaign", {**ME, "operation": "inventory", "scope": "all", **ALOUD}),
    ("i", "read_campaign", {**ME, "operation": "inventory", **ALOUD}),
    ("rooms", "read_campaign", {"operation": "rooms"}),
    ("go north", "manage_room", {**ME, "operation": "go", "direction": "north", **ALOUD}),
    ("ne", "manage_room", {**ME, "operation": "go", "direction": "northeast", **ALOUD}),
    ("go Weigh Hall", "manage_room", {**ME, "operation": "go", "toName": "Weigh Hall", **ALOUD}),
    ("go to the weigh hall", "manage_room", {**ME, "operation": "go", "toName": "the weigh hall", **ALOUD}),
    ("go rope bridge", "manage_room", {**ME, "operation": "go", "direction": "rope bridge", **ALOUD}),
    ("go nowhere", "manage_room", {**ME, "operation": "go", "toName": "nowhere", **ALOUD}),
    ("go far hall", "manage_room", {**ME, "operation": "go", "toName": "far hall", **ALOUD}),
    ("go n", "manage_room", {**ME, "operation": "go", "direction": "n", **ALOUD}),
    ("go east 2", "manage_room", {**ME, "operation": "go", "direction": "east 2", **ALOUD}),
    ("unlock n by Elara", "manage_room", {"characterName": "Elara", "operation": "unlock", "direction": "n"}),
    ("attune longsword", "manage_inventory", {**ME, "operation": "attune", "itemName": "longsword"}),
    ("unattune cloak", "manage_inventory", {**ME, "operation": "unattune", "itemId": "i5.3"}),
    ("identify Ring of Warmth", "manage_inventory", {**ME, "operation": "identify", "itemName": "Ring of Warmth"}),
    ("identify rope by Elara", "manage_inventory", {"characterName": "Elara", "operation": "identify", "itemName": "rope"}),
    ("identify rope in chest", "manage_inventory", {**CHEST, "operation": "identify", "itemName": "rope"}),
    ("portal north Studio", "manage_room", {**ME, "operation": "portal", "direction": "north", "toName": "Studio"}),
    ('portal "dark gate" to Old Mill', "manage_room", {**ME, "operation": "portal", "direction": "dark gate", "toName": "Old Mill"}),
    ("create Watch Tower toward north", "manage_room", {**ME, "operation": "create", "name": "Watch Tower", "direction": "north"}),
    ("open north", "manage_room", {**ME, "operation": "open", "direction": "north"}),
    ("open chest", "manage_room", {**ME, "operation": "open", **CHEST}),
    ("unlock chest by sleight of hand", "manage_room", {**ME, "operation": "unlock", **CHEST, "skill": "sleight_of_hand"}),
    ("unlock n by Athletics", "manage_room", {**ME, "operation": "unlock", "direction": "n", "skill": "athletics"}),
    ("take potion from chest", "manage_inventory",
     {**CHEST, "operation": "transfer", "itemName": "potion", "toCharacterName": "Thorin"}),
    ("get all from the chest", "manage_inventory", {**CHEST, "operation": "transfer", "all": True, "toCharacterName": "Thorin"}),
    ("take 2 torches", "manage_inventory",
     {**ME, **FLOOR, "operation": "transfer", "itemName": "torches", "quantity": 2, "toCharacterName": "Thorin"}),
    ("take the ring", "manage_inventory", {**ME, **FLOOR, "operation": "transfer", "itemId": "i4.2", "toCharacterName": "Thorin"}),
    ("take purse from goblin", "manage_inventory",
     {"characterId": "c3.2", "characterName": "Goblin 2", "operation": "transfer", "itemName": "purse", "toCharacterName": "Thorin"}),
    ("give 2 torches to Elara", "manage_inventory", {**ME, "operation": "transfer", "itemName": "torches", "quantity": 2, **ELARA}),
    ("give all arrows to elara", "manage_inventory", {**ME, "operation": "transfer", "itemName": "arrows", "all": True, **ELARA}),
    ("put ruby in pouch", "manage_inventory", {**ME, "operation": "transfer", "itemName": "ruby", "toId": "i5.2", "toName": "Pouch"}),
    ("buy 2 torches from elara", "manage_inventory",
     {**ME, "operation": "buy", "itemName": "torches", "quantity": 2, "fromId": "c2.1", "fromName": "Elara"}),
    ("buy torch", "manage_inventory", {**ME, "operation": "buy", "itemName": "torch"}),
    ("sell all arrows to elara", "manage_inventory",
     {**ME, "operation": "sell", "itemName": "arrows", "all": True, "toId": "c2.1", "toName": "Elara"}),
    ("sell cloak", "manage_inventory", {**ME, "operation": "sell", "itemId": "i5.3"}),
    ("list elara", "manage_inventory", {"characterId": "c2.1", "characterName": "Elara", "operation": "view", **ALOUD}),
    ("drop torch", "manage_inventory", {**ME, "operation": "transfer", "itemName": "torch", "toName": "floor"}),
    ("drop room prompt:local", "manage_tools", {**ME, **FLOOR, "operation": "drop", "itemName": "prompt:local"}),
    ("equip plate armor", "manage_inventory", {**ME, "operation": "equip", "itemName": "plate armor"}),
    ("equip me longsword", "manage_inventory", {**ME, "operation": "equip", "itemName": "longsword"}),
    ("equip dagger in offhand", "manage_inventory", {**ME, "operation": "equip", "itemName": "dagger", "slot": "offhand"}),
    ("equip cloak", "manage_inventory", {**ME, "operation": "equip", "itemId": "i5.3"}),
    ("equip room holler:*", "manage_tools", {**ME, **FLOOR, "operation": "equip", "itemName": "holler:*"}),
    ("equip me prompt:x", "manage_tools", {**ME, "operation": "equip", "itemName": "prompt:x"}),
    ("equip holler:play", "manage_tools", {**ME, **FLOOR, "operation": "equip", "itemName": "holler:play"}),
    ("unequip room rpg:join,leave,go,create", "manage_tools",
     {**ME, **FLOOR, "operation": "unequip", "itemName": "rpg:join,leave,go,create"}),
    ("unequip longsword", "manage_inventory", {**ME, "operation": "unequip", "itemName": "longsword"}),
    ("use potion on Elara", "manage_inventory",
     {**ME, "operation": "use", "itemName": "potion", "targetId": "c2.1", "targetName": "Elara"}),
    ("attack goblin with longsword", "execute_action",
     {**ME, "operation": "attack", "targetId": "c3.2", "targetName": "Goblin 2", "itemName": "longsword"}),
    ("attack elara by goblin 2", "execute_action",
     {"characterId": "c3.2", "characterName": "Goblin 2", "operation": "attack", "targetId": "c2.1", "targetName": "Elara"}),
    ("attack goblin 2 with rapier adding sneak attack, ally near by Elara", "execute_action",
     {"characterId": "c2.1", "characterName": "Elara", "operation": "attack", "targetId": "c3.2", "targetName": "Goblin 2",
      "itemName": "rapier", "with": ["sneak attack", "ally_near"]}),
    ('call manage_character update characterName=Elara character={"abilities": {"int": 18}}', "manage_character",
     {"operation": "update", "characterName": "Elara", "character": {"abilities": {"int": 18}}}),
    ("fight", "execute_action", {"operation": "start_fight", "names": ["party", "c1.1", "c2.1", "c3.2"]}),
    ("fight goblin 2", "execute_action", {"operation": "start_fight", "names": ["party", "c3.2"]}),
    ("next", "execute_action", {"operation": "next_turn"}),
    ("flee north", "manage_room", {**ME, "operation": "go", "direction": "north", "forPlayers": True}),
    ("go north by Elara", "manage_room", {"characterName": "Elara", "operation": "go", "direction": "north", "forPlayers": True}),
    ("go Elara north", "manage_room", {"characterName": "Elara", "operation": "go", "direction": "north", "forPlayers": True}),
    ("take torch by Elara", "manage_inventory",
     {**FLOOR, "characterName": "Elara", "operation": "transfer", "itemName": "torch", "toCharacterName": "Elara"}),
    ("buy torch by Elara", "manage_inventory", {"characterName": "Elara", "operation": "buy", "itemName": "torch"}),
    ("equip mace by Elara", "manage_inventory", {"characterName": "Elara", "operation": "equip", "itemName": "mace"}),
    ("pick up the torch", "manage_inventory", {**ME, **FLOOR, "operation": "transfer", "itemName": "torch", "toCharacterName": "Thorin"}),
    ("take everything from chest", "manage_inventory", {**CHEST, "operation": "transfer", "all": True, "toCharacterName": "Thorin"}),
    ("cast bless on me, Elara and goblin", "execute_action",
     {**ME, "operation": "cast", "spell": "bless", "targets": ["Thorin", "c2.1", "c3.2"]}),
    ("cast burning hands at all goblins", "execute_action",
     {**ME, "operation": "cast", "spell": "burning hands", "targets": ["c3.2"]}),
    ("second wind", "execute_action", {**ME, "operation": "act", "act": "second wind"}),
    ("hit the goblin with my longsword", "execute_action",
     {**ME, "operation": "attack", "targetId": "c3.2", "targetName": "Goblin 2", "itemName": "longsword"}),
    ("check sleight of hand 15 by Elara", "execute_action",
     {"characterName": "Elara", "operation": "check", "skill": "sleight_of_hand", "dc": 15}),
    ("check str", "execute_action", {**ME, "operation": "check", "ability": "str"}),
    ("save death", "execute_action", {**ME, "operation": "save", "ability": "death"}),
    ("rest long", "manage_character", {"characterName": "party", "operation": "rest", "kind": "long"}),
    ("rest short 2", "manage_character",
     {"characterName": "party", "operation": "rest", "kind": "short", "hitDice": {"Thorin": 2}}),
    ("rest short by Elara", "manage_character",
     {"characterId": "c2.1", "characterName": "Elara", "operation": "rest", "kind": "short"}),
    ("@goblin, put that down", "keep_journal",
     {**ME, "operation": "say", "text": "put that down", "toId": "c3.2", "toName": "Goblin 2"}),
    ("@Marra hello # there", "keep_journal", {**ME, "operation": "say", "text": "@Marra hello # there"}),
    ('say "Well met"', "keep_journal", {**ME, "operation": "say", "text": '"Well met"'}),
    ("quests", "read_campaign", {"operation": "quests", "forPlayers": True}),
    ("journal decide salt", "read_campaign", {"operation": "journal", "entry": "decide", "query": "salt"}),
    ("journal salt lamp", "read_campaign", {"operation": "journal", "query": "salt lamp"}),
    ("history --tools 5", "read_campaign", {"operation": "history", "tools": True, "last": 5}),
    ("history 3 --stats", "read_campaign", {"operation": "history", "stats": True, "last": 3}),
    ("vibe", "manage_room", {**ME, "operation": "vibe"}),
    ("vibe tense", "manage_room", {**ME, "operation": "vibe", "vibe": "tense"}),
    ("map 5", "manage_room", {**ME, "operation": "map", "around": 5}),
    ("map Great Hall", "manage_room", {**ME, "operation": "map", "toName": "Great Hall"}),
    ("route to Ford", "manage_room", {**ME, "operation": "route", "toName": "Ford"}),
    ("hero Bo wizard 3 high elf", "manage_character",
     {"operation": "create", "name": "Bo", "character": {"classes": ["wizard 3"], "race": "high elf", "party": True}}),
    ("spawn 3 goblins", "manage_character", {"operation": "create", "template": "goblins", "count": 3}),
    ("grant 2 Torch to Elara", "manage_inventory",
     {"characterName": "Elara", "operation": "give", "template": "Torch", "quantity": 2}),
    ("take i9.9 from i4.1", "manage_inventory", {**CHEST, "operation": "transfer", "itemId": "i9.9", "toCharacterName": "Thorin"}),
    ("hide north", "manage_room", {**ME, "operation": "hide", "direction": "north"}),
    ("cast fireball at goblin 2, elara with slot 4", "execute_action",
     {**ME, "operation": "cast", "spell": "fireball", "targets": ["c3.2", "c2.1"], "slot": 4}),
    ("cast shield", "execute_action", {**ME, "operation": "cast", "spell": "shield"}),
    ("cast speak with dead with pact slot", "execute_action", {**ME, "operation": "cast", "spell": "speak with dead", "slot": "pact"}),
    ("cast bless on party by Elara", "execute_action",
     {"characterName": "Elara", "operation": "cast", "spell": "bless", "targets": ["party"]}),
    ("cast detect magic as a ritual", "execute_action", {**ME, "operation": "cast", "spell": "detect magic", "ritual": True}),
    ("cast magic missile at goblin, goblin, elara", "execute_action",
     {**ME, "operation": "cast", "spell": "magic missile", "targets": ["c3.2", "c3.2", "c2.1"]}),
    ("cast chromatic orb at goblin choosing fire", "execute_action",
     {**ME, "operation": "cast", "spell": "chromatic orb", "targets": ["c3.2"], "choice": "fire"}),
    ("use second wind", "execute_action", {**ME, "operation": "act", "act": "second wind"}),
    ("act second wind", "execute_action", {**ME, "operation": "act", "act": "second wind"}),
    ("use lay on hands on elara choosing 12", "execute_action",
     {**ME, "operation": "act", "act": "lay on hands", "targets": ["c2.1"], "choice": "12"}),
    ("act fire breath at goblin by elara", "execute_action",
     {"characterName": "elara", "operation": "act", "act": "fire breath", "targets": ["c3.2"]}),
    ("act dodge", "execute_action", {**ME, "operation": "act", "act": "dodge"}),
    ("answer shield by Elara", "execute_action", {"characterName": "Elara", "operation": "cast", "spell": "shield", "answer": True}),
    ("answer second wind", "execute_action", {**ME, "operation": "act", "act": "second wind", "answer": True}),
    ("acts", "read_campaign", {**ME, "operation": "character", "stats": ["acts"]}),
    ("spells", "read_campaign", {**ME, "operation": "character", "stats": ["spells"]}),
    ("spells elara", "read_campaign", {"characterName": "elara", "operation": "character", "stats": ["spells"]}),
    ("prepare bless, cure wounds", "manage_character", {**ME, "operation": "prepare", "spells": ["bless", "cure wounds"]}),
    ("level up", "manage_character", {**ME, "operation": "level_up"}),
    ("level up wizard by elara", "manage_character", {"characterName": "elara", "operation": "level_up", "class": "wizard"}),
    ("undo 12", "manage_room", {"operation": "undo", "rev": 12}),
    ("exits", "read_campaign", {**ME, "operation": "exits", **ALOUD}),
    ("who", "read_campaign", {**ME, "operation": "who", **ALOUD}),
    ("party", "read_campaign", {"operation": "party"}),
    ("lookup cr 2 undead", "read_campaign", {"operation": "lookup", "query": "cr 2 undead"}),
    ("roll 2d6+3", "execute_action", {"operation": "roll", "dice": "2d6+3"}),
    ("search 12", "manage_room", {**ME, "operation": "search", "dc": 12}),
    ("close north", "manage_room", {**ME, "operation": "close", "direction": "north"}),
    ("lock north", "manage_room", {**ME, "operation": "lock", "direction": "north"}),
    ("join Studio", "manage_room", {**ME, "operation": "join", "toName": "Studio", **ALOUD}),
    ("leave", "manage_room", {**ME, "operation": "leave", **ALOUD}),
    ("note It rains.", "keep_journal", {**ME, "operation": "note", "text": "It rains."}),
    ("decide We go.", "keep_journal", {**ME, "operation": "decide", "text": "We go."}),
    ("idea A bridge.", "keep_journal", {**ME, "operation": "idea", "text": "A bridge."}),
    ("milestone Dawn.", "keep_journal", {**ME, "operation": "milestone", "text": "Dawn."}),
    ("tell A bell rings, far away.", "keep_journal", {"operation": "tell", "text": "A bell rings, far away."}),
    ("focus Marra", "keep_journal", {"operation": "focus", "characterName": "Thorin", "toName": "Marra"}),
    ("focus", "keep_journal", {"operation": "focus"}),
    ("checkpoint The Boss", "keep_journal", {"operation": "checkpoint", "name": "The Boss"}),
    ("wait 10 minutes", "manage_character", {"operation": "advance", "duration": "10 minutes"}),
    ("award 300", "manage_character", {"characterName": "party", "operation": "award", "xp": 300}),
    ("award milestone to Elara", "manage_character", {"characterName": "Elara", "operation": "award", "milestone": True}),
    ("award slain", "manage_character", {"characterName": "party", "operation": "award", "encounter": True}),
    ("encounter", "read_campaign", {"operation": "encounter"}),
    ("encounter 2 ogres, 3 CR 1/4, ogre", "read_campaign",
     {"operation": "encounter", "creatures": {"ogres": 2, "CR 1/4": 3, "ogre": 1}}),
    ("encounter random hard undead cr<=2", "read_campaign", {"operation": "encounter", "filter": "hard undead cr<=2"}),
    ("damage goblin 2 by 2d6 fire", "execute_action",
     {"characterId": "c3.2", "characterName": "Goblin 2", "operation": "damage", "dice": "2d6", "damageType": "fire"}),
    ("heal elara by 7", "execute_action", {"characterId": "c2.1", "characterName": "Elara", "operation": "heal", "amount": 7}),
    ("afflict elara with poisoned for 1 hour", "manage_condition",
     {"characterId": "c2.1", "characterName": "Elara", "operation": "apply", "condition": "poisoned", "duration": "1 hour"}),
    ("cure elara of poisoned", "manage_condition",
     {"characterId": "c2.1", "characterName": "Elara", "operation": "remove", "condition": "poisoned"}),
]  # fmt: skip


@each_row(("tool", "operation"), [(tool, verb) for tool in TOOLS for verb in in_schema(tool)])
def test_each_operation_can_be_typed(tool: str, operation: str):
    """The word comes from its record, so that a new operation needs no verb."""
    asked = Ask(tool, {"operation": operation, "characterName": "Old Tom", "quantity": 2})
    assert parse(f'call {tool} {operation} characterName="Old Tom" quantity=2', HERE) == asked
    alone = sum(operation in in_schema(one) for one in TOOLS) == 1
    if alone:
        assert parse(f'call {operation} characterName="Old Tom" quantity=2', HERE) == asked
    else:
        assert "Several tools have it" in str(parse(f"call {operation}", HERE))


def test_the_keys_tell_which_of_several_tools_is_called():
    for line, tool in (
        ('update characterName="Old Tom" character={"party": false}', "manage_character"),
        ("remove quantity=2", "manage_inventory"),
    ):
        asked = parse(f"call {line}", HERE)
        assert isinstance(asked, Ask) and asked.tool == tool


@each_row(("line", "tool", "payload"), ROWS, ids=[row[0] for row in ROWS])
def test_a_line_is_a_call(line: str, tool: str, payload: dict[str, Any]):
    found = parse(line, HERE)
    assert isinstance(found, Ask)
    assert (found.tool, found.payload) == (tool, payload)


@each_row(("line", "tool", "payload"), ROWS, ids=[row[0] for row in ROWS])
def test_every_call_is_one_that_the_tool_understands(line: str, tool: str, payload: dict[str, Any]):
    asked = rpg_lite.meaning.parse.parse(tool, payload)
    assert isinstance(asked, Asked), asked


@each_row(
    ("line", "sentence"),
    [
        ("call", "Write it like this: call"),
        ("call retire Tom", "Write it like this: call"),
        ('call retire name="Tom', "Write it like this: call"),
        ("call retier", "There is no operation 'retier'; did you mean retire"),
        ("call update", "Several tools have it: call manage_character update, call manage_room update."),
        ("lok", "There is no verb 'lok'; did you mean look, lock, lookup? Type help to list the verbs."),
        ("take", "Write it like this: take [N | all] THING [from BAG | NAME]"),
        ("take 2", "Write it like this: take [N | all] THING [from BAG | NAME]"),
        ("give torch", "Write it like this: give [N | all] THING to NAME | in BAG"),
        ("go", "Write it like this: go DIRECTION | ROOM"),
        ("who are you", "Write it like this: who"),
        ("search twice", "Write it like this: search [DC]"),
        ("history 3 4", "Write it like this: history [N] [--tools] [--stats]"),
        ("rest forever", "Write it like this: rest [short [DICE] | long]"),
        ("cast", "Write it like this: cast SPELL"),
        ("cast fireball at bob", "There is no 'bob' here."),
        ("act second wind now", "Write it like this: act ACT"),
        ("level wizard", "Write it like this: level up [CLASS]"),
        ("prepare", "Write it like this: prepare SPELL, SPELL"),
        ("hero Bo", "Write it like this: hero [NAME CLASS [LEVEL] [RACE] [background WORD]]"),
        ("attack bob", "There is no 'bob' here. Choose from: Thorin, Elara, Goblin 1, Goblin 2."),
        ("x ring", "Ring is not identified yet"),
        ("x Vault", "There is no 'Vault' here."),
        ("take gem from coffin", "There is no 'coffin' here. Choose from:"),
        ("check swimming", "There is no skill 'swimming'. Skills: "),
        ("check two²", "There is no skill 'two²'"),
    ],
)
def test_what_a_line_cannot_mean_is_answered_with_what_it_could(line: str, sentence: str):
    assert str(parse(line, HERE)).startswith(sentence)


def test_a_slot_of_ones_own_is_sent_as_it_is_typed():
    """Whether there is such a slot is for the campaign's rulebook to say."""
    asked = parse("equip longsword in third hand", HERE)
    assert isinstance(asked, Ask) and asked.payload["slot"] == "thirdhand"


@each_row("line", ["", "   ", "# a comment", "  # another"])
def test_blank_lines_and_comments_say_nothing(line: str):
    assert parse(line, HERE) is None


@each_row("line", ["use potion", "attack elara", "equip shield"])
def test_a_party_of_two_is_asked_who_does_it(line: str):
    party = Scene(members=HERE.members, people=HERE.people)
    assert str(parse(line, party)).startswith("Which character? ") and "Thorin, Elara" in str(parse(line, party))


def test_of_a_party_the_first_takes_and_who_has_a_thing_uses_it():
    party = Scene(members=HERE.members, people=HERE.people, packs=(("Thorin", ()), ("Elara", HERE.carried)))
    for line, who in (("take torch", "Thorin"), ("buy torch", "Thorin"), ("equip longsword", "Elara"), ("drop pouch", "Elara")):
        asked = parse(line, party)
        assert isinstance(asked, Ask) and asked.payload["characterName"] == who, line


def test_the_only_member_of_the_party_needs_no_name():
    assert parse("use potion", Scene(members=("Bo",))) == Ask(
        "manage_inventory", {"characterName": "Bo", "operation": "use", "itemName": "potion"}
    )


def test_namesakes_are_told_apart_by_their_ids():
    twins = Scene(me="Bo", people=(called("Rat", "c1.1"), called("Rat", "c1.2")))
    assert parse("@rat hello", twins) != parse("@c1.2 hello", twins)
    asked = parse("attack rat", twins)
    assert isinstance(asked, Ask) and asked.payload["targetId"] == "c1.1"
    assert isinstance(parse("attack c1.2", twins), Ask)


def test_the_game_master_reaches_and_sees_everything():
    gm = Scene(me=None, gm=True, members=("Bo",))
    assert parse("look", gm) == Ask("manage_room", {"operation": "look"})
    assert parse("map", gm) == Ask("manage_room", {"operation": "map", "everything": True})
    assert parse("look in Strongbox", gm) == Ask("manage_inventory", {"bagName": "Strongbox", "operation": "view"})


# ── help ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def game():
    with open_campaign(seed=1) as one:
        yield one


def test_help_shows_every_verb_in_its_group_with_its_form(game: Game):
    told = str(Session(game).hear("help"))
    for verb, row in VERBS.items():
        assert f"\n  {verbs.form(verb)} " in told
        assert verbs.form(verb) in str(Session(game).hear(f"help {row.group}"))
        assert str(Session(game).hear(f"help {verb}")).startswith(verbs.form(verb))
    assert [line.lower() for line in told.splitlines() if line and line[0] != " "][: len(GROUPS)] == [*GROUPS]
    assert str(Session(game).hear("help inv")).startswith("inventory")
    assert "did you mean look" in str(Session(game).hear("help lok"))


def test_every_verb_that_a_room_equips_can_be_typed(game: Game):
    assert {name.removeprefix("rpg:") for name in initial_world.descriptions()} <= VERBS.keys()


async def test_help_and_mcp_describe_a_verb_in_the_same_words(game: Game):
    async with Client(mcp.server(game)) as client:
        told = (await client.call_tool("manage_tools", {"operation": "tools", "itemName": "rpg:*"})).content[0].text
    shared = [verb for verb in VERBS if f"rpg:{verb}" in initial_world.descriptions()]
    assert len(shared) >= 28
    for verb in shared:
        assert verbs.sentence(verb) in str(Session(game).hear(f"help {verb}"))
        assert verbs.sentence(verb) in told


# ── at the table ────────────────────────────────────────────────────────────────────────────────────────────────────

LORE = Path(__file__).parents[1] / "lore"
EVENING = """
hero Ilse wizard 3 elf
prepare shield, mage armor, magic missile
spells
cast mage armor on me
level up
hero Brenna fighter 5 dwarf
grant Longsword
equip longsword
grant 3 Torch
grant Potion of Healing
grant Chest
drop chest
give 2 torches in chest
look in chest
call shop bagName=Chest
grant 1 gp
list
buy torch from chest
sell torch to chest for 1 cp
take torch from chest
drop torch
take torch
call damage characterName=Brenna amount=5 damageType=fire
use potion of healing
unequip longsword
equip longsword in mainhand
grant Ring of Warmth
identify Ring of Warmth
equip Ring of Warmth
attune Ring of Warmth
unattune Ring of Warmth
create Studio
create Cellar toward down
portal north Studio
exits
look
inv
inv all
examine longsword
sheet
who
go down
search 10
flee up
open east
close east
lock east
unlock east
drop torch
hide torch
route Lobby
map
rooms
rest short
leave
spawn 1 goblin
fight
next
attack goblin
attack Ilse by goblin
answer shield by Ilse
act dodge
call damage characterName=Brenna amount=20 damageType=fire
use second wind
acts
check stealth 12
save dex 10
roll 2d6
near Ilse
ground
apart Ilse by Brenna
end
say Who goes there?
@goblin hello
tell The goblin shrugs.
checkpoint The talk
focus goblin
focus
note The goblin is old.
decide We let it live.
idea A bridge.
milestone The first night.
quests
journal
journal goblin
vibe quiet
vibe
party
lookup fireball
encounter 2 ogres
wait 10 minutes
award 300
damage Brenna by 2 fire
heal Brenna by 1d4
afflict Brenna with poisoned for 1 hour
cure Brenna of poisoned
call export characterName=Brenna
join Studio
equip room rpg:look
unequip room rpg:map
context 900
recap
rules
handout letter to Ilse
retire goblin
history 5
undo
""".strip().splitlines()


def played(line: str) -> str:
    return verbs.SHORT.get(line.split()[0], line.split()[0]).split()[0]


def test_the_evening_has_every_verb():
    of_squares = {verb for verb in VERBS if VERBS[verb].is_on_squares}
    assert {"say" if line[0] == "@" else played(line) for line in EVENING} | sessions._CHORES.keys() | of_squares == VERBS.keys()


def without_clock(text: str | None) -> str:
    """Remove the age and the duration of a call, which differ from one second to the next."""
    return re.sub(r" *\d+ s ago|\d+\.\d+ s", "…", str(text))


async def test_every_verb_gives_the_text_that_a_client_over_mcp_gets():
    with open_campaign(seed=7, lore=LORE) as here, open_campaign(seed=7, lore=LORE) as there:
        for campaign in (here, there):
            campaign.ask({"operation": "create", "name": "Vault", "direction": "east", "door": "closed"}, "manage_room")
        typed, shadow = Session(here, gm=True), Session(there, gm=True)
        async with Client(mcp.server(there)) as client:
            for line in EVENING:
                asked = parse(line, shadow.scene())
                assert isinstance(asked, Ask), (line, asked)
                answer = await client.call_tool(asked.tool, asked.payload, raise_on_error=False)
                text = typed.hear(line)
                by_mcp = player_text.render(
                    {"ok": True, "text": answer.content[0].text}, closely=line.startswith("examine"), as_sent=asked.is_call
                )
                if asked.also or asked.payload["operation"] in ("start_fight", "next_turn") or asked.acts_as:
                    by_mcp += str(text)[len(by_mcp) :]  # the lines of a second answer, what a monster can do, or what a hero lacks, follow
                assert without_clock(text) == without_clock(by_mcp), line
                assert not answer.is_error, (line, text)
                shadow.me = typed.me
    assert typed.me == "Brenna"


def test_looking_around_for_the_prompt_is_no_tool_call(game: Game):
    session = Session(game)
    for _ in range(3):
        session.scene()
    session.hear("lok")
    assert "look" not in str(session.hear("history --tools"))


def test_history_tells_how_the_dice_fell(game: Game):
    game.ask({"operation": "roll", "dice": "2d8"}, "execute_action")
    assert "\nd8: rolled 2 times, mean " in str(Session(game).hear("history --stats"))


def test_players_are_shown_no_secret_and_the_game_master_all(game: Game):
    player, gm = Session(game), Session(game, gm=True)
    player.hear("hero Bo fighter")
    game.ask({"operation": "create", "name": "Vault", "direction": "down", "door": "hidden", "notes": ["A mimic."]}, "manage_room")
    game.ask({"bagName": "floor", "operation": "give", "template": "Ring of Protection", "identified": False})
    assert "Vault" not in str(player.hear("look")) and "Protection" not in str(player.hear("look"))
    assert "Vault" in str(gm.hear("look")) and "Protection" in str(gm.hear("look"))
    player.hear("take ring")
    assert player.scene().carried[0].name == "Ring" and gm.scene().carried[0].name == "Ring of Protection"
    assert str(player.hear("equip ring")).startswith("Bo ")


def test_nobody_acts_as_a_removed_character(game: Game):
    session = Session(game)
    session.hear("hero Bo fighter")
    assert session.hear("as") == "You are Bo."
    session.hear("undo")
    assert session.hear("as") == "You are the party."
    assert "'Bo'" in str(session.hear("as Bo"))


def test_a_second_hero_of_the_same_name_is_acted_as_by_its_id(game: Game):
    session = Session(game)
    game.ask({"operation": "create", "name": "Bo"}, "manage_character")
    session.hear("hero Bo rogue")
    assert session.me == "c2.1" and "Bo" in str(session.hear("sheet"))
    assert session.hear("as party") == "You are the party."


def test_a_first_name_is_enough_for_who_is_here(game: Game):
    session = Session(game)
    session.hear("hero Bo fighter")
    game.ask({"operation": "create", "name": "Marra Ashgrove"}, "manage_character")
    game.ask({"operation": "create", "template": "Giant Rat", "count": 2}, "manage_character")
    assert parse("attack rat", session.scene()) == parse("attack giant rat 1", session.scene())
    assert parse("attack marra", session.scene()) == Ask(
        "execute_action", {"characterName": "Bo", "operation": "attack", "targetId": "c2.1", "targetName": "Marra Ashgrove"}
    )


def test_our_own_failure_ends_no_session(game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    session = Session(game)
    monkeypatch.setattr(game, "ask", lambda *a, **k: 1 / 0)
    assert session.hear("look") == sessions.CRASHED
    assert "ZeroDivisionError" in caplog.text
    monkeypatch.undo()
    assert str(session.hear("look")).startswith("Lobby")


def test_gc_deletes_only_when_it_is_told_twice(game: Game):
    session = Session(game)
    assert "Nothing was deleted" in str(session.hear("gc purge"))
    asked: list[str] = []
    session.sure = lambda what: bool(asked.append(what))
    assert "Nothing was deleted" in str(session.hear("gc purge")) and len(asked) == 1
    session.sure = lambda what: True
    assert "Deleted for good" in str(session.hear("gc purge"))
    assert "Deleted for good" in str(Session(game).hear("gc purge --yes"))
    assert str(session.hear("gc everything")).startswith("Write it like this: gc")


def test_the_welcome_proposes_the_adventure_of_the_lowest_level(game: Game):
    first = min(adventures.read_all().items(), key=lambda known: known[1].level or 0)[0]
    assert f"then: adventure {first}. Or" in Session(game).welcome()


def test_adventures_are_listed_begun_once_and_come_back_to(game: Game):
    session = Session(game)
    assert "salt_toll: The Salt Toll" in str(session.hear("adventure"))
    assert "salt_toll" in str(session.hear("adventure nowhere"))
    assert "hero NAME CLASS" in str(session.hear("adventure salt_toll"))
    session.hear("hero Bo fighter")
    assert str(session.hear("adventure The Salt Toll")).startswith("The Salt Toll begins. The Salt Toll is meant for a party of 4")
    assert session.scene().room == "Ford"
    session.hear("leave")
    assert "begins" not in str(session.hear("adventure salt_toll"))
    assert session.scene().room == "Ford"


def test_every_adventure_can_be_read():
    assert adventures.read_all()


def test_chores_are_of_the_table_alone():
    assert {
        c.name for v in sessions._CHORES if isinstance(c := parse(v, replace(HERE, is_measured=True)), Chore)
    } == sessions._CHORES.keys()


def test_no_answer_but_a_close_look_shows_an_id_or_a_table(game: Game):
    session = Session(game, gm=True)
    for line in (
        *EVENING,
        "adventure salt_toll",
        "map",
        "go east",
        "take moon",
        "unequip room rpg:go",
        "go north",
        "give torch to Nobody",
        "gc",
    ):
        text = str(session.hear(line))
        if not line.startswith(("examine", "x ")):
            assert not re.search(r"\b[a-z]\d+\.\d+\b|\bparent_id\b|\brows?\b|Nothing was changed|Send instead", text), (line, text)
