"""execute_action check: check a skill, an ability or a tool against a DC or another creature, or only for its total."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.hand_rolled_faces import FacesOnTheTable
from rpg_lite.decision.occasions import Occasion
from rpg_lite.decision.outcome import Called, Decision, Rejected, Verdict
from rpg_lite.decision.reserved_names import is_party
from rpg_lite.mechanics.acts import traps_in_play
from rpg_lite.mechanics.places import hidden_finds
from rpg_lite.mechanics.rolls import check_scopes, one_roll_effects, roll_effect_refusals, tool_lookup
from rpg_lite.mechanics.rolls.rolls import D20, CheckResult, CheckRoll, d20, mode_of
from rpg_lite.mechanics.rolls.skill_checks import Rolling, least_face, strength_floor, tool_training, verdict
from rpg_lite.mechanics.space import sight, stealth
from rpg_lite.mechanics.turn import done_acts, movement
from rpg_lite.operations.operation import OWN, Operation, free
from rpg_lite.rules import creature_flags, roll_scopes
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats import on_roll
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.trap_rules import FINDING, PERCEPTION
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY, SKILLS, Ability, Mode, Skill
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.world_model import Ref, Thing, World

INSIGHT: Final = "insight"
MEDICINE: Final = "medicine"
_OPPOSED: Final[Mapping[Skill, Skill]] = {
    "insight": "deception", "deception": "insight", "stealth": "perception", "perception": "stealth", "sleight_of_hand": "perception"
}  # fmt: skip
"""A skill that is used on somebody → the skill with which that creature withstands it (SRD 5.1, Using Each Ability; Hiding)."""


class Check(Rolling):
    """Skill, ability or tool check."""

    operation: Literal["check"]
    skill: Skill | None = None
    ability: Ability | None = None
    tool: Annotated[str | None, Field(min_length=1, max_length=100)] = None
    against: Annotated[Skill | Ability | None, Field(description="A contest with the target.")] = None
    target_id: str | None = None
    target_name: str | None = None

    def faces_on_the_table(self) -> FacesOnTheTable | None:
        return FacesOnTheTable.laid(self.d20, "check")

    def touches(self) -> tuple[Ref, ...]:
        """Load the lights that others hold and the things lying around, if the check may find a trap."""
        here = Ref("people") if is_party(self.character_name or "") else Ref("people", self.character_id, self.character_name)
        rival = (Ref("bearer", *self.target),) if any(self.target) else ()
        return (*super().touches(), *rival, *((here,) if self.skill in FINDING else ()))

    @property
    def finds_hidden(self) -> bool:
        return self.skill == PERCEPTION


@dataclass(frozen=True, slots=True)
class _Asked:
    """A check that one creature makes."""

    skill: Skill | None
    ability: Ability
    tool: str | None = None
    mode: Mode | None = None
    told: frozenset[str] = frozenset()
    """The words of the call: effects that the creature spends on the check, and its use, such as the sense."""
    on: Thing | None = None
    """The other creature of a contest."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The targets of the modifiers that apply to the check."""
        return ("check.all", f"check.{self.ability}", *((f"skill.{self.skill}",) if self.skill else ()))

    @property
    def called(self) -> str:
        """The name of the check: "stealth check", "stealth (STR) check", "Thieves' Tools (DEX) check"."""
        if self.tool and not self.skill:
            return f"{self.tool} ({self.ability.upper()}) check"
        name = (self.skill or self.ability.upper()).replace("_", " ")
        other = f" ({self.ability.upper()})" if self.skill and self.ability != SKILL_ABILITY[self.skill] else ""
        return f"{name}{other} check{f' with {self.tool}' if self.tool else ''}"


@dataclass(frozen=True, slots=True)
class _Rival:
    """The other creature of a contest, and its check."""

    who: Thing
    asked: _Asked


