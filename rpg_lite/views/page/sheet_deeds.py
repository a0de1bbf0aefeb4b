"""The deeds that a creature can do, for its sheet and for the bar of its turn: weapons at hand and in its bags, and the acts of its features."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rpg_lite.mechanics.attack import mastered_weapons
from rpg_lite.rules.class_resources import find_resource
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.equipment_slots import HAND_SLOTS
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.stats.natural_attacks import NATURAL
from rpg_lite.views import own_acts
from rpg_lite.views.own_acts import RESOURCE, ReadyAct
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]

_OF_A_TURN: Final = frozenset({"action", "attack", "bonus", "free"})
"""The costs of acts that belong into the own turn."""
_AFTER_A_REST: Final = "after_short_rest"


def carried_attacks(world: World, who: Thing, book: Rulebook) -> Iterator[tuple[AttackStats, Thing]]:
    """The attack with each weapon that lies in its bags, as if it were in the main hand, with that weapon; each name once.

    A creature in another form draws no weapon. A weapon that nobody has identified counts as it looks.
    """
    if who.creature.form is not None:
        return
    now, in_hand = thing_stats.situation_of(world, who, book), {row.thing_id for row in world.worn_by.get(who.id, {}).values() if row.slot}
    put_away = [replace(g, slot=None, grip=None) if g.slot in HAND_SLOTS else g for g in now.gear]
    told = {g.item.name for g in now.gear if g.id in in_hand}
    for thing in world.tree_of(who.id):
        if thing.kind != "item" or thing.id in in_hand:
            continue
        item = thing_stats.item_of(thing, book)
        if item.type != "weapon" or item.weapon_stats is None or item.name in told or thing_stats.is_natural(thing, book):
            continue
        told.add(item.name)
        drawn = replace(thing_stats.whole(world, thing, book), slot="mainhand")
        armed = replace(now, gear=(*(g for g in put_away if g.id != thing.id), drawn))
        found = next((a for a in armed.stats(book).attacks if a.slot == "mainhand"), None)
        if found:
            yield found, thing


def notes_of(world: World, who: Thing, stats: EffectiveStats, a: AttackStats, book: Rulebook) -> str:
    """The properties of the weapon, and its mastery property if the creature may use it."""
    mastery = mastered_weapons.property_of(world, who, stats, a, book) if a.slot else None
    words = sorted(p.replace("_", " ") for p in a.properties if p != NATURAL)
    return ", ".join((*words, *([f"mastery: {mastery}"] if mastery else [])))


def acts_json(world: World, who: Thing, stats: EffectiveStats, book: Rulebook) -> list[Json]:
    """The acts of its own turn that are no attack of its list and answer nothing: {name, cost (action, attack, bonus, free), does, isOut}. `isOut`: whether
    what it spends is spent.
    """
    sheet, attacks = thing_stats.sheet(who, book), {a.name for a in stats.attacks}
    own = [*sheet.acts, *(act for feature in sheet.feature_rules for act in feature.acts)]
    of_other_times = {act.name for act in own if act.when or _AFTER_A_REST in act.needs}
    ready = own_acts.acts_now(world, who, stats, book)
    return [
        {"name": act.name, "cost": act.cost, "does": _does(act), "isOut": _is_out(act, sheet)}
        for act in ready
        if act.cost in _OF_A_TURN and act.name not in attacks | of_other_times
    ]


def _does(act: ReadyAct) -> str:
    save = f"{act.save[0].upper()} {act.save[1]}" if act.save else ""
    hit = f"{act.to_hit:+d}" if act.to_hit is not None else ""
    return " · ".join(filter(None, (hit, save, act.damage, f"heals {act.heals}" if act.heals else "")))


def _is_out(act: ReadyAct, sheet: Sheet) -> bool:
    spent = [spend.split(":")[1] for spend in act.spend if spend.startswith(RESOURCE)]
    gone = [(found := find_resource(name, sheet.resources)) is not None and sheet.resources[found].left == 0 for name in spent]
    return act.ready is False or (
        bool(gone) and (all(gone) if act.either and len(gone) == len(act.spend) else any(gone) and not act.either)
    )
