"""id or name → Thing, or Rejected with the near names. Only a folded name acts, or for a creature a part that no other has."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Self

from pydantic import Field

from rpg_lite.operations.mechanics import locked_refusals
from rpg_lite.operations.outcome import Rejected
from rpg_lite.operations.shared_keys import NOBODY, Keyed, Named
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.locks import at_hand, is_locked
from rpg_lite.world.things import FIRST_ROOM_ID, WORLD_ID, Ref, Thing, World

SHOWN = 6
SHOWN_INSIDE = 2
_NO_BOOK = Rulebook()
PARTY = "party"
FLOOR = "floor"
GAME_MASTER = "gm"
"""The speaker outside the world, and the listener outside it."""
_MASTERS = frozenset({GAME_MASTER, "dm", "game master"})
Nameable = Callable[[Collection[str]], Collection[str]]
"""The ids among these that a caller may name."""
ThingFilter = Callable[[Thing], bool]
_KINDS = {"character_unknown": frozenset(("character",)), "room_unknown": frozenset(("room",))}


class Command(Keyed):
    """A request. `touches` names the parts of the world needed to decide it."""

    operation: str

    def touches(self) -> tuple[Ref, ...]:
        return ()

    @property
    def who(self) -> Named:
        """The acting character; nobody for the party."""
        id, name = self.actor
        return self.actor if id or not is_party(name or PARTY) else NOBODY

    @property
    def first(self) -> Named:
        """The character at the starting place of several who act; nobody for the party."""
        return self.who

    def ids_meant(self, seen: World, book: Rulebook) -> Mapping[str, Any]:
        """Fields of its own with ids in place of names, as its sender means them; creatures, the bag and the thing are found without it."""
        return {}

    def signed(self) -> Self:
        """The command as the game master's words, unless it names a speaker."""
        return self

    @property
    def finds_hidden(self) -> bool:
        """Whether it lays hands on what nobody has found."""
        return False

    @property
    def shows_own_past(self) -> bool:
        """Whether its reader may read the past that it shows; else only the game master may."""
        return False

    @property
    def hears_calls(self) -> bool:
        """Whether the answer may change though the campaign does not."""
        return False

    @property
    def shows_only_what_it_touches(self) -> bool:
        """Whether the answer stays as it is while what it touches does."""
        return False


class Targeted(Command):
    """A command about a character or another bag."""

    character_id: str | None = Field(None, description="The character's id; or characterName, bagId, bagName.")
    character_name: str | None = Field(None, description="Its name.")
    bag_id: str | None = Field(None, description="Another bag instead of a character: chest, backpack, room.")
    bag_name: str | None = Field(None, description='Its name; "floor" is the floor where the character or the party stands.')

    def touches(self) -> tuple[Ref, ...]:
        return refs(self.character_id, self.character_name, self.bag_id, self.bag_name)

    @property
    def reaches_behind_locks(self) -> bool:
        """Whether its thing may be locked away."""
        return False

    def likes(self, world: World, book: Rulebook) -> ThingFilter:
        """The things of one name that are meant: those with uses left."""
        return lambda t: bearers.uses_left(t, bearers.item_of(t, book)) != 0 and bearers.charges_left(t, bearers.item_of(t, book)) != 0


def refs(character_id: str | None, character_name: str | None, bag_id: str | None, bag_name: str | None) -> tuple[Ref, ...]:
    """The refs of a target: its character, its bag, the floor."""
    found = []
    if is_party(character_name):
        found.append(Ref("party"))
    elif character_id or character_name:
        found.append(Ref("bearer", character_id, character_name))
    if is_floor(bag_name):
        found.append(Ref("floor", character_id, None if is_party(character_name) else character_name))
    elif bag_id or bag_name:
        found.append(Ref("bearer", bag_id, bag_name))
    return tuple(found)


def is_party(name: str | None) -> bool:
    return name is not None and names.fold(name) == PARTY


def is_reserved(name: str) -> bool:
    """Words that mean something as a name of their own."""
    return is_party(name) or is_floor(name)


def is_master(name: str | None) -> bool:
    """Whether the game master is meant, who is nobody in the world."""
    return names.fold(name or "") in _MASTERS


def means_nobody(name: str) -> bool:
    """Words that no character may bear."""
    return is_reserved(name) or is_master(name)


