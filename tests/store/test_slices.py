import re
from typing import Any

import pytest
from sqlalchemy import event

import rpg_lite
from rpg_lite.operations import sealed_verbs
from rpg_lite.operations.rooms.go import Go
from rpg_lite.store.store import Store
from rpg_lite.store.tables import METADATA
from rpg_lite.store.thing_queries import LONGEST_ROSTER, MOST_OF_ONE_NAME
from rpg_lite.world.events import Equipped, ExitOpened, Removed
from rpg_lite.world.world_model import DEFAULTS_ID, FIRST_ROOM_ID, WORLD_ID, Campaign, Exit, Ref, RosterLine
from tests.store.worlds import by_id, by_name, happen, hero, made, on_sqlite, plan, read, seen

BOOK = rpg_lite.rulebook()
CELLAR = made("r1.1", "Cellar", WORLD_ID, "room")
THORIN, BALIN, ORC = hero("c1.2", "Thorin"), hero("c1.3", "Balin", "r1.1"), hero("c1.4", "Orc", party=False)
PACK, POUCH = made("b1.5", "Backpack", "c1.2", "container"), made("b1.6", "Pouch", "b1.5", "container")
GEM, AXE = made("i1.7", "Gem", "b1.6"), made("i1.8", "Axe", "c1.2")
CHEST, CROWN = made("b1.9", "Chest", kind="container"), made("i1.10", "Crown", "b1.9")
ORC_AXE, CLUB = made("i1.11", "Axe", "c1.4"), made("i1.12", "Club", "r1.1")
SCENE = (CELLAR, THORIN, BALIN, ORC, PACK, POUCH, GEM, AXE, CHEST, CROWN, ORC_AXE, CLUB)
WEARING = (Equipped("c1.2", "i1.8", "mainhand"), Equipped("c1.4", "i1.11", "mainhand"))
AROUND = {FIRST_ROOM_ID, WORLD_ID}
THORINS = {"c1.2", "b1.5", "b1.6", "i1.7", "i1.8"}
FLOOR = AROUND | {"c1.2", "c1.4", "b1.9", "i1.10"}
CELLAR_FLOOR = {"r1.1", WORLD_ID, "c1.3", "i1.12"}


@pytest.fixture
def scene(store: Store, campaign: Campaign) -> Campaign:
    happen(store, campaign, by_id(FIRST_ROOM_ID, WORLD_ID), *SCENE, *WEARING)
    return campaign


SLICES: dict[str, tuple[list[Ref], set[str]]] = {
    "a bearer with all bags and what is around": (by_id("c1.2"), THORINS | AROUND),
    "by any spelling of the name": (by_name("the THÓRIN"), THORINS | AROUND),
    "a bag within a bag, with all that its bearer has": (by_id("b1.6"), THORINS | AROUND),
    "a chest": (by_name("chest"), {"b1.9", "i1.10"} | AROUND),
    "an item": (by_name("Crown"), {"b1.9", "i1.10"} | AROUND),
    "all that share a name, with their bearers": (by_name("axes"), THORINS | {"i1.11", "c1.4"} | AROUND),
    "a room shows what lies in it, bags open and characters closed": (by_id(FIRST_ROOM_ID), FLOOR),
    "a room and a chest in it": (by_id(FIRST_ROOM_ID, "b1.9"), FLOOR),
    "the floor where someone stands": ([Ref("floor", name="Balin")], CELLAR_FLOOR),
    "the floor of a room": ([Ref("floor", id="r1.1")], CELLAR_FLOOR),
    "the floor of the party, wherever it is": ([Ref("floor")], FLOOR | CELLAR_FLOOR),
    "bearer and floor": ([*by_id("c1.2"), Ref("floor", id="c1.2")], FLOOR | THORINS),
    "the party, wherever it is": ([Ref("party")], THORINS | AROUND | {"c1.3", "r1.1"}),
    "the party and its floor": ([Ref("party"), Ref("floor")], THORINS | FLOOR | CELLAR_FLOOR),
    "the world opens no room": (by_id(WORLD_ID), {WORLD_ID, FIRST_ROOM_ID, "r1.1"}),
    "id before name": ([Ref("bearer", id="b1.9", name="Orc")], {"b1.9", "i1.10"} | AROUND),
    "a room with all that the people there have": ([Ref("people", name="Orc")], FLOOR | THORINS | {"i1.11"}),
    "the rooms of the party with their people": ([Ref("people")], FLOOR | THORINS | {"i1.11"} | CELLAR_FLOOR),
    "nothing": ([], set()),
}


