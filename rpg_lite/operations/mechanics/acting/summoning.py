"""The step `make`: new creatures, which join their maker's fight and go with the spell."""

from collections.abc import Sequence

from rpg_lite.operations.mechanics import sheet_documents, stacks
from rpg_lite.operations.mechanics.acting.laying import lay_mark
from rpg_lite.operations.mechanics.acting.performance import Performance, Spot
from rpg_lite.operations.mechanics.creature_making import make, numbered
from rpg_lite.operations.outcome import Draft
from rpg_lite.rules import names
from rpg_lite.rules.acts.plain_steps import MakeStep
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.world.things import Thing

MOST = 24
"""The most creatures that one step makes."""


def make_creatures(p: Performance, step: MakeStep, targets: Sequence[str], spot: Spot) -> None:
    """So many creatures of a template of the book, in the room of their maker; a template that is missing is said."""
    written = p.book.creatures.get(names.fold(p.cast.fill(step.make)))
    room = p.draft.world.room_of(p.cast.by)
    if written is None or room is None:
        p.say(f"{p.cast.fill(step.make)} is in no file yet: the game master creates it (manage_character create).")
        return
    count = min(MOST, max(0, p.cast.number(step.count))) if step.count else 1
    document = SheetDocument.model_validate(written)
    for called in numbered(p.draft.world, document.character.name or step.make, count, p.draft.situation.names()):
        id = make(p.draft, called, document.character, room)
        sheet_documents.unpack(p.draft, p.draft.world.things[id], document)
        lay_mark(p, id, f"Summoned by {p.cast.act.name}", spot, step.for_)
        p.record(id)
    p.say(f"{count} × {document.character.name} appear{'s' if count == 1 else ''}.")


def dismiss(draft: Draft, creature: Thing) -> None:
    """A summoned creature goes with all that it bears."""
    stacks.take_away(draft, creature, 1)
    draft.note("summons_go", name=creature.name)
