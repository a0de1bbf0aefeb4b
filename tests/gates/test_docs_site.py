"""The documentation site: every page of docs/ is in it, every link leads somewhere, and the references come from the models."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import content_schemas
from rpg_lite.rules.modifier_targets import TARGETS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "site.py"))


def test_every_page_of_docs_has_a_place_in_the_navigation(site: dict[str, Any]) -> None:
    shown = {file for _, entries in site["NAV"] for _, file in entries}
    assert {page.name for page in (ROOT / "docs").glob("*.md")} <= shown
    assert shown <= site["pages"]().keys()


def test_the_references_describe_every_kind_and_every_modifier(site: dict[str, Any]) -> None:
    pages = site["references"]()
    for kind in content_schemas.KINDS:
        assert f"](reference_{kind}.md)" in pages["reference.md"] and "| key | takes | meaning |" in pages[f"reference_{kind}.md"]
    assert all(f"| `{target}` |" in pages["reference_modifiers.md"] for target in TARGETS)
    assert "`modifiers`" in pages["reference_item.md"]


def test_a_dead_link_stops_the_site(site: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    link = site["_LINK"].search("[there](nowhere/at_all.md)")
    with pytest.raises(SystemExit, match="does not exist"):
        site["_link"](link, {})


def test_links_to_files_of_the_repository_become_words(site: dict[str, Any]) -> None:
    link = site["_LINK"].search("[the list](../adrs/DECISIONS.md)")
    assert site["_link"](link, {}) == "the list"
    assert (
        site["_link"](site["_LINK"].search("[install](../README.md#install-and-connect)"), {}) == "[install](index.md#install-and-connect)"
    )
