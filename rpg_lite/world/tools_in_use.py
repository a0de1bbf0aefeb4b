"""The tools, prompts and house rules that a room and a character have in use, merged in the order that applies."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Final

from rpg_lite.vocabulary import Kind
from rpg_lite.world import events
from rpg_lite.world.things import DEFAULTS_ID, HOME_ID, Thing, World, order_made

CAPABILITIES: Final[tuple[Kind, ...]] = ("tool", "data", "reference")
"""The kinds of things that contexts equip without a slot; nobody carries such things."""
NOTES: Final[tuple[Kind, ...]] = ("data", "reference")
OWN_SPACE: Final = "rpg"
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
    """The context that applies in a room: the room itself, or the defaults as long as the room equips nothing."""
    return room_id if room_id and any(_used_by(world, room_id, CAPABILITIES)) else DEFAULTS_ID


def equipped_by(world: World, context_id: str, kinds: Sequence[Kind] = CAPABILITIES) -> list[Thing]:
    """The tools and notes of these kinds that a context equips, by priority, then in the order of their creation."""
    rows = world.worn_by.get(context_id, {})
    return sorted(_used_by(world, context_id, kinds), key=lambda t: (rows[t.id].priority, order_made(t)))


def _used_by(world: World, context_id: str, kinds: Sequence[Kind]) -> Iterator[Thing]:
    rows = world.worn_by.get(context_id, {})
    return (t for id in rows if (t := world.things.get(id)) and t.kind in kinds)


def held_by_home(world: World) -> frozenset[str]:
    """The ids of the notes that only Home uses: they apply everywhere, and only the game master reads them."""
    notes = {t.id for t in equipped_by(world, HOME_ID) if t.kind in NOTES}
    return frozenset(notes - {id for context, id in world.equipped if context != HOME_ID})


def layer_of(tool: Thing) -> str:
    """The origin of a tool: internal for the game's own tools, external for those of a server."""
    return "internal" if (tool.qualified_name or "").startswith((f"{OWN_SPACE}:", f"{TURN_SPACE}:")) else "external"


def is_demand(name: str) -> bool:
    """Whether the name is that of a rule that a table may demand, not of a tool to call."""
    return name.startswith(f"{TURN_SPACE}:")


def is_at_hand(world: World, room_id: str | None, character_id: str | None, tool: str) -> bool:
    """Whether the tool of this qualified name may be called there: a sealed room has exits, but does not allow the verbs."""
    return any(t.qualified_name == tool for t in merge_uses(world, room_id, character_id, "tool"))


def equipped_like_defaults(world: World, *rooms: str) -> tuple[events.Equipped, ...]:
    """The events that make new rooms equip what the defaults equip now: copies of the relations, not of the things."""
    rows = world.worn_by.get(DEFAULTS_ID, {})
    used = [(t.id, rows[t.id].priority) for t in equipped_by(world, DEFAULTS_ID)]
    return tuple(events.Equipped(room, id, None, None, priority) for room in rooms for id, priority in used)


def of_the_game(verb: str) -> str:
    """The qualified name of the tool for one of the game's own verbs.

    >>> of_the_game("go")
    'rpg:go'
    """
    return f"{OWN_SPACE}:{verb}"


# ── qualified names ─────────────────────────────────────────────────────────────────────────────────────────────────


def qualify(name: str) -> str:
    """The qualified name as the world spells it, from a name that a client may have joined.

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
    """Whether a name or a glob matches this qualified name; to match a rule that a table may demand, it must state the namespace."""
    if is_demand(name) and not is_demand(pattern):
        return False
    return fnmatchcase(name, pattern) if is_glob(pattern) else name == pattern
