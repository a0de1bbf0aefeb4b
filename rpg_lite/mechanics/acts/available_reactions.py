"""Offers: the creatures that may answer a deed, each with the fitting acts that it can pay for. An offer is never played unasked."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Occasion, aim_of, changes_deed, fits, hinders, only_lowers, raises_ac, redirects, shelters
from rpg_lite.decision.outcome import Called, Notice, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import (
    act_requirements,
    allowed_deeds,
    answer_ranges,
    charmed_creatures,
    costs,
    item_act_playing,
    item_acts,
    reaction_alternatives,
    reactions_by_damage_type,
    sight_needed,
    step_dispatch,
    target_requirements,
    wish_and_casting,
)
from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.acts.item_acts import ItemAct
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.attack import redirected_attacks
from rpg_lite.mechanics.creature.acts import own_acts_of
from rpg_lite.mechanics.fight import leaving_fights, travel_companions
from rpg_lite.mechanics.turn import ledger
from rpg_lite.rules import names, ready_spells
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.acts.steps.hit_points import ReviveStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.block_spells import block_spells
from rpg_lite.rules.granted_spells import granted_spells
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.world_model import Thing, World

MAY_ANSWER: Final = "may_answer"
_OF_FRIENDS: Final = ("save_failed", "fall")
"""What happens to a friend and is answered for its sake."""
MOST_CREATURES: Final = 4
MOST_ACTS: Final = 3


def offer(before: World, after: World, occasions: Sequence[Occasion], situation: Situation) -> Notice | None:
    """Note which creatures may answer, and with which acts. An answer is played before or after the deed, so it may fit either world."""
    if not occasions:
        return None
    around = _bystanders(before, occasions, situation)
    if around:
        before, after = (replace(world, things={**world.things, **around}) for world in (before, after))
    people = [t for t in before.things.values() if t.kind == "character"]
    found = [(Called(one.id), ", ".join(acts)) for one in people if (acts := _acts(before, after, one, occasions, situation))]
    names_around = {id: thing.name for id, thing in around.items()}
    return Notice(MAY_ANSWER, {"who": found[:MOST_CREATURES], "around": names_around}) if found else None


def _bystanders(world: World, occasions: Sequence[Occasion], situation: Situation) -> Mapping[str, Thing]:
    """The creatures in the room that the command does not name: outside a fight the slice does not hold them, but they may still react."""
    doers = {o.by for o in occasions if o.by in world.things} if clock.fight(world) is None else set[str]()
    rooms = {room.id for id in doers if (room := world.room_of(id))}
    there = situation.people(sorted(rooms)) if rooms else {}
    return {id: thing for id, thing in there.items() if id not in world.things}


def _acts(before: World, after: World, creature: Thing, occasions: Sequence[Occasion], situation: Situation) -> list[str]:
    """The names of the acts with which the creature may answer."""
    happened = {o.happens for o in occasions}
    known = (form for act in _answers(before, creature, situation.book) for form in reaction_alternatives.forms_of(act, situation.book))
    answers = (act for act in known if not happened.isdisjoint(_answerable(act.when)))
    fitting = [act for act in answers if any(_concerns(act, o, creature, before, situation.book) for o in occasions)]
    able = [
        act.name
        for act in fitting
        if _is_open(act, before if changes_deed(act) else after, creature.id, situation)
        and any(
            _fits_its_target(act, o, creature, after, situation.book)
            for o in occasions
            if _concerns(act, o, creature, before, situation.book)
        )
    ]
    able += [
        own.act.name
        for own in _of_items(before, creature, happened, situation)
        if any(_concerns(own.act, o, creature, before, situation.book) for o in occasions)
    ]
    return list(dict.fromkeys(able))[:MOST_ACTS]


def _fits_its_target(act: Act, occasion: Occasion, creature: Thing, after: World, book: Rulebook) -> bool:
    """Whether the creature at which the answer would be aimed can still be its target: an answer never strikes a creature that has died, nor the
    charmer of the creature that answers.
    """
    target = after.things.get(aim_of(act, occasion))
    if target and act.targets != "self" and charmed_creatures.is_spared(after, creature, act, target, book):
        return False
    if changes_deed(act) or act.targets == "self":
        return True
    if target is None or target.id == creature.id:
        return target is not None
    revives = any(isinstance(step, ReviveStep) for step in walk(act.steps))
    return (revives or not thing_stats.is_dead(target)) and target_requirements.unfit(act, [target], book) is None


def _of_items(world: World, creature: Thing, happened: Set[str], situation: Situation) -> Iterator[ItemAct]:
    """The acts of the creature's items that may answer what happened, and for which the item has the charges or the use."""
    for own in item_acts.of(world, creature, situation.book):
        if own.cast is None and own.act.when and not happened.isdisjoint(_answerable(own.act.when)):
            trial = Draft(world, situation)
            if item_act_playing.is_ready(trial, creature, own) and _can_act(own.act, world, creature, situation):
                yield own


