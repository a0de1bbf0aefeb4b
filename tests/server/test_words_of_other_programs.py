"""Words of other programs of this kind: each is answered with the word that does it here."""

import pytest

from rpg_lite.game import Game
from rpg_lite.mud.session import Session
from rpg_lite.server.mcp import server
from tests.copies import begun


@pytest.fixture
def game() -> Game:
    return begun()


@pytest.mark.parametrize(
    ("tool", "lead"),
    [
        ("load_room", "'load' is an operation of manage_tools"),
        ("unload_room", "'unload' is an operation of manage_tools"),
        ("give_item", "'give' is an operation of manage_inventory"),
        ("use_item", "'use' is an operation of manage_inventory"),
        ("equip_item", "'equip' is an operation of manage_inventory"),
        ("create_item_template", "'give' is an operation of manage_inventory"),
        ("create_character", "'create' is an operation of manage_character"),
        ("start_fight", "'start_fight' is an operation of execute_action"),
        ("rpg:look", "'look' is an operation of manage_room"),
        ("manage_inventry", "did you mean manage_inventory"),
        ("nothing_of_this", "allowed: manage_inventory"),
    ],
)
async def test_a_tool_of_another_name_leads_to_its_operation(game: Game, tool: str, lead: str) -> None:
    from fastmcp import Client

    async with Client(server(game)) as client:
        answer = await client.call_tool(tool, {}, raise_on_error=False)
    assert lead in answer.content[0].text, answer.content[0].text  # type: ignore[union-attr]


@pytest.mark.parametrize(("key", "meant"), [("limit", "last"), ("agents", "names"), ("since_marker", "since"), ("sinceMarker", "since")])
def test_a_key_of_another_name_leads_to_ours(game: Game, key: str, meant: str) -> None:
    answer = game.ask({"operation": "journal", key: 5}, "read_campaign")
    assert not answer["ok"] and f"did you mean '{meant}'" in answer["text"], answer["text"]


@pytest.mark.parametrize(
    ("line", "lead"),
    [
        ("/thread", "journal"), ("/thread clear", "journal"), ("/threads", "history"), ("/status", "sheet"), ("/mcps", "inventory all"),
        ("/mcp", "inventory all"), ("/servers", "inventory all"), ("/skills", "rules"), ("/lore", "rules"),
        ("join workshop", "There is no room 'workshop'"),
    ],
)  # fmt: skip
def test_a_verb_of_another_name_leads_to_ours(game: Game, line: str, lead: str) -> None:
    assert lead in str(Session(game).hear(line))
