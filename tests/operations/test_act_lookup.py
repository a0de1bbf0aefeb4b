"""Find something by its words or by a part of its name, wherever it stands."""

from pathlib import Path

from rpg_lite import open_campaign
from rpg_lite.game import Game

PAGES = Path(__file__).parents[1] / "lore"


def read(game: Game, operation: str, **fields: str) -> str:
    answer = game.ask({"operation": operation, **fields}, "read_campaign", "brief")
    assert answer["ok"], answer["text"]
    return str(answer["text"])


def test_words_are_found_wherever_they_stand() -> None:
    with open_campaign(":memory:", seed=1, lore=PAGES) as game:
        for tool, payload in (
            ("keep_journal", {"operation": "decide", "question": "Does a torch burn under water?", "text": "No, it goes out."}),
            ("keep_journal", {"operation": "idea", "text": "The ferryman is a ghost."}),
            ("manage_character", {"operation": "create", "name": "Old Marra", "character": {"hpMax": 9}}),
        ):
            assert game.ask(payload, tool)["ok"]
        assert "rules/falling.md" in read(game, "rules", query="he goes over the cliff")
        assert "No, it goes out." in read(game, "rules", query="burning torches under the river")
        found = read(game, "journal", query="FERRYMAN")
        assert "The ferryman is a ghost." in found and "torch" not in found
        assert "Potion of Healing" in read(game, "item", query="healing")
        near = game.ask({"operation": "examine", "name": "Marra"}, "read_campaign")["error"]
        assert near["near"][0] == "Old Marra" and "Old Marra" in read(game, "examine", name="old marra")
        assert "rpg:look" in read(game, "examine", name="rpg:look")
        used = game.ask({"operation": "equip", "bagName": "Lobby", "itemName": "rpg:l*"}, "manage_tools", "brief")
        assert used["ok"] and "look" in used["text"], used["text"]
