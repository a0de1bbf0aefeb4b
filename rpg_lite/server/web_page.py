"""The page at `/`: the map and the party for everybody at the table, kept up to date with `/state.json`. It only reads and never writes.

The page is one file without any text of the campaign; its script fills in the campaign as text, so that no name can become markup.
"""

import json
import re
import secrets
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from anyio import to_thread
from fastmcp import FastMCP
from starlette.requests import Request
from starlette.responses import Response

from rpg_lite.game import Game
from rpg_lite.server.campaign_router import Access, AccessDenied, CampaignRouter
from rpg_lite.server.local_addresses import is_loopback, is_this_machine
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.views.maps import style

FILE: Final = Path(__file__).with_name("page.html")
EVERYTHING: Final = "everything"
SAID: Final = "{{said}}"
"""The place in the page for a message about a problem."""
ONLY_HERE: Final = (
    "The full view works only on the machine that runs rpg-lite, at its own address (127.0.0.1 or localhost) and not through a proxy; "
    "without everything=1 you see what the party knows."
)
ONLY_MASTERS: Final = "The full view needs the token of a game master; without everything=1 you see what the party knows."
_FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""A request with one of these headers may come from another machine."""


class WebPage:
    """The page of a server, and the state of each of its games for players and for game masters."""

    def __init__(self, router: CampaignRouter) -> None:
        self._router = router
        self._text = FILE.read_text("utf-8")
        self._headers = dict(headers(self._text))
        self._start = secrets.token_hex(4)
        self._kept: dict[tuple[str, bool], tuple[str, bytes]] = {}

    async def page(self, request: Request) -> Response:
        """Serve the page; its status and its first sentence say why there is nothing to show."""
        status, said = await self._trouble(request)
        return Response(self._text.replace(SAID, escape(said)), status, self._headers, "text/html")

    async def state(self, request: Request) -> Response:
        """Serve the state; its ETag depends on the rev, so that a client with the current state gets 304 after one SELECT."""
        everything = _wants_everything(request)
        try:
            access = await self._router.access(request)
            if everything and not self._may_see_all(request, access):
                return self._refusal(403, ONLY_MASTERS if self._router.authenticator else ONLY_HERE)
            rev = await to_thread.run_sync(_rev, access.game)
            if (tag := self._tag(access.game, rev, everything)) in _tags(request):
                return Response(None, 304, {**self._headers, "etag": tag})
            tag, body = await to_thread.run_sync(self._state, access.game, rev, everything)
        except AccessDenied as why:
            refusal = self._refusal(401, str(why))
            refusal.headers["www-authenticate"] = "Bearer"
            return refusal
        except StoreFault as fault:
            return self._refusal(503, str(fault))
        return Response(body, 200, {**self._headers, "etag": tag}, "application/json")

    async def _trouble(self, request: Request) -> tuple[int, str]:
        """The status and sentence for a problem; 200 and an empty sentence if all is well. The state, not the page, requires a token."""
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

    def _state(self, game: Game, rev: int, everything: bool) -> tuple[str, bytes]:
        """Compute the state once for each rev, however many clients look; the tag belongs to the rev that was read."""
        kept = self._kept.get((game.campaign.id, everything))
        if kept and kept[0] == self._tag(game, rev, everything):
            return kept
        shown = game.table(everything)
        made = self._tag(game, shown["rev"], everything), json.dumps(shown, ensure_ascii=False).encode()
        self._kept[game.campaign.id, everything] = made
        return made

    def _tag(self, game: Game, rev: int, everything: bool) -> str:
        """Make the tag from the rev, the campaign and the start of this server, because another server at this address may play another
        campaign.
        """
        return f'"{self._start}-{game.campaign.id}-{rev}{"-all" if everything else ""}"'

    def _refusal(self, status: int, said: str) -> Response:
        return Response(json.dumps({"ok": False, "text": said}, ensure_ascii=False), status, self._headers, "application/json")


def add_page(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    """Add the page at `/` and its state at `/state.json`, behind the same guard as the rest of the server."""
    page = WebPage(router)
    mcp.custom_route("/", methods=["GET"])(page.page)
    mcp.custom_route("/state.json", methods=["GET"])(page.state)


def _rev(game: Game) -> int:
    return game.store.rev(game.campaign.id)


# ── callers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _wants_everything(request: Request) -> bool:
    return request.query_params.get(EVERYTHING) == "1"


def _tags(request: Request) -> list[str]:
    return [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]


def is_here(request: Request) -> bool:
    """Whether the client is on this machine and uses this machine's own name; both matter, since another site can point its name here."""
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
    """Allow only the scripts and styles of the page and the map, by their hashes; the page loads nothing from other servers."""
    scripts = " ".join(map(_hash, re.findall(r"<script>(.*?)</script>", page, re.DOTALL)))
    styles = " ".join(map(_hash, [*re.findall(r"<style>(.*?)</style>", page, re.DOTALL), style.STYLE]))
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
