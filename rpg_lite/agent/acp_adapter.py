"""The Agent Client Protocol on standard input and output: an editor or another client plays at our table."""

import asyncio
import logging
import re
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from typing import Any, Final
from uuid import uuid4

from acp import helpers, run_agent
from acp.schema import (
    AgentCapabilities,
    AvailableCommand,
    AvailableCommandInput,
    AvailableCommandsUpdate,
    HttpMcpServer,
    Implementation,
    InitializeResponse,
    LoadSessionResponse,
    McpCapabilities,
    McpServerStdio,
    NewSessionResponse,
    PermissionOption,
    PromptResponse,
    ToolCallUpdate,
    UnstructuredCommandInput,
    UsageUpdate,
)

from rpg_lite.agent.gm_agent import GM, STATUS
from rpg_lite.agent.reply_parts import Output
from rpg_lite.mud import verbs
from rpg_lite.mud.session import CRASHED
from rpg_lite.server.agent_settings import ToolServer

PROTOCOL: Final = 1
_STATUS: Final = {"pending": "pending", "in_progress": "in_progress", "done": "completed", "failed": "completed"}
"""The status of an entry of a plan for each status of a quest."""
_ALLOW: Final = "allow"
_log = logging.getLogger("rpg_lite.agent.acp")


class AcpAdapter:
    """An agent of the protocol around a game master. Each session plays for one person."""

    def __init__(self, gm: GM) -> None:
        self._gm = gm
        self._client: Any = None
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def on_connect(self, conn: Any) -> None:
        self._client = conn

    async def initialize(
        self, protocol_version: int, client_capabilities: Any = None, client_info: Any = None, **_: Any
    ) -> InitializeResponse:
        info = Implementation(name="rpg-lite", title=self._gm.settings.agent.name, version=version("rpg-lite"))
        return InitializeResponse(
            protocol_version=min(protocol_version, PROTOCOL),
            agent_capabilities=AgentCapabilities(load_session=True, mcp_capabilities=McpCapabilities(http=True)),
            agent_info=info,
        )

    async def authenticate(self, method_id: str, **_: Any) -> None:
        return None

    async def new_session(self, cwd: str, mcp_servers: Sequence[Any] | None = None, **_: Any) -> NewSessionResponse:
        id = uuid4().hex
        self._afterwards(self._open(id, mcp_servers or ()))
        return NewSessionResponse(session_id=id)

    async def load_session(self, cwd: str, session_id: str, mcp_servers: Sequence[Any] | None = None, **_: Any) -> LoadSessionResponse:
        """Resume an earlier session. The campaign remembers everything, so there is nothing to load."""
        self._afterwards(self._open(session_id, mcp_servers or ()))
        return LoadSessionResponse()

    async def prompt(self, session_id: str, prompt: Sequence[Any], **_: Any) -> PromptResponse:
        line = "\n".join(block.text for block in prompt if getattr(block, "type", "") == "text").strip()
        playing = asyncio.create_task(self._play(session_id, line))
        self._playing[session_id] = playing
        try:
            await playing
        except asyncio.CancelledError:
            if (own := asyncio.current_task()) and own.cancelling():  # the client is gone, and nobody would read an answer
                raise
            return PromptResponse(stop_reason="cancelled")
        finally:
            if self._playing.get(session_id) is playing:  # a client may send the next line before the answer to this one
                del self._playing[session_id]
        return PromptResponse(stop_reason="end_turn")

    async def cancel(self, session_id: str, **_: Any) -> None:
        """End the turn. The results of its calls stay."""
        if playing := self._playing.get(session_id):
            playing.cancel()

    async def ext_method(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        return {}

    async def ext_notification(self, method: str, params: dict[str, Any]) -> None:
        return None

    # ── what the client sees ────────────────────────────────────────────────────────────────────────────────────

    async def _open(self, id: str, servers: Sequence[Any]) -> None:
        """Send the commands and the welcome after the answer, because a client drops messages that come before it."""
        self._gm.confirms[id] = partial(self._confirm, id)
        commands = [
            AvailableCommand(
                name=name, description=verbs.sentence(name), input=AvailableCommandInput(root=UnstructuredCommandInput(hint=verb.form))
            )
            for name, verb in verbs.VERBS.items()
        ]
        commands.append(AvailableCommand(name=STATUS, description="Shows the model, its servers, the judge and the sandbox."))
        await self._client.session_update(
            id, AvailableCommandsUpdate(session_update="available_commands_update", available_commands=commands)
        )
        told = [await asyncio.to_thread(self._gm.welcome, None, id)]
        for server in servers:
            if (state := await self._joined(server)) != "ready":
                told.append(f"Not connected: {getattr(server, 'name', 'a server')} ({state}).")
        await self._say(id, "\n".join(told))

    async def _joined(self, server: Any) -> str:
        """Connect a server of the client; return "ready", or the reason why it is left out."""
        name = re.sub(r"[^A-Za-z0-9]+", "-", server.name).strip("-")[:40] or "server"
        match server:
            case HttpMcpServer():
                wanted: dict[str, Any] = {"transport": "http", "url": server.url}
                secrets = {header.name: header.value for header in server.headers}
            case McpServerStdio():
                wanted = {"transport": "stdio", "command": (server.command, *server.args)}
                secrets = {variable.name: variable.value for variable in server.env}
            case _:
                return "only HTTP and stdio are supported here"
        try:
            return await self._gm.connect(ToolServer.model_validate({"id": name, **wanted}), secrets)
        except ValueError as error:
            return str(error).splitlines()[0]

    async def _play(self, id: str, line: str) -> None:
        try:
            async for output in self._gm.process(line, seat=id):
                await self._show(id, output)
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("a line failed")
            await self._say(id, CRASHED)

    async def _show(self, id: str, output: Output) -> None:
        """Show an output. Where several people play, a call shows neither its arguments nor its answer, which are the game master's."""
        details, is_open = output.details, self._gm.one_person
        match output.kind:
            case "call":
                sent = details["arguments"] if is_open else None
                start = helpers.start_tool_call(details["id"], details["tool"], kind="other", status="in_progress", raw_input=sent)
                await self._client.session_update(id, start)
            case "called":
                content = [helpers.tool_content(helpers.text_block(output.text))] if is_open else None
                status = "completed" if details["ok"] else "failed"
                await self._client.session_update(id, helpers.update_tool_call(details["id"], status=status, content=content))  # type: ignore[arg-type]
            case "usage":
                await self._client.session_update(
                    id, UsageUpdate(session_update="usage_update", used=details["used"], size=details["size"])
                )
            case "plan":
                entries = [
                    helpers.plan_entry(quest["name"], status=_STATUS[quest["status"]])  # type: ignore[arg-type]
                    for quest in details["quests"]
                ]
                await self._client.session_update(id, helpers.update_plan(entries))
            case "deed":
                if not is_open:  # otherwise the client shows the call itself
                    await self._say(id, output.text)
            case _:
                await self._say(id, output.text)

    async def _say(self, id: str, text: str) -> None:
        await self._client.session_update(id, helpers.update_agent_message_text(f"{text}\n"))

    async def _confirm(self, id: str, question: str) -> bool:
        """Ask the client before something is deleted for good."""
        options = [
            PermissionOption(option_id=_ALLOW, name="Do it", kind="allow_once"),
            PermissionOption(option_id="no", name="Leave it", kind="reject_once"),
        ]
        asked = ToolCallUpdate(tool_call_id=uuid4().hex, title=question, kind="delete", status="pending")
        answer = await self._client.request_permission(id, asked, options)
        return getattr(answer.outcome, "option_id", None) == _ALLOW

    def _afterwards(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def main(gm: GM) -> None:
    """Play with the client on standard input and output until it disconnects; all of its sessions are those of one person."""
    gm.one_person = True
    await run_agent(AcpAdapter(gm))  # type: ignore[arg-type]
