"""Every area of the data, filled where places count and where they are told: it catches those who stand in it, counted by hand, and nobody else."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, Final

import pytest

import rpg_lite
from rpg_lite.game import Game
from rpg_lite.rules.acts.plain_steps import ActArea
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import copy_of
from tests.operations.acts_in_data import Source, class_for, seen, sources
from tests.operations.crypts import SCORES, room
from tests.operations.dice import let
from tests.operations.squares_by_hand import (
    DIRECTIONS,
    FEET,
    SIDE,
    Block,
    Body,
    Shape,
    body_at,
    caught,
    cube_at,
    feet_between,
    filled,
    name_of,
    point_at,
    rims,
)
from tests.operations.table import Answer, Table
from tests.rows import each_row

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
ALONE: Final = ("self", "1")
MAKER: Final = "Maker"
SIZE: Final = (40, 20)
WALLS: Final = (Block(15, 6, 1, 5), Block(5, 2, 3, 1))
BODIES: Final = {
    MAKER: body_at("I8"), "Ally": body_at("M12"), "Foe 1": body_at("M9"), "Foe 2": body_at("H6"), "Foe 3": body_at("F9"), "Foe 4": body_at("K4"),
    "Giant": body_at("O13", 3), "Bird": body_at("N7+15"), "Behind": body_at("Q9"), "Beyond": body_at("G2"), "Far": body_at("AL20"),
    "Bystander": body_at("J14"),
}  # fmt: skip
POINTS: Final = ("M9", "N9/O10", "S9")
"""Points of areas: of one square, a corner beside a wall, and one behind it."""
N_OF_SIZE: Final = {"large": 2, "huge": 3, "gargantuan": 4}
SIZE_OF_N: Final = {1: "medium", **{n: size for size, n in N_OF_SIZE.items()}}
AREAS: Final = [one for one in sources("area") if one.act.area is not None and one.act.targets not in ALONE]
KEPT: Final = ("targets", "area", "range", "steps", "choices", "several", "defaults", "includesSelf", "only")
ELSEWHERE: Final = re.compile(r"\{(?:table:\w+|charges)\}")
"""Numbers that only the feature or the thing of an act gives."""
OF_PLACES: Final = {"area", "facts", "places", "squares", "standing", "move", "movement", "provokes", "feet", "caught", "toward"}
"""The keys of answers that tell of squares."""
_ASKED: Final = 6
"""The proposals that are followed until an act is played."""


def _opened(ruleset: Ruleset, n: int, of: str, space: str) -> Game:
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1))
    walls = [{"is": "wall", "at": wall.name} for wall in WALLS]
    assert room(table, "create", name="Hall", direction="north", ground={"size": "40x20", "features": walls})["ok"]
    for name, body in BODIES.items():
        is_ours, wide = name in (MAKER, "Ally"), n if name == MAKER else body.n
        heroic = {"classes": [of], "party": True} if is_ours else {}
        flies = {"speed": {"walk": 30, "fly": 60}} if body.z else {}
        sheet = {"abilities": SCORES, "hpMax": 2000, "type": "humanoid", "size": SIZE_OF_N[wide], **heroic, **flies}
        table.did("create", name=name, character=sheet, roomName="Hall")
    fighters = [name for name in BODIES if name != "Bystander"]
    where = {"places": {name: _named(name) for name in fighters}} if space == "measured" else {}
    table.did("start_fight", names=fighters, space=space, **where)
    if space == "measured":
        table.did("place", names=["Bystander"], to=_named("Bystander"))
    for name in ("Ally", "Foe 1"):
        table.did("damage", name, amount=500, damageType="fire")
    return table.game


def _named(name: str) -> str:
    body = BODIES[name]
    return name_of((body.x, body.y)) + (f"+{body.z}" if body.z else "")


def played(table: Table, call: Answer) -> Answer:
    """The full answer to a call, after the proposals of its refusals."""
    answer: Answer = {}
    for _ in range(_ASKED):
        answer = table.send(call, "execute_action", "full")
        if answer["ok"]:
            return answer
        error = answer["error"]
        dry = {"dryRun": True} if call.get("dryRun") else {}
        call = {**(error.get("try") or {**call, "force": True}), **dry}
        if error["code"] == "place_required":
            call = {**call, "to": error["allowed"][0]}
        if error["code"] == "choice_required" and not error.get("try"):
            call = {**call, "choice": {**call.get("choice", {}), error["details"].get("choice", "choice"): error["allowed"][0]}}
    raise AssertionError(f"{call}: {answer['text']}")


def size_of(source: Source) -> int:
    """The squares of the side of whoever has the act."""
    return N_OF_SIZE.get(_blocks(source.ruleset)[source.owner].get("size", "medium"), 1) if source.kind == "creature" else 1


@cache
def _blocks(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    return {sheet["character"]["name"]: sheet["character"] for sheet in rpg_lite.rulebook(ruleset).creatures.values()}


def _geometry(source: Source) -> tuple[Any, ...]:
    return source.ruleset, size_of(source), source.act.range, source.act.targets, source.act.area and source.act.area.model_dump_json()


FIRST: Final = {_geometry(source): str(source) for source in reversed(AREAS)}
"""One act of each geometry: for the others, which differ in what they do alone, no place is said."""
AT_LEAST: Final = {"{10+5*(slot-4)}": 10, "{20*slot}": 20}
"""Amounts of the data at the lowest slot."""


def number(amount: Any) -> int:
    return AT_LEAST.get(str(amount)) or int(amount)


# ── what is there by hand ───────────────────────────────────────────────────────────────────────────────────────────


class Scene:
    """A maker with the act in a fight among walls, friends and foes near and far."""

    def __init__(self, source: Source, space: str) -> None:
        of = class_for(source) if source.kind == "spell" else "wizard 20"
        self.source, n = source, size_of(source)
        self.table = let(Table(copy_of(_opened, source.ruleset, n, of, space)), 1, face=1)
        self.bodies = {**BODIES, MAKER: BODIES[MAKER]._replace(n=n)}
        self.call: Answer = {"operation": "cast", "characterName": MAKER, "spell": source.owner}
        if source.kind != "spell":
            written = json.loads(ELSEWHERE.sub("1", source.act.model_dump_json(by_alias=True, exclude_unset=True)))
            act = {"name": "Fill", "cost": "free", **{key: value for key, value in written.items() if key in KEPT}}
            made = self.table.send({"operation": "update", "characterName": MAKER, "character": {"acts": [act]}}, "manage_character")
            assert made["ok"], made["text"]
            self.call = {"operation": "act", "characterName": MAKER, "act": "Fill"}

    @property
    def area(self) -> ActArea:
        assert self.source.act.area
        return self.source.act.area

    @property
    def begins(self) -> str:
        """Where the area begins: at its maker, at a point, or at a target."""
        is_near = self.area.shape in ("cone", "line") or (self.source.act.range in (None, "self"))
        return self.area.from_ or ("self" if is_near else "point")

    @property
    def chooses(self) -> bool:
        """Whether not everybody inside is meant."""
        act = self.source.act
        near = any(f'"near":"{word}"' in act.model_dump_json() for word in ("foes", "friends"))
        return near or self.area.spares == "chosen" or act.targets == "each_enemy" or act.targets not in ("area", "any")

    def shapes(self, said: dict[str, Any], toward: str | None = None) -> list[list[Shape]]:
        """What may be filled by hand: of each place that the texts leave open, the areas of all its points."""
        area, maker = self.area, self.bodies[MAKER]
        height = area.height and number(area.height)
        shape = Shape(
            area.shape, number(area.ft), width=area.width or FEET, height=height, spreads=area.spreads, around=area.around or 0
        )
        if area.shape in ("cone", "line"):
            way = DIRECTIONS[toward or ""]
            return [[shape._replace(at=rim, toward=way, maker=maker)] for rim in rims(area.shape, maker, way, shape.width)]
        if self.begins == "self":
            return [[shape._replace(word="emanation", maker=maker)]] if area.shape != "cube" else [[one] for one in beside(shape, maker)]
        if self.begins == "target":
            target = next(body for name, body in self.bodies.items() if name_of((body.x, body.y)) == said["at"].partition("+")[0])
            return [[shape._replace(word="emanation", maker=target)]]
        at = point_at if area.shape != "cube" else partial(cube_at, ft=shape.ft)
        return [[shape._replace(at=at(name), z=int(name.partition("+")[2] or 0)) for name in said["at"].split(", ")]]

    def judge(self, said: dict[str, Any], toward: str | None = None) -> None:
        """Hold what an answer says of the area against what is counted by hand."""
        ways = self.shapes(said, toward)
        squares = [{name_of(one) for shape in way for one in filled(shape, SIZE, WALLS, shape.z)} for way in ways]
        got = {*said["squares"]} if "squares" in said else None
        fits = [way for way, held in zip(ways, squares, strict=True) if got in (None, held)]
        assert fits, f"{toward or said.get('at')}: {sorted(got ^ squares[0])} of {sorted(squares[0])}"  # type: ignore[operator]
        inside = [set().union(*(caught(shape, SIZE, WALLS, self.bodies) for shape in way)) for way in fits]
        if self.begins == "target":
            inside = [one | {name for name, body in self.bodies.items() if body == way[0].maker} for one, way in zip(inside, fits, strict=True)]
        met = {*said["caught"]}
        assert any(met <= one if self.chooses else met == one for one in inside), f"{toward or said.get('at')}: {met}, not {inside}"


def beside(shape: Shape, maker: Body) -> Iterator[Shape]:
    """Each cube on whole squares one face of which touches its maker's space, with the middle of the stretch that they share."""
    n = shape.ft // FEET
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for along in range(1 - n, maker.n):
            west = maker.x + (along if y else maker.n if x > 0 else -n)
            north = maker.y + (along if x else maker.n if y > 0 else -n)
            yield shape._replace(at=((2 * west + n) * SIDE // 2, (2 * north + n) * SIDE // 2), maker=maker)


def said_of(answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = answer["results"][0]["area"]
    return found


def ways_of(source: Source) -> list[Answer]:
    """The places that a call may say for an area."""
    area = source.act.area
    assert area is not None
    if area.shape in ("cone", "line"):
        return [{"toward": word} for word in ("east", "southeast", "north")]
    if area.from_ in ("self", "target") or source.act.range in (None, "self") or area.shape == "wall":
        return []
    return [{"at": point} for point in POINTS]


# ── measured ────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row("source", AREAS, ids=str)
def test_an_area_of_the_data_catches_whoever_stands_in_it(source: Source) -> None:
    scene = Scene(source, "measured")
    for way in ways_of(source) if FIRST[_geometry(source)] == str(source) else ():
        answer = scene.table.send({**scene.call, **way, "dryRun": True}, "execute_action", "full")
        if "at" in way and isinstance(source.act.range, int) and feet_to_point(scene.bodies[MAKER], way["at"]) > source.act.range:
            assert answer["error"]["code"] == "beyond_range", answer["text"]
            continue
        if not answer["ok"] and answer["error"].get("try"):
            answer = played(scene.table, {**answer["error"]["try"], **way, "dryRun": True})
        assert answer["ok"], answer["text"]
        scene.judge(said_of(answer), way.get("toward"))
    if scene.begins == "point" and scene.area.shape != "wall":
        answer = played(scene.table, {**scene.call, "dryRun": True})
        same = played(scene.table, {**scene.call, "dryRun": True, "at": said_of(answer)["at"].split(", ")})
        assert said_of(same)["squares"] == said_of(answer)["squares"], "the name of a place means that place"
    answer = played(scene.table, scene.call)
    if scene.area.shape not in ("cone", "line", "wall"):
        scene.judge(said_of(answer))
    told = Scene(source, "told")
    names = [name for name in said_of(answer)["caught"] if not (source.act.includes_self and name == MAKER)]
    same = played(told.table, {**told.call, **({"targets": names} if names else {})})
    assert not OF_PLACES & {*keys_of(same["results"])}, "a told answer tells of no squares"
    here, there = seen(scene.table), seen(told.table)
    # Whoever flies may fall where places count, and a told area without names reaches everybody.
    lost = {name for name in BODIES if name != "Bird" and here.hp(name) != there.hp(name)}
    assert not (lost and names), f"{lost} lose other hit points where the same act is told: {answer['text']} {same['text']}"


def keys_of(data: Any) -> Iterator[str]:
    """All keys of the data of an answer."""
    if isinstance(data, dict):
        yield from data
    for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from keys_of(inner)


def feet_to_point(maker: Body, name: str) -> int:
    """The distance to the nearest square that a point touches."""
    x, y = point_at(name)
    around = {((x - dx) // SIDE, (y - dy) // SIDE) for dx in (0, 1) for dy in (0, 1)}
    return min(feet_between(maker, Body(*square)) for square in around)


def test_both_rulesets_have_areas(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(*(f"\n{kind}: {n} areas" for kind, n in sorted(Counter(f"{one.ruleset} {one.kind}" for one in AREAS).items())))
    assert {one.ruleset for one in AREAS} == {*RULESETS} and len(AREAS) > 300
