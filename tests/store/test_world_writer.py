from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from rpg_lite.store import world_writer
from rpg_lite.store.store import Store
from rpg_lite.store.tables import EQUIPPED, THING
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.world import events
from rpg_lite.world.events import Attuned, Changed, Counted, Equipped, Event, Moved, Removed, Rolled, Unattuned, Unequipped, invert
from rpg_lite.world.world_model import FIRST_ROOM_ID, Campaign, InUse, Ref, Thing, World
from tests.store.worlds import by_id, campaign_in, happen, hero, made, read, seen

ALL = by_id("c1.1", FIRST_ROOM_ID, "b1.9")
SWORD, RING, OTHER = made("i1.2", "Sword", "c1.1"), made("i1.3", "Ring", "c1.1"), made("i1.4", "Ring of Cold", "c1.1")
STACK = made("i1.5", "Arrows", "c1.1", quantity=20, body={"template": "srd:arrow"})
CHEST = made("b1.9", "Chest", kind="container")
KIT: tuple[Event, ...] = (hero("c1.1", "Thorin"), SWORD, RING, OTHER, STACK, CHEST)
WORN: tuple[Event, ...] = (
    Equipped("c1.1", "i1.3", "ring1"),
    Equipped("c1.1", "i1.4", "ring2"),
    Equipped("c1.1", "i1.2", "mainhand", "two"),
)


def test_every_column_is_written() -> None:
    rows = {
        THING: world_writer._thing_row("c", CHEST.thing, 0),
        EQUIPPED: world_writer._equipped_row("c", InUse("c1.1", "i1.3", "ring1"), 0),
    }
    for table, row in rows.items():
        assert row.keys() == {*table.c.keys()}, f"world_writer.py leaves out a column of {table.name}"


SEQUENCES: dict[str, list[tuple[Event, ...]]] = {
    "given": [KIT],
    "worn": [KIT, WORN],
    "made and worn at once": [KIT + WORN],
    "taken off": [KIT, WORN, (Unequipped("c1.1", "i1.2", "mainhand", "two"),)],
    "worn again": [KIT, WORN, (Unequipped("c1.1", "i1.3", "ring1"),), (Equipped("c1.1", "i1.3", "ring1"),)],
    "rings swapped in one commit": [
        KIT,
        WORN,
        (
            Unequipped("c1.1", "i1.3", "ring1"),
            Unequipped("c1.1", "i1.4", "ring2"),
            Equipped("c1.1", "i1.4", "ring1"),
            Equipped("c1.1", "i1.3", "ring2"),
        ),
    ],
    "moved": [KIT, (Moved("i1.2", "c1.1", "b1.9"),)],
    "moved into a bag made later": [
        KIT,
        (made("i2.1", "Gem"), made("b2.2", "Pouch", "c1.1", "container"), Moved("i2.1", FIRST_ROOM_ID, "b2.2")),
    ],
    "an old thing into a new bag": [KIT, (made("b2.1", "Sack", "b1.9", "container"), Moved("i1.2", "c1.1", "b2.1"))],
    "a stack split": [KIT, (Counted("i1.5", 20, 15), made("i2.2", "Arrows", "b1.9", quantity=5))],
    "charges used": [KIT, (Changed("i1.3", "body.state.charges", None, 3),), (Changed("i1.3", "body.state.charges", 3, 2),)],
    "renamed": [KIT, (Changed("i1.2", "name", "Sword", "Épée d’été ⚔"),)],
    "attuned and no longer": [KIT, (Attuned("i1.3", "c1.1"), Attuned("i1.4", "c1.1")), (Unattuned("i1.3", "c1.1"),)],
    "removed": [KIT, (Removed(STACK.thing),)],
    "removed and back": [KIT, (Removed(STACK.thing),), (events.Created(STACK.thing),)],
    "rolled": [KIT, (Rolled("2d4+2", (3, 1), 6, "heal"),)],
}


@pytest.mark.parametrize("commits", SEQUENCES.values(), ids=SEQUENCES)
def test_what_is_loaded_is_what_the_events_made(store: Store, campaign: Campaign, commits: list[tuple[Event, ...]]) -> None:
    for happened in commits:
        after = happen(store, campaign, ALL, *happened)
    loaded = seen(store, campaign, ALL)
    assert (loaded.things, loaded.equipped) == (after.things, after.equipped)
    assert store.rev(campaign.id) == len(commits)


