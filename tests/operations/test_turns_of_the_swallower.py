"""What a creature does to those whom it holds falls at the time that its stat block names (SRD, Swallow, Engulf)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure

# ruleset, creature, act, effect, whose turn, edge, type
ROWS = [
    ("5.1", "Purple Worm", "Swallowed", "theirs", "start", "acid"),
    ("5.1", "Giant Toad", "Swallowed", "theirs", "start", "acid"),
    ("5.1", "Gelatinous Cube", "Engulfed", "theirs", "start", "acid"),
    ("5.1", "Shambling Mound", "Engulfed", "theirs", "start", "bludgeoning"),
    ("5.1", "Water Elemental", "Whelmed", "theirs", "start", "bludgeoning"),
    ("5.2", "Purple Worm", "Swallowed", "theirs", "start", "acid"),
    ("5.2", "Giant Toad", "Swallowed", "theirs", "end", "acid"),
    ("5.2", "Gelatinous Cube", "Engulfed", "theirs", "start", "acid"),
    ("5.2", "Kraken", "Swallowed", "own", "start", "acid"),
    ("5.2", "Shambling Mound", "Engulfed", "own", "start", "lightning"),
    ("5.2", "Water Elemental", "Whelm", "theirs", "start", "bludgeoning"),
]


def held(ruleset: Ruleset, creature: str, effect: str) -> Sandbox:
    """Bo, in the grasp of the creature, and a fight in which Al has the turn, the creature comes next and Bo after it."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Beast", template=creature)
    for name in ("Al", "Bo"):
        box.accept("create", name=name, character={"classes": ["fighter 5"], "hpMax": 300, "party": True, "abilities": {"con": 1}})
    act = next(a for a in box.thing("Beast").creature.sheet.document["acts"] if f'"name": "{effect}"' in str(a).replace("'", '"'))
    step = _effect_step(act["steps"], effect)
    box.accept("start_fight", names=["Al", "Beast", "Bo"], d20={"Al": 20, "Beast": 10, "Bo": 1})
    box.accept("act", "Beast", steps=[step], targets=["Bo"], force=True)
    return box


def _effect_step(node: Any, effect: str) -> dict[str, Any]:
    """The step of the stat block that lays the effect."""
    found = list(_steps(node, effect))
    assert len(found) == 1
    return found[0]


def _steps(node: Any, effect: str) -> list[dict[str, Any]]:
    if isinstance(node, list):
        return [s for part in node for s in _steps(part, effect)]
    if not isinstance(node, dict):
        return []
    own = [node] if isinstance(node.get("apply"), dict) and node["apply"].get("name") == effect else []
    return own + [s for part in node.values() for s in _steps(part, effect)]


@each_row(("ruleset", "creature", "effect", "whose", "edge", "type"), ROWS)
def test_the_damage_falls_at_the_turn_that_the_text_names(
    ruleset: Ruleset, creature: str, effect: str, whose: str, edge: str, type: str
) -> None:
    box = held(ruleset, creature, effect).let(1)
    hurt = []
    for _ in range(4):  # Al ends, the creature begins; it ends, Bo begins; Bo ends, Al begins; Al ends, the creature begins
        before = box.hp("Bo")
        box.accept("next_turn")
        hurt.append(box.hp("Bo") < before)
    expected = {("theirs", "start"): [True, False, False, True], ("theirs", "end"): [False, True, False, False],
                ("own", "start"): [False, True, False, False]}  # fmt: skip
    assert hurt == expected[whose, edge]
