"""The page at `/`: the map and the party for everybody at the table, kept fresh by asking `/state.json`. It reads and never writes.

The page is one file without a word of the campaign in it; its script fills in text as text. So no name can become markup.
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
from rpg_lite.server.addresses import is_loopback, is_this_machine
from rpg_lite.server.campaign_router import Access, AccessDenied, CampaignRouter
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.views.maps import style

FILE: Final = Path(__file__).with_name("page.html")
EVERYTHING: Final = "everything"
SAID: Final = "{{said}}"
"""Where the page says what is the matter."""
ONLY_HERE: Final = (
    "Everything is shown on the machine where rpg-lite runs, at its own address (127.0.0.1 or localhost) and not through a proxy; "
    "without everything=1 you see what the party knows."
)
ONLY_MASTERS: Final = "Everything is shown to the token of a game master; without everything=1 you see what the party knows."
_FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Who sends one of these is not here, or need not be."""


class Page:
    """The page of a server, and the state of each game in it for each of the two audiences."""

    def __init__(self, router: CampaignRouter) -> None:
        self._router = router
        self._text = FILE.read_text("utf-8")
        self._headers = dict(headers(self._text))
        self._start = secrets.token_hex(4)
        self._kept: dict[tuple[str, bool], tuple[str, bytes]] = {}

    async def page(self, request: Request) -> Response:
        """Its status and its first sentence say when there is nothing to show."""
        status, said = await self._trouble(request)
        return Response(self._text.replace(SAID, escape(said)), status, self._headers, "text/html")

    async def state(self, request: Request) -> Response:
        """The ETag is that of the rev; who has it already is told so after one SELECT."""
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
        """Status and sentence; 200 and nothing when all is well. Whom the page is for is asked when its state is."""
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
        """Computed once for one rev, however many look; the tag is that of the rev which was read."""
        kept = self._kept.get((game.campaign.id, everything))
        if kept and kept[0] == self._tag(game, rev, everything):
            return kept
        shown = game.table(everything)
        made = self._tag(game, shown["rev"], everything), json.dumps(shown, ensure_ascii=False).encode()
        self._kept[game.campaign.id, everything] = made
        return made

    def _tag(self, game: Game, rev: int, everything: bool) -> str:
        """With the campaign and the start of this server: another one at this address may play another campaign."""
        return f'"{self._start}-{game.campaign.id}-{rev}{"-all" if everything else ""}"'

    def _refusal(self, status: int, said: str) -> Response:
        return Response(json.dumps({"ok": False, "text": said}, ensure_ascii=False), status, self._headers, "application/json")


def add_page(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    """At `/` and `/state.json`, behind the same guard as all of the server."""
    page = Page(router)
    mcp.custom_route("/", methods=["GET"])(page.page)
    mcp.custom_route("/state.json", methods=["GET"])(page.state)


def _rev(game: Game) -> int:
    return game.store.rev(game.campaign.id)


# ── who asks ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _wants_everything(request: Request) -> bool:
    return request.query_params.get(EVERYTHING) == "1"


def _tags(request: Request) -> list[str]:
    return [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]


def is_here(request: Request) -> bool:
    """Whether somebody on this machine asks by this machine's own name: both, since a page of somebody else can have its name lead here."""
    client = request.client.host if request.client else ""
    forwarded = any(name in request.headers for name in _FORWARDED)
    return is_loopback(client) and _names_loopback(request.headers.get("host", "")) and not forwarded


def _names_loopback(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return is_this_machine(name)


# ── what a browser may do with it ───────────────────────────────────────────────────────────────────────────────────


def headers(page: str) -> Iterator[tuple[str, str]]:
    """The page's own script and styles and those of the map run, by their hashes; nothing else does, and nothing is fetched elsewhere."""
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
