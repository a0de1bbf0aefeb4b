"""Small worlds and short ways to write and read them, for the tests of the store."""

from collections.abc import Iterable
from typing import Any

from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store.store import NO_BOOK, Reading, Store, Writing
from rpg_lite.vocabulary import Kind
from rpg_lite.world import events
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.things import FIRST_ROOM_ID, WORLD_ID, Campaign, Ref, Thing, World

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
