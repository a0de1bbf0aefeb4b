"""id or name → Thing, or Rejected with near names. Names are compared folded; for a creature, a unique part of the name is enough."""

from collections.abc import Sequence

from rpg_lite.decision import locked_refusals
from rpg_lite.decision.command import Targeted, ThingFilter
from rpg_lite.decision.name_matching import Nameable, all_named, one_named, told_apart, told_with_id
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.reserved_names import is_floor, is_party
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.kept_json import canonical
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import FIRST_ROOM_ID, Thing, World


def id_or_name(character: str) -> tuple[str | None, str | None]:
    """(id, name) of a character from a value that may be either, or both, as refusals list them.

    >>> id_or_name("c2.1"), id_or_name("Ann"), id_or_name("Ann (c2.1) in Lobby")
    (('c2.1', None), (None, 'Ann'), ('c2.1', 'Ann'))
    """
    if "(" in character and (both := told_with_id(character)) and both[1].startswith("c"):
        return both[1], both[0]
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
    """The character of this id or name; if both are given, they must agree."""
    if not id and not name:
        return Rejected("target_required", field, allowed=tuple(dict.fromkeys((field.replace("Name", "Id"), field))))
    if is_party(name) and not id:
        return Rejected("party_is_many", field, near=tuple(f"{t.name} ({t.id})" for t in party_of(world)))
    found = one_named(world, id, name, field, [t for t in world.nameable if t.kind == "character"], "character_unknown")
    if isinstance(found, Rejected) and found.code == "character_unknown" and (thing := _no_creature(world, id, name)):
        bearer = world.bearer_of(thing.id)
        return Rejected("not_a_creature", found.field, {"name": thing.name}, (bearer.name,) if bearer in party_of(world) else ())
    return found


def creatures(world: World, name: str, field: str, room: Thing | None = None) -> list[Thing] | Rejected:
    """The creature of this id or name, or all that a plural names, first in this room: "goblins" is Goblin 1 and Goblin 2."""
    one = character(world, *id_or_name(name), field)
    if isinstance(one, Thing):
        return [one if room is None or one.parent_id == room.id else _living_instead(world, one, name, room) or one]
    return (meant_by_plural(world, name, room) if one.code == "name_ambiguous" else []) or one


def _living_instead(world: World, one: Thing, name: str, room: Thing) -> Thing | None:
    """The only living creature of that kind in the room, for the name of a dead one that lies elsewhere: "Ogre" is Ogre 2, who stands here."""
    key = names.fold(name)
    if not thing_stats.is_dead(one) or world.room_of(one.id) == room or key != names.fold(one.name):
        return None
    kin = [t for t in world.bag_of(room.id) if t.kind == "character" and names.fold(names.without_number(t.name)) == key]
    living = [t for t in kin if not thing_stats.is_dead(t) and not t.is_unfound]
    return living[0] if len(living) == 1 else None


def meant_by_plural(world: World, name: str, room: Thing | None) -> list[Thing]:
    """The living creatures of one name with numbers: those in this room, by default that of the fight, or else those of the only room that
    has them.
    """
    if not names.is_plural(name):
        return []
    key = names.fold(name)
    called = [t for t in world.nameable if t.kind == "character" and names.fold(names.without_number(t.name)) == key]
    living = [t for t in called if not thing_stats.is_dead(t)]
    place = room.id if room else combat.room_id(world)
    rooms = {t.id: there.id for t in living if (there := world.room_of(t.id))}
    here = [t for t in living if rooms.get(t.id) == place]
    return here or (living if len({*rooms.values()}) == 1 else [])


def _no_creature(world: World, id: str | None, name: str | None) -> Thing | None:
    """The item or room that was named where a creature is needed, so that the refusal can name it."""
    return next((t for t in world.nameable if t.id == id), None) if id else next(iter(world.find_named(name or "")), None)


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


def field_of(id: str | None, name: str | None, field: str) -> str:
    """The field that named the target: `field`, or the field of its id."""
    return field.replace("Name", "Id") if id and not name else field


def whom(world: World, id: str | None, name: str | None) -> list[Thing] | Rejected:
    """The named character, or the whole party."""
    if is_party(name):
        return party_of(world) or Rejected("party_empty", "characterName")
    one = character(world, id, name, "characterName")
    return one if isinstance(one, Rejected) else [one]


def party_of(world: World) -> list[Thing]:
    return [t for t in world.things.values() if t.kind == "character" and t.creature.is_member]


def party_room(world: World, field: str = "characterName") -> Thing | Rejected:
    """The party's room: that of its first conscious member. Without a party, the first room."""
    members = party_of(world)
    first = next((m for m in members if not thing_stats.is_lost(world, m)), next(iter(members), None))
    room = world.room_of(first.id) if first else world.things.get(FIRST_ROOM_ID)
    return room or Rejected("floor_unknown", field)


