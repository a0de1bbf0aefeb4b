"""The steps that contain no other steps: damage, healing, movement, gains, losses, sentences."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, StrictBool, model_validator
from pydantic.json_schema import SkipJsonSchema

from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.words import CREATURE_TYPES, Amount, Count, EndWord, KeptInForm, Lasts, Removed, Sentence, sample
from rpg_lite.rules.document_field_types import Document
from rpg_lite.rules.extensible_words import Condition
from rpg_lite.rules.modifier_values import ByLevel
from rpg_lite.rules.modifiers import ModifierField
from rpg_lite.vocabulary import DAMAGE_TYPES, Movement, Size, Substance

_OF_TYPES: Final = ("resist", "immune", "vulnerable")
_CHOICE: Final = re.compile(r"\{[a-z_]+\}", re.ASCII)


class FilledModifier(Document):
    """A modifier whose value may be a formula, filled in when the effect is applied; the other keys as in `Modifier`."""

    target: str
    op: str
    value: Any = None
    cap: int | None = None
    when: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    group: str | None = None
    damage_type: str | None = None
    magical: StrictBool = False
    aura_ft: int | ByLevel | None = None
    from_sources: SkipJsonSchema[tuple[str, ...]] = ()

    @model_validator(mode="after")
    def _is_a_modifier(self) -> "FilledModifier":
        if "{" not in self.target:
            _Checked.model_validate({"modifier": self.as_modifier(self._sampled)})
        return self

    def _sampled(self, text: str) -> int | str:
        """A value in place of a formula or, for a type of damage, of a choice: "{type}"."""
        return DAMAGE_TYPES[0] if self.target in _OF_TYPES and _CHOICE.fullmatch(text) else _number(sample(text))

    def as_modifier(self, filled: Any) -> dict[str, Any]:
        """The modifier as files write it, with each formula text changed by `filled`."""
        row = {k: v for k, v in self.model_dump(by_alias=True, exclude_unset=True).items()}
        words = {k: tuple(filled(w) if "{" in w else w for w in v) for k, v in row.items() if isinstance(v, tuple)}
        return {**{k: filled(v) if isinstance(v, str) and "{" in v else v for k, v in row.items()}, **words}


class _Checked(Document):
    modifier: ModifierField


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


THINGS: Final = "item:"
"""The start of the name of a thing that a step makes."""
MOST_MADE: Final = 24
"""The maximum number of creatures that one step makes."""


class MakeStep(StepModel):
    """New creatures, from the book or with numbers that the act itself gives or changes; their formulas use the values of the cast.

    "item:NAME" makes things for the caster, which vanish after `for`.
    """

    word = "make"
    for_others = for_oneself = True

    make: str
    character: Mapping[str, Any] | None = None
    count: Count | None = None
    up: Count | None = None
    for_: Annotated[Lasts | None, Field(alias="for")] = None
    initiative: Literal["after", "shared", "own", "none"] = "after"
    ends: Annotated[tuple[EndWord, ...], Field(description="Events that make them vanish, such as bearer_0: they fall to 0.")] = ()
    flags: Annotated[tuple[str, ...], Field(description="Facts about them, such as no_attacks.")] = ()
    replaces: Annotated[StrictBool, Field(description="Whether those that earlier casts of the act made vanish first.")] = False
    obeys: Annotated[str | None, Field(description="The effect by which their maker controls them; without it they obey nobody.")] = None
    stays: Annotated[StrictBool, Field(description="Whether they stay for their full duration when their caster's concentration ends.")] = (
        False
    )
    of_targets: Annotated[StrictBool, Field(description="Whether each named target becomes one, at most as many as `count`.")] = False

    @property
    def makes_things(self) -> bool:
        """Whether it gives the caster things instead of making creatures."""
        return self.make.startswith(THINGS)


def filled_in(written: Any, fill: Callable[[str], str]) -> Any:
    """The written value with each text that has braces filled in; a text that is then a whole number becomes one."""
    match written:
        case str() if "{" in written:
            text = fill(written)
            return int(text) if text.lstrip("-").isdigit() else text
        case list() | tuple():
            return [filled_in(one, fill) for one in written]
        case dict():
            return {key: filled_in(one, fill) for key, one in written.items()}
    return written


_TYPES: Final = f"({'|'.join(CREATURE_TYPES)})"
FORMS: Final = re.compile(rf"cr<=(?P<cr>\d+(\.\d+)?|their):(?P<type>any|(not )?{_TYPES}(\|{_TYPES})*)", re.ASCII)
"""The creatures from which a form may be chosen, with the formulas filled in; `their` stands for the challenge rating of the changing
creature.
"""


def is_among(kind: str, types: str) -> bool:
    """Whether the types of `FORMS` allow a creature of this type.

    >>> is_among("beast", "beast"), is_among("undead", "not construct|undead"), is_among("fey", "not construct|undead"), is_among("ooze", "any")
    (True, False, True, True)
    """
    return types == "any" or (kind in types.removeprefix("not ").split("|")) != types.startswith("not ")


class BecomeStep(StepModel):
    """Another form; the true sheet is kept."""

    word = "become"
    for_others = on_a_target = is_warded = True

    become: Annotated[
        str, Field(description="A creature of the book, or the creatures to choose from: cr<=n:type, cr<=their:any, cr<=n:not undead.")
    ]
    keep: tuple[KeptInForm, ...] = ()
    hp: Annotated[
        Literal["own", "form", "temp", "lent"],
        Field(
            description="Whose hit points count; temp: the form's, which are temporary; lent: the same, but the form remains when they are gone."
        ),
    ] = "form"
    until: tuple[Condition, ...] = ()
    fly: Annotated[Count | None, Field(description="0: no form with a flying speed.")] = None
    swim: Annotated[Count | None, Field(description="0: no form with a swimming speed.")] = None
    size: Annotated[Size | None, Field(description="The largest size of the form.")] = None
    gear: Annotated[
        Literal["merges", "chosen", "fitted"],
        Field(description="The fate of gear. chosen: the call's choice gear says merges, falls or worn; fitted: it says worn or falls."),
    ] = "merges"

    @model_validator(mode="after")
    def _names_a_creature_or_some(self) -> "BecomeStep":
        if self.become.startswith("cr") and not FORMS.fullmatch(sample(self.become)):
            raise ValueError(f"become: {self.become!r} is neither a creature nor cr<=n:type, where n is a number, a formula or their")
        return self

    for_: Annotated[Lasts | None, Field(alias="for")] = None


class MoveStep(StepModel):
    """Movement, which the answer reports; `toRoom` in the call moves the creature to another room."""

    word = "move"
    on_a_target = for_oneself = takes_no_word = fits_a_trap = is_warded = True

    move: int | Count
    how: Literal["push", "pull", "teleport", "fly", "walk"] | None = None
    what: Literal["zone"] | None = None
    unseen: Annotated[StrictBool, Field(description="A teleport to a place that need not be in sight.")] = False
    random: Annotated[StrictBool, Field(description="A push in a random direction, which a d8 tells where places count.")] = False


class RemoveStep(StepModel):
    """Ends conditions and effects: "charmed", "curse", "exhaustion:1", "spell<=slot"."""

    word = "remove"
    for_others = for_the_living = fits_a_trap = True

    remove: tuple[Removed, ...]
    one: StrictBool = False
    dc: Count | None = None


class GainStep(StepModel):
    """Something that is restored or added: "resource:ki", "slot", "new_slot", "one_slot", "action", "item_lore", "prepared_spell".

    Also "charges" of the item that gives the act, "uses" for all uses and minutes of that item, "item:NAME" for a new thing, and "for_good"
    for ability scores that rise by `modifiers`, which the sheet keeps (SRD, Manual of Bodily Health).
    """

    word = "gain"
    for_oneself = True

    gain: str
    n: Count = "1"
    most: Annotated[Count | None, Field(description="For new_slot and one_slot: the highest level.")] = None
    level: Annotated[Count | None, Field(description="For new_slot: its level; by default, the one that the call names.")] = None
    needed: Annotated[StrictBool, Field(description="Whether it is refused if none of it is spent.")] = False
    modifiers: SkipJsonSchema[tuple[ModifierField, ...]] = ()

    @model_validator(mode="after")
    def _gains_for_good(self) -> "GainStep":
        if bool(self.modifiers) != (self.gain == "for_good") or not all(m.permanent for m in self.modifiers):
            raise ValueError("modifiers: go with gain: for_good, each with permanent: true")
        return self


class LoseStep(StepModel):
    """The thing lost: "life", "tempHp", "half_hp", "hit_points" (n of them, without damage), "resource:ki"; "tempHp:this" for the temporary hit points that this cast gave; "charges"
    of the item that gives the act, "item" for that item itself.
    """

    word = "lose"
    fits_a_trap = True

    lose: str
    n: Count = "1"


class CorrodeStep(StepModel):
    """Corrosion of gear without magic: 1 less each time, until the thing is destroyed.

    weapon: the weapon or the ammunition that hit the bearer of the trigger; armor: the armor that the target wears; gear: the thing that the
    choice `item` names, or else the armor or the weapon of the target.
    """

    word = "corrode"
    is_warded = True

    corrode: Literal["weapon", "armor", "gear"]
    of: Annotated[tuple[Substance, ...], Field(description="The substances that corrode; without it, any.")] = ()
    weapon_loses: Annotated[Literal["attack", "damage"], Field(description="The rolls of a weapon that corrosion lowers.")] = "attack"


class MendStep(StepModel):
    """Takes the corrosion from a thing in reach, which the choice `item` names if there are several."""

    word = "mend"
    for_oneself = True

    mend: Literal["corrosion"]


class SwitchStep(StepModel):
    """Switches a property of the item that gives the act on, or off if it is on; "lit" lights what burns, and "hood" moves its hood."""

    word = "switch"
    for_oneself = takes_no_word = True

    switch: str


class EndStep(StepModel):
    """Ends an effect by its name, "form", "concentration", "this", "cast", "zone", "grip", or "earlier"."""

    word = "end"
    on_a_target = takes_no_word = fits_a_trap = True

    end: str


class DoStep(StepModel):
    """Another act. With `part` it belongs to the same cast. `for`: its duration, if not its own (SRD 5.2, Vampire, Charm)."""

    word = "do"
    on_a_target = for_oneself = True

    do: str
    times: Count | None = None
    slot: Count | None = None
    dc: Count | None = None
    bonus: int | None = None
    for_: Annotated[Lasts | None, Field(alias="for")] = None
    part: StrictBool = False
    most: Annotated[int | None, Field(ge=0, le=9, description="The highest level of a spell that the call chooses.")] = None


class AnswerStep(StepModel):
    """A change to the act that is being answered. `succeed`: the attack hits, the save or check succeeds; `natural_20`: the d20 shows a 20;
    `redirect`: an ally beside the creature that answers changes places with it and is attacked instead; `lower`: points taken from the damage roll, for everybody that the roll hurts; `reduce`: points taken from the damage to one creature.
    `kept`: what the act costs is not spent if the roll still fails (SRD 5.2, Tactical Mind).
    """

    word = "answer"

    answer: (
        Literal["halve", "reroll", "reroll:advantage", "reroll:one", "succeed", "natural_20", "cancel", "cancel:slot_kept", "redirect"]
        | dict[Literal["reduce", "lower", "hp", "add", "subtract"], Amount]
    )
    kept: StrictBool = False


WHOLE_SPEED: Final = "speed"
_MOVES: Final = re.compile(r"(?P<speed>speed|half_speed)(:(?P<mode>walk|burrow|climb|fly|swim))?(?P<unprovoked>:unprovoked)?")


@dataclass(frozen=True, slots=True)
class MovesGiven:
    """Movement that a sentence gives: the whole speed or half of it, in one mode alone or in any, and whether nobody may strike at it."""

    speed: str
    mode: Movement | None = None
    unprovoked: bool = False


def read_moves(words: str) -> MovesGiven | None:
    """The movement of these words: "half_speed", "speed:fly:unprovoked"; None for others."""
    read = _MOVES.fullmatch(words)
    return MovesGiven(read["speed"], read["mode"], read["unprovoked"] is not None) if read else None  # type: ignore[arg-type]  # the pattern lists the modes


def _moves(words: str) -> str:
    if read_moves(words) is None:
        raise ValueError(f"{words[:40]!r} is no movement; takes speed or half_speed, then :fly or another mode, then :unprovoked")
    return words


class SayStep(StepModel):
    """A sentence for the table; `open` if it leaves a number or a ruling to the game master, `told` if places say the same where they count."""

    word = "say"
    for_oneself = takes_no_word = fits_a_trap = True

    say: Sentence
    open: StrictBool = False
    told: StrictBool = False
    words: Annotated[tuple[str, ...], Field(description="Names of choices in free words, which the sentence repeats.")] = ()
    moves: Annotated[
        Annotated[str, AfterValidator(_moves)] | None,
        Field(description="Movement that the sentence gives its creature, which counts where places do: half_speed, speed:fly, half_speed:unprovoked."),
    ] = None


class ActArea(Document):
    """An area in feet."""

    shape: Literal["sphere", "cube", "cone", "line", "cylinder", "wall"]
    ft: Count
    from_: Annotated[
        Literal["self", "point", "target"] | None,
        Field(
            alias="from",
            description="Where it begins: at its creature (a sphere is then whatever stands so near to it), at a point within the range, "
            "or at the first target. By default, a cone and a line at its creature, and the others at a point if the act has a range.",
        ),
    ] = None
    width: Annotated[int | None, Field(ge=5, description="Feet, of a line; 5 by default.")] = None
    height: Annotated[Count | None, Field(description="Feet; by default, a cylinder or a wall is as high as the room.")] = None
    around: Annotated[
        int | None, Field(ge=1, le=4, description="Of a sphere: the squares of the side of the thing at its point, from whose rim it counts.")
    ] = None
    spreads: Annotated[StrictBool, Field(description="Whether it goes around corners.")] = False
    spares: Annotated[Literal["chosen"] | None, Field(description="chosen: its creature chooses whom of those inside it affects.")] = None
    points: Annotated[Count | None, Field(description="The number of its points, each with such an area; nobody is caught twice.")] = None

    @model_validator(mode="after")
    def _fits_its_shape(self) -> "ActArea":
        if self.width is not None and self.shape != "line":
            raise ValueError("width: goes with shape: line")
        if self.height is not None and self.shape in ("cone", "line"):
            raise ValueError("height: goes with shape: sphere, cube, cylinder or wall")
        if self.around is not None and self.shape != "sphere":
            raise ValueError("around: goes with shape: sphere")
        if self.points is not None and self.shape not in ("sphere", "cube"):
            raise ValueError("points: goes with shape: sphere or cube")
        return self


def paths_of(steps: Sequence[StepModel], prefix: str = "") -> Iterator[tuple[str, StepModel]]:
    """Each step with its path: "0", "0.fail.0", "0.choose.fire.1", "0.apply.on.0.then.1"."""
    for n, step in enumerate(steps):
        yield f"{prefix}{n}", step
        yield from _paths_within(step, f"{prefix}{n}.")


def _paths_within(holder: Document, prefix: str) -> Iterator[tuple[str, StepModel]]:
    """The steps inside a step, an effect, a zone, a trigger or a retry; acts that an effect brings are found by their own names."""
    for name, field in type(holder).model_fields.items():
        value, at = getattr(holder, name), f"{prefix}{field.alias or name}."
        if isinstance(value, Mapping):
            for key, part in value.items():
                yield from paths_of(part, f"{prefix}{key}.") if isinstance(part, tuple) else ()
        elif isinstance(value, Document):
            yield from _paths_within(value, at)
        elif isinstance(value, tuple) and value and isinstance(value[0], StepModel):
            yield from paths_of(value, at)
        elif isinstance(value, tuple) and value and isinstance(value[0], Document) and "then" in type(value[0]).model_fields:
            yield from (found for n, one in enumerate(value) for found in _paths_within(one, f"{at}{n}."))
