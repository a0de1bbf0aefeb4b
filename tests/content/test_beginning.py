"""Every campaign begins with the same tree, and an older campaign gets the missing parts (adrs/0042)."""

import pytest

from rpg_lite import campaign_setup, game
from rpg_lite.campaign_opening import open_campaign
from rpg_lite.content import initial_world, rulebook_loading
from rpg_lite.store.store import Store
from rpg_lite.world.events import Created, Equipped, Event
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import DEFAULTS_ID, FIRST_ROOM_ID, WORLD_ID, Campaign, Thing, World
from tests.operations.table import Table, chronicle, snapshot
from tests.rows import each_row

VERBS = """look who say history vibe inventory examine equip unequip journal note decide idea milestone rooms exits join leave go create
portal search open close lock unlock route map""".split()
TREE = {
    "world": {
        "rooms": {"Lobby": {}},
        "characters": {},
        "servers": {},
        "internal": {
            name: {}
            for name in (*VERBS, "components", "initiative", "one action", "one bonus action", "one movement", "one spell", "one reaction")
        },
        "defaults": {"rooms made since rev 0": {}},
        "Home": {},
        "journal": {},
        "class features": {},
        "quests": {},
    }
}
OLD: tuple[Event, ...] = (
    Created(Thing(WORLD_ID, "container", "world", None)),
    Created(Thing(FIRST_ROOM_ID, "room", "Lobby", WORLD_ID, body={"description": "Where every campaign begins."})),
)


def tree(things: dict[str, Thing], bag: str | None = None) -> dict[str, dict]:
    return {t.name: tree(things, t.id) for t in things.values() if t.parent_id == bag}


@pytest.fixture
def old(tmp_path):
    """A campaign that began before there were rooms and tools, with a hero in its Lobby."""
    file = tmp_path / "old.db"
    with Store.open(file) as store:
        store.create_campaign(campaign_setup.DEFAULT_CAMPAIGN, "5.1", {}, OLD)
    with game.Game(store := Store.open(file), store.campaigns()[0], rulebook_loading.rulebook("5.1")) as before:
        assert before.ask({"operation": "create", "name": "Thorin", "character": {"party": True}}, "manage_character")["ok"]
    return file


def test_a_new_campaign_has_exactly_this_tree():
    with open_campaign() as new:
        now = snapshot(new)
        assert tree(now.things) == TREE
        assert now.things[FIRST_ROOM_ID].name == "Lobby"
        assert {t.qualified_name for t in now.things.values() if t.kind == "tool"} == {
            *(f"rpg:{verb}" for verb in VERBS),
            "turn:components",
            "turn:initiative",
            "turn:one_action",
            "turn:one_bonus_action",
            "turn:one_movement",
            "turn:one_reaction",
            "turn:one_spell",
        }


@pytest.mark.parametrize("context", [DEFAULTS_ID, FIRST_ROOM_ID])
def test_the_defaults_and_the_lobby_equip_every_verb(context):
    with open_campaign() as new:
        now = snapshot(new)
        assert {now.things[id].name for of, id in now.worn if of == context} - {"rooms made since rev 0"} == {*VERBS}


def test_an_older_campaign_is_completed_at_opening_and_keeps_what_it_had(old):
    with open_campaign(old) as now:
        seen = snapshot(now)
        assert tree(seen.things) == {"world": {**TREE["world"], "rooms": {"Lobby": {"Thorin": {}}}}}
        with open_campaign() as new:
            assert seen.worn == snapshot(new).worn


def test_opening_again_adds_nothing(old, tmp_path):
    for file in (old, tmp_path / "new.db"):
        with open_campaign(file) as first:
            before = snapshot(first)
        with open_campaign(file) as again:
            assert snapshot(again) == before


def test_the_fold_of_all_events_is_what_is_stored_after_completing(old):
    with open_campaign(old) as now:
        folded = evolve_all(World(Campaign("x", "x")), chronicle(now))
        assert (folded.things, folded.equipped, folded.exits) == snapshot(now).world


def test_a_verb_that_was_removed_stays_away(old):
    with open_campaign(old) as now:
        id = next(t.id for t in snapshot(now).things.values() if t.qualified_name == "rpg:map")
        left = World(Campaign("x", "x"), {k: t for k, t in snapshot(now).things.items() if k != id})
        assert initial_world.missing(left, initial_world.ids()) == ()


def test_the_first_answer_says_that_classes_give_their_features_now(old):
    """Stored heroes gain them; the next opening does not say it again."""
    with open_campaign(old) as now:
        told = now.ask({"operation": "party"}, "read_campaign")["text"]
        assert "Heroes now have the features, slots and resources of their class levels (features [] means none)." in told
    with open_campaign(old) as again:
        said = [line for line in again.ask({"operation": "history"}, "read_campaign")["text"].splitlines() if "Heroes now have" in line]
        assert len(said) == 1
    with open_campaign() as new:
        assert "Heroes now have" not in new.ask({"operation": "party"}, "read_campaign")["text"]


