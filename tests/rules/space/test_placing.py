"""The best place of an area: against every other place, and what hand-made expectations forget."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.rules.space import placing
from rpg_lite.rules.space.aims import SIXTEEN, AreaAim, Crowd
from rpg_lite.rules.space.lines import sees_point
from rpg_lite.rules.space.measure import distance_to_point
from rpg_lite.rules.space.placing import best_places, near_side, places_toward
from rpg_lite.rules.space.shapes import EffectArea, catches, has_solid_edge, is_divided, origin_of
from rpg_lite.rules.space.squares import Space, middle_of, point_name, read_corner, square_name
from tests.examples import examples
from tests.rows import each_row
from tests.rules.space.grounds import H, W, at, points, room, rooms, spaces

SPHERE = EffectArea("sphere", 20)
BURST = EffectArea("sphere", 5)
some = settings(max_examples=examples(300), deadline=None)


@st.composite
def crowds(draw, most=7):
    groups = [{}, {}, {}, {}, {}]
    for n in range(draw(st.integers(1, most))):
        groups[0 if n == 0 else draw(st.integers(0, 4))][f"c{n}"] = draw(spaces(most=2, levels=(0, 0, 0, 0, 10)))
    return Crowd(*groups)


def everybody(crowd):
    return {**crowd.wanted, **crowd.spared, **crowd.avoided, **crowd.foes, **crowd.others}


def rank(crowd, caught):
    """The order of a place; None if it catches nobody wanted, or somebody spared."""
    counts = [sum(name in caught for name in group) for group in (crowd.wanted, crowd.spared, crowd.avoided, crowd.foes, crowd.others)]
    return None if not counts[0] or counts[1] else (-counts[0], counts[2], -counts[3], counts[4])


def caught_by(ground, area, crowd):
    return tuple(name for name, space in everybody(crowd).items() if catches(ground, area, space))


def points_tried(aim, ground, crowd):
    """Every corner, middle and level at which a sphere may begin, with what decides between equals."""
    for z in {space.z for space in crowd.wanted.values()}:
        for x in range(0, ground.w * 8 + 1, 4):
            for y in range(0, ground.h * 8 + 1, 4):
                is_on_rim = x in (0, ground.w * 8) or y in (0, ground.h * 8)
                feet = distance_to_point(aim.maker, (x, y), z)
                if x % 8 == y % 8 and feet <= aim.range and not is_divided(ground, (x, y)) and sees_point(ground, aim.maker, (x, y), z):
                    yield (is_on_rim, x % 8 != 0, feet, z, y, x), replace(aim.area, at=(x, y), z=z)


def cubes_tried(aim, ground, crowd):
    """Every cube on whole squares that holds a square of the room and begins at a point in range and in sight."""
    n = aim.area.feet // 5
    for z in {space.z for space in crowd.wanted.values()}:
        for west in range(1 - n, ground.w):
            for north in range(1 - n, ground.h):
                area = replace(aim.area, at=(west * 8 + n * 4, north * 8 + n * 4), z=z)
                begin = origin_of(ground, area)
                is_seen = not is_divided(ground, begin) and sees_point(ground, aim.maker, begin, z)
                if is_seen and distance_to_point(aim.maker, begin, z) <= aim.range:
                    yield area


@some
@given(rooms(most=20), spaces(most=2, levels=(0,)), crowds(), st.sampled_from([5, 10, 15]), st.sampled_from([10, 30, 150]), st.booleans())
def test_no_place_of_a_sphere_is_better_than_the_best(plan, maker, crowd, feet, range_, spreads):
    ground, aim = plan.ground, AreaAim(EffectArea("sphere", feet, spreads=spreads), maker, range_)
    places = [(rank(crowd, caught_by(ground, area, crowd)), tie, area) for tie, area in points_tried(aim, ground, crowd)]
    best = min(((order, tie, area.at, area.z) for order, tie, area in places if order), default=None)
    found = best_places(ground, aim, crowd)
    assert (found[0].area.at, found[0].area.z) == best[2:] if best else not found
    if found:
        assert found[0].caught == caught_by(ground, found[0].area, crowd)


@some
@given(rooms(most=20), spaces(most=2, levels=(0,)), crowds(), st.sampled_from(["cone", "line"]), st.sampled_from([15, 30, 60]))
def test_no_place_of_a_cone_or_line_is_better_than_the_best(plan, maker, crowd, shape, feet):
    ground, aim = plan.ground, AreaAim(EffectArea(shape, feet), maker)
    found = best_places(ground, aim, crowd)
    orders = [rank(crowd, caught_by(ground, area, crowd)) for area in _straight(ground, aim, crowd)]
    best = min((order for order in orders if order), default=None)
    assert (rank(crowd, found[0].caught) if found else None) == best
    if found:
        assert found[0].caught == caught_by(ground, found[0].area, crowd)


def _straight(ground, aim, crowd):
    """Every cone or line from the rim of the maker's space, in sixteen directions and to each square of who is wanted."""
    maker, long = aim.maker, aim.maker.n * 8
    step = 2 if aim.area.shape == "cone" else 4
    for x in range(0, long + 1, step):
        for y in range(0, long + 1, step):
            sides = (x in (0, long)) + (y in (0, long))
            along = x if y in (0, long) else y
            if not sides or (aim.area.shape == "cone" and sides == 1 and along % 4 == 0):
                continue
            point = (maker.x * 8 + x, maker.y * 8 + y)
            out = ((x == long) - (x == 0), (y == long) - (y == 0))
            if _is_shut(ground, maker, point, out):
                continue
            ways = [(*way[:2], 0) for way in SIXTEEN]
            for space in crowd.wanted.values():
                up = (max(maker.z, space.z) - maker.z) // 5 * 8
                ways += [(middle_of(square)[0] - point[0], middle_of(square)[1] - point[1], up) for square in space.squares]
            for way in ways:
                if way[0] * out[0] + way[1] * out[1] > 0:
                    yield replace(aim.area, at=point, toward=way, maker=maker)


