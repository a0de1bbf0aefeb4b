"""manage_tools tools, equip, unequip, drop: which tools, prompts and house rules a room or a character uses, and which notes end."""

import re
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.commands import targets
from rpg_lite.commands.inventory import moves
from rpg_lite.commands.outcome import Accepted, Outcome, Rejected, Story, Turn
from rpg_lite.commands.targets import Targeted
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Kind
from rpg_lite.world import contexts, events
from rpg_lite.world.things import DEFAULTS_ID, Ref, Thing, World

_DEFAULTS: Final = "defaults"
Layer = Literal["equipped", "internal", "external"]
_QUALIFIED: Final = re.compile(r"[\w.-]{1,60}:[\w. -]{1,100}")


class InContext(Targeted):
    """A command about what a character or a room uses; without a target the room where the party stands."""

    item_name: Annotated[
        str | None, Field(min_length=1, max_length=500, description="Qualified names: rpg:look, rpg:join,leave, holler:*.")
    ] = None

    def touches(self) -> tuple[Ref, ...]:
        whose = targets.refs(self.character_id, self.character_name, self.bag_id, self.bag_name)
        context = [Ref("context", r.id, r.name) if r.role in ("bearer", "floor") else r for r in whose]
        return (*(context or [Ref("context")]), *(Ref("qualified", None, name) for name in contexts.wanted(self.item_name or "")))


class Tools(InContext):
    """What is in use: tools, prompts, house rules."""

    operation: Literal["tools"]
    layer: Annotated[Layer | None, Field(description="Tools alone; internal: rpg:*, external: of servers.")] = None


class EquipTool(InContext):
    """Put tools or notes into use."""

    operation: Literal["equip"]
    priority: Annotated[float, Field(ge=-1000, le=1000, description="Low first.")] = 0.0
    content: Annotated[str | None, Field(min_length=1, max_length=20_000, description="Text of a new note: prompt, house rule.")] = None
    uri: Annotated[str | None, Field(min_length=1, max_length=2000, description="Of a new reference.")] = None


class UnequipTool(InContext):
    """Out of use; they stay."""

    operation: Literal["unequip"]


class DropTool(InContext):
    """Notes that lie in that room, or with that character, end for good."""

    operation: Literal["drop"]

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), *(Ref("users", None, name) for name in contexts.wanted(self.item_name or "")))


def decide_tools(command: Tools, world: World, turn: Turn) -> Outcome:
    context = _context(world, command, turn.book)
    if isinstance(context, Rejected):
        return context
    room = context if context.kind != "character" else world.room_of(context.id)
    who = context.id if context.kind == "character" else None
    asked = contexts.wanted(command.item_name or "*")
    if not asked:
        return Rejected("tool_required", "itemName")
    used = [t for kind in contexts.CAPABILITIES for t in contexts.in_use(world, room.id if room else None, who, kind)]
    shown = [t for t in used if any(contexts.fits(t.qualified_name or t.name, w) for w in asked) and _is_of(t, command.layer)]
    if command.item_name and not shown:
        return _not_in_use(world, context, asked[0], used)
    unused = [t.qualified_name for t in world.bag_of(context.id) if _is_capability(t) and t not in used and not command.layer]
    told = {"used": [t.id for t in shown], "unused": unused, "closely": bool(command.item_name), "layer": command.layer}
    return Accepted((), world, subject=context.id, data=told)


def _is_of(thing: Thing, layer: Layer | None) -> bool:
    """Whether a thing in use is shown in that layer of the tools; without one, all that is in use is."""
    return layer is None or (thing.kind == "tool" and layer in ("equipped", contexts.layer_of(thing)))


def decide_equip_tool(command: EquipTool, world: World, turn: Turn) -> Outcome:
    context = _named_context(world, command, turn.book)
    if isinstance(context, Rejected):
        return context
    story = Story(world, turn)
    if (command.content or command.uri) and (refusal := _keep(story, context, command)):
        return refusal
    found: dict[str, Thing] = {}
    for pattern in contexts.wanted(command.item_name or ""):
        fitting = [t for t in story.world.things.values() if _is_capability(t) and contexts.fits(t.qualified_name or "", pattern)]
        if not fitting:
            return _unknown(world, pattern)
        found |= {t.id: t for t in fitting}
    _own(story, context)
    for thing in found.values():
        _put_in_use(story, context, thing, command.priority)
    made = [e.thing.id for e in story.events if isinstance(e, events.Created)]
    return story.accepted(None, used=[t.qualified_name for t in found.values()], context=context.name, made=made)


def decide_unequip_tool(command: UnequipTool, world: World, turn: Turn) -> Outcome:
    context = _named_context(world, command, turn.book)
    if isinstance(context, Rejected):
        return context
    story = Story(world, turn)
    _own(story, context)
    used = contexts.equipped_by(story.world, context.id)
    found: dict[str, Thing] = {}
    for pattern in contexts.wanted(command.item_name or ""):
        fitting = [t for t in used if contexts.fits(t.qualified_name or "", pattern)]
        if not fitting:
            return _not_in_use(world, context, pattern, used)
        found |= {t.id: t for t in fitting}
    for id in found:
        row = story.world.equipped[context.id, id]
        story.add(events.Unequipped(context.id, id, None, None, row.priority))
    if context.kind == "room" and len(found) == len(used):
        story.note("defaults_hold", name=context.name)
    return story.accepted(None, unused=[t.qualified_name for t in found.values()], context=context.name)


