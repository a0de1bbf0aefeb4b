"""A campaign as one file: a zip of JSON Lines, a part for each table, and a manifest that says what must be in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model
from sqlalchemy import BigInteger, Column, Integer, Table

from rpg_lite.rules.words import LONGEST, PATTERN
from rpg_lite.store.migrate import HEAD
from rpg_lite.store.tables import CALL, COMMIT, EQUIPPED, EVENT, EXIT, THING
from rpg_lite.vocabulary import Direction, DoorState, ExitKind, Grip, Kind, Ruleset

FORMAT: Final = "rpg-lite campaign"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
PartName = Literal["things.jsonl", "equipped.jsonl", "exits.jsonl", "commits.jsonl", "events.jsonl", "calls.jsonl"]

LONGEST_LINE: Final = 16 * 2**20
LONGEST_MANIFEST: Final = 2**20
MOST_BYTES: Final = 4 * 2**30
MOST_RATIO: Final = 300
"""Of what is unpacked to what is packed. Rows that are all alike reach 35; a file that was made to burst reaches 1,000."""
SMALL: Final = 2**20
"""Bytes that may be packed as well as they like."""


@dataclass(frozen=True, slots=True)
class Part:
    """`model`: a row without the campaign's id, which another database gives anew, and without what is derived from the others."""

    name: PartName
    table: Table
    model: type[BaseModel]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Content(_Closed):
    """What a part holds."""

    rows: int = Field(ge=0)
    bytes: int = Field(ge=0)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")


class Head(_Closed):
    """The campaign itself. That it is archived does not travel: who imports it wants to play."""

    name: str
    ruleset: Ruleset
    rev: int = Field(ge=0, lt=2**31)
    minutes: int = Field(ge=0, lt=2**31)
    policy: dict[str, Any]
    created_at: int = Field(ge=0, lt=2**63)


class Manifest(_Closed):
    """`made_by`: the schema of the database that it came from, for people."""

    format: Literal["rpg-lite campaign"] = "rpg-lite campaign"
    version: Literal[1] = 1
    made_by: str = f"schema {HEAD}"
    campaign: Head
    parts: dict[PartName, Content]


DERIVED: Final[Mapping[Table, frozenset[str]]] = {THING: frozenset({"name_key", "template"})}
_ID: Final = Annotated[str, Field(pattern=r"^(w|[a-z][0-9]+\.[0-9]+)$")]
_CLOSER: Final[Mapping[str, Any]] = {
    "thing.id": _ID,
    "thing.kind": Kind,
    "equipped.slot": Annotated[str, Field(pattern=PATTERN, max_length=LONGEST)] | None,
    "equipped.grip": Grip | None,
    "exit.id": _ID,
    "exit.direction": Direction,
    "exit.kind": ExitKind,
    "exit.state": DoorState,
    "commit.rev": Annotated[int, Field(ge=0, lt=2**31)],
    "event.n": Annotated[int, Field(ge=1, lt=2**31)],
}
"""What a column's type alone does not say."""


def _type(column: Column[Any]) -> Any:
    found: Any = column.type.python_type
    if isinstance(column.type, BigInteger | Integer):
        most = 2**63 if isinstance(column.type, BigInteger) else 2**31
        found = Annotated[int, Field(ge=-most, lt=most)]
    elif found is dict:
        found = dict[str, Any]
    return _CLOSER.get(f"{column.table.name}.{column.name}", found | None if column.nullable else found)


def _part(name: PartName, table: Table) -> Part:
    kept = [c for c in table.columns if c.name != "campaign_id" and c.name not in DERIVED.get(table, ())]
    fields: dict[str, Any] = {c.name: (_type(c), ...) for c in kept}
    closed = ConfigDict(extra="forbid", strict=True)
    return Part(name, table, create_model(table.name, __config__=closed, **fields))


PARTS: Final = (
    _part("things.jsonl", THING),
    _part("equipped.jsonl", EQUIPPED),
    _part("exits.jsonl", EXIT),
    _part("commits.jsonl", COMMIT),
    _part("events.jsonl", EVENT),
    _part("calls.jsonl", CALL),
)
"""In the order of their writing; the calls may be missing."""
