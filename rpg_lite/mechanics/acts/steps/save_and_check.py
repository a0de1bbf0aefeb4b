"""The steps `save` and `check`: each target rolls, then the steps for its result play."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.occasions import Occasion, OneSource
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.act_results import SaveRolled
from rpg_lite.mechanics.acts.steps.hit_point_steps import half_of, is_magical
from rpg_lite.mechanics.attack import attack_roll
from rpg_lite.mechanics.creature import creature_type_of, effect_source
from rpg_lite.mechanics.rolls import saves
from rpg_lite.mechanics.rolls.rolls import D20, d20, mode_of
from rpg_lite.mechanics.rolls.skill_checks import least_face, strength_floor, tool_training
from rpg_lite.mechanics.space import area_cover, auras, facts, stealth
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules import creature_flags, roll_scopes
from rpg_lite.rules.acts.act import ApplyStep, CheckStep, SaveStep, ZoneStep
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.acts.plain_steps import EndStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import parts_of
from rpg_lite.rules.acts.words import NO_COVER, WILLING
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.space.cover import Cover
from rpg_lite.rules.stats import on_roll
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY, SKILLS, Ability, Mode
from rpg_lite.world import thing_stats

_THIS: Final = "this"
"""The word of the step `end` for everything that the cast itself has applied."""


def save(p: Performance, step: SaveStep, targets: Sequence[str], spot: Spot) -> None:
    """Let all targets roll, then play `fail` for those who failed and `pass` for those who passed."""
    taken = p.happened_taken if spot.taken is None else spot.taken
    dc = p.cast.number(step.dc, taken=taken) if step.dc is not None else p.cast.dc
    alive = [t for t in targets if _may_save(p, t) and not p.wards_off(t)]
    against = threat_of(p, step)
    made = {
        t: _save_of_willing(p, step, t, dc) or _save_of_spared(p, step, t, dc) or roll_save(p, step, t, dc, spot.path, against)
        for t in alive
    }
    if any(t != p.cast.by for t in made):
        done_acts.strive(p.draft, p.cast.by, done_acts.UNEXTENDED)
    with p.draft.same_blow(None if p.draft.blow else OneSource()):
        _follow(p, step, spot, made, dc)


def _follow(p: Performance, step: SaveStep, spot: Spot, made: Mapping[str, SaveRolled], dc: int) -> None:
    """Play what follows for those who failed and for those who passed; its damage is of one source."""
    failed = [t for t, r in made.items() if not r.passed]
    passed = [t for t, r in made.items() if r.passed]
    is_for_half = step.passed == "half"
    failing = replace(spot.at("fail"), evasion=is_for_half and "dex" in _abilities(step))
    p.play(step.fail, failed, failing)
    if step.passed == "half":
        part, half = half_of(step.fail, failing)
        p.play(part, [t for t in passed if not (t in p.cast.changes.spared and p.cast.changes.spared_take_none)], half)
    else:
        p.play(step.passed, passed, spot.at("pass"))
    for margin, steps in step.by.items():
        worse = [t for t in failed if (total := made[t].total) is not None and dc - total >= int(margin)]
        p.play(steps, worse, spot.at(margin))


def _may_save(p: Performance, target: str) -> bool:
    """Whether the target lives, or has just died and may still survive by a trait of its own (SRD, Undead Fortitude)."""
    return not thing_stats.is_dead(p.thing(target)) or target == p.cast.by


def _save_of_willing(p: Performance, step: SaveStep, target: str, dc: int) -> SaveRolled | None:
    """A save failed without a roll, if the caller says that the targets do not resist (SRD 5.2, Saving Throws); no enemy is willing."""
    is_friend = p.thing(target).creature.is_member == p.thing(p.cast.by).creature.is_member
    if WILLING not in p.cast.wish.told or not is_friend:
        return None
    return _keep_save(p, target, SaveRolled(_abilities(step)[0], dc, None, False))


def _save_of_spared(p: Performance, step: SaveStep, target: str, dc: int) -> SaveRolled | None:
    """A save passed without a roll, if the caster spares the target (SRD, Careful Spell, Sculpt Spells)."""
    if target not in p.cast.changes.spared:
        return None
    return _keep_save(p, target, SaveRolled(_abilities(step)[0], dc, None, True))


def roll_save(p: Performance, step: SaveStep, target: str, dc: int, path: str, against: Sequence[str]) -> SaveRolled:
    """Roll one target's save, with all changes on its sheet to saves against such threats."""
    stats = p.stats(target)
    abilities = _abilities(step)
    reached = auras.reaching(p.draft, p.thing(target), stats)
    terms = {a: saves.terms(stats, a, against, beside=reached) for a in abilities}
    open_ones = [a for a in abilities if not terms[a].fails]
    if not open_ones:
        return _keep_save(p, target, SaveRolled(abilities[0], dc, None, False))
    ability = max(open_ones, key=lambda a: terms[a].bonus)
    asked = _mode_asked(p, step, target)
    rolls = saves.terms(stats, ability, against, asked, beside=reached) if asked else terms[ability]
    cover, shelter = _cover(p, step, target) if ability == "dex" else (0, "")
    least = strength_floor(stats, ability, creature_flags.STRENGTH_FOR_SAVES)
    thrown = d20(p.draft, rolls.bonus + cover, rolls.mode, rolls.dice, "save", target, p.key(path), stats.flags, least=least)
    auras.tell(p.draft, p.thing(target), [m for m in rolls.scoped if m in reached], saves.told_as(ability))
    if p.draft.aura_bearers != ():  # most deeds are done where nobody has an aura
        auras.remind(p.draft, p.thing(target), saves.kinds_of(ability))
    passed = thrown.succeeds or thrown.total >= dc
    saves.may_be_answered(p.draft, target, ability, thrown, passed, against)
    return _keep_save(p, target, SaveRolled(ability, dc, thrown.total, passed, thrown.mode, told=thrown.told, shelter=shelter))


