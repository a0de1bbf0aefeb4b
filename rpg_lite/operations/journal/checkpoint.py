"""keep_journal checkpoint: name this moment, so that the past can be read from that moment on."""

from typing import Literal

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.journal import revs_and_checkpoints
from rpg_lite.mechanics.journal.journal_entries import NewEntry, id_of, put_entry
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world.states import CHECKPOINT
from rpg_lite.world.world_model import Ref


class Checkpoint(Command):
    """Name this moment; since takes the name."""

    operation: Literal["checkpoint"]
    name: revs_and_checkpoints.CheckpointName

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("party"), Ref("floor"))


def decide_checkpoint(command: Checkpoint, draft: Draft) -> Verdict:
    """Keep the name as an entry that only the game master reads.

    Refuses: checkpoint_taken.
    """
    world, situation = draft.world, draft.situation
    if revs_and_checkpoints.is_taken(command.name, world, situation):
        return Rejected("checkpoint_taken", "name", {"name": command.name})
    made = put_entry(draft, NewEntry(CHECKPOINT, command.name, None, None, id_of(targets.party_room(world))))
    return Decision.about(None, made=[made])


OPERATION = Operation(tool="keep_journal", model=Checkpoint, decide=decide_checkpoint, who=GM, cost=free, sends="name")
