"""Second turns in the first round, at the initiative minus 10 (SRD, Thief's Reflexes)."""

from typing import Final

from rpg_lite.operations.draft import Draft
from rpg_lite.rules import creature_flags
from rpg_lite.world import combat
from rpg_lite.world.fight_states import Fight, Fighter

LATER: Final = 10
"""The points of initiative by which the second turn comes later."""


def initiative_now(on: Fight) -> int:
    """The initiative of the current turn."""
    return on.whose.initiative - (LATER if on.again else 0)


def due(draft: Draft, on: Fight, next_: Fighter, *, is_new_round: bool) -> Fighter | None:
    """The creature whose second turn comes before the turn of the next one; creatures of the same initiative go first."""
    if on.round > 1:
        return None
    now = (-initiative_now(on), on.again or "")
    waiting = [
        (LATER - fighter.initiative, fighter.id, fighter)
        for fighter in combat.order(draft.world)
        if is_new_round or fighter.initiative - LATER > next_.initiative
        if _has_second_turn(draft, fighter)
    ]
    return next((fighter for at, id, fighter in sorted(waiting, key=lambda one: one[:2]) if (at, id) > now), None)


def _has_second_turn(draft: Draft, fighter: Fighter) -> bool:
    flags = draft.stats(draft.world.things[fighter.id]).flags
    unsurprised = creature_flags.SECOND_TURN_UNSURPRISED in flags and not fighter.is_surprised
    return unsurprised or creature_flags.SECOND_TURN in flags
