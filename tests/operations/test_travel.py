"""go to a distant room: by the quickest known route, until something is in the way."""

from typing import Any

from rpg_lite.decision.callers import Caller
from tests.copies import laid_once
from tests.operations.rooms import did, refused, room, sides, stands, way
from tests.operations.table import Answer, Table

ROOMS = ("Yard", "Hall", "Stair", "Attic")


@laid_once
def house(empty: Table) -> Table:
    """Ada and Bo in the Lobby. East of it one behind the other Yard, Hall (behind a door), Stair (5 minutes) and Attic, all visited; north
    of the Hall a Cellar that nobody has seen."""
    for name in ("Ada", "Bo"):
        empty.did("create", name=name, character={"party": True, "hpMax": 9})
    for name, start, more in (
        ("Yard", "Lobby", {}),
        ("Hall", "Yard", {"door": "closed"}),
        ("Stair", "Hall", {"minutes": 5}),
        ("Attic", "Stair", {}),
    ):
        did(empty, "create", name=name, fromName=start, direction="east", **more)
    did(empty, "create", name="Cellar", fromName="Hall", direction="north", door="closed")
    for _ in ROOMS:
        did(empty, "go", direction="east")
    did(empty, "join", toName="Lobby")
    did(empty, "close", bagName="Yard", direction="east")
    return empty


def minutes(table: Table) -> int:
    return table.game.store.read(table.game.campaign.id, lambda at: at.campaign.minutes)


def test_a_known_way_is_walked_in_one_call(house: Table):
    house.did("give", bagName="Attic", template="Torch")
    before = minutes(house)
    text = did(house, "go", toName="Attic")["text"]
    assert text.startswith("Ada and Bo go east to Yard, east (door opened) to Hall, east to Stair, east to Attic (8 min; it is day 1, ")
    assert "\nAttic" in text and "On the floor: Torch." in text and "Here: Ada, Bo." in text
    assert stands(house, "Ada") == stands(house, "Bo") == "Attic"
    assert minutes(house) - before == 8
    assert {side.state for side in sides(house, "Yard", "east")} == {"open"}


def test_undo_takes_the_whole_way_back(house: Table):
    before = house.now
    did(house, "go", toName="Attic")
    did(house, "undo")
    assert (house.now.things, house.now.exits) == (before.things, before.exits)


def test_the_quickest_way_is_taken(house: Table):
    """Among the exits that somebody saw."""
    did(house, "portal", fromName="Yard", direction="up", toName="Attic", twoWay=True, minutes=2)
    assert "up" not in did(house, "go", toName="Attic", dryRun=True)["text"].partition("(8 min")[0]
    for name in ("Yard", "Lobby"):
        did(house, "join", toName=name)
    assert did(house, "go", toName="Attic")["text"].startswith("Ada and Bo go east to Yard, up to Attic (3 min")


def test_a_locked_door_stops_them_before_it(house: Table):
    did(house, "update", bagName="Hall", direction="east", door="locked", keyName="Tin Key", dc=15)
    text = did(house, "go", toName="Attic")["text"]
    assert "They stop in Hall: the exit east is locked." in text and "\nHall" in text
    assert stands(house, "Ada") == "Hall"
    answer = refused(house, "door_locked", "go", toName="Attic")
    assert "DC 15" in answer["text"]
    did(house, "go", toName="Attic", force=True)
    assert stands(house, "Ada") == "Attic" and way(house, "Hall", "east").state == "locked"


def test_whoever_has_the_key_still_unlocks_it_by_hand(house: Table):
    did(house, "update", bagName="Hall", direction="east", door="locked", keyName="Tin Key")
    house.did("give", "Bo", item={"name": "Tin Key", "type": "tool"})
    assert "They stop in Hall" in did(house, "go", toName="Attic")["text"]


