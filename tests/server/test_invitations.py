"""Invitations: each opens the page for its reader, at a terminal alone, and only until the server stops."""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import NamedTuple

import httpx2
import pytest
import segno

from bench.ports import kept_port
from rpg_lite import open_campaign
from rpg_lite.server import invitations
from rpg_lite.server.auth_settings import new_token
from rpg_lite.server.settings import Settings
from tests.server.clients import PATIENT, ROOT, environment
from tests.waiting import PATIENCE_S, until

INVITATION = re.compile(r"^(.+) \((gm|player|viewer)\): (http\S+)$", re.MULTILINE)


class Shown(NamedTuple):
    text: str
    port: int
    terminal: int


@contextmanager
def inviting(folder: Path, *options: str) -> Iterator["Shown"]:
    """What a server shows at its terminal before it serves, its port, and the terminal."""
    database, log = folder / "party.db", folder / "server.log"
    ours, theirs = pty.openpty()
    with kept_port() as port, log.open("wb") as errors:
        command = [sys.executable, "-m", "rpg_lite", "serve", "--http", f"127.0.0.1:{port}", "--db", str(database), "--invite", *options]
        process = subprocess.Popen(command, cwd=ROOT, env=environment() | PATIENT, stdin=theirs, stdout=theirs, stderr=errors)
        os.close(theirs)
        try:
            shown = read_until("until the server stops", ours)
            until(lambda: b"serving the campaign" in log.read_bytes(), process=process)
            yield Shown(shown, port, ours)
        finally:
            process.terminate()
            process.wait(PATIENCE_S)
            os.close(ours)
            assert "token=" not in log.read_text("utf-8")


def read_until(pattern: str, terminal: int) -> str:
    """What the terminal shows, as soon as it shows this. Raises OSError when the server ends."""
    read = b""
    while not re.search(pattern, text := read.decode(errors="ignore").replace("\r\n", "\n")):  # may end in the middle of a letter
        assert select([terminal], [], [], PATIENCE_S)[0], text
        read += os.read(terminal, 65536)
    return text


def asked(port: int, path: str = "", token: str | None = None) -> httpx2.Response:
    own = {"authorization": f"Bearer {token}"} if token else {}
    return httpx2.get(f"http://127.0.0.1:{port}/state.json{path}", headers=own, timeout=PATIENCE_S)


@pytest.mark.slow
def test_each_invitation_opens_the_page_for_its_reader(tmp_path: Path) -> None:
    with open_campaign(tmp_path / "party.db") as game:
        for name in ("Brenna", "Osric"):
            assert game.ask({"operation": "create", "name": name, "character": {"party": True}}, "manage_character")["ok"]
    with inviting(tmp_path) as (shown, port, _):
        found = {name: (role, url) for name, role, url in INVITATION.findall(shown)}
        assert {name: role for name, (role, _) in found.items()} == {
            "Game master": "gm", "Brenna": "player", "Osric": "player", "Screen": "viewer",
        }  # fmt: skip
        tokens = {name: url.partition("#token=")[2] for name, (_, url) in found.items()}
        assert all("token" not in url.partition("#")[0] for _, url in found.values())

        def state(name: str, query: str = "") -> httpx2.Response:
            return asked(port, query, tokens[name])

        assert [(m["name"], m["mine"]) for m in state("Osric").json()["party"]] == [("Brenna", False), ("Osric", True)]
        assert [state(name, "?everything=1").status_code for name in ("Game master", "Osric", "Screen")] == [200, 403, 403]
        assert asked(port).status_code == 401
        assert shown.count("\x1b[30;107m") > 3 * 15
        assert "Phones cannot reach this address" in shown
    with inviting(tmp_path) as (_, port, _):
        assert asked(port, token=tokens["Osric"]).status_code == 401


@pytest.mark.slow
def test_a_hero_who_joins_later_is_invited_and_nobody_needs_a_new_code(tmp_path: Path) -> None:
    with open_campaign(tmp_path / "party.db") as game:
        assert game.ask({"operation": "create", "name": "Brenna", "character": {"party": True}}, "manage_character")["ok"]
        with inviting(tmp_path) as (shown, port, terminal):
            assert game.ask({"operation": "create", "name": "Osric", "character": {"party": True}}, "manage_character")["ok"]
            later = read_until(r"Osric \(player\): http\S+\n", terminal)
            tokens = {name: url.partition("#token=")[2] for name, _, url in INVITATION.findall(shown + later)}
            until(lambda: asked(port, token=tokens["Osric"]).status_code == 200)  # it is shown a moment before it is good
            for name in ("Osric", "Brenna"):
                assert [m["name"] for m in asked(port, token=tokens[name]).json()["party"] if m["mine"]] == [name]
            assert "Brenna (player)" not in later


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--http", "127.0.0.1:8123"], "needs a terminal"),
        ([], "--invite needs --http"),
        (["--http", "127.0.0.1:8123", "--open"], "choose one of them"),
    ],
)
def test_invitations_that_cannot_be_are_refused(tmp_path: Path, options: list[str], said: str) -> None:
    command = [sys.executable, "-m", "rpg_lite", "serve", "--db", str(tmp_path / "party.db"), "--invite", *options]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=PATIENCE_S, stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 2 and said in done.stderr
    assert not (tmp_path / "party.db").exists()


def test_the_code_is_that_of_the_address_with_a_margin() -> None:
    url = "http://192.168.1.20:8000/#token=AAAAAAAAAAAAAAAAAAAAAA"
    matrix = segno.make(url, error="l", micro=False).matrix
    rows = [line.removeprefix("\x1b[30;107m").removesuffix("\x1b[0m") for line in invitations._drawn(matrix).split("\n")]
    upper = [[c in "▀█" for c in row] for row in rows]
    lower = [[c in "▄█" for c in row] for row in rows]
    drawn = [row for pair in zip(upper, lower, strict=True) for row in pair]
    size = len(matrix)
    assert [row[2 : 2 + size] for row in drawn[2 : 2 + size]] == [[bool(dark) for dark in row] for row in matrix]
    assert not any(any(row) for row in (*drawn[:2], *drawn[2 + size :])) and {len(row) for row in drawn} == {size + 4}


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ({"http": "127.0.0.1:8000"}, "http://127.0.0.1:8000"),
        ({"http": "[::1]:80"}, "http://[::1]:80"),
        ({"http": "192.168.1.20:80"}, "http://192.168.1.20:80"),
        ({"http": "0.0.0.0:80", "public_url": "https://rpg.example.org"}, "https://rpg.example.org"),
        ({"http": "0.0.0.0:80"}, f"http://{invitations.network_address()}:80"),
    ],
)
def test_the_address_is_one_that_others_reach(settings: dict[str, str], address: str) -> None:
    assert invitations.page_address(Settings(**settings)) == address  # type: ignore[arg-type]


def test_no_token_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(["-a", "--b", "c-d"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(made))
    assert new_token(16) == "c-d"
