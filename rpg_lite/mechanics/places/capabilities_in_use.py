"""The tools, prompts and house rules that a room or a character uses."""

from typing import Annotated, Final

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.command import Targeted, refs
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import events, tools_in_use
from rpg_lite.world.world_model import DEFAULTS_ID, Ref, Thing, World

_DEFAULTS: Final = "defaults"


class InContext(Targeted):
    """A command about the tools that a character or a room uses; without a target, the party's room."""

    item_name: Annotated[
        str | None, Field(min_length=1, max_length=500, description="Qualified names: rpg:look, rpg:join,leave, holler:*.")
    ] = None

    def touches(self) -> tuple[Ref, ...]:
        whose = refs(self.character_id, self.character_name, self.bag_id, self.bag_name)
        context = [Ref("context", r.id, r.name) if r.role in ("bearer", "floor") else r for r in whose]
        return (*(context or [Ref("context")]), *(Ref("qualified", None, name) for name in tools_in_use.parse_names(self.item_name or "")))


# ── the context ─────────────────────────────────────────────────────────────────────────────────────────────────────


def named_context(world: World, command: InContext, book: Rulebook) -> Thing | Rejected:
    """The context of a command that must name its context."""
    if not tools_in_use.parse_names(command.item_name or ""):
        return Rejected("tool_required", "itemName")
    return context_of(world, command, book)


def context_of(world: World, command: InContext, book: Rulebook) -> Thing | Rejected:
    """The context: a room, a character, or the defaults that new rooms copy."""
    if command.bag_id == DEFAULTS_ID or names.fold(command.bag_name or "") == names.fold(_DEFAULTS):
        return world.things[DEFAULTS_ID]
    if not (command.character_id or command.character_name or command.bag_id or command.bag_name):
        return targets.party_room(world, "bagName")
    found = targets.bag(world, command, book)
    if isinstance(found, Thing) and found.kind not in ("room", "character"):
        return Rejected("context_unfit", "bagName", {"name": found.name}, allowed=("a room", "a character", _DEFAULTS))
    return found


# ── the tools ───────────────────────────────────────────────────────────────────────────────────────────────────────


def use_defaults(draft: Draft, *rooms: str) -> None:
    """Equip new rooms with what the defaults equip now: each of them equips one set, made here if there is none that fits."""
    one = tools_in_use.current_set(draft.world)
    if one is None:
        one = draft.new_id("container")
        draft.add(*tools_in_use.new_set(draft.world, one))
    draft.add(*(events.Equipped(room, one, None) for room in rooms))  # once, because there may be a thousand rooms


def use_own_tools(draft: Draft, context: Thing) -> None:
    """Give a room that uses the defaults, or a set of them, its own copy of them before a tool is added or removed."""
    if context.kind != "room":
        return
    sets = [id for id in draft.world.worn_by.get(context.id, {}) if tools_in_use.is_set(id)]
    if sets:
        own = tools_in_use.copied(draft.world, context.id, context.id)
        draft.add(*(events.Unequipped(context.id, id, None) for id in sets), *own)
    elif not tools_in_use.equipped_by(draft.world, context.id):
        draft.add(*tools_in_use.copied(draft.world, DEFAULTS_ID, context.id))


def is_capability(thing: Thing) -> bool:
    return thing.kind in tools_in_use.CAPABILITIES and thing.qualified_name is not None


def tool_unknown(world: World, wanted: str) -> Rejected:
    known = [t.qualified_name for t in world.things.values() if is_capability(t) and t.qualified_name]
    near = names.nearest(wanted, known)
    spaces = () if near else tuple(sorted({f"{name.partition(':')[0]}:*" for name in known}))
    return Rejected("qualified_unknown", "itemName", {"wanted": wanted}, tuple(near), spaces)


def not_in_use(world: World, context: Thing, wanted: str, used: list[Thing]) -> Rejected:
    known = [t.qualified_name for t in used if t.qualified_name]
    return Rejected("not_in_use", "itemName", {"wanted": wanted, "name": context.name}, tuple(names.nearest(wanted, known)))
