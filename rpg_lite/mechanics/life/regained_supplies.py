"""The changes in slots, resources, hit dice and exhaustion of a creature between two moments of a command."""

from collections.abc import Mapping
from dataclasses import dataclass

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.life.resources import sheet_now
from rpg_lite.rules.conditions import EXHAUSTION
from rpg_lite.rules.resources import call_resource
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class Regained:
    """A supply of a creature, with the amounts before and after in words: "slots", "1/0" and "4/2"."""

    who: Called
    what: str
    was: str
    now: str
    most: int | None = None


def standing(draft: Draft, creature: Thing) -> Mapping[str, tuple[str, int | None]]:
    """The amount left of each supply, and its maximum if that is a single number."""
    sheet = sheet_now(draft, creature)
    slots, found = sheet.spell_slots, dict[str, tuple[str, int | None]]()
    if slots.slots:
        found["slots"] = ("/".join(map(str, slots.left)), None)
    if slots.pact:
        found["pact slots"] = (str(slots.pact.left), slots.pact.slots)
    if slots.arcanum:
        found["arcana"] = (str(len(slots.arcanum) - len(slots.used)), len(slots.arcanum))
    found |= {call_resource(name): (str(supply.left), supply.max) for name, supply in sheet.resources.items() if supply.max is not None}
    tired = [c.level for c in thing_stats.lasting(draft.world, draft.world.things[creature.id], "conditions") if c.name == EXHAUSTION]
    return {**found, EXHAUSTION: (str(sum(tired)), None)}


def list_regained(draft: Draft, creature: Thing, before: Mapping[str, tuple[str, int | None]]) -> tuple[Regained, ...]:
    now = standing(draft, creature)
    return tuple(
        Regained(Called(creature.id), what, was, now[what][0], most)
        for what, (was, most) in before.items()
        if what in now and now[what][0] != was
    )
