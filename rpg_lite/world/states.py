"""The bodies of things as typed values: only this module, `creature_states.py` and `fight_states.py` read a body by its keys.

A body is JSON, kept as it was written. A thing reads its body once, when it is first asked for a state, and keeps the state
(`things.Thing`). Values are written by their paths (`body_paths.py`). A value that is an object keeps its JSON (`Kept.document`), so that a
rewritten object keeps the order of its keys.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.vocabulary import Direction, DoorState, ExitKind, Penalty, RoomLight, TrapCondition
from rpg_lite.world.ground_states import NO_GROUND, GroundState, SpotState
from rpg_lite.world.kept_json import NOTHING, Body, Kept, without_none

Seen = Literal["seen", "visited"]
"""The degree to which the party has discovered a room: it has looked into the room, or has been there."""


# ── of any thing ────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class LatchState(Kept):
    """The exit that a thing opens while it holds at least `lb` pounds. `load`: its current load in thousandths of a pound."""

    way: str
    room: str
    lb: int
    load: int

    @classmethod
    def of(cls, document: Body) -> "LatchState":
        return cls(document, document["way"], document["room"], document["lb"], document.get("load", 0))

    @classmethod
    def make(cls, way: str, room: str, lb: int) -> "LatchState":
        return cls.of(without_none(way=way, room=room, lb=lb))


@dataclass(frozen=True, slots=True)
class ShopState(Kept):
    """The rates of a shop: its prices as a multiple of the value of its goods, and the multiple that it pays."""

    prices: float
    buys_at: float

    @classmethod
    def of(cls, document: Body) -> "ShopState":
        return cls(document, document["prices"], document["buysAt"])

    @classmethod
    def make(cls, prices: float, buys_at: float) -> "ShopState":
        return cls.of(without_none(prices=prices, buysAt=buys_at))


@dataclass(frozen=True, slots=True)
class TrapState(Kept):
    """A trap of a place: the name of a trap of the book, or the trap as its maker wrote it. `is_found`: the party knows it; `times`: how
    often it has been triggered; `initiative`: its place in the order of turns while it acts.
    """

    trap: str | Body
    condition: TrapCondition
    is_found: bool
    times: int
    initiative: int | None

    @classmethod
    def of(cls, document: Body) -> "TrapState":
        d = document
        return cls(d, d["trap"], d.get("is", "armed"), bool(d.get("found")), d.get("times", 0), d.get("initiative"))

    @classmethod
    def make(
        cls, trap: str | Body, condition: TrapCondition = "armed", is_found: bool = False, times: int = 0, initiative: int | None = None
    ) -> "TrapState":
        said = {"is": None if condition == "armed" else condition}
        return cls.of(without_none(trap=trap, **said, found=is_found or None, times=times or None, initiative=initiative))

    @property
    def is_at_work(self) -> bool:
        """Whether it waits for somebody or acts now, so that it can be disarmed."""
        return self.condition in ("armed", "acting")

    @property
    def name(self) -> str:
        return self.trap if isinstance(self.trap, str) else str(self.trap["name"])

    @property
    def at(self) -> str:
        """The squares that set it off where places count, in words; empty for the whole place."""
        return "" if isinstance(self.trap, str) else str(self.trap.get("at") or "").upper()


@dataclass(frozen=True, slots=True)
class ThingState:
    """The values that any thing may have. `key_name`, `dc`: the key and the DC of a bag's lock. `tags`: tags from the map. `shop`: the
    rates of a creature or a bag that sells its contents. `price`: the price tag of goods, in copper for one piece. `traps`: a thing keeps
    its own trap; a room also keeps those of its exits, by their ids with underscores in place of dots. `scenes`: the scenes that a room or
    the root loads.
    """

    description: str | None
    is_hidden: bool
    dc_to_find: int | None
    is_locked: bool
    key_name: str | None
    dc: int | None
    opens: LatchState | None
    tags: tuple[str, ...]
    shop: ShopState | None
    price: int | None
    traps: Mapping[str, TrapState]
    scenes: tuple[str, ...]
    spot: SpotState | None

    @classmethod
    def of(cls, body: Body) -> "ThingState":
        opens, shop, traps, spot = body.get("opens"), body.get("shop"), body.get("traps"), body.get("spot")
        return cls(
            body.get("description"),
            bool(body.get("hidden")),
            body.get("dcToFind"),
            bool(body.get("locked")),
            body.get("keyName"),
            body.get("dc"),
            LatchState.of(opens) if opens else None,
            tuple(body.get("tags") or ()),
            ShopState.of(shop) if shop else None,
            body.get("price"),
            {key: TrapState.of(kept) for key, kept in traps.items()} if traps else _NO_TRAPS,
            tuple(body.get("scenes") or ()),
            SpotState.of(spot) if spot else None,
        )


_NO_TRAPS: Final[Mapping[str, TrapState]] = {}


# ── of an item ──────────────────────────────────────────────────────────────────────────────────────────────────────


Corroded = Mapping[Penalty, int]
"""The points that corrosion has taken from a thing."""
_NONE_CORRODED: Final[Corroded] = {}


@dataclass(frozen=True, slots=True)
class ItemState:
    """The template of an item, or the item's own document; `state` holds its differences from a new thing of its kind."""

    template: str | None
    document: Body | None
    state: Body
    base: str | None
    variant: str | None
    is_identified: bool
    charges: int | None
    uses_remaining: int | None
    active: Sequence[str]
    parameters: Mapping[str, int]
    ends: Mapping[str, int]
    used: Mapping[str, int]
    corroded: Corroded
    vanishes: int | None = None
    """The minute of the campaign in which a thing that a spell made is gone."""

    @classmethod
    def of(cls, body: Body) -> "ItemState":
        state = body.get("state")
        if not state:
            return cls(
                body.get("template"),
                body.get("item"),
                NOTHING,
                None,
                None,
                True,
                None,
                None,
                (),
                _NO_COUNTS,
                _NO_COUNTS,
                _NO_COUNTS,
                _NONE_CORRODED,
            )
        return cls(
            body.get("template"),
            body.get("item"),
            state,
            state.get("base"),
            state.get("variant"),
            state.get("identified") is not False,
            state.get("charges"),
            state.get("usesRemaining"),
            state.get("active") or (),
            state.get("parameters") or _NO_COUNTS,
            state.get("ends") or _NO_COUNTS,
            state.get("used") or _NO_COUNTS,
            state.get("corroded") or _NONE_CORRODED,
            state.get("vanishes"),
        )


