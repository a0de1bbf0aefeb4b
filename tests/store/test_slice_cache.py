"""The cache of a campaign always equals a fresh load, after any event, and has nothing else."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite.decision.callers import GM
from rpg_lite.store import slices
from tests.operations.table import Table
from tests.store import known

Step = Callable[[Table], object]


@pytest.fixture
def table(where: Path | str) -> Iterator[Table]:
    with rpg_lite.open_campaign(where) as game:
        table = Table(game)
        for name in ("Thorin", "Ori"):
            table.did("create", name=name, character={"classes": ["wizard 5"], "race": "dwarf", "party": True})
            table.did("give", name, template="Backpack")
            table.did("give", name, template="Torch", quantity=3)
            table.did("give", name, template="Shield")
        yield table


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Each time that the database was asked for a slice."""
    asked: list[Any] = []
    load = slices.load
    monkeypatch.setattr(slices, "load", lambda *given: asked.append(given[2]) or load(*given))
    return asked


def view(table: Table, name: str = "Thorin") -> str:
    return str(table.did("view", name)["text"])


def step(operation: str, who: str | None = "Thorin", /, **fields: Any) -> Step:
    return lambda table: table.did(operation, who, **fields)


def room(name: str) -> Step:
    def made(table: Table) -> object:
        answer = table.send({"operation": "create", "name": name, "direction": "north"}, "manage_room")
        assert answer["ok"], answer["text"]
        return answer

    return made


def _spell_on_one_who_is_gone(table: Table) -> None:
    """The following undo brings him back, with the spell on him."""
    table.did("apply", "Ori", effect="Bless", source="Thorin")
    view(table)
    table.did("retire", "Ori")
    view(table)


WITHIN = {
    "given": step("give", template="Plate Armor", equip=True),
    "given onto a stack": step("give", template="Torch"),
    "put on": step("equip", itemName="Shield"),
    "a unit taken off a stack": step("remove", itemName="Torch"),
    "a whole stack": step("remove", itemName="Torch", all=True),
    "hurt": step("damage", amount=3, damageType="fire"),
    "a door in the room": room("Vault"),
    "a condition": step("apply", condition="prone"),
    "a bond": lambda table: (table.did("give", "Thorin", template="Ring of Protection", attune=True), table.did("unattune", "Thorin", itemName="Ring of Protection")),
    "used": lambda table: (table.did("give", "Thorin", template="Potion of Healing"), table.did("use", "Thorin", itemName="Potion of Healing", force=True)),
}  # fmt: skip
APART = {
    "another's pack": step("give", "Ori", template="Plate Armor", equip=True),
    "another's wounds": step("damage", "Ori", amount=3, damageType="fire"),
    "the floor": lambda table: table.did("give", None, bagName="floor", template="Chest"),
    "another creature": step("create", None, name="Nori", character={}),
}
UNSURE = {
    "handed over": step("transfer", itemName="Torch", quantity=1, toName="Ori"),
    "received": step("transfer", "Ori", itemName="Torch", quantity=1, toName="Thorin"),
    "put into a bag": step("transfer", itemName="Torch", quantity=1, toName="Backpack"),
    "renamed": step("update", character={"name": "Thrain"}),
    "renamed to the name": step("update", "Ori", character={"name": "Thorin"}),
    "a member no more": step("update", character={"party": False}),
    "gone": step("retire"),
    "another of the name": step("create", None, name="Thorin", character={}),
    "a thing of the name": step("give", "Ori", item={"name": "Thorin", "type": "adventuring_gear"}),
    "time": step("advance", None, duration="1 hour"),
    "a spell on another": step("apply", "Ori", effect="Bless", source="Thorin"),
    "a spell on one who is gone": _spell_on_one_who_is_gone,
    "a name of what is carried": step("give", template="Longsword"),
    "a fight": step("start_fight", None, names=["Thorin", "Ori"]),
    "another room to stand in": lambda table: (room("Hall")(table), table.did("go", None, direction="north")),
}  # fmt: skip


