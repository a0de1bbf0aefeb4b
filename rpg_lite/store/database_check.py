"""Check whether commands could have produced the contents of a database, and locate each fault."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from sqlalchemy import Connection, bindparam, func, select

from rpg_lite.rules import names
from rpg_lite.store import dependency_order
from rpg_lite.store.dependency_order import Progress
from rpg_lite.store.replay import ImpossibleEvent, Replay
from rpg_lite.store.rows_to_values import CAMPAIGNS, THINGS, USES, campaign_of, things_of, uses_of
from rpg_lite.store.tables import CAMPAIGN, COMMIT, EQUIPPED, EVENT, EXIT, THING
from rpg_lite.store.world_writer import template_of
from rpg_lite.world import events
from rpg_lite.world.clock import LAST_MINUTE
from rpg_lite.world.world_model import WORLD_ID, Campaign, Exit, InUse, Key, Thing, World

Code = Literal[
    "file_damaged", "key_broken", "root_missing", "bag_missing", "lies_in_itself", "name_key_differs", "template_differs",
    "worn_missing", "worn_elsewhere", "attuned_elsewhere", "exit_nowhere", "time_too_far", "rev_differs", "commit_missing", "event_missing",
    "event_odd", "chronicle_differs",
]  # fmt: skip

SENTENCES: Final[Mapping[Code, str]] = {
    "file_damaged": "the file is damaged: {what}; put a backup in its place",
    "key_broken": "a row of {what} refers to a row that does not exist",
    "root_missing": "the root of its tree is missing, or lies inside something",
    "bag_missing": "{what} lies in something that no longer exists",
    "lies_in_itself": "{what} lies inside itself",
    "name_key_differs": "{what} is not found by its name",
    "template_differs": "{what} is not found by its template",
    "worn_missing": "{what} is in use, but one of the two no longer exists",
    "worn_elsewhere": "{what} is worn by someone who does not carry it",
    "attuned_elsewhere": "{what} is attuned to someone who does not carry it",
    "exit_nowhere": "{what} leads from or to something that is not an existing room",
    "time_too_far": "its time is past the last possible minute, so it cannot be exported: {what}; undo the command that let the time pass",
    "rev_differs": "its rev is not that of its last commit: {what}",
    "commit_missing": "commits are missing between its first and its last: {what}",
    "event_missing": "the commit {what} lacks events",
    "event_odd": "the chronicle cannot be replayed from {what} on",
    "chronicle_differs": "its commits and its tables disagree about {what}",
}


@dataclass(frozen=True, slots=True)
class DatabaseFinding:
    """`campaign`: the name of the campaign; None for the database as a whole."""

    campaign: str | None
    code: Code
    what: str = ""

    @property
    def sentence(self) -> str:
        told = SENTENCES[self.code].format(what=self.what)
        return f"{self.campaign}: {told}." if self.campaign else f"{told[:1].upper()}{told[1:]}."


@dataclass(frozen=True, slots=True)
class LivingRows:
    """The live rows of a campaign in the tables. `found_by`: the name key and the template of each thing."""

    campaign: Campaign
    things: Mapping[str, Thing]
    found_by: Mapping[str, tuple[str, str | None]]
    equipped: Mapping[Key, InUse]
    exits: Mapping[str, Exit]


def database(connection: Connection) -> Iterator[DatabaseFinding]:
    """Faults that only SQLite can find; PostgreSQL enforces its keys itself, and its administrator checks its pages."""
    if connection.dialect.name == "sqlite":
        for (told,) in connection.exec_driver_sql("PRAGMA integrity_check(10)"):
            if told != "ok":
                yield DatabaseFinding(None, "file_damaged", told)
        for table in dict.fromkeys(row[0] for row in connection.exec_driver_sql("PRAGMA foreign_key_check")):
            yield DatabaseFinding(None, "key_broken", table)


def campaign(connection: Connection, campaign_id: str, progress: Progress, telling: type[Replay] = Replay) -> Iterator[DatabaseFinding]:
    """Find the faults of a campaign. `telling`: the class that replays the chronicle; for an import, a class that trusts nothing."""
    held = _hold_rows(connection, campaign_id)
    for look in (_tree, _names, _find_worn, _bonds, _ways):
        for code, what in look(held):
            yield DatabaseFinding(held.campaign.name, code, what)
    for code, what in (*_revs(connection, held), *_chronicle(connection, held, progress, telling)):
        yield DatabaseFinding(held.campaign.name, code, what)


Found = Iterator[tuple[Code, str]]


def _tree(held: LivingRows) -> Found:
    root = held.things.get(WORLD_ID)
    if root is None or root.parent_id is not None:
        yield "root_missing", ""
    for thing in held.things.values():
        if thing.id != WORLD_ID and thing.parent_id not in held.things:
            yield "bag_missing", _call_by_name(thing)
    for thing in _in_themselves(held.things):
        yield "lies_in_itself", _call_by_name(thing)


def _in_themselves(things: Mapping[str, Thing]) -> Iterator[Thing]:
    """Yield one thing from each cycle of things that contain each other."""
    done = set[str]()
    for thing in things.values():
        way = dict[str, None]()
        at: Thing | None = thing
        while at and at.id not in done and at.id not in way:
            way[at.id] = None
            at = things.get(at.parent_id or "")
        if at and at.id in way:
            yield at
        done.update(way)


def _names(held: LivingRows) -> Found:
    for id, (key, template) in held.found_by.items():
        thing = held.things[id]
        if key != names.fold(thing.name):
            yield "name_key_differs", _call_by_name(thing)
        if template != template_of(thing.item):
            yield "template_differs", _call_by_name(thing)


def _find_worn(held: LivingRows) -> Found:
    for (context, id), row in held.equipped.items():
        bearer, thing = held.things.get(context), held.things.get(id)
        if bearer is None or thing is None:
            yield "worn_missing", f"{id} by {context}"
        elif row.slot is not None and bearer.kind == "character" and thing.parent_id != context:
            yield "worn_elsewhere", _call_by_name(thing)


def _bonds(held: LivingRows) -> Found:
    world = World(held.campaign, held.things)
    for thing in held.things.values():
        if thing.attuned_to is not None and thing.attuned_to not in (outer.id for outer in world.ancestors(thing.id)):
            yield "attuned_elsewhere", _call_by_name(thing)


def _ways(held: LivingRows) -> Found:
    for way in held.exits.values():
        ends = [held.things.get(room) for room in (way.from_room, way.to_room) if room is not None]
        if not all(end and end.kind == "room" for end in ends):
            yield "exit_nowhere", f"{way.label} ({way.id})"


def _revs(connection: Connection, held: LivingRows) -> Found:
    if held.campaign.minutes > LAST_MINUTE:
        yield "time_too_far", f"{held.campaign.minutes} minutes of at most {LAST_MINUTE}"
    here = COMMIT.c.campaign_id == held.campaign.id
    first, last, count = connection.execute(select(func.min(COMMIT.c.rev), func.max(COMMIT.c.rev), func.count()).where(here)).one()
    if last != held.campaign.rev:
        yield "rev_differs", f"{held.campaign.rev} and {last}"
    if first != 0 or count != last + 1:
        yield "commit_missing", f"{count} from rev {first} to {last}"
    counts = (func.count(), func.max(EVENT.c.n))
    gaps = select(EVENT.c.rev).where(EVENT.c.campaign_id == held.campaign.id).group_by(EVENT.c.rev).having(counts[0] != counts[1])
    for rev in connection.execute(gaps.order_by(EVENT.c.rev)).scalars():
        yield "event_missing", str(rev)


def _chronicle(connection: Connection, held: LivingRows, progress: Progress, telling: type[Replay]) -> Found:
    """Replay every event, beginning with rev 0."""
    replay = telling(Campaign(held.campaign.id, held.campaign.name, held.campaign.rev, held.campaign.ruleset, 0, held.campaign.policy))
    done, total = 0, dependency_order.count(connection, EVENT, held.campaign.id)
    for portion in dependency_order.portions(dependency_order.in_order(connection, EVENT, held.campaign.id)):
        for row in portion:
            try:
                replay.happen(events.load((row["body"],)))
            except (ValueError, LookupError, TypeError, AttributeError) as error:
                why = f" ({error})" if isinstance(error, ImpossibleEvent) else ""
                yield "event_odd", f"event {row['n']} of rev {row['rev']}{why}"
                return
        done += len(portion)
        progress("event", done, total)
    if replay.campaign.minutes != held.campaign.minutes:
        yield "chronicle_differs", f"the time: {replay.campaign.minutes} and {held.campaign.minutes} minutes"
    told: tuple[tuple[Mapping[Any, Any], Mapping[Any, Any]], ...] = (
        (replay.things, held.things), (replay.equipped, held.equipped), (replay.exits, held.exits),
    )  # fmt: skip
    for then, now in told:
        for key in sorted(k for k in {*then, *now} if then.get(k) != now.get(k)):
            yield "chronicle_differs", key if isinstance(key, str) else f"{key[1]} in use by {key[0]}"


def _hold_rows(connection: Connection, campaign_id: str) -> LivingRows:
    asked = select(*CAMPAIGNS).where(CAMPAIGN.c.id == campaign_id)
    row = connection.execute(asked).one()
    things = _living(connection, THING, (*THINGS, THING.c.name_key, THING.c.template), campaign_id)
    worn = _living(connection, EQUIPPED, USES, campaign_id)
    ways = _living(connection, EXIT, [EXIT.c[f.name] for f in fields(Exit)], campaign_id)
    return LivingRows(
        campaign_of(row),
        {t.id: t for t in things_of(row[:-2] for row in things)},
        {t[0]: (t[-2], t[-1]) for t in things},
        uses_of(worn),
        {w[0]: Exit(*w) for w in ways},
    )


def _living(connection: Connection, table: Any, columns: Iterable[Any], campaign_id: str) -> list[Any]:
    asked = select(*columns).where(table.c.campaign_id == bindparam("campaign"), table.c.deleted_at.is_(None))
    return list(connection.execute(asked, {"campaign": campaign_id}))


def _call_by_name(thing: Thing) -> str:
    return f"{thing.name} ({thing.id})"
