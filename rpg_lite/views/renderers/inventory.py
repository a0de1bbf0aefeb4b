"""Renderers of the reading operations of manage_inventory."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted
from rpg_lite.operations.inventory.view import View
from rpg_lite.views import character_summary, unidentified
from rpg_lite.views.bearer import bearer_json, headline
from rpg_lite.views.goods_list import goods_json, goods_text
from rpg_lite.views.holdings import holdings
from rpg_lite.views.number_reasons import reasons_text
from rpg_lite.views.renderer_input import Json, Rendered, Renderer, Showing
from rpg_lite.views.stats_text import numbers_text
from rpg_lite.world import locks, thing_stats
from rpg_lite.world.world_model import Thing, World


def _view(command: View, outcome: Accepted, showing: Showing) -> Rendered:
    world, bag = outcome.world, outcome.world.things[outcome.subject or ""]
    knows = bag.kind != "character" or bag.creature.is_member or not command.for_players  # strangers' gear stays private
    stats = showing.stats_of(world, bag) if bag.kind == "character" and command.show_stats and knows else None
    inside = command.show_inventory and (knows or thing_stats.is_dead(bag))
    if command.for_players:
        stats = stats and unidentified.veiled_attacks(stats, world, bag, showing.book)
        world = unidentified.as_players_see(world, showing.book)
        bag = world.things.get(bag.id, bag)
    lines = [headline(bag, stats) if stats else f"{bag.name} ({bag.id}){_mark_locked(world, bag)}"]
    if stats and not command.for_players:
        lines.append(reasons_text("ac", stats.ac))
        lines += filter(None, [character_summary.left_line(world, bag, showing.book, charges=False)])
    if stats and showing.full:
        lines.append(numbers_text(stats))
    lines.append(holdings(world, bag, stats, showing.book, command.show_equipped, inside, showing.full))
    if bag.state.shop:
        lines.append(goods_text(outcome.world, bag, showing.book, showing.full))
    shown: Json = {"ok": True}
    if showing.full and bag.state.shop and not knows:
        shown |= {"bag": {"id": bag.id, "name": bag.name}}
    elif showing.full:
        shown |= bearer_json(world, bag, None if command.for_players else stats, showing.book)
    elif stats:
        shown["stats"] = {"ac": {"value": stats.ac.value}}
    if bag.state.shop:
        shown["forSale"] = goods_json(outcome.world, bag, showing.book)
    return "\n".join(lines), shown


def _mark_locked(world: World, bag: Thing) -> str:
    """A mark if the shown bag, or a bag around it, is locked."""
    shut = locks.shutting(world, bag.id)
    return "" if shut is None else " (locked)" if shut == bag else f" (locked away in {shut.name})"


RENDERERS: Final[Mapping[type[Command], Renderer]] = MappingProxyType({View: _view})
