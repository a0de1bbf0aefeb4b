"""Pushes and pulls of the data up to what is in the way: the feet from the texts, the squares counted by hand along a diagonal.

SRD 5.1 and 5.2, Spell Descriptions, Monsters, Magic Items, Shove.
"""

from typing import Final, NamedTuple

from tests.copies import begun
from tests.operations.acts_in_data import FAILS_ALL, PLAIN, owner_of, played
from tests.operations.crypts import places, put, room, turn_of
from tests.operations.dice import let
from tests.operations.pushes_in_data import CHOICES, PLAYED_ROWS, Row
from tests.operations.squares_by_hand import name_of
from tests.operations.table import Table
from tests.rows import each_row

FEET: Final = {
    "Thunderwave": 10, "Shove": 5, "Gust of Wind": 15, "Ring of the Ram-Ram": 15, "Shield of the Cavalier-Forceful Bash": 10,
    "Adult Bronze Dragon-Repulsion Breath": 60, "Ancient Bronze Dragon-Repulsion Breath": 60, "Young Bronze Dragon-Repulsion Breath": 40,
    "Bronze Dragon Wyrmling-Repulsion Breath": 30, "Adult Silver Dragon-Cold Gale": 30, "Ancient Silver Dragon-Cold Gale": 30,
    "5.2-Air Elemental-Whirlwind": 20, "Dragon Turtle-Tail": 10, "Minotaur-Gore": 10, "Minotaur Skeleton-Gore": 10, "Satyr-Hooves": 10,
    "Fire Giant-Hammer Throw": 15, "Tough Boss-Warhammer": 10, "Balor-Whip": 25, "Balor-Flame Whip": 25, "Chain Devil-Conjure Infernal Chain": 30,
    "5.1-Merrow-Harpoon": 20, "5.1-Merrow-Harpoon (ranged)": 20, "5.2-Merrow-Harpoon": 15, "5.2-Merrow-Harpoon (ranged)": 15,
    "Shambling Mound-Charged Tendril": 5,
}  # fmt: skip
"""The most feet of each text; Ram spends three charges."""
WIDE: Final = {
    "Adult Bronze Dragon": 3, "Ancient Bronze Dragon": 4, "Young Bronze Dragon": 2, "Adult Silver Dragon": 3, "Ancient Silver Dragon": 4, "Air Elemental": 2,
    "Dragon Turtle": 4, "Minotaur": 2, "Minotaur Skeleton": 2, "Fire Giant": 3, "Balor": 3, "Merrow": 2, "Shambling Mound": 2,
}  # fmt: skip
"""The squares of a side of those that are wider than one."""
ELSEWHERE: Final = ("Arcane Hand", "Control Water", "Kraken-Fling", "Roper-Reel", "Ettercap-Reel", "Water Elemental-Whelm", "5.1-Air Elemental-Whirlwind")
"""Those that first hold whom they move, or move it from a point, at random, or as much as their caster can, with tests of their own."""
FAR: Final = 6
"""The squares between whoever pulls and whom it pulls."""


class Scene(NamedTuple):
    """What lies on one square of the diagonal; at the edge, the ground ends behind the first one. `z`: the level at which the move ends."""

    name: str
    feature: str = ""
    z: int = 0


SCENES: Final = (
    Scene("open"), Scene("wall", "wall"), Scene("edge"), Scene("somebody"), Scene("pit", "pit", -20), Scene("ledge", "ledge"),
    Scene("rubble", "difficult"),
)  # fmt: skip
"""A pit ends the move on its square, rubble nowhere, all else before it."""


def feet_of(row: Row) -> int | None:
    name = str(row.source)
    return FEET.get(name) or FEET.get(name.partition("-")[2])


def test_every_push_of_the_data_is_here_or_elsewhere() -> None:
    assert [str(row) for row in PLAYED_ROWS if feet_of(row) is None and not any(name in str(row) for name in ELSEWHERE)] == []


@each_row("row", [row for row in PLAYED_ROWS if feet_of(row)], ids=str)
def test_a_push_goes_so_far_as_its_text_and_the_way_let(row: Row) -> None:
    table = Table(begun(row.source.ruleset))
    who, feet = owner_of(table, row.source), feet_of(row)
    assert feet is not None
    for name in ("Foe", "Bystander"):
        table.did("create", name=name, character={"abilities": PLAIN, "hpMax": 900, "modifiers": FAILS_ALL, "party": False})
    table.did("start_fight", names=[who, "Foe", "Bystander"], space="measured")
    turn_of(table, who)
    n, is_pull = WIDE.get(who, 1), row.step.how == "pull"
    for scene in SCENES:
        if (scene.name == "somebody" and row.source.act.targets == "area") or (scene.name == "edge" and is_pull):
            continue  # whoever is caught as well makes way, and nobody is pulled off the ground
        steps = feet // 5 if not is_pull else min(feet // 5, FAR - 1)
        west, north = (58 - n, 2) if scene.name == "edge" else (30, 30)
        first, way = (west + n + (FAR - 1 if is_pull else 0), north - 1 - (FAR - 1 if is_pull else 0)), -1 if is_pull else 1
        at = min(2, steps)
        there = first[0] + way * at, first[1] - way * at
        if scene.feature:
            laid = room(table, bagName="Lobby", ground={"features": [{"is": scene.feature, "at": name_of(there), "ft": 20}]})
            assert laid["ok"], laid["text"]
        put(table, Bystander=name_of(there) if scene.name == "somebody" else "A1")
        put(table, **{who: name_of((west, north))}, Foe=name_of(first))
        let(table, 20, face=1)
        more = {**CHOICES.get(row.source.act.name, {}), **({"choice": {"charges": "3"}} if row.source.act.name == "Ram" else {})}
        told = played(table, who, row.source, targets=["Foe"], **more)["text"]
        went = {"open": steps, "rubble": steps, "pit": at, "edge": min(1, steps)}.get(scene.name, at - 1)
        end = name_of((first[0] + way * went, first[1] - way * went)) + (f" down {-scene.z}" if scene.z else "")
        assert places(table)["Foe"] == end, f"{scene.name}: {end}; {told}"
        table.did("undo")
        put(table, Foe="B2")
        if scene.feature:
            assert room(table, bagName="Lobby", ground={"clear": [name_of(there)]})["ok"]
