"""An export of a campaign is one file; its import restores it exactly, or does nothing."""

import json
import re
import zipfile
from collections.abc import Callable
from contextlib import nullcontext
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from bench.calls import python_calls
from rpg_lite.campaign_opening import open_campaign
from rpg_lite.content import rulebook_loading
from rpg_lite.game import Game
from rpg_lite.store import campaign_import, export_format, store_maintenance
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from tests.evening_machine import Evening
from tests.examples import examples
from tests.operations.table import chronicle, snapshot
from tests.store.exports import DAMAGED, Edit, crowd, export, parts_of, refused, silent, written, zipped_again
from tests.store.played import BACK, PLAYED, ROOMS, every_row, play, played
from tests.store.worlds import campaign_in


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """The file of a campaign that was played."""
    played(tmp_path / "home.db")
    return export(tmp_path / "home.db", tmp_path / "salt.zip")


# ── arriving as it was ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("is_whole", [True, False])
def test_the_file_is_closed_when_it_was_looked_at(exported: Path, monkeypatch: pytest.MonkeyPatch, is_whole: bool) -> None:
    files = list[IO[bytes]]()
    real = campaign_import._Frugal
    monkeypatch.setattr(campaign_import, "_Frugal", lambda *asked: files.append(real(*asked)) or files[-1])
    if not is_whole:
        exported.write_bytes(b"no zip")
    with nullcontext() if is_whole else pytest.raises(StoreFault), campaign_import.open_export(exported):
        assert not files[0].closed
    assert [file.closed for file in files] == [True]


def test_what_is_imported_has_the_same_rows_world_and_chronicle(tmp_path: Path, exported: Path) -> None:
    with Store.open(tmp_path / "away.db") as away:
        campaign_in(away, "in the way")
        assert store_maintenance.import_campaign(away, exported, None, silent) == "Saltmarsh"
    with open_campaign(tmp_path / "home.db", "Saltmarsh") as here, open_campaign(tmp_path / "away.db", "Saltmarsh") as there:
        assert every_row(there.store, there.campaign.id) == every_row(here.store, here.campaign.id)
        assert snapshot(there) == snapshot(here)
        assert chronicle(there) == chronicle(here)
        assert there.campaign.id != here.campaign.id
        for asked in ({"operation": "history", "last": 20}, {"operation": "party"}, {"operation": "history", "tools": True, "last": 20}):
            told = [game.ask(asked, tool="read_campaign")["results"] for game in (here, there)]
            assert str(told[0])[:40] == str(told[1])[:40] and (told[0] == told[1] or "tools" in asked)


def test_its_own_export_is_the_same_file(tmp_path: Path, exported: Path) -> None:
    with Store.open(tmp_path / "away.db") as away:
        store_maintenance.import_campaign(away, exported, None, silent)
    again = export(tmp_path / "away.db", tmp_path / "again.zip")
    assert parts_of(again) == parts_of(exported)
    assert again.read_bytes() == exported.read_bytes()


def test_undo_goes_back_after_an_import_as_far_as_before(tmp_path: Path, exported: Path) -> None:
    with Store.open(tmp_path / "away.db") as away:
        store_maintenance.import_campaign(away, exported, "Copy", silent)
    with open_campaign(tmp_path / "home.db", "Saltmarsh") as here, open_campaign(tmp_path / "away.db", "Copy") as there:
        for payload in ({"operation": "undo"}, {"operation": "undo", "toRev": 5}, {"operation": "undo", "toRev": 0}):
            told = [game.ask(payload)["text"] for game in (here, there)]
            assert told[0] == told[1]
            assert snapshot(there) == snapshot(here)
        repeated = there.ask(dict(PLAYED[5][1]), tool=PLAYED[5][0])
        assert repeated["repeated"]
        play(there, PLAYED[:4])


