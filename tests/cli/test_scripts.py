"""House rules as scripts: their powers, and the walls around them (adrs/0054)."""

import re
import sys
from pathlib import Path

import pytest

import rpg_lite.scripts
from rpg_lite import open_campaign
from rpg_lite.cli.app import main
from rpg_lite.scripts import script_sandbox
from rpg_lite.scripts.script_sandbox import Host
from rpg_lite.store import thing_queries

ROOT = Path(__file__).parents[2]
THORIN = {"operation": "create", "name": "Thorin", "character": {"party": True, "classes": ["fighter"]}}


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    file = tmp_path_factory.mktemp("begun") / "c.db"
    with open_campaign(file) as game:
        game.ask(THORIN, "manage_character")
        game.ask({"operation": "give", "characterName": "Thorin", "template": "Longsword", "equip": True})
        game.ask({"operation": "create", "name": "Cellar", "direction": "down", "door": "hidden"}, "manage_room")
    return file


@pytest.fixture
def db(begun):
    """One table for all tests: undo takes back the changes of a script."""
    first = rev(begun)
    yield begun
    if rev(begun) != first:
        with open_campaign(begun) as game:
            assert game.ask({"operation": "undo", "toRev": first})["ok"]


@pytest.fixture
def ran(db, tmp_path, capsys):
    """Runs a script; (exit code, standard output, standard error)."""

    def run(source: str, *options: str) -> tuple[int, str, str]:
        file = tmp_path / "rule.py"
        file.write_text(source, "utf-8")
        code = main(["run", str(file), "--db", str(db), *options])
        return code, *capsys.readouterr()

    return run


def rev(db) -> int:
    with open_campaign(db) as game:
        return game.store.rev(game.campaign.id)


# ── what it may do ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ("things_get('r0.2')['name']", "Lobby"),
        ("things_get('r99.9')", "None"),
        ("[t['name'] for t in things_children(things_find('thorin')[0]['id'])]", "['Longsword']"),
        ("[t['kind'] for t in things_find('rpg:look')]", "['tool']"),
        ("things_find('nobody')", "[]"),
        ("[t['name'] for t in things_by_kind('character')]", "['Thorin']"),
        ("[(t['name'], t['slot']) for t in equipped_list('Thorin')]", "[('Longsword', 'mainhand')]"),
        ("'rpg:look' in [t['qualifiedName'] for t in equipped_tools('Lobby')]", "True"),
        ("equipped_tools('Thorin')", "[]"),
        ("equipped_merged_tools('Lobby', 'Thorin') == equipped_tools('Lobby')", "True"),
        ("equipped_merged_tools('Lobby') == equipped_tools('defaults')", "True"),
        ("[(e['direction'], e['hidden'], things_get(e['toRoom'])['name']) for e in exits_list('Lobby')]", "[('down', True, 'Cellar')]"),
        ("1 <= roll('1d6')['total'] <= 6", "True"),
        ("ask('read_campaign', {'operation': 'party'})['ok']", "True"),
        ("ask('manage_inventory', {'operation': 'fly'})['error']['code']", "operation_unknown"),
    ],
)
def test_a_script_reads_the_campaign_and_leaves_it_alone(ran, db, expression, printed):
    before = rev(db)
    assert ran(f"print({expression})") == (0, printed + "\n", "")
    assert rev(db) == before


def test_a_script_changes_the_campaign_through_the_tools(ran, db):
    before = rev(db)
    code, out, _ = ran("print(ask('manage_inventory', {'operation': 'give', 'characterName': 'Thorin', 'template': 'Torch'})['text'])")
    assert (code, out.split(" (")[0]) == (0, "Thorin gets Torch")
    with open_campaign(db) as game:
        assert game.ask({"operation": "undo", "rev": before + 1})["ok"]


def test_a_script_puts_tools_in_use_and_out_of_it(ran):
    code, out, _ = ran(
        "unequip('Lobby', 'rpg:go')\n"
        "print('rpg:go' in [t['qualifiedName'] for t in equipped_tools('Lobby')])\n"
        "equip('Thorin', 'rpg:go')\n"
        "print(equipped_merged_tools('Lobby', 'Thorin')[-1]['qualifiedName'])"
    )
    assert (code, out) == (0, "False\nrpg:go\n")


def test_a_seed_makes_every_roll_the_same(ran):
    source = (
        "import random\nprint(roll('10d20')['faces'], random.random())\n"
        "print(ask('execute_action', {'operation': 'roll', 'dice': '10d20'})['text'])"
    )
    assert ran(source, "--seed", "7")[1] == ran(source, "--seed", "7")[1] != ran(source, "--seed", "8")[1]


def test_the_example_feeds_who_has_food_and_exhausts_the_others(db, capsys):
    with open_campaign(db) as game:
        game.ask({"operation": "give", "characterName": "Thorin", "template": "Rations"})
    for said in ("Thorin eats.", "exhaustion 1"):
        assert main(["run", str(ROOT / "docs" / "scripts" / "hunger.py"), "--db", str(db), "--seed", "1"]) == 0
        assert said in capsys.readouterr().out


def test_every_function_stands_in_the_documentation():
    with open_campaign() as game:
        offered = Host(game).functions
    told = (ROOT / "docs" / "scripts.md").read_text("utf-8")
    assert set(re.findall(r"`(\w+)\([\w, ]*\)`", told)) == set(offered)


