"""A real MCP client that asks a tool server for its tools."""

import asyncio
import logging
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from pydantic import ValidationError

from rpg_lite.operations.tool_server_connection import MOST_TOOLS, Connect, Disconnect
from rpg_lite.terminal.command_io import MISUSED, REFUSED, Stop

LONGEST_REASON: Final = 200


class Silent(Exception):
    """The server gave no list of tools; the message gives the reason."""


def require_name(name: str) -> str:
    """Return the name. Raises Stop if it cannot name a server."""
    try:
        return Disconnect(name=name).name
    except ValidationError:
        fit = "letters, digits, dots, dashes and single underscores, 60 at most"
        raise Stop(MISUSED, f"{name!r} cannot name a server: use {fit}.") from None


def connection(name: str, where: Sequence[str], wait: float) -> Connect:
    """Return the command that records the server's tools. Raises Silent, or Stop when the tools cannot be stored."""
    try:
        return Connect(name=name, tools=asyncio.run(_tools(where, wait)))
    except ValidationError as error:
        raise Stop(REFUSED, f"{name} offers something that cannot be stored: {_fault(error)}. Nothing was changed.") from error


async def _tools(where: Sequence[str], wait: float) -> Mapping[str, str]:
    """Return the tools as name → description. Raises Silent if the server fails or does not answer within `wait` seconds."""
    logging.getLogger("mcp.client.stdio").setLevel(logging.CRITICAL)  # report a failing server in one sentence, not in tracebacks
    is_url = len(where) == 1 and where[0].startswith(("http://", "https://"))
    to: Any = where[0] if is_url else StdioTransport(where[0], [*where[1:]], env=dict(os.environ), keep_alive=False)
    try:
        async with asyncio.timeout(wait), Client(to, init_timeout=wait, timeout=wait) as client:
            return {t.name: _clean(t.description or "") for t in await client.list_tools()}
    except TimeoutError:
        raise Silent(f"no answer within {wait:g} s") from None
    except Exception as error:
        raise Silent(_reason(error)) from error


def _reason(error: BaseException) -> str:
    """Return the first line of the first error. It is recorded, so it must not contain an address: some addresses contain a key."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    line = (str(error).splitlines() or [type(error).__name__])[0].removeprefix("Client failed to connect: ")
    return _clean(re.sub(r"\w+://[^\s'\"]+", "its address", line)[:LONGEST_REASON].rstrip("."))


def _clean(text: str) -> str:
    """Return the text, reduced to characters that every database can store."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode()


def _fault(error: ValidationError) -> str:
    first = error.errors()[0]
    tool = first["loc"][1] if len(first["loc"]) > 1 else None
    return f"the tool name {tool!r}" if tool is not None else f"more than {MOST_TOOLS} tools"
