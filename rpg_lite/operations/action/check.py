"""execute_action check: check a skill, an ability or a tool against a DC, or only for its total."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from rpg_lite.operations import targets
from rpg_lite.operations.mechanics import dice_on_the_table
from rpg_lite.operations.mechanics.acting import trapped, triggers, visibility, watching
from rpg_lite.operations.mechanics.rolls import CheckResult, CheckRoll, d20, mode_of
from rpg_lite.operations.mechanics.skill_checks import Rolling, added_dice, least_face, strength_floor, verdict
from rpg_lite.operations.occasions import Occasion
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.operations.outcome import Called, Draft, Outcome, Rejected, Situation
from rpg_lite.operations.reserved_names import is_party
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.traps import FINDING
from rpg_lite.vocabulary import SKILL_ABILITY, Ability, Skill
from rpg_lite.world import bearers
from rpg_lite.world.things import Ref, Thing, World


class Check(Rolling):
    """Skill or ability check."""

    operation: Literal["check"]
    skill: Skill | None = None
    ability: Ability | None = None

    def touches(self) -> tuple[Ref, ...]:
        """Load the lights that others hold and what lies around, if the check may find a trap."""
        here = Ref("people") if is_party(self.character_name or "") else Ref("people", self.character_id, self.character_name)
        return (*super().touches(), *((here,) if self.skill in FINDING else ()))


def decide_check(command: Check, world: World, situation: Situation) -> Outcome:
    """Make a check for one creature, or for the whole party, which is a group check in SRD 5.1 (Group Checks).

    Refuses: check_of_what, face_too_high, target_dead.
    """
    named = targets.whom(world, command.character_id, command.character_name)
    if isinstance(named, Rejected):
        return named
    if command.skill is None and command.ability is None:
        return Rejected("check_of_what", "skill", allowed=("skill", "ability"))
    who = [c for c in named if not bearers.is_dead(c) and not bearers.stats_of(world, c, situation.book).dead]
    if not who:
        field = targets.field_of(command.character_id, command.character_name, "characterName")
        return Rejected("target_dead", field, {"name": named[0].name})
    draft = Draft(world, situation)
    dice_on_the_table.lay(draft, command.d20, "check")
    told = [_roll_check(draft, creature, command) for creature in who]
    if refusal := dice_on_the_table.unfit(draft):
        return refusal
    triggers.settle(draft)
    if command.dc is not None and len(who) > 1 and situation.book.policy.group_checks:
        succeeded = sum(roll.total >= command.dc for roll in told)
        draft.note("group_check", succeeded=succeeded, of=len(who), verdict="succeeds" if succeeded * 2 >= len(who) else "fails")
    return draft.accept(who[0].id, result=CheckResult(tuple(told)))


def _roll_check(draft: Draft, who: Thing, command: Check) -> CheckRoll:
    stats = draft.stats(who)
    if not stats.can_act:
        draft.note("takes_no_action", name=Called(who.id), why=list(stats.conditions_active))
    ability = command.ability or (SKILL_ABILITY[command.skill] if command.skill else "str")
    if command.skill:
        bonus, reasons = _skill_bonus(stats, command.skill, ability)
    else:
        bonus, reasons = stats.checks.values[ability].value, stats.checks.reasons[ability]
    if command.skill == "perception" and command.mode != "normal":
        reasons = [*reasons, *visibility.for_search(draft, who)]
    added = added_dice(stats, "check.all", f"check.{ability}", f"skill.{command.skill}")
    face = least_face(stats, stats.skills.values[command.skill]) if command.skill else 0
    mode, key, least = mode_of(reasons, command.mode), f" {command.skill or ability}", strength_floor(stats, ability)
    rolled = d20(draft, bonus, mode, added, "check", who.id, key, stats.flags, ability, least, least_face=face)
    watching.search(draft, who.id, command.skill, rolled.total)
    if command.skill in FINDING:
        trapped.look_for(draft, who, command.skill, rolled.total)
    passed = None if command.dc is None else rolled.succeeds or rolled.total >= command.dc
    draft.occasions.append(Occasion("check", who.id, who.id, rolled.key, passed=passed))
    name = (command.skill or ability.upper()).replace("_", " ")
    with_it = f" ({ability.upper()})" if command.skill and ability != SKILL_ABILITY[command.skill] else ""
    return CheckRoll(
        Called(who.id), f"{name}{with_it} check", rolled.total, rolled.mode, verdict(rolled.total, command.dc, rolled.succeeds)
    )


def _skill_bonus(stats: EffectiveStats, skill: Skill, ability: Ability) -> tuple[int, Sequence[Modifier]]:
    """(bonus, sources of advantage or disadvantage), with a different ability if the game master asks for it (SRD 5.1, Variant: Skills with
    Different Abilities).
    """
    own = SKILL_ABILITY[skill]
    bonus, reasons = stats.skills.values[skill].value, stats.skills.reasons[skill]
    if ability == own:
        return bonus, reasons
    bonus += stats.modifiers[ability] - stats.modifiers[own]
    return bonus, [*(m for m in reasons if m.target != f"check.{own}"), *stats.checks.reasons[ability]]


OPERATION = Operation(
    tool="execute_action",
    model=Check,
    decide=decide_check,
    who=replace(OWN, decrees=("d20",)),
    sends="characterName skill dc? mode?",
)
