"""The board of a measured fight: what it shows to players, to viewers and to the game master, and that it tells nobody of what is unseen."""

import json
import re
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.rules import dice
from rpg_lite.rules.space.features import GroundFeature
from rpg_lite.rules.space.ground import ground_of
from rpg_lite.rules.space.lines import sees
from rpg_lite.rules.space.squares import Space, read_squares, square_name, square_runs
from rpg_lite.rules.space.squares_in_sight import squares_in_sight
from rpg_lite.server.page_stream import PageState
from rpg_lite.views.page import changes
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests import canaries
from tests import test_place_evenings as evenings
from tests import test_unseen_places as unseen
from tests.copies import begun, copy_of, laid_alike
from tests.examples import examples, seconds
from tests.operations.crypts import ANN, CRYPT, fought, put, room, turn_of
from tests.operations.dice import let
from tests.operations.halls import GROUND, casts, hall
from tests.operations.table import Table

pytestmark = pytest.mark.timeout(seconds())
Json = dict[str, Any]
ELARA: Final = Caller("player", characters=("Elara",))
SPLIT: Final = {"size": "12x10", "features": [{"is": "wall", "at": "F1-F9"}, {"is": "low_wall", "at": "C3|D3", "called": "rail"}]}
"""A ground that a wall parts; a gap in its last row."""
READERS: Final = {"player": (False, ANN), "viewer": (False, GM), "game master": (True, GM)}


def board(table: Table | Game, everything: bool = False, caller: Caller = ANN) -> Json:
    game = table.game if isinstance(table, Table) else table
    shown: Json = game.table(everything, caller)["board"]
    return shown


def ground(table: Table, everything: bool = False, caller: Caller = ANN) -> Json:
    shown = table.game.page_ground(everything, caller)
    assert shown is not None
    return shown


def token(shown: Json, name: str) -> Json:
    (found,) = [one for one in shown["tokens"] if one["name"] == name]
    return dict(found)


@laid_alike
def split() -> Table:
    """The crypt with a wall from north to south, at Oda's turn."""
    table = fought(ground=SPLIT, places={"Oda": "C5", "Pip": "C7", "Ogre": "I5", "Goblin 1": "I8", "Goblin 2": "E2"})
    turn_of(table, "Oda")
    return table


# ── where there is a board ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("reader", READERS)
def test_a_told_fight_and_no_fight_have_no_board(reader: str) -> None:
    table = hall("5.2", space="told")
    assert board(table, *READERS[reader]) is None and table.game.page_ground(*READERS[reader]) is None
    measured = fought()
    assert board(measured, *READERS[reader]) is not None
    measured.did("end_fight")
    assert board(measured, *READERS[reader]) is None and measured.game.page_ground(*READERS[reader]) is None


def test_players_of_whom_nobody_is_there_see_no_board() -> None:
    table = fought()
    for name in ("Oda", "Pip"):
        assert room(table, "go", characterName=name, direction="south", force=True)["ok"]
    assert board(table) is None and board(table, True, GM) is not None


# ── tokens ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_each_token_has_its_square_its_side_and_its_health() -> None:
    table = split()
    table.did("damage", "Oda", amount=3, damageType="fire")
    table.did("apply", "Ogre", condition="prone")
    shown = board(table)
    assert token(shown, "Oda") == {
        "id": "c1.1", "name": "Oda", "short": "Od", "side": "party", "x": 2, "y": 4, "size": 1, "mark": "hurt", "acts": True, "mine": True,
        "hp": {"value": 25, "max": 28, "temporary": 0},
    }  # fmt: skip
    ogre = {
        "id": "c7.1",
        "name": "Ogre",
        "short": "Og",
        "side": "foe",
        "x": 8,
        "y": 4,
        "size": 2,
        "mark": "unhurt",
        "conditions": ["prone"],
    }
    assert token(shown, "Ogre") == ogre
    whole = token(board(table, True, GM), "Ogre")
    assert {key: whole[key] for key in ogre} == ogre and whole["ac"] == 11 and whole["hp"]["value"] == whole["hp"]["max"]
    assert [one["short"] for one in shown["tokens"]] == ["Od", "P", "G1", "G2", "Og"]
    assert not any(one.get("mine") for one in board(table, False, GM)["tokens"])


