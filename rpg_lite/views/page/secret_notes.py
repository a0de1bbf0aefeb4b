"""The notes about the room that only the game master reads on the page: traps, locks, hidden exits and things, secrets of people, notes."""

from collections.abc import Iterator
from typing import Any, Final

from rpg_lite.mechanics.places import hidden_finds, room_lookup
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.trap_lookup import trap_of
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.views.holdings import label
from rpg_lite.views.rooms import beyond, marks_of
from rpg_lite.views.stats_text import defenses_text
from rpg_lite.views.trap_card import numbers_text
from rpg_lite.world import placed_traps
from rpg_lite.world.world_model import Exit, Thing, World

Json = dict[str, Any]

_LONGEST_TITLE: Final = 60


def notes_json(world: World, room: Thing, book: Rulebook) -> list[Json]:
    """The notes in the order of their use: {"kind": trap, door, thing, person or note, "title", "text"}."""
    told = [*_traps(world, room, book), *_doors(world, room), *_things(world, room, book), *_people(world, room), *_notes(room)]
    return [{"kind": kind, "title": title, "text": text} for kind, title, text in told]


def _traps(world: World, room: Thing, book: Rulebook) -> Iterator[tuple[str, str, str]]:
    for trap in placed_traps.traps_in(world, room):
        rule = trap_of(trap.state.trap, book)
        place = trap.label or f"{world.things[trap.holder].name}{f' {trap.state.at}' if trap.squares else ''}"
        numbers = f"{names.capitalize(numbers_text(rule))}." if isinstance(rule, TrapRule) else ""
        state = f"{names.capitalize(trap.state.condition)}{', found' if trap.state.is_found else ''}."
        yield "trap", f"{trap.state.name}, {place}", f"{state} {numbers}".strip()


def _doors(world: World, room: Thing) -> Iterator[tuple[str, str, str]]:
    for way in room_lookup.ways_of(world, room.id):
        if told := _about_way(way):
            yield "door", f"{names.capitalize(way.label)}: {beyond(world, way, False)}", f"{names.capitalize(', '.join(told))}."


def _about_way(way: Exit) -> list[str]:
    hidden = [f"hidden {way.kind.replace('_', ' ')}"] if way.hidden else []
    locked = ["locked"] if way.state == "locked" else []
    return [*hidden, *locked, *marks_of(way)] if hidden or locked or way.key_name or way.note else []


def _things(world: World, room: Thing, book: Rulebook) -> Iterator[tuple[str, str, str]]:
    for thing in hidden_finds.hidden_things(world, room.id):
        dc = thing.state.dc_to_find
        yield "thing", label(world, thing, book), "Hidden." if dc is None else f"Hidden, found by DC {dc}."


def _people(world: World, room: Thing) -> Iterator[tuple[str, str, str]]:
    for who in room_lookup.people(world, room.id):
        if who.is_unfound:
            yield "person", who.name, "Hides from the party."
        if secret := who.creature.secret:
            yield "person", f"Secret of {who.name}", secret


def _notes(room: Thing) -> Iterator[tuple[str, str, str]]:
    if region := room.room.region:
        yield "note", "Region", region
    for note in room.room.notes:
        head, colon, rest = note.partition(": ")
        yield ("note", head, rest) if colon and len(head) <= _LONGEST_TITLE else ("note", "Note", note)


def about(stats: EffectiveStats) -> str:
    """A line about a creature: what it resists, and its senses."""
    senses = [f"{sense} {feet.value} ft" for sense, feet in stats.senses.items() if feet.value]
    seen = ", ".join([*senses, f"passive Perception {stats.passive['perception'].value}"])
    return " ".join([*defenses_text(stats.defenses), f"{names.capitalize(seen)}."])
