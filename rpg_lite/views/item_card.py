"""The lines of an item's card: its numbers, effects, spells, acts, riders and triggers."""

from collections.abc import Iterator, Sequence
from typing import Final

from rpg_lite.rules.item_part_models import Charges, ItemCast, Minutes, Uses
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import span_text
from rpg_lite.views.act_text import act_text, brief_text
from rpg_lite.views.formula_words import in_words
from rpg_lite.views.modifier_text import changes_text, joined
from rpg_lite.views.step_text import trigger_text
from rpg_lite.views.trait_text import rider_text
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


def lore_text(thing: Thing, book: Rulebook) -> str:
    """The properties of a thing in one sentence, as a spell reveals them; curses and matters that the game master judges stay hidden."""
    item = thing_stats.item_of(thing, book)
    needs = ["needs attunement"] if item.needs_attunement else []
    lines = item_lines(item.model_copy(update={"adjudicated": ()}), cursed=False)
    left = [f"{thing.item.charges} left"] if thing.item.charges is not None else []
    told = "; ".join((*needs, *lines, *left))
    return f"{thing.name} is {item.rarity.replace('_', ' ')}{f': {told}' if told else ', without magic of its own'}."


OF_CURSES: Final = {"cursed", "toggles", "modifiers", "mechanical_effects", "on", "riders", "adjudicated", "acts", "description"}
"""The fields of a cursed item that may tell of its curse."""


def item_lines(item: Item, cursed: bool = True) -> Iterator[str]:
    """Yield the lines of an item's card. `cursed`: also what a cursed item does to its bearer, for those who may know it."""
    return map(in_words, _lines(item, cursed or not item.cursed))


def brief_lines(item: Item, names_only: bool = False) -> Iterator[str]:
    """The main numbers of an item; `names_only`: of its acts, spells and riders no more than the names."""
    yield from map(in_words, _numbers(item))
    if item.casts:
        yield f"casts {', '.join(dict.fromkeys(c.spell for c in item.casts)) if names_only else _casts(item.casts)}"
    told = [act.name if names_only else in_words(brief_text(act)) for act in item.acts]
    told += [rider.name or "on a hit" if names_only else in_words(rider_text(rider, item.name)) for rider in item.riders]
    if told:
        yield "; ".join(told)


def _lines(item: Item, tells_all: bool) -> Iterator[str]:
    yield from _numbers(item, tells_all)
    yield from _used(item)
    if item.casts:
        yield f"casts {_casts(item.casts)}"
    yield from (act_text(act) for act in item.acts if tells_all or not act.when)
    if tells_all:
        yield from map(trigger_text, item.on)
        yield from (rider_text(rider, item.name) for rider in item.riders)
        if item.adjudicated:
            yield f"for you to judge: {' '.join(item.adjudicated)}"


def _numbers(item: Item, tells_all: bool = True) -> Iterator[str]:
    """The lines of a weapon or an armor, of the changes to numbers, and of light and charges."""
    if item.weapon_stats:
        w = item.weapon_stats
        versatile = f" ({w.versatile_damage} in both hands)" if w.versatile_damage else ""
        reach = f", range {w.range.normal}/{w.range.long} ft" if w.range else ""
        properties = f"; {', '.join(p.replace('_', ' ') for p in w.properties)}" if w.properties else ""
        yield f"{w.damage_dice}{versatile} {w.damage_type}, {w.category.replace('_', ' ')}{reach}{properties}"
    if item.armor_stats:
        yield from _armor(item)
    if tells_all and (told := changes_text(item.passive)):
        yield told
    yield from _switched(item)
    if item.light:
        yield f"bright light {item.light[0]} ft, dim light {item.light[1]} ft more{f', burns {item.burns.minutes} minutes' if item.burns else ''}"
    if item.charges_or_effects:
        yield _charges(item.charges_or_effects)


def _switched(item: Item) -> Iterator[str]:
    """A line for each property that a use switches on, with its light, its conditions and its limits."""
    for (id, modifiers), a in zip(item.toggled, item.activated, strict=True):
        limits = [
            a.cost or "", f"for {a.duration}" if a.duration else "", _uses(a.uses) if a.uses else "", _minutes(a.minutes) if a.minutes else "",
            f"{a.charges} charge{'' if a.charges == 1 else 's'}" if a.charges else "",
        ]  # fmt: skip
        light = f"bright light {a.light[0]} ft, dim light {a.light[1]} ft more" if a.light else ""
        does = ", ".join(filter(None, (changes_text(modifiers), joined(a.conditions), light)))
        told = ", ".join(filter(None, limits))
        yield f"when {id.replace('_', ' ')} is on{f' ({told})' if told else ''}: {does or 'no number changes'}"


def _used(item: Item) -> Iterator[str]:
    """The immediate effects of a use."""
    if item.heals:
        yield f"heals {item.heals}"
    use = item.on_use
    if use is None:
        return
    parts = [
        f"{use.damage.dice} {use.damage.type}" if use.damage else "", changes_text(use.modifiers), use.effect or "", joined(use.conditions),
        "stabilizes" if use.stabilizes else "",
    ]  # fmt: skip
    if told := ", ".join(filter(None, parts)):
        yield f"use{f' ({use.cost})' if use.cost else ''}: {told}{f' for {use.duration}' if use.duration else ''}"


def _charges(c: Charges) -> str:
    back = (
        f", {c.regain} back at {c.recharge}"
        if c.regain
        else ""
        if c.recharge == "never"
        else f", all back at {c.recharge.replace('_', ' ')}"
    )
    start = f", {c.start} at first" if c.start is not None and c.start != c.max else ""
    last = f"; the last one: {c.on_last.removesuffix('.')}" if c.on_last else ""
    return f"{c.max} charges{start}{back}{last}"


def _uses(uses: Uses) -> str:
    return span_text.uses_text(str(uses.count), uses.recharge)


def _minutes(m: Minutes) -> str:
    back = (
        f", {m.regain} back for each {m.every} unused"
        if m.regain
        else ""
        if m.recharge == "never"
        else f" a {m.recharge.replace('_', ' ')}"
    )
    return f"{m.count} minutes in all{back}"


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


def _casts(casts: Sequence[ItemCast]) -> str:
    """The spells by their price: "Fireball, Cone of Cold (5 charges); Light"."""
    of: dict[str, list[str]] = {}
    for cast in casts:
        of.setdefault(_price(cast), []).append(_cast(cast))
    return "; ".join(f"{', '.join(spells)}{f' ({price})' if price else ''}" for price, spells in of.items())


def _price(cast: ItemCast) -> str:
    """The price of a cast, and the numbers that it has from the item: "1-7 charges, save DC 15"."""
    told = (
        f"{cast.charges} charge{'s' if cast.charges != '1' else ''}" if cast.costs[-1] else "",
        f"save DC {cast.dc}" if cast.dc else "",
        f"attack {cast.attack:+}" if cast.attack is not None else "",
        _uses(cast.uses) if cast.uses else "",
        "on its user alone" if cast.on_user else "",
    )
    return ", ".join(filter(None, told))


def _cast(cast: ItemCast) -> str:
    """A spell with its level and with what the item changes of it: "Fireball (level 3-9)"."""
    levels = list(dict.fromkeys(level for n in cast.costs if (level := cast.level_for(n)) is not None))
    reached = f"level {'-'.join(map(str, dict.fromkeys((levels[0], levels[-1]))))}" if levels else ""
    said = ", ".join(filter(None, (reached, cast.say.removesuffix(".") if cast.say else "")))
    return f"{cast.spell}{f' ({said})' if said else ''}"
