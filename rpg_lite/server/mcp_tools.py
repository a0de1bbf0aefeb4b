"""The tools of the MCP server, and the answers to their calls."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from math import ceil, isfinite
from threading import Event
from typing import Any, Final

from anyio import BrokenResourceError, ClosedResourceError, to_thread
from fastmcp.server.dependencies import get_context
from fastmcp.tools import Tool, ToolResult
from mcp.types import ToolAnnotations, ToolListChangedNotification
from pydantic import PrivateAttr

from rpg_lite.game import Json
from rpg_lite.operations.parse import Parsed
from rpg_lite.server import call_log_lines
from rpg_lite.server.campaign_router import Access, AccessDenied, CampaignRouter
from rpg_lite.server.instructions import TITLES
from rpg_lite.server.listed_tools import ListedTool, listed_tools
from rpg_lite.server.scene_listing import Loaded, SceneListing
from rpg_lite.server.settings import ToolListing
from rpg_lite.server.text_length import fitting
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.write_queue import WriteQueue, WriterBusy
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
"""The version of the protocol since which clients listen for notices, and get none beside an answer."""
CRASHED: Final = (
    "rpg-lite itself failed here; this is not your mistake. Nothing was changed. Look with read_campaign, then try another way."
)
TRIES: Final = 20
TRIES_AFTER_S: Final = 0.001
LETS_THROUGH_S: Final = 0.003
LETS_WAIT_S: Final = 0.1
_LETTING: Final = WriteQueue()
_log = logging.getLogger("rpg_lite")


class GameTool(Tool):
    """A listed tool: the client sees its flat schema, and the game answers its calls."""

    _router: CampaignRouter = PrivateAttr()

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
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

    def _too_much(self, access: Access, arguments: dict[str, Any]) -> ToolResult | None:
        """The refusal for a player who writes more than the server accepts from one player; None if the call may go on."""
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

    async def _answer(self, access: Access, arguments: dict[str, Any]) -> ToolResult:
        if self._router.scenes is not None:
            return await self._tell_scenes(self._router.scenes, access, arguments)
        return await self._ask(access, arguments)

    async def _tell_scenes(self, scenes: SceneListing, access: Access, arguments: dict[str, Any]) -> ToolResult:
        """Answer; if the call has changed the loaded scenes, tell the client and all who listen that the list of tools has changed."""
        await scenes.begin(access.game)
        result = await self._ask(access, arguments)
        if await scenes.differs(access.game, (result.structured_content or {}).get("rev", 0)):
            access.listening.note_tools()
            await _notify_caller()
        return result

    async def _ask(self, access: Access, arguments: dict[str, Any]) -> ToolResult:
        parsed = access.game.parse(arguments, self.name)
        answer = await self._at_once(access, arguments, parsed) if parsed else None
        if answer is None:
            ask = partial(access.game.ask, arguments, self.name, "brief", access.caller, parsed=parsed)
            answer = await to_thread.run_sync(partial(_let_through, asyncio.get_running_loop(), ask) if access.game.is_near else ask)
        if "error" in answer:
            return _error(answer["text"], answer["error"])
        access.listening.note_rev(answer["rev"])
        all_refused = not any(r["ok"] for r in answer["results"])
        told = fitting(answer["text"])
        return ToolResult(
            content=told, structured_content=answer if told is answer["text"] else {**answer, "text": told}, is_error=all_refused
        )

    async def _at_once(self, access: Access, arguments: dict[str, Any], parsed: Parsed) -> Json | None:
        """Answer on the event loop, after waiting for a writing thread if necessary: a call in a thread would make the next call need a
        thread.
        """
        for _ in range(TRIES):
            try:
                return access.game.at_once(arguments, self.name, "brief", access.caller, parsed)
            except WriterBusy:
                await asyncio.sleep(TRIES_AFTER_S)
        return None


def _let_through(loop: asyncio.AbstractEventLoop, ask: Callable[[], Json]) -> Json:
    """Run a thread's work while the event loop pauses for a moment. A thread that writes gives up the interpreter at every statement, and a
    busy loop would give it back only after five milliseconds each time. Threads take turns, as they do for writing; between two turns the
    loop goes on, and a thread that waits too long for its turn works without pausing the loop."""
    if not _LETTING.enter(LETS_WAIT_S):
        return ask()
    done = Event()
    try:
        loop.call_soon_threadsafe(done.wait, LETS_THROUGH_S)
        return ask()
    finally:
        done.set()
        _LETTING.leave()


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


def _error(told: str, error: dict[str, Any]) -> ToolResult:
    return ToolResult(content=fitting(told), is_error=True, meta={"rpg-lite/error": error})


def tools(router: CampaignRouter, listing: ToolListing, role: Role, loaded: Loaded) -> Mapping[str, GameTool]:
    """The tools as a client of this role sees them while these scenes are loaded."""
    return {each.name: _tool(each, router, listing.always_load) for each in listed_tools(listing.tools, role, loaded)}


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
    """A substitute for every tool name that the server does not have: the game says why nobody can call it."""
    made = GameTool(name="stranger", parameters={"type": "object"})
    made._router = router
    return made


def _annotations(name: str) -> ToolAnnotations:
    reads = name == "read_campaign"
    return ToolAnnotations(read_only_hint=reads, destructive_hint=not reads, idempotent_hint=reads, open_world_hint=False)