@pytest.mark.parametrize("happens", [*WITHIN.values(), *APART.values(), *UNSURE.values()], ids=[*WITHIN, *APART, *UNSURE])
def test_what_is_remembered_is_what_a_load_finds(table: Table, happens: Step) -> None:
    view(table), view(table, "Ori")
    assert known.is_true(table.game) >= 2
    happens(table)
    known.is_true(table.game)
    if table.send({"operation": "undo"}, "manage_inventory")["ok"]:
        known.is_true(table.game)


def test_the_lights_are_loaded_again_when_a_room_goes_dark(table: Table, loads: list[Any]) -> None:
    cast(table)
    loads.clear()
    cast(table)
    assert not loads
    assert table.send({"operation": "update", "bagName": "floor", "light": "dark"}, "manage_room")["ok"]
    known.is_true(table.game)
    loads.clear()
    cast(table)
    assert loads
    known.is_true(table.game)


@pytest.fixture
def fight(table: Table) -> Table:
    """A fight of two, in which each of them has had a turn; what the next turn touches is known."""
    table.did("start_fight", None, names=["Thorin", "Ori"], seed=1)
    table.did("next_turn", None), table.did("next_turn", None)
    assert known.is_true(table.game)
    return table


OF_THE_SAME_FIGHT = {
    "a blow": step("attack", targetName="Ori", seed=1),
    "an act": step("act", act="Dodge"),
    "a potion": lambda table: (table.did("give", "Ori", template="Potion of Healing"), table.did("use", "Ori", itemName="Potion of Healing", force=True)),
    "a condition of another": step("apply", "Ori", condition="prone"),
    "an arrow": lambda table: (
        table.did("give", "Ori", template="Longbow", equip=True),
        table.did("give", "Ori", template="Arrow", quantity=5),
        table.did("attack", "Ori", targetName="Thorin", itemName="Longbow", seed=1),
    ),
}  # fmt: skip
OTHER_FIGHTERS = {
    "one who joins": lambda table: (table.did("create", name="Nori", character={}), table.did("start_fight", None, names=["Nori"])),
    "one who leaves": step("retire", "Ori"),
    "the end": step("end_fight", None),
}  # fmt: skip


@pytest.mark.parametrize("happens", [*OF_THE_SAME_FIGHT.values(), *OTHER_FIGHTERS.values()], ids=[*OF_THE_SAME_FIGHT, *OTHER_FIGHTERS])
def test_the_fight_that_is_remembered_is_what_a_load_finds(fight: Table, happens: Step) -> None:
    happens(fight)
    known.is_true(fight.game)
    fight.send({"operation": "next_turn"}, "execute_action")
    known.is_true(fight.game)
    for back in range(3):
        fight.send({"operation": "undo", "rev": fight.now.rev - 2 * back}, "manage_inventory")
        known.is_true(fight.game)


@pytest.mark.parametrize("happens", [*OF_THE_SAME_FIGHT.values()], ids=[*OF_THE_SAME_FIGHT])
def test_the_next_turn_reads_nothing_again_while_the_same_creatures_fight(fight: Table, loads: list[Any], happens: Step) -> None:
    happens(fight)
    loads.clear()
    fight.did("next_turn", None)
    assert not loads


@pytest.mark.parametrize("happens", [*OTHER_FIGHTERS.values()], ids=[*OTHER_FIGHTERS])
def test_other_fighters_are_loaded(fight: Table, loads: list[Any], happens: Step) -> None:
    happens(fight)
    loads.clear()
    fight.send({"operation": "next_turn"}, "execute_action")
    assert loads


def tools(operation: str, **fields: Any) -> Step:
    def done(table: Table) -> object:
        answer = table.send({"operation": operation, "itemName": "turn:components", **fields}, "manage_tools")
        assert answer["ok"], answer["text"]
        return answer

    return done


TOOLS = {
    "the room": tools("equip", bagName="floor"),
    "the caster": tools("equip", characterName="Thorin"),
    "back again": lambda table: (tools("equip", bagName="floor")(table), tools("unequip", bagName="floor")(table)),
}  # fmt: skip


def cast(table: Table) -> str:
    return str(
        table.send(
            {"operation": "cast", "characterName": "Thorin", "spell": "Mage Armor", "targets": ["Ori"], "force": True}, "execute_action"
        )["text"]
    )


