"""The world as one who is not the game master sees it: nothing hidden, nothing far, no name that nobody has told them."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rpg_lite.commands.batch import Decided
from rpg_lite.commands.menu import READ_ONLY
from rpg_lite.commands.outcome import Accepted, Rejected, Rooms
from rpg_lite.commands.permissions import Caller, is_awake_stranger, is_known, standing
from rpg_lite.commands.reading import History
from rpg_lite.commands.targets import Command
from rpg_lite.rules.looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import looks
from rpg_lite.views.rooms import UNKNOWN
from rpg_lite.world import bearers
from rpg_lite.world.locks import is_locked
from rpg_lite.world.things import JOURNAL_ID, Known, Thing, World

Json = dict[str, Any]
_SECRET_KINDS: Final = frozenset({"data", "reference"})
"""Prompts, house rules: words of the game master."""
MASTERS_TO_TELL: Final = "what the game master tells of it"
SHORTEST_SENTENCE: Final = 20
_LYING: Final = frozenset({"item", "container"})
_OF_LOCKS: Final = frozenset({"door_locked", "bag_locked", "lock_is_made"})
_OF_KEYS: Final = frozenset({"way_locked", "key_missing", "lock_needs_one"})


def found(world: World) -> World:
    """Without the things that are hidden and what lies in them: nobody lays hands on what nobody has found."""
    return _without(world, {t.id for t in world.things.values() if t.body.get("hidden") and t.kind != "character"})


def seen_by(caller: Caller, world: World, book: Rulebook, rooms: Rooms) -> World:
    """As the caller sees it. What is not identified keeps its numbers and its place, under the name of its look."""
    near = standing(caller, world)
    unseen = {t.id for t in world.things.values() if t.body.get("hidden") or _is_secret(caller, t) or _is_far(caller, t, world, near)}
    there = _without(world, {*unseen, *_out_of_view(caller, world)})
    return replace(
        there,
        things={id: _veiled(t, near, book) for id, t in there.things.items()},
        exits={id: way for id, way in there.exits.items() if not way.hidden},
        roster=tuple(_told(there, near, rooms)),
    )


def _without(world: World, ids: Collection[str]) -> World:
    """The world without these things and all that lies in them; rows and ways that name one are gone as well."""
    gone = {*ids, *(inside.id for id in ids for inside in world.tree_of(id))}
    if not gone:
        return world
    return World(
        world.campaign,
        {id: t for id, t in world.things.items() if id not in gone},
        {key: row for key, row in world.equipped.items() if not gone & {*key}},
        world.roster,
        world.exits,
    )


def eyes(caller: Caller, book: Rulebook, rooms: Rooms = lambda ids: {}) -> Callable[[World], World]:
    """What this caller makes of a world. `rooms`: to know of a name in the roster whether it is a room that they know."""
    return lambda world: seen_by(caller, world, book, rooms)


def _is_secret(caller: Caller, thing: Thing) -> bool:
    """But for what stands in the journal, of which everybody reads the own entries alone; who plays without a game master has what rooms use."""
    return not caller.aloud and thing.kind in _SECRET_KINDS and thing.parent_id != JOURNAL_ID


def _is_far(caller: Caller, thing: Thing, world: World, near: set[str]) -> bool:
    """Whoever and whatever is in no room that they have before their eyes, but for the party and what it carries."""
    if thing.kind == "character":
        who: Thing | None = thing
    elif thing.kind in _LYING and not thing.is_frame:
        who = world.bearer_of(thing.id)
    else:
        return False
    if who and is_known(caller, who):
        return False
    room = world.room_of(thing.id)
    return room is None or room.id not in near


def _out_of_view(caller: Caller, world: World) -> Iterable[str]:
    """What strangers who are awake have in their bags, and what is locked away, unless the party carries it about and feels its weight."""
    for thing in world.things.values():
        who = world.bearer_of(thing.id) if thing.kind in _LYING and not thing.is_frame else None
        if who and is_awake_stranger(caller, world, who) and not world.row_of(thing.id):
            yield thing.id
        elif is_locked(thing) and not (who and is_known(caller, who)):
            yield from (inside.id for inside in world.bag_of(thing.id))


def _is_discovered(room: Thing, near: set[str]) -> bool:
    return bool(room.body.get("seen")) or room.id in near


def _veiled(thing: Thing, near: set[str], book: Rulebook) -> Thing:
    if thing.kind == "room":
        known = {k: v for k, v in thing.body.items() if k != "notes"}
        return replace(thing, body=known) if _is_discovered(thing, near) else replace(thing, name=UNKNOWN, body={})
    return _renamed(thing, book) if looks.is_hidden(thing) else thing


def _renamed(thing: Thing, book: Rulebook) -> Thing:
    """The same item under its look, with none of its words."""
    item = bearers.item_of(thing, book)
    look = plain_look(item)
    plain = item.model_copy(
        update={"name": look, "base": look, "aliases": (), "description": None, "adjudicated": (), "variant": None, "same_item_as": None}
    )
    state = {k: v for k, v in thing.state.items() if k not in ("base", "variant")}
    body = {k: v for k, v in thing.body.items() if k != "template"} | {"state": state}
    body["item"] = plain.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return replace(thing, name=look if thing.name == item.name else thing.name, body=body)


def _told(world: World, near: set[str], rooms: Rooms) -> Iterable[Known]:
    """Of the roster whom they see and the rooms that they know."""
    ids = [k.id for k in world.roster if k.kind == "room"]
    stored = {**rooms(ids), **world.things} if ids else world.things
    for known in world.roster:
        if known.kind == "room":
            if known.id in stored and _is_discovered(stored[known.id], near):
                yield known
        elif known.id in world.things:
            yield replace(known, name=world.things[known.id].name)


# ── telling ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def answer(caller: Caller, asked: Sequence[Command], decided: Decided, book: Rulebook, tell: Callable[[Decided], Json]) -> Json:
    """What was decided as it is, told as it is seen; what only reads was decided on what is seen, and but for history no word of it came from elsewhere."""
    sees = eyes(caller, book)
    outcomes = tuple(replace(o, world=sees(o.world)) if isinstance(o, Accepted) else _careful(o) for o in decided.outcomes)
    told = tell(replace(decided, outcomes=outcomes, befores=tuple(map(sees, decided.befores))))
    return told if all(type(c) in READ_ONLY and not isinstance(c, History) for c in asked) else _without_names(told, decided, caller, book)


def _careful(refused: Rejected) -> Rejected:
    """What opens a lock is found out at the lock; and what to send instead may be the game master's to send."""
    secret: Json = {}
    if refused.details.get("holder"):
        secret = {"dc": None}
    elif refused.code in _OF_LOCKS:
        secret = {"key": None, "dc": None, "unsaid": True}
    elif refused.code in _OF_KEYS:
        secret = {"key": "", "dc": None}
    return replace(refused, instead=None, details={**refused.details, **secret})


