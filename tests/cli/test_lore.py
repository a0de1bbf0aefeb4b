"""rpg-lite lore, and the folder of pages in every command that plays."""

import json
import os
import shutil
from pathlib import Path

import pytest

import rpg_lite
from rpg_lite.cli import app
from rpg_lite.content import lore_folder
from rpg_lite.server import settings
from rpg_lite.server.settings_loading import load_settings

SAMPLE = Path(__file__).parents[1] / "lore"
CONTEXT = '{"operation": "context"}'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sample, in an environment without settings."""
    for variable in list(os.environ):
        if variable.startswith(settings.PREFIX):
            monkeypatch.delenv(variable)
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SAMPLE, tmp_path / "lore")
    rpg_lite.open_campaign(tmp_path / "game.db").close()
    return tmp_path / "lore"


Said = tuple[int, str, str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):
    def run(*words: str) -> Said:
        try:
            code = app.main([*words])
        except SystemExit as end:
            code = int(end.code or 0)
        return code, *capsys.readouterr()

    return run


# ── check ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_sound_folder_passes(said) -> None:
    assert said("lore", "check", "--lore", "lore") == (0, "34 pages, 0 faults.\n", "")


def test_a_check_names_file_line_and_link(said, folder: Path) -> None:
    (folder / "rules" / "tide.md").write_text(
        "---\nscene: x\n---\nSee [a](gone.md) and\n[b](../../out.md), [c](https://there), [d](falling.md#x)."
    )
    (folder / "rules" / "bad.md").write_bytes(b"\xff")
    code, out, err = said("lore", "check", "--lore", "lore")
    assert code == 1 and out == "35 pages, 5 faults.\n"
    assert err.splitlines() == [
        "note: rules/tide.md:1: without keywords, questions in other words do not find it: keywords: [fall, drop, pit]",
        "rpg-lite: rules/bad.md:1: it is not UTF-8",
        "rpg-lite: rules/tide.md:2: unknown key scene; allowed: title, keywords",
        "rpg-lite: rules/tide.md:4: there is no file gone.md to link to",
        "rpg-lite: rules/tide.md:5: there is no file ../../out.md to link to",
        "rpg-lite: rules/tide.md:5: https://there leads out of the folder, and is not followed",
    ]


@pytest.mark.parametrize("command", ["check", "list", "find x", "keep x"])
def test_a_folder_must_be_named_and_be_there(said, command: str) -> None:
    code, _, err = said("lore", *command.split())
    assert code == 2 and "--lore DIR" in err
    code, _, err = said("lore", *command.split(), "--lore", "nowhere")
    assert code == 2 and "nowhere is missing: name the folder that holds RULES.md" in err


def test_a_file_is_no_folder_and_an_empty_folder_has_no_pages(said, folder: Path) -> None:
    for command in ("check", "list", "find x", "keep x --db game.db"):
        code, _, err = said("lore", *command.split(), "--lore", "lore/RULES.md")
        assert code == 2 and "RULES.md is not a folder: name the folder" in err
    assert said("context", "--db", "game.db", "--lore", "lore/RULES.md")[2].count("is not a folder") == 1
    (folder.parent / "empty").mkdir()
    code, out, err = said("lore", "check", "--lore", "empty")
    assert (code, out) == (0, "0 pages, 0 faults.\n") and err.startswith(
        "note: empty holds no page yet; the pages are RULES.md, rules/*.md"
    )


def test_a_broken_page_is_named_and_can_be_neither_found_nor_kept(said, folder: Path) -> None:
    for name, data in {"huge": b"x " * 40_000, "binary": b"\0\1", "latin": b"caf\xe9", "open": b"---\ntitle: x"}.items():
        (folder / "rules" / f"{name}.md").write_bytes(data)
        code, _, err = said("lore", "check", "--lore", "lore")
        assert code == 1 and f"rules/{name}.md:" in err
        code, _, err = said("lore", "list", "--lore", "lore")
        assert code == 1 and f"rules/{name}.md:" in err
        code, _, err = said("lore", "keep", name, "--lore", "lore", "--db", "game.db")
        assert code == 1 and f"No page has the name '{name}'" in err
    assert said("lore", "find", "cliff", "--lore", "lore")[0] == 0


def test_a_page_that_goes_during_the_check_is_named(said, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = lore_folder.read

    def read_and_remove(*given):
        found = read(*given)
        (folder / "rules" / "falling.md").unlink()
        return found

    monkeypatch.setattr(lore_folder, "read", read_and_remove)
    code, _, err = said("lore", "check", "--lore", "lore")
    assert code == 1 and "rules/falling.md: it cannot be read any more: no such file or directory" in err


# ── list, find, keep ────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_list_has_name_title_and_length(said) -> None:
    code, out, _ = said("lore", "list", "--lore", "lore")
    line = next(one for one in out.splitlines() if one.startswith("falling "))
    assert code == 0 and "Falling, " in line and line.endswith(" tokens (rules/falling.md)")
    rows = json.loads(said("lore", "list", "--lore", "lore", "--json")[1])
    assert next(row for row in rows if row["name"] == "skill:chase")["description"].startswith("Runs a chase")


def test_words_find_the_page_that_the_game_finds(said) -> None:
    code, out, _ = said("lore", "find", "he goes over the cliff", "--lore", "lore")
    assert code == 0 and out.startswith("Falling, the table's own page rules/falling.md:\nA creature that comes down")
    code, _, err = said("lore", "find", "zqx", "--lore", "lore")
    assert code == 1 and "no page has these words" in err


def test_a_kept_page_is_a_house_rule_that_goes_before_the_folder(said, folder: Path) -> None:
    assert said("lore", "keep", "falling", "--lore", "lore", "--db", "game.db")[0] == 0
    assert said("lore", "keep", "RULES.md", "--lore", "lore", "--db", "game.db")[0] == 0
    (folder / "rules" / "falling.md").write_text("---\nkeywords: [fall]\n---\nThe text of today.")
    (folder / "RULES.md").write_text("Other rules.")
    with rpg_lite.open_campaign("game.db", lore=folder) as game:
        text = game.ask({"operation": "context"}, "read_campaign", "brief")["text"]
        assert "rule:falling: A creature that comes down" in text and "rule:RULES: # House rules" in text and "Other rules" not in text
        for asked in ({"name": "falling"}, {"query": "fall"}):
            text = game.ask({"operation": "rules", **asked}, "read_campaign", "brief")["text"]
            assert "the table's own page kept as rule:falling:\nA creature" in text and "of today" not in text
    with rpg_lite.open_campaign("game.db") as game:
        assert "rule:falling: A creature" in game.ask({"operation": "context"}, "read_campaign", "brief")["text"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("zqx", "No page has the name 'zqx'"),
        ("skill:chase", "skills/chase/SKILL.md stays in the folder"),
        ("lobby", "regions/lobby.md stays"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_changes_nothing(said, name: str, told: str) -> None:
    code, _, err = said("lore", "keep", name, "--lore", "lore", "--db", "game.db")
    assert code == 1 and told in err
    with rpg_lite.open_campaign("game.db") as game:
        assert game.store.rev(game.campaign.id) == 0


# ── every command that plays ────────────────────────────────────────────────────────────────────────────────────────


def test_the_option_the_environment_and_the_file_name_the_folder(said, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No harm to children" not in said("context", "--db", "game.db")[1]
    assert "No harm to children" in said("context", "--db", "game.db", "--lore", "lore")[1]
    monkeypatch.setenv("RPG_LITE_LORE", "lore")
    assert "No harm to children" in said("context", "--db", "game.db")[1]
    monkeypatch.delenv("RPG_LITE_LORE")
    (elsewhere := folder.parent / "etc").mkdir()
    (elsewhere / "table.toml").write_text('lore = "../lore"')
    monkeypatch.setenv("RPG_LITE_CONFIG", str(elsewhere / "table.toml"))
    assert load_settings().settings.lore == elsewhere / "../lore"
    assert "No harm to children" in said("context", "--db", "game.db")[1]
    assert ("lore", str(elsewhere / "../lore"), str(elsewhere / "table.toml")) in load_settings().lines()


def test_ask_and_run_and_play_take_the_folder(said, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder.parent / "ask.json").write_text('{"operation": "rules", "name": "falling"}')
    assert "comes down" in said("ask", "ask.json", "--tool", "read_campaign", "--db", "game.db", "--lore", "lore")[1]
    assert said("ask", "ask.json", "--tool", "read_campaign", "--db", "game.db")[0] == 1
    for command in (["play"], ["run", "ask.json"], ["serve"], ["ask", "ask.json"], ["context"]):
        code, _, err = said(*command, "--db", "game.db", "--lore", "nowhere")
        assert code == 2 and "--lore: " in err and "nowhere is missing" in err, command


def test_a_fault_of_the_folder_is_said_at_the_start(said, folder: Path) -> None:
    (folder / "rules" / "bad.md").write_bytes(b"\xff")
    _, _, err = said("context", "--db", "game.db", "--lore", "lore")
    assert err == (
        "rpg-lite: Not all of the table's pages can be read: rules/bad.md:1: it is not UTF-8. `rpg-lite lore check` lists every fault.\n"
    )


def test_what_is_pasted_names_the_folder_by_its_whole_path(said, folder: Path) -> None:
    args = json.loads(said("connect", "cursor", "--lore", "lore")[1])["mcpServers"]["rpg-lite"]["args"]
    assert args[-2:] == ["--lore", str(folder)]
    assert said("connect", "cursor", "--lore", "nowhere")[0] == 2


def test_config_check_looks_whether_the_folder_is_there(said) -> None:
    Path("rpg-lite.toml").write_text('lore = "nowhere"')
    code, _, err = said("config", "check")
    assert code == 2 and "lore: " in err and "nowhere is missing" in err
