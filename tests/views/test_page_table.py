"""The page for everybody at the table: the party and its knowledge, and no secret of the game master."""

import json
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg_lite import open_campaign
from rpg_lite.content import initial_world, rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.store.store import Store
from rpg_lite.vocabulary import DIRECTIONS, OPPOSITE
from rpg_lite.world.events import Created, Event, ExitOpened
from rpg_lite.world.world_model import FIRST_ROOM_ID, ROOMS_ID, Exit, Thing
from tests.copies import begun
from tests.examples import examples
from tests.operations.dungeon import dig
from tests.operations.table import Snapshot, Table, snapshot

EXAMPLES = examples(25)
BOOK = rulebook_loading.rulebook("5.1")
Json = dict[str, Any]


@pytest.fixture
def table():
    with begun() as game:
        here = Table(game)
        for name in ("Thorin", "Elara"):
            here.did("create", name=name, character={"party": True, "hpMax": 20, "abilities": {"dex": 10}})
        yield here


def member(table: Table, name: str, everything: bool = False) -> Json:
    (found,) = [m for m in table.game.table(everything)["party"] if m["name"] == name]
    return dict(found)


def build(table: Table, name: str, direction: str, **more: Any) -> None:
    answer = table.send({"operation": "create", "name": name, "direction": direction, **more}, "manage_room")
    assert answer["ok"], answer["text"]


def told(table: Table) -> list[str]:
    return [line["text"] for line in table.game.table()["told"]]


# ── the party ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_member_has_numbers_conditions_and_worn_things(table: Table):
    table.did("give", "Thorin", template="Shield", equip=True)
    table.did("damage", "Thorin", amount=7, damageType="fire")
    table.did("apply", "Thorin", condition="exhaustion", level=2)
    assert member(table, "Thorin") == {
        "id": "c1.1", "name": "Thorin", "calling": "", "title": "", "class": "", "level": None, "hue": 1, "portrait": None, "mine": False, "ac": 12, "hp": {"value": 13, "max": 20, "temporary": 0}, "conditions": ["exhaustion 2"], "dying": None, "mayAnswer": "", "worn": ["Shield"], "effects": [],
        "concentration": None, "slots": [], "resources": [], "elsewhere": None, "acts": False,
    }  # fmt: skip


def test_a_member_has_slots_resources_effects_and_concentration(table: Table):
    table.did("update", "Elara", character={"classes": ["cleric 5", "warlock 11"], "hpMax": 20, "spent": {"slot_3": 1, "pact": 2}})
    table.did("apply", "party", effect="Bless", duration="1 minute", source="Elara")
    elara = member(table, "Elara")
    assert elara["slots"] == [
        {"name": "level 1", "level": 1, "left": 4, "max": 4}, {"name": "level 2", "level": 2, "left": 3, "max": 3},
        {"name": "level 3", "level": 3, "left": 1, "max": 2}, {"name": "pact, level 5", "level": 5, "left": 1, "max": 3, "pact": True},
        {"name": "arcanum 6", "level": 6, "left": 1, "max": 1, "arcanum": True},
    ]  # fmt: skip
    assert {"name": "channel divinity", "left": 1, "max": 1} in elara["resources"]
    assert (elara["effects"], elara["concentration"]) == ([{"name": "Bless", "left": "10 rounds", "part": 1.0}], "Bless")
    assert member(table, "Thorin")["concentration"] is None


def test_what_a_strange_potion_did_is_shown_by_its_look(table: Table):
    bark = {"modifiers": [{"target": "ac", "op": "add", "value": 1}], "duration": "1 hour"}
    table.did("give", "Thorin", item={"name": "Elixir of Bark", "type": "consumable", "weight": 0, "onUse": bark}, identified=False)
    table.did("use", "Thorin", itemName="Elixir of Bark")
    assert "of Bark" not in str(member(table, "Thorin")["effects"])
    assert member(table, "Thorin", everything=True)["effects"] == [{"name": "Elixir of Bark", "left": "1 h", "part": 1.0}]


def test_a_dead_member_is_shown_as_dead(table: Table):
    table.did("damage", "Elara", amount=60, damageType="fire")
    assert member(table, "Elara")["conditions"] == ["dead"]


