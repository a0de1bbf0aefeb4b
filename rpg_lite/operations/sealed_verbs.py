"""Sealed verbs: a verb is refused in a place where its tool is not in use, even if the place has exits."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.shared_keys import NOBODY, Named
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.room_lookup import ActingCommand
from rpg_lite.operations.registry import OPERATIONS
from rpg_lite.world import tools_in_use
from rpg_lite.world.world_model import Ref, Thing, World

VERBS: Final[Mapping[type[Command], str]] = MappingProxyType({o.model: o.verb for o in OPERATIONS if o.is_verb})
"""The operations that are verbs of the world: each has a tool rpg:<verb>, which a room uses or does not use.

Operations that handle things or read facts are not verbs: anyone can always use them. Portals and moods are up to the game master.
"""


def touches(command: Command) -> tuple[Ref, ...]:
    """The tool and the place that decide whether the verb is available."""
    verb = VERBS.get(type(command))
    if verb is None:
        return ()
    named = _elsewhere(command)
    return (Ref("verb", None, tools_in_use.of_the_game(verb)), Ref("place", *named) if any(named) else Ref("here", *command.first))


def refuse_sealed(command: Command, world: World) -> Rejected | None:
    """The refusal if the verb is not available. The decider refuses a creature that cannot be found."""
    verb = VERBS.get(type(command))
    if verb is None:
        return None
    room, who = _room(world, command), _one(world, command)
    tool = tools_in_use.of_the_game(verb)
    if isinstance(room, Rejected) or tools_in_use.is_at_hand(world, room.id, who, tool):
        return None
    instead = {"operation": "equip", "bagName": room.name, "itemName": tool}
    return Rejected("verb_sealed", "operation", {"verb": verb, "room": room.name}, instead=instead)


# ── the place and the creature ──────────────────────────────────────────────────────────────────────────────────────────────


def _elsewhere(command: Command) -> Named:
    """The other room that the command names as its place."""
    return next(((id, name) for id, name in (command.bag, command.origin) if id or (name and not reserved_names.is_floor(name))), NOBODY)


def _room(world: World, command: Command) -> Thing | Rejected:
    named = _elsewhere(command)
    if any(named):
        return targets.room(world, *named, "bagName")
    id, name = command.first
    return room_lookup.here(world, ActingCommand(operation=command.operation, character_id=id, character_name=name))


def _one(world: World, command: Command) -> str | None:
    """The character whose own tools apply in addition to the room's, if a single character acts."""
    if not any(command.first):
        return None
    found = targets.character(world, *command.first, "characterName")
    return found.id if isinstance(found, Thing) else None
