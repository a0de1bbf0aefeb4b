"""The rights of a seat at a table with a game master: it plays its own heroes, reads what players may know, and does none of the game master's
work.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.decision import targets
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.operations import role_table
from rpg_lite.operations.registry import READ_ONLY, operations
from rpg_lite.operations.undo import Undo
from rpg_lite.rules import names
from rpg_lite.world.world_model import Ref

GM_DECIDES: Final = "Only the game master does that. Say in your own words what you want, and the game master decides."
NOT_YOURS: Final = "{name} is played by another seat. Type as and a name that nobody plays, or hero NAME CLASS for a hero of your own."
_READ: Final = frozenset(("history", "examine"))
"""Readings that a seat hears in the words for players, although a program with a player's token has none."""
_OF_THE_TABLE: Final = frozenset(("rest", "start_fight", "end_fight"))
"""Deeds of the whole party, which any seat begins with a verb."""
_CHORES: Final = frozenset(("gc", "run"))


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as its session asks about it. `is_player`: whether somebody else is the game master; `elsewhere`: the ids of the heroes that
    other seats play; `deeds`: the revs of its own deeds.
    """

    is_player: Callable[[], bool] = lambda: False
    elsewhere: Callable[[], Collection[str]] = tuple
    deeds: Callable[[], Collection[int]] = tuple

    def refuses_chore(self, name: str, words: Sequence[str], me: Sequence[str | None]) -> bool:
        """Whether a chore is the game master's, or one of another hero. `me`: the name and the id of the hero of the seat."""
        return self.is_player() and (name in _CHORES or (name == "choose" and not _is_me(words[0], me)))

    def refuses(self, ask: Ask, me: Sequence[str | None]) -> bool:
        """Whether a call is the game master's; what a player does within the reach of the own heroes is decided with the call."""
        if not self.is_player():
            return False
        verb, command = ask.payload["operation"], operations(ask.tool)[ask.payload["operation"]]
        if command is Undo:
            return "toRev" in ask.payload
        if any(role_table.is_reserved("player", command, key) for key in ask.payload):
            return True
        if role_table.right_of("player", command) != "never" or (command in READ_ONLY and verb in _READ):
            return False
        return ask.is_call or not self._may_begin(ask, me)

    def _may_begin(self, ask: Ask, me: Sequence[str | None]) -> bool:
        """Whether a player's verb begins this, although a program with a player's token may not."""
        verb, whom = ask.payload["operation"], _whom(ask)
        if verb == "create" and ask.tool == "manage_character":
            return ask.acts_as is not None
        if verb == "search":
            return "dc" not in ask.payload
        if verb == "vibe":
            return "vibe" not in ask.payload
        if verb == "focus":
            return not whom or _is_me(whom, me)
        if verb == "rest" and whom and names.fold(whom) != "party":
            return _is_me(whom, me)
        return verb in _OF_THE_TABLE

    def caller(self, game: Game, ask: Ask, me: str | None, shared: bool) -> Caller | None:
        """The player who makes this call; None for a call that players make in front of everybody. `me`: the id of the hero of the seat;
        without one, a seat plays every hero that nobody else plays.
        """
        command = operations(ask.tool)[ask.payload["operation"]]
        if not self.is_player() or command in READ_ONLY or role_table.right_of("player", command) != "own":
            return None
        return Caller("player", characters=(me,) if me else self._free(game), shared=shared)

    def _free(self, game: Game) -> tuple[str, ...]:
        party = game.store.read(game.campaign.id, lambda at: targets.party_of(at.load([Ref("party")], game.book)))
        return tuple(sorted({member.id for member in party} - {*self.elsewhere()}))

    def refuses_undo(self, rev: int) -> bool:
        """Whether the deed is not one of this seat."""
        return self.is_player() and rev not in self.deeds()


def _whom(ask: Ask) -> str:
    return str(ask.payload.get("characterId") or ask.payload.get("characterName") or "")


def _is_me(whom: str, me: Sequence[str | None]) -> bool:
    return names.fold(whom) in {names.fold(one) for one in me if one}
