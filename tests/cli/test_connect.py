"""`rpg-lite connect`: what is shown to paste, and what is written into the settings of chat programs."""

import base64
import json
import os
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rpg_lite
from rpg_lite.cli import client_config_file
from rpg_lite.cli.chat_programs import CLIENTS, PROGRAMS, WRITTEN
from tests.cli.command_line import ROOT

URL, TOKEN = "http://127.0.0.1:8000/mcp", "n0t-a-real-token"


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A home without settings, in which Cursor, Gemini CLI and Claude Desktop were started once."""
    home = tmp_path / "home"
    for folder in (".cursor", ".gemini", ".config/Claude", ".config/Code/User", ".lmstudio", ".codeium/windsurf"):
        (home / folder).mkdir(parents=True)
    for name in ("RPG_LITE_DB", "RPG_LITE_CAMPAIGN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: home)
    return home


# ── what is shown ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("client", ["claude-desktop", "cursor", "gemini-cli", "vscode", "zed", "lm-studio", "windsurf"])
def test_what_is_pasted_is_json_with_an_absolute_path(said, client):
    code, out, err = said("connect", client)
    (server,) = next(iter(json.loads(out).values())).values()
    assert code == 0 and "Where it goes" in err
    assert Path(server["command"]).is_absolute() and server["args"][-1] == "serve"


def test_claude_code_gets_a_command(said):
    code, out, _ = said("connect", "claude-code")
    assert code == 0 and out.startswith("claude mcp add --scope user rpg-lite -- ") and out.strip().endswith("serve")


@pytest.mark.slow
def test_what_is_pasted_starts_a_server(said, db):
    _, out, _ = said("connect", "cursor", "--db", db)
    server = json.loads(out)["mcpServers"]["rpg-lite"]
    done = subprocess.run([server["command"], *server["args"]], cwd=ROOT, input="", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and db.exists()


def started(out: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the recipe like a chat program, from a folder and an environment of its own."""
    server = json.loads(out)["mcpServers"]["rpg-lite"]
    clean = {k: v for k, v in os.environ.items() if not k.startswith("RPG_LITE_")}
    return subprocess.run([server["command"], *server["args"]], cwd=folder, env=clean, input="", capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("made", [pytest.param(False, id="a new one"), pytest.param(True, id="one that is there", marks=pytest.mark.slow)])
def test_the_named_campaign_is_begun_or_played_with_its_items(said, db, tmp_path, written, made):
    if made:
        rpg_lite.open_campaign(db, "Curse of Strahd", new=True, ruleset="5.2").close()
    mine = written("gloves.json", {"name": "Gloves of the Pickpocket", "type": "wondrous", "slot": "hands"})
    code, out, err = said("connect", "cursor", "--db", db, "--campaign", "Curse of Strahd", "--ruleset", "5.2", "--items", mine)
    assert code == 0, err
    done = started(out, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    with rpg_lite.open_campaign(db, items=[mine]) as game:
        assert (game.campaign.name, game.campaign.ruleset) == ("Curse of Strahd", "5.2")
    assert str(mine.absolute()) in json.loads(out)["mcpServers"]["rpg-lite"]["args"]


@pytest.mark.slow
def test_a_campaign_that_is_begun_later_is_found_by_what_was_pasted_before(said, db, tmp_path):
    _, out, _ = said("connect", "cursor", "--db", db)
    assert said("campaigns", "create", "Curse of Strahd", "--db", db)[0] == 0
    assert started(out, tmp_path).returncode == 0


@pytest.mark.slow
def test_the_settings_of_this_folder_and_environment_go_along(said, db, tmp_path, monkeypatch, written):
    mine = written("gloves.json", {"name": "Gloves of the Pickpocket", "type": "wondrous", "slot": "hands"})
    (tmp_path / "rpg-lite.toml").write_text(f'db = "{db.name}"\ncampaign = "Saltmarsh"\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RPG_LITE_ITEMS", str(mine))
    _, out, _ = said("connect", "cursor")
    args = json.loads(out)["mcpServers"]["rpg-lite"]["args"]
    assert args[args.index("serve") + 1 :] == ["--config", str(tmp_path / "rpg-lite.toml"), "--items", str(mine), "--new"]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert started(out, elsewhere).returncode == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--ruleset", "5.1"), "uses ruleset 5.2"),
        (("--items", "no such folder"), "no such folder is missing"),
    ],
)
def test_what_could_not_start_is_told_before_it_is_pasted(said, db, options, told):
    with rpg_lite.open_campaign(db, "Strahd", new=True, ruleset="5.2") as game:
        game.ask({"operation": "create", "name": "Mira"}, "manage_character")
    code, out, err = said("connect", "cursor", "--db", db, *options)
    assert (code, out) == (2, "") and told in err


def test_an_untouched_campaign_is_connected_in_another_ruleset(said, db):
    rpg_lite.open_campaign(db).close()
    assert said("connect", "cursor", "--db", db, "--ruleset", "5.2")[0] == 0


def test_which_of_several_campaigns_is_meant_is_asked_before_it_is_pasted(said, db):
    for name in ("Strahd", "Saltmarsh"):
        rpg_lite.open_campaign(db, name, new=True).close()
    code, out, err = said("connect", "cursor", "--db", db)
    assert (code, out) == (2, "") and "'Strahd', 'Saltmarsh': choose one" in err


def test_without_a_name_all_programs_are_shown(said):
    code, out, _ = said("connect")
    assert code == 0 and all(program.title in out for program in PROGRAMS.values())


def test_codex_gets_a_table_of_toml(said):
    _, out, _ = said("connect", "codex")
    assert Path(tomllib.loads(out)["mcp_servers"]["rpg-lite"]["command"]).is_absolute()
    _, out, _ = said("connect", "codex", "--http", URL, "--token", TOKEN)
    assert tomllib.loads(out)["mcp_servers"]["rpg-lite"] == {"url": URL, "http_headers": {"Authorization": f"Bearer {TOKEN}"}}


@pytest.mark.parametrize("client", CLIENTS)
def test_a_server_elsewhere_is_reached_by_its_address_and_token(said, client):
    code, out, err = said("connect", client, "--http", URL, "--token", TOKEN)
    shown = unquote(out)
    assert code == 0 and URL in shown and f"Bearer {TOKEN}" in shown and '"serve"' not in shown and "unencrypted" not in err
    assert f"Bearer {TOKEN}" not in unquote(said("connect", client, "--http", URL)[1])


def test_an_address_without_a_path_gets_the_one_of_mcp(said):
    _, out, err = said("connect", "windsurf", "--http", "http://192.168.1.7:8000", "--token", TOKEN)
    assert json.loads(out)["mcpServers"]["rpg-lite"]["serverUrl"] == "http://192.168.1.7:8000/mcp"
    assert "unencrypted" in err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--http", "ftp://x"), "begins with http:// or https://"),
        (("--http", "http://"), "begins with http:// or https://"),
        (("--http", URL, "--token", "two words"), "the one word"),
        (("--http", URL, "--token", "tükle"), "the one word"),
        (("--http", URL, "--campaign", "Keep"), "Leave out --campaign, or --http"),
        (("--http", URL, "--ruleset", "5.2", "--tools", "compact"), "Leave out --tools, --ruleset"),
        (("--token", TOKEN), "give its address with --http"),
    ],
)
def test_options_that_would_be_ignored_are_refused(said, options, told):
    code, out, err = said("connect", "cursor", *options)
    assert (code, out) == (2, "") and told in err


