"""The step `zone`: a part of a room with lasting effects. It is stored on its caster, and the table says who is inside (adrs/0110)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts import wish_and_casting
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.steps.apply_and_move import kept_steps, lasts, lay_effect
from rpg_lite.mechanics.acts.wish_and_casting import Casting, Wish
from rpg_lite.mechanics.creature import effect_source, planes, zones
from rpg_lite.mechanics.creature.zones import StandingZone
from rpg_lite.mechanics.life.conditions import lasting_for
from rpg_lite.mechanics.space import default_places, nearness, sides, standing, wall_sides, zone_places
from rpg_lite.mechanics.space.zone_places import WITH_ITS_CASTER
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules.acts.act import Act, SaveStep, ZoneModel, ZoneStep
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.space.shapes import EffectArea, catches
from rpg_lite.rules.space.squares import SQUARE_FEET, SQUARES_OF_SIZE, Space, square_name
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.creature_states import Cause, Span, Zone
from rpg_lite.world.world_model import Thing
from rpg_lite.world.zone_areas import ZoneArea


def zone(p: Performance, step: ZoneStep, targets: Sequence[str], spot: Spot) -> None:
    """Begin the zone with the named creatures inside; they do not set off its triggers for entering (SRD, Web)."""
    inside = [t for t in dict.fromkeys(targets) if step.zone.moves != WITH_ITS_CASTER or t != p.cast.by]  # an aura spares its own caster
    if all(t == p.cast.by for t in inside) and p.cast.act.range in (None, "self"):
        inside += [one.id for one in _who_are_near(p, step.zone) if one.id not in inside]
    area = _area(p, step)
    if area is not None:
        inside = [*_who_stand_in(p, step, area)]
        area = area.sparing(id for id in inside if p.wards_off(id))
    inside = [t for t in inside if not p.wards_off(t)]  # the area leaves out what a ward protects (SRD, Globe of Invulnerability)
    span = lasting_for(p.draft, lasts(p, step.for_), p.cast.by)
    is_solid = area is not None and area.shape == "wall" and standing.NO_PASSAGE in step.zone.rules
    made = Zone.make(
        p.cast.act.name, p.step_path(spot), () if is_solid else inside, span, slot=p.cast.slot, dc=p.cast.dc, mod=p.cast.mod,
        choice=dict(p.cast.wish.choice) or None, steps=kept_steps(p, step, spot), area=area,
    )  # fmt: skip
    change(p.draft, p.thing(p.cast.by), body_paths.ZONES.at(_free_key(p)), made)
    p.lay(p.cast.by)
    _tell_side(p, area)
    shown = f"{2 * area.ft}-ft ring" if area is not None and area.ring else f"{p.cast.fill(step.zone.ft)}-ft {step.zone.shape}"
    rules = ", ".join(_tell_rule(rule) for rule in step.zone.rules)
    p.say(f"The zone is a {shown}{f' ({rules})' if rules else ''}.")
    for target in inside:
        _hold(p, step.zone, target, spot)
    if step.zone.on and all(trigger.once for trigger in step.zone.on) and _acts_as_it_appears(p):
        for target in inside:
            done_acts.remember(p.draft, target, p.cast.act.name)
    if area is not None and is_solid:
        _push_aside(p, area.room, inside)


def _free_key(p: Performance) -> str:
    """The leaf of the zone: that of its cast, or a new one for an act that a zone of the same cast has given (SRD, Wall of Ice)."""
    lying = p.thing(p.cast.by).creature.zones.get(key := p.cast.id.replace(".", "_"))
    return key if lying is None or lying.act == p.cast.act.name else p.draft.new_cast_id().replace(".", "_")


def _acts_as_it_appears(p: Performance) -> bool:
    """Whether those who stand there as it appears make the save that those make who come in, which is all for this turn (SRD 5.2, Moonbeam)."""
    return any(isinstance(step, SaveStep | DoStep) for step in p.cast.act.steps)


def _tell_side(p: Performance, area: ZoneArea | None) -> None:
    if area is not None and area.side:
        side = wall_sides.name_of(area.effect_area(None, p.book.policy.diagonals), area.side)
        p.say(f"Its {side} side is the one that counts.")


def _push_aside(p: Performance, room: str, whom: Sequence[str]) -> None:
    """Push whoever stands where a solid wall appears to the free place nearest to it, on either side (SRD, Wall of Stone)."""
    for id in whom:
        one, spot = p.thing(id), p.thing(id).state.spot
        if spot is None:
            continue
        n = SQUARES_OF_SIZE[p.stats(id).size]
        here = Space(spot.x, spot.y, n, spot.z)
        free = default_places.nearest_free(p.draft, p.draft.world.things[room], one, (spot.x, spot.y), here)
        if free is not None:
            p.draft.comes_over(id, (here, free))
            default_places.stand(p.draft, one, free, p.draft.world.things[room])
            p.record(id).effects.append(f"is pushed aside to {square_name((free.x, free.y), free.z)}")


def _area(p: Performance, step: ZoneStep) -> ZoneArea | None:
    """The squares of the zone where places count: those of the act's area, or those around a caster with whom it moves or from whom it begins."""
    caster = p.thing(p.cast.by)
    room = p.draft.world.room_of(caster.id)
    if room is None or not standing.is_measured(p.draft.world, room.id):
        return None
    now = standing.standing_in(p.draft.world, room, p.book)
    space, model, filled = now.spaces.get(caster.id), step.zone, p.cast.filled
    feet = max(SQUARE_FEET, p.cast.number(model.ft))
    if space is None:
        return None
    on = caster.id if model.moves == WITH_ITS_CASTER else None
    if filled is not None:
        base = filled.areas[0]
        is_same = base.shape in (model.shape, "emanation")
        area = base if base.is_ring else replace(base, feet=feet) if is_same else replace(base, shape=model.shape, feet=feet)
        inside = [one.id for one, other in now.creatures() if catches(now.ground, area, other)]
        chosen = p.cast.act.area is not None and p.cast.act.area.spares == "chosen" and model.near is None
        spare = [id for id in inside if id not in p.targets] if chosen else []
        made = ZoneArea.make(room.id, area, on, space, spare)
        return made.with_side(wall_sides.best_side(now, caster, area, model.beside)) if model.beside and area.shape == "wall" else made
    begins = p.cast.act.area is not None and p.cast.act.area.from_ == "self"
    if model.shape != "sphere" or not (on or begins):
        return None
    around = EffectArea("emanation", feet, z=space.z, maker=space, diagonals=p.book.policy.diagonals)
    return ZoneArea.make(room.id, around, on, space)


