"""Every range and reach of the data where places count: what is at its feet is reached, what is a square farther off is refused, with a call that works."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest

import rpg_lite
from rpg_lite.game import Game
from rpg_lite.rules.acts.act import AttackStep
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import copy_of
from tests.operations.acts_in_data import FAILS_ALL, PLAIN, Source, class_for, create_hero, sources
from tests.operations.crypts import room
from tests.operations.dice import let
from tests.operations.squares_by_hand import FEET, name_of
from tests.operations.table import Answer, Table
from tests.rows import each_row

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
FAR: Final = ("beyond_range", "beyond_reach")
N_OF_SIZE: Final = {"large": 2, "huge": 3, "gargantuan": 4}
LONGEST: Final = 480
"""The feet that a ground measures, less the widest space."""
LONG: Final = re.compile(r"Range \d+/(\d+) feet\.|Long range (\d+) feet, with disadvantage\.")
"""The description of an attack that says its long range."""


FLOATS: Final = ("Spiritual Weapon",)
"""Spells that strike from where what they make floats, which nothing measures."""
HAND_IN_HAND: Final = ("Plane Shift",)
"""Spells that take along whoever holds on, and touch nobody but to banish."""


class Row(NamedTuple):
    """An act, the most feet at which it reaches another, and the squares of the side of whoever has it."""

    source: Source
    feet: int
    n: int

    def __str__(self) -> str:
        return str(self.source)


def rows() -> Iterator[Row]:
    for source in sources("range", "reach", "attack"):
        feet = reach_by_hand(source)
        if source.kind in ("spell", "creature") and feet is not None and 0 < feet <= LONGEST and source.owner not in (*FLOATS, *HAND_IN_HAND):
            yield Row(source, feet, size_of(source))


def reach_by_hand(source: Source) -> int | None:
    """The feet that the data say of an act that is aimed at another creature; None if nothing does, or if it fills an area."""
    act = source.act
    if act.area is not None or act.targets in ("self", "area", "each_enemy"):
        return None
    attack = next((step for step in act.steps if isinstance(step, AttackStep)), None)
    if attack is not None and attack.attack != "weapon" and attack.kind == "melee" and act.range != "special":
        return attack.reach if attack.reach is not None else act.range if isinstance(act.range, int) else FEET
    if act.range == "touch":
        return FEET
    if not isinstance(act.range, int):
        return None
    long = LONG.fullmatch((act.description or "").strip())
    return int(long[1] or long[2]) if long else act.range


def size_of(source: Source) -> int:
    if source.kind != "creature":
        return 1
    blocks = (sheet["character"] for sheet in rpg_lite.rulebook(source.ruleset).creatures.values())
    return N_OF_SIZE.get(next(block.get("size", "medium") for block in blocks if block["name"] == source.owner), 1)


def _hall(ruleset: Ruleset) -> Game:
    """A long hall with a foe."""
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1))
    assert room(table, "create", name="Hall", direction="north", ground={"size": "100x12"})["ok"]
    foe = {"abilities": PLAIN, "hpMax": 900, "type": "humanoid", "modifiers": FAILS_ALL, "party": False}
    table.did("create", name="Foe", character=foe, roomName="Hall")
    return table.game


def _opened(ruleset: Ruleset, kind: str, owner: str) -> Game:
    """Whoever has the acts stands in the west of the hall, at its turn."""
    table = Table(copy_of(_hall, ruleset))
    if kind == "spell":
        create_hero(table, owner, name="Maker")
        assert room(table, "go", direction="north")["ok"]
    else:
        table.did("create", name="Maker", template=owner, roomName="Hall")
        table.send({"operation": "update", "characterName": "Foe", "character": {"party": True}}, "manage_character")
    table.did("start_fight", names=["Maker", "Foe"], space="measured", places={"Maker": "A5", "Foe": "H5"}, d20=[20, 1])
    return table.game


class Scene:
    """A fight of whoever has these acts with a foe."""

    def __init__(self, ruleset: Ruleset, kind: str, owner: str) -> None:
        make = copy_of(_opened, ruleset, kind, owner) if kind == "spell" else _opened(ruleset, kind, owner)
        self.kind, self.table = kind, let(Table(make), 10, face=1)

    def at(self, row: Row, more: int = 0) -> Answer:
        """The answer to a dry run at the feet of the act, or farther off, after the proposals of refusals that have nothing to do with places."""
        self.table.did("place", names=["Foe"], to=name_of((row.n - 1 + (row.feet + more) // FEET, 4)))
        named = {"operation": "cast", "spell": row.source.act.name} if self.kind == "spell" else {"operation": "act", "act": row.source.act.name}
        call: Answer = {**named, "characterName": "Maker", "targets": ["Foe"]}
        answer: Answer = {}
        for _ in range(5):
            answer = self.table.send({**call, "dryRun": True}, "execute_action", "full")
            proposal: Answer = {} if answer["ok"] else answer["error"].get("try", {})
            if not proposal or answer["error"]["code"] in FAR or "batch" in proposal or "force" in proposal:
                return answer
            call = proposal
        return answer

    def judge(self, row: Row) -> Answer | None:
        """Hold the act to its feet; the call that its refusal proposes from a square farther off."""
        near, far = self.at(row), self.at(row, FEET)
        assert near["ok"] or near["error"]["code"] not in FAR, f"{row} at {row.feet} ft: {near['text']}"
        if not near["ok"]:
            assert far["error"]["code"] in (*FAR, near["error"]["code"]), f"{row}: {far['text']}"
            return None
        assert not far["ok"], f"{row} at {row.feet + FEET} ft: {far['text']}"
        proposal: Answer = far["error"].get("try", {})
        assert far["error"]["code"] in FAR or "batch" in proposal, f"{row}: {far['text']}"
        return proposal or None


ROWS: Final = [*rows()]
OWNERS: Final[dict[tuple[Ruleset, str, str], list[Row]]] = {}
for _row in ROWS:
    _of = class_for(_row.source) if _row.source.kind == "spell" else _row.source.owner
    OWNERS.setdefault((_row.source.ruleset, _row.source.kind, _of if _row.source.kind == "creature" else f"{_of}: {_row.source.owner}"), []).append(_row)


@each_row("owner", OWNERS, ids=lambda owner: f"{owner[0]}-{owner[2]}")
def test_an_act_reaches_its_feet_and_no_square_more(owner: tuple[Ruleset, str, str]) -> None:
    ruleset, kind, name = owner
    scene = Scene(ruleset, kind, name.partition(": ")[0])
    proposals = [found for row in OWNERS[owner] if (found := scene.judge(row))]
    if proposals:
        answer = scene.table.send(proposals[-1], "execute_action")
        assert answer["ok"] or answer["error"]["code"] not in FAR, answer["text"]


def test_both_rulesets_have_ranges() -> None:
    assert {row.source.ruleset for row in ROWS} == {*RULESETS} and len(ROWS) > 1000
