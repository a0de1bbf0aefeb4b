"""The forms of an answer: an act that only chooses among other answers counts as each of them (SRD 5.2, Protective Magic)."""

from collections.abc import Mapping

from rpg_lite.mechanics.acts.steps.branch_steps import find_choice
from rpg_lite.rules.acts.act import Act, ChooseStep, Part
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.rulebook import Rulebook


def forms_of(act: Act, book: Rulebook) -> tuple[Act, ...]:
    """The act in the form of each answer that it may choose, with its own name and price; any other act as its only form."""
    return tuple(by_choice(act, book).values()) or (act,)


def form_of(act: Act, choice: Mapping[str, str], book: Rulebook) -> Act:
    """The form that the call chooses; the act itself if it has no forms, or if nothing is chosen."""
    forms = by_choice(act, book)
    chosen = find_choice(act.steps[0], choice) if forms and isinstance(act.steps[0], ChooseStep) else None
    return forms[chosen] if chosen else act


def by_choice(act: Act, book: Rulebook) -> Mapping[str, Act]:
    """Choice → the act with the occasions, the targets and the steps of the answer that this choice plays; empty for an act without forms."""
    first = act.steps[0] if act.when and act.steps else None
    if not isinstance(first, ChooseStep):
        return {}
    played = {word: _answer_in(steps, book) for word, steps in first.choose.items()}
    known = {word: answer for word, answer in played.items() if answer}
    if len(known) < len(played):
        return {}
    return {word: act.model_copy(update=_of_answer(answer)) for word, answer in known.items()}


def _answer_in(steps: Part, book: Rulebook) -> Act | None:
    """The answer that these steps play, if they play nothing else."""
    only = steps[0] if len(steps) == 1 else None
    answer = book.spell(only.do) if isinstance(only, DoStep) else None
    return answer if answer and answer.when else None


def _of_answer(answer: Act) -> Mapping[str, object]:
    return {"when": answer.when, "needs": answer.needs, "range": answer.range, "targets": answer.targets, "steps": answer.steps}
