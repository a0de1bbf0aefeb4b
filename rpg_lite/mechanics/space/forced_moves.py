"""Creatures that are pushed or pulled where places count (SRD 5.1 and 5.2, Shove, Thunderwave, Grappled, Mounted Combat).

They are moved at once, so that the next step of the act finds them where they are now. It costs them nothing, and nobody may strike as they go. What
follows comes after the deed: a fall, the end of a grapple, the save of a rider.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.space import default_places, held_aloft, known_creatures, standing
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules import creature_flags
from rpg_lite.rules.space.forced import ForcedMove, Source, is_apart, pulled, pushed, what_stops
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, square_name
from rpg_lite.rules.space.steps import Mover, Occupant
from rpg_lite.world import mounts
from rpg_lite.world.world_model import Thing

Force = Literal["push", "pull"]
_TOLD: Final[dict[Force, str]] = {"push": "is pushed", "pull": "is pulled"}
_UNKNOWN: Final = "something stops it"


@dataclass(frozen=True, slots=True)
class Shift:
    """A creature that an act has pushed or pulled. `from_`, `to`: its space before and after; `feet`: those of the push; `moved`: those that it went;
    `why`: words for what has kept it from going farther; `is_blocked`: a creature has; `earlier`: the feet that it went by the same act before.
    """

    who: str
    how: Force
    source: Source
    from_: Space
    to: Space
    feet: int
    moved: int = 0
    why: str = ""
    is_blocked: bool = False
    earlier: int = 0

    @property
    def text(self) -> str:
        """The words for the table."""
        moved, why = self.earlier + self.moved, f" ({self.why})" if self.why else ""
        if not moved:
            return f"is not moved: {self.why or 'it is as near as can be'}"
        return f"{_TOLD[self.how]} {moved} ft to {square_name((self.to.x, self.to.y), self.to.z)}{why}"


def space_of(draft: Draft, one: Thing, by: str) -> Space | None:
    """The space of the creature that pushes or pulls another; None where places do not count, or where it does not stand in the same room."""
    now = _standing(draft, one)
    return now.spaces.get(by) if now else None


def shift(draft: Draft, one: Thing, how: Force, source: Source, feet: int) -> Shift | None:
    """Push or pull a creature over squares: away from the source or toward it, as far as nothing is in the way. None where places do not count, or
    where no line leads from the source to it: the table then moves its own figures.
    """
    now = _standing(draft, one)
    if now is None or one.id not in now.spaces or feet < SQUARE_FEET:
        return None
    here = now.spaces[one.id]
    begun = Shift(one.id, how, source, here, here, feet - feet % SQUARE_FEET)
    if now.is_inside(one):
        return replace(begun, why="it is inside another")
    if not is_apart(source, here):
        return None
    if now.is_carried(one):
        return replace(begun, why="its mount carries it")
    return _moved(draft, now, begun)


def go_on(draft: Draft, begun: Shift) -> Shift:
    """The push of a creature that another one stopped, which the same act has moved on since."""
    now = _standing(draft, draft.world.things[begun.who])
    if now is None or not begun.is_blocked or now.spaces.get(begun.who) != begun.to:
        return begun
    return _moved(draft, now, begun)


def _standing(draft: Draft, one: Thing) -> Standing | None:
    room = draft.world.room_of(one.id)
    if room is None or not standing.is_measured(draft.world, room.id):
        return None
    return standing.standing_in(draft.world, room, draft.situation.book)


def _moved(draft: Draft, now: Standing, begun: Shift) -> Shift:
    """The push from where it began, over what is there now; a dry run of a player goes over what the party knows of."""
    one = draft.world.things[begun.who]
    shown = standing.for_walker(replace(now, ground=standing.ground_now(now.world, now.room, now.book, sees_hidden=False)), one)
    now = standing.for_walker(now, one)
    known = known_creatures.known_to_party(now)
    others = now.occupants(one)
    as_known = _forced(draft, shown, one, begun, [other for id, other in others.items() if id in known])
    made = as_known if draft.situation.hides_others else _forced(draft, now, one, begun, list(others.values()))
    to = made.spaces[-1] if made.spaces else begun.from_
    if to != begun.to:
        default_places.stand(draft, one, to, now.room)
        draft.forced.append(one.id)
        draft.comes_over(one.id, _new_part(begun, made))
    why = _why(shown, begun, as_known) if len(made.spaces) >= len(as_known.spaces) else _UNKNOWN if made.stopped != "fell" else ""
    return replace(begun, to=to, moved=SQUARE_FEET * len(made.spaces), why=why, is_blocked=made.stopped == "occupied")


def _new_part(begun: Shift, made: ForcedMove) -> tuple[Space, ...]:
    """The spaces over which a push leads, from where the creature stands now: one that another stopped has been on the first of them."""
    first = made.spaces.index(begun.to) if begun.to in made.spaces else None
    return tuple(made.spaces[first:]) if first is not None else (begun.from_, *made.spaces)


def _forced(draft: Draft, now: Standing, one: Thing, begun: Shift, others: list[Occupant]) -> ForcedMove:
    stats, book = draft.stats(one), draft.situation.book
    flies = creature_flags.HOVER in stats.flags or bool((speed := stats.speed.get("fly")) and speed.value)
    mode: Literal["fly", "walk"] = "fly" if flies and held_aloft.is_held_up(draft, one) else "walk"
    mover = Mover(begun.from_, stats.size, book.ruleset, mode, diagonals=book.policy.diagonals)
    return (pulled if begun.how == "pull" else pushed)(now.ground, mover, begun.source, begun.feet, others)


def _why(shown: Standing, begun: Shift, made: ForcedMove) -> str:
    """Words for what has stopped a creature, of what the party knows of; none for the end of a pull and for a fall, which tells itself."""
    if made.stopped == "solid":
        thing = what_stops(shown.ground, begun.from_, made, begun.source, begun.how == "pull")
        return f"{thing} stops it"
    to = made.spaces[-1] if made.spaces else begun.from_
    is_there = begun.how == "pull" and isinstance(begun.source, Space) and _touch(to, begun.source)
    return "somebody is in the way" if made.stopped == "occupied" and not is_there else ""


def _touch(one: Space, other: Space) -> bool:
    return one.x <= other.x + other.n and other.x <= one.x + one.n and one.y <= other.y + other.n and other.y <= one.y + one.n


def mounts_moved(draft: Draft) -> list[tuple[Thing, Thing]]:
    """Each rider whose mount has been pushed or pulled in this deed, with the mount."""
    moved = dict.fromkeys(draft.forced)
    riders = ((one, mounts.mount_of(draft.world, one)) for one in draft.world.things.values() if one.kind == "character")
    return [(one, mount) for one, mount in riders if mount is not None and mount.id in moved] if moved else []
