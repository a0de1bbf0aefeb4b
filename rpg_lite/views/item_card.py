"""The lines of an item's card: its numbers and effects."""

from collections.abc import Iterator

from rpg_lite.rules.item_part_models import ItemCast
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views.modifier_text import change_text
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


def lore_text(thing: Thing, book: Rulebook) -> str:
    """The properties of a thing in one sentence, as a spell reveals them; curses and matters that the game master judges stay hidden."""
    item = thing_stats.item_of(thing, book)
    needs = ["needs attunement"] if item.needs_attunement else []
    hidden = {*map(change_text, item.passive)} if item.cursed else set()
    lines = [line for line in item_lines(item.model_copy(update={"adjudicated": ()})) if line not in hidden]
    left = [f"{thing.item.charges} left"] if thing.item.charges is not None else []
    told = "; ".join((*needs, *lines, *left))
    return f"{thing.name} is {item.rarity.replace('_', ' ')}{f': {told}' if told else ', without magic of its own'}."


def item_lines(item: Item) -> Iterator[str]:
    """Yield the lines of an item's card: its numbers and effects."""
    if item.weapon_stats:
        w = item.weapon_stats
        versatile = f" ({w.versatile_damage} in both hands)" if w.versatile_damage else ""
        reach = f", range {w.range.normal}/{w.range.long} ft" if w.range else ""
        properties = f"; {', '.join(w.properties)}" if w.properties else ""
        yield f"{w.damage_dice}{versatile} {w.damage_type}, {w.category.replace('_', ' ')}{reach}{properties}"
    if item.armor_stats:
        yield from _armor(item)
    yield from (change_text(m) for m in item.passive)
    for id, modifiers in item.toggled:
        yield f"when {id} is on: {', '.join(map(change_text, modifiers)) or 'no number changes'}"
    if item.heals:
        yield f"heals {item.heals}"
    if item.charges_or_effects:
        c = item.charges_or_effects
        back = f", {c.regain} back at {c.recharge}" if c.regain else f", recharge {c.recharge}"
        yield f"{c.max} charges{back}"
    yield from map(_cast, item.casts)
    yield from (f"act: {act.name}" for act in item.acts)
    yield from (f"for you to judge: {text}" for text in item.adjudicated)


def _armor(item: Item) -> Iterator[str]:
    a = item.armor_stats
    if a is None:
        return
    if a.category == "shield":
        yield f"shield, AC +{a.base_ac}"
        return
    dex = {"light": " + DEX", "medium": f" + DEX (at most {2 if a.max_dex_bonus is None else a.max_dex_bonus})"}.get(a.category, "")
    needs = f", STR {a.strength_requirement}" if a.strength_requirement else ""
    yield f"{a.category} armor, AC {a.base_ac}{dex}{needs}{', stealth at disadvantage' if a.stealth_disadvantage else ''}"


def _cast(cast: ItemCast) -> str:
    """The line of a spell: "casts Fireball (1-7 charges, level 3-9, save DC 15)"."""
    costs = cast.costs
    levels = list(dict.fromkeys(level for n in costs if (level := cast.level_for(n)) is not None))
    told = (
        f"{cast.charges} charge{'s' if cast.charges != '1' else ''}" if costs[-1] else "",
        f"level {'-'.join(map(str, dict.fromkeys((levels[0], levels[-1]))))}" if levels else "",
        f"save DC {cast.dc}" if cast.dc else "",
        f"attack {cast.attack:+}" if cast.attack is not None else "",
        f"{cast.uses.count} until {cast.uses.recharge.replace('_', ' ')}" if cast.uses else "",
        "on its user alone" if cast.on_user else "",
    )
    said = ", ".join(filter(None, told))
    return f"casts {cast.spell}{f' ({said})' if said else ''}"
