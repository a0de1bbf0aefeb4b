"""The files of the page, without a browser: one small document, no loose ends, and colours that can be read."""

import gzip
import re
from itertools import product

import pytest

from rpg_lite.server import mcp_apps_page, web_page

MOST_BYTES = 40_000
"""The budget of the page in one gzipped answer."""
LOOK = (web_page.FOLDER / "look.css").read_text("utf-8")
COLOURS = {
    name: (light, dark) for name, light, dark in re.findall(r"--(\w+):light-dark\((#[0-9a-f]{6}),(#[0-9a-f]{6})\)", LOOK)
}  # hues with an alpha value are grounds of the map
TEXT = ("ink", "faint", "lamp", "good", "bad", "magic", "h0", "h1", "h2", "h3", "foe")
GROUNDS = ("ground", "panel", "raise")
ON_TINTS = (("lamp", "lampbg"), ("good", "goodbg"), ("bad", "badbg"), ("magic", "magicbg"), ("ink", "magicbg"), ("onlamp", "lamp"))


def test_the_page_is_small_enough_for_one_request() -> None:
    for document in (web_page.document(), mcp_apps_page.app_html()):
        assert len(gzip.compress(document.encode())) <= MOST_BYTES


def test_every_file_of_the_page_is_in_it() -> None:
    page = web_page.document()
    for file in web_page.FOLDER.iterdir():
        if file.suffix in (".css", ".js") and file.name != mcp_apps_page.SCRIPT:
            assert web_page._packed(file.name) in page, file.name
    assert '<link rel="stylesheet"' not in page and "<script src" not in page


def test_every_id_that_a_script_reads_is_in_the_page() -> None:
    page = web_page.document()
    there = set(re.findall(r'\bid="([\w-]+)"', page))
    drawn = set(re.findall(r'\bid: "([\w-]+)"', page))
    read = set(re.findall(r'\b(?:at|write)\("([\w-]+)"', page))
    assert read - there - drawn == set()
    assert len(re.findall(r'\bid="', page)) == len(there), "an id stands twice"


def test_every_sign_that_is_drawn_is_in_the_page() -> None:
    page = web_page.document()
    there = set(re.findall(r'<symbol id="i-([\w-]+)"', page))
    used = set(re.findall(r'\bicon\("(\w+)"', page)) | set(re.findall(r'href="#i-(\w+)"', page))
    assert used - there == set()


def test_no_style_is_written_into_an_element() -> None:
    """The policy would drop it; values go through style.setProperty."""
    page = web_page.document()
    assert not re.search(r"""\bsetAttribute\(\s*["']style|\sstyle=|\.style\.(?!setProperty|cssText)\w+ ?=""", page)


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("text", "ground"), [*product(TEXT, GROUNDS), *ON_TINTS])
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_colour_of_text_can_be_read_on_its_ground(text: str, ground: str, theme: int) -> None:
    """WCAG 2.2, 1.4.3: 4.5."""
    assert contrast(COLOURS[text][theme], COLOURS[ground][theme]) >= 4.5


@pytest.mark.parametrize("ground", GROUNDS[1:])
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_edge_of_a_control_can_be_seen(ground: str, theme: int) -> None:
    """WCAG 2.2, 1.4.11: 3."""
    assert contrast(COLOURS["edge"][theme], COLOURS[ground][theme]) >= 3