@pytest.mark.parametrize("commits", SEQUENCES.values(), ids=SEQUENCES)
def test_going_back_leads_to_the_same_worlds(store: Store, campaign: Campaign, commits: list[tuple[Event, ...]]) -> None:
    worlds = [seen(store, campaign, ALL)]
    for happened in commits:
        happen(store, campaign, ALL, *happened)
        worlds.append(seen(store, campaign, ALL))
    for happened, before in zip(reversed(commits), reversed(worlds[:-1]), strict=True):
        happen(store, campaign, ALL, *map(invert, reversed(happened)))
        loaded = seen(store, campaign, ALL)
        assert (loaded.things, loaded.equipped) == (before.things, before.equipped)


def test_the_chronicle_keeps_every_event_as_it_was(store: Store, campaign: Campaign) -> None:
    told = [happened for commits in SEQUENCES.values() for happened in commits[1:]]
    happen(store, campaign, ALL, *KIT)
    for happened in told[:3]:
        store.write(campaign.id, lambda w, e=happened: _tell(w, e))
    newest = read(store, campaign, lambda r: r.commits(3))
    assert [c.events for c in newest] == told[2::-1]
    assert [c.rev for c in newest] == [4, 3, 2]
    assert [c.rev for c in read(store, campaign, lambda r: r.commits_since(2))] == [3, 4]
    assert read(store, campaign, lambda r: r.commits_since(4)) == []


def _tell(writing: Writing, happened: tuple[Event, ...], **more: Any) -> None:
    nothing = World(writing.campaign)
    known: dict[str, Any] = {"tool": "t", "request_id": None, "request_hash": "h", "answer": {}}
    writing.record(nothing, nothing, happened, **(known | more))


def test_the_first_events_are_rev_0(store: Store, campaign: Campaign) -> None:
    (first,) = read(store, campaign, lambda r: r.commits(5))
    assert first.rev == 0
    assert [e.thing.id for e in first.events] == ["w", FIRST_ROOM_ID]


def test_a_commit_says_what_it_undoes(store: Store, campaign: Campaign) -> None:
    happen(store, campaign, ALL, *KIT)
    store.write(campaign.id, lambda w: _tell(w, (), undoes=1, answer={"text": "“zurück” 🐉"}))
    newest = read(store, campaign, lambda r: r.commits(1))[0]
    assert (newest.undoes, newest.answer) == (1, {"text": "“zurück” 🐉"})


