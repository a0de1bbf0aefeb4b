"""The commits of a campaign with their events: they are written once, and read for history, undo and repeated requests."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, bindparam, insert, select

from rpg_lite.store.tables import COMMIT, EVENT
from rpg_lite.world import events
from rpg_lite.world.history_records import Commit

COMPLETED_BY: Final = "complete_campaign"
"""The tool name for changes that a new version of the program makes to a campaign automatically; nobody can undo them."""

JOURNAL: Final = "keep_journal"
"""The tool that only records words."""


@dataclass(frozen=True, slots=True)
class CommitHead:
    """The columns that show whether a commit has been undone."""

    rev: int
    tool: str
    undoes: int | None
    back_to: int | None


@dataclass(frozen=True, slots=True)
class RolledDice:
    """A roll: the dice as they were written, and the faces in order."""

    rev: int
    dice: str
    faces: tuple[int, ...]


def write(connection: Connection, campaign_id: str, commits: Sequence[Commit]) -> None:
    connection.execute(_WRITE_COMMIT, [{"campaign_id": campaign_id} | _commit_row(commit) for commit in commits])
    rows = [
        {"campaign_id": campaign_id, "rev": commit.rev, "n": n, "body": body}
        for commit in commits
        for n, body in enumerate(events.dump(commit.events), start=1)
    ]
    if rows:
        connection.execute(_WRITE_EVENT, rows)


def newest(connection: Connection, campaign_id: str, last: int, until: int) -> list[Commit]:
    """The last commits up to the rev `until`, newest first."""
    rows = connection.execute(_NEWEST, {"campaign": campaign_id, "last": last, "until": until}).all()
    return _with_events(connection, campaign_id, rows)


def deeds(connection: Connection, campaign_id: str, last: int, until: int) -> list[Commit]:
    """Those of the `last` commits up to the rev `until` that do more than record words, newest first, with their dice and changes alone. The
    database leaves out the other events, because an adventure comes as thousands of them.
    """
    rows = connection.execute(_DEEDS, {"campaign": campaign_id, "rev": until - last, "until": until}).all()
    return _with_events(connection, campaign_id, rows, _NUMBERS)


def answers(connection: Connection, campaign_id: str, last: int, until: int) -> list[Commit]:
    """The same commits as `newest`, without their events."""
    rows = connection.execute(_NEWEST, {"campaign": campaign_id, "last": last, "until": until})
    return [Commit(**row._mapping, events=()) for row in rows]


def since(connection: Connection, campaign_id: str, rev: int) -> list[Commit]:
    """The commits after `rev`, oldest first."""
    rows = connection.execute(_SINCE, {"campaign": campaign_id, "rev": rev}).all()
    return _with_events(connection, campaign_id, rows)


def heads(connection: Connection, campaign_id: str, since: int, last: int) -> list[CommitHead]:
    """The last commits after `since`, oldest first, without answers and events."""
    found = connection.execute(_HEADS, {"campaign": campaign_id, "rev": since, "last": last})
    return [CommitHead(*row) for row in found][::-1]


def these(connection: Connection, campaign_id: str, revs: Sequence[int]) -> Iterator[Commit]:
    """The commits with the given revs, each with its events."""
    for n in range(0, len(revs), _AT_ONCE):
        portion = revs[n : n + _AT_ONCE]
        happened: dict[int, list[dict[str, Any]]] = {rev: [] for rev in portion}
        for rev, body in connection.execute(_EVENTS_OF, {"campaign": campaign_id, "revs": portion}):
            happened[rev].append(body)
        for row in connection.execute(_THESE, {"campaign": campaign_id, "revs": portion}):
            yield Commit(**row._mapping, events=events.load(happened[row.rev]))


def commit_of_request(connection: Connection, campaign_id: str, request_id: str) -> Commit | None:
    """The commit that this request made."""
    rows = connection.execute(_ANSWERED, {"campaign": campaign_id, "request": request_id}).all()
    return next(iter(_with_events(connection, campaign_id, rows)), None)


def rolls(connection: Connection, campaign_id: str, since: int) -> list[RolledDice]:
    """The dice rolled after `since`, each with its rev. The database filters them, because few events are rolls."""
    found = connection.execute(_ROLLS, {"campaign": campaign_id, "rev": since})
    return [RolledDice(rev, body["dice"], tuple(body["faces"])) for rev, body in found]


def _with_events(connection: Connection, campaign_id: str, commits: Sequence[Row[Any]], asked: Select[Any] | None = None) -> list[Commit]:
    """`asked`: which events; without it, all of each commit."""
    if not commits:
        return []
    revs = [row.rev for row in commits]
    happened: dict[int, list[dict[str, Any]]] = {rev: [] for rev in revs}
    between = {"campaign": campaign_id, "first": min(revs), "last": max(revs)}
    for rev, body in connection.execute(_EVENTS if asked is None else asked, between):
        if rev in happened:
            happened[rev].append(body)
    return [Commit(**row._mapping, events=events.load(happened[row.rev])) for row in commits]


def _commit_row(commit: Commit) -> dict[str, Any]:
    return {name: getattr(commit, name) for name in _NAMES}


_AT_ONCE: Final = 200
"""The number of commits whose events are read together."""
_NAMES: Final = ("rev", "tool", "request_id", "request_hash", "answer", "undoes", "at", "back_to", "deed")
_WRITE_COMMIT: Final = insert(COMMIT)
_WRITE_EVENT: Final = insert(EVENT)


def _commits() -> Select[Any]:
    return select(*(COMMIT.c[name] for name in _NAMES)).where(COMMIT.c.campaign_id == bindparam("campaign"))


_NEWEST: Final = _commits().where(COMMIT.c.rev <= bindparam("until")).order_by(COMMIT.c.rev.desc()).limit(bindparam("last"))
_DEEDS: Final = (
    _commits()
    .where(COMMIT.c.rev > bindparam("rev"), COMMIT.c.rev <= bindparam("until"), COMMIT.c.tool != JOURNAL)
    .order_by(COMMIT.c.rev.desc())
)
_SINCE: Final = _commits().where(COMMIT.c.rev > bindparam("rev")).order_by(COMMIT.c.rev)
_THESE: Final = _commits().where(COMMIT.c.rev.in_(bindparam("revs", expanding=True)))
_HEADS: Final = (
    select(COMMIT.c.rev, COMMIT.c.tool, COMMIT.c.undoes, COMMIT.c.back_to)
    .where(COMMIT.c.campaign_id == bindparam("campaign"), COMMIT.c.rev > bindparam("rev"))
    .order_by(COMMIT.c.rev.desc())
    .limit(bindparam("last"))
)
_ANSWERED: Final = _commits().where(COMMIT.c.request_id == bindparam("request"))
_EVENTS: Final = (
    select(EVENT.c.rev, EVENT.c.body)
    .where(EVENT.c.campaign_id == bindparam("campaign"), EVENT.c.rev.between(bindparam("first"), bindparam("last")))
    .order_by(EVENT.c.rev, EVENT.c.n)
)
_NUMBERS: Final = _EVENTS.where(EVENT.c.body["event"].as_string().in_(("rolled", "changed")))
_EVENTS_OF: Final = (
    select(EVENT.c.rev, EVENT.c.body)
    .where(EVENT.c.campaign_id == bindparam("campaign"), EVENT.c.rev.in_(bindparam("revs", expanding=True)))
    .order_by(EVENT.c.rev, EVENT.c.n)
)
_ROLLS: Final = select(EVENT.c.rev, EVENT.c.body).where(
    EVENT.c.campaign_id == bindparam("campaign"), EVENT.c.rev > bindparam("rev"), EVENT.c.body["event"].as_string() == "rolled"
)