def test_a_dying_member_shows_the_death_saves_and_whether_one_is_due(table: Table):
    table.did("start_fight", names=["Elara", "Thorin"], d20=[20, 2])
    assert member(table, "Elara")["dying"] is None
    table.did("damage", "Elara", amount=20, damageType="cold")
    assert member(table, "Elara")["dying"] == {"stable": False, "successes": 0, "failures": 0, "due": True}
    table.did("save", "Elara", ability="death", d20=[8])
    assert member(table, "Elara")["dying"] == {"stable": False, "successes": 0, "failures": 1, "due": False}
    assert table.game.table()["rolls"][0]["came"] == "0 successes, 1 failure"
    table.did("damage", "Elara", amount=60, damageType="cold")
    assert member(table, "Elara")["dying"] is None


def test_a_player_is_asked_whether_the_hero_answers(table: Table):
    spells = {"classes": ["wizard 3"], "hpMax": 20, "spells": {"known": ["Shield"], "prepared": ["Shield"]}}
    table.did("update", "Elara", character=spells)
    goblin_fight(table)
    table.did("next_turn")
    table.did("attack", "Snik", targetName="Elara", d20=[14], force=True)
    elara, thorin = (Caller("player", characters=(name,)) for name in ("Elara", "Thorin"))

    def asked(**how: Any) -> dict[str, str]:
        return {m["name"]: m["mayAnswer"] for m in table.game.table(**how)["party"] if m["mayAnswer"]}

    for told, expected in (({"caller": elara}, True), ({"caller": thorin}, False), ({}, False), ({"everything": True}, True)):
        assert asked(**told) == ({"Elara": "Shield"} if expected else {})
    assert table.send({"operation": "tell", "text": "Steel rings."}, "keep_journal")["ok"]
    assert asked(caller=elara) == {"Elara": "Shield"}
    table.did("next_turn")
    assert asked(caller=elara) == {}


def test_a_sheet_tells_what_is_carried_and_why_a_roll_is_made_with_disadvantage(table: Table):
    for name in ("Rope, Hempen (50 feet)", "Backpack"):
        table.did("give", "Thorin", template=name)
    table.did("give", "Thorin", template="Longsword", equip=True)
    table.did("give", "Thorin", template="Ring of Protection", identified=False)
    table.did("apply", "Thorin", condition="poisoned")
    sheet = table.game.page_sheet("c1.1", Caller("viewer"))
    assert sheet is not None and "Protection" not in json.dumps(sheet)
    carried = {row["name"]: (row["weight"], row["inUse"]) for row in sheet["carried"]}
    assert carried["Longsword"] == ("3 lb", True) and carried["Backpack"] == ("5 lb", False)
    assert sheet["carried"][0]["name"] == "Longsword" and sheet["load"].endswith(" of 150 lb")
    rows = {row["name"]: row for group in sheet["groups"] for row in group["numbers"]}
    hit = rows["Longsword to hit"]
    assert (hit["value"], hit["mode"]) == ("+2", "disadvantage") and hit["why"].endswith("with disadvantage (poisoned).")
    assert rows["DEX save"]["value"] == "+0" and not any("▼" in line for line in sheet["lines"])


def test_what_is_not_identified_is_worn_by_its_look(table: Table):
    table.did("give", "Thorin", template="Ring of Protection", equip=True, identified=False)
    assert member(table, "Thorin")["worn"] == ["Ring"]
    assert "Protection" not in json.dumps(table.game.table())
    assert member(table, "Thorin", everything=True)["worn"] == ["Ring of Protection"]


def test_the_purse_is_that_of_all(table: Table):
    table.did("give", "Thorin", template="gp", quantity=12)
    table.did("give", "Elara", template="sp", quantity=3)
    assert table.game.table()["purse"] == "12 gp, 3 sp"


def test_a_member_elsewhere_is_shown_with_the_room(table: Table):
    build(table, "Cellar", "down")
    table.did("go", "Elara", direction="down")
    assert (member(table, "Thorin")["elsewhere"], member(table, "Elara")["elsewhere"]) == (None, "Cellar")


