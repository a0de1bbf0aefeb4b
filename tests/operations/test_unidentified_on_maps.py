"""A thing of a map that nobody has identified, and one that nobody has found."""

import pytest

from rpg_lite.content import map_export, map_text, map_text_writing
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.decision.callers import Caller
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

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


HIDDEN = "# Cell\n\n## Cell\n* Chest; hidden; find 14\n* Ring of Protection; in Chest\n"


def test_a_hidden_thing_waits_for_a_search_and_goes_out_again(empty: Table) -> None:
    plan = map_text.parse(HIDDEN)
    assert map_text.parse(map_text_writing.write(plan)) == plan
    empty.did("create", name="Mira", character={"party": True})
    assert empty.send({"operation": "import_map", "document": plan.model_dump(mode="json", by_alias=True)}, "manage_room")["ok"]
    empty.did("join", toName="Cell")
    player = Caller("player", "ann", None, ("Mira",))
    assert "Chest" not in empty.game.ask({"operation": "look"}, tool="manage_room", caller=player)["text"]
    written = map_export.written_map(empty.game.store.read(empty.game.campaign.id, lambda at: at.whole()), empty.game.book)
    (chest, ring) = next(room for room in written.plan.rooms if room.name == "Cell").things
    assert (chest.hidden, chest.find, ring.inside, written.left_out) == (True, 14, "Chest", ())
    empty.roll_with(falling(20))
    empty.did("search")
    assert "Chest" in empty.game.ask({"operation": "look"}, tool="manage_room", caller=player)["text"]


@each_row(
    ("line", "why"),
    [
        ("* Chest; find 14", "only a hidden thing has a DC to find it"),
        ("* Chest\n* Torch; hidden; in Chest", "only a thing on the floor of its room can be hidden"),
    ],
)
def test_words_that_cannot_hide_a_thing_are_refused(line: str, why: str) -> None:
    with pytest.raises(Faulty) as raised:
        map_text.parse(f"# Cell\n\n## Cell\n{line}\n")
    assert why in raised.value.places[0][1]
