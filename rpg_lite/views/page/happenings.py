"""Entries of the story that the events of a commit tell by themselves: where the party went, what it found and received, its quests."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rpg_lite.mechanics.places.exit_building import with_article
from rpg_lite.messages.render_context import count, join_names
from rpg_lite.rules import names
from rpg_lite.views.page.everyday_lines import plain
from rpg_lite.views.page.rolls import Readers
from rpg_lite.world import body_paths
from rpg_lite.world.events import Changed, Created, Event, ExitChanged, Moved
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.quest_graph import quests_of
from rpg_lite.world.world_model import QUESTS_ID, Thing, World

Json = dict[str, Any]

_STATES: Final = {"pending": "Quest to come", "in_progress": "Quest begun", "done": "Quest done", "failed": "Quest failed"}
_MOST_THINGS: Final = 4


@dataclass
class Known:
    """The knowledge of the readers now: the world as they see it, the map, and the quests; `unpublished`: quests that were secret at the moment
    that the story has reached on its way back.
    """

    world: World
    chart: Chart
    quests: Mapping[str, Thing]
    unpublished: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, seen: World, chart: Chart) -> "Known":
        graph = quests_of(seen)
        return cls(seen, chart, (graph if chart.whole else graph.public).nodes)


def places(events: Sequence[Event], readers: Readers, known: Known) -> Iterator[Json]:
    """The rooms to which members of the party came."""
    rooms = {room.id: room.name for room in known.chart.rooms if room.id in known.chart.visited}
    walked: dict[str, dict[str, str]] = {}
    for event in events:
        if isinstance(event, Moved) and event.id in readers.party and event.to in rooms:
            walked.setdefault(event.to, {})[event.id] = readers.party[event.id]
    for room, who in walked.items():
        is_all = len(who) == len(readers.party) > 1
        came = "The party comes" if is_all else f"{join_names([*who.values()])} {'comes' if len(who) == 1 else 'come'}"
        yield {"kind": "place", "room": rooms[room], **({} if is_all else {"who": [*who.values()]}), "says": f"{came} to {rooms[room]}."}


def found(events: Sequence[Event], known: Known) -> Iterator[Json]:
    """The exits and things that came out of hiding."""
    ways = {way.id: way for way in known.chart.exits}
    for event in events:
        match event:
            case ExitChanged(id=id, path="hidden", was=True, now=False) if (way := ways.get(id)) and way.from_room in known.chart.visited:
                yield plain("found", f"{names.capitalize(with_article(way.kind, ''))} is found: {way.label}")
            case Changed(id=id, path=body_paths.HIDDEN, was=True, now=now) if not now and (thing := known.world.things.get(id)):
                room = known.world.room_of(id)
                if room and room.id in known.chart.visited:
                    yield plain("found", f"{thing.name} is found")


def items(events: Sequence[Event], readers: Readers, known: Known) -> Iterator[Json]:
    """The things that members of the party received, for each of them with whoever gave them."""
    made = {e.thing.id for e in events if isinstance(e, Created) and e.thing.kind == "character"}
    got: dict[tuple[str, str], list[str]] = {}
    for event in events:
        id, start, to, quantity = (event.id, event.from_, event.to, 0) if isinstance(event, Moved) else _created(event)
        thing, bearer = known.world.things.get(id), _bearer(known.world, to)
        if thing is None or thing.kind not in ("item", "container") or bearer not in readers.party or bearer in made:
            continue
        giver = _bearer(known.world, start)
        if giver != bearer:
            got.setdefault((bearer, readers.names.get(giver, "")), []).append(count(thing.name, quantity or thing.quantity))
    for (bearer, by), things in got.items():
        more = len(things) - _MOST_THINGS
        listed = [*things[:_MOST_THINGS], *([f"{more} more"] if more > 0 else [])]
        yield plain("item", f"{readers.party[bearer]} receives {join_names(listed)}{f' from {by}' if by else ''}")


def _created(event: Event) -> tuple[str, str, str, int]:
    return (event.thing.id, "", event.thing.parent_id or "", event.thing.quantity) if isinstance(event, Created) else ("", "", "", 0)


def _bearer(world: World, bag: str) -> str:
    """The id of the creature that bears the things in this bag; empty if nobody does."""
    thing = world.things.get(bag)
    who = thing if thing is not None and thing.kind == "character" else world.bearer_of(bag) if thing else None
    return who.id if who and who.kind == "character" else ""


def quests(events: Sequence[Event], known: Known) -> Iterator[Json]:
    """The quests that are new to the readers, won or lost."""
    told = list(_quests(events, known))
    known.unpublished |= {e.id for e in events if isinstance(e, Changed) and e.path == body_paths.PUBLIC and e.now}
    yield from told


def _quests(events: Sequence[Event], known: Known) -> Iterator[Json]:
    whole = known.chart.whole
    for event in events:
        match event:
            case Created(thing=node) if node.parent_id == QUESTS_ID and node.id in known.quests and (whole or node.quest.is_public):
                yield _new(known.quests[node.id])
            case Changed(id=id, path=body_paths.PUBLIC, now=True) if id in known.quests and not whole:
                yield _new(known.quests[id])
            case Changed(id=id, path=body_paths.QUEST_STATUS, now=now) if id in known.quests and (whole or id not in known.unpublished):
                yield plain("quest", f"{_STATES.get(str(now), 'Quest')}: {known.quests[id].name}")


def _new(node: Thing) -> Json:
    """A node that the readers did not know, by its kind: a clue is no quest."""
    return plain("quest", f"New {node.quest.kind}: {node.name}")
