"""The rulings left to the game master: the lines of a creature's own features, and the moment of each.

The lines of a weapon, an effect or a used thing are said by the command that it acts in.
"""

from rpg_lite.operations.outcome import Draft
from rpg_lite.rules.character_document import Cue
from rpg_lite.world.things import Thing


def lines_of(creature: Thing, cue: Cue) -> list[str]:
    """The lines that a creature's features have for this moment."""
    features = creature.creature.sheet.features or ()
    own = (f for f in features if isinstance(f, dict) and f.get("on") == cue)
    return [line for f in own for line in f.get("adjudicated", ())]


def at_zero(draft: Draft, creature: Thing) -> None:
    """Say what may keep a creature up that was just brought to 0 hit points."""
    if lines := lines_of(creature, "zero"):
        draft.note("judge_the_roll", texts=lines)


def at_turn(draft: Draft, creature: Thing) -> None:
    """Say what a creature does or regains when its turn begins."""
    if lines := lines_of(creature, "turn"):
        draft.note("for_you_to_judge", texts=lines)
