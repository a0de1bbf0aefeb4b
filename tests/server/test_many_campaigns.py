"""A server that plays many campaigns in turn keeps only some of them open, and answers for all of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import rpg_lite
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.server import campaign_router
from rpg_lite.server.campaign_router import CampaignRouter

NAMES = [f"Table {n}" for n in range(8)]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    for name in NAMES:
        with rpg_lite.open_campaign(tmp_path / "tables.db", name, new=True) as made:
            made.ask({"operation": "create", "name": f"Hero of {name}"}, "manage_character")
    with rpg_lite.open_campaign(tmp_path / "tables.db", NAMES[0]) as first:
        yield first


def test_the_campaigns_that_were_idle_longest_are_let_go_and_come_back(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_router, "MOST_OPEN", 3)
    router = CampaignRouter(game)
    for round_ in range(2):
        for name in NAMES:
            played = router._open(Caller(campaign=name)).game
            answer = played.ask({"operation": "give", "characterName": f"Hero of {name}", "template": "Torch"})
            assert answer["ok"] and answer["rev"] == 2 + round_, answer["text"]
            assert len(router._opened) <= 3 and len(router._played) <= 4 and len(game._siblings) <= 3
            assert len(game.store._memories) <= 4


def test_a_campaign_that_somebody_listens_to_stays(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_router, "MOST_OPEN", 2)
    router = CampaignRouter(game)
    heard = router._open(Caller(campaign=NAMES[1]))
    monkeypatch.setattr(type(heard.listening), "is_heard", property(lambda self: self is heard.listening))
    for name in NAMES[2:]:
        router._open(Caller(campaign=name))
    assert router._open(Caller(campaign=NAMES[1])).game is heard.game
    assert router._open(Caller(campaign=NAMES[0])).game is game
