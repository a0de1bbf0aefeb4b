"""Routes and maps: routes go where the party may go, and maps show what it knows."""

import json
import re

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.operations import schema
from rpg_lite.world import atlas
from rpg_lite.world.events import Created, ExitOpened
from rpg_lite.world.world_model import FIRST_ROOM_ID, WORLD_ID, Exit, Thing
from tests.copies import laid_once
from tests.operations.dungeon import CELLAR, CRYPT, EVENTS, HALL, KITCHEN, VAULT, dig
from tests.operations.table import Answer, Table


@laid_once
def party(empty: Table) -> Table:
    """Thorin and Elara are in the tavern, above a dungeon."""
    for name in ("Thorin", "Elara"):
        empty.did("create", name=name, character={"party": True})
    dig(empty.game, *EVENTS)
    return empty


def text(answer: Answer) -> str:
    assert answer["ok"], answer["text"]
    found: str = answer["text"]
    return found


def test_a_route_says_label_room_door_and_minutes(party: Table):
    told = text(party.ask("route", toName="the cellar"))
    assert told.endswith("to Cellar: east (Hall, door, closed), down (Cellar, stairs): 3 minutes.")


def test_a_route_as_data_names_every_step(party: Table):
    (result,) = party.send({"operation": "route", "toName": "Cellar"}, "manage_room", "full")["results"]
    assert result["minutes"] == 3
    assert [(s["label"], s["toName"], s["minutes"]) for s in result["steps"]] == [("east", "Hall", 2), ("down", "Cellar", 1)]


def test_one_is_where_one_is(party: Table):
    here = party.game.ask({"operation": "map", "around": 0}, tool="manage_room")["results"][0]["rooms"][0]["name"]
    assert text(party.ask("route", toName=here)) == f"They are already in {here}."


def test_a_misspelt_room_is_not_guessed(party: Table):
    assert party.refused("room_unknown", "route", toName="Kitchn")["error"]["near"] == [f"Kitchen ({KITCHEN})"]


def test_near_names_give_away_no_room_that_the_party_does_not_know(party: Table):
    for wanted in ("Crpt", "Vaults of Old", "Somewhere else"):
        assert not {VAULT, CRYPT, "Crypt"} & set(str(party.refused("room_unknown", "route", toName=wanted)["error"]).split())
        assert "Crypt" not in party.refused("room_unknown", "route", toName=wanted)["text"]
    assert party.refused("room_unknown", "route", toName="Crpt", everything=True)["error"]["near"] == [f"Crypt ({CRYPT})"]


def test_what_opens_a_lock_is_for_the_game_master(party: Table):
    dig(party.game, ExitOpened(Exit("e9.60", CELLAR, "north", "north", KITCHEN, "door", "locked", key_name="Iron Key", dc=15)))
    dig(party.game, Created(Thing("r9.61", "room", "Loft", WORLD_ID, body={"seen": "seen"})))
    dig(party.game, ExitOpened(Exit("e9.62", HALL, "up", "up", "r9.61", "door", "locked", key_name="Iron Key", dc=15)))
    refusal = party.refused("way_locked", "route", toName="Loft")
    seen = party.send({"operation": "map", "around": 9}, "manage_room", "full")
    assert "up of Hall blocks the route: it is a locked door" in refusal["text"] and "door, locked → " in seen["text"]
    party.did("give", "Elara", item={"name": "Iron Key", "type": "tool"})
    taken = party.send({"operation": "route", "toName": "Loft"}, "manage_room", "full")
    for answer in (refusal, seen, taken):
        assert not [word for word in ("Iron Key", "keyName", "DC", "dc") if word in str(answer)]
    assert "locked (Iron Key)" in text(party.ask("map", around=9, everything=True))


def test_without_a_goal_it_is_asked_for(party: Table):
    assert party.refused("destination_required", "route")["error"]["allowed"] == ["toId", "toName"]


def test_what_is_not_discovered_is_refused_with_the_way_to_ask_for_it(party: Table):
    answer = party.refused("room_undiscovered", "route", toName="Crypt")
    assert answer["error"]["try"] == {"operation": "route", "toName": "Crypt", "everything": True}


