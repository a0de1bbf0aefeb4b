"""A named feature of the ground as a place: on it, beside it, behind it; a wide ledge, too, whose floor lies above that beside it."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import fought, places, put, turn_of

HEIGHT = {"is": "ledge", "at": "A8-C10", "ft": 10, "called": "balcony"}
GROUND = {
    "size": "12x10",
    "features": [
        HEIGHT,
        {"is": "difficult", "at": "E8-F9", "called": "Reeds"},
        {"is": "furniture", "at": "D3-E3", "called": "Counter"},
        {"is": "stairs", "at": "H1-H2", "called": "Old Steps"},
    ],
}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("words", "square"),
    [
        ("beside balcony", "C7"), ("next to the balcony", "C7"), ("near balcony", "C7"), ("on balcony", "C8+10"), ("balcony", "C8+10"),
        ("the balcony", "C8+10"), ("on Reeds", "E8"), ("beside Reeds", "D7"), ("Reeds", "D7"), ("on Counter", "D3"), ("beside Counter", "C4"),
        ("behind Counter", "C4"),
    ],
)  # fmt: skip
def test_a_feature_is_a_place(ruleset: Ruleset, words: str, square: str) -> None:
    table = fought(ruleset, GROUND)
    put(table, Ogre="K9", Goblin_1="K1", Goblin_2="K2", Pip="A1", Oda="C6")
    turn_of(table, "Oda")
    told = table.did("move", "Oda", to=words, dryRun=True, force=True)["text"]
    assert square in told, told


def test_places_takes_their_names() -> None:
    table = fought("5.2", GROUND)
    table.did("place", names=["Oda"], to="balcony")
    assert places(table)["Oda"].endswith("+10")
    table.did("place", names=["Oda"], to="beside balcony")
    assert not places(table)["Oda"].endswith("+10")
