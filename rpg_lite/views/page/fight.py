"""The fight as the page shows it: the order, the visible state of the fighters, and the rest of the turn."""

from collections.abc import Collection
from typing import Any

from rpg_lite.operations.mechanics import turn_economy
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import player_view, turn_order
from rpg_lite.views.bearer import states
from rpg_lite.views.surroundings import mark_of
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]


def fight_json(world: World, known: World, book: Rulebook, whole: bool, mine: Collection[str] = ()) -> Json | None:
    """The fight with the fighters of `known`, which are those that the reader sees; None if the reader sees no fight. `whole`: the reader
    knows all numbers; `mine`: the reader's own characters.
    """
    shown = turn_order.as_data(known)
    if shown is None:
        return None
    order = [
        _fighter(known, known.things[entry.id], entry.initiative, book, whole) | {"mine": entry.id in mine} for entry in combat.order(known)
    ]
    turn = "" if shown["turn"] == turn_order.SOMEBODY else shown["turn"]  # that somebody unseen fights is no news for players
    return {"round": shown["round"], "turn": turn, "order": order, "left": _turn_left(world, book, whole)}


def _fighter(world: World, who: Thing, initiative: int, book: Rulebook, whole: bool) -> Json:
    """A fighter as everybody sees it, with the hit points for readers who know them."""
    stats = thing_stats.stats_of(world, who if whole else player_view.as_it_looks(who), book)
    knows = whole or who.creature.is_member
    return {
        "id": who.id,
        "name": who.name,
        "initiative": initiative,
        "mark": mark_of(who, stats),
        "hp": {"value": stats.hp, "max": stats.hp_max.value} if knows and stats.hp_max else None,
        "conditions": [] if thing_stats.is_dead(who) else states(who, stats),
        "member": who.creature.is_member,
        "acts": combat.acting(world) == who.id,
    }


def _turn_left(world: World, book: Rulebook, whole: bool) -> Json | None:
    """The rest of the current turn; None if the reader may not know the numbers of that creature, or if it cannot act. `feet`: what is left of its movement, `of`
    all of it.
    """
    acting = world.things.get(combat.acting(world) or "")
    if acting is None or not (whole or acting.creature.is_member):
        return None
    left, stats = turn_economy.left(world, acting.id, book), thing_stats.stats_of(world, acting, book)
    if left is None or not stats.can_act:
        return None
    most = max((speed.value for speed in stats.speed.values()), default=0)
    return {
        "action": left.actions,
        "attacks": left.attacks,
        "bonus": int(left.bonus),
        "reaction": int(left.reaction),
        "feet": most if left.movement is None else left.movement,
        "of": most,
        "says": ", ".join(turn_order.left_words(left)),
    }
