"""Traps of places: their triggers, the checks that find and disarm them, and the steps that they play with the place as the source."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool, model_validator

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import STEPS, AttackStep, CheckStep, SaveStep, Step, step_word
from rpg_lite.rules.acts.plain_steps import ActArea
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.acts.words import Sentence
from rpg_lite.rules.document_field_types import Document, Name
from rpg_lite.rules.lazy_validators import Late
from rpg_lite.rules.space.squares import read_square, read_squares
from rpg_lite.vocabulary import Skill, TrapTrigger

ALWAYS: Final = "always"
LOWEST_DC: Final = 1
HIGHEST_DC: Final = 40
DC = Annotated[int, Field(ge=LOWEST_DC, le=HIGHEST_DC, strict=True)]
FindingSkill = Literal["perception", "investigation", "arcana"]
FINDING: Final[tuple[FindingSkill, ...]] = get_args(FindingSkill)
"""The skills whose checks find traps."""
PERCEPTION: Final = "perception"
"""The skill whose checks find everything else that is hidden."""
THIEVES_TOOLS: Final = "Thieves' Tools"

LONGEST_SQUARES: Final = 2000
"""The most letters in the squares of a trap."""

NO_ROOM: Final = "at: only the trap of a room lies on squares"

PlaceKind = Literal["room", "passage", "door", "thing"]
DEEDS: Final[Mapping[PlaceKind, tuple[TrapTrigger, ...]]] = MappingProxyType(
    {"room": ("enter",), "passage": ("enter",), "door": ("enter", "open", "pick", "touch"), "thing": ("open", "pick", "take", "touch")}
)
"""The deeds that can happen at a place. A passage has nothing to open."""


def _listed(written: Any) -> Any:
    return (written,) if isinstance(written, str) else written


def _texts(written: Any) -> list[str]:
    """The entries of several words, which are no deeds; a single word is one, perhaps misspelt."""
    every = _listed(written)
    return [one for one in every if isinstance(one, str) and len(one.split()) > 1] if isinstance(every, list | tuple) else []


def _as_dc(written: Any) -> Any:
    """A plain number is the DC."""
    return {"dc": written} if isinstance(written, int) and not isinstance(written, bool) else written


def _as_squares(written: str) -> str:
    if read_squares(written) is None:
        raise ValueError(f"{written!r} is no square, such as C4, C4 C7 or B2-D4")
    return written.upper()


def _as_square(written: str) -> str:
    square = read_square(written)
    if square is None or square.z:
        raise ValueError(f"{written!r} is no square, such as C4")
    return written.strip().upper()


class Detection(Document):
    """The check that finds a trap."""

    dc: DC
    skill: Annotated[tuple[FindingSkill, ...], BeforeValidator(_listed, json_schema_input_type=FindingSkill | tuple[FindingSkill, ...])] = (
        "perception",
    )


class Disarming(Document):
    """The way to disarm a trap that is known. Without `dc` it takes no roll."""

    dc: DC | None = None
    skill: Skill | None = None
    tool: Name | None = None
    without_tool: Literal["disadvantage"] | None = None
    triggers: StrictBool = False
    say: Sentence | None = None

    @property
    def needed_tool(self) -> str | None:
        """The tool of the check: thieves' tools, if the trap names neither a tool nor a skill."""
        return self.tool or (THIEVES_TOOLS if self.dc is not None and self.skill is None else None)


