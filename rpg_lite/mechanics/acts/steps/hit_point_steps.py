"""Steps that change hit points: damage, healing, temporary points, and pools of hit points."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import secret_hit_points
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.act_results import Suffered
from rpg_lite.mechanics.acts.wish_and_casting import LONGEST_NUMBER, amount_of, double_dice, scale_dice
from rpg_lite.mechanics.life import hit_points, knocking_out
from rpg_lite.mechanics.space import known_creatures, sides, under_water
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts.act import ChooseStep, IfStep, PoolStep, Spell, TableStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep, HealStep, TempHpStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.dice import DiceRoll, bounds, sizes
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.world import thing_stats


def deal(p: Performance, steps: Sequence[tuple[DamageStep, Spot]], targets: Sequence[str]) -> None:
    """Deal the damage of adjacent damage steps as one blow to each target (SRD, Damage and Healing)."""
    darts = max((p.cast.times(s.times) for s, _ in steps if s.times), default=1)
    for shot, target in enumerate(_shared_out(targets, darts) if darts > 1 else targets):
        hits = [_hit(p, step, spot.at(f"shot{shot}") if step.times else spot, target) for step, spot in steps]
        _blow(p, target, [h for h in hits if h is not None], steps[0][1])


def _shared_out(targets: Sequence[str], shots: int) -> list[str]:
    """The target of each shot: one name takes all shots; if there are as many names as shots, each takes one (SRD, Magic Missile)."""
    return [targets[0]] * shots if len(targets) == 1 else list(targets)


def _hit(p: Performance, step: DamageStep, spot: Spot, target: str) -> Hit | None:
    whom = p.whom(step, [target], spot)
    if not whom:
        return None
    kind = _type(p, step, spot)
    if p.wards_off(target):
        return Hit(kind, 0, True)
    more = {"taken": p.happened_taken if spot.taken is None else spot.taken}
    points = 0
    for n, dice in enumerate(scale_dice(_fill_in(p, step, more), step.up, p.cast, step.cantrip)):
        text = double_dice(dice) if spot.doubles_for(target) else dice
        roll = p.roll_once(f"{spot.path}#{n}", text, "damage", kind)
        points += roll.total + (_brought_dice(p, step, f"{spot.path}#{n}", roll, kind) if step.again else 0)
    if step.max is not None:
        points = min(points, p.cast.number(step.max))
    left = _after_save(p, target, spot, max(0, points))
    return Hit(
        kind, left, spot.magical or is_magical(p), unlessened=step.unlessened, of_shot=spot.shot, of_spell=_is_of_spell(p), materials=spot.materials,
        resisted_by=under_water.resists(p.cast.wish.told, kind, step.scalds), leaves_stable=step.stable, wielder=spot.wielder,
    )  # fmt: skip


def _is_of_spell(p: Performance) -> bool:
    """Whether a spell deals the damage, or an act that a spell brings, whose name begins with that of the spell ("Moonbeam: move")."""
    act = p.cast.act
    return isinstance(act, Spell) or thing_stats.spell_of(p.thing(p.cast.by), act.name.partition(":")[0], p.book) is not None


def _brought_dice(p: Performance, step: DamageStep, key: str, roll: DiceRoll, kind: str) -> int:
    """The points of the extra dice that high faces add (SRD 5.2, Sorcerous Burst); an extra die may add another."""
    size, left = sizes(roll.dice)[0], p.cast.number(1 if step.again_most is None else step.again_most)
    points, shown = 0, roll.faces
    while brought := min(left, shown.count(step.again)):
        more = p.roll_once(f"{key}+{left}", f"{brought}d{size}", "damage", kind)
        points, shown, left = points + more.total, more.faces, left - brought
    return points


def _fill_in(p: Performance, step: DamageStep, more: dict[str, int]) -> str:
    return p.cast.fill(step.damage, **more)


def _type(p: Performance, step: DamageStep, spot: Spot) -> str:
    match step.type:
        case "weapon":
            return spot.weapon or "bludgeoning"
        case "as_taken":
            return spot.taken_type or "force"
    return p.cast.fill(step.type)


def _after_save(p: Performance, target: str, spot: Spot, points: int) -> int:
    """Half the damage after a passed save; with evasion none after a passed DEX save, and half after a failed one (SRD, Evasion)."""
    evades = spot.evasion and creature_flags.EVASION in p.stats(target).flags and p.stats(target).can_act
    if spot.half:
        return 0 if evades else points // 2
    return points // 2 if evades else points


def is_magical(p: Performance) -> bool:
    """Whether a spell or a magic item does this."""
    thing = p.draft.world.things.get(p.cast.item or "")
    return p.is_magical or (thing is not None and thing_stats.item_of(thing, p.book).is_magical)


def _blow(p: Performance, target: str, hits: Sequence[Hit], spot: Spot) -> None:
    thing = p.thing(target)
    if not hits or thing_stats.is_dead(thing):
        return
    record = p.record(target)
    taken = hit_points.hurt_by(p.draft, thing, hits, spot.doubles_for(target))
    record.suffered += [Suffered(hit.type, hit.amount, points, why) for hit, (points, why) in zip(hits, taken, strict=True)]
    p.happened_taken = sum(points for points, _ in taken)


def heal(p: Performance, step: HealStep, targets: Sequence[str], spot: Spot) -> None:
    hp_max = max((most_points(p, t) for t in targets), default=0)
    if step.shared:
        if dead := next((p.thing(t) for t in targets if thing_stats.is_dead(p.thing(t))), None):
            p.refused = p.refused or Rejected("target_dead", "targets", {"name": dead.name})
            return
        share_out(p, step, _amount(p, step, step.heal, spot, "heal", hp_max=hp_max), targets)
        return
    for target in targets:
        is_most = creature_flags.HEALED_BY_THE_MAXIMUM in p.stats(target).flags
        points = _amount(p, step, step.heal, spot, "heal", is_most, hp_max=hp_max)
        _heal_points(p, target, points if step.up_to is None else min(points, room_for(p, step, target)), step)


def most_points(p: Performance, target: str) -> int:
    """The hit point maximum of a creature; 0 if it is unknown."""
    most = p.stats(target).hp_max
    return most.value if most else 0


def _heal_points(p: Performance, target: str, points: int, step: HealStep) -> int:
    thing = p.thing(target)
    if hit_points.may_heal(thing, p.draft, "targetName") is not None:
        p.note("cannot_be_healed", target)
        return 0
    record, regained = p.record(target), hit_points.heal(p.draft, thing, points, _means(p, step))
    record.healed += regained
    if regained and isinstance(p.cast.act, Spell) and p.cast.act.level:
        p.draft.happened.append(Happening("healed_by_spell", target, p.cast.by, regained))
    return regained


def _means(p: Performance, step: HealStep) -> Sequence[str]:
    """The words of `ends` for what heals: a spell, or magic of any kind, such as divine energy that fuels magical effects."""
    if p.is_magical:
        return knocking_out.HEALED_BY_MAGIC, knocking_out.HEALED_BY_SPELL
    return (knocking_out.HEALED_BY_MAGIC,) if step.magical or is_magical(p) else ()


def share_out(p: Performance, step: HealStep, points: int, targets: Sequence[str]) -> None:
    """Divide the points as the call chose for each name; without a choice, each target in turn regains as many as it needs (SRD, Preserve
    Life).
    """
    wanted = shares(p, targets)
    whole = left = min([points, *(n for n in (amount_of(p.cast.wish).get("amount"),) if n is not None and not wanted)])
    for target in targets:
        share = min(left, room_for(p, step, target), wanted.get(target, 0) if wanted else left)
        left -= _heal_points(p, target, share, step) if share > 0 else 0
    if left == whole and p.targets:
        p.refused = _unhealed(p, step, p.targets[0])
    elif left:
        p.say(f"{left} of {whole} hit points are left over.")


def _unhealed(p: Performance, step: HealStep, target: str) -> Rejected:
    """The refusal of healing for a target that already has as many hit points as the step can restore."""
    stats, most = p.stats(target), most_points(p, target)
    below = f"half of their hit points ({most // 2} of {most})" if step.up_to == "half" else "their hit point maximum"
    state = "dead" if thing_stats.is_dead(p.thing(target)) else f"at {stats.hp or 0} of {most}"
    if secret_hit_points.is_hidden(p.draft.situation, target):
        below, state = below.partition(" (")[0], "above that"
    details = {"act": p.cast.act.name, "name": p.thing(target).name, "only": f"living creatures below {below}", "is": state}
    return Rejected("target_unfit", "targets", details)


def shares(p: Performance, targets: Sequence[str]) -> dict[str, int]:
    """The points that the call gives to each target by its name."""
    said = {names.fold(name): int(n) for name, n in p.cast.wish.choice.items() if n.isdecimal() and len(n) <= LONGEST_NUMBER}
    return {t: said[key] for t in targets for key in (names.fold(p.thing(t).name), t) if key in said}


def room_for(p: Performance, step: HealStep, target: str) -> int:
    """The most hit points that the target may regain by this step."""
    most = most_points(p, target)
    return max(0, (most // 2 if step.up_to == "half" else most) - (p.stats(target).hp or 0))


def temp_hp(p: Performance, step: TempHpStep, targets: Sequence[str], spot: Spot) -> None:
    points = _amount(p, step, step.temp_hp, spot, "temporary hit points")
    for target in targets:
        record = p.record(target)
        hit_points.shield(p.draft, p.thing(target), points, p.cast.id)
        record.temp_hp = points


def pool(p: Performance, step: PoolStep, targets: Sequence[str], spot: Spot) -> None:
    """Share out a pool of hit points, beginning with the creature that has the fewest; skip the unconscious (SRD 5.1, Sleep)."""
    left = sum(
        p.roll_once(f"{spot.path}#{n}", dice, "pool").total for n, dice in enumerate(scale_dice(step.pool, step.up, p.cast, cantrip=False))
    )
    fits = [t for t in targets if (p.stats(t).hp or 0) > 0 and "unconscious" not in p.stats(t).conditions_active]
    fits = [t for t in fits if not p.wards_off(t)]
    if unknown := [t for t in fits if secret_hit_points.is_hidden(p.draft.situation, t)]:
        secret_hit_points.tell(p, unknown)
        return
    reached = []
    for target in sorted(fits, key=lambda t: p.stats(t).hp or 0):
        if (has := p.stats(target).hp or 0) > left:
            break
        left -= has
        reached.append(target)
    p.play(step.then, reached, spot.at("then"))
    for target in targets:
        p.record(target)
    is_of_party = sides.is_ally(p.draft.world, p.thing(p.cast.by), p.book)
    told = [p.thing(t) for t in targets if t not in reached]
    spared = [one.name for one in told if not is_of_party or known_creatures.is_known_to_party(p.draft.world, one, p.book)]
    if spared:
        would = "With the lowest dice, " if p.draft.situation.dry else ""
        p.say(f"{would}{' and '.join(spared)} {'is' if len(spared) == 1 else 'are'} not affected.")


def _amount(p: Performance, step: HealStep | TempHpStep, dice: str, spot: Spot, what_for: str, is_most: bool = False, **known: int) -> int:
    """The points of a step, rolled once for all targets; `is_most`: the highest that the dice could show."""
    more = {"taken": p.happened_taken if spot.taken is None else spot.taken, **known}
    cantrip = isinstance(step, HealStep) and step.cantrip
    parts = scale_dice(p.cast.fill(dice, **more), step.up, p.cast, cantrip)
    is_most = is_most or (isinstance(step, HealStep) and p.cast.changes.heals_most)
    if is_most:
        parts = [part if part.lstrip("+-").isdigit() else str(bounds(part)[1]) for part in parts]
    path = f"{spot.path} most" if is_most else spot.path
    points = sum(p.roll_once(f"{path}#{n}", part, what_for).total for n, part in enumerate(parts))
    return max(0, min(points, p.cast.number(step.max, **more)) if step.max is not None else points)


def half_of(steps: Sequence[StepModel], spot: Spot) -> tuple[Sequence[StepModel], Spot]:
    """The part of the steps under `fail` that remains after a passed save: half of their damage, wherever a table, a condition or a choice
    decides it (SRD, Prismatic Spray; SRD 5.1, Flame Strike).
    """
    return _damage_in(steps), replace(spot, half=True)


def _damage_in(steps: Sequence[StepModel]) -> tuple[Any, ...]:
    """The steps with nothing but the damage in them, in the places that they had."""
    return tuple(only for step in steps if (only := _only_damage(step)))


def _only_damage(step: StepModel) -> StepModel | None:
    match step:
        case DamageStep():
            return step
        case TableStep():
            return step.model_copy(update={"rows": {key: _damage_in(row) for key, row in step.rows.items()}})
        case IfStep():
            then, other = _damage_in(step.then), _damage_in(step.else_)
            return step.model_copy(update={"then": then, "else_": other}) if then or other else None
        case ChooseStep():
            return step.model_copy(update={"choose": {word: _damage_in(part) for word, part in step.choose.items()}})
    return None


PLAYS: Final[Plays] = {HealStep: heal, TempHpStep: temp_hp, PoolStep: pool}
"""Kind of step → the function that plays it."""
