"""Findings of lint on maps: each kind once broken and once fixed, and agreement with plain walking."""

from hypothesis import given, settings

from rpg_lite import strategies
from rpg_lite.content import map_text
from rpg_lite.world import map_plan_validation, map_plans
from rpg_lite.world.map_lint import chart_plan, lint
from rpg_lite.world.map_plans import Plan
from tests.examples import examples
from tests.rows import each_row


def report(text: str):
    return lint(chart_plan(map_text.parse(f"# M\n{text}")))


def found(text: str) -> list[tuple[str, ...]]:
    return [(f.code, *f.names) for f in report(text).findings]


CHAIN = "## A\n- north: B\n## B\n- north: C; door; locked; key Iron Key\n## C\n"
KEY = "* Iron Key; own"
BOX = "* Chest; called Box; locked; key Brass Key\n"


@each_row(
    ("text", "expected"),
    [
        ("## A\n## B", [("room_unreachable", "B")]),
        ("## A\n- north: B\n## B", []),
        ("## A\n## B\n- north: A; one way", [("room_unreachable", "B")]),
        ("## A\n- down: B; one way\n## B", [("room_trap", "B")]),
        ("## A\n- down: B; one way\n## B\n- north: outside", []),
        ("## A\n- down: B; one way\n## B\n- east: C\n## C\n- up: A; one way", []),
        ("## A\n- down: B; one way\n## B\n- east: C\n## C", [("room_trap", "B"), ("room_trap", "C")]),
        ("## A\n- north: B; secret door; closed; secret\n## B", []),
        (CHAIN, [("key_missing", "north of B", "Iron Key")]),
        (CHAIN + KEY, [("key_behind", "north of B", "Iron Key")]),
        (CHAIN.replace("## B\n", f"## B\n{KEY}\n"), []),
        (CHAIN.replace("; key Iron Key", "; dc 15"), []),
        (f"## A\n{BOX}", [("key_missing", "Box", "Brass Key")]),
        (f"## A\n{BOX}* Brass Key; own; in Box", [("key_behind", "Box", "Brass Key")]),
        (f"## A\n{BOX}* Sack; in Box\n* Brass Key; own; in Sack", [("key_behind", "Box", "Brass Key")]),
        (f"## A\n{BOX}* Sack\n* Brass Key; own; in Sack", []),
        (f"{CHAIN}* Brass Key; own\n## D\n- up: A\n{BOX}* Iron Key; own; in Box", [
            ("key_behind", "north of B", "Iron Key"), ("key_behind", "Box", "Brass Key"),
        ]),
        (f"{CHAIN}{BOX}* Gem; own; in Box\n## D\n- up: A\n* Brass Key; own\n* Iron Key; own", []),
        ("## A\n* Gate; own; tag block:gate", [("block_without_lever", "Gate", "A")]),
        ("## A\n* Gate; own; tag block:gate\n* Winch; own; tag lever:winch", [("block_without_lever", "Gate", "A")]),
        ("## A\n* Gate; own; tag block:gate\n* Winch; own; tag lever:gate", []),
        ("## A\n* Gate; own; tag block\n* Winch; own; tag lever", []),
        ("## A\n* Gate; own; tag block\n## B\n- north: A; one way\n* Winch; own; tag lever", [
            ("room_unreachable", "B"), ("block_without_lever", "Gate", "A"),
        ]),
    ],
)  # fmt: skip
def test_lint_finds(text, expected):
    assert found(text) == expected


@each_row(
    ("text", "loops"),
    [
        ("## A\n- north: B\n## B", []),
        ("## A\n- north: B\n- east: B\n## B", []),
        ("## A\n- north: B\n- east: C\n## B\n- east: C\n## C", [{"A", "B", "C"}]),
        ("## A\n- north: B\n## B\n- north: C\n- east: D\n## C\n- east: D\n## D", [{"B", "C", "D"}]),
        ("## A\n- north: A; back north 2\n## B\n- up: A", []),
    ],
)
def test_loops_are_listed_and_are_not_wrong(text, loops):
    told = report(text)
    assert [set(loop) for loop in told.loops] == loops
    assert not told.findings or loops == []


RING = "## A\n- down: B; one way\n## B\n- east: C\n- north: D\n## C\n- north: D\n## D\n"


@each_row(
    ("text", "expected"),
    [
        (RING, [("room_trap", "B"), ("room_trap", "C"), ("room_trap", "D")]),
        (RING + "- up: A; one way\n", []),
        (f"## A\n* Gate; own; tag block:gate\n{BOX}* Winch; own; in Box; tag lever:gate", [
            ("key_missing", "Box", "Brass Key"), ("block_without_lever", "Gate", "A"),
        ]),
        (f"## A\n* Gate; own; tag block:gate\n{BOX}* Winch; own; in Box; tag lever:gate\n* Brass Key; own", []),
        ("## A\n## B\n* Torch", [("room_unreachable", "B")]),
    ],
)  # fmt: skip
def test_every_block_has_a_lever_in_reach_every_object_too_and_every_loop_can_be_left(text, expected):
    assert found(text) == expected


@given(strategies.plans())
@settings(max_examples=examples(60), deadline=None)
def test_both_sides_of_every_way_agree_and_labels_are_unique(document):
    plan = Plan.model_validate(document)
    assert map_plan_validation.faults(plan) == []
    ways = {way.id: way for way in map_plans.exits(plan)}
    labels = [(way.from_room, way.label) for way in ways.values()]
    assert len(labels) == len(set(labels))
    for way in ways.values():
        if way.back is not None:
            other = ways[way.back]
            assert (other.back, other.from_room, other.to_room) == (way.id, way.to_room, way.from_room)
            assert [getattr(way, k) for k in ("kind", "state", "hidden", "key_name", "dc")] == [
                getattr(other, k) for k in ("kind", "state", "hidden", "key_name", "dc")
            ]


def test_a_map_holds_only_so_many_things_and_creatures():
    rooms = [{"name": f"R {n}", "creatures": [{"creature": "Goblin", "count": 20}]} for n in range(25)]
    assert map_plan_validation.faults(Plan.model_validate({"name": "M", "rooms": rooms})) == []
    rooms[0]["things"] = [{"item": "Torch"}]
    assert map_plan_validation.faults(Plan.model_validate({"name": "M", "rooms": rooms})) == [
        ("rooms", "have 501 things and creatures; a map has at most 500")
    ]