def decide_check(command: Check, draft: Draft) -> Verdict:
    """Make a check for one creature, or for the whole party, which is a group check in SRD 5.1 (Group Checks).

    Refuses: answers_a_roll, check_fails, check_of_what, check_tool_unknown, contest_incomplete, effect_for_no_roll, give_one_of, target_dead, tool_needs_ability.
    """
    world, book = draft.world, draft.situation.book
    named = targets.whom(world, command.character_id, command.character_name)
    if isinstance(named, Rejected):
        return named
    who = [c for c in named if not thing_stats.is_dead(c) and not thing_stats.stats_of(world, c, book).dead]
    if not who:
        field = targets.field_of(command.character_id, command.character_name, "characterName")
        return Rejected("target_dead", field, {"name": named[0].name})
    asked, rival = _asked(command, who[0], world, book), _rival(command, world, book)
    if isinstance(asked, Rejected):
        return asked
    if isinstance(rival, Rejected):
        return rival
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    uses = _uses(draft, who, asked)
    if refusal := roll_effect_refusals.strange_word(draft, who, _beside(command.with_, uses), asked.kinds, sent):
        return replace(refusal, allowed=(*refusal.allowed, *sorted(uses))) if refusal.code == "effect_for_no_roll" else refusal
    lacking = {c.id: why for c in who if (why := check_scopes.failing(draft.stats(c), asked.kinds, asked.told))}
    if len(lacking) == len(who):
        left = tuple(sense for sense in check_scopes.SENSES if sense not in asked.told)
        return Rejected("check_fails", "with", {"name": who[0].name, "why": lacking[who[0].id]}, allowed=left)
    told = _roll_all(draft, [c for c in who if c.id not in lacking], asked, rival, command.dc)
    if rival is None and (other := _toward(command, world)) is not None:
        if isinstance(other, Rejected):
            return other
        draft.note("checked_toward", name=Called(other.id))
    if (acting := combat.acting(world)) in [c.id for c in who] and acting is not None and movement.is_measured(world, acting):
        done_acts.remember(draft, acting, done_acts.CHECKED)
    for creature in who:
        if creature.id in lacking:
            draft.note("fails_unrolled", name=Called(creature.id), why=lacking[creature.id])
    if command.dc is not None and len(who) > 1 and book.policy.group_checks:
        succeeded = sum(roll.total >= command.dc for roll in told)
        draft.note("group_check", succeeded=succeeded, of=len(who), verdict="succeeds" if succeeded * 2 >= len(who) else "fails")
    return Decision.about(who[0].id, result=CheckResult(tuple(told)))


def _uses(draft: Draft, who: Sequence[Thing], asked: _Asked) -> frozenset[str]:
    """The words for a use of the check that some of these creatures know, and those of the senses."""
    return frozenset(check_scopes.SENSES).union(*(check_scopes.words_of(draft.stats(c), asked.kinds) for c in who))


def _beside(given: Sequence[str], uses: frozenset[str]) -> list[str]:
    """The words of `with` that name no use of the check."""
    return [word for word in given if roll_scopes.tags([word]).isdisjoint(uses)]


# ── the request ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _asked(command: Check, who: Thing, world: World, book: Rulebook) -> _Asked | Rejected:
    """The check with its ability; a tool has an ability of its own where the rulebook gives it one."""
    tool = tool_lookup.find_tool(command.tool, who, world, book) if command.tool else None
    if isinstance(tool, Rejected):
        return tool
    told = frozenset((*map(one_roll_effects.key_of, command.with_), *roll_scopes.tags(command.with_)))
    if command.skill:
        return _Asked(command.skill, command.ability or SKILL_ABILITY[command.skill], tool, command.mode, told)
    ability = command.ability or (book.advancement.ability_of_tool(tool) if tool else None)
    if ability:
        return _Asked(None, ability, tool, command.mode, told)
    if tool:
        instead = {**command.model_dump(mode="json", by_alias=True, exclude_unset=True), "ability": "dex"}
        return Rejected("tool_needs_ability", "ability", {"tool": tool}, allowed=ABILITIES, instead=instead)
    return Rejected("check_of_what", "skill", allowed=("skill", "ability", "tool"))


