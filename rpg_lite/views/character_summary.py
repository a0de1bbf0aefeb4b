"""A character's profile: class, race, senses, features, and the remaining hit dice, slots and charges."""

from collections.abc import Collection, Iterator
from typing import Any, Final

from rpg_lite.messages.render_context import many
from rpg_lite.rules import names, ready_spells
from rpg_lite.rules.choices import list_open
from rpg_lite.rules.class_resources import Supply
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.granted_spells import always_prepared
from rpg_lite.rules.resources import call_resource
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.views import castable_spells
from rpg_lite.views.own_acts_text import some
from rpg_lite.world import thing_stats
from rpg_lite.world.felt_appearance import is_hidden
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World

MOST_FEATURES: Final = 20
_TRAINED: Final = frozenset(("proficiency", "expertise"))


def calling(who: Thing, sheet: Sheet) -> str:
    """Race, class, level and background: "elf rogue 3, criminal"; unknown parts are left out."""
    written = who.creature.sheet
    levels = class_levels(written.classes)
    named = "/".join(name if level is None else f"{name} {level}" for name, level in levels)
    alone = f" {sheet.level}" if named and not any(level for _, level in levels) else ""
    born = " ".join(filter(None, (sheet.race or written.race, f"{named}{alone}")))
    return ", ".join(filter(None, (born, sheet.background)))


def _experience(sheet: Sheet, book: Rulebook) -> str:
    """The experience points, and those for the level after the present one; empty if nobody counts them."""
    if sheet.xp is None:
        return ""
    needs = next(iter(book.advancement.xp[sheet.level :]), None)
    return f", {sheet.xp:,} XP" + (f" of {needs:,}" if needs else "")


def lines(world: World, who: Thing, stats: EffectiveStats, book: Rulebook, told: Collection[str] = (), full: bool = False) -> Iterator[str]:
    """One line each for class and race, training, senses, features, bonds, and the remaining resources; in full, all skills and all
    features.

    `told`: the names of the acts and riders that the sheet lists. A feature with such a name, or with the name of a resource, is not named
    again.
    """
    sheet = thing_stats.sheet(who, book)
    if who.state.description:
        yield who.state.description
    if who.creature.secret:
        yield f"Secret (game master only): {who.creature.secret}"
    if kind := calling(who, sheet):
        yield f"{kind[:1].upper()}{kind[1:]}, level {sheet.level}{_experience(sheet, book)}."
    if trained := [
        f"{s.replace('_', ' ')} {b.value:+d}"
        for s, b in stats.skills.values.items()
        if full or any(m.source.name in _TRAINED for m in b.lines)
    ]:
        yield f"{'Skills' if full else 'Skilled'}: {', '.join(trained)}."
    senses = [f"{name} {b.value} ft" for name, b in stats.senses.items() if b.value]
    senses.append(f"passive Perception {stats.passive['perception'].value}")
    yield f"Senses: {', '.join(senses)}."
    elsewhere = set() if full else {names.fold(name) for name in (*told, *sheet.resources)}
    if features := [name for name in (*(f.name for f in sheet.features), *_options(sheet)) if names.fold(name) not in elsewhere]:
        yield f"Features: {some([_as_title(name) for name in features], len(features) if full else MOST_FEATURES)}."
    if bonded := [t.name for t in world.tree_of(who.id) if t.attuned_to == who.id]:
        yield f"Attuned {len(bonded)}/{thing_stats.attunement_limit(who, book)}: {', '.join(bonded)}."
    yield from _spells(sheet, stats, book)
    yield from () if full else castable_spells.given_lines(sheet, stats, book)
    if sheet.attacks_per_action > 1:
        yield f"Attacks per action: {sheet.attacks_per_action}."
    yield from filter(None, (left_line(world, who, book),))
    if sheet.open_choices:
        yield f"To choose: {'; '.join(list_open(sheet.open_choices))}."


def _options(sheet: Sheet) -> list[str]:
    """The options of features that were chosen, such as invocations, and that are features themselves."""
    by_class = sheet.chosen.words.values() if sheet.chosen else ()
    words = {names.fold(word) for chosen in by_class for some_words in chosen.values() for word in some_words}
    own = {f.name for f in sheet.features}
    return [rule.name for rule in sheet.feature_rules if names.fold(rule.name) in words and rule.name not in own]


def _spells(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> Iterator[str]:
    """One line for each class that casts, with its number of spells, and one line for each list of spells on the sheet."""
    for name, n in stats.spellcasting.by_class.items() if stats.spellcasting else ():
        count = f"prepares {n.counts.prepared}" if n.counts.prepared is not None else f"knows {n.counts.known}"
        yield f"Casts as {name}: DC {n.save_dc.value}, attack {n.attack.value:+d}, {many(n.counts.cantrips, 'cantrip')}, {count}."
    written = (("Prepared", _counted(sheet, book)), ("Known", sheet.spells.known), ("Cantrips", sheet.spells.cantrips))
    yield from (f"{what}: {', '.join(spells)}." for what, spells in written if spells)


def _counted(sheet: Sheet, book: Rulebook) -> list[str]:
    """The prepared spells that count against their number: those that are always prepared have a line of their own."""
    always = [*always_prepared(sheet, book)]
    return [word for word in sheet.spells.prepared or () if not ((spell := book.spell(word)) and ready_spells.has(always, spell))]


def left_line(world: World, who: Thing, book: Rulebook, charges: bool = True) -> str:
    """One line with the resources left; empty for a creature without resources."""
    left = [*left_of(thing_stats.sheet(who, book)), *(_list_charged(world, who, book) if charges else ())]
    return f"Left: {', '.join(left)}." if left else ""


def left_of(sheet: Sheet) -> list[str]:
    """The resources left: "hit dice d10 3/5, slots 4/3/1 of 4/3/2"."""
    slots = sheet.spell_slots.words()
    return [*(_left(name, r) for name, r in sheet.resources.items()), *([f"slots {slots}"] if slots else [])]


def left_json(sheet: Sheet) -> dict[str, Any]:
    return {name: {"left": r.left, "max": r.max} for name, r in sheet.resources.items()}


def _left(name: str, r: Supply) -> str:
    return f"{call_resource(name)} {r.left}/{r.max}" if r.max is not None else f"{call_resource(name)} without limit"


def _list_charged(world: World, who: Thing, book: Rulebook) -> Iterator[str]:
    for thing in at_hand(world, who.id):
        if thing.kind == "item" and not is_hidden(thing):
            charges = thing_stats.charges_left(thing, thing_stats.item_of(thing, book))
            if charges is not None:
                yield f"{thing.name} {many(charges, 'charge')}"


def _as_title(name: str) -> str:
    """The name of a feature as people write it: great_weapon_fighting is "Great Weapon Fighting"."""
    return " ".join(word[:1].upper() + word[1:] for word in name.split("_")) if "_" in name else name
