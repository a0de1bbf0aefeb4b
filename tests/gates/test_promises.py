"""Existing tests pin the promises of docs/promises.md, and its quotations of them are exact."""

import re
from pathlib import Path

import pytest

from rpg_lite.messages.tool_purposes import PURPOSES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "promises.md").read_text("utf-8")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def _rows(heading: str) -> dict[str, str]:
    """First cell → the others, of the first table under a heading."""
    table = re.search(rf"^## {heading}\n.*?\n\|[ :|-]+\|\n((?:\|[^\n]*\n)+)", PAGE, re.MULTILINE | re.DOTALL)
    assert table, heading
    return {first.strip(): rest for first, rest in (line.strip("|\n ").split("|", 1) for line in table[1].splitlines())}


PROMISES = _rows("What it promises")


def _slugs(text: str) -> set[str]:
    """Anchors as written after a # in links to headings."""
    heads = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head).strip().lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize(
    "promise", ["No acknowledged change is lost.", "A refused call changes nothing.", "Campaigns are sealed off from each other."]
)
def test_what_a_table_relies_on_is_promised(promise: str) -> None:
    assert promise in PROMISES


@pytest.mark.parametrize("promise", PROMISES)
def test_every_promise_is_held_by_tests_that_are_there(promise: str) -> None:
    held_by = LINK.findall(PROMISES[promise])
    assert held_by
    for target in held_by:
        assert target.startswith("../tests/"), target
        assert re.search(
            r"^ *(async )?def test_|^(class )?Test\w+", (ROOT / "docs" / target.partition("#")[0]).read_text("utf-8"), re.MULTILINE
        ), target


@pytest.mark.parametrize("page", [Path("README.md"), *sorted(p.relative_to(ROOT) for p in (ROOT / "docs").glob("*.md"))], ids=str)
def test_no_link_of_a_page_is_broken(page: Path) -> None:
    text = (ROOT / page).read_text("utf-8")
    for target in LINK.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        there = (ROOT / page).parent / file if file else ROOT / page
        assert there.exists(), target
        assert not anchor or (there.suffix == ".md" and anchor in _slugs(there.read_text("utf-8"))), target


def test_the_inspector_was_shown_every_tool() -> None:
    assert f"{len(PURPOSES)} tools, no complaint" in PAGE
