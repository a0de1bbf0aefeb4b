"""Whether an act harms those at whom it is aimed, and whether it says at whom that is."""

from typing import Final

from rpg_lite.rules.acts.act import Act, AttackStep, SaveStep
from rpg_lite.rules.acts.plain_steps import DamageStep

_HARMFUL: Final = (AttackStep, SaveStep, DamageStep)


def is_unaimed(act: Act) -> bool:
    """Whether it harms its targets and does not say who they are: `targets` left out is the one who plays it.

    >>> frost = {"damage": "1d6", "type": "cold"}
    >>> is_unaimed(Act.model_validate({"name": "Frost", "range": 60, "steps": [frost]}))
    True
    >>> is_unaimed(Act.model_validate({"name": "Frost", "range": 60, "targets": 1, "steps": [frost]}))
    False
    """
    if "targets" in act.model_fields_set or act.range == "self":
        return False
    return any(isinstance(s, _HARMFUL) and s.to in (None, "target") for s in act.steps)
