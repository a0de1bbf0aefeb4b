"""keep_journal say: record words that are spoken to somebody or to everybody present."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rpg_lite.decision import reserved_names
from rpg_lite.mechanics.journal.journal_entries import Addressed, EntryCommand, address, called_in, decide_entry
from rpg_lite.operations.operation import Operation, free
from rpg_lite.operations.speech_rights import AUTHOR
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Ref, Thing, World


class Say(EntryCommand):
    """Words spoken; "@Marra hello" is spoken to Marra."""

    operation: Literal["say"]
    to_id: str | None = None
    to_name: Annotated[str | None, Field(description='Listener; "gm": the game master.')] = None
    """If the listener is the party, the words are for everybody who hears them, and nobody is named."""

    @property
    def is_spoken(self) -> bool:
        return True

    @property
    def hearer(self) -> tuple[str | None, str | None]:
        return self.to_id, self.to_name

    def touches(self) -> tuple[Ref, ...]:
        if reserved_names.is_party(self.to_name):
            hearers: tuple[Ref, ...] = ()
        elif self.to_id or self.to_name:
            hearers = () if reserved_names.is_master(self.to_name) else (Ref("bearer", self.to_id, self.to_name),)
        else:
            hearers = tuple(Ref("namesake", None, name) for name in called_in(self.text) if not reserved_names.means_nobody(name))
            hearers = (*hearers[:-1], *(Ref("bearer", None, ref.name) for ref in hearers[-1:]))  # to find similar names
        return (*super().touches(), *hearers)

    def ids_meant(self, seen: World, book: Rulebook) -> Mapping[str, Any]:
        """The listener."""
        said = address(seen, self)
        return {"to_id": said.to.id} if isinstance(said, Addressed) and isinstance(said.to, Thing) else {}


OPERATION = Operation(
    tool="keep_journal",
    model=Say,
    decide=decide_entry,
    who=AUTHOR,
    cost=free,
    sends="text toName?",
    is_verb=True,
)
