"""The acts that the steps `do` of a played act mean."""

from collections.abc import Iterator, Sequence

from rpg_lite.operations.mechanics.acting.finding import find
from rpg_lite.operations.mechanics.acting.performance import Performance
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel, ZoneStep
from rpg_lite.rules.acts.plain_steps import DoStep, StepModel
from rpg_lite.rules.acts.walk import walk


def act_named(p: Performance, name: str) -> Act | None:
    """The act that a step `do` means: an act inside this act, an act of the creature, or a spell; never this act itself."""
    key, own = names.fold(name), names.fold(p.cast.act.name)
    inner = (a for s in walk(p.cast.act.steps) for a in _brought_by(s))
    found = next((a for a in inner if names.fold(a.name) == key), None)
    if found or key == own:
        return found
    given = find(p.draft.world, p.thing(p.cast.by), name, p.book)
    return given.act if given else p.book.spell(name)


def acts_named(p: Performance) -> Iterator[Act]:
    """The acts that the steps `do` of the act mean."""
    steps = [step for step in walk(p.cast.act.steps, inner_acts=False) if isinstance(step, DoStep)]
    yield from (act for step in steps if "{" not in step.do and (act := act_named(p, step.do)))


def _brought_by(step: StepModel) -> Sequence[Act]:
    match step:
        case ApplyStep(apply=EffectModel() as effect):
            return effect.acts
        case ZoneStep(zone=zone):
            return zone.acts
    return ()
