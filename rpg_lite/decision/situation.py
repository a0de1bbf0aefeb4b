"""The inputs of a decider in addition to the command and the world: the rulebook, the dice, and lookups beyond the slice."""

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from rpg_lite.decision.aura_words import ToldAura
from rpg_lite.decision.occasions import Alteration, Occasion
from rpg_lite.rules.dice import Roller
from rpg_lite.rules.lore import NO_LORE, Lore
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.atlas import Side, Ways
from rpg_lite.world.history_records import JournalEntry
from rpg_lite.world.map_plans import Plan
from rpg_lite.world.states import Seen
from rpg_lite.world.world_model import Exit, Thing


class MapShelf(Protocol):
    """The adventures that come with rpg-lite, and a reader of map files."""

    def adventures(self) -> Collection[str]:
        """Their short names."""

    def adventure(self, name: str) -> Plan | None:
        """The adventure of this name, or None."""

    def read(self, text: str) -> Plan | Sequence[tuple[str, str]]:
        """The map in a file of any known format, or its faults with their places."""


class NoMaps:
    """An empty shelf that reads no files."""

    def adventures(self) -> Collection[str]:
        return ()

    def adventure(self, name: str) -> Plan | None:
        return None

    def read(self, text: str) -> Plan | Sequence[tuple[str, str]]:
        return [("", "cannot be read here; send a plan: {name, rooms}")]


NO_MAPS: Final = NoMaps()


Sights = Callable[[Collection[str], Side], tuple[Sequence[Exit], Mapping[str, Seen | None]]]
"""The exits out of these rooms, or into them, and whether the party has discovered the rooms beyond."""
Rooms = Callable[[Collection[str]], Mapping[str, Thing]]
"""Ids of rooms → bare things: the rooms themselves, the people in them, or the things in them."""


Bearing = Callable[[str], Mapping[str, Thing]]
"""The id of a creature → the bare creatures that bear a condition or an effect from it, wherever they are."""


Names = Callable[[], Collection[str]]
RoomNames = Callable[[Collection[str]], Collection[str]]
"""The names of all living creatures of the campaign, wherever they are."""


Precedents = Callable[[str], Sequence[JournalEntry]]
"""A question in words → the decisions on such questions, best first; an empty one → the newest decisions."""


def no_precedents(question: str) -> Sequence[JournalEntry]:
    """Find none, for a reader who may not know them."""
    return ()


Checkpoints = Callable[[], Mapping[str, int]]
"""The folded names of the checkpoints, with their revs."""


def no_checkpoints() -> Mapping[str, int]:
    """Find none, for a reader who may not know them."""
    return {}


Progress = Callable[[str, int, int], None]
"""Called during a long command with the step, the number done, and the total. It must not affect the outcome."""


def unheard(step: str, done: int, of: int) -> None:
    """Ignore the progress, for a caller that does not ask for it."""


def _no_ways(rooms: Collection[str], side: Side) -> Sequence[Exit]:
    return ()


def _no_sights(rooms: Collection[str], side: Side) -> tuple[Sequence[Exit], Mapping[str, Seen | None]]:
    return (), {}


Faces = Mapping[str, Sequence[tuple[int, int]]]
"""The dice of a deed that is played again: key → the size and face of each die."""


def _nothing(rooms: Collection[str]) -> Mapping[str, Thing]:
    return {}


def _nobody(source: str) -> Mapping[str, Thing]:
    return {}


def no_names() -> Collection[str]:
    """Return no names, for a reader who may not know them."""
    return ()


def _no_rooms(keys: Collection[str]) -> Collection[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Situation:
    """The inputs of a decider in addition to the command and the world; a decider takes no other input.

    `place`: the number of events before this command's in the same commit (ids contain it). `dry`: decide only, never roll. `ways`,
    `sights`, `rooms`, `people`, `things`, `bearing`, `names`: lookups beyond the slice, when a command cannot declare all its needs in advance.
    `room_names`: the ones among some folded names that are names of rooms. `since`: the minute when the batch began; `busy`: creature id →
    the minute until which it was busy in this batch. `progress`: called for each room of an imported map. `clock_stands`: true for a
    player, whose steps cost the others no time. `deed`: the prefix of the keys of its dice, distinct for each command of a batch; `fallen`:
    dice that keep their earlier faces. `answers`: the occasion that this command answers; `altered`: the changes that answers make to this
    deed, which is played again; `auras`: those that the call says reach others. `lore`: the table's own pages; `precedents`: the decisions
    on a question; a caller who does not see everything gets neither. `checkpoints`: those of the campaign; none for players. `strangers`: the ids of creatures of which the caller does
    not know what they are, so that an act that does not fit them is tried in vain, and not refused. `unmeasured`: those whose hit points a
    dry run must not depend on. `hides_others`: whether this is a dry run for a caller who must not learn the levels of others' spells and the
    senses of others. `keeps_turns`: whether this is the call of a player, whom turns allow no more than the rules do. `watched`: the rooms where the
    caller's own characters stand; None: the caller sees wherever the party does.
    """

    book: Rulebook
    roll: Roller
    rev: int = 1
    place: int = 0
    dry: bool = False
    ways: Ways = _no_ways
    sights: Sights = _no_sights
    rooms: Rooms = _nothing
    people: Rooms = _nothing
    things: Rooms = _nothing
    bearing: Bearing = _nobody
    progress: Progress = unheard
    clock_stands: bool = False
    since: int | None = None
    busy: Mapping[str, int] = dataclasses.field(default_factory=dict)
    deed: str = ""
    fallen: Faces = dataclasses.field(default_factory=dict)
    names: Names = no_names
    room_names: RoomNames = _no_rooms
    answers: Occasion | None = None
    altered: tuple[Alteration, ...] = ()
    auras: tuple[ToldAura, ...] = ()
    lore: Lore = NO_LORE
    precedents: Precedents = no_precedents
    checkpoints: Checkpoints = no_checkpoints
    maps: MapShelf = NO_MAPS
    strangers: frozenset[str] = frozenset()
    unmeasured: frozenset[str] = frozenset()
    hides_others: bool = False
    keeps_turns: bool = False
    watched: frozenset[str] | None = None

    def sees(self, room: str) -> bool:
        """Whether this call may tell what is in the room, in so far as the party sees it."""
        return self.watched is None or room in self.watched
