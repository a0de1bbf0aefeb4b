"""The tool of a check: the name under which the rulebook or the sheet knows it, and whether the creature has it at hand."""

from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.trap_rules import THIEVES_TOOLS
from rpg_lite.world import thing_stats
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World

TOOLS_NAME: Final = THIEVES_TOOLS


def has_tools(world: World, who: Thing, book: Rulebook, tool: str = TOOLS_NAME) -> bool:
    key = names.fold(tool)
    return any(key in thing_stats.names_of(t, book) for t in at_hand(world, who.id))


def find_tool(wanted: str, who: Thing, world: World, book: Rulebook) -> str | Rejected:
    """The name of a tool of the rulebook, or of one in which the creature is proficient."""
    pick = book.find(wanted)
    if pick and (item := book.templates[pick.template].item).type == "tool":
        return item.name
    own = thing_stats.stats_of(world, who, book).tools
    if named := next((tool for tool in own if names.fold(tool) == names.fold(wanted)), None):
        return names.capitalize(named)
    listed = {names.fold(t.item.name): t.item.name for t in book.templates.values() if t.item.type == "tool"}
    known = sorted(({names.fold(tool): names.capitalize(tool) for tool in own} | listed).values())
    return Rejected("check_tool_unknown", "tool", {"wanted": wanted}, tuple(names.nearest(wanted, known, 3)), tuple(known))


def note_missing(draft: Draft, who: Thing, tool: str) -> None:
    """Report that the creature does not have the tool with which it makes the check; the game master may let it pass."""
    if not has_tools(draft.world, who, draft.situation.book, tool):
        draft.note("check_without_tool", name=Called(who.id), tool=tool)