@pytest.mark.parametrize(("refs", "ids"), SLICES.values(), ids=SLICES)
def test_a_slice_holds_what_is_touched_and_no_more(store: Store, scene: Campaign, refs: list[Ref], ids: set[str]) -> None:
    world = seen(store, scene, refs)
    assert world.things.keys() == ids
    assert world.roster == ()
    assert {row.context_id for row in world.equipped.values()} == {"c1.2", "c1.4"} & ids


def test_both_ends_of_a_spell_belong_to_a_slice(store: Store, campaign: Campaign) -> None:
    """Whoever is asked for: the caster, those whom its concentration holds, and all who have laid something on one of them."""
    held = [{"name": "paralyzed", "cast": "k1.1", "by": "c1.2"}]
    mind = {"concentration": {"effect": "Hold Person", "cast": "k1.1", "on": ["c1.3", "c1.4"]}}
    charmed = {"conditions": [*held, {"name": "charmed", "cast": "k1.2", "by": "c1.5"}, {"name": "prone", "by": "c1.6"}]}
    bodies: dict[str, dict[str, Any]] = {"c1.2": mind, "c1.3": {"conditions": held}, "c1.4": charmed, "c1.5": {}, "c1.6": {}, "c1.7": {}}
    happen(store, campaign, by_id(FIRST_ROOM_ID, WORLD_ID), *(made(id, id, kind="character", body=body) for id, body in bodies.items()))
    for asked in bodies:
        there = seen(store, campaign, by_id(asked)).things.keys() - AROUND
        assert there == ({asked} if asked in ("c1.5", "c1.6", "c1.7") else {"c1.2", "c1.3", "c1.4", "c1.5", "c1.6"}), asked


@pytest.mark.parametrize(
    ("light", "more"), [(None, set()), ("bright", set()), ("dim", {"c1.3", "i1.4", "i1.5"}), ("dark", {"c1.3", "i1.4", "i1.5"})]
)
def test_the_lights_of_a_room_belong_to_a_slice_if_it_is_not_bright(
    store: Store, campaign: Campaign, light: str | None, more: set[str]
) -> None:
    mine = made("r1.1", "Mine", WORLD_ID, "room", body={"light": light} if light else {})
    there = (hero("c1.2", "Nain", "r1.1"), hero("c1.3", "Dain", "r1.1"), made("i1.4", "Torch", "c1.3"), made("i1.5", "Lantern", "r1.1"))
    happen(store, campaign, by_id(FIRST_ROOM_ID, WORLD_ID), mine, *there)
    assert seen(store, campaign, [*by_id("c1.2"), Ref("lights", "c1.2")]).things.keys() == {WORLD_ID, "r1.1", "c1.2"} | more


def test_without_a_party_the_first_room_is_the_floor(store: Store, campaign: Campaign) -> None:
    happen(store, campaign, by_id(FIRST_ROOM_ID, WORLD_ID), ORC)
    assert seen(store, campaign, [Ref("floor")]).things.keys() == AROUND | {"c1.4"}
    assert seen(store, campaign, [Ref("party")]).things == {}


@pytest.mark.parametrize("miss", [Ref("bearer", name="Thorn"), Ref("bearer", id="c9.9"), Ref("floor", name="Nobody")])
def test_a_miss_brings_the_roster(store: Store, scene: Campaign, miss: Ref) -> None:
    world = seen(store, scene, [*by_id("b1.9"), miss])
    assert world.things.keys() == {"b1.9", "i1.10"} | AROUND
    everyone = ["The world", "Tavern", "Cellar", "Thorin", "Balin", "Orc", "Backpack", "Pouch", "Chest"]
    assert [known.name for known in world.roster] == everyone
    assert RosterLine("c1.3", "Balin", "character") in world.roster


def test_the_gone_are_in_no_slice(store: Store, scene: Campaign) -> None:
    happen(store, scene, by_id("c1.4", "b1.6"), Removed(ORC.thing), Removed(ORC_AXE.thing), Removed(GEM.thing))
    assert seen(store, scene, by_id(FIRST_ROOM_ID)).things.keys() == FLOOR - {"c1.4"}
    assert seen(store, scene, by_id("c1.2")).things.keys() == (THORINS | AROUND) - {"i1.7"}
    missed = seen(store, scene, by_name("Orc"))
    assert missed.things == {}
    assert "Orc" not in [known.name for known in missed.roster]


def test_ids_come_with_whoever_bears_them(store: Store, scene: Campaign) -> None:
    def ids(*wanted: str) -> Any:
        return read(store, scene, lambda r: r.load_ids(wanted))

    assert ids("i1.7").things.keys() == THORINS | AROUND
    assert ids("i1.7").equipped.keys() == {("c1.2", "i1.8")}
    assert ids("i1.10", "i9.9").things.keys() == {"i1.10", "b1.9"} | AROUND
    assert ids("c1.4").things.keys() == {"c1.4", "i1.11"} | AROUND
    assert ids().things == {}


