"""Ways over a ground: never dearer than any other, the sum of their steps, and what each ruleset asks for them."""

from dataclasses import replace
from heapq import heappop, heappush

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.rules.space.features import FEATURE_KINDS
from rpg_lite.rules.space.measure import STEPS, distance
from rpg_lite.rules.space.paths import find_walk, reachable
from rpg_lite.rules.space.squares import SQUARES_OF_SIZE, Space, square_name
from rpg_lite.rules.space.steps import Mover, Occupant, WalkLimits, may_end, may_pass
from rpg_lite.vocabulary import SIZES
from tests.examples import examples
from tests.rows import each_row
from tests.rules.space.grounds import H, W, at, room, rooms

some = settings(max_examples=examples(400), deadline=None)
sizes = st.sampled_from(SIZES[:5])


@st.composite
def occupants(draw):
    found = []
    for _ in range(draw(st.integers(0, 5))):
        size = draw(sizes)
        n = SQUARES_OF_SIZE[size]
        space = Space(draw(st.integers(0, W - n)), draw(st.integers(0, H - n)), n, draw(st.sampled_from([0, 0, 0, 15])))
        found.append(Occupant(space, size, draw(st.sampled_from(["ally", "hostile", "other"])), draw(st.booleans())))
    return found


@st.composite
def movers(draw):
    size = draw(sizes)
    n = SQUARES_OF_SIZE[size]
    space = Space(draw(st.integers(0, W - n)), draw(st.integers(0, H - n)), n)
    return Mover(
        space, size, draw(st.sampled_from(["5.1", "5.2"])), swims=draw(st.booleans()), crawls=draw(st.booleans()), drags=draw(st.booleans()),
        mode=draw(st.sampled_from(["walk", "walk", "climb"])), has_speed=draw(st.booleans()),
        diagonals=draw(st.sampled_from(["five", "five", "five_ten"])),
    )  # fmt: skip


def on_the_floor(plan, mover, others):
    """The mover on its floor, and who is in its way: nobody where there are floors, which have tests of their own."""
    floor = _floor(plan, mover.space)
    has_floors = any(FEATURE_KINDS[thing.word].floor for thing in plan.things)
    return replace(mover, space=replace(mover.space, z=floor)), [] if has_floors else others


def _floor(plan, space):
    """The floor of the highest square; of two features on a square the later one counts."""
    floors = {square: (thing.ft or 10) * FEATURE_KINDS[thing.word].floor for thing in plan.things if FEATURE_KINDS[thing.word].floor for square in thing.squares}
    return max(floors.get(square, 0) for square in space.squares)


def _rise(plan, here, there):
    """The feet between two floors; none over stairs."""
    stairs = {square for thing in plan.things if thing.word == "stairs" for square in thing.squares}
    if stairs & {*here.squares, *there.squares}:
        return 0
    return abs(_floor(plan, here) - _floor(plan, there))


def _may_step(plan, mover, others, here, there):
    """By the features themselves: nothing solid in the new space, between both, or at a corner that a diagonal crosses."""
    if not (0 <= there.x <= plan.w - there.n and 0 <= there.y <= plan.h - there.n):
        return False
    solid = [set(thing.squares) for thing in plan.things if FEATURE_KINDS[thing.word].is_solid]
    box = set(there.squares) | (set(here.squares) if here.n == 1 else set())
    if here.x != there.x and here.y != there.y:
        x, y = min(here.x, there.x), min(here.y, there.y)
        box = set(Space(x, y, here.n + 1).squares)
    if any(
        squares <= box and (len(squares) == 2 or (here.x != there.x and here.y != there.y) or squares <= set(there.squares))
        for squares in solid
    ):
        return False
    if mover.mode != "climb" and _rise(plan, here, there):
        return False
    return all(may_pass(mover, other) or not other.space.overlaps(there) for other in others)


def _cost(plan, mover, others, here, there):
    """5 ft; difficult ground and difficult creatures once, deep water, crawling and dragging on top; edges that cannot be gone around. In 5.2 furniture is
    difficult for those for whom it is made, and for smaller ones.
    """
    new = set(there.squares) - set(here.squares)
    more = 0
    strides = {"furniture"} if mover.ruleset == "5.2" and mover.size in ("large", "huge", "gargantuan") else set()
    for square in new:
        rough = any(square in t.squares and len(t.squares) == 1 and FEATURE_KINDS[t.word].is_difficult for t in plan.things if t.word not in strides)
        rough |= any(
            other.space.covers(square) and other.space.overlaps(there)
            for other in others
            if mover.ruleset == "5.1" or not (other.relation == "ally" or other.size == "tiny")
        )
        deep = not mover.swims and any(t.word == "deep_water" and square in t.squares for t in plan.things)
        more = max(more, 5 * rough + 5 * deep)
    more = max(more, 5 * _crosses_low_wall(plan, here, there))
    climbed = _rise(plan, here, there) * (1 if mover.has_speed else 2)
    return 5 + more + climbed + 5 * mover.crawls + 5 * (mover.drags and mover.ruleset == "5.2")


