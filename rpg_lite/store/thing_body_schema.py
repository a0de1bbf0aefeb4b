"""The body of a thing in an imported file: every key that the program writes, with the values that it can read."""

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from rpg_lite.meaning import parse
from rpg_lite.mechanics.journal.journal_entries import EntryKind
from rpg_lite.rules import names
from rpg_lite.rules.character_document import StoredCharacter
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.prices import BuyingRate, Rate
from rpg_lite.rules.sheet_document import ConditionEntry, EffectEntry
from rpg_lite.rules.space.features import FARTHEST_LIGHT, GroundFault
from rpg_lite.rules.space.ground import MOST_FEATURES, ground_of
from rpg_lite.rules.space.squares import HIGHEST_LEVEL, LOWEST_LEVEL, MOST_SQUARES, SQUARE_FEET
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.vocabulary import Direction, DoorState, ExitKind, FeatureWord, Mode, Movement, Penalty, QuestKind, QuestStatus, RoomLight
from rpg_lite.world.ground_states import FeatureState
from rpg_lite.world.map_plans import Area

LARGEST: Final = parse.LARGEST
MOST_STEPS: Final = 400
"""The most steps of one way."""
LONGEST_KEPT: Final = 100_000
"""The maximum number of characters in one text. People write shorter texts, but descriptions of tools come from servers."""