def test_an_archived_campaign_is_exported_and_arrives_ready_to_play(tmp_path: Path, exported: Path) -> None:
    with Store.open(tmp_path / "home.db") as store:
        store.archive("Saltmarsh", away=True)
    with Store.open(tmp_path / "home.db") as store:
        store_maintenance.import_campaign(store, export(tmp_path / "home.db", tmp_path / "put-away.zip"), "Again", silent)
    with open_campaign(tmp_path / "home.db", "Again") as game:
        play(game, PLAYED[7:9])


def test_a_hidden_thing_keeps_the_dc_of_its_search(tmp_path: Path) -> None:
    with open_campaign(tmp_path / "home.db", "Saltmarsh", new=True) as game:
        game.ask({"operation": "give", "bagName": "floor", "template": "Dagger"}, tool="manage_inventory")
        game.ask({"operation": "hide", "itemName": "Dagger", "dc": 15}, tool="manage_room")
    file = export(tmp_path / "home.db", tmp_path / "salt.zip")
    with Store.open(tmp_path / "new.db") as store:
        store_maintenance.import_campaign(store, file, None, silent)
    assert parts_of(export(tmp_path / "new.db", tmp_path / "again.zip"))["things.jsonl"] == parts_of(file)["things.jsonl"]


def test_calls_may_stay_at_home(tmp_path: Path) -> None:
    played(tmp_path / "home.db")
    file = export(tmp_path / "home.db", tmp_path / "quiet.zip", calls=False)
    assert "calls.jsonl" not in parts_of(file)
    with Store.open(tmp_path / "away.db") as away:
        store_maintenance.import_campaign(away, file, None, silent)
        campaign = away.campaign("Saltmarsh")
        assert campaign
        rows = every_row(away, campaign.id)
    assert rows["call"] == [] and len(rows["commit"]) == len(PLAYED + ROOMS + BACK) + 1


def test_a_purged_campaign_travels_too(tmp_path: Path) -> None:
    played(tmp_path / "home.db")
    with Store.open(tmp_path / "home.db") as store:
        campaign = store.campaign("Saltmarsh")
        assert campaign and store.purge(campaign.id, days=-1)["thing"] > 0
    with Store.open(tmp_path / "away.db") as away:
        store_maintenance.import_campaign(away, export(tmp_path / "home.db", tmp_path / "purged.zip"), None, silent)
    with open_campaign(tmp_path / "away.db", "Saltmarsh") as game:
        assert game.ask({"operation": "undo", "toRev": 0})["ok"]


class Exported(Evening):
    """The same random evenings; at the end of each the campaign is taken to another database."""

    folder: Path

    def teardown(self) -> None:
        super().teardown()
        if not hasattr(self, "game"):
            return
        self.game._clerk.close()
        file = self.folder / f"{self.game.campaign.id}.zip"
        store_maintenance.export_campaign(self.game.store, self.game.campaign.id, file, silent)
        with Store.open(":memory:") as away:
            found = away.campaign(store_maintenance.import_campaign(away, file, None, silent))
            assert found
            there = Game(away, found, self.game.book)
            assert snapshot(there) == snapshot(self.game)
            assert chronicle(there) == chronicle(self.game)
            assert every_row(away, found.id) == every_row(self.game.store, self.game.campaign.id)
        file.unlink()


@pytest.fixture(scope="class")
def a_folder(tmp_path_factory: pytest.TempPathFactory) -> Any:
    Exported.folder = tmp_path_factory.mktemp("exports")
    with Store.open(":memory:") as Evening.store:
        yield


@pytest.mark.usefixtures("a_folder")
class TestExported(Exported.TestCase):
    settings = settings(
        Evening.TestCase.settings,
        max_examples=examples(8),
        stateful_step_count=25,
        deadline=None,
        derandomize=True,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )


def steps_of_writing(store: Store) -> Callable[[], int]:
    """Tells how many hundreds of steps SQLite's machine has made for writers since now."""
    with store._database.writer.connect() as connection:
        raw: Any = connection.connection.driver_connection
    made = count()
    raw.set_progress_handler(lambda: next(made) < 0, 100)
    return lambda: next(made)


