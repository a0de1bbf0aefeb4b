"""The call log keeps a limited number: the oldest calls without a change go first."""

import pytest
from sqlalchemy import func, select

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.store import call_log, call_retention
from rpg_lite.store.tables import CALL

PARTY = {"operation": "party"}


def play(game: Game) -> None:
    """Ten changes, each followed by a look, a view and a refusal."""
    for n in range(10):
        game.ask({"operation": "create", "name": f"Rat {n}"}, "manage_character")
        game.ask(PARTY, "read_campaign")
        game.ask({"operation": "view", "characterName": f"Rat {n}"})
        game.ask({"operation": "create", "name": ""}, "manage_character")
    game._clerk.write()


def kept(game: Game) -> list[str]:
    asked = select(CALL.c.text).where(CALL.c.parent_id.is_(None)).order_by(CALL.c.id)
    return list(game.store.at_one_moment(lambda connection: connection.execute(asked).scalars().all()))


def forget(game: Game, most: int) -> int:
    return game.store.in_one_transaction(lambda connection: call_retention.forget(connection, game.campaign.id, most))


def test_who_only_looks_drives_out_no_deed() -> None:
    with open_campaign(":memory:") as game:
        play(game)
        assert forget(game, 40) == 0 and len(kept(game)) == 40
        assert forget(game, 15) == 25
        deeds = [text for text in kept(game) if "Rat" in text and "create" in text]
        assert len(deeds) == 10
        assert forget(game, 4) == 11
        assert kept(game) == deeds[-4:]
        rows = game.store.at_one_moment(lambda connection: connection.execute(select(func.count()).select_from(CALL)).scalar_one())
        assert rows == 8


def test_it_is_looked_after_while_calls_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two counts the log holds at most `LOOKS_AFTER` calls too many. Only this test writes, so the thread does not matter."""
    monkeypatch.setattr(call_log, "WRITTEN_WITHIN", 1_000)
    monkeypatch.setattr(call_retention, "LOOKS_AFTER", 20)
    monkeypatch.setattr(call_retention.forget, "__defaults__", (15,))
    with open_campaign(":memory:") as game:
        left = []
        for _ in range(30):
            game.ask(PARTY, "read_campaign")
            game._clerk.write()
            left.append(len(kept(game)))
    assert left == [*range(1, 20), 15, *range(16, 26)]
