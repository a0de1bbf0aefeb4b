"""The campaign at a glance: party, one character, an item's card, the last commands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.targets import party_of
from rpg_lite.mechanics.items.money import coin_of
from rpg_lite.rules import names
from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.item_templates import Template
from rpg_lite.rules.items import Item
from rpg_lite.rules.prices import WORTH, price_text
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views import (
    castable_spells,
    character_summary,
    own_acts,
    own_acts_text,
    spell_and_act_lists,
    stat_block_text,
    stat_paths,
    turn_order,
    unidentified,
)
from rpg_lite.views.bearer import bearer_json, dying_text, headline
from rpg_lite.views.formula_words import in_words
from rpg_lite.views.history import history_lines
from rpg_lite.views.item_card import brief_lines, item_lines
from rpg_lite.views.lasting_effects import effects_text, spells_text
from rpg_lite.views.number_reasons import reasons_text
from rpg_lite.views.shorter_words import shortened
from rpg_lite.views.stats_json import breakdown_json, gains_json, line_json, numbers, on_roll_json, slots_json, words
from rpg_lite.views.stats_text import attack_text, numbers_text
from rpg_lite.vocabulary import COINS
from rpg_lite.world import clock, thing_stats
from rpg_lite.world.history_records import Commit
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World
from rpg_lite.world.written_features import written_features

FOUND = 5
MOST_ACTS = 10
LAST = 3


# ── party ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def party_text(world: World, commits: Sequence[Commit], book: Rulebook, for_players: bool = False) -> str:
    """The campaign at a glance. `for_players`: without the call that makes heroes, which only the game master sends."""
    campaign = world.campaign
    members = members_of(world)
    place = next((r.name for m in members if (r := world.room_of(m.id))), None) or _first_room(world)
    lines = [f"{campaign.name}: SRD {campaign.ruleset}, rev {campaign.rev}, {clock.tell_now(world)}, in {place}."]
    rooms = {m.id: world.room_of(m.id) for m in members}
    apart = len({room.id if room else None for room in rooms.values()}) > 1
    lines += [at_a_glance(world, m, book, rooms[m.id] if apart else None) for m in members] or [
        f"The party has no members yet{'' if for_players else ': manage_character create with character.party true'}."
    ]
    lines += filter(None, [turn_order.text(world)])
    lines.append(f"Purse: {purse_text(world, members)}.")
    lines += history_lines(commits[:LAST])
    return "\n".join(lines)


def at_a_glance(world: World, m: Thing, book: Rulebook, room: Thing | None) -> str:
    """A member's headline, effects, class and level, its room (unless all members are together), and its remaining resources."""
    sheet = thing_stats.sheet(m, book)
    parts = [headline(m, unidentified.stats_of(world, m, book)), spells_text(world, m), character_summary.calling(m, sheet)]
    parts += [f"in {room.name}" if room else "", f"left: {', '.join(left)}" if (left := character_summary.left_of(sheet)) else ""]
    return "; ".join(p for p in parts if p)


def party_json(world: World, book: Rulebook) -> dict[str, Any]:
    members = members_of(world)
    return {
        "campaign": world.campaign.name,
        "ruleset": world.campaign.ruleset,
        "minutes": world.campaign.minutes,
        **({"rounds": over} if (over := clock.rounds_over(world)) else {}),
        "party": [_member(world, m, book) for m in members],
        "coins": purse(world, members),
        **({"fight": fight} if (fight := turn_order.as_data(world)) else {}),
    }


def _member(world: World, m: Thing, book: Rulebook) -> dict[str, Any]:
    stats = unidentified.stats_of(world, m, book)
    hp = {"value": stats.hp, "max": stats.hp_max.value if stats.hp_max else None}
    sheet, room = thing_stats.sheet(m, book), world.room_of(m.id)
    effects = [e.name for e in thing_stats.lasting(world, m, "effects")]
    mind = m.creature.concentration
    about = {
        "effects": effects,
        "concentration": mind.effect if mind else None,
        **({"form": form.creature} if (form := m.creature.form) else {}),
        "called": character_summary.calling(m, sheet) or None,
        "level": sheet.level,
        "room": room.name if room else None,
    }
    shown = {"id": m.id, "name": m.name, "ac": stats.ac.value, "hp": hp, "conditions": list(stats.conditions_active), **about}
    dying = {"deathSaves": tally} if (tally := dying_text(m)) else {}
    slots = {"spellSlots": slots_json(sheet.spell_slots)} if sheet.spell_slots.highest else {}
    return {**shown, **dying, "left": character_summary.left_json(sheet), **slots}


