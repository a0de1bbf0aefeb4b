"""Doors inside a room lie on edges or squares of its ground: closed they stop steps, lines and sight, open they are a gap; whoever stands within 5 ft
opens and closes them (SRD 5.1 and 5.2, Interacting with Objects).
"""

from typing import Any, Final

import pytest

from rpg_lite.content import map_export, map_files, map_text_writing, tiled
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import ANN, fought, places, put, room, turn_of, where
from tests.operations.table import Table

WALLED: Final = {
    "size": "12x10",
    "features": [
        {"is": "wall", "at": " ".join(f"F{n}|G{n}" for n in (1, 2, 3, 4, 6, 7, 8, 9, 10))},
        {"is": "door", "at": "F5|G5", "called": "Red Gate"},
    ],
}


def parted(ruleset: Ruleset, door: dict[str, Any] | None = None) -> Table:
    """A fight in which a wall with a door parts Oda and Pip from the foes, at Oda's turn."""
    ground = {**WALLED, "features": [WALLED["features"][0], {**WALLED["features"][1], **(door or {})}]}
    table = fought(ruleset, ground)
    put(table, Oda="E5", Pip="B9", Ogre="I5", Goblin_1="L1", Goblin_2="L10")
    turn_of(table, "Oda")
    return table


def by_hand(table: Table, deed: str, name: str = "Red Gate", **more: Any) -> dict[str, Any]:
    return room(table, deed, direction=name, **more)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_closed_door_stops_ways_and_sight_and_an_open_one_nothing(ruleset: Ruleset) -> None:
    table = parted(ruleset)
    assert "total cover" in where(table, "Oda").partition("Ogre")[2][:40]
    table.refused("no_way", "move", "Oda", to="H5")
    assert "Red Gate is open" in by_hand(table, "open", characterName="Oda")["text"]
    assert "total cover" not in where(table, "Oda").partition("Ogre")[2][:30]
    assert "to H5" in table.did("move", "Oda", to="H5")["text"]
    put(table, Oda="G5")
    closed = by_hand(table, "close", "the red gate", characterName="Oda")
    assert "Red Gate is closed" in closed["text"]
    assert "already closed" in by_hand(table, "close", characterName="Oda")["text"]
    table.send({"operation": "undo", "rev": closed["rev"]}, "execute_action")
    assert "Red Gate (open)" in room(table, "map", ground=True)["text"]


def test_a_hand_reaches_five_feet_and_the_walk_is_proposed() -> None:
    table = parted("5.2")
    put(table, Oda="B5")
    refused = by_hand(table, "open", characterName="Oda")
    assert refused["error"]["code"] == "beyond_reach" and "20 ft away" in refused["text"]
    assert table.send(refused["error"]["try"], "execute_action")["ok"] and places(table)["Oda"] == "E5"
    assert by_hand(table, "open", characterName="Oda")["ok"]


def test_a_locked_door_waits_for_the_game_master() -> None:
    table = parted("5.2", {"door": "locked"})
    put(table, Oda="F5")
    assert by_hand(table, "open", characterName="Oda")["error"]["code"] == "inner_door_locked"
    assert room(table, "update", bagName="Crypt", ground={"features": [{**WALLED["features"][1], "door": "closed"}]})["ok"]
    assert by_hand(table, "open", characterName="Oda")["ok"]


def test_the_only_door_is_the_door_and_one_of_several_is_the_nearest_or_asked_for() -> None:
    table = parted("5.2")
    put(table, Oda="F5")
    assert "Red Gate is open" in by_hand(table, "open", "door", characterName="Oda")["text"]
    assert room(table, "update", bagName="Crypt", ground={"features": [{"is": "door", "at": "A1|B1"}]})["ok"]
    assert "Red Gate is closed" in by_hand(table, "close", "door", characterName="Oda")["text"]
    asked = by_hand(table, "open", "door")
    assert asked["error"]["code"] == "name_ambiguous" and "A1|B1" in asked["text"]
    assert "door is open" in by_hand(table, "open", "A1|B1")["text"]


