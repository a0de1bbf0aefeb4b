"""Export, import, check and copy whole campaigns and whole databases. Only commands that do this import this module."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

from sqlalchemy import Connection, select

from rpg_lite.rules.names import fault_in_name
from rpg_lite.store import campaign_export, campaign_import, campaign_list, database_check, database_copy
from rpg_lite.store.campaign_import import Bundle
from rpg_lite.store.chronicle_verification import Proven
from rpg_lite.store.database_check import DatabaseFinding
from rpg_lite.store.database_copy import Sum
from rpg_lite.store.dependency_order import NoOrder, Progress
from rpg_lite.store.export_format import Manifest
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.tables import CAMPAIGN

T = TypeVar("T")


def export_campaign(store: Store, campaign_id: str, file: Path, progress: Progress, *, calls: bool = True) -> Manifest:
    """Export the whole campaign as it is at one moment into a new file, never over an existing file."""

    def work(at: Connection) -> Manifest:
        return campaign_export.pack(at, campaign_id, file, calls=calls, progress=progress)

    return _in_order(store, lambda: store.at_one_moment(work))


def import_campaign(store: Store, file: Path, name: str | None, progress: Progress) -> str:
    """Check and import the whole campaign of that file, or nothing; return its name: the given name, or else the name in the file."""
    with campaign_import.open_export(file) as bundle:
        called = bundle.manifest.campaign.name if name is None else name
        store.in_one_transaction(lambda connection: _import_campaign_file(connection, bundle, called, progress))
        return called


def findings(store: Store, progress: Progress) -> list[DatabaseFinding]:
    """Find the faults of the database and of each campaign, as they are at one moment."""

    def work(at: Connection) -> list[DatabaseFinding]:
        campaigns = (f for shelved in campaign_list.all_of(at) for f in database_check.campaign(at, shelved.id, progress))
        return [*database_check.database(at), *campaigns]

    return store.at_one_moment(work)


def copy_database(source: Store, target: Store, progress: Progress) -> dict[str, Sum]:
    """Copy all campaigns of one database, as they are at one moment, into an empty database; return the checksum of each table."""

    def work(read: Connection) -> dict[str, Sum]:
        return target.in_one_transaction(lambda written: database_copy.copy(read, written, target.url, progress))

    return _in_order(source, lambda: source.at_one_moment(work))


def _import_campaign_file(connection: Connection, bundle: Bundle, name: str, progress: Progress) -> None:
    wrong = fault_in_name(name)
    if wrong or connection.execute(select(CAMPAIGN.c.id).where(CAMPAIGN.c.name == name)).first():
        why = f"a campaign cannot be named {name!r}: {wrong}" if wrong else f"there is already a campaign {name!r}"
        raise StoreFault("campaign_exists", f"{bundle.file}: {why}. Name it with --as. Nothing was imported.")
    campaign_id = uuid4().hex[:12]
    bundle.unpack(connection, campaign_id, name, progress)
    if found := list(islice(database_check.campaign(connection, campaign_id, progress, Proven), 3)):
        raise bundle.fault(
            "its parts",
            f"do not fit together: {' '.join(f.sentence for f in found)} Expected an export of a sound campaign: run rpg-lite db check --repair on the database that it comes from, and export again",
        )


def _in_order(store: Store, work: Callable[[], T]) -> T:
    """Turn the error for rows without a possible order into a fault with the remedy."""
    try:
        return work()
    except NoOrder as error:
        raise StoreFault("database_damaged", f"Things of {store.url} lie inside each other: rpg-lite db check shows which.") from error
