"""read_campaign history: list the last commands, or the tool calls."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.journal import revs_and_checkpoints
from rpg_lite.mechanics.journal.revs_and_checkpoints import Since
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.operations.reading_keys import MOST_HISTORY, Looking
from rpg_lite.rules import names
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import LAST_REV, Ref


class History(Looking):
    """The last commands or tool calls; filter by person, place or thing."""

    operation: Literal["history"]
    tools: Annotated[bool, Field(strict=True, description="The last tool calls instead, refused ones too.")] = False
    stats: Annotated[
        bool, Field(strict=True, description="Counts of calls and failures for each operation, its times, and the dice results.")
    ] = False
    actor_name: Annotated[str | None, Field(description="Only this character's.")] = None
    room_name: str | None = None
    item_name: str | None = None
    since: Since = None
    last: Annotated[
        int, Field(ge=1, le=LAST_REV, strict=True, description="How many; default 10.", json_schema_extra={"maximum": MOST_HISTORY})
    ] = 10

    def touches(self) -> tuple[Ref, ...]:
        named = [Ref("bearer", name=name) for name in (self.actor_name, self.room_name) if name]
        return (*named, Ref("namesake", name=self.item_name)) if self.item_name else tuple(named)

    @property
    def shown(self) -> int:
        return min(self.last, MOST_HISTORY)

    @property
    def hears_calls(self) -> bool:
        return bool(self.tools or self.stats or self.actor_name or self.room_name or self.item_name)


@dataclass(frozen=True, slots=True)
class HistoryResult(Result):
    """The ids of the people, places and things that filter the list, the names of those things, and the rev."""

    actors: tuple[str, ...]
    rooms: tuple[str, ...]
    items: tuple[str, ...]
    since: int | None = None


def decide_history(command: History, draft: Draft) -> Verdict:
    """The filters of a history: the ids of the named person, place and thing. An item that is gone is found by its name.

    Refuses: bag_unknown, calls_have_no_rev.
    """
    world, situation = draft.world, draft.situation
    if command.at_rev is not None and (command.tools or command.stats):
        return Rejected("calls_have_no_rev", "atRev")
    since = revs_and_checkpoints.rev_of(command.since, situation)
    if isinstance(since, Rejected):
        return since
    actors: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    if command.actor_name:
        actor = targets.character(world, None, command.actor_name, "actorName")
        if isinstance(actor, Rejected):
            return actor
        actors = (actor.id,)
    if command.room_name:
        called = world.find_named(command.room_name, "room")
        if not called:
            near = names.nearest(command.room_name, [k.name for k in world.roster if k.kind == "room"])
            return Rejected("bag_unknown", "roomName", {"wanted": command.room_name}, tuple(near))
        rooms = tuple(room.id for room in called)
    if command.item_name:
        key = names.fold(command.item_name)
        alike = (t.id for t in world.things.values() if t.kind == "item" and key in thing_stats.names_of(t, situation.book))
        items = (command.item_name, key, *alike)
    return Decision.about(result=HistoryResult(actors, rooms, items, since))


OPERATION = Operation(
    tool="read_campaign",
    model=History,
    decide=decide_history,
    who=GM,
    cost=free,
    sends="last?",
    reads=True,
    before_all=True,
)
