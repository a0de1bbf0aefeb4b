"""Modifiers: a change to a number as a value, its form in a file, and the predicates under which it holds."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, PlainSerializer, StrictBool, ValidationInfo
from pydantic.alias_generators import to_camel
from pydantic.json_schema import SkipJsonSchema

from rpg_lite.rules import dice, names, word_checks
from rpg_lite.rules.word_checks import KnownWords
from rpg_lite.vocabulary import (
    ABILITIES,
    DAMAGE_TYPES,
    MOVEMENTS,
    SENSES,
    SKILLS,
    WEAPON_PROPERTIES,
    Ability,
    Layer,
    Op,
)

_CLOSED = ConfigDict(extra="forbid", alias_generator=to_camel, validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)


@dataclass(frozen=True, slots=True)
class Source:
    """The origin of a modifier. `id` distinguishes two copies with one name."""

    layer: Layer
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Formula:
    """A base value plus ability modifiers: {"base": 13, "add": ["dex"]}. `most` caps the sum of the added modifiers."""

    __pydantic_config__ = _CLOSED
    base: int
    add: tuple[Ability, ...] = ()
    most: int | None = None


@dataclass(frozen=True, slots=True)
class EqualTo:
    """The value of another number of the same creature: {"equal_to": "speed.walk"}."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    equal_to: str


@dataclass(frozen=True, slots=True)
class PerLevel:
    """An amount for each level: {"per_level": 1}. `of`: the levels of this class count, not the character's."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    per_level: int
    of: str | None = None


@dataclass(frozen=True, slots=True)
class ByLevel:
    """A step table: {"by_level": [[2, 10], [6, 15]]} is 0 below level 2, 10 from 2, 15 from 6. `of` as for `per_level`; dice for op set."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    by_level: tuple[tuple[int, int | str], ...]
    of: str | None = None


def _only_half(value: float) -> float:
    if value != 0.5:
        raise ValueError("the only fraction is 0.5")
    return value


Half = Annotated[float, AfterValidator(_only_half)]
Value = StrictBool | int | Half | str | Formula | EqualTo | PerLevel | ByLevel


@dataclass(frozen=True, slots=True)
class Modifier:
    """One change to one target (rules of the fold: see `fold`). The loader fills in `source`; files may not have it.

    `when`: sheet-time predicates, which must all hold. `scope`: roll-time tags; a scoped change never leaks into the sheet.
    `value`: modes and zero have none (`true` is accepted). `cap`: the ceiling of this one add. `needs`: "none" works without attunement.
    `permanent`: using the item writes the gain into the stored sheet. `persists_when_removed`: lasts while the item is not worn.
    `aura_ft`: within this many feet it also counts for others; the scope `others` means for others alone.
    """

    __pydantic_config__ = _CLOSED
    target: str
    op: Op
    value: Value | None = None
    cap: int | None = None
    when: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    group: str | None = None
    needs: Literal["none"] | None = None
    damage_type: str | None = None
    magical: bool = False
    permanent: bool = False
    persists_when_removed: bool = False
    from_sources: tuple[str, ...] = ()
    aura_ft: Annotated[int, Field(ge=1)] | None = None
    source: SkipJsonSchema[Source] = Source("base", "", "")


# ── what may stand in a file ────────────────────────────────────────────────────────────────────────────────────────

_NUMBER: Final = frozenset({"base", "raise_to", "boost_raise", "add", "mul", "min", "zero"})
_ATTACK: Final = frozenset({"add", "add_dice", "advantage", "disadvantage", "min"})
_ROLL: Final = _ATTACK | {"auto_fail"}
_DAMAGE: Final = frozenset({"add", "add_dice", "extra_dice", "mul"})
_SETS: Final = frozenset({"grant", "remove"})
_MODES: Final = frozenset({"advantage", "disadvantage"})
_SET: Final = frozenset({"set"})
_REMOVE: Final = frozenset({"remove"})
_STRIKES: Final = ("all", "weapon", "this_weapon", "other_weapons", "weapon_nonmagical", "unarmed")

