"""The world: one tree of things, linked by `parent_id`; the things in use; and the frozen slice of both that a command needs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import Direction, DoorState, ExitKind, Grip, Kind, Ruleset
from rpg_lite.world.creature_states import CreatureState
from rpg_lite.world.fight_states import RootState
from rpg_lite.world.kept_json import Body
from rpg_lite.world.quest_state import QuestState
from rpg_lite.world.states import EntryState, ItemState, NoteState, RoomState, ThingState

LAST_REV: Final = 2**31 - 1
"""The highest rev of a campaign: every store can hold this number."""
WORLD_ID: Final = "w"
"""The root of every campaign's tree."""
FIRST_ROOM_ID: Final = "r0.2"
HOME_ID: Final = "r0.8"
ROOMS_ID: Final = "b0.3"
"""The container of every room."""
SERVERS_ID: Final = "b0.5"
INTERNAL_ID: Final = "b0.6"
DEFAULTS_ID: Final = "b0.7"
"""The container of the defaults: a new room equips the same things as this container."""
FIRST_SET_ID: Final = "b0.46"
"""The set of what the defaults equip in a new campaign."""
JOURNAL_ID: Final = "b0.37"
"""The container of the journal's entries."""

QUESTS_ID: Final = "b0.40"
"""The container of the quests, their steps, clues and factions."""

CLASS_FEATURES_ID: Final = "b0.39"
"""The mark of a campaign whose heroes have the features of their classes; an older campaign gets it once, with a notice."""

UNDISCOVERED: Final = "undiscovered"
"""The discovery state of a room that the party has never entered or seen."""

KIND_LETTER: Final[dict[Kind, str]] = {
    "container": "b", "room": "r", "character": "c", "item": "i",
    "mcp": "m", "tool": "t", "data": "d", "reference": "f",
}  # fmt: skip
EXIT_LETTER: Final = "e"
CAST_LETTER: Final = "k"


class _Stateful:
    """A body and its states: each state is read from it on first use, and stored next to the fields of the thing."""

    __slots__ = ("creature", "entry", "item", "note", "quest", "room", "root", "state")

    body: Body
    state: ThingState
    item: ItemState
    creature: CreatureState
    room: RoomState
    note: NoteState
    entry: EntryState
    quest: QuestState
    root: RootState

    if not TYPE_CHECKING:  # a type checker would accept any name as an attribute

        def __getattr__(self, name):
            if name not in _READ:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            state = _READ[name](self.body)
            object.__setattr__(self, name, state)
            return state


