"""Names bound to ids in the world as it is seen, so that nobody whom the caller does not see makes a name ambiguous or is told of."""

from collections.abc import Callable
from typing import Final

from rpg_lite.commands import targets
from rpg_lite.commands.journal import Journal, Say, heard
from rpg_lite.commands.outcome import Rejected
from rpg_lite.commands.rooms.places import Acting
from rpg_lite.commands.targets import Command
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.things import Thing, World

_CREATURES: Final = (("character_id", "character_name"), ("target_id", "target_name"), ("to_character_id", "to_character_name"))
_BAGS: Final = (("bag_id", "bag_name"), ("to_id", "to_name"))


def own_by_id(command: Command, seen: World, owns: Callable[[Thing], bool]) -> Command:
    """An own character's name means that one, whoever else bears it."""
    field, name = ("actor_name", "actor_name") if isinstance(command, Journal) else ("character_id", "character_name")
    if not _is_by_name(command, field, name):
        return command
    written = names.tidy(getattr(command, name))
    own = next((t.id for t in seen.things.values() if names.tidy(t.name) == written and owns(t)), None)
    return command.model_copy(update={field: own}) if own else command


def from_own(command: Acting, seen: World, owns: Callable[[Thing], bool]) -> Acting:
    """Whoever has one character looks around where that one stands, not where the first of the party does."""
    own = [t.id for t in seen.things.values() if owns(t)] if not (command.character_id or command.character_name) else []
    return command.model_copy(update={"character_id": own[0]}) if len(own) == 1 else command


def by_id(command: Command, seen: World, book: Rulebook) -> Command:
    """The command with the id of every creature that is seen under a name in it."""
    found: dict[str, Thing | Rejected | str | None] = {}
    for id, name in _CREATURES:
        if _is_by_name(command, id, name) and not targets.is_party(getattr(command, name)):
            found[id] = targets.character(seen, None, getattr(command, name), name)
    if isinstance(command, Say):
        found["to_id"] = heard(seen, command)
    else:
        for id, name in _BAGS:
            if _is_by_name(command, id, name) and not targets.is_floor(getattr(command, name)):
                found[id] = targets.any_bag(seen, None, getattr(command, name), name, book)
    met = {id: who.id for id, who in found.items() if isinstance(who, Thing) and who.kind == "character"}
    return command.model_copy(update=met) if met else command


def _is_by_name(command: Command, id: str, name: str) -> bool:
    """Whether the command names somebody without an id; one field may take either."""
    return id in type(command).model_fields and bool(getattr(command, name, None)) and (id == name or not getattr(command, id))
