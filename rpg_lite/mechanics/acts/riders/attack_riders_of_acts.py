"""The riders of attacks inside an act: Stunning Strike on a Flurry of Blows, Sneak Attack on an opportunity attack."""

from collections.abc import Sequence

from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.acts.act_results import AttackRolled
from rpg_lite.mechanics.acts.result_building import result_of
from rpg_lite.mechanics.acts.riders import attack_riders, rider_offers, weapon_namesake_act
from rpg_lite.mechanics.acts.riders.attack_riders import Applied, Blow, is_named
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.attack import mastered_weapons
from rpg_lite.mechanics.attack.attacker_and_target import tags_of, weapon_of
from rpg_lite.mechanics.creature.own_riders import OwnRider, plays_by_itself, riders_of
from rpg_lite.rules.acts.act import AttackStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.world.world_model import Thing


def join(
    p: Performance, step: AttackStep, target: str, way: AttackStats | None, rolled: AttackRolled, piece: Thing | None
) -> list[Applied]:
    """The riders that apply to this hit. A named rider that costs something, or that may happen once, joins only the first hit."""
    if step.attack == "spell":
        return []
    attacker = p.thing(p.cast.by)
    known = _list_known(p, step, attacker, way, piece)
    joining = attack_riders.named(known, p.cast.wish.told)
    fresh = [own for own in joining if _joins_each_hit(own) or own.name not in p.riders_joined]
    p.riders_tried |= {own.name for own in fresh}
    kind = way.damage_type if way else next((s.type for s in step.hit if isinstance(s, DamageStep)), "bludgeoning")
    wish = Wish(choice=p.cast.wish.choice, told=p.cast.wish.told)
    applied = attack_riders.join_hit(
        p.draft, Blow(attacker, p.thing(target), rolled, kind, wish, way.modifier if way else 0), fresh, p.player
    )
    p.asked |= {word for one in applied for word in one.asks}
    p.riders_joined |= {one.own.name for one in applied}
    p.offers += rider_offers.offers(p.draft, attacker, p.thing(target), known, rolled, p.cast.wish.told)
    return applied


def _joins_each_hit(own: OwnRider) -> bool:
    """Whether it costs nothing and has no limit, so that a call that names it means every hit."""
    return plays_by_itself(own.rider) or not (own.rider.spend or own.rider.once)


def _list_known(p: Performance, step: AttackStep, attacker: Thing, way: AttackStats | None, piece: Thing | None) -> list[OwnRider]:
    """All riders that may join an attack of this kind."""
    world, ranged = p.draft.world, step.kind == "ranged"
    weapon = weapon_of(world, attacker, way, p.book) if way else None
    tags = tags_of(world, attacker, way, ranged, p.book) if way else frozenset(("ranged" if ranged else "melee",))
    tags |= mastered_weapons.tags(world, attacker, p.stats(attacker.id), way, p.book) if way else frozenset()
    known = attack_riders.for_attacks(world, attacker, weapon, tags, p.book, piece)
    # An act that strikes with the weapon in hand, as an opportunity attack does, brings what the stat block adds to a hit.
    return [*known, *weapon_namesake_act.additions(attacker, way, p.book)] if way and step.attack == "weapon" else known


def pay_after(p: Performance, target: str, applied: Sequence[Applied]) -> list[Applied]:
    """The riders that play on after the damage, as `attack_riders` pays for them."""
    return attack_riders.pay_after(p.draft, p.thing(p.cast.by), p.thing(target), applied)


def play_rest(p: Performance, target: str, applied: Sequence[Applied], rolled: AttackRolled, taken: int) -> None:
    """Play the riders' other steps, after the blow. `taken`: the points of damage that the blow dealt."""
    for one in applied:
        if one.more:
            played = attack_riders.play_rest(p.draft, p.thing(target), one, rolled, p.player, taken)
            told = result_of(played, one.own.told, one.own.item)
            if told.targets or told.says:
                p.draft.note("triggered", played=told)


def note_unused(p: Performance) -> None:
    """Note the riders of attacks that the call names but that found no hit to join."""
    for own in riders_of(p.draft.world, p.thing(p.cast.by), p.book):
        is_of_attacks = own.rider.rider.partition(":")[0] in ("attack", "hit")
        if is_of_attacks and is_named(own, p.cast.wish.told) and own.name not in p.riders_tried:
            p.draft.note("rider_not_applied", name=own.called, why="no attack that it goes with has hit")
