"""The MCP server: FastMCP tools and resources over one game. Thin: every call ends in `game.ask`."""

import asyncio
import gc
import json
import logging
import re
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from math import ceil, isfinite
from threading import Event
from typing import Any, Final
from urllib.parse import urlsplit

from anyio import to_thread
from fastmcp import FastMCP
from fastmcp.exceptions import ResourceError
from fastmcp.tools import Tool, ToolResult
from fastmcp.utilities.versions import VersionSpec
from mcp.server.lowlevel.server import NotificationOptions
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS, SubscriptionsListenRequestParams, ToolAnnotations
from pydantic import PrivateAttr
from starlette.middleware import Middleware

from rpg_lite.content import catalog
from rpg_lite.game import Game, Json
from rpg_lite.operations import schema
from rpg_lite.operations.parse import Parsed
from rpg_lite.server import call_lines, stdio, subscriptions, traces, web_page
from rpg_lite.server.campaign_router import CampaignRouter, NotHere, Seat
from rpg_lite.server.discovery import Challenging, discovery_of
from rpg_lite.server.health import add_health
from rpg_lite.server.limits import Bounded, RateLimited, Rates
from rpg_lite.server.settings import DEFAULTS, Limits, Settings
from rpg_lite.server.text_length import fitting
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.write_queue import WriteQueue, WriterBusy

INSTRUCTIONS: Final = """\
rpg-lite holds what is true in a tabletop RPG campaign (D&D 5e): who carries, wears and knows what, where everyone stands, every \
number and why. You tell the story; never invent an item, a roll or a number: call.
Session start: read_campaign {"operation":"party"}. Why is a number what it is: read_campaign \
{"operation":"character","characterName":"Thorin","stats":["ac"]}. Which items exist: read_campaign {"operation":"item","query":"healing"}.
manage_inventory: give makes a NEW thing from nothing. Handing over, looting a chest, putting down: transfer (toName "floor"). \
remove: gone for good. equip, unequip, attune, unattune, use, identify. exchange: coins for others (toName).
manage_character: heroes, creatures (template "Goblin", count 6), rests, time. manage_condition: conditions and spells on them. \
execute_action: attacks, checks, saves, damage, fights in turns. manage_room: look, go, search, doors, new rooms, route, map, join (a cut, no time passes); a line "Hidden" is for you alone. \
manage_tools: the tools, prompts and house rules in use. keep_journal: what is said, noted, decided. read_campaign: who, exits, rooms, inventory, examine, journal.
Several at once: "batch":[…] up to 20, all or nothing; what stands beside batch (characterName, operation, effect …) holds for all of it.
Names are enough; use an id (i12.3) only when an answer says that a name is ambiguous.
A refusal changed nothing; it says what to send instead. Unsure: "dryRun":true. Mistake: {"operation":"undo"}.
What an answer calls "for you to judge" has no number in the rules: you decide, then record it."""

DESCRIPTIONS: Final[dict[str, str]] = {
    "manage_inventory": (
        "Tabletop RPG (D&D 5e): gear of heroes, creatures, chests and rooms. Say whose (characterName or bagName), the operation and "
        "the item; the answer tells what is now true and which numbers changed. An item is a template's name "
        '("Plate Armor", "Ring of Protection") or an object of your own; more item keys than listed: resource items://schema.'
    ),
    "read_campaign": (
        "Tabletop RPG (D&D 5e): what is true, without changing it: the party at a glance, a character's numbers with their reasons, "
        "item templates, the last commands, who is here, exits, known rooms, what is in use and carried, one thing closely, the journal."
    ),
    "manage_character": (
        "Tabletop RPG (D&D 5e): create, change, import, export and retire heroes and creatures; rests, and time that passes."
    ),
    "manage_condition": "Tabletop RPG (D&D 5e): conditions and spell effects come over a creature and end; immunities block them.",
    "execute_action": (
        "Tabletop RPG (D&D 5e): attacks, checks, saves, damage, healing, dice, the turns of a fight; bonuses come from the sheet."
    ),
    "manage_room": "Tabletop RPG (D&D 5e): rooms, doors, what is hidden there, which way leads where, and a map of what the party knows.",
    "manage_tools": "Tabletop RPG (D&D 5e): the tools, prompts and house rules that a room or a character uses.",
    "keep_journal": (
        "Tabletop RPG (D&D 5e): what is said aloud, and the campaign's journal: clues, decisions, ideas, milestones. "
        "Read it with read_campaign journal."
    ),
}
TITLES: Final[dict[str, str]] = {
    "manage_inventory": "Inventory",
    "read_campaign": "Campaign",
    "manage_character": "Characters",
    "manage_condition": "Conditions and effects",
    "execute_action": "Actions and fights",
    "manage_room": "Rooms and ways",
    "manage_tools": "Tools in use",
    "keep_journal": "Journal",
}
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


