"""The riders that a hit could still take: an answer offers those that fit the roll, its creatures and the turn, and no others."""

from collections.abc import Iterator, Sequence
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.acts import costs, item_payments, wish_and_casting
from rpg_lite.mechanics.acts.act_in_play import Performance, Spot
from rpg_lite.mechanics.acts.act_results import AttackRolled
from rpg_lite.mechanics.acts.riders.attack_riders import is_named, key_of, parent_of
from rpg_lite.mechanics.acts.steps.branch_steps import holds
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.creature import formula_values
from rpg_lite.mechanics.creature.own_riders import OwnRider, plays_by_itself
from rpg_lite.mechanics.space import sides
from rpg_lite.mechanics.space.facts import OF_SPACE
from rpg_lite.mechanics.turn import done_acts, movement
from rpg_lite.rules import formulas, names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.words import TABLE_WORDS
from rpg_lite.rules.formulas import FormulaFault
from rpg_lite.world import clock, thing_stats
from rpg_lite.world.world_model import Thing

_ALLY_NEAR: Final = "ally_near"
_SECRETS: Final = ("target:", "not target:", "hp", "cr", "{")
"""The beginnings of conditions that say what only the game master knows of the target; an offer must not tell it."""


def offers(
    draft: Draft, attacker: Thing, target: Thing, found: Sequence[OwnRider], rolled: AttackRolled, told: frozenset[str]
) -> tuple[str, ...]:  # fmt: skip
    """The riders that could join such a hit and that the call did not name: "Sneak Attack (3d6)". Call before the damage."""
    return tuple(
        _with_dice(draft, attacker, own)
        for own in found
        if _may_join(draft, attacker, target, own, rolled, told) and not _is_full(own, found, told)
    )


def _is_full(own: OwnRider, found: Sequence[OwnRider], told: frozenset[str]) -> bool:
    """Whether the rider that this one changes already has all the changes that it takes."""
    parent = next((one for one in found if names.fold(one.name) == parent_of(own)), None)
    if parent is None or "most" not in parent.rider.set:
        return False
    taken = sum(is_named(one, told) and parent_of(one) == parent_of(own) for one in found)
    return taken >= formulas.value(str(parent.rider.set["most"]), parent.tables)


def _may_join(draft: Draft, attacker: Thing, target: Thing, own: OwnRider, rolled: AttackRolled, told: frozenset[str]) -> bool:
    parent = parent_of(own)
    if is_named(own, told) or plays_by_itself(own.rider) or (parent and key_of(parent) not in told):
        return False
    if own.rider.once and done_acts.was_done(draft.world, attacker.id, own.once_key, own.rider.once):
        return False
    owed = item_payments.of_rider(draft.world, own, draft.situation.book)
    if owed and owed.why_not:
        return False
    act = Act.model_construct(name=own.told, steps=(), spend=None if owed else own.rider.spend, cost="free")
    if not costs.can_pay(draft, attacker, costs.price_of(draft, attacker, act, Wish(), free=not act.spends)):
        return False
    if "cost" in own.rider.set and not any(_is_of_its_side(draft, target, one) for one in _others(draft, attacker, target)):
        return False
    return _may_hold(draft, attacker, target, own, rolled, told)


def _may_hold(draft: Draft, attacker: Thing, target: Thing, own: OwnRider, rolled: AttackRolled, told: frozenset[str]) -> bool:
    """Whether the conditions of the rider hold for this hit, as far as the attacker can tell; the facts that only the table knows may hold."""
    words = [word for word in own.rider.if_ if not word.startswith(_SECRETS)]
    if not words:
        return True
    measured = movement.is_measured(draft.world, attacker.id)  # there the facts follow from places, and hold or not
    near = _ALLY_NEAR in told or (not measured and any(not _is_of_its_side(draft, target, one) for one in _others(draft, attacker, target)))
    known = TABLE_WORDS - OF_SPACE if measured else TABLE_WORDS
    facts = told | (known if near else known - {_ALLY_NEAR})
    act = Act.model_construct(name=own.told, steps=(), spend=None, cost="free")
    made = wish_and_casting.make_casting("", act, attacker, draft.world, draft.situation.book, Wish(told=facts), more=dict(own.tables))
    p = Performance(draft, made, _play_nothing, [target.id])
    spot = Spot("rider", critical=rolled.critical, struck=target.id, attack=rolled)
    return all(holds(p, [word], target.id, spot) for word in words)


def _play_nothing(p: Performance, steps: Sequence[StepModel], targets: tuple[str, ...], spot: Spot) -> None:
    """Conditions play no step."""


def _others(draft: Draft, attacker: Thing, target: Thing) -> Iterator[Thing]:
    """The other creatures of the fight, or else of the room, that are able to act."""
    world, on = draft.world, clock.fight(draft.world)
    room = world.room_of(attacker.id)
    loaded = {t.id: t for t in world.things.values() if t.kind == "character" and world.room_of(t.id) == room}
    here = {**(draft.situation.people([room.id]) if room else {}), **loaded}
    fighters = {f.id for f in on.order} if on and attacker.id in {f.id for f in on.order} else None
    for id, one in here.items():
        if id in (attacker.id, target.id) or thing_stats.is_dead(one) or one.creature.hp == 0:
            continue
        if (fighters is None or id in fighters) and thing_stats.stats_of(world, one, draft.situation.book).can_act:
            yield one


def _is_of_its_side(draft: Draft, target: Thing, other: Thing) -> bool:
    """Whether both are on the party's side, or neither is."""
    return sides.are_friends(draft.world, target, other, draft.situation.book)


def _with_dice(draft: Draft, attacker: Thing, own: OwnRider) -> str:
    """The rider's name and the dice that need no slot."""
    stats = draft.stats(attacker)
    values = {**formula_values.values_of(attacker, stats, draft.situation.book), **own.tables}
    dice = [s.damage for s in own.rider.steps if isinstance(s, DamageStep) and "slot" not in s.damage]
    try:
        return f"{own.name} ({' + '.join(formulas.fill(text, values) for text in dice)})" if dice else own.name
    except FormulaFault:
        return own.name
