"""The stages of playing an act before anything is paid: what is meant, what it costs, what joins it, and what can be wrong."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.acts import (
    act_reaches,
    act_requirements,
    already_active,
    choice_meaning,
    choice_targets,
    components,
    costs,
    hiding_places,
    natural_targets,
    needless_healing,
    nested_act_lookup,
    readied_spell,
    steed_spells,
    step_dispatch,
    target_requirements,
    wish_and_casting,
)
from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.acts.play_notebook import Playing, slot_answered
from rpg_lite.mechanics.acts.riders import act_riders
from rpg_lite.mechanics.acts.steps import becoming
from rpg_lite.mechanics.acts.wish_and_casting import Casting, Wish
from rpg_lite.mechanics.attack import total_cover
from rpg_lite.mechanics.space import sides
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.challenge_rating_limits import with_creatures
from rpg_lite.rules.spell_slots import is_of_slots
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


def understand(p: Playing) -> Rejected | None:
    """Read the words of the call as choices, and aim an act that names nobody at its caster if it is for oneself."""
    book = p.draft.situation.book
    p.act = with_creatures(p.act, book)
    p.wish = choice_meaning.understood(p.act, p.wish, book, thing_stats.sheet(p.caster, book).acts)
    if p.act.includes_self and all(one.id != p.caster.id for one in p.targets):
        p.targets = [p.caster, *p.targets]
    if not p.targets and p.numbers.cast is None and natural_targets.is_for_oneself(p.act):
        p.targets = [p.caster]
        p.draft.note("for_oneself", name=Called(p.caster.id))
    if not p.targets and (held := natural_targets.held_one(p.draft, p.caster, p.act)):
        p.targets = [held]
    chosen = target_requirements.named_choices(p.act, {**p.wish.choice, **_by_default(p.draft, p.act, p.wish)})
    p.wish = replace(p.wish, choice=chosen)
    return None


def refuse_again(p: Playing) -> Rejected | None:
    """Refuse what was done in this turn, or what lies already, unless the game master forces it."""
    return None if p.wish.force else _done_already(p.draft, p.caster, p.act) or already_active.refuse(p.caster, p.act, p.wish)


def price(p: Playing) -> Rejected | None:
    """Find the slot and the resources; an act that is played even if nothing is left costs nothing then."""
    wish, numbers = p.wish, p.numbers
    found = costs.price_of(p.draft, p.caster, p.act, wish, numbers.free, numbers.slot)
    if isinstance(found, Rejected) and numbers.forced:
        found = costs.price_of(p.draft, p.caster, p.act, wish, True, costs.level_asked(p.act, wish))
    if isinstance(found, Rejected):
        return found
    p.price = found
    return None


def number(p: Playing) -> Rejected | None:
    """Make the casting: DC, bonus, level and dice from the caster, the slot and the source of the act."""
    draft, numbers, book = p.draft, p.numbers, p.draft.situation.book
    paid = {"spent": numbers.spent} if p.is_of_item else p.price.values
    more = {"count": len(p.targets) or 1, **numbers.values, **slot_answered(draft.situation), **paid, **numbers.of_level}
    cast = wish_and_casting.make_casting(
        numbers.cast or draft.new_cast_id(), p.act, p.caster, draft.world, book, p.wish, slot=p.price.slot, own=numbers.own,
        dc=numbers.dc, attack=numbers.attack, mod=numbers.mod, ability=numbers.ability, more=more, of=numbers.of,
    )  # fmt: skip
    cast = choice_meaning.with_part(cast, book, bool(p.targets))
    p.wish = cast.wish
    p.cast = replace(
        cast, spent_slot=next(filter(is_of_slots, p.price.what), None), item=numbers.item, cause=numbers.cause, look=numbers.look
    )
    return None


def join(p: Playing) -> Rejected | None:
    """Let riders change the act, its price and its targets, and share its darts or rays among these."""
    joined = act_riders.join(p.draft, p.caster, p.cast, _known(p), step_dispatch.play)
    if isinstance(joined, Rejected):
        return joined
    p.joined = joined
    p.targets, p.cast = target_requirements.by_shares(joined.cast, p.targets)
    return None


def aim(p: Playing) -> Rejected | None:
    """Refuse choices, targets, place, time, needs, components and waste that do not fit; leave out strangers whom it cannot affect."""
    p.targets, reached = steed_spells.with_steed(p.draft, p.caster, p.act, p.targets)
    whom = [one.id for one in reached] or ([p.caster.id] if p.act.targets == "self" else [])
    vain = _in_vain(p)
    if isinstance(vain, Rejected):
        return vain
    p.whom = [id for id in whom if id not in vain]
    p.is_vain = bool(vain) and not p.whom
    return None


_OF_WHAT_IT_IS: Final = frozenset(("target_unfit", "form_unfit", "heals_nothing"))
"""Refusals that say what a target is. For a stranger, the caller learns it only by trying."""


def _in_vain(p: Playing) -> frozenset[str] | Rejected:
    """The strangers at whom the act is aimed in vain, which its caller cannot know before; or the refusal of the act."""

    def refused(whom: Sequence[Thing]) -> Rejected | None:
        return _refuse_unfit(p, whom) or _refuse_needless(p, whom)

    known = _known(p)
    refusal, strange = refused(known), [t for t in known if t.id in p.draft.situation.strangers]
    if refusal is None:
        return frozenset()
    if not strange or refusal.code not in _OF_WHAT_IT_IS:
        return refusal
    vain = frozenset(t.id for t in strange if (own := refused([t])) and own.code in _OF_WHAT_IT_IS)
    rest = [t for t in known if t.id not in vain]
    return (refused(rest) if rest else None) or vain or refusal


def _known(p: Playing) -> Sequence[Thing]:
    """The targets of whom the creature knows: riders spare nobody else whom an area catches, and nothing is refused for them."""
    return [one for one in p.targets if one.id not in p.filled.unknown] if p.filled and p.filled.unknown else p.targets


def _by_default(draft: Draft, act: Act, wish: Wish) -> dict[str, str]:
    """The options of choices that the call does not make; the answer names them."""
    unsaid = target_requirements.by_default(act, wish.choice)
    for name, option in ((name, option) for name, option in unsaid.items() if len(act.choices[name]) > 1):
        draft.note("chosen_by_default", act=act.name, name=name, wanted=option, texts=act.choices[name])
    return unsaid


def _refuse_unfit(p: Playing, targets: Sequence[Thing]) -> Rejected | None:
    """The refusal of choices, targets, a place or components that do not fit the act."""
    draft, caster, cast, book = p.draft, p.caster, p.cast, p.draft.situation.book
    act, wish = cast.act, cast.wish

    def unfit_type(whom: Sequence[Thing]) -> Rejected | None:
        plays = Performance(draft, cast, step_dispatch.play, [caster.id])
        return target_requirements.unfit(act, whom, book, lambda: nested_act_lookup.acts_named(plays))

    def unmet(whom: Sequence[Thing]) -> Rejected | None:
        return None if wish.force else act_requirements.unmet(Performance(draft, cast, step_dispatch.play, [caster.id]), whom)

    def led_to_others(refused: Rejected | None) -> Rejected | None:
        return natural_targets.with_those_that_fit(refused, draft, caster, cast, targets, lambda t: not (unfit_type([t]) or unmet([t])))

    counted = _with_steps_of_its_spell(p, cast)
    harm_first = any(not sides.are_friends(draft.world, t, caster, book) for t in targets) if targets else None
    return (
        (None if wish.force else act_requirements.unmet_by_actor(Performance(draft, cast, step_dispatch.play, [caster.id])))
        or choice_meaning.with_creatures_asked(target_requirements.missing_choice(act, wish.choice, harm_first), cast, book)
        or natural_targets.with_somebody(
            None if _may_be_empty(p, targets) else target_requirements.wrong_targets(counted, targets), draft, caster, counted
        )
        or (None if wish.force else total_cover.refuse_act(wish.told, act, caster, targets))
        or (None if wish.force else act_reaches.refuse_targets(draft, cast, caster, targets))
        or (None if wish.force or hiding_places.hides_elsewhere(act, wish) else hiding_places.refuse(draft, caster, act, wish.choice))
        or led_to_others(unfit_type(targets))
        or becoming.unfit(draft, caster, cast, targets)
        or choice_targets.unfit(draft, caster, act, wish.choice)
        or (None if wish.force else target_requirements.takes_too_long(draft, caster, cast))
        or (None if wish.force or _may_be_empty(p, targets) else target_requirements.nobody_inside(draft, caster, counted, targets))
        or led_to_others(unmet(targets))
        or (None if p.is_of_item else components.check(draft, caster, act, wish.force))
    )


def _with_steps_of_its_spell(p: Playing, cast: Casting) -> Casting:
    """The act with the steps of the spell that it releases, which say whether it needs somebody to be aimed at; else the act as it is."""
    name = readied_spell.released(cast.act)
    spell = thing_stats.spell_of(p.caster, name, p.draft.situation.book) if name else None
    return replace(cast, act=cast.act.model_copy(update={"steps": spell.steps})) if spell else cast


def _may_be_empty(p: Playing, targets: Sequence[Thing]) -> bool:
    """Whether an area in its place catches nobody, or a zone goes where nobody stands, which its maker may want: it has said the place."""
    return (p.filled is not None or p.zone_goal is not None) and not targets


def _refuse_needless(p: Playing, targets: Sequence[Thing]) -> Rejected | None:
    """The refusal of an act that has a price beyond an action (a slot, a use, the charges of a thing) and would heal nobody."""
    cast = p.joined.cast
    has_price = p.numbers.cast is None and (bool(cast.act.spends) or p.is_of_item)
    return needless_healing.refuse(p.draft, p.caster, p.joined, targets) if has_price and not cast.wish.force else None


def _done_already(draft: Draft, caster: Thing, act: Act) -> Rejected | None:
    """The refusal of an act that can be played once in a turn, in a round or after a death, and was already played."""
    if act.after_death and act.name in caster.creature.played_dead:
        return Rejected("died_once", "act", {"name": caster.name, "act": act.name})
    if act.once == "round":
        was_done = done_acts.was_done_until_next_turn(draft.world, caster.id, act.name)
    else:
        was_done = act.once == "turn" and done_acts.was_done(draft.world, caster.id, act.name, "turn")
    if not was_done:
        return None
    details = {"name": caster.name, "what": act.name, "left": 0, "wanted": 1, "back": f"next {act.once}"}
    return Rejected("resource_spent", "act", details)
