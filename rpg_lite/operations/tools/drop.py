"""manage_tools drop: remove a tool, a prompt or a house rule."""

from dataclasses import dataclass
from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.places.capabilities_in_use import InContext, is_capability, named_context, tool_unknown
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import events, tools_in_use
from rpg_lite.world.world_model import Ref, Thing, World


class DropTool(InContext):
    """Delete notes in that room or of that character."""

    operation: Literal["drop"]

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), *(Ref("users", None, name) for name in tools_in_use.parse_names(self.item_name or "")))


@dataclass(frozen=True, slots=True)
class DropToolResult(Result):
    """The deleted notes, their place, and their other users."""

    dropped: tuple[str, ...]
    context: str
    used_by: tuple[str, ...]


def decide_drop_tool(command: DropTool, draft: Draft) -> Verdict:
    """Refuses: context_unfit, lies_elsewhere, qualified_unknown, tool_required."""
    world, book = draft.world, draft.situation.book
    context = named_context(world, command, book)
    if isinstance(context, Rejected):
        return context
    found: dict[str, Thing] = {}
    for pattern in tools_in_use.parse_names(command.item_name or ""):
        fitting = [t for t in world.things.values() if is_capability(t) and tools_in_use.fits(t.qualified_name or "", pattern)]
        lying = [t for t in fitting if t.parent_id == context.id and t.kind != "tool"]
        if not lying:
            return _lies_elsewhere(world, context, fitting[0]) if fitting else tool_unknown(world, pattern)
        found |= {t.id: t for t in lying}
    users = sorted((row for row in world.equipped.values() if row.thing_id in found), key=lambda row: (row.context_id, row.thing_id))
    draft.add(*(events.Unequipped(row.context_id, row.thing_id, None, None, row.priority) for row in users))
    draft.add(*map(events.Removed, found.values()))
    if (
        context.kind == "room"
        and any(row.context_id == context.id for row in users)
        and not tools_in_use.equipped_by(draft.world, context.id)
    ):
        draft.note("defaults_hold", name=context.name)
    used_by = sorted(world.things[id].name for id in {row.context_id for row in users} - {context.id})
    dropped = tuple(t.qualified_name or t.name for t in found.values())
    return Decision.about(None, result=DropToolResult(dropped, context.name, tuple(used_by)))


def _lies_elsewhere(world: World, context: Thing, thing: Thing) -> Rejected:
    """The refusal: a tool belongs to its server or to the game, and can only be taken out of use; a note is dropped in its own place."""
    where = world.things.get(thing.parent_id or "")
    target = {"characterName" if context.kind == "character" else "bagName": context.name}
    instead: dict[str, str] | None = None
    if thing.kind == "tool":
        instead = {"operation": "unequip", **target, "itemName": thing.qualified_name or ""}
    elif where and where.kind in ("room", "character"):
        key = "characterName" if where.kind == "character" else "bagName"
        instead = {"operation": "drop", key: where.name, "itemName": thing.qualified_name or ""}
    details = {"wanted": thing.qualified_name, "name": context.name, "where": where.name if where else "?"}
    return Rejected("lies_elsewhere", "itemName", details, instead=instead)


OPERATION = Operation(
    tool="manage_tools",
    model=DropTool,
    decide=decide_drop_tool,
    who=GM,
    cost=free,
    sends="itemName characterName?",
)
