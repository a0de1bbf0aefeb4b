"""A character as people write it and as it is stored: a set of choices, each key optional."""

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from rpg_lite.rules import extensible_words, names
from rpg_lite.rules.acts.act import Act, Rider, Spell, Trigger
from rpg_lite.rules.choice_names import ASI, CHOICE_KEYS, choice_key
from rpg_lite.rules.document_field_types import BodyLight, Count, Dice, Document, Name
from rpg_lite.rules.extensible_words import Condition
from rpg_lite.rules.lazy_validators import Late
from rpg_lite.rules.modifiers import ModifierField, fault_where_it_lasts
from rpg_lite.rules.predicates import unknown_words
from rpg_lite.rules.resources import Points, Resource, ResourceChange, StoredResource
from rpg_lite.rules.stat_block import BlockCasting, Lair, PrintedKey, PrintedNumber
from rpg_lite.rules.written_classes import levels_fault, listed
from rpg_lite.vocabulary import ABILITIES, Ability, DamageType, Movement, Sense, Size, Skill

Score = Annotated[int, Field(ge=0, le=30, strict=True)]
Feet = Annotated[int, Field(ge=0, le=10_000)]
Level = Annotated[int, Field(ge=1, le=20, strict=True)]


_RATINGS: Final = {"1/8": 0.125, "1/4": 0.25, "1/2": 0.5}
"""The challenge ratings below 1, as stat blocks print them."""


def _rating(written: Any) -> Any:
    return _RATINGS.get(written.replace(" ", ""), written) if isinstance(written, str) else written


class NamedModifiers(Document):
    """A homebrew feature or effect: a name and its changes."""

    name: Name
    modifiers: tuple[ModifierField, ...] = ()
    duration: str | None = None
    source: str | None = None
    toggles: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _known_words(self, info: ValidationInfo) -> "NamedModifiers":
        if unknown := unknown_words((w for m in self.modifiers for w in m.when), self.toggles, extensible_words.of(info).conditions):
            raise ValueError(f"when: nothing can make {unknown[0]!r} true; declare it in toggles")
        if fault := fault_where_it_lasts([m for m in self.modifiers if m.target != "temp_hp"]):
            raise ValueError(fault)
        return self


Cue = Literal["zero", "turn", "turn_near"]
"""The moment at which a feature's lines appear: when its creature drops to 0 hit points, when the creature's turn begins, or when the turn of another
one begins, which may be near."""


class OwnFeature(NamedModifiers):
    """A homebrew feature. `adjudicated`: lines for the game master to judge; `on`: the moment at which they appear; `light`: what its body
    sheds; `conditions`: those that its bearer always has (SRD 5.1, Invisible Stalker).
    """

    light: BodyLight | None = None
    conditions: Annotated[tuple[Condition, ...], Field(description="Conditions that its bearer always has.")] = ()
    adjudicated: tuple[Annotated[str, Field(min_length=1, max_length=names.LONGEST_TEXT)], ...] = ()
    on: Cue | Annotated[tuple[Trigger, ...], Late()] | None = None
    acts: Annotated[tuple[Act, ...], Late()] = ()
    riders: Annotated[tuple[Rider, ...], Late()] = ()
    tables: dict[str, dict[int, int | float | str]] = {}


class Proficiencies(Document):
    """`skills`: 1 proficient, 2 expertise. `weapons` and `armor` take category words or single names."""

    armor: tuple[str, ...] | None = None
    weapons: tuple[str, ...] | None = None
    tools: tuple[str, ...] | None = None
    saves: tuple[Ability, ...] | None = None
    skills: dict[Skill, Annotated[int, Field(ge=0, le=2)]] | None = None


Raise = Annotated[int, Field(ge=1, le=3, strict=True)]


