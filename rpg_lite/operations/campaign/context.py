"""read_campaign context: compose what a model should know before it goes on, within a budget of tokens."""

from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.journal import revs_and_checkpoints
from rpg_lite.mechanics.journal.private_talks import talk_in
from rpg_lite.mechanics.journal.revs_and_checkpoints import Since
from rpg_lite.operations import reach
from rpg_lite.operations.operation import SEEN, Operation, free
from rpg_lite.rules.lore import NO_LORE, Lore
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.states import FocusState
from rpg_lite.world.world_model import Ref, Thing, World

LEAST: Final = 200
MOST: Final = 100_000
DEFAULT: Final = 2_000


class Context(Command):
    """All you need to go on: rules, party, place, fight, journal, story."""

    operation: Literal["context"]
    budget: Annotated[int | None, Field(ge=LEAST, le=MOST, strict=True, description="Tokens; default 2000.")] = None
    since: Since = None
    for_name: Annotated[str | None, Field(description="What this character knows.")] = None

    @property
    def tokens(self) -> int:
        """The budget, or the default."""
        return self.budget or DEFAULT

    @property
    def shows_own_past(self) -> bool:
        return True

    def touches(self) -> tuple[Ref, ...]:
        if self.for_name is None:
            return (Ref("party"), Ref("floor"), Ref("here"), Ref("people"), Ref("fight"), Ref("context"), Ref("quests"))
        who = targets.id_or_name(self.for_name)
        return (Ref("party"), Ref("bearer", *who), Ref("here", *who), Ref("people", *who), Ref("fight"), Ref("quests"))


@dataclass(frozen=True, slots=True)
class ContextResult(Result):
    """The character whose knowledge is asked for, the room of that character or of the party, the table's own pages (which no character
    knows), the rev after which the past is read, and the private talk on which the reader focuses.
    """

    who: str | None
    room: str | None
    lore: Lore
    since: int | None
    focus: FocusState | None = None


def decide_context(command: Context, draft: Draft) -> Verdict:
    """Find the character, the room and the rev."""
    world, situation = draft.world, draft.situation
    who, since = _named(command, world), revs_and_checkpoints.rev_of(command.since, situation)
    if isinstance(who, Rejected):
        return who
    if isinstance(since, Rejected):
        return since
    room = world.room_of(who.id) if who else targets.party_room(world)
    talk = talk_in(world)
    focus = talk if talk and (who is None or who.id == talk.on) else None
    return Decision.about(
        result=ContextResult(
            who.id if who else None, room.id if isinstance(room, Thing) else None, NO_LORE if who else situation.lore, since, focus
        ),
    )


def _named(command: Context, world: World) -> Thing | Rejected | None:
    return None if command.for_name is None else targets.character(world, *targets.id_or_name(command.for_name), "forName")


def may_read(caller: Caller, command: Context, seen: World, book: Rulebook) -> Rejected | None:
    """Allow only the caller's own characters.

    Refuses: not_yours.
    """
    who = _named(command, seen)
    return reach.is_own(caller, who, "forName", seen) if who else None


OPERATION = Operation(
    tool="read_campaign",
    model=Context,
    decide=decide_context,
    who=replace(SEEN, reach=may_read),
    cost=free,
    sends="budget? since?",
    reads=True,
)
