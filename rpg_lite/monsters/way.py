"""A way of a creature to hurt somebody: an act, an attack or a spell, and the calls that try it. Apart because acts are ranked otherwise where places
count.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.monsters.act_choices import Choice
from rpg_lite.world.world_model import Thing

MOST_TRIED: Final = 8
"""The foes whom a creature tries to attack in turn."""
Deed = dict[str, Any]
"""The payload of a call, of the tool that `tool_of` names."""
OPEN: Final = "open"
"""The one deed that is no call of execute_action."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to hurt somebody: an act, an attack or a spell, with its rank and its average damage, or its expected worth where places count."""

    name: str
    rank: int
    damage: float
    is_attack: bool = False
    reaches_all: bool = False
    choices: tuple[Choice, ...] = ()
    """The choices that it may make in the act, the best first."""
    lays: frozenset[str] = frozenset()
    """The conditions and effects that an act without damage applies; the act is wasted on a creature that has them."""
    is_for_itself: bool = False
    """Whether the creature is the target."""
    is_placed: bool = False
    """Whether it fills an area that finds its place by itself, since places count."""
    is_last: bool = False
    """Whether it is better than nothing alone: an area for a single foe."""
    is_spell: bool = False
    is_several: bool = False
    """Whether it makes several attacks, which turn to another foe once the first has fallen."""


def tool_of(deed: Deed) -> str:
    """Return the tool that takes the deed."""
    return "manage_room" if deed["operation"] == OPEN else "execute_action"


def deeds_of(who: Thing, way: Way, against: Sequence[Thing], beside: Mapping[str, Any]) -> Iterator[Deed]:
    """Yield the call with an ally next to the target, for creatures that fight in packs, and then the plain call, in case the first does
    not apply.
    """
    if way.is_attack:
        fields: dict[str, Any] = {"operation": "attack", "itemName": way.name, "targetId": against[0].id}
    else:
        whom = [who] if way.is_for_itself else against if way.reaches_all else against[:1]
        aim = {"catch": ["enemies"]} if way.is_placed else {"targets": [one.id for one in whom]}
        then = {"then": [one.id for one in against[1:MOST_TRIED]]} if way.is_several and len(whom) == 1 else {}
        fields = {"operation": "cast", "spell": way.name, **aim} if way.is_spell else {"operation": "act", "act": way.name, **aim, **then}
    for choice in way.choices:
        chosen = {"choice": choice} if choice else {}
        for more in (beside, {}) if beside else ({},):
            yield {"characterId": who.id, **fields, **chosen, **more}
