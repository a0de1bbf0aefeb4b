"""The commits with the names that the readers knew when each one was made: a party that has walked on remembers whom it fought."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rpg_lite.operations.undo import ids_of
from rpg_lite.views.page.rolls import Readers
from rpg_lite.world import body_paths, roll_keys
from rpg_lite.world.creature_states import FOUND, LASTING, Lasting, LastingKind
from rpg_lite.world.events import Changed, Event, Moved, Removed, Rolled
from rpg_lite.world.history_records import Commit
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class WitnessedCommit:
    """A commit, and the readers as they were then; `rooms`: the ids of the rooms in which the members of the party were after it."""

    commit: Commit
    readers: Readers
    rooms: Mapping[str, str] = field(default_factory=dict)


def creatures_of(commits: Iterable[Commit]) -> set[str]:
    """The ids of all creatures that the events name."""
    return {id for commit in commits for event in commit.events for id in _named(event) if id.startswith("c")}


def _named(event: Event) -> Iterator[str]:
    yield from ids_of([event])
    if isinstance(event, Rolled):
        yield from filter(None, roll_keys.pair_of(event))


@dataclass
class _People:
    """The creatures at one moment, while their steps are followed back: names, rooms, and those that nobody in the party has found."""

    called: dict[str, str] = field(default_factory=dict)
    at: dict[str, str] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    hiding: dict[tuple[str, LastingKind], bool] = field(default_factory=dict)
    """Whether a list of its conditions or effects hides a creature outside the party."""

    @classmethod
    def of(cls, world: World) -> "_People":
        people = cls()
        for who in world.things.values():
            if who.kind == "character":
                room = world.room_of(who.id)
                people.meet(who, room.id if room else None)
        return people

    def meet(self, who: Thing, room: str | None) -> None:
        self.called[who.id] = who.name
        if room:
            self.at[who.id] = room
        if who.state.is_hidden:
            self.hidden.add(who.id)
        for kind in LASTING:
            self.hiding[who.id, kind] = _hides(who.creature.lasting(kind)) and not who.creature.is_member

    def seen(self, readers: Readers) -> set[str]:
        """The ids of those whom players see: the party, and whoever is in a room with one of it and does not hide."""
        rooms = {self.at[id] for id in readers.party if id in self.at}
        found = {id for id, room in self.at.items() if room in rooms and not self._is_unfound(id)}
        return {*readers.party, *found}

    def unfound(self) -> set[str]:
        return {id for id in self.at if self._is_unfound(id)}

    def _is_unfound(self, id: str) -> bool:
        return id in self.hidden or any(self.hiding.get((id, kind), False) for kind in LASTING)

    def go_back(self, events: Sequence[Event]) -> bool:
        """Undo what the events did to the places and the hiding of creatures; return whether they did anything to them."""
        before = (dict(self.at), set(self.hidden), dict(self.hiding)) if any(map(_concerns, events)) else None
        for event in reversed(events if before else ()):
            match event:
                case Moved(id=id, from_=room):
                    self.at[id] = room
                case Removed(thing=who) if who.kind == "character":
                    self.meet(who, who.parent_id)
                case Changed(id=id, path=body_paths.HIDDEN, was=was):
                    (self.hidden.add if was else self.hidden.discard)(id)
                case Changed(id=id, path=path, was=was) if path in _LISTS and (id, _LISTS[path]) in self.hiding:
                    self.hiding[id, _LISTS[path]] = _hides(map(Lasting.of, was or ()))
        return before is not None and before != (self.at, self.hidden, self.hiding)


_LISTS: Mapping[str, LastingKind] = {str(body_paths.of_lasting(kind)): kind for kind in LASTING}


def _concerns(event: Event) -> bool:
    """Whether the event may move, hide or remove a creature."""
    if isinstance(event, Changed):
        return event.path == body_paths.HIDDEN or event.path in _LISTS
    return isinstance(event, Moved | Removed)


def _hides(entries: Iterable[Lasting]) -> bool:
    return any(FOUND in entry.span.ends_by for entry in entries)


def moments(newest_first: Sequence[Commit], readers: Readers, world: World) -> Iterator[WitnessedCommit]:
    """Each commit with its readers. `world`: the world with all creatures of these commits, also those that hide.

    Players see who is in a room with a member of the party and does not hide; the steps of all are followed back from where they are now.
    """
    people = _People.of(world)
    after, hidden = people.seen(readers), people.unfound()
    for commit in newest_first:
        before, found = after, hidden
        rooms = {id: people.at[id] for id in readers.party if id in people.at}
        if people.go_back(commit.events):
            before, found = people.seen(readers), people.unfound()
        # Whoever has hidden by the end of a commit is not told of in it: the last that the party saw was before.
        known = people.called.keys() if readers.whole else (after | before) - hidden
        yield WitnessedCommit(commit, replace(readers, names={id: people.called[id] for id in known if id in people.called}), rooms)
        after, hidden = before, found
