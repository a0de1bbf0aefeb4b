"""Traps with squares: where places count, whoever enters one of them sets the trap off; who knows of it goes around it."""

from typing import Any

import pytest

from rpg_lite.content import map_files, map_text, map_text_writing, tiled
from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import fought, places, put, room, turn_of
from tests.operations.dice import let
from tests.operations.table import Table

HALL = {"size": "16x12"}
BLADE: dict[str, Any] = {"name": "Blade", "at": "E4-F8", "detect": 20, "steps": [{"damage": "5", "type": "slashing"}]}
NET: dict[str, Any] = {**BLADE, "name": "Net", "steps": [{"apply": "restrained"}]}
FLAP: dict[str, Any] = {**BLADE, "name": "Flap", "steps": [{"damage": "1", "type": "bludgeoning"}, {"apply": "prone"}]}
ROOF: dict[str, Any] = {**BLADE, "name": "Roof", "targets": "area"}
ANN = Caller("player", "Ann", characters=("Oda",))


def met(ruleset: Ruleset = "5.2", trap: Any = BLADE, known: bool = False, **squares: str) -> Table:
    """Oda stands west of a trap that lies across the way, with everybody else out of the way, and it is her turn."""
    table = let(fought(ruleset, HALL), 10)
    put(table, **{"Oda": "C6", "Pip": "A1", "Goblin_1": "P1", "Goblin_2": "P3", "Ogre": "O10", **squares})
    assert room(table, bagName="Crypt", trap=trap)["ok"]
    if known:
        assert room(table, bagName="Crypt", trap="found")["ok"]
    turn_of(table, "Oda")
    return table


