"""The name of an item that a reader does not see stands in no answer, whatever the item triggers, adds or lays."""

from typing import Any

import pytest

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from tests.copies import laid_once
from tests.operations.dice import falling
from tests.operations.table import TOOL_OF, Answer, Table

PLAYER, ALOUD = Caller("player", "Ann", None, ("Thorin",)), Caller(aloud=True)
SECRET = "Zyx"
"""The beginning of the names that no player may read."""
SLOWED = {"apply": {"modifiers": [{"target": "speed.walk", "op": "add", "value": -5}]}, "to": "other", "ends": ["save:turn_end", "check"]}
TRIGGERS: dict[str, Any] = {
    "name": "Zyxcharm", "type": "wondrous", "useState": "carried",
    "on": [
        {"on": "damaged", "then": [{"tempHp": "5"}]},
        {"on": "attacked", "then": [{"damage": "1", "type": "fire", "to": "other"}, SLOWED]},
        {"on": "turn_start", "then": [{"heal": "1"}, {"say": "It hums."}]},
        {"on": "turn_end", "then": [{"damage": "{spent}", "type": "fire"}]},
    ],
}  # fmt: skip
RIDERS: dict[str, Any] = {
    "name": "Zyxbead", "type": "wondrous", "useState": "carried",
    "riders": [
        {"rider": "hit", "once": "turn", "auto": True, "steps": [{"damage": "1", "type": "fire"}, {"say": "It sparks."}]},
        {"rider": "cast", "auto": True, "set": {"range": "double"}},
    ],
}  # fmt: skip


@laid_once
def game(empty: Table) -> Game:
    for name in ("Thorin", "Elara"):
        empty.did("create", name=name, character={"party": True, "hpMax": 400, "classes": ["fighter 5"], "resources": {}})
    empty.did("create", name="Goblin", character={"hpMax": 400, "classes": ["wizard 5"], "party": False})
    for item in (TRIGGERS, RIDERS):
        empty.did("give", "Goblin", item=item)
    return empty.game


def ask(game: Game, caller: Caller, operation: str, **fields: Any) -> Answer:
    answer = game.ask({"operation": operation, **fields}, TOOL_OF[operation], "full", caller)
    assert answer["ok"], answer["text"]
    return answer


def test_the_game_master_reads_what_played(game: Game) -> None:
    game._roll = falling(15)
    told = ask(game, GM, "attack", characterName="Thorin", targetName="Goblin")["text"]
    assert "Zyxcharm: Thorin: 1 fire damage" in told and "Zyxcharm: Goblin: 5 temporary hit points" in told


def test_an_attack_tells_a_player_what_comes_of_it_and_not_by_what(game: Game) -> None:
    game._roll = falling(15)
    answer = ask(game, PLAYER, "attack", characterName="Thorin", targetName="Goblin")
    assert "Strange thing: Thorin: 1 fire damage" in answer["text"]
    assert SECRET not in str(answer)


@pytest.mark.parametrize("caller", [PLAYER, ALOUD])
def test_no_answer_names_a_thing_that_its_reader_does_not_see(game: Game, caller: Caller) -> None:
    game._roll = falling(*[15] * 40)
    told = [ask(game, caller, "attack", characterName="Thorin", targetName="Goblin")]
    for operation, fields in (
        ("attack", {"characterName": "Goblin", "targetName": "Thorin"}),
        ("cast", {"characterName": "Goblin", "spell": "Fire Bolt", "targets": ["Thorin"]}),
        ("damage", {"characterName": "Goblin", "amount": 3, "damageType": "fire"}),
        ("start_fight", {"names": ["Thorin", "Goblin"]}),
        *[("next_turn", {})] * 4,
    ):
        told.append(ask(game, ALOUD, operation, **fields))
        if operation != "start_fight":
            ask(game, GM, operation, **fields)
    told.append(ask(game, caller, "character", characterName="Thorin"))
    told += [ask(game, caller, "look", characterName="Thorin"), ask(game, ALOUD, "history", last=30)]
    assert [a["text"] for a in told if SECRET in str(a)] == []


def test_the_history_that_players_read_leaves_out_the_numbers_of_a_turn(game: Game) -> None:
    ask(game, GM, "start_fight", names=["Goblin"])
    ask(game, GM, "next_turn")
    assert "HP 400" not in str(ask(game, ALOUD, "history", last=30))


def test_the_party_reads_the_names_of_its_own_things(game: Game) -> None:
    ask(game, GM, "transfer", characterName="Goblin", itemName="Zyxcharm", toCharacterName="Elara")
    game._roll = falling(15)
    ask(game, GM, "attack", characterName="Goblin", targetName="Elara")
    assert "Zyxcharm: Elara: 5 temporary" in ask(game, ALOUD, "damage", characterName="Elara", amount=3, damageType="fire")["text"]
