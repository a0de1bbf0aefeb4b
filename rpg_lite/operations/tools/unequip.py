"""manage_tools unequip: take a tool, a prompt or a house rule out of use."""

from dataclasses import dataclass
from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.places.capabilities_in_use import InContext, named_context, not_in_use, use_own_tools
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import events, tools_in_use
from rpg_lite.world.world_model import Thing


class UnequipTool(InContext):
    """Out of use; they stay."""

    operation: Literal["unequip"]


@dataclass(frozen=True, slots=True)
class UnequipToolResult(Result):
    """The tools taken out of use, and the room or character that used them."""

    unused: tuple[str, ...]
    context: str


def decide_unequip_tool(command: UnequipTool, draft: Draft) -> Verdict:
    """Refuses: context_unfit, not_in_use, tool_required."""
    world, book = draft.world, draft.situation.book
    context = named_context(world, command, book)
    if isinstance(context, Rejected):
        return context
    use_own_tools(draft, context)
    used = tools_in_use.equipped_by(draft.world, context.id)
    found: dict[str, Thing] = {}
    for pattern in tools_in_use.parse_names(command.item_name or ""):
        fitting = [t for t in used if tools_in_use.fits(t.qualified_name or "", pattern)]
        if not fitting:
            return not_in_use(world, context, pattern, used)
        found |= {t.id: t for t in fitting}
    for id in found:
        row = draft.world.equipped[context.id, id]
        draft.add(events.Unequipped(context.id, id, None, None, row.priority))
    if context.kind == "room" and len(found) == len(used):
        draft.note("defaults_hold", name=context.name)
    unused = tuple(t.qualified_name or t.name for t in found.values())
    return Decision.about(None, result=UnequipToolResult(unused, context.name))


OPERATION = Operation(
    tool="manage_tools",
    model=UnequipTool,
    decide=decide_unequip_tool,
    who=GM,
    cost=free,
    sends="itemName characterName?",
)
