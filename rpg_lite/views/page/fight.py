"""The fight as the page shows it: the order, the visible state of the fighters, and the rest of the turn."""

from collections.abc import Collection, Iterator
from typing import Any

from rpg_lite.decision import targets
from rpg_lite.mechanics.creature import zones
from rpg_lite.mechanics.turn import ledger
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import player_view, turn_order
from rpg_lite.views.bearer import states
from rpg_lite.views.page import heroes
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
    left = _turn_left(world, book, whole)
    return {"round": shown["round"], "turn": turn, "order": order, "left": left, "zones": list(_zones(known, book))}


def _zones(known: World, book: Rulebook) -> Iterator[Json]:
    """The zones of those whom the reader sees: {name, by, area, inside (names), left}. Nobody unseen is named as inside."""
    for found in zones.all_of(known, book):
        inside = [known.things[id].name for id in found.zone.inside if id in known.things and not thing_stats.is_dead(known.things[id])]
        lasts = heroes.effect_json(known, zones.as_entry(found))
        area = f"{found.model.ft} ft {found.model.shape}" if str(found.model.ft).isdigit() else found.model.shape
        yield {"name": found.zone.act, "by": found.caster.name, "area": area, "inside": inside, "left": lasts["left"]}


def _effects(world: World, who: Thing, whole: bool) -> list[Json]:
    """The effects on a fighter outside the party, with their time. Players know only what the party has laid on it."""
    party = {m.id for m in targets.party_of(world)}
    return [heroes.effect_json(world, e) for e in thing_stats.lasting(world, who, "effects") if whole or e.cause.by in party]


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
        **({} if who.creature.is_member or thing_stats.is_dead(who) else {"effects": _effects(world, who, whole)}),
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
    left, stats = ledger.left(world, acting.id, book), thing_stats.stats_of(world, acting, book)
    if left is None or not stats.can_act:
        return None
    most = max((speed.value for speed in stats.speed.values()), default=0)
    return {
        "action": left.actions,
        "attacks": left.attacks,
        "bonus": int(left.bonus),
        "reaction": int(left.reaction),
        "feet": most if left.most_feet is None else left.most_feet,
        "of": most,
        "says": ", ".join(left.words),
    }