def test_a_player_sees_the_room_of_the_own_hero(table: Table):
    build(table, "Cellar", "down", description="It is damp.")
    table.did("create", name="Rat")
    table.did("go", "Elara", direction="down")
    thorin, elara = (table.game.table(caller=Caller("player", characters=(name,))) for name in ("Thorin", "Elara"))
    assert (thorin["room"]["name"], thorin["room"]["others"]) == ("Lobby", ["Rat"])
    assert (elara["room"]["name"], elara["room"]["others"]) == ("Cellar", [])
    assert elara["room"]["description"] == "It is damp." and [way["says"] for way in elara["room"]["ways"]] == [
        "up: an open passage to Lobby"
    ]
    assert {m["name"]: m["elsewhere"] for m in elara["party"]} == {"Thorin": "Lobby", "Elara": None}
    assert table.game.table()["room"]["name"] == "Lobby"


def test_in_a_fight_the_round_and_whose_turn_it_is(table: Table):
    table.did("start_fight", names=["party"])
    told = table.game.table()
    assert told["fight"]["round"] == 1 and sorted(f["name"] for f in told["fight"]["order"]) == ["Elara", "Thorin"]
    assert [m["name"] for m in told["party"] if m["acts"]] == [told["fight"]["turn"]]


def test_a_fighter_out_of_sight_has_no_name_before_everybody(table: Table):
    build(table, "Cellar", "down")
    table.did("create", name="Rat", character={"hpMax": 4, "abilities": {"dex": 30}})
    table.send({"operation": "join", "characterName": "Rat", "toName": "Cellar", "force": True}, "manage_room")
    table.did("start_fight", names=["party", "Rat"], seed=1, force=True)
    for _ in range(4):
        if table.game.table(everything=True)["fight"]["turn"] != "Rat":
            table.did("next_turn")
    told = table.game.table()["fight"]
    assert "Rat" not in told["order"] and told["turn"] == ""


def test_a_room_has_name_vibe_description_people_and_exits(table: Table):
    build(table, "Cellar", "down", description="Wet.", vibe="cold", door="locked", keyName="Iron Key")
    table.did("create", name="Rat")
    assert table.game.table()["room"] | {"vibe": "", "description": ""} == {
        "name": "Lobby", "vibe": "", "description": "", "scene": "indoors", "others": ["Rat"], "things": [],
        "ways": [{"way": "down", "is": "locked", "kind": "door", "to": "", "says": "down: a locked door to an unknown place"}],
    }  # fmt: skip
    (way,) = table.game.table(everything=True)["room"]["ways"]
    assert (way["to"], way["says"]) == ("Cellar", "down: a locked door to Cellar, not seen yet (key Iron Key)")


def test_a_campaign_without_a_party_has_a_table_too():
    with open_campaign(":memory:") as game:
        shown = game.table()
    assert (shown["room"]["name"], shown["party"], shown["purse"], shown["told"]) == ("Lobby", [], "empty", [])


# ── the chronicle ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_chronicle_tells_where_the_party_went_and_what_befell_it(table: Table):
    build(table, "Cellar", "down")
    table.did("go", direction="down")
    table.did("damage", "Thorin", amount=5, damageType="fire")
    table.did("apply", "Elara", condition="poisoned")
    table.send({"operation": "remove", "characterName": "Elara", "condition": "poisoned"}, "manage_condition")
    assert told(table) == ["Elara is no longer poisoned", "Elara is poisoned", "Thorin 20 → 15 HP", "The party comes to Cellar"]


def test_the_chronicle_names_those_who_went_without_the_others(table: Table):
    table.did("create", name="Pip", character={"party": True})
    build(table, "Cellar", "down")
    both = [{"operation": "go", "characterName": name, "direction": "down"} for name in ("Thorin", "Elara")]
    assert table.send({"batch": both}, "manage_room")["ok"]
    table.did("go", "Pip", direction="down")
    assert told(table) == ["Pip comes to Cellar", "Thorin and Elara come to Cellar"]


def test_the_chronicle_names_each_who_went_once(table: Table):
    """However often one batch walks them to and fro, and never for everybody."""
    table.did("create", name="Pip", character={"party": True})
    build(table, "Cellar", "down")
    steps = [{"operation": "go", "characterName": "Thorin", "direction": d} for d in ("down", "up", "down")]
    assert table.send({"batch": steps}, "manage_room")["ok"]
    assert told(table) == ["Thorin comes to Cellar; Thorin comes to Lobby"]


