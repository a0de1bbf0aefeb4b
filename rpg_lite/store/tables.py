"""The tables. Every key begins with `campaign_id`; the row of a removed thing stays, with `deleted_at` set (UTC milliseconds)."""

from typing import Any, Final

from sqlalchemy import JSON, BigInteger, CheckConstraint, ForeignKeyConstraint, Index, MetaData, Table, text
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

_NAMES: Final = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}
_LIVE: Final = "deleted_at IS NULL"
SELDOM_KINDS: Final = f"{_LIVE} AND kind <> 'item'"
"""The condition of the index `thing_kind`; a query uses the index only if it states the same condition in the same words."""


OWN_BAG: Final = ""
"""The value of `template` for an inline item that is a bag, by which a search for bags finds the item."""


class Row(SQLModel, registry=registry(metadata=MetaData(naming_convention=_NAMES))):
    """A row with metadata of its own, which keeps these tables apart from a user's SQLModel classes."""


def _live(name: str, *columns: str, unique: bool = False, when: str = _LIVE) -> Index:
    """An index over the rows that have not been removed."""
    return Index(name, *columns, unique=unique, sqlite_where=text(when), postgresql_where=text(when))


class CampaignRow(Row, table=True):
    """`rev` is the number of the last commit; every writer first raises it, which serves as the lock. The rev of an archived campaign is
    never raised.
    """

    __tablename__ = "campaign"
    id: str = Field(primary_key=True)
    name: str = Field(unique=True)
    rev: int
    ruleset: str
    policy: dict[str, Any] = Field(sa_type=JSON)
    minutes: int
    created_at: int = Field(sa_type=BigInteger)
    archived_at: int | None = Field(sa_type=BigInteger)


class ThingRow(Row, table=True):
    __tablename__ = "thing"
    __table_args__ = (
        ForeignKeyConstraint(["campaign_id"], ["campaign.id"]),
        ForeignKeyConstraint(["campaign_id", "parent_id"], ["thing.campaign_id", "thing.id"]),
        CheckConstraint("quantity >= 1 OR deleted_at IS NOT NULL", name="quantity"),
        CheckConstraint("length(name) BETWEEN 1 AND 200", name="name"),
        _live("thing_qualified_name", "campaign_id", "qualified_name", unique=True, when=f"{_LIVE} AND qualified_name IS NOT NULL"),
        _live("thing_name_key", "campaign_id", "name_key"),
        _live("thing_parent_id", "campaign_id", "parent_id"),
        _live("thing_kind", "campaign_id", "kind", when=SELDOM_KINDS),
        _live("thing_template", "campaign_id", "template", when=f"{_LIVE} AND template IS NOT NULL"),
    )
    campaign_id: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    parent_id: str | None
    kind: str
    name: str
    name_key: str
    quantity: int = Field(sa_type=BigInteger)
    attuned_to: str | None
    qualified_name: str | None
    available: bool
    template: str | None
    body: dict[str, Any] = Field(sa_type=JSON)
    created_at: int = Field(sa_type=BigInteger)
    updated_at: int = Field(sa_type=BigInteger)
    deleted_at: int | None = Field(sa_type=BigInteger)


class EquippedRow(Row, table=True):
    """One row for each pair of context and thing that ever existed; it is revived when the thing is put on again. The unique index repeats
    the key for live rows only, because the dead rows of a context accumulate, and a read must skip them.
    """

    __tablename__ = "equipped"
    __table_args__ = (
        ForeignKeyConstraint(["campaign_id", "context_id"], ["thing.campaign_id", "thing.id"]),
        ForeignKeyConstraint(["campaign_id", "thing_id"], ["thing.campaign_id", "thing.id"]),
        _live("equipped_slot", "campaign_id", "context_id", "slot", unique=True, when=f"{_LIVE} AND slot IS NOT NULL"),
        _live("equipped_thing", "campaign_id", "context_id", "thing_id", unique=True),
    )
    campaign_id: str = Field(primary_key=True)
    context_id: str = Field(primary_key=True)
    thing_id: str = Field(primary_key=True)
    slot: str | None
    grip: str | None
    priority: float
    created_at: int = Field(sa_type=BigInteger)
    deleted_at: int | None = Field(sa_type=BigInteger)


