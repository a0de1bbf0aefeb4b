"""keep_journal focus: begin a private talk with one character, or end it."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations import targets
from rpg_lite.operations.command import Command
from rpg_lite.operations.mechanics.journal_entries import NewEntry, focus_of, put_entry
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.operation import GM, Operation
from rpg_lite.operations.outcome import Draft, Outcome, Rejected, Situation
from rpg_lite.world import body_paths
from rpg_lite.world.states import FOCUS, FocusState
from rpg_lite.world.things import WORLD_ID, Ref, World


class Focus(Command):
    """A private talk; without toName it ends."""

    operation: Literal["focus"]
    to_id: str | None = None
    to_name: Annotated[str | None, Field(description="Whose; none: it ends.")] = None

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("fight"), *((Ref("bearer", self.to_id, self.to_name),) if self.to_id or self.to_name else ()))


def decide_focus(command: Focus, world: World, situation: Situation) -> Outcome:
    """Keep an entry for the talk; what is told and said belongs to it until the next one, or until it ends.

    Refuses: no_focus.
    """
    draft = Draft(world, situation)
    root = world.things[WORLD_ID]
    if not (command.to_id or command.to_name):
        if focus_of(world) is None:
            return Rejected("no_focus", "toName")
        change(draft, root, body_paths.FOCUS, None)
        return draft.accept(None)
    whom = targets.character(world, command.to_id, command.to_name, "toName")
    if isinstance(whom, Rejected):
        return whom
    room = world.room_of(whom.id)
    made = put_entry(draft, NewEntry(FOCUS, f"A talk with {whom.name}", None, whom.id, room.id if room else None))
    change(draft, root, body_paths.FOCUS, FocusState.make(made, whom.id, whom.name))
    return draft.accept(None, made=[made])


OPERATION = Operation(tool="keep_journal", model=Focus, decide=decide_focus, who=GM, sends="toName?")
