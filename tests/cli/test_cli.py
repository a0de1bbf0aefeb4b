"""The command line for its users: output, error messages and exit codes."""

import json
import socket
import subprocess
import sys

import pytest

import rpg_lite
from rpg_lite.cli import app, sheet_command
from rpg_lite.content import content_schemas
from rpg_lite.server import settings
from tests.cli.command_line import ROOT, run
from tests.operations.dungeon import EVENTS, dig
from tests.rows import each_row

THORIN = {"character": {"name": "Thorin", "classes": ["fighter 5"]}, "equipped": ["Plate Armor", "Shield"]}
GIVE = {"characterName": "Thorin", "operation": "give", "template": "Shield"}


@pytest.fixture(autouse=True)
def no_settings(monkeypatch):
    monkeypatch.delenv("RPG_LITE_DB", raising=False)
    monkeypatch.delenv("RPG_LITE_CAMPAIGN", raising=False)


@pytest.fixture
def thorin(said, written, db):
    """A database with Thorin in it."""
    payload = written("create.json", {"operation": "create", "name": "Thorin", "character": THORIN["character"]})
    assert said("ask", payload, "--tool", "manage_character", "--db", db)[0] == 0
    return db


# ── usage ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_help_names_every_command(said):
    code, out, _ = said("--help")
    assert code == 0
    assert all(word in out for word in ("serve", "demo", "connect", "ask", "sheet", "items", "content", "db"))


HELPED = (
    "serve", "demo", "connect", "ask", "sheet", "items list", "items show", "items check", "content schema", "content check",
    "db backup", "import", "lint", "lore check", "lore list", "lore find", "lore keep", "journal check",
)  # fmt: skip


@pytest.mark.parametrize("command", HELPED)
def test_the_help_of_every_command_has_an_example(said, command):
    code, out, _ = said(*command.split(), "--help")
    assert code == 0
    assert "Example:" in out and f"rpg-lite {command}" in out


def test_the_module_runs_as_a_program():
    done = run("--version")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1)