def _crosses_low_wall(plan, here, there):
    rough = [set(t.squares) for t in plan.things if len(t.squares) == 2 and FEATURE_KINDS[t.word].is_difficult]

    def leading(a, b):
        """Edges between the squares that were left and those newly entered, side by side."""
        dx, dy = b.x - a.x, b.y - a.y
        new = set(b.squares) - set(a.squares)
        return any(edge & new and any((x - dx, y - dy) in edge for x, y in edge & new) for edge in rough)

    dx, dy = there.x - here.x, there.y - here.y
    if not dx or not dy:
        return leading(here, there)
    ways = [(replace(here, x=here.x + dx),), (replace(here, y=here.y + dy),)]
    return all(leading(here, middle) or leading(middle, there) for (middle,) in ways)


def cheapest(plan, mover, others):
    """The cost to every place by the plainest search there is."""
    best = {(mover.space.x, mover.space.y, 0): 0}
    waiting = [(0, mover.space.x, mover.space.y, 0)]
    while waiting:
        feet, x, y, is_odd = heappop(waiting)
        if feet > best[x, y, is_odd]:
            continue
        here = replace(mover.space, x=x, y=y)
        for dx, dy in STEPS:
            there = replace(here, x=x + dx, y=y + dy)
            if not _may_step(plan, mover, others, here, there):
                continue
            by_turns = mover.diagonals == "five_ten" and bool(dx and dy)
            cost = feet + _cost(plan, mover, others, here, there) + 5 * (by_turns and is_odd)
            state = (there.x, there.y, is_odd ^ by_turns)
            if cost < best.get(state, 1 << 30):
                best[state] = cost
                heappush(waiting, (cost, *state))
    found = {}
    for (x, y, _), feet in best.items():
        space = replace(mover.space, x=x, y=y)
        if space == mover.space or may_end(mover, space, others):
            found[x, y] = min(feet, found.get((x, y), feet))
    return found


@some
@given(rooms(most=25), movers(), occupants())
def test_no_way_is_cheaper_than_the_way_found(plan, mover, others):
    ground = plan.ground
    mover, others = on_the_floor(plan, mover, others)
    reached = reachable(ground, mover, others)
    expected = cheapest(plan, mover, others)
    assert {square: reached.feet_to(square) for square in reached.squares()} == expected


@some
@given(
    rooms(most=25),
    movers(),
    occupants(),
    st.integers(0, W - 1),
    st.integers(0, H - 1),
    st.lists(st.tuples(st.integers(0, W - 1), st.integers(0, H - 1)), max_size=3),
)
def test_a_way_is_made_of_steps_that_cost_what_it_costs(plan, mover, others, x, y, foes):
    ground = plan.ground
    mover, others = on_the_floor(plan, mover, others)
    limits = WalkLimits(reaches=tuple((Space(*foe), 5) for foe in foes))
    walk = find_walk(ground, mover, (x, y), others, limits)
    reached = reachable(ground, mover, others, limits)
    assert (walk and walk.feet) == reached.feet_to((x, y))
    if walk is None:
        return
    assert walk == find_walk(ground, mover, (x, y), others, limits)
    places = [mover.space, *walk.spaces]
    assert len(walk.steps) == len(walk.spaces)
    for here, there in zip(places, walk.spaces, strict=False):
        assert distance(replace(here, n=1, z=0), replace(there, n=1, z=0)) == 5
        assert there.z == _floor(plan, there)
        assert _may_step(plan, mover, others, here, there)
    assert not walk.spaces or may_end(mover, walk.spaces[-1], others)
    left = [
        (foe, n) for n, (here, there) in enumerate(zip(places, walk.spaces, strict=False)) for foe, (space, reach) in enumerate(limits.reaches)
        if distance(space, here, mover.diagonals) <= reach < distance(space, there, mover.diagonals)
    ]  # fmt: skip
    assert [(leaving.foe, leaving.step) for leaving in walk.leaves] == left
    assert reached.order_of((x, y))[1] == len(left)


