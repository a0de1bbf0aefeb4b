"""Conditions and effects that end because of a deed that is not an act: putting on armor, taking a rest."""

from rpg_lite.operations.mechanics import concentration
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.outcome import Called, Draft
from rpg_lite.world import body_paths
from rpg_lite.world.creature_states import LASTING


def end_by(draft: Draft, creature: str, word: str) -> None:
    """End the conditions and effects on the creature that list this deed among their ends ("armor", "rest")."""
    for kind in LASTING:
        now = draft.world.things[creature].creature.lasting(kind)
        over = [entry for entry in now if word in entry.span.ends_by]
        if over:
            change(draft, draft.world.things[creature], body_paths.of_lasting(kind), [e for e in now if e not in over] or None)
        for entry in over:
            draft.note("ended_by_event", name=Called(creature), what=entry.cause.look or entry.name)
        if over:
            concentration.tidy(draft)
