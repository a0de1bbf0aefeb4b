"""The riders that join an act when it is played: those that play by themselves, those that the call names, and those that are offered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import costs, free_cast_fits, spells_of_a_turn
from rpg_lite.mechanics.acts.act_in_play import Performance, Player, Spot
from rpg_lite.mechanics.acts.costs import Price
from rpg_lite.mechanics.acts.riders import overrides
from rpg_lite.mechanics.acts.riders.attack_riders import is_named, key_of
from rpg_lite.mechanics.acts.riders.overrides import Setting
from rpg_lite.mechanics.acts.riders.rider_roll_changes import NO_CHANGES
from rpg_lite.mechanics.acts.steps import branch_steps
from rpg_lite.mechanics.acts.wish_and_casting import Casting
from rpg_lite.mechanics.creature.own_riders import OwnRider, plays_by_itself, riders_of
from rpg_lite.mechanics.turn import done_acts, ledger
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts import if_needs_text
from rpg_lite.rules.acts.act import Act, ChooseStep, Spell
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

ONE_OF: Final = "oneOf"
"""The key of riders that are options of one kind, of which a spell takes only one."""
TARGETS: Final = "targets"
"""The key of riders that let a spell for one target reach more (SRD 5.1, Twinned Spell)."""
RANGES: Final = frozenset(("range", "farther", "touch"))
"""The keys of riders that change how far an act goes."""
ALONE: Final = "alone"
"""The key of riders after which a turn has no other spell of level 1 or higher, nor before (SRD 5.2, Quickened Spell)."""
SPARED: Final = "spared"
"""The key of riders that spare some of the targets."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The playing with its riders: their changes, their costs, the steps to play afterwards, and the riders that the call may add."""

    cast: Casting
    prices: tuple[Price, ...] = ()
    after: tuple[OwnRider, ...] = ()
    says: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    remembered: tuple[str, ...] = ()
    alone: bool = False


def for_act(creature: Thing, act: Act, draft: Draft) -> list[OwnRider]:
    """The riders of the creature that go with this act."""
    return [own for own in riders_of(draft.world, creature, draft.situation.book) if goes_with(own.rider.rider, act)]


def goes_with(word: str, act: Act) -> bool:
    head, _, rest = word.partition(":")
    match head:
        case "cast" | "miss":
            return isinstance(act, Spell)
        case "school":
            return isinstance(act, Spell) and act.school == rest
        case "act":
            return names.fold(rest) == names.fold(act.name)
    return False


def join(draft: Draft, caster: Thing, cast: Casting, targets: Sequence[Thing], player: Player) -> Joined | Rejected:
    """The playing as its riders change it. A rider that does not fit costs nothing and is noted. Refuse if a rider cannot be paid for, or
    if the call names more options of one kind than a spell allows.
    """
    joined = Joined(cast)
    found = for_act(caster, cast.act, draft)
    if refusal := _too_many_options(draft, caster, cast, found):
        return refusal
    for own in found:
        if not (plays_by_itself(own.rider) or is_chosen(own, cast)):
            joined = replace(joined, offers=(*joined.offers, *_offer_riders(draft, caster, own, cast, targets, player)))
            continue
        one = _joined_by(draft, caster, joined, own, targets, player)
        if isinstance(one, Rejected):
            return one
        joined = one
    _note_strangers(draft, caster, found, cast)
    if overrides.named_to_spare(cast.wish.choice) and not joined.cast.changes.spared and "spared" not in cast.act.choices:
        if cast.filled is None:
            draft.note("rider_not_applied", name="spare", why="no rider that is named spares anybody")
        elif not any(SPARED in own.rider.set and is_named(own, cast.wish.told) for own in found):
            draft.note("rider_not_applied", name="spare", why="nobody whom it names is caught")
    return joined


def reaching(draft: Draft, caster: Thing, cast: Casting, targets: Sequence[Thing], player: Player) -> Casting:
    """The playing with the riders alone that change how far the act goes (SRD, Distant Spell)."""
    for own in for_act(caster, cast.act, draft):
        if not RANGES.isdisjoint(own.rider.set) and (plays_by_itself(own.rider) or is_chosen(own, cast)):
            joined = _joined_by(draft, caster, Joined(cast), own, targets, player)
            cast = cast if isinstance(joined, Rejected) else joined.cast
    return cast