@some
@given(rooms(most=15), movers(), occupants(), st.sampled_from([0, 15, 30]))
def test_nobody_walks_farther_than_the_feet_left(plan, mover, others, budget):
    mover, others = on_the_floor(plan, mover, others)
    near = reachable(plan.ground, mover, others, budget=budget)
    far = reachable(plan.ground, mover, others)
    assert {s: near.feet_to(s) for s in near.squares()} == {s: far.feet_to(s) for s in far.squares() if far.feet_to(s) <= budget}


@some
@given(rooms(most=15), movers(), occupants())
def test_nobody_ends_in_the_space_of_another(plan, mover, others):
    reached = reachable(plan.ground, mover, others, budget=30)
    for square in reached.squares():
        space = reached.space_at(square)
        there = [other for other in others if other.space.overlaps(space)]
        assert (
            square == (mover.space.x, mover.space.y) or not there or (mover.size == "tiny" and all(other.size == "tiny" for other in there) and len(there) < 4)
        )


def walked(ground, mover, to, others=(), **limits):
    walk = find_walk(ground, mover, (at(to).x, at(to).y), others, WalkLimits(**limits))
    return walk and walk.feet


def oda(where="B5", size="medium", ruleset="5.2", **more):
    return Mover(at(where, size), size, ruleset, **more)


@each_row(
    "size, relation, other, is_incapacitated, passes_5_1, passes_5_2, difficult_5_1, difficult_5_2",
    [
        ("medium", "ally", "medium", False, True, True, True, False),
        ("medium", "other", "medium", False, True, False, True, True),
        ("medium", "hostile", "medium", False, False, False, True, True),
        ("medium", "hostile", "large", False, False, False, True, True),
        ("medium", "hostile", "huge", False, True, True, True, True),
        ("medium", "hostile", "tiny", False, True, True, True, False),
        ("small", "hostile", "tiny", False, False, True, True, False),
        ("small", "hostile", "large", False, True, True, True, True),
        ("medium", "hostile", "medium", True, False, True, True, True),
        ("tiny", "hostile", "medium", False, True, True, True, True),
    ],
)
def test_whom_one_may_pass(size, relation, other, is_incapacitated, passes_5_1, passes_5_2, difficult_5_1, difficult_5_2):
    """Through the only square of a corridor, 10 ft without anybody."""
    for ruleset, passes, difficult in (("5.1", passes_5_1, difficult_5_1), ("5.2", passes_5_2, difficult_5_2)):
        there = Occupant(replace(at("B1", other), n=1), other, relation, is_incapacitated)
        feet = walked(room(3, 1), oda("A1", size, ruleset), "C1", [there])
        assert feet == (None if not passes else 15 if difficult else 10), ruleset


@each_row(
    "features, more, to, feet",
    [
        ([], {}, "G8", 25), ([("difficult", "D1-D10")], {}, "F5", 25), ([("difficult", "D1-D10"), ("stairs", "D1-D10")], {}, "F5", 25),
        ([("shallow_water", "D1-D10")], {}, "F5", 25), ([("deep_water", "D1-D10")], {}, "F5", 25), ([("deep_water", "D1-D10")], {"swims": True}, "F5", 20),
        ([("deep_water", "D1-D10"), ("difficult", "D1-D10")], {}, "F5", 30), ([("furniture", "D1-D10")], {}, "F5", 25),
        ([("low_wall", " ".join(f"C{n}|D{n}" for n in range(1, 11)))], {}, "F5", 25),
        ([("difficult", "D1-D10")], {"crawls": True}, "F5", 45), ([], {"drags": True}, "F5", 40), ([], {"drags": True, "ruleset": "5.1"}, "F5", 20),
        ([], {"mode": "climb", "has_speed": False}, "F5", 20), ([("pit", "D1-D10")], {}, "F5", None), ([("portcullis", "D1-D10")], {}, "F5", None),
        ([("wall", " ".join(f"C{n}|D{n}" for n in range(1, 11)))], {}, "F5", None), ([("wall", "C5|D5")], {}, "D5", 15),
        ([], {"diagonals": "five_ten"}, "D7", 15), ([], {"diagonals": "five_ten"}, "E8", 20),
    ],
)  # fmt: skip
def test_what_a_way_costs(features, more, to, feet):
    assert walked(room(12, 10, *features), oda(**more), to) == feet