def test_a_crowd_of_one_name_is_cut_and_characters_come_first(store: Store, campaign: Campaign) -> None:
    torches = [made(f"i1.{n}", "Torch") for n in range(1, MOST_OF_ONE_NAME + 50)]
    happen(store, campaign, by_id(FIRST_ROOM_ID), *torches, hero("c1.900", "Torch"))
    found = seen(store, campaign, by_name("torch")).things
    assert len(found) == MOST_OF_ONE_NAME + 2
    assert "c1.900" in found


def test_the_roster_is_cut_and_stands_in_order_of_making(store: Store, campaign: Campaign) -> None:
    goblins = [hero(f"c1.{n}", f"Goblin {n}") for n in range(1, LONGEST_ROSTER + 10)]
    happen(store, campaign, by_id(FIRST_ROOM_ID), *reversed(goblins))
    roster = seen(store, campaign, by_name("Hobgoblin")).roster
    assert len(roster) == LONGEST_ROSTER
    places = [int(known.id.partition(".")[2]) for known in roster if known.kind == "character"]
    assert places == sorted(places)


def test_a_bag_is_found_by_the_names_of_its_template_and_nothing_else_is(store: Store, scene: Campaign) -> None:
    purse = made("i1.13", "Tim's Purse", "c1.4", body={"template": "srd:pouch"})
    torch = made("i1.14", "Tim's Light", "c1.4", body={"template": "srd:torch"})
    coffer = made("i1.15", "Coffer", "b1.9", body={"item": {"name": "Coffer", "type": "wondrous", "container": {}}})
    happen(store, scene, by_id(FIRST_ROOM_ID, "c1.4"), purse, torch, coffer)
    assert "i1.13" in seen(store, scene, by_name("belt pouch"), BOOK).things
    missed = seen(store, scene, by_name("Torch"), BOOK)
    assert missed.things == {}
    assert [k.name for k in missed.roster if k.kind == "item"] == ["Tim's Purse", "Coffer"]


