"""Things in use: worn items, and the tools, prompts and house rules of rooms and characters."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, String, bindparam, exists, or_, select, text

from rpg_lite.store.rows_to_values import CAMPAIGN, COLUMNS, THINGS, USES, living, things_of, uses_of
from rpg_lite.store.tables import EQUIPPED, THING
from rpg_lite.world import tools_in_use
from rpg_lite.world.world_model import DEFAULTS_ID, HOME_ID, KIND_LETTER, InUse, Ref, Thing

Rows = dict[tuple[str, str], InUse]


def load_worn(connection: Connection, campaign_id: str, things: Mapping[str, Thing], using: Iterable[str]) -> Rows:
    """Everything that the characters of the slice wear, and everything that the contexts in `using` have in use, itself or through a set."""
    used = sorted(using)
    contexts = sorted({id for id, thing in things.items() if thing.kind == "character"}.union(used))
    if not contexts:
        return {}
    rows = uses_of(connection.execute(_WORN, {"campaign": campaign_id, "contexts": contexts, "using": used}).all())
    if sets := sorted({row.thing_id for row in rows.values() if row.slot is None and tools_in_use.is_set(row.thing_id)}):
        rows |= uses_of(connection.execute(_WORN, {"campaign": campaign_id, "contexts": sets, "using": sets}).all())
    return rows


def whole(connection: Connection, campaign_id: str) -> Rows:
    """Everything that anybody and any place has in use."""
    return uses_of(connection.execute(_WHOLE, {"campaign": campaign_id}).all())


def find_qualified(connection: Connection, campaign_id: str, refs: Sequence[Ref]) -> list[str]:
    """The ids of the things with the wanted qualified names. Only a glob makes this read every qualified name."""
    wanted = {ref.name for ref in refs if ref.role == "qualified" and ref.name}
    if not wanted:
        return []
    query = _QUALIFIED if any(map(tools_in_use.is_glob, wanted)) else _QUALIFIED.where(THING.c.qualified_name.in_(wanted))
    return [id for id, name in connection.execute(query, {"campaign": campaign_id}) if any(tools_in_use.fits(name, w) for w in wanted)]


def verbs(connection: Connection, campaign_id: str, refs: Sequence[Ref], things: Mapping[str, Thing]) -> tuple[dict[str, Thing], Rows]:
    """The tools of the wanted verbs, and their users in the slice; also one other thing that each context uses, if there is one.

    For a room that uses a set of defaults, this other thing is the set, which is then asked as well.
    """
    verbs = sorted({ref.name for ref in refs if ref.role == "verb" and ref.name})
    if not verbs:
        return {}, {}
    contexts = sorted({DEFAULTS_ID, HOME_ID, *(id for id, thing in things.items() if thing.kind in ("room", "character"))})
    found = list(connection.execute(_VERBS, {"campaign": campaign_id, "verbs": verbs, "contexts": contexts}))
    if sets := sorted({row.thing_id for row in found if tools_in_use.is_set(row.thing_id)}):
        found += connection.execute(_VERBS, {"campaign": campaign_id, "verbs": verbs, "contexts": sets})
    tools = things_of(row[len(USES) :] for row in found)
    return {tool.id: tool for tool in tools}, uses_of(row[: len(USES)] for row in found)


def users(connection: Connection, campaign_id: str, ids: Sequence[str]) -> Rows:
    """The uses of these things, wherever they are."""
    rows = connection.execute(_USERS, {"campaign": campaign_id, "ids": ids}).all() if ids else []
    return uses_of(rows)


def notes_in(connection: Connection, campaign_id: str, bags: Iterable[str]) -> list[str]:
    """The ids of the notes in these contexts, in use or not."""
    asked = sorted(bags)
    return list(connection.execute(_NOTES, {"campaign": campaign_id, "bags": asked}).scalars()) if asked else []


def rooms_with_tools(connection: Connection, campaign_id: str) -> list[str]:
    """The ids of the existing rooms that have tools of their own in use, and of the sets of defaults that other rooms use."""
    return list(connection.execute(_EQUIPPING_ROOMS, {"campaign": campaign_id}).scalars())


_WORN: Final = select(*USES).where(
    *living(EQUIPPED),
    EQUIPPED.c.context_id.in_(bindparam("contexts", expanding=True)),
    or_(EQUIPPED.c.slot.is_not(None), EQUIPPED.c.context_id.in_(bindparam("using", expanding=True))),
)
_WHOLE: Final = select(*USES).where(*living(EQUIPPED))
_VERBS_SQL: Final = f"""
WITH used(context_id, thing_id) AS (
  SELECT rel.context_id, rel.thing_id
  FROM thing AS tool CROSS JOIN equipped AS rel
  WHERE tool.campaign_id = :campaign AND tool.qualified_name IN :verbs AND tool.deleted_at IS NULL
    AND rel.campaign_id = :campaign AND rel.context_id IN :contexts AND rel.thing_id = tool.id AND rel.deleted_at IS NULL
  UNION
  SELECT context_id, MAX(thing_id) FROM equipped
  WHERE campaign_id = :campaign AND context_id IN :contexts AND deleted_at IS NULL AND slot IS NULL
  GROUP BY context_id)
SELECT {", ".join((*(f"rel.{column.name}" for column in USES), *(f"found.{name}" for name in COLUMNS)))}
FROM used CROSS JOIN equipped AS rel CROSS JOIN thing AS found
WHERE rel.campaign_id = :campaign AND rel.context_id = used.context_id AND rel.thing_id = used.thing_id
  AND found.campaign_id = :campaign AND found.id = used.thing_id AND found.deleted_at IS NULL
"""
_VERBS: Final = (
    text(_VERBS_SQL)
    .bindparams(*(bindparam(name, expanding=True, type_=String()) for name in ("verbs", "contexts")))
    .columns(*USES, *THINGS)
)
_USERS: Final = select(*USES).where(*living(EQUIPPED), EQUIPPED.c.thing_id.in_(bindparam("ids", expanding=True)))
_NOTES: Final = select(THING.c.id).where(
    *living(THING), THING.c.parent_id.in_(bindparam("bags", expanding=True)), THING.c.kind.in_(("data", "reference"))
)
_QUALIFIED: Final = select(THING.c.id, THING.c.qualified_name).where(*living(THING), THING.c.qualified_name.is_not(None))
_EQUIPPING_ROOMS: Final = (
    select(THING.c.id)
    .where(THING.c.campaign_id == CAMPAIGN, THING.c.deleted_at.is_(None), or_(THING.c.kind == "room", THING.c.parent_id == DEFAULTS_ID))
    .where(
        exists().where(
            EQUIPPED.c.campaign_id == THING.c.campaign_id,
            EQUIPPED.c.context_id == THING.c.id,
            EQUIPPED.c.deleted_at.is_(None),
            EQUIPPED.c.thing_id.not_like(f"{KIND_LETTER['container']}%"),
        )
    )
    .order_by(THING.c.created_at, THING.c.id)
)