PAGE: Final = 500
"""Of a list, more than it has; with a size for its pages, a cursor that is none of ours is refused."""
CRASHED: Final = (
    "rpg-lite itself failed here; this is not your mistake. Nothing was changed. Look with read_campaign, then try it in another way."
)
TRIES: Final = 20
TRIES_AFTER_S: Final = 0.001
LETS_THROUGH_S: Final = 0.003
LETS_WAIT_S: Final = 0.1
_LETTING: Final = WriteQueue()
COLLECTS_AT: Final = 5_000
_CHARACTER_ID: Final = re.compile(r"c\d+\.\d+")
_log = logging.getLogger("rpg_lite")


class GameTool(Tool):
    """A tool of the menu: its flat schema for the client, the game for the answer."""

    _hall: CampaignRouter = PrivateAttr()

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        began = time.perf_counter()
        seat: Seat | None = None
        try:
            seat = await self._hall.seat()
            result = self._too_much(seat, arguments) or await self._answer(seat, arguments)
        except NotHere as why:
            result = _error(str(why), {"code": "not_here"})
        except StoreFault as fault:
            told = str(fault) if fault.code == "outcome_unknown" else f"{fault} Nothing was changed."
            result = _error(told, {"code": fault.code})
        except Exception:
            _log.exception("%s failed", self.name)
            result = _error(CRASHED, {"code": "internal"})
        call_lines.tell(self.name, arguments, seat.game.campaign.name if seat else None, result, time.perf_counter() - began)
        return result

    def _too_much(self, seat: Seat, arguments: dict[str, Any]) -> ToolResult | None:
        """The refusal for a player who has written more than is kept of one."""
        if seat.caller.is_gm or self.name == "read_campaign":
            return None
        letters = len(_json(arguments))
        waits = self._hall.letters.wait_for(f"{seat.caller.campaign} {seat.caller.name}", time.monotonic(), letters)
        if not waits:
            return None
        when = f"wait {ceil(waits)} seconds" if isfinite(waits) else "send less at once"
        return _error(f"You write more than this server takes from one player: {when}. Nothing was changed.", {"code": "too_much_written"})

    async def _answer(self, seat: Seat, arguments: dict[str, Any]) -> ToolResult:
        parsed = seat.game.parsed(arguments, self.name)
        answer = await self._at_once(seat, arguments, parsed) if parsed else None
        if answer is None:
            ask = partial(seat.game.ask, arguments, self.name, "brief", seat.caller, parsed=parsed)
            answer = await to_thread.run_sync(partial(_let_through, asyncio.get_running_loop(), ask) if seat.game.is_near else ask)
        if "error" in answer:
            return _error(answer["text"], answer["error"])
        seat.listening.heard(answer["rev"])
        all_refused = not any(r["ok"] for r in answer["results"])
        told = fitting(answer["text"])
        return ToolResult(
            content=told, structured_content=answer if told is answer["text"] else {**answer, "text": told}, is_error=all_refused
        )

    async def _at_once(self, seat: Seat, arguments: dict[str, Any], parsed: Parsed) -> Json | None:
        """On the loop, if need be when the thread is done that writes: who went after it on a thread would send the next one there too."""
        for _ in range(TRIES):
            try:
                return seat.game.at_once(arguments, self.name, "brief", seat.caller, parsed)
            except WriterBusy:
                await asyncio.sleep(TRIES_AFTER_S)
        return None


def _let_through(loop: asyncio.AbstractEventLoop, ask: Callable[[], Json]) -> Json:
    """Work of a thread for which the event loop stands still a moment. A thread that writes gives up the interpreter at every statement,
    and a busy loop would give it back each time only after five milliseconds. One after the other, as they write; between two the loop goes
    on, and where one waits long for another program the next does without."""
    if not _LETTING.enter(LETS_WAIT_S):
        return ask()
    done = Event()
    try:
        loop.call_soon_threadsafe(done.wait, LETS_THROUGH_S)
        return ask()
    finally:
        done.set()
        _LETTING.leave()