def test_a_wall_that_may_be_climbed_is_climbed():
    ground = room(5, 1, ("wall", "C1"), may_be_climbed=True)
    assert walked(ground, oda("A1"), "E1") is None
    assert walked(ground, oda("A1", mode="climb"), "E1") == 20
    assert walked(ground, oda("A1", mode="climb", has_speed=False), "E1") == 25


@each_row(
    "features, more, to, feet",
    [
        ([("pit", "B1")], {}, "C1", None), ([("pit", "B1")], {"mode": "fly"}, "C1", 10), ([("ledge", "B1")], {}, "B1", None),
        ([("pit", "B1")], {"mode": "climb"}, "C1", 30), ([("pit", "B1")], {"mode": "climb", "has_speed": False}, "C1", 50),
        ([("ledge", "B1 C1")], {"mode": "climb"}, "C1", 20), ([("ledge", "B1 C1"), ("stairs", "A1")], {}, "C1", 10),
        ([("ledge", "B1"), ("stairs", "B1")], {}, "C1", 15), ([("ledge", "A1-C1")], {}, "C1", 10),
    ],
)  # fmt: skip
def test_a_way_over_floors(features, more, to, feet):
    """Floors are 10 ft apart, and stairs are difficult ground."""
    assert walked(room(3, 1, *features), oda("A1", **more), to) == feet


def test_whoever_stands_on_another_floor_is_in_nobodys_way():
    ground = room(4, 1, ("ledge", "B1 C1"), ("stairs", "A1"))
    for z, passes in ((10, False), (0, True), (25, True)):
        foe = Occupant(replace(at("B1"), z=z), "medium", "hostile")
        assert (walked(ground, oda("A1"), "C1", [foe]) is not None) == passes


def test_a_space_stands_on_the_highest_floor_under_it():
    ground = room(4, 2, ("pit", "A1 A2 B1"), ("ledge", "D1"))
    assert [ground.floor_under(at(name, size)) for name, size in (("A1", "medium"), ("A1", "large"), ("C1", "large"))] == [-10, 0, 10]
    walk = reachable(ground, oda("C1", mode="climb")).walk_to((3, 0))
    assert walk is not None and walk.spaces[-1].z == 10


def test_a_zone_may_be_avoided_and_be_difficult():
    column = frozenset((3, y) for y in range(10))
    assert walked(room(12, 10), oda(), "F5", avoided=column) is None
    assert walked(room(12, 10), oda(), "F5", avoided=frozenset({(3, 4)})) == 20
    assert walked(room(12, 10), oda(), "F5", dear=dict.fromkeys(column, 5)) == 25
    assert walked(room(12, 10), oda(), "F5", dear=dict.fromkeys(column, 15)) == 35


def test_a_diagonal_never_crosses_the_corner_of_a_wall():
    assert walked(room(12, 10, ("wall", "D1-D5")), oda("C5"), "D6") == 10
    assert walked(room(12, 10, ("wall", "D5|D6")), oda("C5"), "D6") == 10
    assert walked(room(12, 10, ("difficult", "D1-D5")), oda("C5"), "D6") == 5


@each_row("ruleset, feet", [("5.1", 35), ("5.2", 35)])
def test_an_ogre_squeezes_through_a_narrow_gap(ruleset, feet):
    """Only where it may: each step in the gap costs 5 ft more."""
    ground = room(12, 10, ("wall", "E1-E4 E6-E10"))
    ogre = oda("B4", "large", ruleset)
    assert walked(ground, ogre, "G4") is None
    walk = find_walk(ground, replace(ogre, may_squeeze=True), (6, 3))
    assert [space for space in walk.spaces if space.n == 1 and space.x == 4] == [Space(4, 4)]
    assert walk.spaces[-1].n == 2 and walk.feet == 5 * len(walk.spaces) + 5 * sum(space.n == 1 for space in walk.spaces)
    assert walk.feet == feet


def test_squeezing_in_rubble_is_dearer_in_5_1_only():
    ground = room(9, 1, ("difficult", "E1"))
    feet = [walked(ground, replace(oda("A1", "large", ruleset), space=Space(0, 0, 1)), "F1") for ruleset in ("5.1", "5.2")]
    assert feet == [30, 30]
    low = room(9, 2, ("wall", "D1-F1"), ("difficult", "E2"))
    feet = [walked(low, oda("A1", "large", ruleset, may_squeeze=True), "G1") for ruleset in ("5.1", "5.2")]
    assert feet[0] - feet[1] == 5


