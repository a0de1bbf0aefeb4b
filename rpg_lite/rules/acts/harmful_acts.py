"""Tell whether an act harms its targets, and whether it names them."""

from collections.abc import Sequence

from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.steps.step_model import StepModel


def harms(steps: Sequence[StepModel]) -> bool:
    """Whether these steps attack or damage somebody, or ask for a save, whatever else they do."""
    return any(s.harms and s.to in (None, "target") for s in steps)


def is_unaimed(act: Act) -> bool:
    """Whether it harms its targets but does not name them; without `targets`, the act affects the creature that plays it.

    >>> frost = {"damage": "1d6", "type": "cold"}
    >>> is_unaimed(Act.model_validate({"name": "Frost", "range": 60, "steps": [frost]}))
    True
    >>> is_unaimed(Act.model_validate({"name": "Frost", "range": 60, "targets": 1, "steps": [frost]}))
    False
    """
    if "targets" in act.model_fields_set or act.range == "self":
        return False
    return harms(act.steps)
