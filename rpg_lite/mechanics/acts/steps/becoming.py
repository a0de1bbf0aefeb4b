"""The step `become`: give a creature the form of one from the book, which the call chooses within the limits of the act."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.steps import apply_and_move, branch_steps
from rpg_lite.mechanics.acts.wish_and_casting import Casting
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.life import forms, hit_points
from rpg_lite.rules import formulas, names
from rpg_lite.rules.acts.act import ChooseStep, Spell
from rpg_lite.rules.acts.plain_steps import FORMS, BecomeStep, DoStep, is_among
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import parts_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import SIZES, Size
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.form_state import Form, Worn
from rpg_lite.world.world_model import Thing

_BRACES: Final = re.compile(r"\{[^{}]*\}")
THEIRS: Final = "their"
"""The challenge rating of the creature that changes; for a character, its level (SRD, Polymorph)."""
MOST_LISTED: Final = 30
GEAR: Final = "gear"
"""The name of the choice that decides the fate of worn and carried things."""
_OF_GEAR: Final[Mapping[Worn, str]] = {
    "merges": "Worn and carried things merge into the form and have no effect until it ends.",
    "falls": "Its gear lies on the floor.",
    "worn": "Worn things keep their effect; the game master decides what the form can wear.",
}
_MAY_BE: Final[Mapping[str, tuple[Worn, ...]]] = {
    "merges": ("merges",), "chosen": ("merges", "falls", "worn"), "fitted": ("worn", "falls"),
}  # fmt: skip
"""The word of the step → the possible fates of the gear; without a choice, the first one applies."""


SWARM: Final = "swarm"
"""The tag of stat blocks that stand for many creatures; a form is one creature (SRD, Wild Shape, Polymorph)."""


@dataclass(frozen=True, slots=True)
class FormLimits:
    """The forms that a step allows: one by its name, or those of a type up to a challenge rating."""

    name: str | None = None
    cr: float = 0
    type: str = ""
    fly: bool = True
    swim: bool = True
    size: Size | None = None

    def why_not(self, creature: Mapping[str, Any]) -> str | None:
        """The reason why this creature cannot be the form."""
        if self.name is not None:
            return None if names.fold(str(creature["name"])) == names.fold(self.name) else f"only {self.name}"
        speed = creature.get("speed") or {}
        if SWARM in (creature.get("tags") or ()):
            return "is a swarm, which is many creatures"
        if not is_among(names.fold(creature.get("type") or ""), self.type):
            return (
                f"is {names.with_article(creature['type'])}" if self.type.startswith("not ") else f"is no {self.type.replace('|', ' or ')}"
            )
        if (creature.get("cr") or 0) > self.cr:
            return f"has challenge rating {creature.get('cr'):g}, more than {self.cr:g}"
        if self.size and SIZES.index(creature.get("size") or "medium") > SIZES.index(self.size):
            return f"is {creature.get('size')}, larger than {self.size}"
        if not self.fly and speed.get("fly"):
            return "flies"
        return "swims" if not self.swim and speed.get("swim") else None


def limits(step: BecomeStep, cast: Casting, their: float = 0) -> FormLimits:
    """The limits of a step. `their`: the challenge rating of the creature that changes."""
    text = _BRACES.sub(lambda m: _plain(m[0], cast), step.become)
    found = FORMS.fullmatch(text)
    if found is None:
        return FormLimits(name=text)
    most = their if found["cr"] == THEIRS else float(found["cr"])
    return FormLimits(None, most, found["type"], _may(step.fly, cast), _may(step.swim, cast), step.size)


def _plain(text: str, cast: Casting) -> str:
    """The number of a formula, which may be a fraction; 0 below the first row of a table."""
    number = formulas.exact(text, cast.values)
    return f"{float(number):g}" if number is not None else "0"


def _challenge(creature: Thing, book: Rulebook) -> float:
    sheet = thing_stats.true_sheet(creature, book)
    return sheet.cr if sheet.cr is not None else sheet.level


def _may(word: str | None, cast: Casting) -> bool:
    """Whether the word allows the movement; a word whose table has no row for the level yet forbids it."""
    return word is None or bool(formulas.exact(word, cast.values))


def find_choice(cast: Casting, allowed: FormLimits, changing: Thing) -> str | None:
    """The form that the act itself names, or else the form that the call chooses, for this creature by name or for all creatures."""
    parts = {names.fold(word) for step in cast.act.steps if isinstance(step, ChooseStep) for word in step.choose}
    choice = {name: word for name, word in cast.wish.choice.items() if name != GEAR and names.fold(word) not in parts}
    own = next((form for name, form in choice.items() if names.fold(name) == names.fold(changing.name)), None)
    return allowed.name or own or choice.get("form") or choice.get("choice") or next(iter(choice.values()), None)


def unfit(draft: Draft, caster: Thing, cast: Casting, targets: Sequence[Thing]) -> Rejected | None:
    """Refuse a missing form, an unknown form, or a form beyond the limits of the act, and list the forms within the limits."""
    book = draft.situation.book
    step = next((s for s in _chosen(cast.act.steps, cast.wish.choice, book) if isinstance(s, BecomeStep)), None)
    if step is None:
        return None
    if (said := cast.wish.choice.get(GEAR)) is not None and said not in _MAY_BE[step.gear]:
        details = {"act": cast.act.name, "choice": GEAR, "given": said}
        return Rejected("choice_required", "choice", details, allowed=_MAY_BE[step.gear])
    for changing in targets or [caster]:
        allowed = limits(step, cast, _challenge(changing, book))
        wanted = find_choice(cast, allowed, changing)
        if wanted is None:
            return _refuse("form_required", draft, caster, cast, targets, allowed, {})
        creature = forms.found(wanted, book)
        if creature is None:
            return _refuse("form_unknown", draft, caster, cast, targets, allowed, {"wanted": wanted})
        if (why := allowed.why_not(creature)) and not cast.wish.force:
            return _refuse("form_unfit", draft, caster, cast, targets, allowed, {"wanted": wanted, "why": why})
    return None


def _chosen(steps: Sequence[StepModel], choice: Mapping[str, str], book: Rulebook) -> Iterator[StepModel]:
    """The steps of the parts that the call chooses, and the steps of a spell with which the act continues."""
    for step in steps:
        yield step
        if isinstance(step, ChooseStep) and (word := branch_steps.find_choice(step, choice)) is not None:
            yield from _chosen(step.choose[word], choice, book)
        elif isinstance(step, DoStep) and step.part and (spell := book.spell(step.do)) is not None:
            yield from _chosen([s for s in spell.steps if not isinstance(s, DoStep)], choice, book)
        else:
            for part in parts_of(step, inner_acts=False):
                yield from _chosen(part, choice, book)


def _refuse(
    code: str, draft: Draft, caster: Thing, cast: Casting, targets: Sequence[Thing], allowed: FormLimits, details: Mapping[str, Any]
) -> Rejected:
    """The refusal with the forms that are allowed, the strongest first, and the same call with one of them."""
    known = forms.list_known(draft.situation.book)
    fit = sorted((name for name, c in known.items() if not allowed.why_not(c)), key=lambda name: (-(known[name].get("cr") or 0), name))
    verb = {"operation": "cast", "spell": cast.act.name} if isinstance(cast.act, Spell) else {"operation": "act", "act": cast.act.name}
    others = {} if details else dict(cast.wish.choice)  # the part or the gear that is chosen already
    whom = {"targets": [t.name for t in targets]} if targets else {}
    instead = {"characterName": caster.name, **verb, **whom, "choice": {**others, "form": fit[0]} if others else fit[0]} if fit else None
    near = tuple(names.nearest(str(details.get("wanted", "")), fit, 3)) if code == "form_unknown" else ()
    return Rejected(code, "choice", {"act": cast.act.name, **details}, near, tuple(fit[:MOST_LISTED]), instead)


def become(p: Performance, step: BecomeStep, targets: Sequence[str], spot: Spot) -> None:
    """Give each target the form, which lasts as long as an effect of the cast; its gear merges into the form, falls down, or stays worn."""
    gear = _gear_of(step, p.cast)
    for target in targets:
        allowed = limits(step, p.cast, _challenge(p.thing(target), p.book))
        found = forms.found(find_choice(p.cast, allowed, p.thing(target)) or "", p.book)
        if found is None:
            p.say(f"{p.thing(target).name} keeps its shape: no form was chosen (choice).")
            continue
        name, before = str(found["name"]), _points_in_form(p, target)
        forms.leave(p.draft, p.thing(target))
        if gear == "falls":
            _drop_gear(p, target)
        hp = p.stats(target).hp if step.hp == "form" else None
        apply_and_move.lay_mark(p, target, f"{p.cast.act.name}: {name}", spot, step.for_)
        forms.begin(p.draft, p.thing(target), Form.make(name, p.cast.id, step.hp, hp, step.keep, step.until, gear))
        _give_points(p, step, target, int(found.get("hpMax") or 0), before)
        p.record(target).effects.append(f"takes the form of {names.with_article(name)}")
    if targets:
        p.say(_OF_GEAR[gear])


def _gear_of(step: BecomeStep, cast: Casting) -> Worn:
    """The fate of worn and carried things: as the call chooses, if the act lets it choose (SRD, Wild Shape, Shapechange)."""
    may_be = _MAY_BE[step.gear]
    return next((word for word in may_be if word == cast.wish.choice.get(GEAR)), may_be[0])


def _drop_gear(p: Performance, target: str) -> None:
    """Put everything that the creature wears and carries on the floor, except what a curse keeps on it."""
    room = p.draft.world.room_of(target)
    carried = [t for t in p.draft.world.bag_of(target) if t.kind == "item" and not thing_stats.is_natural(t, p.book)]
    for thing in carried if room else ():
        if room and not item_moves.is_stuck(p.draft.world, thing, p.book):
            item_moves.move(p.draft, thing, room, thing.quantity)


def _points_in_form(p: Performance, target: str) -> tuple[int, int] | None:
    """(hit points, temporary hit points) in the form that the same cast has already given; None if this is its first form."""
    form = p.thing(target).creature.form
    if form is None or form.cast != p.cast.id:
        return None
    return p.stats(target).hp or 0, p.thing(target).creature.temp_hp or 0


def _give_points(p: Performance, step: BecomeStep, target: str, most: int, before: tuple[int, int] | None) -> None:
    """The temporary hit points of a first form; a further form of the same cast brings no points back (SRD, Shapechange)."""
    thing = p.thing(target)
    if step.hp == "temp" or (step.hp == "lent" and before is None):
        hit_points.shield(p.draft, thing, most, p.cast.id)
    elif step.hp == "lent" and before and before[1]:
        hit_points.shield(p.draft, thing, before[1], p.cast.id)
    elif step.hp == "form" and before and before[0] < (p.stats(target).hp or 0):
        change(p.draft, thing, body_paths.HP, before[0])


PLAYS: Final[Plays] = {BecomeStep: become}
"""Kind of step → the function that plays it."""
