"""A thing of a map that nobody has identified."""

from rpg_lite.content import map_text, map_text_writing
from rpg_lite.operations.callers import Caller
from tests.operations.table import Table

MAP = "# Cell\n\n## Cell\n* Chest\n* Ring of Protection; unidentified; in Chest\n* Ring of Protection\n"


def test_players_see_the_look_and_the_game_master_the_name(empty: Table) -> None:
    plan = map_text.parse(MAP)
    assert map_text.parse(map_text_writing.write(plan)) == plan
    empty.did("create", name="Mira", character={"party": True})
    assert empty.send({"operation": "import_map", "document": plan.model_dump(mode="json", by_alias=True)}, "manage_room")["ok"]
    empty.did("join", toName="Cell")
    ask = {"operation": "transfer", "bagName": "Chest", "itemName": "Ring of Protection", "toCharacterName": "Mira"}
    assert empty.send(ask)["ok"]
    view = {"operation": "view", "characterName": "Mira"}
    player = Caller("player", "ann", None, ("Mira",))
    assert "Protection" not in empty.game.ask(view, tool="manage_inventory", caller=player)["text"]
    assert "Ring of Protection" in empty.send(view)["text"]
    empty.did("identify", "Mira", itemName="Ring of Protection")
    assert "Ring of Protection" in empty.game.ask(view, tool="manage_inventory", caller=player)["text"]
    looked = empty.game.ask({"operation": "look"}, tool="manage_room", caller=player)["text"]
    assert "Ring of Protection" in looked, "a thing without the word is known"
