"""/health: whether the database answers, for those who watch over a server."""

import time
from typing import Any

from anyio import to_thread
from fastmcp import FastMCP
from starlette.requests import Request
from starlette.responses import JSONResponse

from rpg_lite.game import Game
from rpg_lite.store.faults import StoreFault


def add_health(mcp: FastMCP[Any], game: Game) -> None:
    began = time.monotonic()

    def state() -> dict[str, Any]:
        return {"schema": game.store.schema(), "campaign": game.campaign.name, "rev": game.store.rev(game.campaign.id)}

    @mcp.custom_route("/health", methods=["GET"])
    async def health(request: Request) -> JSONResponse:
        """Asked anew each time, so that it turns with the database: 503 when it is gone, 200 when it is back."""
        about = {"uptime": round(time.monotonic() - began, 1), "warnings": list(game.store.warnings)}
        try:
            found = await to_thread.run_sync(state)
        except StoreFault as fault:
            return JSONResponse({"ok": False, "database": fault.code, "text": str(fault), **about}, status_code=503)
        return JSONResponse({"ok": True, "database": "ok", **found, **about})
