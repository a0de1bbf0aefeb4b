"""Answers that only damage of certain types gives something to change (SRD 5.2, Deflect Attacks)."""

from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Occasion
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import step_dispatch, wish_and_casting
from rpg_lite.mechanics.acts.act_in_play import Performance, Spot
from rpg_lite.mechanics.acts.steps.branch_steps import holds
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.rules.acts.act import Act, IfStep, Part
from rpg_lite.rules.acts.plain_steps import AnswerStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.dice import DiceRoll
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Thing, World

_TYPE: Final = "type:"


def can_change(act: Act, occasion: Occasion, who: Thing, world: World, book: Rulebook) -> bool:
    """Whether the answer has something to change at the occasion: its steps may ask for a type of damage that the blow does not deal."""
    answering = [step for step in act.steps if _answers((step,))]
    asking = [step for step in answering if isinstance(step, IfStep) and not _answers(step.else_) and any(_TYPE in w for w in step.if_)]
    if not answering or len(asking) < len(answering):
        return True
    draft = Draft(world, Situation(book, _no_dice, answers=occasion))
    cast = wish_and_casting.make_casting("", act, who, world, book, Wish())
    p = Performance(draft, cast, step_dispatch.play, [who.id])
    spot = Spot(taken_type=occasion.types[0] if occasion.types else None)
    return any(holds(p, [w for w in step.if_ if _TYPE in w], who.id, spot) for step in asking)


def say(act: Act) -> str:
    """The types of damage for which the steps of the answer ask: " of bludgeoning or piercing damage"; empty if they ask for none."""
    written = [w for step in act.steps if isinstance(step, IfStep) and _answers((step,)) for word in step.if_ for w in word.split("|")]
    types = [w.removeprefix(_TYPE) for w in written if w.startswith(_TYPE)]
    return f" of {' or '.join((', '.join(types[:-1]), types[-1])) if types[1:] else types[0]} damage" if types else ""


def _answers(steps: Part) -> bool:
    return any(isinstance(step, AnswerStep) for step in walk(steps, inner_acts=False))


def _no_dice(text: str) -> DiceRoll:
    raise AssertionError(f"no condition of an answer rolls {text}")
