"""The steps of an act. A step is an object with exactly one step word; the other keys are that word's own."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Discriminator, Field, Tag, model_validator

from rpg_lite.rules.acts.words import (
    Amount,
    Count,
    DealtType,
    EndWord,
    IfWord,
    Kind,
    Lasts,
    Once,
    Sentence,
    TriggerEvent,
    Whom,
    ZoneRule,
    sampled,
)
from rpg_lite.rules.document_fields import Document
from rpg_lite.rules.modifiers import ModifierField
from rpg_lite.rules.word_checks import Condition
from rpg_lite.vocabulary import Ability, Mode, Skill

Half = Literal["half"]
Part = Annotated[tuple["Step", ...], Field(max_length=100)]
_NO_STEPS: Final[tuple["Step", ...]] = ()


class StepModel(Document):
    """`to` turns a step to somebody else than its target."""

    to: Whom | None = None


class Up(Document):
    """Dice for every so many slot levels above the spell's own: {"add": "1d8", "per": 2}."""

    add: Amount
    per: Annotated[int, Field(ge=1, le=9)] = 1


class AttackStep(StepModel):
    """An attack roll against each target, or so many shots."""

    attack: Annotated[Literal["spell", "weapon", "natural"] | int, Field(description="Its bonus: the caster's, the weapon's, or a number.")]
    kind: Kind = "melee"
    reach: Annotated[int | None, Field(ge=0, description="Feet.")] = None
    times: Annotated[Count | None, Field(description="Shots, shared among the targets.")] = None
    mode: Mode | None = None
    hit: Part = _NO_STEPS
    miss: Part | Half = _NO_STEPS


class SaveStep(StepModel):
    """A saving throw of each target."""

    save: Annotated[Ability | tuple[Ability, ...], Field(description="Of a list, the better one.")]
    dc: Annotated[Count | None, Field(description="Left out: the caster's.")] = None
    fail: Part = _NO_STEPS
    passed: Annotated[Part | Half, Field(alias="pass", description="half: half of the damage under fail.")] = _NO_STEPS
    by: Annotated[Mapping[str, Part], Field(description="What also happens where the save fails by so many.")] = {}
    vs: Annotated[tuple[str, ...] | str, Field(description="What it is against: poison, charm, fear …")] = ()
    mode: str | None = None


class DamageStep(StepModel):
    """Damage to each target; rolled once for all of them."""

    damage: Amount
    type: DealtType
    up: Amount | Up | None = None
    cantrip: bool = False
    times: Count | None = None
    max: Count | None = None


class HealStep(StepModel):
    """Hit points back."""

    heal: Amount
    up: Amount | Up | None = None
    cantrip: bool = False
    max: Count | None = None


class TempHpStep(StepModel):
    """Temporary hit points."""

    temp_hp: Amount
    up: Amount | Up | None = None
    max: Count | None = None


class ReviveStep(StepModel):
    """A dead creature lives, with so many hit points."""

    revive: Amount


class IfStep(StepModel):
    """Steps under conditions, which must all hold; words joined by | are alternatives, `not` negates the whole entry."""

    if_: Annotated[tuple[IfWord, ...], Field(alias="if", min_length=1)]
    then: Part = _NO_STEPS
    else_: Annotated[Part, Field(alias="else")] = _NO_STEPS


class FilledModifier(Document):
    """A modifier whose value may be a formula, filled in when the effect is laid; the other keys as in `Modifier`."""

    target: str
    op: str
    value: Any = None
    cap: int | None = None
    when: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    group: str | None = None
    damage_type: str | None = None
    magical: bool = False
    aura_ft: int | None = None

    @model_validator(mode="after")
    def _is_a_modifier(self) -> "FilledModifier":
        if "{" not in self.target:
            _Checked.model_validate({"modifier": self.as_modifier(lambda text: _number(sampled(text)))})
        return self

    def as_modifier(self, filled: Any) -> dict[str, Any]:
        """The modifier as a file has it, each text with a formula changed by `filled`."""
        row = {k: v for k, v in self.model_dump(by_alias=True, exclude_unset=True).items()}
        return {k: filled(v) if isinstance(v, str) and "{" in v else v for k, v in row.items()}


