"""File arguments that are not plain files: pipes, devices, loops, endless files, and archives with very many entries."""

import json
import os
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from rpg_lite.cli import app
from rpg_lite.content import rulebook_loading
from rpg_lite.store import campaign_import
from rpg_lite.store.store_faults import StoreFault
from tests.server.clients import ROOT, environment

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are neither pipes nor devices with names")

CUBE = json.dumps({"name": "Cube", "type": "tool"})
ODD: dict[str, tuple[Callable[[Path], object], str]] = {
    "a pipe": (os.mkfifo, "not a regular file"),
    "a device": (lambda file: file.symlink_to("/dev/zero"), "not a regular file"),
    "a folder": (Path.mkdir, "not a regular file"),
    "a loop": (lambda file: file.symlink_to(file), "symbolic link"),
    "nothing": (lambda file: file.symlink_to(file.with_name("gone")), "cannot be read"),
    "many digits": (lambda file: file.write_text('{"name": "X", "type": "tool", "weight": ' + "9" * 5000 + "}"), "too many digits"),
    "more than any number": (lambda file: file.write_text('{"name": "X", "type": "tool", "weight": 1e999}'), "takes at most"),
    "deep": (lambda file: file.write_text("[" * 100_000), "nested too deeply"),
    "half a letter": (lambda file: file.write_text('{"name": "X", "type": "tool", "description": "\\ud800"}'), "half a character"),
    "an escape": (lambda file: file.write_text('{"name": "X", "type": "tool", "description": "\\u001b[2J"}'), "control character"),
    "large": (lambda file: (file.touch(), os.truncate(file, 2**36)), "file too large"),
}


@pytest.mark.parametrize(("make", "told"), ODD.values(), ids=ODD)
def test_what_is_no_item_file_is_told_and_the_others_load(tmp_path: Path, make: Callable[[Path], object], told: str):
    folder = tmp_path / "items"
    folder.mkdir()
    (folder / "cube.json").write_text(CUBE)
    (folder / "again").symlink_to(folder)
    make(folder / "odd.json")
    checked = rulebook_loading.check(folder)
    assert checked.good == 1 and [fault for fault in checked.faults if told in str(fault)], checked.faults


ESCAPE, HALF, DEEP = "\x1b[2J", "\ud800", [[[]]]
for _ in range(50):
    DEEP = [DEEP]
UNSOUND = {
    "an escape in a text": ({"description": ESCAPE}, 'items[1] "Cone".description: holds a control character'),
    "an escape deep down": ({"onUse": {"note": [ESCAPE]}}, 'items[1] "Cone".onUse: holds a control character'),
    "an escape in a key": ({"onUse": {ESCAPE: 1}}, 'items[1] "Cone".onUse: holds a control character'),
    "an escape in a name": ({"name": ESCAPE}, 'items[1] "\\x1b[2J".name: holds a control character'),
    "half a letter in a text": ({"description": HALF}, 'items[1] "Cone".description: holds half a character'),
    "half a letter in a name": ({"name": HALF}, 'items[1] "\\ud800".name: holds half a character'),
    "lists in lists": ({"aliases": DEEP}, 'items[1] "Cone".aliases: is nested too deeply; takes at most 50 levels'),
}


@pytest.mark.parametrize(("keys", "told"), UNSOUND.values(), ids=UNSOUND)
def test_an_item_that_steers_a_terminal_is_told_by_its_name_and_the_others_load(tmp_path: Path, keys: dict[str, object], told: str):
    three = [{"name": "Cube", "type": "tool"}, {"name": "Cone", "type": "tool", **keys}, {"name": "Ball", "type": "tool"}]
    (file := tmp_path / "three.json").write_text(json.dumps({"items": three}))
    checked = rulebook_loading.check(file)
    assert (checked.good, [*map(str, checked.faults)]) == (2, [f"{file}: {told}"])
    book = rulebook_loading.rulebook("5.1", file)
    assert book.find("Cube") and book.find("Ball") and not book.find("Cone")


def test_the_last_of_two_equal_keys_in_a_file_counts(tmp_path: Path):
    (file := tmp_path / "cube.json").write_text('{"name": "Cube", "type": "tool", "weight": 1, "weight": 2}')
    book = rulebook_loading.rulebook("5.1", file)
    assert (pick := book.find("Cube")) and (item := book.item(pick)) and item.weight == 2


ENDLESS = [("ask",), ("import",), ("lint",), ("sheet",), ("config", "check", "--config")]


@pytest.mark.parametrize("command", ENDLESS, ids=" ".join)
def test_a_file_without_an_end_is_not_read_to_it(command: tuple[str, ...], capfd: pytest.CaptureFixture[str]):
    assert app.main([*command, "/dev/zero"]) in (1, 2)
    out, err = capfd.readouterr()
    assert "/dev/zero cannot be read" in err and len(err) < 500 and not out


