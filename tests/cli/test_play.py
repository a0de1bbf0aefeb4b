"""Lines from a terminal and lines from a pipe."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from prompt_toolkit.application import create_app_session, get_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

import rpg_lite
from rpg_lite.campaign_opening import open_campaign
from rpg_lite.cli import play
from rpg_lite.cli.play_prompt import completions, read_lines, wrapped_status
from rpg_lite.mud import verbs
from rpg_lite.mud.session import Session
from tests.mud.places import HERE
from tests.waiting import PATIENCE_S, until

ROOT = Path(__file__).parents[2]
PLAY = (sys.executable, "-m", "rpg_lite", "play")
ENTER, TAB, CTRL_C, CTRL_D, UP = "\r", "\t", "\x03", "\x04", "\x1b[A"

pytestmark = pytest.mark.slow


@pytest.fixture
def session(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with open_campaign() as game:
        one = Session(game)
        one.hear("hero Brenna fighter")
        yield one


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def test_lines_are_typed_until_the_end_and_a_cleared_one_is_none_of_them(session: Session, keys: PipeInput, capsys):
    lines = read_lines(session)
    keys.send_text("look" + ENTER)
    assert next(lines) == "look"
    keys.send_text("attack ev" + CTRL_C + "who" + ENTER)
    assert next(lines) == "who"
    keys.send_text(CTRL_D)
    assert list(lines) == []
    assert capsys.readouterr().out == "Everything is saved.\n"


def test_quit_ends_without_another_line(session: Session, keys: PipeInput):
    lines = read_lines(session)
    keys.send_text("quit" + ENTER)
    session.hear(next(lines))
    assert list(lines) == []


def test_tab_completes_verbs_and_the_names_of_what_is_here(session: Session, keys: PipeInput):
    app_session = get_app_session()

    def type_on() -> None:  # completing takes a turn of the loop: the next key waits for what it brings
        for shown, then in (("examine", " bre" + TAB), ("examine Brenna", ENTER)):
            until(lambda shown=shown: app_session.app is not None and app_session.app.current_buffer.text == shown)
            keys.send_text(then)

    typing = Thread(target=type_on)
    typing.start()
    keys.send_text("exa" + TAB)
    assert next(read_lines(session)) == "examine Brenna"
    typing.join()


def test_what_was_typed_is_kept_for_the_next_session(session: Session, keys: PipeInput, tmp_path: Path):
    keys.send_text("check stealth" + ENTER)
    next(read_lines(session))
    keys.send_text(UP + ENTER)
    assert next(read_lines(session)) == "check stealth"
    assert [f.name for f in (tmp_path / "rpg-lite").iterdir()] == ["play_history"]


@pytest.mark.parametrize(("answer", "deleted"), [("yes", True), ("no", False), ("", False), (CTRL_C, False)])
def test_purging_asks_first(session: Session, keys: PipeInput, answer: str, deleted: bool):
    lines = read_lines(session)
    keys.send_text("gc purge" + ENTER)
    line = next(lines)
    keys.send_text(answer + ("" if answer == CTRL_C else ENTER))
    assert ("Deleted for good" in str(session.hear(line))) is deleted


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("exa", [("examine", 3)]),
        ("/por", [("portal", 3)]),
        ("attack gob", [("Goblin 1", 3), ("Goblin 2", 3)]),
        ("give 2 torches to el", [("Elara", 2)]),
        ("go weigh h", [("Weigh Hall", 7)]),
        ("go rope", [("rope bridge", 4)]),
        ("take ring from foot", [("Footlocker", 4)]),
        ("attack Elara", []),
        ("zzz", []),
        ("take f", [("Footlocker", 1)]),
        ("take lon", []),
        ("equip l", [("Longsword", 1)]),
        ("use foot", []),
        ("equip longsword in off", [("offhand", 3)]),
        ("grant bag of holdi", [("Bag of Holding", 12)]),
        ("spawn 2 gob", [("Goblin", 3)]),
        ("adventure sa", [("salt_toll", 2)]),
        ("hero Bo fig", [("fighter", 3)]),
        ("check stea", [("stealth", 4)]),
        ("as el", [("Elara", 2)]),
        ("i Ela", []),
    ],
)
def test_the_end_of_a_line_is_completed(text: str, found: list[tuple[str, int]]):
    assert list(completions(text, HERE, rpg_lite.rulebook())) == found


def test_a_long_line_breaks_between_words_and_a_drawing_stays_whole(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "30")
    told = "Mira puts on Cloak of Protection because the night is cold."
    assert play._wrap_words(told) == "Mira puts on Cloak of\nProtection because the night\nis cold."
    assert play._wrap_words("  " + told).split("\n")[1].startswith("  Protection")
    drawn = "┌────────────┐   ┌──────────────┐"
    assert play._wrap_words(drawn) == drawn


@pytest.mark.parametrize("wide", [40, 80, 110])
def test_help_breaks_between_words_at_any_width(wide: int, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", str(wide))
    written = str(verbs.help_about())
    wrapped = play._wrap_words(written)
    assert max(map(len, wrapped.split("\n"))) <= max(wide, len("  route ROOM"))
    assert wrapped.split() == written.split()
    assert play._wrap_line("verb      says this and that and more of it", 40) == "verb      says this and that and more of\n          it"


def test_the_bottom_line_begins_with_the_turn_and_breaks_between_words():
    with open_campaign(seed=1) as game:
        for name in ("Ada", "Bo"):
            game.ask({"operation": "create", "name": name, "character": {"classes": ["fighter 1"], "party": True}}, "manage_character")
        game.ask({"operation": "start_fight", "names": ["Ada", "Bo"]}, "execute_action")
        lines = wrapped_status(game, 40).split("\n")
        assert lines[0].startswith("Round 1: ") and all(len(line) <= 40 for line in lines) and len(lines) > 1


# ── processes ───────────────────────────────────────────────────────────────────────────────────────────────────────


def piped(tmp_path: Path, lines: str | bytes, *options: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("RPG_LITE_")} | {"PYTHONUTF8": "1"}
    typed_in = lines.encode() if isinstance(lines, str) else lines
    done = subprocess.run(
        [*PLAY, "--db", str(tmp_path / "p.db"), *options], cwd=ROOT, env=clean, input=typed_in, capture_output=True, timeout=60
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_pipe_reads_like_a_session(tmp_path: Path):
    done = piped(tmp_path, "hero Brenna fighter\n\n# nothing\n/create Studio\nroute Studio\nquit\nlook\n")
    assert (done.returncode, done.stderr) == (0, "")
    welcome, *blocks = done.stdout.strip().split("\n\n")
    assert len(welcome.splitlines()) == 3 and "hero Brenna fighter" in welcome.splitlines()[1]
    assert [block.splitlines()[0] for block in blocks] == [
        "Lobby> hero Brenna fighter",
        "Lobby> /create Studio",
        "Lobby> route Studio",
        "Lobby> quit",
    ]


def test_character_and_view_are_options(tmp_path: Path):
    piped(tmp_path, "hero Brenna fighter\nhero Corin wizard\ncreate Vault toward down\nhide down\n")
    player = piped(tmp_path, "look\nas\n", "--as", "corin").stdout
    assert "You are Corin. Begin with: look" in player and player.count("You are Corin.") == 2 and "Vault" not in player
    assert "Vault" in piped(tmp_path, "look\n", "--gm").stdout
    unknown = piped(tmp_path, "look\n", "--as", "Corina")
    assert unknown.returncode == 2 and "Corin" in unknown.stderr and unknown.stdout == ""


def test_broken_bytes_end_no_session(tmp_path: Path):
    done = piped(tmp_path, b"hero Brenna fighter\nnote \xff\xfe\nlook\n")
    assert done.returncode == 0 and done.stdout.rstrip().splitlines()[-1].startswith("Exits:")


def test_a_pipe_loads_no_prompt_and_no_server(tmp_path: Path):
    code = "import sys; from rpg_lite.cli.app import main; main(sys.argv[1:]); print(sorted({'prompt_toolkit', 'fastmcp'} & sys.modules.keys()))"
    done = subprocess.run(
        [sys.executable, "-c", code, "play", "--db", str(tmp_path / "p.db")], cwd=ROOT, input="quit\n", capture_output=True, text=True
    )
    assert done.stdout.rstrip().endswith("[]"), done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a pty is of Unix")
def test_a_real_terminal_shows_the_room_and_ends_with_ctrl_d(tmp_path: Path):
    import pty

    leader, follower = pty.openpty()
    env = os.environ | {"TERM": "xterm", "XDG_DATA_HOME": str(tmp_path)}
    process = subprocess.Popen([*PLAY, "--db", str(tmp_path / "p.db")], cwd=ROOT, env=env, stdin=follower, stdout=follower, stderr=follower)
    os.close(follower)
    try:
        shown = _until(leader, "Lobby>")
        os.write(leader, b"\x1b[1;1R")  # where the cursor is: what a terminal answers when it is asked
        os.write(leader, b"look\r")
        shown = _until(leader, "Lobby>", shown.partition("Lobby>")[2], after="none.")
        os.write(leader, CTRL_D.encode())
        assert process.wait(PATIENCE_S) == 0, shown
    finally:
        process.kill()
        process.wait()
        os.close(leader)


def _until(leader: int, wanted: str, seen: str = "", after: str = "") -> str:
    """Read the terminal up to `wanted`, which comes after `after`."""
    while wanted not in (seen.partition(after)[2] if after else seen):
        seen += os.read(leader, 4096).decode(errors="replace")
    return seen