class Closed(BaseModel):
    """A model with exactly the stored camelCase keys, each with its type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, alias_generator=to_camel)


def _name(text: str) -> str:
    if wrong := names.fault_in_name(text):
        raise ValueError(wrong)
    return text


Text = Annotated[str, Field(max_length=LONGEST_KEPT)]
Name = Annotated[str, AfterValidator(_name)]
Id = Annotated[str, Field(pattern=r"^(w|[a-z](0|[1-9][0-9]{0,9})\.[1-9][0-9]{0,9})$")]
CastId = Annotated[str, Field(pattern=r"^k(0|[1-9][0-9]{0,9})\.[1-9][0-9]{0,9}$")]
TurnEdgeText = Annotated[str, Field(pattern=r"^(turn_start|turn_end):c(0|[1-9][0-9]{0,9})\.[1-9][0-9]{0,9}$")]
Count = Annotated[int, Field(ge=0, le=LARGEST)]
Number = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]


def _item(document: dict[str, Any]) -> dict[str, Any]:
    """Check little more than the name, because an item that this version does not understand is kept, and shown as broken."""
    if not isinstance(document.get("name"), str):
        raise ValueError("name: expected text")
    _name(document["name"])
    if not isinstance(document.get("container", {}), dict | None):
        raise ValueError("container: expected an object")
    return document


class State(Closed):
    """The differences from a new thing of its kind."""

    base: Name | None = None
    variant: Name | None = None
    identified: bool | None = None
    charges: Number | None = None
    uses_remaining: Number | None = None
    active: tuple[Text, ...] = ()
    parameters: dict[Text, Number] = {}
    ends: dict[Text, Count] = {}
    used: dict[Text, Count] = {}
    vanishes: Count | None = None
    corroded: dict[Penalty, Annotated[Count, Field(ge=1)]] = {}


class RepeatedSavesBody(Closed):
    passes: Count = 0
    failures: Count = 0


class LastingBody(ConditionEntry):
    """A condition, the round of the campaign in which it ends, the start or end of the turn in that round, the creature that caused it, the
    cast, the appearance of its cause to players, and the saves that its bearer repeated.
    """

    ends: Count | None = None
    until: TurnEdgeText | None = None
    by: Id | None = None
    cast: CastId | None = None
    look: Name | None = None
    tried: RepeatedSavesBody | None = None


class LastingEffect(EffectEntry):
    """An effect, with the same values as a condition, the minute from which what it brings by the clock is counted, and where what it has made
    floats.
    """

    since: Count | None = None
    stands: "SpotBody | None" = None
    ends: Count | None = None
    until: TurnEdgeText | None = None
    by: Id | None = None
    cast: CastId | None = None
    look: Name | None = None
    tried: RepeatedSavesBody | None = None


FARTHEST: Final = 10_000
"""Feet: the largest area of an act."""
Eighths = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST)]
"""A number of eighths of a square."""


class ZoneAreaBody(Closed):
    """The squares on which a zone lies."""

    room: Id
    shape: Literal["sphere", "cylinder", "cone", "line", "cube", "emanation", "wall"]
    ft: Annotated[int, Field(ge=1, le=FARTHEST)]
    at: tuple[Eighths, Eighths]
    z: Annotated[int, Field(ge=LOWEST_LEVEL, le=HIGHEST_LEVEL)] | None = None
    n: Annotated[int, Field(ge=1, le=MOST_SQUARES)] | None = None
    toward: tuple[Eighths, Eighths, Eighths] | None = None
    width: Annotated[int, Field(ge=5, le=FARTHEST)] | None = None
    height: Annotated[int, Field(ge=1, le=FARTHEST)] | None = None
    way: Annotated[tuple[tuple[Eighths, Eighths], ...], Field(max_length=MOST_FEATURES)] | None = None
    spreads: bool | None = None
    around: Annotated[int, Field(ge=1, le=MOST_SQUARES)] | None = None
    on: Id | None = None
    spare: tuple[Id, ...] = ()
    side: Literal[-1, 1] | None = None
    ring: bool | None = None


class ZoneBody(Closed):
    """A zone, which is stored with its caster."""

    act: Name
    at: Text
    steps: tuple[dict[str, Any], ...] | None = None
    inside: tuple[Id, ...] = ()
    slot: int | None = None
    dc: int | None = None
    mod: int | None = None
    choice: dict[str, str] | None = None
    duration: Text | None = None
    ends: Count | None = None
    until: Text | None = None
    area: ZoneAreaBody | None = None


class FormBody(Closed):
    """The form that a creature has taken, and its own hit points, if the hit points of the form count."""

    creature: Name
    cast: CastId
    points: Literal["form", "own", "temp", "lent"]
    hp: Count | None = None
    keep: tuple[Text, ...] = ()
    until: tuple[Text, ...] = ()
    gear: Literal["falls", "worn"] | None = None


class DyingBody(Closed):
    successes: Annotated[int, Field(ge=0, le=3)] | None = None
    failures: Annotated[int, Field(ge=0, le=3)] | None = None
    stable: bool | None = None
    wakes: Count | None = None


class ConcentrationBody(Closed):
    effect: Text
    on: tuple[Id, ...]
    cast: CastId | None = None
    mode: Mode | None = None


SquareNumber = Annotated[int, Field(ge=0, lt=MOST_SQUARES)]
SquareCount = Annotated[int, Field(ge=1, le=MOST_SQUARES)]


Level = Annotated[int, Field(ge=LOWEST_LEVEL, le=HIGHEST_LEVEL, multiple_of=SQUARE_FEET)]


class FighterBody(Closed):
    id: Id
    initiative: Number
    surprised: bool | None = None


class TriedBody(Closed):
    """The locks of exits and of chests that somebody failed to open in this round of the campaign."""

    at: Count
    locks: tuple[Text, ...]


class ShotBody(Closed):
    """Ammunition that was used up; its body is the body of an item."""

    by: Id
    thing: Id
    name: Name
    body: "Body"
    count: Annotated[int, Field(ge=1, le=LARGEST)]


class DoneActBody(Closed):
    by: Id
    act: Text
    cost: Text
    round: Annotated[int, Field(ge=1, le=LARGEST)]
    turn: Count
    whose: Id | None = None
    again: bool | None = None
    feet: Annotated[int, Field(ge=0, le=LARGEST)] | None = None
    mode: Movement | None = None
    way: Annotated[tuple[tuple[SquareNumber, SquareNumber, Level], ...], Field(max_length=MOST_STEPS + 1)] = ()


Leaf = Annotated[str, Field(pattern=r"^n\d+_\d+$")]
"""The key of an entry that is stored separately: the rev, and the place within it."""


class FightBody(Closed):
    round: Annotated[int, Field(ge=1, le=LARGEST)]
    turn: Count
    again: Id | None = None
    order: Annotated[tuple[FighterBody, ...], Field(min_length=1)]
    spent: tuple[ShotBody, ...] = ()
    shots: dict[Leaf, ShotBody] = {}
    acts: dict[Leaf, DoneActBody] = {}
    left: dict[Leaf, Id] = {}
    room: Id | None = None
    space: Literal["measured"] | None = None


class LatchBody(Closed):
    """The exit that a thing opens when it is loaded, with the required load in pounds and the current load in thousandths of a pound."""

    way: Text
    room: Id
    lb: Annotated[int, Field(ge=0, le=LARGEST)]
    load: Number | None = None


class ShopBody(Closed):
    """The rates of a shop: its prices, and those that it pays, as multiples of the value."""

    prices: Rate
    buys_at: BuyingRate


def _whole_trap(document: dict[str, Any]) -> dict[str, Any]:
    """Require the keys of a trap; its words are compared with the book only when it is triggered."""
    TrapRule.model_validate(document)
    return document


class TrapBody(Closed):
    """A trap of a place: its name in the book, or the whole trap; its state; and whether the party knows it."""

    trap: Name | Annotated[dict[str, Any], AfterValidator(_whole_trap)]
    is_: Annotated[Literal["acting", "triggered", "disarmed"] | None, Field(alias="is")] = None
    found: bool | None = None
    times: Count | None = None
    initiative: int | None = None


class RememberedWay(Closed):
    """An exit as the party last saw it; `unseen` if the party never saw it."""

    unseen: bool | None = None
    label: Text | None = None
    direction: Direction | None = None
    to: Id | None = None
    kind: ExitKind | None = None
    state: DoorState | None = None
    minutes: Count | None = None
    back: Id | None = None


class MapGroupBody(Closed):
    """The map that a room came with: rooms of one map keep their relative places."""

    id: Text
    name: Name
    level: Annotated[int, Field(ge=1, le=20, strict=True)] | None = None
    heroes: Annotated[int, Field(ge=1, le=12, strict=True)] | None = None


class SpotBody(Closed):
    """The place of a thing in a room: its north-west square, its level in feet, and whether it holds on there, half-way up a climb."""

    room: Id
    x: SquareNumber
    y: SquareNumber
    z: Level | None = None
    holds: bool | None = None


LightFeet = Annotated[int, Field(ge=0, le=FARTHEST_LIGHT)]


class FeatureBody(Closed):
    """A feature of a ground, with the squares or edges on which it lies."""

    is_: Annotated[FeatureWord, Field(alias="is")]
    at: Text
    called: Name | None = None
    ft: Annotated[int, Field(ge=1, le=HIGHEST_LEVEL)] | None = None
    climb: bool | None = None
    hidden: bool | None = None
    light: tuple[LightFeet, LightFeet] | None = None
    obscures: Literal["lightly", "heavily"] | None = None
    door: DoorState | None = None
    dc_to_find: Annotated[int, Field(ge=1, le=40)] | None = None


class GroundBody(Closed):
    """The ground of a room, whose features lie on it."""

    w: SquareCount | None = None
    h: SquareCount | None = None
    features: Annotated[dict[Leaf, FeatureBody], Field(max_length=MOST_FEATURES)] = {}
    exits: dict[Annotated[str, Field(pattern=r"^e\d+_\d+$")], tuple[SquareNumber, SquareNumber]] = {}

    @model_validator(mode="after")
    def _features_lie_on_it(self) -> "GroundBody":
        document = self.model_dump(mode="json", by_alias=True, exclude_none=True)
        w, h = (self.w, self.h) if self.w and self.h else (MOST_SQUARES, MOST_SQUARES)
        features = [FeatureState.of(kept).feature for kept in document["features"].values()]
        try:
            ground_of(w, h, features)
        except GroundFault as fault:
            raise ValueError(str(fault)) from fault
        return self


class FocusBody(Closed):
    thread: Id
    on: Id
    name: Text
    talkers: dict[Id, Text] | None = None
    second: Id | Literal["gm"] | None = None


class Body(Closed):
    """The body of any kind of thing; a test keeps the keys equal to the keys that the program writes."""

    description: Text | None = None
    secret: Text | None = None
    vibe: Text | None = None
    at: Area | None = None
    outside: bool | None = None
    light: RoomLight | None = None
    region: Text | None = None
    notes: tuple[Text, ...] = ()
    seen: Literal["seen", "visited"] | None = None
    doors: tuple[Text, ...] = ()
    remembered: dict[Text, RememberedWay] = {}
    map: MapGroupBody | None = None
    near: dict[Annotated[str, Field(pattern=r"^c\d+_\d+~c\d+_\d+$")], Literal[True]] = {}
    ground: GroundBody | None = None
    spot: SpotBody | None = None

    template: Text | None = None
    item: Annotated[dict[str, Any], AfterValidator(_item)] | None = None
    state: State | None = None
    hidden: bool | None = None
    locked: bool | None = None
    opens: LatchBody | None = None
    key_name: Name | None = None
    dc: Annotated[int, Field(ge=0, le=40)] | None = None
    dc_to_find: Annotated[int, Field(ge=0, le=40)] | None = None
    tags: tuple[Text, ...] = ()
    shop: ShopBody | None = None
    price: Count | None = None
    scenes: tuple[Text, ...] = ()
    traps: dict[Annotated[str, Field(pattern=r"^(here|e\d+_\d+)$")], TrapBody] = {}

    sheet: StoredCharacter | None = None
    hp: Count | None = None
    temp_hp: Count | None = None
    temp_hp_cast: CastId | None = None
    spent: dict[Annotated[str, Field(pattern=r"^\w+$")], Count] = {}
    dying: DyingBody | None = None
    dead: bool | None = None
    died_at: Count | None = None
    played_dead: tuple[Name, ...] = ()
    conditions: tuple[LastingBody, ...] = ()
    effects: tuple[LastingEffect, ...] = ()
    concentration: ConcentrationBody | None = None
    rested_at: Count | None = None
    short_rest_at: Count | None = None
    milestones: Count | None = None
    xp_awarded: bool | None = None
    tried: TriedBody | None = None
    zones: dict[Annotated[str, Field(pattern=r"^k\d+_\d+$")], ZoneBody] = {}
    form: FormBody | None = None
    hurt_by: tuple[Name, ...] = ()

    content: Text | None = None
    uri: Text | None = None
    until: Count | None = None

    entry: EntryKind | None = None
    text: Text | None = None
    question: Text | None = None
    by: Id | None = None
    to: Id | Literal["gm"] | None = None
    room: Id | None = None
    minutes: Count | None = None
    heard: tuple[Id, ...] | None = None
    thread: Id | None = None
    named: bool | None = None
    public: bool | None = None

    quest: QuestKind | None = None
    status: QuestStatus | None = None
    parents: tuple[Id, ...] = ()

    fight: FightBody | None = None
    rounds: Annotated[int, Field(ge=1, lt=ROUNDS_A_MINUTE, strict=True)] | None = None
    focus: FocusBody | None = None
