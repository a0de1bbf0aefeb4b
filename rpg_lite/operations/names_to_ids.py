"""Resolve a command in the world as its sender sees it: every name becomes the id of the thing with that name.

Names are resolved only once, because the real world may hold other things of the same name that the sender does not know.
"""

from collections.abc import Callable
from typing import Any

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import Command, Targeted
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.shared_keys import Named
from rpg_lite.mechanics.places.doors import OfDoor
from rpg_lite.mechanics.places.room_lookup import ActingCommand, here
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Thing, World


def own_by_id(command: Command, seen: World, owns: Callable[[Thing], bool]) -> Command:
    """Take the name of the caller's own character to mean that character, even if others have the same name."""
    if not command.own_name:
        return command
    written = names.tidy(command.own_name)
    own = next((t.id for t in seen.things.values() if names.tidy(t.name) == written and owns(t)), None)
    return command.of_own(own) if own else command


def by_id(command: Command, seen: World, book: Rulebook) -> Command:
    """Replace names in the command with ids; a name that means nothing or several things stays and is refused later."""
    found: dict[str, Any] = {}
    for key, named in (("character", command.actor), ("target", command.target), ("to_character", command.receiver)):
        found |= _person(seen, key, named)
    bag = _bag(command, seen, book)
    if isinstance(bag, Thing) and _names_a_bag(command):
        found |= {"bag_id": bag.id, "bag_name": None}
    found |= command.ids_meant(seen, book)
    if isinstance(bag, Thing) and isinstance(command, Targeted):
        found |= _item(command, bag, seen, book)
    return command.model_copy(update=found) if found else command


def _person(seen: World, key: str, named: Named) -> dict[str, Any]:
    id, name = named
    if not name or reserved_names.is_party(name):
        return {}
    who = targets.character(seen, id, name, f"{key}_name")
    return {} if isinstance(who, Rejected) else {f"{key}_id": who.id, f"{key}_name": None}


def _names_a_bag(command: Command) -> bool:
    _, name = command.bag
    return bool(name) and not reserved_names.is_floor(name)


def _bag(command: Command, seen: World, book: Rulebook) -> Thing | Rejected | None:
    """The bag that a command is about; for a command about a door, the chest."""
    if isinstance(command, Targeted):
        return targets.bag(seen, command, book)
    if isinstance(command, OfDoor) and command.is_chest and isinstance(room := here(seen, command), Thing):
        return targets.any_bag(seen, *command.bag, "bagName", book, room)
    if isinstance(command, ActingCommand) and _names_a_bag(command):
        return targets.room(seen, *command.bag, "bagName")
    return None


def _item(command: Targeted, bag: Thing, seen: World, book: Rulebook) -> dict[str, Any]:
    """The item that the operation itself would choose: a worn item to take off, an unworn item to put on."""
    if not command.takes("item_id") or not command.thing[1]:
        return {}
    thing = targets.find_carried(seen, bag, *command.thing, book, command.likes(seen, book), behind_locks=command.reaches_behind_locks)
    return {"item_id": thing.id, "item_name": None} if isinstance(thing, Thing) else {}
