"""Every area of the data, filled once where places count: it catches those who stand on its squares, and nobody else."""

from typing import Any, Final

import pytest

import rpg_lite
from rpg_lite.game import Game
from rpg_lite.rules.space.squares import Space, square_name
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import copy_of
from tests.operations.acts_in_data import Source, sources
from tests.operations.crypts import SCORES, places, room
from tests.operations.dice import let
from tests.operations.table import Answer, Table
from tests.rows import each_row

pytestmark = pytest.mark.slow
ALONE: Final = ("self", "1")
MAKER: Final = "Maker"
SQUARES: Final = {
    MAKER: "K10", "Ally": "L12", "Foe 1": "M10", "Foe 2": "N9", "Foe 3": "K7", "Foe 4": "G10", "Giant": "O11", "Far": "AL20", "Bystander": "J14",
}  # fmt: skip
SIZES: Final = {"Giant": 3}
ELSEWHERE: Final = ("{table:", "{charges}")
"""Numbers that only the feature or the thing of an act gives."""
AREAS: Final = [
    one
    for one in sources("area")
    if one.act.area is not None and one.act.targets not in ALONE and not any(word in one.act.model_dump_json() for word in ELSEWHERE)
]
KEPT: Final = ("targets", "area", "range", "steps", "choices", "several", "defaults", "includesSelf", "only")
_ASKED: Final = 6
"""The proposals that are followed until an act is played."""


def _opened(ruleset: Ruleset) -> Game:
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1))
    assert room(table, "create", name="Hall", direction="north", ground={"size": "40x20"})["ok"]
    for name in SQUARES:
        is_ours, size = name in (MAKER, "Ally"), {"size": "huge"} if name in SIZES else {}
        heroic = {"classes": {"wizard": 20}, "party": True} if is_ours else {}
        table.did(
            "create", name=name, character={"abilities": SCORES, "hpMax": 2000, "type": "humanoid", **size, **heroic}, roomName="Hall"
        )
    fighters = [name for name in SQUARES if name != "Bystander"]
    table.did("start_fight", names=fighters, space="measured", places={name: SQUARES[name] for name in fighters})
    table.did("place", names=["Bystander"], to=SQUARES["Bystander"])
    table.did("damage", "Ally", amount=500, damageType="fire")
    return table.game


def played(table: Table, call: Answer) -> Answer:
    """The full answer to a call, after the proposals of its refusals."""
    answer: Answer = {}
    for _ in range(_ASKED):
        answer = table.send(call, "execute_action", "full")
        if answer["ok"]:
            return answer
        error = answer["error"]
        call = error.get("try") or {**call, "force": True}
        if error["code"] == "place_required":
            call = {**call, "to": error["allowed"][0]}
        if error["code"] == "choice_required" and not error.get("try"):
            call = {**call, "choice": {**call.get("choice", {}), error["details"].get("choice", "choice"): error["allowed"][0]}}
    raise AssertionError(f"{call}: {answer['text']}")


def stands_on(name: str, at: str) -> set[str]:
    n = SIZES.get(name, 1)
    west, north = next((x, y) for x in range(40) for y in range(20) if square_name((x, y)) == at)
    return {square_name(square) for square in Space(west, north, n).squares}


def filled(table: Table, source: Source) -> Answer:
    """The answer to the act, or to the spell, of a maker that has it."""
    if source.kind == "spell":
        return played(table, {"operation": "cast", "characterName": MAKER, "spell": source.owner})
    written: dict[str, Any] = source.act.model_dump(mode="json", by_alias=True, exclude_unset=True)
    act = {"name": "Fill", "cost": "free", **{key: value for key, value in written.items() if key in KEPT}}
    made = table.send({"operation": "update", "characterName": MAKER, "character": {"acts": [act]}}, "manage_character")
    assert made["ok"], made["text"]
    return played(table, {"operation": "act", "characterName": MAKER, "act": "Fill"})


@each_row("source", AREAS, ids=str)
def test_an_area_of_the_data_catches_whoever_stands_in_it(source: Source) -> None:
    table = let(Table(copy_of(_opened, source.ruleset)), 1, face=1)
    where = places(table)
    answer = filled(table, source)
    found = answer["results"][0]["area"]
    on = {name for name, at in where.items() if stands_on(name, at) & {*found["squares"]}}
    chooses = (
        (source.act.area and source.act.area.spares == "chosen")
        or source.act.targets == "each_enemy"
        or source.act.targets not in ("area", "any")
    )
    near = any(f'"near":"{word}"' in source.act.model_dump_json() for word in ("foes", "friends"))
    if chooses or near:
        assert {*found["caught"]} <= on
    else:
        assert {*found["caught"]} == on, answer["text"]
    assert "Far" not in found["caught"] or "Far" in on


def test_both_rulesets_have_areas() -> None:
    assert {one.ruleset for one in AREAS} == {*RULESETS} and len(AREAS) > 300
