"""The creatures that may notice a hidden one: those of the other side in the same room that can act (SRD 5.1, Hiding; SRD 5.2, Hide)."""

from collections.abc import Iterable
from typing import Final, Literal

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.space import sides
from rpg_lite.rules import creature_flags
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import FOUND, LASTING
from rpg_lite.world.world_model import Thing

Cover = Literal["it left the place", "the fight is over"]
PASSIVE_AT_DISADVANTAGE: Final = -5
"""The penalty of disadvantage on a passive score (SRD, Passive Checks)."""
PASSIVE: Final = "passive_perception"
"""The word of a formula: the highest passive Perception among the creatures that may notice."""


def watchers(draft: Draft, hider: Thing) -> list[tuple[Thing, int]]:
    """List each creature that may notice the hiding creature, with its passive Perception."""
    room = draft.world.room_of(hider.id)
    if room is None:
        return []
    there = {id: draft.world.things.get(id, thing) for id, thing in draft.situation.people([room.id]).items()}
    world, book = draft.world, draft.situation.book
    stats = {id: draft.stats(t) for id, t in there.items() if not sides.are_friends(world, t, hider, book)}
    lower = PASSIVE_AT_DISADVANTAGE if creature_flags.HARD_TO_SEE in draft.stats(hider).flags else 0
    return [
        (there[id], found.passive["perception"].value + lower)
        for id, found in stats.items()
        if found.can_act and not thing_stats.is_dead(there[id])
    ]


def search(draft: Draft, searcher: str, skill: str | None, total: int) -> None:
    """Report a Perception check as a search, which may find a hidden creature."""
    if skill == "perception":
        draft.happened.append(Happening("searched", searcher, searcher, max(0, total)))


def come_out(draft: Draft, creature: Thing) -> None:
    """End everything that hides the creature, so that when it hides again only the new total counts."""
    effect_removal.end_where(draft, creature.id, lambda entry: FOUND in entry.span.ends_by)


def lose_cover(draft: Draft, creatures: Iterable[str], why: Cover) -> None:
    """End hiding that cannot continue, and note it: the check applied to one place and to those who were there."""
    out = [id for id in creatures if id in draft.world.things and dc_to_find(draft.world.things[id]) is not None]
    for id in out:
        come_out(draft, draft.world.things[id])
    if out:
        draft.note("no_longer_hidden", names=[Called(id) for id in out], why=why)


def dc_to_find(creature: Thing) -> int | None:
    """The Perception total that finds the creature; None if it is not hiding."""
    entries = (e for kind in LASTING for e in creature.creature.lasting(kind) if FOUND in e.span.ends_by)
    return min((e.cause.dc or 0 for e in entries), default=None)