def test_a_room_that_is_not_discovered_is_proposed_to_the_game_master_with_everything(party: Table):
    assert party.refused("room_undiscovered", "route", toName="Vault")["error"]["try"]["everything"] is True


def test_a_route_of_the_game_masters_names_the_locks_on_it(party: Table):
    assert "east (Vault, door, locked (Iron Key))" in text(party.ask("route", "Thorin", toName="Vault", everything=True))


def test_a_bolt_is_in_nobodys_way_as_unlock_has_it(party: Table):
    bolted = {"operation": "create", "name": "Closet", "direction": "west", "door": "locked"}
    assert party.send(bolted, "manage_room")["ok"]
    assert "west (Closet, door, locked)" in text(party.ask("route", toName="Closet", everything=True))
    assert party.send(party.ask("go", direction="west")["error"]["try"], "manage_room")["ok"]
    assert party.ask("go", direction="west")["ok"]


def test_the_game_master_is_shown_the_hidden_way(party: Table):
    assert "west (Crypt, secret door, hidden)" in text(party.ask("route", toName="Crypt", everything=True))


def test_rooms_of_one_name_are_told_apart_by_id(party: Table):
    dig(party.game, Created(Thing("r9.40", "room", "Hall", WORLD_ID, body={"seen": "seen"})))
    answer = party.refused("name_ambiguous", "route", toName="Hall")
    assert answer["error"]["near"] == [f"Hall ({HALL})", "Hall (r9.40)"]
    assert text(party.ask("route", toId=HALL))


def test_a_room_without_a_known_way_says_so(party: Table):
    dig(party.game, Created(Thing("r9.41", "room", "Island", WORLD_ID, body={"seen": "visited"})))
    assert "try" not in party.refused("way_unknown", "route", toName="Island")["error"]


# ── maps ────────────────────────────────────────────────────────────────────────────────────────────────────────────

DRAWN = """\
[Y]
 │  ↘
[@]─+─[H]───[K]
"""


def test_the_map_draws_what_the_party_knows(party: Table):
    told = text(party.ask("map"))
    assert DRAWN in told
    assert "; Thorin, Elara): north → Y; east, door, closed → H" in told
    assert "north, one way" not in told and "north → off the map" in told


def test_a_map_shows_no_room_that_nobody_saw(party: Table):
    told = text(party.ask("map", around=9))
    assert not [name for name in ("Vault", "Crypt", VAULT, CRYPT, "secret", "hidden") if name in told]
    assert "east, door, locked → ?" in told
    assert "K Kitchen (r9.3): only seen; no exits known" in told and "; east → K" in told


def test_the_game_masters_map_shows_all(party: Table):
    told = text(party.ask("map", around=9, everything=True))
    assert "west, secret door, hidden → R" in told
    assert "R Crypt (r9.6)" in told


def test_the_data_of_a_map_hides_as_much_as_its_text(party: Table):
    (result,) = party.send({"operation": "map", "around": 9}, "manage_room", "full")["results"]
    assert {room["name"] for room in result["rooms"]}.isdisjoint({"Vault", "Crypt"})
    assert VAULT not in str(result) and CRYPT not in str(result)


def test_only_who_is_before_the_partys_eyes_stands_on_its_map(party: Table):
    dig(
        party.game,
        *(Created(Thing(f"c9.{n}", "character", name, room)) for n, name, room in ((50, "Cook", HALL), (51, "Bard", FIRST_ROOM_ID))),
    )
    told = text(party.ask("map"))
    assert "Thorin, Elara, Bard" in told and "Cook" not in told
    assert "Cook" in text(party.ask("map", everything=True))


