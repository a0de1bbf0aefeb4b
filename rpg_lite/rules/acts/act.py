"""The act with its steps, its effects and its triggers, each of which may hold further steps and acts. A spell is an act with a level."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union

from pydantic import Discriminator, Field, StrictBool, Tag, model_validator

from rpg_lite.rules import durations
from rpg_lite.rules.acts.plain_steps import (
    ActArea,
    AnswerStep,
    BecomeStep,
    CorrodeStep,
    DoStep,
    EndStep,
    FilledModifier,
    GainStep,
    LoseStep,
    MakeStep,
    MendStep,
    MoveStep,
    RemoveStep,
    SayStep,
    SwitchStep,
    paths_of,
)
from rpg_lite.rules.acts.steps import hit_points
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel, Up
from rpg_lite.rules.acts.words import (
    DISPELS_DARKNESS,
    DISPELS_LIGHT,
    RULES_OF_DARKNESS,
    RULES_OF_LIGHT,
    Amount,
    Cost,
    Count,
    EndWord,
    IfWord,
    Kind,
    Lasts,
    LetsThrough,
    Once,
    School,
    Spend,
    TableRow,
    Targets,
    ZoneRule,
)  # fmt: skip
from rpg_lite.rules.document_field_types import Document, Name
from rpg_lite.rules.extensible_words import Condition
from rpg_lite.vocabulary import Ability, Mode, Skill, TriggerEvent

LONGEST_DESCRIPTION: Final = 600
Half = Literal["half"]
Part = Annotated[tuple["Step", ...], Field(max_length=100)]
_NO_STEPS: Final[tuple["Step", ...]] = ()


class AttackStep(StepModel):
    """An attack roll against each target, or a number of shots."""

    word = "attack"
    harms = for_others = for_the_living = takes_no_word = fits_a_trap = True

    attack: Annotated[
        Literal["spell", "weapon", "natural"] | int | Count,
        Field(description="Its bonus: a number, spell, or weapon or natural (unarmed), with the damage of those."),
    ]
    kind: Annotated[Kind | None, Field(description="By default that of the weapon in hand; melee for other attacks.")] = "melee"
    reach: Annotated[int | None, Field(ge=0, description="Feet.")] = None
    weapon: Annotated[StrictBool, Field(description="Whether an attack with its own bonus is made with a weapon or the body.")] = True
    times: Annotated[Count | None, Field(description="Shots, shared among the targets.")] = None
    mode: Mode | None = None
    hit: Part = _NO_STEPS
    miss: Part | Half = _NO_STEPS

    @model_validator(mode="before")
    @classmethod
    def _is_of_the_weapon(cls, data: Any) -> Any:
        return {"kind": None, **data} if isinstance(data, Mapping) and data.get("attack") == "weapon" else data


class SaveStep(StepModel):
    """A saving throw of each target."""

    word = "save"
    harms = for_others = on_a_target = for_the_living = takes_no_word = fits_a_trap = True

    save: Annotated[Ability | Annotated[tuple[Ability, ...], Field(min_length=1)], Field(description="In a list, the better one counts.")]
    dc: Annotated[Count | None, Field(description="By default, the caster's.")] = None
    fail: Part = _NO_STEPS
    passed: Annotated[Part | Half, Field(alias="pass", description="half: half of the damage under fail.")] = _NO_STEPS
    by: Annotated[Mapping[str, Part], Field(description="What also happens if the save fails by this much.")] = {}
    vs: Annotated[tuple[str, ...] | str, Field(description="What it is against: poison, charm, fear …")] = ()
    mode: str | None = None
    cover: StrictBool = True


class IfStep(StepModel):
    """Steps that play if all conditions hold. Words joined by | are alternatives, and `not` negates the whole entry."""

    word = "if"
    takes_no_word = fits_a_trap = True

    if_: Annotated[tuple[IfWord, ...], Field(alias="if", min_length=1)]
    then: Part = _NO_STEPS
    else_: Annotated[Part, Field(alias="else")] = _NO_STEPS


class Trigger(Document):
    """Steps that play when something happens."""

    on: TriggerEvent
    every: Annotated[Lasts | None, Field(description="For time: how often it plays, such as 10 minutes; {count} is the number of times.")] = None
    by: Literal["source", "bearer", "anyone"] | None = None
    if_: Annotated[tuple[IfWord, ...], Field(alias="if")] = ()
    then: Part
    once: Once | None = None
    auto: StrictBool = True

    @model_validator(mode="after")
    def _of_time(self) -> "Trigger":
        span = durations.parse(self.every) if self.every else None
        if (self.on == "time") != (span is not None and span.count.isdecimal() and span.unit in ("minute", "hour", "day")):
            raise ValueError("every: goes with on: time, as whole minutes, hours or days such as 10 minutes")
        return self

    @property
    def minutes(self) -> int:
        """The minutes between two plays of a trigger of time."""
        span = durations.parse(self.every or "")
        return int(span.minutes(int(span.count))) if span else 0


class Retry(Document):
    """A repeated save with an outcome: after `need` passes the effect ends; after `need` failures, `fail` plays."""

    at: Literal["turn_end", "turn_start", "dawn", "damage"]
    need: Annotated[int, Field(ge=1, le=10)] = 1
    save: Annotated[Ability | None, Field(description="By default, the save that laid it.")] = None
    fail: Part = _NO_STEPS
    passed: Annotated[Part, Field(alias="pass")] = _NO_STEPS


class EffectModel(Document):
    """An effect of an act."""

    name: str | None = None
    modifiers: tuple[FilledModifier, ...] = ()
    conditions: tuple[Condition, ...] = ()
    flags: tuple[str, ...] = ()
    light: dict[str, int] | None = None
    on: tuple[Trigger, ...] = ()
    acts: tuple["Act", ...] = ()
    adds_up: StrictBool = False


class ApplyStep(StepModel):
    """An effect, by its name or as an object."""

    word = "apply"
    on_a_target = for_the_living = takes_no_word = fits_a_trap = True

    apply: str | EffectModel
    for_: Annotated[Lasts | None, Field(alias="for", description="By default, as long as the act lasts.")] = None
    ends: tuple[EndWord, ...] = ()
    retry: Retry | None = None
    on_end: Part = _NO_STEPS
    on_time_up: Part = _NO_STEPS
    level: Annotated[int | None, Field(ge=1, le=6, description="Of exhaustion.")] = None
    dc: Annotated[Count | None, Field(description="The DC to find it, or of its saves; by default, the caster's.")] = None
    by: Annotated[Literal["made", "target"] | None, Field(description="Its source: what the act has just made, or its first target, not its actor.")] = None


class ZoneModel(Document):
    """A part of a room in which something applies. `near`: whom it concerns; around its caster, whoever is said to be near it stands there."""

    shape: Literal["sphere", "cube", "cone", "line", "cylinder", "wall"]
    ft: Count
    near: Literal["all", "friends", "foes"] | None = None
    moves: int | Literal["with:self"] | None = None
    drifts: Annotated[StrictBool, Field(description="Whether it moves so far from its caster as each turn of that starts (SRD, Cloudkill).")] = False
    sweeps: Annotated[StrictBool, Field(description="Whether whoever it comes over enters it (SRD 5.2, Moonbeam).")] = False
    beside: Annotated[int | None, Field(ge=5, description="Of a wall: so many feet from one side, turns bring what they bring inside.")] = None
    winds: Annotated[StrictBool, Field(description="Whether it is a strong wind, which ends what disperses in it (SRD, Gust of Wind).")] = False
    headwind: Annotated[StrictBool, Field(description="Whether each foot inside costs two toward its caster (SRD, Gust of Wind).")] = False
    disperses: Annotated[StrictBool, Field(description="Whether a strong wind ends it (SRD, Fog Cloud).")] = False
    within: Annotated[int | None, Field(ge=5, description="Of a wall: the feet around it in which it acts as inside (SRD, Prismatic Wall).")] = None
    ring: Annotated[int | None, Field(ge=5, description="Of a wall: the feet across of the ring that it may be instead (SRD, Wall of Fire).")] = None
    lets: Annotated[
        tuple[LetsThrough, ...], Field(description="What passes a zone of no_passage all the same: sight, effects, or creatures of a type.")
    ] = ()
    rules: tuple[ZoneRule | str, ...] = ()
    apply: EffectModel | None = None
    on: tuple[Trigger, ...] = ()
    acts: tuple["Act", ...] = ()


class ZoneStep(StepModel):
    zone: ZoneModel

    word = "zone"
    for_oneself = takes_no_word = True
    for_: Annotated[Lasts | None, Field(alias="for")] = None


class PoolStep(StepModel):
    """Hit points that are divided among the targets, beginning with those that have the fewest."""

    word = "pool"
    for_the_living = takes_no_word = True

    pool: Amount
    up: Amount | Up | None = None
    order: Literal["hp"] = "hp"
    then: Part


class CheckStep(StepModel):
    """An ability check of each target, against a DC or another's check."""

    word = "check"
    for_others = fits_a_trap = True

    check: Annotated[Skill | Ability | Literal["spell"] | str, Field(description="A skill, an ability, a tool, spell, or a bonus: +8.")]
    mode: Mode | None = None
    dc: Count | None = None
    against: Skill | Ability | tuple[Skill | Ability, ...] | None = None
    passed: Annotated[Part, Field(alias="pass")] = _NO_STEPS
    fail: Part = _NO_STEPS


