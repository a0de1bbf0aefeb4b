"""Events that happen to creatures while a command is decided, for the triggers that listen for them: "damaged", "hit", "turn_start" …"""

from dataclasses import dataclass, field
from typing import Literal

from rpg_lite.vocabulary import TriggerEvent


@dataclass(frozen=True, slots=True)
class Happening:
    """An event for triggers. `bearer`: the creature to which it happens; `other`: the creature that caused it; `taken`: the points of
    damage and their `types`; `armed`: whether an attack was made with a weapon; `cast`: the zone that the creature enters or leaves; `key`: the
    key of an attack's d20; `missed`: whether an attack did not hit. For "searched", `taken` is the
    Perception total, for "time" the minutes that have passed, for "healed_by_spell" the points that a spell of level 1 or higher restores.
    "acted": the bearer has played an act that is not a spell, for an action, a bonus action or a reaction; only effects that it ends listen
    for this. `weapon`: the id of the weapon that made the attack; `arms`: for "hit", the ids of the weapon
    and of its ammunition; `source`: for "hit" and "hit_by", the damage of the attack so far, to which triggers add.
    """

    event: TriggerEvent | Literal["acted"]
    bearer: str
    other: str | None = None
    taken: int = 0
    types: tuple[str, ...] = ()
    melee: bool | None = None
    critical: bool = False
    armed: bool = True
    cast: str | None = None
    missed: bool = False
    weapon: str | None = None
    arms: tuple[str, ...] = ()
    key: str = ""
    source: "OneSource | None" = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class OneSource:
    """The damage of one attack so far. `kept`: creature → its damage, and the total of the save that kept its concentration; `damaged`:
    creature → its damage as triggers will hear of it; `beyond`: creature that it brought to 0 hit points → the damage left over.
    """

    kept: dict[str, tuple[int, int]] = field(default_factory=dict)
    damaged: dict[str, Happening] = field(default_factory=dict)
    beyond: dict[str, int] = field(default_factory=dict)
