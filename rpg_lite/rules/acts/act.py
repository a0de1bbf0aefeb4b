"""The act: its cost, what it spends, whom it reaches, and its steps. A spell is an act with a level."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

from pydantic import Field, ValidationInfo, model_validator

from rpg_lite.rules.acts import steps
from rpg_lite.rules.acts.steps import Area, DoStep, Part, SayStep, Step, StepModel, Trigger
from rpg_lite.rules.acts.words import Amount, Cost, IfWord, Lasts, Once, School, Sentence, Spend, Targets
from rpg_lite.rules.document_fields import Document, Name

LONGEST_DESCRIPTION: Final = 600


class Material(Document):
    """Components with a price in gold pieces."""

    cost: float | None = None
    consumed: bool = False
    what: str | None = None


class AnyOf(Document):
    """One of several prices."""

    any: Annotated[tuple[Spend, ...], Field(min_length=1)]


class Act(Document):
    """Something that a creature does, as files and game masters write it."""

    name: Name
    cost: Cost = "action"
    spend: Annotated[Spend | tuple[Spend, ...] | AnyOf | None, Field(description="What it uses up; of a list, all.")] = None
    range: Annotated[int | Literal["self", "touch", "sight", "unlimited", "special"] | None, Field(description="Feet.")] = None
    targets: Targets = "self"
    area: Area | None = None
    duration: Lasts | None = None
    duration_by_slot: Mapping[str, str] = {}
    concentration: bool = False
    only: Annotated[tuple[str, ...], Field(description="Creature types that it works on.")] = ()
    needs: tuple[IfWord, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = {}
    when: Annotated[tuple[str, ...], Field(description="Of a reaction: what it answers.")] = ()
    once: Once | None = None
    steps: Part = ()
    description: Annotated[str | None, Field(max_length=LONGEST_DESCRIPTION)] = None
    aliases: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _does_not_do_itself(self, info: ValidationInfo) -> "Act":
        if any(isinstance(s, DoStep) and s.do == self.name for s in walk(self.steps, inner_acts=False)):
            raise ValueError(f"steps: do {self.name!r} means the act that does it; an act never plays itself")
        return self

    @property
    def spends(self) -> tuple[str, ...]:
        """What it uses up; of `any` the first."""
        if isinstance(self.spend, AnyOf):
            return self.spend.any[:1]
        return (self.spend,) if isinstance(self.spend, str) else self.spend or ()


class InnerAct(Act):
    """An act that an effect, a zone or a creature brings."""


class Spell(Act):
    """A spell: an act with a level, a school and the classes whose lists have it."""

    level: Annotated[int, Field(ge=0, le=9)]
    school: School
    classes: Annotated[tuple[str, ...], Field(description="The classes whose lists have it.")] = ()
    components: tuple[Literal["V", "S", "M"], ...] = ()
    material: Material | None = None
    ritual: bool = False

    @model_validator(mode="after")
    def _by_level(self) -> "Spell":
        if self.level and not self.spend:
            object.__setattr__(self, "spend", "slot")
        return self


class Rider(Document):
    """A change to another act: what it adds to it, or sets of it."""

    rider: Annotated[str, Field(description="cast, attack, attack:finesse|ranged, hit, miss, act:NAME or school:NAME.")]
    name: str | None = None
    if_: Annotated[tuple[IfWord, ...], Field(alias="if")] = ()
    once: Once | None = None
    spend: Spend | None = None
    set: Mapping[str, str | int | bool] = {}
    steps: Part = ()


def walk(parts: tuple[StepModel, ...] | str, inner_acts: bool = True) -> Iterator[StepModel]:
    """Every step of these, and of the parts within them; `inner_acts`: also of the acts that their effects bring."""
    if isinstance(parts, str):
        return
    for step in parts:
        yield step
        for inner in parts_of(step, inner_acts):
            yield from walk(inner, inner_acts)


def parts_of(step: StepModel, inner_acts: bool = True) -> Iterator[tuple[StepModel, ...]]:
    """The lists of steps within a step."""
    for name in type(step).model_fields:
        value = getattr(step, name)
        if isinstance(value, tuple) and value and isinstance(value[0], StepModel):
            yield value
        elif isinstance(value, Mapping):
            yield from (v for v in value.values() if isinstance(v, tuple))
        elif isinstance(value, steps.EffectModel | steps.ZoneModel):
            yield from (t.then for t in value.on)
            yield from (a.steps for a in value.acts if inner_acts)
        elif isinstance(value, steps.Retry):
            yield from (value.fail, value.passed)


for _model in (steps.EffectModel, steps.ZoneModel, *steps.STEP_MODELS.values(), Trigger, steps.Retry, Act, InnerAct, Spell, Rider):
    _model.model_rebuild(_types_namespace={"InnerAct": InnerAct, "Step": Step, **vars(steps)})

__all__ = ["Act", "Amount", "AnyOf", "InnerAct", "Material", "Rider", "SayStep", "Sentence", "Spell", "parts_of", "walk"]
