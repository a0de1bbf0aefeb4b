"""A table with seats for these tests: each seat types lines, and overhears what the others do."""

from collections.abc import Iterable
from typing import Any

from rpg_lite.agent.gm_agent import GM
from rpg_lite.game import Game


class Seats:
    """Seats that hear each other. `heard`: what each seat overheard since the last line."""

    def __init__(self, game: Game, gm: GM, names: Iterable[str]) -> None:
        self.game, self.gm = game, gm
        self.heard: dict[str, list[str]] = {seat: [] for seat in names}

    def listen(self) -> None:
        """From now on, every seat overhears the others."""
        self.gm.hears = {seat: self.ear(seat) for seat in self.heard}

    def ear(self, seat: str) -> Any:
        async def hear(text: str) -> None:
            self.heard[seat].append(text)

        return hear

    async def type(self, seat: str, line: str) -> str:
        """All words of the answer to this seat."""
        for words in self.heard.values():
            words.clear()
        return "\n".join([o.text async for o in self.gm.process(line, seat=seat)])

    async def shown(self, seat: str, line: str) -> str:
        """The words of the answer that a table without a chat program shows."""
        for words in self.heard.values():
            words.clear()
        return "\n".join([o.text async for o in self.gm.process(line, seat=seat) if o.is_told])

    def all_heard(self, seat: str) -> str:
        return "\n".join(self.heard[seat])

    def ask(self, tool: str, **payload: Any) -> dict[str, Any]:
        answer = self.game.ask(payload, tool)
        assert answer["ok"], answer["text"]
        return answer
