"""Export a campaign to a file."""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pydantic import ValidationError
from pydantic_core import to_json
from sqlalchemy import Connection, select

from rpg_lite.store import dependency_order
from rpg_lite.store.backup import claim
from rpg_lite.store.dependency_order import NoOrder, Progress
from rpg_lite.store.export_format import MANIFEST, PARTS, CampaignLine, Manifest, Part, PartName, PartSummary
from rpg_lite.store.export_lines import first_fault
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.tables import CALL, CAMPAIGN

_LEVEL: Final = 6


def pack(connection: Connection, campaign_id: str, file: Path, *, calls: bool, progress: Progress) -> Manifest:
    """Write the whole campaign as it is at one moment; return its manifest. Never overwrite a file; delete a half-written one. Raises
    NoOrder.
    """
    claim(file)
    try:
        with ZipFile(file, "w") as made:
            parts = dict(_write_part(connection, campaign_id, made, part, progress) for part in PARTS if calls or part.table is not CALL)
            manifest = Manifest(campaign=_head(connection, campaign_id), parts=parts)
            made.writestr(_entry(MANIFEST), manifest.model_dump_json(indent=2))
        with open(file, "rb") as written:
            os.fsync(written.fileno())
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    return manifest


def _head(connection: Connection, campaign_id: str) -> CampaignLine:
    row = connection.execute(select(*(CAMPAIGN.c[name] for name in CampaignLine.model_fields)).where(CAMPAIGN.c.id == campaign_id)).one()
    try:
        return CampaignLine(**row._mapping)
    except ValidationError as error:
        told = f"{row.name} cannot be exported: {first_fault(error)}. See rpg-lite db check."
        raise StoreFault("database_damaged", told) from error


def _write_part(
    connection: Connection, campaign_id: str, made: ZipFile, part: Part, progress: Progress
) -> tuple[PartName, PartSummary]:  # fmt: skip
    digest, size, count = sha256(), 0, 0
    total = dependency_order.count(connection, part.table, campaign_id)
    with made.open(_entry(part.name), "w", force_zip64=True) as out:
        for portion in dependency_order.portions(_keep_rows(connection, campaign_id, part)):
            lines = b"".join(to_json(row) + b"\n" for row in portion)
            out.write(lines)
            digest.update(lines)
            size, count = size + len(lines), count + len(portion)
            progress(part.table.name, count, total)
    if count != total:
        raise NoOrder
    return part.name, PartSummary(rows=count, bytes=size, sha256=digest.hexdigest())


def _keep_rows(connection: Connection, campaign_id: str, part: Part) -> Iterator[dict[str, Any]]:
    return ({name: row[name] for name in part.model.model_fields} for row in dependency_order.in_order(connection, part.table, campaign_id))


def _entry(name: str) -> ZipInfo:
    """A zip entry without a date, because the same campaign must make the same file."""
    entry = ZipInfo(name)
    entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o644 << 16
    return entry
