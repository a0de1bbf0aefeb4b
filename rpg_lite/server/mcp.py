"""The MCP server: FastMCP tools and resources over one game. This layer is thin: every call ends in `game.ask`."""

from base64 import b64encode
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import lru_cache, partial
from importlib.metadata import version
from importlib.resources import files
from typing import Any, Final
from urllib.parse import urlsplit

from fastmcp import Context, FastMCP
from fastmcp.tools import Tool
from fastmcp.utilities.versions import VersionSpec
from mcp.server import ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions
from mcp.server.models import InitializationOptions
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    DiscoverResult,
    Icon,
    RequestParams,
    ServerCapabilities,
    SubscriptionsListenRequestParams,
)
from pydantic import BaseModel
from starlette.middleware import Middleware

from rpg_lite.game import Game
from rpg_lite.server import mcp_apps_page, subscriptions, web_page
from rpg_lite.server.calls_at_work import CallsAtWork
from rpg_lite.server.campaign_router import AccessDenied, CampaignRouter
from rpg_lite.server.discovery import Challenging, discovery_of
from rpg_lite.server.health import add_health
from rpg_lite.server.instructions import INSTRUCTIONS, instructions_for
from rpg_lite.server.limits import Bounded, RateLimited, Rates, client_now
from rpg_lite.server.mcp_apps_page import add_app, shows_apps
from rpg_lite.server.mcp_completions import add_completions
from rpg_lite.server.mcp_prompts import add_context, add_prompts
from rpg_lite.server.mcp_resources import NotThere, add_pages, add_resources, add_scenes
from rpg_lite.server.mcp_tools import GameTool, stranger, tools
from rpg_lite.server.scene_tracking import ONLY_GLOBAL, Loaded, SceneListing
from rpg_lite.server.settings import DEFAULT_LISTING, DEFAULTS, Limits, ToolListing
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.vocabulary import Role

PAGE: Final = 500
"""More entries than any list has; a list with a page size refuses a cursor that this server did not issue."""


MOST_KEPT: Final = 64
"""The number of listings that are kept: each role has one for each set of loaded scenes."""
TITLE: Final = "rpg-lite: a 5e campaign"
SUMMARY: Final = "The facts, the rules and the dice of a D&D 5e campaign (SRD 5.1 or 5.2) for the model that tells it."
LISTS: Final = ("tools", "resources", "prompts")


class GameServer(FastMCP[Any]):
    """Also answer calls to unlisted names: tell the caller which server has that tool, and where to call it.

    The game's own tools never change, so look among them first. The providers know the other tools; they are asked one after the other.
    """

    own: Mapping[str, GameTool]
    stranger: GameTool
    at_work: CallsAtWork
    of_caller: Callable[[], Awaitable[Mapping[str, GameTool]]]
    """The tools as the current caller sees them."""

    async def list_tools(self, *, run_middleware: bool = True) -> Sequence[Tool]:
        """List the tools with the operations of the caller's role, and those of the loaded scenes with their fields."""
        seen = await self.of_caller()
        listed = await super().list_tools(run_middleware=run_middleware)
        hidden = self.own.keys() - seen.keys() | (set() if shows_apps() else {mcp_apps_page.NAME})
        return [seen.get(each.name, each) for each in listed if each.name not in hidden]

    async def get_tool(self, name: str, version: VersionSpec | None = None) -> Tool | None:
        # make a copy, because a new tool would check its name and log a warning for every misspelt call
        found = self.own.get(name) or await super().get_tool(name, version)
        return found or self.stranger.model_copy(update={"name": name})

    async def _on_call_tool(self, ctx: ServerRequestContext[Any, Any], params: CallToolRequestParams) -> BaseModel:
        """Answer the game's own tools at once, without what FastMCP does only for other tools: middleware, versions, questions back.

        It would take more time than a small answer itself. If FastMCP renames this method, the answers stay the same.
        """
        own = self.own.get(params.name)
        if not isinstance(own, GameTool):
            return await super()._on_call_tool(ctx, params)
        async with Context(fastmcp=self, session=ctx.session):
            return await own.answer(params.arguments or {})

    async def read_resource(self, uri: str, *, run_middleware: bool = True, **how: Any) -> Any:
        """Read a resource in the client's turn, as a call would be answered; report a missing one as FastMCP does, with the protocol's error
        code and the URI, but with a hint.
        """
        try:
            async with self._in_turn(run_middleware):
                return await super().read_resource(uri, run_middleware=run_middleware, **how)
        except NotThere as why:
            raise MCPError(INVALID_PARAMS, str(why), {"uri": str(uri)}) from why

    async def render_prompt(self, name: str, arguments: dict[str, Any] | None = None, *, run_middleware: bool = True, **how: Any) -> Any:
        """Render a prompt in the client's turn, as a call would be answered."""
        async with self._in_turn(run_middleware):
            return await super().render_prompt(name, arguments, run_middleware=run_middleware, **how)

    def _in_turn(self, is_first: bool) -> AbstractAsyncContextManager[None]:
        """A turn among the calls of the client that are at work. FastMCP asks twice, and the second time the client has its turn already."""
        return self.at_work.of(client_now()) if is_first else nullcontext()