def _is_shut(ground, maker, point, out):
    if point[0] % 8 == 0 and point[1] % 8 == 0:
        return is_divided(ground, point)
    inside, outside = ((point[0] - out[0], point[1] - out[1]), (point[0] + out[0], point[1] + out[1]))
    first, second = ((x // 8, y // 8) for x, y in (inside, outside))
    return not ground.holds(Space(*second)) or has_solid_edge(ground, first, second)


@some
@given(rooms(most=10), spaces(most=2, levels=(0,)), crowds())
def test_a_cube_beside_its_maker_touches_it_and_leaves_it_out(plan, maker, crowd):
    ground = plan.ground
    for place in best_places(ground, AreaAim(EffectArea("cube", 15), maker, from_maker=True), crowd, most=3):
        west, north = place.area.at[0] // 8 - 1, place.area.at[1] // 8 - 1
        cube = Space(west, north, 3)
        squares = set(cube.squares)
        assert not squares & set(maker.squares)
        assert {(x + dx, y + dy) for x, y in squares for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} & set(maker.squares)
        assert place.caught == caught_by(ground, place.area, crowd)


@some
@given(rooms(most=10), spaces(most=2, levels=(0,)), crowds(), st.sampled_from([10, 15, 20]))
def test_no_cube_on_whole_squares_is_better_than_the_best(plan, maker, crowd, feet):
    ground, aim = plan.ground, AreaAim(EffectArea("cube", feet), maker, 150)
    areas = [*cubes_tried(aim, ground, crowd)]
    best = min((order for area in areas if (order := rank(crowd, caught_by(ground, area, crowd)))), default=None)
    found = best_places(ground, aim, crowd)
    assert (rank(crowd, found[0].caught) if found else None) == best


@some
@given(rooms(most=10), spaces(most=1, levels=(0,)), crowds())
def test_further_places_catch_others_and_are_no_better(plan, maker, crowd):
    found = best_places(plan.ground, AreaAim(EffectArea("sphere", 10), maker, 60), crowd, most=3)
    assert len({place.caught for place in found}) == len(found)
    orders = [rank(crowd, place.caught) for place in found]
    assert orders == sorted(orders)


def test_a_wall_may_take_a_friend_out():
    """The one burst that holds both goblins holds Oda too; with a wall before her it is the best, and catches her not."""
    crowd = Crowd({"G1": at("D4"), "G2": at("D8")}, spared={"Oda": at("B6")})
    aim = AreaAim(replace(BURST, feet=10), at("G6"), 150)
    assert best_places(room(12, 10), aim, crowd)[0].caught == ("G1",)
    assert best_places(room(12, 10, ("wall", "B6|C6")), aim, crowd)[0].caught == ("G1", "G2")


def test_a_cone_of_15_feet_finds_all_of_its_six_squares():
    """From corners and middles alone a cone has five."""
    crowd = Crowd({f"G{n}": at(name) for n, name in enumerate("F7 F6 G6 E5 F5 G5".split())})
    assert len(best_places(room(14, 12), AreaAim(EffectArea("cone", 15), at("F8")), crowd)[0].caught) == 6


def test_lines_are_looked_at_for_the_best_places_only(monkeypatch):
    """To look at the lines of every place first takes many times as long."""
    asked = []
    reaches = placing.reaches
    monkeypatch.setattr(placing, "reaches", lambda *given: asked.append(given) or reaches(*given))
    pillars = " ".join(square_name((x, y)) for x in range(2, 24, 3) for y in range(2, 24, 3))
    crowd = Crowd({f"G{n}": Space(x, y) for n, (x, y) in enumerate((x, y) for x in range(1, 24, 5) for y in range(1, 24, 4))})
    aim = AreaAim(EffectArea("cone", 60), Space(12, 12))
    best = best_places(room(24, 24, ("pillar", pillars)), aim, crowd)
    points = 12
    assert best and len(asked) < points * len(crowd.wanted) / 3


def test_a_friend_in_the_way_of_all_is_spared_or_nobody_is_caught():
    crowd = Crowd({"G1": at("H6"), "G2": at("J6")}, spared={"Oda": at("I6")})
    best = best_places(room(16, 12), AreaAim(BURST, at("B2"), 60), crowd)
    assert best[0].caught == ("G1",)
    around = Crowd({"G1": at("I6")}, spared={"Oda": at("H6"), "Pip": at("J6"), "Vex": at("I5"), "Mira": at("I7")})
    assert best_places(room(16, 12), AreaAim(BURST, at("B2"), 60), around) == ()


def test_most_wanted_come_before_a_friend_that_is_only_avoided():
    crowd = Crowd({"G1": at("H6"), "G2": at("J6")}, avoided={"Oda": at("I6")})
    assert best_places(room(16, 12), AreaAim(BURST, at("B2"), 60), crowd)[0].caught == ("G1", "G2", "Oda")


def test_no_point_is_chosen_behind_a_wall_or_out_of_range():
    ground = room(14, 12, ("wall", "G1-G12"))
    crowd = Crowd({"G1": at("J5")})
    assert best_places(ground, AreaAim(SPHERE, at("C5"), 150), crowd) == ()
    assert best_places(room(14, 12), AreaAim(BURST, at("C5"), 25), crowd) == ()
    assert best_places(room(14, 12), AreaAim(BURST, at("C5"), 30), crowd)[0].area.at == read_corner("I4/J5")


def test_no_point_is_chosen_in_a_thin_wall():
    """Its corners would lie on both sides."""
    ground = room(6, 6, ("wall", " ".join(f"C{n}|D{n}" for n in range(1, 7))))
    crowd = Crowd({"G1": at("C3")}, foes={"G2": at("D3")})
    assert best_places(ground, AreaAim(BURST, at("A3"), 60), crowd)[0].caught == ("G1",)


def test_no_cone_begins_behind_the_thin_wall_beside_its_maker():
    ground = room(6, 6, ("wall", " ".join(f"C{n}|D{n}" for n in range(1, 7))))
    assert best_places(ground, AreaAim(EffectArea("cone", 15), at("C3")), Crowd({"G1": at("E3")})) == ()


@each_row("most, caught", [(1, [("G1",)]), (3, [("G1",), ("G2",)])])
def test_the_best_places_differ_in_whom_they_catch(most, caught):
    crowd = Crowd({"G1": at("H6"), "G2": at("W6")})
    assert [place.caught for place in best_places(room(30, 12), AreaAim(SPHERE, at("B2"), 150), crowd, most)] == caught


@each_row(
    "foes, friends, point",
    [
        ({"G1": "F7"}, {}, (46, 56)),
        ({"G1": "E6"}, {}, (42, 56)),
        ({"G1": "G6"}, {}, (46, 56)),
        ({"G1": "F7"}, {"Oda": "G6"}, (42, 56)),
    ],
)
def test_a_cone_toward_a_side_leans_to_more_foes(foes, friends, point):
    crowd = Crowd({name: at(where) for name, where in foes.items()}, avoided={name: at(where) for name, where in friends.items()})
    place = places_toward(room(14, 12), AreaAim(EffectArea("cone", 15), at("F8")), crowd, (0, -1))
    assert place.area.at == point and "G1" in place.caught


@each_row(
    "shape, width, size, toward, at_point",
    [
        ("line", 5, "medium", (0, -1), (44, 56)), ("line", 10, "medium", (0, -1), (40, 56)), ("line", 5, "large", (1, 0), (56, 68)),
        ("line", 10, "large", (1, 0), (56, 64)), ("line", 5, "medium", (1, 1), (48, 64)), ("cone", 5, "large", (-1, 1), (40, 72)),
        ("cone", 5, "large", (0, 1), (50, 72)),
    ],
)  # fmt: skip
def test_where_an_area_toward_a_direction_begins(shape, width, size, toward, at_point):
    place = places_toward(room(14, 14), AreaAim(EffectArea(shape, 30, width=width), at("F8", size)), Crowd({}), toward)
    assert place.area.at in (at_point, (at_point[0] + 8, at_point[1])) and place.caught == ()


def test_a_point_behind_a_wall_comes_into_being_on_the_near_side():
    ground = room(14, 12, ("wall", "G1-G12"))
    maker = at("C5")
    assert near_side(ground, maker, read_corner("D5/E6")) == read_corner("D5/E6")
    point = near_side(ground, maker, read_corner("I5/J6"))
    assert point_name(point) in ("F5", "E5/F6", "F5/G6") and sees_point(ground, maker, point)


@some
@given(rooms(most=20), spaces(most=1, levels=(0,)), points(W, H))
def test_the_near_side_is_seen(plan, maker, point):
    ground = plan.ground
    found = near_side(ground, maker, point)
    assert found == maker.middle or sees_point(ground, maker, found)
    assert (found == point) is sees_point(ground, maker, point) or point == maker.middle
