"""Acts that move first and then strike or do something else: Pounce, Rampage, Prowl. Apart because those who play acts and those who choose them both ask."""

from rpg_lite.rules.acts.act import Act, AttackStep
from rpg_lite.rules.acts.plain_steps import DoStep, SayStep
from rpg_lite.rules.acts.walk import walk


def first_move(act: Act) -> str | None:
    """The words of the movement that an act gives before another act that it plays; None for one that does not move first (SRD 5.2, Pounce)."""
    steps = () if isinstance(act.steps, str) else tuple(act.steps)
    for n, step in enumerate(steps):
        if isinstance(step, SayStep) and step.moves is not None:
            follows = any(isinstance(later, DoStep | AttackStep) for later in walk(steps[n + 1 :], inner_acts=False))
            return step.moves if follows else None
    return None