def is_floor(name: str | None) -> bool:
    return name is not None and names.fold(name) in (FLOOR, "ground")


# ── characters and bags ─────────────────────────────────────────────────────────────────────────────────────────────


def id_or_name(character: str) -> tuple[str | None, str | None]:
    """(id, name) of a character that is given as either in one place."""
    rev, _, place = character[1:].partition(".")
    return (character, None) if character[:1] == "c" and rev.isdigit() and place.isdigit() else (None, character)


def bag(world: World, command: Targeted, book: Rulebook) -> Thing | Rejected:
    """The character or bag that the command is about."""
    if command.bag_id or command.bag_name:
        return _bag(world, command, book)
    if not command.character_id and not command.character_name:
        return Rejected("target_required", "characterName", allowed=("characterId", "characterName", "bagId", "bagName"))
    return character(world, command.character_id, command.character_name, "characterName")


def wearer(world: World, command: Targeted, book: Rulebook) -> Thing | Rejected:
    """The character of the command: only characters wear and attune things."""
    found = bag(world, command, book)
    if isinstance(found, Thing) and found.kind != "character":
        return Rejected("character_required", "bagName", {"name": found.name}, allowed=("characterName", "characterId"))
    return found


def character(world: World, id: str | None, name: str | None, field: str) -> Thing | Rejected:
    """The character of this id or name; both must agree when both are given."""
    if not id and not name:
        return Rejected("target_required", field, allowed=tuple(dict.fromkeys((field.replace("Name", "Id"), field))))
    if is_party(name) and not id:
        return Rejected("party_is_many", field, near=tuple(f"{t.name} ({t.id})" for t in party_of(world)))
    found = _one(world, id, name, field, [t for t in world.nameable if t.kind == "character"], "character_unknown")
    if isinstance(found, Rejected) and found.code == "character_unknown" and (thing := _no_creature(world, id, name)):
        return Rejected("not_a_creature", found.field, {"name": thing.name})
    return found


def _no_creature(world: World, id: str | None, name: str | None) -> Thing | None:
    """The item or room that was named where a creature is meant."""
    return next((t for t in world.nameable if t.id == id), None) if id else next(iter(world.named(name or "")), None)


def _bag(world: World, command: Targeted, book: Rulebook) -> Thing | Rejected:
    near: Thing | None = None
    if command.character_id or command.character_name:
        found = character(world, command.character_id, command.character_name, "characterName")
        if isinstance(found, Rejected):
            return found
        near = found
    if is_floor(command.bag_name) and not command.bag_id:
        return floor(world, near)
    return any_bag(world, command.bag_id, command.bag_name, "bagName", book, near, strict=near is not None)


def given(id: str | None, name: str | None, field: str) -> str:
    """The field that named the target: `field`, or the one of its id."""
    return field.replace("Name", "Id") if id and not name else field


def whom(world: World, id: str | None, name: str | None) -> list[Thing] | Rejected:
    """One character, or all of the party."""
    if is_party(name):
        return party_of(world) or Rejected("party_empty", "characterName")
    one = character(world, id, name, "characterName")
    return one if isinstance(one, Rejected) else [one]


def party_of(world: World) -> list[Thing]:
    return [t for t in world.things.values() if t.kind == "character" and t.creature.is_member]


def party_room(world: World, field: str = "characterName") -> Thing | Rejected:
    """The party's room: that of its first conscious member. Without a party, the first room."""
    members = party_of(world)
    first = next((m for m in members if not bearers.is_lost(world, m)), next(iter(members), None))
    room = world.room_of(first.id) if first else world.things.get(FIRST_ROOM_ID)
    return room or Rejected("floor_unknown", field)