class TrapRule(Document):
    """A trap. Next to the name of a trap of the book, the other keys change that trap."""

    name: Name
    aliases: tuple[str, ...] = ()
    trigger: Annotated[
        tuple[TrapTrigger, ...],
        BeforeValidator(_listed, json_schema_input_type=TrapTrigger | tuple[TrapTrigger, ...]),
    ] = ("enter",)
    cue: Annotated[Sentence | None, Field(description="What sets it off beside the deeds; the game master sends trap triggered.")] = None
    detect: Annotated[Detection | None, BeforeValidator(_as_dc, json_schema_input_type=DC | Detection | None)] = None
    disarm: Annotated[Disarming | None, BeforeValidator(_as_dc, json_schema_input_type=DC | Disarming | None)] = None
    at: Annotated[str, Field(min_length=1, max_length=LONGEST_SQUARES), AfterValidator(_as_squares)] | None = None
    from_: Annotated[Annotated[str, Field(min_length=1, max_length=10), AfterValidator(_as_square)] | None, Field(alias="from")] = None
    targets: Literal["1", "area"] = "1"
    area: ActArea | None = None
    magic: StrictBool = False
    times: Annotated[int, Field(ge=1, le=1000, strict=True)] | Literal["always"] = 1
    initiative: Annotated[int, Field(ge=-10, le=30, strict=True)] | None = None
    level: Annotated[int, Field(ge=1, le=20, strict=True)] = 1
    tables: dict[str, dict[int, int | float]] = {}
    steps: Annotated[tuple[Step, ...], Late()] = ()

    @model_validator(mode="before")
    @classmethod
    def _cue_apart(cls, data: Any) -> Any:
        """Read a trigger of several words as the cue that the game master waits for; without deeds beside it, no deed triggers the trap."""
        if not isinstance(data, dict) or not (cues := [one for one in _texts(data.get("trigger")) if one not in get_args(TrapTrigger)]):
            return {**data, "trigger": ()} if isinstance(data, dict) and data.get("cue") and "trigger" not in data else data
        told = [*([data["cue"]] if data.get("cue") else []), *cues]
        deeds = [one for one in _listed(data["trigger"]) if one not in cues]
        return {**data, "trigger": deeds, "cue": "; ".join(told)}

    @model_validator(mode="after")
    def _is_played_by_a_place(self) -> "TrapRule":
        if not self.trigger and not self.cue:
            raise ValueError("trigger: takes at least 1 deed, or a cue in words of your own")
        wrong = next(_unfit_for_a_place(self), None)
        if wrong:
            raise ValueError(wrong)
        if self.initiative is not None and self.times == 1:
            raise ValueError("initiative needs more plays than one: give times, such as 5 or always")
        return self

    @property
    def numbers(self) -> dict[str, int | float]:
        """The values of its formulas: its level, and its tables at that level."""
        rows = {name: [n for n in table if n <= self.level] for name, table in self.tables.items()}
        return {"level": self.level, **{f"table:{name}": self.tables[name][max(steps)] for name, steps in rows.items() if steps}}

    @property
    def told_trigger(self) -> str:
        """The deeds, and the cue in the words of the game master."""
        return " or ".join((*self.trigger, *([f'"{self.cue}" (on your word: trap triggered)'] if self.cue else [])))

    def is_triggered_by(self, event: TrapTrigger) -> bool:
        """Whether the event triggers it: a hand on the thing is a touch, whatever the hand does."""
        return event in self.trigger or (event != "enter" and "touch" in self.trigger)

    def waits_in_vain(self, place: PlaceKind) -> bool:
        """Whether nothing that anybody does at such a place can trigger it."""
        return not any(self.is_triggered_by(deed) for deed in DEEDS[place])

    def is_spent_after(self, times: int) -> bool:
        return self.times != ALWAYS and times >= int(self.times)


def _unfit_for_a_place(rule: TrapRule) -> Iterator[str]:
    for step in walk(rule.steps):
        word = step_word(step)
        if not step.fits_a_trap:
            named = getattr(step, "do", None)
            if isinstance(named, str) and names.fold(named) == names.fold(rule.name):
                yield f"steps: do {named!r} is the trap itself; a trap never triggers itself"
            allowed = ", ".join(model.word for model in STEPS if model.fits_a_trap)
            yield f"steps: a place cannot play the step {word!r}; allowed: {allowed}"
        if step.to in ("self", "source"):
            yield f"steps: {word} goes to {step.to!r}, which is the place; leave out to"
        yield from _unfit_numbers(step)


def _unfit_numbers(step: StepModel) -> Iterator[str]:
    match step:
        case AttackStep(attack=str(bonus)) if "{" not in bonus and not bonus.lstrip("+").isdecimal():
            yield f"steps: attack takes the bonus of the trap, such as 8, not {bonus!r}"
        case SaveStep(dc=None) | CheckStep(dc=None):
            yield f"steps: the {step_word(step)} of a trap needs a dc of its own, such as 15"
        case CheckStep(check="spell"):
            yield "steps: check takes a skill or an ability here; a place casts no spells"
        case SaveStep(dc=dc) | CheckStep(dc=dc) if dc is not None and str(dc).isdecimal() and not LOWEST_DC <= int(dc) <= HIGHEST_DC:
            yield f"steps: dc is {dc}; takes {LOWEST_DC} to {HIGHEST_DC}"
