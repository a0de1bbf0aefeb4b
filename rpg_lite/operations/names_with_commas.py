"""Creatures whose own name has a comma, in a list that was sent as one text: "Grom, the Bold, Lena" names two creatures.

The text is split before the world is known, so the parts of such a name are joined again in the world that the sender sees.
"""

from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.rules import names
from rpg_lite.world.world_model import World

_LISTS: Final = ("targets", "names", "surprised")
"""The keys that list creatures."""


def rejoin(command: Command, seen: World) -> Command:
    """The command with each such name as one entry of its list."""
    held = {key: listed for key in _LISTS if isinstance(listed := getattr(command, key, None), tuple) and len(listed) > 1}
    if not held:
        return command
    known = [t.name for t in seen.nameable if t.kind == "character" and "," in t.name]
    joined = {key: tuple(names.rejoined(listed, known)) for key, listed in held.items()} if known else held
    changed = {key: listed for key, listed in joined.items() if listed != held[key]}
    return command.model_copy(update=changed) if changed else command
