"""Checks and saves as d20 rolls: skills, tools, and the verdict against a DC."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from rpg_lite.decision.command import Command, refs
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.shared_keys import Names
from rpg_lite.mechanics.rolls.physical_dice import Faces
from rpg_lite.mechanics.rolls.rolls import D20, Seed, d20, mode_of
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats import on_roll
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import SKILL_ABILITY, Ability, Mode, Skill
from rpg_lite.world.world_model import Ref, Thing

DC = Annotated[int | None, Field(ge=0, le=40, strict=True, description="Without it, only the total.")]


class Rolling(Command):
    character_id: str | None = None
    character_name: Annotated[str | None, Field(description='Name; also "party".')] = None
    dc: DC = None
    mode: Annotated[Mode | None, Field(description="Added to the sheets' own.")] = None
    d20: Faces = ()
    with_: Annotated[Names, Field(alias="with", description="Effects spent on this roll: Inspiration; a check's sense: smell.")] = ()
    seed: Seed = None

    def touches(self) -> tuple[Ref, ...]:
        return refs(self.character_id, self.character_name, None, None)


def strength_floor(stats: EffectiveStats, ability: str, flag: str = creature_flags.STRENGTH_FOR_CHECKS) -> int:
    """The Strength score, if a feature lets it replace a lower total of this ability (SRD, Indomitable Might); else 0."""
    return stats.abilities["str"].value if ability == "str" and flag in stats.flags else 0


def skill_check(draft: Draft, creature: Thing, skill: Skill, asked: Mode | None = None, more: Sequence[Modifier] = ()) -> D20:
    """A check of a skill within another command."""
    stats = draft.stats(creature)
    sheet = on_roll.of_skill(stats, skill)
    return d20(
        draft,
        stats.skills.values[skill].value,
        mode_of([*sheet.modes, *more], asked),
        sheet.dice,
        "check",
        creature.id,
        f" {skill}",
        stats.flags,
        SKILL_ABILITY[skill],
        strength_floor(stats, SKILL_ABILITY[skill]),
        least_face=least_face(stats, stats.skills.values[skill]),
    )


def ability_check(draft: Draft, creature: Thing, ability: Ability, asked: Mode | None = None) -> D20:
    """A check of an ability alone within another command."""
    stats = draft.stats(creature)
    sheet, least = on_roll.of_check(stats, ability), strength_floor(stats, ability)
    mode = mode_of(sheet.modes, asked)
    return d20(
        draft, stats.checks.values[ability].value, mode, sheet.dice, "check", creature.id, f" {ability}", stats.flags, ability, least
    )  # fmt: skip


def tool_check(draft: Draft, creature: Thing, tool: str, skill: Skill, mixed: bool) -> tuple[D20, bool]:
    """Make a check with a tool; return (roll, whether the tool proficiency applied).

    `mixed`: it is also a skill check, and both proficiencies together give advantage (SRD 5.2, Tool Proficiency); otherwise the skill does
    not apply (SRD 5.1, Tools).
    """
    stats = draft.stats(creature)
    ability = SKILL_ABILITY[skill]
    number = stats.skills.values[skill] if mixed else stats.checks.values[ability]
    sheet = on_roll.of_skill(stats, skill) if mixed else on_roll.of_check(stats, ability)
    training = tool_training(stats, tool, number)
    mode, least = mode_of(sheet.modes, "advantage" if mixed and training.is_double else None), strength_floor(stats, ability)
    total, face = number.value + training.bonus, training.least_face
    rolled = d20(draft, total, mode, sheet.dice, "check", creature.id, f" {tool}", stats.flags, ability, least, least_face=face)
    return rolled, training.is_trained


@dataclass(frozen=True, slots=True)
class ToolTraining:
    """The effect of the proficiency with a tool on a check. `bonus`: the points beyond those that the number of the check already includes;
    `is_double`: whether the skill is trained, too.
    """

    is_trained: bool
    bonus: int
    is_double: bool
    least_face: int


def tool_training(stats: EffectiveStats, tool: str, number: Breakdown) -> ToolTraining:
    """The effect of the training with a tool on a check with this number."""
    own, counted, key = stats.proficiency_bonus.value, _proficiency_in(number), names.fold(tool)
    is_trained = key in map(names.fold, stats.tools)
    times = 2 if key in map(names.fold, stats.expert_tools) else 1
    bonus = max(0, own * times - counted) if is_trained else 0
    return ToolTraining(is_trained, bonus, is_trained and counted >= own, _least(stats, is_trained or counted >= own))


LOW: Final = 10
"""The face that counts in place of a lower one (SRD, Reliable Talent)."""


def least_face(stats: EffectiveStats, number: Breakdown) -> int:
    """The lowest face that counts for a check with this bonus: 10 for a proficient creature with Reliable Talent, or else 0."""
    return _least(stats, _proficiency_in(number) >= stats.proficiency_bonus.value)


def _proficiency_in(number: Breakdown) -> int:
    return sum(m.value for m in number.lines if m.target == "proficiency_bonus" and isinstance(m.value, int))


def _least(stats: EffectiveStats, trained: bool) -> int:
    return LOW if trained and creature_flags.TREATS_LOW_AS_10 in stats.flags else 0


def verdict(total: int, dc: int | None, succeeds: bool = False) -> str:
    return "" if dc is None else f"succeeds against DC {dc}" if succeeds or total >= dc else f"fails against DC {dc}"
