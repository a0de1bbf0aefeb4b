"""Import a campaign from a file that anybody may have written: check everything in it before trusting it."""

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from io import BufferedReader, FileIO
from pathlib import Path
from typing import IO, Any, Final, cast, get_args
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from pydantic import ValidationError
from pydantic_core import from_json, to_json
from sqlalchemy import Connection, insert
from sqlalchemy.exc import DataError, IntegrityError

from rpg_lite.rules import names
from rpg_lite.rules.extensible_words import ANY
from rpg_lite.rules.policy import Policy
from rpg_lite.store.dependency_order import AT_ONCE, Progress, Row
from rpg_lite.store.export_format import (
    FORMAT,
    LONGEST_LINE,
    LONGEST_MANIFEST,
    MANIFEST,
    MOST_BYTES,
    MOST_RATIO,
    PARTS,
    SMALL,
    VERSION,
    Manifest,
    Part,
    PartName,
    PartSummary,
)
from rpg_lite.store.export_lines import control_in, first_fault, no_null
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.tables import CALL, CAMPAIGN, COMMIT, EVENT, EXIT, THING
from rpg_lite.store.world_writer import template_of
from rpg_lite.world import events
from rpg_lite.world.states import ItemState
from rpg_lite.world.world_model import WORLD_ID

_ENTRIES: Final = frozenset({MANIFEST, *get_args(PartName)})
LONGEST_READ: Final = 2**20
_DAMAGE: Final = (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, UnicodeDecodeError)


class Bundle:
    """An open export: its manifest and entries have been checked, its rows have not."""

    def __init__(self, file: Path, zipped: ZipFile, manifest: Manifest) -> None:
        self.file, self.manifest = file, manifest
        self._zip = zipped

    def unpack(self, connection: Connection, campaign_id: str, name: str, progress: Progress) -> None:
        """Write every row under this id and name, in the caller's transaction. Raises StoreFault with the place and the expected value."""
        head = self.manifest.campaign
        connection.execute(insert(CAMPAIGN), {**head.model_dump(), "id": campaign_id, "name": name, "archived_at": None})
        for part in PARTS:
            if content := self.manifest.parts.get(part.name):
                self._unpack(connection, campaign_id, part, content, progress)

    def _unpack(self, connection: Connection, campaign_id: str, part: Part, content: PartSummary, progress: Progress) -> None:
        digest, size, portion = sha256(), 0, list[Row]()
        line = 0
        for line, written in enumerate(self._lines(part.name), 1):
            if line > content.rows:
                raise self.fault(part.name, f"has more rows than the {content.rows} of the manifest")
            digest.update(written)
            size += len(written)
            portion.append({"campaign_id": campaign_id} | self._row(part, line, written))
            if len(portion) == AT_ONCE:
                self._put(connection, part, portion, line)
                progress(part.table.name, line, content.rows)
                portion = []
        if (line, size, digest.hexdigest()) != (content.rows, content.bytes, content.sha256):
            told = f"{line} rows, {size} bytes and sha256 {digest.hexdigest()[:12]}…"
            raise self.fault(
                part.name, f"has {told}; expected {content.rows} rows, {content.bytes} bytes and sha256 {content.sha256[:12]}…"
            )
        self._put(connection, part, portion, line)
        progress(part.table.name, line, content.rows)

    def _lines(self, name: str) -> Iterator[bytes]:
        with self._reading(name), self._zip.open(name) as raw:
            reader = BufferedReader(cast(Any, raw), 2**16)
            line = 0
            while written := reader.readline(LONGEST_LINE):
                line += 1
                if not written.endswith(b"\n"):
                    raise self.fault(name, f"is not a line of at most {LONGEST_LINE >> 20} MiB that ends with a line feed", line)
                yield written

    def _row(self, part: Part, line: int, written: bytes) -> Row:
        try:
            raw = from_json(written, allow_inf_nan=False)
            read = part.model.model_validate_json(written, context=ANY)
        except ValidationError as error:
            raise self.fault(part.name, first_fault(error), line) from error
        except ValueError as error:
            raise self.fault(part.name, f"is not JSON: {error}", line) from error
        row = {name: raw[name] if name in raw else getattr(read, name) for name in part.model.model_fields}
        if wrong := _odd(part, row, self.manifest.campaign.rev):
            raise self.fault(part.name, wrong, line)
        return row | _derive_row(part, row)

    def _put(self, connection: Connection, part: Part, portion: list[Row], last: int) -> None:
        """Insert all rows at once; if that fails, insert them one by one, to find the wrong row."""
        try:
            _insert(connection, part, portion)
        except (IntegrityError, DataError):
            for line, row in enumerate(portion, last - len(portion) + 1):
                try:
                    _insert(connection, part, [row])
                except (IntegrityError, DataError) as error:
                    why = str(error.orig).partition("\n")[0]
                    told = f"expected a key that no other line has, and only ids from earlier lines ({why})"
                    raise self.fault(part.name, told, line) from error

    @contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        """Report an error of the disk or of the zip as damage to that part; let errors from the line reader pass."""
        try:
            yield
        except _DAMAGE as error:
            raise self.fault(name, f"is damaged: {error or type(error).__name__}") from error

    def fault(self, part: str, wrong: str, line: int | None = None) -> StoreFault:
        return _fault(self.file, f"{part}{f', line {line}' if line else ''}: {wrong}")