def test_links_install_the_entry_that_is_shown(said):
    for client in ("cursor", "lm-studio"):
        _, out, err = said("connect", client)
        (config,) = parse_qs(urlsplit(err.split("link: ")[1].strip()).query)["config"]
        assert json.loads(base64.b64decode(config)) == json.loads(out)["mcpServers"]["rpg-lite"]
    _, out, err = said("connect", "vscode")
    link = json.loads(unquote(urlsplit(err.split("link: ")[1].strip()).query))
    assert link.pop("name") == "rpg-lite" and link == json.loads(out)["servers"]["rpg-lite"]
    _, out, _ = said("connect", "goose")
    assert parse_qs(urlsplit(out.strip()).query)["arg"][-1] == "serve"


# ── what is written ─────────────────────────────────────────────────────────────────────────────────────────────────

OTHERS = '\ufeff{\r\n\t"theme" : "dark",\r\n\t"mcpServers": {\r\n\t\t"other": {"command": "x", "pi": 3.140, "name": "\\u00fc"}\r\n\t},\r\n\t"last": [1,  2]\r\n}\r\n'


def cursor_file() -> Path:
    return Path.home() / ".cursor" / "mcp.json"


@pytest.mark.parametrize("client", [client for client in WRITTEN if client != "claude-code"])
def test_the_entry_is_written_as_it_is_shown(said, client):
    assert said("connect", client, "--write")[0] == 0
    written = json.loads(PROGRAMS[client].file().read_text("utf-8"))
    assert written == json.loads(said("connect", client)[1])


