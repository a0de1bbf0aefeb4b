"""Zones kept right where places count: whoever stands in one is inside, and whoever comes in enters it (SRD 5.1 and 5.2, Areas of Effect)."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called, Notice
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts.steps import zone_step
from rpg_lite.mechanics.creature import zones
from rpg_lite.mechanics.creature.zones import StandingZone
from rpg_lite.mechanics.life import concentration
from rpg_lite.mechanics.space import standing, zone_places
from rpg_lite.mechanics.space.area_points import AreaPoint
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space.shapes import EffectArea, squares_inside
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.world import body_paths, combat, thing_stats
from rpg_lite.world.events import Changed
from rpg_lite.world.world_model import Thing
from rpg_lite.world.zone_areas import ZoneArea

_FORCED: Final = "somebody was forced through it"
_WIND: Final = "a strong wind disperses it"
_WALL: Final = "its wall is no more"


def settle(draft: Draft, moved: Collection[str] | None = None) -> bool:
    """Let everybody enter or leave the zones of the fight as they stand now, and tell whether anybody did. `moved`: those who have moved, by default in
    this deed. A zone that comes over somebody who has not lets that one enter only if its text says so (SRD 5.2, Moonbeam).
    """
    room = draft.world.things.get(combat.room_id(draft.world) or "")
    if room is None or not standing.is_measured(draft.world, room.id) or not any(map(_has_zones, draft.world.things.values())):
        return False
    now = standing.standing_in(draft.world, room, draft.situation.book)
    has_changed = _give_squares(draft, now)
    has_changed = _blow_away(draft, now) or _close_breaches(draft, now) or has_changed
    if has_changed:
        now = standing.standing_in(draft.world, room, draft.situation.book)
    for found, area in zone_places.of_room(now):
        movers = _moved(draft) if moved is None else frozenset(moved)
        should, are = zone_places.inside(now, found, area), frozenset(found.zone.inside)
        crossing = _crossing(draft, now, found, area) - should
        should, movers = should | crossing, movers | crossing
        if draft.situation.hides_others and not _is_elsewhere(draft, found):
            should = (should & movers) | (are - movers)  # who only asks learns nothing of those who stand still: what stops the zone may be unseen
        if should == are:
            continue
        # A player's deed is first tried in the world that the player sees, where whoever is unseen is no thing at all and leaves nothing.
        out = [id for id in found.zone.inside if id not in should and id in draft.world.things and not _lies_dead(draft, id)]
        if not out and should <= are:
            continue
        has_changed = True
        if _breaks(draft, found, should - are - movers):
            concentration.end_cast(draft, found.key.replace("_", "."), found.zone.act, _FORCED)
            continue
        if out:
            zone_step.move(draft, found, out, enter=False)
            found = _again(draft, found)
            _untell(draft, "zone_leaves", found.zone.act, out)
            draft.note("zone_leaves", act=found.zone.act, names=[Called(id) for id in out])
        _enter(draft, found, sorted(should - are), movers)
    return has_changed


def _crossing(draft: Draft, now: Standing, found: StandingZone, area: EffectArea) -> frozenset[str]:
    """Those who have been moved through the zone in this deed, into it and out of it again: they enter it, and leave it when that has been played."""
    if not zones.triggers_of(found, "enter"):
        return frozenset()
    new = set[str]()
    for id, spaces in draft.ways:
        one = draft.world.things.get(id)
        if one is None or (found.key, id) in draft.crossed or id in found.zone.inside or not zone_places.concerns(now, found, one):
            continue
        if any(zone_places.holds(now, found, area, space) for space in spaces[1:-1]):
            draft.crossed.add((found.key, id))
            new.add(id)
    return frozenset(new)


def count_steps(draft: Draft) -> bool:
    """Let the zones that count steps play for each 5 ft that somebody has come into or over them since; return whether any does."""
    came, draft.trodden = draft.trodden, []
    room = draft.world.things.get(combat.room_id(draft.world) or "")
    if room is None or not came or not standing.is_measured(draft.world, room.id) or not any(map(_has_zones, draft.world.things.values())):
        return False
    now, before = standing.standing_in(draft.world, room, draft.situation.book), len(draft.happened)
    for id, spaces in came:
        one = draft.world.things.get(id)
        if one is None or one.kind != "character":
            continue
        for found in (zone for space in spaces[1:] for zone in zone_places.trodden(now, one, space)):
            draft.happened.append(Happening("travels", id, found.caster.id, cast=found.key))
    return len(draft.happened) > before


def _blow_away(draft: Draft, now: Standing) -> bool:
    """End the fogs and gases into which a strong wind blows, and tell whether any was (SRD, Gust of Wind, Cloudkill)."""
    lying = zone_places.of_room(now)
    winds = [squares_inside(now.ground, area) for found, area in lying if found.model.winds]
    gone = [found for found, area in lying if found.model.disperses and not squares_inside(now.ground, area).isdisjoint(set().union(*winds))]
    for found in gone:
        cast = found.key.replace("_", ".")
        concentration.end_cast(draft, cast, found.zone.act, _WIND)
        if found.key in draft.world.things[found.caster.id].creature.zones:
            concentration.end_zone(draft, draft.world.things[found.caster.id], cast)
            draft.note("zone_dispersed", act=found.zone.act, why=_WIND)
    return bool(gone)


def _close_breaches(draft: Draft, now: Standing) -> bool:
    """End the breaches of walls that are no more, and tell whether there were any (SRD, Wall of Ice)."""
    lying = [found for found, _ in zone_places.of_room(now)]
    walls = [(found.caster.id, found.zone.act) for found in lying if standing.NO_PASSAGE in found.model.rules]
    gone = [
        found
        for found in lying
        if standing.BREACH in found.model.rules and not any(by == found.caster.id and found.zone.act.startswith(act) for by, act in walls)
    ]
    for found in gone:
        concentration.end_zone(draft, draft.world.things[found.caster.id], found.key.replace("_", "."))
        draft.note("zone_dispersed", act=found.zone.act, why=_WALL)
    return bool(gone)


def _breaks(draft: Draft, found: StandingZone, swept: Collection[str]) -> bool:
    """Whether a barrier that moves with its caster comes over somebody whom it does not let through (SRD, Antilife Shell)."""
    if standing.NO_PASSAGE not in found.model.rules or found.zone.area is None or found.zone.area.on is None or _is_new(draft, found):
        return False
    here = (draft.world.things[id] for id in swept if _was_outside(draft, id))
    return any(not standing.passes(found, one, draft.situation.book) for one in here)


def _is_new(draft: Draft, found: StandingZone) -> bool:
    before = draft.before.things.get(found.caster.id)
    return before is None or found.key not in before.creature.zones


def _enter(draft: Draft, found: StandingZone, ids: Collection[str], moved: Collection[str]) -> None:
    """Let these come in: those who have moved enter, and the zone comes over the others."""
    here = [id for id in ids if _was_outside(draft, id)]
    groups = ([id for id in here if id in moved], [id for id in here if id not in moved], [id for id in ids if id not in here])
    for group, tells in zip(groups, (True, found.model.sweeps, False), strict=True):
        if group:
            zone_step.move(draft, found, group, enter=True, tells=tells)
            found = _again(draft, found)
            _untell(draft, "zone_holds", found.zone.act, group)
            draft.note("zone_holds", act=found.zone.act, names=[Called(id) for id in group])


_IN_AND_OUT: Final = ("zone_leaves", "zone_holds")


def _untell(draft: Draft, code: str, act: str, ids: Sequence[str]) -> None:
    """Drop the notes that such a note about these creatures repeats: of one that comes in or goes out again in one deed, only the last counts."""

    def is_of_it(note: Notice) -> bool:
        return note.code in _IN_AND_OUT and note.details["act"] == act

    again = {one for note in draft.notes if note.code == code and is_of_it(note) for one in note.details["names"] if one.id in ids}
    kept = []
    for note in draft.notes:
        if not is_of_it(note):
            kept.append(note)
        elif names := [one for one in note.details["names"] if one not in again]:
            kept.append(replace(note, details={**note.details, "names": names}))
    draft.notes[:] = kept


def _was_outside(draft: Draft, id: str) -> bool:
    """Whether a creature comes in from elsewhere. Whoever has just been made, or gets its place as a fight begins, has been there."""
    if id in draft.starting:
        return False
    before, now = draft.before.things.get(id), draft.world.things[id]
    return before is not None and (_spot(before) is not None or before.parent_id != now.parent_id)


def _has_zones(thing: Thing) -> bool:
    return thing.kind == "character" and bool(thing.creature.zones)


def _give_squares(draft: Draft, now: Standing) -> bool:
    """Let auras that began before places counted lie around their casters. Whoever is inside then has been there before."""
    book, has_changed = draft.situation.book, False
    for found in [*zones.all_of(draft.world, book)]:
        space, model = now.spaces.get(found.caster.id), found.model
        if found.zone.area is not None or space is None or model.moves != zone_places.WITH_ITS_CASTER or model.shape != "sphere":
            continue
        feet = zone_step.casting_of(draft, found).number(model.ft)
        around = EffectArea("emanation", max(SQUARE_FEET, feet), z=space.z, maker=space, diagonals=book.policy.diagonals)
        kept = found.zone.with_area(ZoneArea.make(now.room.id, around, found.caster.id, space))
        change(draft, found.caster, body_paths.ZONES.at(found.key), kept)
        placed = _again(draft, found)
        there = zone_places.inside(now, placed, around)
        if new := [id for id in sorted(there) if id not in kept.inside]:
            zone_step.move(draft, placed, new, enter=True, tells=False)
        has_changed = True
    return has_changed


def _is_elsewhere(draft: Draft, found: StandingZone) -> bool:
    """Whether the zone is new or lies elsewhere since the deed began."""
    before = draft.before.things.get(found.caster.id)
    zone = before.creature.zones.get(found.key) if before else None
    return zone is None or zone.area != found.zone.area


def _lies_dead(draft: Draft, id: str) -> bool:
    """Whether the creature is dead where it was: nobody lets a body leave."""
    return thing_stats.is_dead(draft.world.things[id])


def _again(draft: Draft, found: StandingZone) -> StandingZone:
    caster = draft.world.things[found.caster.id]
    return StandingZone(caster, found.key, caster.creature.zones[found.key], found.model)


def _moved(draft: Draft) -> frozenset[str]:
    """Those who stand elsewhere since the deed began."""
    changed = {event.id for event in draft.events if isinstance(event, Changed) and event.path == body_paths.SPOT}
    return frozenset(id for id in changed if id in draft.world.things and _spot(draft.before.things.get(id)) != _spot(draft.world.things[id]))


def _spot(thing: Thing | None) -> object:
    return thing.state.spot if thing else None


def shift(draft: Draft, found: StandingZone, at: tuple[int, int], z: int) -> None:
    """Let a zone move to another point, and come over whoever stands there."""
    if found.zone.area is None:
        return
    moved = found.zone.with_area(found.zone.area.moved_to(at, z))
    change(draft, draft.world.things[found.caster.id], body_paths.ZONES.at(found.key), moved)
    draft.note("zone_moves", act=found.zone.act, at=AreaPoint(at, z).name)