@pytest.mark.parametrize(
    ("tokens", "hint"),
    [
        (["shet"], '"sheet"'),
        (["sheet", "--rulest", "5.1"], "--ruleset"),
        (["sheet", "--ruleset", "6"], '"5.1", "5.2"'),
        (["sheet", "a.json", "b.json"], "b.json"),
        (["sheet", "missing.json"], "missing.json cannot be read: no such file"),
        (["ask", "missing.json"], "missing.json cannot be read"),
        (["ask", "--tool", "manage_weather"], "manage_inventory"),
        (["items", "check"], "rpg-lite items check"),
        (["content", "check"], "rpg-lite content check"),
        (["content", "schema"], "KIND"),
        (["content", "schema", "spel"], "Did you mean spell? Kinds: item, spell, act, feature, class, species,"),
        (["content", "schema", "qqqqqq"], "no kind 'qqqqqq'. Kinds: item, spell,"),
        (["serve", "--http", "nonsense"], "HOST:PORT"),
        (["serve", "--http", "localhost:99999"], "HOST:PORT"),
        (["serve", "--allow-host", "table.example"], "--allow-host needs --http"),
        (["connect", "emacs"], '"claude-desktop"'),
        (["db", "backup"], "FILE"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_code_2(said, tokens, hint):
    code, out, err = said(*tokens)
    assert (code, out) == (2, "")
    assert hint in err and len(err.splitlines()) == 1


@each_row(
    ("written", "address"),
    [
        ("127.0.0.1:8000", ("127.0.0.1", 8000)),
        ("[::1]:80", ("::1", 80)),
        (":8000", ("127.0.0.1", 8000)),
        ("8000", ("127.0.0.1", 8000)),
        ("0.0.0.0:1", ("0.0.0.0", 1)),
    ],
)
def test_an_address_may_leave_out_its_host(written, address):
    assert settings.host_and_port(written) == address


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error():
    command = f'"{sys.executable}" -m rpg_lite items list | head -1'
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.stderr, len(done.stdout.splitlines())) == ("", 1)


def test_ctrl_c_is_quiet(said, monkeypatch):
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(sheet_command, "read", interrupted)
    assert said("sheet") == (130, "", "")


# ── sheet ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_sheet_document_becomes_one_line_of_json(said, written):
    code, out, err = said("sheet", written("thorin.json", json.dumps(THORIN, indent=2)))
    sheet = json.loads(out)
    assert (code, err, sheet["ac"], len(out.splitlines())) == (0, "", 20, 1)
    assert [line["source"] for line in sheet["breakdown"]["ac"]["lines"]] == ["Plate Armor", "Shield"]


def test_json_lines_give_a_line_each_and_a_bad_one_stands_in_its_place(said, written):
    lines = written("party.jsonl", THORIN, '{"character": ', "", {"character": {"level": 99}}, {"equipped": ["Shield"]})
    code, out, _ = said("sheet", lines)
    first, torn, wrong, last = map(json.loads, out.splitlines())
    assert code == 1
    assert (first["ac"], last["ac"]) == (20, 12)
    assert (torn["ok"], torn["line"]) == (False, 2) and "not JSON" in torn["error"]
    assert (wrong["ok"], wrong["line"]) == (False, 4) and wrong["error"].startswith("character.level: is 99")


def test_one_broken_document_is_one_fault_with_its_line(said, written):
    code, out, _ = said("sheet", written("broken.json", "{", '  "character": {', '    "level": 5,,', "  }", "}"))
    assert code == 1
    assert json.loads(out)["line"] == 3 and "column" in json.loads(out)["error"]


@pytest.mark.parametrize("text", ["", "[]", "null", "1e999", "[" * 100_000, '{"ruleset": "7"}', "{'a': 1}"])
def test_what_is_no_sheet_is_refused_without_ado(said, written, text):
    code, out, _ = said("sheet", written("odd.json", text))
    assert code == 1
    assert json.loads(out)["ok"] is False


def test_the_ruleset_of_the_command_line_goes_before_the_documents(said, written):
    document = written("tired.json", {"ruleset": "5.1", "conditions": [{"name": "exhaustion", "level": 2}]})
    old, new = (json.loads(said("sheet", document, *more)[1])["speed"]["walk"] for more in ([], ["--ruleset", "5.2"]))
    assert (old, new) == (15, 20)


@pytest.mark.slow
def test_a_sheet_comes_from_standard_input_with_or_without_the_dash():
    both = [run("sheet", *tokens, stdin=json.dumps(THORIN)) for tokens in ([], ["-"])]
    assert [(d.returncode, json.loads(d.stdout)["ac"]) for d in both] == [(0, 20)] * 2


@pytest.mark.slow
def test_letters_that_the_output_does_not_have_are_escaped():
    done = run("sheet", stdin=json.dumps({"character": {"name": "Þórr 🐉", "modifiers": [{"target": "ac", "op": "add", "value": 1}]}}),
               PYTHONIOENCODING="ascii")  # fmt: skip
    assert done.returncode == 0
    assert "Þórr 🐉" in [line["source"] for line in json.loads(done.stdout)["breakdown"]["ac"]["lines"]]


@pytest.mark.slow
def test_text_that_is_not_utf8_is_refused():
    assert run("sheet", stdin=b'{"\xff": 1}').returncode == 1


def test_own_items_count_and_their_faults_are_told(said, written, tmp_path):
    (tmp_path / "mine").mkdir()
    written(
        "mine/good.json",
        {"name": "Hat of Luck", "type": "wondrous", "slot": "head", "modifiers": [{"target": "ac", "op": "add", "value": 3}]},
    )
    document = written("hat.json", {"equipped": ["Hat of Luck"]})
    code, out, err = said("sheet", document, "--items", tmp_path / "mine")
    assert (code, json.loads(out)["ac"], err) == (0, 13, "")
    written("mine/bad.json", {"name": "Hat of Woe", "type": "wondrous", "wieght": 1})
    code, out, err = said("sheet", document, "--items", tmp_path / "mine")
    assert (code, json.loads(out)["ac"]) == (1, 13)
    assert "bad.json" in err and "wieght" in err and "'weight'" in err


# ── items ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_list_has_every_template_on_a_line(said):
    code, cloaks, _ = said("items", "list", "cloak", "protection")
    assert code == 0 and cloaks.startswith("Cloak of Protection") and len(cloaks.splitlines()) == 1
    assert said("items", "list", "zzz")[0] == 2
    code, out, _ = said("items", "list")
    rows = json.loads(said("items", "list", "--json")[1])
    assert code == 0 and len(out.splitlines()) == len(rows) > 300
    assert {"id": "srd:plate", "name": "Plate Armor"}.items() <= {
        k: v for r in rows if r["name"] == "Plate Armor" for k, v in r.items()
    }.items()


def test_a_template_is_shown_whole_under_any_of_its_names(said):
    code, out, _ = said("items", "show", "rings of protection")
    assert code == 0
    assert "needs attunement" in out and "AC and saves +1" in out


def test_a_template_as_json_keeps_its_numbers(said):
    _, out, _ = said("items", "show", "Ring of Protection", "--json")
    assert json.loads(out)["modifiers"] == [{"target": "ac", "op": "add", "value": 1}, {"target": "save.all", "op": "add", "value": 1}]


def test_an_unknown_template_brings_the_near_names(said):
    code, out, err = said("items", "show", "Plait Armor")
    assert (code, out) == (1, "")
    assert "Plate Armor" in err


def test_good_files_pass_the_check(said, written):
    code, out, _ = said("items", "check", written("hat.json", {"name": "Hat", "type": "wondrous"}))
    assert (code, out) == (0, "1 good, 0 faults.\n")


def test_the_check_tells_file_key_and_what_is_expected(said, written):
    bad = written("bad.json", {"items": [{"name": "Hat", "type": "wondrous", "weight": -1}, {"name": "Cap", "type": "wondrous"}]})
    code, out, _ = said("items", "check", bad)
    assert code == 1
    assert str(bad) in out and "items[0]" in out and "weight" in out and "at least 0" in out and "1 good, 1 fault." in out
    told = json.loads(said("items", "check", bad, "--json")[1])
    assert (told["ok"], told["good"], told["faults"][0]["file"]) == (False, 1, str(bad))


def test_the_check_tells_what_takes_the_place_of_ours(said, written):
    mine = written("mine.json", {"name": "Longsword", "type": "weapon"})
    code, out, _ = said("items", "check", mine)
    assert (code, out) == (0, f'{mine}: "Longsword": replaces ours\n1 good, 0 faults.\n')
    assert json.loads(said("items", "check", mine, "--json")[1])["overrides"] == [f'{mine}: "Longsword": replaces ours']


def test_the_start_tells_what_takes_the_place_of_ours(said, thorin, written):
    mine = written("mine.json", {"name": "Longsword", "type": "weapon"})
    code, out, err = said("ask", written("give.json", GIVE), "--db", thorin, "--items", mine)
    assert code == 0 and "Thorin gets Shield" in out and err == f'rpg-lite: {mine}: "Longsword": replaces ours\n'


@pytest.mark.parametrize("kind", ["item", "spell", "creature"])
def test_the_schema_of_a_kind_is_printed_as_json(said, kind):
    code, out, err = said("content", "schema", kind)
    assert (code, err, json.loads(out)) == (0, "", content_schemas.schema(kind))


def test_the_help_of_the_schema_names_every_kind(said):
    told = " ".join(said("content", "schema", "--help")[1].replace("│", " ").split())
    assert f"{', '.join(content_schemas.KINDS[:-1])} or {content_schemas.KINDS[-1]}." in told


def test_one_check_reads_every_kind_of_file(said, tmp_path):
    files = {
        "hat.json": {"name": "Hat", "type": "wondrous"},
        "spells.json": [{"name": "Zap", "level": 1, "school": "evocation", "dice": 1}],
    }
    for name, data in files.items():
        (tmp_path / name).write_text(json.dumps(data), encoding="utf-8")
    told = said("content", "check", tmp_path)
    assert told == said("items", "check", tmp_path)
    assert told[0] == 1 and "spells.json" in told[1] and "dice: unknown key" in told[1] and "1 good, 1 fault." in told[1]


@pytest.mark.parametrize("name", ["missing.json", "empty"])
def test_nothing_to_check_is_a_fault(said, tmp_path, name):
    (tmp_path / "empty").mkdir()
    code, out, _ = said("items", "check", tmp_path / name)
    assert code == 1 and name in out


# ── ask ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_answer_is_text_or_everything_as_json(said, thorin, written):
    code, out, _ = said("ask", written("give.json", GIVE), "--db", thorin)
    assert code == 0 and out.startswith("Thorin gets Shield")
    code, out, _ = said("ask", written("view.json", {"characterName": "Thorin", "operation": "view"}), "--db", thorin, "--json")
    answer = json.loads(out)
    assert code == 0 and answer["results"][0]["inventory"][0]["name"] == "Shield" and answer["results"][0]["sheet"]["ac"]


def test_a_refusal_is_exit_code_1_and_says_so_on_standard_output(said, thorin, written):
    wrong = written("equip.json", {"characterName": "Thorn", "operation": "view"})
    code, out, _ = said("ask", wrong, "--db", thorin)
    assert code == 1 and "Thorin" in out
    code, out, _ = said("ask", wrong, "--db", thorin, "--json")
    assert code == 1 and json.loads(out)["error"]["code"] == "character_unknown"


def test_bad_json_is_told_with_line_and_column(said, written, db):
    payload = written("bad.json", "{", '  "operation": view', "}")
    code, out, err = said("ask", payload, "--db", db)
    assert (code, out) == (1, "") and "line 2, column 16" in err
    code, out, _ = said("ask", payload, "--db", db, "--json")
    assert code == 1 and json.loads(out)["ok"] is False
    assert not db.exists()


def test_an_unknown_campaign_brings_the_near_names_and_exit_code_2(said, thorin, written):
    payload = written("party.json", {"operation": "party"})
    assert said("ask", payload, "--tool", "read_campaign", "--db", thorin, "--campaign", "Phandelver", "--new")[0] == 0
    code, out, err = said("ask", payload, "--tool", "read_campaign", "--db", thorin, "--campaign", "Fandelver")
    assert (code, out) == (2, "")
    assert "Phandelver" in err and "--new" in err and len(err.splitlines()) == 1


def test_database_and_campaign_come_from_the_environment_too(said, thorin, written, monkeypatch):
    monkeypatch.setenv("RPG_LITE_DB", str(thorin))
    assert said("ask", written("view.json", {"characterName": "Thorin", "operation": "view"}))[0] == 0
    monkeypatch.setenv("RPG_LITE_CAMPAIGN", "elsewhere")
    assert said("ask", written("give.json", GIVE))[0] == 2


def test_without_a_database_one_is_made_in_the_users_data_folder(said, written, tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data" / "rpg-lite")
    assert said("ask", written("party.json", {"operation": "party"}), "--tool", "read_campaign")[0] == 0
    assert (tmp_path / "data" / "rpg-lite" / "campaign.db").exists()


@pytest.mark.sqlite("its files and locks")
def test_a_text_file_is_no_database(said, written):
    notes = written("notes.txt", "a long evening\n" * 100)
    code, out, err = said("ask", written("party.json", {"operation": "party"}), "--tool", "read_campaign", "--db", notes)
    assert (code, out) == (1, "") and "is not an rpg-lite database" in err and len(err.splitlines()) == 1


def test_a_missing_folder_is_named(said, written, tmp_path):
    code, _, err = said("ask", written("give.json", GIVE), "--db", tmp_path / "nowhere" / "party.db")
    assert code == 1 and "nowhere" in err


def test_a_broken_item_file_shows_but_the_game_goes_on(said, thorin, written):
    bad = written("bad.json", {"name": "Hat", "type": "hat"})
    code, out, err = said("ask", written("give.json", GIVE), "--db", thorin, "--items", bad)
    assert code == 0 and "Thorin gets Shield" in out
    assert "bad.json" in err and "wondrous" in err


# ── serve, connect, backup ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_server_tells_faults_at_its_start_and_ends_with_its_input(written, db):
    bad = written("bad.json", {"name": "Hat", "type": "hat"})
    done = run("serve", "--db", db, "--items", bad)
    assert (done.returncode, done.stdout) == (0, "")
    assert "bad.json" in done.stderr and "wondrous" in done.stderr
    assert db.exists()


@pytest.mark.slow
def test_a_port_that_is_taken_is_exit_code_1(db):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run("serve", "--http", f"127.0.0.1:{taken.getsockname()[1]}", "--db", db)
    assert done.returncode == 1 and "address already in use" in done.stderr


def test_a_server_by_other_rules_than_the_campaigns_does_not_start(said, db):
    with rpg_lite.open_campaign(db, ruleset="5.2") as game:
        game.ask({"operation": "create", "name": "Mira"}, "manage_character")
    code, out, err = said("serve", "--db", db, "--ruleset", "5.1")
    assert (code, out) == (2, "") and "uses ruleset 5.2, not 5.1" in err


def test_a_server_for_an_unknown_campaign_does_not_start(said, db):
    rpg_lite.open_campaign(db).close()
    code, out, err = said("serve", "--db", db, "--campaign", "Fandelver")
    assert (code, out) == (2, "") and "Fandelver" in err


def test_json_in_place_of_a_file_is_told_how_to_send_it(said):
    code, _, err = said("ask", '{"operation": "party"}')
    assert code == 2 and "on standard input" in err


@pytest.mark.parametrize(("name", "code"), [("salt_toll", 0), ("salt_tole", 2), ("kitchen.txt", 2)])
def test_an_adventure_is_imported_by_its_name(said, db, name, code):
    got, out, err = said("import", name, "--db", db)
    assert got == code and ("Toll" in out if not code else "cannot be read" in err)
    assert ("did you mean salt_toll" in err) is (name == "salt_tole")


def test_config_show_tells_the_database_that_is_opened(said, db, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(db.parent / "data"))
    _, out, _ = said("config", "show")
    assert next(line for line in out.splitlines() if line.startswith("db ")).split()[1].endswith("campaign.db")


@pytest.mark.sqlite("its files and locks")
def test_a_backup_is_a_working_database_and_is_never_written_over(said, thorin, tmp_path, written):
    copy = tmp_path / "copy.db"
    assert said("db", "backup", copy, "--db", thorin)[0] == 0
    assert said("ask", written("view.json", {"characterName": "Thorin", "operation": "view"}), "--db", copy)[0] == 0
    code, _, err = said("db", "backup", copy, "--db", thorin)
    assert code == 1 and "already exists" in err


@pytest.mark.sqlite("its files and locks")
def test_a_backup_comes_back_and_the_present_database_is_kept(said, thorin, tmp_path):
    copy = tmp_path / "copy.db"
    said("db", "backup", copy, "--db", thorin)
    said("campaigns", "create", "Later", "--db", thorin)
    code, _, err = said("db", "restore", copy, "--db", thorin)
    assert code == 1 and "--replace puts the backup in its place" in err
    assert said("db", "restore", copy, "--db", thorin, "--replace")[0] == 0
    listed = [said("campaigns", "list", "--db", db)[1] for db in (thorin, thorin.with_name("party.before-1.db"))]
    assert ["Later" in told for told in listed] == [False, True]
    thorin.unlink()
    assert said("db", "restore", copy, "--db", thorin)[0] == 0 and said("db", "check", "--db", thorin)[0] == 0


@pytest.mark.sqlite("its files and locks")
def test_what_lies_in_the_log_of_a_backup_comes_back_too(said, thorin, tmp_path):
    copy, played = tmp_path / "copy.db", tmp_path / "played.db"
    said("db", "backup", copy, "--db", thorin)
    with rpg_lite.open_campaign(copy) as game:
        rev = game.ask({"operation": "give", "characterName": "Thorin", "template": "Shield"})["rev"]
        for end in ("", "-wal", "-shm"):  # as after a crash: the last deed is in the log alone
            if (file := copy.with_name(copy.name + end)).exists():
                played.with_name(played.name + end).write_bytes(file.read_bytes())
    assert said("db", "restore", played, "--db", thorin, "--replace")[0] == 0
    with rpg_lite.open_campaign(thorin) as game:
        assert game.campaign.rev == rev


@pytest.mark.sqlite("its files and locks")
def test_a_damaged_database_is_replaced_and_kept(said, thorin, tmp_path):
    copy = tmp_path / "copy.db"
    said("db", "backup", copy, "--db", thorin)
    thorin.write_bytes(b"damaged" * 100)
    assert said("db", "restore", copy, "--db", thorin, "--replace")[0] == 0
    assert thorin.with_name("party.before-1.db").read_bytes() == b"damaged" * 100
    assert said("db", "check", "--db", thorin)[0] == 0


@pytest.mark.sqlite("its files and locks")
def test_what_cannot_be_restored_changes_nothing(said, thorin, tmp_path):
    copy, junk = tmp_path / "copy.db", tmp_path / "junk.db"
    said("db", "backup", copy, "--db", thorin)
    junk.write_bytes(b"junk")
    before = {file: file.read_bytes() for file in tmp_path.glob("*.db")}
    with rpg_lite.open_campaign(thorin) as game:
        assert game.campaign.rev
        code, _, err = said("db", "restore", copy, "--db", thorin, "--replace")
        assert code == 1 and "in use by another program" in err
    for bad, exit_code, told in (
        (junk, 1, "not an rpg-lite database"),
        (tmp_path / "none.db", 1, "There is no backup"),
        (thorin, 2, "from itself"),
    ):
        code, _, err = said("db", "restore", bad, "--db", thorin, "--replace")
        assert code == exit_code and told in err
    code, _, err = said("db", "restore", copy, "--db", "postgresql://localhost/x")
    assert code == 2 and "rpg-lite db copy" in err
    assert {file: file.read_bytes() for file in tmp_path.glob("*.db")} == before


def test_a_shell_learns_to_complete(said, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", "/bin/bash")
    assert said("--install-completion")[0] == 0
    (script,) = tmp_path.rglob("completions/rpg-lite")
    assert "campaigns" in script.read_text() and "--ruleset" in script.read_text()


def test_a_sheet_is_cut_down_to_the_numbers_asked_for(said, written):
    file = written("thorin.json", THORIN)
    _, out, _ = said("sheet", file, "--stats", "ac", "--stats", "saves")
    assert json.loads(out) == {
        "name": "Thorin",
        "stats": {"ac": 20, **{f"saves.{a}": 3 if a in ("str", "con") else 0 for a in "str dex con int wis cha".split()}},
    }
    _, out, _ = said("sheet", file, "--stats", "ac", "--explain")
    assert out.strip() == "Thorin: AC 20 = 18 Plate Armor + 2 Shield."
    code, out, _ = said("sheet", file, "--stats", "skill.stealht")
    assert code == 1 and "Did you mean skills.stealth" in out


def test_a_backup_of_nothing_makes_nothing(said, db, tmp_path):
    code, _, _ = said("db", "backup", tmp_path / "copy.db", "--db", db)
    assert code == 1
    assert not db.exists() and not (tmp_path / "copy.db").exists()


# ── map ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def dungeon(tmp_path) -> str:
    database = str(tmp_path / "dungeon.db")
    with rpg_lite.open_campaign(database) as game:
        game.ask({"operation": "create", "name": "Thorin", "character": {"party": True}}, tool="manage_character")
        dig(game, *EVENTS)
    return database


def test_a_map_is_printed_as_the_party_knows_it(said, dungeon):
    code, out, err = said("map", "--db", dungeon)
    assert (code, err) == (0, "")
    assert "Kitchen" in out and "Crypt" not in out


def test_a_map_is_drawn_into_a_file(said, dungeon, tmp_path):
    picture = tmp_path / "map.svg"
    assert said("map", "--db", dungeon, "--svg", str(picture))[:2] == (0, f"Drawn into {picture}: 5 rooms.\n")
    assert "Crypt" not in picture.read_text("utf-8")
    assert said("map", "--db", dungeon, "--svg", str(picture), "--everything")[0] == 0
    assert "Crypt" in picture.read_text("utf-8")


def test_a_map_that_cannot_be_written_is_said_in_one_sentence(said, dungeon, tmp_path):
    code, _, err = said("map", "--db", dungeon, "--svg", str(tmp_path / "nowhere" / "map.svg"))
    assert code == 1 and err.endswith("cannot be written: no such file or directory.\n")


@pytest.mark.slow
@pytest.mark.parametrize(("command", "written", "code", "told"), [
    (("run",), "print(6 * 7)", 0, "42"),
    (("import",), "# Cellars\n\n## Hall\nDamp.\n", 0, "Cellars"),
    (("import",), "{}", 1, "standard input"),
    (("lint",), "# Cellars\n\n## Hall\nDamp.\n", 0, "Nothing is wrong"),
    (("ask",), '{"operation": "party"}', 1, "operation"),
    (("sheet",), json.dumps(THORIN), 0, '"ac": 20'),
])  # fmt: skip
@pytest.mark.parametrize("is_first", [True, False])
def test_a_dash_is_standard_input_wherever_a_file_is_read(tmp_path, command, written, code, told, is_first):
    named = ("--ruleset", "5.1") if command == ("sheet",) else ("--db", str(tmp_path / "party.db"))
    done = run(*command, *(("-", *named) if is_first else (*named, "-")), stdin=written)
    assert done.returncode == code and told in done.stdout + done.stderr, done.stdout + done.stderr


def test_a_dash_belongs_to_the_command_behind_two_dashes():
    assert app._positional(["servers", "connect", "holler", "--", "talk", "-"]) == ["servers", "connect", "holler", "--", "talk", "-"]
    assert app._positional(["run", "-", "--seed", "7"]) == ["run", "--seed", "7", "--", "-"]


def test_a_dash_where_no_file_is_read_is_refused():
    assert (done := run("items", "list", "-")).returncode == 2, done.stdout
