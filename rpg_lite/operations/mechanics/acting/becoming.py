"""The step `become`: the form of a creature of the book, which the call chooses within the limits of the act."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.operations.mechanics import forms, hit_points
from rpg_lite.operations.mechanics.acting import laying
from rpg_lite.operations.mechanics.acting.casting import Casting
from rpg_lite.operations.mechanics.acting.performance import Performance, Spot
from rpg_lite.operations.outcome import Draft, Rejected
from rpg_lite.rules import formulas, names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.acts.plain_steps import FORMS, BecomeStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import SIZES, Size
from rpg_lite.world import bearers
from rpg_lite.world.form_state import Form
from rpg_lite.world.things import Thing

_BRACES: Final = re.compile(r"\{[^{}]*\}")
THEIRS: Final = "their"
"""The challenge rating of the creature that changes; for a character, its level (SRD, Polymorph)."""
MOST_LISTED: Final = 30


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
        if names.fold(creature.get("type") or "") != names.fold(self.type):
            return f"is no {self.type}"
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
    """The number of a formula, a fraction too; 0 below the first row of a table."""
    number = formulas.exact(text, cast.values)
    return f"{float(number):g}" if number is not None else "0"


def _challenge(creature: Thing, book: Rulebook) -> float:
    sheet = bearers.true_sheet(creature, book)
    return sheet.cr if sheet.cr is not None else sheet.level


def _may(word: str | None, cast: Casting) -> bool:
    """Whether the word allows the movement; a word whose table has no row for the level yet forbids it."""
    return word is None or bool(formulas.exact(word, cast.values))


def find_choice(cast: Casting, allowed: FormLimits, changing: Thing) -> str | None:
    """The form that the act itself names, else the form that the call chooses: for this creature by its name, or for all."""
    choice = cast.wish.choice
    own = next((form for name, form in choice.items() if names.fold(name) == names.fold(changing.name)), None)
    return allowed.name or own or choice.get("form") or choice.get("choice") or next(iter(choice.values()), None)


def unfit(draft: Draft, caster: Thing, cast: Casting, targets: Sequence[Thing]) -> Rejected | None:
    """Refuse a form that nobody named, that the book does not have, or that is beyond the limits of the act, and list the forms within
    them.
    """
    step = next((s for s in walk(cast.act.steps) if isinstance(s, BecomeStep)), None)
    if step is None:
        return None
    book = draft.situation.book
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


def _refuse(
    code: str, draft: Draft, caster: Thing, cast: Casting, targets: Sequence[Thing], allowed: FormLimits, details: Mapping[str, Any]
) -> Rejected:
    """The refusal with the forms that are allowed, the strongest first, and the same call with one of them."""
    known = forms.list_known(draft.situation.book)
    fit = sorted((name for name, c in known.items() if not allowed.why_not(c)), key=lambda name: (-(known[name].get("cr") or 0), name))
    verb = {"operation": "cast", "spell": cast.act.name} if isinstance(cast.act, Spell) else {"operation": "act", "act": cast.act.name}
    whom = {"targets": [t.name for t in targets]} if targets else {}
    instead = {"characterName": caster.name, **verb, **whom, "choice": fit[0]} if fit else None
    near = tuple(names.nearest(str(details.get("wanted", "")), fit, 3)) if code == "form_unknown" else ()
    return Rejected(code, "choice", {"act": cast.act.name, **details}, near, tuple(fit[:MOST_LISTED]), instead)


def become(p: Performance, step: BecomeStep, targets: Sequence[str], spot: Spot) -> None:
    """Give each target the form, which lasts as long as an effect of the cast; its gear merges into the form."""
    for target in targets:
        allowed = limits(step, p.cast, _challenge(p.thing(target), p.book))
        found = forms.found(find_choice(p.cast, allowed, p.thing(target)) or "", p.book)
        if found is None:
            p.say(f"{p.thing(target).name} keeps its shape: no form was chosen (choice).")
            continue
        name = str(found["name"])
        forms.leave(p.draft, p.thing(target))
        hp = p.stats(target).hp if step.hp == "form" else None
        laying.lay_mark(p, target, f"{p.cast.act.name}: {name}", spot, step.for_)
        forms.begin(p.draft, p.thing(target), Form.made(name, p.cast.id, step.hp, hp, step.keep, step.until))
        if step.hp == "temp" or step.shield:
            hit_points.shield(p.draft, p.thing(target), int(found.get("hpMax") or 0))
        p.record(target).effects.append(f"takes the form of {names.with_article(name)}")
    if targets:
        p.say("Worn and carried things merge into the form and have no effect until it ends.")
