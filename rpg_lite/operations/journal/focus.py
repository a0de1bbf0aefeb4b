"""keep_journal focus: begin a private talk with one character, or end it."""

from typing import Annotated, Literal, Self

from pydantic import Field

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.journal import private_talks
from rpg_lite.mechanics.journal.journal_entries import NewEntry, put_entry
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import body_paths
from rpg_lite.world.states import FOCUS
from rpg_lite.world.world_model import WORLD_ID, Ref, Thing, World


class Focus(Command):
    """A private talk; without toName it ends."""

    operation: Literal["focus"]
    to_id: str | None = None
    to_name: Annotated[str | None, Field(description="With whom; none: it ends.")] = None
    character_id: str | None = None
    character_name: Annotated[
        str | None, Field(description="The other side; default: the game master, for an NPC the first hero who speaks.")
    ] = None

    def touches(self) -> tuple[Ref, ...]:
        sides = ((self.to_id, self.to_name), (self.character_id, None if self.is_masters else self.character_name))
        return (Ref("fight"), *(Ref("bearer", id, name) for id, name in sides if id or name))

    @property
    def is_masters(self) -> bool:
        """Whether the game master is the other side of a talk with a hero."""
        return not self.character_id and reserved_names.is_master(self.character_name)

    def sign(self) -> Self:
        is_named = self.character_id or self.character_name
        return self if is_named else self.model_copy(update={"character_name": reserved_names.GAME_MASTER})


def decide_focus(command: Focus, draft: Draft) -> Verdict:
    """Add an entry for the talk. Words that the game master, its creatures and the two sides address to nobody else belong to the talk until
    it ends or another one begins.

    Refuses: no_focus.
    """
    world = draft.world
    root = world.things[WORLD_ID]
    if not (command.to_id or command.to_name):
        if private_talks.talk_in(world) is None:
            return Rejected("no_focus", "toName")
        change(draft, root, body_paths.FOCUS, None)
        return Decision.about(None)
    whom, other = targets.character(world, command.to_id, command.to_name, "toName"), _other(command, world)
    if isinstance(whom, Rejected):
        return whom
    if isinstance(other, Rejected):
        return other
    room = world.room_of(whom.id)
    made = put_entry(draft, NewEntry(FOCUS, f"A talk with {whom.name}", None, whom.id, room.id if room else None))
    change(draft, root, body_paths.FOCUS, private_talks.begin(made, whom, other, command.is_masters))
    return Decision.about(None, made=[made])


def _other(command: Focus, world: World) -> Thing | Rejected | None:
    if command.is_masters or not (command.character_id or command.character_name):
        return None
    return targets.character(world, command.character_id, command.character_name, "characterName")


OPERATION = Operation(tool="keep_journal", model=Focus, decide=decide_focus, who=GM, cost=free, sends="toName?")
