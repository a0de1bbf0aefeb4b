"""A guest over A2A (Agent2Agent): other agents on this machine talk with one character of the campaign, which knows only its own part of
it.
"""

from importlib.metadata import version
from typing import Any, Final

import uvicorn
from a2a.helpers.proto_helpers import new_text_message
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill
from starlette.applications import Starlette
from starlette.middleware import Middleware

from rpg_lite.agent.gm_agent import GM
from rpg_lite.agent.loopback_only import HOST, OnlyHere
from rpg_lite.mud.combat_and_journal import TALK
from rpg_lite.server.limits import Bounded
from rpg_lite.server.listening_sockets import bind_sockets

PATH: Final = "/a2a"
CARD: Final = "/.well-known/agent-card.json"


class Guest(AgentExecutor):
    """Answer as one character, in its words or with the reason why it says nothing."""

    def __init__(self, gm: GM, name: str) -> None:
        self._gm, self._name = gm, name

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        said = " ".join(context.get_user_input().split())
        outputs = [output async for output in self._gm.process(f"{TALK}{self._name} {said}", seat=context.context_id or "")]
        story = [o.text for o in outputs if o.kind == "narration"] or [o.text for o in outputs if o.is_told]
        await event_queue.enqueue_event(new_text_message("\n".join(story) or "…", context_id=context.context_id, task_id=context.task_id))

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Cancel nothing, because an answer comes in one piece, and the results of its calls stay."""


def card_of(name: str, port: int) -> AgentCard:
    """Describe the character for other agents, with nothing from the campaign except its name."""
    talk = AgentSkill(id="talk", name=f"Talk with {name}", description="Say something; the character answers.", tags=["roleplay"])
    return AgentCard(
        name=name,
        description=f"{name}, a character of a campaign.",
        version=version("rpg-lite"),
        supported_interfaces=[AgentInterface(url=f"http://{HOST}:{port}{PATH}", protocol_binding="JSONRPC", protocol_version="1.0")],
        capabilities=AgentCapabilities(streaming=False),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[talk],
    )


async def serve(gm: GM, port: int, name: str) -> None:
    """Serve agents on this machine until the program is stopped; port 0 means any free port. Raises Stop if the port is taken."""
    sockets = bind_sockets(HOST, port)
    at = sockets[0].getsockname()[1]
    card = card_of(name, at)
    handler = DefaultRequestHandler(Guest(gm, name), InMemoryTaskStore(), card)
    routes: list[Any] = [*create_agent_card_routes(card), *create_jsonrpc_routes(handler, PATH)]
    guards = [Middleware(OnlyHere, (PATH, CARD)), Middleware(Bounded, gm.settings.limits)]
    print(f"{name} at http://{HOST}:{at}", flush=True)
    app = Starlette(routes=routes, middleware=guards)
    await uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=2)).serve(sockets)
