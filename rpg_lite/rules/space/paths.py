"""The cheapest ways over a ground, and the squares within reach (SRD 5.1, Movement and Position; SRD 5.2, Playing on a Grid).

Of ways that cost the same, the one that leaves fewest foes' reach counts, then the one of fewest diagonals, then the one whose first steps come
first clockwise from north. The same question always has the same answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import accumulate, pairwise
from typing import Final

from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square
from rpg_lite.rules.space.steps import MORE, NO_LIMITS, Mover, Occupant, StepRules, WalkLimits, reach_marks, struck_marks

_FEET: Final = 20
_STRUCK: Final = 10
"""A cost is one whole number: feet above this bit, then the times that somebody may strike above that one, then diagonals."""
_FAR: Final = 1 << 60


@dataclass(frozen=True, slots=True)
class Leaving:
    """A step that leaves a foe's reach: the number of the foe in `WalkLimits.reaches`, and of the step, from 0; it strikes before the step."""

    foe: int
    step: int


@dataclass(frozen=True, slots=True)
class Walk:
    """A way from where the mover stands. `spaces`: its space after each step, smaller where it squeezes; `feet`: the cost of each step."""

    spaces: tuple[Space, ...]
    steps: tuple[int, ...]
    leaves: tuple[Leaving, ...] = ()

    @property
    def feet(self) -> int:
        """The cost of the whole way, in feet."""
        return sum(self.steps)


@dataclass(slots=True)
class _Layers:
    """The cost of coming to each state, and the steps that lead there.

    A state is the index of the north-west square of the full space, plus the size of the arrays for each layer. The layers come in twos, after
    an even and an odd number of diagonals: first those at full size, then those that squeeze into each of the narrower spaces within.
    """

    rules: tuple[StepRules, ...]
    shifts: tuple[int, ...]
    """For each two layers, what leads from the full space to the squares that are filled: 0 at full size."""
    size: int
    cost: list[int]
    came: bytearray
    """The directions of the last steps of the cheapest ways, as bits, where a layer is never left."""
    before: dict[int, list[tuple[int, int]]]
    """The same with the states before, where layers change: direction and state."""
    marks: tuple[dict[int, int], ...]
    struck: tuple[Mapping[int, int], ...]
    """For each of the rules, the foes that reach a square, and those that also see the mover there."""
    unprovoked: int

    def rules_at(self, state: int) -> StepRules:
        """The rules of the space that is filled in a state."""
        return self.rules[state >= 2 * self.size]

    def filled(self, state: int) -> int:
        """The index of the north-west square that is filled in a state."""
        layer, index = divmod(state, self.size)
        return index + self.shifts[layer >> 1]

    def last_steps(self, state: int) -> list[tuple[int, int]]:
        """The last steps of the cheapest ways to a state, each with the state before."""
        if self.before:
            return self.before.get(state, [])
        return [(n, state - self.rules[0].offsets[n]) for n in range(8) if self.came[state] >> n & 1]


