"""The choices that a creature makes in an act when nobody plays the creature: the attacks that deal most damage on average."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts import multiattack
from rpg_lite.rules.acts.act import Act, ChooseStep
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook

MOST: Final = 12
"""The maximum number of choices to try."""
Choice = dict[str, str]
Acts = Mapping[str, Act]


def of(act: Act, acts: Acts, damages: Mapping[str, float], printed: Sequence[str] = ()) -> list[Choice]:
    """The choices of the act, the best first; one empty choice if it asks for none. `acts`, `damages`: the acts of the creature and their
    average damage, by folded name; `printed`: the options in the order of the book.

    Among words without a measure, such as damage types, the last is the plainest and comes first.
    """
    found: list[Choice] = []
    for option in _options(act.steps, damages, printed):
        done = _done(act.steps, option)
        own = {**act.choices, **{key: words for one in done if one in acts for key, words in acts[one].choices.items()}}
        inner = next((part for one in done if one in acts and (part := _written(acts[one].steps) or _within(acts[one].steps))), None)
        keys = {**{key: [*reversed(words)] for key, words in own.items()}, **({"part": inner} if inner else {})}
        chosen = {"choice": option} if option else {}
        found += [{**chosen, **dict(zip(keys, words, strict=True))} for words in product(*keys.values())]
    return found[:MOST]


def options_printed(name: str, act: str, book: Rulebook) -> list[str]:
    """The options of this act of a creature in the order of the book, because a sheet does not keep this order."""
    document = book.creatures.get(names.fold(names.without_number(name)), {"character": {}})
    rows = (row for row in document["character"].get("acts", ()) if names.fold(row["name"]) == names.fold(act))
    return [option for row in rows if isinstance(row["steps"], list) for step in row["steps"] for option in step.get("choose", {})]


def _options(steps: Sequence[StepModel] | str, damages: Mapping[str, float], printed: Sequence[str]) -> list[str]:
    """The options that the steps offer the caller, the best first; options that differ only in a number, such as the number of heads, in
    the printed order.
    """
    step = _chooses(steps)
    if step is None:
        return [""]
    if multiattack.is_open(step):
        return sorted(step.choose, key=lambda option: printed.index(option) if option in printed else len(printed))
    return sorted(step.choose, key=lambda option: -sum(damages.get(one, 0) * n for one, n in _strikes(step.choose[option])))


def _written(steps: Sequence[StepModel] | str) -> list[str]:
    step = _chooses(steps)
    return [*step.choose] if step else []


def _within(steps: Sequence[StepModel] | str) -> list[str]:
    """The options of a choice within a save, such as the words of Command: first those after which a creature cannot act."""
    found = () if isinstance(steps, str) else (step for step in walk(tuple(steps), inner_acts=False) if isinstance(step, ChooseStep))
    return next((sorted(step.choose, key=lambda name: creature_flags.NO_ACTIONS not in repr(step.choose[name])) for step in found), [])


def _chooses(steps: Sequence[StepModel] | str) -> ChooseStep | None:
    return None if isinstance(steps, str) else next((step for step in steps if isinstance(step, ChooseStep)), None)


def _done(steps: Sequence[StepModel] | str, option: str) -> list[str]:
    """The folded names of the acts that the steps play under this option."""
    plain = () if isinstance(steps, str) else tuple(step for step in steps if not isinstance(step, ChooseStep))
    step = _chooses(steps)
    return [*dict.fromkeys(one for part in (plain, step.choose[option] if step else ()) for one, _ in _strikes(part))]


def _strikes(part: Any) -> Iterator[tuple[str, int]]:
    """(the folded name of an act, how often the steps play it)."""
    for step in walk(part, inner_acts=False):
        if isinstance(step, DoStep):
            yield names.fold(step.do), int(step.times) if step.times and str(step.times).isdecimal() else 1
