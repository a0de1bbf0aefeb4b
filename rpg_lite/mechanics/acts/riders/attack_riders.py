"""Riders: additions by features to an attack of their bearer, if the call names them in `with` (Sneak Attack, Stunning Strike)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Notice, Rejected
from rpg_lite.decision.shared_keys import told_words
from rpg_lite.mechanics.acts import costs, item_payments, wish_and_casting
from rpg_lite.mechanics.acts.act_in_play import Overplayed, Performance, Player, Spot
from rpg_lite.mechanics.acts.act_results import AttackRolled, Spent
from rpg_lite.mechanics.acts.costs import Price
from rpg_lite.mechanics.acts.steps.branch_steps import holds
from rpg_lite.mechanics.acts.wish_and_casting import Casting, Wish
from rpg_lite.mechanics.attack import ammunition
from rpg_lite.mechanics.creature.own_riders import OwnRider, of_ammunition, plays_by_itself, riders_of
from rpg_lite.mechanics.life import knocking_out
from rpg_lite.mechanics.space.facts import OF_SPACE
from rpg_lite.mechanics.turn import done_acts, movement
from rpg_lite.rules import formulas, names
from rpg_lite.rules.acts import if_needs_text
from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel, IfStep, Rider, SaveStep
from rpg_lite.rules.acts.plain_steps import SayStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.words import ALLY_NEAR, COVER_WORDS, CRITICAL, MOVED, NO_ALLY_NEAR, NO_COVER, TABLE_WORDS
from rpg_lite.rules.formulas import FormulaFault
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class Applied:
    """A rider that applies to this hit: the dice of its damage with their types, and its other steps. `due`: its price, if that is paid after the damage."""

    own: OwnRider
    cast: Casting
    damage: tuple[tuple[str, str], ...]
    more: tuple[StepModel, ...]
    spent: tuple[Spent, ...] = ()
    asks: frozenset[str] = frozenset()
    """Words of the table that a part of the rider depends on and that the call did not give."""
    due: Price | None = None


def key_of(name: str) -> str:
    """A name in the form that the words of `with` have."""
    return names.fold(name).replace(" ", "_")


def is_named(own: OwnRider, told: frozenset[str]) -> bool:
    return key_of(own.name) in told


def named(known: Sequence[OwnRider], told: frozenset[str]) -> list[OwnRider]:
    """The riders that join an attack: those that the call names and those that play by themselves."""
    return _without_mastery([own for own in known if is_named(own, told) or (plays_by_itself(own.rider) and not parent_of(own))])


def strange_words(told: Sequence[str], act: Act, world: World, creature: Thing, book: Rulebook) -> Rejected | None:
    """Refuse a word of `with` that is neither a rider of this creature nor something that the table sees; an act that adds to a hit also
    accepts the word for a critical hit.
    """
    places = OF_SPACE if movement.is_measured(world, creature.id) else frozenset[str]()
    seen = TABLE_WORDS | places | knocking_out.words_of(act) | ({CRITICAL} if act.adds_to_a_hit else frozenset())
    words = ammunition.other_words(told, world, creature, None, book)
    refused = unknown(words, list(riders_of(world, creature, book)), seen)
    return refused and (ammunition.absent(refused.details["wanted"], world, creature, None, book) or refused)


def for_attacks(
    world: World, creature: Thing, weapon: Thing | None, tags: frozenset[str], book: Rulebook, piece: Thing | None = None
) -> list[OwnRider]:  # fmt: skip
    """The riders that may join an attack with this weapon, this piece of ammunition and these properties, and the riders that change one of
    them (SRD 5.2, Cunning Strike).
    """
    every = [own for own in riders_of(world, creature, book) if own.weapon is None or (weapon and own.weapon == weapon.id)]
    every += of_ammunition(creature, piece, book) if piece else ()
    found = [own for own in every if _fits(own.rider.rider, tags)]
    joining = {names.fold(own.name) for own in found}
    return [*found, *(own for own in every if parent_of(own) in joining)]


def parent_of(own: OwnRider) -> str | None:
    """The name of the act or rider that this rider changes."""
    head, _, rest = own.rider.rider.partition(":")
    return names.fold(rest) if head == "act" else None


def _fits(word: str, weapon_tags: frozenset[str]) -> bool:
    head, _, rest = word.partition(":")
    return head in ("attack", "hit") and (not rest or bool(weapon_tags & set(rest.split("|"))))


MISSPELT: Final = 80
"""The percentage of letters that a misspelt rider shares with the name of the rider that is meant."""


_OPPOSITES: Final = ((ALLY_NEAR, NO_ALLY_NEAR), *((word, NO_COVER) for word in COVER_WORDS))
"""Words of which each denies the other."""


def unknown(wanted: Sequence[str], found: Sequence[OwnRider], table_words: frozenset[str]) -> Rejected | None:
    """Refuse a word of `with` that is neither a rider of the attacker nor something that the table sees, and two words that deny each other.

    Refuses: words_contradict.
    """
    said = told_words(wanted)
    for word, other in _OPPOSITES:
        if word in said and other in said:
            return Rejected("words_contradict", "with", {"wanted": word, "other": other})
    known = {names.fold(own.name) for own in found}
    lost = next(
        (w for w in wanted if names.fold(w) not in known and not any(_is_seen(told, table_words) for told in told_words([w]))), None
    )
    if lost is None:
        return None
    riders = tuple(own.name for own in found)
    near = tuple(filter(None, [names.option_meant(lost, riders)])) or tuple(names.misspelt(lost, riders, MISSPELT)[:1])
    return Rejected("rider_unknown", "with", {"wanted": lost}, near, allowed=(*riders, *sorted(table_words)))


def _is_seen(word: str, table_words: frozenset[str]) -> bool:
    """Whether this is a word of the table; "moved_20" is one, too."""
    return word in table_words or MOVED.fullmatch(word) is not None


@dataclass(frozen=True, slots=True)
class Blow:
    """A hit that riders may join: both sides, the roll, the damage type of the weapon, and the wishes of the call."""

    attacker: Thing
    target: Thing
    rolled: AttackRolled
    weapon: str
    wish: Wish
    modifier: int = 0
    """The ability modifier of the attack roll."""


def join_hit(draft: Draft, blow: Blow, joining: Sequence[OwnRider], player: Player) -> list[Applied]:
    """The riders that apply to this hit, each before the riders that change it; notes say why the others do not apply."""
    found: list[Applied] = []
    for own in sorted(joining, key=lambda one: parent_of(one) is not None):
        one = _one_joined(draft, blow, own, joining, found, player)
        if isinstance(one, Applied):
            found.append(one)
        elif _is_missed(own, blow) and (told := Notice("rider_not_applied", {"name": own.called, "why": one})) not in draft.notes:
            draft.notes.append(told)
    return found


def _is_missed(own: OwnRider, blow: Blow) -> bool:
    """Whether the table expects the rider because the call names it. A rider that would play by itself but does not fit is not reported."""
    return is_named(own, blow.wish.told) or not plays_by_itself(own.rider)


def _one_joined(
    draft: Draft, blow: Blow, own: OwnRider, joining: Sequence[OwnRider], found: Sequence[Applied], player: Player
) -> Applied | str:
    parent = parent_of(own)
    if parent and all(names.fold(one.own.name) != parent for one in found):
        return f"needs {own.rider.rider.partition(':')[2]}"
    if why := _too_many(draft, blow, parent, found):
        return why
    kept = [one for one in joining if one is own or not _unmet(draft, blow, one, player)]
    return _apply(draft, blow, own, _given_up(own, kept), player)


def _given_up(own: OwnRider, joining: Sequence[OwnRider]) -> int:
    """The dice given up by the riders that change this one (SRD 5.2, Cunning Strike); those beyond its `most` do not join."""
    changing = [one for one in joining if parent_of(one) == names.fold(own.name)]
    if changing and "most" in own.rider.set:
        changing = changing[: int(formulas.value(str(own.rider.set["most"]), own.tables))]
    return -sum(int(one.rider.set.get("dice", 0)) for one in changing)


def _unmet(draft: Draft, blow: Blow, own: OwnRider, player: Player) -> str | None:
    """The condition of the rider that does not hold for this hit, so that the rider neither plays nor takes dice from another one."""
    if not own.rider.if_:
        return None
    act = Act.model_construct(name=own.told, steps=(), spend=None, cost="free")
    made = wish_and_casting.make_casting(
        "", act, blow.attacker, draft.world, draft.situation.book, blow.wish, more={**own.tables, "attack_mod": blow.modifier}
    )
    spot = Spot("rider", critical=blow.rolled.critical, struck=blow.target.id, attack=blow.rolled, weapon=blow.weapon)
    p = Performance(draft, made, player, [blow.target.id])
    return next((w for w in own.rider.if_ if not holds(p, [w], blow.target.id, spot)), None)


def _too_many(draft: Draft, blow: Blow, parent: str | None, found: Sequence[Applied]) -> str | None:
    """The reason, if any, why the changed rider takes no further change (SRD 5.2, Brutal Strike, Cunning Strike)."""
    changed = next((one for one in found if parent and names.fold(one.own.name) == parent and "most" in one.own.rider.set), None)
    if changed is None:
        return None
    most = changed.cast.number(str(changed.own.rider.set["most"]))
    return f"{changed.own.name} takes at most {most}" if sum(parent_of(one.own) == parent for one in found) >= most else None


def _apply(draft: Draft, blow: Blow, own: OwnRider, fewer: int, player: Player) -> Applied | str:
    """The damage and dice that the rider adds to this hit, with `fewer` dice left out; or the reason why it does not apply."""
    if own.rider.once and done_acts.was_done(draft.world, blow.attacker.id, own.once_key, own.rider.once):
        return f"already used this {own.rider.once}"
    try:
        return _join(draft, blow, own, fewer, player)
    except FormulaFault as fault:
        return str(fault)


def _join(draft: Draft, blow: Blow, own: OwnRider, fewer: int, player: Player) -> Applied | str:
    """The rider once its price is paid. Raises FormulaFault."""
    attacker, target, rolled, weapon, wish = blow.attacker, blow.target, blow.rolled, blow.weapon, blow.wish
    owed = item_payments.of_rider(draft.world, own, draft.situation.book)
    if owed and owed.why_not:
        return owed.why_not
    act = Act.model_construct(name=own.told, steps=own.rider.steps, spend=None if owed else own.rider.spend, cost="free")
    price = costs.price_of(draft, attacker, act, wish, free=False)
    if isinstance(price, Rejected):
        return costs.tell_reason(price)
    made = wish_and_casting.make_casting(
        draft.new_cast_id(), act, attacker, draft.world, draft.situation.book, wish, slot=price.slot,
        more={
            **own.tables,
            **item_payments.charges_now(draft.world, own.item, draft.situation.book),
            "attack_mod": blow.modifier,
        },
    )  # fmt: skip
    made = replace(made, item=own.item)
    p = Performance(draft, made, player, [target.id])
    spot = Spot("rider", critical=rolled.critical, struck=target.id, attack=rolled, weapon=weapon)
    if missing := next((w for w in own.rider.if_ if not holds(p, [w], target.id, spot)), None):
        return f"needs {if_needs_text.say(missing)}"
    joined, rest = _split(p, own.rider.steps, target.id, spot)
    parts = [
        (wish_and_casting.fewer(dice, fewer), weapon if s.type == "weapon" else made.fill(s.type))
        for s in joined
        for dice in wish_and_casting.scale_dice(s.damage, s.up, made, s.cantrip)
    ]
    if why := _changes_nothing(draft.stats(target), target, joined, rest):
        return why
    asks = frozenset(p.asked) - wish.told
    if not owed and not joined and _is_of_the_living(rest):
        return Applied(own, made, (), tuple(rest), asks=asks, due=price)
    spent = costs.pay(draft, attacker, price)
    if isinstance(spent, Rejected):
        return costs.tell_reason(spent)
    from_item = tuple(item_payments.pay(draft, owed)) if owed else ()
    if own.rider.once:
        done_acts.remember(draft, attacker.id, own.once_key)
    return Applied(own, made, tuple(parts), tuple(rest), (*spent, *from_item), asks)


def _is_of_the_living(rest: Sequence[StepModel]) -> bool:
    """Whether all that these steps do is to whoever was struck, so that it is too late once that one has died."""
    return any(isinstance(step, ApplyStep | SaveStep) for step in rest) and all(isinstance(step, ApplyStep | SaveStep | SayStep) for step in rest)


def _changes_nothing(stats: EffectiveStats, target: Thing, joined: Sequence[DamageStep], rest: Sequence[StepModel]) -> str | None:
    """Why a rider that only brings conditions changes nothing: the target has all of them (SRD 5.2, Hill's Tumble on somebody prone)."""
    given = [step.apply for step in rest if isinstance(step, ApplyStep) and isinstance(step.apply, EffectModel) and not step.on_end]
    if joined or not rest or len(given) < len(rest) or any(one != EffectModel(conditions=one.conditions) for one in given):
        return None
    conditions = [name for one in given for name in one.conditions]
    return f"{target.name} is {' and '.join(conditions)} already" if conditions and stats.conditions_active.keys() >= {*conditions} else None


def pay_after(draft: Draft, attacker: Thing, target: Thing, applied: Sequence[Applied]) -> list[Applied]:
    """The riders that play on after the damage, with the prices of those paid that only do something to whoever was struck; one who has died of the hit
    costs none of them.
    """
    is_dead = thing_stats.is_dead(draft.world.things[target.id])
    found = list[Applied]()
    for one in applied:
        spent = one.spent if one.due is None or is_dead else costs.pay(draft, attacker, one.due)
        if isinstance(spent, Rejected) or (one.due is not None and is_dead):
            why = costs.tell_reason(spent) if isinstance(spent, Rejected) else f"{target.name} is dead"
            if is_named(one.own, one.cast.wish.told):
                draft.note("rider_not_applied", name=one.own.called, why=why)
            continue
        if one.due is not None and one.own.rider.once:
            done_acts.remember(draft, attacker.id, one.own.once_key)
        found.append(replace(one, spent=tuple(spent), due=None))
    return found


def _split(p: Performance, steps: Sequence[StepModel], target: str, spot: Spot) -> tuple[list[DamageStep], list[StepModel]]:
    """The damage that joins the blow, including damage under an `if` that holds, and the steps that play after it."""
    joined: list[DamageStep] = []
    rest: list[StepModel] = []
    for step in steps:
        if isinstance(step, DamageStep):
            joined.append(step)
        elif isinstance(step, IfStep) and all(isinstance(s, DamageStep) for s in (*step.then, *step.else_)):
            part = step.then if holds(p, step.if_, target, spot) else step.else_
            joined += [s for s in part if isinstance(s, DamageStep)]
        else:
            rest.append(step)
    return joined, rest


def play_rest(draft: Draft, target: Thing, applied: Applied, rolled: AttackRolled, player: Player, taken: int) -> Performance:
    """Play the other steps of a rider, after the blow. `taken`: the points of damage that the blow dealt."""
    p = Performance(draft, applied.cast, player, [target.id])
    p.happened_taken = taken  # until a step of the rider deals damage of its own
    try:
        p.play(
            applied.more, [target.id], Spot(f"rider_{key_of(applied.own.name)}", critical=rolled.critical, struck=target.id, attack=rolled)
        )
    except (FormulaFault, Overplayed) as fault:
        draft.note("trigger_failed", name=applied.own.called, why=str(fault) or "it runs in a circle")
    return p


ADVANTAGE: Final = "advantage"
MODIFIER: Final = "modifier"
MASTERY: Final = "mastery"


def forgoes(joining: Sequence[OwnRider], what: str) -> bool:
    """Whether a rider gives up the advantage of the attack roll (SRD 5.2, Brutal Strike), the ability modifier of its damage (SRD 5.2,
    Cleave), or the weapon's own mastery property (SRD 5.2, Tactical Master).
    """
    return any(own.rider.set.get("forgo") == what for own in joining)


def _without_mastery(joining: Sequence[OwnRider]) -> list[OwnRider]:
    """The riders without those of the weapon's own mastery property, if another property takes its place."""
    replaced = forgoes(joining, MASTERY)
    return [own for own in joining if not (replaced and is_of_mastery(own.rider))]


def is_of_mastery(rider: Rider) -> bool:
    """Whether the rider is a mastery property, which only weapons of that property have (SRD 5.2, Mastery Properties)."""
    return rider.rider.startswith("hit:mastery_")
