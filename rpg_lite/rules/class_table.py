"""The rows of the class table: everything that follows from the levels in a class, for levels 1 to 20."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool

from rpg_lite.rules import dice, formulas
from rpg_lite.rules.document_field_types import Document
from rpg_lite.vocabulary import ABILITIES, Ability, Skill

T = TypeVar("T")
HIGHEST: Final = 20
ClassLevel = Annotated[int, Field(ge=1, le=HIGHEST)]


def at_level(table: Mapping[int, T], level: int) -> T | None:
    """The value of the last row that this level reaches.

    >>> at_level({1: 2, 5: 3}, 6), at_level({2: 1}, 1)
    (3, None)
    """
    reached = [row for row in table if row <= level]
    return table[max(reached)] if reached else None


def _formula(text: str) -> str:
    if wrong := formulas.fault(text) or ("" if text.startswith("{") and text.endswith("}") else f"{text!r} is not a formula in braces"):
        raise ValueError(wrong)
    return text


def _die(text: str) -> str:
    if fault := dice.fault(text):
        raise ValueError(fault)
    return text


def _by_level(written: Any) -> Any:
    """Features as {"3": ["Frenzy"]} or as pairs [[3, "Frenzy"]]: pairs of a level and a name, the lowest level first."""
    if not isinstance(written, dict):
        return written
    pairs = [(int(level) if str(level).isdecimal() else level, name) for level, listed in written.items() for name in listed]
    return tuple(sorted(pairs, key=lambda pair: pair[0] if isinstance(pair[0], int) else 0))


FormulaText = Annotated[str, AfterValidator(_formula)]
Number = Annotated[int, Field(ge=0, strict=True)] | FormulaText
Pairs = tuple[tuple[ClassLevel, str], ...]
Features = Annotated[Pairs, BeforeValidator(_by_level, json_schema_input_type=dict[ClassLevel, tuple[str, ...]] | Pairs)]
"""(level, name) for each feature."""
Counts = dict[ClassLevel, Annotated[int, Field(ge=0, strict=True)]]
"""Class level → a number that applies from there on, or that the level adds."""
Back = Literal["all"] | Number
"""The amount that a rest restores: everything, or a number."""
Spells = dict[ClassLevel, tuple[str, ...]]


class ResourceRule(Document):
    """A resource that is spent. `max`: a number, a formula, or level → the maximum from there on; null: no limit.

    `short` and `long`: the amount that a rest restores; by default nothing.
    """

    max: dict[ClassLevel, Number | None] | Number | None
    short: dict[ClassLevel, Back] | Back | None = None
    long: dict[ClassLevel, Back] | Back | None = None
    die: dict[ClassLevel, Annotated[str, AfterValidator(_die)]] | Annotated[str, AfterValidator(_die)] | None = None
    aliases: tuple[str, ...] = ()


class FreeCasts(Document):
    """Spells that a feature lets its creature cast without a slot, each at its own level.

    `choice`: the choice that names them; `levels`: the levels that a chosen spell may have; `each`: how often each of them can be cast, by
    default at will; `prepared`: they are always prepared; `abilities`: the best of these is the spellcasting ability, by default that of
    the class. `most`: level → the number of its spells that are cast in this way. `rituals`: those with a level are rituals. `pays`: the
    price of those with a level, if not nothing: a slot, or the ten minutes of a ritual alone.
    """

    choice: str | None = None
    spells: tuple[str, ...] = ()
    levels: tuple[Annotated[int, Field(ge=0, le=9)], ...] = ()
    each: ResourceRule | None = None
    prepared: StrictBool = False
    abilities: tuple[Ability, ...] = ()
    most: dict[int, int] = {}
    rituals: StrictBool = False
    pays: Literal["nothing", "slot", "ritual"] = "nothing"

    def named(self, chosen: Callable[[str], tuple[str, ...]]) -> tuple[str, ...]:
        """The names of the spells. `chosen`: the words that were chosen for a choice."""
        return (*self.spells, *(chosen(self.choice) if self.choice else ()))

    def takes(self, level: int, is_ritual: bool, before: int) -> bool:
        """Whether a spell of this level may be among them. `before`: how many of its level are among them already."""
        fits = not self.levels or level in self.levels
        return fits and (is_ritual or level == 0 or not self.rituals) and before < self.most.get(level, before + 1)


Resources = dict[Annotated[str, Field(min_length=1)], ResourceRule]


class ChoiceRule(Document):
    """A choice of a class: the number of words that each level adds, and the options; without options, any word.

    `spells`: the words are spells of the lists of these classes, or of "any"; they are then always ready, and do not count.
    `tools`: the tools that may be chosen in place of a skill.
    """

    levels: Counts
    options: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


class Choose(Document):
    """A choice of a number of skills from the options, or from all skills."""

    choose: Annotated[int, Field(ge=1, strict=True)]
    options: tuple[Skill, ...] = ()


class ChooseTools(Document):
    choose: Annotated[int, Field(ge=1, strict=True)]
    options: str


class PactRule(Document):
    """The slots of Pact Magic and their level."""

    slots: Counts
    level: Counts


class SpellbookRule(Document):
    """The number of spells in a new spellbook, and the number that each level adds."""

    start: int
    per_level: int


class SpellcastingRule(Document):
    """The casting of a class. `list`: the class whose spells these are; `changes`: how many spells may be exchanged; by default all."""

    ability: Ability
    list: str
    kind: Literal["full", "half", "third", "pact"]
    first_level: ClassLevel = 1
    learn: Literal["known", "prepared"] = "known"
    known: Counts = {}
    prepared: Counts | FormulaText = {}
    spellbook: SpellbookRule | None = None
    cantrips: Counts = {}
    pact: PactRule | None = None
    arcanum: Counts = {}
    """Class level → the level of the spell that Mystic Arcanum gives."""
    ritual: str | None = None
    change: Literal["level_up", "long_rest"] = "level_up"
    changes: int | None = None
    always_prepared: Spells = {}
    more_lists: dict[ClassLevel, tuple[str, ...]] = {}
    """Class level → the classes whose lists also count from then on (SRD 5.2, Magical Secrets)."""


class Kit(Document):
    """The equipment with which a hero of this class begins, and gold pieces."""

    equipped: tuple[str, ...] = ()
    carried: tuple[str | dict[str, Any], ...] = ()
    gp: Annotated[int, Field(ge=0)] = 0


class LaterClass(Document):
    """The training that a class gives to characters who began in another class (SRD, Multiclassing)."""

    armor: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    skills: int = 0
    tools_to_choose: ChooseTools | None = None


class SpellsByChoice(Document):
    """Spells that a choice keeps always prepared, such as the land of a druid."""

    choice: str
    spells: dict[str, Spells]


Tables = dict[str, dict[str, dict[ClassLevel, int | float | str]]]
"""Feature → table → its value from each level on."""


class SubclassRule(Document):
    """A subclass with its names and everything that it adds to its class."""

    name: str
    aliases: tuple[str, ...] = ()
    features: Features = ()
    tables: Tables = {}
    resources: Resources = {}
    choices: dict[str, ChoiceRule] = {}
    always_prepared: Spells = {}
    spells_by_choice: SpellsByChoice | None = None
    added_to_list: tuple[str, ...] = ()


class ClassRule(Document):
    """One row of the class table, which fills the keys that a sheet leaves out (SRD, Classes).

    `prerequisites`: groups of abilities; a multiclass character needs 13 in one of each group. `attacks`: level → attacks of one action.
    """

    name: str
    hit_die: int
    saves: tuple[Ability, ...] = ()
    armor: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    tools_to_choose: ChooseTools | None = None
    skills: Choose | None = None
    prerequisites: tuple[tuple[Ability, ...], ...] = ()
    multiclass: LaterClass | None = None
    """The training that it gives as a later class; by default, that of a first class."""
    ability_order: tuple[Ability, ...] = ()
    """The abilities, the most useful to the class first; those that it leaves out are the least useful."""
    kit: Kit | None = None
    asi_levels: tuple[ClassLevel, ...] = ()
    epic_boon: ClassLevel | None = None
    subclass_level: ClassLevel | None = None
    features: Features = ()
    attacks: Counts = {}
    tables: Tables = {}
    resources: Resources = {}
    choices: dict[str, ChoiceRule] = {}
    spellcasting: SpellcastingRule | None = None
    subclasses: tuple[SubclassRule, ...] = ()

    @property
    def all_abilities(self) -> tuple[Ability, ...]:
        """All six abilities, each once, the most useful to the class first."""
        return tuple(dict.fromkeys((*self.ability_order, *ABILITIES)))

    @property
    def spellcasting_ability(self) -> Ability | None:
        return self.spellcasting.ability if self.spellcasting else None
