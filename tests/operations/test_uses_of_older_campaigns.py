"""Campaigns from before a use was an act: what is lit, switched on, half used or lying on somebody goes on as it was. Each file holds Wren and Bram
with things at work, as the program wrote them then.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.store import store_maintenance
from rpg_lite.store.store import Store
from rpg_lite.vocabulary import RULESETS
from tests.operations.dice import let
from tests.operations.table import Table
from tests.store.exports import silent

OLDER = Path(__file__).parents[1] / "store" / "older"


@contextmanager
def brought_back(name: str, folder: Path) -> Iterator[Table]:
    with Store.open(folder / "older.db") as store:
        store_maintenance.import_campaign(store, OLDER / f"{name}.zip", None, silent)
    with open_campaign(folder / "older.db", "Uses") as game:
        yield Table(game)


@pytest.fixture(params=RULESETS)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    with brought_back(f"uses-{request.param}", tmp_path) as table:
        yield table


def use(table: Table, item: str, who: str = "Wren", **fields: object) -> str:
    text: str = table.did("use", who, itemName=item, **fields)["text"]
    return text


def test_it_shows_what_was_at_work(older: Table) -> None:
    text = older.did("view", "Wren")["text"]
    for part in (
        "Torch (lit, 43 min left)", "Hooded Lantern (lit, hood lowered, 343 min left)", "Candle (55 min left)", "Healer's Kit (7 uses)",
        "Boots of Speed (on: click)", "Wings of Flying (on: wings)", "Gem of Seeing (2 charges, on: see)", "Odd Lens (on: glow)",
        "AC 12 = 10 unarmored + 1 Odd Lens + 1 Odd Salve", "Potion of Climbing (58 minutes left)",
    ):  # fmt: skip
        assert part in text


def test_flames_go_out_and_on(older: Table) -> None:
    assert "puts Torch out; 43 minutes left" in use(older, "Torch")
    assert "lights Torch" in use(older, "Torch")
    assert "the hood is raised: bright light for 30 feet and dim light for 30 more; 343 minutes left" in use(
        older, "Hooded Lantern", property="hood"
    )
    assert "puts Hooded Lantern out" in use(older, "Hooded Lantern")
    assert "lights Candle" in use(older, "Candle")
    older.did("advance", duration="55 minutes")
    assert "Candle" not in older.bag("Wren")


@pytest.mark.parametrize(
    ("item", "off"),
    [
        ("Boots of Speed", "click is off"), ("Wings of Flying", "wings is off"), ("Gem of Seeing", "see is off"), ("Odd Lens", "glow is off"),
    ],
)  # fmt: skip
def test_what_was_on_is_switched_off(older: Table, item: str, off: str) -> None:
    assert off in use(older, item)
    assert "(on:" not in older.did("view", "Wren")["text"].partition(item)[2].partition(",")[0]


def test_a_time_in_odd_words_costs_nothing_and_works_on(older: Table) -> None:
    use(older, "Odd Lens")
    older.did("start_fight", names=["Wren", "Bram"])
    while "Wren's turn" not in older.did("next_turn")["text"]:
        pass
    assert "glow is on" in (told := use(older, "Odd Lens")) and "action" not in told


def test_minutes_and_charges_and_uses_are_counted_on(older: Table) -> None:
    use(older, "Boots of Speed")
    assert "click is on; 8 minutes left" in use(older, "Boots of Speed")
    use(older, "Gem of Seeing")
    assert "see is on for 10 minutes; 1 charge left" in use(older, "Gem of Seeing")
    use(older, "Wings of Flying")
    older.refused("no_uses_left", "use", "Wren", itemName="Wings of Flying")
    older.refused("no_uses_left", "use", "Wren", itemName="Manual of Bodily Health")
    assert "(4 uses, 3 uses left)" in use(older, "Healer's Kit", quantity=4, force=True)


def test_what_was_drunk_starts_over_and_does_not_lie_twice(older: Table) -> None:
    older.did("give", "Wren", template="Potion of Climbing")
    assert "Potion of Climbing starts over." in use(older, "Potion of Climbing")
    assert "Odd Salve starts over." in use(older, "Odd Salve")
    assert [e.name for e in older.thing("Wren").creature.effects] == ["Potion of Climbing", "Odd Salve"]


def test_what_nobody_knows_starts_over_under_its_look(older: Table) -> None:
    item = next(t.id for t in older.now.things.values() if t.name == "Potion of Flying")
    older.did("use", "Bram", itemId=item)
    (lying,) = older.thing("Bram").creature.effects
    assert lying.name == "Potion of Flying" and lying.cause.look == "Potion"


def test_a_bonus_that_the_clock_took_back_is_given_again(older: Table) -> None:
    before = older.number("Bram", "ac")
    use(older, "Defender Longsword", "Bram", quantity=3)
    assert older.number("Bram", "ac") == before + 3
    use(older, "Defender Longsword", "Bram")
    assert older.number("Bram", "ac") == before


def test_potions_heal_in_both_spellings(older: Table) -> None:
    let(older, face=2)
    assert "(used up, 2 left)" in use(older, "Potion of Healing") and older.hp("Wren") == 34
    assert "(used up, 1 left)" in use(older, "Draught") and older.hp("Wren") == 40


def test_an_answer_to_a_use_from_before_rolls_anew_and_says_so(tmp_path: Path) -> None:
    """Bram's own reaction takes 3 from the fire of a bomb; the dice of the bomb were recorded without a key."""
    with brought_back("uses-answer", tmp_path) as table:
        let(table, face=1)
        told = table.did("act", "Bram", act="Shrug", answer=True)["text"]
        assert "rolled anew" in told and table.hp("Bram") == 40 - (4 - 3)
        table.did("use", "Wren", itemName="Odd Bomb", targetName="Bram")
        let(table, face=6)
        again = table.did("act", "Bram", act="Shrug", answer=True)["text"]
        assert "rolled anew" not in again and table.hp("Bram") == 39 - (4 - 3)
