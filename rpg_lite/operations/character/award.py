"""manage_character award: experience or a milestone, and the characters that may now level up."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations.mechanics import acting_place, state_changes
from rpg_lite.operations.mechanics.acting_place import Several
from rpg_lite.operations.mechanics.resources import sheet_now
from rpg_lite.operations.operation import GM, Operation
from rpg_lite.operations.outcome import Called, Draft, Outcome, Rejected, Result, Situation
from rpg_lite.rules.class_table import HIGHEST
from rpg_lite.rules.sheet import Sheet
from rpg_lite.world import bearers, body_paths
from rpg_lite.world.things import Ref, Thing, World


class Award(Several):
    """Experience points for each, or a milestone."""

    operation: Literal["award"]
    xp: Annotated[int | None, Field(ge=1, le=1_000_000, strict=True, description="For each.")] = None
    milestone: Annotated[bool, Field(description="A level without points.")] = False

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), *self.everybody())


@dataclass(frozen=True, slots=True)
class AwardResult(Result):
    """The characters that got the award, its amount, and the levels to which they may rise."""

    who: tuple[Called, ...]
    xp: int | None
    may_rise: tuple[tuple[Called, int], ...]


def decide_award(command: Award, world: World, situation: Situation) -> Outcome:
    """Refuses: award_of_what, party_empty."""
    if (command.xp is None) == (not command.milestone):
        return Rejected("award_of_what", "xp", allowed=("xp", "milestone"))
    who = acting_place.together(world, command)
    if isinstance(who, Rejected):
        return who
    draft = Draft(world, situation)
    rising = [(Called(c.id), level) for c in who if (level := _award(draft, c, command.xp))]
    result = AwardResult(tuple(Called(c.id) for c in who), command.xp, tuple(rising))
    return draft.accepted(None, *(c.id for c in who), result=result)


def _award(draft: Draft, creature: Thing, xp: int | None) -> int | None:
    """The level to which the character may rise now."""
    sheet = sheet_now(draft, creature)
    if xp is None:
        _milestone(draft, creature, sheet)
        return sheet.level + 1 if sheet.level < HIGHEST and not bearers.is_dead(creature) else None
    total = (sheet.xp if sheet.xp is not None else draft.situation.book.advancement.xp[sheet.level - 1]) + xp
    state_changes.change(draft, creature, body_paths.of_sheet("xp"), total)
    reached = draft.situation.book.advancement.level_for(total)
    return reached if reached > sheet.level else None


def _milestone(draft: Draft, creature: Thing, sheet: Sheet) -> None:
    """Make a milestone worth the points missing for the next level, for a character whose experience is counted."""
    if sheet.xp is None or sheet.level >= HIGHEST:
        return
    enough = draft.situation.book.advancement.xp[sheet.level]
    if sheet.xp < enough:
        state_changes.change(draft, creature, body_paths.of_sheet("xp"), enough)
        draft.note("milestone_counts", name=Called(creature.id), xp=enough)


OPERATION = Operation(
    tool="manage_character",
    model=Award,
    decide=decide_award,
    who=GM,
    sends="characterName xp",
)
