"""keep_journal: what is said and written down. An entry is a thing of the journal, and lies in no room."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.commands import targets
from rpg_lite.commands.outcome import Accepted, Outcome, Rejected, Story, Turn
from rpg_lite.commands.reading import MOST_HISTORY
from rpg_lite.commands.rooms import places
from rpg_lite.commands.rooms.places import Acting
from rpg_lite.commands.targets import Command
from rpg_lite.world import bearers, events
from rpg_lite.world.things import JOURNAL_ID, LAST_REV, Ref, Thing, World

EntryKind = Literal["say", "note", "decide", "idea", "milestone"]
Text = Annotated[str, Field(min_length=1, max_length=4000)]
LONGEST_CALL: Final = 3
"""Words of a name after an @."""


class Writing(Acting):
    """An entry: who makes it, and where that one stands."""

    text: Text
    character_name: Annotated[str | None, Field(description='Who; "gm": the game master.')] = None

    @property
    def is_masters(self) -> bool:
        return not self.character_id and targets.is_master(self.character_name)

    @property
    def is_for_one(self) -> bool:
        return super().is_for_one and not self.is_masters

    @property
    def is_spoken(self) -> bool:
        """Whether somebody hears it."""
        return False

    @property
    def hearer(self) -> tuple[str | None, str | None]:
        """Id and name of the one to whom it is spoken."""
        return None, None

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), *(() if self.is_for_one else (Ref("party"),)))


class Say(Writing):
    """Words spoken; "@Marra hello" is spoken to Marra."""

    operation: Literal["say"]
    to_id: str | None = None
    to_name: Annotated[str | None, Field(description='To whom; "gm": the game master.')] = None
    """The party is everybody who hears it: nobody by name."""

    @property
    def is_spoken(self) -> bool:
        return True

    @property
    def hearer(self) -> tuple[str | None, str | None]:
        return self.to_id, self.to_name

    def touches(self) -> tuple[Ref, ...]:
        if targets.is_party(self.to_name):
            heard: tuple[Ref, ...] = ()
        elif self.to_id or self.to_name:
            heard = () if targets.is_master(self.to_name) else (Ref("bearer", self.to_id, self.to_name),)
        else:
            heard = tuple(Ref("namesake", None, name) for name in _called(self.text) if not targets.is_master(name))
            heard = (*heard[:-1], *(Ref("bearer", None, ref.name) for ref in heard[-1:]))  # who is missed is offered near names
        return (*super().touches(), *heard)


class Note(Writing):
    """Something worth keeping."""

    operation: Literal["note"]


class Decide(Writing):
    """What was decided."""

    operation: Literal["decide"]


class Idea(Writing):
    """What one might do."""

    operation: Literal["idea"]


class Milestone(Writing):
    """What was achieved."""

    operation: Literal["milestone"]


class Journal(Command):
    """What was said and written down, the newest last."""

    operation: Literal["journal"]
    entry: Annotated[EntryKind | None, Field(description="Only these.")] = None
    actor_name: Annotated[str | None, Field(description='Whose; "gm": the game master\'s.')] = None
    room_name: str | None = None
    query: Annotated[str | None, Field(min_length=1, max_length=200)] = None
    since: Annotated[int | None, Field(ge=0, le=LAST_REV, strict=True)] = None
    last: Annotated[int, Field(ge=1, le=LAST_REV, strict=True, json_schema_extra={"maximum": MOST_HISTORY})] = 10
    skip: Annotated[int, Field(ge=0, le=1_000_000, strict=True, description="Of the journal: pass over so many of the newest.")] = 0

    @property
    def shown(self) -> int:
        return min(self.last, MOST_HISTORY)

    @property
    def is_choosy(self) -> bool:
        """Whether not every entry is asked for."""
        return any((self.entry, self.actor_name, self.room_name, self.query, self.since))

    def touches(self) -> tuple[Ref, ...]:
        named = self.actor_name and not targets.is_master(self.actor_name)
        actor = (Ref("bearer", *targets.id_or_name(self.actor_name or "")),) if named else ()
        return (*actor, *((Ref("bearer", name=self.room_name),) if self.room_name else ()))


def decide_entry(command: Writing, world: World, turn: Turn) -> Outcome:
    room, speaker, to = places.here(world, command), _speaker(world, command), heard(world, command)
    if refused := next((r for r in (room, speaker, to) if isinstance(r, Rejected)), None):
        return refused
    told = {"entry": command.operation, "text": command.text, "by": _id(speaker), "to": _id(to), "room": _id(room)}
    story = Story(world, turn)
    body = {k: v for k, v in told.items() if v} | {"minutes": world.campaign.minutes}
    made = story.new_id("data")
    story.add(events.Created(Thing(made, "data", command.operation, JOURNAL_ID, body=body)))
    return story.accepted(None, made=[made])


def decide_journal(command: Journal, world: World, turn: Turn) -> Outcome:
    """Whose entries, and of which room; the entries themselves are looked up where they are kept."""
    actor = _actor(command, world)
    room: Thing | Rejected | None = targets.room(world, None, command.room_name, "roomName") if command.room_name else None
    if refused := next((r for r in (actor, room) if isinstance(r, Rejected)), None):
        return refused
    return Accepted((), world, data={"actor": _id(actor), "room": _id(room)})


def _actor(command: Journal, world: World) -> Thing | str | Rejected | None:
    if command.actor_name is None or targets.is_master(command.actor_name):
        return command.actor_name and targets.GAME_MASTER
    return targets.character(world, *targets.id_or_name(command.actor_name), "actorName")


def _id(found: Thing | str | Rejected | None) -> str | None:
    return found if isinstance(found, str) else found.id if isinstance(found, Thing) else None


# ── who speaks, and to whom ─────────────────────────────────────────────────────────────────────────────────────────


def _speaker(world: World, command: Writing) -> Thing | Rejected | None:
    """The one that is named, else the first of the party that stands; nobody is the game master, who tells the story."""
    if command.is_masters:
        return None
    if command.is_for_one:
        return targets.character(world, *command.who, "characterName")
    return next((m for m in targets.party_of(world) if not bearers.is_lost(world, m)), None)


def heard(world: World, command: Writing) -> Thing | str | Rejected | None:
    """To whom it is said: somebody, the game master, or nobody by name."""
    id, name = command.hearer
    if not command.is_spoken or targets.is_party(name):
        return None
    if id or name:
        return targets.GAME_MASTER if targets.is_master(name) else targets.character(world, id, name, "toName")
    called = list(_called(command.text))
    if any(map(targets.is_master, called)):
        return targets.GAME_MASTER
    known = next((name for name in called if world.named(name, "character")), None)
    return targets.character(world, None, known or called[-1], "text") if called else None


def _called(text: str) -> Iterator[str]:
    """The names that may be called at the beginning of a text, the longest first.

    >>> list(_called("@Old Marra, hello")), list(_called("hello @Marra"))
    (['Old Marra, hello', 'Old Marra,', 'Old'], [])
    """
    if text.startswith("@") and text[1:2].strip():
        words = text[1:].split()[:LONGEST_CALL]
        yield from (" ".join(words[:n]) for n in range(len(words), 0, -1))