def test_every_other_byte_stays_and_a_copy_lies_beside(said):
    file, before = cursor_file(), OTHERS.encode()
    file.write_bytes(before)
    file.chmod(0o640)
    code, _, err = said("connect", "cursor", "--write")
    after = file.read_bytes()
    assert code == 0 and "mcp.json.before-1 beside it is a copy of the old file" in err
    head, tail = before.split(b"\r\n\t},")
    assert after.startswith(head) and after.endswith(b"\r\n\t}," + tail) and after.count(b"\n") == after.count(b"\r\n")
    assert (file.with_name("mcp.json.before-1").read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (before, 0o640)
    assert [p.name for p in file.parent.iterdir() if p.name.startswith(".")] == []


def test_an_entry_is_replaced_and_an_equal_one_is_left(said, db):
    said("connect", "cursor", "--write")
    first = cursor_file().read_bytes()
    assert "already" in said("connect", "cursor", "--write")[2] and cursor_file().read_bytes() == first
    said("connect", "cursor", "--write", "--db", db)
    servers = json.loads(cursor_file().read_text())["mcpServers"]
    assert list(servers) == ["rpg-lite"] and str(db.absolute()) in servers["rpg-lite"]["args"]
    assert cursor_file().with_name("mcp.json.before-1").read_bytes() == first


def test_a_file_with_a_token_is_for_its_owner_alone(said):
    said("connect", "cursor", "--http", URL, "--token", TOKEN, "--write")
    assert stat.S_IMODE(cursor_file().stat().st_mode) == 0o600


def test_a_link_to_the_settings_stays_a_link(said, tmp_path):
    real = tmp_path / "dotfiles.json"
    real.write_text("{}")
    cursor_file().symlink_to(real)
    assert said("connect", "cursor", "--write")[0] == 0
    assert cursor_file().is_symlink() and "rpg-lite" in real.read_text()


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (b'{"mcpServers": {', "it is not plain JSON"),
        (b'{"mcpServers": {}} // mine', "it is not plain JSON"),
        (b"[1, 2]", "it holds no JSON object"),
        (b'{"mcpServers": []}', "its mcpServers is not an object"),
        (b"\xff\xfe", "it is not UTF-8 text"),
        (b"[" * 100_000, "it is not plain JSON"),
    ],
    ids=["cut", "comment", "list", "servers", "utf-16", "deep"],
)
def test_settings_that_cannot_take_the_entry_stay_as_they_are(said, bad, told):
    cursor_file().write_bytes(bad)
    code, out, err = said("connect", "cursor", "--write")
    assert (code, out) == (1, "") and told in err and "rpg-lite connect cursor shows what to paste" in err
    assert [(p.name, p.read_bytes()) for p in cursor_file().parent.iterdir()] == [("mcp.json", bad)]


def test_read_only_settings_stay_as_they_are(said):
    cursor_file().write_text("{}")
    cursor_file().chmod(0o444)
    code, _, err = said("connect", "cursor", "--write")
    assert code == 1 and "it is read-only" in err and cursor_file().read_text() == "{}"


def test_settings_that_another_program_writes_meanwhile_are_not_lost(said, monkeypatch):
    cursor_file().write_text("{}")
    copy = client_config_file._copy

    def written_meanwhile(file: Path, before: bytes) -> Path:
        file.write_text('{"theirs": 1}')
        return copy(file, before)

    monkeypatch.setattr(client_config_file, "_copy", written_meanwhile)
    code, _, err = said("connect", "cursor", "--write")
    assert code == 1 and "another program wrote it" in err
    assert [(p.name, p.read_text()) for p in cursor_file().parent.iterdir()] == [("mcp.json", '{"theirs": 1}')]


def test_a_program_that_was_never_started_is_named(said):
    cursor_file().parent.rmdir()
    code, _, err = said("connect", "cursor", "--write")
    assert code == 1 and "start Cursor once" in err and not cursor_file().parent.exists()


