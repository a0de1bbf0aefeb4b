"""The fight as the page shows it: the order, how the fighters look, and what is left of the turn."""

from typing import Any

from rpg_lite.operations.mechanics import turn_economy
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import turn_order
from rpg_lite.views.surroundings import mark_of
from rpg_lite.world import bearers, combat
from rpg_lite.world.things import World

Json = dict[str, Any]


def fight_json(world: World, known: World, book: Rulebook, whole: bool) -> Json | None:
    """The fight with the fighters of `known`, whom the reader sees; None without a fight that it sees. `whole`: the reader knows every number."""
    shown = turn_order.as_data(known)
    if shown is None:
        return None
    order = [_fighter(known, entry.id, entry.initiative, book) for entry in combat.order(known)]
    return {"round": shown["round"], "turn": shown["turn"], "order": order, "left": _turn_left(world, book, whole)}


def _fighter(world: World, id: str, initiative: int, book: Rulebook) -> Json:
    who = world.things[id]
    return {
        "name": who.name,
        "initiative": initiative,
        "mark": mark_of(who, bearers.stats_of(world, who, book)),
        "member": who.creature.is_member,
        "acts": combat.acting(world) == id,
    }


def _turn_left(world: World, book: Rulebook, whole: bool) -> list[str] | None:
    """What is left of the current turn; None if the reader may not know the numbers of that creature."""
    acting = world.things.get(combat.acting(world) or "")
    if acting is None or not (whole or acting.creature.is_member):
        return None
    left = turn_economy.left(world, acting.id, book)
    return None if left is None else list(turn_order.left_words(left))