def test_the_dead_lie_where_they_fell_and_bystanders_are_of_no_side() -> None:
    table = split()
    table.did("create", name="Keeper", template="Commoner", roomName="Crypt")
    put(table, Keeper="A1")
    table.did("damage", "Goblin 2", amount=200, damageType="fire")
    shown = board(table)
    assert token(shown, "Keeper")["side"] == "other"
    fallen = token(shown, "Goblin 2")
    assert fallen["mark"] == "dead" and "conditions" not in fallen and (fallen["x"], fallen["y"]) == (4, 1)


def test_height_lights_concentration_and_mounts_are_told() -> None:
    table = split()
    assert room(table, bagName="Crypt", ground={"features": [{"is": "ledge", "at": "C7", "ft": 20}]})["ok"]
    table.did("place", names=["Pip"], to="C7+20")
    table.did("give", "Pip", item="Torch")
    table.did("use", "Pip", itemName="Torch")
    for who in ("Pip", "Ogre"):
        table.did("apply", who, effect="Bless", duration="1 minute", source=who)
    shown, whole = board(table), board(table, True, GM)
    assert token(shown, "Pip") | {"z": 20, "light": (20, 20), "concentration": "Bless"} == token(shown, "Pip")
    assert "concentration" not in token(shown, "Ogre"), "nobody sees whether a stranger concentrates"
    assert token(whole, "Ogre")["concentration"] == "Bless"


# ── ground and sight ────────────────────────────────────────────────────────────────────────────────────────────────


def test_players_get_the_squares_that_the_party_has_seen() -> None:
    table = split()
    shown, drawn = board(table), ground(table)
    assert shown["tag"] == drawn["tag"] and shown["room"] == drawn["room"]
    assert drawn["rows"][4] == ".....#      " and shown["sight"][4] == "333333000000"
    assert drawn["signs"] == {"#": "wall"} and (drawn["w"], drawn["h"]) == (12, 10)
    assert drawn["features"] == [{"is": "low_wall", "at": "C3|D3", "called": "rail"}]
    whole = ground(table, True, GM)
    assert whole["rows"][4] == ".....#......" and board(table, True, GM)["sight"] == []
    (south,) = whole["exits"]
    assert south["at"] == "F10" and south["side"] == "south" and south["to"] == "Lobby"


def test_what_was_seen_once_stays_until_the_ground_changes() -> None:
    table = split()
    table.did("place", names=["Oda"], to="I3")
    table.did("place", names=["Pip"], to="I9")
    shown = board(table)
    assert shown["sight"][4][0] == "1" and shown["sight"][4][9] == "3" and ground(table)["rows"][4] == ".....#......"
    tag = shown["tag"]
    table.did("damage", "Oda", amount=1, damageType="fire")
    assert board(table)["tag"] == tag
    room(table, bagName="Crypt", ground={"features": [{"is": "pillar", "at": "J10"}]})
    assert board(table)["tag"] != tag and ground(table)["rows"][9][9] == "o"
    assert board(table)["sight"][4][0] == "0", "a ground that changed has to be seen again"


def test_a_secret_change_of_the_ground_makes_nobody_forget() -> None:
    table = split()
    table.did("place", names=["Oda", "Pip"], to="I3")
    before = board(table)
    room(table, bagName="Crypt", ground={"features": [{"is": "pit", "at": "B2", "ft": 20, "hidden": True}]})
    assert board(table) == before
    hidden = {"is": "pit", "at": "B2", "ft": 20, "hidden": True}
    assert hidden in ground(table, True, GM)["features"] and "pit" not in json.dumps(ground(table))


def test_an_undo_takes_back_what_was_seen() -> None:
    table = split()
    before, drawn = board(table), ground(table)
    table.did("place", names=["Oda"], to="I3")
    assert board(table) != before
    assert table.game.ask({"operation": "undo"}, "execute_action")["ok"]
    assert (board(table), ground(table)) == (before, drawn)


def test_in_the_dark_the_party_knows_its_own_squares_and_dim_light_is_dim() -> None:
    table = split()
    assert room(table, bagName="Crypt", light="dark")["ok"]
    shown = board(table)
    assert {square for row in shown["sight"] for square in row} == {"0", "2"} and shown["sight"][4][2] == "2"
    assert sum(row.count("2") for row in shown["sight"]) == 2 and ground(table)["rows"][4] == "  .         "
    assert room(table, bagName="Crypt", light="dim")["ok"]
    assert board(table)["sight"][4] == "222222000000"


