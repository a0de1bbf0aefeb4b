"""The step `attack`: a spell attack, or an attack with a fixed bonus, against each target or as a number of shots."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.occasions import Happening, OneSource
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import act_reaches, costs, ends_by_attack, floating
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.act_results import AttackRolled
from rpg_lite.mechanics.acts.riders import attack_riders_of_acts, stat_block_weapon_bonuses
from rpg_lite.mechanics.acts.riders.attack_riders import Applied
from rpg_lite.mechanics.acts.steps.hit_point_steps import half_of
from rpg_lite.mechanics.acts.wish_and_casting import attack_bonus
from rpg_lite.mechanics.attack import ammunition, attack_roll, damage_die_features, mastered_weapons, redirected_attacks
from rpg_lite.mechanics.attack.attack_roll import Aim, Struck
from rpg_lite.mechanics.attack.attacker_and_target import Duel, is_magical, materials_of, tags_of, weapon_of, wielder_of
from rpg_lite.mechanics.creature import creature_type_of
from rpg_lite.mechanics.life import hands, knocking_out
from rpg_lite.mechanics.rolls import attack_scopes
from rpg_lite.mechanics.space import facts, under_water
from rpg_lite.mechanics.space.facts import PlaceFacts
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.act import Act, AttackStep, Spell
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.trigger_text import SPELL_ATTACK
from rpg_lite.rules.acts.words import Kind
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats import on_roll
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.natural_attacks import NATURAL
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


def attack(p: Performance, step: AttackStep, targets: Sequence[str], spot: Spot) -> None:
    """Roll to hit for each shot, then play `hit` or `miss` for its target."""
    shots = p.cast.times(step.times) if step.times else len(targets)
    wasted: list[str] = []
    for shot, aimed_at in enumerate(_aim_shots(targets, shots)):
        first = who_is_next(p, p.cast.act, aimed_at) if step.times else aimed_at
        if first is None:
            break
        target = redirected_attacks.target_of(p.draft, p.thing(p.cast.by), p.thing(first)).id
        if thing_stats.is_dead(p.thing(target)):
            wasted += [target] if step.times else []
        elif not p.wards_off(target):
            at = spot.at(f"shot{shot}") if step.times else spot.at(f"@{_as_key(target)}")
            if not p.keeps_off(target, p.key(at.path)):
                _shoot(p, step, target, at)
    _tell_of_wasted(p, wasted, shots)


def who_is_next(p: Performance, act: Act, target: str) -> str | None:
    """The target, while it stands or no call says who comes after it; else the first of the next who stands and is reached."""
    if p.cast.wish.then is None or _stands(p.thing(target)):
        return target
    return next((id for id in p.cast.wish.then if _stands(p.thing(id)) and refuse_by_place(p, act, id) is None), None)


def _stands(one: Thing) -> bool:
    return not thing_stats.is_dead(one) and one.creature.hp != 0


def _tell_of_wasted(p: Performance, wasted: Sequence[str], shots: int) -> None:
    """Report how many shots found their target dead, and how to aim them at others: a name for each shot."""
    if not wasted:
        return
    dead = " and ".join(p.thing(id).name for id in dict.fromkeys(wasted))
    are = "shots is" if len(wasted) == 1 else "shots are"
    p.say(
        f"{len(wasted)} of {shots} {are} left over, because {dead} is dead; to aim elsewhere, undo and send targets with {shots} names, one for each shot."
    )


def _aim_shots(targets: Sequence[str], shots: int) -> Sequence[str]:
    """Aim the shots: one name takes all of them; if there are as many names as shots, each takes one."""
    return [targets[0]] * shots if len(targets) == 1 else targets


def _as_key(target: str) -> str:
    """An id as one part of a path, without the dots that would split it in two."""
    return target.replace(".", "_")


def _shoot(p: Performance, step: AttackStep, target: str, spot: Spot) -> None:
    """One shot, with what follows from where both stand, which differs for each target."""
    told = p.cast.wish.told
    # What a spell has made strikes from where it floats, and not from where its caster stands.
    floats = p.cast.act.range == act_reaches.SPECIAL
    if p.cast.act.floats is not None and (refusal := floating.follow(p, p.thing(target))):
        p.refused = p.refused or refusal
        return
    found = None if floats else facts.facts_of(p.draft, p.thing(p.cast.by), p.thing(target), told)
    if found is None:
        _shoot_knowing(p, step, target, spot, None)
        return
    p.cast = replace(p.cast, wish=replace(p.cast.wish, told=found.words))
    _shoot_knowing(p, step, target, spot, found)
    p.cast = replace(p.cast, wish=replace(p.cast.wish, told=told))
    p.asked -= facts.OF_SPACE


def _shoot_knowing(p: Performance, step: AttackStep, target: str, spot: Spot, known: PlaceFacts | None) -> None:
    way = way_of(p, step)
    if way and step.attack == "weapon" and step.kind is None:
        step = step.model_copy(update={"kind": _kind_of(p, way)})
    if refusal := _refuse_shot(p, step, way, known, target):
        p.refused = p.refused or refusal
        return
    piece = ammunition.choose(p.draft.world, p.thing(p.cast.by), way, p.cast.wish.told, p.book) if way and step.attack == "weapon" else None
    if isinstance(piece, Rejected):
        p.refused = p.refused or piece
        return
    if piece and way:
        way = ammunition.numbers(p.draft.world, p.thing(p.cast.by), way, piece, p.book)
    spent = ammunition.spend(p.draft, piece) if piece else None
    aim = _aim(p, step, target, way, spot, known)
    struck = attack_roll.strike(p.draft, aim)
    if not struck.hit and step.attack == "spell" and _may_roll_again(p):
        struck = attack_roll.strike(p.draft, _aim(p, step, target, way, spot, known))
    blow, before = p.draft.blows.get(target, 0) + 1, len(p.record(target).suffered)
    rolled = _rolled(struck, known.shelter if known and aim.cover else "", known)
    p.record(target).attacks.append(rolled)
    inner = replace(
        spot.at("hit" if struck.hit else "miss"),
        critical=struck.critical,
        struck=target,
        attack=rolled,
        weapon=way.damage_type if way else None,
        magical=is_magical(
            p.draft.world,
            p.thing(p.cast.by),
            p.stats(p.cast.by),
            way or stat_block_weapon_bonuses.of_act(p, step),
            spent,
            p.cast.wish.told,
            p.book,
        ),
        materials=_materials(p, way, spent),
        wielder=wielder_of(p.draft.world, p.thing(p.cast.by), p.book) if _is_armed(p, step) else frozenset(),
        shot=step.kind == "ranged" and step.attack == "weapon",
    )
    attacked = _tell_of_attack(p, step, target, struck)
    p.draft.spares = _spared(p, step, target)
    with p.draft.one_blow():
        joined = _follow(p, step, target, spot, inner, way, rolled, before, piece)
        source = p.draft.blow
    p.draft.spares = None
    if piece and spent:
        ammunition.remember(p.draft, p.thing(p.cast.by), piece, rolled.hit, [one.own.item for one in joined])
        if spent.is_magical and piece.item.is_identified:
            p.say(f"{piece.name} flies.")
    _tell_what_happened(p, step, target, struck, blow, before, _arms(p, way, piece), source)
    ends_by_attack.end_after(p.draft, attacked)


def _rolled(struck: Struck, shelter: str, known: PlaceFacts | None) -> AttackRolled:
    die = struck.thrown
    return AttackRolled(
        die.face, die.total, struck.ac, struck.hit, struck.critical, die.mode, die.told, struck.image, die.why, shelter, known
    )


def _follow(
    p: Performance, step: AttackStep, target: str, spot: Spot, inner: Spot, way: AttackStats | None, rolled: AttackRolled, before: int,
    piece: Thing | None,
) -> list[Applied]:  # fmt: skip
    """Play the damage and the further steps of a hit, or those of a miss. Return the riders that joined."""
    if rolled.hit:
        applied = attack_riders_of_acts.join(p, step, target, way, rolled, piece)
        more = [DamageStep(damage=dice, type=kind) for one in applied for dice, kind in one.damage]
        p.play(
            [*_of_weapon(p, way, target, rolled, spot), *more, *stat_block_weapon_bonuses.on_hit(p, step, _kinds(p, target))],
            [target],
            inner,
        )
        applied = attack_riders_of_acts.pay_after(p, target, applied)
        attack_riders_of_acts.play_rest(p, target, applied, rolled, sum(s.taken for s in p.record(target).suffered[before:]))
        return applied
    if step.miss == "half":
        part, half = half_of(step.hit, replace(spot.at("hit"), attack=rolled))
        p.play(part, [target], half)
    else:
        p.play([*_grazing(p, way), *step.miss], [target], inner)
    return []


def _spared(p: Performance, step: AttackStep, target: str) -> str | None:
    """The target, if the call knocks it out rather than killing it."""
    if knocking_out.KNOCK_OUT not in p.cast.wish.told:
        return None
    if step.kind == "ranged":
        p.say("A ranged attack cannot knock out.")
        return None
    return target


def _tell_of_attack(p: Performance, step: AttackStep, target: str, struck: Struck) -> Happening:
    """Record the attack before its hit brings any effects, because it does not end these."""
    is_armed, key = _is_armed(p, step), struck.thrown.key
    attacked = Happening("attacked", target, p.cast.by, melee=step.kind == "melee", armed=is_armed, missed=not struck.hit, key=key)
    p.draft.happened.append(attacked)
    return attacked


def _tell_what_happened(
    p: Performance, step: AttackStep, target: str, struck: Struck, blow: int, before: int, arms: tuple[str, ...],
    source: OneSource | None,
) -> None:  # fmt: skip
    """Record the events for the triggers, each under its bearer. `blow`: the index of this blow among the blows on the target; `before`:
    the number of kinds of damage that the target had already suffered; `source`: the damage of the attack so far.
    """
    done_acts.strive(p.draft, p.cast.by, done_acts.IDLE, done_acts.UNEXTENDED)
    happened, mine, is_melee, is_armed = p.draft.happened, p.cast.by, step.kind == "melee", _is_armed(p, step)
    suffered = p.record(target).suffered[before:]
    hurt, kinds = sum(s.taken for s in suffered), tuple(s.type for s in suffered)
    is_unarmed = step.attack == "natural" and p.cast.depth == 0 and p.cast.act.cost == "attack"
    attack_roll.may_be_answered(p.draft, mine, target, struck, is_melee, kinds, hurt, blow, is_unarmed, _made_with(p, step))
    if not struck.hit:
        happened.append(Happening("miss", mine, target, melee=is_melee, armed=is_armed))
    if struck.hit:
        types = tuple(dict.fromkeys(s.type for s in p.record(target).suffered))
        happened.append(Happening("hit", mine, target, 0, types, is_melee, struck.critical, is_armed, arms=arms, source=source))
        thing = stat_block_weapon_bonuses.thing_of(p, step)
        with_it = thing.id if thing else None
        happened.append(Happening("hit_by", target, mine, 0, types, is_melee, struck.critical, is_armed, weapon=with_it, source=source))


def refuse_by_place(p: Performance, act: Act, target: str) -> Rejected | None:
    """The refusal of the attacks of an act, because of where the target stands: the first that does not reach it."""
    if act.range == act_reaches.SPECIAL or p.cast.wish.force:
        return None
    known = facts.facts_of(p.draft, p.thing(p.cast.by), p.thing(target), p.cast.wish.told)
    for step in act.steps if known is not None else ():
        if isinstance(step, AttackStep):
            way = way_of(p, step)
            kind = _kind_of(p, way) if way and step.attack == "weapon" and step.kind is None else step.kind
            measured = step.model_copy(update={"kind": kind})
            if refusal := act_reaches.refuse_attack(p, measured, way, known, p.thing(target)):
                return refusal
    return None


def _refuse_shot(p: Performance, step: AttackStep, way: AttackStats | None, known: PlaceFacts | None, target: str) -> Rejected | None:
    """The refusal of a weapon that the hands cannot swing, and of a target that the attack does not reach."""
    if p.cast.wish.force:
        return None
    weapon = weapon_of(p.draft.world, p.thing(p.cast.by), way, p.book) if way and step.attack == "weapon" else None
    refused = hands.refuse_two_handed(p.draft, p.thing(p.cast.by), weapon)
    return refused or act_reaches.refuse_attack(p, step, way, known, p.thing(target))


def _arms(p: Performance, way: AttackStats | None, piece: Thing | None) -> tuple[str, ...]:
    """The ids of the weapon in hand and of the ammunition that make the attack."""
    weapon = weapon_of(p.draft.world, p.thing(p.cast.by), way, p.book) if way else None
    return tuple(one.id for one in (weapon, piece) if one)


def _made_with(p: Performance, step: AttackStep) -> frozenset[str]:
    """The tags of the weapon of the attack; those of a stat block strike with what its body or its hands have."""
    if way := way_of(p, step):
        return tags_of(p.draft.world, p.thing(p.cast.by), way, step.kind == "ranged", p.book)
    return frozenset((SPELL_ATTACK,) if step.attack == "spell" or not step.weapon or isinstance(p.cast.act, Spell) else (NATURAL,))


def _is_armed(p: Performance, step: AttackStep) -> bool:
    """Whether this is a weapon attack, which an unarmed strike is, too (SRD 5.1, Melee Attacks)."""
    return SPELL_ATTACK not in _made_with(p, step)


def _may_roll_again(p: Performance) -> bool:
    """Whether a rider allows another roll after a miss. If so, pay for it now, but only once in the whole act (SRD 5.2, Seeking Spell)."""
    price = p.cast.changes.new_roll
    if price is None:
        return False
    p.cast = replace(p.cast, changes=replace(p.cast.changes, new_roll=None))
    caster = p.thing(p.cast.by)
    due = costs.price_of(p.draft, caster, price, p.cast.wish, free=False)
    paid = due if isinstance(due, Rejected) else costs.pay(p.draft, caster, due)
    p.say(f"{price.name}: {'nothing is left to pay it' if isinstance(paid, Rejected) else 'the missed roll is made again'}.")
    return not isinstance(paid, Rejected)


def _aim(p: Performance, step: AttackStep, target: str, way: AttackStats | None, spot: Spot, known: PlaceFacts | None) -> Aim:
    mine = p.stats(p.cast.by)
    ranged = step.kind == "ranged"
    seen_past = {"half_cover"} if step.attack == "spell" and creature_flags.IGNORES_HALF_COVER in mine.flags else set()
    cover = attack_roll.cover_of(p.cast.wish.told - seen_past)
    own = attack_scopes.of_weapon(way, _kinds(p, target), p.cast.wish.told) if way else []
    bonus = way.to_hit.value + attack_scopes.added_by(own, "attack") if way else attack_bonus(p.cast, step.attack)
    bonus += stat_block_weapon_bonuses.bonus(p, step, _kinds(p, target))
    sheet = on_roll.of_attack(way) if way else on_roll.of_spell_attack(mine) if step.attack == "spell" else on_roll.of_attack(mine.unarmed)
    least = attack_roll.critical_from(mine) if way else 20
    p.asked |= attack_scopes.asked_of_attacks(mine, p.cast.wish.told)
    return Aim(
        p.thing(p.cast.by),
        p.thing(target),
        bonus,
        ranged,
        known.is_near if known else not ranged,
        step.mode,
        (
            *sheet.modes,
            *(m for m in own if m.op in ("advantage", "disadvantage")),
            *_hindered(p, step, way),
            *act_reaches.hindered(p, step, way, known),
        ),
        sheet.dice,
        cover,
        least,
        key=p.key(spot.path),
        told=p.cast.wish.told,
        is_of_spell=step.attack == "spell",
        facts=known,
    )


def _hindered(p: Performance, step: AttackStep, way: AttackStats | None) -> Iterator[Modifier]:
    """The hindrance of the step's weapon under water; the act of a stat block has the name of its weapon."""
    if step.attack == "spell" or isinstance(p.cast.act, Spell):
        return
    thing = weapon_of(p.draft.world, p.thing(p.cast.by), way, p.book) if way else None
    type = way.damage_type if way else next((s.type for s in step.hit if isinstance(s, DamageStep)), None)
    if thing:
        by = under_water.weapon(thing_stats.item_of(thing, p.book), type, step.kind == "ranged")
    else:
        by = under_water.of_block(way.name if way else p.cast.act.name, type, step.kind == "ranged", p.book)
    yield from under_water.hinders(p.draft, p.cast.wish.told, p.stats(p.cast.by), by)