def server(game: Game, router: CampaignRouter | None = None, listing: ToolListing = DEFAULT_LISTING) -> FastMCP[Any]:
    """Make the MCP server of a game, for both protocol eras and any transport. With a router, it serves all games, each to its own callers."""
    router = router or CampaignRouter(game)
    mcp = GameServer(
        "rpg-lite",
        version=version("rpg-lite"),
        instructions=INSTRUCTIONS,
        mask_error_details=True,
        auth=router.authenticator,
        list_page_size=PAGE,
        icons=[_icon()],
    )
    mcp._mcp_server.title = TITLE
    mcp._mcp_server.description = SUMMARY
    mcp.stranger = stranger(router)
    mcp.at_work = router.at_work
    router.scenes = SceneListing() if listing.tools == "scene" else None
    of_role = lru_cache(maxsize=MOST_KEPT)(partial(tools, router, listing))
    mcp.own = of_role("gm", ONLY_GLOBAL, router.game.measures)
    mcp.of_caller = partial(_of_caller, router, of_role)
    for each in mcp.own.values():
        mcp.add_tool(each)
    add_resources(mcp, router)
    add_pages(mcp, router)
    add_scenes(mcp, router)
    add_context(mcp, router)
    add_prompts(mcp, router)
    add_completions(mcp, router)
    add_health(mcp, router)
    add_app(mcp, router)
    # Otherwise every stateless call would list all tools again only to check a header, which took 42 % of the server's time.
    mcp._mcp_server.get_tool_input_schema = _no_lookup
    # In either era, only the list of tools changes, and only if scenes determine it; neither era gets logs.
    changing = ("tools",) if router.scenes else ()
    mcp._mcp_server.notification_options = NotificationOptions()
    mcp._mcp_server.get_capabilities = partial(_claim_changes, mcp._mcp_server.get_capabilities, changing)  # type: ignore[method-assign]
    _instruct_by_role(mcp, router)
    mcp._mcp_server._request_handlers.pop("logging/setLevel", None)
    mcp._mcp_server.add_request_handler(subscriptions.METHOD, SubscriptionsListenRequestParams, router.listen)
    return mcp


def _instruct_by_role(mcp: GameServer, router: CampaignRouter) -> None:
    """Give each client the instructions of its role when it opens a session and when it asks what the server is; the SDK has one text for all."""
    low = mcp._mcp_server
    derived, described = low.create_initialization_options, low._handle_discover

    def options(*given: Any, **named: Any) -> InitializationOptions:
        return derived(*given, **named).model_copy(update={"instructions": instructions_for(router.role(), router.game.measures)})

    async def discover(ctx: ServerRequestContext[Any, Any], params: RequestParams | None) -> DiscoverResult:
        return (await described(ctx, params)).model_copy(update={"instructions": instructions_for(router.role(), router.game.measures)})

    low.create_initialization_options = options  # type: ignore[method-assign]
    low.add_request_handler("server/discover", RequestParams, discover)


def _icon() -> Icon:
    """Return a twenty-sided die, within the answer itself, because a client on another machine could not fetch a file."""
    drawing = b64encode(files("rpg_lite.server").joinpath("icon.svg").read_bytes()).decode()
    return Icon(src=f"data:image/svg+xml;base64,{drawing}", mime_type="image/svg+xml", sizes=["any"])


async def _of_caller(router: CampaignRouter, of_role: Callable[[Role, Loaded, bool], Mapping[str, GameTool]]) -> Mapping[str, GameTool]:
    """Return the tools of the caller's role, as the caller's campaign lists them: with places if it measures, and with the fields of its scenes if
    scenes determine them.
    """
    try:
        access = await router.access()
        loaded = ONLY_GLOBAL if router.scenes is None else await router.scenes.loaded(access.game)
        return of_role(access.caller.role, loaded, access.game.measures)
    except (AccessDenied, StoreFault):  # calls report them
        return of_role(router.role(), ONLY_GLOBAL, router.game.measures)


def _claim_changes(derived: Callable[..., ServerCapabilities], changing: Collection[str], *given: Any, **named: Any) -> ServerCapabilities:
    """Return the capabilities that the SDK derives, but `listChanged` only for the lists that change, because the SDK claims it for every
    server that somebody can listen to.
    """
    said = derived(*given, **named)
    lists = {kind: claim.model_copy(update={"list_changed": kind in changing}) for kind in LISTS if (claim := getattr(said, kind))}
    return said.model_copy(update=lists)


def _no_lookup(name: str) -> None:
    return None


def http_app(
    game: Game,
    host: str = "127.0.0.1",
    allow_hosts: Sequence[str] = (),
    router: CampaignRouter | None = None,
    rates: Rates | None = None,
    limits: Limits = DEFAULTS,
    public_url: str | None = None,
    listing: ToolListing = DEFAULT_LISTING,
) -> Any:
    """Make the ASGI app: MCP at /mcp, health at /health, the web page at /. The app is stateless, and guarded against foreign hosts and
    origins.

    It accepts this machine's own names, the address that was reached, `allow_hosts`, and the host of `public_url`.
    """
    allow_hosts = [*allow_hosts, *([urlsplit(public_url).hostname or ""] if public_url else [])]
    named = [] if host in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "::") else [host]
    router = router or CampaignRouter(game)
    mcp = server(game, router, listing)
    web_page.add_page(mcp, router)
    found = discovery_of(router.issuer, public_url)
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
