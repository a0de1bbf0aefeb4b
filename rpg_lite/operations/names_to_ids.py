"""What a command means in the world as its sender sees it: every name in it becomes the id of what goes by that name there.

The choice is made once. The world as it is may hold others of the same name that the sender knows nothing of.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.operations import targets
from rpg_lite.operations.action.attack import Attack
from rpg_lite.operations.campaign.journal import Journal
from rpg_lite.operations.inventory.attune import Attune
from rpg_lite.operations.inventory.equip import Equip
from rpg_lite.operations.inventory.transfer import Transfer
from rpg_lite.operations.inventory.unattune import Unattune
from rpg_lite.operations.inventory.unequip import Unequip
from rpg_lite.operations.journal.say import Say
from rpg_lite.operations.mechanics.journal_entries import heard
from rpg_lite.operations.mechanics.places import ActingCommand, here, shows_beyond
from rpg_lite.operations.outcome import Rejected
from rpg_lite.operations.rooms.close import Close
from rpg_lite.operations.rooms.go import Go
from rpg_lite.operations.rooms.lock import Lock
from rpg_lite.operations.rooms.open import Open
from rpg_lite.operations.rooms.unlock import Unlock
from rpg_lite.operations.targets import Command, ThingFilter
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing, World

_PEOPLE: Final[Mapping[str, str]] = MappingProxyType(
    {"character_name": "character_id", "target_name": "target_id", "to_character_name": "to_character_id"}
)


def own_by_id(command: Command, seen: World, owns: Callable[[Thing], bool]) -> Command:
    """An own character's name means that one, whoever else bears it."""
    field, name = ("actor_name", "actor_name") if isinstance(command, Journal) else ("character_id", "character_name")
    if not _is_by_name(command, field, name):
        return command
    written = names.tidy(getattr(command, name))
    own = next((t.id for t in seen.things.values() if names.tidy(t.name) == written and owns(t)), None)
    return command.model_copy(update={field: own}) if own else command


def _is_by_name(command: Command, id: str, name: str) -> bool:
    """Whether the command names somebody without an id; one field may take either."""
    return id in type(command).model_fields and bool(getattr(command, name, None)) and (id == name or not getattr(command, id))


def by_id(command: Command, seen: World, book: Rulebook) -> Command:
    """The command with ids in place of the names; what names nothing or several stays, and is refused by its name."""
    found: dict[str, Any] = {}
    for name, id in _PEOPLE.items():
        found |= _person(command, name, id, seen)
    bag = _bag(command, seen, book)
    if isinstance(bag, Thing) and _names_a_bag(command):
        found |= {"bag_id": bag.id, "bag_name": None}
    if isinstance(command, Transfer):
        found |= _destination(command, bag, seen, book)
    if isinstance(bag, Thing) and isinstance(command, targets.Targeted):
        found |= _item(command, bag, seen, book)
    if isinstance(command, Say) and isinstance(to := heard(seen, command), Thing):
        found["to_id"] = to.id
    if isinstance(command, Attack):
        found |= _hand(command, seen, book)
    if isinstance(command, Go) and command.to_name:
        found |= _next_door(command, seen)
    return command.model_copy(update=found) if found else command


def _person(command: Command, name: str, id: str, seen: World) -> dict[str, Any]:
    wanted = getattr(command, name, None)
    if not wanted or targets.is_party(wanted) or id not in type(command).model_fields:
        return {}
    who = targets.character(seen, getattr(command, id), wanted, name)
    return {} if isinstance(who, Rejected) else {id: who.id, name: None}


def _names_a_bag(command: Command) -> bool:
    name = getattr(command, "bag_name", None)
    return bool(name) and not targets.is_floor(name)


def _bag(command: Command, seen: World, book: Rulebook) -> Thing | Rejected | None:
    """The bag that a command is about; of a command about a door the chest."""
    if isinstance(command, targets.Targeted):
        return targets.bag(seen, command, book)
    if isinstance(command, Open | Close | Lock | Unlock) and command.is_chest and isinstance(room := here(seen, command), Thing):
        return targets.any_bag(seen, command.bag_id, command.bag_name, "bagName", book, room)
    if isinstance(command, ActingCommand) and _names_a_bag(command):
        return targets.room(seen, getattr(command, "bag_id", None), getattr(command, "bag_name", None), "bagName")
    return None


def _destination(command: Transfer, bag: Thing | Rejected | None, seen: World, book: Rulebook) -> dict[str, Any]:
    if not command.to_name or targets.is_floor(command.to_name) or not isinstance(bag, Thing):
        return {}
    to = targets.any_bag(seen, command.to_id, command.to_name, "toName", book, bag)
    return {"to_id": to.id, "to_name": None} if isinstance(to, Thing) else {}


def _item(command: targets.Targeted, bag: Thing, seen: World, book: Rulebook) -> dict[str, Any]:
    """As the operation itself chooses: what is worn to take it off, what is not to put it on."""
    if "item_id" not in type(command).model_fields or not getattr(command, "item_name", None):
        return {}
    id, name = getattr(command, "item_id", None), getattr(command, "item_name", None)
    thing = targets.carried(seen, bag, id, name, book, _liked(command, seen, book), behind_locks=isinstance(command, Unattune))
    return {"item_id": thing.id, "item_name": None} if isinstance(thing, Thing) else {}


def _liked(command: targets.Targeted, seen: World, book: Rulebook) -> ThingFilter:
    match command:
        case Equip() | Transfer():
            return lambda t: seen.row_of(t.id) is None
        case Unequip():
            return lambda t: seen.row_of(t.id) is not None
        case Attune():
            return lambda t: t.attuned_to is None
        case Unattune():
            return lambda t: t.attuned_to is not None
    return lambda t: bearers.uses_left(t, bearers.item_of(t, book)) != 0 and bearers.charges_left(t, bearers.item_of(t, book)) != 0


def _hand(command: Attack, seen: World, book: Rulebook) -> dict[str, Any]:
    """The hand that holds the weapon."""
    who = targets.character(seen, command.character_id, command.character_name, "characterName")
    if not command.item_name or isinstance(who, Rejected):
        return {}
    key = names.fold(command.item_name)
    slots = [a.slot for a in bearers.stats_of(seen, who, book).attacks if names.fold(a.name) == key and a.slot]
    return {"item_name": slots[0]} if slots else {}


def _next_door(command: Go, seen: World) -> dict[str, Any]:
    room = here(seen, command)
    ways = seen.exits_from.get(room.id, ()) if isinstance(room, Thing) else ()
    known = {w.to_room for w in ways if shows_beyond(seen, w)}
    key = names.fold(command.to_name or "")
    ids = [id for id in known if id and id in seen.things and names.fold(seen.things[id].name) == key]
    return {"to_id": ids[0], "to_name": None} if len(ids) == 1 and command.to_id in (None, ids[0]) else {}
