"""The product's own HTTP server, with the fixtures of the suite beside its tools.

python -m tests.conformance.server PORT DATABASE [sessions]

`sessions`: give a session to clients of the handshake era; the product has none. Some tools of the suite ask the client a question in
the middle of a call; without a session, the client's answer cannot reach them.
"""

import sys
from functools import partial
from typing import Any

from fastmcp import FastMCP

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.game import Game
from rpg_lite.server import mcp, serving
from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.server.settings import Settings
from tests.conformance import fixtures


def serve(port: int, database: str, sessions: bool) -> None:
    build = mcp.server
    log_levels = FastMCP("logs")._mcp_server._request_handlers["logging/setLevel"]

    def with_fixtures(game: Game, router: CampaignRouter, *more: Any) -> Any:
        built = build(game, router, *more)
        fixtures.add_to(built, router.listening)
        built._mcp_server._request_handlers["logging/setLevel"] = log_levels  # the suite's fixtures log; the product's tools do not
        if sessions:
            built.http_app = partial(_with_sessions, built.http_app)
        return built

    mcp.server = with_fixtures
    with open_campaign(database) as game:
        serving.serve_http(game, Settings(http=f"127.0.0.1:{port}"))


def _with_sessions(http_app: Any, **asked: Any) -> Any:
    return http_app(**asked | {"stateless_http": False})


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2], "sessions" in sys.argv[3:])
