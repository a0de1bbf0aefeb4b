"""Modifiers: a change to a number as a value, its form in a file, and the checks of that form."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, ValidationInfo
from pydantic.alias_generators import to_camel
from pydantic.json_schema import SkipJsonSchema

from rpg_lite.rules import creature_flags, dice, extensible_words, formulas, names
from rpg_lite.rules.extensible_words import KnownWords
from rpg_lite.rules.modifier_targets import ITEM_TARGETS, TARGETS, fault_in_target
from rpg_lite.rules.modifier_values import CLOSED, LARGEST, ByLevel, EqualTo, Formula, PerLevel, Value
from rpg_lite.vocabulary import ABILITIES, DAMAGE_TYPES, MOVEMENTS, SKILLS, WEAPON_PROPERTIES, Layer, Op


@dataclass(frozen=True, slots=True)
class Source:
    """The origin of a modifier. `id` distinguishes copies with the same name."""

    layer: Layer
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Modifier:
    """One change to one target (rules of the fold: see `fold`). The loader fills in `source`; files may not have it.

    `when`: sheet-time predicates, which must all be true. `scope`: roll-time tags; a scoped change never appears on the sheet.
    `value`: modes and zero have none (`true` is accepted); an add may use a formula of the sheet: "{max(1, wis)}".
    `cap`: the ceiling of this one add. `needs`: "none" works without attunement.
    `permanent`: using the item writes the gain into the stored sheet. `persists_when_removed`: lasts while the item is not worn.
    `aura_ft`: within this many feet, which may grow by level, the change also counts for others; with the scope `others`, only for others.
    """

    __pydantic_config__ = CLOSED
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
    aura_ft: Annotated[int, Field(ge=1)] | ByLevel | None = None
    source: SkipJsonSchema[Source] = Source("base", "", "")


def bind(modifiers: Sequence[Modifier], layer: Layer, name: str, id: str = "") -> tuple[Modifier, ...]:
    """The modifiers with their source filled in."""
    source = Source(layer, id or names.fold(name), name)
    return tuple(_replace_source(m, source) for m in modifiers)


def _replace_source(m: Modifier, source: Source) -> Modifier:
    return Modifier(
        m.target, m.op, m.value, m.cap, m.when, m.scope, m.group, m.needs, m.damage_type, m.magical,
        m.permanent, m.persists_when_removed, m.from_sources, m.aura_ft, source,
    )  # fmt: skip


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
"""Values that stand for the chosen quantity of a use, or for its negative."""


def _refuse_source(data: Any) -> Any:
    if isinstance(data, dict) and "source" in data:
        raise ValueError("the program fills in source; leave it out")
    return data


def _fault(m: Modifier, known: KnownWords) -> str | None:
    allowed = TARGETS.get(m.target)
    if allowed is None:
        return fault_in_target(m.target)
    if m.op not in allowed:
        return f"{m.target} does not take op {m.op!r}; allowed: {', '.join(sorted(allowed))}"
    return _fault_in_value(m, known) or _fault_in_fields(m)


def flags_not_read(modifiers: Sequence[Modifier]) -> list[str]:
    """The flags among these modifiers that no code reads yet."""
    granted = dict.fromkeys(str(m.value) for m in modifiers if m.target == "flag" and m.op == "grant")
    return [flag for flag in granted if not creature_flags.is_read(flag)]


def _fault_in_fields(m: Modifier) -> str | None:
    """The fault of a field that this op or target would silently ignore, or None."""
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
    if m.target == "reduction" and not any(part.startswith("damage:") for part in m.scope):
        return "reduction needs the types of damage as its scope: damage:cold, or damage:cold|fire"
    if m.aura_ft and m.target in ITEM_TARGETS:
        return f"an aura cannot change {m.target}, which belongs to the item itself"
    if isinstance(m.aura_ft, ByLevel) and any(not isinstance(feet, int) for _, feet in m.aura_ft.by_level):
        return f"auraFt takes steps that are numbers of feet, not {m.aura_ft.by_level!r}"
    if m.op == "auto_fail" and not m.target.startswith("save.") and not m.scope:
        return f"{m.target} auto_fail needs a scope: sight, hearing …"
    return None


def fault_where_it_lasts(modifiers: Sequence[Modifier]) -> str | None:
    """The fault of a one-time change among lasting changes (the modifiers of an item, a feature, a condition), or None."""
    if any(m.permanent for m in modifiers):
        return "permanent happens once; put it in onUse.modifiers"
    if any(m.target == "temp_hp" for m in modifiers):
        return "temp_hp is given once; put it in onUse.modifiers or in an effect"
    return None


def _is_of_acts(m: Modifier) -> bool:
    """Immunity to one act by its name, or to spells up to a level of their own or of their slot: "act:Magic Missile", "spell<=2", "slot<=2"."""
    return m.target == "immune" and str(m.value).startswith(("act:", "spell<=", "slot<="))


def _fault_in_value(m: Modifier, known: KnownWords) -> str | None:
    value = m.value
    steps = [step for _, step in value.by_level] if isinstance(value, ByLevel) else []
    if too_large := next((n for n in (value, m.cap, *steps) if type(n) is int and abs(n) > LARGEST), None):
        return f"takes a number of at most {LARGEST:,}, not one of {len(str(abs(too_large)))} digits"
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
            if m.target == "flag" and (why_not := creature_flags.fault(str(value))):
                return why_not
            return None if isinstance(value, str) or value in (None, True) else f"{m.op} takes a word, not {value!r}"
        case "set":
            if m.target.startswith("speed.") and isinstance(value, str):
                return f"set takes feet for a speed, not {value!r}"
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
        if m.op == "add" and (value in _PARAMETERS or "{" in value):
            return _fault_in_formula(value) if "{" in value else None
        return f"{m.op} takes a number{' or n, the quantity of the use' if m.op == 'add' else ''}, not the text {value!r}"
    return f"{m.op} takes a number, not {value!r}" if value is None or isinstance(value, bool | float) else None


def _fault_in_formula(text: str) -> str | None:
    """The fault of a formula that may use only the sheet: ability modifiers, level, proficiency bonus, class levels."""
    if wrong := formulas.fault(text):
        return wrong
    strange = sorted(w for w in formulas.words_of(text) if w not in (*ABILITIES, "level", "pb") and not w.startswith("class:"))
    if strange:
        return f"{text!r} uses {', '.join(strange)}; a modifier may use str … cha, level, pb and class:NAME"
    return None if text.startswith("{") and text.endswith("}") else f"{text!r} is not a formula in braces"


def _half(value: Any) -> Any:
    """Replace the word `"half"` with 0.5."""
    if isinstance(value, dict) and value.get("value") == "half":
        return {**value, "value": 0.5}
    return value


def _check(m: Modifier, info: ValidationInfo) -> Modifier:
    """Refuse a faulty modifier and drop a needless `true`."""
    if fault := _fault(m, extensible_words.of(info)):
        raise ValueError(fault)
    return replace(m, value=None) if m.value is True else m


def _plain(value: Any) -> Any:
    """A value in the form that files have."""
    if not isinstance(value, Formula | EqualTo | PerLevel | ByLevel):
        return value
    return {k: v for k, v in asdict(value).items() if v is not None}


def as_written(m: Modifier) -> dict[str, Any]:
    """A modifier in the form that files have, without its source and without empty fields."""
    given = {f.name: getattr(m, f.name) for f in fields(m)} | {"value": _plain(m.value), "aura_ft": _plain(m.aura_ft)}
    return {to_camel(k): v for k, v in given.items() if k != "source" and v is not None and v is not False and v != ()}


ModifierField = Annotated[
    Modifier, BeforeValidator(_half), BeforeValidator(_refuse_source), AfterValidator(_check), PlainSerializer(as_written)
]
"""A modifier in a file or an argument: validated, without unknown keys, without a source."""
