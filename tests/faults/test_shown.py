"""A name stays a name everywhere: on the command line, in the typed game, in pictures, on the page, in the log and in traces."""

import io
import json
import logging
import re
from collections.abc import Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx2
import pytest
from fastmcp import Client
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from rpg_lite.cli import app
from rpg_lite.mud.session import Session
from rpg_lite.server import call_log_lines
from rpg_lite.server.mcp import http_app, server
from rpg_lite.views.maps import svg, text
from tests.furnished import furnished
from tests.operations.table import Table

NAMES = (
    "Robert'); DROP TABLE thing; --", "' OR '1'='1", "<script>alert(1)</script>", "</text></svg><img src=x onerror=alert(1)>", "\"&amp;]]><!--", "%s {0} {name} $x",
    "../../etc/passwd", "[bold red]x[/] [/nope]", "javascript:alert(1)", "operation=undo ok=no", "\U000e0041tags", "\u200bzero", "=1+1",
)  # fmt: skip
BAD_TAGS = {"script", "img", "foreignObject", "iframe", "a", "image", "animate", "set"}


def peopled(name: str, where: str | Path = ":memory:") -> Table:
    """A hero, a thing that he carries and wears no, a room and a note of this name."""
    table = furnished(where)
    table.did("create", name=name, character={"party": True})
    table.did("give", name, item={"name": name, "type": "tool", "description": name})
    for tool, payload in (
        ("manage_room", {"operation": "create", "name": name, "direction": "north", "description": name, "vibe": name}),
        ("keep_journal", {"operation": "note", "text": name}),
        ("keep_journal", {"operation": "say", "characterName": name, "text": name}),
    ):
        answer = table.send(payload, tool)
        assert answer["ok"], answer["text"]
    return table


@pytest.fixture(params=[*NAMES[:3], *(pytest.param(name, marks=pytest.mark.faults) for name in NAMES[3:])], ids=ascii)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def is_a_safe_picture(drawn: str) -> None:
    elements = list(ElementTree.fromstring(drawn).iter())
    assert not {element.tag.rpartition("}")[2] for element in elements} & BAD_TAGS
    keys = [(key.rpartition("}")[2].lower(), value) for element in elements for key, value in element.attrib.items()]
    assert not [key for key, value in keys if key.startswith("on") or key == "href" or "javascript:" in value]


async def test_a_name_is_shown_as_it_is_and_does_nothing(name: str):
    with closing((table := peopled(name)).game):
        before = table.now
        chart = table.game.chart(everything=True)
        is_a_safe_picture(svg.map_svg(chart, name))
        assert name[:39] in text.map_text(chart)
        async with Client(server(table.game)) as client:
            for tool, payload in (
                ("read_campaign", {"operation": "who"}),
                ("read_campaign", {"operation": "journal"}),
                ("read_campaign", {"operation": "history", "last": 20}),
                ("manage_inventory", {"operation": "view", "characterName": name}),
            ):
                told = await client.call_tool(tool, payload)
                assert name in told.content[0].text, (tool, payload)
        session = Session(table.game, gm=True)
        assert name in session.hear("look")
        app = http_app(table.game)
        transport = httpx2.ASGITransport(app, client=("127.0.0.1", 5))
        async with app.router.lifespan_context(app), httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            page, state = await client.get("/"), await client.get("/state.json?everything=1")
        assert name not in page.text and state.headers["content-type"].startswith("application/json")
        assert state.headers["x-content-type-options"] == "nosniff"
        assert any(name == told for told in _texts(state.json()))
        is_a_safe_picture(state.json()["map"])
        assert table.now == before


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def said(*command: str) -> str:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = app.main(command)
    assert code == 0 and not err.getvalue(), err.getvalue()
    return out.getvalue()


@pytest.mark.faults
def test_a_name_on_the_command_line_is_a_name(tmp_path: Path, name: str):
    db = str(tmp_path / "party.db")
    peopled(name, db).game.close()
    (tmp_path / "own.json").write_text(json.dumps({"name": name, "type": "tool", "description": name}))
    said("campaigns", "create", f"C {name}", "--db", db)
    own = ("--items", str(tmp_path / "own.json"))
    for command in (
        ("history", "30", "--db", db, "--campaign", "campaign"),
        ("campaigns", "list", "--db", db),
        ("items", "list", *own),
        ("items", "show", name, *own),
    ):
        assert name in said(*command), command
    picture = tmp_path / "map.svg"
    said("map", "--everything", "--svg", str(picture), "--db", db, "--campaign", "campaign")
    is_a_safe_picture(picture.read_text("utf-8"))
    assert f"C {name}" in json.loads(said("campaigns", "list", "--json", "--db", db))[1]["name"]


# ── the log ─────────────────────────────────────────────────────────────────────────────────────────────────────────

FORGED = 'x\n2026-01-01T00:00:00.000+00:00 info tool=manage_campaign operation=undo ok=yes\r\x1b[2K\u2028"} {"level":"info"'
FIELDS: tuple[dict[str, Any], ...] = (
    {"operation": FORGED},
    {"operation": "view", "characterName": FORGED},
    {"operation": "view", "characterName": "Thorin", "requestId": FORGED},
    {"operation": "view", FORGED: FORGED},
    {"batch": [{"operation": FORGED}], FORGED: 1},
)


@pytest.mark.parametrize("form", [call_log_lines.TextLine, call_log_lines.JsonLine])
@pytest.mark.parametrize("campaign", ["campaign", "level=error ok=no"])
async def test_a_call_is_one_line_of_the_log_whatever_is_in_it(
    form: type[logging.Formatter], campaign: str, caplog: pytest.LogCaptureFixture
):
    table = furnished(campaign=campaign, new=True)
    logger = logging.getLogger("rpg_lite")
    propagates, logger.propagate = logger.propagate, True
    try:
        with caplog.at_level(logging.INFO, "rpg_lite"):
            async with Client(server(table.game)) as client:
                for payload in FIELDS:
                    await client.call_tool("manage_inventory", payload, raise_on_error=False)
                    await client.call_tool(FORGED[:60], payload, raise_on_error=False)
    finally:
        logger.propagate = propagates
    lines = [form().format(record) for record in caplog.records if hasattr(record, "call")]
    assert len(lines) == 2 * len(FIELDS)
    for line in lines:
        assert line.isprintable() and "undo" not in re.sub(r'"(?:[^"\\]|\\.)*"', "", line), line
        assert form is call_log_lines.TextLine or json.loads(line)["level"] == "info"
    table.game.close()


async def test_a_trace_tells_no_name_and_no_line(monkeypatch: pytest.MonkeyPatch):
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setattr(trace, "_TRACER_PROVIDER", provider)
    table = furnished()
    with provider.get_tracer("test").start_as_current_span("around"):
        async with Client(server(table.game)) as client:
            for payload in FIELDS:
                await client.call_tool("manage_inventory", payload, raise_on_error=False)
    ours = {k: v for span in kept.get_finished_spans() for k, v in (span.attributes or {}).items() if k.startswith("rpg_lite.")}
    told = [str(v) for k, v in ours.items() if k != "rpg_lite.request"]
    assert told and not [v for v in told if FORGED[2:30] in v]
    assert len(str(ours.get("rpg_lite.request", ""))) <= call_log_lines.LONGEST_ID
    table.game.close()
