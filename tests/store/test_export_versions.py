"""Imports read files of every earlier version, and tell files of later versions from damaged ones."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.store import campaign_import, export_format, store_maintenance
from rpg_lite.store.export_format import PARTS, VERSION, CampaignLine, Manifest
from rpg_lite.store.export_lines import ThingLine
from rpg_lite.store.store import Store
from tests.rows import each_row
from tests.store import mutated
from tests.store.exports import DAMAGED, parts_of, refused, silent, zipped_again
from tests.store.played import BACK, EVENING, PLAYED, ROOMS

OLDER = sorted(Path(__file__).with_name("older").glob("export-*.zip"))

FIELDS: dict[int, dict[str, str]] = {
    1: {
        "things.jsonl": "id parent_id kind name quantity attuned_to qualified_name available body created_at updated_at deleted_at",
        "equipped.jsonl": "context_id thing_id slot grip priority created_at deleted_at",
        "exits.jsonl": "id from_room label direction to_room kind state hidden key_name dc minutes back note created_at updated_at deleted_at",
        "commits.jsonl": "rev tool request_id request_hash answer undoes back_to at",
        "events.jsonl": "rev n body",
        "calls.jsonl": "id parent_id kind tag operation actor_id room_id item_key rev code ms text at",
        "manifest.json": "format version made_by campaign parts",
        "campaign": "name ruleset rev minutes policy created_at",
    }
}
FIELDS[2] = {**FIELDS[1], "commits.jsonl": f"{FIELDS[1]['commits.jsonl']} deed"}
"""The keys of each version. To add a key, make a new version here and in `export_file`, give the key a default, and store an export of it."""


def test_every_version_has_a_stored_export() -> None:
    assert [file.stem for file in OLDER] == [f"export-{n}" for n in range(1, VERSION + 1)]


@pytest.mark.parametrize("file", OLDER, ids=lambda file: file.stem)
def test_what_an_older_version_exported_is_imported_and_answers(tmp_path: Path, file: Path) -> None:
    assert mutated.answers(tmp_path, mutated.read(file))
    with Store.open(tmp_path / "away.db") as away:
        assert store_maintenance.import_campaign(away, file, None, silent) == "Saltmarsh"
        assert store_maintenance.findings(away, silent) == []
    with open_campaign(tmp_path / "away.db", "Saltmarsh") as game:
        assert game.store.rev(game.campaign.id) >= len(PLAYED + ROOMS + BACK + EVENING)
        assert "Thorin" in game.ask({"operation": "party"}, tool="read_campaign")["text"]


def test_the_keys_of_a_version_stay_as_they_are() -> None:
    written = {part.name: " ".join(part.model.model_fields) for part in PARTS}
    assert written | {"manifest.json": " ".join(Manifest.model_fields), "campaign": " ".join(CampaignLine.model_fields)} == FIELDS[VERSION]


@each_row("part", PARTS, ids=lambda part: part.name)
def test_every_column_stands_in_its_line(part: export_format.Part) -> None:
    derived = {"name_key", "template"} if part.model is ThingLine else set()
    assert {*part.model.model_fields} == {c.name for c in part.table.columns} - {"campaign_id"} - derived


@each_row("part", PARTS, ids=lambda part: part.name)
def test_what_came_with_a_later_version_has_a_default(part: export_format.Part) -> None:
    first = FIELDS[1][part.name].split()
    assert not [name for name, field in part.model.model_fields.items() if name not in first and field.is_required()]


class ThingLineOfTomorrow(ThingLine):
    """With a key more, as a migration may bring it."""

    of_tomorrow: str | None = None


def test_a_file_of_today_is_read_when_a_key_was_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = (replace(PARTS[0], model=ThingLineOfTomorrow), *PARTS[1:])
    monkeypatch.setattr(campaign_import, "PARTS", parts)
    seen: list[Any] = []
    real = campaign_import._insert

    def without_the_key(connection: Any, part: export_format.Part, portion: list[Any]) -> None:
        """The table of today has no such column."""
        seen.extend(row.pop("of_tomorrow") for row in portion if part is parts[0])
        real(connection, part, portion)

    monkeypatch.setattr(campaign_import, "_insert", without_the_key)
    with Store.open(tmp_path / "away.db") as away:
        assert store_maintenance.import_campaign(away, OLDER[-1], None, silent) == "Saltmarsh"
    assert seen and set(seen) == {None}


def test_a_file_of_tomorrow_says_that_a_newer_program_made_it(tmp_path: Path) -> None:
    parts = parts_of(OLDER[-1])
    edit, says = DAMAGED["a later format"]
    edit(parts)
    assert "made by a newer rpg-lite" in refused(tmp_path, zipped_again(tmp_path / "tomorrow.zip", parts)) and "newer" in says


@pytest.mark.parametrize("version", [0, -1, "1", None, 1.5, True])
def test_a_version_that_never_was_is_refused(tmp_path: Path, version: object) -> None:
    parts = mutated.read(OLDER[-1])
    parts[export_format.MANIFEST][0]["version"] = version
    assert "manifest.json: version" in refused(tmp_path, mutated.write(tmp_path / "odd.zip", parts))