def members_of(world: World) -> list[Thing]:
    return sorted(party_of(world), key=lambda t: t.name)


def purse(world: World, members: Sequence[Thing]) -> dict[str, int]:
    """The coins of all members by kind, without those behind a lock."""
    counted = [(coin_of(t), t.quantity) for m in members for t in at_hand(world, m.id)]
    return {coin: total for coin in COINS if (total := sum(q for c, q in counted if c == coin))}


def purse_text(world: World, members: Sequence[Thing]) -> str:
    return ", ".join(f"{count} {coin}" for coin, count in reversed(purse(world, members).items())) or "empty"


def _first_room(world: World) -> str:
    return next((t.name for t in world.things.values() if t.kind == "room"), "no room yet")


# ── one character ───────────────────────────────────────────────────────────────────────────────────────────────────


def character_text(world: World, who: Thing, paths: Sequence[str], book: Rulebook, full: bool = False) -> str | Rejected:
    """The headline numbers of a character, or the requested numbers, with their lines and suppressed lines."""
    stats = unidentified.stats_of(world, who, book)
    if not paths:
        return "\n".join(filter(None, _sheet_lines(world, who, stats, book, full)))
    known: dict[str, Breakdown] = dict(numbers(stats))
    lists = [spell_and_act_lists.TEXTS[p](world, who, stats, book) for p in paths if p in spell_and_act_lists.TEXTS]
    told = []
    for n, path in enumerate(paths):
        if path in spell_and_act_lists.TEXTS:
            continue
        found = stat_paths.matching(path, stats)
        if not found:
            return _stat_unknown(n, path, stats)
        told += [stat_paths.reasons(p, known, stats) for p in found]
    armed = any(path.casefold().startswith("attacks") for path in paths)
    told += map(attack_text, stats.attacks if armed else ())
    return "\n".join((*([f"{who.name}: " + " ".join(told)] if told else []), *lists))


def _sheet_lines(world: World, who: Thing, stats: EffectiveStats, book: Rulebook, full: bool) -> Iterator[str]:
    """The sheet of a character; a full answer also has the reasons for its armor class, every skill, act and feature, and its spells by level."""
    acts, riders = own_acts.acts_now(world, who, stats, book), own_acts.riders_now(world, who, stats, book)
    yield headline(who, stats)
    yield reasons_text("ac", stats.ac) if full else ""
    most = len(acts) + len(riders) if full else MOST_ACTS
    told = [*(act.name for act in acts[:most]), *(rider.name for rider in riders[:most])]
    yield from character_summary.lines(world, who, stats, book, told, full)
    yield from own_acts_text.lines(acts, riders, most)
    if full and thing_stats.sheet(who, book).acts:
        yield from _in_words(who, book)
    if full and castable_spells.castable(thing_stats.sheet(who, book), stats, book):
        yield castable_spells.text(thing_stats.sheet(who, book), stats, book)
    yield numbers_text(stats)
    yield effects_text(world, who)


def _in_words(who: Thing, book: Rulebook) -> Iterator[str]:
    """The traits and the acts of a stat block with their effects, a line for each."""
    yield from map(in_words, stat_block_text.traits(written_features(who, book), book))
    yield from map(in_words, stat_block_text.acts_lines(thing_stats.sheet(who, book).acts))