class TableStep(StepModel):
    """A roll on a table: rows "1", "2-6"."""

    word = "table"
    takes_no_word = fits_a_trap = True

    table: Amount
    rows: Annotated[Mapping[TableRow, Part], Field(min_length=1)]


class ChooseStep(StepModel):
    """One of several parts; the call names it in `choice`."""

    word = "choose"
    for_oneself = takes_no_word = True

    choose: Annotated[Mapping[str, Part], Field(min_length=1)]
    meant: Mapping[str, IfWord] = {}


class Material(Document):
    """Components with a price in gold pieces."""

    cost: float | None = None
    consumed: StrictBool = False
    what: str | None = None


class AnyOf(Document):
    """One of several prices."""

    any: Annotated[tuple[Spend, ...], Field(min_length=1)]


class Act(Document):
    """Something that a creature does, as files and game masters write it."""

    name: Name
    cost: Cost = "action"
    spend: Annotated[Spend | tuple[Spend, ...] | AnyOf | None, Field(description="What it uses up; every entry of a list.")] = None
    range: Annotated[int | Literal["self", "touch", "sight", "unlimited", "special"] | None, Field(description="Feet.")] = None
    floats: Annotated[int | None, Field(ge=5, description="Feet that what strikes moves first, from where it floats.")] = None
    targets: Targets = "self"
    area: ActArea | None = None
    within: Annotated[
        int | None, Field(ge=5, description="Feet around its creature in which its targets stand, if it has neither a range nor an area.")
    ] = None
    apart: Annotated[int | None, Field(ge=5, description="Feet from the first target at most in which the others stand.")] = None
    duration: Lasts | None = None
    duration_by_slot: Mapping[str, str] = {}
    concentration: StrictBool = False
    only: Annotated[tuple[str, ...], Field(description="Creature types that it works on.")] = ()
    needs: tuple[IfWord, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = {}
    several: Annotated[tuple[str, ...], Field(description="The choices of which a call may name more than one option.")] = ()
    defaults: Annotated[Mapping[str, str], Field(description="Choice: the option that counts where a call makes none.")] = {}
    when: Annotated[tuple[str, ...], Field(description="For a reaction: what it answers.")] = ()
    once: Once | None = None
    happens: Annotated[Literal["fall"] | None, Field(description="How the act affects its targets, which decides who may answer it.")] = (
        None
    )
    anywhere: Annotated[StrictBool, Field(description="Whether it also reaches creatures in other rooms.")] = False
    includes_self: Annotated[StrictBool, Field(description="Whether its creature is always one of its targets.")] = False
    after_death: Annotated[StrictBool, Field(description="Only a creature that has died plays it.")] = False
    steps: Part = ()
    description: Annotated[str | None, Field(max_length=LONGEST_DESCRIPTION)] = None
    aliases: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _defaults_are_options(self) -> "Act":
        if unknown := next((name for name, option in self.defaults.items() if option not in self.choices.get(name, ())), None):
            raise ValueError(f"defaults: {unknown!r} takes an option of a choice of that name in choices")
        return self

    @model_validator(mode="after")
    def _does_not_do_itself(self) -> "Act":
        if any(isinstance(s, DoStep) and s.do == self.name for s in _direct(self.steps)):
            raise ValueError(f"steps: do {self.name!r} means the act that does it; an act never plays itself")
        return self

    @cached_property
    def steps_by_path(self) -> dict[str, StepModel]:
        return dict(paths_of(self.steps))

    @cached_property
    def frees(self) -> bool:
        """Whether the act may end something that lies on a creature, such as a grapple or a web."""
        return any(isinstance(step, EndStep) for step in self.steps_by_path.values())

    @cached_property
    def meets_others(self) -> bool:
        """Whether the act meets what anybody in the room bears or has cast: it dispels, mends, identifies, lights, darkens, or ends an
        earlier casting.
        """
        return any(map(_meets_others, self.steps_by_path.values()))

    @property
    def adds_to_a_hit(self) -> bool:
        """Whether the act adds damage to an attack that has just hit; on a critical hit, its dice count twice (SRD 5.2, Divine Smite)."""
        is_after_one = any(word.partition(":")[0] == "hit" for word in self.when) and self.targets != "self"
        return is_after_one and any(isinstance(s, DamageStep | DoStep) for s in self.steps)

    @property
    def spends(self) -> tuple[str, ...]:
        """The resources that the act uses up; for `any`, the first resource."""
        if isinstance(self.spend, AnyOf):
            return self.spend.any[:1]
        return (self.spend,) if isinstance(self.spend, str) else self.spend or ()


_ABOUT_LIGHT: Final = RULES_OF_LIGHT | RULES_OF_DARKNESS | {DISPELS_LIGHT, DISPELS_DARKNESS}


ITEM_LORE: Final = "item_lore"
"""The gain of a caster who learns what a thing is (SRD, Identify)."""


def _meets_others(step: StepModel) -> bool:
    match step:
        case MendStep():
            return True
        case EndStep(end=end):
            return end == "earlier"
        case GainStep(gain=gain):
            return gain == ITEM_LORE
        case RemoveStep(remove=words):
            return any(word.startswith("spell<=") for word in words)
        case ZoneStep(zone=zone):
            return any(rule.partition(":")[0] in _ABOUT_LIGHT for rule in zone.rules)
        case ApplyStep(apply=effect):
            return isinstance(effect, EffectModel) and effect.light is not None
        case _:
            return False


class Spell(Act):
    """A spell: an act with a level, a school and the classes whose lists have it."""

    level: Annotated[int, Field(ge=0, le=9)]
    school: School
    classes: Annotated[tuple[str, ...], Field(description="The classes whose lists have it.")] = ()
    components: tuple[Literal["V", "S", "M"], ...] = ()
    material: Material | None = None
    ritual: StrictBool = False
    dismiss: Annotated[
        Literal["action", "free"] | None, Field(description="What its caster spends to end it early; concentration ends at will.")
    ] = None
    things: Annotated[StrictBool, Field(description="May be cast on a thing, which the call names as its target.")] = False
    held_by: Annotated[Literal["caster", "nobody"] | None, Field(description="Who alone may wear or carry that thing.")] = None

    @model_validator(mode="after")
    def _by_level(self) -> "Spell":
        if self.level and not self.spend:
            object.__setattr__(self, "spend", "slot")
        return self


class Rider(Document):
    """A change to another act: steps and values that it adds or sets."""

    rider: Annotated[str, Field(description="cast, attack, attack:finesse|ranged, hit, miss, act:NAME or school:NAME.")]
    name: str | None = None
    if_: Annotated[tuple[IfWord, ...], Field(alias="if")] = ()
    once: Once | None = None
    spend: Spend | None = None
    set: Mapping[str, str | int | bool] = {}
    auto: Annotated[StrictBool, Field(description="Whether it plays by itself, if it costs nothing.")] = True
    each: Annotated[Literal["hit"] | None, Field(description="hit: after an act, its steps play for each hit on the target.")] = None
    chosen: Annotated[str | None, Field(description="The choice of its bearer that names the acts, if any are chosen.")] = None
    steps: Part = ()


STEPS: Final[tuple[type[StepModel], ...]] = (
    AttackStep, SaveStep, *hit_points.STEPS, IfStep, ApplyStep, ZoneStep, MakeStep, BecomeStep, MoveStep, RemoveStep, GainStep, LoseStep, EndStep,
    PoolStep, CheckStep, TableStep, ChooseStep, DoStep, AnswerStep, SayStep, CorrodeStep, MendStep, SwitchStep,
)  # fmt: skip
"""Every kind of step, in the order in which the schema lists them."""
STEP_MODELS: Final[Mapping[str, type[StepModel]]] = {model.word: model for model in STEPS}
"""Step word → its model."""


def step_word(data: Any) -> str | None:
    """The step word of an object; None if it has none or several."""
    if isinstance(data, StepModel):
        return data.word
    if not isinstance(data, Mapping):
        return None
    found = [word for word in STEP_MODELS if word in data]
    # "become" and "zone" steps have a key that is a step word elsewhere, so the first step word decides
    return found[0] if len(found) == 1 else next((k for k in data if k in STEP_MODELS), None)


if TYPE_CHECKING:
    Step = StepModel
else:
    Step = Annotated[
        Union[tuple(Annotated[model, Tag(model.word)] for model in STEPS)],  # noqa: UP007, because the kinds are listed above and nowhere else
        Discriminator(
            step_word,
            custom_error_type="step_unknown",
            custom_error_message=f'needs exactly one step word: {", ".join(STEP_MODELS)}; a condition is applied by {{"apply": "prone"}}',
        ),
    ]


def _direct(steps: "Part") -> Iterator[StepModel]:
    """These steps and those within them, without the acts of effects."""
    for step in steps:
        yield step
        for name in type(step).model_fields:
            value = getattr(step, name)
            inner = [value] if isinstance(value, tuple) else value.values() if isinstance(value, Mapping) else ()
            for part in inner:
                if isinstance(part, tuple) and part and isinstance(part[0], StepModel):
                    yield from _direct(part)
