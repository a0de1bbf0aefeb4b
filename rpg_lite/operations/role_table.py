"""The rights of players and viewers for each operation, from the records. A game master may do everything."""

from collections.abc import Mapping
from typing import Final

from pydantic.alias_generators import to_camel

from rpg_lite.decision.command import Command
from rpg_lite.operations.operation import Right, verb_of
from rpg_lite.operations.registry import BEFORE_ALL, WHO, in_schema
from rpg_lite.vocabulary import Role

_DECREES: Final = ("everything", "at_rev", "seed", "force")
"""Keys of any operation that only the game master may send."""


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


def listed_for(role: Role, tool: str, places: bool = False) -> Mapping[str, type[Command]]:
    """The operations of a tool that a client of this role sees in its schema. `places`: in a campaign that measures."""
    listed = in_schema(tool, places)
    return {operation: listed[operation] for operation in operations_for(role, listed)}


def decrees(command: type[Command]) -> tuple[str, ...]:
    """The fields that only the game master may send with this command."""
    return (*_DECREES, *WHO[command].decrees)


def is_reserved(role: Role, command: type[Command], key: str) -> bool:
    """Whether the role may not send this key of the command, which is spelled as in payloads."""
    return role != "gm" and key in map(to_camel, decrees(command))


def is_before_all(command: type[Command]) -> bool:
    """Whether players may hear the answer: their own questions, views of their surroundings, and events that affect everybody."""
    return command in BEFORE_ALL