def test_somebody_who_is_met_stops_them(house: Table):
    did(house, "join", toName="Hall")
    house.did("create", template="Goblin", name="Snag")
    house.did("give", bagName="floor", template="Chest")
    did(house, "join", toName="Lobby")
    text = did(house, "go", toName="Attic")["text"]
    assert "They stop in Hall, where they meet: Snag." in text
    assert "On the floor: Chest." in text and "Here: Ada, Bo, Snag." in text
    did(house, "go", toName="Attic")
    assert stands(house, "Ada") == "Attic"


def test_the_dead_stop_nobody(house: Table):
    did(house, "join", toName="Hall")
    house.did("create", template="Goblin", name="Snag")
    assert house.send({"operation": "damage", "characterName": "Snag", "amount": 99, "damageType": "fire"}, "execute_action")["ok"]
    did(house, "join", toName="Lobby")
    assert "They stop" not in did(house, "go", toName="Attic")["text"]


def test_no_way_that_nobody_knows_is_guessed(house: Table):
    answer = refused(house, "room_not_next_door", "go", toName="Cellar")
    assert "route" in answer["text"]
    assert house.send(answer["error"]["try"], "manage_room")["ok"]
    assert "try" not in refused(house, "room_not_next_door", "go", toName="Nowhere")["error"]


def test_a_long_journey_names_its_first_legs_and_its_last(house: Table):
    for n in range(12):
        did(house, "create", name=f"Loft {n}", fromName=f"Loft {n - 1}" if n else "Attic", direction="up")
    did(house, "go", toName="Attic")
    for _ in range(12):
        did(house, "go", direction="up")
    text = did(house, "go", toName="Lobby")["text"].partition("\n")[0]
    assert "9 more steps" not in text and "8 more steps, west to Lobby (" in text and len(text) < 400


def test_one_alone_goes_and_the_others_stay(house: Table):
    did(house, "go", "Bo", toName="Stair")
    assert (stands(house, "Ada"), stands(house, "Bo")) == ("Lobby", "Stair")


def test_a_batch_walks_on_from_where_it_came(house: Table):
    answer = house.send({"batch": [{"operation": "go", "toName": "Hall"}, {"operation": "go", "toName": "Lobby"}]}, "manage_room")
    assert answer["ok"], answer["text"]
    assert stands(house, "Ada") == "Lobby"


# ── players ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def as_player(table: Table, **fields: Any) -> Answer:
    return table.game.ask({"operation": "go", **fields}, tool="manage_room", caller=Caller("player", "p", characters=(table.id("Ada"),)))


def test_a_player_walks_within_what_is_known(house: Table):
    before = minutes(house)
    answer = as_player(house, toName="Attic")
    assert answer["ok"], answer["text"]
    assert stands(house, "Ada") == "Attic" and minutes(house) == before
    house.did("give", bagName="Attic", template="Torch")
    answer = as_player(house, toName="Cellar")
    assert answer["error"]["code"] == "room_not_next_door" and "try" not in answer["error"]


def test_a_player_who_is_stopped_hears_no_secret(house: Table):
    did(house, "update", bagName="Hall", direction="east", door="locked", keyName="Tin Key", dc=15)
    did(house, "update", bagName="Hall", notes=["The floor is hollow."])
    answer = as_player(house, toName="Attic")
    assert "They stop in Hall: the exit east is locked." in answer["text"]
    assert "Tin Key" not in str(answer) and "hollow" not in str(answer) and "Cellar" not in str(answer)


def test_a_dry_run_walks_nowhere(house: Table):
    assert "east to Stair" in room(house, "go", toName="Stair", dryRun=True)["text"]
    assert stands(house, "Ada") == "Lobby"


def test_those_who_travel_along_stop_nobody(house: Table):
    house.did("create", name="Tamsin", character={"hpMax": 5})
    walked = did(house, "go", toName="Attic", names=["party", "Tamsin"])
    assert "They stop" not in walked["text"] and stands(house, "Ada") == stands(house, "Tamsin") == "Attic"
