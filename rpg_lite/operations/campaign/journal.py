"""read_campaign journal: list the journal entries, by kind, author, room or words."""

from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, Self

from pydantic import Field

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.journal import revs_and_checkpoints
from rpg_lite.mechanics.journal.journal_entries import EntryKind, id_of
from rpg_lite.mechanics.journal.revs_and_checkpoints import Since
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Operation, free
from rpg_lite.operations.reading_keys import MOST_HISTORY
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import LAST_REV, Ref, Thing, World

MOST_SPEAKERS: Final = 20


class Journal(Command):
    """Spoken and written entries, newest last."""

    operation: Literal["journal"]
    entry: Annotated[EntryKind | None, Field(description="Only these.")] = None
    actor_name: Annotated[str | None, Field(description='By this speaker; "gm": the game master.')] = None
    names: Annotated[tuple[str, ...], Field(max_length=MOST_SPEAKERS, description="By any of these speakers.")] = ()
    for_name: Annotated[str | None, Field(description="What this character wrote, was told or heard.")] = None
    talk_with: Annotated[str | None, Field(description="Words of private talks with it (focus).")] = None
    room_name: str | None = None
    query: Annotated[str | None, Field(min_length=1, max_length=200)] = None
    since: Since = None
    last: Annotated[int, Field(ge=1, le=LAST_REV, strict=True, json_schema_extra={"maximum": MOST_HISTORY})] = 10
    skip: Annotated[int, Field(ge=0, le=1_000_000, strict=True, description="How many of the newest entries to leave out.")] = 0

    @property
    def shown(self) -> int:
        return min(self.last, MOST_HISTORY)

    @property
    def is_choosy(self) -> bool:
        """Whether the command filters the entries."""
        return any((self.entry, self.speakers, self.for_name, self.talk_with, self.room_name, self.query, self.since))

    @property
    def speakers(self) -> tuple[tuple[str, str], ...]:
        """Each named speaker, with the field that names it."""
        one = ((self.actor_name, "actorName"),) if self.actor_name else ()
        return (*one, *((name, f"names[{n}]") for n, name in enumerate(self.names)))

    @property
    def shows_own_past(self) -> bool:
        return True

    @property
    def own_name(self) -> str | None:
        return self.actor_name

    def of_own(self, id: str) -> Self:
        return self.model_copy(update={"actor_name": id})

    def touches(self) -> tuple[Ref, ...]:
        named = (name for name, _ in self.speakers if not reserved_names.is_master(name))
        actors = (Ref("party") if reserved_names.is_party(name) else Ref("bearer", *targets.id_or_name(name)) for name in named)
        hearer = (Ref("bearer", *targets.id_or_name(self.for_name)),) if self.for_name else ()
        talk = (Ref("bearer", *targets.id_or_name(self.talk_with)),) if self.talk_with else ()
        return (*actors, *hearer, *talk, *((Ref("bearer", name=self.room_name),) if self.room_name else ()))


@dataclass(frozen=True, slots=True)
class JournalResult(Result):
    """The speakers, the hearer, the room, the rev and the partner of private talks that filter the entries. A speaker is an id or "gm"."""

    speakers: tuple[str, ...]
    hearer: str | None
    room: str | None
    since: int | None
    talks_with: str | None = None


def decide_journal(command: Journal, draft: Draft) -> Verdict:
    """The speakers, the hearer, the room and the rev that filter the entries; the store looks up the entries themselves.

    Refuses: party_empty.
    """
    world, situation = draft.world, draft.situation
    speakers, hearer = _speakers(command, world), _hearer(command, world)
    room: Thing | Rejected | None = targets.room(world, None, command.room_name, "roomName") if command.room_name else None
    since = revs_and_checkpoints.rev_of(command.since, situation)
    partner = targets.character(world, *targets.id_or_name(command.talk_with), "talkWith") if command.talk_with else None
    if isinstance(speakers, Rejected):
        return speakers
    if refused := next((r for r in (hearer, room, since, partner) if isinstance(r, Rejected)), None):
        return refused
    by = tuple(dict.fromkeys(who.id if isinstance(who, Thing) else who for who, _ in speakers))
    after = since if isinstance(since, int) else None
    return Decision.about(result=JournalResult(by, id_of(hearer), id_of(room), after, id_of(partner)))


def _speakers(command: Journal, world: World) -> list[tuple[Thing | str, str]] | Rejected:
    """Each speaker, or "gm", with the field that names it; the party is each of its members."""
    found: list[tuple[Thing | str, str]] = []
    for name, key in command.speakers:
        if reserved_names.is_master(name):
            found.append((reserved_names.GAME_MASTER, key))
        elif reserved_names.is_party(name):
            members = targets.party_of(world)
            if not members:
                return Rejected("party_empty", key)
            found += [(member, key) for member in members]
        else:
            one = targets.character(world, *targets.id_or_name(name), key)
            if isinstance(one, Rejected):
                return one
            found.append((one, key))
    return found


def _hearer(command: Journal, world: World) -> Thing | Rejected | None:
    return targets.character(world, *targets.id_or_name(command.for_name), "forName") if command.for_name else None


def may_read(caller: Caller, command: Journal, seen: World, book: Rulebook) -> Rejected | None:
    """Allow only the caller's own characters as a filter.

    Refuses: not_yours, party_empty.
    """
    speakers, hearer = _speakers(command, seen), _hearer(command, seen)
    if isinstance(speakers, Rejected):
        return speakers
    named = [*speakers, *([(hearer, "forName")] if hearer else [])]
    return next((refused for who, key in named if not isinstance(who, str) and (refused := reach.is_own(caller, who, key, seen))), None)


OPERATION = Operation(
    tool="read_campaign",
    model=Journal,
    decide=decide_journal,
    who=replace(OWN, reach=may_read),
    cost=free,
    sends="query? since? names?",
    reads=True,
)