def _statements(store: Store, campaign: Campaign, refs: list[Ref]) -> list[tuple[str, Any]]:
    told: list[tuple[str, Any]] = []

    def hear(_c: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        told.append((statement, parameters))

    event.listen(store._database.reader, "before_cursor_execute", hear)
    seen(store, campaign, refs, BOOK)
    read(store, campaign, lambda r: r.find_answer("x"))
    event.remove(store._database.reader, "before_cursor_execute", hear)
    return [(statement, parameters) for statement, parameters in told if not statement.startswith("BEGIN")]


@pytest.mark.parametrize(
    "refs",
    [
        by_id("c1.2"),
        by_name("Thorin"),
        by_name("Belt Pouch"),
        by_name("Nobody"),
        by_id("c1.2", "b1.9"),
        [*by_name("Thorin"), Ref("floor", name="Thorin")],
        [Ref("context")],
        [Ref("context", id="c1.2")],
        [Ref("people")],
        [Ref("qualified", name="rpg:look")],
        [Ref("qualified", name="rpg:*")],
    ],
)
def test_a_slice_is_found_through_indexes_alone(store: Store, scene: Campaign, refs: list[Ref]) -> None:
    tables = {"thing", "top", "inside", "outside", "found", "equipped", "commit", "event", "campaign"}
    for statement, parameters in _statements(store, scene, refs):
        steps = plan(store, statement, parameters)
        read_whole = {found[1] for step in steps if (found := re.match(r"(?:SCAN|Seq Scan on) (\w+)", step))}
        assert not read_whole & tables, steps
        assert not [step for step in steps if step.endswith("(campaign_id=?)")], steps


def test_a_bearer_costs_three_statements(store: Store, scene: Campaign) -> None:
    asked = _statements(store, scene, by_name("Thorin"))
    assert len(asked) - len(_statements(store, scene, [])) <= 2


def test_a_step_on_the_map_asks_for_each_row_once(store: Store, scene: Campaign) -> None:
    vault, way = made("r1.13", "Vault", WORLD_ID, "room"), ExitOpened(Exit("e1.14", "r1.1", "down", "down", "r1.13"))
    happen(store, scene, by_id(WORLD_ID, "r1.1"), vault, way)
    command = Go(operation="go", direction="down")
    told = _statements(store, scene, [*command.touches(), *sealed_verbs.touches(command)])
    asked = [(s, repr(p)) for s, p in told if not s.startswith("SELECT campaign")]
    assert len(asked) == len({*asked}), "no statement is sent twice"
    assert sum("kind <> 'item'" in s for s, _ in asked) == 1, "the characters are read once"
    exits = [p for s, p in asked if "FROM exit" in s]
    assert len(exits) == 2, "the exits where the party stands, out and in, and those of the room next door"
    assert "r1.1" in exits[0] and "r1.13" in exits[1]
    assert not any(room in exits[1] for room in (FIRST_ROOM_ID, "'r1.1'"))


def test_kinds_are_found_through_their_own_index(store: Store, scene: Campaign) -> None:
    for refs in ([Ref("party")], by_name("Thorn")):
        statement, parameters = next(s for s in _statements(store, scene, refs) if "kind <> 'item'" in s[0])
        assert any("thing_kind" in step for step in plan(store, statement, parameters))


@on_sqlite
def test_each_index_of_the_living_is_read_by_some_slice(store: Store, scene: Campaign) -> None:
    living = {
        i.name
        for table in METADATA.tables.values()
        for i in table.indexes
        if "deleted_at IS NULL" in str(i.dialect_options["sqlite"]["where"])
    }
    refs = [*by_name("Thorin"), Ref("people"), Ref("qualified", name="rpg:look")]
    steps = [step for ref in refs for asked in _statements(store, scene, [ref]) for step in plan(store, *asked)]
    used = {name for step in steps for name in re.findall(r"INDEX (\w+)", step)}
    assert living - used == {"equipped_slot"}, "which is there to be unique"


# ── tools and notes ─────────────────────────────────────────────────────────────────────────────────────────────────

INTERNAL, DEFAULTS = made("b0.6", "internal", WORLD_ID, "container"), made(DEFAULTS_ID, "defaults", WORLD_ID, "container")
LOOK, GO = (made(f"t0.{n}", name, "b0.6", "tool", qualified_name=f"rpg:{name}") for n, name in ((9, "look"), (10, "go")))
STYLE = made("d1.20", "style", "c1.2", "data", qualified_name="prompt:style")
USING = (Equipped(DEFAULTS_ID, "t0.10", None), Equipped(FIRST_ROOM_ID, "t0.9", None), Equipped("c1.2", "d1.20", None))


@pytest.fixture
def using(store: Store, scene: Campaign) -> Campaign:
    happen(store, scene, by_id(FIRST_ROOM_ID, "c1.2", WORLD_ID), INTERNAL, DEFAULTS, LOOK, GO, STYLE, *USING)
    return scene


USES: dict[str, tuple[list[Ref], set[str], set[str]]] = {
    "the room of the party, and the defaults": ([Ref("context")], {FIRST_ROOM_ID, DEFAULTS_ID}, {"t0.9", "t0.10"}),
    "the room of the party and what its members use": (
        [Ref("context"), Ref("party")],
        {FIRST_ROOM_ID, DEFAULTS_ID, "c1.2"},
        {"t0.9", "t0.10", "d1.20"},
    ),
    "a room": ([Ref("context", id="r1.1")], {DEFAULTS_ID}, {"t0.10"}),
    "a character and its room": ([Ref("context", name="Thorin")], {"c1.2", FIRST_ROOM_ID, DEFAULTS_ID}, {"d1.20", "t0.9", "t0.10"}),
    "a thing by its qualified name": ([Ref("qualified", name="prompt:style")], set(), {"d1.20"}),
    "things by a glob": ([Ref("qualified", name="rpg:*")], set(), {"t0.9", "t0.10"}),
    "nothing like it": ([Ref("qualified", name="rpg:")], set(), set()),
    "no bag and no room": ([*by_id("c1.2", FIRST_ROOM_ID, WORLD_ID), *by_id("b0.6")], set(), set()),
    "no name but the qualified one": (by_name("look", "style"), set(), set()),
}


@pytest.mark.parametrize(("refs", "contexts", "ids"), USES.values(), ids=USES)
def test_tools_and_notes_come_only_when_they_are_asked_for(
    store: Store, using: Campaign, refs: list[Ref], contexts: set[str], ids: set[str]
) -> None:
    world = seen(store, using, refs)
    assert {row.context_id for row in world.equipped.values() if row.slot is None} == contexts
    assert {t.id for t in world.things.values() if t.kind in ("tool", "data")} == ids


def test_no_roster_lists_the_frame_of_the_tree(store: Store, using: Campaign) -> None:
    names = {known.name for known in seen(store, using, by_name("Thorn")).roster}
    assert not names & {"internal", "defaults", "look", "style"}
    assert "Chest" in names