def _without_names(answer: Json, decided: Decided, caller: Caller, book: Rulebook) -> Json:
    """The answer with every name that its words may have taken from the world as it is replaced by what players say, but for one that was asked for in vain."""
    typed = {str(o.details.get("wanted")).casefold() for o in decided.outcomes if isinstance(o, Rejected)}
    found = _secrets((*decided.befores[:1], decided.world), caller, book)
    secret = {name: told for name, told in found if name.casefold() not in typed}
    if not secret:
        return answer
    pattern = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, sorted(secret, key=len, reverse=True))) + r")(?!\w)", re.IGNORECASE)
    done: Json = _replaced(answer, pattern, {k.casefold(): v for k, v in secret.items()})
    return done


def _secrets(worlds: Sequence[World], caller: Caller, book: Rulebook) -> Iterable[tuple[str, str]]:
    now = worlds[-1]
    near = standing(caller, now)
    for world in worlds:
        for thing in world.things.values():
            if looks.is_hidden(now.things.get(thing.id, thing)):
                item = bearers.item_of(thing, book)
                yield item.name, plain_look(item)
                texts = (item.description, item.effect, *item.adjudicated)
                yield from ((text, MASTERS_TO_TELL) for text in texts if text and _is_sentence(text))
    for room in now.things.values():
        if room.kind == "room" and not _is_discovered(room, near):
            yield room.name, UNKNOWN


def _is_sentence(text: str) -> bool:
    """Whether it says something by itself; a single word says as much of everything else."""
    return len(text.split()) > 1 or len(text) >= SHORTEST_SENTENCE


def _replaced(value: Any, pattern: re.Pattern[str], secret: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return pattern.sub(lambda hit: secret.get(hit.group().casefold(), UNKNOWN), value)
    if isinstance(value, dict):
        return {k: _replaced(v, pattern, secret) for k, v in value.items()}  # what names a key was made of what is seen
    return [_replaced(v, pattern, secret) for v in value] if isinstance(value, list) else value