def _toward(command: Check, world: World) -> Thing | Rejected | None:
    """The creature that a check against a DC is meant for, such as somebody who is to be persuaded."""
    return targets.character(world, *command.target, "targetName") if any(command.target) else None


def _rival(command: Check, world: World, book: Rulebook) -> _Rival | Rejected | None:
    """The other creature of a contest (SRD, Contests)."""
    aided = _first_aid(command, world) if not command.against else None
    if not command.against and not aided and (not any(command.target) or command.dc is not None):
        return None
    if not command.against or not any(command.target):
        sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
        alone = {k: v for k, v in sent.items() if k not in ("against", "targetId", "targetName")}
        missing = "targetName" if command.against else "against"
        against = _OPPOSED.get(command.skill) if command.skill and not command.against else None
        meant = aided or ({**sent, "against": against} if against else alone)
        return Rejected("contest_incomplete", missing, allowed=() if command.against else (*SKILLS, *ABILITIES), instead=meant)
    if command.dc is not None:
        return Rejected("give_one_of", "dc", allowed=("dc", "against"))
    who = targets.character(world, *command.target, "targetName")
    if isinstance(who, Rejected):
        return who
    if thing_stats.is_dead(who) or thing_stats.stats_of(world, who, book).dead:
        return Rejected("target_dead", targets.field_of(*command.target, "targetName"), {"name": who.name})
    skill = next((s for s in SKILLS if s == command.against), None)
    ability = SKILL_ABILITY[skill] if skill else next(a for a in ABILITIES if a == command.against)
    return _Rival(who, _Asked(skill, ability))


def _first_aid(command: Check, world: World) -> dict[str, object] | None:
    """The call that is meant by a Medicine check for a creature at 0 hit points: its act rolls the check (SRD, Stabilizing a Creature)."""
    who = targets.character(world, *command.target, "targetName") if any(command.target) and command.skill == MEDICINE else None
    if not isinstance(who, Thing) or who.creature.hp != 0 or thing_stats.is_dead(who):
        return None
    helper = targets.character(world, command.character_id, command.character_name, "characterName")
    named = {"characterName": helper.name} if isinstance(helper, Thing) else {}
    return {"operation": "act", **named, "act": "Stabilize", "targets": [who.name]}


# ── the rolls ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _roll_all(draft: Draft, who: Sequence[Thing], asked: _Asked, rival: _Rival | None, dc: int | None) -> list[CheckRoll]:
    """The checks and, in a contest, the check of the other creature; a tie changes nothing (SRD, Contests)."""
    asked = replace(asked, on=rival.who) if rival else asked
    thrown = [(creature, _roll_check(draft, creature, asked)) for creature in who]
    if rival is None:
        return [_judge(draft, creature, asked, one, dc, verdict(one.total, dc, one.succeeds)) for creature, one in thrown]
    theirs = _roll_check(draft, rival.who, rival.asked)
    words = {True: "wins", False: "loses"}
    told = []
    for creature, one in thrown:
        result = (
            "ties: nothing changes" if one.total == theirs.total and not one.succeeds else words[one.succeeds or one.total > theirs.total]
        )
        told.append(_judge(draft, creature, asked, one, theirs.total + 1, result))
    return [*told, CheckRoll(Called(rival.who.id), rival.asked.called, theirs.total, theirs.mode, "", theirs.why)]


def _judge(draft: Draft, who: Thing, asked: _Asked, rolled: D20, dc: int | None, result: str) -> CheckRoll:
    passed = None if dc is None else rolled.succeeds or rolled.total >= dc
    draft.occasions.append(Occasion("check", who.id, who.id, rolled.key, passed=passed))
    return CheckRoll(Called(who.id), asked.called, rolled.total, rolled.mode, result, rolled.why)


