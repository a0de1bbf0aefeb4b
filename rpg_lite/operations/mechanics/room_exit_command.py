"""The steps that operations on new rooms and exits share."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import Field

from rpg_lite.operations import reserved_names, targets
from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics import room_context
from rpg_lite.operations.mechanics.exit_building import ExitFields
from rpg_lite.operations.mechanics.room_context import ActingCommand
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules.document_field_types import Name
from rpg_lite.world.world_model import Ref, Thing, World

Text = Annotated[str, Field(max_length=4000)]
MOST_NOTES: Final = 50
RegionKey = Annotated[
    str | None, Field(max_length=200, pattern=r"^$|^[^/\s][^/]*(/[^/]+)*$", description="Of regions/ in the table's own folder.")
]
TrapKey = Annotated[str | Mapping[str, Any] | None, Field(description="Its trap.")]


class ExitCommand(ActingCommand, ExitFields):
    """A command about an exit of the named room, or else of the room where the character or the party is."""

    direction: Name | None = None
    from_id: str | None = None
    from_name: str | None = None

    @property
    def is_from_elsewhere(self) -> bool:
        return bool(self.from_id or self.from_name)

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("place", self.from_id, self.from_name),) if self.is_from_elsewhere else super().touches()


def name_taken(world: World, name: str, but: Thing | None = None) -> Rejected | None:
    if reserved_names.is_reserved(name):
        return Rejected("name_reserved", "name", {"name": name})
    there = next((t for t in world.find_named(name, "room") if t != but), None)
    instead = {"operation": "update", "bagName": there.name} if there else None
    return Rejected("room_exists", "name", {"wanted": name, "id": there.id}, instead=instead) if there else None


def note_region(draft: Draft, region: str | None) -> None:
    """Note that no page of the table's folder is about a region, because a mistake in its name would go unnoticed."""
    lore = draft.situation.lore
    if region and lore.is_given and not lore.here(region=region):
        known = [page.region for page in lore.of_kind("region")]
        draft.note("region_without_page", region=region, known=f"its regions are {', '.join(known)}" if known else "it has no region")


def room_from(world: World, command: ExitCommand) -> Thing | Rejected:
    if command.is_from_elsewhere:
        return targets.room(world, command.from_id, command.from_name, "fromName")
    return room_context.here(world, command)
