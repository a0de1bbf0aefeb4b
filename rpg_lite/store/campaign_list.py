"""The campaigns of a database, including archived ones."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, func, select, update

from rpg_lite.store.tables import CAMPAIGN, COMMIT, THING


@dataclass(frozen=True, slots=True)
class Shelved:
    """`things`: the number of things that are not removed; `played_at`: the moment of the last commit. Moments are UTC milliseconds."""

    id: str
    name: str
    ruleset: str
    rev: int
    things: int
    created_at: int
    played_at: int | None
    archived_at: int | None


def all_of(connection: Connection) -> list[Shelved]:
    """All campaigns in the order in which they were made, including archived ones."""
    return [Shelved(*row) for row in connection.execute(_SHELF)]


def put(connection: Connection, name: str, archived_at: int | None) -> bool:
    """Archive or restore a campaign; False if there is nothing to change, or if there is no such campaign."""
    differs = CAMPAIGN.c.archived_at.is_not(None) if archived_at is None else CAMPAIGN.c.archived_at.is_(None)
    changed = update(CAMPAIGN).where(CAMPAIGN.c.name == name, differs).values(archived_at=archived_at)
    return connection.execute(changed).rowcount == 1


def is_archived(connection: Connection, campaign_id: str) -> str | None:
    """The name of the campaign if it is archived."""
    return connection.execute(_ARCHIVED, {"campaign": campaign_id}).scalar()


_LIVING: Final = (
    select(func.count()).where(THING.c.campaign_id == CAMPAIGN.c.id, THING.c.deleted_at.is_(None)).correlate(CAMPAIGN).scalar_subquery()
)
_LAST: Final = select(COMMIT.c.at).where(COMMIT.c.campaign_id == CAMPAIGN.c.id, COMMIT.c.rev == CAMPAIGN.c.rev).scalar_subquery()
_SHELF: Final = select(
    CAMPAIGN.c.id, CAMPAIGN.c.name, CAMPAIGN.c.ruleset, CAMPAIGN.c.rev, _LIVING, CAMPAIGN.c.created_at, _LAST, CAMPAIGN.c.archived_at
).order_by(CAMPAIGN.c.created_at, CAMPAIGN.c.id)
_ARCHIVED: Final = select(CAMPAIGN.c.name).where(CAMPAIGN.c.id == bindparam("campaign"), CAMPAIGN.c.archived_at.is_not(None))
