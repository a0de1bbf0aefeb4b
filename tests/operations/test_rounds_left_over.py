"""The clock keeps the rounds beyond a full minute: a fight takes the rounds that were fought, and durations of rounds run on after it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rpg_lite
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.store import store_maintenance
from rpg_lite.store.store import Store
from rpg_lite.world import clock
from tests.examples import examples
from tests.operations.dice import let
from tests.operations.table import Table
from tests.operations.worlds import heroes
from tests.store.exports import export, silent


@pytest.fixture
def room(table: Table) -> Table:
    """Thorin, Elara, Pip and Mug."""
    table.did("create", name="Pip", character={"hpMax": 10, "abilities": {"dex": 18}, "party": True})
    table.did("create", name="Mug", character={"hpMax": 10, "abilities": {"dex": 6}, "party": False})
    return table


@pytest.fixture
def fight(room: Table) -> Table:
    """Pip, Thorin and Mug fight in this order."""
    let(room, 10).did("start_fight", names=["Mug", "Pip", "Thorin"])
    return room


@pytest.mark.parametrize(
    ("rounds", "minutes", "time"),
    [(1, 0, "08:00 +1 round."), (9, 0, "08:00 +9 rounds."), (10, 1, "08:01."), (11, 1, "08:01 +1 round.")],
)
def test_the_end_moves_the_clock_by_the_rounds_that_were_fought(fight: Table, rounds: int, minutes: int, time: str):
    before = fight.now.minutes
    for _ in range(3 * (rounds - 1)):
        fight.did("next_turn")
    ended = fight.did("end_fight")["text"]
    assert f"after {rounds} round{'s' if rounds > 1 else ''}." in ended and f"It is day 1, {time}" in ended
    assert fight.now.minutes == before + minutes and "fight" not in fight.now.things["w"].body
    assert f"day 1, {time.removesuffix('.')}," in fight.did("party")["text"]


def test_what_lasts_longer_than_a_fight_has_its_true_rounds_left(fight: Table):
    fight.did("apply", "Thorin", effect="Bless", source="Elara")
    fight.did("apply", "Mug", condition="stunned", duration="4 rounds")
    for _ in range(3):
        fight.did("next_turn")
    assert "stunned" not in fight.did("end_fight")["text"]
    assert "Bless (8 rounds left)" in fight.did("party")["text"]
    assert "Mug is no longer stunned" in fight.did("advance", duration="1 round")["text"]
    fight.did("advance", duration="6 rounds")
    assert "Bless (1 round left)" in fight.did("party")["text"]
    assert "it is day 1, 08:01. Bless on Thorin ends." in fight.did("advance", duration="1 round")["text"]


def test_what_waits_for_a_turn_of_the_last_round_ends_with_the_fight(fight: Table):
    fight.did("apply", "Thorin", condition="stunned", duration="1 round", source="Mug")
    assert "Thorin is no longer stunned." in fight.did("end_fight")["text"]


@given(st.lists(st.integers(1, 14), max_size=3), st.integers(0, 25))
@settings(max_examples=examples(10))
def test_the_clock_counts_every_round_that_is_fought_and_waited(fought: list[int], waited: int):
    """The ledger of time: minutes and rounds together are the rounds that were fought and waited, in whatever order."""
    box = heroes()
    if waited:
        box.did("advance", duration=f"{waited} rounds")
    for rounds in fought:
        box.did("start_fight", names=["Thorin"])
        for _ in range(rounds - 1):
            box.did("next_turn")
        before = clock.now(box.world)
        box.did("end_fight")
        assert clock.now(box.world) == before + 1  # the round that was being fought
    assert clock.now(box.world) == waited + sum(fought)
    assert 0 <= clock.rounds_over(box.world) < ROUNDS_A_MINUTE
    assert box.now.minutes * ROUNDS_A_MINUTE + clock.rounds_over(box.world) == waited + sum(fought)


def test_dawn_comes_to_the_round_and_an_undo_takes_the_rounds_back(room: Table):
    room.did("start_fight", names=["Thorin"])
    room.did("end_fight")
    there = room.now.world
    assert room.did("party", detail="full")["results"][0]["rounds"] == 1
    assert "it is day 2, 06:00." in room.did("advance", duration="dawn")["text"]
    assert room.thing("world").root.rounds == 0
    assert "rounds" not in room.did("party", detail="full")["results"][0]
    room.did("undo")
    assert room.now.world == there and room.thing("world").root.rounds == 1
    room.did("undo")
    assert room.thing("world").root.rounds == 0


def test_an_export_keeps_the_rounds(tmp_path: Path) -> None:
    with rpg_lite.open_campaign(tmp_path / "home.db", "Saltmarsh", new=True) as game:
        table = Table(game)
        table.did("create", name="Pip", character={"party": True})
        table.did("start_fight", names=["Pip"])
        table.did("end_fight")
    export(tmp_path / "home.db", tmp_path / "out.zip")
    with Store.open(tmp_path / "away.db") as away:
        assert store_maintenance.import_campaign(away, tmp_path / "out.zip", None, silent) == "Saltmarsh"
        assert store_maintenance.findings(away, silent) == []
    with rpg_lite.open_campaign(tmp_path / "away.db", "Saltmarsh") as game:
        told = game.ask({"operation": "party"}, tool="read_campaign", detail="full")
        assert "day 1, 08:00 +1 round," in told["text"] and told["results"][0]["rounds"] == 1
        at_first = game.ask({"operation": "party", "atRev": 1}, tool="read_campaign")
        assert "day 1, 08:00," in at_first["text"]


def test_time_that_passes_by_the_minute_keeps_the_rounds(room: Table) -> None:
    room.did("advance", duration="4 rounds")
    assert "it is day 1, 09:00 +4 rounds." in room.did("rest", "Thorin", kind="short")["text"]
    assert "it is day 1, 09:03 +4 rounds." in room.did("advance", duration="3 minutes")["text"]
