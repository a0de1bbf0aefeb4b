"""The start of every campaign: the events for data/world.json, and those for the parts that an older campaign lacks."""

import json
from collections.abc import Collection, Iterable
from functools import cache
from typing import Any, Final

from rpg_lite.content.rulebook_files import folder
from rpg_lite.vocabulary import Kind
from rpg_lite.world import tools_in_use
from rpg_lite.world.events import Created, Equipped, Event, Moved
from rpg_lite.world.world_model import DEFAULTS_ID, FIRST_ROOM_ID, FIRST_SET_ID, INTERNAL_ID, ROOMS_ID, WORLD_ID, Thing, World


@cache
def _things() -> tuple[Thing, ...]:
    """The root of the tree, Home, the Lobby, and the verbs; their ids never change, because older campaigns have to be completed."""
    written = json.loads((folder("data") / "world.json").read_text("utf-8"))
    return tuple(_thing(**t) for t in written)


def _thing(id: str, kind: Kind, name: str, parent: str | None = None, qualified_name: str | None = None, **body: Any) -> Thing:
    return Thing(id, kind, name, parent, qualified_name=qualified_name, body=body)


def ids() -> frozenset[str]:
    return frozenset(t.id for t in _things())


def first_rooms() -> dict[str, Thing]:
    """Id → the room, for each room that every campaign has."""
    return {t.id: t for t in _things() if t.kind == "room"}


def descriptions() -> dict[str, str]:
    """Qualified name → description, for each verb that rooms equip."""
    return {
        t.qualified_name: t.state.description or "" for t in _things() if t.qualified_name and not tools_in_use.is_demand(t.qualified_name)
    }


def first_world() -> tuple[Event, ...]:
    """The tree, then the verbs with which the defaults, their first set and the Lobby are equipped."""
    return (*map(Created, _things()), *_in_use(_verbs(_things()), (DEFAULTS_ID, FIRST_SET_ID, FIRST_ROOM_ID)), _FIRST_SET)


def missing(world: World, known: Collection[str], rooms: Collection[str] = ()) -> tuple[Event, ...]:
    """The things that a campaign from an older version lacks. Things that were removed stay removed.

    `rooms`: rooms with their own tools. A new verb becomes available there too, as in rooms that use the defaults.
    """
    new = [t for t in _things() if t.id not in known]
    lobby = world.things.get(FIRST_ROOM_ID)
    moved = [Moved(FIRST_ROOM_ID, WORLD_ID, ROOMS_ID)] if lobby and lobby.parent_id == WORLD_ID and ROOMS_ID not in known else []
    begun = [c for c in (DEFAULTS_ID, FIRST_ROOM_ID) if c not in known]
    older = [DEFAULTS_ID, *rooms] if DEFAULTS_ID in world.things else []
    contexts = dict.fromkeys((*begun, *older, *([FIRST_ROOM_ID] if moved else [])))
    lacks_set = [] if FIRST_SET_ID in known else [t for t in _verbs(_things()) if t.id in world.things or t.id not in known]
    first_set = (*_in_use(lacks_set, [FIRST_SET_ID]), _FIRST_SET) if lacks_set else ()
    return (*map(Created, new), *moved, *_in_use(_verbs(new), contexts), *first_set)


_FIRST_SET: Final = Equipped(DEFAULTS_ID, FIRST_SET_ID, None)


def _verbs(things: Iterable[Thing]) -> list[Thing]:
    """The tools that every room uses. At the start, no room uses the optional rules, which a table may demand."""
    return [t for t in things if t.parent_id == INTERNAL_ID and not tools_in_use.is_demand(t.qualified_name or "")]


def _in_use(tools: Collection[Thing], contexts: Collection[str]) -> list[Event]:
    return [Equipped(context, t.id, None) for context in contexts for t in tools]
