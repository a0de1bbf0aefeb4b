"""Names of choices that an act does not ask for: refused, because nothing would follow from them."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from rpg_lite.operations.mechanics.acting import checks, choice_meaning, named_creatures
from rpg_lite.operations.mechanics.acting.casting import SAID
from rpg_lite.operations.mechanics.acting.choice_meaning import ITEM
from rpg_lite.operations.mechanics.acting.command import ActCommand
from rpg_lite.operations.mechanics.acting.rider_damage import TRANSMUTABLE
from rpg_lite.operations.mechanics.acting.rider_sets import SPARE
from rpg_lite.operations.mechanics.acting.riders_of import riders_of
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, ChooseStep
from rpg_lite.rules.acts.plain_steps import (
    BecomeStep,
    CorrodeStep,
    DoStep,
    EndStep,
    GainStep,
    HealStep,
    LoseStep,
    MakeStep,
    MendStep,
    RemoveStep,
    StepModel,
)
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.things import Thing, World

_READ_ANY: Final = (BecomeStep, DoStep, EndStep, GainStep, LoseStep, MakeStep, RemoveStep)
"""Steps that look for a word under whatever name it stands: a form, a creature, an effect to end."""
_BRACES: Final = re.compile(r"\{([a-z_]+)\}")
_ASKED: Final = re.compile(r"choice:([^\"|]+)")
_ALWAYS: Final = ("choice", "part", *SPARE)


def refuse(command: ActCommand, act: Act, world: World, caster: Thing, whom: Sequence[Thing], book: Rulebook) -> Rejected | None:
    """The refusal of the first name in `choice` that changes nothing in this act, with the names that it takes."""
    choice = command.choice
    steps = list(walk(act.steps, inner_acts=False))
    if not choice or act.when or any(isinstance(step, _READ_ANY) and not _is_of_points(step) for step in steps):
        return None
    if checks.missing_choice(act, checks.named_choices(act, choice)) is not None:
        return None  # the refusal of the missing choice names them all
    written = act.model_dump_json(by_alias=True)
    known = {*map(names.fold, [*_names(act, steps, written), *choice_meaning.slot_names(act), *_ALWAYS])}
    aimed = [word for one in whom for word in (one.name, one.id)]  # shares of points or shots; riders that count for some targets
    known |= set(map(names.fold, aimed))
    offered = {*map(names.fold, [*_options(act, steps, written, world, caster, book), *(aimed if command.with_ else [])])}
    lost = next((key for key, word in choice.items() if names.fold(key) not in known and not _counts(word, offered, steps, written)), None)
    if lost is None:
        return None
    allowed = (*dict.fromkeys(_names(act, steps, written)), *(["choice"] if any(isinstance(s, ChooseStep) for s in steps) else []))
    return Rejected(
        "choice_unknown", "choice", {"act": act.name, "wanted": lost}, allowed=allowed, instead=_without(command, lost, allowed)
    )


def _is_of_points(step: StepModel) -> bool:
    """Whether the step takes hit points away, which needs no word."""
    return isinstance(step, LoseStep) and step.lose in ("hp", "tempHp")


def _without(command: ActCommand, lost: str, allowed: Sequence[str]) -> dict[str, Any]:
    """The same call with the name that is meant, or else without the name that means nothing."""
    near = next(iter(names.nearest(lost, allowed, 1)), None)
    choice = {near if key == lost else key: word for key, word in command.choice.items() if near or key != lost}
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return {**sent, "choice": choice} if choice else {key: value for key, value in sent.items() if key != "choice"}


def _names(act: Act, steps: list[StepModel], written: str) -> Iterator[str]:
    """The names of the choices that the act asks for."""
    yield from act.choices
    yield from sorted(named_creatures.keys_of(act))
    for step in steps:
        if isinstance(step, ChooseStep):
            yield from step.choose
        elif isinstance(step, MendStep) or (isinstance(step, CorrodeStep) and step.corrode == "gear"):
            yield ITEM
    yield from (word for word in _BRACES.findall(written) if word in SAID or word not in _FORMULA_WORDS)


_FORMULA_WORDS: Final = frozenset(("dc", "mod", "pb", "level", "slot", "attack", "count", "spent"))
"""Words in braces that stand for numbers of the caster."""


def _options(act: Act, steps: list[StepModel], written: str, world: World, caster: Thing, book: Rulebook) -> Iterator[str]:
    """The words that mean something under any name: the options of the act and of the riders that may join it."""
    for options in act.choices.values():
        yield from options
    yield from _ASKED.findall(written)
    yield from TRANSMUTABLE
    own = (step for one in riders_of(world, caster, book) for step in walk(one.rider.steps))
    for step in (*steps, *own):
        if isinstance(step, ChooseStep):
            yield from step.choose


def _counts(word: str, offered: Collection[str], steps: list[StepModel], written: str) -> bool:
    """Whether the act reads this word whatever its name: an option, or an amount."""
    if word.isdecimal():
        return any(f"{{{said}" in written or said in written for said in SAID) or any(isinstance(s, HealStep) and s.shared for s in steps)
    parts = [word, *word.replace("|", ",").split(",")]
    return any(names.fold(part) in offered for part in parts) or any(names.option_meant(part, [*offered]) for part in parts)
