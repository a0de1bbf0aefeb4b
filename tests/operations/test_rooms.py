"""Looking, going, doors: the party's encounters and obstacles on a walk."""

import json

import pytest

from rpg_lite.decision.callers import Caller
from tests.copies import laid_once
from tests.operations.dice import let
from tests.operations.rooms import did, refused, room, seen, sides, stands, way
from tests.operations.table import Table, notes

PARTY = {"party": True, "hpMax": 20, "abilities": {"str": 16, "dex": 14}}


@laid_once
def dungeon(empty: Table) -> Table:
    """Thorin and Elara in the Lobby; north a passage to the Hall; from there east a locked Vault, west a Well behind a closed door,
    down a hidden Crypt."""
    for name in ("Thorin", "Elara"):
        empty.did("create", name=name, character=PARTY)
    did(empty, "create", name="Hall", direction="north", description="Columns.", vibe="dripping")
    did(empty, "create", name="Vault", fromName="Hall", direction="east", door="locked", keyName="Iron Key", dc=15)
    did(empty, "create", name="Well", fromName="Hall", direction="west", door="closed", minutes=10)
    did(empty, "create", name="Crypt", fromName="Hall", direction="down", door="hidden")
    return empty


# ── looking ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_look_tells_who_and_what_is_here_and_the_ways_in_the_order_of_the_compass(dungeon: Table):
    did(dungeon, "go", direction="north")
    dungeon.did("give", bagName="floor", template="Torch", quantity=3)
    dungeon.did("create", template="Goblin", name="Snag")
    text = did(dungeon, "look")["text"]
    assert "Columns. Vibe: dripping." in text
    assert "Here: Thorin, Elara, Snag." in text
    assert "On the floor: Torch × 3." in text
    assert text.index("east: a locked door to Vault") < text.index("south: an open passage to Lobby") < text.index("west: a closed door")


def test_what_is_hidden_is_for_the_game_master_alone(dungeon: Table):
    did(dungeon, "go", direction="north")
    told = did(dungeon, "look")["text"]
    assert "Hidden (game master only): down: a closed secret door to Crypt" in told
    aloud = room(dungeon, "look", forPlayers=True, detail="full")
    assert "Crypt" not in str(aloud) and "down" not in str(aloud) and "Hidden" not in str(aloud)


def test_players_are_not_told_what_lies_behind_a_closed_door_nor_what_unlocks_it(dungeon: Table):
    did(dungeon, "go", direction="north")
    aloud = str(room(dungeon, "look", forPlayers=True, detail="full"))
    assert "east: a locked door to an unknown place" in aloud
    assert "Vault" not in aloud and "Iron Key" not in aloud and "15" not in aloud


def test_an_arrival_reads_no_note_of_the_game_master_aloud(dungeon: Table):
    did(dungeon, "update", bagName="Hall", notes=["The well is a mouth."])
    assert "mouth" in did(dungeon, "go", direction="north", dryRun=True)["text"]
    aloud = did(dungeon, "go", direction="north", forPlayers=True)["text"]
    assert "Columns." in aloud and "mouth" not in aloud and "Crypt" not in aloud


def test_a_look_full_has_the_ids(dungeon: Table):
    shown = did(dungeon, "look", bagName="Hall", detail="full")["results"][0]["room"]
    assert shown["id"] == dungeon.id("Hall")
    vault = next(e for e in shown["exits"] if e["label"] == "east")
    assert vault["to"] == {"id": dungeon.id("Vault"), "name": "Vault"}
    assert (vault["state"], vault["keyName"], vault["dc"]) == ("locked", "Iron Key", 15)


def test_an_empty_campaign_has_its_first_room(empty: Table):
    assert "Lobby (r0.2)" in did(empty, "look")["text"]
    refused(empty, "party_empty", "go", direction="north")


def test_a_misspelt_room_is_offered(dungeon: Table):
    assert "Vault" in refused(dungeon, "room_unknown", "look", bagName="Vualt")["text"]