@pytest.mark.slow
@pytest.mark.sqlite("it counts its own steps")
def test_a_journey_costs_in_proportion_to_what_travels(tmp_path: Path) -> None:
    """In the functions of an export, in those of an import, and in the steps of the database."""
    found = []
    for many in (2_000, 8_000):
        parcel = tmp_path / f"{many}.zip"
        with Store.open(tmp_path / f"home {many}.db") as home, Store.open(tmp_path / f"away {many}.db") as away:
            campaign = campaign_in(home, "crowd")
            crowd(home, campaign, many)
            went = python_calls(lambda: store_maintenance.export_campaign(home, campaign.id, parcel, silent))  # noqa: B023  # at once
            steps = steps_of_writing(away)
            came = python_calls(lambda: store_maintenance.import_campaign(away, parcel, None, silent))  # noqa: B023
            found.append((went, came, steps()))
    assert all(4 * few * 1.1 >= many for few, many in zip(*found, strict=True)), found


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_ten_thousand_things_travel(tmp_path: Path) -> None:
    with Store.open(tmp_path / "home.db") as store:
        campaign = campaign_in(store, "crowd")
        crowd(store, campaign, 10_000)
        store_maintenance.export_campaign(store, campaign.id, tmp_path / "crowd.zip", silent)
        with Store.open(tmp_path / "away.db") as away:
            store_maintenance.import_campaign(away, tmp_path / "crowd.zip", None, silent)
            there = away.campaign("crowd")
            assert there
            assert every_row(away, there.id) == every_row(store, campaign.id)


# ── not at all ──────────────────────────────────────────────────────────────────────────────────────────────────────


def line(part: str, n: int, /, **fields: Any) -> Edit:
    """Other values in one row, and a manifest that is true of them."""

    def edit(parts: dict[str, bytes]) -> None:
        lines = parts[part].splitlines(keepends=True)
        lines[n - 1] = json.dumps(json.loads(lines[n - 1]) | fields).encode() + b"\n"
        parts[part] = b"".join(lines)

    return edit


def head(**fields: Any) -> Edit:
    def edit(parts: dict[str, bytes]) -> None:
        told = json.loads(parts[export_format.MANIFEST])
        parts[export_format.MANIFEST] = json.dumps(told | {"campaign": told["campaign"] | fields}).encode()

    return edit


def made_true(parts: dict[str, bytes]) -> None:
    """A forged manifest with correct checksums."""
    told = json.loads(parts[export_format.MANIFEST])
    for name in told["parts"]:
        data = parts[name]
        told["parts"][name] = {"rows": data.count(b"\n"), "bytes": len(data), "sha256": sha256(data).hexdigest()}
    parts[export_format.MANIFEST] = json.dumps(told).encode()


