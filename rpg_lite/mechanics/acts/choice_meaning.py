"""The meaning of the choices of a call for an act: a slot among them, a number for a word, a count of creatures."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts.steps.branch_steps import find_choice
from rpg_lite.mechanics.acts.wish_and_casting import Casting, Wish
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, AttackStep, ChooseStep
from rpg_lite.rules.acts.plain_steps import BecomeStep, DoStep, GainStep, LoseStep, MakeStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.challenge_rating_limits import ANY, CreatureLimits, creatures_within, limits_in
from rpg_lite.rules.rulebook import Rulebook

NUMBER_WORDS: Final[Mapping[str, int]] = {
    word: n for n, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
}
ITEM: Final = "item"
"""The name of the choice of a thing."""
CREATURE: Final = "creature"
"""The name of the choice of a creature, if any type may be chosen."""
_OF_SLOTS: Final = ("slot", "spell slot")
_OF_LEVELS: Final = ("level", "slot level", "spell level")
_LEVEL: Final = re.compile(r"\D*([1-9])\D*", re.ASCII)
_READS_LEVELS: Final = ("slots", "one_slot", "one_slot_or_lesser")
"""The gains that themselves read the levels of slots from the choice."""


def understood(act: Act, wish: Wish, book: Rulebook, own: Sequence[Act] = ()) -> Wish:
    """The wish as the act understands it: a slot named among the choices becomes the slot of the call, and an option sent by its number
    or as a key becomes its word. {"slot": 3} chooses the part "slot" at level 3; "8 wolves" is a count and a creature. `own`: the acts of its
    creature, which tell what "melee" and "ranged" mean among the parts of a Multiattack.
    """
    kinds = {name: _of_kind(act, word, own) or word for name, word in wish.choice.items()}
    choice = _with_parts_named_by_keys(act, _with_creature_words(act, _with_whole_options(act, kinds), book))
    slot = wish.slot
    for name in [n for n in choice if names.fold(n) in slot_names(act) and n not in act.choices]:
        if slot is None and (level := _LEVEL.fullmatch(choice[name])):
            slot = int(level[1])
            choice = {k: v for k, v in choice.items() if k != name}
    return replace(wish, slot=slot, choice=_with_number_words(act, choice))


def slot_names(act: Act) -> tuple[str, ...]:
    """The names of a choice that mean the slot's level."""
    steps = list(walk(act.steps, inner_acts=False))
    if any(isinstance(s, GainStep) and s.gain in _READS_LEVELS for s in steps):
        return ()
    moves_slots = any((isinstance(s, GainStep) and s.gain == "new_slot") or (isinstance(s, LoseStep) and s.lose == "slot") for s in steps)
    parts = [names.fold(part) for s in steps if isinstance(s, ChooseStep) for part in s.choose]
    return (*_OF_SLOTS, *_OF_LEVELS, *parts) if moves_slots else _OF_SLOTS


def options(act: Act) -> list[str]:
    """The options of all choices of the act."""
    parts = [[*step.choose] for step in walk(act.steps, inner_acts=False) if isinstance(step, ChooseStep)]
    return [option for listed in (*act.choices.values(), *parts) for option in listed]


def _with_whole_options(act: Act, choice: Mapping[str, str]) -> Mapping[str, str]:
    """The choices with the option in place of a word that only one option has: "Chain" is Pact of the Chain."""
    known = options(act)
    return {name: names.option_meant(word, known) or word for name, word in choice.items()}


def _of_kind(act: Act, word: str, own: Sequence[Act]) -> str | None:
    """The only part of the act whose strikes are all melee, or all ranged, if the word is that kind."""
    kind = names.fold(word)
    if kind not in ("melee", "ranged") or kind in map(names.fold, options(act)):
        return None
    strikes = {names.fold(one.name): {step.kind for step in walk(one.steps) if isinstance(step, AttackStep)} for one in own}
    found = [
        part
        for step in walk(act.steps, inner_acts=False)
        if isinstance(step, ChooseStep)
        for part, steps in step.choose.items()
        if all(isinstance(one, DoStep) and strikes.get(names.fold(one.do)) == {kind} for one in steps)
    ]
    return found[0] if len(found) == 1 else None


def _with_parts_named_by_keys(act: Act, choice: Mapping[str, str]) -> dict[str, str]:
    """The choices with the part that the call names as a key: {"points": 2}."""
    given = {names.fold(word) for word in choice.values()}
    found = dict(choice)
    for step in walk(act.steps, inner_acts=False):
        if isinstance(step, ChooseStep) and given.isdisjoint(map(names.fold, step.choose)) and "choice" not in found:
            keys = {names.fold(key) for key in choice}
            part = next((p for p in step.choose if names.fold(p) in keys), None)
            found |= {"choice": part} if part else {}
    return found


def _with_number_words(act: Act, choice: Mapping[str, str]) -> dict[str, str]:
    """The choices with "eight" in place of 8, if that is an option."""
    words = {str(NUMBER_WORDS[word]): word for o in options(act) if (word := names.fold(o)) in NUMBER_WORDS}
    return {name: words.get(value.strip(), value) for name, value in choice.items()}


# ── creatures ───────────────────────────────────────────────────────────────────────────────────────────────────────