# ── going ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("wish", [{"direction": "north"}, {"direction": "N"}, {"toName": "the hall"}])
def test_the_party_goes_together_and_time_passes(dungeon: Table, wish):
    answer = did(dungeon, "go", **wish)
    assert {stands(dungeon, "Thorin"), stands(dungeon, "Elara")} == {"Hall"}
    assert dungeon.now.minutes == 1
    assert "Hall" in answer["text"] and "Exits: east" in answer["text"]


def test_one_may_go_alone_and_the_others_stay(dungeon: Table):
    did(dungeon, "go", "Elara", direction="north")
    assert (stands(dungeon, "Thorin"), stands(dungeon, "Elara")) == ("Lobby", "Hall")


def test_a_closed_door_opens_on_the_way_and_is_open_on_both_sides(dungeon: Table):
    did(dungeon, "go", direction="north")
    answer = did(dungeon, "go", direction="west")
    assert "opening the door" in answer["text"]
    assert dungeon.now.minutes == 11
    assert [s.state for s in sides(dungeon, "Hall", "west")] == ["open", "open"]


def test_what_the_party_has_seen_grows_as_it_goes(dungeon: Table):
    did(dungeon, "go", direction="north")
    assert seen(dungeon) == {"Lobby": "visited", "Hall": "visited"}
    did(dungeon, "open", direction="west")
    assert seen(dungeon) == {"Lobby": "visited", "Hall": "visited", "Well": "seen"}
    did(dungeon, "go", direction="west")
    assert seen(dungeon)["Well"] == "visited"


def test_what_a_stranger_sees_the_party_does_not(dungeon: Table):
    dungeon.did("create", name="Snag", template="Goblin")
    did(dungeon, "go", "Snag", direction="north")
    assert stands(dungeon, "Snag") == "Hall"
    assert "Hall" not in seen(dungeon) or seen(dungeon)["Hall"] == "seen"


def test_several_steps_go_in_one_batch(dungeon: Table):
    steps = [{"direction": d} for d in ("north", "west", "east", "south", "north")]
    answer = dungeon.send({"operation": "go", "batch": steps}, "manage_room")
    assert answer["ok"], answer["text"]
    assert stands(dungeon, "Elara") == "Hall"
    assert seen(dungeon) == {"Lobby": "visited", "Hall": "visited", "Well": "visited"}


@pytest.mark.parametrize(
    ("code", "wish", "says"),
    [
        ("exit_unknown", {"direction": "south"}, "allowed: north"),
        ("exit_unknown", {"direction": "through the wall"}, "allowed: north"),
        ("room_not_next_door", {"toName": "Vault"}, "allowed: north"),
        ("one_of_required", {}, "direction"),
        ("one_of_required", {"direction": "north", "toName": "Hall"}, "toName"),
    ],
)
def test_going_nowhere_is_refused_with_the_ways_there_are(dungeon: Table, code, wish, says):
    assert says in refused(dungeon, code, "go", **wish)["text"]


def test_a_hidden_way_is_as_if_it_were_not_there(dungeon: Table):
    did(dungeon, "go", direction="north")
    hidden = refused(dungeon, "exit_unknown", "go", direction="down")["text"]
    assert hidden == refused(dungeon, "exit_unknown", "go", direction="up")["text"].replace("'up'", "'down'")
    assert "Crypt" not in refused(dungeon, "room_not_next_door", "go", toName="Crypt")["error"].get("near", ())


@pytest.mark.parametrize(
    ("condition", "code"),
    [("grappled", "cannot_move"), ("restrained", "cannot_move"), ("stunned", "cannot_move"), ("paralyzed", "cannot_move")],
)
def test_a_member_that_cannot_move_stops_the_party_and_is_named(dungeon: Table, condition, code):
    dungeon.did("apply", "Elara", condition=condition)
    text = refused(dungeon, code, "go", direction="north")["text"]
    assert "Elara" in text and condition in text
    did(dungeon, "go", "Thorin", direction="north")