def _cover(p: Performance, step: SaveStep, target: str) -> tuple[int, str]:
    """The bonus of cover to a DEX save, with its name: what the call says, else that from the point of an area, or from whoever aims (SRD, Cover)."""
    said = attack_roll.cover_of(p.cast.wish.told)
    if said or NO_COVER in p.cast.wish.told or not step.cover:
        return said, ""
    if p.cast.act.area is None and not p.cast.filled:
        found = _cover_from_aim(p, target)
    else:
        found = area_cover.from_area(p.draft, p.cast.filled, p.thing(p.cast.by), p.thing(target)) if p.cast.filled else None
    return (attack_roll.cover_of({f"{found.degree}_cover"}), facts.told_cover(found)) if found else (0, "")


def _cover_from_aim(p: Performance, target: str) -> Cover | None:
    """The cover of a creature at which the act is aimed; of one to which it leaps, that from the first of them (SRD, Chain Lightning)."""
    act, aimed = p.cast.act, p.targets
    if p.of_entry is not None or target not in aimed or ranges_of(act) is None:
        return None
    if act.targets in ("area", "each_enemy", "self") or any(isinstance(step, ZoneStep) for step in act.steps):
        return None
    start = aimed[0] if act.apart is not None and target != aimed[0] else p.cast.by
    known = facts.facts_of(p.draft, p.thing(start), p.thing(target), p.cast.wish.told)
    return known.cover if known and known.cover.degree in ("half", "three_quarters") else None


def _keep_save(p: Performance, target: str, rolled: SaveRolled) -> SaveRolled:
    p.record(target).saves.append(rolled)
    return rolled


def _abilities(step: SaveStep) -> Sequence[Ability]:
    return [step.save] if isinstance(step.save, str) else step.save


def threat_of(p: Performance, step: SaveStep) -> list[str]:
    """The words for the threat that the save is against: the words of the step, the name of the act (SRD 5.1, Dragon Scale Mail: Frightful
    Presence), the conditions and the types of damage that a failure brings, the type of the creature that plays the act. A save against a
    spell is always against magic, and so is one against a magic item. A spell without an area and with one target targets only that one
    (SRD 5.1, Ring of Spell Turning).
    """
    given = [step.vs] if isinstance(step.vs, str) else [*step.vs]
    types = creature_type_of.types_of(p.thing(p.cast.by), p.book)
    magic = ["magic", "spell"] if p.is_magical else ["magic"] if is_magical(p) else []
    brought = [w for steps in (step.fail, *step.by.values()) for w in _brought_by(p, steps)]
    alone = [roll_scopes.ONE_TARGET] if len(p.targets) == 1 and p.cast.act.area is None and p.cast.act.targets != "area" else []
    return [*given, p.cast.act.name, *brought, *_ended_by(p, step), *roll_scopes.of_attacker(types), *magic, *alone]


