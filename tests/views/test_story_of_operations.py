"""Each operation that changes something has its line in the story, or a reason why it has none."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.operations.registry import OPERATIONS
from tests.copies import begun
from tests.operations.table import Table

Json = dict[str, Any]
THORIN: Final = Caller("player", characters=("Thorin",))

A_SHEET: Final = "the sheets show it"
A_PLACE: Final = "the map and the room show it"
OF_THE_GM: Final = "it is the game master's alone"
A_TOOL: Final = "tools of servers are no part of the tale"

TOLD: Final[dict[tuple[str, str], tuple[Sequence[Json], str]]] = {
    ("manage_inventory", "give"): ([{"characterName": "Thorin", "template": "Torch"}], "Thorin receives Torch."),
    ("manage_inventory", "transfer"): (
        [{"characterName": "Ada", "itemName": "Rope", "toName": "Thorin"}],
        "Thorin receives Rope from Ada.",
    ),
    ("manage_inventory", "use"): ([{"characterName": "Thorin", "itemName": "Potion of Healing", "force": True}], "Thorin uses "),
    ("manage_inventory", "exchange"): (
        [{"characterName": "Thorin", "itemName": "Gold Piece", "quantity": 1, "toName": "Silver Piece"}],
        "Thorin receives 10 × Silver Piece.",
    ),
    ("manage_inventory", "buy"): (
        [{"characterName": "Thorin", "itemName": "Crowbar", "fromName": "Ada"}],
        "Thorin buys Crowbar from Ada for 2 gp.",
    ),
    ("manage_inventory", "sell"): (
        [{"characterName": "Thorin", "itemName": "Longsword", "toName": "Ada"}],
        "Thorin sells Longsword to Ada for 7 gp 5 sp.",
    ),
    ("manage_character", "rest"): (
        [{"characterName": "party", "kind": "long"}],
        "Thorin and Elara take a long rest; it is day 1, 16:00. Elara 24 → 27 HP.",
    ),
    ("manage_character", "advance"): ([{"duration": "30 minutes"}], "Time passes; it is day 1, 08:30."),
    ("manage_character", "level_up"): (
        [{"characterName": "Thorin", "force": True}],
        "Thorin reaches level 5 as a fighter: +6 hit points, Extra Attack.",
    ),
    ("manage_character", "award"): ([{"characterName": "party", "milestone": True}], "Thorin may rise to level 5."),
    ("manage_condition", "apply"): ([{"characterName": "Thorin", "condition": "prone"}], "Thorin is prone."),
    ("manage_condition", "remove"): ([{"characterName": "Elara", "condition": "poisoned"}], "Elara is no longer poisoned."),
    ("execute_action", "attack"): ([{"characterName": "Thorin", "targetName": "Ghoul", "d20": [2]}], "Thorin attacks Ghoul with Longsword"),
    ("execute_action", "cast"): (
        [{"characterName": "Elara", "spell": "Guidance", "targets": ["Thorin"]}],
        "Elara no longer concentrates on Bless",
    ),
    ("execute_action", "act"): ([{"characterName": "Thorin", "act": "Dodge"}], "Thorin uses Dodge"),
    ("execute_action", "end"): ([{"characterName": "Elara", "spell": "Bless"}], "Bless ends"),
    ("execute_action", "check"): ([{"characterName": "Thorin", "skill": "arcana", "d20": [9]}], "Thorin, Arcana check: "),
    ("execute_action", "save"): ([{"characterName": "Thorin", "ability": "dex", "dc": 5, "d20": [9]}], "Thorin, DEX save: "),
    ("execute_action", "damage"): (
        [{"characterName": "Elara", "amount": 1, "damageType": "fire"}],
        "Elara, CON save to concentrate: ",
    ),
    ("execute_action", "heal"): ([{"characterName": "Elara", "amount": 2}], "Elara regains 2 hit points"),
    ("execute_action", "start_fight"): ([{"names": ["party", "Ghoul"]}], "The fight begins."),
    ("execute_action", "next_turn"): ([{}], "Round 1, "),
    ("execute_action", "end_fight"): ([{}], "The fight is over after 1 round."),
    ("manage_room", "go"): ([{"characterName": "party", "direction": "down"}], "The party comes to Cellar."),
    ("manage_room", "search"): ([{"dc": 30}], "Thorin and Elara find nothing."),
    ("manage_room", "open"): ([{"direction": "down"}], "The door down is opened."),
    ("manage_room", "close"): ([{"direction": "down"}], "The door down is closed."),
    ("manage_room", "lock"): ([{"direction": "down"}], "Thorin locks the door down with Iron Key."),
    ("manage_room", "unlock"): ([{"direction": "down"}], "Thorin unlocks the door down with Iron Key."),
    ("manage_room", "join"): ([{"toName": "Cellar"}], "The party comes to Cellar."),
    ("keep_journal", "say"): ([{"characterName": "Thorin", "text": "Quiet."}], "Thorin: Quiet."),
    ("keep_journal", "tell"): ([{"text": "Water drips."}], "Water drips."),
    ("keep_journal", "handout"): ([{"name": "Letter", "text": "Come at dusk."}], "Come at dusk."),
    ("keep_journal", "quest"): ([{"name": "Find the cup", "public": True}], "New quest: Find the cup."),
    ("keep_journal", "progress"): ([{"name": "Old errand", "status": "done"}], "Quest done: Old errand."),
}
UNTOLD: Final[dict[tuple[str, str], str]] = {
    ("execute_action", "move"): "who stands where is a state of the room, which its map shows",
    ("execute_action", "place"): "who stands where is a state of the room, which its map shows",
    ("execute_action", "near"): "who stands near whom is a state of the room, which a look shows",
    ("manage_inventory", "remove"): "what is gone was used, lost or burned, and the game master says which",
    ("manage_inventory", "equip"): A_SHEET,
    ("manage_inventory", "unequip"): A_SHEET,
    ("manage_inventory", "attune"): A_SHEET,
    ("manage_inventory", "unattune"): A_SHEET,
    ("manage_inventory", "identify"): A_SHEET,
    ("manage_inventory", "shop"): OF_THE_GM,
    ("manage_character", "create"): "the party and the room show who is there",
    ("manage_character", "update"): "the hit points and conditions that it changes are told, and the sheet shows the rest",
    ("manage_character", "import"): "the party shows who is there",
    ("manage_character", "retire"): "the party and the room show who is gone",
    ("manage_character", "prepare"): A_SHEET,
    ("execute_action", "roll"): "dice without a creature may be the game master's secret",
    ("manage_room", "hide"): OF_THE_GM,
    ("manage_room", "disarm"): "tested with traps below",
    ("manage_room", "create"): A_PLACE,
    ("manage_room", "portal"): A_PLACE,
    ("manage_room", "update"): A_PLACE,
    ("manage_room", "remove"): A_PLACE,
    ("manage_room", "import_map"): A_PLACE,
    ("manage_room", "leave"): "the room shows who is gone",
    ("manage_room", "vibe"): A_PLACE,
    ("manage_tools", "equip"): A_TOOL,
    ("manage_tools", "unequip"): A_TOOL,
    ("manage_tools", "drop"): A_TOOL,
    ("manage_tools", "load"): A_TOOL,
    ("manage_tools", "unload"): A_TOOL,
    ("keep_journal", "note"): OF_THE_GM,
    ("keep_journal", "decide"): OF_THE_GM,
    ("keep_journal", "idea"): OF_THE_GM,
    ("keep_journal", "milestone"): "it is a record for recaps; the award that comes with it is told",
    ("keep_journal", "checkpoint"): OF_THE_GM,
    ("keep_journal", "focus"): "a private talk is for those who take part",
    ("keep_journal", "unquest"): "the list of quests shows it",
    ("keep_journal", "import_quests"): "the list of quests shows them; a published one is told",
}
BEFORE: Final[dict[str, Sequence[Callable[[Table], Any]]]] = {
    "sell": [lambda t: t.did("shop", "Ada"), lambda t: t.did("unequip", "Thorin", itemName="Longsword")],
    "buy": [lambda t: t.did("shop", "Ada")],
    "next_turn": [lambda t: t.did("start_fight", names=["party", "Ghoul"], d20=[20, 15, 1])],
    "end_fight": [lambda t: t.did("start_fight", names=["party", "Ghoul"], d20=[20, 15, 1])],
    "close": [lambda t: room(t, "open", direction="down")],
    "unlock": [lambda t: room(t, "lock", direction="down")],
}


def room(table: Table, operation: str, **fields: Any) -> None:
    answer = table.send({"operation": operation, **fields}, "manage_room")
    assert answer["ok"], answer["text"]


@pytest.fixture
def table() -> Iterator[Table]:
    with begun() as game:
        here = Table(game)
        here.did("create", name="Thorin", character={"party": True, "classes": ["fighter 4"], "abilities": {"str": 18}})
        spells = {"cantrips": ["Guidance"], "prepared": ["Bless"]}
        here.did("create", name="Elara", character={"party": True, "classes": ["cleric 5"], "hpMax": 27, "spells": spells})
        here.did("create", name="Ada", character={"hpMax": 10})
        here.did("create", template="Ghoul", name="Ghoul")
        for who, template, count in (
            ("Thorin", "Longsword", 1),
            ("Thorin", "Gold Piece", 5),
            ("Ada", "Gold Piece", 50),
            ("Ada", "Crowbar", 1),
        ):
            here.did("give", who, template=template, quantity=count, **({"equip": True} if template == "Longsword" else {}))
        here.did("give", "Thorin", template="Potion of Healing")
        here.did("give", "Thorin", item={"name": "Iron Key", "type": "adventuring_gear"})
        here.did("give", "Ada", item={"name": "Rope", "type": "adventuring_gear"})
        room(here, "create", name="Cellar", direction="down", door="closed", keyName="Iron Key")
        assert here.send({"operation": "quest", "name": "Old errand", "public": True}, "keep_journal")["ok"]
        here.did("damage", "Elara", amount=3, damageType="fire")
        here.did("cast", "Elara", spell="Bless", targets=["Thorin", "Elara"])
        here.did("apply", "Elara", condition="poisoned")
        yield here


def newest(table: Table, caller: Caller = THORIN, everything: bool = False) -> list[str]:
    told = table.game.table(everything, caller)
    return [e["says"] for e in told["story"] if e["rev"] == told["rev"]]


def test_each_operation_is_told_or_has_a_reason() -> None:
    writing = {(o.tool, o.verb) for o in OPERATIONS if not o.reads}
    assert writing == TOLD.keys() | UNTOLD.keys() and not TOLD.keys() & UNTOLD.keys()


@pytest.mark.parametrize("operation", TOLD, ids=" ".join)
def test_each_operation_has_its_line(table: Table, operation: tuple[str, str]) -> None:
    tool, verb = operation
    for prepare in BEFORE.get(verb, ()):
        prepare(table)
    calls, wanted = TOLD[operation]
    for call in calls:
        answer = table.send({"operation": verb, **call}, tool)
        assert answer["ok"], answer["text"]
    assert [line for line in newest(table) if wanted in line], newest(table)


# ── who knows of it ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_thing_that_changes_hands_in_a_private_talk_is_for_those_who_take_part(table: Table) -> None:
    assert table.send({"operation": "focus", "toName": "Ada"}, "keep_journal")["ok"]
    assert table.send({"operation": "say", "characterName": "Elara", "text": "Well?"}, "keep_journal")["ok"]
    table.did("transfer", "Ada", itemName="Rope", toName="Elara")
    line = ["Elara receives Rope from Ada."]
    assert newest(table) == [] and newest(table, Caller("player", characters=("Elara",))) == line
    assert newest(table, everything=True) == line
    table.did("transfer", "Ada", itemName="Crowbar", toName="Thorin")
    assert newest(table) == ["Thorin receives Crowbar from Ada."]


def test_what_was_told_stays_told(table: Table) -> None:
    """The giver is left behind, and the thing is used up; neither changes the line."""
    table.did("transfer", "Ada", itemName="Rope", toName="Thorin")
    (line,) = newest(table)
    rev = table.game.table()["rev"]
    table.did("go", "party", direction="down")
    table.did("remove", "Thorin", itemName="Rope")
    assert [e["says"] for e in table.game.table(caller=THORIN)["story"] if e["rev"] == rev] == [line]


def test_a_spell_that_ends_with_concentration_names_whom_it_leaves(table: Table) -> None:
    table.did("damage", "Elara", amount=24, damageType="fire")
    assert "Elara no longer concentrates on Bless: Thorin Bless ends; Elara Bless ends." in newest(table)


def test_nobody_sees_whether_a_stranger_concentrates(table: Table) -> None:
    table.did("update", "Ada", character={"classes": ["cleric 5"], "hpMax": 50, "spells": {"prepared": ["Bane", "Shield of Faith"]}})
    table.did("cast", "Ada", spell="Shield of Faith", targets=["Ada"], force=True)
    table.did("damage", "Ada", amount=40, damageType="fire")
    assert not [line for line in newest(table) if "oncentrat" in line or "Shield of Faith" in line]
    assert [line for line in newest(table, everything=True) if "CON save to concentrate" in line]


def test_a_search_names_its_finder_and_the_way_back_is_no_find(table: Table) -> None:
    room(table, "create", name="Vault", direction="east", door="hidden", dc=1)
    room(table, "search")
    assert [line for line in newest(table) if line.endswith("finds a secret door, east.")]
    table.did("go", "party", direction="east")
    assert newest(table)[0] == "The party comes to Vault." and not [line for line in newest(table) if "secret" in line]
    assert len([e for e in table.game.table(caller=THORIN)["story"] if "secret door" in e["says"]]) == 1


def test_a_door_that_nobody_is_at_is_not_told(table: Table) -> None:
    table.did("go", "party", direction="down")
    room(table, "create", name="Attic", direction="up", door="closed", fromName="Lobby")
    room(table, "open", direction="up", characterName="Ada")
    assert newest(table) == []


def test_a_disarmed_trap_tells_its_check(table: Table) -> None:
    blade = {
        "name": "Blade",
        "trigger": "touch",
        "disarm": {"dc": 10, "tool": "Thieves' Tools"},
        "steps": [{"damage": "1", "type": "slashing"}],
    }
    room(table, "update", trap=blade)
    room(table, "update", trap="found")
    table.did("give", "Thorin", template="Thieves' Tools")
    room(table, "disarm", characterName="Thorin")
    assert [line for line in newest(table) if line.startswith("Thorin, ") and "disarm Blade" in line], newest(table)
