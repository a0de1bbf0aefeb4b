"""The page at `/`: the map and the party for everybody at the table, kept up to date by `/events`. It only reads and never writes.

The page is one document without any text of the campaign. Its scripts fill in the campaign as text, because then no name can become markup.
Its parts lie in the folder `page`, one file for each thing that is drawn, and are joined when the server starts.
"""

import asyncio
import gzip
import json
import re
import secrets
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from anyio import to_thread
from fastmcp import FastMCP
from starlette.requests import Request
from starlette.responses import Response

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.server.campaign_router import Access, AccessDenied, CampaignRouter
from rpg_lite.server.limits import client_of
from rpg_lite.server.local_addresses import is_loopback, is_this_machine
from rpg_lite.server.page_stream import Channel, PageState, packed, stream
from rpg_lite.server.subscriptions import Listening
from rpg_lite.store.store_faults import StoreFault

FOLDER: Final = Path(__file__).with_name("page")
LIVE: Final = "live.js"
"""The last script of the page, which listens to the server; the App has another one in its place."""
EVERYTHING: Final = "everything"
SAID: Final = "{{said}}"
"""The place in the page for a message about a problem."""
ONLY_HERE: Final = (
    "The full view works only on the machine that runs rpg-lite, at its own address (127.0.0.1 or localhost) and not through a proxy; "
    "without everything=1 you see what the party knows."
)
ONLY_MASTERS: Final = "The game master’s view needs the token of a game master; the players’ view shows what the party knows."
NO_SHEET: Final = "Nobody in the party has this id; /state.json lists the party."
NO_GROUND: Final = "No fight that you see is measured in this room; the board of /state.json names its room."
VIEWER: Final = Caller("viewer")
MOST_KEPT: Final = 64
"""The maximum number of audiences whose state is kept."""
_FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""A request with one of these headers may come from another machine."""


@dataclass(frozen=True, slots=True)
class Audience:
    """A group of readers who see the same. `own`: the characters of one player; `may_master`: the reader may change to the game master's
    view; `archived`: the campaign can only be read, which the rev does not show.
    """

    campaign: str
    everything: bool = False
    own: tuple[str, ...] = ()
    may_master: bool = False
    archived: bool = False


class WebPage:
    """The page of a server, and the state of each of its games for each audience: the players, one player, the game master."""

    def __init__(self, router: CampaignRouter) -> None:
        self._router = router
        self._text = document()
        self._headers = dict(headers(self._text))
        self._start = secrets.token_hex(4)
        self._kept: dict[Audience, PageState] = {}
        self._making: WeakValueDictionary[Audience, asyncio.Lock] = WeakValueDictionary()
        self._channels: WeakValueDictionary[Audience, Channel] = WeakValueDictionary()

    async def page(self, request: Request) -> Response:
        """Serve the page; if there is nothing to show, its status and its first sentence give the reason."""
        status, said = await self._trouble(request)
        text = self._text.replace(SAID, escape(said)).encode()
        if "gzip" not in _accepted(request):
            return Response(text, status, self._headers | {"vary": "accept-encoding"}, "text/html")
        packed = {"vary": "accept-encoding", "content-encoding": "gzip"}
        return Response(gzip.compress(text, mtime=0), status, self._headers | packed, "text/html")

    async def state(self, request: Request) -> Response:
        """Serve the state. Its ETag depends on the rev, so a client with the current state gets 304 after two SELECTs."""
        return await self._for_reader(request, self._state_now)

    async def events(self, request: Request) -> Response:
        """Serve the state and each later one as server-sent events."""
        return await self._for_reader(request, self._stream)

    async def sheet(self, request: Request) -> Response:
        """Serve the numbers of one creature with their reasons, as the reader may know them."""
        return await self._for_reader(request, self._sheet)

    async def _for_reader(self, request: Request, answer: Callable[[Request, Access, Audience], Awaitable[Response]]) -> Response:
        """Return the answer for a reader who may see this; otherwise the reason why not."""
        everything = _wants_everything(request)
        try:
            access = await self._router.access(request)
            may_master = self._may_see_all(request, access)
            if everything and not may_master:
                return self._refusal(403, ONLY_MASTERS if self._router.authenticator else ONLY_HERE)
            own = access.caller.characters if access.caller.role == "player" and not everything else ()
            archived = await to_thread.run_sync(_is_archived, access.game)
            return await answer(request, access, Audience(access.game.campaign.id, everything, own, may_master, archived))
        except AccessDenied as why:
            refusal = self._refusal(401, str(why))
            refusal.headers["www-authenticate"] = "Bearer"
            return refusal
        except StoreFault as fault:
            return self._refusal(503, str(fault))

    async def _state_now(self, request: Request, access: Access, audience: Audience) -> Response:
        rev = await to_thread.run_sync(_rev, access.game)
        if (tag := self._tag(audience, rev)) in _tags(request):
            return Response(None, 304, {**self._headers, "etag": tag})
        shown = await self._state(access.game, audience, lambda kept: kept.rev == rev)
        text = await to_thread.run_sync(lambda: shown.text)
        return Response(text, 200, {**self._headers, "etag": shown.tag}, "application/json")

    async def _stream(self, request: Request, access: Access, audience: Audience) -> Response:
        channel = self._channels.get(audience)
        if channel is None or channel.listening is not access.listening:
            read = partial(self._state_as_noted, access.game, audience, access.listening)
            channel = self._channels[audience] = Channel(read, access.listening)
        return stream(channel, client_of(request.scope), self._headers)

    async def _sheet(self, request: Request, access: Access, audience: Audience) -> Response:
        reader = GM if audience.everything else access.caller if access.caller.role == "player" else VIEWER
        shown = await to_thread.run_sync(access.game.page_sheet, request.query_params.get("id", ""), reader)
        if shown is None:
            return self._refusal(404, NO_SHEET)
        return Response(packed(shown), 200, self._headers, "application/json")

    async def atlas(self, request: Request) -> Response:
        """Serve the drawing of the places that the reader knows. Its ETag is the tag that the state names, so it is sent once."""
        return await self._for_reader(request, self._atlas)

    async def _atlas(self, request: Request, access: Access, audience: Audience) -> Response:
        return self._tagged(request, await to_thread.run_sync(access.game.page_atlas, audience.everything, _caller_of(audience)))

    async def ground(self, request: Request) -> Response:
        """Serve the ground of the measured fight that the reader sees. Its ETag is the tag that the state names, so it is sent once."""
        return await self._for_reader(request, self._ground)

    async def _ground(self, request: Request, access: Access, audience: Audience) -> Response:
        drawn = await to_thread.run_sync(access.game.page_ground, audience.everything, _caller_of(audience))
        if drawn is None or request.query_params.get("room", drawn["room"]) != drawn["room"]:
            return self._refusal(404, NO_GROUND)
        return self._tagged(request, drawn)

    def _tagged(self, request: Request, drawn: dict[str, Any]) -> Response:
        tag = f'"{drawn["tag"]}"'
        if tag in _tags(request):
            return Response(None, 304, {**self._headers, "etag": tag})
        return Response(packed(drawn), 200, {**self._headers, "etag": tag}, "application/json")

    async def _trouble(self, request: Request) -> tuple[int, str]:
        """Return the status and sentence for a problem; 200 and an empty sentence if all is well. The state, not the page, requires a
        token.
        """
        if self._router.authenticator:
            return 200, ""
        if _wants_everything(request) and not is_here(request):
            return 403, ONLY_HERE
        try:
            await to_thread.run_sync(_rev, self._router.game)
        except StoreFault as fault:
            return 503, str(fault)
        return 200, ""

    def _may_see_all(self, request: Request, access: Access) -> bool:
        return access.caller.is_gm and (self._router.authenticator is not None or is_here(request))

    async def _state_as_noted(self, game: Game, audience: Audience, listening: Listening) -> PageState:
        """Return the state at the rev that the server has noted, or a later one; with it, a stream needs no query to see whether there is a
        new state.
        """
        return await self._state(game, audience, lambda kept: kept.rev >= listening.rev)

    async def _state(self, game: Game, audience: Audience, is_new: Callable[[PageState], bool]) -> PageState:
        """Compute the state once for each rev and audience, however many clients look; the tag belongs to the rev that was read. `is_new`:
        whether the state that is kept will do; those who waited for it ask again, because it may be newer than what they waited for.
        """
        async with self._making.setdefault(audience, asyncio.Lock()):
            kept = self._kept.get(audience)
            if kept is None or not is_new(kept):
                self._kept.pop(audience, None)
                kept = self._kept[audience] = await to_thread.run_sync(self._made, game, audience)
                while len(self._kept) > MOST_KEPT:
                    del self._kept[next(iter(self._kept))]
        return kept

    def _made(self, game: Game, audience: Audience) -> PageState:
        seen = game.page_state(audience.everything, _caller_of(audience))
        parts = {**seen.parts, "mayMaster": audience.may_master, "archived": audience.archived}
        return PageState(parts["rev"], self._tag(audience, parts["rev"]), parts, seen.old)

    def _tag(self, audience: Audience, rev: int) -> str:
        """Make the tag from the rev, the audience and the start of this server, because another server at this address may play another
        campaign.
        """
        return f'"{self._start}-{rev}-{sha256(repr(audience).encode()).hexdigest()[:16]}"'

    def _refusal(self, status: int, said: str) -> Response:
        return Response(json.dumps({"ok": False, "text": said}, ensure_ascii=False), status, self._headers, "application/json")


def document(last: str = LIVE) -> str:
    """Return the page with its styles and scripts in it, so that one request loads everything; `last`: the script that comes last."""

    def style(found: re.Match[str]) -> str:
        return f"<style>\n{_packed(found[1])}</style>"

    def script(found: re.Match[str]) -> str:
        return f"<script>\n{_packed(last if found[1] == LIVE else found[1])}</script>"

    page = re.sub(r'<link rel="stylesheet" href="([a-z]+\.css)">', style, _part("page.html"))
    return re.sub(r'<script src="([a-z]+\.js)"></script>', script, page)


def _part(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def _packed(name: str) -> str:
    """Return a file without indentation and comments on lines of their own, and styles without line breaks, which only its readers need."""
    text = re.sub(r"^[ \t]*(?://.*\n|/\*.*\*/\n)?", "", _part(name), flags=re.MULTILINE)
    return text.replace("\n", "") if name.endswith(".css") else text


def add_page(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    """Add the page at `/`, its state, its sheets, its map and its ground, behind the same guard as the rest of the server."""
    page = WebPage(router)
    routes = {"state": page.state, "sheet": page.sheet, "atlas": page.atlas, "ground": page.ground}
    for path, served in {"/": page.page, "/events": page.events, **{f"/{name}.json": read for name, read in routes.items()}}.items():
        mcp.custom_route(path, methods=["GET"])(served)


def _caller_of(audience: Audience) -> Caller:
    return Caller("player", characters=audience.own) if audience.own else GM


def _rev(game: Game) -> int:
    return game.store.rev(game.campaign.id)


def _is_archived(game: Game) -> bool:
    return game.store.is_archived(game.campaign.id)


# ── callers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _wants_everything(request: Request) -> bool:
    return request.query_params.get(EVERYTHING) == "1"


def _accepted(request: Request) -> list[str]:
    """The encodings that the client takes, without those that it refuses."""
    offered = (part.replace(" ", "") for part in request.headers.get("accept-encoding", "").lower().split(","))
    return [part.partition(";")[0] for part in offered if not re.fullmatch(r"[^;]*;q=0(\.0*)?", part)]


def _tags(request: Request) -> list[str]:
    return [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]


def is_here(request: Request) -> bool:
    """Return whether the client is on this machine and uses this machine's own name; both matter, because another site can point its own
    name to this machine.
    """
    client = request.client.host if request.client else ""
    forwarded = any(name in request.headers for name in _FORWARDED)
    return is_loopback(client) and _names_loopback(request.headers.get("host", "")) and not forwarded


def _names_loopback(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return is_this_machine(name)


# ── limits for the browser ────────────────────────────────────────────────────────────────────────────────────────────


def headers(page: str) -> Iterator[tuple[str, str]]:
    """Allow only the scripts and styles of the page, by their hashes; the page loads nothing from other servers."""
    scripts = " ".join(map(_hash, re.findall(r"<script>(.*?)</script>", page, re.DOTALL)))
    styles = " ".join(map(_hash, re.findall(r"<style>(.*?)</style>", page, re.DOTALL)))
    yield (
        "content-security-policy",
        f"default-src 'none'; script-src {scripts}; style-src {styles}; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    yield "cache-control", "no-cache"
    yield "cross-origin-resource-policy", "same-origin"
    yield "referrer-policy", "no-referrer"
    yield "x-content-type-options", "nosniff"


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
