"""Serve on standard input and output. Even a line that is not a message gets an answer, because otherwise its client would wait forever."""

import os
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, Final

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream
from fastmcp import FastMCP
from fastmcp.server.context import reset_transport, set_transport
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, RequestId, jsonrpc_message_adapter
from pydantic import ValidationError

NO_JSON: Final = "This line is not valid JSON ({why}). Nothing was changed."
NO_UTF8: Final = "This line is not UTF-8 text. Nothing was changed."
NO_MESSAGE: Final = "This line is not a JSON-RPC 2.0 request: it needs jsonrpc, id, method and params. Nothing was changed."
_LONGEST_ID: Final = 200
_PARTS: Final = re.compile(r'"((?:[^"\\]|\\.)*)"|([\[{])|([\]}])|(-?\d+)')
_ID: Final = re.compile(r'\s*:\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d{1,18})(?![\d.eE]))')


async def serve(mcp: FastMCP[Any]) -> None:
    """Serve one client until the client closes standard input."""
    transport = set_transport("stdio")
    try:
        with _standard_input() as file:
            lines = _Lines(file)
            async with mcp._lifespan_manager(), stdio_server(stdin=lines) as (messages, answers), anyio.create_task_group() as tasks:  # type: ignore[arg-type]  # `_Lines` is read only line by line
                tasks.start_soon(_pass_on, lines.refused, answers)
                await mcp._mcp_server.run(messages, answers, mcp._mcp_server.create_initialization_options())
                tasks.cancel_scope.cancel()
    finally:
        reset_transport(transport)


class _Lines:
    """The lines of a file that are messages; the answers to all other lines go to `refused`."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = anyio.wrap_file(file)
        self._refuses, self.refused = anyio.create_memory_object_stream[JSONRPCError](0)

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self._file:
            answer = refusal(line)
            if answer is not None:
                await self._refuses.send(answer)
            elif line.strip():
                yield line.decode()


async def _pass_on(refused: MemoryObjectReceiveStream[JSONRPCError], answers: Any) -> None:
    async for answer in refused:
        await answers.send(SessionMessage(answer))


@contextmanager
def _standard_input() -> Iterator[BinaryIO]:
    """Reserve standard input for this server; any other code that reads from it finds nothing."""
    try:
        is_plain = sys.stdin.fileno() == 0
    except (OSError, ValueError):
        is_plain = False
    if not is_plain:
        yield sys.stdin.buffer
        return
    own, nothing = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        yield os.fdopen(own, "rb", closefd=False)  # a thread may still read after the end
    finally:
        os.dup2(own, 0)


def refusal(line: bytes) -> JSONRPCError | None:
    """Return the answer to a line that is not a message; None for a message, an empty line, or a line that looks like an answer to this
    server.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return _error(PARSE_ERROR, NO_UTF8, id_of(line.decode(errors="replace")))
    if not text.strip():
        return None
    try:
        jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if first["type"] == "json_invalid":
            return _error(PARSE_ERROR, NO_JSON.format(why=first["ctx"]["error"]), id_of(text))
        return None if _is_an_answer(text) else _error(INVALID_REQUEST, NO_MESSAGE, id_of(text))
    return None


def id_of(text: str) -> RequestId | None:
    """Find the id of a request in a line that cannot be parsed.

    >>> id_of('{"a": {"id": 1}, "x": "\\\\ud800", "id": 7}'), id_of('{"id": "a"'), id_of("nope"), id_of('{"id": 1.5}')
    (7, 'a', None, None)
    """
    for key, end in _keys(text):
        if key == "id" and (found := _ID.match(text, end)) is not None:
            word, number = found.groups()
            return int(number) if number else word[:_LONGEST_ID]
    return None


def _keys(text: str) -> Iterator[tuple[str, int]]:
    """Yield (text, end) for each quoted text directly inside the outermost object."""
    depth = 0
    for part in _PARTS.finditer(text):
        word, opens, closes, _ = part.groups()
        depth += bool(opens) - bool(closes)
        if word is not None and depth == 1:
            yield word, part.end()


def _is_an_answer(text: str) -> bool:
    """Return whether the line is an answer itself; answers to answers could go on forever."""
    keys = {key for key, _ in _keys(text)}
    return "method" not in keys and bool(keys & {"result", "error"})


def _error(code: int, told: str, request: RequestId | None) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=request, error=ErrorData(code=code, message=told))
