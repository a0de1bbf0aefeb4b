"""Those who may notice a creature that hides: the other side, in the same room, as far as it can act (SRD 5.1, Hiding; SRD 5.2, Hide)."""

from typing import Final

from rpg_lite.operations.happenings import Happening
from rpg_lite.operations.outcome import Draft
from rpg_lite.world import bearers
from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.things import Thing

FOUND: Final = "found"
"""The word of an entry that ends when its bearer is found; the DC of the entry finds it."""
PASSIVE: Final = "passive_perception"
"""The word of a formula: the highest passive Perception of those who may notice."""


def watchers(draft: Draft, hider: Thing) -> list[tuple[Thing, int]]:
    """Each with its passive Perception."""
    room = draft.world.room_of(hider.id)
    if room is None:
        return []
    there = {id: draft.world.things.get(id, thing) for id, thing in draft.situation.people([room.id]).items()}
    stats = {id: bearers.stats_of(draft.world, t, draft.situation.book) for id, t in there.items() if is_against(t, hider)}
    return [
        (there[id], found.passive["perception"].value) for id, found in stats.items() if found.can_act and not bearers.is_dead(there[id])
    ]


def is_against(one: Thing, other: Thing) -> bool:
    """Whether they stand on different sides: the party, and all the others."""
    return one.id != other.id and one.creature.is_member != other.creature.is_member


def search(draft: Draft, searcher: str, skill: str | None, total: int) -> None:
    """A check of Perception may find somebody."""
    if skill == "perception":
        draft.happened.append(Happening("searched", searcher, searcher, max(0, total)))


def dc_to_find(creature: Thing) -> int | None:
    """The total of Perception that finds it; None if it does not hide."""
    entries = (e for kind in LASTING for e in creature.creature.lasting(kind) if FOUND in e.span.ends_by)
    return min((e.cause.dc or 0 for e in entries), default=None)