def any_bag(
    world: World, id: str | None, name: str | None, field: str, book: Rulebook, near: Thing | None = None, strict: bool = False
) -> Thing | Rejected:
    """Anything that can hold things. A bag that `near` carries wins over others of the same name; `strict`: never somebody else's bag."""
    bags = [t for t in world.nameable if thing_stats.is_bag(t, book) and not t.is_frame and not t.room.is_undiscovered]
    if near and name and not id:
        inside = {t.id for t in world.tree_of(near.id)}
        mine = [t for t in bags if t.id in inside and names.fold(name) in thing_stats.names_of(t, book)]
        bags = mine or [t for t in bags if world.bearer_of(t.id) is None or t.kind == "character" or not strict]
    found = one_named(world, id, name, field, bags, "bag_unknown", book)
    if isinstance(found, Rejected) and found.code == "bag_unknown":
        key = names.fold(name or "")
        called = (t for t in world.nameable if (t.id == id if id else t.kind == "item" and key in thing_stats.names_of(t, book)))
        thing = next((t for t in called if not thing_stats.is_bag(t, book)), None)
        return Rejected("not_a_bag", field, {"name": thing.name}) if thing and not thing_stats.is_bag(thing, book) else found
    return found


def room(world: World, id: str | None, name: str | None, field: str, nameable: Nameable | None = None) -> Thing | Rejected:
    """The room of this id or name. With `nameable`, only those rooms are suggested."""
    return one_named(
        world,
        id,
        name,
        field,
        [t for t in world.nameable if t.kind == "room" and not t.room.is_undiscovered],
        "room_unknown",
        nameable=nameable,
    )


def floor(world: World, of: Thing | None) -> Thing | Rejected:
    """The room of the character, or else of the party."""
    if of is None:
        return party_room(world, "bagName")
    return world.room_of(of.id) or Rejected("floor_unknown", "bagName")


def find_carried(
    world: World,
    holder: Thing,
    id: str | None,
    name: str | None,
    book: Rulebook,
    prefer: ThingFilter | None = None,
    field: str = "itemName",
    behind_locks: bool = False,
) -> Thing | Rejected:
    """The thing of this id or name in the holder's whole bag tree. Among several, those that pass `prefer` win; of equal things, one that lies
    in no other bag of the holder, or else in the fewest.

    A thing that is locked away is refused, and the refusal names the lock, unless `behind_locks`; a thing of the same name at hand takes
    precedence.
    """
    if not id and not name:
        return Rejected("item_required", field, allowed=("itemId", "itemName"))
    if not behind_locks and (shut := locked_refusals.shut(world, holder, "bagName", book)):
        return shut
    tree = world.tree_of(holder.id) if behind_locks else at_hand(world, holder.id)
    inside = [t for t in tree if t.kind in ("item", "container") and t.id not in world.unnamed]
    if not id and name in [t.id for t in inside]:  # whatever names a thing may name it by its id
        id, name = name, None
    matches = [t for t in inside if t.id == id] if id else all_named(name or "", inside, book)
    if not matches and not behind_locks and (away := _locked_away(world, holder, id, name, book, field)):
        return away
    if id:
        if all(t.id != id for t in inside):
            return _missing(holder, id, inside, field.replace("Name", "Id"))
        return one_named(world, id, name, field, inside, "item_unknown", book)
    if not matches:
        return _missing(holder, name or "", inside, field)
    liked = [t for t in matches if prefer and prefer(t)] or matches
    if len(liked) == 1:
        return liked[0]
    if len({alike(t, book) for t in liked}) > 1:
        return Rejected("name_ambiguous", field, {"wanted": name, "ids": "itemId"}, near=tuple(told_apart(world, t, book) for t in liked))
    return min(liked, key=lambda t: len([*world.ancestors(t.id)]))


def _locked_away(world: World, holder: Thing, id: str | None, name: str | None, book: Rulebook, field: str) -> Rejected | None:
    """The refusal for a thing that is not at hand but behind a lock."""
    key = names.fold(name or "")
    inside = (t for t in world.tree_of(holder.id) if t.id not in world.unnamed)
    meant = next((t for t in inside if (t.id == id if id else key in thing_stats.names_of(t, book))), None)
    return locked_refusals.shut(world, meant, field_of(id, name, field), book) if meant else None


def _missing(holder: Thing, name: str, inside: Sequence[Thing], field: str) -> Rejected:
    known = {t.name: t.id for t in inside if not t.state.is_hidden}
    near = tuple(f"{n} ({known[n]})" for n in names.nearest(name, known) if names.is_like(name, n))
    return Rejected("item_unknown", field, {"wanted": name, "holder": holder.name, "has": len(known)}, near=near)


def alike(thing: Thing, book: Rulebook) -> tuple[object, ...]:
    """A value that is the same for equal things: template, state, name, whether it stacks."""
    kept = thing.item
    return (
        kept.template if kept.document is None else canonical(kept.document),
        canonical(kept.state),
        names.fold(thing.name),
        thing.attuned_to,
        thing.state.is_hidden,
        thing.state.dc_to_find,
        thing.state.price,
    )
