"""The laws of choosing places, on grounds of any kind: the best by the order against every other place, the same answer always, and nothing told of
whom the asker does not know.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space import reach_of
from rpg_lite.mechanics.space.choosing import FoundPlace, find_place
from rpg_lite.mechanics.space.free_places import Asking, Leap
from rpg_lite.mechanics.space.named_places import NamedPlaces
from rpg_lite.mechanics.space.sheltered_places import DEGREES
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space import lines, measure, paths, steps
from rpg_lite.rules.space.cover import Bystander, cover_from, passes
from rpg_lite.rules.space.features import places_of
from rpg_lite.rules.space.ground import ground_of
from rpg_lite.rules.space.measure import ROUND, STEPS, Diagonals
from rpg_lite.rules.space.squares import Space, square_name
from rpg_lite.world import thing_stats
from tests import places
from tests.examples import examples
from tests.rules.space import grounds

NAMES = ("Oda", "Pip", "Ogre", "Goblin", "Giant", "Rat", "Mouse")
SIZES = {"Ogre": "large", "Giant": "huge", "Rat": "tiny", "Mouse": "tiny"}
W, H = grounds.W, grounds.H
some = settings(max_examples=examples(300), deadline=None)


@cache
def company() -> places.Room:
    room = places.Room()
    for name in NAMES:
        room.hero(name, "A1") if name in ("Oda", "Pip") else room.creature(name, "A1", SIZES.get(name, "medium"))
    return room


class Scene:
    """A ground with some of the company on it, and the one who is to be placed. No dataclass, whose fields Hypothesis would print whole."""

    def __init__(self, asking: Asking, names: tuple[str, ...]) -> None:
        self.asking, self.names = asking, names

    def __repr__(self) -> str:
        there = {name: square_name((self.space(name).x, self.space(name).y)) for name in self.names}
        walks = f"left {self.asking.left}" if self.asking.walks else "no ways"
        return f"{self.asking.mover.name} among {there}, {walks}, {[(one.word, one.at) for one in self.asking.standing.ground.features]}"

    def space(self, name: str) -> Space:
        return self.asking.standing.spaces[company().one(name).id]

    def find(self, words: str) -> FoundPlace | Rejected:
        return find_place(words, "to", self.asking)

    def feet(self, a: Space, b: Space) -> int:
        return measure.distance(a, b, self.asking.standing.book.policy.diagonals)


@cache
def book_of(diagonals: Diagonals) -> Rulebook:
    book = company().box.book
    return replace(book, policy=book.policy.model_copy(update={"diagonals": diagonals}))


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    room, company_room = draw(grounds.rooms()), company()
    diagonals = draw(st.sampled_from(["five", "five", "five_ten"]))
    standing = replace(company_room.standing(), ground=room.ground, book=book_of(diagonals))
    who = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True))
    spaces: dict[str, Space] = {}
    for name in who:
        n = standing.width_of(company_room.one(name))
        there = [Space(x, y, n) for y in range(H - n + 1) for x in range(W - n + 1) if standing.ground.fits(n)[standing.ground.index(x, y)]]
        there = [space for space in there if not any(space.overlaps(other) for other in spaces.values())]
        there = [replace(space, z=standing.ground.floor_under(space)) for space in there]
        if there:
            spaces[company_room.one(name).id] = draw(st.sampled_from(there))
    here = tuple(name for name in who if company_room.one(name).id in spaces)
    mover = draw(st.sampled_from(here or who))
    asking = Asking(replace(standing, spaces=spaces), company_room.one(mover), reach=draw(st.sampled_from([5, 10])))
    return Scene(walking(asking, draw(st.sampled_from([None, 0, 15, 30]))) if draw(st.booleans()) else asking, here)


def walking(asking: Asking, left: int | None) -> Asking:
    if asking.present is None:
        return asking
    reached = paths.reachable(asking.standing.ground, company().mover(asking), asking.occupants(), company().limits(asking))
    return replace(asking, walks=reached, left=left)


class Brute:
    """Every place, judged one by one."""

    def __init__(self, asking: Asking) -> None:
        self.asking, self.ground, self.present = asking, asking.standing.ground, asking.present
        self.n = asking.standing.width_of(asking.mover)
        self.mover = steps.Mover(
            Space(0, 0, self.n), thing_stats.stats_of(asking.standing.world, asking.mover, asking.standing.book).size, "5.2"
        )
        self.others = asking.occupants()

    def free(self, is_named: bool = False) -> Iterator[Space]:
        """The free places, each on its floor: on the mover's own, on those to which a way leads, and where the words name one on any."""
        own = self.ground.floor_under(self.present) if self.present and self.asking.walks else 0
        for y in range(H - self.n + 1):
            for x in range(W - self.n + 1):
                place = Space(x, y, self.n)
                place = replace(place, z=self.ground.floor_under(place))
                may = is_named or place.z == own or self.feet_to(place) is not None
                if self.ground.fits(self.n)[self.ground.index(x, y)] and may and steps.may_end(self.mover, place, self.others):
                    yield place

    def feet_to(self, place: Space) -> int | None:
        """The feet of the way to a place on its floor."""
        walks = self.asking.walks
        if walks is None or walks.space_at((place.x, place.y)).z != place.z:
            return None
        return walks.feet_to((place.x, place.y))

    def order(self, place: Space) -> tuple[int, ...]:
        walks = self.asking.walks
        if self.present is None:
            return 0, 0, 0, 0, place.y, place.x
        if walks and self.feet_to(place) is not None:
            return 0, *walks.order_of((place.x, place.y)), place.y, place.x
        across = min(abs(place.x - self.present.x), abs(place.y - self.present.y))
        return (
            int(walks is not None),
            measure.distance(self.present, place, self.asking.standing.book.policy.diagonals),
            0,
            across,
            place.y,
            place.x,
        )

    def best(self, is_there: Callable[[Space], bool], rank: Callable[[Space], int] = lambda _: 0, is_named: bool = False) -> Space | None:
        there = filter(is_there, self.free(is_named))
        return min(there, key=lambda place: (self.order(place)[0], rank(place), self.order(place)), default=None)

    def in_reach(self, place: Space) -> bool:
        walks, left = self.asking.walks, self.asking.left
        feet = self.feet_to(place) if walks else 0
        return feet is not None and (walks is None or left is None or feet <= left)

    def cover(self, scene: Scene, name: str, place: Space) -> int:
        between = [
            Bystander(one.name, space)
            for one, space in self.asking.standing.creatures()
            if one.name != name and one.id != self.asking.mover.id
        ]
        return DEGREES.index(cover_from(self.ground, scene.space(name), place, between).degree)