class Improvement(Document):
    """The ability scores or the feat that a level of a class gave. `of`: the class, if several improve at that level."""

    level: Level | None = None
    of: Annotated[str | None, Field(alias="class", max_length=names.LONGEST_NAME)] = None
    feat: Annotated[str | None, Field(max_length=names.LONGEST_NAME)] = None
    by_str: Annotated[Raise | None, Field(alias="str")] = None
    by_dex: Annotated[Raise | None, Field(alias="dex")] = None
    by_con: Annotated[Raise | None, Field(alias="con")] = None
    by_int: Annotated[Raise | None, Field(alias="int")] = None
    by_wis: Annotated[Raise | None, Field(alias="wis")] = None
    by_cha: Annotated[Raise | None, Field(alias="cha")] = None

    @property
    def raises(self) -> dict[Ability, int]:
        """Ability → the points that it gains."""
        rows: tuple[tuple[Ability, int | None], ...] = (
            ("str", self.by_str), ("dex", self.by_dex), ("con", self.by_con), ("int", self.by_int), ("wis", self.by_wis), ("cha", self.by_cha),
        )  # fmt: skip
        return {a: n for a, n in rows if n is not None}


POINTS: Final = choice_key("ability scores")
"""The choice of the points of an origin."""


def _as_points(value: Any) -> Any:
    """Read ["dex", "con"] as one point for each: {"dex": 1, "con": 1}."""
    words = [names.fold(word) if isinstance(word, str) else "" for word in value] if isinstance(value, list | tuple) else []
    return {word: words.count(word) for word in dict.fromkeys(words)} if words and {*words} <= {*ABILITIES} else value


ShortText = Annotated[str, Field(max_length=names.LONGEST_NAME)]
ChoiceWords = ShortText | Annotated[tuple[ShortText, ...], Field(max_length=50)]
Improvements = Annotated[tuple[Improvement, ...], Field(max_length=50)]
ChoicePoints = dict[Ability, Raise]
Choice = ChoiceWords | Improvements | dict[ShortText, ChoiceWords] | ChoicePoints
"""A word, several words, or the words for each class; for `asi`, one row for each improvement; for the ability scores of a background, points."""
SpellNames = Annotated[tuple[ShortText, ...], Field(max_length=400)]


class SpellLists(Document):
    """The spells that a character has prepared or knows, its cantrips, and the spells that the table made for it, which are always ready."""

    prepared: SpellNames | None = None
    known: SpellNames | None = None
    cantrips: SpellNames | None = None
    own: Annotated[tuple[Spell, ...], Late()] = ()


class StoredCharacter(Document):
    """A character as it is stored, which may have longer texts than are accepted now; every key is optional (`sheet_of` fills it in).

    `ability_max`: the maximum of a score if it is not 20; an increase that normally stops at 20 then stops at this maximum.
    `class_features`: if false, the class gives nothing. `spent`: the amounts spent of slots and resources, stored next to the hit points.
    """

    name: Name | None = None
    level: Level | None = None
    classes: tuple[str, ...] | None = None
    race: str | None = None
    size: Size | None = None
    alignment: str | None = None
    party: bool | None = None
    abilities: dict[Ability, Score] | None = None
    ability_max: dict[Ability, Score] | None = None
    speed: dict[Movement, Feet] | None = None
    proficiencies: Proficiencies | None = None
    languages: tuple[str, ...] | None = None
    features: tuple[str | OwnFeature, ...] | None = None
    class_features: bool | None = None
    choices: dict[ShortText, Choice] | None = None
    spells: SpellLists | None = None
    background: str | None = None
    xp: Points | None = None
    spellcaster: bool | None = None
    spellcasting_ability: Ability | None = None
    hp_max: Points | None = None
    hp: Points | None = None
    temp_hp: Points | None = None
    spent: dict[ShortText, Points] | None = None
    modifiers: tuple[ModifierField, ...] = ()
    resources: dict[str, StoredResource] | None = None
    resistances: tuple[DamageType, ...] | None = None
    immunities: tuple[DamageType, ...] | None = None
    vulnerabilities: tuple[DamageType, ...] | None = None
    condition_immunities: tuple[Condition, ...] | None = None
    senses: dict[Sense, Feet] | None = None
    acts: Annotated[tuple[Act, ...], Late()] = ()
    type: str | None = None
    cr: Annotated[Annotated[float, Field(ge=0, le=30)] | None, BeforeValidator(_rating)] = None
    tags: tuple[str, ...] = ()
    hit_dice: Dice | None = None
    printed: dict[PrintedKey, PrintedNumber] = {}
    legendary_actions: Count | None = None
    legendary_resistance: Count | None = None
    in_lair: Lair | None = None
    spellcasting: BlockCasting | None = None
    mounted: bool = False
    death_saves: bool | None = None
    """Whether the creature falls unconscious and makes death saves at 0 hit points instead of dying; by default only party members do."""

    @model_validator(mode="after")
    def _lasts(self) -> "StoredCharacter":
        own = (m for f in self.features or () if isinstance(f, NamedModifiers) for m in f.modifiers)
        if fault := fault_where_it_lasts((*self.modifiers, *own)):
            raise ValueError(fault)
        return self

    @model_validator(mode="after")
    def _levels_add_up(self) -> "StoredCharacter":
        if fault := levels_fault(self.classes or ()):
            raise ValueError(f"classes: {fault}")
        return self

    @model_validator(mode="before")
    @classmethod
    def _species_is_race(cls, data: Any) -> Any:
        if isinstance(data, dict) and "species" in data:
            if "race" in data:
                raise ValueError("race and species are the same key; send one of them")
            return {("race" if k == "species" else k): v for k, v in data.items()}
        return data


