"""House rules that a campaign keeps as scripts: promoted, in use, expired; and those of skills, which are shown first (S117, S132, S172)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.cli.app import main
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.mud.session import Session
from rpg_lite.operations.registry import TOOLS

HUNGER = "print('hungry', roll('1d1')['total'])"
SKILL = "---\nname: chase\ndescription: Runs a chase.\n---\nRun.\n"
ENCOUNTER = "print('bandits', roll('1d1')['total'])\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lore" / "skills" / "chase" / "scripts").mkdir(parents=True)
    (tmp_path / "lore" / "skills" / "chase" / "SKILL.md").write_text(SKILL, "utf-8")
    (tmp_path / "lore" / "skills" / "chase" / "scripts" / "encounter.py").write_text(ENCOUNTER, "utf-8")
    return tmp_path / "c.db"


@pytest.fixture
def game(file: Path) -> Iterator[Game]:
    with open_campaign(file, lore=file.parent / "lore") as made:
        assert made.ask({"operation": "create", "name": "Thorin", "character": {"party": True}}, "manage_character")["ok"]
        yield made


def promote(game: Game, **more: Any) -> dict[str, Any]:
    note = {"operation": "equip", "itemName": "script:hunger", "content": HUNGER, **more}
    answer: dict[str, Any] = game.ask(note, "manage_tools")
    return answer


def pass_days(game: Game, days: int) -> None:
    assert game.ask({"operation": "advance", "duration": f"{days} days"}, "manage_character")["ok"]


def ran(file: Path, capsys: pytest.CaptureFixture[str], script: str = "script:hunger") -> tuple[int, str]:
    capsys.readouterr()
    code = main(["run", script, "--db", str(file)])
    out, err = capsys.readouterr()
    return code, out + err


# ── on the command line ─────────────────────────────────────────────────────────────────────────────────────────────


def test_only_a_promoted_script_runs(game: Game, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """S172."""
    code, told = ran(file, capsys)
    assert code == 1 and "there is no 'script:hunger'" in told
    assert promote(game)["ok"]
    assert ran(file, capsys) == (0, "hungry 1\n")
    assert game.ask({"operation": "unequip", "itemName": "script:hunger"}, "manage_tools")["ok"]
    code, told = ran(file, capsys)
    assert code == 1 and "Lobby does not use script:hunger" in told


@pytest.mark.parametrize("where", [{"bagName": "home"}, {"characterName": "Thorin"}, {}])
def test_it_holds_everywhere_with_a_hero_or_in_a_room(game: Game, file: Path, capsys: pytest.CaptureFixture[str], where: Any) -> None:
    assert promote(game, **where)["ok"]
    assert game.ask({"operation": "create", "name": "Cellar", "direction": "down"}, "manage_room")["ok"]
    assert game.ask({"operation": "join", "toName": "Cellar"}, "manage_room")["ok"]
    assert ran(file, capsys)[0] == (0 if where else 1)


@pytest.mark.parametrize(
    ("until", "before", "told"),
    [("3 days", 2, "day 4, 08:00"), (4 * 1440, 3, "day 5, 08:00"), ("dawn", 0, "day 2, 06:00"), (None, 29, "day 31, 08:00")],
)
def test_it_expires_in_game_time(game: Game, file: Path, capsys: pytest.CaptureFixture[str], until: Any, before: int, told: str) -> None:
    """S172: without an end, it runs for 30 days of the campaign."""
    assert promote(game, **({"until": until} if until else {}))["ok"]
    if before:
        pass_days(game, before)
    assert ran(file, capsys)[0] == 0
    pass_days(game, 1)
    code, said = ran(file, capsys)
    assert code == 1 and f"script:hunger expired on {told}" in said
    assert game.ask({"operation": "equip", "itemName": "script:hunger"}, "manage_tools")["ok"]
    assert ran(file, capsys)[0] == 0


def test_the_days_are_a_setting(game: Game, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file.parent / "rpg-lite.toml").write_text("[scripts]\ndays = 2\n", "utf-8")
    promote(game)
    pass_days(game, 1)
    assert ran(file, capsys)[0] == 0
    pass_days(game, 1)
    assert ran(file, capsys)[0] == 1


@pytest.mark.parametrize("until", ["soon", "long rest", "0", 0, 10**15, "1d4 days", "turn_end:source"])
def test_an_end_that_is_none_is_refused_and_nothing_is_kept(game: Game, until: Any) -> None:
    answer = promote(game, until=until)
    assert not answer["ok"] and answer["error"]["code"] == "until_unfit"
    assert not game.ask({"operation": "equip", "itemName": "script:hunger"}, "manage_tools")["ok"]


def test_until_is_for_scripts_alone(game: Game) -> None:
    answer = game.ask({"operation": "equip", "itemName": "rule:dark", "content": "It is dark.", "until": "3 days"}, "manage_tools")
    assert answer["error"]["code"] == "until_needs_script"


# ── who reads it ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_players_read_no_script_and_a_context_holds_no_program(game: Game) -> None:
    promote(game)
    game.ask({"operation": "equip", "itemName": "rule:dark", "content": "It is dark."}, "manage_tools")
    context = game.wrap(4_000)
    assert "rule:dark: It is dark." in context.system_prompt and HUNGER not in context.system_prompt
    seen = game.ask({"operation": "inventory", "scope": "here"}, "read_campaign", caller=Caller("player", characters=("c1.1",), aloud=True))
    assert "hunger" not in str(seen) and "rule:dark" in str(seen)
    told = game.ask({"operation": "tools", "itemName": "script:hunger"}, "manage_tools")["text"]
    assert HUNGER in told and "in use since day 1, 08:00" in told


def test_no_tool_runs_programs() -> None:
    """S132: there is no shell, for nobody; scripts are run by the game master's own hand."""
    assert set(TOOLS) == {
        "manage_inventory", "read_campaign", "manage_character", "manage_condition", "execute_action", "manage_room", "manage_tools", "keep_journal",
    }  # fmt: skip


