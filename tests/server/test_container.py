"""The container's files: what they copy is there, what they run is a command of ours, and no password is in them.

No container is built here: that needs a container runtime.
"""

import json
import re
from pathlib import Path

import yaml

from rpg_lite.cli import app
from rpg_lite.server.settings import Settings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))


def test_what_is_copied_is_there_and_is_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    for line in re.findall(r"^COPY (.+)$", DOCKERFILE, re.MULTILINE):
        for name in line.split()[:-1]:
            assert (ROOT / name).exists() and name not in ignored


def test_what_runs_is_a_command_with_known_options(capsys) -> None:
    command = json.loads(re.findall(r"^CMD (\[.+\])$", DOCKERFILE, re.MULTILINE)[0])
    assert command[:2] == ["rpg-lite", "serve"] and app.main(["serve", "--help"]) == 0
    told = capsys.readouterr().out
    assert all(option in told for option in command if option.startswith("--"))


def test_settings_come_from_the_environment_and_no_password_is_written_down() -> None:
    said = {*re.findall(r"^ENV (\w+)=", DOCKERFILE, re.MULTILINE), *COMPOSE["services"]["rpg-lite"]["environment"]}
    assert said == {"RPG_LITE_DB"} and "db" in Settings.model_fields
    passwords = re.findall(r"PASSWORD\b[^\n]*", (ROOT / "compose.yaml").read_text("utf-8"))
    assert passwords and all(":?" in line for line in passwords)


def test_only_this_machine_reaches_the_port() -> None:
    assert COMPOSE["services"]["rpg-lite"]["ports"] == ["127.0.0.1:8000:8000"]