def test_the_chronicle_keeps_silent_about_others_and_about_gear(table: Table):
    before = told(table)
    table.did("create", name="Snag", character={"hpMax": 7})
    table.did("damage", "Snag", amount=3, damageType="fire")
    table.did("give", "Thorin", template="Ring of Protection", identified=False)
    build(table, "Vault", "north", door="hidden")
    assert told(table) == before


def test_the_chronicle_is_short(table: Table):
    for _ in range(12):
        table.did("damage", "Thorin", amount=1, damageType="fire")
    assert told(table) == [f"Thorin {n + 1} → {n} HP" for n in range(8, 16)]


# ── what nobody has found ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def store():
    with Store.open(":memory:") as opened:
        yield opened


ROOM_COUNT = 6
rooms = st.integers(0, ROOM_COUNT)
WAYS = st.lists(
    st.tuples(rooms, rooms, st.sampled_from(DIRECTIONS), st.sampled_from(("open", "closed", "locked")), st.booleans()),
    min_size=4,
    max_size=14,
)
STEPS = st.lists(
    st.tuples(st.sampled_from(("go", "search", "split")), st.integers(0, 99), st.sampled_from((None, "Thorin", "Elara"))), max_size=12
)


def dungeon(ways: list[tuple[int, int, str, str, bool]]) -> tuple[Event, ...]:
    """Every secret has a name that nothing else contains; only hidden exits connect them."""
    ids = [FIRST_ROOM_ID, *(f"r9.{n}" for n in range(1, ROOM_COUNT + 1))]
    made: list[Event] = []
    for n, id in enumerate(ids[1:], start=1):
        body = {"description": f"Words{n}x", "vibe": f"Mood{n}x", "notes": [f"Note{n}x"]}
        made.append(Created(Thing(id, "room", f"Room{n}x", ROOMS_ID, body=body)))
        made.append(Created(Thing(f"c9.{n}0", "character", f"Beast{n}x", id)))
        item = {"item": {"name": f"Loot{n}x", "type": "adventuring_gear"}, "hidden": True}
        made.append(Created(Thing(f"i9.{n}1", "item", f"Loot{n}x", id, body=item)))
    chained = [(n, n + 1, "north", "closed", True) for n in range(ROOM_COUNT)]
    for n, (a, b, direction, state, hidden) in enumerate([*chained, *ways]):
        there, back = f"e9.{100 + 2 * n}", f"e9.{101 + 2 * n}"
        more = {"kind": "door", "state": state, "hidden": hidden, "key_name": f"Key{n}x", "dc": 40}
        made.append(ExitOpened(Exit(there, ids[a], f"Way{n}ax", direction, ids[b], back=back, **more)))
        made.append(ExitOpened(Exit(back, ids[b], f"Way{n}bx", OPPOSITE[direction], ids[a], back=there, **more)))
    return tuple(made)


def secrets(now: Snapshot) -> set[str]:
    """Texts that players may not read now, from the rows alone."""
    standing = {t.parent_id for t in now.things.values() if t.name in ("Thorin", "Elara")}
    unknown = {id for id, t in now.things.items() if t.kind == "room" and not t.body.get("seen") and id not in standing}
    found = {now.things[id].name for id in unknown} | {way.label for way in now.exits.values() if way.hidden or way.from_room in unknown}
    found |= {t.name for t in now.things.values() if t.name.startswith("Beast") and t.parent_id not in standing}
    found |= {t.name for t in now.things.values() if t.body.get("hidden")}
    found |= {note for t in now.things.values() for note in t.body.get("notes", ())}
    found |= {str(t.body["description"]) for id, t in now.things.items() if t.kind == "room" and id not in standing and id != FIRST_ROOM_ID}
    return found | {way.key_name for way in now.exits.values() if way.key_name}


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(WAYS, STEPS)
def test_wherever_the_party_walks_the_table_tells_no_secret(store: Store, ways: Any, steps: Any):
    campaign = store.create_campaign(f"walk {os.urandom(6).hex()}", "5.1", {}, initial_world.first_world())
    table = Table(Game(store, campaign, BOOK))
    for name in ("Thorin", "Elara"):
        table.did("create", name=name, character={"party": True, "hpMax": 20})
    dig(table.game, *dungeon(ways))
    for operation, n, who in [("go", 0, None), *steps]:
        now = snapshot(table.game)
        at = next(t.parent_id for t in now.things.values() if t.name == (who or "Thorin"))
        there = [way.label for way in now.exits.values() if way.from_room == at]
        walk = {"direction": there[n % len(there)]} if operation != "search" and there else {}
        table.ask("go" if walk else "search", who, **walk)
        shown = json.dumps(table.game.table(), ensure_ascii=False)
        leaked = {secret for secret in secrets(snapshot(table.game)) if secret in shown}
        assert not leaked
    whole = json.dumps(table.game.table(everything=True))
    table.game._clerk.close()
    assert all(f"Room{n}x" in whole for n in range(1, ROOM_COUNT + 1))