def _ended_by(p: Performance, step: SaveStep) -> Sequence[str]:
    """The conditions of the effect that a passed save ends (SRD 5.2, Dwarven Resilience: to avoid or end the condition)."""
    passed = () if step.passed == "half" else step.passed
    if p.of_entry is None or not any(isinstance(part, EndStep) and part.end == _THIS for part in passed):
        return ()
    effect = effect_source.laid_effect(p.draft.world, p.of_entry.cause, p.book)
    return effect.conditions if effect else ()


def _brought_by(p: Performance, steps: Sequence[StepModel]) -> Iterator[str]:
    """The conditions that these steps apply and the damage that they deal; later triggers and acts have saves of their own."""
    for step in steps:
        if isinstance(step, ApplyStep):
            yield from (step.apply,) if isinstance(step.apply, str) else step.apply.conditions
        elif isinstance(step, DamageStep):
            yield roll_scopes.of_damage(p.cast.fill(step.type))
        else:
            for part in parts_of(step):
                yield from _brought_by(p, part)


def _mode_asked(p: Performance, step: SaveStep, target: str) -> Mode | None:
    """The step's own mode: "disadvantage", or "disadvantage:undead|shapechanger" for some types only; or disadvantage for the one target
    that a rider hinders.
    """
    if p.hindered == target:
        p.hindered = None if p.cast.changes.hindered_once else target
        return "disadvantage"
    mode, _, types = (step.mode or "").partition(":")
    if types and not p.is_of_type(target, types.split("|")):
        return None
    return "advantage" if mode == "advantage" else "disadvantage" if mode == "disadvantage" else None


def check(p: Performance, step: CheckStep, targets: Sequence[str], spot: Spot) -> None:
    """Make each target's check, against a DC or the check of another creature; with `to` "self", the check of the creature that plays the
    act (SRD, Contests).
    """
    rolls_self = step.check == "spell" or step.check.startswith("+") or step.to == "self"
    for target in targets or (p.cast.by,):
        roller, other = (p.cast.by, target) if rolls_self else (target, p.cast.by)
        path = f"{spot.path}@{target}"
        thrown = roll_check(p, roller, step.check, path, step.mode)
        opposed = _roll_opposed(p, step, other, path) if step.against and step.dc is None else None
        # a tie changes nothing, so the total of the other side must be beaten (SRD, Contests)
        dc = opposed + 1 if opposed is not None else p.cast.dc if step.dc is None else _dc(p, step, roller)
        passed = thrown.succeeds or thrown.total >= dc
        against = None if opposed is None else (Called(other), opposed)
        p.draft.occasions.append(Occasion("check", roller, roller, thrown.key, passed=passed))
        p.record(roller).checks.append(SaveRolled(step.check, dc, thrown.total, passed, thrown.mode, against, thrown.told))
        p.play(step.passed if passed else step.fail, [target], replace(spot.at("pass" if passed else "fail"), rolled=thrown.total))


def _dc(p: Performance, step: CheckStep, roller: str) -> int:
    """The DC; its formula may use the passive Perception of the others."""
    if stealth.PASSIVE not in str(step.dc):
        return p.cast.number(step.dc or 0)
    seen_by = stealth.watchers(p.draft, p.thing(roller))
    if seen_by:
        p.draft.note("for_you_to_judge", texts=[f"passive Perception here: {', '.join(f'{who.name} {n}' for who, n in seen_by)}"])
    return p.cast.number(step.dc or 0, passive_perception=max((n for _, n in seen_by), default=0))


def passes_check(p: Performance, roller: str, word: str, dc: int, mode: Mode | None = None) -> bool:
    """Whether a check against a DC passes; the answer reports the check."""
    thrown = roll_check(p, roller, word, "", mode)
    p.record(roller).checks.append(SaveRolled(word, dc, thrown.total, thrown.total >= dc, thrown.mode, told=thrown.told))
    return thrown.total >= dc


