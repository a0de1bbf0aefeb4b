"""The Agent Client Protocol over HTTP and WebSocket, for clients on this machine. Apart because it needs a web server, which no other way
to talk to the agent loads.
"""

from typing import Any, Final

import uvicorn
from acp.http.asgi import create_asgi_app

from rpg_lite.agent.acp_adapter import AcpAdapter
from rpg_lite.agent.gm_agent import GM
from rpg_lite.agent.loopback_only import HOST, OnlyHere
from rpg_lite.server.limits import Bounded
from rpg_lite.server.listening_sockets import bind_sockets

PATH: Final = "/acp"


def app(gm: GM) -> OnlyHere:
    """Make the ASGI app. Each connection is a client of its own at the same table."""

    def agent(client: Any) -> Any:
        adapter = AcpAdapter(gm)
        adapter.on_connect(client)
        return adapter

    spoken: Any = create_asgi_app(agent)
    return OnlyHere(Bounded(spoken, gm.settings.limits), (PATH,))


async def serve(gm: GM, port: int) -> None:
    """Serve clients at a port on this machine until the program is stopped; 0 means any free port. Raises Stop if the port is taken."""
    sockets = bind_sockets(HOST, port)
    print(f"ACP at http://{HOST}:{sockets[0].getsockname()[1]}{PATH}", flush=True)
    await uvicorn.Server(uvicorn.Config(app(gm), log_config=None, access_log=False, timeout_graceful_shutdown=2)).serve(sockets)