# ── the fight, the dice and the words ───────────────────────────────────────────────────────────────────────────────


def goblin_fight(table: Table) -> None:
    answer = table.send({"operation": "create", "name": "Snik", "template": "Goblin"}, "manage_character")
    assert answer["ok"], answer["text"]
    table.did("start_fight", names=["Thorin", "Snik"], d20=[20, 2])


def test_the_order_tells_how_fighters_look_and_what_is_left_of_a_members_turn(table: Table):
    goblin_fight(table)
    fight = table.game.table()["fight"]
    assert [(f["name"], f["initiative"], f["mark"], f["acts"]) for f in fight["order"]] == [
        ("Thorin", 20, "unhurt", True), ("Snik", 4, "unhurt", False),
    ]  # fmt: skip
    assert fight["left"] == {
        "action": 1, "attacks": 1, "bonus": 1, "reaction": 1, "feet": 30, "of": 30, "says": "1 action, 1 attack, bonus action, reaction",
    }  # fmt: skip
    assert [f["hp"] for f in fight["order"]] == [{"value": 20, "max": 20}, None]
    assert table.game.table(everything=True)["fight"]["order"][1]["hp"] == {"value": 7, "max": 7}
    table.did("apply", "Snik", condition="restrained")
    assert table.game.table()["fight"]["order"][1]["conditions"] == ["restrained"]
    table.did("next_turn")
    assert table.game.table()["fight"]["left"] is None
    assert table.game.table(everything=True)["fight"]["left"]


def test_players_see_the_dice_of_the_party_and_no_others(table: Table):
    goblin_fight(table)
    table.did("attack", "Thorin", targetName="Snik")
    table.did("next_turn")
    table.did("attack", "Snik", targetName="Thorin")
    table.did("roll", dice="1d6")
    players, whole = table.game.table()["rolls"], table.game.table(everything=True)["rolls"]
    assert {roll["who"] for roll in players} == {"Thorin"}
    assert {"Thorin", "Snik", ""} == {roll["who"] for roll in whole}
    attack = next(roll for roll in players if roll["what"] == "attack")
    assert attack["total"] == attack["faces"][0] + 2 and attack["dice"] == "1d20+2"


def test_a_roll_says_whom_it_strikes_and_what_came_of_it(table: Table):
    table.did("give", "Thorin", template="Rapier", equip=True)
    table.did("update", "Thorin", character={"abilities": {"dex": 16}})
    goblin_fight(table)
    table.did("attack", "Thorin", targetName="Snik", d20=[18], seed=3)
    damage, attack = table.game.table()["rolls"][:2]
    assert (attack["what"], attack["on"], attack["came"]) == ("attack", "Snik", "hit")
    assert (damage["what"], damage["came"]) == ("damage", "piercing")
    assert damage["total"] == damage["faces"][0] + 3 and damage["dice"] == "1d8"
    shown = json.dumps({key: table.game.table()[key] for key in ("rolls", "told")})
    assert "against AC" not in shown and "HP 7" not in shown
    assert table.game.table()["told"][0]["text"].startswith(f"Thorin attacks Snik: a hit, {damage['total']} piercing")


