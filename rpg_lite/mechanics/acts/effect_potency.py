"""Which of two effects of one name is the stronger: only the most potent applies (SRD 5.1, Combining Magical Effects). Apart because it compares
effects and lays none.
"""

from typing import Final

from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.creature import effect_source
from rpg_lite.rules import dice
from rpg_lite.rules.acts.act import EffectModel
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.world import thing_stats

_UNKNOWN: Final = -1.0


def lies_stronger(p: Performance, name: str, effect: EffectModel, target: str) -> bool:
    """Whether another use has laid an effect of this name that deals more damage. An effect with conditions holds its bearer in one place or
    in the grip of one creature, so the newer one counts. A potion that wears off replaces its own effect.
    """
    mine = damage_of(effect)
    if effect.conditions or mine == _UNKNOWN:
        return False
    lying = thing_stats.lasting(p.draft.world, p.thing(target), "effects")
    others = [e.cause for e in lying if e.name == name and e.cause.cast != p.cast.id]
    found = (effect_source.laid_effect(p.draft.world, cause, p.book) for cause in others)
    return any(damage_of(one) > mine for one in found if one)


def damage_of(effect: EffectModel) -> float:
    """The damage that the triggers of an effect deal on average each time; -1 if a formula of its caster decides."""
    texts = [step.damage for trigger in effect.on for step in walk(trigger.then) if isinstance(step, DamageStep)]
    written = [str(text) for text in texts]
    return _UNKNOWN if any("{" in text for text in written) else sum(dice.average(text) for text in written)