class _Checked(Document):
    modifier: ModifierField


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


class Trigger(Document):
    """Steps that play when something happens."""

    on: TriggerEvent
    by: Literal["source", "bearer", "anyone"] | None = None
    if_: Annotated[tuple[IfWord, ...], Field(alias="if")] = ()
    then: Part
    once: Once | None = None
    auto: bool = True


class Retry(Document):
    """A repeated save with an outcome: after `need` passes it ends, after `need` failures `fail` plays."""

    at: Literal["turn_end", "turn_start", "dawn", "damage"]
    need: Annotated[int, Field(ge=1, le=10)] = 1
    fail: Part = _NO_STEPS
    passed: Annotated[Part, Field(alias="pass")] = _NO_STEPS


class EffectModel(Document):
    """An effect that an act lays."""

    name: str | None = None
    modifiers: tuple[FilledModifier, ...] = ()
    conditions: tuple[Condition, ...] = ()
    flags: tuple[str, ...] = ()
    light: dict[str, int] | None = None
    on: tuple[Trigger, ...] = ()
    acts: tuple["InnerAct", ...] = ()


class ApplyStep(StepModel):
    """An effect, by its name or as an object."""

    apply: str | EffectModel
    for_: Annotated[Lasts | None, Field(alias="for", description="Left out: as long as the act lasts.")] = None
    ends: tuple[EndWord, ...] = ()
    retry: Retry | None = None
    on_end: Part = _NO_STEPS
    level: Annotated[int | None, Field(ge=1, le=6, description="Of exhaustion.")] = None


class ZoneModel(Document):
    """A part of a room in which something holds."""

    shape: Literal["sphere", "cube", "cone", "line", "cylinder", "wall"]
    ft: Count
    moves: int | Literal["with:self"] | None = None
    rules: tuple[ZoneRule | str, ...] = ()
    apply: EffectModel | None = None
    on: tuple[Trigger, ...] = ()
    acts: tuple["InnerAct", ...] = ()


class ZoneStep(StepModel):
    zone: ZoneModel
    for_: Annotated[Lasts | None, Field(alias="for")] = None


class MakeStep(StepModel):
    """New creatures."""

    make: str
    count: Count | None = None
    up: Count | None = None
    for_: Annotated[Lasts | None, Field(alias="for")] = None


class BecomeStep(StepModel):
    """Another form; the true sheet stays."""

    become: str
    keep: tuple[str, ...] = ()
    hp: Literal["own", "form", "temp"] = "form"
    for_: Annotated[Lasts | None, Field(alias="for")] = None


class MoveStep(StepModel):
    """Movement, which is told; `toRoom` of the call moves to another room."""

    move: int | Count
    how: Literal["push", "pull", "teleport", "fly", "walk"] | None = None
    what: Literal["zone"] | None = None


class RemoveStep(StepModel):
    """Ends conditions and effects: "charmed", "curse", "exhaustion:1", "spell<=slot"."""

    remove: tuple[str, ...]
    one: bool = False
    dc: Count | None = None


class GainStep(StepModel):
    """What comes back or is added: "resource:ki", "slot", "action"."""

    gain: str
    n: Count = "1"


class LoseStep(StepModel):
    """What is lost: "life", "tempHp", "resource:ki"."""

    lose: str
    n: Count = "1"


class EndStep(StepModel):
    """Ends an effect by its name, "form", or "this"."""

    end: str


class PoolStep(StepModel):
    """Hit points that are shared out among the targets, those with the fewest first."""

    pool: Amount
    up: Amount | Up | None = None
    order: Literal["hp"] = "hp"
    then: Part