def test_an_unconscious_member_stays_behind_unless_carried(dungeon: Table):
    dungeon.did("damage", "Thorin", amount=20, damageType="fire")
    answer = did(dungeon, "go", direction="north")
    assert "They stay behind in Lobby: Thorin." in notes(answer)
    assert (stands(dungeon, "Thorin"), stands(dungeon, "Elara")) == ("Lobby", "Hall")
    assert "Hall" in did(dungeon, "look")["text"]
    refused(dungeon, "nobody_can_go", "go", "Thorin", direction="north")
    did(dungeon, "go", "Thorin", direction="north", force=True)
    assert stands(dungeon, "Thorin") == "Hall"


def test_forty_tons_are_not_dragged_and_three_hundredweight_are(dungeon: Table):
    dungeon.did("give", "Thorin", item={"name": "Safe", "type": "treasure", "weight": 300})
    assert "Thorin drags 300 lb" in notes(did(dungeon, "go", direction="north"))
    dungeon.did("give", "Thorin", item={"name": "Anvils", "type": "treasure", "weight": 80_000})
    assert "at most 480 lb" in refused(dungeon, "too_heavy_to_move", "go", direction="south")["text"]


def test_nobody_walks_off_in_a_fight(dungeon: Table):
    dungeon.did("start_fight", names=["Thorin", "Elara"])
    answer = refused(dungeon, "fighters_stay", "go", direction="north")
    before = dungeon.now.minutes
    assert "in the fight: Thorin, Elara" in answer["text"] and dungeon.send(answer["error"]["try"], "manage_room")["ok"]
    assert dungeon.now.minutes == before  # the time of a fight is told by its rounds


@pytest.mark.parametrize(("operation", "wish"), [("go", {"direction": "north"}), ("join", {"toName": "Hall"})])
def test_those_who_come_to_a_fight_are_told_how_they_join_it(dungeon: Table, operation: str, wish: dict):
    dungeon.did("create", name="Snag", template="Goblin")
    did(dungeon, "join", names=["Thorin", "Snag"], toName="Hall")
    dungeon.did("start_fight", names=["Thorin", "Snag"])
    before = dungeon.now.minutes
    answer = did(dungeon, operation, "Elara", **wish)
    assert "A fight is going on here" in notes(answer) and "Fight, round 1:" in answer["text"] and dungeon.now.minutes == before
    payload = json.loads(notes(answer).split("execute_action ")[1].rstrip("."))
    assert payload == {"operation": "start_fight", "names": ["Elara"]}
    assert "Elara joins the fight" in dungeon.send(payload, "execute_action")["text"]


# ── together ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_those_who_are_named_go_together_in_one_minute(dungeon: Table):
    for n in range(3):
        dungeon.did("create", name=f"Snag {n}", template="Goblin")
    before = dungeon.now.minutes
    answer = did(dungeon, "go", names=["Elara", "Snag 1", dungeon.id("Snag 2")], direction="north")
    assert "Elara, Snag 1 and Snag 2 go north" in answer["text"] and dungeon.now.minutes == before + 1
    assert (stands(dungeon, "Thorin"), stands(dungeon, "Snag 0")) == ("Lobby", "Lobby")


def test_the_party_may_be_one_of_the_names(dungeon: Table):
    dungeon.did("create", name="Snag", template="Goblin")
    did(dungeon, "go", names=["party", "Snag"], direction="north")
    assert len({stands(dungeon, who) for who in ("Thorin", "Elara", "Snag")}) == 1


def test_names_that_stand_elsewhere_or_are_nobody_are_refused(dungeon: Table):
    did(dungeon, "go", "Elara", direction="north")
    assert refused(dungeon, "not_in_the_room", "go", names=["Thorin", "Elara"], direction="north")["error"]["field"] == "names[1]"
    assert refused(dungeon, "character_unknown", "go", names=["Thorin", "Elera"], direction="north")["error"]["field"] == "names[1]"
    refused(dungeon, "one_of_required", "go", "Thorin", names=["Thorin"], direction="north")


