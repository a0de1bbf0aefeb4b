"""The rulings left to the game master: the lines of a creature's own features, and the moment for each line.

The lines of a weapon, an effect or a used thing come from the command that involves it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.rules import names
from rpg_lite.rules.acts.withstood import WITHSTOOD
from rpg_lite.rules.character_document import Cue
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import clock, form_stat_blocks, thing_stats
from rpg_lite.world.world_model import Thing


def _of_cue(creature: Thing, cue: Cue, book: Rulebook) -> Iterator[Mapping[str, Any]]:
    """The features of the creature with lines for this moment; in another form, those of the form."""
    form = creature.creature.form
    written = form_stat_blocks.read_written(form, book) if form else None
    features = written["character"].get("features") if written else creature.creature.sheet.features
    return (f for f in features or () if isinstance(f, dict) and f.get("on") == cue)


def lines_of(creature: Thing, cue: Cue, book: Rulebook) -> list[str]:
    """The lines that a creature's features have for this moment. Anything that a trigger leaves to the game master is a `say` of that trigger."""
    return [line for f in _of_cue(creature, cue, book) for line in f.get("adjudicated", ())]


def at_zero(draft: Draft, creature: Thing) -> None:
    """Note the features that may keep a creature on its feet when it has just dropped to 0 hit points."""
    if lines := lines_of(creature, "zero", draft.situation.book):
        draft.note("judge_the_roll", texts=lines)


def at_turn(draft: Draft, creature: Thing) -> None:
    """Note the lines for the beginning of a creature's turn, such as hit points that it regains."""
    if lines := lines_of(creature, "turn", draft.situation.book):
        draft.note("for_you_to_judge", texts=lines)


def at_turn_near(draft: Draft, creature: Thing, feet_to: Callable[[str], int | None]) -> None:
    """Note what the others in the fight do to whoever begins a turn near them (SRD, Ghast: Stench; Medusa: Petrifying Gaze), unless the creature has
    withstood it. `feet_to`: the distance of another one, which says who is near; None where places do not count.
    """
    on = clock.fight(draft.world)
    for id in (entry.id for entry in on.order) if on else ():
        other = draft.world.things.get(id)
        if other is None or other.id == creature.id or thing_stats.is_dead(other):
            continue
        near = [f for f in _of_cue(other, "turn_near", draft.situation.book) if f.get("adjudicated") and not _is_spared(draft, creature, other, f)]
        feet = feet_to(other.id) if near else None
        lines = [f["adjudicated"][0] for f in near if feet is None or _reaches(f, feet)]
        if lines and feet is None:
            draft.note("turn_begins_near", name=Called(creature.id), by=Called(other.id), texts=lines)
        elif lines:
            draft.note("turn_begins_within", name=Called(creature.id), by=Called(other.id), feet=feet, texts=lines)


def _reaches(feature: Mapping[str, Any], feet: int) -> bool:
    """Whether one of the acts of the feature goes so far; a feature without a range concerns everybody."""
    ranges = [act["range"] for act in feature.get("acts", ()) if isinstance(act.get("range"), int)]
    return not ranges or feet <= max(ranges)


def _is_spared(draft: Draft, creature: Thing, other: Thing, feature: Mapping[str, Any]) -> bool:
    """Whether the creature is immune to the acts of the feature, because it has withstood them before or by its nature."""
    immunities = draft.stats(creature).defenses.immunities
    marks = {names.fold(e.name) for e in thing_stats.lasting(draft.world, creature, "effects") if e.cause.by == other.id}
    acts = [act["name"] for act in feature.get("acts", ())]
    return bool(acts) and all(f"act:{name}" in immunities or names.fold(f"{name}{WITHSTOOD}") in marks for name in acts)
