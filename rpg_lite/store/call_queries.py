"""Read the log of calls: the newest calls, their tally, and the revs that they made."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, func, or_, select

from rpg_lite.rules import names
from rpg_lite.store.call_log import LONGEST_TEXT
from rpg_lite.store.tables import CALL, COMMIT, THING
from rpg_lite.world.history_records import LoggedCall, Tally


@dataclass(frozen=True, slots=True)
class CallFilter:
    """The calls to read: after a rev, and with one value from each list that is given. `items`: ids and names; `named`: ids and names of an
    actor or target.
    """

    since: int | None = None
    actors: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()


def newest(connection: Connection, campaign_id: str, wanted: CallFilter, last: int) -> list[LoggedCall]:
    """The calls, newest first."""
    call, came = CALL.alias("asked"), CALL.alias("came")
    asked = (call.c.at, call.c.tag, call.c.operation, call.c.actor_id, call.c.text)
    columns: tuple[Any, ...] = (*asked, came.c.kind, came.c.code, came.c.ms, came.c.rev, THING.c.name)
    actor = and_(THING.c.campaign_id == call.c.campaign_id, THING.c.id == call.c.actor_id)
    found = (
        select(*columns)
        .join(came, and_(came.c.campaign_id == call.c.campaign_id, came.c.parent_id == call.c.id))
        .join(THING, actor, isouter=True)
        .where(*_those(call, came, wanted))
        .order_by(call.c.id.desc())
        .limit(last)
    )
    return [LoggedCall(*row) for row in connection.execute(found, {"campaign": campaign_id})]


def tally(connection: Connection, campaign_id: str, wanted: CallFilter) -> list[Tally]:
    """The counts for each operation, the most used first."""
    came = CALL.alias("came")
    calls, errors = func.count(), func.count().filter(came.c.kind != "result")
    found = (
        select(came.c.tag, came.c.operation, calls, errors, func.avg(came.c.ms))
        .where(came.c.parent_id.is_not(None), *_those(came, came, wanted))
        .group_by(came.c.tag, came.c.operation)
        .order_by(calls.desc(), came.c.tag, came.c.operation)
    )
    return [Tally(*row) for row in connection.execute(found, {"campaign": campaign_id})]


def revs(connection: Connection, campaign_id: str, wanted: CallFilter) -> set[int]:
    """The revs that the matching calls made."""
    came = CALL.alias("came")
    found = select(came.c.rev).where(came.c.kind == "result", came.c.rev.is_not(None), *_those(came, came, wanted))
    return {row[0] for row in connection.execute(found, {"campaign": campaign_id})}


def _those(call: Any, came: Any, wanted: CallFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [call.c.campaign_id == bindparam("campaign")]
    if wanted.since is not None:
        found.append(or_(came.c.rev > wanted.since, and_(came.c.rev.is_(None), call.c.at >= _moment_of(wanted.since))))
    among = (
        (call.c.actor_id, wanted.actors), (call.c.room_id, wanted.rooms), (call.c.item_key, _keys(wanted.items)),
        (call.c.tag, wanted.tags), (call.c.operation, wanted.operations),
    )  # fmt: skip
    found += [column.in_(values) for column, values in among if values]
    if wanted.named:
        found.append(or_(call.c.actor_id.in_(wanted.named), call.c.item_key.in_(_keys(wanted.named))))
    return found


def _moment_of(rev: int) -> Any:
    """The time of the rev; a refused call made no rev and keeps its own time."""
    return select(COMMIT.c.at).where(COMMIT.c.campaign_id == bindparam("campaign"), COMMIT.c.rev == rev).scalar_subquery()


def _keys(items: Sequence[str]) -> list[str]:
    """The ids and names in the form of the rows."""
    return sorted({names.fold(item)[:LONGEST_TEXT] for item in items})
