"""Quests of a map stand in the journal after its import."""

from typing import Any

from rpg_lite.content import map_text
from rpg_lite.decision.callers import Caller
from rpg_lite.world.quest_graph import quests_of
from tests.operations.table import Table

MAP = """# The Silent Tower
quest: The Lost Bell; public; text The village pays 50 gp.
step: Search the moat; under The Lost Bell; text It is shallow; but cold.

## Gate
- out: outside
"""


def bring(table: Table, text: str = MAP) -> dict[str, Any]:
    document = map_text.parse(text).model_dump(mode="json", by_alias=True)
    return dict(table.send({"operation": "import_map", "document": document}, "manage_room"))


def quests(table: Table, caller: Caller | None = None) -> str:
    return str(table.game.ask({"operation": "quests"}, tool="read_campaign", caller=caller or Caller())["text"])


def test_they_stand_in_the_journal_and_can_be_closed(empty: Table) -> None:
    assert "2 lines about quests" in bring(empty)["text"]
    assert "The Lost Bell" in quests(empty) and "Search the moat" in quests(empty)
    player = Caller("player", "ann", None, ())
    assert "The Lost Bell" in quests(empty, player) and "moat" not in quests(empty, player)
    done = empty.send({"operation": "progress", "name": "Search the moat", "status": "done"}, "keep_journal")
    assert done["ok"] and "The Lost Bell" in done["text"], "the last step asks about its quest"


def test_a_quest_of_the_same_name_keeps_its_status(empty: Table) -> None:
    empty.send({"operation": "quest", "name": "the lost bell"}, "keep_journal")
    empty.send({"operation": "progress", "name": "the lost bell", "status": "in_progress"}, "keep_journal")
    bring(empty)
    nodes = [
        t
        for t in quests_of(empty.game.store.read(empty.game.campaign.id, lambda at: at.whole())).nodes.values()
        if t.name.casefold() == "the lost bell"
    ]
    assert [(t.quest.status, t.quest.text) for t in nodes] == [("in_progress", "The village pays 50 gp.")]


def test_a_circle_with_the_quests_of_the_campaign_is_refused(empty: Table) -> None:
    for name, under in (("Search the moat", []), ("The Lost Bell", ["Search the moat"])):
        assert empty.send({"operation": "quest", "name": name, "under": under}, "keep_journal")["ok"]
    before = empty.now.world
    refused = bring(empty)
    assert not refused["ok"] and refused["error"]["code"] == "quest_cycle" and refused["error"]["field"] == "document.quests[1].under"
    assert empty.now.world == before
