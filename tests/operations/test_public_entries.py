"""Decisions and milestones that the players may read, and those that only the game master keeps."""

import pytest

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game

MIRA = Caller("player", characters=("Mira",))


def read(game: Game, caller: Caller, operation: str) -> str:
    answer = game.ask({"operation": operation}, "read_campaign", "brief", caller)
    assert answer["ok"], answer["text"]
    return str(answer["text"])


@pytest.mark.parametrize("kind", ["decide", "milestone"])
def test_a_public_entry_reaches_every_player_also_those_who_join_later(kind: str) -> None:
    with open_campaign(":memory:", seed=1) as game:
        for text, public in (("Grim, and no spiders.", True), ("The ferryman is a ghost.", False)):
            assert game.ask({"operation": kind, "text": text, "public": public}, "keep_journal")["ok"]
        game.ask({"operation": "create", "name": "Mira", "character": {"classes": ["wizard 1"], "party": True}}, "manage_character")
        seen = [read(game, MIRA, operation) for operation in ("journal", "context", "recap")]
        assert all("Grim, and no spiders." in text for text in seen[:2]), seen
        assert not any("ghost" in text for text in seen)
        whole = read(game, GM, "journal")
        assert "for the game master only: Grim" not in whole and "for the game master only: The ferryman" in whole
