"""The statements that find a campaign, guard it against other writers and take its next rev."""

from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, func, select, update

from rpg_lite.store import migrate
from rpg_lite.store.rows_to_values import CAMPAIGNS, campaign_of
from rpg_lite.store.tables import CAMPAIGN
from rpg_lite.world.world_model import Campaign

EVERY: Final[Select[Any]] = select(*CAMPAIGNS)
BY_ID: Final = EVERY.where(CAMPAIGN.c.id == bindparam("campaign"), migrate.IS_HEAD)
BY_NAME: Final = EVERY.where(CAMPAIGN.c.name == bindparam("name"))
REV: Final = select(CAMPAIGN.c.rev).where(CAMPAIGN.c.id == bindparam("campaign"), migrate.IS_HEAD)
_OPEN: Final = update(CAMPAIGN).where(CAMPAIGN.c.id == bindparam("campaign"), CAMPAIGN.c.archived_at.is_(None), migrate.IS_HEAD)
NEXT_REV: Final = _OPEN.values(rev=CAMPAIGN.c.rev + 1).returning(*CAMPAIGNS)
TO_REV: Final = update(CAMPAIGN).where(CAMPAIGN.c.id == bindparam("campaign")).values(rev=bindparam("last"))
SAME: Final = update(CAMPAIGN).where(CAMPAIGN.c.id == select(func.min(CAMPAIGN.c.id)).scalar_subquery()).values(rev=CAMPAIGN.c.rev)
"""A write that changes nothing."""
GUARD: Final = _OPEN.values(rev=CAMPAIGN.c.rev)

RULESET: Final = _OPEN.where(CAMPAIGN.c.rev == 0).values(ruleset=bindparam("other"))
"""Nothing has been recorded at rev 0, so no number depends on the ruleset yet."""


def campaign_named(connection: Connection, name: str) -> Campaign | None:
    row = connection.execute(BY_NAME, {"name": name}).first()
    return campaign_of(row) if row else None
