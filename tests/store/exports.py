"""Exports that are written, changed and read again."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.store import export_format, store_maintenance
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.world.world_model import Campaign
from tests.store.worlds import happen, hero, made

Edit = Callable[[dict[str, bytes]], None]


def silent(what: str, done: int, total: int) -> None:
    assert 0 < done <= total or done == total == 0, what


def export(db: Path | str, file: Path, name: str = "Saltmarsh", calls: bool = True) -> Path:
    with Store.open(db) as store:
        campaign = store.campaign(name)
        assert campaign
        store_maintenance.export_campaign(store, campaign.id, file, silent, calls=calls)
    return file


def parts_of(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def zipped_again(file: Path, parts: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(file, "w", how) as made:
        for name, data in parts.items():
            made.writestr(name, data)
    return file


def crowd(store: Store, campaign: Campaign, count: int) -> None:
    """So many things, a thousand in a commit, each second one in the one before."""
    happen(store, campaign, [], hero("c1.1", "Thorin"))
    for rev in range(2, count // 1000 + 2):
        bags = (f"i{rev}.{n - 1}" if n % 2 == 0 else "c1.1" for n in range(1, 1001))
        things = (made(f"i{rev}.{n}", f"Thing {n}", bag, body={"template": "srd:torch"}) for n, bag in enumerate(bags, 1))
        happen(store, campaign, [], *things)


def written(part: str, change: Callable[[bytes], bytes]) -> Edit:
    def edit(parts: dict[str, bytes]) -> None:
        parts[part] = change(parts[part])

    return edit


def manifest(**fields: Any) -> Edit:
    def edit(parts: dict[str, bytes]) -> None:
        parts[export_format.MANIFEST] = json.dumps(json.loads(parts[export_format.MANIFEST]) | fields).encode()

    return edit


DAMAGED: dict[str, tuple[Edit, str]] = {
    "a byte changed": (written("events.jsonl", lambda d: d.replace(b"Thorin", b"Thorim", 1)), r"events\.jsonl: has .*sha256"),
    "a row lost": (written("things.jsonl", lambda d: b"".join(d.splitlines(True)[:-1])), r"things\.jsonl: has \d+ rows"),
    "a row too many": (written("calls.jsonl", lambda d: d + d.splitlines(True)[-1]), r"calls\.jsonl: has more rows"),
    "a later format": (
        manifest(version=export_format.VERSION + 1),
        rf"was made by a newer rpg-lite \(format version {export_format.VERSION + 1}; this one reads up to {export_format.VERSION}\)",
    ),
    "another format": (manifest(format="zip of cats"), r"does not say that this is a rpg-lite campaign"),
    "an unknown key in the manifest": (manifest(colour="red"), r"manifest\.json: colour"),
    "no manifest": (lambda parts: parts.pop(export_format.MANIFEST) and None, r"has no manifest\.json"),
    "a manifest that is no JSON": (written(export_format.MANIFEST, lambda d: d[:-9]), r"manifest\.json is not JSON"),
    "a long manifest": (written(export_format.MANIFEST, lambda d: b" " * 2**21 + d), r"manifest\.json"),
    "a part lost": (lambda parts: parts.pop("events.jsonl") and None, r"events\.jsonl: expected exactly the parts"),
    "a part not named": (manifest(parts={}), r"does not name things\.jsonl"),
    "a path": (lambda parts: parts.update({"../../evil.sh": b"x"}), r"holds '\.\./\.\./evil\.sh'"),
    "an absolute path": (lambda parts: parts.update({"/etc/evil": b"x"}), r"holds '/etc/evil'"),
    "a bomb": (written("calls.jsonl", lambda d: d + b" " * 2**24), r"calls\.jsonl unpacks to more than 300 times"),
}


def refused(tmp_path: Path, file: Path) -> str:
    """The text of a refusal that leaves the database unchanged."""
    with Store.open(tmp_path / "away.db") as away:
        before = away.shelf()
        with pytest.raises(StoreFault) as told:
            store_maintenance.import_campaign(away, file, None, silent)
        assert away.shelf() == before
        with away._database.reader.connect() as connection:
            for table in ("campaign", "thing", "event", '"commit"', "call", "exit", "equipped"):
                assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 0
    assert told.value.code == "export_broken"
    assert str(told.value).startswith(str(file)) and str(told.value).endswith("Nothing was imported.")
    return str(told.value)
