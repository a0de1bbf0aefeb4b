"""The README and the pages of docs/ are true: their code runs, their item is an item, their links lead somewhere."""

import json
import re
import runpy
import shlex
from pathlib import Path

import pytest

import rpg_lite
from rpg_lite.cli import app
from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.rows import each_row

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = {page.name: page.read_text("utf-8") for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))}
BLOCKS = [block for text in PAGES.values() for block in re.findall(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)]


def of_kind(kind: str) -> list[str]:
    return [text for word, text in BLOCKS if word == kind]


@pytest.mark.parametrize("code", of_kind("python"))
def test_the_python_runs_on_a_database_of_its_own(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "docs", "exec"), {"__name__": "docs"})


def test_a_hit_that_shield_answers_is_taken_back_and_repeated() -> None:
    elara = {"classes": ["wizard 5"], "abilities": {"int": 18}, "spells": {"prepared": ["Shield"]}}
    hit = {"operation": "attack", "characterName": "Ogre", "targetName": "Elara", "d20": [6]}
    with rpg_lite.open_campaign() as game:
        game.ask({"operation": "create", "name": "Elara", "character": elara}, "manage_character")
        game.ask({"operation": "create", "template": "Ogre"}, "manage_character")
        game.ask({"operation": "start_fight", "names": ["Ogre", "Elara"]}, "execute_action")
        struck = game.ask(hit, "execute_action")
        shielded = game.ask({"operation": "cast", "characterName": "Elara", "spell": "Shield"}, "execute_action")
        game.ask({"operation": "undo", "rev": struck["rev"]}, "execute_action")
        assert "AC 10 → 15" in shielded["text"]
        assert "12 against AC 10, a hit" in struck["text"]
        assert "12 against AC 15, a miss" in game.ask(hit, "execute_action")["text"]


@pytest.mark.parametrize("document", [text for text in of_kind("json") if text.startswith("{")])
def test_the_item_file_has_no_fault(document: str, tmp_path: Path) -> None:
    file = tmp_path / "gloves.json"
    file.write_text(document, "utf-8")
    assert rulebook_loading.check(file).faults == []
    written = json.loads(document)
    for item in written.get("items", [written]):
        assert rulebook_loading.rulebook("5.1", file).find(item["name"]) is not None


@pytest.fixture
def own_rules(tmp_path: Path) -> Path:
    """The folder of rules that docs/own_content.md shows, file by file."""
    files = re.findall(r"^`my_rules/(\w+\.json)`:\n\n```json\n(.*?)^```", PAGES["own_content.md"], re.MULTILINE | re.DOTALL)
    assert {name for name, _ in files} == {"spells.json", "creatures.json", "features.json", "backgrounds.json"}
    for name, text in files:
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def test_the_files_of_own_rules_have_no_fault(own_rules: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["content", "check", str(own_rules)]) == 0
    assert capsys.readouterr().out == "6 good, 0 faults.\n"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_files_of_own_rules_are_played(own_rules: Path, ruleset: Ruleset) -> None:
    vex = {"classes": ["wizard 5"], "background": "Salt Carter", "features": ["Toll-Keeper's Eye"], "spells": {"prepared": ["Salt Lance"]}}
    fern = {"classes": ["druid 3"], "spells": {"prepared": ["Brine Burst"]}}
    deeds = [
        ("cast", "Vex", {"spell": "Salt Lance", "targets": ["Salt Husk"], "slot": 2, "d20": [19]}, "speed 20 → 10 ft"),
        ("cast", "Fern", {"spell": "Brine Burst", "targets": ["Salt Husk"], "d20": [2]}, "vulnerability"),
        ("act", "Salt Husk", {"act": "Multiattack", "targets": ["Bo"]}, "Bo"),
        ("act", "Salt Husk", {"act": "Salt Breath", "targets": ["Bo", "Vex"]}, "0 of 1 left"),
        ("act", "Bo", {"act": "Ferryman's Shove", "targets": ["Vex"], "d20": [2]}, "Vex (2) fails: prone"),
    ]
    with rpg_lite.open_campaign(ruleset=ruleset, items=[own_rules], seed=3) as game:
        for name, hero in (("Vex", vex), ("Fern", fern), ("Bo", {"classes": ["fighter 3"]})):
            game.ask({"operation": "create", "name": name, "character": {**hero, "hpMax": 90}, "kit": name == "Vex"}, "manage_character")
        game.ask({"operation": "create", "template": "Salt Husk", "character": {"hpMax": 90, "hp": 90}}, "manage_character")
        for operation, who, more, told in deeds:
            assert told in game.ask({"operation": operation, "characterName": who, **more}, "execute_action")["text"], operation
        sheet = game.ask({"operation": "character", "characterName": "Vex"}, "read_campaign")["text"]
        assert "perception +2" in sheet and "athletics +3" in sheet
        assert "Crowbar" in game.ask({"operation": "view", "characterName": "Vex"}, "manage_inventory")["text"]


def commands() -> list[list[str]]:
    """The rpg-lite commands of the console blocks and of inline code, without those that start something or need a file."""
    lines = [line.split("#")[0] for text in of_kind("console") for line in text.splitlines()]
    return [shlex.split(line)[1:] for line in lines if line.startswith("rpg-lite")]


@pytest.mark.parametrize("tokens", commands(), ids=" ".join)
def test_every_command_exists(tokens: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main([tokens[0], "--help"]) == 0
    assert tokens[0] in capsys.readouterr().out


def test_the_tables_of_tools_are_those_of_the_records() -> None:
    tools = runpy.run_path(str(ROOT / "docs" / "tools.py"))
    assert tools["commands"](PAGES["commands.md"]) == PAGES["commands.md"], "python docs/tools.py writes the table"
    assert tools["page"]() == PAGES["tools.md"], "python docs/tools.py writes the page"


def test_connecting_prints_what_to_paste(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["connect", "claude-desktop"]) == 0
    assert "mcpServers" in capsys.readouterr().out


@each_row("target", re.findall(r"\]\(([^)#:]+)\)", README))
def test_every_link_leads_somewhere(target: str) -> None:
    assert (ROOT / target).exists()


def test_the_two_commands_are_targets_of_make() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in ("demo", "test"))


def test_the_readme_is_read_in_one_sitting() -> None:
    assert len(README.splitlines()) <= 120


def test_the_chat_is_what_the_server_answers() -> None:
    """Each call of the model, made in a fight that begins as it does there, gets the answer that stands below it."""
    (chat,) = (text for text in of_kind("text") if text.startswith("You "))
    lines = [line[10:] for line in chat.splitlines() if line.startswith(("Model     execute", "Model     read", "rpg-lite"))]
    assert len(lines) == 4
    with rpg_lite.open_campaign(":memory:", seed=7) as game:
        hero = {"classes": ["fighter 1"], "race": "dwarf", "party": True}
        game.ask({"operation": "create", "name": "Brenna", "method": "standard_array", "kit": True, "character": hero}, "manage_character")
        game.ask({"operation": "create", "template": "Goblin"}, "manage_character")
        game.ask({"operation": "start_fight", "names": ["Brenna", "Goblin"]}, "execute_action")
        for call, answer in zip(lines[::2], lines[1::2], strict=True):
            tool, payload = call.split(" ", 1)
            assert game.ask(json.loads(payload), tool)["text"] == answer
