"""The rights of players and viewers for each operation, from the records. A game master may do everything."""

from collections.abc import Mapping

from rpg_lite.operations.command import Command
from rpg_lite.operations.operation import Right, verb_of
from rpg_lite.operations.registry import BEFORE_ALL, WHO
from rpg_lite.vocabulary import Role


def right_of(role: Role, command: type[Command]) -> Right:
    """The rights of players and viewers for one operation."""
    who = WHO[command]
    return who.player if role == "player" else who.viewer


def list_allowed(role: Role) -> tuple[str, ...]:
    """The operations of a player or a viewer."""
    return tuple(sorted({verb_of(command) for command in WHO if right_of(role, command) != "never"}))


def operations_for(role: Role, operations: Mapping[str, type[Command]]) -> tuple[str, ...]:
    """The operations of a tool that the role may send."""
    return tuple(o for o, command in operations.items() if role == "gm" or right_of(role, command) != "never")


def is_before_all(command: type[Command]) -> bool:
    """Whether players may hear the answer: their own questions, views of their surroundings, and events that affect everybody."""
    return command in BEFORE_ALL
