"""The entries of a rulebook's tables: conditions, effects, features, spells, slots, races."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StrictBool, model_validator

from rpg_lite.rules.acts.act import Act, Rider, Trigger
from rpg_lite.rules.acts.plain_steps import DoStep, SayStep
from rpg_lite.rules.acts.words import EndWord, School
from rpg_lite.rules.class_table import Choose, ChooseTools, ClassLevel, FreeCasts, Kit, Resources, Tables
from rpg_lite.rules.document_field_types import BodyLight, Dice, Document
from rpg_lite.rules.extensible_words import Condition, NewWord
from rpg_lite.rules.lazy_validators import Late
from rpg_lite.rules.modifiers import Modifier, ModifierField, bind
from rpg_lite.vocabulary import Ability, DamageType, Movement, Sense, Size, Skill


class ConditionRule(Document):
    """The implications and changes of a condition. `levels`: the changes of each level (exhaustion), which add up when `cumulative`."""

    name: NewWord
    implies: tuple[str, ...] = ()
    modifiers: tuple[ModifierField, ...] = ()
    levels: tuple[tuple[ModifierField, ...], ...] = ()
    cumulative: StrictBool = True


class NamedRule(Document):
    """A rule with a name, other names, and changes."""

    name: str
    aliases: tuple[str, ...] = ()
    modifiers: tuple[ModifierField, ...] = ()
    toggles: tuple[str, ...] = ()


class EffectRule(NamedRule):
    """A spell, a potion or a situation that changes numbers for a while and may bring `conditions`.

    `temp_hp`: dice of temporary hit points when it begins. `of_caster`: it changes the caster's numbers against the marked creature.
    """

    conditions: tuple[Condition, ...] = ()
    temp_hp: Dice | None = None
    of_caster: StrictBool = False
    duration: str | None = None
    concentration: StrictBool = False
    ends: Annotated[tuple[EndWord, ...], Field(description="Events that end it, such as attack: its bearer attacks.")] = ()
    adjudicated: tuple[str, ...] = ()


def _as_say_step(written: Any) -> Any:
    """Turn a plain sentence into a step `say`."""
    return {"say": written} if isinstance(written, str) else written


Said = Annotated[SayStep, BeforeValidator(_as_say_step, json_schema_input_type=str | SayStep)]


def _with_flags(written: Any) -> Any:
    """Turn the flags next to the modifiers into modifiers."""
    if not isinstance(written, dict) or "flags" not in written:
        return written
    flags = [{"target": "flag", "op": "grant", "value": word} for word in written["flags"]]
    return {**{k: v for k, v in written.items() if k != "flags"}, "modifiers": [*written.get("modifiers", ()), *flags]}


class SpellbookGain(Document):
    """The spells of one school that a feature adds to the spellbook of its class, beside those of the class itself: level of the class → how
    many more (SRD 5.2, Evocation Savant).
    """

    school: School
    levels: dict[ClassLevel, Annotated[int, Field(ge=1, le=9)]]


class FeatureRule(NamedRule):
    """A lasting trait or ability of a creature; its changes belong to the layer base.

    `kind`: a word that several classes use for their own version of a feature; only the first of these classes gives it.
    `class`, `level` and `subclass`: the source of a class feature. `prerequisites`: features, and cantrips of the class as cantrip:NAME,
    cantrip:damage or cantrip:attack. `spell_lists`: LIST or LIST:LEVEL, from which the spells of a sheet may also come; LIST may be any.
    `choices`: the options of each choice; without options, any word.
    """

    kind: str | None = None
    of_class: Annotated[str | None, Field(alias="class")] = None
    level: int | None = None
    subclass: str | None = None
    prerequisites: tuple[str, ...] = ()
    spell_lists: tuple[str, ...] = ()
    languages_to_choose: Annotated[int, Field(ge=0, le=9)] = 0
    choices: dict[str, tuple[str, ...]] = {}
    resources: Resources = {}
    free_casts: FreeCasts | None = None
    acts: Annotated[tuple[Act, ...], Late()] = ()
    riders: Annotated[tuple[Rider, ...], Late()] = ()
    on: Annotated[tuple[Trigger, ...], Late()] = ()
    tables: dict[str, dict[int, int | float | str]] = {}
    spellbook: SpellbookGain | None = None
    light: BodyLight | None = None
    conditions: Annotated[tuple[Condition, ...], Field(description="Conditions that its bearer always has.")] = ()
    say: tuple[Said, ...] = ()

    _flags = model_validator(mode="before")(_with_flags)

    @cached_property
    def changes(self) -> tuple[Modifier, ...]:
        """The modifiers with this feature as their source."""
        return bind(self.modifiers, "base", self.name.replace("_", " "))

    @cached_property
    def paid_acts(self) -> tuple[tuple[DoStep, str], ...]:
        """(step, resource) of each act that only plays another act, for a resource (SRD 5.2, Favored Enemy)."""
        alone = [(act.steps[0], act.spends) for act in self.acts if len(act.steps) == 1]
        paid = [(step, spends[0].split(":")) for step, spends in alone if isinstance(step, DoStep) and len(spends) == 1]
        return tuple((step, words[1]) for step, words in paid if words[0] == "resource" and len(words) == 2)


@dataclass(frozen=True, slots=True)
class SpellRule:
    """A spell by its name, with the spell attack or the saving throw that it needs."""

    name: str
    attack: bool = False
    save: Ability | None = None
    level: int | None = None
    """0 for a cantrip."""
    classes: Sequence[str] = ()
    """The classes that have the spell on their lists."""


class SlotRule(Document):
    """A homebrew slot for one worn thing: "tail"."""

    name: NewWord


class SpeciesCasting(Document):
    """The casting of a species. `at`: the level at which a spell is cast, if not its own; `with_slots`: slots can cast it, too."""

    abilities: Annotated[tuple[Ability, ...], Field(min_length=1)]
    at: dict[str, int] = {}
    with_slots: StrictBool = False


class RaceRule(Document):
    """One row of the race table: speed and senses in feet (SRD, Races / Species). `of`: the race whose row a subrace extends."""

    name: str
    of: str | None = None
    aliases: tuple[str, ...] = ()
    speed: dict[Movement, int] = {"walk": 30}
    size: Size = "medium"
    senses: dict[Sense, int] = {}
    features: tuple[str, ...] = ()
    resistances: tuple[DamageType, ...] = ()
    languages: tuple[str, ...] = ()
    languages_to_choose: Annotated[int, Field(ge=0, le=9)] = 0
    abilities: dict[Ability, int] = {}
    """Ability → the points by which the race raises the score of a new hero; the scores of a sheet already contain them."""
    abilities_to_choose: tuple[int, ...] = ()
    sizes: tuple[Size, ...] = ()
    """The sizes to choose from."""
    skills: Choose | None = None
    skill_trait: str = "skills"
    """The trait that lets a hero choose skills, which is the name of the choice."""
    tools: tuple[str, ...] = ()
    tools_to_choose: ChooseTools | None = None
    feat: str | None = None
    spells: dict[ClassLevel, str] = {}
    """Character level → the spell that the race gives; a spell with a level is cast once without a slot between long rests."""
    casting: SpeciesCasting | None = None
    cantrips: tuple[str, ...] = ()
    cantrip_to_choose: str | None = None
    resources: Resources = {}
    tables: Tables = {}


class BackgroundRule(Document):
    """A background: its skills, tools and feat, the abilities that it may raise, and its equipment (SRD 5.2, Character Origins)."""

    name: str
    aliases: tuple[str, ...] = ()
    skills: tuple[Skill, ...] = ()
    tools: tuple[str, ...] = ()
    tools_to_choose: ChooseTools | None = None
    languages_to_choose: Annotated[int, Field(ge=0, le=9)] = 0
    abilities: tuple[Ability, ...] = ()
    feat: str | None = None
    gp: Annotated[int, Field(ge=0)] = 0
    kit: Kit | None = None


class TermRule(Document):
    """A word of the rules with its meaning, for people who look it up; it changes nothing.

    `asked`: the words with which people ask for it; a question that has all words of one of them finds it.
    """

    name: str
    aliases: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    text: Annotated[str, Field(min_length=1, max_length=400)]


class FeatRule(Document):
    """A feat: its required level, groups of abilities (13 in one of each group), and abilities, one of which it raises up to `cap`.

    `spellcasting`: whether it requires that feature.
    """

    name: str
    aliases: tuple[str, ...] = ()
    category: Literal["origin", "general", "fighting_style", "epic_boon"] = "general"
    level: int = 1
    prerequisites: tuple[tuple[Ability, ...], ...] = ()
    abilities: tuple[Ability, ...] = ()
    cap: int = 20
    spellcasting: StrictBool = False
    repeatable: StrictBool = False
