"""The facts that a narration can contradict, read from a slice of the world and from the last commits."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rpg_lite.mechanics.items.money import purse_of
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import unidentified
from rpg_lite.vocabulary import Coin
from rpg_lite.world import body_paths, events, thing_stats
from rpg_lite.world.history_records import Commit
from rpg_lite.world.world_model import Thing, World

_TO_HIT: Final = "attack"
_HIT_POINTS: Final = (body_paths.HP, body_paths.TEMP_HP)
_EXPERIENCE: Final = body_paths.of_sheet("xp")
_NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """The current state of a creature. `is_down`: it is alive but cannot act; `room`: the name of its room, None if that is unknown;
    `holds`: folded name → number of such things; `in_use`: the folded names of the things that it wears and wields; `left`: the remaining
    uses of each resource; `hit_last`: it is the creature whose hit points changed last.
    """

    name: str
    hp: int | None = None
    hp_max: int | None = None
    ac: int | None = None
    is_dead: bool = False
    is_down: bool = False
    room: str | None = None
    is_member: bool = False
    coins: Mapping[Coin, int] = field(default_factory=dict)
    holds: Mapping[str, int] = field(default_factory=dict)
    in_use: frozenset[str] = frozenset()
    left: Mapping[str, int] = field(default_factory=dict)
    hit_last: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts. `rooms`: the names of known rooms; `items`: the folded names that mean a thing; `there`: those
    of the things that are anywhere in the campaign; `amounts`: every number of damage and
    healing in the last `commits` commits; `xp`: the experience that anybody gained in these. None means that the value is not checked.
    """

    people: tuple[Person, ...] = ()
    rooms: tuple[str, ...] = ()
    items: frozenset[str] = frozenset()
    there: frozenset[str] = frozenset()
    amounts: frozenset[int] | None = None
    xp: frozenset[int] | None = None
    commits: int = 0

    @property
    def party(self) -> tuple[Person, ...]:
        return tuple(p for p in self.people if p.is_member)


def facts_of(world: World, book: Rulebook, past: Sequence[Commit] | None = None, of_party_only: bool = False) -> Facts:
    """The facts of a slice. `of_party_only`: for readers who may know only the party's own numbers, places and things."""
    creatures = [t for t in world.things.values() if t.kind == "character" and (t.creature.is_member or not of_party_only)]
    told = unidentified.as_players_see(world, book) if of_party_only else world
    rooms = tuple(t.name for t in world.things.values() if t.kind == "room")
    there = frozenset(key for t in told.things.values() if t.kind == "item" for key in thing_stats.names_of(t, book))
    known = past is not None and not of_party_only
    hit = _hit_last(past or ())
    return Facts(
        tuple(_person(world, who, told, book, who.id in hit) for who in creatures),
        rooms,
        there.union(map(names.fold, book.template_names)),
        there,
        frozenset(_amounts(past)) if known and past is not None else None,
        frozenset(_experience(past)) if past is not None else None,
        len(past or ()),
    )


def _person(world: World, who: Thing, told: World, book: Rulebook, hit_last: bool) -> Person:
    """The facts about one creature. `told`: the world whose things the reader may know."""
    stats, room = unidentified.stats_of(world, who, book), world.room_of(who.id)
    held, used = Counter[str](), set[str]()
    for thing in told.tree_of(who.id):
        if thing.kind == "item":
            called = thing_stats.names_of(thing, book)
            held.update(dict.fromkeys(called, thing.quantity))
            used |= called if world.row_of(thing.id) else set()
    return Person(
        who.name,
        stats.hp,
        stats.hp_max.value if stats.hp_max else None,
        stats.ac.value,
        thing_stats.is_dead(who),
        not thing_stats.is_dead(who) and (stats.hp == 0 or thing_stats.is_lost(world, who)),
        room.name if room else None,
        who.creature.is_member,
        purse_of(world, who),
        held,
        frozenset(used),
        {name: supply.left for name, supply in thing_stats.sheet(who, book).resources.items() if supply.left is not None},
        hit_last,
    )


def _experience(past: Iterable[Commit]) -> Iterator[int]:
    """The numbers in the answers of the commits that gave experience: each share, and the worth of each foe."""
    for commit in past:
        if any(isinstance(e, events.Changed) and e.path == _EXPERIENCE for e in commit.events):
            yield from map(int, _NUMBER.findall(str(commit.answer.get("text", "")).replace(",", "")))


def _hit_last(past: Sequence[Commit]) -> frozenset[str]:
    """The ids of the creatures in the newest commit that changed hit points."""
    changed = (frozenset(e.id for e in c.events if isinstance(e, events.Changed) and e.path == body_paths.HP) for c in past)
    return next(filter(None, changed), frozenset())


def _amounts(past: Iterable[Commit]) -> Iterator[int]:
    """Every number that damage or healing may have had: the totals of dice, the changes of hit points and their sums, and the numbers in
    the answers, because only the answers include damage beyond 0 hit points.
    """
    sums = Counter[str]()
    for commit in past:
        yield from map(int, _NUMBER.findall(_without_states(str(commit.answer.get("text", "")))))
        for event in commit.events:
            if isinstance(event, events.Rolled) and not event.for_.startswith(_TO_HIT):
                yield event.total
            elif isinstance(event, events.Changed) and event.path in _HIT_POINTS:
                change = (event.now or 0) - (event.was or 0) if event.was is not None else 0
                sums[event.id] += change
                yield abs(change)
        yield from (abs(total) for total in sums.values())


_STATES: Final = re.compile(r"HP \S+ → \S+|AC \d+|\(\w\d+\.\d+\)|\d+ against|\d+\+\d+ = \d+|\d*d\d+\S*")


def _without_states(text: str) -> str:
    """An answer without current hit points, armor classes, ids and the faces of dice."""
    return _STATES.sub("", text)
