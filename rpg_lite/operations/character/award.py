"""manage_character award: give experience or a milestone, and report which characters may now level up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.life.resources import sheet_now
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.room_lookup import Several
from rpg_lite.mechanics.space import sides
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import encounters
from rpg_lite.rules.class_table import HIGHEST
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.world import body_paths, events, thing_stats
from rpg_lite.world.world_model import Ref, Thing


class Award(Several):
    """Experience points for each, or a milestone, or for the foes defeated.
    Each foe in the room that is dead, at 0 hit points or knocked out counts once, and only characters share: a companion with a challenge
    rating and no class gets nothing.
    """

    operation: Literal["award"]
    xp: Annotated[int | None, Field(ge=1, le=1_000_000, strict=True, description="For each.")] = None
    milestone: Annotated[bool, Field(description="A level without points.")] = False
    encounter: Annotated[bool, Field(description="Share the XP of the foes defeated here.")] = False

    def touches(self) -> tuple[Ref, ...]:
        there = (Ref("people"), Ref("people", *self.first)) if self.encounter else ()
        return (*super().touches(), *self.everybody(), *there)


@dataclass(frozen=True, slots=True)
class AwardResult(Result):
    """The characters that got the award, its amount for each, and the levels to which they may rise. `foes`: the defeated foes with the XP
    of each.
    """

    who: tuple[Called, ...]
    xp: int | None
    may_rise: tuple[tuple[Called, int], ...]
    foes: tuple[tuple[Called, int], ...] = ()


def decide_award(command: Award, draft: Draft) -> Verdict:
    """Refuses: award_of_what, nobody_defeated, party_empty, party_has_no_levels."""
    world = draft.world
    if (command.xp is not None) + command.milestone + command.encounter != 1:
        return Rejected("award_of_what", "xp", allowed=("xp", "milestone", "encounter"))
    who = room_lookup.together(world, command)
    if isinstance(who, Rejected):
        return who
    return _share(draft, who) if command.encounter else _give(draft, who, command.xp)


def _share(draft: Draft, who: Sequence[Thing]) -> Verdict:
    """Share the XP of the foes defeated in the rooms of these characters; companions get none, and no foe counts twice."""
    world, book = draft.world, draft.situation.book
    characters, companions = sides.split_party(who)
    if not characters:
        return sides.no_levels(companions, "names")
    rooms = {room.id: room for c in characters if (room := world.room_of(c.id))}
    beaten = [foe for room in rooms.values() for foe in sides.defeated(sides.foes_in(world, room, book)) if not sides.is_made(world, foe, book)]
    worths = [(foe, worth) for foe in beaten if (worth := book.encounters.worth_of(foe.creature.sheet.document)) is not None]
    unrated = [foe for foe in beaten if all(foe is not rated for rated, _ in worths)]
    if not worths:
        rooms_named = [room.name for room in rooms.values()]
        return Rejected(
            "nobody_defeated", "encounter", {"rooms": rooms_named, "unrated": [f.name for f in unrated]}, allowed=("xp", "milestone")
        )
    for foe, _ in worths:
        state_changes.change(draft, foe, body_paths.XP_AWARDED, True)
    if unrated:
        draft.note("foes_unrated", names=[Called(f.id) for f in unrated])
    if companions:
        draft.note("no_share", names=[Called(c.id) for c in companions])
    each = encounters.share(sum(worth for _, worth in worths), len(characters))
    return _give(draft, characters, each, [(Called(foe.id), worth) for foe, worth in worths])


def _give(draft: Draft, who: Sequence[Thing], xp: int | None, beaten: Sequence[tuple[Called, int]] = ()) -> Verdict:
    rising = [(Called(c.id), level) for c in who if (level := _award(draft, c, xp))]
    if xp is None:
        _tell_milestones(draft)
    result = AwardResult(tuple(Called(c.id) for c in who), xp, tuple(rising), tuple(beaten))
    return Decision.about(None, *(c.id for c in who), result=result)


def _tell_milestones(draft: Draft) -> None:
    """Report the experience that the milestones gave, in one note for all characters with the same total."""
    totals: dict[int, list[Called]] = {}
    for event in draft.events:
        if isinstance(event, events.Changed) and event.path == body_paths.of_sheet("xp"):
            totals.setdefault(event.now, []).append(Called(event.id))
    for total, heroes in totals.items():
        draft.note("milestone_counts", names=heroes, xp=total)


def _award(draft: Draft, creature: Thing, xp: int | None) -> int | None:
    """Award the points or the milestone, and return the level to which the character may now rise."""
    sheet = sheet_now(draft, creature)
    if xp is None:
        levels = _milestone(draft, creature, sheet)
        return sheet.level + levels if levels and not thing_stats.is_dead(creature) else None
    awarded = min(HIGHEST, sheet.level + (creature.creature.milestones or 0))
    total = (sheet.xp if sheet.xp is not None else draft.situation.book.advancement.xp[awarded - 1]) + xp
    state_changes.change(draft, creature, body_paths.MILESTONES, None)
    state_changes.change(draft, creature, body_paths.of_sheet("xp"), total)
    reached = draft.situation.book.advancement.level_for(total)
    return reached if reached > sheet.level else None


def _milestone(draft: Draft, creature: Thing, sheet: Sheet) -> int:
    """Award one more level than the character may already gain, and return the number of levels that it may now gain.

    If the campaign counts experience, a milestone is worth the points missing for that level.
    """
    table, risen = draft.situation.book.advancement, creature.creature.milestones or 0
    may = risen if sheet.xp is None else max(0, table.level_for(sheet.xp) - sheet.level)
    if sheet.level + may >= HIGHEST:
        draft.note("milestone_adds_nothing", name=Called(creature.id), level=HIGHEST)
    elif sheet.xp is None:
        state_changes.change(draft, creature, body_paths.MILESTONES, may + 1)
        return may + 1
    else:
        enough = table.xp[sheet.level + may]
        state_changes.change(draft, creature, body_paths.of_sheet("xp"), enough)
        return may + 1
    return may


OPERATION = Operation(
    tool="manage_character",
    model=Award,
    decide=decide_award,
    who=GM,
    cost=free,
    sends="characterName xp",
    before_all=True,
)
