"""The servers in the settings: the tools, resources and prompts of all servers that answer, in one index."""

import asyncio
import json
import logging
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from mcp.shared.exceptions import MCPError

from rpg_lite.agent.offer_bounds import BETWEEN, OfferKind, ServerOffer, bound
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.server.agent_settings import ToolServer
from rpg_lite.store import word_index
from rpg_lite.store.word_index import IndexedText

WAIT: Final = 20.0
"""The seconds within which a server must answer when it is asked for its tools, which no turn waits for."""
WAIT_AT_START: Final = 5.0
"""The seconds that the start of the table waits for servers; those that are slower are asked on beside the game."""
CONNECTING: Final = "not connected yet"
_log = logging.getLogger("rpg_lite.agent.servers")

Answer = TypeVar("Answer")
Hook = Callable[[str, str, Any], Awaitable[None]]
"""A function that is told about a call: the server, the tool, and its arguments or its answer."""


class Unavailable(Exception):
    """A server is not there, or has no such tool, resource or prompt; the message lists the available ones."""


@dataclass
class _ConfiguredServer:
    """A configured server, its client as long as the server is reachable, its offers and what was cut of them. `asking`: the attempt to
    reach it that goes on.
    """

    settings: ToolServer
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    client: Client[Any] | None = None
    offers: tuple[ServerOffer, ...] = ()
    cuts: str = ""
    why: str = "not started"
    asking: asyncio.Task[None] | None = None
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)


class Registry:
    """A group of servers. If a server does not answer, the others stay, and the silent one is asked again beside the next turn. `wait`: the
    seconds within which a server must answer; `at_start`: those for which the start waits.

    `on_request` and `on_response` are called around each call.
    """

    def __init__(self, servers: Sequence[ToolServer], wait: float = WAIT, at_start: float = WAIT_AT_START) -> None:
        self._members = {server.id: _ConfiguredServer(server) for server in servers}
        self._wait, self._at_start = wait, at_start
        self._closing: set[asyncio.Task[None]] = set()
        self.on_request: Hook | None = None
        self.on_response: Hook | None = None

    async def __aenter__(self) -> Self:
        if asked := self.ask_again():
            await asyncio.wait(asked, timeout=self._at_start)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for member in self._members.values():
            await _give_up(member)
        await asyncio.gather(*self._closing)

    # ── members ─────────────────────────────────────────────────────────────────────────────────────────────────

    def ask_again(self) -> list[asyncio.Task[None]]:
        """Begin to ask the servers that do not answer yet, and return the attempts that go on; a turn does not wait for them."""
        for member in self._members.values():
            if member.client is None and member.asking is None:
                member.asking = asyncio.create_task(self._open(member))
        return [member.asking for member in self._members.values() if member.asking]

    async def refresh(self) -> None:
        """Ask the servers that do not answer yet, all at once, until each has answered or is given up."""
        if asked := self.ask_again():
            await asyncio.wait(asked)

    async def add(self, server: ToolServer, secrets: Mapping[str, str] | None = None) -> None:
        """Add a server, or replace the one with its id, and wait for it as at the start. `secrets`: its variables or headers."""
        await self.remove(server.id)
        self._members[server.id] = member = _ConfiguredServer(server, secrets or {})
        member.asking = asyncio.create_task(self._open(member))
        await asyncio.wait([member.asking], timeout=self._at_start)

    async def remove(self, id: str) -> None:
        if member := self._members.pop(id, None):
            await _give_up(member)

    def states(self) -> dict[str, str]:
        """Return each server with "ready", or with the reason why it is left out."""
        return {id: "ready" if member.client else member.why for id, member in self._members.items()}

    def away(self) -> dict[str, str]:
        """Return the servers that are left out, each with the reason."""
        return {id: member.why for id, member in self._members.items() if member.client is None}

    def cuts(self) -> dict[str, str]:
        """Return the servers whose offers were cut, each with what was."""
        return {id: member.cuts for id, member in self._members.items() if member.client and member.cuts}

    async def _open(self, member: _ConfiguredServer) -> None:
        try:
            await self._reach(member)
        finally:
            member.asking = None

    async def _reach(self, member: _ConfiguredServer) -> None:
        if member.settings.lacks:
            member.why = member.settings.lacks
            return
        if member.why == "not started":
            member.why = CONNECTING
        stack = AsyncExitStack()
        try:
            async with asyncio.timeout(self._wait):
                client = await stack.enter_async_context(_client(member.settings, self._wait, member.secrets))
                found = bound(await _offers_of(client, member.settings))
            member.offers, member.cuts = found.kept, found.cuts
            if found.cuts:
                _log.warning("%s: %s", member.settings.id, found.cuts)
            member.client, member.stack = client, stack
        except Exception as error:  # whatever another server does, the game must go on
            member.why = "no answer" if isinstance(error, TimeoutError) else f"no answer ({type(error).__name__})"
            _log.warning("%s is left out: %s", member.settings.id, member.why)
            await _close(stack)
        except BaseException:  # given up
            await _close(stack)
            raise

    # ── what they offer ─────────────────────────────────────────────────────────────────────────────────────────

    def offers(self, kinds: Sequence[OfferKind] = ("tool", "resource", "prompt")) -> list[ServerOffer]:
        """Return everything that the servers offer, in the order of the settings."""
        return [offer for member in self._members.values() if member.client for offer in member.offers if offer.kind in kinds]

    def search(self, query: str, kinds: Sequence[OfferKind] = ("tool", "resource", "prompt"), n: int = 5) -> list[ServerOffer]:
        """Return the offers that the words may mean, best first."""
        found = self.offers(kinds)
        texts: list[IndexedText] = [(offer.name.replace("_", " "), offer.server, offer.description) for offer in found]
        search = word_index.index(texts)
        return [found[at] for at in search(query)][:n] if search else []

    def discover(self, intent: str, tokens: int) -> str:
        """Return the best offers for an intent, a line each, within a number of tokens."""
        lines: list[str] = []
        for offer in self.search(intent, n=50):
            if estimate("\n".join([*lines, offer.text])) > tokens:
                break
            lines.append(offer.text)
        return "\n".join(lines)

    # ── calls ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def execute(self, name: str, arguments: dict[str, Any] | None = None) -> str:
        """Return the text of a tool's answer. Raises Unavailable, and ToolError for a refusal of the server."""
        server, tool = self._called(name)
        client = self._client_of(server, name, "tool")
        if self.on_request:
            await self.on_request(server, tool, arguments)
        result = await self._patiently(server, client.call_tool(tool, arguments or {}))
        text = "\n".join(getattr(part, "text", f"({part.type})") for part in result.content)
        if self.on_response:
            await self.on_response(server, tool, text)
        return text

    async def _patiently(self, server: str, answer: Awaitable[Answer]) -> Answer:
        """The answer of a server, as long as its patience lasts. Raises Unavailable, and leaves the server out until it is reached again."""
        patience = min(self._wait, self._members[server].settings.patience)
        try:
            async with asyncio.timeout(patience):
                return await answer
        except TimeoutError:
            await self._lose(server)
            raise Unavailable(f"{server} did not answer within {patience:g} seconds; it is left out of this turn") from None
        except (OSError, RuntimeError, MCPError) as error:
            await self._lose(server)
            raise Unavailable(f"{server} has gone ({type(error).__name__}); it is left out of this turn") from error

    def _called(self, name: str) -> tuple[str, str]:
        """The server and the server's own name of a tool."""
        named = next((offer for offer in self.offers(["tool"]) if offer.name == name), None)
        if named:
            return named.server, named.called
        server, _, tool = name.partition(BETWEEN)
        return server, tool

    async def read(self, server: str, address: str) -> str:
        """Return the text of a resource. Raises Unavailable."""
        parts = await self._patiently(server, self._client_of(server, address, "resource").read_resource(address))
        return "\n".join(getattr(part, "text", "(binary)") for part in parts)

    async def get(self, server: str, prompt: str, arguments: dict[str, Any] | None = None) -> str:
        """Return the text of a prompt. Raises Unavailable."""
        found = await self._patiently(server, self._client_of(server, prompt, "prompt").get_prompt(prompt, arguments or {}))
        return "\n".join(getattr(message.content, "text", "") for message in found.messages)

    def _client_of(self, server: str, name: str, kind: OfferKind) -> Client[Any]:
        member = self._members.get(server)
        if member is None or member.client is None:
            raise Unavailable(f"there is no server {server!r} that answers; there are {self.states() or 'none'}")
        if all((offer.kind, offer.name) != (kind, name) for offer in member.offers):
            there = ", ".join(offer.name for offer in member.offers if offer.kind == kind) or "none"
            raise Unavailable(f"{server} offers no {kind} {name!r}; it offers {there}")
        return member.client

    async def _lose(self, id: str) -> None:
        """Leave a server out. A server that hangs may take long to close, so nobody waits for it."""
        member = self._members[id]
        member.client, member.offers, member.cuts, member.why = None, (), "", "no answer"
        closing = asyncio.create_task(_close(member.stack))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)