Word = Annotated[str, Field(max_length=names.LONGEST_NAME)]
Text = Annotated[str, Field(max_length=names.LONGEST_TEXT)]
MOST_CLASSES: Final = 20
MOST_WORDS: Final = 200


class CharacterDocument(StoredCharacter):
    """A character as people write it, with limits on the length of texts. A class's own word for its subclass, or a species' for its lineage,
    may be used as a key.

    `description`: the text that everybody sees; `secret`: the text that only the game master reads. Both are stored next to the hit points.
    """

    ALSO_READ: ClassVar[tuple[str, ...]] = ("class", "species", *CHOICE_KEYS)
    """Keys that become others before the document is read."""
    description: Text | None = None
    secret: Text | None = None
    classes: Annotated[Annotated[tuple[Word, ...], Field(max_length=MOST_CLASSES)] | None, BeforeValidator(listed)] = None
    race: Word | None = None
    alignment: Word | None = None
    languages: Annotated[tuple[Word, ...], Field(max_length=MOST_WORDS)] | None = None
    features: Annotated[tuple[Text | OwnFeature, ...], Field(max_length=MOST_WORDS)] | None = None
    resources: dict[str, Resource] | None = None  # type: ignore[assignment]  # whole resources; a recharge that never comes is noted

    @model_validator(mode="before")
    @classmethod
    def _choices_beside(cls, data: Any) -> Any:
        """Read {"class": "wizard"} as {"classes": "wizard"}, and {"domain": "Life"} as {"choices": {"domain": "Life"}}, unless the choices
        already name a subclass; {"lineage": "High Elf"} likewise.
        """
        if not isinstance(data, dict) or not isinstance(data.get("choices") or {}, dict):
            return data
        if "class" in data and "classes" not in data:
            data = {("classes" if k == "class" else k): v for k, v in data.items()}
        words = {k: v for k, v in data.items() if k in CHOICE_KEYS and isinstance(v, str | dict)}
        return {**{k: v for k, v in data.items() if k not in words}, "choices": {**words, **(data.get("choices") or {})}} if words else data

    @field_validator("choices", mode="before")
    @classmethod
    def _one_improvement_is_a_list(cls, choices: Any) -> Any:
        """Read {"asi": {"str": 2}} as {"asi": [{"str": 2}]}."""
        if not isinstance(choices, dict):
            return choices
        listed = {key: _listed(value) if choice_key(str(key)) == ASI else value for key, value in choices.items()}
        return {key: _as_points(value) if choice_key(str(key)) == POINTS else value for key, value in listed.items()}


_IMPROVED: Final = frozenset(field.alias or name for name, field in Improvement.model_fields.items())


def _listed(value: Any) -> Any:
    """A list with the value, if it is a single improvement; otherwise the value itself."""
    row = {str(key).lower(): inner for key, inner in value.items()} if isinstance(value, dict) else {}
    return [row] if row and row.keys() <= _IMPROVED else value


class CharacterChanges(CharacterDocument):
    """The changes of an update to a character; for a resource that exists already, only the changed keys are needed."""

    resources: dict[str, ResourceChange] | None = None  # type: ignore[assignment]  # merged with the stored ones, and then whole