def test_a_cut_takes_those_who_are_named_from_wherever_they_are(dungeon: Table):
    did(dungeon, "go", "Elara", direction="north")
    dungeon.did("create", name="Snag", template="Goblin")
    did(dungeon, "join", names=["Elara", "Snag"], toName="Vault")
    assert (stands(dungeon, "Elara"), stands(dungeon, "Snag"), stands(dungeon, "Thorin")) == ("Vault", "Vault", "Lobby")
    did(dungeon, "leave", names=["Snag"])
    assert (stands(dungeon, "Elara"), stands(dungeon, "Snag")) == ("Vault", "Lobby")


def test_those_who_go_in_one_batch_go_at_the_same_time(dungeon: Table):
    before = dungeon.now.minutes
    steps = [{"operation": "go", "characterName": who, "direction": "north"} for who in ("Thorin", "Elara")]
    assert dungeon.send({"batch": steps}, "manage_room")["ok"]
    assert dungeon.now.minutes == before + 1
    back = [{"operation": "go", "direction": "south"}, {"operation": "go", "direction": "north"}]
    assert dungeon.send({"batch": back}, "manage_room")["ok"]
    assert dungeon.now.minutes == before + 3


def test_a_player_takes_along_their_own_alone(dungeon: Table):
    elara = Caller("player", "p", None, ("Elara",))
    sent = {"operation": "go", "names": ["Elara", "Thorin"], "direction": "north"}
    assert dungeon.game.ask(sent, tool="manage_room", caller=elara)["error"]["code"] == "not_yours"
    assert dungeon.game.ask({**sent, "names": ["Elara"]}, tool="manage_room", caller=elara)["ok"]


def test_a_spell_ends_on_the_way(dungeon: Table):
    dungeon.did("apply", "Thorin", condition="poisoned", duration="5 minutes")
    did(dungeon, "go", direction="north")
    assert "Thorin is no longer poisoned." in did(dungeon, "go", direction="west")["text"]


# ── doors ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def hall(dungeon: Table) -> Table:
    did(dungeon, "go", direction="north")
    return dungeon


KEY = {"name": "Iron Key", "type": "adventuring_gear"}


def test_a_locked_door_says_what_opens_it(hall: Table):
    answer = refused(hall, "door_locked", "go", direction="east")
    assert "Iron Key" in answer["text"] and "DC 15" in answer["text"] and "try" not in answer["error"]
    hall.did("give", "Elara", item=KEY)
    answer = refused(hall, "door_locked", "open", direction="east")
    assert "Elara carries the key" in answer["text"]
    assert hall.send(answer["error"]["try"], "manage_room")["ok"]
    assert {s.state for s in sides(hall, "Hall", "east")} == {"closed"}


def test_the_key_is_found_in_anybodys_bag_and_locks_again(hall: Table):
    hall.did("give", "Elara", template="Backpack")
    hall.did("give", "Elara", bagName="Backpack", item=KEY)
    assert "Iron Key (Elara)" in did(hall, "unlock", direction="east")["text"]
    did(hall, "go", direction="east")
    did(hall, "close", direction="west")
    did(hall, "lock", direction="west")
    assert {s.state for s in sides(hall, "Vault", "west")} == {"locked"}


def test_the_key_of_who_stands_elsewhere_does_not_help(hall: Table):
    hall.did("give", "Elara", item=KEY)
    did(hall, "go", "Elara", direction="south")
    answer = refused(hall, "door_locked", "go", "Thorin", direction="east")
    assert "nobody here carries" in answer["text"]


@pytest.mark.parametrize(("face", "state"), [(20, "closed"), (1, "locked")])
@pytest.mark.parametrize("skill", [None, "athletics"])
def test_a_lock_is_picked_or_forced_with_a_roll_that_shows(hall: Table, face: int, state: str, skill):
    hall.did("give", "Thorin", template="Thieves' Tools")
    answer = did(let(hall, face), "unlock", "Thorin", direction="east", **({"skill": skill} if skill else {}))
    assert answer["results"][0]["roll"]["faces"] == [face]
    assert "against DC 15" in answer["text"]
    assert {s.state for s in sides(hall, "Hall", "east")} == {state}


