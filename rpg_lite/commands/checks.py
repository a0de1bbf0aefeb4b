"""execute_action check and save: against a DC or to be told; death saves."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.commands import hit_points, targets
from rpg_lite.commands.outcome import Called, Outcome, Rejected, Story, Turn
from rpg_lite.commands.rolls import D20, Seed, d20, mode_of
from rpg_lite.commands.targets import Command
from rpg_lite.rules import names
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY, Ability, Mode, Skill
from rpg_lite.world import bearers
from rpg_lite.world.things import Ref, Thing, World

DC = Annotated[int | None, Field(ge=0, le=40, strict=True, description="Left out: only the total.")]


class _Rolling(Command):
    character_id: str | None = None
    character_name: Annotated[str | None, Field(description='Who; also "party".')] = None
    dc: DC = None
    mode: Annotated[Mode | None, Field(description="Beside the sheets' own.")] = None
    seed: Seed = None

    def touches(self) -> tuple[Ref, ...]:
        return targets.refs(self.character_id, self.character_name, None, None)


class Check(_Rolling):
    """Skill or ability check."""

    operation: Literal["check"]
    skill: Skill | None = None
    ability: Ability | None = None


class Save(_Rolling):
    """Saving throw (ability death: death save)."""

    operation: Literal["save"]
    ability: Annotated[Ability | Literal["death"] | None, Field(description="Left out: of the dying, death.")] = None


def decide_check(command: Check, world: World, turn: Turn) -> Outcome:
    """One creature's check, or everybody's of the party, of which SRD 5.1 makes a group check (Group Checks)."""
    named = targets.whom(world, command.character_id, command.character_name)
    if isinstance(named, Rejected):
        return named
    if (command.skill is None) == (command.ability is None):
        return Rejected("one_of_required", "skill", allowed=("skill", "ability"))
    who = [c for c in named if not bearers.is_dead(c) and not bearers.stats_of(world, c, turn.book).dead]
    if not who:
        field = targets.given(command.character_id, command.character_name, "characterName")
        return Rejected("target_dead", field, {"name": named[0].name})
    story = Story(world, turn)
    told = [_checked(story, creature, command) for creature in who]
    if command.dc is not None and len(who) > 1 and turn.book.policy.group_checks:
        succeeded = sum(total >= command.dc for _, _, total, _, _ in told)
        story.note("group_check", succeeded=succeeded, of=len(who), verdict="succeeds" if succeeded * 2 >= len(who) else "fails")
    return story.accepted(who[0].id, roll_of=told)


def _checked(story: Story, who: Thing, command: Check) -> tuple[Called, str, int, Mode, str]:
    """(who, what was rolled, total, mode, verdict)."""
    stats = bearers.stats_of(story.world, who, story.turn.book)
    if not stats.can_act:
        story.note("takes_no_action", name=Called(who.id), why=list(stats.conditions_active))
    if command.skill:
        ability = SKILL_ABILITY[command.skill]
        bonus, reasons = stats.skills.values[command.skill].value, stats.skills.reasons[command.skill]
    else:
        ability = command.ability or "str"
        bonus, reasons = stats.checks.values[ability].value, stats.checks.reasons[ability]
    added = _dice(stats, "check.all", f"check.{ability}", f"skill.{command.skill}")
    rolled = d20(story, bonus, mode_of(reasons, command.mode), added, "check")
    name = (command.skill or ability.upper()).replace("_", " ")
    return Called(who.id), f"{name} check", rolled.total, rolled.mode, _verdict(rolled.total, command.dc)


def skill_check(story: Story, creature: Thing, skill: Skill, asked: Mode | None = None) -> D20:
    """A check of a skill within another command."""
    stats = bearers.stats_of(story.world, creature, story.turn.book)
    added = _dice(stats, "check.all", f"check.{SKILL_ABILITY[skill]}", f"skill.{skill}")
    return d20(story, stats.skills.values[skill].value, mode_of(stats.skills.reasons[skill], asked), added, "check")


def tool_check(story: Story, creature: Thing, tool: str, skill: Skill, mixed: bool) -> tuple[D20, bool]:
    """(roll, whether its tool proficiency counted) of a check with a tool.

    `mixed`: the check is one of the skill too, and both proficiencies give advantage (SRD 5.2, Tool Proficiency); else the skill has no
    part in it (SRD 5.1, Tools).
    """
    stats = bearers.stats_of(story.world, creature, story.turn.book)
    ability = SKILL_ABILITY[skill]
    number = stats.skills.values[skill] if mixed else stats.checks.values[ability]
    reasons = stats.skills.reasons[skill] if mixed else stats.checks.reasons[ability]
    trained = names.fold(tool) in map(names.fold, stats.tools)
    counted = sum(m.value for m in number.lines if m.target == "proficiency_bonus" and isinstance(m.value, int))
    bonus = stats.proficiency_bonus.value if trained else 0
    both = mixed and trained and counted >= bonus
    added = _dice(stats, "check.all", f"check.{ability}", *([f"skill.{skill}"] if mixed else []))
    total = number.value + max(0, bonus - counted)
    return d20(story, total, mode_of(reasons, "advantage" if both else None), added, "check"), trained


def decide_save(command: Save, world: World, turn: Turn) -> Outcome:
    who = targets.whom(world, command.character_id, command.character_name)
    if isinstance(who, Rejected):
        return who
    ability = command.ability or ("death" if all(creature.body.get("hp") == 0 for creature in who) else None)
    if ability is None:
        return Rejected("ability_required", "ability", allowed=(*ABILITIES, "death"))
    story = Story(world, turn)
    told = []
    for creature in who:
        if ability == "death":
            made = hit_points.death_save(story, creature, command.mode)
            if isinstance(made, Rejected):
                return made
            told.append(made)
        else:
            total, mode, verdict = save(story, creature, ability, command.dc, command.mode)
            told.append((Called(creature.id), f"{ability.upper()} save", total, mode, verdict))
    return story.accepted(who[0].id, *(c.id for c in who), roll_of=told)


def save(story: Story, creature: Thing, ability: Ability, dc: int | None, asked: Mode | None) -> tuple[int, Mode, str]:
    """(total, mode, verdict). Some conditions fail without a roll (paralyzed: STR and DEX)."""
    stats = bearers.stats_of(story.world, creature, story.turn.book)
    if ability in stats.auto_fail_saves:
        return 0, "normal", "fails without a roll"
    rolls = stats.saves
    mode = mode_of(rolls.reasons[ability], asked)
    rolled = d20(story, rolls.values[ability].value, mode, _dice(stats, "save.all", f"save.{ability}"), "save")
    return rolled.total, mode, _verdict(rolled.total, dc)


def _verdict(total: int, dc: int | None) -> str:
    return "" if dc is None else f"succeeds against DC {dc}" if total >= dc else f"fails against DC {dc}"


def _dice(stats: EffectiveStats, *keys: str) -> list[Modifier]:
    return [m for k in keys for m in stats.dice.get(k, ())]