def _roll_check(draft: Draft, who: Thing, asked: _Asked) -> D20:
    if asked.tool:
        tool_lookup.note_missing(draft, who, asked.tool)
    rolled = _roll(draft, who, asked)
    stealth.search(draft, who.id, asked.skill, rolled.total)
    if asked.skill == PERCEPTION:
        hidden_finds.look_for(draft, who, rolled.total)
    if asked.skill in FINDING:
        traps_in_play.look_for(draft, who, asked.skill, rolled.total)
    return rolled


def _roll(draft: Draft, who: Thing, asked: _Asked) -> D20:
    stats = draft.stats(who)
    if not stats.can_act:
        draft.note("takes_no_action", name=Called(who.id), why=list(stats.conditions_active))
    skill, ability = asked.skill, asked.ability
    number = stats.skills.values[skill] if skill else stats.checks.values[ability]
    bonus, reasons = _skill_bonus(stats, skill, ability) if skill else (number.value, on_roll.of_check(stats, ability).modes)
    reasons = [*reasons, *check_scopes.modes(stats, asked.kinds, asked.told)]
    check_scopes.tell(draft, who, asked.kinds, asked.told)
    if skill == PERCEPTION and asked.mode != "normal" and check_scopes.needs_eyes(asked.told):
        reasons = [*reasons, *sight.for_search(draft, who)]
    reasons = [*reasons, *_of_target(draft, asked)]
    spent = one_roll_effects.spend(draft, who, asked.told, asked.kinds)
    reasons, added = [*reasons, *spent.modes], [*on_roll.added_dice(stats, *asked.kinds), *spent.dice]
    training = tool_training(stats, asked.tool, number) if asked.tool else None
    face = training.least_face if training else least_face(stats, number) if skill else 0
    is_double = bool(skill and training and training.is_double and draft.situation.book.policy.tool_beside_skill == "advantage")
    mode = _mode(reasons, asked.mode, is_double)
    key, least = f" {asked.tool or skill or ability}", strength_floor(stats, ability)
    total = bonus + (training.bonus if training else 0)
    return d20(draft, total, mode, added, "check", who.id, key, stats.flags, ability, least, least_face=face, why=reasons)


def _of_target(draft: Draft, asked: _Asked) -> list[Modifier]:
    """The disadvantage against a creature that nobody sees through (SRD, Inscrutable)."""
    if asked.skill != INSIGHT or asked.on is None or creature_flags.HARD_TO_READ not in draft.stats(asked.on).flags:
        return []
    return [Modifier("skill.insight", "disadvantage", source=Source("base", "hard_to_read", f"{asked.on.name} is hard to read"))]


def _mode(reasons: Sequence[Modifier], wished: Mode | None, is_double: bool) -> Mode:
    """The mode of a check. `is_double`: skill and tool are trained, which gives advantage (SRD 5.2, Tool Proficiency)."""
    if is_double and wished == "disadvantage":
        return "normal"
    return mode_of(reasons, "advantage" if is_double else wished)


def _skill_bonus(stats: EffectiveStats, skill: Skill, ability: Ability) -> tuple[int, Sequence[Modifier]]:
    """(bonus, sources of advantage or disadvantage), with a different ability if the game master asks for it (SRD 5.1, Variant: Skills with
    Different Abilities).
    """
    own = SKILL_ABILITY[skill]
    bonus, reasons = stats.skills.values[skill].value, on_roll.of_skill(stats, skill).modes
    if ability == own:
        return bonus, reasons
    bonus += stats.modifiers[ability] - stats.modifiers[own]
    return bonus, [*(m for m in reasons if m.target != f"check.{own}"), *on_roll.of_check(stats, ability).modes]


OPERATION = Operation(
    tool="execute_action",
    model=Check,
    decide=decide_check,
    who=replace(OWN, decrees=("d20",)),
    cost=free,
    sends="characterName skill dc? mode?",
)