def test_what_comes_back_keeps_its_first_date(store: Store, campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    for at, happened in ((100, KIT), (200, (Removed(STACK.thing),)), (300, (events.Created(STACK.thing),))):
        monkeypatch.setattr("rpg_lite.store.unit_of_work.now", lambda at=at: at)
        happen(store, campaign, ALL, *happened)
        dates = [tuple(row) for row in _rows(store, "SELECT created_at, updated_at, deleted_at FROM thing WHERE id = 'i1.5'")]
        assert dates == [(100, at, 200 if at == 200 else None)]


def test_what_is_put_on_again_has_one_row(store: Store, campaign: Campaign) -> None:
    for happened in (KIT, WORN, (Unequipped("c1.1", "i1.2", "mainhand", "two"),), (Equipped("c1.1", "i1.2", "mainhand"),)):
        happen(store, campaign, ALL, *happened)
    assert len(_rows(store, "SELECT 1 FROM equipped WHERE thing_id = 'i1.2'")) == 1


def _rows(store: Store, statement: str) -> list[Any]:
    with store._database.reader.connect() as connection:
        return list(connection.exec_driver_sql(statement).all())


REFUSED: dict[str, tuple[Event, ...]] = {
    "two things in one slot": (Equipped("c1.1", "i1.2", "ring1"), Equipped("c1.1", "i1.3", "ring1")),
    "two things of one qualified name": (
        made("t2.1", "a", kind="tool", qualified_name="x"),
        made("t2.2", "b", kind="tool", qualified_name="x"),
    ),
    "none of a thing": (Counted("i1.5", 20, 0),),
    "an endless name": (Changed("i1.2", "name", "Sword", "x" * 201),),
    "an empty name": (Changed("i1.2", "name", "Sword", ""),),
    "a bag that never was": (Moved("i1.2", "c1.1", "b7.7"),),
    "worn by nobody": (Equipped("c7.7", "i1.2", "ring1"),),
}


@pytest.mark.parametrize("happened", REFUSED.values(), ids=REFUSED)
def test_the_tables_are_the_last_line(store: Store, campaign: Campaign, happened: tuple[Event, ...]) -> None:
    before = happen(store, campaign, ALL, *KIT)
    with pytest.raises(IntegrityError):
        happen(store, campaign, ALL, *happened)
    loaded = seen(store, campaign, ALL)
    assert (loaded.things, loaded.equipped, loaded.campaign.rev) == (before.things, before.equipped, 1)


def test_things_without_slot_or_qualified_name_do_not_collide(store: Store, campaign: Campaign) -> None:
    happen(store, campaign, ALL, *KIT, Equipped("c1.1", "i1.2", None), Equipped("c1.1", "i1.3", None))
    assert len(seen(store, campaign, [Ref("context", "c1.1")]).equipped) == 2


def test_the_qualified_name_of_what_is_gone_is_free(store: Store, campaign: Campaign) -> None:
    tool = made("t1.1", "a", kind="tool", qualified_name="x.y")
    happen(store, campaign, ALL, tool)
    named = [Ref("qualified", name="x.y")]
    happen(store, campaign, named, Removed(tool.thing), made("t2.2", "b", kind="tool", qualified_name="x.y"))
    assert seen(store, campaign, named).things["t2.2"].name == "b"


def test_without_a_record_nothing_is_kept(store: Store, campaign: Campaign) -> None:
    assert store.write(campaign.id, lambda w: w.rev) == 1
    assert store.write(campaign.id, lambda w: (w.rev, w.campaign.rev)) == (1, 0)
    assert store.rev(campaign.id) == 0


def test_after_a_mistake_of_ours_nothing_is_kept(store: Store, campaign: Campaign) -> None:
    def work(writing: Writing) -> None:
        _tell(writing, KIT)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.write(campaign.id, work)
    assert store.rev(campaign.id) == 0
    happen(store, campaign, ALL, *KIT)


def test_a_repeated_request_finds_its_first_answer(store: Store, campaign: Campaign) -> None:
    happen(store, campaign, ALL, *KIT, request_id="one")
    found = read(store, campaign, lambda r: r.find_answer("one"))
    assert (found.rev, found.answer, found.request_hash, found.events) == (1, {"rev": 1}, "h", KIT)
    assert read(store, campaign, lambda r: r.find_answer("two")) is None
    with pytest.raises(IntegrityError):
        store.write(campaign.id, lambda w: _tell(w, (), request_id="one"))
    assert store.rev(campaign.id) == 1


def test_campaigns_know_nothing_of_each_other(store: Store, campaign: Campaign) -> None:
    other = campaign_in(store, "other")
    happen(store, campaign, ALL, *KIT, request_id="one")
    happen(store, other, ALL, hero("c1.1", "Gimli"), request_id="one")
    assert seen(store, other, ALL).things["c1.1"].name == "Gimli"
    assert seen(store, campaign, ALL).things["c1.1"].name == "Thorin"
    assert [c.name for c in store.campaigns()] == ["default", "other"]


def test_the_second_to_create_a_campaign_gets_the_first_one(store: Store, campaign: Campaign) -> None:
    again = store.create_campaign("default", "5.2", {"x": 1}, ())
    assert again == campaign == store.campaign("default")
    assert store.campaign("Default") is None


def test_the_clock_and_the_policy_of_a_campaign_are_kept(store: Store, campaign: Campaign) -> None:
    def work(writing: Writing) -> None:
        before = World(writing.campaign)
        later = World(replace(writing.campaign, minutes=10, policy={"attune": "rest"}))
        writing.record(before, later, (), tool="t", request_id=None, request_hash="", answer={})

    store.write(campaign.id, work)
    assert store.campaign("default") == replace(campaign, rev=1, minutes=10, policy={"attune": "rest"})


def test_only_the_differing_rows_are_written(store: Store, campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    happen(store, campaign, ALL, *KIT)
    monkeypatch.setattr("rpg_lite.store.unit_of_work.now", lambda: 5)
    happen(store, campaign, ALL, Counted("i1.5", 20, 19), Equipped("c1.1", "i1.2", "mainhand"))
    assert [row[0] for row in _rows(store, f"SELECT id FROM {THING.name} WHERE updated_at = 5")] == ["i1.5"]


def test_memory_serves_as_a_database_of_its_own() -> None:
    with Store.open(":memory:") as store, Store.open(":memory:") as other:
        campaign = campaign_in(store)
        happen(store, campaign, ALL, *KIT)
        assert seen(store, campaign, ALL).things["i1.5"] == Thing("i1.5", "item", "Arrows", "c1.1", 20, body={"template": "srd:arrow"})
        assert other.campaigns() == []
