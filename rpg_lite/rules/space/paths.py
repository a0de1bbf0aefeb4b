"""The cheapest ways over a ground, and the squares within reach (SRD 5.1, Movement and Position; SRD 5.2, Playing on a Grid).

Of ways that cost the same, the one that leaves fewest foes' reach counts, then the one of fewest diagonals, then the one whose last steps come
first clockwise from north. The same question always has the same answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square
from rpg_lite.rules.space.steps import MORE, NO_LIMITS, Limits, Mover, Occupant, StepRules, reach_marks

_FEET: Final = 20
_STRUCK: Final = 10
"""A cost is one whole number: feet above this bit, then the times that somebody may strike above that one, then diagonals."""
_FAR: Final = 1 << 60


@dataclass(frozen=True, slots=True)
class Leaving:
    """A step that leaves a foe's reach: the number of the foe in `Limits.reaches`, and of the step, from 0; it strikes before the step."""

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
    """The mover at its full size and, if it may squeeze, one size narrower; and what it cost to come to each state.

    A state is the index of the north-west square, plus the size of the arrays for each of: an odd number of diagonals so far, and squeezing.
    """

    rules: tuple[StepRules, ...]
    size: int
    cost: list[int]
    before: list[int]
    last: bytearray
    marks: tuple[dict[int, int], ...] = ()
    done: bytearray = field(default_factory=bytearray)


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
        """What decides between places to go to: feet, times that somebody may strike, diagonals. Raises LookupError for a place not reached."""
        state = self._state(square)
        if state is None:
            raise LookupError(square)
        cost = self._layers.cost[state]
        return cost >> _FEET, cost >> _STRUCK & (1 << _FEET - _STRUCK) - 1, cost & (1 << _STRUCK) - 1

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
        layers, states = self._layers, [state]
        while states[-1] != self.start:
            states.append(layers.before[states[-1]])
        states.reverse()
        costs = [layers.cost[each] >> _FEET for each in states]
        marks = [self._mark(each) for each in states]
        leaves = tuple(
            Leaving(foe, step)
            for step, (here, there) in enumerate(pairwise(marks))
            for foe in range((here & ~there).bit_length())
            if (here & ~there) >> foe & 1
        )
        return Walk(tuple(map(self._space, states[1:])), tuple(b - a for a, b in pairwise(costs)), leaves)

    def _state(self, square: Square) -> int | None:
        """The cheapest state at a square in which the mover may end."""
        layers = self._layers
        index = layers.rules[0].ground.index(*square)
        states = [
            state
            for state in range(index, len(layers.cost), layers.size)
            if layers.cost[state] < _FAR and (state == self.start or layers.rules[state // (2 * layers.size)].ends[index])
        ]
        return min(states, key=lambda state: (layers.cost[state], state), default=None)

    def _space(self, state: int) -> Space:
        return self._layers.rules[state // (2 * self._layers.size)].space_at(state % self._layers.size)

    def _mark(self, state: int) -> int:
        return self._layers.marks[state // (2 * self._layers.size)].get(state % self._layers.size, 0)


def reachable(
    ground: Ground, mover: Mover, others: Sequence[Occupant] = (), limits: Limits = NO_LIMITS, budget: int | None = None
) -> Reached:
    """Every place that the mover can reach for `budget` feet at most; without one, every place to which any way leads."""
    return _Search(ground, mover, others, limits, budget).run(None)


def find_walk(ground: Ground, mover: Mover, to: Square, others: Sequence[Occupant] = (), limits: Limits = NO_LIMITS) -> Walk | None:
    """The cheapest way to the place whose north-west square is `to`; None if no way leads there, or none may end there."""
    if not ground.holds(Space(*to)):
        return None
    return _Search(ground, mover, others, limits, None).run(ground.index(*to)).walk_to(to)


class _Search:
    """A search for cheapest ways, first in the direction of its goal if it has one (A*)."""

    def __init__(self, ground: Ground, mover: Mover, others: Sequence[Occupant], limits: Limits, budget: int | None) -> None:
        self.ground, self.mover, self.limits = ground, mover, limits
        self.most = _FAR if budget is None else (budget + 1) << _FEET
        rules = [StepRules(ground, mover, others, limits)]
        if mover.may_squeeze and mover.space.n > 1:
            rules.append(StepRules(ground, mover, others, limits, mover.space.n - 1))
        size = len(rules[0].free)
        marks = tuple(reach_marks(each, limits) for each in rules)
        states = size * 2 * len(rules)
        self.layers = _Layers(tuple(rules), size, [_FAR] * states, [-1] * states, bytearray(states), marks, bytearray(states))
        self.is_by_turns = mover.diagonals == "five_ten"
        self.is_simple = len(rules) == 1 and not self.is_by_turns and not limits.fears and not marks[0]

    def run(self, goal: int | None) -> Reached:
        layers, size = self.layers, self.layers.size
        start = self.ground.index(self.mover.space.x, self.mover.space.y)
        layers.cost[start] = 0
        waiting = [(0, start)]
        guess = self._guess(goal)
        if self.is_simple:
            self._run_simply(waiting, goal, guess)
            return Reached(start, layers)
        while waiting:
            _, state = heappop(waiting)
            if layers.done[state]:
                continue
            layers.done[state] = 1
            if state % size == goal:
                break
            for to, cost, n in self._from(state):
                known = layers.cost[to]
                if cost < known:
                    layers.cost[to], layers.before[to], layers.last[to] = cost, state, n
                    heappush(waiting, (cost + guess[to % size] if guess else cost, to))
                elif cost == known and n < layers.last[to] and to != start:
                    layers.before[to], layers.last[to] = state, n
        return Reached(start, layers)

    def _run_simply(self, waiting: list[tuple[int, int]], goal: int | None, guess: list[int]) -> None:
        """The same search where a step is judged by its squares alone: without calls, since thousands of steps are."""
        [rules], cost, before, last, done = self.layers.rules, self.layers.cost, self.layers.before, self.layers.last, self.layers.done
        free, corners, is_plain, has_rough_edges = rules.free, rules.corners, rules.is_plain, rules.has_rough_edges
        straight = (SQUARE_FEET + rules.always) << _FEET
        steps = [
            (n, rules.offsets[n], rules.corner_offsets[n], straight + (n & 1), *rules.entering[n][0], *rules.entering[n][-1])
            for n in range(8)
        ]
        while waiting:
            _, at = heappop(waiting)
            if done[at]:
                continue
            done[at] = 1
            if at == goal:
                return
            base = cost[at]
            for n, offset, corner, step, first, shift, second, other_shift in steps:
                to = at + offset
                if not free[to] or (not corners[at + corner] if n & 1 else rules.has_edges and not rules.may_step(at, n)):
                    continue
                new = base + step
                if has_rough_edges:
                    new += (rules.feet(at, n) - rules.always) << _FEET
                elif not is_plain:
                    new += max(first[to + shift], second[to + other_shift]) << _FEET
                if new < cost[to]:
                    if new < self.most:
                        cost[to], before[to], last[to] = new, at, n
                        heappush(waiting, (new + guess[to] if guess else new, to))
                elif new == cost[to] and n < last[to]:
                    before[to], last[to] = at, n

    def _guess(self, goal: int | None) -> list[int]:
        """For each square the least that the way on to the goal may cost; empty where a step may lead two squares on."""
        if goal is None or len(self.layers.rules) > 1:
            return []
        column, row = goal % self.ground.stride, goal // self.ground.stride
        wide = [abs(x - column) for x in range(self.ground.stride)]
        return [max(across, abs(y - row)) * SQUARE_FEET << _FEET for y in range(self.layers.size // self.ground.stride) for across in wide]

    def _from(self, state: int) -> Iterator[tuple[int, int, int]]:
        """The states that one step leads to, what it costs to come there in all, and the direction of the step."""
        layers, size = self.layers, self.layers.size
        layer, at = divmod(state, size)
        is_odd, narrow = layer & 1, layer >> 1
        rules, base, marks = layers.rules[narrow], layers.cost[state], layers.marks[narrow]
        free, plain, offsets = rules.free, rules.is_plain, rules.offsets
        always = SQUARE_FEET + rules.always
        squeezed = MORE if narrow else 0
        for n in range(8):
            to = at + offsets[n]
            if not free[to] or not rules.may_step(at, n):
                continue
            feet = always if plain else SQUARE_FEET + rules.feet(at, n)
            if squeezed:
                feet = self._squeezed(rules, feet)
            yield from self._arrive(state, to, n, feet, is_odd, narrow, marks, base)
        if len(layers.rules) > 1:
            yield from self._changing(at, is_odd, narrow, base, marks, state)

    def _squeezed(self, rules: StepRules, feet: int) -> int:
        """The cost of a step in a narrow place. 5.1: 5 ft more than otherwise; 5.2: as difficult ground, which counts once."""
        if self.mover.ruleset == "5.1":
            return feet + MORE
        return max(feet, SQUARE_FEET + rules.always + MORE)

    def _arrive(
        self, state: int, to: int, n: int, feet: int, is_odd: int, narrow: int, marks: dict[int, int], base: int
    ) -> Iterator[tuple[int, int, int]]:
        is_diagonal = n & 1
        if is_diagonal and self.is_by_turns:
            feet += SQUARE_FEET * is_odd
            is_odd ^= 1
        cost = base + (feet << _FEET) + is_diagonal
        if marks:
            here = self.layers.marks[state // self.layers.size >> 1].get(state % self.layers.size, 0)
            if here and (left := here & ~self.layers.marks[narrow].get(to, 0)):
                if self.limits.is_careful:
                    return
                cost += left.bit_count() << _STRUCK
        if cost < self.most and not (self.limits.fears and self._comes_closer(state, to, narrow)):
            yield to + (2 * narrow + is_odd) * self.layers.size, cost, n

    def _comes_closer(self, state: int, to: int, narrow: int) -> bool:
        layers = self.layers
        here = layers.rules[state // layers.size >> 1].space_at(state % layers.size)
        there = layers.rules[narrow].space_at(to)
        return any(distance(fear, there) < distance(fear, here) for fear in self.limits.fears)

    def _changing(self, at: int, is_odd: int, narrow: int, base: int, marks: dict[int, int], state: int) -> Iterator[tuple[int, int, int]]:
        """The steps that begin or end to squeeze: a step of the narrower space out of the wide one, or into it."""
        wide, tight = self.layers.rules
        within = [x + y * self.ground.stride for y in (0, 1) for x in (0, 1)]
        for n in range(8):
            for shift in within:
                if narrow:
                    inner = at + tight.offsets[n]
                    to = inner - shift
                    if tight.free[inner] and to >= 0 and wide.free[to] and tight.may_step(at, n):
                        rough = max(wide.more[self.ground.index(*square)] for square in wide.space_at(to).squares)
                        yield from self._arrive(state, to, n, SQUARE_FEET + wide.always + rough, is_odd, 0, marks, base)
                else:
                    inner = at + shift
                    to = inner + tight.offsets[n]
                    if tight.free[to] and tight.may_step(inner, n):
                        feet = self._squeezed(tight, SQUARE_FEET + tight.feet(inner, n))
                        yield from self._arrive(state, to, n, feet, is_odd, 1, marks, base)