# ── what it may not ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("open('/etc/passwd').read()", "PermissionError"),
        ("open('mine.txt', 'w').write('x')", "PermissionError"),
        ("from pathlib import Path\nPath('/etc/passwd').read_text()", "PermissionError"),
        ("import os\nos.listdir('/')", "PermissionError"),
        ("import os\nos.getenv('HOME')", "RuntimeError"),
        ("import os\nos.system('true')", "AttributeError"),
        ("import socket", "ModuleNotFoundError"),
        ("import subprocess", "ModuleNotFoundError"),
        ("import ctypes", "ModuleNotFoundError"),
        ("import rpg_lite", "ModuleNotFoundError"),
        ("__import__('os')", "NameError"),
        ("ask.__self__", "AttributeError"),
        ("ask.__globals__", "AttributeError"),
        ("ask.__func__.__code__", "AttributeError"),
        ("().__class__.__base__.__subclasses__()", "AttributeError"),
        ("things_get('r0.2').__class__.__mro__", "AttributeError"),
        ("roll('1d6').total", "AttributeError"),
        ("things_drop('r0.2')", "NameError"),
        ("ask('manage_inventory', {'operation': {1, 2}})", "TypeError"),
        ("roll('10000d6')", "ValueError"),
        ("equipped_list('nobody')", "ValueError"),
        ("x = 'a' * 10**12", "MemoryError"),
        ("x = []\nwhile True:\n    x.append('a' * 100_000 + str(len(x)))", "MemoryError"),
        ("x = 10 ** (10 ** 9)", "MemoryError"),
        ("def f(n):\n    return f(n + 1)\nf(0)", "RecursionError"),
        ("while True:\n    things_get('r0.2')", "RuntimeError"),
    ],
)
def test_a_script_has_no_way_out(ran, db, monkeypatch, source, error):
    monkeypatch.setattr(script_sandbox, "MOST_CALLS", 100)
    before = rev(db)
    code, out, err = ran(source)
    assert (code, out) == (1, "")
    assert re.match(rf"rpg-lite: \S+rule\.py, line \d: {error}: ", err)
    assert rev(db) == before


@pytest.mark.parametrize(
    "source",
    [
        "while True:\n    pass",
        "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass",
        "import time\nwhile True:\n    time.sleep(1000)",
        "sum(range(10 ** 12))",
    ],
)
def test_a_script_without_an_end_is_ended(ran, monkeypatch, source):
    monkeypatch.setattr(script_sandbox, "LONGEST_RUN", 0.5)
    monkeypatch.setattr(script_sandbox, "MOST_CALLS", 100_000)
    code, _, err = ran(source)
    assert code == 1 and "rule.py" in err


def test_a_script_that_prints_without_end_is_ended(ran, monkeypatch):
    monkeypatch.setattr(script_sandbox, "LONGEST_RUN", 1.0)
    monkeypatch.setattr(script_sandbox, "MOST_PRINTED", 1000)
    code, out, err = ran("while True:\n    print('x' * 99)")
    assert code == 1 and len(out) <= 1000
    assert "MemoryError: more than 1000 characters printed" in err


def test_a_campaign_too_large_to_hand_over_is_refused_and_not_cut(ran, monkeypatch):
    monkeypatch.setattr(script_sandbox, "MOST_BARE", 3)
    monkeypatch.setattr(thing_queries, "MOST_BARE", 3)
    code, _, err = ran("things_by_kind('tool')")
    assert code == 1 and "more than 3 things" in err


# ── how it fails ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_error_says_the_line_of_the_script(ran):
    code, out, err = ran("print('so far')\ndef f(a):\n    return a['x']\n\nf({})\n")
    assert (code, out) == (1, "so far\n")
    assert re.fullmatch(r"rpg-lite: \S+rule\.py, line 3: KeyError: x\.\n    return a\['x'\]\n", err)


def test_what_cannot_be_read_as_python_is_told_with_its_line(ran):
    code, _, err = ran("x = 1\ny = (\n")
    assert code == 1 and "rule.py, line 3: SyntaxError" in err


def test_an_error_after_a_change_says_how_to_take_it_back(ran, db):
    before = rev(db)
    give = "ask('manage_inventory', {'operation': 'give', 'characterName': 'Thorin', 'template': 'Torch'})"
    code, _, err = ran(f"{give}\n{give}\nraise ValueError('enough')")
    assert code == 1 and f"undo with toRev {before} takes them back" in err
    with open_campaign(db) as game:
        assert game.ask({"operation": "undo", "toRev": before})["ok"]


def test_without_the_sandbox_the_extra_is_named(ran, monkeypatch):
    monkeypatch.setitem(sys.modules, "pydantic_monty", None)
    monkeypatch.delitem(sys.modules, "rpg_lite.scripts.script_sandbox")
    monkeypatch.delattr(rpg_lite.scripts, "script_sandbox")
    code, _, err = ran("print(1)")
    assert code == 1 and "[scripts]" in err


def test_a_script_that_is_not_there_is_wrong_usage(db, tmp_path, capsys):
    assert main(["run", str(tmp_path / "none.py"), "--db", str(db)]) == 2
