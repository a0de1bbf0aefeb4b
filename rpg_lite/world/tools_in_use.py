"""Merge the tools, prompts and house rules that a room and a character have in use, in the order that applies."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Final

from rpg_lite.vocabulary import Kind
from rpg_lite.world import events
from rpg_lite.world.events import Event
from rpg_lite.world.world_model import DEFAULTS_ID, HOME_ID, KIND_LETTER, InUse, Thing, World, order_made

CAPABILITIES: Final[tuple[Kind, ...]] = ("tool", "data", "reference")
"""The kinds of things that contexts equip without a slot; nobody carries such things."""
NOTES: Final[tuple[Kind, ...]] = ("data", "reference")
_LETTER_OF_SETS: Final = KIND_LETTER["container"]
OWN_SPACE: Final = "rpg"
SCRIPT_SPACE: Final = "script"
"""The namespace of notes with house rules as scripts, such as script:hunger."""
DAYS: Final = 30
"""The number of days of the campaign for which a script runs if it was put in use without an end."""
TURN_SPACE: Final = "turn"
"""The namespace of rules that a table may demand, such as turn:components."""


def merge_uses(world: World, room_id: str | None, character_id: str | None, kind: Kind) -> tuple[Thing, ...]:
    """The tools and notes available in the room for the character: the room's, then the character's, by priority (low numbers first).

    A qualified name in both keeps its place among the room's tools. Unavailable tools and notes are left out.
    """
    return tuple(t for t in in_use(world, room_id, character_id, kind) if t.available)


def in_use(world: World, room_id: str | None, character_id: str | None, kind: Kind) -> tuple[Thing, ...]:
    """The tools and notes in use, including unavailable ones; the notes that Home uses apply everywhere and come last."""
    found: dict[str, Thing] = {}
    everywhere = HOME_ID if kind in NOTES else None
    for context in (in_force(world, room_id), character_id, everywhere):
        for thing in equipped_by(world, context, (kind,)) if context else ():
            found.setdefault(thing.qualified_name or thing.id, thing)
    return tuple(found.values())


def in_force(world: World, room_id: str | None) -> str:
    """The id of the context that applies in a room: the room itself, or the defaults as long as the room equips nothing."""
    return room_id if room_id and any(_of_kinds(world, rows_of(world, room_id), CAPABILITIES)) else DEFAULTS_ID


def equipped_by(world: World, context_id: str, kinds: Sequence[Kind] = CAPABILITIES) -> list[Thing]:
    """The tools and notes of these kinds that a context equips, by priority, then in the order of their creation."""
    rows = rows_of(world, context_id)
    return sorted(_of_kinds(world, rows, kinds), key=lambda t: (rows[t.id].priority, order_made(t)))


def rows_of(world: World, context_id: str) -> Mapping[str, InUse]:
    """Thing → its row, for everything that a context equips, by itself or through a set of defaults."""
    own = world.worn_by.get(context_id, {})
    sets = [] if context_id == DEFAULTS_ID else [id for id in own if id.startswith(_LETTER_OF_SETS)]
    return {**own, **{id: row for each in sets for id, row in world.worn_by.get(each, {}).items()}} if sets else own


def _of_kinds(world: World, rows: Iterable[str], kinds: Sequence[Kind]) -> Iterator[Thing]:
    return (t for id in rows if (t := world.things.get(id)) and t.kind in kinds)


def kept_from_players(world: World) -> frozenset[str]:
    """The ids of the notes that only the game master reads: those that only Home uses, and scripts."""
    notes = {t.id for t in equipped_by(world, HOME_ID) if t.kind in NOTES}
    scripts = {t.id for t in world.things.values() if is_script(t)}
    return frozenset(notes - {id for context, id in world.equipped if context != HOME_ID} | scripts)


def is_script(thing: Thing) -> bool:
    return thing.kind == "data" and (thing.qualified_name or "").startswith(f"{SCRIPT_SPACE}:")


def layer_of(tool: Thing) -> str:
    """The origin of a tool: internal for the game's own tools, external for those of a server."""
    return "internal" if (tool.qualified_name or "").startswith((f"{OWN_SPACE}:", f"{TURN_SPACE}:")) else "external"


def is_demand(name: str) -> bool:
    """Whether the name is that of a rule that a table may demand, not of a tool to call."""
    return name.startswith(f"{TURN_SPACE}:")