def test_a_check_and_a_save_say_what_they_are_and_what_came_of_them(table: Table):
    table.did("check", "Thorin", skill="sleight_of_hand", dc=30)
    table.did("save", "Elara", ability="dex", dc=0)
    assert [(r["who"], r["what"], r["came"]) for r in table.game.table()["rolls"]] == [
        ("Elara", "DEX save", "succeeds"), ("Thorin", "sleight of hand check", "fails"),
    ]  # fmt: skip
    assert [r["came"] for r in table.game.table(everything=True)["rolls"]] == ["succeeds against DC 0", "fails against DC 30"]


def test_a_save_of_concentration_says_whether_it_held(table: Table):
    table.did("update", "Elara", character={"classes": ["cleric 5"], "hpMax": 400})
    table.did("heal", "Elara", amount=400)
    for amount, came in ((2, "held"), (90, "lost")):
        table.did("update", "Elara", character={"abilities": {"con": 30 if amount == 2 else 10}})
        table.did("cast", "Elara", spell="Bless", targets=["Thorin"], force=True)
        table.did("damage", "Elara", amount=amount, damageType="fire")
        roll = table.game.table()["rolls"][0]
        assert (roll["who"], roll["what"], roll["came"]) == ("Elara", "concentration", came)


def test_what_happened_tells_the_monsters_attacks_spells_and_deaths(table: Table):
    table.did("update", "Elara", character={"classes": ["cleric 5"], "hpMax": 20})
    goblin_fight(table)
    table.did("cast", "Elara", spell="Bless", targets=["Thorin"], force=True)
    table.did("attack", "Snik", targetName="Thorin", d20=[1], force=True)
    table.did("damage", "Snik", amount=60, damageType="fire")
    assert told(table)[:3] == ["Snik dies", "Snik attacks Thorin: a miss", "Elara casts Bless"]


def test_a_hero_in_the_making_is_not_hurt_or_healed(table: Table):
    table.did("update", "Thorin", character={"hpMax": 31})
    assert not any("Thorin" in line for line in told(table))


def test_a_taken_back_roll_is_no_longer_told(table: Table):
    table.did("check", "Thorin", skill="perception")
    assert [roll["what"] for roll in table.game.table()["rolls"]] == ["perception check"]
    table.did("undo")
    assert table.game.table()["rolls"] == []


def test_words_reach_those_who_heard_them(table: Table):
    for payload in (
        {"operation": "tell", "text": "Rain falls."},
        {"operation": "say", "text": "Only you see it.", "toName": "Elara"},
        {"operation": "note", "text": "The innkeeper lies."},
    ):
        answer = table.send(payload, "keep_journal")
        assert answer["ok"], answer["text"]

    def texts(**how: Any) -> list[str]:
        return [word["text"] for word in table.game.table(**how)["words"]]

    assert texts() == ["Rain falls."]
    assert texts(caller=Caller("player", characters=("Thorin",))) == ["Rain falls."]
    assert texts(caller=Caller("player", characters=("Elara",))) == ["Only you see it.", "Rain falls."]
    assert texts(everything=True) == ["The innkeeper lies.", "Only you see it.", "Rain falls."]


def test_words_that_a_part_of_the_party_heard_are_not_for_all(table: Table):
    build(table, "Cellar", "down")
    assert table.send({"operation": "go", "direction": "down", "names": ["Thorin"]}, "manage_room")["ok"]
    assert table.send({"operation": "say", "characterName": "Thorin", "text": "It is dark."}, "keep_journal")["ok"]
    assert table.game.table()["words"] == []
    assert [w["by"] for w in table.game.table(caller=Caller("player", characters=("Thorin",)))["words"]] == ["Thorin"]


def test_words_for_all_stay_when_a_hero_joins(table: Table):
    assert table.send({"operation": "create", "name": "Marra"}, "manage_character")["ok"]
    build(table, "Cellar", "down")
    assert table.send({"operation": "tell", "text": "Rain falls."}, "keep_journal")["ok"]
    assert table.send({"operation": "go", "direction": "down", "names": ["Thorin"]}, "manage_room")["ok"]
    assert table.send({"operation": "say", "characterName": "Thorin", "text": "It is dark."}, "keep_journal")["ok"]
    table.did("create", name="Wren", character={"party": True})
    table.did("update", "Marra", character={"party": True})
    for name in ("Elara", "Wren", "Marra"):
        assert [w["text"] for w in table.game.table(caller=Caller("player", characters=(name,)))["words"]] == ["Rain falls."]
    assert [w["text"] for w in table.game.table()["words"]] == ["Rain falls."]


