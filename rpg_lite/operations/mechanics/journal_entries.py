"""Journal entries: the speaker, the listener, and the thing that stores the entry, which is in no room."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, Self

from pydantic import Field

from rpg_lite.operations import reserved_names, targets
from rpg_lite.operations.callers import Caller
from rpg_lite.operations.mechanics import acting_place, hearing, reach
from rpg_lite.operations.mechanics.acting_place import ActingCommand
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.operation import OWN, Rights
from rpg_lite.operations.outcome import Draft, Outcome, Rejected, Result, Situation
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers, body_paths, events
from rpg_lite.world.body_paths import Setting
from rpg_lite.world.states import FocusState
from rpg_lite.world.things import JOURNAL_ID, WORLD_ID, Ref, Thing, World

EntryKind = Literal["say", "tell", "note", "decide", "idea", "milestone", "handout", "checkpoint", "focus"]
_OF_TALKS: Final = ("say", "tell")
"""The entries that belong to a talk while it lasts."""
LONGEST: Final = 4000
Text = Annotated[str, Field(min_length=1, max_length=LONGEST)]
LONGEST_CALL: Final = 3
"""The maximum number of words in a name after an @."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """What an entry holds. `by`, `to` and `room` are ids; `extra`: what it keeps besides; `heard`: the ids of those who heard words to
    nobody in particular, None for an entry that nobody hears.
    """

    kind: str
    text: str
    by: str | None
    to: str | None
    room: str | None
    extra: tuple[Setting, ...] = ()
    heard: tuple[str, ...] | None = None


class EntryCommand(ActingCommand):
    """An entry, with its author and the author's room."""

    text: Text
    character_name: Annotated[str | None, Field(description='Speaker; "gm": the game master.')] = None

    @property
    def is_masters(self) -> bool:
        return not self.character_id and reserved_names.is_master(self.character_name)

    def sign(self) -> Self:
        return self if any(self.actor) else self.model_copy(update={"character_name": reserved_names.GAME_MASTER})

    @property
    def is_for_one(self) -> bool:
        return super().is_for_one and not self.is_masters

    @property
    def is_spoken(self) -> bool:
        """Whether somebody hears the entry."""
        return False

    @property
    def extra(self) -> tuple[Setting, ...]:
        """What the entry keeps besides its text."""
        return ()

    @property
    def hearer(self) -> tuple[str | None, str | None]:
        """Id and name of the listener."""
        return None, None

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("fight"), *(() if self.is_for_one else (Ref("party"),)))


@dataclass(frozen=True, slots=True)
class TalkResult(Result):
    """The names of those who hear words of a private talk that name no listener."""

    heard: tuple[str, ...]


def decide_entry(command: EntryCommand, world: World, situation: Situation) -> Outcome:
    """Refuses: floor_unknown."""
    draft = Draft(world, situation)
    made = add_entry(draft, command)
    if isinstance(made, Rejected):
        return made
    entry = draft.world.things[made].entry
    talk = _talk_of(command, world)
    if talk and entry.by and entry.to in (None, talk.on):
        change(draft, world.things[WORLD_ID], body_paths.FOCUS, talk.joined_by(entry.by, draft.world.things[entry.by].name))
    heard = _hearers_in(talk, entry.by) if talk and entry.to is None else {}
    return draft.accept(None, made=[made], result=TalkResult(tuple(heard.values())) if heard else None)


def add_entry(draft: Draft, command: EntryCommand) -> str | Rejected:
    """The id of the new entry that a command writes."""
    world = draft.world
    room, speaker, to = acting_place.here(world, command), _speaker(world, command), find_listener(world, command)
    if refused := next((r for r in (room, speaker, to) if isinstance(r, Rejected)), None):
        return refused
    heard = _hearers(draft, command, room, id_of(speaker)) if command.is_spoken and to is None and isinstance(room, Thing) else None
    return put_entry(draft, NewEntry(command.operation, command.text, id_of(speaker), id_of(to), id_of(room), command.extra, heard))


