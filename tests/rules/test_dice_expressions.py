"""Dice in the whole grammar of d20: rerolls, explosions, sets, arithmetic and comparisons."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg_lite import open_campaign
from rpg_lite.rules.dice import bounds, count_faces, fault_in_roll, is_sum, roller, written_out
from tests.rows import each_row

SIZES = st.sampled_from([1, 2, 4, 6, 8, 10, 12, 20, 100, "%"])
CHANGES = st.sampled_from(
    ["kh1", "kl2", "ph1", "pl1", "k>2", "p<3", "rr1", "rr<3", "ro1", "ro>4", "ra6", "e6", "e>9", "mi2", "ma3", "rrh1"]
)
DICE = st.builds(lambda n, size, changes: f"{n}d{size}{''.join(changes)}", st.integers(0, 9), SIZES, st.lists(CHANGES, max_size=3))
PARTS = DICE | st.integers(0, 20).map(str)
EXPRESSIONS = st.recursive(
    PARTS,
    lambda inner: (
        st.builds("{}{}{}".format, inner, st.sampled_from("+ - * / // % > < == >= <= !=".split()), inner)
        | st.builds("({})".format, inner)
        | st.builds("-({})".format, inner)
        | st.builds("({}, {}){}".format, inner, inner, st.sampled_from(["", "kh1", "kl1", "ph1"]))
        | st.builds("{}[fire]".format, inner)
    ),
    max_leaves=4,
)


@given(EXPRESSIONS, st.integers(0, 2**32))
def test_what_has_no_fault_is_rolled_between_its_bounds(text: str, seed: int) -> None:
    if fault_in_roll(text):
        return
    low, high = bounds(text)
    roll = roller(seed)(text)
    assert low <= roll.total <= high
    assert roller(seed)(text) == roll


@each_row(
    ("text", "low", "high"),
    [
        ("4d6rr1", 4, 24), ("(2d6+3)*2", 10, 30), ("2d20kl1", 1, 20), ("4d6kh3+1d4", 4, 22), ("1d20>10", 0, 1), ("10d6mi2", 20, 60),
        ("1d6//2", 0, 3), ("1d%", 0, 90), ("-(2d6)", -12, -2), ("(1d6, 2d6)kh1", 0, 18), ("2d6ma3", 2, 6), ("4d6pl1*2", 6, 36),
        ("1d6[fire]+2", 3, 8), ("2d6ro<3", 2, 12), ("1d8ra8", 1, 16), ("3D6RR1", 3, 18),
    ],
)  # fmt: skip
def test_the_grammar_is_rolled_by_d20(text: str, low: int, high: int) -> None:
    assert fault_in_roll(text) is None and bounds(text) == (low, high)
    totals = [roller(seed)(text).total for seed in range(60)]
    assert low <= min(totals) and max(totals) <= high


def test_what_is_rolled_again_shows_its_last_face() -> None:
    rolls = [roller(seed)("4d6rr<3") for seed in range(50)]
    assert all(min(roll.faces) >= 3 and roll.total == sum(roll.faces) for roll in rolls)
    exploded = [roller(seed)("3d6e6") for seed in range(50)]
    assert {len(roll.faces) - roll.faces.count(6) for roll in exploded} == {3}


def test_an_expression_tells_its_faces_and_is_not_counted() -> None:
    assert (written_out("(2d6+3)*2", (2, 5)), is_sum("(2d6+3)*2"), is_sum("4d6kh3")) == ("2, 5", False, True)
    assert count_faces([("4d6rr1", (2, 3, 4, 5))]) == []


@pytest.mark.parametrize(
    ("payload", "told"),
    [
        ({"operation": "roll", "dice": "(2d6+3)*2", "seed": 1}, "Rolled (2d6+3)*2: 2, 5 → 20."),
        ({"operation": "roll", "dice": "2d20kl1", "seed": 1}, "Rolled 2d20kl1: 5, 19 = 5."),
        ({"operation": "roll", "dice": "1d20>10", "seed": 1}, "Rolled 1d20>10: 5 → 0."),
        ({"operation": "damage", "characterName": "Rat", "dice": "4d6rr1", "damageType": "fire", "seed": 1}, "Rolled 4d6rr1: 2, 5, 4, 3 → 14."),
        ({"operation": "heal", "characterName": "Rat", "dice": "2d4mi2", "seed": 1}, "Rolled 2d4mi2"),
    ],
)  # fmt: skip
def test_every_call_that_takes_dice_takes_an_expression(payload: dict[str, object], told: str) -> None:
    with open_campaign(":memory:") as game:
        assert game.ask({"operation": "create", "name": "Rat", "character": {"hp": 20, "hpMax": 40}}, "manage_character")["ok"]
        would = game.ask({**payload, "dryRun": True}, "execute_action")
        assert would["ok"] and "not rolled in a dry run" in would["text"]
        answer = game.ask(payload, "execute_action")
        assert answer["ok"] and told in answer["text"], answer["text"]
        assert game.ask({"operation": "undo"}, "manage_inventory")["ok"]


@pytest.mark.parametrize("dice", ["1000000d6", "2*3", "level+2", "1d6/0", "1d1rr1", "4d6k3"])
def test_what_cannot_be_rolled_is_refused_with_dice_that_can(dice: str) -> None:
    with open_campaign(":memory:") as game:
        answer = game.ask({"operation": "roll", "dice": dice}, "execute_action")
        assert not answer["ok"] and answer["error"]["field"] == "dice" and dice in answer["text"]