def _error(told: str, error: dict[str, Any]) -> ToolResult:
    return ToolResult(content=fitting(told), is_error=True, meta={"rpg-lite/error": error})


def tool(name: str, hall: CampaignRouter) -> GameTool:
    made = GameTool(
        name=name,
        title=TITLES[name],
        description=DESCRIPTIONS[name],
        parameters=schema.flat(name),
        output_schema=OUTPUT_SCHEMA,
        annotations=_annotations(name),
    )
    made._hall = hall
    return made


class GameServer(FastMCP[Any]):
    """Answers the call of a name that it does not list as well: who calls it learns whose tool that is, and where to call it.

    The game's own tools never change, so they are found here; the providers, which would be asked one after the other, know the rest.
    """

    own: Mapping[str, GameTool]
    stranger: GameTool

    async def get_tool(self, name: str, version: VersionSpec | None = None) -> Tool | None:
        # A copy: to make one anew would check the name, and warn of every slip of a client.
        found = self.own.get(name) or await super().get_tool(name, version)
        return found or self.stranger.model_copy(update={"name": name})

    async def read_resource(self, uri: str, **how: Any) -> Any:
        """One that is not there is told as FastMCP tells it, in words that lead on: by the protocol's code, and which it was."""
        try:
            return await super().read_resource(uri, **how)
        except _NotThere as why:
            raise MCPError(INVALID_PARAMS, str(why), {"uri": str(uri)}) from why


class _NotThere(ResourceError):
    """The slip is the client's: no error in the log."""

    def __init__(self, told: str) -> None:
        super().__init__(told, log_level=logging.INFO)


def stranger(hall: CampaignRouter) -> GameTool:
    """Stands in for every name that is none of ours: the game knows why it cannot be called."""
    made = GameTool(name="stranger", parameters={"type": "object"})
    made._hall = hall
    return made


def _annotations(name: str) -> ToolAnnotations:
    reads = name == "read_campaign"
    return ToolAnnotations(read_only_hint=reads, destructive_hint=not reads, idempotent_hint=reads, open_world_hint=False)


def server(game: Game, hall: CampaignRouter | None = None) -> FastMCP[Any]:
    """The MCP server of a game, for both protocol eras and any transport; of a hall all games in it, each for its own callers."""
    hall = hall or CampaignRouter(game)
    mcp = GameServer(
        "rpg-lite",
        version=version("rpg-lite"),
        instructions=INSTRUCTIONS,
        mask_error_details=True,
        auth=hall.doorkeeper,
        list_page_size=PAGE,
    )
    mcp.stranger = stranger(hall)
    mcp.own = {name: tool(name, hall) for name in DESCRIPTIONS}
    for each in mcp.own.values():
        mcp.add_tool(each)
    _add_resources(mcp, hall)
    add_health(mcp, hall)
    # Without it every stateless call lists all tools once more, only to check a header: 42 % of the server's time.
    mcp._mcp_server.get_tool_input_schema = _no_lookup
    # Of the handshake era nobody is told of anything; no log is sent in either.
    mcp._mcp_server.notification_options = NotificationOptions()
    mcp._mcp_server._request_handlers.pop("logging/setLevel", None)
    mcp._mcp_server.add_request_handler(subscriptions.METHOD, SubscriptionsListenRequestParams, hall.listen)
    return mcp


def _no_lookup(name: str) -> None:
    return None


