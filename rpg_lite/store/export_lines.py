"""The lines of an export, with a model for each part. The models are written by hand: a column that the tables gain later gets a default
here, which keeps today's files readable.
"""

from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, ValidationError, model_validator

from rpg_lite.meaning import parse
from rpg_lite.rules.extensible_words import LONGEST, PATTERN
from rpg_lite.store.thing_body_schema import Body, Closed, Count, Id, Name, Text
from rpg_lite.vocabulary import Direction, DoorState, ExitKind, Grip, Kind
from rpg_lite.world.clock import LAST_MINUTE
from rpg_lite.world.deeds import Deeds
from rpg_lite.world.world_model import EXIT_LETTER, JOURNAL_ID, KIND_LETTER, LAST_REV, WORLD_ID

MOST_REVS: Final = LAST_REV + 1
LAST_MOMENT: Final = 253_402_300_800_000
"""UTC milliseconds: the end of the year 9999."""
MOST_LETTERS: Final = 16 * 2**20

Rev = Annotated[int, Field(ge=0, lt=MOST_REVS)]
Place = Annotated[int, Field(ge=1, lt=MOST_REVS)]
Stamp = Annotated[int, Field(ge=0, lt=LAST_MOMENT)]
Word = Annotated[str, Field(max_length=1000)]
Priority = Annotated[float, Field(ge=-1000, le=1000)]
Minutes = Annotated[int, Field(ge=0, le=LAST_MINUTE)]


class RowLine(Closed):
    """A row as a line of its part, with the column names as keys."""

    model_config = {"alias_generator": None}


class ThingLine(RowLine):
    id: Id
    parent_id: Id | None
    kind: Kind
    name: Name
    quantity: Count
    attuned_to: Id | None
    qualified_name: Annotated[str, Field(min_length=1, max_length=500)] | None
    available: bool
    body: Body
    created_at: Stamp
    updated_at: Stamp
    deleted_at: Stamp | None

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        if wrong := thing_fault(self.id, self.kind, self.parent_id, self.quantity if self.deleted_at is None else 1, self.body):
            raise ValueError(wrong)
        return self


def thing_fault(id: str, kind: Kind, parent_id: str | None, quantity: int, body: Body) -> str | None:
    """The fault of a thing whose values all have the right types; None if it has no fault."""
    if (id == WORLD_ID) != (parent_id is None):
        return f"parent_id: expected none for {WORLD_ID}, and the enclosing bag for all others"
    if parent_id == id:
        return "parent_id: a thing cannot be inside itself"
    if id[0] != KIND_LETTER[kind] and not (id == WORLD_ID and kind == "container"):
        return f"id: an id of kind {kind} begins with {KIND_LETTER[kind]}"
    if quantity < 1:
        return "quantity: expected at least 1"
    if kind == "item" and (body.template is None) == (body.item is None):
        return "body: expected a template or an inline item"
    if kind == "data" and parent_id == JOURNAL_ID and None in (body.entry, body.text, body.minutes):
        return "body: an entry of the journal has entry, text and minutes"
    return None


class EquippedLine(RowLine):
    context_id: Id
    thing_id: Id
    slot: Annotated[str, Field(pattern=PATTERN, max_length=LONGEST)] | None
    grip: Grip | None
    priority: Priority
    created_at: Stamp
    deleted_at: Stamp | None


class ExitLine(RowLine):
    id: Annotated[str, Field(pattern=rf"^{EXIT_LETTER}(0|[1-9][0-9]{{0,9}})\.[1-9][0-9]{{0,9}}$")]
    from_room: Id
    label: Name
    direction: Direction
    to_room: Id | None
    kind: ExitKind
    state: DoorState
    hidden: bool
    key_name: Name | None
    dc: Annotated[int, Field(ge=0, le=40)] | None
    minutes: Annotated[int, Field(ge=0, le=100_000)]
    back: Id | None
    note: Text
    created_at: Stamp
    updated_at: Stamp
    deleted_at: Stamp | None


class Answer(RowLine):
    """The answer that belongs to a commit. Its other keys are passed to programs unchanged."""

    model_config = {"extra": "allow"}

    ok: bool = True
    text: Annotated[str, Field(max_length=MOST_LETTERS)] = ""
    rev: Rev | None = None
    results: tuple[dict[str, Any], ...] = ()


class CommitLine(RowLine):
    rev: Rev
    tool: Annotated[str, Field(min_length=1, max_length=1000)]
    request_id: Annotated[str, Field(min_length=1, max_length=1000)] | None
    request_hash: Word
    answer: Answer
    undoes: Rev | None
    back_to: Rev | None
    at: Stamp
    deed: Deeds | None = None

    @model_validator(mode="after")
    def _looks_back(self) -> Self:
        for field in ("undoes", "back_to"):
            earlier = getattr(self, field)
            if earlier is not None and earlier >= self.rev:
                raise ValueError(f"{field}: expected the rev of an earlier line")
        if self.answer.rev not in (None, self.rev):
            raise ValueError(f"answer.rev: expected {self.rev}")
        if self.request_id is not None and not {"ok", "rev", "text", "results"} <= self.answer.model_fields_set:
            raise ValueError("answer: expected ok, rev, text and results, since a repeated request gets it again")
        return self


class EventLine(RowLine):
    """An event. `world.events` has the models of the body, and `chronicle_verification` checks each against the world before it."""

    rev: Rev
    n: Place
    body: dict[str, Any]


class CallLine(RowLine):
    id: Annotated[str, Field(min_length=1, max_length=100)]
    parent_id: Annotated[str, Field(min_length=1, max_length=100)] | None
    kind: Literal["call", "result", "error", "timeout"]
    tag: Word
    operation: Word
    actor_id: Word | None
    room_id: Word | None
    item_key: Word | None
    rev: Rev | None
    code: Word | None
    ms: Annotated[float, Field(ge=0, le=LAST_MOMENT)] | None
    text: Text
    at: Stamp

    @model_validator(mode="after")
    def _is_one_of_two(self) -> Self:
        """Check that the line is either a call or the result of a call."""
        is_call = self.kind == "call"
        if is_call != (self.parent_id is None) or is_call != (self.ms is None):
            raise ValueError("kind: a call has neither parent_id nor ms, and its outcome has both")
        return self


def control_in(row: dict[str, Any]) -> str | None:
    """The key and the fault of a text with terminal control characters, or of a number that no store can keep."""
    if key := parse.control_in(row):
        return f"{key}: a text may contain no control characters except tabs and line ends"
    found = parse.no_number(row)
    return f"{found[0]}: {found[1]}" if found else None


def no_null(row: dict[str, Any]) -> str | None:
    """The key and the fault of a text with a null character, which some stores cannot keep. Others are cleaned only for display."""
    return next(
        (f"{key}: a text may contain no null character" for key, value in row.items() if isinstance(value, str) and "\0" in value), None
    )


def first_fault(error: ValidationError) -> str:
    """The field with the first fault, and the fault."""
    first = error.errors(include_url=False, include_input=False)[0]
    where, told = ".".join(map(str, first["loc"])), str(first["msg"]).removeprefix("Value error, ")
    return f"{where}: {told}" if where else told
