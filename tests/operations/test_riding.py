"""A rider moves at the speed of its mount, and falls off it as each ruleset says (SRD, Mounted Combat)."""

from collections.abc import Iterator

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


def table(ruleset: Ruleset, mount: str = "Warhorse") -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Mira", character={"classes": ["fighter 3"], "party": True, "abilities": {"dex": 10}})
    box.accept("create", name="Beast", template=mount)
    box.accept("act", "Mira", act="Mount", targets=["Beast"])
    return box


def rides(box: Sandbox) -> bool:
    names = {entry.name for who in ("Mira", "Beast") for entry in box.thing(who).creature.lasting("effects")}
    assert names in (set(), {"Riding", "Ridden"}, {"Riding", "Ridden", "Controlled"}), "both or neither"
    return bool(names)


def speeds(box: Sandbox) -> tuple[int, int]:
    speed = thing_stats.stats_of(box.world, box.thing("Mira"), box.book).speed
    return speed["walk"].value, speed["fly"].value if "fly" in speed else 0


def is_prone(box: Sandbox, who: str = "Mira") -> bool:
    return any(c.name == "prone" for c in box.thing(who).creature.conditions)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("mount", "walk", "fly"), [("Warhorse", 60, 0), ("Griffon", 30, 80), ("Giant Goat", 40, 0)])
def test_a_rider_has_the_speed_of_its_mount(ruleset: Ruleset, mount: str, walk: int, fly: int) -> None:
    box = table(ruleset, mount)
    assert speeds(box) == (walk, fly)
    box.accept("act", "Mira", act="Dismount")
    assert not rides(box) and box.number("Mira", "speed.walk") == 30


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_slows_the_rider_does_not_slow_its_mount(ruleset: Ruleset) -> None:
    box = table(ruleset)
    box.accept("apply", "Mira", effect="Longstrider")
    assert speeds(box) == (60, 0)
    box.accept("act", "Mira", act="Dismount")
    assert speeds(box) == (40, 0)


def test_another_mount_leaves_the_first() -> None:
    box = table("5.1")
    box.accept("create", name="Mule", template="Giant Goat")
    box.accept("act", "Mira", act="Mount", targets=["Mule"])
    assert box.number("Mira", "speed.walk") == 40 and not box.thing("Beast").creature.lasting("effects")


def test_a_mount_that_falls_takes_its_rider_along_in_5_1() -> None:
    box = table("5.1")
    told = str(box.did("apply", "Beast", condition="prone"))
    assert is_prone(box) and not rides(box) and "DEX save" not in told and "Land on Feet" in told
    box.accept("act", "Mira", act="Land on Feet")
    assert not is_prone(box)


@pytest.mark.parametrize(("die", "stays"), [(9, False), (10, True)])
def test_a_rider_saves_when_its_mount_falls_in_5_2(die: int, stays: bool) -> None:
    box = table("5.2").let(die)
    box.did("apply", "Beast", condition="prone")
    assert rides(box) == stays and is_prone(box) == (not stays)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("die", "stays"), [(9, False), (10, True)])
def test_a_rider_knocked_prone_saves(ruleset: Ruleset, die: int, stays: bool) -> None:
    box = table(ruleset).let(die)
    box.did("apply", "Mira", condition="prone")
    assert rides(box) == stays


@pytest.mark.parametrize(("ruleset", "die", "falls"), [("5.1", 1, True), ("5.1", 20, True), ("5.2", 1, True), ("5.2", 20, False)])
def test_a_mount_that_dies_carries_nobody(ruleset: Ruleset, die: int, falls: bool) -> None:
    box = table(ruleset).let(die)
    box.did("damage", "Beast", amount=99, damageType="fire")
    assert not rides(box) and is_prone(box) == falls and box.number("Mira", "speed.walk") == 30


@pytest.fixture
def stored() -> Iterator[Table]:
    with begun() as game:
        made = Table(game)
        made.did("create", name="Mira", character={"classes": ["fighter 3"], "party": True})
        made.did("create", name="Beast", template="Warhorse")
        made.did("act", "Mira", act="Mount", targets=["Beast"])
        yield made


@pytest.mark.stored
def test_the_rider_of_a_stored_mount_falls_and_undo_seats_it_again(stored: Table) -> None:
    before = stored.now.world
    stored.did("apply", "Beast", condition="prone")
    assert not stored.thing("Mira").creature.lasting("effects")
    stored.did("undo")
    assert stored.now.world == before


# ── movement in a fight ─────────────────────────────────────────────────────────────────────────────────────────────