def place_of(found: FoundPlace | Rejected) -> Space | None:
    return found.space if isinstance(found, FoundPlace) else None


@st.composite
def scenes_and_names(draw: st.DrawFn) -> tuple[Scene, str, str]:
    """A scene, and two others in it."""
    scene = draw(scenes().filter(lambda scene: len(scene.names) > 2))
    others = [name for name in scene.names if name != scene.asking.mover.name]
    x, y = draw(st.permutations(others))[:2]
    return scene, x, y


@some
@given(scenes_and_names())
def test_places_at_a_distance_are_the_best_of_all(given_: tuple[Scene, str, str]) -> None:
    scene, x, y = given_
    brute, a = Brute(scene.asking), scene.space(x)

    def sees(place: Space) -> bool:
        return lines.sees(scene.asking.standing.ground, place, a)

    reach = scene.asking.reach or 5
    assert place_of(scene.find(f"next to {x}")) == brute.best(lambda p: scene.feet(a, p) <= 5 and sees(p))
    assert scene.find(x) == scene.find(f"beside {x}") == scene.find(f"next to {x}") or isinstance(scene.find(x), Rejected)
    assert place_of(scene.find(f"in reach of {x}")) == brute.best(lambda p: scene.feet(a, p) <= reach and sees(p))
    assert place_of(scene.find(f"15 ft from {x}")) == brute.best(lambda p: 11 <= scene.feet(a, p) <= 15)
    assert place_of(scene.find(f"within 15 ft of {x}")) == brute.best(lambda p: scene.feet(a, p) <= 15)
    b = scene.space(y)

    def off(place: Space) -> int:
        return sum((2 * p - q - r) ** 2 for p, q, r in zip(place.middle, a.middle, b.middle, strict=True))

    assert place_of(scene.find(f"between {x} and {y}")) == brute.best(lambda _: True, off)


