"""The hands of the policy in a game alone: each deed is a call, and its answer is a line. Apart because the session says when they play."""

from collections.abc import Iterable
from typing import Any, Protocol

from rpg_lite.game import Game
from rpg_lite.monsters import good_ground
from rpg_lite.monsters.way import Deed, tool_of
from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.rules.space.squares import Space, read_square
from rpg_lite.world.world_model import World

_TOOL = "execute_action"


class MonsterSession(Protocol):
    """The session in which the monsters play."""

    game: Game

    def world(self) -> World: ...
    def if_it_works(self, deed: Ask) -> str: ...
    def may_answer(self, told: list[str]) -> bool: ...


class HandsInPlay:
    """The deeds of monsters between two lines of the player, and what is told of them."""

    def __init__(self, session: MonsterSession) -> None:
        self._session = session
        self.told: list[str] = []

    def world(self) -> World:
        return self._session.world()

    def play_first(self, deeds: Iterable[Deed]) -> bool:
        """Play the first deed that is not refused."""
        told = next(filter(None, (self._session.if_it_works(Ask(tool_of(deed), deed)) for deed in deeds)), "")
        self.told += [told] if told else []
        return bool(told)

    def go_first(self, deeds: Iterable[Deed], *, must_end_well: bool = False) -> bool:
        """Walk the first way that leads on and ends well; unless it must, at last one that ends ill."""
        leading = [deed for deed in deeds if self.leads_on(deed)]
        well = (deed for deed in leading if self._ends_well(deed))
        return self.play_first(well) or (not must_end_well and self.play_first(leading))

    def _ends_well(self, deed: Deed) -> bool:
        """Whether the walk ends on good ground."""
        world, at = self.world(), self._walked(deed).get("to")
        square, one = read_square(str(at)), world.things[deed["characterId"]]
        if square is None:
            return True
        return good_ground.is_good(world, one, Space(square.x, square.y, 1, square.z), self._session.game.book)

    def leads_on(self, deed: Deed) -> bool:
        """Whether the walk is not refused, and ends elsewhere."""
        walked = self._walked(deed)
        return walked.get("from") != walked.get("to")

    def _walked(self, deed: Deed) -> dict[str, Any]:
        """The outcome of a walk that is tried; nothing for one that is refused."""
        answer = self._session.game.ask({**deed, "dryRun": True}, _TOOL)
        walked: dict[str, Any] = answer["results"][0].get("move", {}) if answer["ok"] else {}
        return walked

    def waits(self) -> bool:
        return self._session.may_answer(self.told)