def _who_stand_in(p: Performance, step: ZoneStep, area: ZoneArea) -> list[str]:
    """Those who stand on the squares of a zone that begins."""
    caster = p.thing(p.cast.by)
    room = p.draft.world.things[area.room]
    now = standing.standing_in(p.draft.world, room, p.book)
    made = Zone.make(p.cast.act.name, "", (), Span(None), slot=None, dc=None, mod=None, choice=None, area=area)
    found = StandingZone(caster, "", made, step.zone)
    effect = zone_places.area_of(now, found)
    held = zone_places.inside(now, found, effect) if effect is not None else frozenset()
    return [one.id for one, _ in now.creatures() if one.id in held]


def _who_are_near(p: Performance, model: ZoneModel) -> list[Thing]:
    """Those who are said to be near the caster and whom the zone concerns, for a call that names nobody."""
    caster = p.thing(p.cast.by)
    return [one for one in nearness.near(p.draft.world, caster.id) if _concerns(p.draft, caster, one, model)]


def _concerns(draft: Draft, caster: Thing, one: Thing, model: ZoneModel) -> bool:
    """Whether the zone holds this creature if it is near the caster."""
    if model.near is None or thing_stats.is_dead(one) or planes.is_away(draft.world, one, draft.situation.book):
        return False
    return model.near == "all" or sides.are_friends(draft.world, caster, one, draft.situation.book) == (model.near == "friends")


def follow_nearness(draft: Draft, one: Thing, others: Sequence[Thing], is_near: bool) -> None:
    """Let those of whom it is said that they are near each other stand in each other's zones, or leave them. They do not enter of their own:
    what harms on entering waits for the next turn.
    """
    for caster, whom in ((one, others), *((other, [one]) for other in others)):
        for found in zones.of(draft.world, draft.world.things[caster.id], draft.situation.book):
            if found.zone.area is not None:
                continue  # its squares say who is inside
            is_around = found.model.moves == WITH_ITS_CASTER or caster.id in found.zone.inside
            meant = [t for t in whom if (t.id in found.zone.inside) != is_near and _concerns(draft, caster, t, found.model)]
            if meant and is_around:
                move(draft, found, [t.id for t in meant], is_near, tells=not is_near)
                draft.note(
                    "near_zone" if is_near else "apart_zone", names=[Called(t.id) for t in meant], by=Called(caster.id), act=found.zone.act
                )


