"""Every die of a deed has a key of its own, so that the same deed finds the same die when it is played again."""

from typing import Any

import pytest

from rpg_lite.decision.outcome import Accepted
from rpg_lite.world.events import Rolled, dump, load
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure
MAGE = {"classes": ["wizard 9"], "abilities": {"int": 18, "con": 14}}
DEEDS: list[tuple[str, dict[str, Any]]] = [
    ("attack", {"targetName": "Goblin 1"}),
    ("cast", {"spell": "Fireball", "targets": ["Goblin 1", "Goblin 2", "Goblin 3"]}),
    ("cast", {"spell": "Scorching Ray", "targets": ["Goblin 1", "Goblin 2", "Goblin 3"]}),
    ("cast", {"spell": "Magic Missile", "targets": ["Goblin 1"]}),
    ("check", {"skill": "arcana", "dc": 10}),
    ("save", {"ability": "dex", "dc": 10}),
]


@pytest.fixture
def box() -> Sandbox:
    table = Sandbox()
    table.accept("create", name="Mage", character=MAGE)
    table.accept("create", template="Goblin", count=3)
    table.accept("update", "Goblin 1", character={"hpMax": 90, "hp": 90})
    return table


def rolled(outcome: Accepted) -> list[Rolled]:
    return [e for e in outcome.events if isinstance(e, Rolled)]


@pytest.mark.parametrize(("operation", "fields"), DEEDS)
def test_each_die_of_a_deed_has_its_own_key(box: Sandbox, operation: str, fields: dict[str, Any]) -> None:
    box.let(15, face=3)
    keys = [e.key for e in rolled(box.accept(operation, "Mage", **fields))]
    assert keys and all(keys) and len(keys) == len(set(keys))


def test_commands_of_a_batch_do_not_share_keys(box: Sandbox) -> None:
    strike = {"operation": "attack", "characterName": "Mage", "targetName": "Goblin 1"}
    box.let(15, face=3)
    answer = box.send({"batch": [strike, strike]}, "execute_action", "full")
    keys = [e["key"] for e in answer["changed"] if e["event"] == "rolled"]
    assert len(keys) == len(set(keys)) > 1


def test_rolls_of_older_chronicles_have_no_key() -> None:
    old = {"event": "rolled", "dice": "1d6", "faces": [3], "total": 3, "for": "heal"}
    (event,) = load([old])
    assert isinstance(event, Rolled) and event.key == ""
    assert dump([event]) == [old]
