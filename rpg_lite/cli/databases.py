"""The commands that back up, check, upgrade and copy the database."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from rpg_lite.cli.options import AsJson, Db
from rpg_lite.cli.subcommand_group import group
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, REFUSED, Stop, path, print_json, say, tell
from rpg_lite.terminal.progress import bar

if TYPE_CHECKING:
    from rpg_lite.store.store import Store

NewFile = Annotated[Path, Parameter(help="The new file; an existing file is not overwritten.")]
OldFile = Annotated[Path, Parameter(help="A file that rpg-lite db backup made.")]
Replace = Annotated[bool, Parameter(help="Replace the present database, which is kept under another name.")]
Target = Annotated[str, Parameter(help="An empty database: a file, or postgresql://USER@HOST/NAME.")]
Repair = Annotated[bool, Parameter(help="End every use of a thing that no longer exists, then check; make a backup first.")]
MOST_SHOWN: Final = 50


def backup(file: NewFile, /, *, db: Db = None) -> int:
    """Copy the database to a new file; others can keep playing.

    Example:  rpg-lite db backup friday.db
    """
    with campaign_from_options.store(db, read_only=True) as store:
        store.backup(path(str(file)))
    tell(f"Copied to {file}.")
    return DONE


def restore(file: OldFile, /, *, replace: Replace = False, db: Db = None) -> int:
    """Continue from a backup; the present database is kept under another name.

    Example:  rpg-lite db restore friday.db --replace
    """
    from rpg_lite.store import backup, store_maintenance
    from rpg_lite.store.database_address import file_of
    from rpg_lite.store.store_faults import StoreFault

    copied, present = path(str(file)).absolute(), file_of(campaign_from_options.choose_database(db))
    if present is None:
        raise Stop(MISUSED, "A backup is restored to a file. For another database: rpg-lite db copy URL --db BACKUP.")
    if copied == present:
        raise Stop(MISUSED, "A database cannot be restored from itself: name a backup.")
    if not copied.exists():
        raise Stop(REFUSED, f"There is no backup {file}: name another one.")
    new, existed = present.with_name(f"{present.name}.new"), present.exists()
    kept = next(free for n in range(1, 10_000) if not (free := present.with_name(f"{present.stem}.before-{n}{present.suffix}")).exists())
    with _backup(copied) as store, bar() as progress:
        if existed and not replace:
            raise Stop(REFUSED, f"{present} exists: --replace puts the backup in its place and keeps it under another name.")
        if found := store_maintenance.findings(store, progress):
            raise Stop(REFUSED, f"{file} is not restored, because it has faults: {found[0].sentence}")
        store.backup(new)  # includes everything that is still in its log
    try:
        backup.replace(present, new, kept)
    except StoreFault as fault:
        new.unlink()
        raise Stop(REFUSED, str(fault)) from fault
    tell(f"{present} now holds what {file} held." + (f" The old database is {kept.name} in the same folder." if existed else ""))
    return DONE


@contextmanager
def _backup(file: Path) -> "Iterator[Store]":
    """Open a backup. Its faults name the argument, not --db."""
    try:
        with campaign_from_options.store(str(file), read_only=True) as store:
            yield store
    except Stop as stop:
        raise Stop(stop.code, str(stop).replace("name another file with --db", "name another backup")) from stop


def check(*, repair: Repair = False, db: Db = None, as_json: AsJson = False) -> int:
    """Check the database; the exit code is 1 if something is wrong.

    Example:  rpg-lite db check --db party.db
    """
    if repair:
        _repair(db)
    with campaign_from_options.store(db, read_only=True) as store, bar() as progress:
        from rpg_lite.store import store_maintenance

        found = store_maintenance.findings(store, progress)
        count = len(store.shelf())
    if as_json:
        print_json({"ok": not found, "campaigns": count, "findings": [{"code": f.code, "text": f.sentence} for f in found]})
        return REFUSED if found else DONE
    counted = f"{count} {'campaign' if count == 1 else 'campaigns'}, {len(found) or 'no'} {'fault' if len(found) == 1 else 'faults'}."
    tell(*(f.sentence for f in found[:MOST_SHOWN]), *_beyond(f.code for f in found[MOST_SHOWN:]), counted)
    return REFUSED if found else DONE


def _repair(db: str | None) -> None:
    from rpg_lite.store import dangling_use_repair

    with campaign_from_options.store(db) as store:
        for shelved in store.shelf():
            name = shelved.name
            if shelved.archived_at is not None:
                say(f'"{name}" is archived and was not repaired: bring it back first with rpg-lite campaigns restore "{name}".')
                continue
            ended, rev = dangling_use_repair.campaign(store, shelved.id)
            if ended:
                say(f'"{name}": ended {ended} {"use" if ended == 1 else "uses"} of things that no longer exist, recorded as rev {rev}.')


def _beyond(codes: Iterable[str]) -> list[str]:
    return [f"… and {n} more of {code}" for code, n in Counter(codes).items()]


def upgrade(*, db: Db = None) -> int:
    """Upgrade an older database to the current schema, as every start does.

    Example:  rpg-lite db upgrade
    """
    from rpg_lite.store.migrate import HEAD

    with campaign_from_options.store(db, makes=True) as store:
        was = store.was
    told = f"Upgraded from schema {was} to {HEAD}." if was else f"Created a new database with schema {HEAD}."
    tell(f"The schema is already current ({HEAD})." if was == HEAD else told)
    return DONE


def copy(url: Target, /, *, db: Db = None) -> int:
    """Copy all campaigns into an empty database, and compare the rows.

    Example:  rpg-lite db copy postgresql://me@localhost/rpg
    """
    if str(campaign_from_options.choose_database(db)) == str(campaign_from_options.absolute(url)):
        raise Stop(MISUSED, "A database cannot be copied onto itself: name another one.")
    with (
        campaign_from_options.store(db, read_only=True) as source,
        campaign_from_options.store(url, makes=True) as target,
        bar() as progress,
    ):
        from rpg_lite.store import store_maintenance

        sums = store_maintenance.copy_database(source, target, progress)
    tell(*(f"{table:<9} {told.rows:>9} rows  {told.digest:064x}" for table, told in sums.items()))
    tell(f"Copied and compared: {target.url} holds the same rows.")
    return DONE


GROUP: Final = group("db", backup=backup, restore=restore, check=check, upgrade=upgrade, copy=copy)