_NO_COUNTS: Final[Mapping[str, int]] = {}


@dataclass(frozen=True, slots=True)
class FocusState(Kept):
    """The private talk on which the game master focuses: the entry that began it, and the character with the name that it had then.

    `talkers`: the ids of the others who have spoken in it, with their names. `second`: the other side, the id of a hero or "gm"; None
    until the first hero speaks.
    """

    thread: str
    on: str
    name: str
    talkers: Mapping[str, str]
    second: str | None

    @classmethod
    def of(cls, document: Body) -> "FocusState":
        d = document
        return cls(d, d["thread"], d["on"], d["name"], d.get("talkers", {}), d.get("second"))

    @classmethod
    def make(cls, thread: str, on: str, name: str) -> "FocusState":
        return cls.of({"thread": thread, "on": on, "name": name})

    @property
    def sides(self) -> Mapping[str, str]:
        """The ids of all who take part, with their names; the game master is not among them."""
        return {self.on: self.name, **self.talkers}

    def with_second(self, second: str) -> "FocusState":
        return FocusState.of({**self.document, "second": second})

    def joined_by(self, id: str, name: str, is_second: bool) -> "FocusState":
        """The talk after words of another character. `is_second`: a hero, who becomes the other side."""
        if id in self.sides:
            return self
        joined = FocusState.of({**self.document, "talkers": {**self.talkers, id: name}})
        return joined.with_second(id) if is_second else joined


# ── of a room ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class RememberedExit(Kept):
    """An exit as the party last saw it; `is_unseen` if the party never saw it."""

    is_unseen: bool
    label: str | None
    direction: Direction | None
    to: str | None
    kind: ExitKind | None
    state: DoorState | None
    minutes: int | None
    back: str | None

    @classmethod
    def of(cls, document: Body) -> "RememberedExit":
        d = document
        named = (d.get("label"), d.get("direction"), d.get("to"), d.get("kind"), d.get("state"), d.get("minutes"), d.get("back"))
        return cls(d, bool(d.get("unseen")), *named)

    @classmethod
    def unseen(cls) -> "RememberedExit":
        return cls.of({"unseen": True})

    @classmethod
    def make(
        cls, label: str, direction: Direction, to: str | None, kind: ExitKind, state: DoorState, minutes: int, back: str | None,
    ) -> "RememberedExit":  # fmt: skip
        return cls.of(without_none(label=label, direction=direction, to=to, kind=kind, state=state, minutes=minutes, back=back))

    def with_door(self, state: DoorState, kind: ExitKind) -> "RememberedExit":
        return RememberedExit.of({**self.document, "state": state, "kind": kind})