@pytest.mark.parametrize("happens", [*TOOLS.values()], ids=[*TOOLS])
def test_a_cast_loads_the_tools_that_have_come_into_use(table: Table, loads: list[Any], happens: Step) -> None:
    cast(table), cast(table)
    assert known.is_true(table.game)
    happens(table)
    known.is_true(table.game)
    loads.clear()
    cast(table)
    assert loads
    assert known.is_true(table.game)


WITHOUT_TOOLS = {name: happens for name, happens in WITHIN.items() if name != "a door in the room"}
"""A new room comes with tools in use."""


@pytest.mark.parametrize("happens", [*WITHOUT_TOOLS.values()], ids=[*WITHOUT_TOOLS])
def test_continued_casts_read_nothing_again(table: Table, loads: list[Any], happens: Step) -> None:
    cast(table)
    happens(table)
    known.is_true(table.game)
    loads.clear()
    cast(table)
    assert not loads


@pytest.mark.parametrize("happens", [*WITHIN.values(), *APART.values()], ids=[*WITHIN, *APART])
def test_continued_play_reads_nothing_again(table: Table, loads: list[Any], happens: Step) -> None:
    view(table)
    happens(table)
    loads.clear()
    view(table)
    assert not loads


@pytest.mark.parametrize("happens", [*APART.values()], ids=[*APART])
def test_an_answer_is_kept_while_all_that_happens_is_elsewhere(table: Table, happens: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    before = table.did("view", "Thorin")
    happens(table)
    monkeypatch.setattr(table.game, "_load_and_look", None)  # a read of the database fails
    after = table.did("view", "Thorin")
    assert after["rev"] == before["rev"] + 1 == table.game.store.rev(table.game.campaign.id)
    assert {**after, "rev": 0} == {**before, "rev": 0}


def test_what_another_program_writes_is_seen_at_once(where: Path | str, table: Table) -> None:
    view(table)
    with rpg_lite.open_campaign(where) as other:
        for _ in range(3):  # a rev of the one and a rev of the other in turns
            Table(other).did("give", "Thorin", template="Caltrops")
            assert "Caltrops" in view(table)
            table.did("remove", "Thorin", itemName="Caltrops", all=True)
            assert "Caltrops" not in view(Table(other))
        known.is_true(other)
    known.is_true(table.game)


def test_nobody_is_told_of_an_older_rev_than_another_before(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the commit and the moment at which we know of it, a reader may get the rev before, but not after another reader got this one."""
    if not table.game.is_near:
        pytest.skip("only where the rev is read without waiting")
    view(table)
    commit, told = table.game.store._commit, list[int]()

    def looked_at(connection: Any) -> None:
        commit(connection)
        told.append(table.game.at_once({"operation": "view", "characterName": "Thorin"}, "manage_inventory", "brief", GM)["rev"])
        told.append(table.did("party")["rev"])
        told.append(table.did("view", "Thorin")["rev"])

    with monkeypatch.context() as during:
        during.setattr(table.game.store, "_commit", looked_at)
        after = table.did("give", "Thorin", template="Caltrops")["rev"]
    assert told == [after - 1, after, after]
    assert "Caltrops" in view(table)


def test_what_cannot_be_followed_is_forgotten_and_recorded_all_the_same(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    view(table)
    with monkeypatch.context() as during:
        during.setattr("rpg_lite.world.slice_maintenance.list_touched", None)
        table.did("give", "Thorin", template="Caltrops")
    assert known.is_true(table.game) == 0
    assert "Caltrops" in view(table)


def test_a_commit_that_fails_is_not_remembered(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    view(table)

    def fails(connection: object) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as during:
        during.setattr(table.game.store, "_commit", fails)
        with pytest.raises(RuntimeError):
            table.did("give", "Thorin", template="Caltrops")
    assert "Caltrops" not in view(table)
    known.is_true(table.game)


def test_no_more_is_remembered_than_fits(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rpg_lite.store.slice_cache.MOST_SLICES", 1)
    table.did("advance", None, duration="1 hour")
    view(table), view(table, "Ori")
    assert known.is_true(table.game) == 1
    monkeypatch.setattr("rpg_lite.store.slice_cache.MOST_THINGS", 3)
    table.did("advance", None, duration="1 hour")
    view(table)
    assert known.is_true(table.game) == 0