def test_a_player_sees_which_heroes_are_its_own(table: Table):
    party = table.game.table(caller=Caller("player", characters=("Elara",)))["party"]
    assert {m["name"]: m["mine"] for m in party} == {"Thorin": False, "Elara": True}


def test_the_game_master_sees_numbers_notes_and_hidden_things(table: Table):
    goblin_fight(table)
    build(table, "Vault", "north", door="hidden")
    assert table.send({"operation": "update", "notes": ["The fire is an illusion."]}, "manage_room")["ok"]
    secrets = table.game.table(everything=True)["secrets"]
    assert [(c["name"], c["ac"], c["hp"]["value"]) for c in secrets["creatures"]] == [("Snik", 15, 7)]
    assert any(note["kind"] == "door" and "Vault" in note["title"] for note in secrets["notes"])
    assert {"kind": "note", "title": "Note", "text": "The fire is an illusion."} in secrets["notes"]
    assert "secrets" not in table.game.table()


# ── the past, from another room ─────────────────────────────────────────────────────────────────────────────────────


def test_the_log_remembers_whom_the_party_fought_in_another_room(table: Table):
    build(table, "Crypt", "north")
    goblin_fight(table)
    table.did("attack", "Snik", targetName="Thorin", d20=[1], force=True)
    table.did("damage", "Snik", amount=60, damageType="cold")
    table.did("end_fight")
    before = {everything: table.game.table(everything)["told"] for everything in (False, True)}
    assert {"Snik attacks Thorin: a miss", "Snik dies"} <= {line["text"] for line in before[False]}
    assert table.send({"operation": "go", "direction": "north"}, "manage_room")["ok"]
    for everything, lines in before.items():
        assert table.game.table(everything)["told"][1:] == lines[:7]
    (roll,) = [row for row in table.game.table(everything=True)["rolls"] if row["what"] == "attack"]
    assert (roll["who"], roll["on"]) == ("Snik", "Thorin")


def test_the_log_tells_nothing_of_a_room_that_the_party_had_left(table: Table):
    build(table, "Crypt", "north")
    goblin_fight(table)
    table.did("create", name="Marra", character={"hpMax": 40})
    table.did("end_fight")
    assert table.send({"operation": "go", "direction": "north"}, "manage_room")["ok"]
    table.did("attack", "Snik", targetName="Marra", d20=[20], force=True)
    table.did("damage", "Marra", amount=60, damageType="cold")
    assert not [text for text in told(table) if "Marra" in text or "Snik" in text]
    assert table.send({"operation": "go", "direction": "south"}, "manage_room")["ok"]
    assert not [text for text in told(table) if "Marra" in text or "Snik" in text]


def test_the_page_lists_what_lies_in_the_room(table: Table):
    strange = {"item": {"name": "Ring of Bark", "type": "wondrous"}, "identified": False}
    for thing in ({"template": "Chest"}, strange):
        answer = table.send({"operation": "give", "bagName": "floor", **thing}, "manage_inventory")
        assert answer["ok"], answer["text"]
    shown = {everything: " ".join(table.game.table(everything)["room"]["things"]) for everything in (False, True)}
    assert all("Chest" in things for things in shown.values())
    assert "of Bark" not in shown[False] and "of Bark" in shown[True]


def test_a_card_says_class_and_level(table: Table):
    table.did("update", "Elara", character={"classes": ["cleric 5"], "race": "elf", "background": "acolyte"})
    assert [member(table, name)["calling"] for name in ("Thorin", "Elara")] == ["", "elf cleric 5, acolyte"]


def test_the_order_marks_the_readers_own_hero(table: Table):
    goblin_fight(table)
    for caller, own in ((Caller("player", characters=("Thorin",)), [True, False]), (Caller("viewer"), [False, False])):
        assert [fighter["mine"] for fighter in table.game.table(caller=caller)["fight"]["order"]] == own