# ── scripts of skills ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_script_of_a_skill_is_kept_before_it_runs(game: Game, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """S117."""
    lore = ["--db", str(file), "--lore", str(file.parent / "lore")]
    assert main(["run", "script:chase/encounter", *lore]) == 1
    assert "Keep it first: rpg-lite lore keep script:chase/encounter." in capsys.readouterr().err
    assert main(["lore", "keep", "script:chase/fight", *lore]) == 1
    assert "there are: script:chase/encounter" in capsys.readouterr().err
    assert main(["lore", "keep", "script:chase/encounter", *lore]) == 0
    assert ENCOUNTER.strip() in capsys.readouterr().out
    assert ran(file, capsys, "script:chase/encounter") == (0, "bandits 1\n")


def test_the_verb_shows_a_script_of_a_skill_and_asks(game: Game) -> None:
    session = Session(game)
    shown = session.hear("run chase/encounter")
    assert shown and ENCOUNTER.strip() in shown and "run chase/encounter --yes" in shown
    asked: list[str] = []
    session.sure = lambda question: bool(asked.append(question))
    assert "It was not kept." in str(session.hear("run chase/encounter --yes")) and ENCOUNTER.strip() in asked[0]
    session.sure = lambda question: True
    assert session.hear("run chase/encounter") == "bandits 1"
    session.sure = None
    assert session.hear("run chase/encounter") == "bandits 1"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (HUNGER, "hungry 1"),
        ("x = 1", "script:hunger has run."),
        ("print(1)\nboom", "1\nscript:hunger, line 2: NameError"),
        ("ask('keep_journal', {'operation': 'note', 'text': 'x'})\nboom", "The changes that it had made stay"),
    ],
)
def test_the_verb_tells_what_a_script_prints(game: Game, source: str, said: str) -> None:
    promote(game, content=source)
    assert said in str(Session(game).hear("run hunger"))


def test_the_verb_refuses_in_its_own_words(game: Game) -> None:
    session = Session(game)
    assert session.hear("run") == "Write it like this: run SCRIPT"
    assert "there is no 'script:nothing'" in str(session.hear("run nothing"))
