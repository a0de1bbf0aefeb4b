"""Every line that tells how to install something works as it is written: in the pages for a clone, in messages for whoever reads them."""

import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest

from rpg_lite import install_hint
from rpg_lite.install_hint import how_to_add

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "examples").rglob("*.md"))]
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
LINE = re.compile(r"(?:pipx install|pip install|uvx --from|uv tool install)[^`\n#;),:]*")
FROM_CLONE = re.compile(r"\.(?:\[([a-z0-9-]+)\])?")
OTHER_PACKAGES = {"pytest", "pysqlite3"}


def lines() -> list[tuple[str, str]]:
    return [(p.relative_to(ROOT).as_posix(), m.group().strip()) for p in PAGES for m in LINE.finditer(p.read_text("utf-8"))]


def test_the_pages_have_such_lines() -> None:
    assert len(lines()) > 10 and len({extra for _, line in lines() for extra in re.findall(r"\[([a-z0-9-]+)\]", line)}) > 4


@pytest.mark.parametrize(("page", "line"), lines())
def test_a_line_installs_this_clone(page: str, line: str) -> None:
    """A clone is named by its folder: the package is on no index, and `name[extra] @ .` is no requirement that pip reads."""
    words = [w for w in shlex.split(line) if not w.startswith("-")]
    named = [
        w
        for w in words
        if w not in ("pip", "pipx", "uv", "uvx", "tool", "install", "rpg-lite", "demo", "in", "an", "environment", "or", *OTHER_PACKAGES)
    ]
    places = [FROM_CLONE.fullmatch(word) for word in named]
    assert places and all(places), f"{page}: {line}"
    assert {place[1] for place in places if place and place[1]} <= EXTRAS, f"{page}: {line}"


def test_no_message_writes_a_line_of_its_own() -> None:
    """Messages ask `install_hint`, which knows how the program was installed."""
    own = [
        p.relative_to(ROOT).as_posix()
        for p in sorted((ROOT / "rpg_lite").rglob("*.py"))
        if p.name != "install_hint.py" and re.search(r"pip install [\"']?\.?[\[a-z-]*rpg|@ \.", p.read_text("utf-8"))
    ]
    assert not own
    asked = {
        m for p in (ROOT / "rpg_lite").rglob("*.py") for m in re.findall(r"how_to_add\([\"']([a-z0-9-]+)[\"']\)", p.read_text("utf-8"))
    }
    assert len(asked) > 4 and asked <= EXTRAS


@pytest.mark.parametrize(
    ("prefix", "begins", "ends"),
    [
        ("/srv/ann/.local/share/pipx/venvs/rpg-lite", "pipx install --force ", '[gm]"'),
        ("/srv/ann/.local/share/uv/tools/rpg-lite", "uv tool install --force ", '[gm]"'),
        ("/srv/ann/.cache/uv/archive-v0/x1", "uvx --from ", '[gm]" rpg-lite'),
        ("/srv/ann/table/.venv", f"{sys.executable} -m pip install ", '[gm]"'),
    ],
)
def test_the_hint_fits_how_the_program_was_installed(prefix: str, begins: str, ends: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", prefix)
    hint = how_to_add("gm")
    assert hint.startswith(begins) and hint.endswith(ends)


def test_the_hint_names_the_folder_of_the_clone() -> None:
    (named,) = [word for word in shlex.split(how_to_add("gm")) if word.endswith("[gm]")]
    assert (Path(named.removesuffix("[gm]")) / "pyproject.toml").is_file()


@pytest.mark.parametrize(
    ("record", "named"),
    [
        ('{"url": "file:///srv/ann/my%20games/rpg-lite", "dir_info": {}}', "/srv/ann/my games/rpg-lite[gm]"),
        ('{"url": "https://example.org/rpg-lite.zip"}', "rpg-lite[gm] @ https://example.org/rpg-lite.zip"),
        ("", "rpg-lite[gm]"),
    ],
)
def test_where_it_came_from_is_read_from_its_record(record: str, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Installed:
        def read_text(self, name: str) -> str:
            return record if name == "direct_url.json" else ""

    monkeypatch.setattr(install_hint.metadata, "distribution", lambda name: Installed())
    assert f'"{named}"' in how_to_add("gm")
