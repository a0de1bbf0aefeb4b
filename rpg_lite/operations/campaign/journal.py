"""read_campaign journal: list the journal entries, by kind, author, room or words."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal, Self

from pydantic import Field

from rpg_lite.operations import reserved_names, targets
from rpg_lite.operations.callers import Caller
from rpg_lite.operations.command import Command
from rpg_lite.operations.mechanics import moments, reach
from rpg_lite.operations.mechanics.journal_entries import EntryKind, id_of
from rpg_lite.operations.mechanics.moments import Since
from rpg_lite.operations.mechanics.read_operations import MOST_HISTORY
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.operations.outcome import Accepted, Outcome, Rejected, Result, Situation
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.things import LAST_REV, Ref, Thing, World


class Journal(Command):
    """Spoken and written entries, newest last."""

    operation: Literal["journal"]
    entry: Annotated[EntryKind | None, Field(description="Only these.")] = None
    actor_name: Annotated[str | None, Field(description='By this speaker; "gm": the game master.')] = None
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
        return any((self.entry, self.actor_name, self.for_name, self.talk_with, self.room_name, self.query, self.since))

    @property
    def shows_own_past(self) -> bool:
        return True

    @property
    def own_name(self) -> str | None:
        return self.actor_name

    def of_own(self, id: str) -> Self:
        return self.model_copy(update={"actor_name": id})

    def touches(self) -> tuple[Ref, ...]:
        named = self.actor_name and not reserved_names.is_master(self.actor_name)
        actor = (Ref("bearer", *targets.id_or_name(self.actor_name or "")),) if named else ()
        hearer = (Ref("bearer", *targets.id_or_name(self.for_name)),) if self.for_name else ()
        talk = (Ref("bearer", *targets.id_or_name(self.talk_with)),) if self.talk_with else ()
        return (*actor, *hearer, *talk, *((Ref("bearer", name=self.room_name),) if self.room_name else ()))


@dataclass(frozen=True, slots=True)
class JournalResult(Result):
    """The speaker, the hearer, the room, the rev and the partner of private talks that filter the entries."""

    actor: str | None
    hearer: str | None
    room: str | None
    since: int | None
    talks_with: str | None = None


def decide_journal(command: Journal, world: World, situation: Situation) -> Outcome:
    """The speaker, the hearer, the room and the rev that filter the entries; the store looks up the entries themselves."""
    actor, hearer = _actor(command, world), _hearer(command, world)
    room: Thing | Rejected | None = targets.room(world, None, command.room_name, "roomName") if command.room_name else None
    since = moments.rev_of(command.since, situation)
    partner = targets.character(world, *targets.id_or_name(command.talk_with), "talkWith") if command.talk_with else None
    if refused := next((r for r in (actor, hearer, room, since, partner) if isinstance(r, Rejected)), None):
        return refused
    after = since if isinstance(since, int) else None
    return Accepted((), world, result=JournalResult(id_of(actor), id_of(hearer), id_of(room), after, id_of(partner)))


def _actor(command: Journal, world: World) -> Thing | str | Rejected | None:
    if command.actor_name is None or reserved_names.is_master(command.actor_name):
        return command.actor_name and reserved_names.GAME_MASTER
    return targets.character(world, *targets.id_or_name(command.actor_name), "actorName")


def _hearer(command: Journal, world: World) -> Thing | Rejected | None:
    return targets.character(world, *targets.id_or_name(command.for_name), "forName") if command.for_name else None


def may_read(caller: Caller, command: Journal, seen: World, book: Rulebook) -> Rejected | None:
    """Allow only the caller's own characters as a filter.

    Refuses: not_yours.
    """
    actor, hearer = _actor(command, seen), _hearer(command, seen)
    if hearer is not None and (refused := reach.is_own(caller, hearer, "forName", seen)):
        return refused
    return None if actor is None or isinstance(actor, str) else reach.is_own(caller, actor, "actorName", seen)


OPERATION = Operation(
    tool="read_campaign",
    model=Journal,
    decide=decide_journal,
    who=replace(OWN, reach=may_read),
    sends="query? since?",
    reads=True,
)
