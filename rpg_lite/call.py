"""One call: the commands, the caller, and the detail of the answer."""

from dataclasses import dataclass, replace
from typing import Literal, Self

from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Command
from rpg_lite.decision.situation import Progress, unheard
from rpg_lite.operations import touched_parts
from rpg_lite.operations.request_envelope import Asked
from rpg_lite.operations.role_refusals import sent_by
from rpg_lite.rules.lore import NO_LORE, Lore
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Ref

Detail = Literal["brief", "full"]


@dataclass(frozen=True, slots=True)
class Call:
    """`asked`: the commands as the caller's role may send them. `refs`: everything that they touch. `progress` is called as the work
    proceeds. `lore`: the table's own pages at the moment of the call.
    """

    asked: Asked
    caller: Caller
    is_full: bool
    refs: tuple[Ref, ...]
    progress: Progress = unheard
    lore: Lore = NO_LORE

    @classmethod
    def of(cls, asked: Asked, detail: Detail, caller: Caller, book: Rulebook, progress: Progress = unheard, lore: Lore = NO_LORE) -> Self:
        """The call. Only the call of somebody who sees everything gets the pages: a player's view cannot show what the call does not
        contain.
        """
        sent = sent_by(caller, asked)
        pages = lore if caller.sees_all else NO_LORE
        return cls(sent, caller, (sent.envelope.detail or detail) == "full", _refs(sent.commands, caller, book), progress, pages)

    def of_commands(self, commands: tuple[Command, ...], book: Rulebook) -> Self:
        """The same call with other commands, and all that these touch."""
        return replace(self, asked=replace(self.asked, commands=commands), refs=_refs(commands, self.caller, book))

    @property
    def on_error(self) -> str:
        return self.asked.envelope.on_error

    def book_of(self, book: Rulebook) -> Rulebook:
        """The book for this call; whoever reads the printed book itself reads what its caller may."""
        if self.caller.sees_all or not all(c.reads_book for c in self.asked.commands):
            return book
        return book.as_printed

    @property
    def hears_calls(self) -> bool:
        """Whether the answer is about the calls themselves: calls have no rev, so no answer about them is ever kept."""
        return any(c.hears_calls for c in self.asked.commands)


def _refs(commands: tuple[Command, ...], caller: Caller, book: Rulebook) -> tuple[Ref, ...]:
    """The refs that the commands touch, each listed once; only steps on the map are listed as often as they occur."""
    refs = [*caller.touches()]
    for command in commands:
        refs += touched_parts.of_command(command, book)
    steps = [ref for ref in refs if ref.role == "around"]
    return (*dict.fromkeys([ref for ref in refs if ref.role != "around"]), *steps)