TARGETS: Final[dict[str, frozenset[str]]] = {
    "ac": _NUMBER,
    **{f"ability.{a}": frozenset({"raise_to", "boost_raise", "add", "min"}) for a in ABILITIES},
    **{f"ability_max.{a}": frozenset({"add"}) for a in ABILITIES},
    **{f"save.{a}": _ROLL for a in ("all", *ABILITIES)},
    **{f"check.{a}": _ROLL for a in ("all", *ABILITIES)},
    **{f"skill.{s}": _ROLL for s in SKILLS},
    "initiative": _ATTACK,
    **{f"speed.{m}": _NUMBER for m in ("all", *MOVEMENTS)},
    **{f"attack.{k}": _ATTACK for k in (*_STRIKES, "spell", *ABILITIES)},
    **{f"damage.{k}": _DAMAGE for k in (*_STRIKES, "str", "dex")},
    "spell_save_dc": frozenset({"add"}),
    "proficiency_bonus": frozenset({"add"}),
    "hp_max": frozenset({"add", "mul"}),
    "temp_hp": frozenset({"add"}),
    **{f"sense.{s}": frozenset({"raise_to", "add"}) for s in SENSES},
    **dict.fromkeys(("resist", "immune", "vulnerable", "condition_immunity", "language", "flag"), _SETS),
    "attacks_against_you": _MODES,
    **{f"proficiency.{k}": _SETS for k in ("armor", "weapon", "tool", "save", "skill")},
    "armor.stealth_disadvantage": _REMOVE,
    "armor.str_requirement": _REMOVE,
    "weapon.property": _SETS,
    **dict.fromkeys(("weapon.base", "weapon.damage_type", "weapon.damage_dice"), _SET),
    **dict.fromkeys(("unarmed.die", "unarmed.damage_type", "vehicle.fly"), _SET),
    "carrying_capacity": frozenset({"add", "mul"}),
    "size": frozenset({"add"}),
    "jump": frozenset({"add", "mul"}),
}
ITEM_TARGETS: Final = frozenset(t for t in TARGETS if t.endswith(".this_weapon") or t.startswith(("armor.", "weapon.")))
"""Targets of the item that carries the modifier, not of the creature."""

_SAID_ELSEWHERE: Final[dict[str, str]] = {"container.weight": "the fixed weight of a container is container.fixedWeight"}

PREDICATES: Final = frozenset(
    "no_armor no_shield wearing_armor wearing_shield no_heavy_armor held worn carried attuned can_move mounted fear_source_visible "
    "one_weapon_at_most only_monk_weapons".split()
)
_PREFIXES: Final = ("race:", "class:", "alignment:", "proficient:", "active:", "size:")
_WORDS_OF: Final[dict[str, frozenset[str]]] = {
    "resist": frozenset({*DAMAGE_TYPES, "all", "disease"}),
    "immune": frozenset({*DAMAGE_TYPES, "all", "disease"}),
    "vulnerable": frozenset({*DAMAGE_TYPES, "all"}),
    "weapon.property": frozenset(WEAPON_PROPERTIES),
    "proficiency.save": frozenset(ABILITIES),
    "proficiency.skill": frozenset(SKILLS),
}
_SPEEDS: Final = frozenset(f"speed.{m}" for m in MOVEMENTS)
_PARAMETERS: Final = ("n", "-n")
"""The quantity of a use as a value, or its negative."""


def _refuse_source(data: Any) -> Any:
    if isinstance(data, dict) and "source" in data:
        raise ValueError("the program fills in source; leave it out")
    return data


def _fault(m: Modifier, known: KnownWords) -> str | None:
    allowed = TARGETS.get(m.target)
    if allowed is None:
        return _SAID_ELSEWHERE.get(m.target) or _unknown_target(m.target)
    if m.op not in allowed:
        return f"{m.target} does not take op {m.op!r}; allowed: {', '.join(sorted(allowed))}"
    return _fault_in_value(m, known) or _fault_in_fields(m)


def _unknown_target(target: str) -> str:
    """The targets with a similar spelling, or else a few typical ones."""
    if near := names.nearest(target, TARGETS):
        return f"unknown target {target!r}; did you mean {' or '.join(near)}?"
    return f"unknown target {target!r}; targets: ac, ability.str, save.all, skill.stealth, speed.walk, attack.weapon … (items://schema)"