def is_at_hand(world: World, room_id: str | None, character_id: str | None, tool: str) -> bool:
    """Whether the tool of this qualified name may be called there: a sealed room has exits, but does not allow the verbs."""
    return any(t.qualified_name == tool for t in merge_uses(world, room_id, character_id, "tool"))


# ── the defaults of new rooms ───────────────────────────────────────────────────────────────────────────────────────
#
# A set of defaults is a container inside the defaults that equips what the defaults equipped at one time, and never changes with them
# afterwards. A new room equips the set alone instead of two dozen tools, and keeps it when the defaults change later.


def is_set(id: str) -> bool:
    """Whether this id, as something in use, is that of a set of defaults: nobody equips any other container."""
    return id.startswith(_LETTER_OF_SETS)


def current_set(world: World) -> str | None:
    """The id of the set that equips exactly what the defaults equip now."""
    rows = world.worn_by.get(DEFAULTS_ID, {})
    now = {(id, row.priority) for id, row in rows.items() if not is_set(id)}
    return next((s for s in rows if is_set(s) and {(id, r.priority) for id, r in world.worn_by.get(s, {}).items()} == now), None)


def new_set(world: World, id: str) -> tuple[Event, ...]:
    """The events that freeze what the defaults equip now in a set with this id, which takes the place of the set before it."""
    older = [row for row in world.worn_by.get(DEFAULTS_ID, {}).values() if is_set(row.thing_id)]
    return (
        events.Created(Thing(id, "container", f"rooms made since rev {world.campaign.rev}", DEFAULTS_ID)),
        *copied(world, DEFAULTS_ID, id),
        *(events.Unequipped(DEFAULTS_ID, row.thing_id, None) for row in older),
        events.Equipped(DEFAULTS_ID, id, None),
    )


def copied(world: World, context_id: str, to: str) -> tuple[events.Equipped, ...]:
    """The events that make another context equip what this one equips now: copies of the relations, not of the things."""
    rows = rows_of(world, context_id)
    return tuple(events.Equipped(to, t.id, None, None, rows[t.id].priority) for t in equipped_by(world, context_id))


def without_new_sets(happened: Iterable[Event]) -> list[Event]:
    """The events of a commit without those that made a set of defaults: rooms of later commits may use the set as well."""
    happened = list(happened)
    made = {e.thing.id for e in happened if isinstance(e, events.Created) and e.thing.is_frame}
    return [e for e in happened if not _makes(e, made)] if made else happened


def _makes(event: Event, sets: set[str]) -> bool:
    match event:
        case events.Created(thing):
            return thing.id in sets
        case events.Equipped(context, id) | events.Unequipped(context, id):
            return context in sets or (context == DEFAULTS_ID and is_set(id))
    return False


# ── the verbs ───────────────────────────────────────────────────────────────────────────────────────────────────────


def of_the_game(verb: str) -> str:
    """The qualified name of the tool for one of the game's own verbs.

    >>> of_the_game("go")
    'rpg:go'
    """
    return f"{OWN_SPACE}:{verb}"


# ── qualified names ─────────────────────────────────────────────────────────────────────────────────────────────────


def qualify(name: str) -> str:
    """The qualified name in the spelling of the world, from a name that a client may have joined.

    >>> qualify("holler__sample"), qualify("holler:sample")
    ('holler:sample', 'holler:sample')
    """
    return name if ":" in name else name.replace("__", ":", 1)


def join_name(name: str) -> str:
    """The name for clients that do not allow a colon.

    >>> join_name("holler:sample")
    'holler__sample'
    """
    return name.replace(":", "__", 1)


def parse_names(text: str) -> tuple[str, ...]:
    """The qualified names and globs in a list; a bare word takes the namespace of the name before it.

    >>> parse_names("rpg:join,leave, holler:*, dice__roll")
    ('rpg:join', 'rpg:leave', 'holler:*', 'dice:roll')
    """
    return tuple(dict.fromkeys(_space_names(text)))


def _space_names(text: str) -> Iterator[str]:
    space = ""
    for word in filter(None, (qualify(w.strip()) for w in text.split(","))):
        space = word.partition(":")[0] if ":" in word else space
        yield word if ":" in word or not space or word == "*" else f"{space}:{word}"


def is_glob(name: str) -> bool:
    return "*" in name or "?" in name or "[" in name


def fits(name: str, pattern: str) -> bool:
    """Whether a name or a glob matches this qualified name; a rule that a table may demand is matched only with its namespace."""
    if is_demand(name) and not is_demand(pattern):
        return False
    return fnmatchcase(name, pattern) if is_glob(pattern) else name == pattern
