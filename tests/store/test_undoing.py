"""The rows that undo reads do not grow with the history."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bench.calls import python_calls
from rpg_lite.campaign_opening import open_campaign
from rpg_lite.game import Game
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.world import events
from rpg_lite.world.world_model import ROOMS_ID, Exit, Thing, World

IN_A_COMMIT = 1000


def dug(game: Game, rooms: int) -> None:
    """So many rooms in rows, a thousand in a commit, as maps bring them in."""
    for row in range(rooms // IN_A_COMMIT):
        game.store.write(game.campaign.id, lambda at, row=row: _dig(at, row))


def _dig(at: Writing, row: int) -> None:
    made = [Thing(f"r{at.rev}.{n + 1}", "room", f"Cave {row}-{n}", ROOMS_ID) for n in range(IN_A_COMMIT)]
    ways = [Exit(f"e{at.rev}.{IN_A_COMMIT + n}", one.id, "east", "east", two.id) for n, (one, two) in enumerate(pairwise(made), 1)]
    after = World(at.campaign, {t.id: t for t in made}, exits={way.id: way for way in ways})
    happened = [*map(events.Created, made), *map(events.ExitOpened, ways)]
    at.record(
        World(at.campaign), after, happened, tool="manage_room", request_id=None, request_hash="", answer={"ok": True, "text": "Caves."}
    )


def asked(game: Game, **payload: Any) -> dict[str, Any]:
    answer = game.ask(payload, tool="manage_room")
    assert answer["ok"], answer["text"]
    return answer


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of events in each read that had some."""
    counts: list[int] = []
    real = events.load

    def load(rows: Iterable[dict[str, Any]]) -> tuple[events.Event, ...]:
        found = real(rows)
        counts.append(len(found))
        return found

    monkeypatch.setattr(events, "load", load)
    return counts


def test_undo_reads_the_events_of_what_it_takes_back_alone(loaded: list[int]) -> None:
    with open_campaign() as game:
        dug(game, 3 * IN_A_COMMIT)
        made = asked(game, operation="create", name="Nook")
        asked(game, operation="update", bagName="Nook", vibe="wet")
        loaded.clear()
        asked(game, operation="undo")
        asked(game, operation="undo", rev=made["rev"])
        assert 0 < sum(loaded) < 100


def test_of_what_came_later_only_what_still_stands_is_compared(loaded: list[int]) -> None:
    with open_campaign() as game:
        made = asked(game, operation="create", name="Nook")
        dug(game, IN_A_COMMIT)
        big = game.store.rev(game.campaign.id)
        asked(game, operation="undo", rev=big)
        loaded.clear()
        asked(game, operation="undo", rev=made["rev"])
        assert 0 < sum(loaded) < 100


def test_the_last_that_stands_is_found_behind_many_that_do_not() -> None:
    with open_campaign() as game:
        revs = [asked(game, operation="create", name=f"Nook {n}")["rev"] for n in range(40)]
        for rev in reversed(revs):
            asked(game, operation="undo", rev=rev)
        first = game.store.rev(game.campaign.id)
        for rev in range(first, first - 40, -1):  # each undo is undone, so that none of the eighty newest stands
            asked(game, operation="undo", rev=rev)
        assert asked(game, operation="undo")["rev"] == first + 41


@pytest.mark.slow
def test_undo_costs_the_same_in_a_large_campaign(tmp_path: Path) -> None:
    with open_campaign(tmp_path / "small.db") as small, open_campaign(tmp_path / "large.db") as large:
        dug(large, 50_000)
        assert _calls_of_an_undo(large) <= 1.2 * _calls_of_an_undo(small)


def _calls_of_an_undo(game: Game) -> int:
    found = []
    for _ in range(7):
        asked(game, operation="create", name="Nook")
        found.append(python_calls(lambda: asked(game, operation="undo")))
    return min(found)
