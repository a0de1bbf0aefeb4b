"""Small worlds, and shortcuts to write and read them, for the tests of the store."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store.engine import open_database
from rpg_lite.store.store import Store
from rpg_lite.store.unit_of_work import NO_BOOK, Reading, Writing
from rpg_lite.vocabulary import Kind
from rpg_lite.world import events
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import FIRST_ROOM_ID, WORLD_ID, Campaign, Ref, Thing, World

on_sqlite = pytest.mark.parametrize(
    "where", [pytest.param("sqlite", marks=pytest.mark.sqlite("its files, pragmas and locks"))], indirect=True
)
"""For features of SQLite alone: its files, pragmas and locks."""
on_postgresql = pytest.mark.parametrize("where", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True)
FIRST: tuple[Event, ...] = (
    events.Created(Thing(WORLD_ID, "container", "The world", None)),
    events.Created(Thing(FIRST_ROOM_ID, "room", "Tavern", WORLD_ID)),
)


def made(id: str, name: str, bag: str = FIRST_ROOM_ID, kind: Kind = "item", **more: Any) -> events.Created:
    return events.Created(Thing(id, kind, name, bag, **more))


def hero(id: str, name: str, room: str = FIRST_ROOM_ID, party: bool = True) -> events.Created:
    return made(id, name, room, "character", body={"sheet": {"party": party, "level": 3}})


def by_id(*ids: str) -> list[Ref]:
    return [Ref("bearer", id=id) for id in ids]


def by_name(*names: str) -> list[Ref]:
    return [Ref("bearer", name=name) for name in names]


def campaign_in(store: Store, name: str = "default") -> Campaign:
    return store.create_campaign(name, "5.1", {}, FIRST)


def happen(store: Store, campaign: Campaign, refs: Iterable[Ref], *happened: Event, request_id: str | None = None) -> World:
    """The world after these events, recorded."""

    def work(writing: Writing) -> World:
        before = writing.load(refs)
        after = evolve_all(before, happened)
        writing.record(before, after, happened, tool="test", request_id=request_id, request_hash="h", answer={"rev": writing.rev})
        return after

    return store.write(campaign.id, work)


def seen(store: Store, campaign: Campaign, refs: Iterable[Ref], book: Rulebook = NO_BOOK) -> World:
    return store.read(campaign.id, lambda reading: reading.load(refs, book))


def read(store: Store, campaign: Campaign, ask: Any) -> Any:
    def work(reading: Reading) -> Any:
        return ask(reading)

    return store.read(campaign.id, work)


@contextmanager
def kept_busy(where: Path | str) -> Iterator[None]:
    """Another program has begun to write to every campaign, and takes its time."""
    other = open_database(where)
    with other.writer.connect() as connection:
        connection.execute(text("UPDATE campaign SET rev = rev"))
        yield
    for engine in (other.writer, other.reader):
        engine.dispose()


def plan(store: Store, statement: str, parameters: Any) -> list[str]:
    """The steps of the database's plan for a statement. PostgreSQL reads a small table whole unless a setting forbids it."""
    with store._database.reader.connect() as connection:
        if connection.dialect.name == "sqlite":
            return [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        lines = [row[0] for row in connection.exec_driver_sql(f"EXPLAIN (COSTS OFF) {statement}", parameters)]
    return [line.strip().removeprefix("->").strip() for line in lines]
