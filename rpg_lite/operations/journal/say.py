"""keep_journal say: words spoken, to somebody or to all who are there."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations import targets
from rpg_lite.operations.mechanics.journal_entries import EntryCommand, called_in, decide_entry
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.world.things import Ref


class Say(EntryCommand):
    """Words spoken; "@Marra hello" is spoken to Marra."""

    operation: Literal["say"]
    to_id: str | None = None
    to_name: Annotated[str | None, Field(description='To whom; "gm": the game master.')] = None
    """The party is everybody who hears it: nobody by name."""

    @property
    def is_spoken(self) -> bool:
        return True

    @property
    def hearer(self) -> tuple[str | None, str | None]:
        return self.to_id, self.to_name

    def touches(self) -> tuple[Ref, ...]:
        if targets.is_party(self.to_name):
            heard: tuple[Ref, ...] = ()
        elif self.to_id or self.to_name:
            heard = () if targets.is_master(self.to_name) else (Ref("bearer", self.to_id, self.to_name),)
        else:
            heard = tuple(Ref("namesake", None, name) for name in called_in(self.text) if not targets.is_master(name))
            heard = (*heard[:-1], *(Ref("bearer", None, ref.name) for ref in heard[-1:]))  # who is missed is offered near names
        return (*super().touches(), *heard)


OPERATION = Operation(
    tool="keep_journal",
    model=Say,
    decide=decide_entry,
    who=OWN,
    sends="text toName?",
    is_verb=True,
)