def decide_drop_tool(command: DropTool, world: World, turn: Turn) -> Outcome:
    context = _named_context(world, command, turn.book)
    if isinstance(context, Rejected):
        return context
    found: dict[str, Thing] = {}
    for pattern in contexts.wanted(command.item_name or ""):
        fitting = [t for t in world.things.values() if _is_capability(t) and contexts.fits(t.qualified_name or "", pattern)]
        lying = [t for t in fitting if t.parent_id == context.id and t.kind != "tool"]
        if not lying:
            return _lies_elsewhere(world, context, fitting[0]) if fitting else _unknown(world, pattern)
        found |= {t.id: t for t in lying}
    story = Story(world, turn)
    users = sorted((row for row in world.equipped.values() if row.thing_id in found), key=lambda row: (row.context_id, row.thing_id))
    story.add(*(events.Unequipped(row.context_id, row.thing_id, None, None, row.priority) for row in users))
    story.add(*map(events.Removed, found.values()))
    if context.kind == "room" and any(row.context_id == context.id for row in users) and not contexts.equipped_by(story.world, context.id):
        story.note("defaults_hold", name=context.name)
    used_by = sorted(world.things[id].name for id in {row.context_id for row in users} - {context.id})
    return story.accepted(None, dropped=[t.qualified_name for t in found.values()], context=context.name, used_by=used_by)


def _lies_elsewhere(world: World, context: Thing, thing: Thing) -> Rejected:
    """A tool belongs to its server or to the game: it is taken out of use. A note ends where it lies."""
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


# ── whose ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _named_context(world: World, command: InContext, book: Rulebook) -> Thing | Rejected:
    """The context of a command that must name what it is about."""
    if not contexts.wanted(command.item_name or ""):
        return Rejected("tool_required", "itemName")
    return _context(world, command, book)


def _context(world: World, command: InContext, book: Rulebook) -> Thing | Rejected:
    """A room, a character, or the defaults that new rooms copy."""
    if command.bag_id == DEFAULTS_ID or names.fold(command.bag_name or "") == names.fold(_DEFAULTS):
        return world.things[DEFAULTS_ID]
    if not (command.character_id or command.character_name or command.bag_id or command.bag_name):
        return targets.party_room(world, "bagName")
    found = targets.bag(world, command, book)
    if isinstance(found, Thing) and found.kind not in ("room", "character"):
        return Rejected("context_unfit", "bagName", {"name": found.name}, allowed=("a room", "a character", _DEFAULTS))
    return found


# ── what ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _own(story: Story, context: Thing) -> None:
    """A room that lives on the defaults gets them as its own before one is added or taken away."""
    if context.kind == "room" and not contexts.equipped_by(story.world, context.id):
        story.add(*contexts.equipped_like_defaults(story.world, context.id))


def _put_in_use(story: Story, context: Thing, thing: Thing, priority: float) -> None:
    row = story.world.equipped.get((context.id, thing.id))
    if row and row.priority == priority:
        story.note("already_in_use", name=thing.qualified_name)
        return
    if row:
        story.add(events.Unequipped(context.id, thing.id, None, None, row.priority))
    story.add(events.Equipped(context.id, thing.id, None, None, priority))
    if not thing.available:
        story.note("not_available", name=thing.qualified_name)


def _keep(story: Story, context: Thing, command: EquipTool) -> Rejected | None:
    """Makes the note of this name in the context, or writes it anew there."""
    if command.content and command.uri:
        return Rejected("give_one_of", "content", allowed=("content", "uri"))
    name = contexts.qualified((command.item_name or "").strip())
    if not _QUALIFIED.fullmatch(name):
        return Rejected("qualified_name_unfit", "itemName", {"name": name})
    kind: Kind
    kind, key, value = ("data", "content", command.content) if command.content else ("reference", "uri", command.uri)
    there = next((t for t in story.world.things.values() if t.qualified_name == name), None)
    if there is None:
        own = name.partition(":")[2].strip()
        story.add(events.Created(Thing(story.new_id(kind), kind, own, context.id, qualified_name=name, body={key: value})))
    elif (there.kind, there.parent_id) != (kind, context.id):
        where = story.world.things.get(there.parent_id or "")
        return Rejected("qualified_name_taken", "itemName", {"name": name, "id": there.id, "where": where.name if where else "?"})
    else:
        moves.change(story, there, f"body.{key}", value)
    return None


def _is_capability(thing: Thing) -> bool:
    return thing.kind in contexts.CAPABILITIES and thing.qualified_name is not None


def _unknown(world: World, wanted: str) -> Rejected:
    known = [t.qualified_name for t in world.things.values() if _is_capability(t) and t.qualified_name]
    near = names.nearest(wanted, known)
    spaces = () if near else tuple(sorted({f"{name.partition(':')[0]}:*" for name in known}))
    return Rejected("qualified_unknown", "itemName", {"wanted": wanted}, tuple(near), spaces)


def _not_in_use(world: World, context: Thing, wanted: str, used: list[Thing]) -> Rejected:
    known = [t.qualified_name for t in used if t.qualified_name]
    return Rejected("not_in_use", "itemName", {"wanted": wanted, "name": context.name}, tuple(names.nearest(wanted, known)))
