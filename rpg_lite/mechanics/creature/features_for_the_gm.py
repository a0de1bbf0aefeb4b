"""The rulings left to the game master: the lines of a creature's own features, and the moment for each line.

The lines of a weapon, an effect or a used thing come from the command that involves it.
"""

from rpg_lite.decision.draft import Draft
from rpg_lite.rules.character_document import Cue
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import form_stat_blocks
from rpg_lite.world.world_model import Thing


def lines_of(creature: Thing, cue: Cue, book: Rulebook) -> list[str]:
    """The lines that a creature's features have for this moment; in another form, the lines of the form. Anything that a trigger leaves to
    the game master is a `say` of that trigger.
    """
    form = creature.creature.form
    written = form_stat_blocks.read_written(form, book) if form else None
    features = written["character"].get("features") if written else creature.creature.sheet.features
    own = (f for f in features or () if isinstance(f, dict) and f.get("on") == cue)
    return [line for f in own for line in f.get("adjudicated", ())]


def at_zero(draft: Draft, creature: Thing) -> None:
    """Note the features that may keep a creature on its feet when it has just dropped to 0 hit points."""
    if lines := lines_of(creature, "zero", draft.situation.book):
        draft.note("judge_the_roll", texts=lines)


def at_turn(draft: Draft, creature: Thing) -> None:
    """Note the lines for the beginning of a creature's turn, such as hit points that it regains."""
    if lines := lines_of(creature, "turn", draft.situation.book):
        draft.note("for_you_to_judge", texts=lines)
