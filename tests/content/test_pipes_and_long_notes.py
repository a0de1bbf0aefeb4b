"""What a user names is read without waiting for somebody who never comes, and a long text costs no more looks than it has kinds of characters."""

import json
import os
from pathlib import Path

import pytest

from rpg_lite.content import bounded_file_read, map_files
from rpg_lite.rules import names

ONE_PAGE = Path(__file__).parents[1] / "facts" / "one_page_dungeon.json"
with_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes")


@with_pipes
def test_a_pipe_to_which_nobody_writes_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "map.json"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="nobody writes to this pipe"):
        bounded_file_read.read(pipe)


@with_pipes
@pytest.mark.parametrize("ended", [True, False], ids=["the writer has ended", "the writer holds it open"])
def test_a_pipe_with_a_writer_is_read_like_a_file(tmp_path: Path, ended: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """`rpg-lite import <(program)`."""
    pipe = tmp_path / "map.json"
    os.mkfifo(pipe)
    both = os.open(pipe, os.O_RDWR)
    os.write(both, b"{}")
    if ended:
        whole = bounded_file_read._read_pipe
        blocking = os.set_blocking

        def end_then(opened: int, wish: bool) -> None:
            os.close(both)
            blocking(opened, wish)

        monkeypatch.setattr(os, "set_blocking", end_then)
        assert whole(pipe) == b"{}"
        return
    monkeypatch.setattr(bounded_file_read, "LARGEST", 1)  # it stops at the limit, and waits for nobody
    with pytest.raises(OSError, match="too large"):
        bounded_file_read.read(pipe)
    os.close(both)


def test_a_long_note_is_looked_at_once_for_each_kind_of_character(monkeypatch: pytest.MonkeyPatch) -> None:
    page = json.loads(ONE_PAGE.read_text("utf-8"))
    first = page["notes"][0]
    page["notes"] = [{**first, "ref": str(n), "text": "the old well \u202e is deep\n" * 4_000} for n in range(1, 31)]
    looked = []
    monkeypatch.setattr(names, "fault_in_name", lambda name, look=names.fault_in_name: looked.append(name) or look(name))
    plan = map_files.read(json.dumps(page))
    assert len(looked) < 20_000 < sum(len(note["text"]) for note in page["notes"])
    assert not any("\u202e" in note or "\n" in note for room in plan.rooms for note in room.notes)


@pytest.mark.parametrize(("text", "plain"), [("Salt\u202eMine", "Salt Mine"), ("a\nb\tc", "a b c"), ("", ""), ("é 🎲 ok", "é 🎲 ok")])
def test_strange_characters_become_spaces(text: str, plain: str) -> None:
    assert names.without_strange_characters(text) == plain
