"""Settings: the order of sources, refusals and their texts, and hidden secrets."""

import json
import os
from pathlib import Path

import pytest

from rpg_lite.cli import app
from rpg_lite.server import settings
from rpg_lite.server.settings import Settings
from rpg_lite.server.settings_loading import load_settings
from rpg_lite.terminal.command_io import Stop
from tests.rows import each_row

FILE = """
db = "party.db"
campaign = "from the file"
items = ["mine"]
http = "127.0.0.1:8000"

[limits]
rate = 5
burst = 7
"""

TOKEN = {"sha256": "a" * 64, "name": "hunter2", "role": "viewer"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a separate folder, and in an environment without settings."""
    for variable in list(os.environ):
        if variable.startswith(settings.PREFIX):
            monkeypatch.delenv(variable)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def fault(**flags: object) -> str:
    with pytest.raises(Stop) as stop:
        load_settings(**flags)
    return str(stop.value)


def test_without_a_word_everything_is_the_default() -> None:
    assert load_settings().settings == Settings()
    assert {source for _, _, source in load_settings().lines()} == {"default"}


def test_the_environment_goes_over_the_file_and_flags_over_both(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "rpg-lite.toml").write_text(FILE)
    monkeypatch.setenv("RPG_LITE_CAMPAIGN", "from the environment")
    monkeypatch.setenv("RPG_LITE_LIMITS__RATE", "6")
    found = load_settings(http="127.0.0.1:9000", campaign=None)
    assert (found.settings.campaign, found.settings.http) == ("from the environment", "127.0.0.1:9000")
    assert (found.settings.limits.rate, found.settings.limits.burst) == (6, 7)
    sources = {key: source for key, _, source in found.lines()}
    assert sources["http"] == "command line"
    assert sources["campaign"] == sources["limits.rate"] == "environment"
    assert sources["limits.burst"] == sources["db"] == "rpg-lite.toml"
    assert sources["workers"] == "default"


def test_paths_in_a_file_are_meant_from_its_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = folder / "etc" / "table.toml"
    elsewhere.parent.mkdir()
    elsewhere.write_text(FILE)
    monkeypatch.setenv("RPG_LITE_CONFIG", str(elsewhere))
    settings = load_settings().settings
    assert settings.db == str(elsewhere.parent / "party.db")
    assert settings.items == (elsewhere.parent / "mine",)


def test_a_key_lies_beside_the_file_that_names_it(folder: Path) -> None:
    """In the settings, in the file of --auth, and in neither."""
    section = '[auth.jwt]\nissuer = "i"\naudience = "a"\nkey_file = "key.pem"\n'
    (elsewhere := folder / "etc").mkdir()
    (elsewhere / "table.toml").write_text(section)
    (folder / "rpg-lite.toml").write_text(section.replace("key.pem", "other.pem"))

    def key(**given: Path) -> Path | None:
        jwt = load_settings(**given).settings.auth.jwt  # type: ignore[arg-type]
        return jwt and jwt.key_file

    assert key(file=elsewhere / "table.toml") == elsewhere / "key.pem"
    assert key(auth_file=elsewhere / "table.toml") == elsewhere / "key.pem"
    assert key() == folder / "other.pem"


def test_tokens_of_the_flag_go_over_the_environment_and_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def tokens(name: str) -> str:
        return f'campaign = "{name}"\n[[auth.tokens]]\nsha256 = "{"a" * 64}"\nname = "{name}"\nrole = "viewer"\n'

    def names(auth_file: Path | None = None) -> list[str]:
        return [t.name for t in load_settings(auth_file=auth_file).settings.auth.tokens]

    (folder / "rpg-lite.toml").write_text(tokens("file"))
    assert names() == ["file"]
    monkeypatch.setenv("RPG_LITE_AUTH__TOKENS", json.dumps([{**TOKEN, "name": "environment"}]))
    assert names() == ["environment"]
    (folder / "auth.toml").write_text(tokens("flag"))
    assert names(folder / "auth.toml") == ["flag"]
    assert load_settings(auth_file=folder / "auth.toml").settings.campaign == "file"


def test_the_flag_names_another_file_than_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "one.toml").write_text('campaign = "one"')
    (folder / "two.toml").write_text('campaign = "two"')
    monkeypatch.setenv("RPG_LITE_CONFIG", "one.toml")
    assert load_settings(folder / "two.toml").settings.campaign == "two"


def test_a_variable_lists_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RPG_LITE_ALLOW_HOSTS", "table.example, *.inn.example")
    assert load_settings().settings.allow_hosts == ("table.example", "*.inn.example")


@pytest.mark.parametrize(
    ("written", "tools"),
    [
        ('["manage_room", "keep_journal"]', ("manage_room", "keep_journal")),
        ("manage_room, keep_journal", ("manage_room", "keep_journal")),
        ("[]", ()),
    ],
)
def test_a_variable_of_a_section_lists_as_json_or_with_commas(
    monkeypatch: pytest.MonkeyPatch, written: str, tools: tuple[str, ...]
) -> None:
    monkeypatch.setenv("RPG_LITE_LISTING__ALWAYS_LOAD", written)
    assert load_settings().settings.listing.always_load == tools


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('campain = "x"', "rpg-lite.toml: campain: unknown key; did you mean 'campaign'?"),
        ("[limits]\nrat = 3", "rpg-lite.toml: limits.rat: unknown key; did you mean 'rate'?"),
        ("[limits]\nrate = -1", "rpg-lite.toml: limits.rate: is -1; takes at least 0.0"),
        ("workers = 0", "rpg-lite.toml: workers: is 0; takes at least 1"),
        ('workers = "many"', "rpg-lite.toml: workers: is 'many'; takes a whole number"),
        ('[log]\nformat = "jsn"', "rpg-lite.toml: log.format: is 'jsn'; allowed: text, json; did you mean 'json'?"),
        (
            '[listing]\nalways_load = ["read_campain"]',
            "rpg-lite.toml: listing.always_load[0]: is 'read_campain'; allowed: manage_inventory, read_campaign, manage_character, "
            "manage_condition, execute_action, manage_room, manage_tools, keep_journal; did you mean 'read_campaign'?",
        ),
        ('http = "nonsense"', "rpg-lite.toml: http: takes HOST:PORT such as 127.0.0.1:8000, not 'nonsense'"),
        ('auth = "hunter2"', 'rpg-lite.toml: auth: takes an object {"tokens": …, "jwt": …}'),
        (
            '[auth]\ntokens = ["hunter2"]',
            'rpg-lite.toml: auth.tokens[0]: takes an object {"sha256": …, "name": …, "role": …, "campaign": …, "characters": …}',
        ),
        (
            "[[auth.tokens]]\nsha256 = 'hunter2'\nname = 'Ann'\nrole = 'gm'",
            "rpg-lite.toml: auth.tokens[0].sha256: takes 64 lower-case hexadecimal digits, as rpg-lite token new prints them",
        ),
        ("= 3", "rpg-lite.toml is not TOML: invalid statement (at line 1, column 1)."),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_file_and_key(folder: Path, written: str, told: str) -> None:
    (folder / "rpg-lite.toml").write_text(written)
    assert fault() == told


def test_every_fault_is_told_at_once(folder: Path) -> None:
    (folder / "rpg-lite.toml").write_text("workers = 0\n[limits]\nbrust = 3\n")
    assert fault().splitlines() == [
        "rpg-lite.toml: workers: is 0; takes at least 1",
        "rpg-lite.toml: limits.brust: unknown key; did you mean 'burst'?",
    ]


def test_a_slip_in_the_environment_is_told_with_what_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RPG_LITE_CAMPAING", "x")
    assert fault() == "environment: RPG_LITE_CAMPAING: unknown key; did you mean RPG_LITE_CAMPAIGN?"


def test_a_variable_that_is_like_no_setting_is_somebody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RPG_LITE_EXAMPLES", "50")
    assert load_settings().settings == Settings()


def test_a_file_that_is_named_must_be_there(folder: Path) -> None:
    assert "missing.toml is missing" in fault(file=folder / "missing.toml")


@each_row(
    ("flags", "told"),
    [
        ({"workers": 2}, "--workers needs --http"),
        ({"workers": 2, "http": ":8000"}, "--workers needs PostgreSQL"),
        ({"workers": 2, "http": ":8000", "db": "party.db"}, "one writer at a time"),
        ({"allow_hosts": ("a",)}, "--allow-host needs --http"),
        ({"auth": {"tokens": [TOKEN]}}, "--open need --http"),
        ({"open": True}, "--open need --http"),
        ({"auth": {"tokens": [TOKEN]}, "open": True, "http": ":8000"}, "choose one of them"),
        ({"auth": {"tokens": []}, "http": ":8000"}, "neither auth.tokens nor auth.jwt"),
        ({"http": "0.0.0.0:8000"}, "--auth FILE for tokens, or --open"),
        ({"http": "table.example:8000"}, "--auth FILE for tokens, or --open"),
    ],
)
def test_what_no_server_can_run_by_is_refused_with_the_reason(flags: dict[str, object], told: str) -> None:
    with pytest.raises(Stop, match=told):
        load_settings(**flags).settings.for_service()


@each_row(
    ("http", "rate", "found"),
    [(":8000", None, 0), ("[::1]:80", None, 0), ("0.0.0.0:80", None, settings.OPEN_RATE), ("0.0.0.0:80", 0, 0), (":8000", 3, 3)],
)
def test_a_server_that_others_reach_limits_them_without_a_word(http: str, rate: float | None, found: float) -> None:
    assert Settings(http=http, limits=settings.Limits(rate=rate)).rate == found


def test_show_names_each_source_and_hides_what_is_secret(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = 'db = "postgresql://ann:hunter2@db.example/rpg?sslpassword=hunter2"\n[[auth.tokens]]\n'
    secret += "\n".join(f'{key} = "{value}"' for key, value in TOKEN.items())
    (folder / "rpg-lite.toml").write_text(secret)
    assert app.main(["config", "show"]) == 0
    text = capsys.readouterr().out
    assert "postgresql://ann:***@db.example/rpg?sslpassword=***  (rpg-lite.toml)" in text
    assert "hunter2" not in text
    assert app.main(["config", "show", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["auth.tokens"] == {"value": "***", "from": "rpg-lite.toml"}
    assert told["workers"] == {"value": 1, "from": "default"}


def test_check_tells_the_faults_and_its_exit_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["config", "check"]) == 0
    (folder / "rpg-lite.toml").write_text("wrokers = 2")
    assert app.main(["config", "check"]) == 2
    assert "did you mean 'workers'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('db = "away/party.db"', "db: the folder {folder}/away is missing: make it, or name another file."),
        ('db = "."', "db: {folder} is a folder: name a file in it."),
        ('db = "mysql://me:hunter2@there/x"', "db: mysql is not supported: use a path, sqlite:/// or postgresql+psycopg://."),
        ('items = ["mine", "."]', "items: {folder}/mine is missing: name item files, or folders that contain them."),
        ('items = "mine"', "items: {folder}/mine is missing: name item files, or folders that contain them."),
    ],
)
def test_check_looks_whether_the_places_are_there(folder: Path, capsys: pytest.CaptureFixture[str], written: str, told: str) -> None:
    (folder / "rpg-lite.toml").write_text(written)
    assert app.main(["config", "check"]) == 2
    assert capsys.readouterr().err == f"rpg-lite: {told.format(folder=folder)}\n"


def test_every_command_plays_in_the_database_of_the_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "rpg-lite.toml").write_text('db = "from_the_file.db"')
    assert app.main(["campaigns", "create", "Keep"]) == app.main(["history", "--campaign", "Keep"]) == 0
    assert (folder / "from_the_file.db").exists()


def test_the_documentation_shows_the_defaults(folder: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "service.md").read_text("utf-8")
    (folder / "rpg-lite.toml").write_text(text.partition("```toml\n")[2].partition("```")[0], "utf-8")
    assert load_settings().settings == Settings()
    shown = {key for key, _, source in load_settings().lines() if source != "default"}
    assert shown >= {
        "workers",
        "log.level",
        "limits.burst",
        "limits.body_bytes",
        "limits.depth",
        "limits.idle_seconds",
        "limits.connections",
    }


@pytest.mark.parametrize("http", [None, "127.0.0.1:8000"])
def test_a_chat_program_is_served_on_stdio_beside_settings_for_others(
    folder: Path, capsys: pytest.CaptureFixture[str], http: str | None
) -> None:
    (folder / "rpg-lite.toml").write_text(f'http = "{http}"' if http else "")
    assert app.main(["connect", "cursor"]) == 0
    recipe = json.loads(capsys.readouterr().out)["mcpServers"]["rpg-lite"]
    assert ("--stdio" in recipe["args"]) is (http is not None)


def test_stdio_leaves_out_what_is_for_a_network() -> None:
    settings = load_settings(http="0.0.0.0:80", workers=4, allow_hosts=("a",), auth={"tokens": [TOKEN]}, open=True, campaign="x").settings
    assert settings.on_stdio().for_service() == Settings(campaign="x")
