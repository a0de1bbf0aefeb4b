"""The commits with the names that the readers knew when each one was made: a party that has walked on remembers whom it fought."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rpg_lite.operations.undo import ids_of
from rpg_lite.views.page import rolls
from rpg_lite.views.page.rolls import Readers
from rpg_lite.world.events import Event, Moved, Rolled
from rpg_lite.world.history_records import Commit
from rpg_lite.world.world_model import World


@dataclass(frozen=True, slots=True)
class WitnessedCommit:
    """A commit, and the readers as they were then."""

    commit: Commit
    readers: Readers


def creatures_of(commits: Iterable[Commit]) -> set[str]:
    """The ids of all creatures that the events name."""
    return {id for commit in commits for event in commit.events for id in _named(event) if id.startswith("c")}


def _named(event: Event) -> Iterator[str]:
    yield from ids_of([event])
    if isinstance(event, Rolled):
        yield from filter(None, rolls.pair_of(event))


def moments(newest_first: Sequence[Commit], readers: Readers, world: World) -> Iterator[WitnessedCommit]:
    """Each commit with its readers. `world`: the world as the readers may know it, with all creatures of these commits.

    Players see who is in a room with a member of the party; their steps are followed back from where they are now.
    """
    people = {t.id: t for t in world.things.values() if t.kind == "character"}
    called = {id: who.name for id, who in people.items()}
    at = {id: room.id for id in people if (room := world.room_of(id))}
    for commit in newest_first:
        if readers.whole:
            yield WitnessedCommit(commit, replace(readers, names=called))
            continue
        after, at = _seen(at, readers), {**at, **_before(commit.events)}
        yield WitnessedCommit(commit, replace(readers, names={id: called[id] for id in after | _seen(at, readers) if id in called}))


def _before(events: Sequence[Event]) -> Mapping[str, str]:
    return {event.id: event.from_ for event in reversed(events) if isinstance(event, Moved)}


def _seen(at: Mapping[str, str], readers: Readers) -> set[str]:
    rooms = {at[id] for id in readers.party if id in at}
    return {*readers.party, *(id for id, room in at.items() if room in rooms)}
