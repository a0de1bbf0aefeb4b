"""Every flag in the files is read by code, or stands in one list with the reason why no rule depends on it."""

import json
from pathlib import Path

import pytest

from rpg_lite.cli import app
from rpg_lite.content import own_flags
from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules import creature_flags, told_flags

FILES = [file for name in ("data", "items") for file in folder(name).rglob("*.json") if not file.name.endswith(".schema.json")]
FOUND = {flag for file in FILES for flag in own_flags.flags(json.loads(file.read_text("utf-8")))}


def test_every_flag_is_read_or_has_a_reason() -> None:
    assert {flag for flag in FOUND if not creature_flags.is_read(flag) and not told_flags.is_told(flag)} == set()


def test_the_list_holds_only_flags_of_the_files_that_nothing_reads() -> None:
    assert {flag for flag in told_flags.TOLD if creature_flags.is_read(flag)} == set()
    assert {flag for flag in told_flags.TOLD if not any(flag in (f, f.partition(":")[0]) for f in FOUND)} == set()


def test_the_check_of_own_content_names_flags_that_nothing_reads(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def item(flag: str) -> dict[str, object]:
        modifier = {"target": "flag", "op": "grant", "value": flag}
        return {"name": f"Charm of {flag}", "type": "wondrous", "weight": 1, "modifiers": [modifier]}

    file = tmp_path / "charms.json"
    file.write_text(json.dumps({"items": [item("smells_of_fish"), item("evasion"), item("earth_glide")]}), "utf-8")
    assert app.main(["content", "check", str(file)]) == 0
    said = capfd.readouterr().out
    assert "no rule depends on the flag 'smells_of_fish'" in said and "'earth_glide'" in said and "'evasion'" not in said
    assert app.main(["content", "check", str(file), "--json"]) == 0
    assert len(json.loads(capfd.readouterr().out)["flagsNotRead"]) == 2
