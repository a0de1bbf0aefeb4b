"""How far an act goes, where places count: the reach or range of its attacks, and the range of what it does to others (SRD 5.1 and 5.2, Range).

Areas have a rule of their own and are not measured here.
"""

from collections.abc import Sequence
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.acts.wish_and_casting import Casting
from rpg_lite.mechanics.attack import weapon_reaches
from rpg_lite.mechanics.attack.weapon_reaches import Reach
from rpg_lite.mechanics.space import standing
from rpg_lite.mechanics.space.facts import PlaceFacts, facts_of
from rpg_lite.rules.acts.act import Act, AttackStep
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.world.world_model import Thing

ANY: Final = Reach(1 << 20, 1 << 20, is_melee=False)
"""The reach of what nothing measures."""

SPECIAL: Final = "special"
"""The range of an act that strikes from where a thing made by a spell floats, and not from where its caster stands (SRD, Spiritual Weapon)."""


def of_attack(p: Performance, step: AttackStep, way: AttackStats | None) -> Reach | None:
    """The reach of an attack step: that of the weapon, else what the step and its act say."""
    act = p.cast.act
    if way is not None and step.attack == "weapon":
        return weapon_reaches.of_weapon(p.draft, p.thing(p.cast.by), way, step.kind == "ranged")
    if step.kind == "ranged":
        found = ranges_of(act)
        return Reach(*found, is_melee=False, is_missile=_shoots(act, p.book)) if found else None
    if act.range == SPECIAL:
        return ANY
    far = step.reach if step.reach is not None else (ranges_of(act) or (SQUARE_FEET,))[0]
    # A reach of 0 is the creature's own space (SRD, Swarm).
    return Reach(far, far, is_melee=True)


def _shoots(act: Act, book: Rulebook) -> bool:
    """Whether the act is named after a weapon that shoots: a goblin's Shortbow, and not a giant's Rock."""
    pick = book.find(act.name)
    item = book.item(pick) if pick is not None else None
    return item is not None and item.weapon_stats is not None and weapon_reaches.SHOT in item.weapon_stats.properties


def hindered(p: Performance, step: AttackStep, way: AttackStats | None, known: PlaceFacts | None) -> tuple[Modifier, ...]:
    """The disadvantage of an attack beyond its normal range."""
    reach = of_attack(p, step, way) if known is not None else None
    return reach.hindered(known) if reach else ()


def refuse_attack(p: Performance, step: AttackStep, way: AttackStats | None, known: PlaceFacts | None, target: Thing) -> Rejected | None:
    """The refusal of an attack that goes less far than the target stands, or meets total cover."""
    if known is None:
        return None
    reach = of_attack(p, step, way) or ANY
    return reach.refuse(known, p.thing(p.cast.by), target, "targets")


def refuse_targets(draft: Draft, cast: Casting, caster: Thing, targets: Sequence[Thing]) -> Rejected | None:
    """The refusal of targets that stand farther from the one that plays the act, or from the first of them, than it says, and of those of an act without
    an attack beyond its range or behind total cover (SRD 5.1, Targets; SRD 5.2, Targets).

    Refuses: beyond_range, beyond_reach, too_far_apart, total_cover.
    """
    if refusal := _too_far(draft, cast.act, caster, targets) or _too_far_apart(draft, cast.act, targets):
        return refusal
    found = None if _is_measured_elsewhere(cast.act) else ranges_of(cast.act)
    if found is None:
        return None
    reach = Reach(*found, is_melee=cast.act.range == "touch")
    refusals = (
        reach.refuse(facts_of(draft, caster, one, cast.wish.told), caster, one, "targets") for one in targets if one.id != caster.id
    )
    return next((refused for refused in refusals if refused), None)


def _too_far(draft: Draft, act: Act, caster: Thing, targets: Sequence[Thing]) -> Rejected | None:
    """The refusal of a target farther from the one that plays the act than it reaches."""
    if act.within is None:
        return None
    for one in targets:
        if (feet := _feet_between(draft, caster, one)) > act.within:
            details = {"name": one.name, "who": caster.name, "feet": feet, "most": act.within, "id": one.id}
            return Rejected("beyond_range", "targets", details)
    return None


def _too_far_apart(draft: Draft, act: Act, targets: Sequence[Thing]) -> Rejected | None:
    """The refusal of a further target too far from the first one, with those that are near enough."""
    if act.apart is None or len(targets) < 2:
        return None
    first, *others = targets
    feet = {one.id: _feet_between(draft, first, one) for one in targets}
    away = next((one for one in others if feet[one.id] > act.apart), None)
    if away is None:
        return None
    near = [one.name for one in targets if feet[one.id] <= act.apart]
    details = {"name": away.name, "first": first.name, "feet": feet[away.id], "most": act.apart, "act": act.name}
    return Rejected("too_far_apart", "targets", details, instead={"targets": near})


def _feet_between(draft: Draft, one: Thing, other: Thing) -> int:
    """The distance of two creatures; 0 where nothing measures it."""
    room = draft.world.room_of(one.id)
    if room is None or not standing.is_measured(draft.world, room.id):
        return 0
    return standing.standing_in(draft.world, room, draft.situation.book).feet(one.id, other.id) or 0


def _is_measured_elsewhere(act: Act) -> bool:
    """Whether the act fills an area, or attacks, which is measured with each attack."""
    return (
        act.area is not None
        or act.targets in ("area", "each_enemy", "self")
        or any(isinstance(step, AttackStep) for step in walk(act.steps, inner_acts=False))
    )
