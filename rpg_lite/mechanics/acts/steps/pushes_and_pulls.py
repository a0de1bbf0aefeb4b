"""Pushes and pulls of acts where places count: from where they go, whom they take along one after the other, and the words for the table."""

from dataclasses import replace

from rpg_lite.mechanics.acts.act_in_play import Performance, Spot
from rpg_lite.mechanics.space import forced_moves
from rpg_lite.mechanics.space.forced_moves import Force, Shift
from rpg_lite.rules.acts.plain_steps import MoveStep
from rpg_lite.rules.space.forced import Source
from rpg_lite.rules.space.measure import STEPS


def force_away(p: Performance, step: MoveStep, how: Force, target: str, feet: int, spot: Spot) -> bool:
    """Push or pull a creature over squares, and tell it; return whether it has a place from which that is possible."""
    source = _random_source(p, target, spot) if step.random else _source(p, target)
    made = forced_moves.shift(p.draft, p.thing(target), how, source, feet) if source is not None else None
    if made is None:
        return False
    begun = p.shifts.get((target, how))
    _keep(p, replace(made, earlier=begun.earlier + begun.moved) if begun else made)  # one shot after another: the feet add up
    if spot.attack is None:
        _let_others_go_on(p)
    return True


def _source(p: Performance, target: str) -> Source | None:
    """The source of a push: the point of the act's area, else the space of the creature that acts. None for an area without a place."""
    area = p.cast.filled.areas[0] if p.cast.filled else None
    if area is not None and area.shape in ("sphere", "cylinder"):
        return area.at
    act = p.cast.base or p.cast.act
    if act.area is not None and (act.area.from_ or _begins(act.area.shape, act.range)) != "self":
        return None
    return forced_moves.space_of(p.draft, p.thing(target), p.cast.by)


def _random_source(p: Performance, target: str, spot: Spot) -> Source | None:
    """The place beside a creature that is flung in a random direction, across from it: a d8 counts clockwise from north. Nobody is flung at whoever
    flings it: it then goes the other way.
    """
    here, flinger = (forced_moves.space_of(p.draft, p.thing(target), one) for one in (target, p.cast.by))
    if here is None:
        return None
    dx, dy = STEPS[p.roll_once(f"{spot.path}.{target}", f"1d{len(STEPS)}", "direction").total - 1]
    ahead = replace(here, x=here.x + dx, y=here.y + dy)
    sign = 1 if flinger is not None and ahead.overlaps(flinger) and not here.overlaps(flinger) else -1
    return replace(here, x=here.x + sign * dx * here.n, y=here.y + sign * dy * here.n)


def _begins(shape: str, range: object) -> str:
    return "self" if shape in ("cone", "line") or not isinstance(range, int) else "point"


def _let_others_go_on(p: Performance) -> None:
    """Let those whom an act pushes at once not stand in each other's way: whoever another one stopped goes on as that one goes."""
    for _ in range(len(p.shifts)):
        further = [(begun, forced_moves.go_on(p.draft, begun)) for begun in [*p.shifts.values()] if begun.is_blocked]
        moved = [now for begun, now in further if now.to != begun.to]
        for now in moved:
            _keep(p, now)
        if not moved:
            return


def _keep(p: Performance, made: Shift) -> None:
    """Remember how far a creature has gone, and tell it in place of what was told before."""
    told, begun = p.record(made.who).effects, p.shifts.get((made.who, made.how))
    p.shifts[made.who, made.how] = made
    if begun is not None and begun.text in told:
        told[told.index(begun.text)] = made.text
    else:
        told.append(made.text)
