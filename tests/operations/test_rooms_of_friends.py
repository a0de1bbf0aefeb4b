"""What lies and stands in a room where only a friend is, no operation tells a player: one rule for look, view, inventory, map and whatever takes a room."""

import json
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.operations.registry import OPERATIONS
from rpg_lite.operations.role_table import right_of
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun, laid_alike
from tests.operations.table import TOOL_OF, Table

BRENNA: Final = Caller("player", "brenna", None, ("Brenna",), shared=True)
PIP: Final = Caller("player", "pip", None, ("Pip",), shared=True)
KEPT: Final = ("Quizzbell", "Zornstone", "Xandarvo")
"""A thing on the floor of the friend's room, one in a chest there, and somebody who stands there."""
WORDS: Final = ("Loft", "Chest", "Pip", "party", "Hall")
BESIDE: Final = {
    "itemName": "Oil", "text": "hey", "skill": "stealth", "ability": "wis", "direction": "north", "quantity": 1, "amount": 1, "query": "fireball",
    "act": "Hide", "spell": "Light", "template": "Oil", "dice": "1d6", "toName": "floor",
}  # fmt: skip
_NO_NAMES: Final = frozenset({"operation", "seed", "force", "d20"})


@laid_alike
def world(ruleset: Ruleset) -> Table:
    """Brenna is in the Hall; Pip is in the Loft above it."""
    table = Table(begun(ruleset))
    for name, levels in (("Brenna", "fighter 5"), ("Pip", "rogue 5")):
        table.did("create", name=name, character={"party": True, "hpMax": 20, "classes": [levels]})
    for made in (
        {"operation": "create", "name": "Hall"},
        {"operation": "create", "name": "Loft", "ground": {"size": "4x4"}},
        {"operation": "portal", "fromName": "Hall", "direction": "up", "toName": "Loft"},
        {"operation": "join", "characterName": "Brenna", "toName": "Hall"},
        {"operation": "join", "characterName": "Pip", "toName": "Loft"},
    ):
        assert (answer := table.send(made, "manage_room"))["ok"], answer["text"]
    table.did("give", bagName="Loft", item={"name": "Quizzbell", "type": "adventuring_gear"})
    table.did("give", bagName="Loft", template="Chest")
    table.did("give", bagName="Chest", item={"name": "Zornstone", "type": "adventuring_gear"})
    table.did("create", name="Xandarvo", character={"hpMax": 9}, roomName="Loft")
    return table


def asks(table: Table, caller: Caller, operation: str, **fields: Any) -> str:
    return json.dumps(table.game.ask({"operation": operation, **fields}, TOOL_OF[operation], "full", caller))


READS: Final[tuple[dict[str, Any], ...]] = (
    {"operation": "look", "bagName": "Loft"}, {"operation": "look", "characterName": "Pip"},
    {"operation": "view", "bagName": "Loft"}, {"operation": "view", "bagName": "Chest"},
    {"operation": "inventory", "characterName": "Pip"}, {"operation": "inventory", "characterName": "Pip", "scope": "here"},
    {"operation": "who", "characterName": "Pip"}, {"operation": "exits", "characterName": "Pip"}, {"operation": "where", "characterName": "Pip"},
    {"operation": "map"}, {"operation": "map", "toName": "Loft"}, {"operation": "map", "toName": "Loft", "ground": True},
    {"operation": "search", "bagName": "Loft"}, {"operation": "context"}, {"operation": "party"}, {"operation": "examine", "name": "Quizzbell"},
)  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_in_a_friend_s_room_is_read(ruleset: Ruleset) -> None:
    table = world(ruleset)
    told = [(call, answer) for call in READS for answer in [asks(table, BRENNA, **call)] if any(name in answer for name in KEPT[1:])]
    told += [(call, answer) for call in READS[:-1] for answer in [asks(table, BRENNA, **call)] if KEPT[0] in answer]
    assert told == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_stands_there_reads_it_and_the_friend_s_bags_stay_readable(ruleset: Ruleset) -> None:
    table = world(ruleset)
    assert "Quizzbell" in asks(table, PIP, "view", bagName="Loft") and "Zornstone" in asks(table, PIP, "view", bagName="Chest")
    assert "Quizzbell" in asks(table, PIP, "inventory", characterName="Pip") and "Xandarvo" in asks(table, PIP, "map")
    table.did("give", "Pip", item={"name": "Marble", "type": "adventuring_gear"})
    assert "Marble" in asks(table, BRENNA, "view", characterName="Pip") and "Marble" in asks(table, BRENNA, "inventory", characterName="Pip")
    whole_party = Caller("player", "both", None, ("Brenna", "Pip"))
    assert "Quizzbell" in asks(table, whole_party, "view", bagName="Loft")


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_key_of_any_operation_tells_it(ruleset: Ruleset) -> None:
    game, told, tried = world(ruleset).game, [], 0
    for operation in OPERATIONS:
        if right_of("player", operation.model) == "never":
            continue
        fields = {field.alias or key: field for key, field in operation.model.model_fields.items()}
        needed = {key: BESIDE.get(key, "x") for key, field in fields.items() if field.is_required()}
        flags: list[dict[str, Any]] = [{}, *({flag: True} for flag in ("everything", "ground") if flag in fields)]
        for key, field in fields.items():
            kind = str(field.annotation)
            if key in _NO_NAMES or "str" not in kind:
                continue
            for word in WORDS:
                for flag in flags:
                    call = {**needed, **flag, "operation": operation.verb, key: [word] if "tuple" in kind or "Mapping" in kind else word}
                    answer = game.ask({**call, "dryRun": True}, operation.tool, "full", BRENNA)
                    if answer["text"].startswith("Refused: dryRun"):
                        answer = game.ask(call, operation.tool, "full", BRENNA)
                    tried += 1
                    if any(name in json.dumps(answer) for name in KEPT):
                        told.append((call, answer["text"]))
    assert told == []
    assert tried > 500, "the operations and their keys are not found"


def test_an_exit_of_a_room_that_nobody_knows_is_not_told() -> None:
    """Weights in the pan of a scale open a gate far away: players hear that something opens, but neither what nor where."""
    table = Table(begun("5.2"))
    table.did("create", name="Pip", character={"party": True, "classes": ["rogue 3"], "abilities": {"str": 16}})
    for made in (
        {"operation": "import_map", "adventure": "salt_toll"},
        {"operation": "join", "characterName": "Pip", "toName": "Toll Court"},
    ):
        assert (answer := table.send(made, "manage_room"))["ok"], answer["text"]
    table.did("give", "Pip", template="Plate Armor")
    laden = {"characterName": "Pip", "itemName": "Plate Armor", "toName": "Stone Scale"}
    heard = table.game.ask({"operation": "transfer", **laden}, "manage_inventory", "full", PIP)
    assert "Somewhere out of sight, something opens." in heard["text"]
    assert "portcullis" not in json.dumps(heard) and "down" not in json.dumps(heard)


def test_the_adventures_magic_lies_unidentified() -> None:
    table = Table(begun("5.2"))
    table.did("create", name="Pip", character={"party": True, "classes": ["rogue 3"]})
    for adventure in ("salt_toll", "bitter_spring"):
        assert table.send({"operation": "import_map", "adventure": adventure}, "manage_room")["ok"]
    things = [thing for thing in table.now.things.values() if thing.kind == "item"]
    magic = [t for t in things if (of := thing_stats.item_of(t, table.game.book)).rarity not in (None, "common") and of.type != "consumable"]
    assert magic and [thing.name for thing in magic if thing.item.is_identified] == []