def test_a_dry_run_rolls_no_lock_open(hall: Table):
    answer = did(hall, "unlock", "Thorin", direction="east", skill="athletics", dryRun=True)
    assert "not rolled in a dry run" in answer["text"] and "succeeds" not in answer["text"]
    assert way(hall, "Hall", "east").state == "locked"


def test_a_lock_asks_who_tries_and_for_tools(hall: Table):
    assert "Thorin" in refused(hall, "lock_needs_one", "unlock", direction="east")["text"]
    answer = refused(hall, "tools_required", "unlock", "Thorin", direction="east")
    assert hall.send(answer["error"]["try"], "manage_room")["ok"]


def test_a_creature_that_cannot_act_or_is_elsewhere_picks_no_lock(hall: Table):
    hall.did("apply", "Thorin", condition="stunned")
    assert "stunned" in refused(hall, "cannot_act", "unlock", "Thorin", direction="east", skill="athletics")["text"]
    did(hall, "go", "Elara", direction="south")
    refused(hall, "not_in_the_room", "unlock", "Elara", bagName="Hall", direction="east")
    refused(hall, "nobody_searches", "search", "Elara", bagName="Hall", dc=10)


def test_the_game_master_may_decree_a_lock_open(hall: Table):
    did(hall, "unlock", direction="east", force=True)
    assert way(hall, "Hall", "east").state == "closed"
    refused(hall, "key_missing", "lock", direction="east")
    did(hall, "lock", direction="east", force=True)


@pytest.mark.parametrize("operation", ["open", "close", "lock", "unlock"])
def test_a_passage_has_no_door(hall: Table, operation: str):
    refused(hall, "no_door", operation, direction="south")


@pytest.mark.parametrize(
    ("operation", "label", "says"),
    [
        ("close", "west", "The exit west is already closed."),
        ("lock", "east", "The exit east is already locked."),
        ("unlock", "west", "The exit west is not locked; it is closed."),
    ],
)
def test_a_door_that_is_so_already_is_accepted_and_nothing_is_recorded(hall: Table, operation: str, label: str, says: str):
    before = hall.now
    assert says in did(hall, operation, direction=label)["text"]
    assert hall.now == before


# ── searching ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_search_without_dc_finds_all(hall: Table):
    hall.did("give", bagName="floor", template="Dagger")
    did(hall, "hide", itemName="Dagger")
    assert "Dagger (hidden)" in did(hall, "look")["text"]
    answer = did(hall, "search")
    assert "found a secret door down, Dagger" in answer["text"]
    assert {s.hidden for s in sides(hall, "Hall", "down")} == {False}
    did(hall, "go", direction="down")
    assert stands(hall, "Thorin") == "Crypt"


@pytest.mark.parametrize(("faces", "found"), [((1, 20), True), ((2, 3), False)])
def test_a_way_with_a_dc_of_its_own_is_found_by_it_and_the_rest_without(hall: Table, faces, found: bool):
    text = did(hall, "create", name="Niche", direction="north", door="hidden", dc=15)["text"]
    assert "north, a closed secret door (hidden, DC 15 to find it)" in text
    assert "north: a closed secret door to Niche, not seen yet (DC 15 to find it)" in did(hall, "look")["text"]
    answer = did(let(hall, *faces), "search")
    assert "a secret door down" in answer["text"]
    assert ("a secret door north" in answer["text"]) is found
    assert {s.hidden for s in sides(hall, "Hall", "north")} == {not found}


def test_a_search_finds_a_secret_door_of_an_empty_room(hall: Table):
    did(hall, "create", name="Niche", fromName="Vault", direction="north", door="hidden", dc=15)
    assert "found a secret door north" in did(hall, "search", bagName="Vault")["text"]