def _add_resources(mcp: FastMCP[Any], hall: CampaignRouter) -> None:
    json_type = "application/json"

    async def seat() -> Seat:
        try:
            return await hall.seat()
        except NotHere as why:
            raise ResourceError(str(why)) from why

    async def shown(payload: dict[str, Any], tool: str) -> str:
        at = await seat()
        answer = await to_thread.run_sync(at.game.ask, payload, tool, "full", at.caller)
        if not answer["ok"]:
            raise _NotThere(answer["text"])
        return _json(answer["results"][0] | {"rev": answer["rev"]})

    @mcp.resource(subscriptions.TEMPLATES, title="Item templates", description="Names and ids of all item templates.", mime_type=json_type)
    async def templates() -> str:
        book = (await seat()).game.book
        return _json([{"id": t.id, "name": t.item.name, "type": t.item.type} for t in book.templates.values()])

    @mcp.resource(
        subscriptions.SCHEMA, title="Item schema", description="JSON Schema of an item, with the modifier vocabulary.", mime_type=json_type
    )
    def item_schema() -> str:
        return _json(catalog.schema())

    @mcp.resource(subscriptions.ITEM, title="Item template", description="One template; percent-encode the name.", mime_type=json_type)
    async def item(name: str) -> str:
        book = (await seat()).game.book
        pick = book.find(name)
        found = book.item(pick) if pick else None
        if pick is None or found is None:
            raise _NotThere(f"There is no item template {name!r}; items://templates lists all.")
        return _json({"id": pick.template, **found.model_dump(mode="json", by_alias=True, exclude_defaults=True)})

    @mcp.resource(subscriptions.CHARACTER, title="Character", description="A character by id: gear, numbers, reasons.", mime_type=json_type)
    async def character(id: str) -> str:
        return await shown({"operation": "view", "characterId": id}, "manage_inventory")

    @mcp.resource(
        subscriptions.INVENTORY,
        title="Inventory",
        description='What a character uses and carries, by id or percent-encoded name; "here": the room of the party.',
        mime_type=json_type,
    )
    async def inventory(who: str) -> str:
        whose = (
            {"scope": "here"} if who == "here" else {"scope": "me", "characterId" if _CHARACTER_ID.fullmatch(who) else "characterName": who}
        )
        return await shown({"operation": "inventory", **whose}, "read_campaign")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def http_app(
    game: Game,
    host: str = "127.0.0.1",
    allow_hosts: Sequence[str] = (),
    hall: CampaignRouter | None = None,
    rates: Rates | None = None,
    limits: Limits = DEFAULTS,
    public_url: str | None = None,
) -> Any:
    """The ASGI app: MCP at /mcp, health at /health, a page to look at /, stateless, guarded against foreign hosts and origins.

    Let in are this machine's own names, the address that was reached, `allow_hosts`, and the host of `public_url`.
    """
    allow_hosts = [*allow_hosts, *([urlsplit(public_url).hostname or ""] if public_url else [])]
    named = [] if host in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "::") else [host]
    hall = hall or CampaignRouter(game)
    mcp = server(game, hall)
    web_page.add_page(mcp, hall)
    found = discovery_of(hall.issuer, public_url)
    if found:
        found.add_to(mcp)
    paced = [Middleware(RateLimited, rates)] if rates else []
    return mcp.http_app(
        path="/mcp",
        stateless_http=True,
        host_origin_protection=True,
        allowed_hosts=[*named, *allow_hosts] or None,
        middleware=[Middleware(Challenging, found), *paced, Middleware(Bounded, limits)],
    )


def serve(game: Game, settings: Settings, sockets: list[socket.socket] | None = None) -> None:
    """On standard input and output, for the game master at this machine; or over HTTP where an address is given."""
    call_lines.set_up(settings.log)
    traces.set_up()
    if settings.http:
        serve_http(game, settings, sockets)
    else:
        serve_stdio(game)


def serve_stdio(game: Game) -> None:
    """Serves one client on standard input and output until it closes them."""
    mcp = server(game)
    _freeze()
    asyncio.run(stdio.serve(mcp))


def serve_http(game: Game, settings: Settings, sockets: list[socket.socket] | None = None) -> None:
    """Serves any number of clients at http://host:port/mcp until it is stopped; `sockets`: bound already, by whom we share them with."""
    from rpg_lite.server import http  # only here: stdio servers start without uvicorn

    host, port = settings.address or ("127.0.0.1", 0)
    limits = settings.limits
    hall = CampaignRouter(game, settings.auth, limits)
    rates = Rates(settings.rate, limits.burst) if settings.rate else None
    app = http_app(game, host, settings.allow_hosts, hall, rates, limits, settings.public_url)
    _freeze()
    http.serve(http.server(app, hall, limits, host, port), sockets)


def _freeze() -> None:
    """What is alive now stays: the collector need not look at it again (p99 at eight clients falls from 55 ms to 8 ms).

    And it looks at the others less often: a call leaves sixty objects in circles, for which it came at every eighth call and took 4 % of the time.
    """
    gc.freeze()
    gc.set_threshold(COLLECTS_AT, *gc.get_threshold()[1:])
    gc.enable()
