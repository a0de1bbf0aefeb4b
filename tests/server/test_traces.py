"""Traces: FastMCP's spans have the call and its outcome, and they cost nothing unless requested."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from rpg_lite import open_campaign
from rpg_lite.server.mcp import server
from tests.server.clients import ROOT, environment
from tests.waiting import PATIENCE_S

sdk = pytest.importorskip("opentelemetry.sdk.trace")


@pytest.fixture(scope="module")
def spans() -> Any:
    """The spans that end in this process; a provider can be set only once."""
    from opentelemetry import trace
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter, provider = InMemorySpanExporter(), sdk.TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_call_is_a_span_with_its_tool_operation_and_outcome(spans: Any, mode: str) -> None:
    with open_campaign(":memory:") as game:
        async with Client(server(game), mode=mode) as client:
            spans.clear()
            await client.call_tool("manage_character", {"operation": "create", "name": "Secret"})
            await client.call_tool("manage_inventory", {"operation": "equip", "characterName": "Nobody"}, raise_on_error=False)
    served = [dict(s.attributes) for s in spans.get_finished_spans() if s.kind.name == "SERVER" and "rpg_lite.tool" in s.attributes]
    first, second = sorted(served, key=lambda a: a["rpg_lite.tool"])
    assert (first["rpg_lite.tool"], first["rpg_lite.operation"], first["rpg_lite.ok"]) == ("manage_character", "create", True)
    assert (first["gen_ai.tool.name"], first["rpg_lite.campaign"], first["rpg_lite.rev"]) == ("manage_character", "campaign", 1)
    assert (second["rpg_lite.operation"], second["rpg_lite.ok"]) == ("equip", False)
    assert second["rpg_lite.code"]
    assert "Secret" not in json.dumps(served)


LOADED = """
import sys
from rpg_lite.server import call_log_lines, mcp, traces
traces.set_up()
print(sorted(m for m in sys.modules if m.startswith(("opentelemetry.sdk", "opentelemetry.exporter"))) == [])
"""


@pytest.mark.service
@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "free"),
    [
        ({}, True),
        ({"OTEL_SERVICE_NAME": "mine", "OTEL_TRACES_EXPORTER": "none"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "OTEL_SDK_DISABLED": "true"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}, False),
    ],
)
def test_the_sdk_is_loaded_for_who_asks_only(asked: dict[str, str], free: bool) -> None:
    own = {k: v for k, v in environment().items() if not k.startswith("OTEL_")} | {
        "PYTHONPATH": os.pathsep.join([str(ROOT), *extra_paths()])
    }
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, env=own | asked, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.stdout.strip() == str(free), done.stderr


def extra_paths() -> list[str]:
    """The folder of the SDK, in case it is outside the environment."""
    return [str(Path(next(iter(sdk.__path__))).parents[2])]


@pytest.fixture
def collector() -> Iterator[tuple[str, SimpleQueue[str]]]:
    """A stand-in for a collector: its address, and the paths of its requests."""
    posted = SimpleQueue[str]()

    class Takes(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            posted.put(self.path)
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """To nobody."""

    with HTTPServer(("127.0.0.1", 0), Takes) as taking:
        Thread(target=taking.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{taking.server_port}", posted
        taking.shutdown()


@pytest.mark.slow
async def test_a_server_sends_its_traces_to_the_collector(tmp_path: Path, collector: tuple[str, SimpleQueue[str]]) -> None:
    address, posted = collector
    own = environment() | {"OTEL_EXPORTER_OTLP_ENDPOINT": address, "OTEL_BSP_SCHEDULE_DELAY": "100"}
    own["PYTHONPATH"] = os.pathsep.join([str(ROOT), *extra_paths()])
    arguments = ["-m", "rpg_lite", "serve", "--db", str(tmp_path / "party.db")]
    transport = StdioTransport(sys.executable, arguments, env=own, cwd=str(ROOT), keep_alive=False, log_file=tmp_path / "server.log")
    async with Client(transport) as client:
        await client.call_tool("read_campaign", {"operation": "party"})
        assert await asyncio.to_thread(posted.get, timeout=PATIENCE_S) == "/v1/traces"