class CheckStep(StepModel):
    """An ability check of each target, against a DC or another's check."""

    check: Annotated[Skill | Ability | Literal["spell"] | str, Field(description="A skill, an ability, a tool, or spell.")]
    dc: Count | None = None
    against: Skill | Ability | tuple[Skill | Ability, ...] | None = None
    passed: Annotated[Part, Field(alias="pass")] = _NO_STEPS
    fail: Part = _NO_STEPS


class TableStep(StepModel):
    """A roll on a table: rows "1", "2-6"."""

    table: Amount
    rows: Mapping[str, Part]


class ChooseStep(StepModel):
    """One of several parts; the call names it in `choice`."""

    choose: Mapping[str, Part]


class DoStep(StepModel):
    """Another act. With `part` it belongs to the same cast."""

    do: str
    times: Count | None = None
    slot: Count | None = None
    dc: Count | None = None
    bonus: int | None = None
    part: bool = False


class AnswerStep(StepModel):
    """A change to the act that is being answered."""

    answer: Literal["halve", "reroll", "succeed", "cancel", "cancel:slot_kept"] | dict[str, Amount]


class SayStep(StepModel):
    """A sentence of ours for the table; `open` where a number or a ruling is left to the game master."""

    say: Sentence
    open: bool = False


STEP_MODELS: Final[Mapping[str, type[StepModel]]] = {
    "attack": AttackStep, "save": SaveStep, "damage": DamageStep, "heal": HealStep, "tempHp": TempHpStep, "revive": ReviveStep,
    "if": IfStep, "apply": ApplyStep, "zone": ZoneStep, "make": MakeStep, "become": BecomeStep, "move": MoveStep, "remove": RemoveStep,
    "gain": GainStep, "lose": LoseStep, "end": EndStep, "pool": PoolStep, "check": CheckStep, "table": TableStep, "choose": ChooseStep,
    "do": DoStep, "answer": AnswerStep, "say": SayStep,
}  # fmt: skip
"""Step word → its model."""


def step_word(data: Any) -> str | None:
    """The step word of an object; None where it has none or several."""
    if isinstance(data, StepModel):
        return next(word for word, model in STEP_MODELS.items() if type(data) is model)
    if not isinstance(data, Mapping):
        return None
    found = [word for word in STEP_MODELS if word in data]
    # "become" and "zone" have a key that is a step word elsewhere; the first key that is one decides
    return found[0] if len(found) == 1 else next((k for k in data if k in STEP_MODELS), None)


Step = Annotated[
    Annotated[AttackStep, Tag("attack")] | Annotated[SaveStep, Tag("save")] | Annotated[DamageStep, Tag("damage")]
    | Annotated[HealStep, Tag("heal")] | Annotated[TempHpStep, Tag("tempHp")] | Annotated[ReviveStep, Tag("revive")]
    | Annotated[IfStep, Tag("if")] | Annotated[ApplyStep, Tag("apply")] | Annotated[ZoneStep, Tag("zone")]
    | Annotated[MakeStep, Tag("make")] | Annotated[BecomeStep, Tag("become")] | Annotated[MoveStep, Tag("move")]
    | Annotated[RemoveStep, Tag("remove")] | Annotated[GainStep, Tag("gain")] | Annotated[LoseStep, Tag("lose")]
    | Annotated[EndStep, Tag("end")] | Annotated[PoolStep, Tag("pool")] | Annotated[CheckStep, Tag("check")]
    | Annotated[TableStep, Tag("table")] | Annotated[ChooseStep, Tag("choose")] | Annotated[DoStep, Tag("do")]
    | Annotated[AnswerStep, Tag("answer")] | Annotated[SayStep, Tag("say")],
    Discriminator(
        step_word,
        custom_error_type="step_unknown",
        custom_error_message=f"needs exactly one step word: {', '.join(STEP_MODELS)}",
    ),
]  # fmt: skip


class Area(Document):
    """An area in feet."""

    shape: Literal["sphere", "cube", "cone", "line", "cylinder", "wall"]
    ft: Count