@some
@given(scenes_and_names())
def test_places_on_something_and_parts_of_the_room_are_the_best_of_all(given_: tuple[Scene, str, str]) -> None:
    scene, x, _ = given_
    brute, a, n = Brute(scene.asking), scene.space(x), Brute(scene.asking).n
    assert place_of(scene.find(f"at least 15 ft from {x}")) == brute.best(lambda p: scene.feet(a, p) >= 15)
    assert place_of(scene.find(f"more than 15 ft from {x}")) == brute.best(lambda p: scene.feet(a, p) > 15)
    assert (
        place_of(scene.find(f"three squares from {x}")) == place_of(scene.find(f"15' from {x}")) == place_of(scene.find(f"15 ft from {x}"))
    )
    east, south = lambda p: W - n - p.x, lambda p: H - n - p.y
    assert place_of(scene.find("south wall")) == brute.best(lambda _: True, south)
    corner = brute.best(lambda _: True, lambda p: 1000 * max(east(p), south(p)) + east(p) + south(p))
    assert place_of(scene.find("in the south-east corner")) == corner
    middle = brute.best(lambda _: True, lambda p: (2 * p.x + n - W) ** 2 + (2 * p.y + n - H) ** 2)
    assert place_of(scene.find("the middle of the room")) == middle
    for word in ("difficult", "furniture", "deep_water"):
        marks = [one for one in scene.asking.standing.ground.features if one.word == word]
        if len(marks) == 1:
            on = {*places_of(marks[0]).squares}
            best = brute.best(lambda p, on=on: not on.isdisjoint(p.squares), lambda p, on=on: -len(on.intersection(p.squares)), True)  # type: ignore[misc]
            assert place_of(scene.find(f"on the {word}")) == (best if on else None)


@some
@given(scenes_and_names())
def test_places_across_from_an_ally_and_in_front_are_the_best_of_all(given_: tuple[Scene, str, str]) -> None:
    scene, x, _ = given_
    asking, brute, a, bare = scene.asking, Brute(scene.asking), scene.space(x), ground_of(W, H)
    named = NamedPlaces(asking)
    friend = named.nearest_friend([a], besides=company().one(x).id)

    def beside(place: Space) -> bool:
        return scene.feet(a, place) <= 5 and lines.sees(asking.standing.ground, place, a)

    if friend is not None:
        b = friend.spaces[0]

        def is_across(place: Space) -> bool:
            line = lines.Line(b.middle, place.middle, b.half_height, place.half_height)
            return beside(place) and not place.overlaps(a) and (passes(line, a) or cover_from(bare, b, place, [Bystander(x, a)]).degree != "none")

        def off(place: Space) -> int:
            return sum((p - (2 * m - s)) ** 2 for p, m, s in zip(place.middle, a.middle, b.middle, strict=True))

        assert place_of(scene.find(f"flanking {x}")) == brute.best(is_across, off)
    is_foe = asking.standing.relation(asking.mover, company().one(x)) == "hostile"
    if is_foe and asking.present is not None:
        present = asking.present
        assert place_of(scene.find(f"in front of {x}")) == brute.best(
            beside, lambda p: sum((q - r) ** 2 for q, r in zip(p.middle, present.middle, strict=True))
        )
    if asking.present is not None:
        near = brute.best(lambda p: _steps(scene, p) <= 10, lambda p: -scene.feet(a, p))
        if is_foe and len([*asking.foes()]) == 1:
            assert place_of(scene.find("10 ft back")) == near


@some
@given(scenes_and_names(), st.sampled_from([10, 30]), st.booleans())
def test_places_to_which_a_leap_leads_are_the_best_of_all(given_: tuple[Scene, str, str], feet: int, is_seen: bool) -> None:
    scene, x, _ = given_
    present = scene.asking.present
    if present is None:
        return
    asking = replace(scene.asking, walks=None, left=None, leap=Leap(feet, is_seen))
    brute, a, ground = Brute(asking), scene.space(x), asking.standing.ground

    def leads(place: Space) -> bool:
        """Each square of a wide creature goes no farther than the leap."""
        leapt = scene.feet(replace(present, n=1), replace(place, n=1))
        return place != present and leapt <= feet and (not is_seen or lines.sees(ground, present, place))

    def found(words: str) -> Space | None:
        return place_of(find_place(words, "to", asking))

    assert found(f"next to {x}") == brute.best(lambda p: leads(p) and scene.feet(a, p) <= 5 and lines.sees(ground, p, a))
    assert found(f"away from {x}") == brute.best(leads, lambda p: _threats(scene, p) - 100 * scene.feet(a, p))
    assert found(f"at least 15 ft from {x}") == brute.best(lambda p: leads(p) and scene.feet(a, p) >= 15)