def wins_contest(p: Performance, roller: str, word: str, other: str, their_word: str, mode: Mode | None = None) -> bool:
    """Whether a check beats the check of another creature; a tie changes nothing (SRD 5.1, Contests)."""
    thrown = roll_check(p, roller, word, f"contest@{roller}", mode)
    theirs = roll_check(p, other, their_word, f"contest@{other}").total
    passed = thrown.total > theirs
    p.draft.occasions.append(Occasion("check", roller, roller, thrown.key, passed=passed))
    p.record(roller).checks.append(SaveRolled(word, theirs + 1, thrown.total, passed, thrown.mode, (Called(other), theirs), thrown.told))
    return passed


def _roll_opposed(p: Performance, step: CheckStep, other: str, path: str) -> int:
    """The total of the other side."""
    words = [step.against] if isinstance(step.against, str) else [*(step.against or ())]
    best = max(words, key=lambda w: bonus_of(p.stats(other), w))
    return roll_check(p, other, best, path).total


def roll_check(p: Performance, roller: str, word: str, path: str, asked: Mode | None = None) -> D20:
    """Roll a check of a creature. `word`: a skill, an ability, a tool, "spell", or the bonus of something that the creature has made: "+8"."""
    stats = p.stats(roller)
    if word.startswith("+"):
        return d20(p.draft, p.cast.number(word[1:]), mode_of((), asked), (), "check", roller, p.key(path))
    if word == "spell" and p.cast.ability is None:
        return d20(p.draft, p.cast.mod, mode_of((), asked), stats.dice.get("check.all", ()), "check", roller, p.key(path), stats.flags)
    word = p.cast.ability if word == "spell" and p.cast.ability else word  # an ability check like any other (SRD, Dispel Magic)
    ability = SKILL_ABILITY[word] if word in SKILLS else word if word in ABILITIES else None
    if ability is None:
        return _roll_tool(p, roller, word, path, asked)
    if word in SKILLS:
        number, sheet = stats.skills.values[word], on_roll.of_skill(stats, word)
        least = least_face(stats, number)
    else:
        number, sheet, least = stats.checks.values[ability], on_roll.of_check(stats, ability), 0
    thrown = d20(
        p.draft,
        number.value,
        mode_of([*sheet.modes, *_for_this_act(p, stats, word, ability)], asked),
        sheet.dice,
        "check",
        roller,
        p.key(path),
        stats.flags,
        ability,
        strength_floor(stats, ability),
        least_face=least,
    )
    if word in SKILLS:
        stealth.search(p.draft, roller, word, thrown.total)
    return thrown


def _for_this_act(p: Performance, stats: EffectiveStats, word: str, ability: Ability) -> list[Modifier]:
    """The changes that count only for checks of an act of this name (SRD 5.1, Cloak of Elvenkind: to hide)."""
    kinds, tags = ("check.all", f"check.{ability}", f"skill.{word}"), roll_scopes.tags([p.cast.act.name])
    return [m for m in stats.scoped if m.target in kinds and m.scope and roll_scopes.holds(m.scope, tags)]


def _roll_tool(p: Performance, roller: str, word: str, path: str, asked: Mode | None) -> D20:
    """A check with a tool, with the ability that the rulebook gives it, or else with Dexterity."""
    pick, stats = p.book.find(word), p.stats(roller)
    tool = p.book.templates[pick.template].item.name if pick else word
    ability = p.book.advancement.ability_of_tool(tool) or "dex"
    number, sheet = stats.checks.values[ability], on_roll.of_check(stats, ability)
    training = tool_training(stats, tool, number)
    total, least = number.value + training.bonus, strength_floor(stats, ability)
    mode = mode_of(sheet.modes, asked)
    return d20(p.draft, total, mode, sheet.dice, "check", roller, p.key(path), stats.flags, ability, least, least_face=training.least_face)


def bonus_of(stats: EffectiveStats, word: str) -> int:
    return stats.skills.values[word].value if word in SKILLS else stats.checks.values[word].value if word in ABILITIES else 0


PLAYS: Final[Plays] = {SaveStep: save, CheckStep: check}
"""Kind of step → the function that plays it."""
