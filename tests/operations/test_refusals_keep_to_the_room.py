"""A refusal tells a player nobody from a room where only a friend stands: neither in its lists, nor with the whole of a name sent in part."""

import json
from functools import cache
from typing import Any, Final

from rpg_lite.decision.callers import Caller
from rpg_lite.operations.registry import TOOLS, fields_of, operations
from rpg_lite.operations.role_table import operations_for
from tests.copies import begun, copy_of
from tests.operations.table import TOOL_OF, Answer, Table

ANN: Final = Caller("player", "Ann", characters=("Hero",))
SECRET: Final = "Canary"
WORDS: Final = ("Qqq", "Cannary Orc", "Orc", "Elf", "Box", "c99.9")
NAMES: Final = ("targetName", "targetId", "targets", "characterName", "characterId", "bagName", "bagId", "itemName", "toName", "toId", "names")  # fmt: skip
BESIDE: Final[dict[str, dict[str, Any]]] = {
    "act": {"act": "Grapple"}, "cast": {"spell": "Magic Missile"}, "say": {"text": "Hm."}, "note": {"text": "Hm."}, "roll": {"dice": "1d6"},
    "transfer": {"itemName": "Torch"}, "sell": {"itemName": "Torch"}, "buy": {"itemName": "Torch"}, "check": {"skill": "stealth"},
    "rest": {"kind": "short"}, "save": {"ability": "dex"},
}  # fmt: skip


def _made() -> Any:
    table = Table(begun("5.2"))
    spells = {"cantrips": ["Light"], "prepared": ["Magic Missile"]}
    table.did("create", name="Hero", character={"classes": ["wizard 5"], "abilities": {"int": 16}, "party": True, "spells": spells})
    table.did("create", name="Pal", character={"classes": ["cleric 5"], "party": True})
    table.send({"operation": "create", "name": "Crypt", "direction": "north"}, "manage_room")
    for name in ("Canary Orc", "Canary Elf"):
        table.did("create", name=name, character={"hpMax": 20, "party": False})
    for name in ("Pal", "Canary Orc", "Canary Elf"):
        table.send({"operation": "join", "characterName": name, "toName": "Crypt"}, "manage_room")
    box = {"name": "Canary Box", "type": "adventuring_gear", "weight": 1, "container": {}}
    table.did("give", bagName="Crypt", item=box)
    table.did("give", bagName="Canary Box", item={"name": "Canary Gem", "type": "treasure", "value": 5})
    table.did("give", "Hero", template="Torch")
    table.did("start_fight", names=["Pal", "Canary Orc", "Canary Elf"])
    return table.game


def plays(table: Table, tool: str, payload: dict[str, Any], caller: Caller = ANN) -> Answer:
    return table.game.ask(payload, tool, "full", caller)  # type: ignore[arg-type]


@cache
def calls() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for tool in TOOLS:
        for operation in operations_for("player", operations(tool)):
            for key in (key for key in NAMES if key in fields_of(tool, operation)):
                for word in WORDS:
                    value = [word] if key in ("targets", "names") else word
                    found.append((tool, {"operation": operation, **BESIDE.get(operation, {}), key: value}))
    return found


def test_no_refusal_names_whom_only_a_friend_sees() -> None:
    table = Table(copy_of(_made))
    refusals = [a for tool, payload in calls() if not (a := plays(table, tool, {**payload, "dryRun": True}))["ok"]]
    refusals += [
        a for tool, payload in calls() if payload["operation"] in ("open", "note", "map") and not (a := plays(table, tool, payload))["ok"]
    ]
    codes = {answer["error"]["code"] for answer in refusals}
    assert codes > {"character_unknown", "not_yours", "out_of_reach", "bag_unknown"} and len(refusals) > 300
    told = [text for answer in refusals if SECRET in (text := json.dumps(answer))]
    assert told == []


def test_the_game_master_reads_them_all() -> None:
    table = Table(copy_of(_made))
    told = table.ask("attack", "Hero", targetName="Qqq")
    assert SECRET in told["text"]


def test_a_player_reads_those_in_the_own_room() -> None:
    table = Table(copy_of(_made))
    table.did("create", name="Canary Cat", character={"hpMax": 5, "party": False})
    told = plays(table, "manage_room", {"operation": "open", "characterName": "Qqq"})
    assert told["error"]["allowed"] and "Pal" in told["text"] and "Canary Cat" in told["text"] and "Canary Orc" not in told["text"]
    wrong = plays(table, "manage_room", {"operation": "open", "characterName": "Canary Ca"})
    assert "Canary Cat" in wrong["text"]


def test_a_whole_name_is_repeated() -> None:
    table = Table(copy_of(_made))
    said = {"operation": "say", "text": "Hm."}
    whole, part = (plays(table, TOOL_OF["say"], {**said, "toName": name}) for name in ("Canary Orc", "Orc"))
    assert "Canary Orc is out of your character's reach" in whole["text"]
    assert part["error"]["code"] == "out_of_reach" and "Canary" not in part["text"]