def _threats(scene: Scene, place: Space) -> int:
    """The number of foes who reach a place hand to hand."""
    now = scene.asking.standing
    return sum(
        scene.feet(space, place) <= reach_of.melee_reach(now.world, one, now.book)
        for one, space in scene.asking.foes()
        if one.creature.hp != 0
    )


def _steps(scene: Scene, place: Space) -> int:
    """The feet to a place: of the way that is walked, within the movement left, else as the crow flies."""
    asking = scene.asking
    assert asking.present is not None
    feet = asking.walks.feet_to((place.x, place.y)) if asking.walks else scene.feet(asking.present, place)
    return 10**6 if feet is None or (asking.walks and asking.left is not None and feet > asking.left) else feet


@some
@given(scenes_and_names(), st.sampled_from(ROUND))
def test_places_by_direction_and_movement_are_the_best_of_all(given_: tuple[Scene, str, str], way: str) -> None:
    scene, x, y = given_
    brute, a = Brute(scene.asking), scene.space(x)
    assert place_of(scene.find(f"away from {x}")) == brute.best(brute.in_reach, lambda p: _threats(scene, p) - 100 * scene.feet(a, p))
    covered = brute.best(
        lambda p: brute.in_reach(p) and brute.cover(scene, x, p) > 0, lambda p: _threats(scene, p) - 100 * brute.cover(scene, x, p)
    )
    assert place_of(scene.find(f"cover from {x}")) == covered
    hidden = brute.best(lambda p: brute.in_reach(p) and brute.cover(scene, x, p) == 3, lambda p: _threats(scene, p))
    assert place_of(scene.find(f"out of sight of {x}")) == hidden
    seen = brute.best(lambda p: brute.in_reach(p) and brute.cover(scene, x, p) < 3, lambda p: brute.cover(scene, x, p))
    assert place_of(scene.find(f"in sight of {x}")) == place_of(scene.find(f"a clear shot at {x}")) == seen
    near = reach_of.melee_reach(scene.asking.standing.world, company().one(x), scene.asking.standing.book)
    assert place_of(scene.find(f"out of reach of {x}")) == brute.best(
        lambda p: brute.in_reach(p) and scene.feet(a, p) > near, lambda p: _threats(scene, p)
    )
    sheltered = brute.best(lambda p: 6 <= scene.feet(a, p) <= 10 and brute.cover(scene, y, p) > 0)
    assert place_of(scene.find(f"10 ft from {x} with cover from {y}")) == sheltered
    present = scene.asking.present
    east, south = STEPS[ROUND.index(way)]  # type: ignore[arg-type]
    if present is not None:
        wished = replace(present, x=present.x + 2 * east, y=present.y + 2 * south)
        found = scene.find(f"{way} 10 ft")
        if not scene.asking.standing.ground.holds(wished):
            assert isinstance(found, Rejected) and found.code == "off_the_ground"
        else:
            wished = replace(wished, z=scene.asking.standing.ground.floor_under(wished))
            missed = [(scene.feet(replace(wished, n=1, z=p.z), replace(p, n=1)), brute.order(p), p) for p in brute.free()]
            assert place_of(found) == min(missed, default=(None,))[-1]
            assert not isinstance(found, FoundPlace) or (found.wished is None) == (found.space == wished)


@some
@given(scenes_and_names())
def test_places_behind_somebody_are_the_best_of_all(given_: tuple[Scene, str, str]) -> None:
    scene, x, y = given_
    a, b, bare = scene.space(x), scene.space(y), ground_of(W, H)

    def is_behind(place: Space) -> bool:
        line = lines.Line(b.middle, place.middle, b.half_height, place.half_height)
        is_apart = not a.overlaps(place) and not a.overlaps(b)
        return (is_apart and passes(line, a)) or cover_from(bare, b, place, [Bystander(x, a)]).degree != "none"

    brute = Brute(scene.asking)
    assert place_of(scene.find(f"behind {x} from {y}")) == brute.best(lambda p: scene.feet(a, p) <= 5 and is_behind(p))
    assert place_of(scene.find(f"15 ft behind {x} from {y}")) == brute.best(lambda p: 11 <= scene.feet(a, p) <= 15 and is_behind(p))