def character_json(world: World, who: Thing, paths: Sequence[str], book: Rulebook, full: bool) -> dict[str, Any]:
    stats = unidentified.stats_of(world, who, book)
    if not paths:
        if not full:
            return {"id": who.id, "name": who.name}
        sheet = thing_stats.sheet(who, book)
        acts = {**_acts_json(world, who, stats, book), "form": form.creature if (form := who.creature.form) else None}
        return bearer_json(world, who, stats, book) | gains_json(sheet) | acts | {"left": character_summary.left_json(sheet)}
    wanted = {p for path in paths for p in stat_paths.matching(path, stats)}
    rolls = on_roll_json(stats)
    shown = {p: (breakdown_json(b) if full else {"value": b.value}) | rolls.get(p, {}) for p, b in numbers(stats) if p in wanted}
    if full:
        shown |= {p: {"lines": [line_json(m) for m in ms]} for p, ms in words(stats) if p in wanted}
    lists = {p: spell_and_act_lists.DATA[p](world, who, stats, book) for p in paths if full and p in spell_and_act_lists.DATA}
    return {"id": who.id, "name": who.name, "stats": shown, **lists}


def _acts_json(world: World, who: Thing, stats: EffectiveStats, book: Rulebook) -> dict[str, Any]:
    """The acts and riders of a character, for programs."""
    return own_acts_text.as_json(own_acts.acts_now(world, who, stats, book), own_acts.riders_now(world, who, stats, book))


def members_text(world: World, paths: Sequence[str], book: Rulebook) -> str | Rejected:
    """One line for each member with the requested numbers. The line names each number that the member lacks; a number that no member has
    is refused.
    """
    told, lacked = [], set(paths)
    members = members_of(world)
    if not members:
        return Rejected("party_empty", "characterName")
    for m in members:
        stats = unidentified.stats_of(world, m, book)
        missing = [p for p in paths if p not in spell_and_act_lists.TEXTS and not stat_paths.matching(p, stats)]
        text = character_text(world, m, [p for p in paths if p not in missing], book) if len(missing) < len(paths) else f"{m.name}:"
        told.append(" ".join((str(text), *(f"No {p}." for p in missing))))
        lacked &= set(missing)
    unknown = next((n for n, p in enumerate(paths) if p in lacked), None)
    return "\n".join(told) if unknown is None else _stat_unknown(unknown, paths[unknown], unidentified.stats_of(world, members[0], book))


def _stat_unknown(n: int, path: str, stats: EffectiveStats) -> Rejected:
    return Rejected("stat_unknown", f"stats[{n}]", {"wanted": path}, stat_paths.near(path, stats), stat_paths.families(stats))


def members_json(world: World, paths: Sequence[str], book: Rulebook, full: bool) -> list[dict[str, Any]]:
    return [character_json(world, m, paths, book, full) for m in members_of(world)]


# ── item cards ──────────────────────────────────────────────────────────────────────────────────────────────────────


def items_found(query: str, book: Rulebook) -> list[tuple[str, Item]]:
    """The template with exactly this name; if none has it, templates with a similar name, type or text, the best match first."""
    pick = book.find(query)
    item = book.item(pick) if pick else None
    if pick and item:
        return [(pick.template, item)]
    key = names.fold(query)
    alike = (n for n in names.nearest(query, book.template_names, 20) if names.is_like(query, n))
    near = {names.fold(n): i for i, n in enumerate(alike)}
    scored = [(_score(t.item, key, near), id, t.item) for id, t in book.templates.items()]
    return [(id, item) for score, id, item in sorted(scored, key=lambda s: (s[0], s[2].name)) if score < 100]


def _score(item: Item, key: str, near: Mapping[str, int]) -> int:
    name = names.fold(item.name)
    text = names.fold(" ".join((item.description or "", *item.aliases, *(c.spell for c in item.casts), *item.adjudicated)))
    if names.holds(name, key):
        return 0
    if name in near:
        return 1 + near[name]
    return 30 if key == names.fold(item.type) else 40 if names.holds(text, key) else 100


def items_text(query: str, book: Rulebook, full: bool = False) -> str:
    found = items_found(query, book)
    creatures = [str(c["character"]["name"]) for c in book.creatures.values()]
    if not found and (near := [n for n in names.nearest(query, creatures) if names.is_like(query, n)]):
        return f"No item template matches {query!r}. Creatures are templates of manage_character create: {', '.join(near)}."
    if not found:
        return f"No template matches {query!r}; give your own item as an object, or try another word."
    if len(found) == 1 and (book.find(query) or not book.near_whole(query)):
        return card(*found[0], book, full)
    lines = [f"{item.name}: {in_short(item)}" for _, item in found[:FOUND]]
    lines += [f"Similar full names: {', '.join(whole)}."] if (whole := book.near_whole(query)) else []
    more = f"\nand {len(found) - FOUND} more; narrow the query, or ask for one name." if len(found) > FOUND else ""
    return "\n".join(lines) + more


