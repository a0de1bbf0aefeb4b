"""What becomes of a party that is down, in a game alone: the death saves outside a fight, and the words about who is left. Apart because
only a game alone plays on when everybody is down.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from rpg_lite.decision.targets import party_of
from rpg_lite.mechanics.life.dying import is_dying
from rpg_lite.messages.render_context import join_names
from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.world.world_model import Thing, World

MOST_ROUNDS: Final = 50
"""The maximum number of rounds of death saves; five decide about everybody who does not wake and fall again."""
ESCAPED: Final = "The party has got away. Those who stayed behind wait there."
LEFT_BEHIND: Final = "The rest of the party has got away. {names} stayed behind."
DOWN: Final = "Nobody in the party is left standing, so nobody rests. wait 4 hours lets those who are stable come round."
FALLEN: Final = "Nobody in the party is left standing, and the enemies stay, so resting does not help. undo takes back the last turns, and adventure begins another story."


def death_saves(world: Callable[[], World], told: Callable[[Ask], str]) -> Iterator[str]:
    """Roll the death saves of the dying outside a fight, round by round, until each of them is stable, awake or dead. `world`: reads the
    party; `told`: makes a call and returns its words.
    """
    for _ in range(MOST_ROUNDS):
        dying = [member for member in party_of(world()) if is_dying(member)]
        for member in dying:
            yield told(Ask("execute_action", {"operation": "save", "ability": "death", "characterId": member.id}))
        if not dying:
            return


def left(heroes: Iterable[Thing]) -> str:
    """The end of a fight that a part of the party has left. `heroes`: those who lie there."""
    names = [hero.name for hero in heroes]
    return LEFT_BEHIND.format(names=join_names(names)) if names else ESCAPED
