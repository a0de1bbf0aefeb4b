"""manage_character export: convert a creature to a sheet document."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.heroes import sheet_packing
from rpg_lite.mechanics.heroes.creature_making import Naming
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.operations.reach import of_known


class Export(Naming):
    """The character as a sheet document."""

    operation: Literal["export"]


@dataclass(frozen=True, slots=True)
class ExportResult(Result):
    """The sheet document, as JSON has it."""

    document: Mapping[str, Any]


def decide_export(command: Export, draft: Draft) -> Verdict:
    world, book = draft.world, draft.situation.book
    thing = targets.character(world, command.character_id, command.character_name, "characterName")
    if isinstance(thing, Rejected):
        return thing
    return Decision.about(thing.id, result=ExportResult(sheet_packing.pack(world, thing, book)))


OPERATION = Operation(
    tool="manage_character",
    model=Export,
    decide=decide_export,
    who=replace(GM, reach_aloud=of_known),
    cost=free,
    sends="characterName",
    reads=True,
)