def card(id: str, item: Item, book: Rulebook, full: bool = False) -> str:
    """The card of one template: all of it, or the longest form that costs at most 150 tokens."""
    forms = _forms(id, item, book)
    if full:
        return next(forms)
    text = ""
    for text in forms:
        if len(text.encode()) <= MOST_BYTES:
            break
    return text


MOST_BYTES: Final = 430
"""The maximum bytes of the text of a card, with which the whole answer has at most 150 tokens."""
MORE: Final = "Send detail full."
"""The last line of a card that leaves something out."""


def _forms(id: str, item: Item, book: Rulebook) -> Iterator[str]:
    """The card of a template, first all of it, then with only the numbers of its acts, then with only their names."""
    head, worth = f"{item.name} ({id}): {in_short(item)}.", [*_made_with(id, item, book), *_worth(book.templates[id], item, book)]
    about = [item.description] if item.description else []
    yield shortened("\n".join([head, *about, *(f"- {line}" for line in item_lines(item)), *worth]), MOST_TOKENS)
    yield "\n".join([head, *about, *(f"- {line}" for line in brief_lines(item)), *worth, MORE])
    yield "\n".join([head, *(f"- {line}" for line in brief_lines(item)), *worth, MORE])
    yield "\n".join([head, *(f"- {line}" for line in brief_lines(item, names_only=True)), MORE])
    yield f"{head}\n{MORE}"


MOST_TOKENS: Final = 150


MOST_BASES: Final = 6


def _made_with(id: str, item: Item, book: Rulebook) -> Iterator[str]:
    """The bases and the variants from which a call chooses."""
    template = book.templates[id]
    if template.bases and item.base == template.item.base:
        bases = [book.templates[b].item.name for b in book.bases_of(template)]
        more = f" or {len(bases) - MOST_BASES} more of their kind" if len(bases) > MOST_BASES else ""
        yield f"Give it with base: {', '.join(bases[:MOST_BASES])}{more}."
    if template.variants and not item.variant:
        yield f"Give it with variant: {', '.join(v.name for v in template.variants)}."


def _worth(template: Template, item: Item, book: Rulebook) -> list[str]:
    """The price of each variant, and whether the price of a base still has to be added."""
    made = [(v.name, book.item(Pick(template.id, None, v.name))) for v in template.variants if not item.variant]
    worth = {name: _price(one.value) for name, one in made if one and one.value}
    alike = len(set(worth.values())) == 1
    told = [next(iter(worth.values()))] if alike else [f"{name} {gold}" for name, gold in worth.items()]
    lines = [f"Worth: {', '.join(told)}."] if told else []
    adds_base = template.bases and not item.base and template.item.type in ("weapon", "armor") and (worth or item.value)
    return [*lines, "Add the price of its base."] if adds_base else lines


def _price(gold: float) -> str:
    """A price in gold; below one gold piece in the coins that are paid: "1 cp".

    >>> _price(0.01), _price(0.5), _price(2.5)
    ('1 cp', '5 sp', '2.5 gp')
    """
    copper = round(gold * WORTH["gp"])
    return price_text(copper) if gold < 1 and copper == gold * WORTH["gp"] else f"{_plain(gold)} gp"


def in_short(item: Item) -> str:
    parts = [_category(item), item.rarity.replace("_", " ") if item.rarity != "common" else ""]
    parts += ["needs attunement" if item.needs_attunement else "", f"{_plain(item.weight)} lb" if item.weight else ""]
    parts += [_price(item.value) if item.value else ""]
    return ", ".join(p for p in parts if p)


_CATEGORIES: Final = frozenset(("ring", "rod", "staff", "wand"))


def _category(item: Item) -> str:
    """The category of an item: that of a magic item which no other type covers is in its name (SRD, Magic Item Categories)."""
    named = [word for word in names.fold(item.name).split() if word in _CATEGORIES]
    return named[0] if item.type == "wondrous" and named else item.type.replace("_", " ")


def _plain(value: float) -> int | float:
    return int(value) if value == int(value) else value
