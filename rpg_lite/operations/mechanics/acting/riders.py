"""Riders: what features add to an attack of their bearer, when the call names them in `with` (Sneak Attack, Stunning Strike)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rpg_lite.operations.mechanics import turn_economy
from rpg_lite.operations.mechanics.acting import casting, costs, reader
from rpg_lite.operations.mechanics.acting.branching import holds
from rpg_lite.operations.mechanics.acting.casting import Casting, Wish
from rpg_lite.operations.mechanics.acting.performance import Overplayed, Performance, Spot
from rpg_lite.operations.mechanics.acting.played import AttackRolled, Spent
from rpg_lite.operations.mechanics.acting.riders_of import OwnRider, riders_of
from rpg_lite.operations.outcome import Draft, Rejected
from rpg_lite.rules import formulas, names
from rpg_lite.rules.acts.act import Act, ChooseStep, Rider
from rpg_lite.rules.acts.plain_steps import DamageStep, StepModel
from rpg_lite.rules.acts.words import MOVED, TABLE_WORDS
from rpg_lite.rules.formulas import FormulaFault
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing, World


@dataclass(frozen=True, slots=True)
class Applied:
    """A rider that counts for this hit: the dice of its damage with their types, and its other steps."""

    own: OwnRider
    cast: Casting
    damage: tuple[tuple[str, str], ...]
    more: tuple[StepModel, ...]
    spent: tuple[Spent, ...] = ()


def key_of(name: str) -> str:
    """A name as the words of `with` have it."""
    return names.fold(name).replace(" ", "_")


def is_named(own: OwnRider, told: frozenset[str]) -> bool:
    return key_of(own.name) in told


def plays_by_itself(rider: Rider) -> bool:
    """Whether nobody chooses: it costs nothing, has no limit, gives nothing up and asks for no option."""
    is_chosen = rider.spend or rider.once or rider.set.keys() & {"dice", "cost", "spared"} or not rider.auto
    return not is_chosen and not any(isinstance(s, ChooseStep) for s in rider.steps)


def strange_words(told: Sequence[str], world: World, creature: Thing, book: Rulebook) -> Rejected | None:
    """A word of `with` that is neither a rider of this creature nor something that the table sees."""
    return unknown(told, list(riders_of(world, creature, book)), TABLE_WORDS)


def for_attacks(world: World, creature: Thing, weapon: Thing | None, tags: frozenset[str], book: Rulebook) -> list[OwnRider]:
    """The riders that may join an attack with this weapon of these properties, and those that change one of them (SRD 5.2, Cunning Strike)."""
    every = [own for own in riders_of(world, creature, book) if own.weapon is None or (weapon and own.weapon == weapon.id)]
    found = [own for own in every if _fits(own.rider.rider, tags)]
    joining = {names.fold(own.name) for own in found}
    return [*found, *(own for own in every if parent_of(own) in joining)]


def parent_of(own: OwnRider) -> str | None:
    """The name of the act or rider that it changes."""
    head, _, rest = own.rider.rider.partition(":")
    return names.fold(rest) if head == "act" else None


def _fits(word: str, weapon_tags: frozenset[str]) -> bool:
    head, _, rest = word.partition(":")
    return head in ("attack", "hit") and (not rest or bool(weapon_tags & set(rest.split("|"))))


def unknown(wanted: Sequence[str], found: Sequence[OwnRider], table_words: frozenset[str]) -> Rejected | None:
    """A word of `with` that is neither a rider of the attacker nor something that the table sees."""
    known = {names.fold(own.name) for own in found}
    lost = next((w for w in wanted if names.fold(w) not in known and not _is_seen(key_of(w), table_words)), None)
    if lost is None:
        return None
    return Rejected("rider_unknown", "with", {"wanted": lost}, allowed=(*(own.name for own in found), *sorted(table_words)))


def _is_seen(word: str, table_words: frozenset[str]) -> bool:
    """A word of the table, "moved_20" too."""
    return word in table_words or MOVED.fullmatch(word) is not None


def apply(
    draft: Draft, attacker: Thing, target: Thing, own: OwnRider, wish: Wish, rolled: AttackRolled, weapon: str, fewer: int = 0
) -> Applied | str:
    """The damage and dice that the rider adds to this hit, with so many dice fewer; the reason, where it does not count."""
    if own.rider.once and turn_economy.was_done(draft.world, attacker.id, own.name, own.rider.once):
        return f"already used this {own.rider.once}"
    try:
        return _joined(draft, attacker, target, own, wish, rolled, weapon, fewer)
    except FormulaFault as fault:
        return str(fault)


def _joined(
    draft: Draft, attacker: Thing, target: Thing, own: OwnRider, wish: Wish, rolled: AttackRolled, weapon: str, fewer: int
) -> Applied | str:  # fmt: skip
    """The rider at its price. Raises FormulaFault."""
    act = Act.model_construct(name=own.told, steps=own.rider.steps, spend=own.rider.spend, cost="free")
    price = costs.price_of(draft, attacker, act, wish, free=False)
    if isinstance(price, Rejected):
        return costs.told(price)
    made = casting.made(draft.new_cast_id(), act, attacker, draft.world, draft.situation.book, wish, slot=price.slot, more=own.tables)
    p = Performance(draft, made, reader.play, [target.id])
    spot = Spot("rider", critical=rolled.critical, attack=rolled, weapon=weapon)
    if missing := next((w for w in own.rider.if_ if not holds(p, [w], target.id, spot)), None):
        return f"needs {missing.replace('|', ' or ').replace('_', ' ')}"
    joined = [s for s in own.rider.steps if isinstance(s, DamageStep)]
    parts = [
        (casting.fewer(dice, fewer), weapon if s.type == "weapon" else made.fill(s.type))
        for s in joined
        for dice in casting.scaled(s.damage, s.up, made, s.cantrip)
    ]
    spent = costs.pay(draft, attacker, price)
    if isinstance(spent, Rejected):
        return costs.told(spent)
    if own.rider.once:
        turn_economy.remember(draft, attacker.id, own.name)
    return Applied(own, made, tuple(parts), tuple(s for s in own.rider.steps if not isinstance(s, DamageStep)), tuple(spent))


def play_rest(draft: Draft, target: Thing, applied: Applied, rolled: AttackRolled) -> Performance:
    """The other steps of a rider, after the blow."""
    p = Performance(draft, applied.cast, reader.play, [target.id])
    try:
        p.play(applied.more, [target.id], Spot(f"rider_{key_of(applied.own.name)}", critical=rolled.critical, attack=rolled))
    except (FormulaFault, Overplayed) as fault:
        draft.note("trigger_failed", name=applied.own.called, why=str(fault) or "it runs in a circle")
    return p


def offers(draft: Draft, attacker: Thing, found: Sequence[OwnRider], rolled: AttackRolled, told: frozenset[str]) -> tuple[str, ...]:
    """The riders that the call did not name and that could join such a hit: "Sneak Attack (3d6)"."""
    return tuple(_with_dice(draft, attacker, own) for own in found if _may_join(draft, attacker, own, rolled, told))


def _may_join(draft: Draft, attacker: Thing, own: OwnRider, rolled: AttackRolled, told: frozenset[str]) -> bool:
    parent = parent_of(own)
    if is_named(own, told) or plays_by_itself(own.rider) or (parent and key_of(parent) not in told):
        return False
    if own.rider.once and turn_economy.was_done(draft.world, attacker.id, own.name, own.rider.once):
        return False
    act = Act.model_construct(name=own.told, steps=(), spend=own.rider.spend, cost="free")
    can_pay = not isinstance(costs.price_of(draft, attacker, act, Wish(), free=not own.rider.spend), Rejected)
    return can_pay and not ("not disadvantage" in own.rider.if_ and rolled.mode == "disadvantage")


def _with_dice(draft: Draft, attacker: Thing, own: OwnRider) -> str:
    """Its name and the dice that need no slot."""
    stats = bearers.stats_of(draft.world, attacker, draft.situation.book)
    values = {**casting.values_of(attacker, stats, draft.situation.book), **own.tables}
    dice = [s.damage for s in own.rider.steps if isinstance(s, DamageStep) and "slot" not in s.damage]
    try:
        return f"{own.name} ({' + '.join(formulas.fill(text, values) for text in dice)})" if dice else own.name
    except FormulaFault:
        return own.name
