"""Strong winds where places count: fogs and gases into which one blows disperse (SRD, Gust of Wind, Fog Cloud, Cloudkill, Stinking Cloud)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import inside, turn_of
from tests.operations.dice import let
from tests.operations.halls import casts, hall
from tests.operations.table import Table, snapshot
from tests.rows import each_row

GASES = [
    *((ruleset, spell) for ruleset in RULESETS for spell in ("Fog Cloud", "Cloudkill", "Incendiary Cloud")),
    ("5.2", "Stinking Cloud"),
]


def clouded(ruleset: Ruleset, spell: str, at: str = "K8") -> Table:
    """A cloud of Mira, on the turn of Nara at B14."""
    table = hall(ruleset, turn="Mira")
    casts(table, spell, "Mira", at=at, force=True)
    assert spell in inside(table)
    turn_of(table, "Nara")
    return table


@each_row(("ruleset", "spell"), GASES)
def test_a_gust_into_a_cloud_disperses_it(ruleset: Ruleset, spell: str) -> None:
    table = clouded(ruleset, spell)
    before = snapshot(table.game)
    told = casts(table, "Gust of Wind", "Nara", toward="northeast", force=True)["text"]
    assert f"Mira no longer concentrates on {spell}: a strong wind disperses it." in told
    assert spell not in inside(table)
    table.did("undo")
    assert snapshot(table.game).world == before.world


@each_row(("ruleset", "spell"), GASES)
def test_a_gust_beside_a_cloud_leaves_it(ruleset: Ruleset, spell: str) -> None:
    table = clouded(ruleset, spell, at="P5")
    casts(table, "Gust of Wind", "Nara", toward="east", force=True)
    assert spell in inside(table)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_cloud_into_a_wind_disperses_at_once(ruleset: Ruleset) -> None:
    table = hall(ruleset, turn="Nara")
    casts(table, "Gust of Wind", "Nara", toward="northeast", force=True)
    turn_of(table, "Mira")
    told = casts(table, "Fog Cloud", "Mira", at="K8", force=True)["text"]
    assert "a strong wind disperses it" in told and "Fog Cloud" not in inside(table)


def test_gas_that_nobody_concentrates_on_disperses() -> None:
    """SRD 5.1, Dretch, Fetid Cloud."""
    table = hall("5.1", turn="Dretch", Dretch=("H8", {"template": "Dretch"}))
    table.did("act", "Dretch", act="Fetid Cloud")
    assert "Fetid Cloud" in inside(table)
    turn_of(table, "Nara")
    told = casts(table, "Gust of Wind", "Nara", toward="northeast", force=True)["text"]
    assert "Fetid Cloud ends: a strong wind disperses it." in told and "Fetid Cloud" not in inside(table)


@each_row(
    ("begins", "ends", "feet"),
    [
        ("H14", "F14", 20), ("H14", "J14", 10), ("H14", "H12", 10), ("O14", "M14", 15), ("H15", "F15", 20), ("H12", "F12", 10),
        ("H14", "G13", 10), ("N14", "M14", 10),
    ],
)  # fmt: skip
def test_each_foot_against_a_gust_costs_two(begins: str, ends: str, feet: int) -> None:
    """Nara blows from B14 to the east, over C14-N15; the step that comes into the wind costs what it costs, each within it twice as much."""
    for ruleset in RULESETS:
        table = hall(ruleset, turn="Nara")
        told = casts(table, "Gust of Wind", "Nara", toward="east", force=True)
        table.did("place", names=["Goblin 1"], to=begins)
        turn_of(let(table, 20), "Goblin 1")
        table.did("place", names=["Goblin 1"], to=begins)
        squares = told["results"][0]["area"]["squares"]
        assert f"moves {feet} ft" in table.did("move", "Goblin 1", path=_straight(begins, ends))["text"], squares


def _straight(begins: str, ends: str) -> list[str]:
    """The squares from one to another, along a row, a column or a diagonal."""
    (x, y), (east, south) = ((ord(at[0]), int(at[1:])) for at in (begins, ends))
    steps = max(abs(east - x), abs(south - y))
    return [f"{chr(x + (east - x) * n // steps)}{y + (south - y) * n // steps}" for n in range(1, steps + 1)]