def _hearers(draft: Draft, command: EntryCommand, room: Thing, speaker: str | None) -> tuple[str, ...]:
    """The ids of those who hear words to nobody in particular: in a private talk its other side, else everybody there."""
    talk = _talk_of(command, draft.world)
    return tuple(_hearers_in(talk, speaker) if talk else ()) or hearing.who_hears(draft.world, draft.situation, room)


def _talk_of(command: EntryCommand, world: World) -> FocusState | None:
    """The private talk to which words belong; words to the party are aloud."""
    return focus_of(world) if command.is_spoken and not reserved_names.is_party(command.hearer[1]) else None


def _hearers_in(talk: FocusState, speaker: str | None) -> Mapping[str, str]:
    """The other side of a private talk, ids and names: its partner, or those to whom the partner speaks."""
    if speaker == talk.on:
        return talk.talkers
    return {talk.on: talk.name} if speaker else {}


def put_entry(draft: Draft, entry: NewEntry) -> str:
    """The id of the new entry, with the time of the campaign."""
    talk = focus_of(draft.world)
    body = body_paths.body_of(
        body_paths.ENTRY.to(entry.kind),
        body_paths.TEXT.to(entry.text),
        body_paths.BY.to(entry.by),
        body_paths.TO.to(entry.to),
        body_paths.ROOM.to(entry.room),
        body_paths.MINUTES.to(draft.world.campaign.minutes),
        body_paths.HEARD.to(None if entry.heard is None else [id for id in entry.heard if id != entry.by]),
        body_paths.THREAD.to(talk.thread if talk and entry.kind in _OF_TALKS else None),
        *entry.extra,
    )
    made = draft.new_id("data")
    draft.add(events.Created(Thing(made, "data", entry.kind, JOURNAL_ID, body=body)))
    return made


def focus_of(world: World) -> FocusState | None:
    """The private talk on which the game master focuses."""
    root = world.things.get(WORLD_ID)
    return root.root.focus if root else None


def may_write(caller: Caller, command: EntryCommand, seen: World, book: Rulebook) -> Rejected | None:
    """Allow only the caller's own character as the author.

    Refuses: not_yours.
    """
    if command.is_masters:
        return Rejected("not_yours", "characterName", {"name": command.character_name}, allowed=caller.characters)
    return reach.of_own(caller, command, seen, book)


AUTHOR: Final[Rights] = replace(OWN, reach=may_write)


def id_of(found: Thing | str | Rejected | None) -> str | None:
    return found if isinstance(found, str) else found.id if isinstance(found, Thing) else None


# ── the speaker and the listener ─────────────────────────────────────────────────────────────────────────────────────────


def _speaker(world: World, command: EntryCommand) -> Thing | Rejected | None:
    """The named character, or else the first party member who is conscious; None means the game master, who narrates."""
    if command.is_masters:
        return None
    if command.is_for_one:
        return targets.character(world, *command.who, "characterName")
    return next((m for m in targets.party_of(world) if not bearers.is_lost(world, m)), None)


def find_listener(world: World, command: EntryCommand) -> Thing | str | Rejected | None:
    """The listener: a character, the game master, or nobody in particular."""
    id, name = command.hearer
    if not command.is_spoken or reserved_names.is_party(name):
        return None
    if id or name:
        return reserved_names.GAME_MASTER if reserved_names.is_master(name) else targets.character(world, id, name, "toName")
    called = list(called_in(command.text))
    if any(map(reserved_names.is_master, called)):
        return reserved_names.GAME_MASTER
    known = next((name for name in called if world.find_named(name, "character")), None)
    return targets.character(world, None, known or called[-1], "text") if called else None


def called_in(text: str) -> Iterator[str]:
    """The possible names after the @ at the beginning of a text, the longest first.

    >>> list(called_in("@Old Marra, hello")), list(called_in("hello @Marra"))
    (['Old Marra, hello', 'Old Marra,', 'Old'], [])
    """
    if text.startswith("@") and text[1:2].strip():
        words = text[1:].split()[:LONGEST_CALL]
        yield from (" ".join(words[:n]) for n in range(len(words), 0, -1))
