"""read_campaign character: show one creature's numbers, or single numbers with their reasons."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import refs
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.rolls import saves
from rpg_lite.mechanics.space import auras
from rpg_lite.operations.operation import SEEN_OF_OWN, Operation, free
from rpg_lite.operations.reading_keys import Looking
from rpg_lite.vocabulary import ABILITIES
from rpg_lite.world.world_model import Ref


class Character(Looking):
    """One character's headline numbers, or single numbers with their reasons."""

    operation: Literal["character"]
    character_id: str | None = None
    character_name: str | None = None
    stats: Annotated[tuple[str, ...], Field(description='Numbers with their reasons: ["ac", "saves.dex"]; "spells", "acts" whole.')] = ()

    def touches(self) -> tuple[Ref, ...]:
        """Load the people around for saves and initiative, to which the aura of one of them may add."""
        around = (Ref("people", *self.who),) if self.at_rev is None and any(map(_kinds, self.stats)) else ()
        return (*refs(self.character_id, self.character_name, None, None), *around)


def _kinds(path: str) -> tuple[str, ...]:
    """The targets of changes to the number at a path, as far as auras bring them to others."""
    head, _, rest = path.strip().casefold().partition(".")
    if head in ("save", "saves"):
        ability = next((a for a in ABILITIES if a == rest), None)
        return saves.kinds_of(ability) if ability else ("save.all",)
    return (auras.INITIATIVE,) if head == auras.INITIATIVE else ()


def decide_character(command: Character, draft: Draft) -> Verdict:
    world = draft.world
    if reserved_names.is_party(command.character_name):
        return Decision.about()
    found = targets.character(world, command.character_id, command.character_name, "characterName")
    if isinstance(found, Rejected):
        return found
    for path in command.stats:
        auras.remind(draft, found, _kinds(path))
    return Decision.about(found.id)


OPERATION = Operation(
    tool="read_campaign",
    model=Character,
    decide=decide_character,
    who=SEEN_OF_OWN,
    cost=free,
    sends="characterName stats?",
    reads=True,
)
