"""The steps of an act that contain no other steps, in words: damage, healing, movement, gains, losses, sentences."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.rules.acts.plain_steps import (
    THINGS,
    AnswerStep,
    BecomeStep,
    CorrodeStep,
    DoStep,
    EndStep,
    GainStep,
    LoseStep,
    MakeStep,
    MendStep,
    MoveStep,
    RemoveStep,
    SayStep,
    SwitchStep,
)
from rpg_lite.rules.acts.steps import hit_points
from rpg_lite.rules.acts.steps.step_model import StepModel, up_text
from rpg_lite.views.modifier_text import changes_text
from rpg_lite.views.span_text import ends_text, span_text


def _do(step: DoStep) -> str:
    limits = [f"level {step.slot}" if step.slot else "", f"DC {step.dc}" if step.dc else "", f"{step.bonus:+d}" if step.bonus else ""]
    chosen = f"level {step.most} or lower" if step.most else ""
    told = ", ".join(filter(None, (*limits, chosen, span_text(step.for_) if step.for_ else "")))
    name = "a cantrip of its choice" if step.most == 0 else "a spell of its choice" if step.do == "{spell}" else done_text(step.do)
    return f"{name}{f' × {step.times}' if step.times else ''}{f' ({told})' if told else ''}"


def done_text(name: str) -> str:
    """The name of an act that is played as a part of another; in quotes, if it is itself a part of one."""
    return f"'{name}'" if ": " in name else name


def effect_name(name: str) -> str:
    """The name of an effect, with its state in parentheses: "Commune (asked twice)"."""
    of, _, state = name.partition(": ")
    return f"{of} ({state})" if state else of


def _forms(step: BecomeStep) -> str:
    """The forms in words: "a beast (CR 1 at most)", "a Rat"."""
    rating, _, kind = step.become.rpartition(":")
    if not rating:
        return names.with_article(step.become) if not step.become.startswith("{") else step.become
    return _rated(rating, kind)


def _rated(rating: str, kind: str) -> str:
    most = rating.removeprefix("cr<=")
    told = "at most its own CR" if most == "their" else f"CR {most} at most" if "table:" not in most else "CR by level"
    return f"{_kind(kind)} ({told})"


def _kind(types: str) -> str:
    """The types of a form in words: "a beast", "a creature", "a creature, no construct or undead"."""
    if types == "any":
        return "a creature"
    told = types.replace("|", " or ")
    return f"a creature, no {told.removeprefix('not ')}" if types.startswith("not ") else names.with_article(told)


def _become(step: BecomeStep) -> str:
    span = span_text(step.for_)
    return f"takes the form of {_forms(step)}{f' {span}' if span else ''}"


def _make(step: MakeStep) -> str:
    of = step.make.removeprefix(THINGS)
    rating, _, kind = of.rpartition(":") if of.startswith("cr") else ("", "", "")
    made = _rated(rating, kind).replace("a ", "", 1) if rating else of
    span = span_text(step.for_)
    ends = f" ({ends})" if (ends := ends_text([e for e in step.ends if e != "bearer_0"])) else ""
    counted = names.with_article(made) if step.count in (None, 1, "1") and not rating else f"{step.count or 1} {made}"
    return f"makes {counted}{up_text(step.up)}{f' {span}' if span else ''}{ends}"


def _move(step: MoveStep) -> str:
    if step.what:
        return f"moves the {step.what} {step.move} ft"
    return f"{_MOVES.get(step.how or '', 'moves')} {step.move} ft"


_MOVES: Final[Mapping[str, str]] = {"push": "pushed", "pull": "pulled", "teleport": "teleports", "fly": "flies", "walk": "walks"}


def _remove(step: RemoveStep) -> str:
    told = [_removed(word) for word in step.remove]
    several = "one of " if step.one and len(told) > 2 else ""
    return f"ends {several}{(' or ' if step.one and not several else ', ').join(told)}{f' (DC {step.dc} if higher)' if step.dc else ''}"


def _removed(word: str) -> str:
    _, sign, level = word.partition("<=")
    if sign:
        return "spells up to the slot's level" if level == "slot" else f"spells of level {level} or lower"
    name, _, n = word.partition(":")
    called = {"hp_max_reduction": "reduction of the hit point maximum", "ability_reduction": "reduction of an ability score"}.get(name)
    if called:
        return f"{n or 'every'} {called}"
    if name == "exhaustion" and n == "1":
        return "a level of exhaustion"
    return f"{n} exhaustion" if name == "exhaustion" and n else effect_name(word).replace("_", " ")


def _switch(step: SwitchStep) -> str:
    return f"switches {step.switch.replace('_', ' ')} on, or off"


def _gain(step: GainStep) -> str:
    """The gain. A number of slots is that of their levels together (SRD, Arcane Recovery)."""
    if step.gain == "slots":
        return f"gains spent slots, none above level 5, whose levels add up to at most {step.n}"
    if step.modifiers:
        return f"{changes_text(step.modifiers)} for good"
    what = _GAINED.get(step.gain) or step.gain.removeprefix("resource:").removeprefix(THINGS).replace("_", " ")
    most = f", at most of level {step.most}" if step.most else ""
    return f"gains {step.n if step.gain not in _UNCOUNTED else ''} {what}{most}".replace("  ", " ")


_GAINED: Final[Mapping[str, str]] = {
    "new_slot": "new slot", "one_slot": "spent slot", "one_slot_or_lesser": "spent slot or several lesser ones", "item_lore": "the lore of the item",
    "prepared_spell": "another prepared spell", "stable": "stability", "action": "action", "pact": "pact slot", "slot": "slot",
}  # fmt: skip
_UNCOUNTED: Final = frozenset(("item_lore", "prepared_spell", "stable"))
_LOST: Final[Mapping[str, str]] = {
    "tempHp": "loses its temporary hit points", "tempHp:this": "loses the temporary hit points that this gave",
    "half_hp": "loses half of its hit points", "life": "dies", "body": "its body is destroyed", "item": "the item is used up",
    "bonus": "loses its bonus action", "hpMax": "its HP maximum falls by {}", "hp": "loses {} HP",
}  # fmt: skip
"""The losses of `lose`, in words."""


def _lose(step: LoseStep) -> str:
    if step.lose in _LOST:
        return _LOST[step.lose].format(step.n)
    return f"loses {step.n} {step.lose.removeprefix('resource:').replace('_', ' ')}"


_ENDED: Final[Mapping[str, str]] = {
    "this": "this ends", "form": "returns to its true form", "concentration": "its concentration ends", "cast": "the spell ends",
    "zone": "the zone ends", "earlier": "earlier castings end", "grip": "it lets go", "bonds": "grapples and bonds end",
    "inside": "it spits out all those inside, prone",
}  # fmt: skip


def _answer(step: AnswerStep) -> str:
    if isinstance(step.answer, str):
        return _ANSWERS.get(step.answer, step.answer.replace("_", " ").replace(":", " "))
    return ", ".join(_CHANGED[word].format(n) for word, n in step.answer.items())


_ANSWERS: Final[Mapping[str, str]] = {
    "halve": "the damage is halved", "reroll": "the roll is made again", "reroll:advantage": "the roll is made again with advantage",
    "reroll:one": "one die is rolled again", "succeed": "the roll succeeds", "natural_20": "the d20 shows 20", "cancel": "what it answers fails",
    "cancel:slot_kept": "what it answers fails, and its slot is kept",
    "redirect": "a Small or Medium ally within 5 feet changes places with it and becomes the target",
}  # fmt: skip
_CHANGED: Final[Mapping[str, str]] = {
    "reduce": "the damage is {} less", "lower": "the damage roll is {} lower", "hp": "it keeps {} HP", "add": "+{} to the roll",
    "subtract": "-{} to the roll",
}  # fmt: skip


def _corrode(step: CorrodeStep) -> str:
    of = f" of {' or '.join(step.of)}" if step.of else ""
    return f"corrodes {'its armor or weapon' if step.corrode == 'gear' else f'the {step.corrode}'}{of} (1 less each time)"


PLAIN: Final[Mapping[type[StepModel], Callable[[Any], str]]] = {
    **{step: step.tell for step in hit_points.STEPS},
    MakeStep: _make,
    BecomeStep: _become,
    MoveStep: _move,
    RemoveStep: _remove,
    GainStep: _gain,
    SwitchStep: _switch,
    CorrodeStep: _corrode,
    MendStep: lambda s: "mends corrosion",
    LoseStep: _lose,
    EndStep: lambda s: _ENDED.get(s.end) or f"ends {effect_name(s.end)}",
    DoStep: _do,
    AnswerStep: _answer,
    SayStep: lambda s: s.say.rstrip("."),
}
"""Kind of step → the function that tells it."""
