"""rpg-lite journal check: a story beside its campaign."""

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import rpg_lite
from rpg_lite.cli import app, journal

STORY = """# The Crypt

Thorin is in the Lobby. **Thorin** has 31 hit points,
and Elara is dead.

- Thorin has *12* hit points.

> "Elara is dead", he says.

```
Thorin is dead.
```
"""


@pytest.fixture
def run(capfd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Runs a command in this process, beside a campaign with two heroes."""
    monkeypatch.chdir(tmp_path)
    with rpg_lite.open_campaign(tmp_path / "game.db") as game:
        for name in ("Thorin", "Elara"):
            made = {"operation": "create", "name": name, "character": {"hpMax": 31, "party": True}}
            assert game.ask(made, "manage_character")["ok"]

    def run_here(*tokens: str) -> CompletedProcess[str]:
        code = app.main(["journal", "check", *tokens, "--db", "game.db"])
        return CompletedProcess(tokens, code, *capfd.readouterr())

    return run_here


def test_each_line_that_disagrees_is_printed(run) -> None:
    Path("story.md").write_text(STORY, encoding="utf-8")
    done = run("story.md")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        'story.md:3: "Thorin has 31 hit points, and Elara is dead." does not agree: Elara is alive at 31 hit points (read_campaign character).',
        'story.md:6: "Thorin has 12 hit points." does not agree: Thorin has 31 hit points, not 12 (read_campaign character).',
        "story.md: 2 sentences do not agree with the campaign.",
    ]


def test_the_same_as_data(run) -> None:
    Path("story.md").write_text(STORY, encoding="utf-8")
    done = run("story.md", "--json")
    rows = json.loads(done.stdout)
    assert done.returncode == 1 and [(row["line"], row["what"]) for row in rows] == [(3, "state"), (6, "hp")]


def test_a_story_that_agrees_passes(run) -> None:
    Path("story.txt").write_text("Thorin has 31 hit points.\r\nIt rains.", encoding="utf-8")
    done = run("story.txt")
    assert (done.returncode, done.stdout) == (0, "story.txt: nothing disagrees with the campaign.\n")


def test_a_story_of_another_room_is_compared_with_the_whole_campaign(run) -> None:
    with rpg_lite.open_campaign("game.db") as game:
        for payload in (
            {"operation": "create", "name": "Mill", "direction": "north"},
            {"operation": "join", "toName": "Mill", "names": ["Elara"]},
        ):
            assert game.ask(payload, "manage_room")["ok"]
    Path("story.txt").write_text("Thorin is in the Mill.\nElara takes 9 damage.", encoding="utf-8")
    assert [line.partition('"')[0] for line in run("story.txt").stdout.splitlines()[:2]] == ["story.txt:1: ", "story.txt:2: "]


def test_a_story_is_compared_with_what_is_worn_and_in_use(run) -> None:
    with rpg_lite.open_campaign("game.db") as game:
        for payload in (
            {"operation": "give", "characterName": "Thorin", "item": "Chain Mail"},
            {"operation": "equip", "characterName": "Thorin", "itemName": "Chain Mail"},
        ):
            assert game.ask(payload, "manage_inventory")["ok"]
    Path("story.txt").write_text("Thorin has AC 16.\nThorin wears the chain mail.\nThorin has AC 10.", encoding="utf-8")
    done = run("story.txt")
    assert "1 sentence does not" in done.stdout and "the armor class of Thorin is 16, not 10" in done.stdout


def test_a_file_that_is_no_story_is_refused(run, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("gone.md")
    assert done.returncode == 2 and "gone.md cannot be read: no such file" in done.stderr
    Path("bad.md").write_bytes(b"\xff\xfe")
    done = run("bad.md")
    assert done.returncode == 1 and "bad.md is not UTF-8 text" in done.stderr
    monkeypatch.setattr(journal, "LONGEST_STORY", 10)
    Path("long.md").write_text("It rains and rains.", encoding="utf-8")
    done = run("long.md")
    assert done.returncode == 1 and "long.md has 19 characters; a story has at most 10" in done.stderr
    assert app.main(["journal", "check", "long.md", "--db", "nowhere.db"]) != 0


def test_the_check_changes_nothing(run) -> None:
    Path("story.md").write_text(STORY, encoding="utf-8")
    with rpg_lite.open_campaign("game.db") as game:
        before = game.store.rev(game.campaign.id)
    run("story.md")
    with rpg_lite.open_campaign("game.db") as game:
        assert game.store.rev(game.campaign.id) == before
