"""manage_tools equip: put a tool, a prompt or a house rule into use."""

import re
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.places.capabilities_in_use import InContext, is_capability, named_context, tool_unknown, use_own_tools
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import durations
from rpg_lite.vocabulary import Kind
from rpg_lite.world import body_paths, clock, events, tools_in_use
from rpg_lite.world.world_model import Thing

_QUALIFIED: Final = re.compile(r"[\w.-]{1,60}:[\w./ -]{1,100}")


class EquipTool(InContext):
    """Put tools or notes into use."""

    operation: Literal["equip"]
    priority: Annotated[float, Field(ge=-1000, le=1000, description="Lowest first.")] = 0.0
    content: Annotated[str | None, Field(min_length=1, max_length=20_000, description="Text of a new note: prompt, house rule.")] = None
    uri: Annotated[str | None, Field(min_length=1, max_length=2000, description="For a new reference.")] = None
    until: Annotated[str | int | None, Field(description="script:* expires: 3 days, dawn, or a minute of the campaign.")] = None


@dataclass(frozen=True, slots=True)
class EquipToolResult(Result):
    """The tools now in use, and the room or character that uses them."""

    used: tuple[str, ...]
    context: str


def decide_equip_tool(command: EquipTool, draft: Draft) -> Verdict:
    """Put the named tools and notes into use; a script then runs until it expires, and its days begin anew.

    Refuses: context_unfit, give_one_of, qualified_name_taken, qualified_name_unfit, qualified_unknown, tool_required,
    until_needs_script, until_unfit.
    """
    world, book = draft.world, draft.situation.book
    context = named_context(world, command, book)
    if isinstance(context, Rejected):
        return context
    if (command.content or command.uri) and (refusal := _keep(draft, context, command)):
        return refusal
    found: dict[str, Thing] = {}
    for pattern in tools_in_use.parse_names(command.item_name or ""):
        fitting = [t for t in draft.world.things.values() if is_capability(t) and tools_in_use.fits(t.qualified_name or "", pattern)]
        if not fitting:
            return tool_unknown(world, pattern)
        found |= {t.id: t for t in fitting}
    until = _minute(command.until, world.campaign.minutes)
    if isinstance(until, Rejected):
        return until
    if command.until is not None and (others := [t.qualified_name for t in found.values() if not tools_in_use.is_script(t)]):
        return Rejected("until_needs_script", "until", {"name": others[0]})
    use_own_tools(draft, context)
    for thing in found.values():
        _put_in_use(draft, context, thing, command.priority)
        if tools_in_use.is_script(thing):
            state_changes.change(draft, thing, body_paths.MINUTES, world.campaign.minutes)
            state_changes.change(draft, thing, body_paths.UNTIL, until)
    names = tuple(t.qualified_name or t.name for t in found.values())
    made = [e.thing.id for e in draft.events if isinstance(e, events.Created)]
    return Decision.about(None, made=made, result=EquipToolResult(names, context.name))


def _minute(until: str | int | None, now: int) -> int | Rejected | None:
    """The minute of the campaign that is meant: a duration counts from now."""
    if until is None:
        return None
    if isinstance(until, int) or until.isdecimal():
        minute = int(until)
    else:
        span = durations.parse(until)
        if span and span.until in ("dawn", "dusk"):
            minute = now + clock.minutes_to(clock.DAWN if span.until == "dawn" else clock.DUSK, now)
        elif span and span.count.isdigit() and not span.turn:
            minute = now + ceil(span.minutes(int(span.count)))
        else:
            return Rejected("until_unfit", "until", {"wanted": until})
    return minute if now < minute <= clock.LAST_MINUTE else Rejected("until_unfit", "until", {"wanted": str(until)})


def _put_in_use(draft: Draft, context: Thing, thing: Thing, priority: float) -> None:
    row = draft.world.equipped.get((context.id, thing.id))
    if row and row.priority == priority:
        if not tools_in_use.is_script(thing):
            draft.note("already_in_use", name=thing.qualified_name)
        return
    if row:
        draft.add(events.Unequipped(context.id, thing.id, None, None, row.priority))
    draft.add(events.Equipped(context.id, thing.id, None, None, priority))
    if not thing.available:
        draft.note("not_available", name=thing.qualified_name)


def _keep(draft: Draft, context: Thing, command: EquipTool) -> Rejected | None:
    """Create the note of this name in the context, or overwrite it."""
    if command.content and command.uri:
        return Rejected("give_one_of", "content", allowed=("content", "uri"))
    name = tools_in_use.qualify((command.item_name or "").strip())
    if not _QUALIFIED.fullmatch(name):
        return Rejected("qualified_name_unfit", "itemName", {"name": name})
    kind: Kind
    kind, path, value = ("data", body_paths.CONTENT, command.content) if command.content else ("reference", body_paths.URI, command.uri)
    there = next((t for t in draft.world.things.values() if t.qualified_name == name), None)
    if there is None:
        own = name.partition(":")[2].strip()
        draft.add(
            events.Created(Thing(draft.new_id(kind), kind, own, context.id, qualified_name=name, body=body_paths.body_of(path.to(value))))
        )
    elif (there.kind, there.parent_id) != (kind, context.id):
        where = draft.world.things.get(there.parent_id or "")
        return Rejected("qualified_name_taken", "itemName", {"name": name, "id": there.id, "where": where.name if where else "?"})
    else:
        state_changes.change(draft, there, path, value)
    return None


OPERATION = Operation(
    tool="manage_tools",
    model=EquipTool,
    decide=decide_equip_tool,
    who=GM,
    cost=free,
    sends="itemName priority? content?",
)
