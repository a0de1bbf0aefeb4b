"""The acts that the steps `do` of a played act name."""

from collections.abc import Iterator, Sequence

from rpg_lite.mechanics.acts import spell_access
from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.creature.acts import find
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel, ZoneStep
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.world import thing_stats


def act_named(p: Performance, name: str) -> Act | None:
    """The act that a step `do` names: an act inside this act, an act of the creature, or a spell; never this act itself."""
    key, own = names.fold(name), names.fold(p.cast.act.name)
    inner = (a for s in walk(p.cast.act.steps) for a in _brought_by(s))
    found = next((a for a in inner if names.fold(a.name) == key), None)
    if found or key == own:
        return found
    by = p.thing(p.cast.by)
    given = find(p.draft.world, by, name, p.book)
    if given:
        return given.act
    spell = thing_stats.spell_of(by, name, p.book)
    return spell_access.as_its_block_casts(by, spell, p.book) if spell else None


def acts_named(p: Performance) -> Iterator[Act]:
    """The acts that the steps `do` of the act name."""
    steps = [step for step in walk(p.cast.act.steps, inner_acts=False) if isinstance(step, DoStep)]
    yield from (act for step in steps if "{" not in step.do and (act := act_named(p, step.do)))


def _brought_by(step: StepModel) -> Sequence[Act]:
    match step:
        case ApplyStep(apply=EffectModel() as effect):
            return effect.acts
        case ZoneStep(zone=zone):
            return zone.acts
    return ()
