"""The targets of an act that names none: oneself where any table would assume that, or else a suggestion of somebody at hand."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import target_requirements
from rpg_lite.mechanics.acts.target_requirements import harms_as_a_part
from rpg_lite.mechanics.acts.wish_and_casting import Casting
from rpg_lite.mechanics.space import sides
from rpg_lite.rules.acts.act import Act, ApplyStep, Spell
from rpg_lite.rules.acts.harmful_acts import harms
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.acts.words import SEES
from rpg_lite.world import thing_stats
from rpg_lite.world.grapples import GRAPPLED
from rpg_lite.world.world_model import Thing, order_made

FIELDS: Final = ("targets", "targetName", "targetId")


def is_for_oneself(act: Act) -> bool:
    """Whether the act grants a boon by touch to one creature of any kind: without a name, the creature that plays it touches itself (SRD,
    Mage Armor, Invisibility). A cure goes to somebody who needs it, so its target is always asked for. A fall happens to the creature itself.
    """
    if act.happens == "fall":
        return not isinstance(act, Spell)
    if act.range != "touch" or act.targets not in ("1", "1+per_slot") or act.only or act.needs or act.duration is None:
        return False
    steps = list(walk(act.steps, inner_acts=False))
    return not any(s.for_others for s in steps) and any(isinstance(s, ApplyStep) and not s.to for s in steps)


_HELD: Final = "grappled_by_self"


def held_one(draft: Draft, caster: Thing, act: Act) -> Thing | None:
    """The creature that an act for whom its creature holds is for, if it holds only one (SRD, Grappling): no name could mean another. Nothing is played
    on one that is not loaded, with its numbers, but to let it go.
    """
    if act.targets != "1" or _HELD not in act.needs:
        return None
    held = [
        one
        for one in draft.situation.bearing(caster.id).values()
        if any(entry.name == GRAPPLED and entry.cause.by == caster.id for entry in draft.world.things.get(one.id, one).creature.conditions)
    ]
    if len(held) != 1 or (held[0].id not in draft.world.things and harms_as_a_part(act)):
        return None
    draft.world = draft.world.beside({held[0].id: held[0]})
    return draft.world.things[held[0].id]


def with_somebody(refused: Rejected | None, draft: Draft, caster: Thing, cast: Casting) -> Rejected | None:
    """The refusal of an act without a target, with the fields that name one and a call that aims it at somebody at hand: an enemy for harm,
    the friend who lacks the most hit points for healing.
    """
    if refused is None or refused.code != "target_required":
        return refused
    names = at_hand(draft, caster, cast.act)[: (target_requirements.shots_of(cast) and 1) or target_requirements.most_targets(cast)]
    return replace(refused, allowed=FIELDS, instead=target_requirements.again(cast, names, caster) if names else None)


MOST_OFFERED: Final = 6


def with_those_that_fit(
    refused: Rejected | None, draft: Draft, caster: Thing, cast: Casting, targets: Sequence[Thing], fits: Callable[[Thing], bool]
) -> Rejected | None:
    """The refusal of a target that the act does not affect, with the creatures at hand that it does affect, and a call that aims it at those
    of the named targets that fit, or else at the likeliest of the others. A need that only the actor can meet has no other target.
    """
    if refused is None or refused.code != "target_unfit" or cast.act.targets == "self" or not targets:
        return refused
    likely = at_hand(draft, caster, cast.act)
    there = sorted(_in_the_room(draft, caster), key=lambda t: t.name not in likely)
    by_numbers = {*cast.act.needs} - {SEES}  # only those who are loaded can be judged by their numbers
    known = [t for t in there if t.id in draft.world.things or not by_numbers]
    found = [t for t in known if fits(t)]
    named = [t.name for t in targets if any(t.id == one.id for one in found)]
    others = [t.name for t in found if t.name in likely or not harms(cast.act.steps)]  # harm is proposed for nobody's friend
    meant = (named or others[:1])[: target_requirements.most_targets(cast)]
    instead = target_requirements.again(cast, meant, caster) if meant else None
    details = {**refused.details, "nobody": not found and len(known) == len(there)}
    return replace(refused, details=details, allowed=tuple(t.name for t in found[:MOST_OFFERED]), instead=instead)


def _in_the_room(draft: Draft, caster: Thing) -> list[Thing]:
    """The creatures in the caster's room, dead or alive, that do not hide from it."""
    room = draft.world.room_of(caster.id)
    there = [draft.world.things.get(id, t) for id, t in draft.situation.people([room.id]).items()] if room else []
    return sorted((t for t in there if not target_requirements.hides_from(draft, t, caster)), key=order_made)


def at_hand(draft: Draft, caster: Thing, act: Act) -> Sequence[str]:
    """The living creatures that the act may be meant for, the likeliest first."""
    there, book = _in_the_room(draft, caster), draft.situation.book
    inside = inside_its_zone(draft.world.things.get(caster.id, caster), act)
    alive = [t for t in there if not thing_stats.is_dead(t) and (inside is None or t.id in inside)]
    around = draft.world.beside({t.id: t for t in there})  # with those who summoned others, since a familiar is on the side of its caster
    allied = {t.id for t in (*alive, caster) if sides.is_ally(around, t, book)}
    is_harmful = harms_as_a_part(act)
    meant = [t for t in alive if t.id != caster.id and (t.id in allied) != (caster.id in allied)] if is_harmful else []
    friends = [t for t in alive if (t.id in allied) == (caster.id in allied)] if not is_harmful else []
    return [t.name for t in meant or sorted(friends, key=lambda t: -_lacks(draft, t))]


def inside_its_zone(caster: Thing, act: Act) -> Collection[str] | None:
    """The ids of those inside the zone that brings the act, whom alone it is for (SRD, Web); None for any other act."""
    zones = [zone for zone in caster.creature.zones.values() if act.name.startswith(f"{zone.act}: ")]
    return {id for zone in zones for id in zone.inside} if zones else None


def _lacks(draft: Draft, creature: Thing) -> int:
    """The hit points that a creature lacks, by its sheet alone: of those at hand, only the named creatures are loaded with their gear."""
    most, now = thing_stats.sheet(creature, draft.situation.book).hp_max, creature.creature.hp
    return most - now if most is not None and now is not None else 0