def _client(server: ToolServer, wait: float, secrets: Mapping[str, str]) -> Client[Any]:
    """Make a client that passes the server's log lines to our log, and refuses the server's requests for samples. `secrets`: the variables of
    a program, or the headers of an address.
    """

    async def heard(message: Any) -> None:
        _log.info("%s: %s", server.id, json.dumps(message.data, ensure_ascii=False, default=str)[:1000])

    where: Any = server.url
    if server.transport == "http" and secrets:
        where = StreamableHttpTransport(server.url, headers=dict(secrets))
    elif server.transport == "stdio":
        where = StdioTransport(server.command[0], [*server.command[1:]], env=dict(secrets) or None, keep_alive=False)
    token = os.environ.get(server.token_env) if server.token_env else None
    return Client(where, auth=token, init_timeout=wait, timeout=wait, log_handler=heard)


async def _offers_of(client: Client[Any], server: ToolServer) -> list[ServerOffer]:
    found = [
        ServerOffer(server.id, "tool", f"{server.id}{BETWEEN}{tool.name}", tool.description or "", dict(tool.input_schema), tool.name)
        for tool in await client.list_tools()
        if any(fnmatchcase(tool.name, wanted) for wanted in server.tools)
    ]
    with suppress(MCPError):  # a server that has none of a kind may report it in this way
        found += [ServerOffer(server.id, "resource", str(r.uri), r.description or r.name) for r in await client.list_resources()]
    with suppress(MCPError):
        found += [ServerOffer(server.id, "prompt", p.name, p.description or "") for p in await client.list_prompts()]
    return found


async def _give_up(member: _ConfiguredServer) -> None:
    """End the attempt to reach a server, or the connection to it."""
    if member.asking:
        member.asking.cancel()
        await asyncio.wait([member.asking])
    await _close(member.stack)


async def _close(stack: AsyncExitStack) -> None:
    try:
        await stack.aclose()
    except Exception as error:
        _log.debug("a server closed badly: %s", error)