def way_of(p: Performance, step: AttackStep) -> AttackStats | None:
    """The weapon or the unarmed strike with which the step attacks, and whose damage a hit deals; None for an attack with a bonus of its
    own.
    """
    match step.attack:
        case "weapon":
            return _weapon(p, step.kind)
        case "natural":
            return p.stats(p.cast.by).unarmed
    return None


def _weapon(p: Performance, kind: Kind | None) -> AttackStats:
    """The weapon of this kind in the main hand or else in the other; for a melee attack without a melee weapon, the unarmed strike (SRD,
    Opportunity Attacks).
    """
    mine = p.stats(p.cast.by)
    in_order = sorted(mine.attacks, key=lambda a: a.slot != "mainhand")
    fitting = [a for a in in_order if kind is None or _kind_of(p, a) == kind]
    return fitting[0] if fitting else mine.unarmed if kind == "melee" else in_order[0]


def _kind_of(p: Performance, way: AttackStats) -> Kind:
    weapon = weapon_of(p.draft.world, p.thing(p.cast.by), way, p.book)
    item = thing_stats.item_of(weapon, p.book) if weapon else None
    is_made_to_shoot = item and item.weapon_stats and item.weapon_stats.category.endswith("_ranged")
    return "ranged" if is_made_to_shoot else "melee"