_COUNTED: Final = re.compile(rf"(\d+|{'|'.join(NUMBER_WORDS)})\s+(?:[x×]\s*)?(\D+)", re.IGNORECASE)


def _with_creature_words(act: Act, choice: Mapping[str, str], book: Rulebook) -> Mapping[str, str]:
    """The choices with count and creature as separate entries, the creature in the singular: "8 wolves"."""
    if not any(isinstance(step, MakeStep) for step in walk(act.steps, inner_acts=False)):
        return choice
    found: dict[str, str] = {}
    for name, value in choice.items():
        counted = _COUNTED.fullmatch(value.strip())
        if counted and _singular(counted[2], book) is not None:
            found |= {name: counted[1], CREATURE: _singular(counted[2], book) or ""}
        else:
            found[name] = _singular(value, book) or value
    return found


def _singular(word: str, book: Rulebook) -> str | None:
    """The key of the creature that the word means: "wolves", "Brown Bears"; None if it means none."""
    key = names.fold(word)
    forms = (key, f"{key.removesuffix('s').removesuffix('ve')}f")
    return next((form for form in forms if form in book.creatures), None)


def with_part(cast: Casting, book: Rulebook, is_aimed: bool) -> Casting:
    """The cast with the part that makes as many creatures as the call wants at this slot (16 wolves with a slot of level 5), or else with
    the only part that makes the creature that the call names. `is_aimed`: whether the call names targets, which then take that form (SRD,
    True Polymorph).
    """
    cast = _with_count(cast)
    wanted = {names.fold(word) for word in cast.wish.choice.values()}
    for step in cast.act.steps:
        if isinstance(step, ChooseStep) and find_choice(step, cast.wish.choice) is None:
            fitting = [part for part, steps in step.choose.items() if wanted & _creatures(steps, cast, book).keys()]
            forms = [part for part, steps in step.choose.items() if any(isinstance(s, BecomeStep) for s in walk(steps))]
            fitting = forms if is_aimed and len(forms) == 1 and not wanted.isdisjoint(book.creatures) else fitting
            if len(fitting) == 1:
                name = "part" if "choice" in cast.wish.choice else "choice"
                return replace(cast, wish=replace(cast.wish, choice={**cast.wish.choice, name: fitting[0]}))
    return cast


def _with_count(cast: Casting) -> Casting:
    for step in cast.act.steps:
        if isinstance(step, ChooseStep) and find_choice(step, cast.wish.choice) is None:
            counts = {
                str(cast.number(s.count)): part
                for part, steps in step.choose.items()
                for s in steps
                if isinstance(s, MakeStep) and s.count and "{" in s.count
            }
            choice = {name: counts.get(value.strip(), value) for name, value in cast.wish.choice.items()}
            return replace(cast, wish=replace(cast.wish, choice=choice))
    return cast


def name_of(limits: CreatureLimits) -> str:
    """The name of the choice of a creature within these limits."""
    return CREATURE if limits.type == ANY else limits.type


def with_creatures_asked(refused: Rejected | None, cast: Casting, book: Rulebook) -> Rejected | None:
    """The refusal for a missing choice, with the creatures that the act asks for as well, so that the caller is asked only once. Parts that
    make the creature that the call names come first, beginning with the largest number of them; parts that cannot make it are left out.
    """
    step = next((s for s in cast.act.steps if isinstance(s, ChooseStep) and _limits_of(s.choose.values(), cast)), None)
    if step is None or refused is None or refused.code != "choice_required" or refused.details["choice"] != "choice":
        return refused
    made = {part: _creatures(steps, cast, book) for part, steps in step.choose.items()}
    wanted = {names.fold(word) for word in cast.wish.choice.values()}
    fitting = [part for part, creatures in made.items() if wanted & creatures.keys()]
    if fitting:
        kept = [key for key, word in cast.wish.choice.items() if any(names.fold(word) in made[part] for part in fitting)]
        return replace(refused, allowed=tuple(reversed(fitting)), details={**refused.details, "kept": kept})
    (limits, *_) = _limits_of(step.choose.values(), cast)
    known = sorted({called for creatures in made.values() for called in creatures.values()})
    also = [f"{name_of(limits)} ({', '.join(known[:MOST_NAMED])}{' …' if len(known) > MOST_NAMED else ''})"] if known else []
    return replace(refused, details={**refused.details, "also": also, "kept": ()})


MOST_NAMED: Final = 5
"""The maximum number of creatures that a refusal offers to choose from."""


def _limits_of(parts: Iterable[Sequence[StepModel]], cast: Casting) -> list[CreatureLimits]:
    return [found for steps in parts for s in steps if isinstance(s, MakeStep) and (found := limits_in(cast.fill(s.make)))]


def _creatures(steps: Sequence[StepModel], cast: Casting, book: Rulebook) -> dict[str, str]:
    """Key → name of the creatures that these steps may make: those that they name, and those within their limits."""
    named = [cast.fill(s.make) for s in steps if isinstance(s, MakeStep) and not s.makes_things]
    found = {names.fold(name): name for name in named if limits_in(name) is None}
    return found | dict(pair for limits in _limits_of([steps], cast) for pair in creatures_within(limits, book))
