"""The acts that a short rest allows: the answer names them with the call that plays them (SRD 5.1, Song of Rest; SRD, Arcane Recovery).
Apart because it reads acts, while the rest knows only times and resources.
"""

import json
from collections.abc import Collection, Sequence
from typing import Any

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.acts import costs
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.life.resources import sheet_now
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.plain_steps import GainStep
from rpg_lite.rules.acts.steps.hit_points import HealStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.acts.words import AFTER_REST
from rpg_lite.world.world_model import Thing

_SLOTS = "slots"


def remind(draft: Draft, who: Sequence[Thing], healed: Collection[str]) -> None:
    """Note the acts of those who rested that help now. `healed`: the creatures that spent hit dice, which alone hear a song."""
    for one in who:
        now = draft.world.things[one.id]
        if now.creature.hp == 0 or not draft.stats(now).can_act:
            continue
        for found in acts.own_acts_of(draft.world, now, draft.situation.book):
            if AFTER_REST in found.act.needs and (call := _call(draft, now, found.act, healed)):
                use = json.dumps(call, ensure_ascii=False)
                draft.note("after_rest", name=Called(one.id), act=found.act.name, use=use)


def _call(draft: Draft, one: Thing, act: Act, healed: Collection[str]) -> dict[str, Any] | None:
    """The call of an act that helps now and that the creature can pay; None for any other."""
    trial = Draft(draft.world, draft.situation)
    price = costs.price_of(trial, one, act, Wish(), free=not act.spends)
    if isinstance(price, Rejected) or isinstance(costs.pay(trial, one, price), Rejected):
        return None
    call = {"operation": "act", "characterName": one.name, "act": act.name}
    steps = list(walk(act.steps))
    if any(isinstance(step, HealStep) for step in steps):
        hurt = [
            t.name
            for id in healed
            if _is_hurt(draft, t := draft.world.things[id]) and draft.world.room_of(id) == draft.world.room_of(one.id)
        ]
        return {**call, "targets": hurt} if hurt else None
    if any(isinstance(step, GainStep) and step.gain == _SLOTS for step in steps):
        slots = sheet_now(draft, one).spell_slots
        return call if any(left < most for left, most in zip(slots.left, slots.slots, strict=True)) else None
    return None


def _is_hurt(draft: Draft, creature: Thing) -> bool:
    stats = draft.stats(creature)
    return stats.hp is not None and stats.hp_max is not None and stats.hp < stats.hp_max.value