def test_only_some_programs_are_written_for(said):
    assert "--write needs one chat program" in said("connect", "--write")[2]
    code, _, err = said("connect", "zed", "--write")
    assert code == 2 and "rpg-lite connect zed shows what to paste" in err


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for the program")
@pytest.mark.parametrize("exit_code", [0, 1])
def test_claude_code_adds_the_server_by_its_own_command(said, tmp_path, monkeypatch, exit_code):
    (tmp_path / "bin").mkdir()
    claude = tmp_path / "bin" / "claude"
    claude.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo "2.1 (Claude Code)" && exit 0\nprintf "%s\\n" "$@" > {tmp_path}/got\necho told\nexit {exit_code}\n'
    )
    claude.chmod(0o755)
    monkeypatch.setenv("PATH", f"{claude.parent}:{os.environ['PATH']}")
    code, _, err = said("connect", "claude-code", "--write", "--http", URL, "--token", TOKEN)
    assert code == exit_code and "told" in err and ("claude mcp remove" in err) is bool(exit_code)
    assert (tmp_path / "got").read_text().split("\n")[-4:-1] == [URL, "--header", f"Authorization: Bearer {TOKEN}"]


STAND_IN = """#!/bin/sh
[ "$1" = --version ] && echo "2.1 (Claude Code)" && exit 0
echo "$@" >> {log}
case "$2" in
  add) [ -f {entry} ] && echo "MCP server rpg-lite already exists in user config" >&2 && exit 1; echo "$@" > {entry}; echo added;;
  get) cat {entry};;
  remove) rm {entry};;
esac
"""
"""A program that keeps one entry, as Claude Code does: `add` refuses a name that is there."""


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for the program")
def test_an_entry_of_claude_code_is_replaced_and_shown(said, tmp_path, monkeypatch):
    (tmp_path / "bin").mkdir()
    claude, entry, log = tmp_path / "bin" / "claude", tmp_path / "entry", tmp_path / "log"
    claude.write_text(STAND_IN.format(entry=entry, log=log))
    claude.chmod(0o755)
    monkeypatch.setenv("PATH", f"{claude.parent}:{os.environ['PATH']}")
    assert said("connect", "claude-code", "--write", "--http", "http://127.0.0.1:7000/mcp")[0] == 0
    code, _, err = said("connect", "claude-code", "--write", "--http", URL)
    assert code == 0 and "The entry that was there before" in err and "127.0.0.1:7000" in err
    assert URL in entry.read_text()
    assert [line.split()[1] for line in log.read_text().splitlines()] == ["add", "add", "get", "remove", "add"]


@pytest.mark.parametrize("has_uvx", [True, False])
def test_uvx_writes_no_path_into_its_cache(said, tmp_path, monkeypatch, has_uvx):
    cached = tmp_path / "uv" / "archive-v0" / "abc" / "bin"
    cached.mkdir(parents=True)
    (cached / "rpg-lite").write_text("")
    monkeypatch.setattr(sys, "prefix", str(cached.parent))
    monkeypatch.setattr(sys, "executable", str(cached / "python"))
    (tmp_path / "bin").mkdir()
    if has_uvx:
        (tmp_path / "bin" / "uvx").write_text("#!/bin/sh\n")
        (tmp_path / "bin" / "uvx").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    code, _, err = said("connect", "cursor", "--write")
    server = json.loads((Path.home() / ".cursor" / "mcp.json").read_text())["mcpServers"]["rpg-lite"]
    assert code == 0
    if has_uvx:
        assert server["command"].endswith("uvx") and server["args"][0] == "--from" and server["args"][2:4] == ["rpg-lite", "serve"]
        assert "archive-v0" not in json.dumps(server) and "cache" not in err
    else:
        assert "archive-v0" in server["command"] and "stops working when the cache is cleared" in err


NAMES = st.text(min_size=1, max_size=5)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | NAMES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3)
)


@given(
    document=st.dictionaries(NAMES, VALUES, max_size=3),
    servers=st.none() | st.dictionaries(NAMES | st.just("rpg-lite"), VALUES, max_size=3),
    indent=st.sampled_from([None, 0, 2, 4, "\t"]),
    ascii_only=st.booleans(),
)
def test_whatever_the_file_held_it_holds_with_the_entry(document, servers, indent, ascii_only):
    whole = document if servers is None else {**document, "mcpServers": servers}
    text, entry = json.dumps(whole, indent=indent, ensure_ascii=ascii_only), {"command": "x", "args": ["serve"]}
    after = client_config_file.put(text, "mcpServers", "rpg-lite", entry)
    old = (servers or {}).get("rpg-lite")
    kept = {k: v for k, v in old.items() if k not in client_config_file._OF_THE_WAY} if isinstance(old, dict) else {}
    assert json.loads(after) == {**whole, "mcpServers": {**whole.get("mcpServers", {}), "rpg-lite": {**kept, **entry}}}
    assert client_config_file.put(after, "mcpServers", "rpg-lite", entry) == after