def any_bag(
    world: World, id: str | None, name: str | None, field: str, book: Rulebook, near: Thing | None = None, strict: bool = False
) -> Thing | Rejected:
    """Anything that can hold things. One that `near` carries wins over others of the same name; `strict`: nobody else's is meant."""
    bags = [t for t in world.nameable if bearers.is_bag(t, book) and not t.is_frame and not t.room.is_undiscovered]
    if near and name and not id:
        inside = {t.id for t in world.tree_of(near.id)}
        mine = [t for t in bags if t.id in inside and names.fold(name) in bearers.names_of(t, book)]
        bags = mine or [t for t in bags if world.bearer_of(t.id) is None or t.kind == "character" or not strict]
    found = _one(world, id, name, field, bags, "bag_unknown", book)
    if isinstance(found, Rejected) and found.code == "bag_unknown":
        key = names.fold(name or "")
        called = (t for t in world.nameable if (t.id == id if id else t.kind == "item" and key in bearers.names_of(t, book)))
        thing = next((t for t in called if not bearers.is_bag(t, book)), None)
        return Rejected("not_a_bag", field, {"name": thing.name}) if thing and not bearers.is_bag(thing, book) else found
    return found


def room(world: World, id: str | None, name: str | None, field: str, nameable: Nameable | None = None) -> Thing | Rejected:
    """The room of this id or name. With `nameable` no other rooms are offered than those."""
    return _one(
        world,
        id,
        name,
        field,
        [t for t in world.nameable if t.kind == "room" and not t.room.is_undiscovered],
        "room_unknown",
        nameable=nameable,
    )


def floor(world: World, of: Thing | None) -> Thing | Rejected:
    """The room where the character stands; without one the party's."""
    if of is None:
        return party_room(world, "bagName")
    return world.room_of(of.id) or Rejected("floor_unknown", "bagName")


_OF_CREATURES: Final = ("character_unknown", "bag_unknown")
"""A part of a creature's name is enough if only one creature has it (adrs/0098)."""


def _one(
    world: World,
    id: str | None,
    name: str | None,
    field: str,
    among: Sequence[Thing],
    unknown: str,
    book: Rulebook = _NO_BOOK,
    nameable: Nameable | None = None,
) -> Thing | Rejected:
    kinds = _KINDS.get(unknown, frozenset(("container", "room", "character", "item")))
    if id:
        found = next((t for t in among if t.id == id), None)
        if found is None:
            return _unknown(unknown, field.replace("Name", "Id"), id, _known(world, among, kinds, nameable))
        if name and names.fold(name) not in bearers.names_of(found, book):
            return Rejected("id_and_name_disagree", field, {"id": id, "name": found.name, "wanted": name})
        return found
    matches = _called(name or "", among, book)
    if not matches and name and unknown in _OF_CREATURES:
        matches = [t for t in among if t.kind == "character" and names.is_part_of(name, t.name)]
    if len(matches) > 1:
        told = tuple(told_apart(world, t, book) for t in matches)
        return Rejected("name_ambiguous", field, {"wanted": name, "ids": _id_field(field)}, told)
    return matches[0] if matches else _unknown(unknown, field, name or "", _known(world, among, kinds, nameable))


def _called(name: str, among: Iterable[Thing], book: Rulebook) -> Sequence[Thing]:
    """The things of this name; an exact name wins over one that only folds alike."""
    key = names.fold(name)
    return names.prefer_exact(name, [t for t in among if key in bearers.names_of(t, book)], lambda t: bearers.spellings_of(t, book))


def _id_field(field: str) -> str:
    """The field for the id that tells namesakes apart; in a list of names, the place of the name."""
    return f"the id as {field}" if field.endswith("]") else field.replace("Name", "Id")


def _unknown(code: str, field: str, wanted: str, known: dict[str, str]) -> Rejected:
    """Names like it; where none is, the first few that there are."""
    near = names.nearest(wanted, known) if wanted else []
    there = () if near else tuple(f"{n} ({id})" for n, id in list(known.items())[:SHOWN])
    if code == "character_unknown" and not known:
        return Rejected(code, field, {"wanted": wanted, "nobody": True})
    more = {"more": len(known) - SHOWN} if there and len(known) > SHOWN else {}
    return Rejected(code, field, {"wanted": wanted, **more}, tuple(f"{n} ({known[n]})" for n in near), there)


def _known(world: World, among: Iterable[Thing], kinds: frozenset[str], nameable: Nameable | None) -> dict[str, str]:
    """Name → id of what could have been meant."""
    found = {t.name: t.id for t in among} | {k.name: k.id for k in world.roster if k.kind in kinds and k.id != WORLD_ID}
    told = nameable(list(found.values())) if nameable else found.values()
    return {name: id for name, id in found.items() if id in told}


