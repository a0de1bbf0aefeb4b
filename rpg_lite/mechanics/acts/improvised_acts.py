"""An act that a call describes itself. It is held to the same words as an act of a file."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.creature import acts
from rpg_lite.rules import names
from rpg_lite.rules.acts import act_faults
from rpg_lite.rules.acts.act import Act, CheckStep, Rider, Trigger
from rpg_lite.rules.acts.harmful_acts import harms
from rpg_lite.rules.acts.part_paths import parts_of
from rpg_lite.rules.acts.word_faults import Fault, OwnWords
from rpg_lite.rules.document_validation import faults_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.world_model import Thing, World


def improvise(written: Mapping[str, Any], caster: Thing, world: World, book: Rulebook) -> Act | Rejected:
    """The act that the game master describes; its faults are reported with their places."""
    read = read_act(written, caster, world, book)
    return read if isinstance(read, Act) else refuse("steps", read)


def is_a_check_of_oneself(act: Act) -> bool:
    """Whether the act begins with a check against a number, which whoever plays it makes where nobody else is named; a success may not harm, since
    that is meant for somebody.
    """
    first = act.steps[0] if act.steps else None
    return isinstance(first, CheckStep) and first.dc is not None and first.against is None and not harms(first.passed)


def read_act(written: Mapping[str, Any], caster: Thing, world: World, book: Rulebook) -> Act | Sequence[Fault]:
    """The act, or (dotted path, sentence) for each of its faults."""
    try:
        act = Act.model_validate(written)
    except ValidationError as e:
        return faults_of(e, Act)
    own = [name for found in acts.own_acts_of(world, caster, book) for name in (found.act.name, *found.act.aliases)]
    return list(act_faults.unplayable(act, book, own, _words_of(world, book))) or act


MOST_FAULTS: Final = 4
"""The number of faults that a refusal tells; the others are counted."""
LONGEST_FAULT: Final = 320


def refuse(field: str, faults: Iterable[Fault]) -> Rejected:
    every = [names.show_key(f"{path}: {why}" if path else why, LONGEST_FAULT) for path, why in faults]
    more = [f"{len(every) - MOST_FAULTS} more faults"] if len(every) > MOST_FAULTS else []
    return Rejected("act_invalid", field, {"why": "; ".join((*every[:MOST_FAULTS], *more))})


_LATER: Final = (".do", ".area")
"""The keys of an entry that is kept: a later call may give the act or the thing that `do` names, and the table knows the area."""
OF_CREATURES: Final = (".make", ".become")
"""The keys that name a creature of the rulebook, which another ruleset may lack."""


def refuse_unplayable(entry: BaseModel, field: str, world: World, book: Rulebook, but: tuple[str, ...] = ()) -> Rejected | None:
    """Refuse an item or a creature of a call whose acts, features or effects use a word that nothing will ever play. `but`: keys that are
    not held to this rulebook.
    """
    if not any(isinstance(part, Act | Trigger | Rider) for _, part in parts_of(entry)):
        return None
    words = _words_of(world, book, entry)
    words.any_resource = True  # a later call may give it
    faults = [(path, why) for path, why in act_faults.unplayable(entry, book, (), words) if not path.endswith((*_LATER, *but))]
    return refuse(field, faults) if faults else None


def _words_of(world: World, book: Rulebook, *entries: BaseModel) -> OwnWords:
    """The effects and the resources of the creatures at hand, which no file needs to know, and those of the entries."""
    words = OwnWords(entries)
    for creature in (t for t in world.things.values() if t.kind == "character"):
        words.effects |= {names.fold(entry.name) for kind in LASTING for entry in creature.creature.lasting(kind)}
        words.resources |= {names.fold(name) for name in thing_stats.unspent_sheet(creature, book).resources}
    return words
