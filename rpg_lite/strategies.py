"""Hypothesis strategies for items, modifiers, characters, sheet documents and commands: property-test your own content.

Each strategy gives valid JSON values in the spelling of a file or a payload, so that they shrink well and you can send or validate them:

>>> import rpg_lite
>>> from hypothesis import given, settings
>>> @settings(max_examples=10)
... @given(documents())
... def nobody_walks_backwards(document):
...     assert rpg_lite.effective(document).speed["walk"].value >= 0
>>> nobody_walks_backwards()

Where the package is installed, `st.from_type(Item)` and the other models work too (`register`, a Hypothesis entry point).
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Annotated, Any, Final, TypeVar, get_args

from pydantic import BaseModel, TypeAdapter
from pydantic.alias_generators import to_camel

from rpg_lite.content import catalog
from rpg_lite.operations.operation import verb_of
from rpg_lite.operations.registry import TOOLS, keys_sent, operations
from rpg_lite.operations.targets import Command
from rpg_lite.rules import names
from rpg_lite.rules.equipment_slots import HAND_SLOTS, allowed_for
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import TARGETS, Modifier, ModifierField
from rpg_lite.rules.sheet import CharacterDocument
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.vocabulary import (
    ABILITIES,
    COINS,
    CONDITIONS,
    DAMAGE_TYPES,
    DIRECTIONS,
    EXIT_KINDS,
    RULESETS,
    SIZES,
    SKILLS,
    SLOTS,
    WEAPON_PROPERTIES,
    Rarity,
    Ruleset,
    WeaponCategory,
)  # fmt: skip

try:
    from hypothesis import strategies as st
    from hypothesis.strategies import SearchStrategy
except ImportError as missing:
    raise ImportError('rpg_lite.strategies needs Hypothesis; install it with: pip install "rpg-lite[testing]"') from missing

Json = dict[str, Any]
Values = SearchStrategy[Json]
Model = TypeVar("Model", bound=BaseModel)

HEROES: Final = ("Thorin", "Lyra", "Merric")
THINGS: Final = ("Longsword", "Shield", "Plate Armor", "Ring of Protection", "Arrow", "Potion of Healing", "Backpack")
MOST_ATTUNED: Final = 3

_RESERVED: Final = frozenset(("party", "floor", "ground", "gm", "dm", "game master"))
_DICE: Final = st.builds("{}d{}".format, st.integers(1, 4), st.sampled_from((4, 6, 8, 10, 12)))
_LETTERS: Final = st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Cn", "Zl", "Zp", "Mn"))
_NAMES: Final = st.one_of(
    st.builds("{} {}".format, st.sampled_from(("Old", "Silver", "Dragon's", "Élan’s")), st.sampled_from(("Blade", "Ring", "Cloak", "杖"))),
    st.text(_LETTERS, min_size=1, max_size=20).map(lambda text: unicodedata.normalize("NFC", text.strip())),
).filter(lambda name: names.fault_in_name(name) is None and names.fold(name) not in _RESERVED)


def _object(required: Mapping[str, SearchStrategy[Any]], **optional: SearchStrategy[Any]) -> Values:
    return st.fixed_dictionaries(dict(required), optional=optional)


def _several(words: Sequence[str], most: int = 3) -> SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(words), max_size=most, unique=True)


# ── modifiers ───────────────────────────────────────────────────────────────────────────────────────────────────────

_STEPS: Final = st.fixed_dictionaries({"by_level": st.lists(st.tuples(st.integers(1, 20), st.integers(0, 6)).map(list), max_size=3)})
_AMOUNTS: Final = st.integers(-5, 5) | st.fixed_dictionaries({"per_level": st.integers(-1, 2)}) | _STEPS
_FORMULAS: Final = _object({"base": st.integers(8, 18)}, add=_several(ABILITIES, 2), most=st.integers(0, 5))
_WORDS: Final[dict[str, Sequence[str]]] = {
    **dict.fromkeys(("resist", "immune", "vulnerable"), (*DAMAGE_TYPES, "all")),
    "condition_immunity": CONDITIONS,
    "language": ("dwarvish", "elvish"),
    "flag": ("feather_fall", "half_proficiency_on_checks", "offhand_adds_ability", "speed_not_reduced_by:magic"),
    "proficiency.armor": ("light", "medium", "heavy", "shield", "this_item"),
    "proficiency.weapon": ("simple", "martial", "longsword", "this_item"),
    "proficiency.tool": ("lute",),
    "proficiency.save": ABILITIES,
    "proficiency.skill": SKILLS,
    "weapon.property": WEAPON_PROPERTIES,
    "weapon.damage_type": DAMAGE_TYPES,
    "unarmed.damage_type": DAMAGE_TYPES,
    "weapon.base": ("longsword",),
}
_WHEN: Final = _several(("no_armor", "not wearing_shield", "held|worn", "race:dwarf|elf", "class:monk", "poisoned", "not restrained"), 2)
_SCOPES: Final = _several(("attack:ranged", "attack:melee", "against:spell|magic", "sight", "target:dragon", "thrown"), 2)


def _value(target: str, op: str) -> SearchStrategy[Any] | None:
    """The values that the op takes on the target; None where it takes none."""
    match op:
        case "advantage" | "disadvantage" | "auto_fail" | "zero":
            return None
        case "add_dice" | "extra_dice":
            return _DICE
        case "grant" | "remove" | "set" if target in _WORDS:
            return st.sampled_from(_WORDS[target])
        case "grant" | "remove":
            return st.just(True)
        case "set":
            return _DICE if target in ("weapon.damage_dice", "unarmed.die") else st.integers(1, 60)
        case "mul":
            return st.sampled_from((0.5, "half", 2, 3))
        case "base" if target == "ac":
            return st.integers(8, 18) | _FORMULAS
        case "base" | "raise_to" | "min":
            return st.integers(0, 30)
    return _AMOUNTS


@cache
def _changes() -> Values:
    kinds = [(target, op) for target, ops in TARGETS.items() for op in sorted(ops) if target != "temp_hp"]
    return st.sampled_from(kinds).flatmap(lambda kind: _change(*kind))


def _change(target: str, op: str) -> Values:
    value = _value(target, op)
    required: dict[str, SearchStrategy[Any]] = {"target": st.just(target), "op": st.just(op)}
    capped = {"cap": st.sampled_from((20, 24, 30))} if op == "add" and target.startswith("ability.") else {}
    required |= {"value": value} if value is not None else {}
    if op == "auto_fail" and not target.startswith("save."):
        return _object(required | {"scope": st.just(["sight"])}, when=_WHEN)
    return _object(required, when=_WHEN, scope=_SCOPES, **capped)


def modifiers() -> Values:
    """One change as a file holds it: every target with every op that it takes, except `temp_hp`, which is given once.

    >>> from hypothesis import find
    >>> find(modifiers(), lambda m: m["op"] == "zero").keys() >= {"target", "op"}
    True
    """
    return _changes()


# ── items ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_WEAPON: Final = _object(
    {"damageDice": _DICE, "damageType": st.sampled_from(DAMAGE_TYPES), "category": st.sampled_from(get_args(WeaponCategory))},
    properties=_several(WEAPON_PROPERTIES),
    versatileDamage=_DICE,
)
_ARMOR: Final = st.one_of(
    _object({"baseAc": st.integers(11, 13), "category": st.just("light")}, stealthDisadvantage=st.booleans()),
    _object({"baseAc": st.integers(12, 15), "category": st.just("medium"), "maxDexBonus": st.integers(2, 3)}),
    _object({"baseAc": st.integers(14, 18), "category": st.just("heavy")}, strengthRequirement=st.sampled_from((13, 15))),
)
_SHIELD: Final = _object({"baseAc": st.integers(1, 3), "category": st.just("shield")})
_EFFECTS: Final = _object(
    {},
    **dict.fromkeys(("acBonus", "saveBonus", "attackBonus", "damageBonus", "strBonus", "dexBonus"), st.integers(-1, 3)),
    **dict.fromkeys(("strSet", "conSet"), st.integers(8, 29)),
    advantageOn=_several(SKILLS),
    resistances=_several(DAMAGE_TYPES),
    conditionImmunities=_several(CONDITIONS),
)
_WORN: Final = tuple(slot for slot in SLOTS if slot not in (*HAND_SLOTS, "armor", "quiver"))
_KINDS: Final[tuple[Json, ...]] = (
    {"type": st.just("weapon"), "weaponStats": _WEAPON},
    {"type": st.just("armor"), "armorStats": _ARMOR},
    {"type": st.just("armor"), "armorStats": _SHIELD},
    {"type": st.just("wondrous"), "slot": st.sampled_from((*_WORN, "ring", "orbit"))},
    {"type": st.just("consumable"), "onUse": _object({"heal": _DICE})},
    {"type": st.sampled_from(("tool", "adventuring_gear", "treasure", "ammunition"))},
)


def items() -> Values:
    """A homebrew item, as an item file or a payload holds it: `Item.model_validate` takes it.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=10)
    ... @given(items())
    ... def has_a_name(item):
    ...     assert Item.model_validate(item).name
    >>> has_a_name()
    """
    return st.sampled_from(_KINDS).flatmap(_item)


def _item(kind: Json) -> Values:
    return _object(
        {"name": _NAMES, **kind},
        rarity=st.sampled_from(get_args(Rarity)),
        requiresAttunement=st.booleans(),
        value=st.integers(0, 5_000),
        weight=st.sampled_from((0, 0.05, 1, 3, 65)),
        modifiers=st.lists(modifiers(), max_size=3),
        mechanicalEffects=_EFFECTS,
    )


# ── characters and documents ────────────────────────────────────────────────────────────────────────────────────────

_CLASSES: Final = ("barbarian", "cleric", "fighter", "monk", "rogue", "wizard", "fighter 3", "wizard 2", "tinker")


def characters() -> Values:
    """A character as people write one down: any key may be missing. `CharacterDocument.model_validate` takes it."""
    return _object(
        {"name": _NAMES},
        level=st.integers(1, 20),
        classes=_several(_CLASSES, 2),
        race=st.sampled_from(("human", "hill dwarf", "elf", "halfling", "half-orc", "beholder")),
        size=st.sampled_from(SIZES),
        alignment=st.sampled_from(("lawful good", "neutral", "chaotic evil")),
        abilities=_object({}, **dict.fromkeys(ABILITIES, st.integers(1, 30))),
        speed=_object({"walk": st.sampled_from((0, 20, 25, 30, 40))}, fly=st.just(60), swim=st.just(30)),
        proficiencies=_object(
            {},
            armor=_several(("light", "medium", "heavy", "shield"), 4),
            weapons=_several(("simple", "martial", "longsword"), 3),
            saves=_several(ABILITIES),
            skills=_object({}, **dict.fromkeys(SKILLS[:6], st.integers(0, 2))),
        ),
        features=_several(("unarmored_defense_monk", "unarmored_defense_barbarian", "defense_style", "tough", "keen_senses")),
        spellcastingAbility=st.sampled_from(ABILITIES),
        hpMax=st.integers(1, 200),
        resistances=_several(DAMAGE_TYPES),
        senses=_object({}, darkvision=st.sampled_from((60, 120))),
        modifiers=st.lists(modifiers(), max_size=2),
    )


@cache
def _wardrobe(ruleset: Ruleset) -> Mapping[str, Sequence[str]]:
    """Slot → names of templates that fit there and take at most one hand."""
    book, found = catalog.rulebook(ruleset), dict[str, list[str]]()
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
    """(worn entries, carried entries): no slot twice, no name twice, at most three attuned."""
    wardrobe, worn, carried = _wardrobe(ruleset), list[Json](), list[Json]()
    for slot in draw(_several(sorted(wardrobe), 8)):
        own = _item({"type": st.just("wondrous"), "slot": st.just(slot)})
        worn.append({"item": draw(st.sampled_from(wardrobe[slot]) | own), "slot": slot})
    for thing in draw(st.lists(st.sampled_from(THINGS) | items(), max_size=3)):
        carried.append({"item": thing, "quantity": draw(st.integers(1, 20))})
    for entry in draw(st.lists(st.sampled_from([*worn, *carried]), max_size=MOST_ATTUNED)) if worn or carried else ():
        entry["attuned"] = True
    seen: set[str] = set()
    first = [id(e) for e in (*worn, *carried) if (key := _identity(e["item"], ruleset)) not in seen and not seen.add(key)]  # type: ignore[func-returns-value]
    return [e for e in worn if id(e) in first], [e for e in carried if id(e) in first]


def _identity(thing: str | Json, ruleset: Ruleset) -> str:
    """The key that two copies of one thing share."""
    if isinstance(thing, dict):
        return names.fold(thing["name"])
    book = catalog.rulebook(ruleset)
    pick = book.find(thing)
    item = book.item(pick) if pick else None
    return item.identity if item else names.fold(thing)


def documents(ruleset: Ruleset | None = None) -> Values:
    """A legal sheet document: no slot, name or hand is taken twice, and at most three things are attuned.

    Its numbers therefore do not depend on the order of `equipped`. `SheetDocument.model_validate` and `rpg_lite.effective` take it.
    """
    for known in (ruleset,) if ruleset else RULESETS:
        _wardrobe(known)  # read it now, because Hypothesis times the drawing
    return (st.just(ruleset) if ruleset else st.sampled_from(RULESETS)).flatmap(_document)


def _document(ruleset: Ruleset) -> Values:
    book = catalog.rulebook(ruleset)
    conditions = st.sampled_from(CONDITIONS) | _object({"name": st.just("exhaustion"), "level": st.integers(1, 6)})
    rest = _object(
        {"ruleset": st.just(ruleset), "character": characters()},
        coins=st.dictionaries(st.sampled_from(COINS), st.integers(0, 1000), max_size=3),
        conditions=st.lists(conditions, max_size=3, unique_by=lambda c: c if isinstance(c, str) else c["name"]),
        effects=_several(sorted(rule.name for rule in book.effects.values()), 4),
    )
    return st.builds(lambda gear, other: other | {"equipped": gear[0], "carried": gear[1]}, _gear(ruleset), rest)


# ── maps ────────────────────────────────────────────────────────────────────────────────────────────────────────────

_LINES: Final = st.text(_LETTERS, max_size=30).map(lambda text: unicodedata.normalize("NFC", " ".join(text.split())))
_TITLES: Final = _NAMES.filter(lambda name: ";" not in name and names.fold(name) != "outside")


@st.composite
def plans(draw: st.DrawFn) -> Json:
    """A map: every room is connected to an earlier one; some have a second exit, a lock, a secret door, a thing or a creature."""
    called = draw(st.lists(_TITLES, min_size=1, max_size=5, unique_by=names.fold))
    rooms = [{"name": name, "ways": [], **draw(_object({}, description=_LINES, vibe=_LINES, outside=st.booleans()))} for name in called]
    pairs = [(draw(st.integers(0, n - 1)), n) for n in range(1, len(rooms))] + draw(
        st.lists(st.tuples(*[st.integers(0, len(rooms) - 1)] * 2), max_size=2)
    )
    for n, (here, there) in enumerate(pairs):
        way = {"label": f"{draw(st.sampled_from(DIRECTIONS))} {n + 1}", "kind": draw(st.sampled_from(EXIT_KINDS))}
        state = draw(st.sampled_from(("open", "closed", *(("locked",) if way["kind"] not in ("passage", "portal") else ()))))
        extra = draw(_object({}, hidden=st.booleans(), oneWay=st.booleans(), key=_TITLES, dc=st.integers(1, 30), note=_LINES))
        rooms[here]["ways"].append({**way, "state": state, **extra, **draw(_object({}, to=st.just(called[there])))})
    for room in rooms:
        room |= draw(_object({}, notes=st.lists(_LINES.filter(bool), max_size=2), things=st.just([{"item": "Torch", "quantity": 3}])))
    return {"name": draw(_TITLES), "rooms": rooms, **draw(_object({}, story=_LINES, entrance=st.sampled_from(called)))}


# ── commands ────────────────────────────────────────────────────────────────────────────────────────────────────────


def commands(
    tool: str = "manage_inventory", operation: str | None = None, *, characters: Sequence[str] = HEROES, items: Sequence[str] = THINGS
) -> Values:
    """The payload of one call, as a client sends it, about these characters and items: `parse(tool, payload)` takes it.

    >>> from hypothesis import find
    >>> find(commands(operation="attune", characters=["Lyra"], items=["Wand"]), bool)
    {'operation': 'attune', 'characterName': 'Lyra', 'itemName': 'Wand'}
    """
    known = keys_sent(tool)
    values = _values(st.sampled_from(characters), st.sampled_from(items))
    values |= {"document": plans()} if tool == "manage_room" else {}
    return st.sampled_from([operation] if operation else list(known)).flatmap(
        lambda chosen: _payload(operations(tool)[chosen], known[chosen].split(), values)
    )


def _payload(model: type[Command], keys: Sequence[str], values: Mapping[str, SearchStrategy[Any]]) -> Values:
    sent = {key: values[key] if key in values else _of_field(model, key) for key in (k.rstrip("?") for k in keys)}
    required = {k: sent[k] for k in keys if not k.endswith("?")}
    return _object({"operation": st.just(verb_of(model)), **required}, **{k[:-1]: sent[k[:-1]] for k in keys if k.endswith("?")})


def _of_field(model: type[Command], key: str) -> SearchStrategy[Any]:
    """A value of the type that the model gives to a key without a strategy of its own."""
    field = next(field for name, field in model.model_fields.items() if to_camel(name) == key)
    if str in (field.annotation, *get_args(field.annotation)):
        return _NAMES
    return st.from_type(Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation)  # type: ignore[arg-type]


def _values(hero: SearchStrategy[str], thing: SearchStrategy[str]) -> dict[str, SearchStrategy[Any]]:
    """The values that each key of a payload takes; keys that are not here take true or false."""
    return dict(
        **dict.fromkeys(("characterName", "toCharacterName", "targetName"), hero),
        **dict.fromkeys(("itemName", "query"), thing),
        **dict.fromkeys(("quantity", "last", "since"), st.integers(1, 20)),
        **dict.fromkeys(("amount", "seed"), st.integers(0, 40)),
        **dict.fromkeys(("name", "source", "bagName", "description", "vibe", "text"), _NAMES),
        direction=st.sampled_from(DIRECTIONS),
        item=thing | items(),
        toName=st.sampled_from(COINS),
        slot=st.sampled_from(SLOTS),
        grip=st.sampled_from(("one", "two")),
        stats=_several(("ac", "saves.dex", "speed.walk")),
        rev=st.integers(1, 50),
        character=characters(),
        document=documents(),
        condition=st.sampled_from(CONDITIONS),
        level=st.integers(1, 6),
        duration=st.sampled_from(("3 rounds", "10 minutes", "8 hours", "long_rest", "dawn")),
        damageType=st.sampled_from(DAMAGE_TYPES),
        dice=_DICE,
        names=st.lists(hero, min_size=1, max_size=3, unique=True),
        skill=st.sampled_from(SKILLS),
        ability=st.sampled_from(ABILITIES),
        mode=st.sampled_from(("normal", "advantage", "disadvantage")),
        dc=st.integers(5, 25),
        kind=st.sampled_from(("short", "long")),
        scope=st.sampled_from(("here", "me", "all")),
        hitDice=st.integers(0, 2),
        priority=st.sampled_from((-1.0, 0.0, 2.5)),
        content=_NAMES,
        vs=_several(("poison", "charm", "fear", "magic")),
        around=st.integers(0, 5),
    )


# ── types ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_MODIFIER: Final[TypeAdapter[Modifier]] = TypeAdapter(ModifierField)


def register() -> None:
    """Teach `st.from_type` the models. Importing this module does so, and Hypothesis imports it where the package is installed.

    >>> register()
    >>> from hypothesis import find
    >>> find(st.from_type(Item), lambda item: item.is_shield).armor_stats.category
    'shield'
    """
    st.register_type_strategy(Modifier, lambda _: modifiers().map(_MODIFIER.validate_python))
    for model, values in ((Item, items), (CharacterDocument, characters), (SheetDocument, documents)):
        _register(model, values)
    for tool in TOOLS:
        for operation, command in operations(tool).items():
            _register(command, partial(commands, tool, operation))


def _register(model: type[Model], values: Callable[[], Values]) -> None:
    st.register_type_strategy(model, lambda _: values().map(model.model_validate))


register()  # called here, because Hypothesis would call it while this module is half imported, and importing this module first would fail
