"""A creature's line and states as text, and a bearer or a bag with all its contents as data."""

from typing import Any

from rpg_lite.rules import names
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views.stats_json import breakdowns, gains_json, line_json, pounds, stats_json, words
from rpg_lite.world import thing_stats
from rpg_lite.world.felt_appearance import is_hidden
from rpg_lite.world.locks import is_locked
from rpg_lite.world.world_model import Thing, World


def headline(thing: Thing, stats: EffectiveStats) -> str:
    """Name, armor class, hit points, speed and conditions on one line."""
    temp = f" +{stats.temp_hp} temporary" if stats.temp_hp else ""
    hp = f"HP {stats.hp}/{stats.hp_max.value}{temp}" if stats.hp_max else "HP unknown"
    states = "dead" if thing_stats.is_dead(thing) else "; ".join(filter(None, [conditions_text(stats), dying_text(thing)]))
    form = f" in the form of {names.with_article(shape.creature)}" if (shape := thing.creature.form) else ""
    return f"{thing.name} ({thing.id}){form}: AC {stats.ac.value}, {hp}, speed {speeds_text(stats)}" + (f"; {states}" if states else "")


def speeds_text(stats: EffectiveStats) -> str:
    """The speed on foot, and every other speed: "30 ft, climb 30 ft". A speed of 0 ft is told only on foot."""
    walk = stats.speed["walk"].value
    others = (f"{movement} {speed.value} ft" for movement, speed in stats.speed.items() if movement != "walk" and speed.value)
    return ", ".join([f"{walk} ft", *others])


def conditions_text(stats: EffectiveStats) -> str:
    return ", ".join(state_text(c) for c in stats.conditions_active.values())


def dying_text(thing: Thing) -> str:
    """The death saves of a creature at 0 hit points."""
    tally = thing_stats.tally(thing) if thing.creature.hp == 0 else ""
    return f"death saves: {tally}" if tally and tally != "stable" else tally


def state_text(affliction: Any) -> str:
    """The name of a condition, with the level of exhaustion."""
    return f"{affliction.name} {affliction.level}" if affliction.name == "exhaustion" else affliction.name


def states(creature: Thing, stats: EffectiveStats) -> list[str]:
    """Its conditions in words; for a dead creature, only that it is dead."""
    return ["dead"] if thing_stats.is_dead(creature) else [state_text(c) for c in stats.conditions_active.values()]


def bearer_json(world: World, bearer: Thing, stats: EffectiveStats | None, book: Rulebook) -> dict[str, Any]:
    """All data of a bearer for programs: the bag tree with weights, items by slot, attunement, encumbrance, numbers with their reasons."""
    rows = world.worn_by.get(bearer.id, {})
    shown: dict[str, Any] = {"id": bearer.id, "name": bearer.name, "inventory": [_tree(world, t, book) for t in world.bag_of(bearer.id)]}
    if stats:
        bonded = [{"id": t.id, "name": t.name} for t in world.tree_of(bearer.id) if t.attuned_to == bearer.id]
        shown |= {
            "equipped": {r.slot: {"id": r.thing_id, "name": world.things[r.thing_id].name} for r in rows.values() if r.slot},
            "attunement": {"used": len(bonded), "limit": thing_stats.attunement_limit(bearer, book), "items": bonded},
            "encumbrance": {"weight": pounds(stats.load.weight), "capacity": stats.load.capacity.value, "over": stats.load.over},
            "stats": numbers_json(stats),
            "sheet": stats_json(stats) | (gains_json(thing_stats.sheet(bearer, book)) if bearer.kind == "character" else {}),
        }
    return shown


def numbers_json(stats: EffectiveStats) -> dict[str, Any]:
    """Map each dotted path to the number with its lines; values that are not numbers have only lines."""
    return breakdowns(stats) | {p: {"lines": [line_json(m) for m in ms]} for p, ms in words(stats) if ms}


def _tree(world: World, thing: Thing, book: Rulebook) -> dict[str, Any]:
    if thing.kind != "item":
        return {"id": thing.id, "name": thing.name, "kind": thing.kind}
    item = thing_stats.item_of(thing, book)
    row = world.row_of(thing.id)
    shown = {
        "id": thing.id,
        "name": thing.name,
        "type": item.type,
        "quantity": thing.quantity,
        "weight": pounds(round((item.weight or 0) * 1000) * thing.quantity),
        "slot": row.slot if row else None,
        "attuned": bool(thing.attuned_to) or None,
        "charges": thing_stats.charges_left(thing, item),
        "usesRemaining": thing_stats.uses_left(thing, item),
        "active": thing_stats.active_of(world, thing) or None,
        "corroded": dict(thing.item.corroded) or None,
        "looksLike": look
        if is_hidden(thing) and (look := plain_look(item)) != item.name
        else None,  # a reader who sees only the creature's look learns nothing else
        "locked": is_locked(thing) or None,
        "contents": None if is_locked(thing) else [_tree(world, t, book) for t in world.bag_of(thing.id)] or None,
    }
    return {k: v for k, v in shown.items() if v is not None}