_HEADS: Final = {"saves": "save", "skills": "skill", "checks": "check", "abilities": "ability", "senses": "sense", "attacks": "attack"}
"""The names of the numbers of a sheet in `stats`."""
_SAID: Final = {"armorclass": "ac", "spellcastingsavedc": "spell_save_dc", "spellcastingattack": "attack.spell", "savingthrows": "save.all"}


def target_meant(said: str, op: str) -> str | None:
    """The one target that a name of `stats` means, or that has the same letters. "Your speed increases" means every speed of the creature
    (SRD, Longstrider); "your speed becomes" means the walking speed.

    >>> target_meant("saves.all", "add"), target_meant("Sleight of Hand", "add"), target_meant("speed", "add"), target_meant("str", "add")
    ('save.all', 'skill.sleight_of_hand', 'speed.all', None)
    """
    head, dot, rest = said.strip().partition(".")
    spelled = f"{_HEADS.get(head.casefold(), head)}{dot}{rest}"
    letters = _letters(spelled)
    if letters == "speed":
        return "speed.all" if op in ("add", "mul", "zero") else "speed.walk"
    return _BY_LETTERS.get(letters) or _SAID.get(letters)


def _letters(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


_BY_LETTERS: Final = {
    **{_letters(f"{word}"): f"skill.{word}" for word in SKILLS},
    **{_letters(word): f"sense.{word}" for word in SENSES},
    **{_letters(target): target for target in TARGETS},
}


def _fault_in_fields(m: Modifier) -> str | None:
    """The fault of a field that this op or target does not use and would silently ignore, or None."""
    ability = m.target.startswith(("ability.", "ability_max."))
    if m.cap is not None and m.op not in ("add", "boost_raise"):
        return f"cap is for op add or boost_raise, not {m.op}"
    if m.from_sources and m.op != "boost_raise":
        return f"fromSources is for op boost_raise, not {m.op}"
    if m.damage_type and not (m.target.startswith("damage.") and m.op in ("add_dice", "extra_dice")):
        return "damageType is for the dice of a damage target"
    if m.permanent and not (ability and m.op == "add" and type(m.value) is int and not m.when and not m.scope):
        return "permanent is for ability.* and ability_max.*, op add, a whole number, no when and no scope"
    if m.target == "condition_immunity" and (m.persists_when_removed or "others" in m.scope):
        return "condition_immunity takes neither persistsWhenRemoved nor the scope others"
    if m.target == "temp_hp" and (type(m.value) is not int or m.scope or m.when):
        return "temp_hp takes a whole number, no when and no scope"
    if m.aura_ft and m.target in ITEM_TARGETS:
        return f"an aura cannot change {m.target}, which belongs to the item itself"
    if m.op == "auto_fail" and not m.target.startswith("save.") and not m.scope:
        return f"{m.target} auto_fail needs a scope: sight, hearing …"
    return None


def fault_where_it_lasts(modifiers: Sequence[Modifier]) -> str | None:
    """The fault of a one-time change among lasting ones (the modifiers of an item, a feature, a condition), or None."""
    if any(m.permanent for m in modifiers):
        return "permanent happens once; put it in onUse.modifiers"
    if any(m.target == "temp_hp" for m in modifiers):
        return "temp_hp is given once; put it in onUse.modifiers or in an effect"
    return None


def _is_of_acts(m: Modifier) -> bool:
    """Immunity to one act by its name, or to spells up to a level: "act:Magic Missile", "spell<=2"."""
    return m.target == "immune" and str(m.value).startswith(("act:", "spell<="))


def _fault_in_value(m: Modifier, known: KnownWords) -> str | None:
    value = m.value
    allowed = known.conditions if m.target == "condition_immunity" else _WORDS_OF.get(m.target)
    match m.op:
        case "advantage" | "disadvantage" | "auto_fail" | "zero":
            return None if value is True or value is None else f"{m.op} takes no value"
        case "add_dice" | "extra_dice":
            why = dice.fault(value) if isinstance(value, str) else f"{m.op} takes dice such as '1d4', not {value!r}"
            flat = m.op == "extra_dice" and str(value).isdigit()  # damage with its own type, which a critical hit does not double
            return why if why or flat or "d" in str(value).lower() else f"{m.op} takes dice such as '1d4', not {value!r}"
        case "grant" | "remove":
            if allowed and value not in allowed and not _is_of_acts(m):
                return f"{m.target} takes one of {', '.join(sorted(allowed))}, not {value!r}"
            return None if isinstance(value, str) or value in (None, True) else f"{m.op} takes a word, not {value!r}"
        case "set":
            words_or_numbers = isinstance(value, str | int | ByLevel) and value is not True
            return None if words_or_numbers else f"set takes a word or a number, not {value!r}"
        case "mul":
            plain = isinstance(value, int | float) and not isinstance(value, bool)
            return None if plain else f"mul takes a whole number or 0.5, not {value!r}"
    if isinstance(value, Formula):
        return None if (m.target, m.op) == ("ac", "base") else "a formula {base, add} is for target ac, op base"
    if isinstance(value, EqualTo):
        speed = m.op == "raise_to" and m.target.startswith("speed.") and value.equal_to in _SPEEDS
        return None if speed else "equal_to is for a speed, op raise_to, and names another speed: speed.walk"
    if isinstance(value, ByLevel) and any(isinstance(step, str) for _, step in value.by_level):
        return f"{m.op} takes steps that are numbers, not {value.by_level!r}"
    if isinstance(value, str):
        if m.op == "add" and value in _PARAMETERS:
            return None
        return f"{m.op} takes a number{' or n, the quantity of the use' if m.op == 'add' else ''}, not the text {value!r}"
    return f"{m.op} takes a number, not {value!r}" if value is None or isinstance(value, bool | float) else None


def _half(value: Any) -> Any:
    """Replace the word `"half"` with 0.5."""
    if isinstance(value, dict) and value.get("value") == "half":
        return {**value, "value": 0.5}
    return value


def _check(m: Modifier, info: ValidationInfo) -> Modifier:
    """Refuse a faulty modifier and drop a needless `true`."""
    if fault := _fault(m, word_checks.of(info)):
        raise ValueError(fault)
    return replace(m, value=None) if m.value is True else m


def as_written(m: Modifier) -> dict[str, Any]:
    """A modifier as a file holds it: without its source and without empty fields."""
    value: Any = asdict(m.value) if isinstance(m.value, Formula | EqualTo | PerLevel | ByLevel) else m.value
    if isinstance(value, dict):
        value = {k: v for k, v in value.items() if v is not None}
    given = {f.name: getattr(m, f.name) for f in fields(m)} | {"value": value}
    return {to_camel(k): v for k, v in given.items() if k != "source" and v is not None and v is not False and v != ()}


ModifierField = Annotated[
    Modifier, BeforeValidator(_half), BeforeValidator(_refuse_source), AfterValidator(_check), PlainSerializer(as_written)
]
"""A modifier in a file or an argument: validated, closed, without a source."""

# ── predicates ──────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=4096)
def parse_predicate(text: str) -> tuple[bool, frozenset[str]]:
    """(whether it is negated, the words of which one must hold). A prefix applies to all parts of `|`: class:cleric|paladin."""
    negated = text.startswith("not ")
    words = text.removeprefix("not ").strip()
    prefix = next((p for p in _PREFIXES if words.startswith(p)), "")
    return negated, frozenset(prefix + w.removeprefix(prefix) for w in words.split("|"))


def unknown_words(predicates: Iterable[str], own: Iterable[str], conditions: Collection[str] | None) -> list[str]:
    """The words of these predicates that nothing can make true: `own` holds the toggles that the thing itself declares.

    `conditions`: those of the rulebook; None allows every word.
    """
    if conditions is None:
        return []
    known = {*PREDICATES, *conditions, *own}
    used = {w for p in predicates for w in parse_predicate(p)[1]}
    return sorted(w for w in used if w not in known and not w.startswith(_PREFIXES) and ">=" not in w)


def holds(predicates: Sequence[str], facts: frozenset[str] | set[str]) -> bool:
    """Whether all predicates hold for a creature with these `facts`."""
    for text in predicates:
        negated, words = parse_predicate(text)
        if negated != words.isdisjoint(facts):
            return False
    return True
