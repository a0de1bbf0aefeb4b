"""Torches, candles, lamps and lanterns burn by the clock (SRD 5.1 and 5.2, Equipment)."""

from collections.abc import Iterator

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Snapshot, Table, snapshot
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


def table(ruleset: Ruleset = "5.1") -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Bo", character={"classes": ["fighter 1"], "party": True})
    return box


def held(box: Sandbox) -> str:
    return str(box.did("view", "Bo")["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("item", "minutes", "light"),
    [
        ("Candle", 60, "bright light for 5 feet and dim light for 5 more"),
        ("Torch", 60, "bright light for 20 feet and dim light for 20 more"),
        ("Lamp", 360, "bright light for 15 feet and dim light for 30 more"),
        ("Bullseye Lantern", 360, "bright light for 60 feet and dim light for 60 more"),
        ("Hooded Lantern", 360, "bright light for 30 feet and dim light for 30 more"),
    ],
)
def test_each_light_burns_as_long_as_the_rules_say(ruleset: Ruleset, item: str, minutes: int, light: str) -> None:
    box = table(ruleset)
    box.accept("give", "Bo", template=item)
    box.accept("give", "Bo", template="Oil")
    told = box.did("use", "Bo", itemName=item)["text"]
    assert light in told and f"{minutes} minutes left" in told
    box.accept("advance", duration=f"{minutes - 1} minutes")
    assert "lit, 1 min left" in held(box)
    assert f"Burnt out: {item} (Bo)" in box.did("advance", duration="1 minute")["text"]
    assert "lit" not in held(box)


def test_a_torch_burns_up_and_a_lamp_stays() -> None:
    box = table()
    for item in ("Torch", "Lamp", "Oil"):
        box.accept("give", "Bo", template=item)
    for item in ("Torch", "Lamp"):
        box.accept("use", "Bo", itemName=item)
    box.accept("advance", duration="6 hours")
    assert "Torch" not in held(box) and "Lamp (0 min left)" in held(box)


def test_a_second_use_puts_it_out_and_its_minutes_stay() -> None:
    box = table()
    box.accept("give", "Bo", template="Torch")
    box.accept("use", "Bo", itemName="Torch")
    box.accept("advance", duration="25 minutes")
    assert "puts Torch out; 35 minutes left" in box.did("use", "Bo", itemName="Torch")["text"]
    box.accept("advance", duration="5 hours")
    assert "Torch (35 min left)" in held(box)
    assert "35 minutes left" in box.did("use", "Bo", itemName="Torch")["text"]


def test_of_a_stack_one_is_lit() -> None:
    box = table()
    box.accept("give", "Bo", template="Torch", quantity=5)
    box.accept("use", "Bo", itemName="Torch")
    assert "Torch × 4" in held(box) and "Torch (lit, 60 min left)" in held(box)
    box.accept("advance", duration="1 hour")
    assert "Torch × 4" in held(box) and "lit" not in held(box)


def test_an_empty_lamp_takes_a_flask_and_without_one_is_refused() -> None:
    box = table()
    box.accept("give", "Bo", template="Lamp")
    refused = box.ask("use", "Bo", itemName="Lamp")
    assert refused["error"]["code"] == "no_fuel" and "Oil" in str(refused)
    box.accept("give", "Bo", template="Oil", quantity=2)
    assert "filled with Oil" in box.did("use", "Bo", itemName="Lamp")["text"]
    box.accept("advance", duration="2 hours")
    box.accept("use", "Bo", itemName="Lamp")
    told = box.did("use", "Bo", itemName="Lamp")["text"]
    assert "filled" not in told and "240 minutes left" in told
    assert "Oil" in held(box) and "Oil × 2" not in held(box)


def test_a_burning_torch_goes_on_burning_in_another_hand_and_on_the_floor() -> None:
    box = table()
    box.accept("create", name="Al", character={"classes": ["wizard 1"], "party": True})
    box.accept("give", "Bo", template="Torch")
    box.accept("use", "Bo", itemName="Torch")
    box.accept("transfer", "Bo", itemName="Torch", toCharacterName="Al")
    assert "Torch (lit, 60 min left)" in box.did("view", "Al")["text"]
    box.accept("transfer", "Al", itemName="Torch", toName="floor")
    assert "Burnt out: Torch" in box.did("advance", duration="1 hour")["text"]


def test_rounds_of_a_fight_count() -> None:
    box = table()
    box.accept("give", "Bo", template="Torch")
    box.accept("use", "Bo", itemName="Torch")
    box.accept("advance", duration="59 minutes")
    box.accept("start_fight", names=["Bo"])
    told = [box.did("next_turn")["text"] for _ in range(10)]
    assert [n for n, text in enumerate(told) if "Burnt out: Torch (Bo)" in text] == [9]


@pytest.fixture
def table_of_bo() -> Iterator[Table]:
    with begun() as game:
        made = Table(game)
        made.did("create", name="Bo", character={"classes": ["fighter 1"], "party": True})
        made.did("give", "Bo", template="Torch", quantity=3)
        yield made


@pytest.mark.stored
@pytest.mark.parametrize("then", [("use",), ("use", "use"), ("wait",)])
def test_undo_takes_back_exactly_one_thing(table_of_bo: Table, then: tuple[str, ...]) -> None:
    table_of_bo.did("use", "Bo", itemName="Torch")
    before: Snapshot | None = None
    for operation in then:
        before = snapshot(table_of_bo.game)
        table_of_bo.did("advance", duration="2 hours") if operation == "wait" else table_of_bo.did("use", "Bo", itemName="Torch")
    table_of_bo.did("undo")
    assert before is not None and snapshot(table_of_bo.game).world == before.world


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_hood_of_a_lantern_is_lowered_and_raised(ruleset: Ruleset) -> None:
    box = table(ruleset)
    assert box.send({"operation": "update", "bagName": "floor", "light": "dark"}, "manage_room")["ok"]
    for item in ("Hooded Lantern", "Oil"):
        box.accept("give", "Bo", template=item)
    assert box.ask("use", "Bo", itemName="Hooded Lantern", property="hood")["error"]["code"] == "not_lit"
    box.accept("use", "Bo", itemName="Hooded Lantern")
    lowered = box.did("use", "Bo", itemName="Hooded Lantern", property="hood")["text"]
    assert "the hood is lowered: dim light for 5 feet; 360 minutes left" in lowered
    assert "lit, hood lowered, 360 min left" in held(box) and "Dim light (Hooded Lantern)" in box.did("look", "Bo")["text"]
    box.accept("advance", duration="1 hour")
    raised = box.did("use", "Bo", itemName="Hooded Lantern", property="hood")["text"]
    assert "the hood is raised: bright light for 30 feet and dim light for 30 more; 300 minutes left" in raised
    assert "Bright light (Hooded Lantern)" in box.did("look", "Bo")["text"]


def test_a_lantern_put_out_with_its_hood_down_is_lit_with_its_hood_up() -> None:
    box = table()
    for item in ("Hooded Lantern", "Oil"):
        box.accept("give", "Bo", template=item)
    for more in ({}, {"property": "hood"}, {}):
        box.accept("use", "Bo", itemName="Hooded Lantern", **more)
    assert "bright light for 30 feet" in box.did("use", "Bo", itemName="Hooded Lantern")["text"]


@pytest.mark.parametrize("item", ["Torch", "Lamp", "Bullseye Lantern"])
def test_what_has_no_hood_says_so(item: str) -> None:
    box = table()
    box.accept("give", "Bo", template=item)
    assert box.ask("use", "Bo", itemName=item, property="hood")["error"]["code"] == "property_unknown"


def test_oil_leaves_its_hours_to_nobody() -> None:
    box = table()
    (oil,) = (t.item for t in box.book.templates.values() if t.item.name == "Oil")
    assert not oil.adjudicated
