"""The tools of the MCP server, and the answers to their calls."""

import json
import logging
import time
from collections.abc import Collection, Mapping
from math import ceil, isfinite
from typing import Any, Final

from anyio import BrokenResourceError, ClosedResourceError
from fastmcp.server.dependencies import get_context
from fastmcp.tools import Tool, ToolResult
from mcp.types import CallToolResult, TextContent, ToolAnnotations, ToolListChangedNotification
from pydantic import PrivateAttr

from rpg_lite.server import call_log_lines
from rpg_lite.server.campaign_router import Access, AccessDenied, CampaignRouter
from rpg_lite.server.instructions import TITLES
from rpg_lite.server.limits import client_now
from rpg_lite.server.listed_tools import ListedTool, listed_tools
from rpg_lite.server.scene_tracking import Loaded, SceneListing
from rpg_lite.server.settings import ToolListing
from rpg_lite.server.text_length import fitting
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.vocabulary import Role

OUTPUT_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "ok": {"type": "boolean"},
        "rev": {"type": "integer"},
        "text": {"type": "string"},
        "results": {"type": "array", "items": {"type": "object"}},
        "changed": {"type": "array", "items": {"type": "object"}},
        "dryRun": {"type": "boolean"},
        "repeated": {"type": "boolean"},
    },
}
ALWAYS_LOAD: Final = "anthropic/alwaysLoad"
"""The key that tells a client to show the tool from the start: deferred tools are called less often."""
LISTENING_SINCE: Final = "2026-07-28"
"""The version of the protocol since which clients listen for notices, and no longer get them together with an answer."""
CRASHED: Final = (
    "rpg-lite itself failed here; this is not your mistake. Nothing was changed. Look with read_campaign, then try another way."
)
_log = logging.getLogger("rpg_lite")


class GameTool(Tool):
    """A listed tool: the client sees its flat schema, and the game answers its calls."""

    _router: CampaignRouter = PrivateAttr()

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        return ToolResult.from_mcp_result(await self.answer(arguments))

    async def answer(self, arguments: dict[str, Any]) -> CallToolResult:
        """Return the result of a call as it is sent; whatever fails is told, and never raised."""
        began = time.perf_counter()
        access: Access | None = None
        try:
            access = await self._router.access()
            result = self._too_much(access, arguments) or await self._answer(access, arguments)
        except AccessDenied as why:
            result = _error(str(why), {"code": "not_here"})
        except StoreFault as fault:
            told = str(fault) if fault.code == "outcome_unknown" else f"{fault} Nothing was changed."
            result = _error(told, {"code": fault.code})
        except Exception:
            _log.exception("%s failed", self.name)
            result = _error(CRASHED, {"code": "internal"})
        call_log_lines.tell(self.name, arguments, access.game.campaign.name if access else None, result, time.perf_counter() - began)
        return result

    def _too_much(self, access: Access, arguments: dict[str, Any]) -> CallToolResult | None:
        """Return the refusal for a player who writes more than the server accepts from one player; None if the call may proceed."""
        if access.caller.is_gm or self.name == "read_campaign":
            return None
        letters = len(json.dumps(arguments, ensure_ascii=False))
        waits = self._router.letters.wait_for(f"{access.caller.campaign} {access.caller.name}", time.monotonic(), letters)
        if not waits:
            return None
        when = f"wait {ceil(waits)} seconds" if isfinite(waits) else "send less at once"
        return _error(
            f"You have written more than this server accepts from one player: {when}. Nothing was changed.", {"code": "too_much_written"}
        )

    async def _answer(self, access: Access, arguments: dict[str, Any]) -> CallToolResult:
        if self._router.scenes is not None:
            return await self._tell_scenes(self._router.scenes, access, arguments)
        return await self._ask(access, arguments)

    async def _tell_scenes(self, scenes: SceneListing, access: Access, arguments: dict[str, Any]) -> CallToolResult:
        """Answer the call; if it has changed the loaded scenes, tell the client and all listeners that the list of tools has changed."""
        await scenes.begin(access.game)
        result = await self._ask(access, arguments)
        if await scenes.differs(access.game, (result.structured_content or {}).get("rev", 0)):
            access.listening.note_tools()
            await _notify_caller()
        return result

    async def _ask(self, access: Access, arguments: dict[str, Any]) -> CallToolResult:
        async with self._router.at_work.of(client_now()):
            answer = await access.game.ask_async(arguments, self.name, "brief", access.caller)
        if "error" in answer:
            return _error(answer["text"], answer["error"])
        access.listening.note_rev(answer["rev"])
        all_refused = not any(r["ok"] for r in answer["results"])
        told = fitting(answer["text"])
        structured = answer if told is answer["text"] else {**answer, "text": told}
        return CallToolResult(content=[TextContent(type="text", text=told)], structured_content=structured, is_error=all_refused)


async def _notify_caller() -> None:
    """Send a caller of the handshake era the notice in the stream of its own answer; callers of the newer era listen for it."""
    context = get_context()
    request = context.request_context
    if request is None or request.protocol_version >= LISTENING_SINCE:
        return
    try:
        await context.send_notification(ToolListChangedNotification())
    except (ClosedResourceError, BrokenResourceError):
        _log.info("a client left before it could be told that the list of tools has changed")


def _error(told: str, error: dict[str, Any]) -> CallToolResult:
    content = [TextContent(type="text", text=fitting(told))]
    return CallToolResult(content=content, is_error=True, meta={"rpg-lite/error": error})


def tools(router: CampaignRouter, listing: ToolListing, role: Role, loaded: Loaded, places: bool = False) -> Mapping[str, GameTool]:
    """Return the tools as a client of this role sees them while these scenes are loaded. `places`: in a campaign that measures."""
    return {each.name: _tool(each, router, listing.always_load) for each in listed_tools(listing.tools, role, loaded, places)}


def _tool(listed: ListedTool, router: CampaignRouter, always_load: Collection[str]) -> GameTool:
    made = GameTool(
        name=listed.name,
        title=TITLES[listed.name],
        description=listed.description,
        parameters=dict(listed.parameters),
        output_schema=OUTPUT_SCHEMA,
        annotations=_annotations(listed.name),
        meta={ALWAYS_LOAD: True} if listed.name in always_load else None,
    )
    made._router = router
    return made


def stranger(router: CampaignRouter) -> GameTool:
    """Return a substitute for every tool name that the server does not have, with which the game explains why nobody can call it."""
    made = GameTool(name="stranger", parameters={"type": "object"})
    made._router = router
    return made


def _annotations(name: str) -> ToolAnnotations:
    reads = name == "read_campaign"
    return ToolAnnotations(read_only_hint=reads, destructive_hint=not reads, idempotent_hint=reads, open_world_hint=False)
