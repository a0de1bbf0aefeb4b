"""read_campaign character: show one creature's numbers, or single numbers with their reasons."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations import reserved_names, targets
from rpg_lite.operations.command import refs
from rpg_lite.operations.mechanics.read_operations import Looking, only_shown
from rpg_lite.operations.operation import SEEN, Operation
from rpg_lite.operations.outcome import Outcome, Rejected, Situation
from rpg_lite.world.world_model import Ref, World


class Character(Looking):
    """One character's headline numbers, or single numbers with their reasons."""

    operation: Literal["character"]
    character_id: str | None = None
    character_name: str | None = None
    stats: Annotated[tuple[str, ...], Field(description='Numbers with their reasons: ["ac", "saves.dex"]; "spells", "acts" whole.')] = ()

    def touches(self) -> tuple[Ref, ...]:
        return refs(self.character_id, self.character_name, None, None)


def decide_character(command: Character, world: World, situation: Situation) -> Outcome:
    if reserved_names.is_party(command.character_name):
        return only_shown(world)
    found = targets.character(world, command.character_id, command.character_name, "characterName")
    return found if isinstance(found, Rejected) else only_shown(world, found.id)


OPERATION = Operation(
    tool="read_campaign",
    model=Character,
    decide=decide_character,
    who=SEEN,
    sends="characterName stats?",
    reads=True,
)
