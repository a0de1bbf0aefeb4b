"""The way of a creature over the ground of its room, as it knows the ground and those on it (SRD 5.1, Movement and Position; SRD 5.2, Movement
and Position).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.movement import leaving_reach, movers, riding
from rpg_lite.mechanics.movement.leaving_reach import Striker
from rpg_lite.mechanics.movement.planned_ways import CLIMB, CRAWL, FLY, JUMP, PRONE, SWIM, WALK, PlannedWay, WayWished, held_by, is_counted
from rpg_lite.mechanics.space import known_creatures, standing, trapped_squares, zone_places
from rpg_lite.mechanics.space.choosing import find_place
from rpg_lite.mechanics.space.free_places import Asking
from rpg_lite.mechanics.space.place_search import FoundPlace
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.mechanics.turn import ledger, movement
from rpg_lite.rules.space import climbs, flights, paths
from rpg_lite.rules.space.measure import STEPS, distance
from rpg_lite.rules.space.paths import Reached, Walk
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square, read_square, square_name
from rpg_lite.rules.space.steps import Mover, StepRules, WalkLimits
from rpg_lite.rules.space.straight_moves import find_jump
from rpg_lite.vocabulary import Movement
from rpg_lite.world.world_model import Thing, World

_OF_LEVELS: Final = frozenset(("no_such_place", "no_free_place", "on_another_level"))
"""The refusals of places that may lie on another level."""
_TOWARD: Final = re.compile(r"\s*towards?\s+(?P<goal>.+)", re.IGNORECASE)
_OF_CARE: Final = frozenset(("no_way", "too_far", *_OF_LEVELS))
"""The refusals that a way on which somebody may strike may know better."""
_OF_TRAPS: Final = frozenset(("no_way", "no_such_place", "path_breaks"))
_OF_ZONES: Final = _OF_TRAPS | {"too_far", "no_careful_way"}
"""The refusals that a way knows better that goes onto a known trap, or into a zone that harms."""


def plan(draft: Draft, one: Thing, wished: WayWished, rider: Thing | None = None) -> PlannedWay | Rejected:
    """The way that is meant. `rider`: whoever rides the creature, and whose turn pays.

    Refuses: cannot_move, closer_to_fear, jump_too_far, mode_unknown, no_careful_way, no_place, no_way, path_breaks, too_far.
    """
    room = draft.world.room_of(one.id)
    assert room is not None
    now = standing.for_walker(standing.standing_in(draft.world, room, draft.situation.book, sees_hidden=False), one)
    if one.id not in now.spaces:
        return Rejected("no_place", "characterName", {"name": one.name, "room": room.name})
    planning = _Planning(draft, now, one, wished, rider)
    if wished.is_forced:
        return planning.forced()
    if not any(planning.speeds.values()):
        why = [*draft.stats(one).conditions_active] or ["speed 0"]
        return Rejected("cannot_move", "characterName", {"name": one.name, "why": why})
    way = _best_way(planning, wished, now)
    for mends in (_OF_ZONES, _OF_TRAPS):
        if isinstance(way, Rejected) and planning.has_zones and way.code in mends:
            planning.enters, planning.treads = True, mends is _OF_TRAPS
            way = _best_way(planning, wished, now)
    stays = isinstance(way, PlannedWay) and not way.walk.spaces
    return _least_provoking(planning, way) if wished.is_careful and (stays or isinstance(way, Rejected)) else way


def _least_provoking(careful: "_Planning", found: PlannedWay | Rejected) -> PlannedWay | Rejected:
    """The way that was found with care, or, where only a way without it leads on, the refusal with the way on which fewest may strike, and who they are.

    Refuses: no_careful_way.
    """
    if isinstance(found, Rejected) and found.code not in _OF_CARE:
        return found
    wished = replace(careful.wished, is_careful=False)
    ways = [careful.again(wished)]
    if isinstance(ways[0], Rejected) or not ways[0].walk.spaces:
        return found  # care is not what keeps it there
    if len(careful.strikers(ways[0])) > 1:
        ways += [careful.again(careful.wished, striker.who.id) for striker in careful.all_strikers(ways[0].mode)]
    able = [way for way in ways if isinstance(way, PlannedWay) and way.walk.spaces]
    best = min(able, key=lambda way: (len(careful.strikers(way)), way.walk.feet))
    if not careful.strikers(best):
        return best  # on another level than the one on which care looked for ways
    return careful.provokes(best, is_cheapest=best is ways[0])


def squares_in_reach(world: World, one: Thing, situation: Situation) -> Mapping[Square, int]:
    """The squares to which a creature may go with the feet that are left of its turn, each with its cost: those of its space's north-west square, as
    far as it knows. Empty where nobody counts them, and for somebody who is carried by what it does not control.
    """
    trial = Draft(world, replace(situation, dry=True))
    legs, room = riding.legs_of(trial, one), world.room_of(one.id)
    if room is None or isinstance(legs, Rejected) or not standing.is_measured(world, room.id):
        return {}
    now = standing.standing_in(world, room, situation.book, sees_hidden=False)
    if legs.id not in now.spaces or now.is_inside(one):
        return {}
    return _Planning(trial, now, legs, WayWished(None), one if legs.id != one.id else None).in_reach()


def _best_way(planning: "_Planning", wished: WayWished, now: Standing) -> PlannedWay | Rejected:
    """The cheapest way of all modes."""
    if wished.by == JUMP:
        return planning.jump()
    modes = planning.modes()
    if isinstance(modes, Rejected):
        return modes
    found = [planning.way(mode) for mode in modes]
    able = [way for way in found if isinstance(way, PlannedWay)]
    if not able and WALK in modes and planning.space.n > 1 and (way := planning.squeezing()):
        return way
    if not able and wished.by is None and WALK in modes and now.ground.floors:
        climbing = planning.way(CLIMB)  # what no other way leads to
        return climbing if isinstance(climbing, PlannedWay) or climbing.code == "too_far" else found[0]
    # Of equally short ways the first mode counts, which is on foot.
    return min(able, key=lambda way: way.walk.feet) if able else found[0]


class _Planning:
    """The search for one way."""

    def __init__(self, draft: Draft, now: Standing, one: Thing, wished: WayWished, rider: Thing | None) -> None:
        self.draft, self.now, self.one, self.wished, self.rider = draft, now, one, wished, rider
        self.space = now.spaces[one.id]
        self.known = known_creatures.known_to(now, one)
        world, book = draft.world, draft.situation.book
        self.speeds: Mapping[Movement, int] = movement.speeds(world, one, book)
        payer = rider or one
        self.left = ledger.feet_left(world, payer.id, book) if is_counted(draft, payer) else None
        self.is_prone = PRONE in draft.stats(one).conditions_active
        held = {t.id for t in held_by(draft, one)}
        self.others = [occupant for id, occupant in now.occupants(one).items() if id in self.known and id not in held]
        self.reaches: dict[str, tuple[tuple[Space, int], ...]] = {}
        self.unseen: dict[str, tuple[frozenset[Square], ...]] = {}
        self.may_strike: str | None = None
        """The id of a foe of whom it takes no care."""
        self.squeezes = False
        known = trapped_squares.known(now, one)
        self.traps = known if known.isdisjoint(self.space.squares) else frozenset()
        self.has_zones = bool(self.traps or zone_places.of_room(now))
        self.enters = self.treads = False
        """Whether it goes into zones that do something to whoever enters, and onto traps that it knows: only where no other way leads."""
        self.dear: dict[Square, int] | None = None
        self.fears = movers.fears(now, one, self.known)
        self.is_aloft = self.space.z > now.ground.floor_under(self.space)
        self.has_hold = self.is_aloft and climbs.has_hold(now.ground, self.space)

    def modes(self) -> Sequence[str] | Rejected:
        """The modes to try."""
        if self.is_prone:
            return [CRAWL] if self.wished.by in (None, CRAWL, WALK) else self._no_mode([CRAWL])
        able = [mode for mode, speed in self.speeds.items() if speed] + [CRAWL]
        if self.has_hold and self.wished.by in (None, CLIMB, WALK):
            return [self.wished.by] if self.wished.by else [CLIMB, *([FLY] if self.speeds.get("fly") else [])]
        if self.wished.by is not None:
            if self.is_aloft and self.wished.by != FLY:
                return self._aloft()
            may = self.wished.by in (*able, CLIMB, SWIM)
            return [self.wished.by] if may else self._no_mode(able)
        # Climbing and burrowing are said; swimming is a way of its own only for somebody in the water.
        modes = [mode for mode in (WALK, FLY, *((SWIM,) if self._is_in_water() else ())) if mode in able]
        if self.is_aloft:
            return [FLY] if self.speeds.get("fly") else self._aloft()
        return modes or self._no_mode(able)

    def way(self, mode: str) -> PlannedWay | Rejected:
        """The cheapest way in one mode."""
        mover, left = self._moves(mode), self._feet(mode)
        if self.wished.path:
            return self._along(mode, mover, left)
        limits = self._limits(mode)
        near = paths.reachable(self.now.ground, mover, self.others, limits, left)
        found = self._find(near, left)
        if isinstance(found, Rejected) and found.code in _OF_LEVELS and (mode == FLY or self.now.ground.floors):
            found = self._on_other_levels(mode, mover, left, found)
        if isinstance(found, Rejected):
            return found
        if mode == WALK and self.has_hold:
            return self._let_go(mover, found.space, left)
        if found.space.z != near.space_at((found.space.x, found.space.y)).z:
            return self._half_way(mover, found.space, left) if mode == CLIMB else self._to_level(mode, mover, found.space, left)
        if (
            mode == self.wished.by
            and mode in (WALK, CRAWL)
            and found.space.z < self.space.z
            and (off := self._over_the_edge(near, found.space))
        ):
            return self._planned(mode, off, left, mover)
        walk = near.walk_to((found.space.x, found.space.y))
        if walk is None:  # farther than the feet that are left, or no way at all
            whole = paths.reachable(self.now.ground, mover, self.others, limits)
            found = self._find(whole, left)
            if isinstance(found, Rejected):
                return found
            walk = whole.walk_to((found.space.x, found.space.y))
        if walk is None:
            return self._no_way(mode, mover, found.space)
        if mode == CLIMB and left is not None and (toward := _TOWARD.match(self.wished.to or "")):
            walk = self._toward(toward["goal"], mover, left) or walk
        return self._planned(mode, walk, left, mover)

    def _toward(self, goal: str, mover: Mover, left: int) -> Walk | None:
        """The part of a climb toward something that ends half-way; None where the feet that are left end on a floor."""
        whole = paths.reachable(self.now.ground, mover, self.others, self._limits(CLIMB))
        found = find_place(goal, "to", self._asking(whole, None))
        walk = None if isinstance(found, Rejected) else whole.walk_to((found.space.x, found.space.y))
        return climbs.part_of(self.now.ground, mover, walk, left, self.others) if walk else None

    def _half_way(self, mover: Mover, to: Space, left: int | None) -> PlannedWay | Rejected:
        """A climb that ends above the floor, where the mover holds on."""
        whole = paths.reachable(self.now.ground, mover, self.others, self._limits(CLIMB))
        walk = climbs.climb_to(self.now.ground, mover, to, whole, self.others)
        return self._planned(CLIMB, walk, left, mover) if walk else self._needs_flight(to)

    def _let_go(self, mover: Mover, to: Space, left: int | None) -> PlannedWay | Rejected:
        """Whoever hangs on a climb and says that it walks lets go, and falls to the floor below."""
        is_below = (to.x, to.y) == (self.space.x, self.space.y) and to.z < self.space.z
        return self._planned(WALK, Walk((self.space,), (0,)), left, mover) if is_below else self._no_mode([CLIMB])

    def _on_other_levels(self, mode: str, mover: Mover, left: int | None, refused: Rejected) -> FoundPlace | Rejected:
        """The place on the level of what is named, to a flyer; to others the one on a floor that is too far to be reached in this turn."""
        if mode == FLY:
            found = find_place(self.wished.to or "", "to", replace(self._asking(None, left), flies=True, avoided=self._limits(mode).avoided))
        else:
            whole = paths.reachable(self.now.ground, mover, self.others, self._limits(mode))
            found = self._find(whole, None)
        return refused if isinstance(found, Rejected) else found

    def in_reach(self) -> Mapping[Square, int]:
        """Each square within the feet that are left, whatever the mode, with its cost; into zones that harm only where no other way leads."""
        modes, found = self.modes(), dict[Square, int]()
        if isinstance(modes, Rejected) or self.left is None or not any(self.speeds.values()):
            return found
        for enters in (False, True) if self.has_zones else (False,):
            self.enters, cheap = enters, dict[Square, int]()
            for mode in modes:
                left = self._feet(mode) or 0
                near = paths.reachable(self.now.ground, self._moves(mode), self.others, self._limits(mode), left)
                for square in self._around(left // SQUARE_FEET):
                    feet = near.feet_to(square)
                    if feet and feet < cheap.get(square, feet + 1):
                        cheap[square] = feet
            found = {**cheap, **found}
        return found

    def _around(self, steps: int) -> Iterator[Square]:
        """The squares of the ground that so many steps may lead to, in reading order."""
        for y in range(max(0, self.space.y - steps), min(self.now.ground.h, self.space.y + steps + 1)):
            for x in range(max(0, self.space.x - steps), min(self.now.ground.w, self.space.x + steps + 1)):
                yield x, y

    def squeezing(self) -> PlannedWay | Rejected | None:
        """The way on foot through gaps that are one size too narrow, or that it is too long; None if there is none (SRD 5.1, Squeezing into a Smaller
        Space).
        """
        self.squeezes = True
        way = self.way(WALK)
        self.squeezes = False
        if isinstance(way, Rejected):
            return way if way.code == "too_far" else None
        return way if way.to.n == self.space.n else None

    def _planned(self, mode: str, walk: Walk, left: int | None, mover: Mover) -> PlannedWay | Rejected:
        if left is not None and walk.feet > left:
            return self._too_far(walk, left, mover)
        return PlannedWay(self.one, mode, self.space, walk, left, mover, rider=self.rider, unprovoked=movers.unprovoked_feet(self.draft, self.one, mode, self.rider))

    def _over_the_edge(self, near: Reached, to: Space) -> Walk | None:
        """The way on this floor that ends with a step over the edge, to whoever names what lies below and goes there on foot."""
        beside = [(to.x - dx, to.y - dy, n) for n, (dx, dy) in enumerate(STEPS)]
        rules = StepRules(self.now.ground, replace(self._moves(FLY), space=self.space), self.others)
        starts = [
            (near.order_of((x, y)), (x, y))
            for x, y, n in beside
            if near.feet_to((x, y)) is not None
            and near.space_at((x, y)).z == self.space.z
            and rules.may_step(self.now.ground.index(x, y), n)
        ]
        walk = near.walk_to(min(starts)[1]) if starts else None
        if walk is None:
            return None
        return Walk((*walk.spaces, replace(to, z=self.space.z)), (*walk.steps, SQUARE_FEET))

    def _to_level(self, mode: str, mover: Mover, to: Space, left: int | None) -> PlannedWay | Rejected:
        """A flight to another level: level and way together, of which the greater counts."""
        if mode != FLY:
            return self._needs_flight(to)
        aloft = replace(mover, space=replace(mover.space, z=to.z))
        walk = flights.fly_to(self.now.ground, mover, to, self.others, self._limits(passes_over=True))
        return self._planned(mode, walk, left, aloft) if walk else self._no_way(mode, aloft, to)

    def _aloft(self) -> Rejected:
        """The refusal for somebody above the ground who cannot fly."""
        feet = self.space.z - self.now.ground.floor_under(self.space)
        return Rejected("stands_aloft", "characterName", {"name": self.one.name, "feet": feet})

    def _is_in_water(self) -> bool:
        ground = self.now.ground
        return any(ground.index(*square) in ground.deep for square in self.space.squares)

    def jump(self) -> PlannedWay | Rejected:
        """A jump over what lies low; its length is what it costs (SRD 5.1 and 5.2, Jumping)."""
        if self.is_aloft:
            return self._aloft()
        found = find_place(self.wished.to or "", "to", self._asking(None, None))
        if isinstance(found, Rejected):
            return found
        mover, left = self._moves(WALK), self._feet(WALK)
        jump = find_jump(self.now.ground, mover, (found.space.x, found.space.y), self.others, self._limits(passes_over=True))
        if jump is None:
            return self._no_way(JUMP, mover, found.space)
        if found.space.z - self.space.z > movers.highest_jump(self.draft, self.one, self.rider):
            return self._no_way(JUMP, mover, found.space)
        most = movers.longest_jump(self.draft, self.one, self.rider)
        if jump.feet > most:
            down = {**self._call(self.wished.to or ""), "by": WALK} if found.space.z < self.space.z else None
            return Rejected("jump_too_far", "to", {"name": self.one.name, "feet": jump.feet, "most": most}, instead=down)
        steps = tuple(jump.feet if n == len(jump.spaces) - 1 else 0 for n in range(len(jump.spaces)))
        # Whoever jumps down leaves its floor first, and falls from there.
        landing = replace(jump.spaces[-1], z=max(self.space.z, found.space.z))
        way = self._planned(JUMP, Walk((*jump.spaces[:-1], landing), steps), left, mover)
        is_rough = jump.lands_roughly and landing.z == found.space.z
        return replace(way, lands_roughly=is_rough) if isinstance(way, PlannedWay) else way

    def forced(self) -> PlannedWay | Rejected:
        """Any place where the creature fits, at no cost."""
        found = find_place(self.wished.to or (self.wished.path or ("",))[-1], "to", self._asking(None, None))
        if isinstance(found, Rejected):
            return found
        whole = Walk((found.space,), (0,))
        return PlannedWay(self.one, WALK, self.space, whole, None, self._moves(FLY), is_forced=True, rider=self.rider)

    def _along(self, mode: str, mover: Mover, left: int | None) -> PlannedWay | Rejected:
        squares = [read_square(word) for word in self.wished.path]
        if squares and squares[0] and (squares[0].x, squares[0].y) == (self.space.x, self.space.y):
            squares = squares[1:]  # a path may begin where the mover stands
        wrong = next((n for n, square in enumerate(squares) if square is None), None)
        if wrong is not None:
            return Rejected("path_breaks", f"path[{wrong}]", {"at": self.wished.path[wrong], "from": self._before(wrong)})
        walk = paths.follow(self.now.ground, mover, [(s.x, s.y) for s in squares if s], self.others, self._limits(passes_over=True))
        if isinstance(walk, int):
            return Rejected("path_breaks", f"path[{walk}]", {"at": self.wished.path[walk], "from": self._before(walk)})
        planned = self._planned(mode, walk, left, mover)
        if self.wished.is_careful and walk.leaves and isinstance(planned, PlannedWay):
            return self.provokes(planned, is_cheapest=False)
        return planned

    def _before(self, step: int) -> str:
        return self.wished.path[step - 1] if step else square_name((self.space.x, self.space.y), self.space.z)

    def _moves(self, mode: str) -> Mover:
        return movers.mover_of(self.draft, self.now, self.one, mode, self.speeds, self._drags(), self.squeezes)

    def _drags(self) -> bool:
        return not self.wished.lets_go and movers.drags_heavily(self.draft, self.one)

    def _feet(self, mode: str) -> int | None:
        """The feet left in a mode; who has no speed of the mode spends its walking speed on it."""
        if self.left is None:
            return None
        left = self.left.get(mode, 0) if self.speeds.get(mode) else self.left.get(WALK, 0)  # type: ignore[call-overload]
        # 5.1 halves the speed of whoever drags somebody along; 5.2 makes each step dearer (SRD, Grappling).
        return left // 2 if self.now.book.ruleset == "5.1" and self._drags() else left

    def _limits(self, mode: str = WALK, passes_over: bool = False) -> WalkLimits:
        ground = self.now.ground
        dry = (square for y in range(ground.h) for x in range(ground.w) if ground.index(*(square := (x, y))) not in ground.deep)
        out = frozenset(dry) if mode == SWIM else frozenset[tuple[int, int]]()
        if mode not in self.reaches:
            strikers = [each for each in self.all_strikers(mode) if each.who.id != self.may_strike]
            self.reaches[mode] = tuple((each.space, each.reach) for each in strikers)
            self.unseen[mode] = tuple(leaving_reach.unseen_squares(self.now, each, self.one, mode) for each in strikers)
        if self.has_zones:
            out |= frozenset() if self.enters else zone_places.harmful(self.now, self.one)
            out |= frozenset() if self.treads or passes_over or mode == FLY else self.traps
            self.dear = zone_places.costs(self.now, self.one, self.space) if self.dear is None else self.dear
        return WalkLimits(
            avoided=out, dear=self.dear or {}, fears=self.fears, reaches=self.reaches[mode], unseen=self.unseen[mode],
            is_careful=self.wished.is_careful, unprovoked=movers.unprovoked_feet(self.draft, self.one, mode, self.rider), headwinds=zone_places.headwinds(self.now, self.one) if self.has_zones else (),
        )  # fmt: skip

    def all_strikers(self, mode: str) -> list[Striker]:
        """Those of whom the mover knows and who strike as it leaves their reach."""
        return leaving_reach.who_may_strike(self.draft, self.now, self.one, self.known, mode)

    def strikers(self, way: PlannedWay) -> list[str]:
        """The names of those who may strike on a way."""
        safe = sum(feet <= way.unprovoked for feet in accumulate(way.walk.steps))
        found = leaving_reach.left_on_the_way(self.now, self.one, self.all_strikers(way.mode), self.space, way.walk.spaces, safe)
        unnamed = self.draft.world.unnamed
        return ["somebody" if striker.who.id in unnamed else striker.who.name for striker, _ in found]

    def again(self, wished: WayWished, may_strike: str | None = None) -> PlannedWay | Rejected:
        """The best way of another wish from the same place. `may_strike`: the foe of whom it takes no care."""
        planning = _Planning(self.draft, self.now, self.one, wished, self.rider)
        planning.may_strike, planning.enters, planning.treads = may_strike, self.enters, self.treads
        return _best_way(planning, wished, self.now)

    def provokes(self, way: PlannedWay, is_cheapest: bool) -> Rejected:
        """The refusal of a careful walk, with the way that provokes least. `is_cheapest`: the same words without care lead over it."""
        squares = [square_name((space.x, space.y), space.z) for space in way.walk.spaces]
        details = {"name": self.one.name, "to": squares[-1], "strikers": self.strikers(way)}
        call = {"operation": "move", "characterName": self.one.name}
        goal = {"to": self.wished.to} if is_cheapest and self.wished.to is not None else {"path": squares}
        mode = {"by": way.mode} if way.mode != WALK else {}
        return Rejected("no_careful_way", "path" if self.wished.path else "to", details, instead={**call, **goal, **mode})

    def _find(self, walks: Reached | None, left: int | None) -> FoundPlace | Rejected:
        return find_place(self.wished.to or "", "to", self._asking(walks, left))

    def _asking(self, walks: Reached | None, left: int | None) -> Asking:
        level = self.now.ground.floor_under(self.space) if self.has_hold else None
        return Asking(self.now, self.one, self.known, walks, left, level=level)

    # ── refusals ────────────────────────────────────────────────────────────────────────────────────────────────

    def _needs_flight(self, to: Space) -> Rejected:
        return Rejected("level_needs_flight", "to", {"name": self.one.name, "to": square_name((to.x, to.y), to.z)})

    def _no_mode(self, able: Sequence[str]) -> Rejected:
        return Rejected("mode_unknown", "by", {"name": self.one.name, "by": self.wished.by}, allowed=(*able, JUMP))

    def _no_way(self, mode: str, mover: Mover, to: Space) -> Rejected:
        """No way leads there: because of a fear, because somebody could strike, or at all. Proposed is the same without care, or the place nearest
        to it that can be reached.
        """
        details = {"name": self.one.name, "to": square_name((to.x, to.y), to.z)}
        if mode == WALK and self.wished.by == WALK and to.z != self.space.z and isinstance(self.way(CLIMB), PlannedWay):
            return Rejected("no_way", "to", details, instead={**self._call(self.wished.to or ""), "by": CLIMB})
        leads = mode != JUMP and paths.find_walk(self.now.ground, mover, (to.x, to.y), self.others) is not None
        reached = paths.reachable(self.now.ground, mover, self.others, self._limits(), self._feet(WALK if mode == JUMP else mode))
        nearest = min(
            reached.squares(), key=lambda square: (distance(reached.space_at(square), to), reached.order_of(square), square[1], square[0])
        )
        instead = self._call(square_name(nearest, self.space.z)) if nearest != (self.space.x, self.space.y) else None
        return Rejected("closer_to_fear" if leads and self.fears else "no_way", "to", details, instead=instead)

    def _call(self, to: str) -> dict[str, object]:
        return {"operation": "move", "characterName": self.one.name, "to": to}

    def _too_far(self, walk: Walk, left: int, mover: Mover) -> Rejected:
        """Too far for this turn; the call that goes as far as it can on the same way."""
        near = paths.reachable(self.now.ground, mover, self.others, self._limits(), left)
        on_the_way = [space for space in walk.spaces if near.feet_to((space.x, space.y)) is not None]
        instead = self._call(square_name((on_the_way[-1].x, on_the_way[-1].y), on_the_way[-1].z)) if on_the_way else None
        if mover.mode == CLIMB and (part := climbs.part_of(self.now.ground, mover, walk, left, self.others)):
            end = part.spaces[-1]
            instead = {**self._call(square_name((end.x, end.y), end.z)), "by": CLIMB}
        field = "path" if self.wished.path else "to"
        return Rejected("too_far", field, {"name": self.one.name, "feet": walk.feet, "left": left}, instead=instead)
