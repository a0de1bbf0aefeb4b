"""Maps on the command line: imported, checked, and refused with the line of every fault."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from rpg_lite import open_campaign
from rpg_lite.cli import app, import_progress
from rpg_lite.content import rulebook_files
from rpg_lite.messages import map_findings
from rpg_lite.world.map_lint import MapFinding
from tests.waiting import until

SALT = rulebook_files.folder("data") / "adventures" / "salt_toll.txt"
TRAP = "# M\n## A\n- down: B; one way\n## B\n"


@pytest.fixture
def said(capfd, monkeypatch):
    """Runs a command here; (exit code, standard output, standard error)."""
    monkeypatch.delenv("RPG_LITE_CAMPAIGN", raising=False)

    def run_here(*tokens: object) -> tuple[int, str, str]:
        code = app.main([str(t) for t in tokens])
        return code, *capfd.readouterr()

    return run_here


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    file = tmp_path / "trap.txt"
    file.write_text(TRAP, encoding="utf-8")
    return file


def test_a_file_becomes_rooms_of_the_campaign(said, tmp_path):
    code, out, err = said("import", SALT, "--db", tmp_path / "a.db", "--at", "lobby", "--direction", "down")
    assert (code, err) == (0, "")
    assert "down from Lobby leads to Ford (r1.1)" in out
    with open_campaign(tmp_path / "a.db") as game:
        assert "Shop Chest" in game.ask({"operation": "view", "bagName": "Shop Chest"})["text"]


def test_a_refused_map_ends_with_1_and_changes_nothing(said, tmp_path):
    code, out, _ = said("import", SALT, "--db", tmp_path / "a.db", "--at", "Cellar")
    assert code == 1
    assert "fromName: there is no room 'Cellar'" in out and "Nothing was changed" in out


def test_a_refused_import_leaves_no_campaign_behind(said, tmp_path):
    for new in ((), ("--new",), ("--new", "--campaign", "Second")):
        code, out, _ = said("import", SALT, "--db", tmp_path / "a.db", "--at", "Cellar", *new)
        assert code == 1 and "there is no room 'Cellar'" in out and not (tmp_path / "a.db").exists()
    assert said("campaigns", "create", "First", "--db", tmp_path / "a.db")[0] == 0
    assert said("import", SALT, "--db", tmp_path / "a.db", "--at", "Cellar", "--new", "--campaign", "Second")[0] == 1
    assert "Second" not in said("campaigns", "list", "--db", tmp_path / "a.db")[1]
    assert said("import", SALT, "--db", tmp_path / "a.db", "--new", "--campaign", "Second")[0] == 0


def test_the_faults_of_a_file_are_told_by_file_and_line(said, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text("# M\n## A\n- north: Hell\n- east: A; dc 0\n## Hall\n", encoding="utf-8")
    code, out, err = said("import", bad, "--db", tmp_path / "a.db")
    assert (code, out) == (1, "")
    assert "bad.txt: line 4: dc: is 0; takes at least 1" in err
    assert not (tmp_path / "a.db").exists()
    bad.write_text("# M\n## A\n- north: Hell\n## Hall\n", encoding="utf-8")
    assert "bad.txt: line 3: to: there is no room 'Hell'; rooms: Hall" in said("lint", bad)[2]


def test_a_campaigns_map_is_written_and_read_again(said, tmp_path):
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    assert said("import", SALT, "--new", "--db", first)[0] == 0
    code, told, _ = said("map", "--tiled", tmp_path / "map.tmj", "--text", tmp_path / "map.txt", "--db", first)
    assert code == 0 and "map.tmj: 15 rooms." in told and "Left out" not in told
    for file in ("map.tmj", "map.txt"):
        assert said("import", tmp_path / file, "--new", "--campaign", file, "--db", second)[0] == 0


def test_a_map_that_cannot_be_written_is_refused(said, tmp_path):
    assert said("import", SALT, "--new", "--db", tmp_path / "m.db")[0] == 0
    code, _, why = said("map", "--tiled", tmp_path / "no" / "map.tmj", "--db", tmp_path / "m.db")
    assert code == 1 and "cannot be written" in why
    code, _, why = said("map", "--text", tmp_path / "map.txt", "--everything", "--db", tmp_path / "m.db")
    assert code == 2 and "choose one of the two" in why and not (tmp_path / "map.txt").exists()


def test_lint_says_what_is_wrong_with_a_file(said, trap):
    assert said("lint", SALT)[:2] == (
        0, "Nothing is wrong with the map.\nLoop: Drying Floor – Salt Cellar – Brine Pool – Lamp Store – Drying Floor.\n",
    )  # fmt: skip
    assert said("lint", trap)[:2] == (1, "Nobody who enters B can leave it again.\n")


def test_lint_says_what_the_rulebooks_lack(said, tmp_path):
    file = tmp_path / "den.txt"
    file.write_text('# M\n## Den\n! Orog\n! Goblin\n! Boss; own {"character":{}}\n* Moonblade Chest\n* Sooty Key; own\n* Torch\n', "utf-8")
    told = "SRD 5.1 and SRD 5.2 have none; an import turns it into a note of the room."
    assert said("lint", file)[:2] == (1, f"Orog should be in Den: {told}\nMoonblade Chest should lie in Den: {told}\n")
    code, out, _ = said("import", file, "--db", tmp_path / "a.db")
    assert code == 0 and "Orog should be in Den: the rulebook has none" in out


def test_own_content_counts_for_lint_and_import(said, tmp_path):
    file, mine = tmp_path / "den.txt", tmp_path / "mine"
    file.write_text("# M\n## Den\n* Moonblade\n", "utf-8")
    mine.mkdir()
    (mine / "moonblade.json").write_text(json.dumps({"name": "Moonblade", "type": "wondrous"}), "utf-8")
    assert said("lint", file)[0] == 1
    assert said("lint", file, "--items", mine) == (0, "Nothing is wrong with the map.\n", "")
    code, out, _ = said("import", file, "--db", tmp_path / "a.db", "--items", mine)
    assert code == 0 and "the rulebook has none" not in out
    code, _, why = said("lint", "--db", tmp_path / "a.db", "--items", mine)
    assert code == 2 and "name a file" in why


def test_passages_stay_rooms_when_that_is_asked_for(said, tmp_path):
    rects = [{"x": -4, "y": 0, "w": 3, "h": 3}, {"x": 0, "y": 1, "w": 3, "h": 1}, {"x": 4, "y": 0, "w": 3, "h": 3}]
    doors = [{"x": x, "y": 1, "dir": {"x": 1, "y": 0}, "type": 0} for x in (-1, 3)]
    file = tmp_path / "burrow.json"
    file.write_text(json.dumps({"title": "Burrow", "rects": rects, "doors": doors}), "utf-8")
    assert "Burrow: 2 rooms, 1 exit," in said("import", file, "--db", tmp_path / "a.db")[1]
    assert "Burrow: 3 rooms, 2 exits," in said("import", file, "--passages", "--db", tmp_path / "b.db")[1]


def test_lint_for_programs(said, trap):
    code, out, _ = said("lint", trap, "--json")
    told = json.loads(out)
    assert (code, told["ok"], told["loops"]) == (1, False, [])
    assert told["findings"] == [{"code": "room_trap", "names": ["B"], "text": "Nobody who enters B can leave it again."}]


def test_lint_looks_over_the_map_of_a_campaign(said, trap, tmp_path):
    db = tmp_path / "a.db"
    said("import", SALT, "--db", db)
    assert said("lint", "--db", db)[0] == 0
    said("import", trap, "--db", db)
    assert said("lint", "--db", db)[1].startswith("Nobody who enters B can leave it again.\n")


@pytest.mark.parametrize(
    ("taken", "finding"),
    [
        ("Verdigris Key", "east of Weigh Hall is locked, and Verdigris Key is nowhere on the map."),
        ("Clerk's Key", "Strongbox is locked, and Clerk's Key is nowhere on the map."),
        ("Marra's Key", "Shop Chest is locked, and Marra's Key is nowhere on the map."),
    ],
)
def test_lint_sees_what_a_campaign_has_lost(said, tmp_path, taken, finding):
    db = tmp_path / "a.db"
    said("import", SALT, "--db", db)
    with open_campaign(db) as game:
        room = {"Verdigris Key": "Latrine", "Clerk's Key": "Clerk's Niche", "Marra's Key": "Marra Ashgrove"}[taken]
        assert game.ask({"operation": "remove", "bagName": room, "itemName": taken})["ok"]
    assert finding in said("lint", "--db", db)[1]


def test_what_the_party_carries_is_found(said, tmp_path):
    db = tmp_path / "a.db"
    said("import", SALT, "--db", db)
    with open_campaign(db) as game:
        game.ask({"operation": "create", "name": "Thorin"}, tool="manage_character")
        moved = {"operation": "transfer", "bagName": "Latrine", "itemName": "Verdigris Key", "toName": "Thorin"}
        assert game.ask(moved)["ok"]
    assert said("lint", "--db", db)[0] == 0


# ── how far it is ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def large(tmp_path: Path) -> Path:
    file = tmp_path / "large.txt"
    file.write_text("# L\n" + "".join(f"## Hall {n}\n- east: Hall {n + 1}\n" for n in range(25)) + "## Hall 25\n", encoding="utf-8")
    return file


def at_a_terminal(db: Path, file: Path, **env: str) -> tuple[int, str, str]:
    """Return (exit code, standard output, terminal text): the answer goes to a pipe, standard error to a terminal."""
    pty = pytest.importorskip("pty", reason="needs a terminal of Unix")
    ours, theirs = pty.openpty()
    command = (sys.executable, "-m", "rpg_lite", "import", str(file), "--db", str(db))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True, env=os.environ | {"TERM": "xterm"} | env) as running:
        os.close(theirs)
        got = b""
        try:
            while portion := os.read(ours, 4096):
                got += portion
        except OSError:  # Linux says so when the other side is closed
            pass
        out = running.stdout.read() if running.stdout else ""
    os.close(ours)
    return running.returncode, out, got.decode()


@pytest.mark.slow
def test_a_bar_on_a_terminal_goes_to_the_end(tmp_path: Path, large: Path):
    code, out, shown = at_a_terminal(tmp_path / "a.db", large)
    assert (code, out.startswith("L: 26 rooms")) == (0, True)
    bars = re.findall(r"(\d+ rooms read|rooms \w+ \d+/\d+) .*?(\d+)%", shown)
    assert bars[0] == ("26 rooms read", "0") and bars[-1] == ("rooms recorded 26/26", "100")
    assert "%" not in out


@pytest.mark.slow
def test_a_refused_map_does_not_look_done(tmp_path: Path, large: Path):
    large.write_text(large.read_text(encoding="utf-8").replace("Hall 25", "Lobby").replace("Hall 7", "floor"), encoding="utf-8")
    code, _, shown = at_a_terminal(tmp_path / "a.db", large)
    assert (code, "100%" in shown, "recorded" in shown) == (1, False, False)


def test_nothing_of_it_goes_down_a_pipe(said, tmp_path: Path, large: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    code, out, err = said("import", large, "--db", tmp_path / "a.db")
    assert (code, err) == (0, "") and "%" not in out


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("soon", "shown"), [(0.01, True), (3600, False)])
def test_a_small_map_gets_a_bar_only_when_it_takes_long(monkeypatch: pytest.MonkeyPatch, soon: float, shown: bool):
    monkeypatch.setattr(import_progress, "SOON", soon)
    terminal = Terminal()
    with import_progress.progress_of(2, Console(file=terminal, width=80, force_interactive=True)) as told:
        until(lambda: terminal.getvalue() or not shown)
        told("made", 1, 2)
    assert ("rooms made 1/2" in terminal.getvalue()) == shown


def test_a_trap_goes_out_and_a_question_ends_without_a_full_stop(said, tmp_path):
    file = tmp_path / "m.txt"
    file.write_text("# M\n## A\ntrap: Poison Needle\n- north: B\n## B\ntrap: Poison Needel\n", encoding="utf-8")
    assert said("import", file, "--db", tmp_path / "a.db", "--new")[0] == 0
    assert said("map", "--text", tmp_path / "b.txt", "--db", tmp_path / "a.db")[0] == 0
    assert "trap: Poison Needle" in (tmp_path / "b.txt").read_text("utf-8")
    _, told, _ = said("lint", file)
    assert "The trap Poison Needel should be in B" in told, "a map that holds nothing but traps is compared with the book, too"
    asked = map_findings.sentence(MapFinding("trap_unknown", ("Pitt", "B", "there is none; did you mean 'Pit'?")))
    assert asked == "The trap Pitt should be in B: there is none; did you mean 'Pit'?"


# ── the squares of a room ───────────────────────────────────────────────────────────────────────────────────────────

BARROW = "# Barrow\n## Crypt\n| ....\n| ..#.\n~ pit A2; hidden; called Oubliette\n- south: Yard\n! Wolf; at D1\n## Yard\n- south: Well; door; closed\n## Well\n"


@pytest.fixture
def barrow(said, tmp_path: Path) -> Path:
    file, db = tmp_path / "barrow.txt", tmp_path / "barrow.db"
    file.write_text(BARROW, "utf-8")
    assert said("import", file, "--new", "--db", db)[0] == 0
    with open_campaign(db) as game:
        game.ask({"operation": "create", "name": "Oda", "character": {"party": True}}, "manage_character")
        game.ask({"operation": "join", "toName": "Crypt"}, "manage_room")
    return db


def test_the_squares_of_the_partys_room_are_drawn_as_it_knows_them(said, barrow, tmp_path):
    picture = tmp_path / "fight.svg"
    assert said("map", "--ground", picture, "--db", barrow)[:2] == (0, f"Drawn into {picture}: Crypt, 4 by 2 squares, 2 creatures.\n")
    assert "Wolf at D1" in picture.read_text("utf-8") and "Oubliette" not in picture.read_text("utf-8")
    assert said("map", "--ground", picture, "--everything", "--db", barrow)[0] == 0
    assert "Oubliette" in picture.read_text("utf-8")


def test_a_room_that_the_party_does_not_know_is_drawn_for_the_game_master(said, barrow, tmp_path):
    picture = tmp_path / "fight.svg"
    code, _, why = said("map", "--ground", picture, "--room", "Well", "--db", barrow)
    assert code == 1 and "Well" in why and not picture.exists()
    assert said("map", "--ground", picture, "--room", "Well", "--everything", "--db", barrow)[0] == 0
    code, _, why = said("map", "--ground", picture, "--room", "Attic", "--everything", "--db", barrow)
    assert code == 1 and "Attic" in why


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--ground", "fight.jpg"), "needs a name that ends in .svg or .png"),
        (("--ground", "fight.svg", "--svg", "map.svg"), "choose one of the two"),
        (("--ground", "fight.svg", "--around", "2"), "choose one of the two"),
        (("--room", "Crypt"), "give --ground FILE, too"),
    ],
)
def test_options_that_do_not_go_together_are_refused(said, barrow, more, why):
    code, _, told = said("map", *more, "--db", barrow)
    assert code == 2 and why in told


def test_squares_are_drawn_as_dots(said, barrow, tmp_path):
    pytest.importorskip("resvg_py")
    picture = tmp_path / "fight.png"
    assert said("map", "--ground", picture, "--db", barrow)[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_an_exported_campaign_keeps_its_grounds(said, barrow, tmp_path):
    other, file = tmp_path / "other.db", tmp_path / "campaign.zip"
    assert said("campaigns", "export", "campaign", file, "--db", barrow)[0] == 0
    assert said("campaigns", "import", file, "--db", other)[0] == 0
    for name, db in (("one.txt", barrow), ("two.txt", other)):
        assert said("map", "--text", tmp_path / name, "--db", db)[0] == 0
    one, two = ((tmp_path / name).read_text("utf-8") for name in ("one.txt", "two.txt"))
    assert one == two and "| ..#." in one and "~ pit A2; called Oubliette; hidden" in one and "! Wolf; at D1" in one
    assert said("db", "check", "--db", other)[0] == 0