def test_whoever_is_blinded_looks_no_more_but_remembers() -> None:
    table = split()
    for name in ("Oda", "Pip"):
        table.did("apply", name, condition="blinded")
    assert board(table)["sight"][4] == "112111000000"


def test_fog_hides_what_is_in_it_and_beyond() -> None:
    table = hall("5.2", ground={"size": "24x16"})
    assert board(table, caller=ELARA)["sight"] == []
    casts(table, "Fog Cloud", who="Nara", at="M8", force=True)
    shown = board(table, caller=ELARA)
    assert "1" in {square for row in shown["sight"] for square in row}
    (fog,) = shown["areas"]
    assert (fog["name"], fog["by"]) == ("Fog Cloud", "Nara") and "M8" in fog["squares"] and fog["says"].startswith("20 ft sphere")


@pytest.mark.parametrize("walls", ["", "C3-C6", "B2 D2 B4 D4", "A3-F3"])
def test_the_squares_in_sight_are_those_to_which_a_line_is_open(walls: str) -> None:
    there = ground_of(8, 8, [GroundFeature("wall", walls)] if walls else [])
    for space in (Space(1, 2), Space(4, 4, 2)):
        one_by_one = {(x, y) for x in range(8) for y in range(8) if sees(there, space, Space(x, y))}
        assert squares_in_sight(there, space) == one_by_one


# ── what happened, and what may be done ─────────────────────────────────────────────────────────────────────────────


def test_the_way_of_the_last_walk_is_shown_and_undone() -> None:
    table = split()
    assert board(table)["way"] is None
    table.did("move", "Oda", to="C2")
    assert board(table)["way"] == [[2, 4], [2, 3], [2, 2], [2, 1]] == board(table, True, GM)["way"]
    table.game.ask({"operation": "undo"}, "execute_action")
    assert board(table)["way"] is None


def test_of_a_strangers_walk_players_see_what_the_party_saw() -> None:
    table = split()
    turn_of(table, "Goblin 1")
    table.did("move", "Goblin 1", to="E10", by="walk")
    seen, whole = board(table)["way"], board(table, True, GM)["way"]
    assert len(whole) > len(seen or []) and whole[0] == [8, 7] and [8, 7] not in (seen or [])


def test_the_reach_is_where_a_walk_may_go_for_what_it_costs() -> None:
    table = fought(ground=CRYPT)
    put(table, Oda="E5", Pip="E7", Ogre="H6", Goblin_1="K1", Goblin_2="L10")
    turn_of(table, "Oda")
    reach = board(table)["reach"]
    assert reach["of"] == "c1.1" and reach["left"] == 30
    costs = {square_name((x, y)): feet for x, y, feet in reach["squares"]}
    seen = [(x, y) for x in range(12) for y in range(10) if board(table)["sight"][y][x] != "0"]
    assert 100 < len(seen) < 120, "the walls hide some squares, of which a board says nothing"
    for square in map(square_name, seen):
        asked = {"operation": "move", "characterName": "Oda", "to": square, "dryRun": True}
        answer = table.game.ask(asked, "execute_action", "full", ANN)
        if answer["ok"] and square != "E5":
            moved = answer["results"][0]["move"]
            assert moved["to"] == square and costs[square] == moved["feet"], square
        else:
            assert square not in costs, square
    table.did("move", "Oda", to="D7")
    assert board(table)["reach"]["left"] == 20


def test_reach_is_for_whoever_acts_and_those_who_may_know_it() -> None:
    table = split()
    assert board(table, caller=ANN)["reach"]["of"] == "c1.1"
    assert board(table, caller=Caller("player", characters=("Pip",)))["reach"] is None
    assert board(table, False, GM)["reach"] is None
    turn_of(table, "Ogre")
    assert board(table)["reach"] is None and board(table, True, GM)["reach"]["of"] == "c7.1"
    table.did("apply", "Ogre", condition="grappled")
    assert board(table, True, GM)["reach"] is None