def test_nobody_closes_a_door_on_somebody() -> None:
    table = fought("5.2", {"size": "12x10", "features": [{"is": "door", "at": "F5", "called": "Hatch", "door": "open"}]})
    put(table, Oda="E5", Pip="F5")
    assert by_hand(table, "close", "Hatch")["error"]["code"] == "ground_in_use"
    put(table, Pip="A1")
    assert by_hand(table, "close", "Hatch")["ok"]


def test_players_open_what_they_see_and_no_hidden_door() -> None:
    def ask(table: Table) -> dict[str, Any]:
        return table.game.ask({"operation": "open", "direction": "Red Gate", "characterName": "Oda"}, "manage_room", "brief", ANN)

    table = parted("5.2")
    put(table, Oda="F5")
    assert ask(table)["ok"]
    table = parted("5.2", {"hidden": True})
    put(table, Oda="F5")
    refused = ask(table)
    without = parted("5.2", {"at": "A1|B1", "called": "Blue Gate"})
    put(without, Oda="F5")
    assert refused["error"]["code"] == "exit_unknown" and refused["text"] == ask(without)["text"]


def test_a_door_has_a_state_and_other_features_have_none() -> None:
    table = parted("5.2")
    for feature in ({"is": "wall", "at": "A1", "door": "open"}, {"is": "door", "at": "A1", "door": "ajar"}):
        assert not room(table, "update", bagName="Crypt", ground={"features": [feature]})["ok"]


def test_the_drawing_shows_doors() -> None:
    table = parted("5.2")
    told = room(table, "map", ground=True)["text"]
    assert "Red Gate F5|G5" in told
    assert room(table, "update", bagName="Crypt", ground={"features": [{"is": "door", "at": "C3", "door": "open"}, {"is": "door", "at": "C6"}]})["ok"]
    told = room(table, "map", ground=True)["text"]
    assert " 3 ../" in told and "/ open door" in told and "| door" in told


def test_doors_come_back_from_text_and_tiled_as_they_were_written() -> None:
    features = [
        {"is": "door", "at": "F5|G5", "called": "Red Gate"}, {"is": "door", "at": "C3", "called": "Hatch", "door": "open"},
        {"is": "door", "at": "D6", "door": "locked"}, {"is": "door", "at": "B2"},
    ]  # fmt: skip
    table = fought("5.2", {"size": "12x10", "features": features})
    world = table.game.store.read(table.game.campaign.id, lambda at: at.whole())
    plan = map_export.written_map(world, table.game.book).plan
    for text in (map_text_writing.write(plan), tiled.write(plan)):
        ground = next(one.ground for one in map_files.read(text).rooms if one.name == "Crypt")
        assert ground is not None
        assert sorted((f.at, f.called or "", f.door or "closed") for f in ground.features if f.is_ == "door") == [
            ("B2", "", "closed"), ("C3", "Hatch", "open"), ("D6", "", "locked"), ("F5|G5", "Red Gate", "closed"),
        ]  # fmt: skip


@pytest.mark.parametrize("words", ["next to F5|G5", "beside G5|F5", "next to f5|g5"])
def test_an_edge_is_named_by_its_address(words: str) -> None:
    table = parted("5.2")
    put(table, Oda="B2")
    table.did("move", "Oda", to=words)
    assert places(table)["Oda"] == "E4", "where next to Red Gate leads, too"
    assert not table.ask("move", "Oda", to="next to B2|C2")["ok"], "nothing lies on that edge"


def test_whoever_opens_and_closes_it_is_named() -> None:
    table = parted("5.2")
    assert "Crypt: Red Gate is open, opened by Oda." in by_hand(table, "open", characterName="Oda")["text"]
    assert "Crypt: Red Gate is closed, closed by Oda." in by_hand(table, "close", characterName="Oda")["text"]
    assert "Crypt: Red Gate is open." in by_hand(table, "open")["text"]
