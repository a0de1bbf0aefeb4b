"""Journal entries: the speaker, the listener, and the thing that stores the entry, which is in no room."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, Self

from pydantic import Field

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.journal import private_talks
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.room_lookup import ActingCommand
from rpg_lite.mechanics.space import hearing
from rpg_lite.rules import names
from rpg_lite.world import body_paths, events, thing_stats
from rpg_lite.world.body_paths import Setting
from rpg_lite.world.states import FocusState
from rpg_lite.world.world_model import JOURNAL_ID, WORLD_ID, Ref, Thing, World

EntryKind = Literal["say", "tell", "note", "decide", "idea", "milestone", "handout", "checkpoint", "focus"]
LONGEST: Final = 4000
Text = Annotated[str, Field(min_length=1, max_length=LONGEST)]
LONGEST_CALL: Final = 3
"""The maximum number of words in a name after an @."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """The contents of an entry. `by`, `to` and `room` are ids; `extra`: its other values; `heard`: the ids of those who heard words that
    were addressed to nobody in particular, None for an entry that nobody hears; `thread`: the private talk to which the words belong.
    """

    kind: str
    text: str
    by: str | None
    to: str | None
    room: str | None
    extra: tuple[Setting, ...] = ()
    heard: tuple[str, ...] | None = None
    thread: str | None = None


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
        """The values that the entry keeps besides its text."""
        return ()

    @property
    def hearer(self) -> tuple[str | None, str | None]:
        """Id and name of the listener."""
        return None, None

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("fight"), *(() if self.is_for_one else (Ref("party"),)))


Public = Annotated[bool | None, Field(strict=True, description="Players read it too.")]


@dataclass(frozen=True, slots=True)
class Addressed:
    """Words with their listener: a character, "gm", or None for nobody in particular. A name after an @ is no part of the text. `is_aloud`:
    words to the party, which no private talk holds back.
    """

    to: Thing | str | None
    text: str
    is_aloud: bool = False


@dataclass(frozen=True, slots=True)
class TalkResult(Result):
    """The names of those who hear words of a private talk that name no listener. `is_open`: no hero takes part yet; `others`: the name of
    the partner if the words are said aloud, because the speaker takes no part in the talk.
    """

    heard: tuple[str, ...] = ()
    is_open: bool = False
    others: str | None = None


def decide_entry(command: EntryCommand, draft: Draft) -> Verdict:
    """Refuses: floor_unknown."""
    world = draft.world
    made = add_entry(draft, command)
    if isinstance(made, Rejected):
        return made
    if command.operation == "say" and made.speaker and not hearing.can_speak(world, made.speaker, draft.situation.book):
        draft.note("the_dead_speak" if thing_stats.is_dead(made.speaker) else "speechless", name=Called(made.speaker.id))
    if command.operation == "say" and isinstance(made.to, Thing) and _is_elsewhere(world, command, made.to):
        draft.note("listener_elsewhere", name=Called(made.to.id))
    if made.talk and made.speaker and id_of(made.to) in (None, made.talk.on):
        change(draft, world.things[WORLD_ID], body_paths.FOCUS, private_talks.joined(made.talk, made.speaker))
    return Decision.about(None, made=[made.id], result=made.told)


def _is_elsewhere(world: World, command: EntryCommand, to: Thing) -> bool:
    """Whether somebody to whom words are spoken is in another room, or is here and not found yet, which the answer must not betray."""
    here, there = room_lookup.here(world, command), world.room_of(to.id)
    return isinstance(here, Thing) and there is not None and (there.id != here.id or to.is_unfound)


@dataclass(frozen=True, slots=True)
class Written:
    """An entry that was added: its id, its speaker and listener, the private talk to which it belongs, and what the answer says of that."""

    id: str
    speaker: Thing | None
    to: Thing | str | None
    talk: FocusState | None
    told: TalkResult | None


def add_entry(draft: Draft, command: EntryCommand) -> Written | Rejected:
    """Add the entry that a command writes."""
    world = draft.world
    room, speaker, said = room_lookup.here(world, command), _speaker(world, command), address(world, command)
    if isinstance(room, Rejected):
        return room
    if isinstance(speaker, Rejected):
        return speaker
    if isinstance(said, Rejected):
        return said
    talk, by = _talk_of(command, speaker, said, world), id_of(speaker)
    is_for_nobody = command.is_spoken and said.to is None
    sides = private_talks.hearers(talk, by, world, draft.situation, room) if talk and is_for_nobody else None
    heard = None
    if is_for_nobody:
        heard = tuple(sides) if sides is not None else hearing.who_hears(world, draft.situation, room)
    entry = NewEntry(command.operation, said.text, by, id_of(said.to), id_of(room), command.extra, heard, talk.thread if talk else None)
    made = put_entry(draft, entry)
    if talk and sides is not None:
        return Written(made, speaker, said.to, talk, talk_result(talk, by, sides))
    others = private_talks.talk_in(world) if is_for_nobody and not said.is_aloud else None
    return Written(made, speaker, said.to, talk, TalkResult(others=others.name) if others else None)


def talk_result(talk: FocusState, speaker: str | None, hears: Mapping[str, str]) -> TalkResult:
    return TalkResult(tuple(hears.values()), private_talks.is_open(talk, speaker) and {*hears} <= {talk.on})


def _talk_of(command: EntryCommand, speaker: Thing | None, said: Addressed, world: World) -> FocusState | None:
    """The private talk to which words belong. Words to the party, of heroes who do not take part, and to others belong to none."""
    talk = private_talks.talk_in(world) if command.is_spoken and not said.is_aloud else None
    if talk is None or not private_talks.takes_part(talk, speaker):
        return None
    to = id_of(said.to)
    return talk if to in (None, reserved_names.GAME_MASTER) or to in talk.sides else None


def put_entry(draft: Draft, entry: NewEntry) -> str:
    """The id of the new entry, with the time of the campaign."""
    body = body_paths.body_of(
        body_paths.ENTRY.to(entry.kind),
        body_paths.TEXT.to(entry.text),
        body_paths.BY.to(entry.by),
        body_paths.TO.to(entry.to),
        body_paths.ROOM.to(entry.room),
        body_paths.MINUTES.to(draft.world.campaign.minutes),
        body_paths.HEARD.to(None if entry.heard is None else [id for id in entry.heard if id != entry.by]),
        body_paths.THREAD.to(entry.thread),
        *entry.extra,
    )
    made = draft.new_id("data")
    draft.add(events.Created(Thing(made, "data", entry.kind, JOURNAL_ID, body=body)))
    return made


def id_of(found: Thing | str | Rejected | None) -> str | None:
    return found if isinstance(found, str) else found.id if isinstance(found, Thing) else None


# ── the speaker and the listener ─────────────────────────────────────────────────────────────────────────────────────────


def _speaker(world: World, command: EntryCommand) -> Thing | Rejected | None:
    """The named character, or else the first party member who is conscious; None means the game master, who narrates."""
    if command.is_masters:
        return None
    if command.is_for_one:
        return targets.character(world, *command.who, "characterName")
    return next((m for m in targets.party_of(world) if not thing_stats.is_lost(world, m)), None)


def address(world: World, command: EntryCommand) -> Addressed | Rejected:
    """The listener whom the command names, or else the text."""
    id, name = command.hearer
    if not command.is_spoken or reserved_names.is_party(name):
        return Addressed(None, command.text, is_aloud=command.is_spoken)
    if id or name:
        to = reserved_names.GAME_MASTER if reserved_names.is_master(name) else targets.character(world, id, name, "toName")
        return to if isinstance(to, Rejected) else Addressed(to, _without_call(command.text, to))
    return called_by(world, command.text)


def called_by(world: World, text: str) -> Addressed | Rejected:
    """The words of a text that may begin with a call, such as "@Marra hello"."""
    called = list(called_in(text))
    if not called:
        return Addressed(None, text)
    if master := next(filter(reserved_names.is_master, called), None):
        return Addressed(reserved_names.GAME_MASTER, _after(text, master))
    if party := next(filter(reserved_names.is_party, called), None):
        return Addressed(None, _after(text, party), is_aloud=True)
    known = next((name for name in called if world.find_named(name, "character")), called[-1])
    to = targets.character(world, None, known, "text")
    return to if isinstance(to, Rejected) else Addressed(to, _after(text, known))


def _without_call(text: str, to: Thing | str) -> str:
    """The text without a call of the listener who is named beside it, too."""
    called = (name for name in called_in(text) if isinstance(to, Thing) and names.fold(name) == names.fold(to.name))
    return _after(text, next(called, "")) if isinstance(to, Thing) else text


def _after(text: str, called: str) -> str:
    """The text after the @ and the name; the whole text if nothing else is in it."""
    words = len(called.split())
    return " ".join(text.removeprefix("@").split(" ")[words:]).strip() or text if words else text


def called_in(text: str) -> Iterator[str]:
    """The possible names after the @ at the beginning of a text, the longest first.

    >>> list(called_in("@Old Marra, hello")), list(called_in("hello @Marra"))
    (['Old Marra, hello', 'Old Marra', 'Old'], [])
    """
    if text.startswith("@") and text[1:2].strip():
        words = text[1:].split()[:LONGEST_CALL]
        yield from (" ".join(words[:n]).rstrip(",:") for n in range(len(words), 0, -1))
