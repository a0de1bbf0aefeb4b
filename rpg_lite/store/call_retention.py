"""Limit the call log of a campaign. The oldest calls that changed nothing are deleted first, because reads must not push out changes. Apart
because it decides what may be forgotten, and the log only keeps.
"""

from typing import Final

from sqlalchemy import Connection, and_, case, delete, func, or_, select

from rpg_lite.operations.registry import READ_ONLY, TOOLS, operations
from rpg_lite.store.tables import CALL

MOST_KEPT: Final = 20_000
"""The maximum number of calls to keep, with two rows each: about 16 MB."""
LOOKS_AFTER: Final = 500
"""The number of calls written between two counts."""
MOST_AT_ONCE: Final = 1_000
"""The maximum number of calls to delete at one count: more than are written between two counts."""
_PORTION: Final = 200


def forget(connection: Connection, campaign_id: str, most: int = MOST_KEPT) -> int:
    """Delete the surplus calls with their results; return their number."""
    of_campaign = CALL.c.campaign_id == campaign_id
    there = connection.execute(select(func.count()).select_from(CALL).where(of_campaign, CALL.c.parent_id.is_(None))).scalar_one()
    if there <= most:
        return 0
    came = CALL.alias("came")
    changed_nothing = or_(
        came.c.kind != "result",
        came.c.tag == "tool:read_campaign",
        *(and_(came.c.tag == f"tool:{tool}", came.c.operation.in_(_reads(tool))) for tool in TOOLS),
    )
    oldest = (
        select(came.c.parent_id)
        .where(came.c.campaign_id == campaign_id, came.c.parent_id.is_not(None))
        .order_by(case((changed_nothing, 0), else_=1), came.c.id)
        .limit(min(there - most, MOST_AT_ONCE))
    )
    going = list(connection.execute(oldest).scalars())
    for n in range(0, len(going), _PORTION):
        some = going[n : n + _PORTION]
        connection.execute(delete(CALL).where(of_campaign, CALL.c.parent_id.in_(some)))
        connection.execute(delete(CALL).where(of_campaign, CALL.c.id.in_(some)))
    return len(going)


def _reads(tool: str) -> list[str]:
    return [operation for operation, model in operations(tool).items() if model in READ_ONLY]
