"""The parts of an item: weapon and armor stats, charges, uses, activated properties, spells that it casts, attunement."""

import re
from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool, ValidationInfo, WithJsonSchema, model_validator

from rpg_lite.rules import durations, extensible_words, formulas, names
from rpg_lite.rules.acts.words import COSTS, Cost, Count, Sentence, cost_in_words, is_cost
from rpg_lite.rules.document_field_types import Amount, Dice, Document, Name
from rpg_lite.rules.extensible_words import Condition
from rpg_lite.rules.modifier_values import LARGEST
from rpg_lite.rules.modifiers import ModifierField
from rpg_lite.vocabulary import ArmorCategory, DamageType, Recharge, WeaponCategory, WeaponProperty


class Range(Document):
    """A range in feet."""

    normal: Annotated[int, Field(ge=0)]
    long: int | None = None


class WeaponStats(Document):
    """`ammunition`: the name of its ammunition; each attack uses up one piece."""

    damage_dice: Dice
    damage_type: DamageType
    category: WeaponCategory
    properties: tuple[WeaponProperty, ...] = ()
    range: Range | None = None
    versatile_damage: Dice | None = None
    ammunition: str | None = None


class Coats(Document):
    """The weapons that a substance coats: those with these types of damage, and ammunition."""

    types: tuple[DamageType, ...]
    melee: StrictBool = False
    nonmagical: StrictBool = False


class ArmorStats(Document):
    """`base_ac` of a shield is its bonus."""

    base_ac: Annotated[int, Field(ge=0, le=100)]
    category: ArmorCategory
    max_dex_bonus: int | None = None
    stealth_disadvantage: StrictBool = False
    strength_requirement: int | None = None


def _comes_back(word: str) -> str:
    span = durations.parse(word.replace("_", " "))
    if word in get_args(Recharge) or (span and span.unit in ("minute", "hour", "day")):
        return word
    raise ValueError(f"is {word[:40]!r}; takes {', '.join(get_args(Recharge))}, or a time such as 1_hour, 5_days or 1d12_hours")


ComesBack = Annotated[
    str,
    AfterValidator(_comes_back),
    WithJsonSchema(
        {"anyOf": [{"enum": list(get_args(Recharge)), "type": "string"}, {"pattern": r"^\d*d?\d+_(minute|hour|day)s?$", "type": "string"}]}
    ),
]
"""A moment at which uses come back, or the time that they take after the last of them: "5_days", "1d12_hours"."""


class Charges(Document):
    """`max` and `regain` are a number or dice; `on_last` describes the risk of the last charge."""

    max: Annotated[int, Field(ge=1, le=LARGEST)] | Dice
    start: Annotated[
        Annotated[int, Field(ge=0, le=LARGEST)] | Dice | None,
        Field(description="The charges that a new one holds, a number or dice; by default, max."),
    ] = None
    regain: Annotated[int, Field(ge=0, le=LARGEST)] | Dice | None = None
    recharge: Recharge = "never"
    on_last: str | None = None


class Uses(Document):
    count: Annotated[int, Field(ge=1, le=LARGEST)]
    recharge: ComesBack = "never"

    @property
    def span(self) -> durations.Duration | None:
        """The time after which the uses come back; None if they come back at a moment or never."""
        return None if self.recharge in get_args(Recharge) else durations.parse(self.recharge.replace("_", " "))


class Minutes(Document):
    """The total of minutes for which a property can be on before they come back."""

    count: Annotated[int, Field(ge=1)]
    recharge: Recharge = "never"
    regain: Annotated[int | None, Field(ge=1, description="Minutes that come back for each `every` without use.")] = None
    every: Annotated[int | None, Field(ge=1, description="Minutes without use that bring `regain` back.")] = None

    @model_validator(mode="after")
    def _in_pairs(self) -> Self:
        if (self.regain is None) != (self.every is None):
            raise ValueError("regain and every belong together; give both or neither")
        return self


class Damage(Document):
    dice: Dice
    type: DamageType


class OnUse(Document):
    """The result of a use: healing, damage, modifiers or a known effect for a duration, conditions; `stabilizes` is for dying targets."""

    heal: Dice | None = None
    damage: Damage | None = None
    modifiers: tuple[ModifierField, ...] = ()
    effect: str | None = None
    conditions: tuple[Condition, ...] = ()
    duration: str | None = None
    stabilizes: StrictBool = False
    cost: Annotated[
        Cost | None, Field(description="action, bonus, reaction, free, N minutes …; by default, that of drinking a potion.")
    ] = None


class Burns(Document):
    """The total time for which a lit thing burns. One use lights it, and the next puts it out. Without `fuel`, it burns up."""

    minutes: Annotated[int, Field(ge=1, le=100_000, description="The minutes for which it burns, in one go or in several.")]
    fuel: Annotated[Name | None, Field(description="The item that fills it; lighting it empty uses up one of them.")] = None
    hood: Annotated[tuple[int, int] | None, Field(description="Feet of bright and dim light while its hood is lowered.")] = None


def _time(action: str | None, info: ValidationInfo) -> str | None:
    """Refuse a time that is no cost; things of old campaigns keep what was written, and it costs nothing."""
    if action is not None and not is_cost(cost_in_words(action)) and extensible_words.of(info) is not extensible_words.ANY:
        raise ValueError(f"is {action[:40]!r}; takes {COSTS}")
    return action


