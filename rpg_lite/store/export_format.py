"""A campaign as one file: a zip of JSON Lines, a part for each table, and a manifest of its required contents."""

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
VERSION: Final = 2
"""The version of written files. It grows with every added key. Each added key has a default, which keeps files of all earlier versions
readable. A file of a later version is reported as written by a newer program.
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
    """One table in the file. `model`: a row without derived columns and without the campaign's id, which the new database assigns."""

    name: PartName
    table: Table
    model: type[BaseModel]


class PartSummary(RowLine):
    """A summary of the contents of a part."""

    rows: int = Field(ge=0)
    bytes: int = Field(ge=0)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")


class CampaignLine(RowLine):
    """The campaign itself. The file does not say whether the campaign is archived, because people import a campaign to play it."""

    name: Name
    ruleset: Ruleset
    rev: Rev
    minutes: Minutes
    policy: dict[str, Any]
    created_at: Stamp


class Manifest(RowLine):
    """`made_by`: the schema of the database that the export came from; only people read it."""

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
"""The parts in the order of writing; the part with the calls may be missing."""