# ── what lies in a bag ──────────────────────────────────────────────────────────────────────────────────────────────


def carried(
    world: World,
    holder: Thing,
    id: str | None,
    name: str | None,
    book: Rulebook,
    prefer: ThingFilter | None = None,
    field: str = "itemName",
    behind_locks: bool = False,
) -> Thing | Rejected:
    """The thing of this id or name in the holder's whole bag tree. Of several, those that `prefer` likes; equal things count as one.

    What is locked away is refused with the lock, unless it is asked for `behind_locks`; of the same name what is at hand is meant.
    """
    if not id and not name:
        return Rejected("item_required", field, allowed=("itemId", "itemName"))
    if not behind_locks and (shut := locked_refusals.shut(world, holder, "bagName", book)):
        return shut
    tree = world.tree_of(holder.id) if behind_locks else at_hand(world, holder.id)
    inside = [t for t in tree if t.kind not in ("character", "room") and t.id not in world.unnamed]
    matches = [t for t in inside if t.id == id] if id else _called(name or "", inside, book)
    if not matches and not behind_locks and (away := _locked_away(world, holder, id, name, book, field)):
        return away
    if id:
        if all(t.id != id for t in inside):
            return _missing(holder, id, inside, field.replace("Name", "Id"))
        return _one(world, id, name, field, inside, "item_unknown", book)
    if not matches:
        return _missing(holder, name or "", inside, field)
    liked = [t for t in matches if prefer and prefer(t)] or matches
    if len({alike(t, book) for t in liked}) > 1:
        return Rejected("name_ambiguous", field, {"wanted": name, "ids": "itemId"}, near=tuple(told_apart(world, t, book) for t in liked))
    return liked[0]


def _locked_away(world: World, holder: Thing, id: str | None, name: str | None, book: Rulebook, field: str) -> Rejected | None:
    """The lock that keeps what nothing at hand is."""
    key = names.fold(name or "")
    inside = (t for t in world.tree_of(holder.id) if t.id not in world.unnamed)
    meant = next((t for t in inside if (t.id == id if id else key in bearers.names_of(t, book))), None)
    return locked_refusals.shut(world, meant, given(id, name, field), book) if meant else None


def _missing(holder: Thing, name: str, inside: Sequence[Thing], field: str) -> Rejected:
    known = {t.name: t.id for t in inside if not t.state.is_hidden}
    near = tuple(f"{n} ({known[n]})" for n in names.nearest(name, known) if names.is_like(name, n))
    return Rejected("item_unknown", field, {"wanted": name, "holder": holder.name, "has": len(known)}, near=near)


def alike(thing: Thing, book: Rulebook) -> tuple[object, ...]:
    """Two things with the same value here are equal: what it is, its state, its name, whether it stacks."""
    kept = thing.item
    return (
        kept.template if kept.document is None else bearers.canonical(kept.document),
        bearers.canonical(kept.state),
        names.fold(thing.name),
        thing.attuned_to,
        thing.state.is_hidden,
        thing.state.dc_to_find,
    )


def told_apart(world: World, t: Thing, book: Rulebook) -> str:
    """How a thing differs from its namesakes: id, where it is, and what an item has that another has not."""
    outer = world.things.get(t.parent_id or "")
    told = f"{t.name} ({t.id})" + (f" in {outer.name}" if outer and not outer.is_frame else "")
    return ", ".join((told, *filter(None, _marks(world, t, book)))) if t.kind == "item" else told


def _marks(world: World, t: Thing, book: Rulebook) -> list[str]:
    item, row = bearers.item_of(t, book), world.row_of(t.id)
    return [
        f"worn {row.slot}" if row else "",
        f"{charges} charges" if (charges := bearers.charges_left(t, item)) is not None else "",
        f"{uses} uses" if (uses := bearers.uses_left(t, item)) is not None else "",
        "attuned" if t.attuned_to else "",
        "locked" if is_locked(t) else f"holding {_some([n.name for n in world.bag_of(t.id)])}" if item.container else "",
    ]


def _some(inside: Sequence[str]) -> str:
    more = f" and {len(inside) - SHOWN_INSIDE} more" if len(inside) > SHOWN_INSIDE else ""
    return ", ".join(inside[:SHOWN_INSIDE]) + more if inside else "nothing"
