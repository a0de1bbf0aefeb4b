"""A payload is parsed once, wherever its call is answered."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite import fast_path, game
from rpg_lite.meaning.parse import parse
from rpg_lite.operations.request_envelope import Parsed
from rpg_lite.server import mcp
from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.server.scene_tracking import ONLY_GLOBAL
from rpg_lite.server.settings import DEFAULT_LISTING
from tests.evenings import FIGHTER
from tests.operations.table import Table

pytestmark = pytest.mark.sqlite("where the database is a server's, threads parse")

CALLS = {
    "written on the loop": ("manage_inventory", {"operation": "give", "characterName": "Thorin", "template": "Torch"}),
    "read on the loop": ("manage_inventory", {"operation": "view", "characterName": "Thorin", "showStats": True}),
    "loaded on a thread": ("manage_room", {"operation": "go", "direction": "north"}),
    "tried": ("manage_inventory", {"operation": "give", "characterName": "Thorin", "template": "Torch", "dryRun": True}),
    "not understood": ("manage_inventory", {"operation": "give", "colour": "red", "nothing": "near"}),
    "too long for the loop": ("manage_room", {"operation": "look", "roomName": "x" * fast_path.LONGEST_AT_ONCE}),
}


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The payloads that were parsed, apart from those that are proposed after a refusal."""
    found: list[Any] = []

    def counted(kept: Callable[..., Parsed]) -> Callable[..., Parsed]:
        return lambda tool, payload, words: found.append(payload) or kept(tool, payload, words)

    for module in (fast_path, game):
        monkeypatch.setattr(module, "parse", counted(parse))
    return found


@pytest.mark.parametrize(("tool", "payload"), [*CALLS.values()], ids=[*CALLS])
async def test_a_call_is_parsed_once(tmp_path: Path, parsed: list[Any], tool: str, payload: dict[str, Any]):
    with rpg_lite.open_campaign(tmp_path / "party.db") as opened:
        table = Table(opened)
        table.did("create", name="Thorin", character=FIGHTER)
        table.did("view", "Thorin")
        fast_path._parse_once.cache_clear()
        parsed.clear()
        await mcp.tools(CampaignRouter(opened), DEFAULT_LISTING, "gm", ONLY_GLOBAL)[tool].run(payload)
    assert [one for one in parsed if one == payload] == [payload]


async def test_the_same_payload_is_not_parsed_again(tmp_path: Path, parsed: list[Any]):
    tool, payload = CALLS["written on the loop"]
    with rpg_lite.open_campaign(tmp_path / "party.db") as opened:
        Table(opened).did("create", name="Thorin", character=FIGHTER)
        fast_path._parse_once.cache_clear()
        parsed.clear()
        for _ in range(3):
            await mcp.tools(CampaignRouter(opened), DEFAULT_LISTING, "gm", ONLY_GLOBAL)[tool].run(payload)
    assert parsed == [payload]