def test_a_map_and_a_route_go_by_what_was_seen_when_somebody_was_there(party: Table):
    before = [text(party.ask("map", around=9)), text(party.ask("route", toName="Cellar"))]
    for changed in (
        {"operation": "portal", "fromName": "Hall", "direction": "mirror", "toName": "Cellar"},
        {"operation": "update", "bagName": "Hall", "direction": "down", "door": "locked", "keyName": "Tin Key"},
    ):
        assert party.send(changed, "manage_room")["ok"]
    assert [text(party.ask("map", around=9)), text(party.ask("route", toName="Cellar"))] == before
    whole = text(party.ask("map", around=9, everything=True))
    assert "mirror" in whole and "down, stairs, locked (Tin Key)" in whole
    assert party.send({"operation": "join", "toName": "Hall"}, "manage_room")["ok"]
    now = text(party.ask("map", around=9))
    assert "mirror, portal, one way → C" in now and "down, stairs, locked → C" in now
    assert "mirror (Cellar, portal)" in text(party.ask("route", toName="Cellar"))


def test_an_earlier_element_that_changes_a_far_way_changes_no_map(party: Table):
    far = {"operation": "portal", "fromName": "Hall", "direction": "mirror", "toName": "Cellar"}
    near = {"operation": "portal", "direction": "mirror", "toName": "Cellar"}
    seen = {"operation": "map", "around": 9}
    assert ["mirror" in str(batch(party, way, seen)["results"][1]) for way in (far, near)] == [False, True]


def test_a_larger_around_is_offered(party: Table):
    told = text(party.ask("map", around=1))
    assert told.endswith("2 rooms next to these left out, and everything beyond them: send a larger around.")


def test_the_game_master_hears_how_many_rooms_the_party_does_not_know(party: Table):
    told, undiscovered = (
        text(party.ask("map", around=9)),
        "2 nearby rooms left out as unknown to the party: send everything true to see all.",
    )
    assert told.endswith(undiscovered)
    assert "left out" not in text(party.ask("map", around=9, everything=True))
    aloud = party.game.ask({"operation": "map", "around": 9}, tool="manage_room", caller=Caller("player", characters=("Thorin",)))
    assert "left out" not in text(aloud)


def test_a_map_of_a_hundred_rooms_with_long_names_stays_short(party: Table):
    rooms = [Created(Thing(f"r8.{n}", "room", f"Room {n} " + "x" * 150, WORLD_ID, body={"seen": "visited"})) for n in range(1, 101)]
    ways = [ExitOpened(Exit(f"e8.{n}", FIRST_ROOM_ID if n < 9 else f"r8.{n // 2}", f"down {n}", "down", f"r8.{n}")) for n in range(1, 101)]
    dig(party.game, *rooms, *ways)
    told = text(party.ask("map", around=1000))
    assert len(told) <= 1500
    assert "left out" in told


def hundred(party: Table) -> None:
    rooms = [Created(Thing(f"r8.{n}", "room", f"Room {n}", WORLD_ID, body={"seen": "visited"})) for n in range(1, 101)]
    ways = [ExitOpened(Exit(f"e8.{n}", f"r8.{n - 1}" if n > 1 else FIRST_ROOM_ID, f"south {n}", "south", f"r8.{n}")) for n in range(1, 101)]
    dig(party.game, *rooms, *ways)


def test_a_room_is_drawn_and_listed_by_its_own_number(party: Table):
    hundred(party)
    told = text(party.ask("map", around=9))
    lines = told.splitlines()
    assert all(line.startswith(f"{line.split()[2]} Room ") for line in lines if re.match(r"\S+ Room \d", line))
    assert "7 Room 7 (r8.7)" in told and "south 8, one way → 8" in told and "[7]" in told


def test_what_is_left_out_is_shown_by_the_call_that_the_map_names(party: Table):
    hundred(party)
    told = text(party.ask("map", around=200))
    found = re.search(r"(\d+) rooms farther away left out.*such as (\{.*?\})", told)
    assert found and len(told) <= 1500
    call = json.loads(found.group(2))
    beyond = text(party.send(call, "manage_room"))
    assert beyond.startswith(f"Around {call['toName']} (") and f"{call['toName']} (r8." in beyond
    listed = re.findall(r"^\S+ (Room \d+) \(", told, re.MULTILINE)
    assert call["toName"] not in listed and int(found.group(1)) + len(listed) >= 100