def test_of_equal_ways_the_one_that_fewer_foes_may_strike_at():
    """Both ways around the pillar cost the same; the northern one leaves the reach of the orc."""
    ground = room(7, 5, ("wall", "D3"))
    orc = (at("D1"), 5)
    walk = find_walk(ground, oda("B3"), (5, 2), (), WalkLimits(reaches=(orc,)))
    assert walk.leaves == () and all(space.y >= 2 for space in walk.spaces)


def test_a_careful_way_leaves_nobodys_reach_or_is_none():
    beside = WalkLimits(reaches=((at("E5"), 5),), is_careful=True)
    assert find_walk(room(12, 10), oda("D5"), (0, 4), (), beside) is None
    far = find_walk(
        room(12, 10), oda("D8"), (8, 3), (Occupant(at("F5"), "medium", "hostile"),), WalkLimits(reaches=((at("F5"), 5),), is_careful=True)
    )
    assert far.feet == 30 and far.leaves == ()


def test_the_frightened_come_no_closer():
    fear = WalkLimits(fears=(at("H5"),))
    reached = reachable(room(12, 10), oda("E5"), limits=fear, budget=30)
    assert min(distance(Space(*square), at("H5")) for square in reached.squares()) == 15
    assert find_walk(room(12, 10), oda("E5"), (5, 4), (), fear) is None


def test_equal_ways_are_told_apart_clockwise_from_north():
    walk = find_walk(room(12, 10), oda("B5"), (3, 4), (Occupant(at("C5"), "medium", "hostile"),))
    assert [square_name((space.x, space.y)) for space in walk.spaces] == ["C4", "D5"]
    assert walk == find_walk(room(12, 10), oda("B5"), (3, 4), (Occupant(at("C5"), "medium", "hostile"),))


@each_row("to, squares", [("C4", "C3 C4"), ("D3", "C2 D3"), ("A4", "B3 A4"), ("D5", "C3 D4 D5"), ("D6", "C3 D4 D5 D6")])
def test_the_first_step_that_differs_decides(to, squares):
    """Southeast before south, east before southeast, south before southwest; the same whether one way is looked for or all."""
    square = (at(to).x, at(to).y)
    walk = find_walk(room(12, 10), oda("B2"), square)
    assert " ".join(square_name((space.x, space.y)) for space in walk.spaces) == squares
    for diagonals in ("five", "five_ten"):
        mover = oda("B2", diagonals=diagonals)
        assert reachable(room(12, 10), mover).walk_to(square) == find_walk(room(12, 10), mover, square)


@each_row("there, may", [(0, True), (3, True), (4, False)])
def test_four_tiny_creatures_share_a_square(there, may):
    others = [Occupant(at("C2"), "tiny", "ally")] * there
    sprite = oda("B2", "tiny")
    assert may_end(sprite, at("C2"), others) is may
    assert (find_walk(room(12, 10), sprite, (2, 1), others) is not None) is may
    assert not may_end(oda("B2"), at("C2"), others) or not there


def test_straight_ways_have_no_needless_diagonals():
    walk = find_walk(room(12, 10), oda("B5"), (6, 4))
    assert " ".join(square_name((space.x, space.y)) for space in walk.spaces) == "C5 D5 E5 F5 G5"


def test_a_flyer_passes_over_water_and_under_nobody():
    flyer = Mover(at("A1+10"), "medium", "5.2", "fly")
    ground = room(3, 1, ("deep_water", "B1"))
    assert walked(ground, flyer, "C1") == 10
    assert walked(ground, flyer, "C1", [Occupant(at("B1"), "medium", "hostile")]) == 10
    assert (
        walked(ground, flyer, "C1", [Occupant(at("B1", "medium"), "medium", "hostile"), Occupant(at("B1+10"), "medium", "hostile")]) is None
    )


def test_who_stands_in_anothers_space_may_walk_out_or_stay():
    inside = [Occupant(at("B5"), "medium", "hostile")]
    assert walked(room(12, 10), oda("B5"), "B5", inside) == 0
    assert walked(room(12, 10), oda("B5"), "C5", inside) == 5


def test_a_place_off_the_ground_has_no_way():
    reached = reachable(room(12, 10), oda())
    for square in ((12, 4), (-1, 4), (4, -1), (4, 10), (500, 500), (-13, -13)):
        assert find_walk(room(12, 10), oda(), square) is None
        assert reached.feet_to(square) is None and reached.walk_to(square) is None
