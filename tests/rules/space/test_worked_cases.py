"""Worked cases of where everybody stands, each with its source in the texts, played by geometry alone."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from rpg_lite.rules.space.aims import AreaAim, Crowd
from rpg_lite.rules.space.cover import Bystander, cover_from
from rpg_lite.rules.space.features import GroundFeature
from rpg_lite.rules.space.ground import Ground, ground_of
from rpg_lite.rules.space.lines import sees
from rpg_lite.rules.space.measure import direction, distance, distance_to_point, height_above
from rpg_lite.rules.space.paths import Walk, find_walk, reachable
from rpg_lite.rules.space.placing import AimedArea, best_places, places_toward
from rpg_lite.rules.space.shapes import EffectArea, catches, squares_inside
from rpg_lite.rules.space.squares import Space, middle_of, read_corner, square_name
from rpg_lite.rules.space.steps import Mover, Occupant, WalkLimits, may_end
from tests.rows import each_row
from tests.rules.space.grounds import at, names

FILE: Final = Path(__file__).parents[2] / "facts" / "space_cases.json"
CASES: Final[Mapping[str, dict[str, Any]]] = {case["id"]: case for case in json.loads(FILE.read_text("utf-8"))["cases"]}
NEED_THE_PROGRAM: Final = {
    "s47": "standing up: a price of the turn",
    "s53": "Disengage, a teleport, a push: acts",
    "s54": "an answer that drops the walker: an attack",
    "s55": "a refused attack and the call to send instead",
    "s58": "Sneak Attack: a rider of an attack",
    "s60": "a policy of the campaign",
}
"""Cases that geometry alone cannot answer, each with what it lacks."""


class Table:
    """A case as it stands before the call."""

    def __init__(self, case: dict[str, Any], ruleset: str) -> None:
        self.case, self.expect, self.ruleset = case, case["expect"], ruleset
        w, h = map(int, case["ground"]["size"].split("x"))
        features = [GroundFeature(f["is"].replace(" ", "_"), f["at"]) for f in case["ground"].get("features", ())]
        self.ground: Ground = ground_of(w, h, features)
        self.who = {each["name"]: each for each in case["creatures"]}
        self.space = {name: at(each["at"], each["size"]) for name, each in self.who.items()}

    def side(self, side: str) -> dict[str, Space]:
        return {name: self.space[name] for name, each in self.who.items() if each["side"] == side}

    def caught(self, area: EffectArea) -> list[str]:
        return [name for name, space in self.space.items() if catches(self.ground, area, space)]

    def holds_to(self, area: EffectArea, maker: str = "") -> None:
        """The squares, who is caught, and who is not, as the case expects."""
        caught = self.caught(area)
        squares = squares_inside(self.ground, area)
        if isinstance(self.expect.get("squares"), int):
            assert len(squares) == self.expect["squares"]
        assert {*caught} - {maker} == {*self.expect["caught"]}
        assert not {*caught} & {*self.expect.get("spared", ())}

    def placed(
        self, shape: str, feet: int, maker: str, wanted: str, range_: int = 0, spared: str = "", **groups: dict[str, Space]
    ) -> AimedArea | None:
        crowd = Crowd({n: self.space[n] for n in wanted.split()}, {n: self.space[n] for n in spared.split()}, **groups)
        return next(iter(best_places(self.ground, AreaAim(EffectArea(shape, feet), self.space[maker], range_), crowd)), None)

    def mover(self, name: str, **more: Any) -> Mover:
        return Mover(self.space[name], self.who[name]["size"], self.ruleset, **more)

    def others(self, mover: str) -> list[Occupant]:
        side = self.who[mover]["side"]
        return [
            Occupant(self.space[name], each["size"], "ally" if each["side"] == side else "hostile")
            for name, each in self.who.items()
            if name != mover
        ]

    def limits(self, mover: str, **more: Any) -> WalkLimits:
        foes = [name for name, each in self.who.items() if each["side"] != self.who[mover]["side"]]
        return WalkLimits(reaches=tuple((self.space[name], self.who[name].get("reach", 5)) for name in foes), **more)

    def walk(self, name: str, to: str, careful: bool = False, **more: Any) -> Walk | None:
        square = (at(to).x, at(to).y)
        return find_walk(self.ground, self.mover(name, **more), square, self.others(name), self.limits(name, is_careful=careful))

    def struck_by(self, name: str, walk: Walk) -> list[str]:
        foes = [other for other, each in self.who.items() if each["side"] != self.who[name]["side"]]
        return [foes[leaving.foe] for leaving in walk.leaves]

    def cover(self, attacker: str, target: str) -> str:
        others = [Bystander(name, space) for name, space in self.space.items() if name not in (attacker, target)]
        found = cover_from(self.ground, self.space[attacker], self.space[target], others)
        word = found.degree.replace("_", "-")
        return f"{word} ({found.by})" if found.by in self.who else word


# ── how far ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def measured(table: Table, diagonals: Any = "five") -> None:
    first, second = table.space.values()
    expect = table.expect
    assert distance(first, second, diagonals) == expect["feet"]
    assert expect.get("direction", "").replace("-", "") in ("", direction(first, second))
    assert height_above(first, second) == expect.get("above", 0)
    assert names(second.squares).split() == expect.get("space", names(second.squares).split())


# ── areas in their places ───────────────────────────────────────────────────────────────────────────────────────────


def sphere_at(point: str, feet: int, maker: str = "", spreads: bool = False) -> Callable[[Table], None]:
    return lambda table: table.holds_to(EffectArea("sphere", feet, read_corner(point), spreads=spreads), maker)


def bolt_at_a_corner_and_a_middle(table: Table) -> None:
    for point, where in ((read_corner("E5/F6"), "at E5/F6"), (middle_of((4, 4)), "at E5")):
        assert table.caught(EffectArea("sphere", 5, point)) == table.expect[where]


def toward(shape: str, feet: int, maker: str, way: tuple[int, int]) -> Callable[[Table], None]:
    def play(table: Table) -> None:
        place = places_toward(table.ground, AreaAim(EffectArea(shape, feet), table.space[maker]), Crowd(table.side("foes")), way)
        table.holds_to(place.area)

    return play


def breath_of_60_feet(table: Table) -> None:
    place = places_toward(table.ground, AreaAim(EffectArea("cone", 60), table.space["Dragon"]), Crowd({}), (0, -1))
    squares = squares_inside(table.ground, place.area)
    rows = [sum(y == row for _, y in squares) for row in range(table.ground.h)]
    assert (len(squares), max(rows)) == (table.expect["squares"], table.expect["widest"])


def lines_of_100_feet(table: Table) -> None:
    for word, way in (("north", (0, -1)), ("north-east", (1, -1))):
        place = places_toward(table.ground, AreaAim(EffectArea("line", 100), table.space["Mira"]), Crowd({}), way)
        assert len(squares_inside(table.ground, place.area)) == table.expect[word]


def thunderwave(table: Table) -> None:
    area = EffectArea("cube", 15, middle_of((5, 5)), maker=table.space["Mira"], lines_from=(44, 56))
    assert names(squares_inside(table.ground, area)).split() == [f"{column}{row}" for row in (5, 6, 7) for column in "EFG"]
    table.holds_to(area)


def within(*feet: int) -> Callable[[Table], None]:
    def play(table: Table) -> None:
        maker = next(name for name in ("Clem", "Dragon") if name in table.space)
        for reach in feet:
            area = EffectArea("emanation", reach, maker=table.space[maker])
            if len(feet) == 1:
                table.holds_to(area)
            else:
                assert sorted(table.caught(area)) == table.expect[f"within {reach}"]

    return play


def point_out_of_range(table: Table) -> None:
    assert distance_to_point(table.space["Mira"], middle_of((at("AG6").x, at("AG6").y))) == table.expect["feet"]
    assert table.placed("sphere", 20, "Mira", "G1", table.expect["reachable"]) is not None


# ── places that are chosen ──────────────────────────────────────────────────────────────────────────────────────────


def best(shape: str, feet: int, maker: str, wanted: str, spared: str = "", range_: int = 150) -> Callable[[Table], None]:
    def play(table: Table) -> None:
        place = table.placed(shape, feet, maker, wanted, range_, spared)
        assert place and [*place.caught] == table.expect["caught"]
        assert not {*table.caught(place.area)} & {*table.expect.get("spared", ())}
        if most := table.expect.get("point_feet_at_most"):
            assert distance_to_point(table.space[maker], place.area.at) <= most

    return play


def cannot_spare(table: Table) -> None:
    place = table.placed("sphere", 5, "Elara", "G1 G2", 60, "Oda")
    assert place and len(place.caught) == table.expect["try"]["catch"]
    all_of_them = table.placed("sphere", 5, "Elara", "G1 G2", 60, avoided={"Oda": table.space["Oda"]})
    assert all_of_them and all_of_them.caught == ("G1", "G2", "Oda")


def cannot_catch_all(table: Table) -> None:
    crowd = Crowd({name: table.space[name] for name in ("G1", "G2")})
    found = best_places(table.ground, AreaAim(EffectArea("sphere", 20), table.space["Elara"], 150), crowd, 5)
    assert [[*place.caught] for place in found] == table.expect["best"]


# ── cover and sight ─────────────────────────────────────────────────────────────────────────────────────────────────


def covered(table: Table) -> None:
    attacker = next(iter(table.space))
    found = table.cover(attacker, "Orc")
    if table.expect.get("refused") == "total_cover":
        assert found == "total"
    else:
        assert found == table.expect["cover"] + (f" ({table.expect['by']})" if "by" in table.expect else "")


def seen_both_ways(table: Table) -> None:
    vex = table.space["Vex"]
    for name in ("Orc", "Elf"):
        assert [sees(table.ground, vex, table.space[name]), sees(table.ground, table.space[name], vex)] == table.expect[name]


# ── walking ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def walks(to: str) -> Callable[[Table], None]:
    def play(table: Table) -> None:
        name = next(iter(table.space))
        walk = table.walk(name, to)
        assert walk and walk.feet == table.expect.get("feet", table.expect.get(table.ruleset))
        assert table.struck_by(name, walk) == table.expect.get("provokes", table.struck_by(name, walk))
        if "struck_at" in table.expect:
            before = [table.space[name], *walk.spaces][walk.leaves[0].step]
            assert square_name((before.x, before.y)) == table.expect["struck_at"]

    return play


def around_a_corner(table: Table) -> None:
    assert {to: table.walk("Oda", to).feet for to in ("D6", "E5")} == table.expect  # type: ignore[union-attr]


def hobgoblin_in_a_doorway(table: Table) -> None:
    assert table.walk("Oda", "H3") is None
    reached = reachable(table.ground, table.mover("Oda"), table.others("Oda"))
    nearest = min(reached.squares(), key=lambda square: (distance(Space(*square), at("H3")), reached.order_of(square)))
    assert table.expect["Oda"] == f"refused no_way, nearest {square_name(nearest)}"
    assert table.walk("Imp", "H3").feet == table.expect["Imp"]  # type: ignore[union-attr]


def occupied(table: Table) -> None:
    mover, others = table.mover("Oda"), table.others("Oda")
    assert not may_end(mover, table.space["Pip"], others) and table.walk("Oda", "E5") is None
    reached = reachable(table.ground, mover, others)
    beside = [square for square in reached.squares() if distance(Space(*square), table.space["Pip"]) == 5]
    least = min(reached.feet_to(square) or 0 for square in beside)
    assert [square_name(square) for square in beside if reached.feet_to(square) == least] == table.expect["near"]


def too_far(table: Table) -> None:
    assert table.walk("Oda", "L2").feet == table.expect["feet"]  # type: ignore[union-attr]
    spaces = table.walk("Oda", "L2").spaces[: table.expect["left"] // 5]  # type: ignore[union-attr]
    assert square_name((spaces[-1].x, spaces[-1].y)) == table.expect["reaches"]
    near = reachable(table.ground, table.mover("Oda"), budget=table.expect["left"])
    assert near.feet_to((at("L2").x, at("L2").y)) is None


def next_to_a_foe(table: Table) -> None:
    reached = reachable(table.ground, table.mover("Oda"), table.others("Oda"), table.limits("Oda"))
    beside = [square for square in reached.squares() if distance(Space(*square), table.space["Ogre"]) <= 5]
    chosen = min(beside, key=lambda square: (reached.order_of(square), square[1], square[0]))
    assert (square_name(chosen), reached.feet_to(chosen)) == (table.expect["at"], table.expect["feet"])


def crawling(table: Table) -> None:
    assert table.walk("Oda", "D5", crawls=True).feet == table.expect["D5"]  # type: ignore[union-attr]
    further = replace(table.mover("Oda", crawls=True), space=at("D5"))
    assert find_walk(table.ground, further, (4, 4)).feet == table.expect["E5 more"]  # type: ignore[union-attr]


def squeezing(table: Table) -> None:
    """Two steps of five have a part of the ogre in the gap: each 5 ft more, in 5.2 as difficult ground."""
    assert table.walk("Ogre", "G4") is None
    others = [replace(other, space=at("G9")) for other in table.others("Ogre")]
    walk = find_walk(table.ground, table.mover("Ogre", may_squeeze=True), (6, 3), others)
    assert walk and walk.feet == 25 + 10 and sum(space.n == 1 for space in walk.spaces) == 2


def leaves_reach_of_10_feet(table: Table) -> None:
    for to in ("C5", "B5"):
        walk = table.walk("Oda", to)
        assert walk and table.struck_by("Oda", walk) == table.expect[to] and walk.leaves[0].step == 0


def carefully(table: Table) -> None:
    walk = table.walk("Oda", "I4", careful=True)
    assert walk and walk.feet == table.expect["feet"] and table.struck_by("Oda", walk) == table.expect["provokes"]


# ── what an attack would look up ────────────────────────────────────────────────────────────────────────────────────


def shots(table: Table) -> None:
    for name in ("Orc 1", "Orc 2"):
        assert distance(table.space["Vex"], table.space[name]) == table.expect[name]["feet"]
    assert table.cover("Vex", "Orc 2") == table.expect["Orc 2"]["cover"]


def shot_in_close_combat(table: Table) -> None:
    assert distance(table.space["Vex"], table.space["Orc 1"]) == 5
    assert table.cover("Vex", "Orc 2") == table.expect["cover"]


def shot_at_the_prone(table: Table) -> None:
    assert [distance(table.space[name], table.space["Orc"]) for name in ("Oda", "Vex")] == [5, 25]
    assert table.expect["Vex"].endswith(table.cover("Vex", "Orc").replace("(", "cover ("))


PLAYS: Final[Mapping[str, Callable[[Table], None]]] = {
    "s01": measured, "s02": measured, "s03": lambda table: measured(table, "five_ten"), "s04": measured, "s05": measured,
    "s06": sphere_at("E5/F6", 20), "s07": bolt_at_a_corner_and_a_middle, "s08": sphere_at("D5/E6", 20), "s09": sphere_at("E4/F5", 20, spreads=True),
    "s10": toward("cone", 15, "Mira", (0, -1)), "s11": toward("cone", 15, "Mira", (1, -1)), "s12": breath_of_60_feet, "s13": lines_of_100_feet,
    "s14": toward("line", 100, "Mira", (1, 0)), "s15": thunderwave, "s16": lambda table: table.holds_to(EffectArea("cube", 20, (56, 40))),
    "s17": lambda table: table.holds_to(EffectArea("cylinder", 5, (40, 40), height=40)), "s18": within(15), "s19": within(10), "s20": within(10, 30),
    "s21": point_out_of_range, "s22": best("sphere", 20, "Mira", "G1"), "s23": best("sphere", 20, "Elara", "G1 G2 G3", "Oda Elara"),
    "s24": cannot_spare, "s25": cannot_catch_all, "s26": best("sphere", 20, "Elara", "G1 G2 G3 G4", "Elara Pip"),
    "s27": best("cone", 15, "Mira", "G1 G2", "Oda"), "s28": best("line", 100, "Mira", "G1 G2 G3", "Pip"),
    "s29": covered, "s30": covered, "s31": covered, "s32": covered, "s33": covered, "s34": covered, "s35": covered, "s36": seen_both_ways,
    "s37": walks("G5"), "s38": walks("F5"), "s39": around_a_corner, "s40": walks("F1"), "s41": hobgoblin_in_a_doorway, "s42": walks("G2"),
    "s43": occupied, "s44": too_far, "s45": next_to_a_foe, "s46": crawling, "s48": squeezing, "s49": walks("A5"), "s50": walks("F4"),
    "s51": leaves_reach_of_10_feet, "s52": carefully, "s56": shots, "s57": shot_in_close_combat, "s59": shot_at_the_prone,
}  # fmt: skip


def test_every_case_is_played_or_waits_for_the_program():
    assert {*PLAYS} | {*NEED_THE_PROGRAM} == {*CASES} and not {*PLAYS} & {*NEED_THE_PROGRAM}


@each_row(("id", "ruleset"), [(id, ruleset) for id in PLAYS for ruleset in CASES[id]["rulesets"]])
def test_a_worked_case(id, ruleset):
    PLAYS[id](Table(CASES[id], ruleset))
