"""Arguments of prompts and resources are completed by what the caller sees (S154)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastmcp import Client
from mcp.types import PromptReference, ResourceTemplateReference

from rpg_lite import open_campaign
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.server import mcp_completions, subscriptions
from rpg_lite.server.mcp import server


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    (tmp_path / "lore" / "rules").mkdir(parents=True)
    (tmp_path / "lore" / "rules" / "falling.md").write_text("# Falling\n\nIt hurts.", "utf-8")
    with open_campaign(tmp_path / "c.db", lore=tmp_path / "lore") as made:
        for name, more in (("Thorin", {"party": True}), ("Orla", {}), ("Elara", {"party": True})):
            assert made.ask({"operation": "create", "name": name, "character": more}, "manage_character")["ok"]
        yield made


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(
    ("ref", "typed", "found"),
    [
        (PromptReference(type="ref/prompt", name="npc"), "or", ["Orla", "Thorin"]),
        (PromptReference(type="ref/prompt", name="begin"), "", []),
        (ResourceTemplateReference(type="ref/resource", uri=subscriptions.CHARACTER), "c1", ["c1.1"]),
        (ResourceTemplateReference(type="ref/resource", uri=subscriptions.INVENTORY), "he", ["here"]),
        (ResourceTemplateReference(type="ref/resource", uri=subscriptions.ITEM), "longsw", ["Longsword"]),
        (ResourceTemplateReference(type="ref/resource", uri=subscriptions.SCENE), "combat.c", ["combat.conditions"]),
        (ResourceTemplateReference(type="ref/resource", uri=subscriptions.LORE), "fall", ["rules/falling.md"]),
        (ResourceTemplateReference(type="ref/resource", uri="rpg://nothing"), "", []),
    ],
)
async def test_an_argument_is_completed(
    game: Game, mode: str, ref: PromptReference | ResourceTemplateReference, typed: str, found: list[str]
) -> None:
    async with Client(server(game), mode=mode) as client:
        assert (await client.complete(ref, {"name": "name", "value": typed})).values == found


def test_players_complete_what_they_see(game: Game) -> None:
    assert game.ask({"operation": "create", "name": "Cellar", "direction": "down"}, "manage_room")["ok"]
    assert game.ask({"operation": "create", "name": "Lurker", "character": {}}, "manage_character")["ok"]
    assert game.ask({"operation": "go", "characterName": "Lurker", "direction": "down"}, "manage_room")["ok"]
    player = Caller("player", characters=("c1.1",))
    people = list(mcp_completions.WORDS[mcp_completions.SPEAK_AS](game, player))
    assert "Orla" in people and "Lurker" not in people
    assert list(mcp_completions.WORDS[subscriptions.LORE](game, player)) == []