class _Frugal(FileIO):
    """A file that refuses to read more at once than the list of six entries takes, because `ZipFile` reads the whole list before any check."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > LONGEST_READ:
            raise BadZipFile("its list of entries is too long")
        return super().read(size) or b""


@contextmanager
def open_export(file: Path) -> Iterator[Bundle]:
    """Open an export. Raises StoreFault for a file that is not an export, or an export that this version cannot read."""
    if file.exists() and not file.is_file():  # opening a pipe would wait for a writer
        raise _fault(file, "is not a regular file; expected a zip as `rpg-lite campaigns export` writes it")
    with ExitStack() as opening:
        try:
            zipped = opening.enter_context(ZipFile(cast(Any, opening.enter_context(_Frugal(file, "rb")))))
        except FileNotFoundError as error:
            raise _fault(file, "there is no such file") from error
        except _DAMAGE as error:
            raise _fault(
                file, "is not an export of a campaign, or is damaged: expected a zip as `rpg-lite campaigns export` writes it"
            ) from error
        _look(file, zipped.infolist())
        yield Bundle(file, zipped, _manifest(file, zipped))


def _look(file: Path, entries: Iterable[ZipInfo]) -> None:
    """Check names, sizes and ratios before unpacking anything; an entry that unpacks to more than its stated size is damaged."""
    seen, total = set[str](), 0
    for entry in entries:
        if entry.filename not in _ENTRIES or entry.filename in seen:
            twice = "twice" if entry.filename in seen else f"; expected only {', '.join(sorted(_ENTRIES))}"
            raise _fault(file, f"holds {entry.filename[:80]!r} {twice}")
        if entry.flag_bits & 1 or entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise _fault(file, f"{entry.filename} is encrypted or packed in an unknown way; expected a plain zip")
        if entry.file_size > SMALL and entry.file_size > MOST_RATIO * max(entry.compress_size, 1):
            raise _fault(file, f"{entry.filename} unpacks to more than {MOST_RATIO} times its size; expected less")
        seen.add(entry.filename)
        total += entry.file_size
    if total > MOST_BYTES:
        raise _fault(file, f"unpacks to {total} bytes; expected at most {MOST_BYTES}")
    if MANIFEST not in seen:
        raise _fault(file, f"has no {MANIFEST}, so it is not an export of a campaign")


def _manifest(file: Path, zipped: ZipFile) -> Manifest:
    if zipped.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
        raise _fault(file, f"{MANIFEST} is longer than {LONGEST_MANIFEST >> 20} MiB")
    try:
        with zipped.open(MANIFEST) as opened:
            written = _read(opened)
    except _DAMAGE as error:
        raise _fault(file, f"{MANIFEST} is damaged: {error}") from error
    try:
        raw = from_json(written, allow_inf_nan=False)
        _require_version(file, raw)
        manifest = Manifest.model_validate_json(written)
        Policy.model_validate(manifest.campaign.policy)
    except ValidationError as error:
        raise _fault(file, f"{MANIFEST}: {first_fault(error)}") from error
    except ValueError as error:
        raise _fault(file, f"{MANIFEST} is not JSON: {error}") from error
    _require_parts(file, zipped, manifest)
    return manifest


def _require_version(file: Path, raw: Any) -> None:
    """Check the version first, because no other check is valid for a later format."""
    if not isinstance(raw, Mapping) or raw.get("format") != FORMAT:
        raise _fault(file, f"{MANIFEST} does not say that this is a {FORMAT}")
    version = raw.get("version")
    if isinstance(version, int) and version > VERSION:
        told = f"was made by a newer rpg-lite (format version {version}; this one reads up to {VERSION}): update, then import it again"
        raise _fault(file, f"{MANIFEST}: the file {told}")


def _require_parts(file: Path, zipped: ZipFile, manifest: Manifest) -> None:
    there = {entry.filename for entry in zipped.infolist()} - {MANIFEST}
    for part in PARTS:
        if part.name not in manifest.parts and part.table is not CALL:
            raise _fault(file, f"{MANIFEST} does not name {part.name}; only the calls may be missing")
    if there != set(manifest.parts):
        odd = ", ".join(sorted(there ^ set(manifest.parts)))
        raise _fault(file, f"{odd}: expected exactly the parts that {MANIFEST} names")


def _read(opened: IO[bytes]) -> bytes:
    return opened.read(LONGEST_MANIFEST + 1)


def _odd(part: Part, row: Row, rev: int) -> str | None:
    """Make the checks that the model of a line cannot make: characters and numbers that no store can keep, ids of past revs, known events."""
    if wrong := no_null(row) if part.table is CALL else control_in(row):
        return wrong
    if part.table in (THING, EXIT) and row["id"] != WORLD_ID and int(re.split(r"[a-z.]", row["id"])[1]) > rev:
        return f"id: {row['id']} is of a later rev than the campaign's {rev}"
    if part.table in (COMMIT, EVENT) and row["rev"] > rev:
        return f"rev: expected at most the campaign's {rev}"
    if part.table is EVENT:
        try:
            events.read(to_json(row["body"]))
        except ValidationError as error:
            return f"body.{first_fault(error)}"
    return None


def _derive_row(part: Part, row: Row) -> Row:
    return {"name_key": names.fold(row["name"]), "template": template_of(ItemState.of(row["body"]))} if part.table is THING else {}


def _insert(connection: Connection, part: Part, portion: list[Row]) -> None:
    if portion:
        with connection.begin_nested():
            connection.execute(insert(part.table), portion)


def _fault(file: Path, wrong: str) -> StoreFault:
    return StoreFault("export_broken", f"{file}: {wrong}. Nothing was imported.")