_READ: Final[Mapping[str, Callable[[Body], object]]] = {
    "state": ThingState.of, "item": ItemState.of, "creature": CreatureState.of, "room": RoomState.of,
    "note": NoteState.of, "entry": EntryState.of, "quest": QuestState.of, "root": RootState.of,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Thing(_Stateful):
    """Anything in the world. `body` holds its details as JSON and is never changed in place; its states give typed access to them."""

    id: str
    kind: Kind
    name: str
    parent_id: str | None
    quantity: int = 1
    attuned_to: str | None = None
    qualified_name: str | None = None
    available: bool = True
    body: Body = field(default_factory=dict)

    def with_body(self, body: Body) -> "Thing":
        """The thing with another body. Every hit makes such a thing, and `replace` would take nearly twice as long."""
        values = [*_values_of(self)]
        values[_BODY] = body
        return Thing(*values)

    def part(self, id: str, bag_id: str | None, quantity: int = 1) -> "Thing":
        """A new thing for a part of this stack, with everything that the stack has; nobody is attuned to it."""
        return replace(self, id=id, parent_id=bag_id, quantity=quantity, attuned_to=None)

    @property
    def is_unfound(self) -> bool:
        """Whether the party has yet to find it: a hidden thing, or a creature outside the party that hides."""
        if self.kind != "character":
            return self.state.is_hidden
        return self.state.is_hidden or (not self.creature.is_member and self.creature.is_hiding)

    @property
    def is_frame(self) -> bool:
        """Whether this is the root, a container directly in it, or a set of defaults: parts of the campaign, but not of its story."""
        return self.kind == "container" and self.parent_id in (None, WORLD_ID, DEFAULTS_ID)


_FIELDS: Final = tuple(f.name for f in fields(Thing))
_BODY: Final = _FIELDS.index("body")
_values_of: Final = attrgetter(*_FIELDS)


@dataclass(frozen=True, slots=True)
class InUse:
    """A context (a bearer, a room) uses a thing; items have a slot."""

    context_id: str
    thing_id: str
    slot: str | None = None
    grip: Grip | None = None
    priority: float = 0.0


@dataclass(frozen=True, slots=True)
class Exit:
    """An exit of a room, in one direction; the way back is an exit of its own.

    `label` distinguishes several exits on one side ("east", "east 2") and is unique in its room. If `to_room` is None, the exit leads off
    the map. `state` is that of the door; `hidden` is true until the exit is found. `key_name`: the item that locks and unlocks it; `dc`:
    the DC for opening it without the key, or for finding it if it is hidden and has no lock. `minutes`: the time to walk it. `back`: the
    exit on the other side, which shares the door.
    """

    id: str
    from_room: str
    label: str
    direction: Direction
    to_room: str | None
    kind: ExitKind = "passage"
    state: DoorState = "open"
    hidden: bool = False
    key_name: str | None = None
    dc: int | None = None
    minutes: int = 1
    back: str | None = None
    note: str = ""

    @property
    def dc_to_find(self) -> int | None:
        return self.dc if self.hidden and self.state != "locked" and self.key_name is None else None


@dataclass(frozen=True, slots=True)
class Campaign:
    """`rev` is the number of its last commit, `minutes` the game time since it began."""

    id: str
    name: str
    rev: int = 0
    ruleset: Ruleset = "5.1"
    minutes: int = 0
    policy: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A line of the roster, with the values needed to suggest a similar name."""

    id: str
    name: str
    kind: Kind


Role = Literal[
    "bearer", "floor", "party", "mentioned", "namesake", "elsewhere", "fight", "everyone", "place", "here", "people", "lights", "around", "rooms", "names", "context", "qualified",
    "users", "verb", "quests", "turn",
]  # fmt: skip


class Ref(NamedTuple):
    """Something that a command touches; these are the roles. `bearer`: a thing with its whole subtree (but not inside other characters and
    rooms), the things worn in it, and its ancestors. `floor`: the room of that bearer, likewise; without id and name, the rooms of the
    party. `party`: every existing character of the party, each as a bearer. `mentioned`: like a bearer, if anybody has the name. `namesake`:
    existing items of that name (a few), with their ancestors. `elsewhere`: the same, but only for a hint; these are loaded apart from the
    slice, and nothing else with them. `fight`: everyone in the current fight, each as a bearer. `everyone`: all existing characters.
    `place`: a room loaded like a bearer, with the exits out of it and into it and the rooms at their other ends. `here`: the place of that
    bearer; without id and name, the places of the party. `people`: like `here`, with everybody there as a bearer. `lights`: if
    that bearer is in a room that is not bright by itself, the room and everybody there as bearers, without exits. `around`: `here` with the
    rooms next door loaded like bearers, their exits and the rooms beyond; each repetition of the ref goes one step further. `rooms`: the
    name of every existing room, in the roster; `names`: the names of the characters. `context`: a bearer, its room, and everything that
    both and the defaults equip; without id and name, the party's rooms, and together with `party` also everything that the members equip.
    `qualified`: things by a qualified name or a glob of them. `users`: everybody who uses one of these things. `verb`: whether the tool of
    this qualified name is in use in the rooms and by the characters of the slice, and whether those rooms use anything of their own.
    `quests`: every quest of the campaign. `turn`: in a fight, the fight and the rules of turns in use by the slice; nothing at other times.
    """

    role: Role
    id: str | None = None
    name: str | None = None


TURN: Final = Ref("turn")
Key = tuple[str, str]
"""(context_id, thing_id) of an equipped row."""


_OF_ROWS: Final = ("worn_by", "exits_from")
"""The values that a world computes only from its rows, whatever its things are."""


@dataclass(frozen=True)
class World:
    """A frozen slice of one campaign. `roster` is filled only if a name was not found, or if the rooms were asked for.

    `unnamed`: ids of things that are present and count, but that commands cannot name, because this reader has no name for them.
    """

    campaign: Campaign
    things: Mapping[str, Thing] = field(default_factory=dict)
    equipped: Mapping[Key, InUse] = field(default_factory=dict)
    roster: tuple[RosterLine, ...] = ()
    exits: Mapping[str, Exit] = field(default_factory=dict)
    unnamed: frozenset[str] = frozenset()

    def at(self, campaign: Campaign) -> "World":
        """The same slice with another state of its campaign; values already computed from the slice are kept."""
        same = copy(self)
        object.__setattr__(same, "campaign", campaign)
        if campaign.minutes != self.campaign.minutes:
            same.__dict__.pop("numbers", None)
        return same

    def with_thing(self, thing: Thing) -> "World":
        """The slice with this thing, new or in place of its earlier state; every hit makes such a slice.

        Values that were computed from the slice and are still valid are kept: if a thing stays in its bag, only the thing itself changes
        there.
        """
        world = World(self.campaign, {**self.things, thing.id: thing}, self.equipped, self.roster, self.exits, self.unnamed)
        known, new, was = self.__dict__, world.__dict__, self.things.get(thing.id)
        new.update({name: known[name] for name in _OF_ROWS if name in known})
        if "children" in known and was is not None and was.parent_id == thing.parent_id:
            bag = thing.parent_id
            inside = {} if bag is None else {bag: tuple([thing if t is was else t for t in self.children[bag]])}
            new["children"] = {**self.children, **inside}
        if "numbers" in known and thing.kind == "character" and was is not None:
            new["numbers"] = known["numbers"].copy()
        return world

    def beside(self, more: Mapping[str, Thing]) -> "World":
        """The slice with these additional things, all in the order of their creation."""
        things = sorted({**more, **self.things}.values(), key=order_made)
        return replace(self, things={t.id: t for t in things})

    @cached_property
    def exits_from(self) -> Mapping[str, tuple[Exit, ...]]:
        """The exits out of every room in the slice, in the order of their creation."""
        found: dict[str, list[Exit]] = {}
        for way in self.exits.values():
            found.setdefault(way.from_room, []).append(way)
        return {room: tuple(ways) for room, ways in found.items()}

    @cached_property
    def children(self) -> Mapping[str, tuple[Thing, ...]]:
        """The contents of every bag in the slice, in the order of their creation."""
        found: dict[str, list[Thing]] = {}
        for thing in self.things.values():
            if thing.parent_id is not None:
                found.setdefault(thing.parent_id, []).append(thing)
        return {bag: tuple(inside) for bag, inside in found.items()}

    @cached_property
    def worn_by(self) -> Mapping[str, Mapping[str, InUse]]:
        """For every context, map each thing id to its equipped row."""
        found: dict[str, dict[str, InUse]] = {}
        for row in self.equipped.values():
            found.setdefault(row.context_id, {})[row.thing_id] = row
        return found

    @cached_property
    def numbers(self) -> "dict[str, tuple[Thing, Rulebook, EffectiveStats]]":
        """The numbers already computed for creatures of this slice, each with the creature and the rulebook for which they are valid.

        Only `bearers.stats_of` reads and fills it. They follow from the creature, its belongings and the time, so a slice in which only
        another creature differs begins with a copy of them, and every other new slice begins empty.
        """
        return {}

    @cached_property
    def nameable(self) -> Sequence[Thing]:
        """The things that a command may name, in the order of the slice."""
        things = self.things.values()
        return tuple(t for t in things if t.id not in self.unnamed) if self.unnamed else tuple(things)

    def bag_of(self, bag_id: str) -> tuple[Thing, ...]:
        return self.children.get(bag_id, ())

    def tree_of(self, bag_id: str) -> Iterator[Thing]:
        """Everything in a bag at any depth, outer things first. The contents of characters and rooms are left out."""
        for thing in self.bag_of(bag_id):
            yield thing
            if thing.kind not in ("character", "room"):
                yield from self.tree_of(thing.id)

    def ancestors(self, thing_id: str) -> Iterator[Thing]:
        """Yield the bag around the thing, then the bag around that bag, and so on."""
        seen = {thing_id}
        parent = self.things[thing_id].parent_id
        while parent is not None and parent in self.things and parent not in seen:
            seen.add(parent)
            yield self.things[parent]
            parent = self.things[parent].parent_id

    def lies_in_itself(self, thing_id: str) -> bool:
        """Whether the thing is inside itself, which no command allows."""
        outermost = [*self.ancestors(thing_id)][-1:]
        return bool(outermost) and outermost[0].parent_id == thing_id

    def bearer_of(self, thing_id: str) -> Thing | None:
        """The character who carries the thing, in whichever bag it lies."""
        for thing in self.ancestors(thing_id):
            if thing.kind == "character":
                return thing
        return None

    def room_of(self, thing_id: str) -> Thing | None:
        return next((t for t in self.ancestors(thing_id) if t.kind == "room"), None)

    def row_of(self, thing_id: str) -> InUse | None:
        """The equipped row of an item; only its bearer can wear it."""
        bearer = self.bearer_of(thing_id)
        return self.worn_by.get(bearer.id, {}).get(thing_id) if bearer else None

    def find_named(self, name: str, kind: Kind | None = None) -> list[Thing]:
        key = names.fold(name)
        return [t for t in self.nameable if names.fold(t.name) == key and kind in (None, t.kind)]


def order_made(thing: Thing | Exit) -> tuple[int, int, str]:
    """The place of a thing in the order in which things were made."""
    return _order_key(thing.id)


@lru_cache(maxsize=4096)
def _order_key(id: str) -> tuple[int, int, str]:
    """The sort key of an id, read from the id: the third event of rev 12 made i12.3."""
    rev, _, place = id[1:].partition(".")
    return (int(rev), int(place), "") if rev.isdigit() and place.isdigit() else (-1, 0, id)