def _tell_rule(rule: str) -> str:
    """A rule of a zone in the words of a table: "dim light 5 ft", "dispels light of spells up to level 2"."""
    word, _, number = rule.replace("_", " ").partition(":")
    if word == zone_places.DIFFICULT and number:
        return f"{number} ft of movement for each foot"
    if word.startswith("dispels"):
        return f"{word} of spells up to level {number}"
    return f"{word} {number} ft" if word.endswith("light") else f"{word} {number}".strip()


def _hold(p: Performance, model: ZoneModel, target: str, spot: Spot) -> None:
    """Apply the effect that lasts while a creature is inside."""
    if model.apply is not None:
        lay_effect(p, model.apply, target, spot)


def move(draft: Draft, found: StandingZone, creatures: Sequence[str], enter: bool, tells: bool = True) -> None:
    """Let creatures enter or leave; the triggers for entering and leaving play while the creatures are inside. `tells`: whether they play."""
    before = found.zone.inside
    inside = list(dict.fromkeys((*before, *creatures))) if enter else [id for id in before if id not in creatures]
    for id in creatures if tells else ():
        draft.happened.append(Happening("enter" if enter else "leave", id, found.caster.id, cast=found.key))
    change(draft, draft.world.things[found.caster.id], body_paths.ZONES.at(found.key), found.zone.with_inside(inside))
    if enter and found.model.apply is not None:
        p = Performance(draft, casting_of(draft, found), _no_steps, creatures)
        for id in (one for one in creatures if one not in before and not p.wards_off(one)):
            lay_effect(p, found.model.apply, id, Spot(found.zone.at))
    elif not enter:
        _let_go(draft, found, creatures)


def leave_behind(draft: Draft, moved: Sequence[Thing]) -> None:
    """Take those who have gone to another room out of the zones that they stood in. A zone that moves with its caster holds whoever is in the room
    of the caster, and nobody else.
    """
    gone = {one.id for one in moved}
    for found in [*zones.all_of(draft.world, draft.situation.book)]:
        # In the world that a player sees, whoever is unseen is no thing and stays where it is.
        inside, here = [id for id in found.zone.inside if id in draft.world.things], draft.world.room_of(found.caster.id)
        if found.model.moves != WITH_ITS_CASTER:
            out = [id for id in inside if id in gone]
        else:
            out = [id for id in inside if gone & {id, found.caster.id} and draft.world.room_of(id) != here]
        if out:
            move(draft, found, out, enter=False)


def _no_steps(p: Performance, steps: Sequence[StepModel], targets: tuple[str, ...], spot: Spot) -> None:
    """Play no steps: entering a zone only applies the effect that lasts inside."""


def casting_of(draft: Draft, found: StandingZone) -> Casting:
    """The numbers of the cast that created the zone."""
    one, book = found.zone, draft.situation.book
    cause = Cause(by=found.caster.id, act=one.act, at=one.at, steps=one.steps)
    act = effect_source.act_of(draft.world, cause, book) or Act.model_construct(name=one.act, steps=())
    wish = Wish(choice=one.choice or {})
    return wish_and_casting.make_casting(
        found.key.replace("_", "."), act, found.caster, draft.world, book, wish, slot=one.slot, dc=one.dc, mod=one.mod
    )  # fmt: skip


def _let_go(draft: Draft, found: StandingZone, creatures: Sequence[str]) -> None:
    """End the zone's own effects for creatures that left, and effects of the same cast that end on leaving."""
    cast = found.key.replace("_", ".")
    for id in creatures:
        effect_removal.end_where(
            draft, id, lambda e: e.cause.cast == cast and (e.cause.at == found.zone.at or "leave" in e.span.ends_by)
        )  # fmt: skip


PLAYS: Final[Plays] = {ZoneStep: zone}
"""Kind of step → the function that plays it."""
