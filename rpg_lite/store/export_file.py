"""A campaign as one file: a zip of JSON Lines, a part for each table, and a manifest that says what must be in it."""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field
from sqlalchemy import Table

from rpg_lite.store.export_lines import CallLine, CommitLine, EquippedLine, EventLine, ExitLine, Minutes, Rev, RowLine, Stamp, ThingLine
from rpg_lite.store.migrate import HEAD
from rpg_lite.store.tables import CALL, COMMIT, EQUIPPED, EVENT, EXIT, THING
from rpg_lite.store.thing_body_schema import Name
from rpg_lite.vocabulary import Ruleset

FORMAT: Final = "rpg-lite campaign"
VERSION: Final = 1
"""The version of written files. It grows with every added key, and each added key has a default: so files of all earlier versions are
readable, and a later version is reported as the work of a newer program.
"""
MANIFEST: Final = "manifest.json"
PartName = Literal["things.jsonl", "equipped.jsonl", "exits.jsonl", "commits.jsonl", "events.jsonl", "calls.jsonl"]

LONGEST_LINE: Final = 16 * 2**20
LONGEST_MANIFEST: Final = 2**20
MOST_BYTES: Final = 4 * 2**30
MOST_RATIO: Final = 300
"""The largest ratio of unpacked to packed bytes. Identical rows reach 35; a zip bomb reaches 1,000."""
SMALL: Final = 2**20
"""Up to this many bytes, any ratio is allowed."""


@dataclass(frozen=True, slots=True)
class Part:
    """`model`: a row without the campaign's id, which a new database assigns again, and without derived columns."""

    name: PartName
    table: Table
    model: type[BaseModel]


class PartSummary(RowLine):
    """The contents of a part."""

    rows: int = Field(ge=0)
    bytes: int = Field(ge=0)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")


class CampaignLine(RowLine):
    """The campaign itself. The file does not say whether it is archived: an imported campaign is for playing."""

    name: Name
    ruleset: Ruleset
    rev: Rev
    minutes: Minutes
    policy: dict[str, Any]
    created_at: Stamp


class Manifest(RowLine):
    """`made_by`: the schema of the database that it came from, for people."""

    format: Literal["rpg-lite campaign"] = "rpg-lite campaign"
    version: Annotated[int, Field(ge=1, le=VERSION)] = VERSION
    made_by: str = f"schema {HEAD}"
    campaign: CampaignLine
    parts: dict[PartName, PartSummary]


PARTS: Final = (
    Part("things.jsonl", THING, ThingLine),
    Part("equipped.jsonl", EQUIPPED, EquippedLine),
    Part("exits.jsonl", EXIT, ExitLine),
    Part("commits.jsonl", COMMIT, CommitLine),
    Part("events.jsonl", EVENT, EventLine),
    Part("calls.jsonl", CALL, CallLine),
)
"""The parts in the order of writing; the calls may be missing."""
