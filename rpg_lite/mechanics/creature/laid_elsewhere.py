"""What a creature has laid on others in rooms that a command does not load: it ends there, too, when the creature falls or is gone (SRD 5.2,
Turn Undead; Aboleth; Ghost). Apart because commands cannot declare it in advance: whom a blow kills is known only afterwards.
"""

from rpg_lite.decision.draft import Draft
from rpg_lite.world import events
from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.world_model import Thing, World


def bring(draft: Draft, source: str, beside: str | None = None) -> None:
    """Load into the slice whoever bears a condition or an effect from this creature, with the room around. `beside`: but for those who bear one of
    this cast, which a deed that is played again makes and lays anew.
    """
    gone = {event.thing.id for event in draft.events if isinstance(event, events.Removed)}
    known = draft.world.things.keys() | gone  # what this command has taken away does not come back with the state before it
    found = {
        id: who
        for id, who in draft.situation.bearing(source).items()
        if id not in known and _bears(who, source) and not _is_of(who, beside)
    }
    if found:
        rooms = {who.parent_id for who in found.values() if who.parent_id and who.parent_id not in draft.world.things}
        draft.world = draft.world.beside({**found, **draft.situation.rooms(sorted(rooms))})


def bearers(world: World, source: str) -> dict[str, Thing]:
    """Those in this world that bear something from the creature."""
    return {t.id: t for t in world.things.values() if t.kind == "character" and _bears(t, source)}


def _is_of(creature: Thing, cast: str | None) -> bool:
    return cast is not None and any(entry.cause.cast == cast for kind in LASTING for entry in creature.creature.lasting(kind))


def _bears(creature: Thing, source: str) -> bool:
    return any(entry.cause.by == source for kind in LASTING for entry in creature.creature.lasting(kind))
