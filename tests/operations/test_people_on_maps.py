"""People of a map: what everybody sees in them, and what only the game master reads."""

import pytest

from rpg_lite.content import map_text
from rpg_lite.decision.callers import Caller
from tests.operations.table import Table

MAP = """# High Street

## Mill
! Commoner; called Osric; looks flour to the elbows; note Wants the weir; hides the silver.
! Blink Bear; x2; note Afraid of bells; hungry.
- out: outside
"""


@pytest.fixture
def mill(empty: Table) -> Table:
    empty.did("create", name="Mira", character={"party": True})
    document = map_text.parse(MAP).model_dump(mode="json", by_alias=True)
    assert empty.send({"operation": "import_map", "document": document}, "manage_room")["ok"]
    empty.did("join", toName="Mill")
    return empty


def test_the_game_master_reads_the_secret_of_a_map_and_players_the_look(mill: Table) -> None:
    osric = {"operation": "character", "characterName": "Osric"}
    told = mill.game.ask(osric, tool="read_campaign")["text"]
    assert "flour to the elbows" in told and "Wants the weir; hides the silver." in told
    player = Caller(role="player", name="ann", characters=("Mira",))
    seen = mill.game.ask({"operation": "look"}, tool="manage_room", caller=player)["text"]
    assert "flour to the elbows" in seen and "silver" not in seen


def test_the_secret_of_a_creature_that_the_rulebook_lacks_is_in_the_note(mill: Table) -> None:
    assert "2 Blink Bear (Afraid of bells; hungry.) should be here" in str(mill.send({"operation": "look"}, "manage_room", "full"))
