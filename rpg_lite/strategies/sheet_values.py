"""Characters and whole sheet documents."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from hypothesis import strategies as st

from rpg_lite.content import rulebook_loading
from rpg_lite.rules import names
from rpg_lite.rules.equipment_slots import allowed_for
from rpg_lite.strategies.item_values import item_of_kind, items
from rpg_lite.strategies.modifier_values import modifiers
from rpg_lite.strategies.primitive_values import NAMES, THINGS, Json, Values, object_of, several
from rpg_lite.vocabulary import ABILITIES, COINS, CONDITIONS, DAMAGE_TYPES, RULESETS, SIZES, SKILLS, Ruleset

MOST_ATTUNED: Final = 3


_CLASSES: Final = ("barbarian", "cleric", "fighter", "monk", "rogue", "wizard", "fighter 3", "wizard 2", "tinker")


def characters() -> Values:
    """A character as people write it down: any key may be missing. `CharacterDocument.model_validate` accepts it."""
    return object_of(
        {"name": NAMES},
        level=st.integers(1, 20),
        classes=several(_CLASSES, 2),
        race=st.sampled_from(("human", "hill dwarf", "elf", "halfling", "half-orc", "beholder")),
        size=st.sampled_from(SIZES),
        alignment=st.sampled_from(("lawful good", "neutral", "chaotic evil")),
        abilities=object_of({}, **dict.fromkeys(ABILITIES, st.integers(1, 30))),
        speed=object_of({"walk": st.sampled_from((0, 20, 25, 30, 40))}, fly=st.just(60), swim=st.just(30)),
        proficiencies=object_of(
            {},
            armor=several(("light", "medium", "heavy", "shield"), 4),
            weapons=several(("simple", "martial", "longsword"), 3),
            saves=several(ABILITIES),
            skills=object_of({}, **dict.fromkeys(SKILLS[:6], st.integers(0, 2))),
        ),
        features=several(("unarmored_defense_monk", "unarmored_defense_barbarian", "defense_style", "tough", "keen_senses")),
        spellcastingAbility=st.sampled_from(ABILITIES),
        hpMax=st.integers(1, 200),
        resistances=several(DAMAGE_TYPES),
        senses=object_of({}, darkvision=st.sampled_from((60, 120))),
        modifiers=st.lists(modifiers(), max_size=2),
    )


@cache
def _wardrobe(ruleset: Ruleset) -> Mapping[str, Sequence[str]]:
    """Map each slot to the names of templates that fit there and need at most one hand."""
    book, found = rulebook_loading.rulebook(ruleset), dict[str, list[str]]()
    made = ("Longsword +1", "Plate Armor +2", "Leather Armor +1", "Mithral Half Plate Armor", "Flame Tongue Longsword", "Arrow +1")
    for name in (*book.template_names, *made):
        pick = book.find(name)
        item = book.item(pick) if pick and (pick.base or not book.templates[pick.template].bases) else None
        two_handed = item and (item.changes_handling or (item.weapon_stats and "two_handed" in item.weapon_stats.properties))
        for slot in allowed_for(item) if item and not two_handed else ():
            if slot != "mainhand" or not item or not item.is_shield:
                found.setdefault(slot, []).append(name)
    return found


@st.composite
def _gear(draw: st.DrawFn, ruleset: Ruleset) -> tuple[list[Json], list[Json]]:
    """(worn entries, carried entries), with no slot or name twice and at most three attuned things."""
    wardrobe, worn, carried = _wardrobe(ruleset), list[Json](), list[Json]()
    for slot in draw(several(sorted(wardrobe), 8)):
        own = item_of_kind({"type": st.just("wondrous"), "slot": st.just(slot)})
        worn.append({"item": draw(st.sampled_from(wardrobe[slot]) | own), "slot": slot})
    for thing in draw(st.lists(st.sampled_from(THINGS) | items(), max_size=3)):
        carried.append({"item": thing, "quantity": draw(st.integers(1, 20))})
    for entry in draw(st.lists(st.sampled_from([*worn, *carried]), max_size=MOST_ATTUNED)) if worn or carried else ():
        entry["attuned"] = True
    by_identity: dict[str, int] = {}
    for entry in (*worn, *carried):
        by_identity.setdefault(_identity(entry["item"], ruleset), id(entry))
    first = {*by_identity.values()}
    return [e for e in worn if id(e) in first], [e for e in carried if id(e) in first]


def _identity(thing: str | Json, ruleset: Ruleset) -> str:
    """A key that is the same for two copies of one thing."""
    if isinstance(thing, dict):
        return names.fold(thing["name"])
    book = rulebook_loading.rulebook(ruleset)
    pick = book.find(thing)
    item = book.item(pick) if pick else None
    return item.identity if item else names.fold(thing)


def documents(ruleset: Ruleset | None = None) -> Values:
    """A legal sheet document: no slot, name or hand is taken twice, and at most three things are attuned.

    Its numbers therefore do not depend on the order of `equipped`. `SheetDocument.model_validate` and `rpg_lite.effective` accept it.
    """
    for known in (ruleset,) if ruleset else RULESETS:
        _wardrobe(known)  # load it now, because Hypothesis limits the time of each draw
    return (st.just(ruleset) if ruleset else st.sampled_from(RULESETS)).flatmap(_document)


def _document(ruleset: Ruleset) -> Values:
    book = rulebook_loading.rulebook(ruleset)
    conditions = st.sampled_from(CONDITIONS) | object_of({"name": st.just("exhaustion"), "level": st.integers(1, 6)})
    rest = object_of(
        {"ruleset": st.just(ruleset), "character": characters()},
        coins=st.dictionaries(st.sampled_from(COINS), st.integers(0, 1000), max_size=3),
        conditions=st.lists(conditions, max_size=3, unique_by=lambda c: c if isinstance(c, str) else c["name"]),
        effects=several(sorted(rule.name for rule in book.effects.values()), 4),
    )
    return st.builds(lambda gear, other: other | {"equipped": gear[0], "carried": gear[1]}, _gear(ruleset), rest)
