"""Spells of light and of darkness that end each other (SRD, Darkness, Daylight).

Nobody measures distances, and a light lights its whole room (adrs/0182), so all spells of one room overlap: those on the fighters, on the
targets of the cast, and on other creatures at hand.
"""

from collections.abc import Iterator
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.creature import zones
from rpg_lite.mechanics.creature.effect_source import laid_effect
from rpg_lite.mechanics.creature.zones import StandingZone
from rpg_lite.mechanics.life import concentration
from rpg_lite.rules.acts.words import DISPELS_DARKNESS, DISPELS_LIGHT, RULES_OF_DARKNESS, RULES_OF_LIGHT
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

Laid = tuple[str, str]
"""The cast of a spell and the name of the spell."""


def settle(draft: Draft, caster: Thing) -> None:
    """End the spells that a zone in the room of the caster dispels, whichever was cast first."""
    room = draft.world.room_of(caster.id)
    if room is None:
        return
    book = draft.situation.book
    for one in list(_zones_in(draft.world, room, book)):
        for rule in one.model.rules:
            word, _, most = rule.partition(":")
            if word == DISPELS_LIGHT:
                _end(draft, one, [*_shining(draft.world, room, book, int(most))])
            elif word == DISPELS_DARKNESS:
                _end(draft, one, [*_with_rules(draft.world, room, book, RULES_OF_DARKNESS, int(most))])


def _zones_in(world: World, room: Thing, book: Rulebook) -> Iterator[StandingZone]:
    return (one for one in zones.all_of(world, book) if world.room_of(one.caster.id) == room)


def _with_rules(world: World, room: Thing, book: Rulebook, words: frozenset[str], most: int) -> Iterator[Laid]:
    """The spells up to a level whose zones have one of these rules."""
    for one in _zones_in(world, room, book):
        if (
            words & {rule.partition(":")[0] for rule in one.model.rules}
            and _level(world, book, one.caster.id, one.zone.act, one.zone.slot) <= most
        ):
            yield one.key.replace("_", "."), one.zone.act


def _shining(world: World, room: Thing, book: Rulebook, most: int) -> Iterator[Laid]:
    """The spells up to a level that shed light, as a zone or on a creature."""
    yield from _with_rules(world, room, book, RULES_OF_LIGHT, most)
    for who in (t for t in world.bag_of(room.id) if t.kind == "character"):
        for entry in thing_stats.lasting(world, who, "effects"):
            cause = entry.cause
            effect = laid_effect(world, cause, book) if cause.cast and cause.act else None
            if effect and effect.light and _level(world, book, cause.by, cause.act, cause.slot) <= most:
                yield cause.cast or "", cause.act or ""


_NO_SPELL: Final = 99


def _level(world: World, book: Rulebook, by: str | None, act: str | None, slot: int | None) -> int:
    """The level at which a spell was cast; any other act is above all levels, because only spells are dispelled."""
    spell = thing_stats.spell_cast_by(world, by, act, book)
    return _NO_SPELL if spell is None else max(spell.level, slot or 0)


def _end(draft: Draft, by: StandingZone, laid: list[Laid]) -> None:
    for cast, act in dict.fromkeys(laid):
        concentration.end_cast(draft, cast, act, by.zone.act)
        for caster in [t for t in draft.world.things.values() if t.kind == "character"]:
            concentration.end_zone(draft, caster, cast)
        draft.note("dispelled_by_light", name=act, by=by.zone.act)
