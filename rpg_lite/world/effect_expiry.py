"""Find the time at which conditions and effects end: a round of the campaign, or the start or end of a turn within that round."""

from collections.abc import Iterable
from dataclasses import dataclass

from rpg_lite.rules.durations import Edge
from rpg_lite.world import clock
from rpg_lite.world.creature_states import Lasting, Zone
from rpg_lite.world.fight_states import Fight
from rpg_lite.world.world_model import World

TURN_START: Edge = "turn_start"
TURN_END: Edge = "turn_end"


@dataclass(frozen=True, slots=True)
class Instant:
    """The round of the campaign, and the current fight, if there is one."""

    round: int
    fight: Fight | None

    @classmethod
    def of(cls, world: World) -> "Instant":
        return cls(clock.now(world), clock.fight(world))


def still(entries: Iterable[Lasting], at: Instant) -> list[Lasting]:
    """The entries that are not over."""
    return [e for e in entries if lasts(e, at)]


def lasts(entry: Lasting | Zone, at: Instant) -> bool:
    """Whether an entry is not over. An entry that ends with a turn lasts beyond the beginning of that round, up to the turn."""
    span = entry.span
    if span.ends is None or span.ends > at.round:
        return True
    return span.ends == at.round and span.until is not None and at.fight is not None and _is_to_come(span.until, at.fight)


def coming(edge: Edge, whose: str, at: Instant, times: int = 1) -> tuple[int, str]:
    """Return (round, until) for the start or end of somebody's next turn, or of a later turn; the current turn does not count.

    Raises StopIteration for a creature that has no place in the fight.
    """
    assert at.fight is not None
    later = _place(whose, at.fight) > at.fight.turn
    return at.round + times - later, f"{edge}:{whose}"


def this_turn(at: Instant) -> tuple[int, str]:
    """Return (round, until) for the end of the current turn."""
    assert at.fight is not None
    return at.round, f"{TURN_END}:{at.fight.whose.id}"


def anchor(until: str) -> tuple[Edge, str]:
    """The edge (start or end), and the id of the creature whose turn `until` names.

    >>> anchor("turn_end:c3.1")
    ('turn_end', 'c3.1')
    """
    edge, _, whose = until.partition(":")
    return TURN_START if edge == TURN_START else TURN_END, whose


def _is_to_come(until: str, fight: Fight) -> bool:
    """Whether the turn still comes in this round. The dead, and creatures that left the fight, keep their places in the order."""
    edge, whose = anchor(until)
    try:
        place = _place(whose, fight)
    except StopIteration:
        return True  # without a place in the order, the entry lasts to the end of the round
    is_now = whose == fight.again if fight.again else place == fight.turn
    return place > fight.turn or (is_now and edge == TURN_END)


def _place(whose: str, fight: Fight) -> int:
    return next(n for n, fighter in enumerate(fight.order) if fighter.id == whose)
