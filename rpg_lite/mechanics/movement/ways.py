"""The way of a creature over the ground of its room, as it knows the ground and those on it (SRD 5.1, Movement and Position; SRD 5.2, Movement
and Position).

A way is planned with what the mover knows, and walked over what is there: whoever it does not know of is met on the way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.movement import leaving_reach
from rpg_lite.mechanics.space import sides, sight, standing
from rpg_lite.mechanics.space.choosing import find_place
from rpg_lite.mechanics.space.free_places import Asking
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.mechanics.turn import ledger, movement
from rpg_lite.rules.space import paths
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.paths import Reached, Walk
from rpg_lite.rules.space.squares import Space, read_square, square_name
from rpg_lite.rules.space.steps import Mover, Occupant, WalkLimits
from rpg_lite.rules.space.straight_moves import find_jump
from rpg_lite.vocabulary import SIZES, Movement
from rpg_lite.world import grapples
from rpg_lite.world.world_model import Thing

WALK: Final = "walk"
CRAWL: Final = "crawl"
JUMP: Final = "jump"
PRONE: Final = "prone"
_RUN_UP: Final = 10
"""The feet moved on foot before a jump that lets it go as far as the Strength score (SRD 5.1 and 5.2, Jumping)."""


@dataclass(frozen=True, slots=True)
class WayWished:
    """The way that a call asks for. `to`: words for a place; `path`: squares, each next to the one before, in place of `to`; `by`: the mode, one of a
    speed, crawl or jump, None for the cheapest; `is_careful`: only a way on which nobody may strike; `is_forced`: any place, at no cost.
    """

    to: str | None
    path: tuple[str, ...] = ()
    by: str | None = None
    is_careful: bool = False
    is_forced: bool = False
    lets_go: bool = False


@dataclass(frozen=True, slots=True)
class PlannedWay:
    """A way that the mover may go. `from_`: where it stands; `left`: the feet that it has before, None where none are counted."""

    one: Thing
    mode: str
    from_: Space
    walk: Walk
    left: int | None
    is_forced: bool = False

    @property
    def to(self) -> Space:
        return self.walk.spaces[-1] if self.walk.spaces else self.from_


def known_to(now: Standing, one: Thing) -> frozenset[str]:
    """The creatures that the mover knows of: the party does not know the hidden and those whom nobody of it notices; the others know everybody."""
    here = [other for other, _ in now.creatures()]
    if not sides.is_ally(now.world, one, now.book):
        return frozenset(other.id for other in here)
    party = [t for t in now.world.things.values() if t.kind == "character" and t.creature.is_member]
    return frozenset(
        other.id
        for other in here
        if sides.is_ally(now.world, other, now.book) or not (other.is_unfound or sight.is_unnoticed(now.world, other, party, now.book))
    )


def plan(draft: Draft, one: Thing, wished: WayWished) -> PlannedWay | Rejected:
    """The way that is meant.

    Refuses: cannot_move, closer_to_fear, jump_too_far, mode_unknown, no_place, no_way, path_breaks, too_far.
    """
    room = draft.world.room_of(one.id)
    assert room is not None
    now = standing.standing_in(draft.world, room, draft.situation.book, sees_hidden=False)
    if one.id not in now.spaces:
        return Rejected("no_place", "characterName", {"name": one.name, "room": room.name})
    planning = _Planning(draft, now, one, wished)
    if wished.is_forced:
        return planning.forced()
    if not any(planning.speeds.values()):
        why = [*draft.stats(one).conditions_active] or ["speed 0"]
        return Rejected("cannot_move", "characterName", {"name": one.name, "why": why})
    if wished.by == JUMP:
        return planning.jump()
    modes = planning.modes()
    if isinstance(modes, Rejected):
        return modes
    found = [planning.way(mode) for mode in modes]
    able = [way for way in found if isinstance(way, PlannedWay)]
    # Of equally short ways the first mode counts, which is on foot.
    return min(able, key=lambda way: way.walk.feet) if able else found[0]


class _Planning:
    """The search for one way."""

    def __init__(self, draft: Draft, now: Standing, one: Thing, wished: WayWished) -> None:
        self.draft, self.now, self.one, self.wished = draft, now, one, wished
        self.space = now.spaces[one.id]
        self.known = known_to(now, one)
        world, book = draft.world, draft.situation.book
        self.speeds: Mapping[Movement, int] = movement.speeds(world, one, book)
        self.left = ledger.feet_left(world, one.id, book) if is_counted(draft, one) else None
        self.is_prone = PRONE in draft.stats(one).conditions_active
        self.others = [occupant for id, occupant in self._occupants() if id in self.known]
        self.reaches = leaving_reach.who_may_strike(draft, now, one, self.known)

    def modes(self) -> Sequence[str] | Rejected:
        """The modes to try."""
        if self.is_prone:
            return [CRAWL] if self.wished.by in (None, CRAWL, WALK) else self._no_mode([CRAWL])
        able = [mode for mode, speed in self.speeds.items() if speed] + [CRAWL]
        if self.wished.by is not None:
            if self.space.z > 0 and self.wished.by != "fly":
                return self._aloft()
            may = self.wished.by in (*able, "climb", "swim")
            return [self.wished.by] if may else self._no_mode(able)
        # Climbing and burrowing are said; swimming is a way of its own only for somebody in the water.
        modes = [mode for mode in (WALK, "fly", *(("swim",) if self._is_in_water() else ())) if mode in able]
        if self.space.z > 0 and self.speeds.get("fly"):
            return ["fly"]
        return modes if self.space.z <= 0 and modes else self._aloft()

    def way(self, mode: str) -> PlannedWay | Rejected:
        """The cheapest way in one mode."""
        mover, left = self._mover(mode), self._feet(mode)
        if self.wished.path:
            return self._along(mode, mover, left)
        limits = self._limits(mode)
        near = paths.reachable(self.now.ground, mover, self.others, limits, left)
        found = find_place(self.wished.to or "", "to", self._asking(near, left))
        if isinstance(found, Rejected) and mode == "fly" and self.space.z:
            found = find_place(self.wished.to or "", "to", replace(self._asking(None, left), level=0))  # what stands on the ground
        if isinstance(found, Rejected):
            return found
        if found.space.z != self.space.z:
            return self._to_level(mode, mover, found.space, left)
        walk = near.walk_to((found.space.x, found.space.y))
        if walk is None:  # farther than the feet that are left, or no way at all
            whole = paths.reachable(self.now.ground, mover, self.others, limits)
            found = find_place(self.wished.to or "", "to", self._asking(whole, left))
            if isinstance(found, Rejected):
                return found
            walk = whole.walk_to((found.space.x, found.space.y))
        if walk is None:
            return self._no_way(mode, mover, found.space)
        if left is not None and walk.feet > left:
            return self._too_far(walk, left, mover)
        return PlannedWay(self.one, mode, self.space, walk, left)

    def _to_level(self, mode: str, mover: Mover, to: Space, left: int | None) -> PlannedWay | Rejected:
        """A flight to another level: level and way together, of which the greater counts."""
        if mode != "fly":
            return Rejected("level_needs_flight", "to", {"name": self.one.name, "to": square_name((to.x, to.y), to.z)})
        aloft = replace(mover, space=replace(mover.space, z=to.z))
        walk = paths.find_walk(self.now.ground, aloft, (to.x, to.y), self.others, self._limits())
        if walk is None:
            return self._no_way(mode, aloft, to)
        spaces = walk.spaces or (aloft.space,)
        more = max(0, abs(to.z - self.space.z) - walk.feet)
        steps = (*walk.steps[:-1], (walk.steps[-1] if walk.steps else 0) + more)
        way = Walk(spaces, steps)
        return (
            self._too_far(way, left, aloft) if left is not None and way.feet > left else PlannedWay(self.one, mode, self.space, way, left)
        )

    def _aloft(self) -> Rejected:
        """The refusal for somebody above the ground who cannot fly."""
        return Rejected("stands_aloft", "characterName", {"name": self.one.name, "feet": self.space.z})

    def _is_in_water(self) -> bool:
        ground = self.now.ground
        return any(ground.index(*square) in ground.deep for square in self.space.squares)

    def jump(self) -> PlannedWay | Rejected:
        """A jump over what lies low; its length is what it costs (SRD 5.1 and 5.2, Jumping)."""
        if self.space.z > 0:
            return self._aloft()
        found = find_place(self.wished.to or "", "to", self._asking(None, None))
        if isinstance(found, Rejected):
            return found
        mover, left = self._mover(WALK), self._feet(WALK)
        jump = find_jump(self.now.ground, mover, (found.space.x, found.space.y), self.others, self._limits())
        if jump is None:
            return self._no_way(JUMP, mover, found.space)
        score = self.draft.stats(self.one).abilities["str"].value
        most = score if movement.moved(self.draft.world, self.one.id) >= _RUN_UP else score // 2
        if jump.feet > most:
            return Rejected("jump_too_far", "to", {"name": self.one.name, "feet": jump.feet, "most": most})
        if left is not None and jump.feet > left:
            return self._too_far(Walk(jump.spaces, (jump.feet,)), left, mover)
        steps = tuple(jump.feet if n == len(jump.spaces) - 1 else 0 for n in range(len(jump.spaces)))
        return PlannedWay(self.one, JUMP, self.space, Walk(jump.spaces, steps), left)

    def forced(self) -> PlannedWay | Rejected:
        """Any place where the creature fits, at no cost."""
        found = find_place(self.wished.to or (self.wished.path or ("",))[-1], "to", self._asking(None, None))
        return (
            found
            if isinstance(found, Rejected)
            else PlannedWay(self.one, WALK, self.space, Walk((found.space,), (0,)), None, is_forced=True)
        )

    def _along(self, mode: str, mover: Mover, left: int | None) -> PlannedWay | Rejected:
        squares = [read_square(word) for word in self.wished.path]
        wrong = next((n for n, square in enumerate(squares) if square is None), None)
        if wrong is not None:
            return Rejected("path_breaks", f"path[{wrong}]", {"at": self.wished.path[wrong], "from": self._before(wrong)})
        walk = paths.follow(self.now.ground, mover, [(s.x, s.y) for s in squares if s], self.others, self._limits())
        if isinstance(walk, int):
            return Rejected("path_breaks", f"path[{walk}]", {"at": self.wished.path[walk], "from": self._before(walk)})
        if self.wished.is_careful and walk.leaves:
            return Rejected(
                "no_way",
                "path",
                {"name": self.one.name, "to": self.wished.path[-1]},
                instead={**self._call(""), "to": self.wished.path[-1]},
            )
        if left is not None and walk.feet > left:
            return self._too_far(walk, left, mover)
        return PlannedWay(self.one, mode, self.space, walk, left)

    def _before(self, step: int) -> str:
        return self.wished.path[step - 1] if step else square_name((self.space.x, self.space.y), self.space.z)

    def _mover(self, mode: str) -> Mover:
        stats = self.draft.stats(self.one)
        speed: Movement = "walk" if mode in (CRAWL, JUMP) else mode  # type: ignore[assignment]  # the other modes are those of speeds
        return Mover(
            self.space, stats.size, self.now.book.ruleset, speed, has_speed=bool(self.speeds.get(speed)), swims=bool(self.speeds.get("swim")),
            crawls=mode == CRAWL, drags=bool(self._dragged_heavily()), diagonals=self.now.book.policy.diagonals,
        )  # fmt: skip

    def _feet(self, mode: str) -> int | None:
        """The feet left in a mode; who has no speed of the mode spends its walking speed on it."""
        if self.left is None:
            return None
        left = self.left.get(mode, 0) if self.speeds.get(mode) else self.left.get(WALK, 0)  # type: ignore[call-overload]
        # 5.1 halves the speed of whoever drags somebody along; 5.2 makes each step dearer (SRD, Grappling).
        return left // 2 if self.now.book.ruleset == "5.1" and self._dragged_heavily() else left

    def _limits(self, mode: str = WALK) -> WalkLimits:
        ground = self.now.ground
        dry = (square for y in range(ground.h) for x in range(ground.w) if ground.index(*(square := (x, y))) not in ground.deep)
        out = frozenset(dry) if mode == "swim" else frozenset[tuple[int, int]]()
        reaches = tuple((each.space, each.reach) for each in self.reaches)
        return WalkLimits(avoided=out, fears=self._fears(), reaches=reaches, is_careful=self.wished.is_careful)

    def _fears(self) -> tuple[Space, ...]:
        """The spaces of those who frighten the mover and whom it sees: no step may come closer (SRD 5.1 and 5.2, Frightened)."""
        world, book = self.draft.world, self.now.book
        by = {c.cause.by for c in self.one.creature.conditions if c.name == "frightened" and c.cause.by}
        feared = [world.things[id] for id in sorted(by) if id in world.things and id in self.now.spaces]
        return tuple(self.now.spaces[t.id] for t in feared if sight.why_unseen(world, self.one, t, book) is None)

    def _dragged_heavily(self) -> bool:
        """Whether the mover takes somebody along who slows it: neither Tiny nor two sizes smaller (SRD 5.1 and 5.2, Grappling)."""
        if self.wished.lets_go:
            return False
        own = SIZES.index(self.draft.stats(self.one).size)
        sizes = [self.draft.stats(held).size for held in held_by(self.draft, self.one)]
        return any(own - SIZES.index(size) < 2 and not (size == "tiny" and self.now.book.ruleset == "5.2") for size in sizes)

    def _asking(self, walks: Reached | None, left: int | None) -> Asking:
        return Asking(self.now, self.one, self.known, walks, left)

    def _occupants(self) -> list[tuple[str, Occupant]]:
        held = {t.id for t in held_by(self.draft, self.one)}
        ids = [other.id for other, _ in self.now.creatures() if other.id != self.one.id]
        return [(id, occupant) for id, occupant in zip(ids, self.now.occupants(self.one), strict=True) if id not in held]

    # ── refusals ────────────────────────────────────────────────────────────────────────────────────────────────

    def _no_mode(self, able: Sequence[str]) -> Rejected:
        return Rejected("mode_unknown", "by", {"name": self.one.name, "by": self.wished.by}, allowed=(*able, JUMP))

    def _no_way(self, mode: str, mover: Mover, to: Space) -> Rejected:
        """No way leads there: because of a fear, because somebody could strike, or at all. Proposed is the same without care, or the place nearest
        to it that can be reached.
        """
        details = {"name": self.one.name, "to": square_name((to.x, to.y), to.z)}
        leads = mode != JUMP and paths.find_walk(self.now.ground, mover, (to.x, to.y), self.others) is not None
        if leads and self.wished.is_careful and not self._fears():
            return Rejected("no_way", "to", details, instead=self._call(self.wished.to or ""))
        reached = paths.reachable(self.now.ground, mover, self.others, self._limits(), self._feet(WALK if mode == JUMP else mode))
        nearest = min(
            reached.squares(), key=lambda square: (distance(replace(mover.space, x=square[0], y=square[1]), to), square[1], square[0])
        )
        instead = self._call(square_name(nearest, self.space.z)) if nearest != (self.space.x, self.space.y) else None
        return Rejected("closer_to_fear" if leads and self._fears() else "no_way", "to", details, instead=instead)

    def _call(self, to: str) -> dict[str, object]:
        return {"operation": "move", "characterName": self.one.name, "to": to}

    def _too_far(self, walk: Walk, left: int, mover: Mover) -> Rejected:
        """Too far for this turn; the call that goes as far as it can on the same way."""
        near = paths.reachable(self.now.ground, mover, self.others, self._limits(), left)
        on_the_way = [space for space in walk.spaces if near.feet_to((space.x, space.y)) is not None]
        instead = self._call(square_name((on_the_way[-1].x, on_the_way[-1].y), on_the_way[-1].z)) if on_the_way else None
        field = "path" if self.wished.path else "to"
        return Rejected("too_far", field, {"name": self.one.name, "feet": walk.feet, "left": left}, instead=instead)


def held_by(draft: Draft, one: Thing) -> list[Thing]:
    """Those whom the creature grapples and that stand in its room."""
    return [
        t
        for t in draft.world.bag_of(one.parent_id or "")
        if t.kind == "character" and any(c.name == grapples.GRAPPLED and c.cause.by == one.id for c in t.creature.conditions)
    ]


def is_counted(draft: Draft, one: Thing) -> bool:
    """Whether the feet of the creature count against a turn: it is a fighter where places count."""
    return movement.is_measured(draft.world, one.id) and ledger.left(draft.world, one.id, draft.situation.book) is not None


def over_what_is_there(draft: Draft, way: PlannedWay) -> tuple[PlannedWay, str | None]:
    """The part of a way that can be walked over what is there, and the square before which something unknown ends it."""
    room = draft.world.room_of(way.one.id)
    assert room is not None
    now = standing.standing_in(draft.world, room, draft.situation.book)
    known, held = known_to(now, way.one), {t.id for t in held_by(draft, way.one)}
    ids = [other.id for other, _ in now.creatures() if other.id != way.one.id]
    unknown = [o for id, o in zip(ids, now.occupants(way.one), strict=True) if id not in known and id not in held]
    for step, space in enumerate(way.walk.spaces):
        is_walled = not now.ground.fits(space.n, space.z)[now.ground.index(space.x, space.y)]
        if is_walled or any(space.overlaps(other.space) for other in unknown):
            cut = Walk(way.walk.spaces[:step], way.walk.steps[:step])
            return replace(way, walk=cut), square_name((space.x, space.y), space.z)
    return way, None
