"""The page of the table as an MCP App: a chat program that shows Apps displays the page next to the chat, with the map, the initiative and
the sheets.

The tool `show_table` is listed only to clients that declare that they show Apps. Its text is for the model; the state that the App draws is
in the result's `_meta`, which hosts give only to the App. Whoever calls, the App shows only the things that players may see.
"""

from functools import partial
from typing import Any, Final

from anyio import to_thread
from fastmcp import FastMCP
from fastmcp.server.dependencies import get_context
from fastmcp.tools import Tool
from fastmcp.tools.base import ToolResult
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from mcp.types import TextContent, ToolAnnotations
from pydantic import PrivateAttr

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.server.campaign_router import AccessDenied, CampaignRouter
from rpg_lite.server.web_page import SAID, VIEWER, document
from rpg_lite.store.store_faults import StoreFault

URI: Final = "ui://rpg-lite/table"
NAME: Final = "show_table"
STATE: Final = "rpg-lite/table"
SHEET: Final = "rpg-lite/sheet"
SCRIPT: Final = "app.js"
"""The last script of the App, which talks to the host instead of the server."""
DESCRIPTION: Final = "Show the players the table: the map they know, the initiative, the party with its sheets. It changes nothing."
Json = dict[str, Any]


def app_html() -> str:
    """Return the page as one file that loads nothing, with the script of the App in place of the page's own."""
    return document(SCRIPT).replace(SAID, "")


class TableTool(Tool):
    """The tool that shows the table, and gives its App the state."""

    _router: CampaignRouter = PrivateAttr()

    async def run(self, arguments: Json) -> ToolResult:
        try:
            access = await self._router.access()
            own = access.caller.characters if access.caller.role == "player" else ()
            id = arguments.get("characterId")
            made = await to_thread.run_sync(partial(_result, access.game, own, id if isinstance(id, str) else None))
        except (AccessDenied, StoreFault) as why:
            return ToolResult(content=[TextContent(type="text", text=str(why))], is_error=True)
        return made


def _result(game: Game, own: tuple[str, ...], id: str | None) -> ToolResult:
    """Return the state that players may see, with its map, and with the sheet of a member of the party if one is asked for."""
    reader = Caller("player", characters=own) if own else GM
    state = {**game.page_state(caller=reader).parts, "atlas": game.page_atlas(caller=reader), "mayMaster": False}
    if state["board"]:
        state |= {"board": {**state["board"], "ground": game.page_ground(caller=reader)}, "may": ["move"] if own else []}
    sheet = game.page_sheet(id, reader if own else VIEWER) if id else None
    fight = state["fight"]
    turn = f" Round {fight['round']}: {fight['turn']}'s turn." if fight else ""
    room = state["room"]["name"] if state["room"] else "nowhere yet"
    text = f"The players see the table: {room}, {', '.join(m['name'] for m in state['party']) or 'no heroes yet'}.{turn}"
    return ToolResult(content=[TextContent(type="text", text=text)], meta={STATE: state, **({SHEET: sheet} if sheet else {})})


def add_app(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    """Add the tool, its App, and the claim of the extension."""
    made = TableTool(
        name=NAME,
        title="The table",
        description=DESCRIPTION,
        parameters={"type": "object", "properties": {"characterId": {"type": "string", "description": "Also this member's sheet."}}},
        annotations=ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False),
        meta={"ui": {"resourceUri": URI}},
    )
    made._router = router
    mcp.add_tool(made)
    mcp.resource(
        URI, name="table", title="The table", description=DESCRIPTION, mime_type=APP_MIME_TYPE, meta={"ui": {"prefersBorder": True}}
    )(app_html)


def shows_apps() -> bool:
    """Return whether the client of the current request shows Apps."""
    try:
        capabilities = get_context().session.client_capabilities
    except RuntimeError:  # outside a request, or before the handshake
        return False
    settings = (getattr(capabilities, "extensions", None) or {}).get(EXTENSION_ID)
    return isinstance(settings, dict) and APP_MIME_TYPE in (settings.get("mimeTypes") or ())
