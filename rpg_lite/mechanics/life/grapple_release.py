"""The holds of a creature on others: its grapples, and what lasts only as long as they do."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.rules import names
from rpg_lite.world.creature_states import Cause, Lasting
from rpg_lite.world.grapples import GRAPPLED, came_with
from rpg_lite.world.world_model import Thing, World

_NEEDS_ITS_SOURCE: Final = frozenset(("source_0", "source_dead", "source_incapacitated"))


def release(draft: Draft, creature: Thing) -> None:
    """End the grapples of a creature that is incapacitated or dead, with all that came with them (SRD, Grappled)."""
    for other in [t for t in draft.world.things.values() if t.kind == "character" and t.id != creature.id]:
        for entry in release_one(draft, creature, other):
            draft.note("ended_by_event", name=Called(other.id), what=entry.name)


def release_one(draft: Draft, creature: Thing, other: Thing) -> Sequence[Lasting]:
    """End the grapples of the creature on another one, with all that came with them; return what ended."""
    held = [c.cause for c in other.creature.conditions if c.name == GRAPPLED and is_laid_by(draft.world, c, creature)]
    return effect_removal.end_where(draft, other.id, partial(came_with, held)) if held else ()


def part(draft: Draft, moved: Sequence[Thing]) -> None:
    """End the grapples between creatures that are no longer in one room: whoever is out of reach is held no more (SRD, Grappled)."""
    everybody = [t for t in draft.world.things.values() if t.kind == "character"]
    for one in moved:
        for other in everybody:
            if other.id != one.id and draft.world.things[other.id].parent_id != draft.world.things[one.id].parent_id:
                for holder, held in ((one, other), (other, one)):
                    for entry in release_one(draft, holder, draft.world.things[held.id]):
                        draft.note("ended_by_event", name=Called(held.id), what=entry.name)


def release_of_the_helpless(draft: Draft) -> None:
    """End the grapples of those who became incapacitated in a command that did not load whom they hold, and those on the dead, whom nobody holds
    any longer as a creature.
    """
    holding, dead = set(), list[tuple[str, Cause]]()
    for thing in draft.world.things.values():
        if thing.kind == "character":
            for entry in thing.creature.conditions:
                if entry.name == GRAPPLED:
                    holding.add(entry.cause.by)
                    dead += [(thing.id, entry.cause)] if thing.creature.is_dead and entry.cause.by else []
    for id, cause in dead:
        effect_removal.end_where(draft, id, partial(came_with, [cause]))
    for creature in [t for t in draft.world.things.values() if t.id in holding] if holding else ():
        if creature.creature.is_dead or "incapacitated" in draft.stats(creature).conditions_active:
            release(draft, creature)


def is_laid_by(world: World, entry: Lasting, creature: Thing) -> bool:
    """Whether the entry names this creature as its source: by its id, or by a name that nobody else here has."""
    source = entry.cause.source or ""
    if creature.id in (source, entry.cause.by):
        return True
    if entry.cause.by is not None or names.fold(source) != names.fold(creature.name):
        return False
    return not any(t.name == creature.name for t in world.things.values() if t.kind == "character" and t.id != creature.id)


def is_hold(entry: Lasting, grapples: Sequence[Cause]) -> bool:
    """Whether the entry is a grapple, came with one (restrained), or ends with the creature that laid it (a swallowed creature)."""
    return came_with(grapples, entry) or not _NEEDS_ITS_SOURCE.isdisjoint(entry.span.ends_by)
