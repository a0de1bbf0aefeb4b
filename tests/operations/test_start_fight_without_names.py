"""A fight that names nobody is refused with a call that works, as next_turn without a fight is."""

import pytest

from rpg_lite.campaign_opening import open_campaign


@pytest.mark.parametrize("call", [{"operation": "start_fight"}, {"operation": "start_fight", "seed": 3}, {"operation": "next_turn"}])
def test_the_refusal_proposes_the_party(call: dict[str, object]) -> None:
    with open_campaign(seed=1) as game:
        game.ask({"operation": "create", "name": "Ada", "character": {"party": True, "classes": ["fighter"]}}, tool="manage_character")
        refused = game.ask(call, tool="execute_action")
        assert not refused["ok"] and refused["error"]["try"]["names"] == ["party"], refused["text"]
        assert game.ask(refused["error"]["try"], tool="execute_action")["ok"]


def test_without_a_party_nothing_is_proposed() -> None:
    with open_campaign(seed=1) as game:
        assert "Send instead" not in game.ask({"operation": "start_fight"}, tool="execute_action")["text"]