FORGED: dict[str, tuple[Edit, str]] = {
    "an unknown kind": (line("things.jsonl", 3, kind="dragon"), r"things\.jsonl, line 3: kind: Input should be 'container'"),
    "an unknown key": (line("things.jsonl", 3, colour="red"), r"things\.jsonl, line 3: colour: Extra inputs"),
    "a number as text": (line("things.jsonl", 3, quantity="1"), r"line 3: quantity: Input should be a valid integer"),
    "a number too large": (line("things.jsonl", 3, quantity=2**70), r"line 3: quantity: Input should be"),
    "an id that is none": (line("things.jsonl", 3, id="../x"), r"line 3: id: String should match"),
    "an id of tomorrow": (line("things.jsonl", 3, id="b999.1"), r"line 3: id: b999\.1 is of a later rev"),
    "an id twice": (line("things.jsonl", 3, id="b0.4"), r"things\.jsonl, line \d+: expected a key that no other line has"),
    "a bag that is missing": (line("things.jsonl", 3, parent_id="b7.7"), r"things\.jsonl, line 3: .*from earlier lines"),
    "in itself": (line("things.jsonl", 3, parent_id="b0.3"), r"do not fit together|from earlier lines"),
    "a name that is none": (line("things.jsonl", 3, name="a\u202eb"), r"line 3: name: a name has no control"),
    "an item that is none": (line("things.jsonl", 3, body={"item": 5}), r"line 3: body\.item: Input should be an object"),
    "a quantity of none": (line("things.jsonl", 3, quantity=0), r"things\.jsonl, line 3"),
    "other contents than the chronicle's": (line("things.jsonl", 3, name="Vault"), r"do not fit together: .*chronicle|disagree about"),
    "a slot that is no word": (line("equipped.jsonl", 1, slot="Tail of the Wyrm"), r"equipped\.jsonl, line 1: slot"),
    "an exit to nowhere": (line("exits.jsonl", 1, to_room="r8.8"), r"exits\.jsonl, line 1"),
    "a commit that undoes a later one": (line("commits.jsonl", 3, undoes=9), r"commits\.jsonl, line 3: undoes"),
    "a commit of tomorrow": (line("commits.jsonl", 3, rev=999, answer={}), r"commits\.jsonl, line 3: rev"),
    "an event that is none": (line("events.jsonl", 5, body={"event": "exploded"}), r"events\.jsonl, line 5: body"),
    "an event without its commit": (line("events.jsonl", 1, n=0), r"events\.jsonl, line 1: n"),
    "no JSON": (written("things.jsonl", lambda d: b"{" + d), r"things\.jsonl, line 1: is not JSON"),
    "not a number": (written("equipped.jsonl", lambda d: d.replace(b'"priority":0.0', b'"priority":NaN', 1)), r"equipped\.jsonl, line 1"),
    "no object": (written("exits.jsonl", lambda d: b"[]\n" + d), r"exits\.jsonl, line 1"),
    "nested too deeply": (written("exits.jsonl", lambda d: b"[" * 100_000 + b"\n" + d), r"exits\.jsonl, line 1: is not JSON"),
    "not UTF-8": (written("events.jsonl", lambda d: d.replace(b"T", b"\xff", 1)), r"events\.jsonl, line \d+: is not JSON"),
    "no line feed at the end": (written("calls.jsonl", lambda d: d[:-1]), r"calls\.jsonl, line \d+: .*line feed"),
    "commits left out": (written("events.jsonl", lambda d: b"".join(d.splitlines(True)[:-1])), r"do not fit together"),
    "another rev": (head(rev=900), r"do not fit together: .*its rev is not that"),
    "another time": (head(minutes=5), r"do not fit together: .*the time"),
    "a policy that is none": (head(policy={"gravity": "off"}), r"manifest\.json: gravity"),
    "a ruleset that is none": (head(ruleset="3.5"), r"manifest\.json: campaign\.ruleset"),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("sound")
    played(folder / "home.db")
    return parts_of(export(folder / "home.db", folder / "sound.zip"))


@pytest.mark.parametrize(("edit", "says"), FORGED.values(), ids=FORGED)
def test_a_forged_row_is_told_by_part_and_line_and_nothing_stays(
    tmp_path: Path, sound: dict[str, bytes], edit: Edit, says: str
) -> None:  # fmt: skip
    parts = dict(sound)
    edit(parts)
    made_true(parts)
    assert re.search(says, told := refused(tmp_path, zipped_again(tmp_path / "forged.zip", parts))), told


@pytest.mark.parametrize(("edit", "says"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_told_and_nothing_stays(tmp_path: Path, sound: dict[str, bytes], edit: Edit, says: str) -> None:
    parts = dict(sound)
    edit(parts)
    assert re.search(says, told := refused(tmp_path, zipped_again(tmp_path / "odd.zip", parts))), told


@pytest.mark.parametrize(
    ("cut", "says"),
    [(0, "is not an export"), (0.5, "is not an export"), (0.98, "is not an export")],
    ids=["empty", "half", "without its end"],
)
def test_a_file_that_was_cut_is_told(tmp_path: Path, sound: dict[str, bytes], cut: float, says: str) -> None:
    file = zipped_again(tmp_path / "cut.zip", sound)
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * cut)])
    assert says in refused(tmp_path, file)


