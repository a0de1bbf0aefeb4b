"""What happens to creatures while a command is decided, for the triggers that listen: "damaged", "hit", "turn_start" …"""

from dataclasses import dataclass

from rpg_lite.vocabulary import TriggerEvent


@dataclass(frozen=True, slots=True)
class Happening:
    """An event for triggers. `bearer`: to whom it happens; `other`: who caused it; `taken`: the points of damage and their `types`."""

    event: TriggerEvent
    bearer: str
    other: str | None = None
    taken: int = 0
    types: tuple[str, ...] = ()
    melee: bool | None = None
    critical: bool = False
    kinds: tuple[str, ...] = ()
    """The words of an attack: weapon or spell, melee or ranged."""