def test_a_campaign_that_has_the_features_is_not_told_again(tmp_path):
    """It lacks only a verb."""
    file = tmp_path / "older.db"
    with open_campaign(file) as before, before.store._database.writer.connect() as connection:
        id = connection.exec_driver_sql("SELECT id FROM thing WHERE qualified_name = 'rpg:map'").scalar_one()
        for table, column in (("equipped", "thing_id"), ("thing", "id")):
            connection.exec_driver_sql(f"DELETE FROM {table} WHERE {column} = '{id}'")
        connection.commit()
    with open_campaign(file) as after:
        told = after.ask({"operation": "party"}, "read_campaign")["text"]
        assert "received the rooms and tools" in told and "Heroes now have" not in told


def test_undo_passes_over_the_completing(old):
    with open_campaign(old) as now:
        assert "Thorin" in Table(now).did("undo")["text"]
        assert tree(snapshot(now).things) == TREE


@pytest.mark.parametrize("rooms", [(), (FIRST_ROOM_ID,), (FIRST_ROOM_ID, "r5.1")])
def test_a_new_verb_joins_the_defaults_and_the_rooms_with_tools_of_their_own(old, rooms):
    with open_campaign(old) as now:
        world = World(Campaign("x", "x"), snapshot(now).things)
        id = world.find_named("map", "tool")[0].id
        joined = initial_world.missing(world, initial_world.ids() - {id}, rooms)
        assert [e.context for e in joined if isinstance(e, Equipped)] == [DEFAULTS_ID, *rooms]
        assert [e.thing.id for e in joined if isinstance(e, Created)] == [id]


def test_a_room_older_than_a_verb_has_the_verb_and_keeps_its_seals(tmp_path):
    """As a campaign of an older version has it: without the tool, without its rows."""
    file = tmp_path / "older.db"
    with open_campaign(file) as before:
        for name in ("Cell", "Cave", "Crypt"):
            assert before.ask({"operation": "create", "name": name}, "manage_room")["ok"]
        for room, wanted in (("Cell", "rpg:go"), ("Cave", "*")):
            assert before.ask({"operation": "unequip", "bagName": room, "itemName": wanted}, "manage_tools")["ok"]
        with before.store._database.writer.connect() as connection:
            id = connection.exec_driver_sql("SELECT id FROM thing WHERE qualified_name = 'rpg:map'").scalar_one()
            connection.exec_driver_sql(f"DELETE FROM equipped WHERE thing_id = '{id}'")
            connection.exec_driver_sql(f"DELETE FROM thing WHERE id = '{id}'")
            connection.commit()
    with open_campaign(file) as after:
        now = snapshot(after)
        assert {now.things[of].name for of, tool in now.worn if tool == id} - {"rooms made since rev 0"} == {"defaults", "Lobby", "Cell"}
        table = Table(after)
        table.did("create", name="Thorin", character={"party": True})
        for room in ("Cell", "Cave", "Crypt"):
            assert after.ask({"operation": "join", "toName": room}, "manage_room")["ok"]
            assert after.ask({"operation": "map"}, "manage_room")["ok"]
        assert after.ask({"operation": "join", "toName": "Cell"}, "manage_room")["ok"]
        table.refused("verb_sealed", "go", direction="north")


@each_row("word", ["internal", "rooms", "defaults", "servers", "characters", "world", "journal", "class features"])
def test_the_frame_of_the_tree_is_no_bag_to_lay_things_into(word):
    with open_campaign() as new:
        table = Table(new)
        answer = table.refused("bag_unknown", "give", bagName=word, item={"name": "Gem", "type": "treasure"})
        assert "internal" not in answer["text"].replace(f"'{word}'", "")


def test_no_tool_stands_in_a_roster_or_on_a_floor():
    with open_campaign() as new:
        table = Table(new)
        table.did("create", name="Thorin", character={"party": True})
        near = table.refused("character_unknown", "view", "Look")
        shown = table.did("view", bagName="floor")
        assert not any("rpg:" in a["text"] or "examine" in a["text"] for a in (near, shown))


def test_going_back_to_the_beginning_leaves_the_frame(old):
    with open_campaign(old) as now:
        whole = tree(snapshot(now).things)
        now.ask({"operation": "create", "name": "Lyra"}, tool="manage_character")
        assert now.ask({"operation": "undo", "toRev": 0}, tool="manage_character")["ok"]
        kept = tree(snapshot(now).things)
    assert kept["world"].keys() == whole["world"].keys()