def test_a_file_that_is_missing_is_told(tmp_path: Path) -> None:
    assert "there is no such file" in refused(tmp_path, tmp_path / "nowhere.zip")


def test_a_packed_part_that_was_damaged_is_told_by_its_name(tmp_path: Path, sound: dict[str, bytes]) -> None:
    file = zipped_again(tmp_path / "bitten.zip", sound)
    with zipfile.ZipFile(file) as zipped:
        entry = zipped.getinfo("events.jsonl")
    data = bytearray(file.read_bytes())
    middle = entry.header_offset + 60 + entry.compress_size // 2
    data[middle : middle + 8] = bytes(b ^ 0xFF for b in data[middle : middle + 8])
    file.write_bytes(data)
    assert "events.jsonl" in refused(tmp_path, file)


def test_an_entry_twice_is_told(tmp_path: Path, sound: dict[str, bytes]) -> None:
    file = zipped_again(tmp_path / "twice.zip", sound)
    with pytest.warns(UserWarning), zipfile.ZipFile(file, "a") as zipped:
        zipped.writestr("calls.jsonl", b"")
    assert "holds 'calls.jsonl' twice" in refused(tmp_path, file)


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA], ids=["bzip2", "lzma"])
def test_another_way_of_packing_is_refused(tmp_path: Path, sound: dict[str, bytes], how: int) -> None:
    assert "packed in an unknown way" in refused(tmp_path, zipped_again(tmp_path / "other.zip", sound, how))


def test_a_plain_zip_of_the_same_parts_is_as_good(tmp_path: Path, sound: dict[str, bytes]) -> None:
    with Store.open(tmp_path / "away.db") as away:
        file = zipped_again(tmp_path / "plain.zip", sound, zipfile.ZIP_STORED)
        assert store_maintenance.import_campaign(away, file, "Plain", silent) == "Plain"


@pytest.mark.parametrize("name", ["Saltmarsh", "", "a\nb", "x" * 201])
def test_a_name_that_is_taken_or_none_is_refused(tmp_path: Path, exported: Path, name: str) -> None:
    with Store.open(tmp_path / "home.db") as store:
        before = store.shelf()
        with pytest.raises(StoreFault, match="Name it with --as") as told:
            store_maintenance.import_campaign(store, exported, name, silent)
        assert told.value.code == "campaign_exists"
        assert store.shelf() == before


def test_an_existing_file_is_not_written_over_and_half_a_file_does_not_stay(tmp_path: Path, exported: Path) -> None:
    with pytest.raises(StoreFault, match="is not overwritten"):
        export(tmp_path / "home.db", exported)

    def breaks(what: str, done: int, total: int) -> None:
        raise KeyboardInterrupt

    with Store.open(tmp_path / "home.db") as store:
        campaign = store.campaign("Saltmarsh")
        assert campaign
        with pytest.raises(KeyboardInterrupt):
            store_maintenance.export_campaign(store, campaign.id, tmp_path / "half.zip", breaks)
        assert not (tmp_path / "half.zip").exists()
        with pytest.raises(KeyboardInterrupt):
            store_maintenance.import_campaign(store, exported, "Half", breaks)
        assert [c.name for c in store.shelf()] == ["Saltmarsh"]


def test_an_older_ruleset_s_books_are_not_asked(tmp_path: Path, exported: Path) -> None:
    """Reads look up templates; an import needs none."""
    with Store.open(tmp_path / "away.db") as away:
        store_maintenance.import_campaign(away, exported, None, silent)
        campaign = away.campaign("Saltmarsh")
        assert campaign
        assert Game(away, campaign, rulebook_loading.rulebook("5.2")).ask({"operation": "party"}, tool="read_campaign")["ok"]