@pytest.mark.parametrize(("faces", "found"), [((1, 20), True), ((2, 3), False)])
def test_a_search_is_as_good_as_the_best_roll(hall: Table, faces, found: bool):
    answer = did(let(hall, *faces), "search", dc=15)
    assert [r["faces"] for r in answer["results"][0]["rolls"]] == [[f] for f in faces]
    assert ("down" in answer["text"]) == found
    assert way(hall, "Hall", "down").hidden != found


@pytest.mark.parametrize(("dc", "found"), [(10, True), (11, False)])
def test_passive_perception_finds_without_a_roll(hall: Table, dc: int, found: bool):
    answer = did(hall, "search", dc=dc, passive=True)
    assert ("down" in answer["text"]) == found
    assert "roll" not in answer["results"][0]


def test_a_dry_search_gives_nothing_away(hall: Table):
    assert "down" not in did(hall, "search", dc=5, dryRun=True)["text"]


def test_a_hidden_thing_is_not_read_aloud_and_who_takes_it_has_found_it(hall: Table):
    hall.did("give", bagName="floor", template="Dagger")
    did(hall, "hide", itemName="Dagger")
    hall.did("give", bagName="floor", template="Dagger")
    assert len([t for t in hall.now.things.values() if t.name == "Dagger"]) == 2
    assert "Dagger" in str(hall.did("view", bagName="floor", forPlayers=True))
    hidden = next(t for t in hall.now.things.values() if t.body.get("hidden"))
    hall.did("transfer", bagName="floor", itemId=hidden.id, toCharacterName="Thorin")
    assert not any(t.body.get("hidden") for t in hall.now.things.values())


@pytest.mark.parametrize(("face", "found"), [(2, False), (19, True)])
def test_a_hidden_thing_keeps_the_dc_that_finds_it(hall: Table, face: int, found: bool):
    hall.did("give", bagName="floor", template="Dagger")
    assert "is hidden until a search finds it (DC 15)." in did(hall, "hide", itemName="Dagger", dc=15)["text"]
    assert "Dagger (hidden, DC 15 to find it)" in did(hall, "look")["text"]
    assert "Dagger" not in did(hall, "look", forPlayers=True)["text"]
    assert ("Dagger" in did(let(hall, face), "search", "Thorin")["text"]) is found
    assert next(t for t in hall.now.things.values() if t.name == "Dagger").body.get("dcToFind") == (None if found else 15)


def test_the_dc_of_a_way_that_is_hidden_is_no_dc_of_its_lock(hall: Table):
    did(hall, "create", name="Den", direction="up")
    assert "(DC 12)" in did(hall, "hide", direction="up", dc=12)["text"]
    did(hall, "create", name="Cage", direction="down", door="locked", dc=18)
    refused(hall, "dc_is_the_locks", "hide", direction="down", dc=12)


def test_what_is_worn_cannot_be_hidden(hall: Table):
    refused(hall, "item_unknown", "hide", itemName="Dagger")
    refused(hall, "one_of_required", "hide")


def test_what_is_hidden_is_not_swept_up_with_the_rest_nor_offered(hall: Table):
    hall.did("give", bagName="floor", template="Dagger")
    did(hall, "hide", itemName="Dagger")
    hall.did("give", "Thorin", template="Torch")
    hall.did("transfer", "Thorin", itemName="Torch", toName="floor")
    text = hall.did("transfer", bagName="floor", all=True, toCharacterName="Thorin")["text"]
    assert "Torch" in text and "Dagger" not in text
    assert "Dagger" not in hall.refused("item_unknown", "transfer", bagName="floor", itemName="Daggr", toCharacterName="Thorin")["text"]


# ── scenes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("wish", [{"toName": "the crypt"}, {"toName": "Vault"}])
def test_a_cut_goes_by_no_way_opens_no_door_and_takes_no_time(dungeon: Table, wish):
    before = dungeon.now
    answer = did(dungeon, "join", **wish)
    assert "Thorin and Elara are in" in answer["text"] and "Exits:" in answer["text"]
    assert stands(dungeon, "Thorin") == stands(dungeon, "Elara") == answer["results"][0]["room"]["name"]
    assert (dungeon.now.minutes, dungeon.now.exits) == (before.minutes, before.exits)
    assert seen(dungeon)[stands(dungeon, "Thorin")] == "visited"