@dataclass(frozen=True, slots=True)
class Reached:
    """The squares that a mover can reach, and the way to each."""

    start: int
    _layers: _Layers

    def feet_to(self, square: Square) -> int | None:
        """The cost of the cheapest way to the place whose north-west square this is, in feet; None if no way leads there, or none may end there."""
        state = self._state(square)
        return None if state is None else self._layers.cost[state] >> _FEET

    def order_of(self, square: Square) -> tuple[int, int, int]:
        """The order of a place among those to go to: feet, times that somebody may strike, diagonals. Raises LookupError for a place not reached."""
        state = self._state(square)
        if state is None:
            raise LookupError(square)
        cost = self._layers.cost[state]
        return cost >> _FEET, cost >> _STRUCK & (1 << _FEET - _STRUCK) - 1, cost & (1 << _STRUCK) - 1

    def space_at(self, square: Square) -> Space:
        """The mover's space with this north-west square, on the level at which it comes there."""
        rules = self._layers.rules[0]
        return rules.space_at(rules.ground.index(*square))

    def squares(self) -> Iterator[Square]:
        """The north-west squares of the places where the mover may end, its own included, in reading order."""
        layers = self._layers
        ground = layers.rules[0].ground
        for y in range(ground.h):
            for x in range(ground.w):
                if self._state((x, y)) is not None:
                    yield x, y

    def walk_to(self, square: Square) -> Walk | None:
        """The way to a place; None if no way leads there, or none may end there."""
        state = self._state(square)
        if state is None:
            return None
        layers, states = self._layers, self._cheapest(state)
        costs = [layers.cost[each] >> _FEET for each in states]
        marks, struck = (
            [found[each >= 2 * layers.size].get(layers.filled(each), 0) for each in states] for found in (layers.marks, layers.struck)
        )
        leaves = tuple(_leaving(struck, marks, costs, layers.unprovoked))
        spaces = tuple(layers.rules_at(each).space_at(layers.filled(each)) for each in states[1:])
        return Walk(spaces, tuple(b - a for a, b in pairwise(costs)), leaves)

    def _cheapest(self, state: int) -> list[int]:
        """The states of the cheapest way to one: of several, the way whose first step that differs comes first clockwise from north."""
        onward: dict[int, list[tuple[int, int]]] = {}
        seen, waiting = {state}, [state]
        while waiting:
            here = waiting.pop()
            for n, earlier in self._layers.last_steps(here) if here != self.start else ():
                onward.setdefault(earlier, []).append((n, here))
                if earlier not in seen:
                    seen.add(earlier)
                    waiting.append(earlier)
        states = [self.start]
        while states[-1] != state:
            states.append(min(onward[states[-1]])[1])
        return states

    def _state(self, square: Square) -> int | None:
        """The cheapest state at a square in which the mover may end."""
        layers = self._layers
        if not layers.rules[0].ground.holds(Space(*square)):
            return None
        index = layers.rules[0].ground.index(*square)
        states = [n * layers.size + index - layers.shifts[n >> 1] for n in range(len(layers.cost) // layers.size)]
        may_end = [s for s in states if layers.cost[s] < _FAR and (s == self.start or layers.rules_at(s).ends[index])]
        return min(may_end, key=lambda state: (layers.cost[state], state), default=None)


def reachable(
    ground: Ground, mover: Mover, others: Sequence[Occupant] = (), limits: WalkLimits = NO_LIMITS, budget: int | None = None
) -> Reached:
    """Every place that the mover can reach for `budget` feet at most; without one, every place to which any way leads."""
    return _Search(ground, mover, others, limits, budget).run(None)


def find_walk(ground: Ground, mover: Mover, to: Square, others: Sequence[Occupant] = (), limits: WalkLimits = NO_LIMITS) -> Walk | None:
    """The cheapest way to the place whose north-west square is `to`; None if no way leads there, or none may end there."""
    if not ground.holds(Space(*to)):
        return None
    return _Search(ground, mover, others, limits, None).run(ground.index(*to)).walk_to(to)


class _Search:
    """A search for cheapest ways, first in the direction of its goal if it has one (A*)."""

    def __init__(self, ground: Ground, mover: Mover, others: Sequence[Occupant], limits: WalkLimits, budget: int | None) -> None:
        self.ground, self.mover, self.limits = ground, mover, limits
        self.most = _FAR if budget is None else (budget + 1) << _FEET
        rules, shifts = [StepRules(ground, mover, others, limits)], [0]
        if mover.may_squeeze and mover.space.n > 1:
            rules.append(StepRules(ground, mover, others, limits, mover.space.n - 1))
            shifts += [0, 1, ground.stride, ground.stride + 1]
        size = len(rules[0].free)
        marks = tuple(reach_marks(each, limits) for each in rules)
        struck = tuple(struck_marks(each, limits, found) for each, found in zip(rules, marks, strict=True))
        states = size * 2 * len(shifts)
        self.layers = _Layers(tuple(rules), tuple(shifts), size, [_FAR] * states, bytearray(states), {}, marks, struck, limits.unprovoked)
        self.is_by_turns = mover.diagonals == "five_ten"
        self.is_simple = len(rules) == 1 and not self.is_by_turns and not (limits.fears or limits.headwinds or rules[0].changes_floors)

    def run(self, goal: int | None) -> Reached:
        """Search until every way to the goal that costs least is known; without a goal, until every place is."""
        start = self.ground.index(self.mover.space.x, self.mover.space.y)
        self.layers.cost[start] = 0
        if self.is_simple:
            self._run_simply(start, goal, self._guess(goal))
        else:
            self._run(start, goal, self._guess(goal))
        return Reached(start, self.layers)

    def _run(self, start: int, goal: int | None, guess: list[int]) -> None:
        layers, size, limit = self.layers, self.layers.size, _FAR
        waiting, done = [(0, start)], bytearray(len(layers.cost))
        while waiting and waiting[0][0] <= limit:
            _, state = heappop(waiting)
            if done[state]:
                continue
            done[state] = 1
            if goal is not None and layers.filled(state) == goal:
                limit = min(limit, layers.cost[state])
            for to, cost, n in self._from(state):
                known = layers.cost[to]
                if cost < known:
                    layers.cost[to], layers.before[to] = cost, [(n, state)]
                    heappush(waiting, (cost + guess[to % size] if guess else cost, to))
                elif cost == known:
                    layers.before[to].append((n, state))

    def _run_simply(self, start: int, goal: int | None, guess: list[int]) -> None:
        """The same search where a step is judged by its squares alone: without calls, since thousands of steps are."""
        [rules], [marks], [struck], cost, came = (
            self.layers.rules, self.layers.marks, self.layers.struck, self.layers.cost, self.layers.came
        )  # fmt: skip
        free, corners, is_plain, has_rough_edges = rules.free, rules.corners, rules.is_plain, rules.has_rough_edges
        straight = (SQUARE_FEET + rules.always) << _FEET
        steps = [
            (n, rules.offsets[n], rules.corner_offsets[n], straight + (n & 1), *rules.entering[n][0], *rules.entering[n][-1])
            for n in range(8)
        ]
        waiting, done, limit, unprovoked = [(0, start)], bytearray(self.layers.size), _FAR, self.limits.unprovoked
        while waiting and waiting[0][0] <= limit:
            _, at = heappop(waiting)
            if done[at]:
                continue
            done[at] = 1
            base, here = cost[at], struck.get(at, 0)
            if at == goal:
                limit = base
            for n, offset, corner, step, first, shift, second, other_shift in steps:
                to = at + offset
                if not free[to] or (not corners[at + corner] if n & 1 else rules.has_edges and not rules.may_step(at, n)):
                    continue
                new = base + step
                if has_rough_edges:
                    new += (rules.feet(at, n) - rules.always) << _FEET
                elif not is_plain:
                    new += max(first[to + shift], second[to + other_shift]) << _FEET
                if here and (left := here & ~marks.get(to, 0)) and new >> _FEET > unprovoked:
                    new = _FAR if self.limits.is_careful else new + (left.bit_count() << _STRUCK)
                if new < cost[to]:
                    if new < self.most:
                        cost[to], came[to] = new, 1 << n
                        heappush(waiting, (new + guess[to] if guess else new, to))
                elif new == cost[to] < _FAR:
                    came[to] |= 1 << n

    def _guess(self, goal: int | None) -> list[int]:
        """For each square the least that the way on to the goal may cost; empty where the goal is one of a narrower space."""
        if goal is None or len(self.layers.rules) > 1:
            return []
        column, row = goal % self.ground.stride, goal // self.ground.stride
        wide = [abs(x - column) for x in range(self.ground.stride)]
        return [max(across, abs(y - row)) * SQUARE_FEET << _FEET for y in range(self.layers.size // self.ground.stride) for across in wide]

    def _from(self, state: int) -> Iterator[tuple[int, int, int]]:
        """The states that one step leads to, what it costs to come there in all, and the direction of the step."""
        layers = self.layers
        layer, at = divmod(state, layers.size)
        kind, is_odd = layer >> 1, layer & 1
        here, space = layers.struck[kind > 0].get(layers.filled(state), 0), layers.rules_at(state).space_at(layers.filled(state))
        for n, offset in enumerate(layers.rules[0].offsets):
            is_diagonal = n & 1 and self.is_by_turns
            for to_kind, feet in self._ways(at, kind, n):
                to = at + offset + (2 * to_kind + (is_odd ^ is_diagonal)) * layers.size
                cost = layers.cost[state] + (feet + SQUARE_FEET * (is_diagonal and is_odd) << _FEET) + (n & 1)
                left = here & ~layers.marks[to_kind > 0].get(layers.filled(to), 0) if cost >> _FEET > self.limits.unprovoked else 0
                if left:
                    cost += left.bit_count() << _STRUCK
                if cost < self.most and not (left and self.limits.is_careful) and not self._frightens(space, to):
                    yield to, cost, n

    def _frightens(self, here: Space, to: int) -> bool:
        """Whether a step comes closer to what the mover fears."""
        if not self.limits.fears:
            return False
        there = self.layers.rules_at(to).space_at(self.layers.filled(to))
        return any(distance(fear, there) < distance(fear, here) for fear in self.limits.fears)

    def _ways(self, at: int, kind: int, n: int) -> Iterator[tuple[int, int]]:
        """The ends of a step, at full size or squeezed into one of the spaces within, and its cost in feet."""
        wide, to = self.layers.rules[0], at + self.layers.rules[0].offsets[n]
        if wide.free[to] and not kind:
            if wide.may_step(at, n):
                yield 0, SQUARE_FEET + wide.feet(at, n)
        elif wide.free[to] and any(self._slips(at, kind, to, inner) for inner in range(1, len(self.layers.shifts))):
            yield 0, SQUARE_FEET + wide.feet(at, n)
        elif 0 <= to < self.layers.size:
            yield from self._squeezing(at, kind, to)

    def _squeezing(self, at: int, kind: int, to: int) -> Iterator[tuple[int, int]]:
        """The steps into a place that is too narrow. 5.1: 5 ft more than otherwise; 5.2: as difficult ground, which counts once."""
        for inner, shift in enumerate(self.layers.shifts[1:], 1):
            if self._slips(at, kind, to, inner):
                tight = self.layers.rules[1]
                more = max(tight.more[tight.ground.index(*square)] for square in tight.space_at(to + shift).squares)
                more = more + MORE if self.mover.ruleset == "5.1" else max(more, MORE)
                yield inner, SQUARE_FEET + tight.always + more

    def _slips(self, at: int, kind: int, to: int, inner: int) -> bool:
        """Whether the narrower space goes by one step or none from where it is, or from anywhere within the full space, to one within the next."""
        if len(self.layers.rules) < 2:
            return False
        tight, end = self.layers.rules[1], to + self.layers.shifts[inner]
        if end >= self.layers.size or not tight.free[end]:
            return False
        starts = [at + self.layers.shifts[kind]] if kind else [at + shift for shift in self.layers.shifts[1:]]
        return any(
            end == start or (end - start in tight.offsets and tight.may_step(start, tight.offsets.index(end - start))) for start in starts
        )


def follow(
    ground: Ground, mover: Mover, squares: Sequence[Square], others: Sequence[Occupant] = (), limits: WalkLimits = NO_LIMITS
) -> Walk | int:
    """The way over these north-west squares, each next to the one before; the number of the first step, from 0, that cannot be made."""
    rules = StepRules(ground, mover, others, limits)
    at = ground.index(mover.space.x, mover.space.y)
    indices, steps = [at], list[int]()
    for number, square in enumerate(squares):
        if not ground.holds(Space(*square, mover.space.n)):
            return number
        to = ground.index(*square)
        n = next((n for n, offset in enumerate(rules.offsets) if at + offset == to), None)
        if n is None or not rules.may_step(at, n):
            return number
        steps.append(SQUARE_FEET + rules.feet(at, n))
        indices.append(at := to)
    if squares and not rules.ends[at]:
        return len(squares) - 1
    marks = reach_marks(rules, limits)
    struck, within = ([found.get(each, 0) for each in indices] for found in (struck_marks(rules, limits, marks), marks))
    return Walk(tuple(map(rules.space_at, indices[1:])), tuple(steps), tuple(_leaving(struck, within, [*accumulate(steps, initial=0)], limits.unprovoked)))


def _leaving(struck: Sequence[int], marks: Sequence[int], costs: Sequence[int], unprovoked: int) -> Iterator[Leaving]:
    """The steps that leave a foe's reach, from the foes that see the mover within their reach at each place of a way, and all that reach it, as bits,
    and from what it costs to come there.
    """
    for step, (here, there) in enumerate(zip(struck, marks[1:], strict=False)):
        if costs[step + 1] <= unprovoked:
            continue
        for foe in range((here & ~there).bit_length()):
            if (here & ~there) >> foe & 1:
                yield Leaving(foe, step)