def test_the_whole_map_is_in_the_full_text(party: Table):
    hundred(party)
    answer = party.send({"operation": "map", "around": 200}, "manage_room", "full")
    assert set(re.findall(r"^\S+ Room (\d+) \(", answer["text"], re.MULTILINE)) == {str(n) for n in range(1, 101)}
    assert "farther away" not in answer["text"]


def test_a_map_of_another_room_does_not_move_anybody(party: Table):
    told = text(party.ask("map", toName="Cellar", around=1))
    assert told.startswith("Around Cellar (C)") and "@" not in told
    (result,) = party.send({"operation": "map", "toId": CELLAR}, "manage_room", "full")["results"]
    assert result["here"] == FIRST_ROOM_ID


def test_a_map_around_a_room_that_nobody_saw_is_for_the_game_master(party: Table):
    answer = party.refused("room_undiscovered", "map", toName="Vault")
    assert "Around Vault" in text(party.send(answer["error"]["try"], "manage_room"))
    assert party.refused("room_unknown", "map", toName="Kitchn")["error"]["near"] == [f"Kitchen ({KITCHEN})"]


def test_a_map_that_came_with_a_name_says_it(party: Table):
    dig(party.game, Created(Thing("r9.70", "room", "Nave", WORLD_ID, body={"seen": "seen", "map": {"id": "r9.70", "name": "The Abbey"}})))
    assert text(party.ask("map", toName="Nave")).startswith("The Abbey: around Nave (N)")


def test_a_map_and_a_route_share_a_batch(party: Table):
    answer = party.send({"batch": [{"operation": "map"}, {"operation": "route", "toName": "Yard"}]}, "manage_room")
    assert answer["ok"] and "1. From" in answer["text"]


def test_a_search_without_end_is_given_up_and_says_so(party: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(atlas.route, "__defaults__", (3,))
    answer = party.refused("way_not_found", "route", toName="Cellar")
    assert "no route from Lobby to Cellar among the 3 rooms nearest to them" in answer["text"]


def batch(party: Table, *elements: Answer) -> Answer:
    return party.send({"batch": [*elements]}, "manage_room", "full")


def test_a_route_does_not_pass_what_an_earlier_element_took_away(party: Table):
    closed = batch(party, {"operation": "lock", "direction": "east", "keyName": "Tin Key"}, {"operation": "route", "toName": "Cellar"})
    assert "From Lobby to Cellar: north (Yard), east (Hall), down (Cellar, stairs): 11 minutes." in closed["text"]
    for gone in ("Yard", "Kitchen"):
        answer = batch(party, {"operation": "remove", "bagName": gone, "all": True}, {"operation": "route", "toName": gone})
        assert answer["error"]["code"] == "room_unknown"
    seen = {"operation": "map", "around": 9, "everything": True}
    answer = batch(party, {"operation": "remove", "bagName": "Kitchen"}, seen, {"operation": "map", "around": 9})
    assert all("Kitchen" not in str(r) for r in answer["results"][1:])


def test_a_route_takes_what_an_earlier_element_made(party: Table):
    way = {"operation": "portal", "direction": "mirror", "fromId": FIRST_ROOM_ID, "toName": "Cellar"}
    answer = batch(party, way, {"operation": "route", "toName": "Cellar"}, {"operation": "map"})
    assert "From Lobby to Cellar: mirror (Cellar, portal)" in answer["text"]
    new = {"operation": "create", "name": "Loft", "direction": "up"}
    answer = batch(party, new, {"operation": "route", "toName": "Loft"}, {"operation": "map", "around": 1})
    assert "From Lobby to Loft: up (Loft)" in answer["text"] and "Loft" in str(answer["results"][2])


def test_a_map_shows_people_where_an_earlier_element_brought_them(party: Table):
    answer = batch(party, {"operation": "go", "direction": "north", "characterName": "Elara"}, {"operation": "map"})
    rooms = {r["name"]: [p["name"] for p in r["people"]] for r in answer["results"][1]["rooms"]}
    assert (rooms["Lobby"], rooms["Yard"]) == (["Thorin"], ["Elara"])


def test_the_tool_is_small():
    import json

    assert len(json.dumps(schema.flat("manage_room"), separators=(",", ":")).encode()) <= 4000
