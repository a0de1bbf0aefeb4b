"""The picture of the README is the sheet that the command prints today."""

import importlib.util
import re
from pathlib import Path

import pytest

from tests.cli.command_line import ROOT


def test_the_picture_is_what_the_command_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("picture", ROOT / "docs" / "picture.py")
    assert spec and spec.loader
    picture = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(picture)
    (tmp_path / "thorin.json").write_text((ROOT / "docs" / "thorin.json").read_text("utf-8"))
    monkeypatch.setattr(picture, "HERE", tmp_path)
    picture.main()
    kept, drawn = (_words((folder / "sheet.svg").read_text("utf-8")) for folder in (ROOT / "docs", tmp_path))
    assert kept == drawn and {"Acts", "Slots and resources", "Not counted"} <= {*kept}


def _words(svg: str) -> list[str]:
    """The texts of the picture; the rest of the file depends on the version of the library that draws it."""
    found = (re.sub(r"&#160;|\s", " ", text).strip(" ─") for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg))
    return [text for text in found if text]