def is_chosen(own: OwnRider, cast: Casting) -> bool:
    """Whether the call names the rider or one of its options."""
    steps = (s for s in own.rider.steps if isinstance(s, ChooseStep))
    if SPARED in own.rider.set and not own.rider.spend and overrides.named_to_spare(cast.wish.choice):
        return True
    return is_named(own, cast.wish.told) or any(branch_steps.find_choice(s, cast.wish.choice) for s in steps)


def _joined_by(draft: Draft, caster: Thing, joined: Joined, own: OwnRider, targets: Sequence[Thing], player: Player) -> Joined | Rejected:
    if own.rider.once and done_acts.was_done(draft.world, caster.id, own.once_key, own.rider.once):
        return _without(draft, joined, own, f"already used this {own.rider.once}")
    cast = replace(joined.cast, values={**joined.cast.values, **own.tables})
    if own.rider.set and (missing := _missing(draft, own, cast, caster, player)):
        return _without(draft, joined, own, missing)
    setting = overrides.read(Setting(cast, own.rider, own.told, targets, cast.changes or NO_CHANGES))
    if setting.refused:
        return setting.refused
    if setting.why_not:
        return _without(draft, joined, own, setting.why_not)
    if TARGETS in own.rider.set and own.rider.spend and len(targets) < 2:
        return _without(draft, joined, own, "no second target is named")
    price = _price(draft, caster, own, cast)
    if isinstance(price, Rejected):
        return price
    plays_after = bool(own.rider.steps) and "at" not in own.rider.set
    return Joined(
        replace(setting.cast, changes=setting.changes), (*joined.prices, price), (*joined.after, own) if plays_after else joined.after,
        (*joined.says, *setting.says), joined.offers, (*joined.remembered, own.once_key) if own.rider.once else joined.remembered,
        joined.alone or ALONE in own.rider.set,
    )  # fmt: skip


def _too_many_options(draft: Draft, caster: Thing, cast: Casting, found: Sequence[OwnRider]) -> Rejected | None:
    """Refuse more options of a kind than go with one spell (SRD, Metamagic; 5.2, Sorcery Incarnate)."""
    named = [(str(own.rider.set[ONE_OF]), own.name) for own in found if ONE_OF in own.rider.set and is_named(own, cast.wish.told)]
    for kind in dict.fromkeys(kind for kind, _ in named):
        options = tuple(name for of, name in named if of == kind)
        most = _most_options(draft, caster, kind)
        if len(options) > most:
            details = {"act": cast.act.name, "kind": kind, "most": most, "count": len(options)}
            return Rejected("options_too_many", "with", details, allowed=options)
    return None


def _without(draft: Draft, joined: Joined, own: OwnRider, why: str) -> Joined:
    """The playing without a rider; if the call asked for the rider, a note gives the reason."""
    if is_named(own, joined.cast.wish.told):
        draft.note("rider_not_applied", name=own.called, why=why)
    return joined


def _missing(draft: Draft, own: OwnRider, cast: Casting, caster: Thing, player: Player) -> str | None:
    p = Performance(draft, cast, player, [caster.id])
    word = next((w for w in own.rider.if_ if not branch_steps.holds(p, [w], caster.id, Spot("rider"))), None)
    return f"needs {if_needs_text.say(word)}" if word else None


def _price(draft: Draft, caster: Thing, own: OwnRider, cast: Casting) -> Price | Rejected:
    """The rider's own price; the price of rolling again after a miss is paid only after a miss."""
    if own.rider.rider == "miss" or not own.rider.spend:
        return Price()
    act = Act.model_construct(name=own.told, steps=(), spend=own.rider.spend, cost="free")
    return costs.price_of(draft, caster, act, cast.wish, free=False, slot=cast.slot)