def test_the_area_of_the_last_deed_is_shown_with_what_became_of_those_inside() -> None:
    table = hall("5.2", GROUND)
    casts(table, "Fireball", catch=["Goblin 1", "Goblin 2"], spare=["Oda"])
    last = board(table, caller=ELARA)["last"]
    assert (last["name"], last["by"]) == ("Fireball", "Elara") and len(last["squares"]) in (48, 52)
    struck = {one["id"]: one["name"] for one in board(table, caller=ELARA)["tokens"]}
    assert {struck[id] for id in last["hit"]} >= {"Goblin 1", "Goblin 2"} and set(last["hit"].values()) <= {"saved", "failed"}
    table.did("damage", "Oda", amount=3, damageType="fire")
    assert board(table, caller=ELARA)["last"] is None


def test_zones_lie_on_their_squares_and_move_with_their_bearer() -> None:
    table = hall("5.2", GROUND)
    casts(table, "Spirit Guardians", who="Clem", force=True, choice={"type": "radiant"})
    (first,) = board(table, caller=ELARA)["areas"]
    put(table, Clem="D8")
    (then,) = board(table, caller=ELARA)["areas"]
    assert first["kind"] == then["kind"] == "emanation" and first["squares"] != then["squares"] and "D9" in then["squares"]


def test_cover_is_told_from_the_own_hero_as_the_relations_tell_it() -> None:
    table = fought(ground=CRYPT)
    put(table, Ogre="H9", Goblin_2="L10", Goblin_1="F2", Oda="F7", Pip="B9")
    turn_of(table, "Oda")
    told = table.game.ask({"operation": "where", "characterName": "Oda"}, "read_campaign", "full", ANN)["results"][0]["standing"]
    covered = {one["name"]: one["cover"] for one in told if one["cover"] != "none"}
    names = {one["id"]: one["name"] for one in board(table)["tokens"]}
    cover = {names[id]: words for id, words in board(table)["cover"]["c1.1"].items()}
    assert cover["Goblin 1"] == "half cover (altar)" and cover.keys() == covered.keys()


def test_a_change_in_a_measured_fight_is_small() -> None:
    """One deed that strikes four, with four heroes of level 5 on a ground of 22 × 13 squares (page.md: at most 8 KB)."""
    table = Table(begun())
    for name, of in {"Brenna": "fighter 5", "Osric": "cleric 5", "Pip": "rogue 5", "Elara": "wizard 5"}.items():
        spells = {"known": ["Fireball"], "prepared": ["Fireball"]} if name == "Elara" else {}
        table.did("create", name=name, character={"party": True, "classes": [of], "hpMax": 38, "spells": spells})
    assert room(table, ground={"size": "22x13", "features": [{"is": "pillar", "at": "F4 F9 K4 K9"}, {"is": "wall", "at": "N1-N4"}]})["ok"]
    foes = ["Ghoul 1", "Ghoul 2", "Ghoul 3", "Ghoul 4"]
    for name in foes:
        table.did("create", name=name, template="Ghoul")
    table.did(
        "start_fight",
        names=["party", *foes],
        space="measured",
        places=dict(zip((*foes, "Elara"), ("N7", "O8", "P6", "O6", "C7"), strict=True)),
    )
    turn_of(table, "Elara")
    before = table.game.table(caller=ELARA)
    casts(table, "Fireball", catch=foes, force=True)
    after = table.game.table(caller=ELARA)
    told, sent = changes.changes(before, after), PageState(2, "b", after).since(PageState(1, "a", before))
    assert len(told["board"]["last"]["hit"]) == 4 and told["board"]["reach"]["squares"] and len(sent) <= 8_000, len(sent)


# ── what nobody may know ────────────────────────────────────────────────────────────────────────────────────────────


def secret_fight() -> Game:
    """The split crypt with foes of telling numbers, somebody who hides, a hidden pit and a hidden door."""
    table = split()
    foe = {"hpMax": 7900, "abilities": {"dex": 14}, "modifiers": [{"target": "ac", "op": "raise_to", "value": 94}]}
    table.did("create", name="Snik", character=foe, roomName="Crypt")
    table.did("create", name="Lurker2x", character={"hpMax": 7900, "abilities": {"dex": 30}}, roomName="Crypt")
    put(table, Snik="B5", Lurker2x="B2")
    let(table, 20).did("act", "Lurker2x", act="Hide", force=True)
    table.did("start_fight", names=["Snik", "Lurker2x"])
    for feature in ({"is": "pit", "at": "D8", "ft": 35, "called": "Trapdoor3x"}, {"is": "wall", "at": "A7|B7", "called": "Panel4x"}):
        assert room(table, bagName="Crypt", ground={"features": [{**feature, "hidden": True}]})["ok"]
    vault = {"name": "Vault5x", "direction": "west", "door": "hidden"}
    assert room(table, "create", **vault)["ok"]
    turn_of(table, "Oda")
    table.roll_with(dice.roller(1))
    return table.game