def test_a_cut_gathers_the_party_and_leaves_strangers_alone(dungeon: Table):
    dungeon.did("create", name="Snag", template="Goblin")
    did(dungeon, "join", "Elara", toName="Vault")
    assert (stands(dungeon, "Thorin"), stands(dungeon, "Elara")) == ("Lobby", "Vault")
    assert notes(did(dungeon, "join", toName="Vault")) == "Already in Vault: Elara."
    assert (stands(dungeon, "Thorin"), stands(dungeon, "Snag")) == ("Vault", "Lobby")
    did(dungeon, "join", "Snag", toName="Well")
    assert stands(dungeon, "Snag") == "Well" and "Well" not in seen(dungeon)


def test_the_unconscious_come_along_and_the_dead_stay_unless_named(dungeon: Table):
    dungeon.did("damage", "Elara", amount=20, damageType="fire")
    dungeon.did("damage", "Thorin", amount=60, damageType="fire")
    assert notes(did(dungeon, "join", toName="Well")) == "The dead stay where they lie: Thorin."
    assert (stands(dungeon, "Thorin"), stands(dungeon, "Elara")) == ("Lobby", "Well")
    did(dungeon, "join", "Thorin", toName="Well")
    assert stands(dungeon, "Thorin") == "Well"


def test_leaving_is_a_cut_to_the_lobby(dungeon: Table):
    did(dungeon, "join", toName="Vault")
    did(dungeon, "leave", "Elara")
    assert (stands(dungeon, "Thorin"), stands(dungeon, "Elara")) == ("Vault", "Lobby")
    assert "Here: Thorin, Elara." in did(dungeon, "leave")["text"]


@pytest.mark.parametrize(("operation", "wish"), [("join", {"toName": "Vault"}), ("leave", {})])
def test_no_cut_in_a_fight_but_by_decree(dungeon: Table, operation: str, wish: dict):
    did(dungeon, "join", toName="Well")
    dungeon.did("start_fight", names=["Thorin", "Elara"])
    answer = refused(dungeon, "fighters_stay", operation, **wish)
    assert dungeon.send(answer["error"]["try"], "manage_room")["ok"]
    assert stands(dungeon, "Thorin") == ("Lobby" if operation == "leave" else "Vault")


def test_a_cut_is_taken_back(dungeon: Table):
    before = dungeon.now.world
    did(dungeon, "join", toName="Vault")
    did(dungeon, "undo")
    assert dungeon.now.world == before


def test_a_cut_needs_a_place_and_somebody(dungeon: Table, empty: Table):
    refused(dungeon, "destination_required", "join")
    assert "Vault" in refused(dungeon, "room_unknown", "join", toName="Vualt")["text"]
    refused(dungeon, "character_unknown", "leave", "Nobody")


def test_nobody_can_be_cut_to_where_nobody_is_of_the_party(empty: Table):
    refused(empty, "party_empty", "leave")


def test_a_vibe_is_told_set_shown_and_cleared(dungeon: Table):
    before = dungeon.now
    assert did(dungeon, "vibe", bagName="Hall")["text"] == "Hall, vibe: dripping."
    assert did(dungeon, "vibe", bagName="Crypt")["text"] == "Crypt has no vibe."
    assert dungeon.now == before
    assert did(dungeon, "vibe", vibe="Hostile.")["text"] == "Lobby, vibe: Hostile."
    assert "Vibe: Hostile." in did(dungeon, "look")["text"]
    assert did(dungeon, "vibe", vibe="")["text"] == "Lobby has no vibe."
    assert "Vibe" not in did(dungeon, "look")["text"]
    did(dungeon, "undo")
    assert "Vibe: Hostile." in did(dungeon, "look")["text"]