def _offer_riders(
    draft: Draft, caster: Thing, own: OwnRider, cast: Casting, targets: Sequence[Thing], player: Player
) -> Iterator[str]:  # fmt: skip
    """Offer the name of a rider that the call did not name, if it would apply here and the creature can pay for it."""
    if _is_taken(draft, caster, own, cast) or (own.rider.set and not _would_count(draft, caster, own, cast, targets, player)):
        return
    was_done = own.rider.once and done_acts.was_done(draft.world, caster.id, own.once_key, own.rider.once)
    if not was_done and _has_its_action(draft, caster, own) and costs.can_pay(draft, caster, _price(draft, caster, own, cast)):
        yield own.name


def _has_its_action(draft: Draft, caster: Thing, own: OwnRider) -> bool:
    """Whether the creature still has the bonus action that the act takes with this rider (SRD, Quickened Spell)."""
    left = ledger.left(draft.world, caster.id, draft.situation.book)
    if ALONE in own.rider.set and spells_of_a_turn.cast_leveled(draft, caster.id):
        return False
    return own.rider.set.get("cost") != "bonus" or left is None or left.bonus


def _is_taken(draft: Draft, caster: Thing, own: OwnRider, cast: Casting) -> bool:
    """Whether the call names as many options of this kind as go with one spell."""
    kind = own.rider.set.get(ONE_OF)
    rivals = for_act(caster, cast.act, draft) if kind is not None else ()
    named = sum(one.rider.set.get(ONE_OF) == kind and is_named(one, cast.wish.told) for one in rivals)
    return named > 0 and named >= _most_options(draft, caster, str(kind))


def _most_options(draft: Draft, caster: Thing, kind: str) -> int:
    flags = thing_stats.stats_of(draft.world, caster, draft.situation.book).flags
    return 2 if f"{creature_flags.TWO_OPTIONS}{kind}" in flags else 1


def _would_count(draft: Draft, caster: Thing, own: OwnRider, cast: Casting, targets: Sequence[Thing], player: Player) -> bool:
    if free_cast_fits.PAYS in own.rider.set:
        sheet = thing_stats.sheet(caster, draft.situation.book)
        pays = bool(cast.act.spends) and isinstance(cast.act, Spell)  # a spell that costs nothing needs no other payment
        return pays and isinstance(cast.act, Spell) and free_cast_fits.why_not(own, cast.act, sheet, draft.situation.book) is None
    cast = replace(cast, values={**cast.values, **own.tables})
    if _missing(draft, own, cast, caster, player):
        return False
    return overrides.read(Setting(cast, own.rider, own.told, targets, cast.changes or NO_CHANGES)).why_not is None


def _note_strangers(draft: Draft, caster: Thing, found: Sequence[OwnRider], cast: Casting) -> None:
    """Note a rider that the call names although it only goes with other acts."""
    fits = {key_of(own.name) for own in found}
    for own in riders_of(draft.world, caster, draft.situation.book):
        if is_named(own, cast.wish.told) and key_of(own.name) not in fits and own.rider.rider.partition(":")[0] not in ("attack", "hit"):
            draft.note("rider_not_applied", name=own.called, why=f"does not go with {cast.act.name}")


def play_after(p: Performance, riders: Sequence[OwnRider], targets: Sequence[str]) -> None:
    """Play the steps of riders after those of the act, for those targets for which the rider's words hold."""
    before = p.cast
    reached = list(dict.fromkeys(targets)) or [p.cast.by]
    for own in riders:
        act = Act.model_construct(name=own.told, steps=own.rider.steps)
        p.cast, p.added = replace(before, changes=NO_CHANGES, values={**before.values, **own.tables}), 0
        spot = Spot(f"rider_{key_of(own.name)}")
        if holding := [t for t in reached if branch_steps.holds(p, own.rider.if_, t, spot)]:
            p.cast = replace(p.cast, act=act, base=None)
            for n, reached_now in enumerate(_turns_of(p, own, [t for t in holding if t in targets])):
                p.play(own.rider.steps, reached_now, spot.at(f"shot{n}") if own.rider.each else spot)
        p.cast = before


def _turns_of(p: Performance, own: OwnRider, targets: Sequence[str]) -> Iterator[Sequence[str]]:
    """The targets for each playing of the rider's steps: all targets once, or each target alone for every hit on it."""
    if own.rider.each is None:
        yield targets
        return
    for target in targets:
        yield from [[target]] * p.hits(target)