SECRETS: Final = re.compile(r"Lurker2x|Trapdoor3x|Panel4x|Vault5x|7900|\b94\b|pit")


@pytest.mark.parametrize("reader", ["player", "viewer"])
def test_no_secret_is_in_the_bytes_of_players(reader: str) -> None:
    with copy_of(secret_fight) as game:
        whole = json.dumps([board(game, True, GM), game.page_ground(True, GM)])
        assert {*SECRETS.findall(whole)} == {"Lurker2x", "Trapdoor3x", "Panel4x", "Vault5x", "7900", "94", "pit"}
        everything, caller = READERS[reader]
        state = {key: part for key, part in game.table(everything, caller).items() if key not in changes.OLD}
        shown = json.dumps([state, game.page_ground(everything, caller)])
        assert SECRETS.findall(shown) == []
        assert "ac" not in token(state["board"], "Snik") and "hp" not in token(state["board"], "Snik")
        game.ask({"operation": "move", "characterName": "Lurker2x", "to": "D2", "force": True}, "execute_action")
        assert SECRETS.findall(json.dumps(board(game, everything, caller))) == [] and board(game, everything, caller)["way"] is None


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate])
@given(first=unseen.secrets, second=unseen.secrets)
def test_two_worlds_that_differ_in_what_is_unseen_have_the_same_board(ruleset: Ruleset, first: Json, second: Json) -> None:
    shown = []
    for hidden in (first, second):
        with copy_of(unseen.opened, ruleset) as game:
            unseen.world_with(game, hidden)
            shown.append([json.dumps([board(game, *READERS[who]), game.page_ground(*READERS[who])]) for who in ("player", "viewer")])
    assert shown[0] == shown[1]


# ── laws ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def hold_laws(table: Table, before: Json) -> Json:
    """A player sees a part of what the game master sees, at the same squares; reach is within the turn; changes alone lead to the same state."""
    state, whole = table.game.table(caller=ANN), board(table, True, GM)
    parts = {key: part for key, part in state.items() if key not in changes.OLD}
    assert canaries.applied(before, changes.changes(before, state)) == parts
    shown, drawn, all_of_it = state["board"], ground(table), ground(table, True, GM)
    assert shown["tag"] == drawn["tag"] and whole["tag"] == all_of_it["tag"]
    everybody = {one["id"]: one for one in whole["tokens"]}
    for one in shown["tokens"]:
        assert [one[key] for key in ("x", "y", "size", "mark")] == [everybody[one["id"]][key] for key in ("x", "y", "size", "mark")]
        assert one["side"] == "party" or not one.keys() & {"hp", "ac", "hidden", "concentration"}
    for mine, full in zip(drawn["rows"], all_of_it["rows"], strict=True):
        assert all(sign in (" ", true) for sign, true in zip(mine, full, strict=True))
    known = {square_name((x, y)) for y, row in enumerate(drawn["rows"]) for x, sign in enumerate(row) if sign != " "}
    assert all(known.issuperset(area["squares"]) for area in (*shown["areas"], *([shown["last"]] if shown["last"] else ())))
    for reach in filter(None, (shown["reach"], whole["reach"])):
        assert all(0 < feet <= reach["left"] for _, _, feet in reach["squares"])
    return state


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(20), deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate])
@given(deeds=st.lists(st.one_of(evenings.DEEDS, evenings.AREAS), min_size=6, max_size=14))
def test_the_board_of_a_random_fight_holds_its_laws(ruleset: Ruleset, deeds: list[Json]) -> None:
    table = evenings.with_a_caster(ruleset)
    state = hold_laws(table, table.game.table(caller=ANN))
    for deed in deeds:
        if evenings.send(table, deed)["ok"]:
            state = hold_laws(table, state)


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", ["C4", "B2-D2 C3", "A1-C1 E1 A2-B2", "Z9-AC9"])
def test_runs_of_squares_read_as_what_they_were(words: str) -> None:
    assert square_runs(read_squares(words) or ()) == words
