"""Riders: what features add to an attack of their bearer, when the call names them in `with` (Sneak Attack, Stunning Strike)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rpg_lite.operations.mechanics import turn_economy
from rpg_lite.operations.mechanics.acting import casting, costs, reader
from rpg_lite.operations.mechanics.acting.branching import holds
from rpg_lite.operations.mechanics.acting.casting import Casting, Wish
from rpg_lite.operations.mechanics.acting.performance import Performance, Spot
from rpg_lite.operations.mechanics.acting.played import AttackRolled, Spent
from rpg_lite.operations.outcome import Draft, Rejected
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, Rider
from rpg_lite.rules.acts.plain_steps import DamageStep, StepModel
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing


@dataclass(frozen=True, slots=True)
class OwnRider:
    """A rider and the feature that gives it."""

    name: str
    rider: Rider
    tables: dict[str, int | float | str]


@dataclass(frozen=True, slots=True)
class Applied:
    """A rider that counts for this hit: the dice of its damage with their types, and its other steps."""

    own: OwnRider
    cast: Casting
    damage: tuple[tuple[str, str], ...]
    more: tuple[StepModel, ...]
    spent: tuple[Spent, ...] = ()


def riders_of(creature: Thing, book: Rulebook) -> Iterator[OwnRider]:
    """Every rider of the creature's features."""
    sheet = bearers.sheet(creature, book)
    for feature in sheet.feature_rules:
        tables = casting.table_values(feature, sheet)
        for rider in feature.riders:
            yield OwnRider(rider.name or feature.name, rider, tables)


def for_attacks(creature: Thing, weapon_tags: frozenset[str], book: Rulebook) -> list[OwnRider]:
    """The riders that may join an attack with a weapon of these properties."""
    return [own for own in riders_of(creature, book) if _fits(own.rider.rider, weapon_tags)]


def _fits(word: str, weapon_tags: frozenset[str]) -> bool:
    head, _, rest = word.partition(":")
    return head in ("attack", "hit") and (not rest or bool(weapon_tags & set(rest.split("|"))))


def unknown(wanted: Sequence[str], found: Sequence[OwnRider], table_words: frozenset[str]) -> Rejected | None:
    """A word of `with` that is neither a rider of the attacker nor something that the table sees."""
    known = {names.fold(own.name) for own in found}
    lost = next((w for w in wanted if names.fold(w) not in known and names.fold(w).replace(" ", "_") not in table_words), None)
    if lost is None:
        return None
    return Rejected("rider_unknown", "with", {"wanted": lost}, allowed=(*(own.name for own in found), *sorted(table_words)))


def apply(draft: Draft, attacker: Thing, target: Thing, own: OwnRider, wish: Wish, rolled: AttackRolled, weapon: str) -> Applied | str:
    """What the rider adds to this hit; the reason, where it does not count."""
    if own.rider.once and turn_economy.was_done(draft.world, attacker.id, own.name, own.rider.once):
        return f"already used this {own.rider.once}"
    act = Act.model_construct(name=own.name, steps=own.rider.steps, spend=own.rider.spend, cost="free")
    price = costs.price_of(draft, attacker, act, wish, free=False)
    if isinstance(price, Rejected):
        return costs.told(price)
    made = casting.made(draft.new_cast_id(), act, attacker, draft.world, draft.situation.book, wish, slot=price.slot, more=own.tables)
    p = Performance(draft, made, reader.play, [target.id])
    spot = Spot("rider", critical=rolled.critical, attack=rolled, weapon=weapon)
    if missing := next((w for w in own.rider.if_ if not holds(p, [w], target.id, spot)), None):
        return f"needs {missing.replace('|', ' or ').replace('_', ' ')}"
    spent = costs.pay(draft, attacker, price)
    if isinstance(spent, Rejected):
        return costs.told(spent)
    if own.rider.once:
        turn_economy.remember(draft, attacker.id, own.name)
    joined = [s for s in own.rider.steps if isinstance(s, DamageStep)]
    parts = [
        (dice, weapon if s.type == "weapon" else made.fill(s.type))
        for s in joined
        for dice in casting.scaled(s.damage, s.up, made, s.cantrip)
    ]
    return Applied(own, made, tuple(parts), tuple(s for s in own.rider.steps if not isinstance(s, DamageStep)), tuple(spent))


def play_rest(draft: Draft, target: Thing, applied: Applied, rolled: AttackRolled) -> Performance:
    """The other steps of a rider, after the blow."""
    p = Performance(draft, applied.cast, reader.play, [target.id])
    p.play(applied.more, [target.id], Spot("rider", critical=rolled.critical, attack=rolled))
    return p


def offers(
    draft: Draft, attacker: Thing, found: Sequence[OwnRider], rolled: AttackRolled, target: Thing, told: frozenset[str]
) -> list[str]:
    """The riders that the call did not name and that could join such an attack."""
    return [
        own.name
        for own in found
        if names.fold(own.name).replace(" ", "_") not in told
        and not (own.rider.once and turn_economy.was_done(draft.world, attacker.id, own.name, own.rider.once))
        and not ("not disadvantage" in own.rider.if_ and rolled.mode == "disadvantage")
    ]
