"""manage_character retire: remove a creature from the game with everything that it carries."""

from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.acts.steps import summoning
from rpg_lite.mechanics.heroes.creature_making import Naming
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.life import concentration
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Ref

MOST_TOLD: Final = 8


class Retire(Naming):
    """The character leaves the game with everything it carries."""

    operation: Literal["retire"]

    def touches(self) -> tuple[Ref, ...]:
        """Load the character's notes, too, because they go with it, and everybody in its room, whom it may hold."""
        whose = super().touches()
        own = [ref for ref in whose if ref.role == "bearer"]
        return (*whose, *(Ref(role, ref.id, ref.name) for ref in own for role in ("context", "people")))


@dataclass(frozen=True, slots=True)
class RetireResult(Result):
    """The character who left the game, with the number of things carried."""

    retired: str
    carried: int


def decide_retire(command: Retire, draft: Draft) -> Verdict:
    world, book = draft.world, draft.situation.book
    thing = targets.character(world, command.character_id, command.character_name, "characterName")
    if isinstance(thing, Rejected):
        return thing
    inside = [t.name for t in world.tree_of(thing.id) if not thing_stats.is_natural(t, book)]
    concentration.end(draft, thing, "it has left the game")
    summoning.end_bonds(draft, thing)
    item_moves.take_away(draft, thing, 1)
    if inside:
        more = f" and {len(inside) - MOST_TOLD} more" if len(inside) > MOST_TOLD else ""
        draft.note("taken_along", name=thing.name, texts=", ".join(inside[:MOST_TOLD]) + more)
    return Decision.about(thing.id, result=RetireResult(thing.name, len(inside)))


OPERATION = Operation(
    tool="manage_character",
    model=Retire,
    decide=decide_retire,
    who=GM,
    cost=free,
    sends="characterName",
)
