"""Load over HTTP: `serve` is the product's server with one tool more that does nothing, `load` calls it. Each in its own process,
so that the one who counts is not the one who is counted.

python http_load.py serve PORT DATABASE
python http_load.py load < {"port": …, "seconds": …, "clients": [{"tool": …, "payloads": […]}, …]}
"""

import asyncio
import json
import statistics
import sys
import time
from typing import Any

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


# ── the server ──────────────────────────────────────────────────────────────────────────────────────────────────────


def serve(port: int, database: str) -> None:
    from rpg_lite.frontends import mcp
    from rpg_lite.game import open_campaign

    build = mcp.server

    def with_no_op(*args: Any) -> Any:
        built = build(*args)
        built.tool(no_op)
        return built

    mcp.server = with_no_op
    with open_campaign(database) as game:
        mcp.serve_http(game, "127.0.0.1", port)


def no_op(operation: str, characterName: str) -> dict[str, str]:
    """Does nothing, on a worker thread as every tool that is no coroutine."""
    return {"text": "Nothing."}


# ── the clients ─────────────────────────────────────────────────────────────────────────────────────────────────────


def request(tool: str, arguments: dict[str, Any]) -> bytes:
    """A whole stateless tools/call as it goes over the wire."""
    params = {"name": tool, "arguments": arguments, "_meta": META}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
    head = (
        "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/json, text/event-stream\r\ncontent-type: application/json\r\n"
        f"mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: {tool}\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def one_client(port: int, requests: list[bytes], until: float) -> list[float]:
    """The seconds of each call on one connection that is kept open."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    took: list[float] = []
    try:
        while time.perf_counter() < until:
            for sent in requests:
                began = time.perf_counter()
                writer.write(sent)
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
                body = await reader.readexactly(length)
                took.append(time.perf_counter() - began)
                if not head.startswith(b"http/1.1 200") or b'"isError":true' in body or b'"result"' not in body:
                    raise RuntimeError(f"refused: {body[:500]!r}")
    finally:
        writer.close()
    return took


async def load(asked: dict[str, Any]) -> dict[str, Any]:
    began = time.perf_counter()
    until = began + asked["seconds"]
    clients = [[request(c["tool"], p) for p in c["payloads"]] for c in asked["clients"]]
    took = sorted(t for calls in await asyncio.gather(*(one_client(asked["port"], c, until) for c in clients)) for t in calls)
    seconds = time.perf_counter() - began
    return {"per_second": len(took) / seconds, "p50_ms": statistics.median(took) * 1e3, "p99_ms": took[int(len(took) * 0.99)] * 1e3}


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(int(sys.argv[2]), sys.argv[3])
    else:
        print(json.dumps(asyncio.run(load(json.load(sys.stdin)))))
