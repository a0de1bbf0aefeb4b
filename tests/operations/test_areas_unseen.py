"""Areas over somebody whom nobody has noticed: two fights that differ only in that answer a player alike."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import put, room, turn_of
from tests.operations.dice import let
from tests.operations.halls import hall
from tests.operations.table import Table
from tests.rows import each_row

PLAYER: Final = Caller("player", "Ann", characters=("Elara", "Clem", "Mira"))
FAR: Final = {"Lurker": "W15", "Shade": "W16"}
NEAR: Final = {"Lurker": "J5", "Shade": "K3"}
ALONE: Final = {"Lurker": "T3", "Shade": "U3"}
"""Where a hiding orc and an invisible, hiding ghost stand."""
CALLS: Final[list[tuple[str, dict[str, str], dict[str, Any]]]] = [
    ("Elara", NEAR, {"spell": "Fireball", "slot": 3}),
    ("Elara", NEAR, {"spell": "Fireball", "slot": 3, "at": "K3"}),
    ("Elara", NEAR, {"spell": "Fireball", "slot": 3, "at": "J5", "catch": ["Goblin 1"]}),
    ("Elara", NEAR, {"spell": "Fireball", "slot": 3, "catch": ["everyone"]}),
    ("Elara", NEAR, {"spell": "Fireball", "slot": 3, "catch": ["Lurker"]}),
    ("Elara", NEAR, {"spell": "Fireball", "slot": 3, "spare": ["Lurker"]}),
    ("Elara", NEAR, {"spell": "Fireball", "slot": 3, "at": "Lurker"}),
    ("Elara", NEAR, {"spell": "Fireball", "slot": 3, "catch": "goblins"}),
    ("Elara", NEAR, {"spell": "Meteor Swarm", "slot": 9}),
    ("Elara", NEAR, {"spell": "Cone of Cold", "slot": 5}),
    ("Elara", NEAR, {"spell": "Lightning Bolt", "slot": 3, "toward": "J5"}),
    ("Elara", NEAR, {"spell": "Thunderwave", "toward": "east"}),
    ("Elara", NEAR, {"spell": "Slow", "slot": 3}),
    ("Elara", NEAR, {"spell": "Web", "slot": 2, "at": "J5"}),
    ("Elara", NEAR, {"spell": "Sleep", "at": "J5"}),
    ("Elara", NEAR, {"spell": "Grease", "at": "J5"}),
    ("Elara", NEAR, {"spell": "Darkness", "at": "J5"}),
    ("Elara", NEAR, {"spell": "Fog Cloud", "at": "J5"}),
    ("Clem", NEAR, {"spell": "Calm Emotions", "slot": 2, "choice": "indifferent"}),
    ("Clem", NEAR, {"spell": "Silence", "slot": 2}),
    ("Elara", ALONE, {"spell": "Fireball", "slot": 3, "at": "T3"}),
    ("Elara", ALONE, {"spell": "Lightning Bolt", "slot": 3, "toward": "T3"}),
    ("Elara", ALONE, {"spell": "Slow", "slot": 3, "at": "R3"}),
    ("Elara", ALONE, {"spell": "Wall of Fire", "slot": 4, "at": ["T3", "U3"]}),
    ("Elara", ALONE, {"spell": "Fireball", "slot": 3, "toward": "north"}),
    ("Clem", ALONE, {"spell": "Calm Emotions", "slot": 2, "choice": "indifferent", "at": "T3"}),
]


@cache
def fight(ruleset: Ruleset, where: tuple[tuple[str, str], ...]) -> Table:
    table = hall(ruleset, Lurker=(FAR["Lurker"], {}), Shade=(FAR["Shade"], {}))
    let(table, 20)
    table.did("apply", "Shade", condition="invisible")
    for name in FAR:
        table.did("act", name, act="Hide", force=True)
    put(table, **dict(where))
    return let(table, 12, face=3)


def after_it(table: Table, who: str) -> Iterator[Any]:
    """What the player reads afterwards, and of a step of its own beside what lies there now."""
    yield table.game.ask({"operation": "where"}, "read_campaign", "full", PLAYER)
    yield table.game.ask({"operation": "context"}, "read_campaign", "full", PLAYER)
    step = {"operation": "move", "characterName": who, "to": "5 ft south"}
    yield table.game.ask({**step, "dryRun": True}, "execute_action", "full", PLAYER)
    yield table.game.ask(step, "execute_action", "full", PLAYER)


def answers(table: Table, who: str, call: dict[str, Any]) -> list[Any]:
    """What the player reads of the call, tried and done, and who it sees."""
    found = []
    for detail in ("brief", "full"):
        for dry in (True, False):
            payload = {"operation": "cast", "characterName": who, **call, **({"dryRun": True} if dry else {})}
            answer = table.game.ask(payload, "execute_action", detail, PLAYER)  # type: ignore[arg-type]
            found.append(answer)
            if answer["ok"] and not dry:
                found += [*after_it(table, who)]
                table.did("undo", toRev=answer["rev"] - 1)
    return [{k: v for k, v in json.loads(re.sub(r"\brev \d+", "rev", json.dumps(one))).items() if k != "rev"} for one in found]


@each_row(("ruleset", "who", "where", "call"), [(ruleset, *row) for ruleset in RULESETS for row in CALLS], ids=str)
def test_a_player_learns_nothing_of_whom_nobody_has_noticed(ruleset: Ruleset, who: str, where: dict[str, str], call: dict[str, Any]):
    told = [answers(fight(ruleset, tuple(places.items())), who, call) for places in (FAR, where)]
    assert told[0] == told[1]
    assert "out of sight" not in json.dumps(told)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_there_is_caught_all_the_same(ruleset: Ruleset):
    table = fight(ruleset, tuple(ALONE.items()))
    answer = table.send(
        {"operation": "cast", "characterName": "Elara", "spell": "Fireball", "slot": 3, "at": "T3"}, "execute_action", "full"
    )
    assert answer["results"][0]["area"]["caught"] == ["Lurker", "Shade"]
    assert table.hp("Lurker") < 60 and table.hp("Shade") < 60
    table.did("undo")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_number_of_chosen_creatures_goes_to_nobody_unknown(ruleset: Ruleset):
    table = fight(ruleset, tuple(NEAR.items()))
    answer = table.send(
        {"operation": "cast", "characterName": "Elara", "spell": "Slow", "slot": 3, "dryRun": True}, "execute_action", "full"
    )
    assert not {"Lurker", "Shade"} & {*answer["results"][0]["area"]["caught"]}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_only_asks_learns_nothing_of_those_beyond_a_hidden_wall(ruleset: Ruleset) -> None:
    table = hall(ruleset, {"size": "24x16", "features": [{"is": "wall", "at": "J3-J9", "hidden": True}]})
    cast = {"operation": "cast", "characterName": "Elara", "spell": "Darkness", "at": "J6"}
    assert table.game.ask(cast, "execute_action", caller=PLAYER)["ok"]
    step = {"operation": "move", "characterName": "Elara", "to": "5 ft south"}
    for dry in (True, False):
        answer = table.game.ask({**step, "dryRun": dry}, "execute_action", caller=PLAYER)
        assert answer["ok"] and "Now in" not in answer["text"], answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_zone_leaves_the_room_with_its_caster_and_without_the_unseen(ruleset: Ruleset) -> None:
    table = hall(ruleset, Lurker=("J5", {}))
    room(table, "create", name="Cave", direction="west")
    table.did("act", "Lurker", act="Hide", force=True)
    table.did("cast", "Clem", spell="Spirit Guardians", choice="radiant", force=True)
    put(table, Clem="A8", Lurker="C7")
    turn_of(table, "Clem")
    went = table.game.ask({"operation": "go", "direction": "west", "names": ["Clem"]}, "manage_room", caller=PLAYER)
    assert went["ok"] and "Lurker" not in went["text"], went["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_squares_of_an_area_betray_no_hidden_wall(ruleset: Ruleset) -> None:
    walled = [{"is": "wall", "at": "J3-J9", "hidden": True}]
    one, other = hall(ruleset, {"size": "24x16"}), hall(ruleset, {"size": "24x16", "features": walled})
    cast = {"operation": "cast", "characterName": "Elara", "spell": "Fog Cloud", "at": "H6"}
    areas = [table.game.ask(cast, "execute_action", "full", PLAYER)["results"][0]["area"]["squares"] for table in (one, other)]
    assert areas[0] == areas[1] and "K6" in areas[1]