@pytest.mark.parametrize(
    ("room", "scene"),
    [
        ({"name": "Sunken Harbour Cellar", "vibe": "a flooded crypt"}, "indoors"),
        ({"name": "Parlour", "light": "dark"}, "underground"),
    ],
)
def test_the_scenery_follows_what_the_map_says_and_no_words(table: Table, room: dict[str, Any], scene: str):
    made = table.send({"operation": "create", "direction": "north", **room}, "manage_room")
    assert made["ok"], made["text"]
    assert table.send({"operation": "go", "characterName": "party", "direction": "north", "force": True}, "manage_room")["ok"]
    assert table.game.table()["room"]["scene"] == scene


@pytest.mark.parametrize(
    ("adventure", "scenes"),
    [
        ("bitter_spring", {"Market Square": "outdoors", "Lantern Inn": "indoors", "Great Cistern": "underground"}),
        ("salt_toll", {"Ford": "outdoors", "Weigh Hall": "indoors", "Net Loft": "indoors", "Salt Cellar": "underground"}),
    ],
)
def test_the_scenery_of_an_adventure_follows_its_map(table: Table, adventure: str, scenes: dict[str, str]):
    """The storeys below all that lies under the open sky are underground, if the readers know something outside."""
    assert table.send({"operation": "import_map", "adventure": adventure}, "manage_room")["ok"]
    found = {}
    for name in scenes:
        assert table.send({"operation": "join", "characterName": "party", "toName": name}, "manage_room")["ok"]
        found[name] = table.game.table(everything=True)["room"]["scene"]
    assert found == scenes


def test_a_hero_who_cannot_act_has_nothing_left_of_the_turn(table: Table):
    table.did("start_fight", names=["Thorin", "Elara"], d20=[19, 2])
    assert table.game.table()["fight"]["left"]["action"] == 1
    table.did("damage", "Thorin", amount=20, damageType="fire")
    assert table.game.table()["fight"]["left"] is None
    assert table.game.table()["party"][1]["dying"]["due"]


def test_zones_and_what_the_party_laid_on_foes_are_seen_and_what_foes_lay_on_themselves_is_not(table: Table):
    caster = {"party": True, "classes": ["wizard 5"], "spells": {"prepared": ["Web", "Hex"], "known": ["Web"]}, "hpMax": 20}
    table.did("create", name="Osric", character=caster)
    table.did("create", name="Goblin", character={"hpMax": 7, "party": False})
    table.did("start_fight", names=["Osric", "Goblin", "Elara"], d20=[19, 12, 2])
    table.did("cast", "Osric", spell="Web", targets=["Goblin", "Elara"])
    (web,) = table.game.table()["fight"]["zones"]
    assert (web["name"], web["by"], web["area"]) == ("Web", "Osric", "20 ft cube") and {*web["inside"]} == {"Goblin", "Elara"}

    def laid(everything: bool) -> list[str]:
        (goblin,) = [f for f in table.game.table(everything)["fight"]["order"] if f["name"] == "Goblin"]
        return [effect["name"] for effect in goblin["effects"]]

    table.did("apply", "Goblin", effect="bless")
    assert laid(True) == ["Bless"] and laid(False) == []
    assert all("effects" not in f for f in table.game.table()["fight"]["order"] if f["member"])
    table.did("next_turn")
    table.did("act", "Goblin", act="Hide", d20=[18])
    (web,) = table.game.table()["fight"]["zones"]
    assert web["inside"] == ["Elara"], "a player reads no name of a creature that hides"


def test_quests_that_are_over_stay_behind_the_open_ones(table: Table):
    for name, public in (("The Spring", True), ("The Toll", True), ("The Secret", False)):
        assert table.send({"operation": "quest", "name": name, "public": public}, "keep_journal")["ok"]
    for name in ("The Spring", "The Secret"):
        assert table.send({"operation": "progress", "name": name, "status": "done"}, "keep_journal")["ok"]
    assert [(q["name"], q["state"]) for q in table.game.table()["quests"]] == [("The Toll", "pending"), ("The Spring", "done")]
    assert ("The Secret", "done") in [(q["name"], q["state"]) for q in table.game.table(everything=True)["quests"]]
