"""The page and the picture of the architecture show the package as it is."""

import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
DRAWING = runpy.run_path(str(DOCS / "architecture.py"))
PAGE = (DOCS / "architecture.md").read_text("utf-8")


def test_the_picture_is_drawn_from_the_imports_of_today():
    assert (DOCS / "architecture.svg").read_text("utf-8") == DRAWING["drawn"](), "python docs/architecture.py draws it anew"


def test_every_folder_of_the_package_is_a_part():
    folders = {path.parent.name for path in (DOCS.parent / "rpg_lite").glob("*/__init__.py")} - {"strategies"}
    missing = folders - {*DRAWING["PARTS"]}
    assert not missing, f"name these in PARTS of docs/architecture.py, and in docs/architecture.md: {sorted(missing)}"


def test_a_circle_of_imports_is_named():
    with pytest.raises(ValueError, match="rules -> world -> rules"):
        DRAWING["ranks"]({"rules": {"world"}, "world": {"rules"}})


def test_an_import_that_follows_from_others_has_no_arrow():
    assert DRAWING["direct"]({"cli": {"server", "game"}, "server": {"game"}, "game": set()}) == [("cli", "server"), ("server", "game")]


@pytest.mark.parametrize("part", DRAWING["PARTS"])
def test_the_page_speaks_of_every_part(part):
    assert f"`{part}" in PAGE
