"""Maps as PNG: the drawing itself, dot by dot; and what is missing where it cannot be made."""

import re
import struct
import sys
import zlib
from pathlib import Path

import pytest
import resvg_py

from rpg_lite.cli import app, svg_to_png
from rpg_lite.terminal.command_io import Stop

PAPER, FLOOR, INK = (0xF4, 0xEC, 0xD8), (0xFF, 0xFD, 0xF6), (0x3B, 0x2F, 0x20)
ROOM = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}"><rect width="10" height="10" fill="#fff"/></svg>'


def dots(png: bytes) -> list[list[tuple[int, int, int]]]:
    """The rows of a PNG with eight bits for each of red, green, blue and alpha, read by the letter of its specification."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(png):
        (size,), kind = struct.unpack(">I", png[at : at + 4]), png[at + 4 : at + 8]
        body = png[at + 8 : at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size : at + 12 + size])[0] == zlib.crc32(kind + body)
        chunks[kind] = chunks.get(kind, b"") + body
        at += 12 + size
    wide, high, bits, colour, *_ = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (bits, colour) == (8, 6)
    raw, row, rows, line = zlib.decompress(chunks[b"IDAT"]), bytes(wide * 4), [], wide * 4 + 1
    for y in range(high):
        row = unfiltered(raw[y * line], raw[y * line + 1 : (y + 1) * line], row)
        rows.append([(row[x], row[x + 1], row[x + 2]) for x in range(0, wide * 4, 4)])
    return rows


def unfiltered(how: int, row: bytes, above: bytes) -> bytes:
    made = bytearray(row)
    for n, value in enumerate(row):
        a, c = (made[n - 4], above[n - 4]) if n >= 4 else (0, 0)
        b = above[n]
        nearest = min((a, b, c), key=lambda each: abs(a + b - c - each))
        made[n] = (value + (0, a, b, (a + b) // 2, nearest)[how]) % 256
    return bytes(made)


@pytest.fixture
def lobby(tmp_path: Path) -> Path:
    assert app.main(["campaigns", "create", "Keep", "--db", str(tmp_path / "a.db")]) == 0
    return tmp_path / "a.db"


def test_a_map_as_png_is_the_drawing_with_its_words(lobby, tmp_path, capsys):
    svg, png = tmp_path / "map.svg", tmp_path / "map.png"
    capsys.readouterr()
    assert app.main(["map", "--svg", str(svg), "--png", str(png), "--db", str(lobby)]) == 0
    assert capsys.readouterr().out == f"Drawn into {svg}: 1 room.\nDrawn into {png}: 1 room.\n"
    drawing, picture = svg.read_text("utf-8"), dots(png.read_bytes())
    wide, high = map(float, re.search(r'width="(\d+)" height="(\d+)"', drawing).groups())
    assert (len(picture[0]), len(picture)) == (2 * wide, 2 * high)
    colours = {dot for row in picture for dot in row}
    assert {PAPER, FLOOR, INK} <= colours
    (x, y), words = map(float, re.search(r'<text x="([\d.]+)" y="([\d.]+)">Lobby', drawing).groups()), "Lobby"
    shift = [float(n) for n in re.search(r'translate\(([\d.]+) ([\d.]+)\)">.*' + words, drawing).groups()]
    name = [picture[int(2 * (y + shift[1])) - n][int(2 * (x + shift[0])) + m] for n in range(16) for m in range(-30, 30)]
    assert sum(sum(dot) < 300 for dot in name) > 40, "the name of the room is not there"


def test_a_large_map_is_drawn_smaller():
    picture = svg_to_png.png(ROOM.format(9000, 90))
    assert struct.unpack(">II", picture[16:24]) == (8000, 80)


def test_without_the_renderer_the_extra_is_named(lobby, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert app.main(["map", "--png", str(tmp_path / "map.png"), "--db", str(lobby)]) == 1
    assert "[png]" in capsys.readouterr().err
    assert not (tmp_path / "map.png").exists()


def test_without_the_renderer_no_picture_is_written_at_all(lobby, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert app.main(["map", "--svg", str(tmp_path / "a.svg"), "--png", str(tmp_path / "b.png"), "--db", str(lobby)]) == 1
    assert not (tmp_path / "a.svg").exists() and "Drawn" not in capsys.readouterr().out


def test_without_a_font_a_map_has_no_words_and_is_refused(monkeypatch):
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda svg_string, **_: b"blank")
    with pytest.raises(Stop, match="needs a font"):
        svg_to_png.png(ROOM.format(20, 20))