class ExitRow(Row, table=True):
    """An exit of a room. Both ends are indexed, because a route search starts from both."""

    __tablename__ = "exit"
    __table_args__ = (
        ForeignKeyConstraint(["campaign_id", "from_room"], ["thing.campaign_id", "thing.id"]),
        ForeignKeyConstraint(["campaign_id", "to_room"], ["thing.campaign_id", "thing.id"]),
        _live("exit_label", "campaign_id", "from_room", "label", unique=True),
        _live("exit_to_room", "campaign_id", "to_room"),
    )
    campaign_id: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    from_room: str
    label: str
    direction: str
    to_room: str | None
    kind: str
    state: str
    hidden: bool
    key_name: str | None
    dc: int | None
    minutes: int
    back: str | None
    note: str
    created_at: int = Field(sa_type=BigInteger)
    updated_at: int = Field(sa_type=BigInteger)
    deleted_at: int | None = Field(sa_type=BigInteger)


class CommitRow(Row, table=True):
    __tablename__ = "commit"
    __table_args__ = (
        ForeignKeyConstraint(["campaign_id"], ["campaign.id"]),
        ForeignKeyConstraint(["campaign_id", "undoes"], ["commit.campaign_id", "commit.rev"]),
        Index(
            "commit_request_id",
            "campaign_id",
            "request_id",
            unique=True,
            sqlite_where=text("request_id IS NOT NULL"),
            postgresql_where=text("request_id IS NOT NULL"),
        ),
    )
    campaign_id: str = Field(primary_key=True)
    rev: int = Field(primary_key=True)
    tool: str
    request_id: str | None
    request_hash: str
    answer: dict[str, Any] = Field(sa_type=JSON)
    undoes: int | None
    back_to: int | None
    at: int = Field(sa_type=BigInteger)
    deed: list[dict[str, Any]] | None = Field(sa_type=JSON(none_as_null=True))


class Event(Row, table=True):
    """`n` counts from 1: the third event of rev 12 made the thing i12.3."""

    __table_args__ = (ForeignKeyConstraint(["campaign_id", "rev"], ["commit.campaign_id", "commit.rev"]),)
    campaign_id: str = Field(primary_key=True)
    rev: int = Field(primary_key=True)
    n: int = Field(primary_key=True)
    body: dict[str, Any] = Field(sa_type=JSON)


class CallRow(Row, table=True):
    """A tool call, and its result as a row with its id as `parent_id`. Ids sort by time. No foreign key leads to things or commits, because
    things may be purged, and calls are kept apart from the revs.
    """

    __tablename__ = "call"
    __table_args__ = (
        ForeignKeyConstraint(["campaign_id"], ["campaign.id"]),
        ForeignKeyConstraint(["campaign_id", "parent_id"], ["call.campaign_id", "call.id"]),
        Index("call_parent_id", "campaign_id", "parent_id"),
    )
    campaign_id: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    parent_id: str | None
    kind: str
    tag: str
    operation: str
    actor_id: str | None
    room_id: str | None
    item_key: str | None
    rev: int | None
    code: str | None
    ms: float | None
    text: str
    at: int = Field(sa_type=BigInteger)


METADATA: Final = Row.metadata
CAMPAIGN: Final[Table] = METADATA.tables["campaign"]
THING: Final[Table] = METADATA.tables["thing"]
EQUIPPED: Final[Table] = METADATA.tables["equipped"]
EXIT: Final[Table] = METADATA.tables["exit"]
COMMIT: Final[Table] = METADATA.tables["commit"]
EVENT: Final[Table] = METADATA.tables["event"]
CALL: Final[Table] = METADATA.tables["call"]
