"""The targets of an act that names none: oneself, where a table would mean that, or else a proposal of somebody at hand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.operations.mechanics.acting import checks, watching
from rpg_lite.operations.mechanics.acting.casting import Casting
from rpg_lite.operations.outcome import Draft, Rejected
from rpg_lite.rules.acts.act import Act, ApplyStep, AttackStep, CheckStep, SaveStep, Spell
from rpg_lite.rules.acts.harm import harms
from rpg_lite.rules.acts.plain_steps import BecomeStep, DamageStep, HealStep, MakeStep, RemoveStep, ReviveStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing, order_made

FIELDS: Final = ("targets", "targetName", "targetId")
_FOR_OTHERS: Final = (AttackStep, BecomeStep, CheckStep, DamageStep, HealStep, MakeStep, RemoveStep, ReviveStep, SaveStep)
"""Steps of acts for which the table says whom they are for: those that harm, and those that mend what ails somebody."""


def is_for_oneself(act: Act) -> bool:
    """Whether the act lays a boon by touch on one creature of any kind: without a name, the creature that plays it touches itself (SRD,
    Mage Armor, Invisibility). A cure goes to somebody who needs it, so its target is always asked for. A fall happens to the creature itself.
    """
    if act.happens == "fall":
        return not isinstance(act, Spell)
    if act.range != "touch" or act.targets not in ("1", "1+per_slot") or act.only or act.needs or act.duration is None:
        return False
    steps = list(walk(act.steps, inner_acts=False))
    return not any(isinstance(s, _FOR_OTHERS) for s in steps) and any(isinstance(s, ApplyStep) and not s.to for s in steps)


def with_somebody(refused: Rejected | None, draft: Draft, caster: Thing, cast: Casting) -> Rejected | None:
    """The refusal of an act without a target, with the fields that name one and a call that aims it at somebody at hand: an enemy for harm,
    the friend who lacks the most hit points for healing.
    """
    if refused is None or refused.code != "target_required":
        return refused
    names = _at_hand(draft, caster, cast.act)[: (checks.shots_of(cast) and 1) or checks.most_targets(cast)]
    return replace(refused, allowed=FIELDS, instead=checks.again(cast, names, caster) if names else None)


def _at_hand(draft: Draft, caster: Thing, act: Act) -> Sequence[str]:
    """The living creatures that the act may be meant for, the likeliest first."""
    room = draft.world.room_of(caster.id)
    there = [draft.world.things.get(id, t) for id, t in draft.situation.people([room.id]).items()] if room else []
    alive = sorted((t for t in there if not bearers.is_dead(t) and not checks.hides_from(t, caster)), key=order_made)
    is_harmful = harms(act.steps)
    meant = [t for t in alive if t.id != caster.id and watching.is_against(t, caster)] if is_harmful else []
    friends = [t for t in alive if not watching.is_against(t, caster)] if not is_harmful else []
    return [t.name for t in meant or sorted(friends, key=lambda t: -_lacks(draft, t))]


def _lacks(draft: Draft, creature: Thing) -> int:
    """The hit points that a creature lacks, as its sheet alone has them: of those at hand, only the named ones are loaded with their gear."""
    most, now = bearers.sheet(creature, draft.situation.book).hp_max, creature.creature.hp
    return most - now if most is not None and now is not None else 0
