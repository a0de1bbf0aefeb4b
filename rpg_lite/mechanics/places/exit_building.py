"""Make, change and close exits as the game master wants, or join them to an exit that led outside. Both sides of a door stay alike; the kinds of
exits have other words, too: an "iron door" is a door.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, ModelWrapValidatorHandler, PrivateAttr, model_validator

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.room_lookup import ActingCommand
from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Name
from rpg_lite.vocabulary import DIRECTIONS, EXIT_KINDS, DoorState, ExitKind
from rpg_lite.world import events
from rpg_lite.world.world_model import Exit, Ref, Thing, World

_HIDDEN: Final = frozenset(("secret", "hidden", "concealed"))
_ALSO: Final[tuple[tuple[ExitKind, tuple[str, ...]], ...]] = (
    ("door", ("trapdoor", "gate", "hatch")),
    ("stairs", ("staircase", "stairway", "steps")),
    ("ladder", ("shaft", "well", "chute", "pit", "hole", "chimney", "rope")),
    ("passage", ("road", "path", "trail", "street", "corridor", "hallway", "tunnel", "archway", "bridge", "way")),
)
_KINDS: Final[Mapping[str, ExitKind]] = MappingProxyType(
    {names.fold(kind.replace("_", " ")): kind for kind in EXIT_KINDS} | {names.fold(word): kind for kind, also in _ALSO for word in also}
)


@dataclass(frozen=True, slots=True)
class NamedKind:
    """`look`: the words, if they say more than the kind. `hidden`: whether they say that the exit is hidden."""

    kind: ExitKind
    look: str = ""
    hidden: bool = False


def with_article(kind: str, state: str = "") -> str:
    """The kind in words, after its article; stairs take none.

    >>> with_article("secret_door"), with_article("door", "open"), with_article("stairs", "open"), with_article("stairs")
    ('a secret door', 'an open door', 'open stairs', 'stairs')
    """
    words = f"{state} {kind}".replace("_", " ").strip()
    return words if kind == "stairs" else f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def find_kind(said: str) -> NamedKind | None:
    """The kind that the last words name, or None.

    >>> find_kind("Iron Door"), find_kind("secret door").kind, find_kind("hidden oak door").kind, find_kind("teapot")
    (NamedKind(kind='door', look='Iron Door', hidden=False), 'secret_door', 'secret_door', None)
    >>> find_kind("hidden passage")
    NamedKind(kind='passage', look='', hidden=True)
    """
    words = said.replace("_", " ").split()
    rest = [word for word in words if word.casefold() not in _HIDDEN]
    hidden = len(rest) < len(words)
    key = names.fold(" ".join(rest))
    kind = next((_KINDS[name] for name in sorted(_KINDS, key=len, reverse=True) if key == name or key.endswith(f" {name}")), None)
    if kind is None:
        return None
    look = "" if key == names.fold(kind.replace("_", " ")) else " ".join(rest)
    return NamedKind("secret_door" if hidden and kind == "door" else kind, look, hidden)


Door = Literal["open", "closed", "locked", "hidden"]
WITHOUT_DOOR: Final[frozenset[ExitKind]] = frozenset(("passage", "portal"))
NOTHING_TO_SHUT: Final[frozenset[ExitKind]] = WITHOUT_DOOR | {"stairs", "ladder"}
PLAIN: Final = Exit("", "", "", "in", None)
"""An exit without rooms, as a starting point."""


class ExitFields(Command):
    """The properties of an exit."""

    door: Annotated[Door | None, Field(description="At the exit.")] = None
    key_name: Annotated[Name | None, Field(description="An item.")] = None
    dc: Annotated[int | None, Field(ge=0, le=40, strict=True)] = None
    minutes: Annotated[int | None, Field(ge=0, le=100_000, strict=True)] = None
    exit_kind: Annotated[ExitKind | None, Field(description="door, portcullis, stairs …")] = None
    note: Annotated[str | None, Field(max_length=4000, description="Your note on the exit.")] = None
    _look: str = PrivateAttr("")
    """The caller's word for the kind, if it is more specific than the kind; it becomes the note of an exit that has no note."""

    @model_validator(mode="wrap")
    @classmethod
    def _in_other_words(cls, given: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        said = given.get("exitKind") if isinstance(given, dict) else None
        meant = find_kind(said) if isinstance(said, str) else None
        if meant is None:
            return handler(given)
        hidden = {"door": "hidden"} if meant.hidden and meant.kind != "secret_door" and "door" not in given else {}
        understood = handler({**given, **hidden, "exitKind": meant.kind})
        understood._look = meant.look
        return understood

    def look_of(self, was: Exit) -> str | None:
        """The note, or the caller's word for the kind if the exit has no note."""
        return self._look or None if self.note is None and not was.note else self.note

    def hides(self, was: Exit) -> bool:
        """Whether the exit becomes hidden: a secret door becomes hidden, unless it is made open or was a secret door before."""
        return self.door == "hidden" or (self.exit_kind == "secret_door" != was.kind and self.door != "open")

    @property
    def of_the_way(self) -> dict[str, Any]:
        """The properties of the exit that the command sets, by the keys of the call."""
        said = {"door": self.door, "keyName": self.key_name, "dc": self.dc, "minutes": self.minutes}
        return {k: v for k, v in {**said, "exitKind": self.exit_kind, "note": self.note}.items() if v is not None}


def fields_of(wished: ExitFields, was: Exit) -> dict[str, Any]:
    """The changes to the exit. A door or a lock on a plain passage makes it a door; a plain passage has neither."""
    locks = wished.key_name is not None or wished.dc is not None
    found: dict[str, Any] = {"key_name": wished.key_name, "dc": wished.dc, "minutes": wished.minutes, "note": wished.look_of(was)}
    found = {k: v for k, v in found.items() if v is not None}
    if wished.exit_kind:
        found["kind"] = wished.exit_kind
    elif (wished.door or locks) and was.kind in WITHOUT_DOOR:
        found["kind"] = "secret_door" if wished.door == "hidden" else "door"
    if wished.hides(was):
        found |= {"hidden": True, "state": _state_of_hidden(wished, was, found.get("kind", was.kind))}
    elif wished.door:
        found["state"] = wished.door
    elif wished.exit_kind in WITHOUT_DOOR:
        found |= {"state": "open", "key_name": None, "dc": None}
    return found


def _state_of_hidden(wished: ExitFields, was: Exit, kind: ExitKind) -> DoorState:
    if "locked" in (wished.door, was.state) or wished.key_name is not None:
        return "locked"
    return was.state if kind in NOTHING_TO_SHUT else "closed"


def is_compass(label: str) -> bool:
    return room_lookup.word(label).casefold().split()[0] in DIRECTIONS


# ── joining ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def off_the_map(world: World, room: Thing, wanted: str) -> Exit | None:
    """The exit under this label that still leads outside."""
    there = room_lookup.find_exit(world, room.id, room_lookup.word(wanted))
    return there if there and there.to_room is None else None


def join(draft: Draft, start: Thing, to: Thing, wanted: str, wished: ExitFields, like: Exit = PLAIN, *, two_way: bool) -> Exit:
    """Make the exit and, if wanted, the exit back; each refers to the other. An exit that led outside keeps its label and its door."""
    way = off_the_map(draft.world, start, wanted)
    if way:
        _change(draft, way, {**fields_of(wished, way), "to_room": to.id})
        way = draft.world.exits[way.id]
    else:
        label = room_lookup.free_label(draft.world, start.id, room_lookup.word(wanted))
        way = _between(like, fields_of(wished, like), draft.new_exit_id(), start, to, label)
        draft.add(events.ExitOpened(way))
    if not two_way:
        return way
    label = room_lookup.free_label(draft.world, to.id, room_lookup.back_of(wanted))
    back = _between(way, {"note": way.note}, draft.new_exit_id(), to, start, label, way.id)
    draft.add(events.ExitOpened(back), events.ExitChanged(way.id, "back", None, back.id))
    return draft.world.exits[way.id]


def _between(like: Exit, fields: Mapping[str, Any], id: str, start: Thing, to: Thing, label: str, back: str | None = None) -> Exit:
    lock = {k: getattr(like, k) for k in ("kind", "state", "hidden", "key_name", "dc", "minutes")}
    return Exit(id, start.id, label, room_lookup.direction_of(label), to.id, back=back, **{**lock, **fields})


def _change(draft: Draft, way: Exit, fields: Mapping[str, Any]) -> None:
    """Set these fields on this side of the exit."""
    for path, now in fields.items():
        was = getattr(way, path)
        if was != now:
            draft.add(events.ExitChanged(way.id, path, was, now))


def label_taken(world: World, start: Thing, there: Exit, sent: Mapping[str, Any], field: str = "direction") -> Rejected:
    free = room_lookup.free_label(world, start.id, there.label)
    beyond = world.things.get(there.to_room or "")
    details = {"label": there.label, "room": start.name, "to": beyond.name if beyond else "the outside"}
    return Rejected("exit_taken", field, details, allowed=(free,), instead={**sent, field: free})


# ── changing, closing ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ExitChangeResult(Result):
    """The label of an exit before and after, and its other changes; `both`: on both sides."""

    was: str
    label: str
    changed: Mapping[str, object]
    both: bool


@dataclass(frozen=True, slots=True)
class ExitEndResult(Result):
    """The exit that is gone, its destination, and the exit back, which is gone too if `both`."""

    way: str
    to: str | None
    back: str | None
    both: bool


def _way(world: World, room: Thing, wanted: str) -> Exit | Rejected:
    """The exit under exactly this label, even one that nobody has found yet, because the game master asks."""
    found = room_lookup.find_exit(world, room.id, room_lookup.word(wanted))
    return found or room_lookup.no_way("exit_unknown", "direction", wanted, room, room_lookup.ways_of(world, room.id))


def decide_change(
    draft: Draft,
    wished: ExitFields,
    room: Thing,
    wanted: str,
    name: str | None,
    setting: Callable[[Draft, Exit], Rejected | None] | None = None,
) -> Verdict:
    """Change the exit. `name`: the label on this side; everything else changes on both sides. `setting`: a further change."""
    world = draft.world
    way = _way(world, room, wanted)
    if isinstance(way, Rejected):
        return way
    label = room_lookup.word(name) if name else way.label
    there = room_lookup.find_exit(world, room.id, label)
    if there and there.id != way.id:
        return label_taken(world, room, there, wished.model_dump(by_alias=True, exclude_unset=True), "name")
    if label != way.label:
        _change(draft, way, {"label": label, "direction": room_lookup.direction_of(label) if is_compass(label) else way.direction})
    room_lookup.alter(draft, way, **fields_of(wished, way))
    for side in room_lookup.sides(draft.world, way):
        room_lookup.discover(draft, side.from_room)
    if setting and (refusal := setting(draft, draft.world.exits[way.id])):
        return refusal
    if not draft.events:
        draft.note("nothing_changed", name=f"the way {way.label}")
    now = draft.world.exits[way.id]
    note = {"note": now.note} if now.note != way.note else {}
    result = ExitChangeResult(way.label, now.label, {**wished.of_the_way, **note}, both=now.back is not None)
    return Decision.about(room.id, result=result)


def decide_close(draft: Draft, room: Thing, wanted: str, *, two_way: bool) -> Verdict:
    """Remove the exit, and the exit back unless only this side is meant."""
    world = draft.world
    way = _way(world, room, wanted)
    if isinstance(way, Rejected):
        return way
    other = world.exits.get(way.back or "")
    if other and two_way:
        draft.add(events.ExitClosed(other))
    elif other:
        draft.add(events.ExitChanged(other.id, "back", other.back, None))
    draft.add(events.ExitClosed(way))
    beyond = world.things.get(way.to_room or "")
    back = other.label if other else None
    return Decision.about(room.id, result=ExitEndResult(way.label, beyond.name if beyond else None, back, both=bool(other) and two_way))


Text = Annotated[str, Field(max_length=4000)]
MOST_NOTES: Final = 50
RegionKey = Annotated[
    str | None, Field(max_length=200, pattern=r"^$|^[^/\s][^/]*(/[^/]+)*$", description="Of regions/ in the table's own folder.")
]
TrapKey = Annotated[str | Mapping[str, Any] | None, Field(description="Its trap.")]


class ExitCommand(ActingCommand, ExitFields):
    """A command about an exit of the named room, or else of the room where the character or the party is."""

    direction: Name | None = None
    from_id: str | None = None
    from_name: str | None = None

    @property
    def is_from_elsewhere(self) -> bool:
        return bool(self.from_id or self.from_name)

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("place", self.from_id, self.from_name),) if self.is_from_elsewhere else super().touches()


def name_taken(world: World, name: str, but: Thing | None = None) -> Rejected | None:
    if reserved_names.is_reserved(name):
        return Rejected("name_reserved", "name", {"name": name})
    there = next((t for t in world.find_named(name, "room") if t != but), None)
    instead = {"operation": "update", "bagName": there.name} if there else None
    return Rejected("room_exists", "name", {"wanted": name, "id": there.id}, instead=instead) if there else None


def note_region(draft: Draft, region: str | None) -> None:
    """Note that no page of the table's folder is about a region, because a mistake in its name would go unnoticed."""
    lore = draft.situation.lore
    if region and lore.is_given and not lore.here(region=region):
        known = [page.region for page in lore.of_kind("region")]
        draft.note("region_without_page", region=region, known=f"its regions are {', '.join(known)}" if known else "it has no region")


def room_from(world: World, command: ExitCommand) -> Thing | Rejected:
    if command.is_from_elsewhere:
        return targets.room(world, command.from_id, command.from_name, "fromName")
    return room_lookup.here(world, command)