@dataclass(frozen=True, slots=True)
class MapGroup(Kept):
    """The map that a room came with, and the level and number of the heroes for whom it is meant: rooms of one map keep their relative places."""

    id: str
    name: str
    level: int | None
    heroes: int | None

    @classmethod
    def of(cls, document: Body) -> "MapGroup":
        return cls(document, document["id"], document["name"], document.get("level"), document.get("heroes"))

    @classmethod
    def make(cls, id: str, name: str, level: int | None = None, heroes: int | None = None) -> "MapGroup":
        return cls.of(without_none(id=id, name=name, level=level, heroes=heroes))


@dataclass(frozen=True, slots=True)
class RoomState:
    """`at`: x, y, w, h in squares of its map. `doors`: doors that somebody saw open. `remembered`: exits by id, with
    underscores in place of dots. `region`: the innermost region whose rules apply in it."""

    vibe: str | None
    notes: Sequence[str]
    at: Mapping[str, int] | None
    is_outside: bool
    light: RoomLight | None
    seen: Seen | None
    doors: Sequence[str]
    remembered: Mapping[str, RememberedExit]
    map: MapGroup | None
    is_undiscovered: bool
    region: str | None
    near: frozenset[frozenset[str]]
    """The pairs of creatures, by their ids, that are said to be near each other."""
    ground: GroundState

    @property
    def is_bright(self) -> bool:
        """Whether it needs no light that somebody brings; a room whose light nobody has set counts as bright."""
        return self.light in (None, "bright")

    @classmethod
    def of(cls, body: Body) -> "RoomState":
        map_, remembered = body.get("map"), body.get("remembered")
        return cls(
            body.get("vibe"),
            body.get("notes") or (),
            body.get("at"),
            bool(body.get("outside")),
            body.get("light"),
            body.get("seen"),
            body.get("doors") or (),
            {way: RememberedExit.of(kept) for way, kept in remembered.items()} if remembered else {},
            MapGroup.of(map_) if map_ else None,
            "undiscovered" in body,
            body.get("region"),
            frozenset(map(_pair, body["near"])) if "near" in body else NOBODY_NEAR,
            GroundState.of(body["ground"]) if "ground" in body else NO_GROUND,
        )


NOBODY_NEAR: Final[frozenset[frozenset[str]]] = frozenset()


def pair_of(one: str, other: str) -> frozenset[str]:
    return frozenset((one, other))


def _pair(key: str) -> frozenset[str]:
    """The ids of a key, which has underscores in place of dots: "c1_1~c2_1"."""
    return frozenset(id.replace("_", ".") for id in key.split("~"))


# ── of a note, of an entry of the journal ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class NoteState:
    """A text that contexts use, or the place of this text. For a script in use, `minutes` and `until` are its start and its end
    in minutes of the campaign.
    """

    content: str | None
    uri: str | None
    minutes: int | None = None
    until: int | None = None

    @classmethod
    def of(cls, body: Body) -> "NoteState":
        return cls(body.get("content"), body.get("uri"), body.get("minutes"), body.get("until"))


HANDOUT: Final = "handout"
"""The kind of a page given to the players; a page to nobody in particular is for every player, including those who join later."""
HEARD: Final = frozenset(("say", "tell", HANDOUT))
"""The kinds of entries that everybody hears if they are addressed to nobody in particular; entries of other kinds are notes of their
writers.
"""

FOCUS: Final = "focus"
"""The kind of an entry that begins a talk with one character: words after it carry its id as their thread."""
CHECKPOINT: Final = "checkpoint"
"""The kind of the entries that name a moment."""


@dataclass(frozen=True, slots=True)
class EntryState:
    """An entry of the journal. `by` is None for the game master, `to` is None for everybody who hears it; `minutes`: minutes of the
    campaign; `question`: the question that a decision answers; `heard`: those who heard words that were addressed to nobody in
    particular, None if nobody hears the entry or an older program did not record them; `thread`: the id of the entry that began the
    talk to which these words belong; `is_public`: every player reads it, also those who join later; `is_for_named`: the game master
    told it to those alone who were named.
    """

    entry: str
    text: str
    by: str | None
    to: str | None
    room: str | None
    minutes: int
    question: str | None
    heard: tuple[str, ...] | None
    thread: str | None
    is_public: bool = False
    is_for_named: bool = False

    @property
    def is_private(self) -> bool:
        """Whether these words, addressed to nobody in particular, are nevertheless not said aloud."""
        return self.thread is not None or self.is_for_named

    @classmethod
    def of(cls, body: Body) -> "EntryState":
        by, to, room = (body.get(key) for key in ("by", "to", "room"))
        heard = tuple(body["heard"]) if "heard" in body else None
        return cls(
            body.get("entry", ""),
            body.get("text", ""),
            by,
            to,
            room,
            body.get("minutes", 0),
            body.get("question"),
            heard,
            body.get("thread"),
            body.get("public", False),
            body.get("named", False),
        )
