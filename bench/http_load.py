"""Load over HTTP: `serve` runs the product's server with an additional tool that does nothing, `bare` runs a FastMCP server with only that
tool, and `load` calls them. Each has its own process, so the clients do not slow down the server that they measure.

python http_load.py serve PORT DATABASE [CAMPAIGN]
python http_load.py bare PORT
python http_load.py load < {"port": …, "seconds": …, "calls": … or null, "clients": [{"tool": …, "payloads": […], "token": … or left out}, …]}
"""

import asyncio
import json
import statistics
import sys
import time
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


# ── the server ────────────────────────────────────────────────────────────────────────────────────────────────────────


def serve(port: int, database: str, campaign: str | None = None) -> None:
    from fastmcp.tools import Tool

    from rpg_lite.campaign_opening import open_campaign
    from rpg_lite.server import mcp, serving
    from rpg_lite.server.settings import Settings

    build = mcp.server

    def with_no_op(*args: Any) -> Any:
        built = build(*args)
        # found like the game's own tools, so it costs as much as each of them does before doing anything
        built.own = {**built.own, "no_op": built.add_tool(Tool.from_function(no_op))}
        return built

    mcp.server = with_no_op
    with open_campaign(database, campaign) as game:
        serving.serve_http(game, Settings(http=f"127.0.0.1:{port}"))


def bare(port: int) -> None:
    """Run FastMCP with the two fixes of our server and nothing else, to show the cost that our server adds."""
    import gc

    import uvicorn
    from fastmcp import FastMCP
    from starlette.responses import PlainTextResponse

    mcp: FastMCP[Any] = FastMCP("bare")
    mcp.tool(no_op)
    mcp._mcp_server.get_tool_input_schema = lambda name: None
    mcp.custom_route("/health", methods=["GET"])(lambda request: PlainTextResponse("ok"))
    app = mcp.http_app(path="/mcp", stateless_http=True)
    gc.collect()
    gc.freeze()
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", lifespan="on")


def no_op(operation: str, characterName: str) -> dict[str, str]:
    """Do nothing, on a worker thread like every tool that is not a coroutine."""
    return {"text": "Nothing."}


# ── the clients ───────────────────────────────────────────────────────────────────────────────────────────────────────


def request(tool: str, arguments: dict[str, Any], token: str | None = None) -> bytes:
    """Build a whole stateless tools/call in the form that is sent over the wire."""
    params = {"name": tool, "arguments": arguments, "_meta": META}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
    who = f"authorization: Bearer {token}\r\n" if token else ""
    head = (
        "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json\r\n"
        f"mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: {tool}\r\n{who}content-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


@dataclass
class Counted:
    """The seconds of each call, and the refused calls."""

    took: list[float] = field(default_factory=list)
    errors: int = 0
    first_error: str = ""

    def add(self, seconds: float, head: bytes, body: bytes) -> None:
        self.took.append(seconds)
        if not head.startswith(b"HTTP/1.1 200") or b'"isError":true' in body or b'"result"' not in body:
            self.errors += 1
            self.first_error = self.first_error or repr(body[:500])


class Client(asyncio.Protocol):
    """Repeat the calls in order on one open connection, until their number or the time is up.

    When the time is up, it finishes the current round, because the next client must find the same state. It uses no asyncio streams,
    because time that the clients take on this machine is lost for the server.
    """

    def __init__(self, requests: list[bytes], until: float, calls: int | None, counted: Counted) -> None:
        self._each, self._turn = islice(cycle(requests), calls), len(requests)
        self._until, self._counted = until, counted
        self._made, self._began, self._got = 0, 0.0, b""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._call()

    def data_received(self, data: bytes) -> None:
        self._got += data
        head, blank, body = self._got.partition(b"\r\n\r\n")
        if not blank or len(body) < (length := _length(head)):
            return
        if len(body) > length:
            self._end(RuntimeError(f"more than was asked for: {self._got[:500]!r}"))
            return
        self._counted.add(time.perf_counter() - self._began, head, body)
        self._got = b""
        self._call()

    def connection_lost(self, error: Exception | None) -> None:
        self._end(RuntimeError(f"the server ended the connection: {error or 'without a word'}"))

    def _call(self) -> None:
        self._began = time.perf_counter()
        over = self._began > self._until and self._made % self._turn == 0
        request = None if over else next(self._each, None)
        if request is None:
            self._end()
            return
        self._made += 1
        self._transport.write(request)

    def _end(self, error: Exception | None = None) -> None:
        if self.done.done():
            return
        if error:
            self.done.set_exception(error)
        else:
            self.done.set_result(None)
        self._transport.close()


def _length(head: bytes) -> int:
    return int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])


async def one_client(port: int, requests: list[bytes], until: float, calls: int | None, counted: Counted) -> None:
    _, client = await asyncio.get_running_loop().create_connection(lambda: Client(requests, until, calls, counted), "127.0.0.1", port)
    await client.done


async def load(asked: dict[str, Any]) -> dict[str, Any]:
    clients = [[request(c["tool"], p, c.get("token")) for p in c["payloads"]] for c in asked["clients"]]
    counted, began = Counted(), time.perf_counter()
    until = began + asked["seconds"]
    await asyncio.gather(*(one_client(asked["port"], c, until, asked["calls"], counted) for c in clients))
    seconds, took = time.perf_counter() - began, sorted(counted.took)
    return {
        "calls": len(took),
        "errors": counted.errors,
        "first_error": counted.first_error,
        "per_second": len(took) / seconds,
        "p50_ms": statistics.median(took) * 1e3,
        "p99_ms": took[int(len(took) * 0.99)] * 1e3,
        "mean_ms": statistics.mean(took) * 1e3,
        "longest_ms": took[-1] * 1e3,
    }


if __name__ == "__main__":
    kind, *rest = sys.argv[1:]
    if kind == "load":
        print(json.dumps(asyncio.run(load(json.load(sys.stdin)))))
    elif kind == "bare":
        bare(int(rest[0]))
    else:
        serve(int(rest[0]), *rest[1:])