def _is_open(act: Act, world: World, id: str, situation: Situation) -> bool:
    """Whether the creature can act, still has the kind of action that the act takes, and can pay its price."""
    creature = world.things.get(id)
    if creature is None or not _can_act(act, world, creature, situation):
        return False
    trial = Draft(world, situation)
    price = costs.price_of(trial, creature, act, Wish(), False)
    if isinstance(price, Rejected) or not _meets_needs(trial, creature, act):
        return False
    return not isinstance(costs.pay(trial, creature, price), Rejected)


def _meets_needs(draft: Draft, creature: Thing, act: Act) -> bool:
    """Whether the creature is in the state that the act asks for (SRD, Relentless Rage); the needs of targets are judged later."""
    if not act.needs:
        return True
    made = wish_and_casting.make_casting("", act, creature, draft.world, draft.situation.book, Wish())
    return act_requirements.unmet(Performance(draft, made, step_dispatch.play, [creature.id]), ()) is None


def _can_act(act: Act, world: World, creature: Thing, situation: Situation) -> bool:
    """Whether the creature can act and still has the kind of action that the act takes."""
    if ledger.whose_turn_instead(world, creature.id, act):
        return False
    if allowed_deeds.refuse(allowed_deeds.Attempt(Draft(world, situation), creature, act, is_spell=isinstance(act, Spell))):
        return False
    left = ledger.left(world, creature.id, situation.book)
    return not left or not ((act.cost == "reaction" and not left.reaction) or (act.cost == "bonus" and not left.bonus))


def _concerns(act: Act, occasion: Occasion, creature: Thing, world: World, book: Rulebook) -> bool:
    """Whether the act fits the occasion, and the creature sees what it must see; a reaction to a friend is offered only for a failed save and
    a fall.
    """
    if occasion.missed and (only_lowers(act) or redirects(act) or hinders(act)):
        return False
    if occasion.hits_anyway and occasion.happens == "hit" and raises_ac(act):
        return False
    if redirects(act) and not redirected_attacks.allies_beside(world, creature, book):
        return False
    if not reactions_by_damage_type.can_change(act, occasion, creature, world, book):
        return False
    if not fits(act, occasion, creature.id, None) or sight_needed.why_not(act, creature, occasion, world, book):
        return False
    if answer_ranges.beyond(act, creature, occasion, world, book):
        return False
    other = world.things.get(aim_of(act, occasion) if act.cost == "reaction" else occasion.by)
    if occasion.happens == "leaves_reach" and not _may_strike_at_leaving(world, occasion.by, creature):
        return False
    if act.cost != "reaction" or act.targets == "self" or other is None:
        return True
    return (other.creature.is_member != creature.creature.is_member) != (occasion.happens in _OF_FRIENDS or shelters(act))


def _may_strike_at_leaving(world: World, leaving: str, creature: Thing) -> bool:
    """Whether the creature fights beside the one that leaves, and neither carries it nor is carried by it."""
    if not combat.is_in(world, creature.id) or not leaving_fights.is_beside(world, leaving, creature.id):
        return False
    return all(other.id != leaving for other in travel_companions.bound_to(world, creature))


@lru_cache(maxsize=256)
def _answerable(when: tuple[str, ...]) -> frozenset[str]:
    """The event that must happen for an act to be an answer."""
    heads = (word.partition(":")[0] for word in when)
    return frozenset("check" if head == "check_failed" else head for head in heads)


@lru_cache(maxsize=8)
def _common_answers(book: Rulebook) -> tuple[Act, ...]:
    """The answers that everybody has."""
    return tuple(act for act in book.common_acts.values() if act.when)


def _answers(world: World, creature: Thing, book: Rulebook) -> Iterator[Act]:
    """The acts of the creature that answer something: its own, those of features, effects and items, and the spells that it has chosen."""
    yield from (found.act for found in own_acts_of(world, creature, book) if found.act.when)
    yield from item_acts.ready_answers(world, creature, book)
    yield from _common_answers(book)
    sheet = thing_stats.unspent_sheet(creature, book)
    on = clock.fight(world)
    of_block = block_spells(sheet, book) if on is not None and on.is_measured else ()  # a table that tells its places is answered as before
    known = (*(ready_spells.chosen_spells(sheet, book) or ()), *of_block, *granted_spells(sheet, book))
    chosen = {names.fold(name) for name in known}
    yield from (spell for spell in sheet.spells.own if spell.when)
    yield from (spell for name in sorted(chosen) if (spell := book.spell(name)) and spell.when)