class Activated(Document):
    """A property that can be switched on and off; switching it on costs `charges`. `light`: feet of bright and dim light.

    Its bearer has the `conditions` while the property is on. `alone`: switching it on switches the item's other properties off.
    """

    id: str
    modifiers: tuple[ModifierField, ...] = ()
    conditions: tuple[Condition, ...] = ()
    action: Annotated[str | None, AfterValidator(_time)] = None
    off: Annotated[Cost, Field(description="What switching it off costs.")] = "free"
    duration: str | None = None
    charges: int | None = None
    uses: Uses | None = None
    minutes: Annotated[Minutes | None, Field(description="The minutes for which it can be on in all.")] = None
    when: tuple[str, ...] = ()
    light: tuple[int, int] | None = None
    alone: StrictBool = False

    @property
    def cost(self) -> str | None:
        """The cost of switching it on, as acts write it; a document may say it in words, such as "bonus action"."""
        found = cost_in_words(self.action or "")
        return found if is_cost(found) else None

    @model_validator(mode="after")
    def _lasts_once(self) -> Self:
        if self.minutes and (self.uses or self.duration):
            raise ValueError("minutes: a property with minutes has no uses and no duration; they say how long it is on")
        return self


_COST: Final = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?", re.ASCII)
HIGHEST_LEVEL: Final = 12
"""The highest spell level of an item, which may exceed the levels of slots when beads are thrown together (SRD 5.1, Necklace of Fireballs).
"""


def _as_text(written: Any) -> Any:
    return str(written) if isinstance(written, int) and not isinstance(written, bool) else written


def _charge_cost(text: str) -> str:
    found = _COST.fullmatch(text)
    if found is None or int(found[2] or found[1]) < int(found[1]):
        raise ValueError(f"is {text[:40]!r}; takes a number of charges or a range such as 1-7")
    return text


_NUMBER_OR_TEXT: Final = WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string"}]})
ChargeCost = Annotated[str, BeforeValidator(_as_text), AfterValidator(_charge_cost), _NUMBER_OR_TEXT]
"""A number of charges, or a range for the user to choose from."""


def cost_range(text: str) -> range:
    """The numbers of charges that may be spent.

    >>> cost_range("3"), cost_range("1-7")
    (range(3, 4), range(1, 8))
    """
    least, _, most = text.partition("-")
    return range(int(least), int(most or least) + 1)


class ItemCast(Document):
    """A spell that the item casts. `dc` and `attack`: by default, those of the user."""

    spell: Name
    charges: Annotated[ChargeCost, Field(description='The cost: a number, or a range such as "1-7".')] = "0"
    slot: Annotated[
        Annotated[Count, _NUMBER_OR_TEXT] | None, Field(description="The level of the spell, such as {2+spent}; by default, its own.")
    ] = None
    dc: Annotated[int | None, Field(ge=1, le=99)] = None
    attack: Annotated[int | None, Field(ge=-20, le=99, description="The bonus of its attack rolls.")] = None
    uses: Uses | None = None
    say: Annotated[
        Sentence | None, Field(description="Text that no step of the spell contains; it is said whenever the spell is cast.")
    ] = None
    on_user: Annotated[StrictBool, Field(alias="self", description="Only on whoever uses it.")] = False
    cost: Annotated[Cost | None, Field(description="What the use costs; by default, the casting time of the spell.")] = None
    scroll: Annotated[
        StrictBool, Field(description="Takes the spell on the reader's list; a level too high for the reader takes a check.")
    ] = False

    @model_validator(mode="after")
    def _of_a_level(self) -> Self:
        if self.slot is not None and (others := formulas.words_of(self.slot) - {"spent"}):
            raise ValueError(f"slot: {sorted(others)[0]!r} is unknown here; the only word is spent, the charges")
        if wrong := next((n for n in self.costs if not 0 <= (self.level_for(n) or 0) <= HIGHEST_LEVEL), None):
            raise ValueError(f"slot: {wrong} charges give level {self.level_for(wrong)}; an item reaches at most {HIGHEST_LEVEL}")
        return self

    @property
    def costs(self) -> range:
        return cost_range(self.charges)

    @property
    def id(self) -> str:
        """The key under which the uses of the spell are counted."""
        return re.sub(r"\W+", "_", names.fold(self.spell))

    def level_for(self, spent: int) -> int | None:
        """The level of the spell for this number of charges; None for its own level."""
        return None if self.slot is None else formulas.value(self.slot, {"spent": spent})


class Attunement(Document):
    """The creatures that may attune; they must also wear or carry `requires_items` (SRD 5.1, Magic Items, Attunement).

    `or_attuned_to`: attunement to one of these items takes the place of the requirements of class, race and alignment.
    """

    required: StrictBool = True
    classes: tuple[str, ...] = ()
    races: tuple[str, ...] = ()
    alignments: tuple[str, ...] = ()
    spellcaster: StrictBool = False
    requires_items: tuple[str, ...] = ()
    or_attuned_to: tuple[str, ...] = ()


class Container(Document):
    """Weights in pounds. `fixed_weight`: its weight whatever it contains."""

    capacity_lb: Amount | None = None
    fixed_weight: Amount | None = None
    taking: Annotated[Literal["action", "action_or_bonus"] | None, Field(description="What taking a thing out costs of a turn.")] = None