def kept(table: Table) -> dict[str, Any]:
    return dict(table.thing("Crypt").body["traps"]["here"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_enters_a_square_sets_it_off_and_walks_on(ruleset: Ruleset) -> None:
    table = met(ruleset)
    hp = table.hp("Oda")
    told = table.did("move", "Oda", to="H6")["text"]
    assert "Oda triggers a trap: Blade (E4-F8)." in told and "moves 25 ft" in told
    assert table.hp("Oda") == hp - 5 and places(table)["Oda"] == "H6" and kept(table)["is"] == "triggered"
    table.did("undo")
    assert table.hp("Oda") == hp and "is" not in kept(table)


@pytest.mark.parametrize(("trap", "state"), [(NET, "restrained"), (FLAP, "prone")])
def test_a_trap_that_holds_or_fells_ends_the_walk_on_its_square(trap: Any, state: str) -> None:
    table = met(trap=trap)
    told = table.did("move", "Oda", to="H6")["text"]
    assert state in told and places(table)["Oda"] == "E6" and "moves 10 ft" in told


def test_who_comes_into_the_room_does_not_set_it_off_but_by_its_square() -> None:
    for at, sets_off in (("E4-F8", False), ("H12", True)):
        table = met(trap={**BLADE, "at": at})
        assert room(table, bagName="Crypt", ground={"exits": {"south": "H12"}})["ok"]
        table.did("create", name="Sly", character={"party": True, "hpMax": 30}, roomName="Lobby")
        told = room(table, "go", names=["Sly"], direction="north")
        assert told["ok"] and ("triggers a trap" in told["text"]) == sets_off and table.hp("Sly") == 30 - 5 * sets_off


def test_who_is_placed_there_does_not_set_it_off() -> None:
    table = met()
    hp = table.hp("Oda")
    table.did("place", names=["Oda"], to="E5")
    assert table.hp("Oda") == hp and "is" not in kept(table)


def test_who_knows_of_it_goes_around() -> None:
    for who, known in (("Oda", True), ("Goblin 1", False)):
        table = met(known=known, Goblin_1="C5")
        turn_of(table, who)
        table.did("act", who, act="Dash") if who == "Oda" else None
        told = table.did("move", who, to="H3")["text"]
        assert "triggers" not in told and "is" not in kept(table), who


def test_a_known_trap_is_entered_only_where_it_is_named() -> None:
    table = met(known=True)
    table.refused("too_far", "move", "Oda", to="H6")  # around it is too far
    assert "triggers a trap" in table.did("move", "Oda", to="E6")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_push_leads_over_it(ruleset: Ruleset) -> None:
    table = met(ruleset, Oda="H6", Goblin_1="G6")
    hp = table.hp("Goblin 1")
    told = table.did("act", "Oda", act="Shove", targets=["Goblin 1"], choice="push", force=True)["text"]
    assert "triggers a trap: Blade" in told and table.hp("Goblin 1") == hp - 5, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_area_without_feet_is_its_squares(ruleset: Ruleset) -> None:
    table = met(ruleset, ROOF, Goblin_1="F8", Goblin_2="G8")
    hp = [table.hp(name) for name in ("Oda", "Goblin 1", "Goblin 2")]
    table.did("move", "Oda", to="H6")
    assert [was - table.hp(name) for was, name in zip(hp, ("Oda", "Goblin 1", "Goblin 2"), strict=True)] == [5, 5, 0]


@pytest.mark.parametrize(("area", "caught"), [
    ({"shape": "sphere", "ft": 10}, {"Goblin 1"}), ({"shape": "cone", "ft": 30}, {"Goblin 2"}), ({"shape": "cube", "ft": 15}, {"Goblin 1"}),
])
def test_an_area_lies_about_its_square(area: Any, caught: set[str]) -> None:
    trap = {**ROOF, "at": "E6", "from": "C6" if area["shape"] == "cone" else "E8", "area": area}
    table = met(trap=trap, Oda="D5", Goblin_1="D8", Goblin_2="G6")
    hp = {name: table.hp(name) for name in ("Goblin 1", "Goblin 2")}
    table.did("move", "Oda", to="E6")
    assert {name for name in hp if table.hp(name) < hp[name]} == caught


def test_players_see_the_squares_of_a_found_trap_alone() -> None:
    for known in (False, True):
        table = met(known=known)
        map_ = table.game.ask({"operation": "map", "ground": True}, "manage_room", "full", ANN)
        look = table.game.ask({"operation": "look"}, "manage_room", "full", ANN)
        assert ("!" in map_["text"]) == ("E4-F8" in look["text"]) == ("Blade" in map_["text"]) == known
        assert "!" in room(table, "map", ground=True)["text"]


def test_two_worlds_with_and_without_an_unfound_trap_answer_alike() -> None:
    told = []
    for trap in (BLADE, {**BLADE, "at": "P11"}):
        table = met(trap=trap)
        told.append([
            table.game.ask({"operation": "move", "characterName": "Oda", "to": to, "dryRun": True}, "execute_action", "full", ANN)["text"]
            for to in ("H6", "E6", "P12")
        ] + [table.game.ask({"operation": "map", "ground": True}, "manage_room", "full", ANN)["text"]])
    assert told[0] == told[1]


def test_hands_on_it_need_its_squares() -> None:
    table = met(trap={**BLADE, "disarm": {"dc": 1, "skill": "arcana"}}, known=True, Oda="B6")
    refused = room(table, "disarm", characterName="Oda")
    assert refused["error"]["code"] == "beyond_reach" and "15 ft" in refused["text"]
    assert table.send(refused["error"]["try"], "execute_action")["ok"]
    assert room(table, "disarm", characterName="Oda")["ok"] and kept(table)["is"] == "disarmed"


def test_squares_must_lie_on_the_ground_of_a_room() -> None:
    table = met()
    for trap, more, why in (
        ({**BLADE, "at": "Z40"}, {}, "lies outside the ground of 16 by 12"),
        ({**BLADE, "at": "nowhere"}, {}, "is no square"),
        (BLADE, {"direction": "south"}, "only the trap of a room lies on squares"),
    ):
        told = room(table, bagName="Crypt", trap=trap, **more)["text"]
        assert why in told, told
    assert "E5" in str(room(table, bagName="Crypt", trap="Hidden Pit at E5") and kept(table)["trap"])


def test_map_formats_keep_the_squares() -> None:
    own = '{"name": "Hidden Pit", "at": "B2", "from": "A1"}'
    gallery = "## Gallery\nat: 0 0 8 8\ntrap: Hidden Pit at C4-D5\n- north: Cell\n"
    plan = map_text.parse(f"# Vault\n\n{gallery}\n## Cell\nat: 0 9 8 8\ntrap: {own}\n")
    assert [room.trap for room in plan.rooms] == [{"name": "Hidden Pit", "at": "C4-D5"}, {"name": "Hidden Pit", "at": "B2", "from": "A1"}]
    assert "trap: Hidden Pit at C4-D5\n" in map_text_writing.write(plan)
    assert map_text.parse(map_text_writing.write(plan)).rooms == plan.rooms
    assert [room.trap for room in map_files.read(tiled.write(plan)).rooms] == [room.trap for room in plan.rooms]
