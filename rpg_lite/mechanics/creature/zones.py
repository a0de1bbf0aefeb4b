"""The zones that lie: each is kept on its caster, with the creatures inside; found by creature, by name, or all."""

from collections.abc import Iterator
from dataclasses import dataclass

from rpg_lite.mechanics.creature import effect_source, planes
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Trigger, ZoneModel, ZoneStep
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.creature_states import Cause, Lasting, Zone
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class StandingZone:
    """A zone, the creature that cast it, and its definition in the act."""

    caster: Thing
    key: str
    zone: Zone
    model: ZoneModel


def all_of(world: World, book: Rulebook) -> Iterator[StandingZone]:
    """Every zone of the creatures at hand."""
    for thing in world.things.values():
        if thing.kind == "character" and thing.creature.zones:
            yield from of(world, thing, book)


def of(world: World, caster: Thing, book: Rulebook) -> Iterator[StandingZone]:
    """The zones that a creature has created."""
    for key, one in caster.creature.zones.items():
        if model := _model_of(world, caster.id, one, book):
            yield StandingZone(caster, key, one, model)


def around(world: World, creature: str, book: Rulebook) -> list[StandingZone]:
    """The zones in which a creature stands; a creature on another plane stands in none until it returns."""
    found = [found for found in all_of(world, book) if creature in found.zone.inside]
    return [] if found and planes.is_away(world, world.things[creature], book) else found


def find_zone(world: World, name: str, book: Rulebook) -> StandingZone | None:
    """The zone that the act of this name created."""
    return next((found for found in all_of(world, book) if names.fold(found.zone.act) == names.fold(name)), None)


def _model_of(world: World, caster: str, one: Zone, book: Rulebook) -> ZoneModel | None:
    step = effect_source.laid_step(world, Cause(by=caster, act=one.act, at=one.at, steps=one.steps), book)
    return step.zone if isinstance(step, ZoneStep) else None


def as_entry(found: StandingZone) -> Lasting:
    """The zone as an entry of its cast, with its numbers."""
    zone = found.zone
    cause = Cause(
        source=found.caster.name, by=found.caster.id, is_magical=True, cast=found.key.replace("_", "."), act=zone.act, at=zone.at,
        slot=zone.slot, dc=zone.dc, mod=zone.mod, choice=zone.choice, steps=zone.steps,
    )  # fmt: skip
    return Lasting.make(zone.act, zone.span, cause)


def triggers_of(found: StandingZone, event: str) -> list[Trigger]:
    return [trigger for trigger in found.model.on if trigger.on == event]
