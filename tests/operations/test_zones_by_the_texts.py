"""Every zone of the data that acts, where places count: walked into, entered again, stood in as turns start and end, swept over, and stood beside.
What must happen is written down from the texts (zones_by_the_texts.py), and the squares are counted by hand.
"""

from functools import cache
from typing import Any, Final

import rpg_lite
from rpg_lite.game import Game
from rpg_lite.mechanics.space import sight
from rpg_lite.vocabulary import Ruleset
from tests.copies import copy_of
from tests.operations.acts_in_data import FAILS_ALL, PLAIN, class_for, create_hero, owner_of, played, seen
from tests.operations.crypts import room, world_of
from tests.operations.dice import Falling
from tests.operations.squares_by_hand import DIRECTIONS, Shape, Square, body_at, cube_at, filled, name_of, point_at, rims, square_at
from tests.operations.table import Answer, Table
from tests.operations.zones_by_the_texts import Text, texts
from tests.operations.zones_in_data import CHOICES, OF_TYPE, Row, rows
from tests.rows import each_row

SIZE: Final = (60, 44)
MAKER: Final = "C22"
AT: Final = "Z22"
WIDE_AT: Final = "K22"
"""The place of a zone of which hardly anything would lie in the hall elsewhere."""
WALL_AT: Final = "Z30"
FAR: Final = {"Walker": "BH44", "Beside": "BG44", "Friend": "BF44"}
"""A place that nothing reaches."""


@cache
def data() -> dict[tuple[str, str], Row]:
    """The first zone of each owner that acts, or of those whose zones only lie there the first."""
    found: dict[tuple[str, str], Row] = {}
    for row in sorted(rows(), key=lambda row: not row.model.on):
        found.setdefault((row.source.ruleset, row.source.owner), row)
    return found


def hall(ruleset: Ruleset, owner: str) -> Game:
    """Whoever makes the zone, somebody who walks into it, somebody who stands beside it, and a friend of its maker, in a wide hall."""
    table, source = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1)), data()[ruleset, owner].source
    assert room(table, "create", name="Hall", direction="north", ground={"size": f"{SIZE[0]}x{SIZE[1]}"})["ok"]
    by = "Mage"
    if source.kind == "spell":
        create_hero(table, class_for(source))
    else:
        by = owner_of(table, source)
    table.did("go", by, direction="north")
    sheet = {"abilities": PLAIN, "hpMax": 3000, "type": OF_TYPE.get(owner, "humanoid"), "modifiers": FAILS_ALL, "speed": {"walk": 120}}
    for name in FAR:
        is_ours = {"party": True} if name == "Friend" and source.kind != "creature" else {}
        table.did("create", name=name, character={**sheet, **is_ours}, roomName="Hall")
    table.did("start_fight", names=[by, *FAR], space="measured", places={by: MAKER, **FAR}, d20=[20, 10, 5, 1])
    return table.game


def places(table: Table) -> dict[str, str]:
    """The square of everybody."""
    spots = {name: one.body["spot"] for name, one in seen(table).beings.items()}
    return {name: name_of((spot["x"], spot["y"])) for name, spot in spots.items()}


