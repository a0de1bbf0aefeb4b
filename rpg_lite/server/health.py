"""Report at /health whether the database answers, for monitoring. Apart because monitoring asks for it without a token."""

import time
from typing import Any

from anyio import to_thread
from fastmcp import FastMCP
from starlette.requests import Request
from starlette.responses import JSONResponse

from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.store.store_faults import StoreFault


def add_health(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    """Add `/health`, open to everybody; a server with tokens reveals nothing about its campaigns here."""
    began, game = time.monotonic(), router.game

    def state() -> tuple[dict[str, Any], StoreFault | None]:
        return {
            "schema": game.store.schema(),
            "campaign": game.campaign.name,
            "rev": game.store.rev(game.campaign.id),
        }, game.store.write_fault()

    def answer(told: dict[str, Any], more: dict[str, Any], status: int) -> JSONResponse:
        about = {"uptime": round(time.monotonic() - began, 1), "warnings": [*game.store.warnings, *more.pop("warnings", ())]}
        return JSONResponse(told if router.authenticator else {**told, **more, **about}, status)

    @mcp.custom_route("/health", methods=["GET"])
    async def health(request: Request) -> JSONResponse:
        """Ask the database each time: 503 if it is unreachable or writes fail, 200 as soon as both work again."""
        try:
            found, fault = await to_thread.run_sync(state)
        except StoreFault as gone:
            return answer({"ok": False, "database": gone.code}, {"text": str(gone)}, 503)
        if fault is not None:
            more = {**found, "text": str(fault), "warnings": [f"Writes fail: {fault}"]}
            return answer({"ok": False, "database": fault.code}, more, 503)
        return answer({"ok": True, "database": "ok"}, found, 200)
