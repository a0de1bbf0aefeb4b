"""Every call that a page, an example or the README shows is one that a client can send: the listed schema has it, and it parses."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.meaning.parse import parse
from rpg_lite.operations.registry import TOOLS
from rpg_lite.operations.request_envelope import Asked
from tests.operations.table import TOOL_OF
from tests.server.listed_calls import ENVELOPE, is_in_schema

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "examples").rglob("*.md")),
    *sorted((ROOT / "examples").rglob("*.py")),
]
BEGINS: Final = re.compile(r'\{\s*"operation":')
TOOL: Final = re.compile("|".join(TOOLS))
BEFORE: Final = 60
"""The characters before a call, on its line, in which its tool is named."""


def calls(text: str) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """(tool, payload, whether the payload is whole) of each call; parts that a program fills in are None."""
    for found in BEGINS.finditer(text):
        written = _braced(text[found.start() :])
        named = TOOL.findall(text[max(0, found.start() - BEFORE) : found.start()].rpartition("\n")[2])
        after = re.match(r',\s*(?:tool=)?"(\w+)"', text[found.start() + len(written) :])
        payload, is_whole = _read(written)
        tool = after[1] if after and after[1] in TOOLS else named[-1] if named else TOOL_OF.get(str(payload["operation"]), "")
        if str(payload["operation"]) != "None":
            yield tool, payload, is_whole


def _braced(text: str) -> str:
    depth = 0
    for n, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if depth == 0:
            return text[: n + 1]
    return text


def _read(written: str) -> tuple[dict[str, Any], bool]:
    for read in (json.loads, ast.literal_eval):
        try:
            return dict(read(written)), True
        except (ValueError, SyntaxError):
            continue
    said = re.search(r'"operation":\s*"(\w+)"', written)
    top = re.sub(r"(?<!^)[\[{][^\[\]{}]*[\]}]", "", written)
    return {**dict.fromkeys(re.findall(r'"(\w+)":', top)), "operation": said[1] if said else None}, False


def elements(payload: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The commands of a call: each element of a batch, or the call itself."""
    batch = payload.get("batch")
    for one in batch if isinstance(batch, list) else [{}]:
        yield {**{k: v for k, v in payload.items() if k != "batch"}, **one}


SHOWN: Final = [
    (page.relative_to(ROOT).as_posix(), tool, payload, whole) for page in PAGES for tool, payload, whole in calls(page.read_text("utf-8"))
]


def test_the_pages_have_such_calls() -> None:
    assert len(SHOWN) > 25 and len({page for page, *_ in SHOWN}) > 7 and len({tool for _, tool, *_ in SHOWN}) > 5


@pytest.mark.parametrize(
    ("page", "tool", "payload", "whole"), SHOWN, ids=[f"{page} {payload['operation']}" for page, _, payload, _ in SHOWN]
)
def test_a_call_of_a_page_can_be_sent(page: str, tool: str, payload: dict[str, Any], whole: bool) -> None:
    for one in elements(payload):
        keys = {*one} - ENVELOPE
        assert is_in_schema(tool, str(one["operation"]), keys, "gm", places=page == "docs/fights.md"), f"{page}: {tool} {one}"
    if whole:
        assert isinstance(parse(tool, payload, rulebook("5.1").words), Asked), f"{page}: {parse(tool, payload, rulebook('5.1').words)}"
