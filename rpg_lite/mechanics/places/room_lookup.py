"""The place of a command about rooms: the intended room, the characters that act there, its exits, and the rooms that the party has seen."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final, get_args

from pydantic import Field

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.places import last_seen_exits
from rpg_lite.rules import names
from rpg_lite.vocabulary import DIRECTIONS, OPPOSITE, Direction
from rpg_lite.world import body_paths, combat, events, thing_stats
from rpg_lite.world.world_model import Exit, Ref, Thing, World


@dataclass(frozen=True, slots=True)
class ArrivalResult(Result):
    """The creatures that moved to the room of the outcome, and whether the text is read aloud to players."""

    names: tuple[Called, ...]
    for_players: bool


SHORT: Final[dict[str, Direction]] = {
    "n": "north", "ne": "northeast", "e": "east", "se": "southeast", "s": "south", "sw": "southwest", "w": "west", "nw": "northwest",
    "u": "up", "d": "down",
}  # fmt: skip


class ActingCommand(Command):
    """A command of one character, or of all party members who are together."""

    character_id: str | None = None
    character_name: Annotated[str | None, Field(description="Default: the party.")] = None

    @property
    def is_for_one(self) -> bool:
        return bool(self.character_id) or not reserved_names.is_party(self.character_name or reserved_names.PARTY)

    @property
    def who(self) -> tuple[str | None, str | None]:
        """Id and name of the single character; empty for the party."""
        return (self.character_id, self.character_name) if self.is_for_one else (None, None)

    def touches(self) -> tuple[Ref, ...]:
        one = (Ref("bearer", *self.who),) if self.is_for_one else ()
        return (*one, Ref("here", *self.who))


MOST_TOGETHER: Final = 20


class Several(ActingCommand):
    """A command of one character, of the party, or of several named characters."""

    names: Annotated[tuple[str, ...], Field(max_length=MOST_TOGETHER)] = ()

    @property
    def is_for_one(self) -> bool:
        return super().is_for_one and not self.names

    @property
    def is_for_party(self) -> bool:
        """Whether the whole party is meant: nobody is named, or the party is among the names."""
        return not self.is_for_one and (not self.names or any(map(reserved_names.is_party, self.names)))

    @property
    def first(self) -> tuple[str | None, str | None]:
        """Id and name of the character from whose room the travelers set out; empty for the party."""
        return targets.id_or_name(self.names[0]) if self.names and not reserved_names.is_party(self.names[0]) else self.who

    def everybody(self) -> tuple[Ref, ...]:
        """Every character that the command means, with belongings."""
        if self.is_for_one:
            return (Ref("bearer", *self.who),)
        named = (n for n in self.names if not reserved_names.is_party(n))
        party = () if self.names and not any(map(reserved_names.is_party, self.names)) else (Ref("party"),)
        return (*party, *(Ref("bearer", *targets.id_or_name(n)) for n in named))


class Placed(ActingCommand):
    """A command of characters that may name another room."""

    bag_id: str | None = None
    bag_name: Annotated[str | None, Field(description="Another room, or a chest.")] = None

    @property
    def is_elsewhere(self) -> bool:
        return bool(self.bag_id) or not reserved_names.is_floor(self.bag_name or reserved_names.FLOOR)

    def touches(self) -> tuple[Ref, ...]:
        there = (Ref("place", self.bag_id, self.bag_name),) if self.is_elsewhere else ()
        return (*super().touches(), *there)


# ── room and party ──────────────────────────────────────────────────────────────────────────────────────────────────


def room_of(world: World, command: Placed) -> Thing | Rejected:
    """The named room, or else the room of the character or the party."""
    if command.is_elsewhere:
        return targets.room(world, command.bag_id, command.bag_name, "bagName")
    return here(world, command)


def here(world: World, command: ActingCommand) -> Thing | Rejected:
    if not command.is_for_one:
        return targets.party_room(world)
    one = targets.character(world, *command.who, "characterName")
    return one if isinstance(one, Rejected) else world.room_of(one.id) or Rejected("floor_unknown", "characterName")


def acting(world: World, command: ActingCommand) -> list[Thing] | Rejected:
    """The character, or the party members in the party's room."""
    if command.is_for_one:
        one = targets.character(world, *command.who, "characterName")
        return one if isinstance(one, Rejected) else [one]
    room = targets.party_room(world)
    members = targets.party_of(world)
    if isinstance(room, Rejected) or not members:
        return Rejected("party_empty", "characterName")
    return [m for m in members if world.room_of(m.id) == room]


