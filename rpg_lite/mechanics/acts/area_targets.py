"""The creatures that the area of an act catches, where places count: the area finds its place, and everybody inside becomes a target (SRD, Areas of Effect)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision import targets
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.reserved_names import is_party
from rpg_lite.mechanics.acts import caught_targets, natural_targets, step_dispatch, target_requirements
from rpg_lite.mechanics.acts.play_notebook import Playing
from rpg_lite.mechanics.acts.riders import act_riders, overrides
from rpg_lite.mechanics.acts.wish_and_casting import Casting
from rpg_lite.mechanics.space import aiming, standing, zone_places
from rpg_lite.mechanics.space.area_crowd import AreaWish
from rpg_lite.mechanics.space.asked_areas import ROUND
from rpg_lite.mechanics.space.filled_areas import ANYWHERE, AreaOfAct, Origin
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, Spell, ZoneStep
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.acts.meant_for import is_for_foes
from rpg_lite.rules.acts.plain_steps import ActArea, DoStep, EndStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.space.shapes import EffectArea
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

_MANY: Final = ("area", "any", "each_enemy")


def catch(p: Playing) -> Rejected | None:
    """Give the area of an act that a call plays its place, and take those whom it affects as targets.

    Refuses: aim_unfit, beyond_range, cannot_catch_all, cannot_spare, no_place, not_measured, place_unclear, point_required, total_cover,
    wall_place_required.
    """
    wish = p.wish.area
    if wish is None or (p.wish.force and p.targets and not wish.is_said):
        return None
    cast = act_riders.reaching(p.draft, p.caster, p.cast, p.targets, step_dispatch.play)
    of = area_of(cast, _released(p, cast.act))
    if of is None:
        return _name_targets(p, wish)
    whom = [one for one in p.targets if not (p.act.includes_self and one.id == p.caster.id)]
    filled = aiming.aim(p.draft, p.caster, of, replace(wish, unharmed=_unharmed(p)), whom, p.wish.force)
    if filled is None:
        return _refuse_stray(p, wish)
    if isinstance(filled, Rejected):
        return filled
    caught = [p.draft.world.things[one.id] for one in filled.caught]
    # Whoever is not of the kind that it affects is left out, unless the call names it (SRD, Calm Emotions).
    book = p.draft.situation.book
    caught = [one for one in caught if one.id in filled.named or target_requirements.unfit(p.act, [one], book) is None]
    others = [one for one in p.targets if p.act.includes_self and one.id == p.caster.id and one not in caught]
    if of.origin == "target" and whom:
        others = [whom[0]] if whom[0] not in caught else []
    p.targets = [*others, *caught]
    p.filled = filled
    p.cast = replace(p.cast, filled=filled, values={**p.cast.values, "count": len(p.targets) or 1})
    return None


def _name_targets(p: Playing, wish: AreaWish) -> Rejected | None:
    """Take those whom a call means to catch as the targets of an act without an area, where places count."""
    room = p.draft.world.room_of(p.caster.id)
    is_group = (wish.catch is not None or wish.spare) and not (wish.at or wish.toward)
    is_measured = room is not None and standing.is_measured(p.draft.world, room.id)
    if is_group and is_measured and caught_targets.takes_groups(p):
        return caught_targets.choose(p, wish)
    if is_measured and not p.targets and not wish.is_said and caught_targets.means_all_foes(p):
        return caught_targets.choose(p, replace(wish, catch=("enemies",)))
    return _refuse_stray(p, wish)


def _released(p: Playing, act: Act) -> Act:
    """The spell that an act plays in its own area, such as a readied one that it releases; else the act itself."""
    inner = (step.do for step in act.steps if isinstance(step, DoStep) and not step.part)
    found = (thing_stats.spell_of(p.caster, name, p.draft.situation.book) for name in inner)
    return next((spell for spell in found if spell is not None and spell.area == act.area), act)


def _unharmed(p: Playing) -> frozenset[str]:
    """Those whom a rider protects from the act, so that nobody has to keep it off them (SRD, Sculpt Spells; Careful Spell)."""
    if not any(
        act_riders.SPARED in own.rider.set and act_riders.is_chosen(own, p.cast) for own in act_riders.for_act(p.caster, p.act, p.draft)
    ):
        return frozenset()
    there = [one for one in p.draft.world.things.values() if one.kind == "character"]
    wanted = overrides.named_to_spare(p.wish.choice, [one.name for one in there])
    return frozenset(one.id for one in there if names.fold(one.name) in wanted or one.id in wanted)


def area_of(cast: Casting, played: Act) -> AreaOfAct | None:
    """The area of an act in numbers; None for an act without one, or whose area catches nobody. `played`: what happens in it."""
    act, area = cast.act, cast.act.area or _of_its_zone(cast.act)
    if area is None or (act.targets not in _MANY and act.targets in ("self", "1")):
        return None
    height = None if area.height is None else cast.number(area.height)
    shape = EffectArea(
        area.shape, max(SQUARE_FEET, cast.number(area.ft)), width=area.width or SQUARE_FEET, height=height, spreads=area.spreads,
        around=area.around or 0,
    )
    found = ranges_of(act)
    origin: Origin = area.from_ or (
        "self" if area.shape in ("cone", "line") or (found is None and act.range in (None, "self")) else "point"
    )
    most = None if act.targets in _MANY else target_requirements.most_targets(cast)
    chooses = area.spares == "chosen" or act.targets == "each_enemy" or most is not None
    zones = [step.zone for step in walk(played.steps, inner_acts=False) if isinstance(step, ZoneStep)]
    chooses = chooses or any(zone.near in ("friends", "foes") for zone in zones)
    points = 1 if area.points is None else cast.number(area.points)
    is_empty = bool(zones) or act.includes_self or any(step.to == "self" for step in played.steps if not isinstance(step, EndStep))
    is_unchosen = act.cost == "free" and origin == "self" and area.shape in ROUND and not chooses and not isinstance(act, Spell)
    return AreaOfAct(
        act.name, shape, origin, found[0] if found else ANYWHERE, chooses, most, points, is_for_foes(played, cast.wish.choice), is_empty,
        is_unchosen, ring=next((zone.ring for zone in zones if zone.ring), None),
    )  # fmt: skip


def _of_its_zone(act: Act) -> ActArea | None:
    """The area of an act that says only that of its zone (SRD, Spike Growth, Wall of Fire)."""
    zone = next((step.zone for step in walk(act.steps, inner_acts=False) if isinstance(step, ZoneStep)), None)
    is_for_an_area = act.targets == "area" and zone is not None and zone.moves != zone_places.WITH_ITS_CASTER
    return ActArea.model_construct(shape=zone.shape, ft=zone.ft) if zone is not None and is_for_an_area else None


def _refuse_stray(p: Playing, wish: AreaWish) -> Rejected | None:
    """The refusal of words for an area where places do not count, or of an act that has none."""
    if not wish.is_said:
        return None
    field = "at" if wish.at else "toward" if wish.toward else "catch" if wish.catch is not None else "spare"
    room = p.draft.world.room_of(p.caster.id)
    is_for_oneself = p.act.targets == "self" and not any(one.id != p.caster.id for one in p.targets)
    meant = [] if is_for_oneself else _names_meant(p, wish, room)
    instead = {"targets": meant} if meant else {}
    if room is None or not standing.is_measured(p.draft.world, room.id):
        return Rejected("not_measured", field, {"room": room.name if room else p.caster.name}, instead=instead)
    return Rejected("aim_unfit", field, {"act": p.cast.act.name, "wanted": field}, allowed=("targets",), instead=instead)


def _names_meant(p: Playing, wish: AreaWish, room: Thing | None) -> list[str]:
    """The names of those whom a call means that is to name targets: those whom it catches, else its targets, else those for whom the act is."""
    caught, spared = (_named(p, words, room) for words in (wish.catch or (), wish.spare))
    at_hand = natural_targets.at_hand(p.draft, p.caster, p.act)
    found = [name for name in caught or [one.name for one in p.targets] or at_hand if name not in spared]
    return found[: target_requirements.most_targets(p.cast)]


def _named(p: Playing, words: Sequence[str], room: Thing | None) -> list[str]:
    """The names of the creatures that names, plurals and the word party mean; other words for groups are left to what the act is for."""
    world = p.draft.world
    found = [targets.party_of(world) if is_party(word) else targets.creatures(world, word, "catch", room) for word in words]
    return list(dict.fromkeys(one.name for each in found if not isinstance(each, Rejected) for one in each))