class Scene:
    """A zone among them. `acted`: whether it has done anything to somebody since the test last asked."""

    def __init__(self, text: Text) -> None:
        self.text, self.row = text, data()[text.ruleset, text.name]
        self.source = self.row.source
        self.table = Table(copy_of(hall, text.ruleset, text.name))
        self.by = next(one for one in seen(self.table).beings if one not in FAR)
        self.told = ""
        self.dice = Falling((10,), 1)
        self.table.roll_with(self.dice)
        word, *more = text.shape.split()
        self.word, self.ft, self.core = word, int(more[-1]), int(more[0]) if word == "around" else 0

    # ── the squares by hand ────────────────────────────────────────────────────────────────────────────────────────

    @property
    def point(self) -> str:
        """The point that the call says."""
        if self.ft == 200:
            return WIDE_AT
        return "Z22/AA23" if self.word in ("sphere", "cylinder") or self.core == 2 else AT

    def squares(self) -> frozenset[Square]:
        """Those on the floor."""
        maker = body_at(places(self.table)[self.by])
        match self.word:
            case "sphere" | "cylinder":
                shape = Shape(self.word, self.ft, at=point_at(self.point))
            case "cube":
                shape = Shape("cube", self.ft, at=cube_at(self.said.get("at", AT), self.ft))
            case "around":
                shape = Shape("emanation", self.ft, maker=body_at("Z22", self.core))
            case "aura":
                shape = Shape("emanation", self.ft, maker=maker._replace(n=self.side))
            case "line":
                east = DIRECTIONS["east"]
                rim = rims("line", maker, east, 10)[0]
                return filled(Shape("line", self.ft, at=rim, toward=east, width=10, maker=maker), SIZE, ())
            case _:
                x, y = square_at(WALL_AT)
                return frozenset((x, y - n) for n in range(self.ft // 5) if y >= n)
        held = filled(shape, SIZE, ())
        return held | {*shape.maker.squares} if self.core and shape.maker else held

    @property
    def side(self) -> int:
        return {"Djinni": 2, "Kraken": 4}.get(self.text.name, 1)

    def edge(self) -> tuple[str, str]:
        """The last square outside and the first inside, from the east, in the row in which the zone reaches farthest; of a wall from the west, where
        no side of it acts.
        """
        squares = self.squares()
        east, off = (min(x for x, _ in squares), -1) if self.word == "wall" else (max(x for x, _ in squares), 1)
        row = sorted(y for x, y in squares if x == east)
        y = row[len(row) // 2]
        return name_of((east + off, y)), name_of((east, y))

    def inside(self, who: str = "Walker") -> str:
        """A square in the midst of it that is free for somebody."""
        squares = self.squares()
        x = sum(x for x, _ in squares) // len(squares)
        maker = body_at(places(self.table)[self.by])._replace(n=self.side)
        taken = {square for name, at in places(self.table).items() if name not in FAR for square in maker.squares} | {
            square_at(at) for name, at in places(self.table).items() if name in FAR and name != who
        }
        near = [one for one in squares if one not in taken]
        return name_of(min(near, key=lambda one: (abs(one[0] - x) + abs(one[1] - 21), one)))

    # ── playing ────────────────────────────────────────────────────────────────────────────────────────────────────

    def lay(self) -> Answer:
        known = CHOICES.get(self.text.name) or CHOICES.get(f"{self.text.name} {self.text.ruleset}", {})
        choice = {"choice": {**known, **({"choice": self.row.part} if self.row.part else {})}} if known or self.row.part else {}
        place: dict[str, Any] = {"at": self.point}
        if self.word == "wall":
            place = {"at": WALL_AT, "toward": "north"}
        if self.word == "line":
            place = {"toward": "east"}
        if self.word == "aura":
            place = {}
        answer = played(self.table, self.by, self.source, **place, **choice)
        self.said = answer["results"][0].get("area", {})
        if "squares" in self.said and self.word not in ("aura", "line"):
            assert {*self.said["squares"]} == {name_of(square) for square in self.squares()}, "the squares that the answer names"
        return answer

    def look(self) -> tuple[int, int]:
        now = seen(self.table)
        return sum(now.hp(one) for one in FAR), self.dice.fell

    def acts(self, deed: Any) -> bool:
        """Whether anything befalls anybody in a deed."""
        before = self.look()
        self.told = deed()["text"]
        return self.look() != before

    def is_seen(self, who: str) -> bool:
        """Whether the maker of the zone sees somebody."""
        world = world_of(self.table)
        maker, other = (world.things[self.table.id(name)] for name in (self.by, who))
        return sight.why_unseen(world, maker, other, self.table.game.book) is None

    def put(self, who: str, at: str) -> bool:
        return self.acts(lambda: self.table.did("place", names=[who], to=at))

    def turn(self) -> bool:
        return self.acts(lambda: self.table.did("next_turn"))


@each_row("text", texts(), ids=[*map(str, texts())])
def test_a_zone_acts_on_whoever_stands_there_as_its_text_says(text: Text) -> None:
    scene = Scene(text)
    table = scene.table
    if scene.word not in ("aura", "line", "wall"):
        scene.said = {}
    scene.put("Walker", scene.inside())
    assert scene.acts(scene.lay) == text.has("appear"), f"appear: {scene.told}"
    outside, edge = scene.edge()
    is_done = text.once and text.has("appear")
    assert not scene.put("Walker", outside), f"it leaves: {scene.told}"
    came = text.has("enter") or text.has("each")
    assert scene.put("Walker", edge) == (came and not is_done), f"entering in the turn in which it appears: {scene.told}"
    assert scene.turn() == text.has("start"), f"start: {scene.told}"
    assert text.name == "Kraken" or scene.is_seen("Walker") != text.is_so("heavy"), "seen from afar"
    if not text.has("each"):
        assert scene.put("Walker", scene.inside()) is False
    assert scene.turn() == text.has("end"), f"end: {scene.told}"
    if text.spares == "friends":
        assert not scene.put("Friend", scene.inside("Friend")), f"a friend: {scene.told}"
    assert not scene.put("Beside", outside), f"beside: {scene.told}"
    assert not scene.put("Walker", FAR["Walker"]), f"out: {scene.told}"
    assert not scene.turn(), f"beside, or the friend: {scene.told}"
    model = scene.row.model
    # The dretch stands in its own cloud, and any creature that starts its turn there saves.
    assert scene.turn() == ((model.drifts and text.has("sweep")) or text.name == "Dretch"), f"drifting: {scene.told}"
    if model.moves == "with:self":
        assert scene.put(scene.by, beyond(places(table)[scene.by])) == text.has("sweep"), f"moving along: {scene.told}"
    elif any(act.name.endswith(": move") for act in model.acts) and not text.has("each"):
        call = {"act": f"{scene.source.act.name}: move", "at": outside, "force": True}
        assert scene.acts(lambda: table.did("act", scene.by, **call)) == text.has("sweep"), f"moving: {scene.told}"


def beyond(square: str) -> str:
    """The square 10 ft east of one."""
    x, y = square_at(square)
    return name_of((x + 2, y))


@each_row("text", texts(), ids=[*map(str, texts())])
def test_a_zone_acts_on_whoever_walks_in_as_its_text_says(text: Text) -> None:
    scene = Scene(text)
    table = scene.table
    told = scene.lay()["text"]
    outside, edge = scene.edge()
    scene.table.did("next_turn")
    assert not scene.put("Walker", outside), scene.told
    came = text.has("enter") or text.has("each") or text.has("own")
    answer: Answer = {}

    def walk() -> Answer:
        answer.update(table.send({"operation": "move", "characterName": "Walker", "path": [edge]}, "execute_action", "full"))
        assert answer["ok"], answer["text"]
        return answer

    assert scene.acts(walk) == came, f"{told} {scene.told}"
    feet = answer["results"][0]["move"]["feet"]
    assert feet == (20 if text.name == "Wall of Thorns" else 10 if text.is_so("difficult") else 5), scene.told
    scene.put("Walker", outside)
    assert scene.put("Walker", edge) == (text.has("each") or text.has("own")), f"again: {scene.told}"
    assert scene.turn() == (text.has("end") and not (text.once and came)), f"end: {scene.told}"


# ── whom zones concern ─────────────────────────────────────────────────────────────────────────────────────────────────

ON_THE_GROUND: Final = ("Grease", "Entangle", "Black Tentacles", "Caltrops", "Ball Bearings", "Oil")
"""Zones that lie on the ground, so that whoever flies above it is outside."""


@each_row("text", [text for text in texts() if text.name in ON_THE_GROUND])
def test_whoever_flies_over_what_lies_on_the_ground_is_outside(text: Text) -> None:
    scene = Scene(text)
    scene.table.did("update", "Walker", character={"speed": {"walk": 120, "fly": 120}})
    scene.put("Walker", f"{scene.point}+10" if "/" not in scene.point else f"{AT}+10")
    assert not scene.acts(scene.lay), scene.told
    outside, edge = scene.edge()
    scene.table.did("next_turn")
    scene.put("Walker", f"{outside}+10")
    answer = scene.table.send({"operation": "move", "characterName": "Walker", "path": [f"{edge}+10"], "by": "fly"}, "execute_action", "full")
    assert answer["ok"] and answer["results"][0]["move"]["feet"] == 5, answer["text"]
    assert not scene.turn(), scene.told


def test_spirits_of_the_elements_hinder_foes_alone() -> None:
    """SRD 5.2, Conjure Minor Elementals: the ground is difficult terrain for the caster's enemies."""
    scene = Scene(Text("Conjure Minor Elementals", "aura 15", "", ruleset="5.2"))
    scene.lay()
    outside, edge = scene.edge()
    for who, feet in (("Walker", 10), ("Friend", 5)):
        while f"{who}'s turn" not in scene.told:
            scene.turn()
        scene.put(who, outside)
        answer = scene.table.send({"operation": "move", "characterName": who, "path": [edge]}, "execute_action", "full")
        assert answer["results"][0]["move"]["feet"] == feet, answer["text"]
        scene.put(who, FAR[who])