def together(world: World, command: Several, room: Thing | None = None) -> list[Thing] | Rejected:
    """The named characters, or the party. With a `room`, only party members in it count, and other named characters must be there."""
    if not command.names:
        if room is None and not command.is_for_one:
            return targets.whom(world, None, reserved_names.PARTY)
        return acting(world, command)
    if command.character_id or command.character_name:
        return Rejected("one_of_required", "names", allowed=("names", "characterName"))
    found: dict[str, Thing] = {}
    for n, name in enumerate(command.names):
        if reserved_names.is_party(name):
            found |= {m.id: m for m in targets.party_of(world) if room is None or world.room_of(m.id) == room}
            continue
        named = targets.creatures(world, name, f"names[{n}]", room)
        if isinstance(named, Rejected):
            return named
        if room is not None and (out := next((one for one in named if world.room_of(one.id) != room), None)):
            return Rejected("not_in_the_room", f"names[{n}]", {"name": out.name, "room": room.name})
        found |= {one.id: one for one in named}
    return list(found.values()) or Rejected("party_empty", "names")


def setting_out(world: World, command: Several) -> Thing | Rejected:
    """The room from which the characters set out."""
    id, name = command.first
    if not command.names or not (id or name):
        return here(world, command) if command.is_for_one else targets.party_room(world)
    one = targets.character(world, id, name, "names[0]")
    return one if isinstance(one, Rejected) else world.room_of(one.id) or Rejected("floor_unknown", "names[0]")


def stay_in_the_fight(world: World, command: Several, who: Iterable[Thing]) -> Rejected | None:
    """Refuse to let fighters leave without `force`."""
    fighting = [c.name for c in who if combat.is_in(world, c.id)]
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "force": True}
    return Rejected("fighters_stay", "operation", {"names": fighting}, instead=instead) if fighting else None


def offer_fight(draft: Draft, came: Iterable[Thing], room_id: str) -> None:
    """Note the call by which newcomers join a fight."""
    new = [c.name for c in came if not combat.is_in(draft.world, c.id) and not thing_stats.is_dead(c)]
    if new and combat.is_fought_in(draft.world, room_id):
        draft.note("fight_here", names=new, payload=json.dumps({"operation": "start_fight", "names": new}, ensure_ascii=False))


def people(world: World, room_id: str) -> list[Thing]:
    return [t for t in world.bag_of(room_id) if t.kind == "character"]


def members_in(world: World, room_id: str) -> list[Thing]:
    return [t for t in targets.party_of(world) if (room := world.room_of(t.id)) and room.id == room_id]


# ── exits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def ways_of(world: World, room_id: str) -> list[Exit]:
    """Every exit of the room, in compass order."""
    return sorted(world.exits_from.get(room_id, ()), key=lambda w: (DIRECTIONS.index(w.direction), len(w.label), w.label))


def visible_exits(ways: Iterable[Exit]) -> list[Exit]:
    """The exits, except hidden ones that nobody has found yet."""
    return [w for w in ways if not w.hidden]


def word(wanted: str) -> str:
    """A direction or label in its stored form: "n" and "North" are north, and "North 2" is north 2; other labels stay as they are."""
    said = wanted.strip()
    first, _, rest = said.casefold().partition(" ")
    if first in DIRECTIONS and (not rest or rest.isdigit()):
        return " ".join(filter(None, (first, rest)))
    return SHORT.get(said.casefold(), said)


def way(world: World, room: Thing, wanted: str) -> Exit | Rejected:
    """The exit under this label; an exit that nobody has found yet counts as missing."""
    there = visible_exits(ways_of(world, room.id))
    key = names.fold(word(wanted))
    found = next((w for w in there if names.fold(w.label) == key), None) or next((w for w in there if w.direction == key), None)
    return found or _lead_to(world, wanted, room, there) or no_way("exit_unknown", "direction", wanted, room, there)


def _lead_to(world: World, wanted: str, room: Thing, there: Iterable[Exit]) -> Rejected | None:
    """The refusal of the name of a known room in place of a direction, with the exit that leads there."""
    known = ((w, world.things.get(w.to_room or "")) for w in there)
    leads = [w for w, beyond in known if beyond and not beyond.room.is_undiscovered and names.fold(beyond.name) == names.fold(wanted)]
    labels = tuple(w.label for w in leads)
    return Rejected("exit_unknown", "direction", {"wanted": wanted, "room": room.name}, labels, labels) if len(labels) == 1 else None


def no_way(code: str, field: str, wanted: str, room: Thing, there: Iterable[Exit]) -> Rejected:
    labels = tuple(w.label for w in there)
    return Rejected(code, field, {"wanted": wanted, "room": room.name}, tuple(names.nearest(wanted, labels)), labels)


def find_exit(world: World, room_id: str, label: str) -> Exit | None:
    key = names.fold(label)
    return next((w for w in world.exits_from.get(room_id, ()) if names.fold(w.label) == key), None)


