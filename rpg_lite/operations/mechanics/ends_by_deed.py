"""Conditions and effects that end because of a deed that is not an act: putting on armor, taking a rest."""

from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics import concentration, effect_removal
from rpg_lite.operations.outcome import Called


def end_by(draft: Draft, creature: str, word: str) -> None:
    """End the conditions and effects on the creature that list this deed among their ends ("armor", "rest")."""
    over = effect_removal.end_where(draft, creature, lambda entry: word in entry.span.ends_by)
    for entry in over:
        draft.note("ended_by_event", name=Called(creature), what=entry.cause.look or entry.name)
    if over:
        concentration.tidy(draft)
