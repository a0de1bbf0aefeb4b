"""The words about a game master's deed for the players who watch it, because the answer itself has numbers that they do not know. Apart
because it reads an answer for others than the caller.
"""

from collections.abc import Callable
from typing import Any, Final

from rpg_lite.call import Call
from rpg_lite.decision.callers import Caller
from rpg_lite.operations.batch import Decided
from rpg_lite.operations.role_table import is_before_all
from rpg_lite.operations.undo import ids_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store.chronicle import JOURNAL
from rpg_lite.views import player_view
from rpg_lite.views.history import CREATURE

WATCHER: Final = Caller(aloud=True)
_DEEDS: Final = frozenset({"execute_action", "manage_condition"})
"""The tools whose every change happens before everybody's eyes; most of the others also prepare the game."""


def words(call: Call, decided: Decided, book: Rulebook, show: Callable[[Decided], dict[str, Any]]) -> str | None:
    """The answer for players; None if nobody watches, if the call only prepares the game, or if players do not see everybody whom it
    concerns. Whom words in the journal reach is another question.
    """
    if not (call.caller.is_watched and _is_a_deed(call)):
        return None
    sees = player_view.eyes(WATCHER, book)
    seen = {id for world in (decided.befores[0], decided.world) for id in sees(world).things}
    if any(CREATURE.match(id) and id not in seen for id in ids_of(decided.events)):
        return None
    return str(player_view.answer(WATCHER, decided, book, show)["text"])


def _is_a_deed(call: Call) -> bool:
    asked = call.asked
    return asked.tool != JOURNAL and (asked.tool in _DEEDS or all(is_before_all(type(command)) for command in asked.commands))
