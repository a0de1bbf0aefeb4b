"""An attack with a weapon: the roll, the damage of a hit, and the rulings that the weapon leaves to the game master."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import floor
from typing import Any, Final, Self

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called, Notice, Result
from rpg_lite.mechanics.acts import dry_run_plan, step_dispatch
from rpg_lite.mechanics.acts.act_results import AttackRolled, PlannedDice
from rpg_lite.mechanics.acts.result_building import result_of
from rpg_lite.mechanics.acts.riders import attack_riders, rider_offers, weapon_namesake_act
from rpg_lite.mechanics.acts.sanctuary_effects import LostAttack
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.attack import ammunition, attack_roll, damage_die_features, mastered_weapons
from rpg_lite.mechanics.attack.attack_roll import Aim, Struck, cover_of, critical_from, grapple_reasons, grappler, strike
from rpg_lite.mechanics.attack.attacker_and_target import Duel, is_magical, materials_of, tags_of, weapon_name, weapon_of, wielder_of
from rpg_lite.mechanics.creature import creature_type_of
from rpg_lite.mechanics.creature.own_riders import OwnRider
from rpg_lite.mechanics.life import hit_points
from rpg_lite.mechanics.life.mirror_images import ImageStruck
from rpg_lite.mechanics.rolls import attack_scopes
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.mechanics.space import under_water
from rpg_lite.mechanics.space.facts import PlaceFacts
from rpg_lite.mechanics.turn import ledger
from rpg_lite.mechanics.turn.ledger import TurnLeft
from rpg_lite.rules import creature_flags, modifier_tag_words, names
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.rules.stats.natural_attacks import NATURAL, weapon_named
from rpg_lite.vocabulary import Mode
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

GRIP_UNKNOWN: Final = (
    "grappled: disadvantage on this attack, unless the target is the grappler (this is checked if grappled is applied with source)"
)


@dataclass(frozen=True, slots=True)
class DamageDealt:
    """One kind of damage: the points dealt, the points taken, and the reasons for a difference."""

    points: int
    taken: int
    type: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedBlow:
    """The attack of a dry run: melee or ranged, the bonus to hit, and the damage of a hit."""

    kind: str
    to_hit: int
    damage: tuple[PlannedDice, ...]


@dataclass(frozen=True, slots=True)
class AttackResult(Result):
    """Attacker, target, weapon, the d20 against the AC, and the damage; `second`: the extra off-hand attack."""

    attacker: Called
    target: Called
    weapon: str | Called
    total: int
    ac: int
    mode: Mode
    hit: bool
    critical: bool
    dealt: tuple[DamageDealt, ...]
    second: bool
    riders: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    turn: TurnLeft | None = None
    image: ImageStruck | None = None
    why: tuple[str, ...] = ()
    """The names of what gives the advantage or disadvantage."""
    flew: str | Called | None = None
    """The ammunition of the shot."""
    is_magic_shot: bool = False
    """Whether that ammunition is magical, so that the sentence names it."""
    kept: LostAttack | None = None
    """The guard of the target to which the attack was lost, before any roll to hit."""
    asks: tuple[str, ...] = ()
    """Words of `with` that would have made a difference, but that only the table knows."""
    planned: PlannedBlow | None = None
    """The attack that a dry run tells."""
    shelter: str = ""
    """The cover in the AC, where it follows from places: "half cover (Oda)"."""
    facts: PlaceFacts | None = field(default=None, compare=False)
    """The facts of places, where these count; two attacks are the same whatever words have said them."""

    def at_end(self, world: World, book: Rulebook) -> Self:
        """The attack with what is left of the turn."""
        return replace(self, turn=ledger.left(world, self.attacker.id, book))


def attack(draft: Draft, duel: Duel, asked: Mode | None, known: Sequence[OwnRider] = (), wish: Wish = Wish()) -> AttackResult:  # noqa: B008
    """Roll, deal the damage together with that of the joining riders, then play their other steps. `known`: all riders that may join. Of
    these, those join that the call names or that play by themselves.
    """
    with draft.one_blow():
        return _attack(draft, duel, asked, known, wish)


def _attack(draft: Draft, duel: Duel, asked: Mode | None, known: Sequence[OwnRider], wish: Wish) -> AttackResult:
    if _is_sworn_enemy(duel):
        wish = replace(wish, told=wish.told | {attack_scopes.SWORN_ENEMY})
    joining = attack_riders.named(known, wish.told)
    is_open = bool(grapple_reasons(duel.mine)) and grappler(draft.world, duel.attacker, duel.target) == "unknown"  # death ends a grapple
    seen_past = creature_flags.IGNORES_COVER_OF_ENEMY in duel.mine.flags and attack_scopes.SWORN_ENEMY in wish.told
    cover = 0 if seen_past else cover_of(wish.told)
    way = duel.way
    own = attack_scopes.of_weapon(way, _kinds(draft, duel), wish.told)
    to_hit = way.to_hit.value + attack_scopes.added_by(own, "attack")
    struck = strike(draft, _aim(duel, to_hit, asked, _reasons(draft, duel, own, wish), cover, wish, joining))
    die = struck.thrown
    rolled = AttackRolled(
        die.face, die.total, struck.ac, struck.hit, struck.critical, die.mode, die.told, struck.image, die.why, duel.shelter, duel.facts
    )
    dry = draft.situation.dry  # it tells what a hit would do
    blow = attack_riders.Blow(duel.attacker, duel.target, replace(rolled, hit=rolled.hit or dry), way.damage_type, wish, way.modifier)
    applied = attack_riders.join_hit(draft, blow, joining, step_dispatch.play) if struck.hit or dry else []
    more = [part for one in applied for part in one.damage]
    place = draft.blows.get(duel.target.id, 0) + 1
    plain = attack_riders.forgoes([one.own for one in applied], attack_riders.MODIFIER)
    offers = rider_offers.offers(draft, duel.attacker, duel.target, known, rolled, wish.told) if struck.hit else ()
    dealt = tuple(_damage(draft, duel, struck, more, wish, plain)) if struck.hit else tuple(_graze(draft, duel, struck, wish))
    planned = PlannedBlow(_kind(duel), to_hit, tuple(_planned(draft, duel, struck, more, wish, plain))) if dry else None
    taken = sum(part.taken for part in dealt)
    applied = attack_riders.pay_after(draft, duel.attacker, duel.target, applied)
    _tell_what_happened(draft, duel, struck, taken, place)
    offers = () if thing_stats.is_dead(draft.world.things[duel.target.id]) else offers
    for one in applied if struck.hit else ():
        if one.more:
            before = len(draft.notes)
            played = attack_riders.play_rest(draft, duel.target, one, rolled, step_dispatch.play, taken)
            told = result_of(played, one.own.told, one.own.item)
            if told.targets or told.says:
                draft.notes.insert(before, Notice("triggered", {"played": told}))
    asks = attack_scopes.asked_of_attacks(duel.mine, wish.told) | attack_scopes.asked_of_weapon(way, wish.told)
    asks = asks.union(*(one.asks for one in applied))
    if struck.hit:
        asks |= attack_scopes.asked_of_dice(draft, duel.attacker.id, _kinds(draft, duel), way.extra_dice, wish.told)
    open_mode = [GRIP_UNKNOWN] if is_open else []
    if lines := [*open_mode, *((*_open_dice(draft, duel), *_to_judge(draft, duel)) if struck.hit else ())]:
        draft.note("judge_the_roll", texts=lines)
    return AttackResult(
        Called(duel.attacker.id), Called(duel.target.id), weapon_name(draft.world, duel.attacker, way, draft.situation.book),
        rolled.total, rolled.ac, rolled.mode, rolled.hit, rolled.critical, dealt, way.second, tuple(one.own.told for one in applied), offers,
        image=struck.image, asks=tuple(sorted(asks - duel.known)), why=rolled.why, shelter=duel.shelter if cover else "", planned=planned, facts=duel.facts,
        **_shot(draft, duel, struck.hit, applied),
    )  # fmt: skip


def _aim(
    duel: Duel, to_hit: int, asked: Mode | None, reasons: tuple[Modifier, ...], cover: int, wish: Wish, joining: Sequence[OwnRider]
) -> Aim:
    return Aim(
        duel.attacker, duel.target, to_hit, duel.ranged, duel.near, asked, reasons, duel.way.hit_dice, cover, critical_from(duel.mine),
        told=wish.told, forgoes_advantage=attack_riders.forgoes(joining, attack_riders.ADVANTAGE), facts=duel.facts,
    )  # fmt: skip


def _shot(draft: Draft, duel: Duel, hit: bool, applied: Sequence[attack_riders.Applied]) -> dict[str, Any]:
    """The fields of the result that tell the ammunition. The fight remembers the shot."""
    if duel.piece is None or duel.shot is None:
        return {}
    ammunition.remember(draft, duel.attacker, duel.piece, hit, [one.own.item for one in applied])
    return {"flew": ammunition.called(duel.piece), "is_magic_shot": duel.shot.is_magical}


def lose(draft: Draft, duel: Duel, kept: LostAttack) -> AttackResult:
    """The result of an attack that a guard of the target wards off: spent, without a roll to hit."""
    weapon = weapon_name(draft.world, duel.attacker, duel.way, draft.situation.book)
    who, whom = Called(duel.attacker.id), Called(duel.target.id)
    return AttackResult(who, whom, weapon, 0, duel.theirs.ac.value, "normal", False, False, (), duel.way.second, kept=kept)


def _reasons(draft: Draft, duel: Duel, own: Sequence[Modifier], wish: Wish) -> tuple[Modifier, ...]:
    """The advantage and disadvantage that come with the weapon. `own`: its changes that apply to this roll."""
    hindered = under_water.hinders(draft, wish.told, duel.mine, _in_water(draft, duel))
    return (*duel.way.reasons, *(m for m in own if m.op in ("advantage", "disadvantage")), *hindered, *duel.hindered)


def _in_water(draft: Draft, duel: Duel) -> under_water.Weapon:
    """The weapon as water knows it; an unarmed strike is one of the body, and so is a natural weapon."""
    thing = weapon_of(draft.world, duel.attacker, duel.way, draft.situation.book)
    if thing is None:
        return under_water.of_block(duel.way.name, duel.way.damage_type, duel.ranged, draft.situation.book)
    return under_water.weapon(thing_stats.item_of(thing, draft.situation.book), duel.way.damage_type, duel.ranged)


def _is_sworn_enemy(duel: Duel) -> bool:
    """Whether the attacker has sworn an oath against the target (SRD, Oathbow)."""
    return any(names.fold(e.name) == "sworn enemy" and e.cause.by == duel.attacker.id for e in duel.target.creature.effects)


def _tell_what_happened(draft: Draft, duel: Duel, struck: Struck, taken: int, blow: int) -> None:
    """Record what happened for the triggers of both creatures, and the occasion for answers."""
    mine, theirs, melee = duel.attacker.id, duel.target.id, not duel.ranged
    draft.happened.append(Happening("attacked", theirs, mine, melee=melee, missed=not struck.hit, key=struck.thrown.key))
    is_unarmed = duel.of_action and duel.way.name == duel.mine.unarmed.name
    made_with = tags_of(draft.world, duel.attacker, duel.way, duel.ranged, draft.situation.book)
    attack_roll.may_be_answered(draft, mine, theirs, struck, melee, (duel.way.damage_type,), taken, blow, is_unarmed, made_with)
    if not struck.hit:
        draft.happened.append(Happening("miss", mine, theirs, melee=melee))
    if struck.hit:
        types = (duel.way.damage_type,)
        weapon = weapon_of(draft.world, duel.attacker, duel.way, draft.situation.book) or _of_block(draft, duel)
        arms = tuple(one.id for one in (weapon, duel.piece) if one)
        draft.happened.append(Happening("hit", mine, theirs, taken, types, melee, struck.critical, arms=arms, source=draft.blow))
        held = weapon.id if weapon and weapon.id in draft.world.things else None
        draft.happened.append(Happening("hit_by", theirs, mine, taken, types, melee, struck.critical, weapon=held, source=draft.blow))


def _of_block(draft: Draft, duel: Duel) -> Thing | None:
    """The weapon that an attack of a stat block names, although it is not in hand."""
    if NATURAL not in duel.way.properties:
        return None
    gear = weapon_named(duel.way.name, thing_stats.gear_at_work(draft.world, duel.attacker, draft.situation.book))
    return draft.world.things.get(gear.id) if gear else None


def _kind(duel: Duel) -> str:
    return "ranged" if duel.ranged else "melee"


def _planned(
    draft: Draft, duel: Duel, struck: Struck, more: Sequence[tuple[str, str]], wish: Wish, plain: bool
) -> Iterator[PlannedDice]:  # fmt: skip
    """The damage that a hit would deal: that of the weapon, the dice that join it, and those of its riders."""
    way, kinds = duel.way, _kinds(draft, duel)
    if not way.is_harmless:
        bonus = way.damage_bonus.value + _added(way, kinds, wish, plain)
        yield dry_run_plan.of_dice(f"{way.damage_dice}{bonus:+d}" if bonus else way.damage_dice, way.damage_type, way.factor)
    joining = attack_scopes.joining(draft, duel.attacker.id, kinds, way.extra_dice, struck.thrown.face, struck.thrown.mode, wish.told)
    yield from (dry_run_plan.of_dice(written, kind, way.factor) for written, kind in (*((x.dice, x.type) for x in joining), *more))


def _added(way: AttackStats, kinds: Collection[str], wish: Wish, plain: bool) -> int:
    """The points that this attack adds to the bonus of the weapon. `plain`: without the ability modifier, unless it is negative."""
    own = attack_scopes.added_by(attack_scopes.of_weapon(way, kinds, wish.told), "damage")
    return own - (max(0, way.modifier) if plain and not way.second else 0)


def _damage(
    draft: Draft, duel: Duel, struck: Struck, more: Sequence[tuple[str, str]], wish: Wish, plain: bool
) -> Iterator[DamageDealt]:  # fmt: skip
    """Deal each kind of damage as one blow: a critical hit doubles the dice but not the bonus. `plain`: without the ability modifier, unless
    it is negative (SRD 5.2, Cleave).
    """
    magical, materials, critical = _is_magical(draft, duel, wish), _materials(draft, duel), struck.critical
    way = duel.way
    kinds = _kinds(draft, duel)
    points: dict[str, int] = {} if way.is_harmless else {way.damage_type: way.damage_bonus.value + _added(way, kinds, wish, plain)}
    if not way.is_harmless:
        points[way.damage_type] += damage_die_features.roll_weapon(draft, duel, way.damage_dice, critical)
    joining = attack_scopes.joining(draft, duel.attacker.id, kinds, way.extra_dice, struck.thrown.face, struck.thrown.mode, wish.told)
    dice = [(x.dice, x.type) for x in joining]
    for n, (written, kind) in enumerate((*dice, *more), 1):
        key, times = f"{duel.attacker.id}>{duel.target.id}#{n}", 2 if critical else 1
        fell = int(written) if written.isdigit() else sum(roll_dice(draft, written, "damage", key).total for _ in range(times))
        points[kind] = points.get(kind, 0) + fell
    shot = duel.ranged and (way.slot is not None or NATURAL in way.properties)
    wielder = wielder_of(draft.world, duel.attacker, draft.situation.book)
    stable = weapon_namesake_act.leaves_stable(duel.attacker, way, draft.situation.book)
    hits = [
        Hit(
            kind,
            floor(max(0, amount) * way.factor),
            magical,
            of_shot=shot,
            materials=materials,
            resisted_by=under_water.resists(wish.told, kind),
            leaves_stable=stable,
            wielder=wielder,
        )
        for kind, amount in points.items()
    ]
    felt = hit_points.hurt_by(draft, draft.world.things[duel.target.id], hits, critical)
    for hit, (taken, why) in zip(hits, felt, strict=True):
        yield DamageDealt(hit.amount, taken, hit.type, why)


def _graze(draft: Draft, duel: Duel, struck: Struck, wish: Wish) -> Iterator[DamageDealt]:
    """Deal the ability modifier even though the attack missed (SRD 5.2, Graze)."""
    points = duel.way.modifier
    if points <= 0 or struck.image is not None or not mastered_weapons.has(draft.world, duel, mastered_weapons.GRAZE, draft.situation.book):
        return
    hit = Hit(duel.way.damage_type, points, _is_magical(draft, duel, wish), materials=_materials(draft, duel))
    taken, why = hit_points.hurt(draft, draft.world.things[duel.target.id], hit)
    yield DamageDealt(points, taken, hit.type, why)


def _is_magical(draft: Draft, duel: Duel, wish: Wish) -> bool:
    return is_magical(draft.world, duel.attacker, duel.mine, duel.way, duel.shot, wish.told, draft.situation.book)


def _materials(draft: Draft, duel: Duel) -> frozenset[str]:
    weapon = weapon_of(draft.world, duel.attacker, duel.way, draft.situation.book)
    return materials_of(thing_stats.item_of(weapon, draft.situation.book) if weapon else None, duel.shot)


def _to_judge(draft: Draft, duel: Duel) -> Sequence[str]:
    """The weapon's other effects, which the game master judges after a hit."""
    weapon = weapon_of(draft.world, duel.attacker, duel.way, draft.situation.book)
    if weapon is None:
        return ()
    item = thing_stats.item_of(weapon, draft.situation.book)
    if item.natural and weapon_namesake_act.act_of(duel.attacker, duel.way.name, draft.situation.book):
        return ()  # the act of this name plays them
    return [line for line in item.adjudicated if not line.startswith(mastered_weapons.LINE)]


def _open_dice(draft: Draft, duel: Duel) -> list[str]:
    """Dice that apply only against some targets, for the game master to add when nobody knows whether this target is one of them."""
    kinds = _kinds(draft, duel)
    return [
        f"{x.dice} more {x.type} ({modifier_tag_words.say_tags(x.scope)}, {x.source})"
        for x in duel.way.extra_dice
        if not attack_scopes.is_played(x, kinds)
    ]


def _kinds(draft: Draft, duel: Duel) -> set[str]:
    return creature_type_of.kinds_of(duel.target, draft.situation.book) | attack_scopes.kinds_in_fight(
        draft.world, duel.target.id, duel.attacker.id
    )