@some
@given(scenes_and_names())
def test_toward_ends_on_the_cheapest_way_as_far_as_the_movement_goes(given_: tuple[Scene, str, str]) -> None:
    scene, x, _ = given_
    asking, found = scene.asking, scene.find(f"toward {x}")
    if asking.walks is None or not isinstance(found, FoundPlace):
        return
    spent = asking.walks.feet_to((found.space.x, found.space.y))
    everything = replace(asking, left=None)
    goal = find_place(f"toward {x}", "to", everything)
    assert isinstance(goal, FoundPlace)
    walk = asking.walks.walk_to((goal.space.x, goal.space.y))
    if walk is None:
        return
    assert spent is not None and (asking.left is None or spent <= asking.left)
    assert found.space in (asking.present, *walk.spaces)
    costs = [sum(walk.steps[: n + 1]) for n in range(len(walk.steps))]
    ends = [
        space
        for space, cost in zip(walk.spaces, costs, strict=True)
        if (asking.left is None or cost <= asking.left) and space in {*Brute(asking).free()}
    ]
    assert found.space == (ends[-1] if ends else asking.present)


@some
@given(scenes(), st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_the_same_question_has_one_answer_and_every_place_is_free(scene: Scene, x: str, y: str) -> None:
    for words in (
            [
                x, f"next to {x}", f"in reach of {x}", f"25 ft from {x}", f"within 25 ft of {x}", f"10 ft west of {x}", "north 10 ft", f"behind {x}",
                f"behind {x} from {y}", f"10 ft behind {x}", f"between {x} and {y}", f"toward {x}", f"away from {x}", f"cover from {x}",
                f"out of sight of {x}", "enemies", "behind enemies", "C4", "C4 with cover", f"next to {x} with cover", "pillar", "behind wall",
                "cover from enemies", "away from furniture", f"flanking {x}", f"opposite {x}", f"in front of {x}", f"nearest {x}", "nearest enemy", "corner",
                "south wall", "middle", "behind cover", "10 ft back", f"10 ft toward {x}", f"at least 15 ft from {x}", f"2 squares from {x}", "on pillar",
                "in deep water", "through the door", f"left of {x}", f"over {x}",
            ]
    ):  # fmt: skip
        found = scene.find(words)
        standing = scene.asking.standing
        turned = replace(standing, spaces=dict(reversed(standing.spaces.items())))
        assert found == scene.find(words) == find_place(words, "to", replace(scene.asking, standing=turned))
        if isinstance(found, FoundPlace):
            brute = Brute(scene.asking)
            assert found.space in {*brute.free()} or words.startswith("C4") or found.space == scene.asking.present
        else:
            assert found.code in (
                "does_not_fit",
                "no_free_place",
                "no_such_place",
                "nothing_behind",
                "no_place",
                "occupied",
                "off_the_ground",
                "place_unclear",
            ), found
            assert all(words != square for square in found.near)


@some
@given(
    scenes_and_names(),
    st.sampled_from(
        [
            "next to",
            "behind",
            "away from",
            "toward",
            "cover from",
            "20 ft from",
            "10 ft east of",
            "flanking",
            "in front of",
            "nearest",
            "left of",
        ]
    ),
)
def test_nothing_depends_on_whom_the_asker_does_not_know(given_: tuple[Scene, str, str], form: str) -> None:
    """A world with somebody unknown answers as one without."""
    scene, x, y = given_
    id = company().one(y).id
    known = frozenset(company().one(name).id for name in scene.names if name != y)
    words = f"{form} {x}"
    asking = replace(scene.asking, known=known)
    without = replace(asking, standing=_without(asking.standing, id))
    if asking.walks is not None:
        asking, without = walking(asking, asking.left), walking(without, asking.left)
    assert find_place(words, "to", asking) == find_place(words, "to", without)
    for words in (y, f"next to {y}", f"between {x} and {y}", "nobody", square_name((scene.space(y).x, scene.space(y).y)), "enemies"):
        assert find_place(words, "to", asking) == find_place(words, "to", without)


def _without(standing: Standing, id: str) -> Standing:
    return replace(standing, spaces={one: space for one, space in standing.spaces.items() if one != id})