@pytest.mark.parametrize(
    "written", ["a = " + "[" * 50_000, "workers = " + "9" * 5000, "[limits]\nrate = 1e999", "a" + ".a" * 2000 + " = 1"]
)
def test_settings_that_burst_are_one_sentence(tmp_path: Path, capfd: pytest.CaptureFixture[str], written: str):
    (file := tmp_path / "rpg-lite.toml").write_text(written)
    assert app.main(["config", "check", "--config", str(file)]) == 2
    assert len(capfd.readouterr().err) < 500


# ── a campaign from somebody else ───────────────────────────────────────────────────────────────────────────────────


def refused(file: Path) -> str:
    with pytest.raises(StoreFault) as told, campaign_import.open_export(file):
        pass
    assert told.value.code == "export_broken" and len(str(told.value)) < 1000
    return str(told.value)


@pytest.mark.parametrize("what", ["a pipe", "a device", "a folder", "a loop"])
def test_a_campaign_comes_from_a_file_and_nothing_else(tmp_path: Path, what: str):
    ODD[what][0](file := tmp_path / "odd.zip")
    assert "Nothing was imported." in refused(file)


NAMES = [
    "..\\..\\evil.sh",
    "C:\\evil.sh",
    "things.jsonl/",
    "./things.jsonl",
    "manifest.json\0.sh",
    "THINGS.JSONL",
    "things.jsonl ",
    "\u202ethings.jsonl",
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_an_entry_of_another_name_is_none_of_ours(tmp_path: Path, name: str):
    file = tmp_path / "odd.zip"
    with ZipFile(file, "w") as made:
        made.writestr("placeholder", "{}")
    written = name.encode()
    data = file.read_bytes()  # as it is written by hand: `ZipFile` would tidy the name
    head, central = data.index(b"placeholder"), data.rindex(b"placeholder")
    entries = data[central - 46 : central - 18] + struct.pack("<H", len(written)) + data[central - 16 : central] + written
    local = data[: head - 4] + struct.pack("<H", len(written)) + data[head - 2 : head] + written + b"{}"
    end = data[-22:-10] + struct.pack("<LL", len(entries), len(local)) + b"\0\0"
    file.write_bytes(local + entries + end)
    told = refused(file)
    assert "evil" not in os.listdir(tmp_path.parent) and "Nothing was imported." in told
    assert not {"\0", "\u202e"} & set(told)


def test_a_list_of_entries_as_long_as_a_book_is_not_read(tmp_path: Path):
    file = tmp_path / "many.zip"
    with ZipFile(file, "w") as made:
        for n in range(12_000):
            made.writestr(f"{n:050}", b"")
    assert "is not an export of a campaign" in refused(file)


def test_a_zip_in_a_zip_is_not_opened(tmp_path: Path):
    with ZipFile(tmp_path / "inner.zip", "w") as inner:
        inner.writestr("manifest.json", "{}")
    with ZipFile(tmp_path / "outer.zip", "w") as outer:
        outer.write(tmp_path / "inner.zip", "manifest.json")
    assert "manifest.json" in refused(tmp_path / "outer.zip")


# ── what is printed ─────────────────────────────────────────────────────────────────────────────────────────────────

STEERS = "a\x1b]0;mine\x07\x1b[2J\x9b31m\x08\x7f"


@pytest.mark.parametrize(
    "command",
    [("campaigns", "archive", STEERS), ("items", "show", STEERS), ("import", STEERS), (STEERS,), ("serve", "--http", STEERS)],
    ids=ascii,
)
def test_no_word_of_the_command_line_steers_the_terminal(tmp_path: Path, capfd: pytest.CaptureFixture[str], command: tuple[str, ...]):
    db = [] if command[0] in ("items", STEERS) else ["--db", str(tmp_path / "party.db")]
    assert app.main([*command, *db])
    told = "".join(capfd.readouterr())
    assert told and not set(told) & set("\x1b\x07\x9b\x08\x7f")


@pytest.mark.faults
@pytest.mark.slow
def test_a_long_line_is_played_and_not_obeyed(tmp_path: Path):
    """MUD lines from a pipe: control characters, bytes that are not text, a line of a million letters."""
    lines = b"look\n" + STEERS.encode() + b"\n\xff\xfe\n/take " + b"x" * 1_000_000 + b"\nsay " + STEERS.encode() + b"\nquit\n"
    command = [sys.executable, "-m", "rpg_lite", "play", "--db", str(tmp_path / "party.db")]
    done = subprocess.run(command, cwd=ROOT, env=environment(), input=lines, capture_output=True, timeout=60)
    told = done.stdout.decode() + done.stderr.decode()
    assert done.returncode == 0 and "Traceback" not in told
    assert not set(told) & set("\x1b\x07\x9b\x08\x7f")