def in_a_fight(ruleset: Ruleset) -> Sandbox:
    """Mira's turn, on foot beside a warhorse; a cave lies to the north."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Mira", character={"classes": ["fighter 3"], "party": True})
    box.accept("create", name="Beast", template="Warhorse")
    box.accept("start_fight", names=["Mira", "Beast"], d20={"Mira": 20, "Beast": 1})
    return box


def movement(box: Sandbox, act: str, **fields: object) -> tuple[object, bool]:
    """The feet that are left after an act, and whether the answer notes that there were none."""
    answer = box.did("act", "Mira", act=act, **fields)
    return answer["results"][0]["turn"].get("movement"), "has already used its movement" in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_counts_the_speed_of_its_mount_and_pays_with_its_own(ruleset: Ruleset) -> None:
    box = in_a_fight(ruleset)
    assert movement(box, "Dodge") == (None, False)
    assert movement(box, "Mount", targets=["Beast"]) == (60, False)
    assert movement(box, "Dismount") == (0, False)
    assert movement(box, "Mount", targets=["Beast"]) == (60, True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_half_of_the_speed_is_left_after_getting_off_and_all_of_it_after_a_dash(ruleset: Ruleset) -> None:
    box = in_a_fight(ruleset)
    movement(box, "Mount", targets=["Beast"])
    for _ in range(2):
        box.did("next_turn")
    assert movement(box, "Dismount") == (15, False)
    assert movement(box, "Dash") == (45, False)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_without_speed_gets_onto_a_mount(ruleset: Ruleset) -> None:
    box = in_a_fight(ruleset)
    box.accept("apply", "Mira", condition="restrained")
    assert "restrained" in box.refused("cannot_move", "act", "Mira", act="Mount", targets=["Beast"])["text"]
    assert box.send({"operation": "remove", "characterName": "Mira", "condition": "restrained"}, "manage_condition")["ok"]
    movement(box, "Mount", targets=["Beast"])
    box.accept("apply", "Beast", condition="restrained")
    box.accept("act", "Mira", act="Dismount")


@pytest.mark.stored
def test_a_rider_that_leaves_spends_the_movement_of_its_mount(stored: Table) -> None:
    cave(stored)
    stored.did("create", name="Bo", character={"classes": ["fighter 3"], "party": True})
    stored.did("start_fight", names=["Mira", "Bo"], d20={"Mira": 20, "Bo": 1})
    go = {"operation": "go", "characterName": "Mira", "direction": "north"}
    assert "used its movement" not in stored.send(go, "manage_room")["text"]
    acts = [(act["act"], act["cost"]) for act in stored.now.things["w"].body["fight"]["acts"].values()]
    assert acts == [("Ride", "move")]


# ── a rider and its mount stay together ─────────────────────────────────────────────────────────────────────────────


def cave(table: Table) -> None:
    assert table.send({"operation": "create", "name": "Cave", "direction": "north"}, "manage_room")["ok"]


def places(table: Table) -> list[str]:
    return [table.now.things[table.thing(who).parent_id or ""].name for who in ("Mira", "Beast")]


@pytest.mark.stored
@pytest.mark.parametrize(
    ("move", "to"),
    [
        ({"operation": "go", "characterName": "Mira", "direction": "north"}, "Cave"),
        ({"operation": "go", "characterName": "Beast", "direction": "north"}, "Cave"),
        ({"operation": "go", "direction": "north"}, "Cave"),
        ({"operation": "join", "toName": "Cave", "names": ["Mira"]}, "Cave"),
        ({"operation": "join", "toName": "Cave", "characterName": "Beast"}, "Cave"),
        ({"operation": "join", "toName": "Cave"}, "Cave"),
    ],
)
def test_a_rider_and_its_mount_go_together(stored: Table, move: dict[str, object], to: str) -> None:
    cave(stored)
    text = stored.send(move, "manage_room")["text"]
    assert places(stored) == [to, to] and "Mira" in text and "Beast" in text
    assert stored.send({"operation": "leave", "characterName": "Mira"}, "manage_room")["ok"]
    assert places(stored) == ["Lobby", "Lobby"]


@pytest.mark.stored
def test_a_rider_alone_goes_without_the_mount_it_has_left(stored: Table) -> None:
    cave(stored)
    stored.did("act", "Mira", act="Dismount")
    stored.send({"operation": "go", "characterName": "Mira", "direction": "north"}, "manage_room")
    assert places(stored) == ["Cave", "Lobby"]


@pytest.mark.stored
def test_a_mount_that_cannot_move_keeps_its_rider(stored: Table) -> None:
    cave(stored)
    stored.did("apply", "Beast", condition="restrained")
    refused = stored.send({"operation": "go", "characterName": "Mira", "direction": "north"}, "manage_room")
    assert refused["error"]["code"] == "cannot_move" and "Beast" in refused["text"]
    assert places(stored) == ["Lobby", "Lobby"]


@pytest.mark.stored
def test_a_mount_that_leaves_the_game_carries_nobody(stored: Table) -> None:
    assert "Riding on Mira ends" in stored.did("retire", "Beast")["text"]
    assert not stored.thing("Mira").creature.lasting("effects")


@pytest.mark.stored
def test_a_stored_rider_that_falls_leaves_its_mount_free(stored: Table) -> None:
    stored.did("apply", "Mira", condition="unconscious")
    assert not stored.thing("Beast").creature.lasting("effects") and not stored.thing("Mira").creature.lasting("effects")


@pytest.mark.parametrize(("disengaged", "free"), [("Mira", False), ("Beast", True)])
def test_a_rider_provokes_what_its_mount_provokes(disengaged: str, free: bool) -> None:
    box = in_a_fight("5.1")
    assert box.send({"operation": "create", "name": "Cave", "direction": "north"}, "manage_room")["ok"]
    box.accept("create", name="Mug", template="Goblin")
    box.accept("start_fight", names=["Mug"], d20=[1])
    box.accept("act", "Mira", act="Mount", targets=["Beast"])
    box.accept("act", disengaged, act="Disengage")
    struck = box.ask("act", "Mug", act="Opportunity Attack", targets=["Mira"], dryRun=True)
    assert struck["ok"] is not free and (not free or struck["error"]["code"] == "provokes_nothing")
    answer = box.send({"operation": "go", "characterName": "Mira", "direction": "north"}, "manage_room")
    assert ("Opportunity Attack" in str(answer)) is not free
