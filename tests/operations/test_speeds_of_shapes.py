"""A shape has the speeds that its text states, whatever shape came before (SRD 5.1: Shapechanger; SRD 5.2: Shape-Shift)."""

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

SHAPES = {
    ("5.1", "Imp"): {"rat": (20, 0, 0, 0), "raven": (20, 60, 0, 0), "spider": (20, 0, 20, 0), "imp": (20, 40, 0, 0)},
    ("5.1", "Quasit"): {"bat": (10, 40, 0, 0), "centipede": (40, 0, 40, 0), "toad": (40, 0, 0, 40), "quasit": (40, 0, 0, 0)},
    ("5.1", "Vampire"): {"bat": (5, 30, 0, 0), "mist": (0, 20, 0, 0), "vampire": (30, 0, 0, 0)},
    ("5.2", "Imp"): {"rat": (20, 0, 0, 0), "raven": (20, 60, 0, 0), "spider": (20, 0, 20, 0), "itself": (20, 40, 0, 0)},
    ("5.2", "Quasit"): {"bat": (10, 40, 0, 0), "centipede": (40, 0, 40, 0), "toad": (40, 0, 0, 40), "itself": (40, 0, 0, 0)},
    ("5.2", "Vampire"): {"bat": (5, 30, 0, 0), "mist": (5, 20, 0, 0), "vampire": (40, 0, 40, 0)},
}
"""(ruleset, stat block) → shape → the feet that it walks, flies, climbs and swims."""
ROWS = [(*key, before, shape) for key, shapes in SHAPES.items() for before in (None, *shapes) for shape in shapes if before != shape]
MOVES = ("walk", "fly", "climb", "swim")


def speeds(table: Table) -> tuple[int, ...]:
    found = table.did("character", "Shape", stats=["speed"])["results"][0]["stats"]
    return tuple(found.get(f"speed.{way}", {}).get("value", 0) for way in MOVES)


@laid_alike
def shaped(ruleset: Ruleset, block: str) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Shape", template=block)
    return table


@each_row(("ruleset", "block", "before", "shape"), ROWS)
def test_a_shape_has_its_own_speeds(ruleset: Ruleset, block: str, before: str | None, shape: str) -> None:
    table, act = shaped(ruleset, block), "Shapechanger" if ruleset == "5.1" else "Shape-Shift"
    for word in filter(None, (before, shape)):
        table.ask("act", "Shape", act=act, choice=word, force=True)  # mist takes no bonus action
    assert speeds(table) == SHAPES[ruleset, block][shape]


@each_row(("block", "shape", "fly"), [("Vampire", "bat", 20), ("Quasit", "bat", 30), ("Imp", "raven", 50)])
def test_a_change_of_speed_by_another_effect_reaches_the_flight_of_a_shape(block: str, shape: str, fly: int) -> None:
    table = shaped("5.2", block)
    table.did("act", "Shape", act="Shape-Shift", choice=shape)
    table.did("create", name="Mage", character={"classes": ["wizard 9"], "abilities": {"int": 18}})
    table.did("apply", "Shape", effect={"name": "Chilled", "modifiers": [{"target": "speed.walk", "op": "add", "value": -10}]})
    assert speeds(table)[1] == fly
