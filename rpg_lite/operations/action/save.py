"""execute_action save: a saving throw against a DC, or a death save."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations import targets
from rpg_lite.operations.mechanics import hit_points
from rpg_lite.operations.mechanics.rolls import CheckResult, CheckRoll, d20, mode_of
from rpg_lite.operations.mechanics.skill_checks import Rolling, added_dice, verdict
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.operations.outcome import Called, Draft, Outcome, Rejected, Situation
from rpg_lite.vocabulary import ABILITIES, Ability, Mode
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing, World


class Save(Rolling):
    """Saving throw (ability death: death save)."""

    operation: Literal["save"]
    ability: Annotated[Ability | Literal["death"] | None, Field(description="Default for the dying: death.")] = None


def decide_save(command: Save, world: World, situation: Situation) -> Outcome:
    """Refuses: ability_required, not_dying, target_dead."""
    who = targets.whom(world, command.character_id, command.character_name)
    if isinstance(who, Rejected):
        return who
    ability = command.ability or ("death" if all(creature.creature.hp == 0 for creature in who) else None)
    if ability is None:
        return Rejected("ability_required", "ability", allowed=(*ABILITIES, "death"))
    draft = Draft(world, situation)
    told = []
    for creature in who:
        if ability == "death":
            made = hit_points.death_save(draft, creature, command.mode)
            if isinstance(made, Rejected):
                return made
            told.append(made)
        else:
            total, mode, verdict = save(draft, creature, ability, command.dc, command.mode)
            told.append(CheckRoll(Called(creature.id), f"{ability.upper()} save", total, mode, verdict))
    return draft.accepted(who[0].id, *(c.id for c in who), result=CheckResult(tuple(told)))


def save(draft: Draft, creature: Thing, ability: Ability, dc: int | None, asked: Mode | None) -> tuple[int, Mode, str]:
    """(total, mode, verdict). Under some conditions the save fails without a roll (paralyzed: STR and DEX)."""
    stats = bearers.stats_of(draft.world, creature, draft.situation.book)
    if ability in stats.auto_fail_saves:
        return 0, "normal", "fails without a roll"
    rolls = stats.saves
    mode = mode_of(rolls.reasons[ability], asked)
    rolled = d20(draft, rolls.values[ability].value, mode, added_dice(stats, "save.all", f"save.{ability}"), "save")
    return rolled.total, mode, verdict(rolled.total, dc)


OPERATION = Operation(
    tool="execute_action",
    model=Save,
    decide=decide_save,
    who=OWN,
    sends="characterName ability dc?",
)