def free_label(world: World, room_id: str, label: str) -> str:
    """The label itself or, if it is taken, "east 2", "east 3" …"""
    count = 1
    while find_exit(world, room_id, numbered := label if count == 1 else f"{label} {count}"):
        count += 1
    return numbered


def direction_of(label: str) -> Direction:
    """The direction of a custom label: "in", unless the label begins with another direction."""
    first = word(label).casefold().split()[0]
    return next((d for d in get_args(Direction) if d == first), "in")


_TURNED: Final = (
    ("upstream", "downstream"),
    ("upstairs", "downstairs"),
    ("uphill", "downhill"),
    ("inside", "outside"),
    ("left", "right"),
    ("ahead", "back"),
)
"""Words that name a way by its side, and the words for the same way from the other end."""
_TURNS: Final = {one: other for pair in _TURNED for one, other in (pair, pair[::-1])}


def back_of(label: str) -> str:
    """The label of the exit back: the opposite direction; a custom label stays, except for a direction or a side at its beginning.

    >>> back_of("north"), back_of("up the hill"), back_of("the old gate")
    ('south', 'down the hill', 'the old gate')
    >>> back_of("downstream"), back_of("Upstairs to the loft")
    ('upstream', 'downstairs to the loft')
    """
    first, _, rest = word(label).casefold().partition(" ")
    other = next((OPPOSITE[d] for d in DIRECTIONS if d == first), None) or _TURNS.get(first)
    if other is None:
        return label
    return other if not rest or rest.isdigit() else f"{other} {label.split(maxsplit=1)[1]}"


def sides(world: World, way: Exit) -> list[Exit]:
    """The exit, and the exit on the other side of its door."""
    other = world.exits.get(way.back or "")
    return [way, other] if other else [way]


def alter(draft: Draft, way: Exit, **fields: object) -> None:
    """Set these fields on both sides of a door."""
    for side in sides(draft.world, draft.world.exits[way.id]):
        for path, now in fields.items():
            was = getattr(side, path)
            if was != now:
                draft.add(events.ExitChanged(side.id, path, was, now))
            if path == "state" and was == "open" and now != "open":
                _remember(draft, side)


def _remember(draft: Draft, side: Exit) -> None:
    """Record that the party has seen the rooms behind the open doors of a known room, except for doors that were opened in its absence."""
    room = draft.world.things.get(side.from_room)
    known = last_seen_exits.of(room, side.id) if room else None
    if room and is_seen(draft.world, room.id) and (known is None or known.state == "open"):
        change(draft, room, body_paths.DOORS, list(dict.fromkeys((*room.room.doors, side.id))))


# ── the party's view ────────────────────────────────────────────────────────────────────────────────────────────────


def discover(draft: Draft, room_id: str) -> None:
    """Mark the rooms of party members as visited, and the rooms behind open exits as seen."""
    if room_id not in draft.world.things or not members_in(draft.world, room_id):
        return
    change(draft, draft.world.things[room_id], body_paths.SEEN, "visited")
    last_seen_exits.refresh(draft, draft.world.things[room_id])
    for way in visible_exits(draft.world.exits_from.get(room_id, ())):
        beyond = draft.world.things.get(way.to_room or "")
        if beyond and way.state == "open" and not beyond.room.seen:
            change(draft, beyond, body_paths.SEEN, "seen")


def discover_by(draft: Draft, room_id: str, coming: Iterable[Thing], before: World) -> None:
    """Discover the room for these arrivals. Add a note if only part of the party enters a room that was unknown `before`, because that
    reveals the room to all players.
    """
    discover(draft, room_id)
    is_new = room_id in before.things and not is_seen(before, room_id)
    ids = {c.id for c in coming}
    there = [Called(m.id) for m in members_in(draft.world, room_id) if m.id in ids]
    if is_new and there and len(there) < len([m for m in targets.party_of(draft.world) if not thing_stats.is_dead(m)]):
        draft.note("discovered_by", room=Called(room_id), names=there)


def shows_beyond(world: World, way: Exit) -> bool:
    """Whether somebody in front of the exit knows where it leads: it is open, or the party has seen it open."""
    room = world.things.get(way.from_room)
    return way.state == "open" or (room is not None and way.id in room.room.doors)


def is_seen(world: World, room_id: str) -> bool:
    return bool(world.things[room_id].room.seen or members_in(world, room_id))


ForPlayers = Annotated[bool, Field(strict=True, description="To read aloud.")]


def in_the_room(command: ActingCommand, world: World) -> Verdict:
    room = here(world, command)
    return room if isinstance(room, Rejected) else Decision.about(room.id)
