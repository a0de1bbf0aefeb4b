"""manage_tools tools: list the tools in use here, and the unused ones."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.places.capabilities_in_use import InContext, context_of, is_capability, not_in_use
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import tools_in_use
from rpg_lite.world.world_model import Thing

Layer = Literal["equipped", "internal", "external"]


class Tools(InContext):
    """Tools, prompts and house rules in use."""

    operation: Literal["tools"]
    layer: Annotated[Layer | None, Field(description="Only tools; internal: rpg:*, external: from servers.")] = None


@dataclass(frozen=True, slots=True)
class ToolsResult(Result):
    """The ids of the things in use, the names of the unused notes, and whether the command named tools."""

    used: tuple[str, ...]
    unused: tuple[str, ...]
    closely: bool


def decide_tools(command: Tools, draft: Draft) -> Verdict:
    """Refuses: context_unfit, not_in_use, tool_required."""
    world, book = draft.world, draft.situation.book
    context = context_of(world, command, book)
    if isinstance(context, Rejected):
        return context
    room = context if context.kind != "character" else world.room_of(context.id)
    who = context.id if context.kind == "character" else None
    asked = tools_in_use.parse_names(command.item_name or "*")
    if not asked:
        return Rejected("tool_required", "itemName")
    used = [t for kind in tools_in_use.CAPABILITIES for t in tools_in_use.in_use(world, room.id if room else None, who, kind)]
    shown = [t for t in used if any(tools_in_use.fits(t.qualified_name or t.name, w) for w in asked) and _is_of(t, command.layer)]
    if command.item_name and not shown:
        return not_in_use(world, context, asked[0], used)
    unused = [t.qualified_name or t.name for t in world.bag_of(context.id) if is_capability(t) and t not in used and not command.layer]
    result = ToolsResult(tuple(t.id for t in shown), tuple(unused), bool(command.item_name))
    return Decision.about(context.id, result=result)


def _is_of(thing: Thing, layer: Layer | None) -> bool:
    """Whether a thing in use belongs to that layer of the tools; without a layer, everything does."""
    return layer is None or (thing.kind == "tool" and layer in ("equipped", tools_in_use.layer_of(thing)))


OPERATION = Operation(
    tool="manage_tools",
    model=Tools,
    decide=decide_tools,
    who=GM,
    cost=free,
    sends="characterName?",
    reads=True,
)