def _of_weapon(p: Performance, way: AttackStats | None, target: str, rolled: AttackRolled, spot: Spot) -> Sequence[DamageStep]:
    """The damage of the weapon itself and of its extra dice that apply to this hit; the other damage of the hit joins it in one blow."""
    if way is None or way.is_harmless:
        return []
    kinds, told = _kinds(p, target), p.cast.wish.told
    more = attack_scopes.joining(p.draft, p.cast.by, kinds, way.extra_dice, rolled.natural, rolled.mode, told)
    added = attack_scopes.added_by(attack_scopes.of_weapon(way, kinds, told), "damage")
    own = [DamageStep(damage=str(added), type=way.damage_type)] if added else []
    return [
        DamageStep(damage=_dice_of_weapon(p, way, target, rolled, spot), type=way.damage_type),
        *own,
        *(DamageStep(damage=x.dice, type=x.type) for x in more),
    ]


def _dice_of_weapon(p: Performance, way: AttackStats, target: str, rolled: AttackRolled, spot: Spot) -> str:
    """The dice of the weapon or, if a feature changes their roll, the points rolled (SRD, Great Weapon Fighting, Savage Attacker)."""
    mine = p.stats(p.cast.by)
    if way.damage_dice.isdigit() or damage_die_features.CHANGES.isdisjoint(mine.flags):
        return way.damage
    is_ranged = _kind_of(p, way) == "ranged"
    duel = Duel(p.thing(p.cast.by), p.thing(target), mine, p.stats(target), way, near=not is_ranged, ranged=is_ranged)
    fell = damage_die_features.roll_weapon(p.draft, duel, way.damage_dice, rolled.critical, p.key(spot.path))
    return str(max(0, fell + way.damage_bonus.value))


def _grazing(p: Performance, way: AttackStats | None) -> Sequence[DamageStep]:
    """The damage that the weapon deals even on a miss (SRD 5.2, Graze)."""
    if way is None or way.modifier <= 0:
        return []
    property = mastered_weapons.property_of(p.draft.world, p.thing(p.cast.by), p.stats(p.cast.by), way, p.book)
    return [DamageStep(damage=str(way.modifier), type=way.damage_type)] if property == mastered_weapons.GRAZE else []


def _materials(p: Performance, way: AttackStats | None, shot: Item | None) -> frozenset[str]:
    weapon = weapon_of(p.draft.world, p.thing(p.cast.by), way, p.book) if way else None
    return materials_of(thing_stats.item_of(weapon, p.book) if weapon else None, shot)


def _kinds(p: Performance, target: str) -> set[str]:
    return creature_type_of.kinds_of(p.thing(target), p.book) | attack_scopes.kinds_in_fight(p.draft.world, target, p.cast.by)


PLAYS: Final[Plays] = {AttackStep: attack}
"""Kind of step → the function that plays it."""
