"""The step `zone`: a part of a room in which something holds. It lies on its caster, and the table says who is inside (adrs/0112)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rpg_lite.operations.happenings import Happening
from rpg_lite.operations.mechanics.acting.laying import lasts, lay_effect
from rpg_lite.operations.mechanics.acting.performance import Performance, Spot
from rpg_lite.operations.mechanics.condition_onset import lasting_for
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.outcome import Draft
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Trigger, ZoneModel, ZoneStep
from rpg_lite.rules.acts.walk import step_at
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths
from rpg_lite.world.creature_states import Cause, Lasting, Zone
from rpg_lite.world.things import Thing, World


@dataclass(frozen=True, slots=True)
class StandingZone:
    """A zone, the creature on which it lies, and what its act says of it."""

    caster: Thing
    key: str
    zone: Zone
    model: ZoneModel


def zone(p: Performance, step: ZoneStep, targets: Sequence[str], spot: Spot) -> None:
    """The zone begins; those who are named are inside. What plays on entering does not play for them (SRD, Web: when it enters or starts)."""
    span = lasting_for(p.draft, lasts(p, step.for_), p.cast.by)
    made = Zone.made(
        p.cast.act.name, p.step_path(spot), list(dict.fromkeys(targets)), span, slot=p.cast.slot, dc=p.cast.dc, mod=p.cast.mod,
        choice=dict(p.cast.wish.choice) or None,
    )  # fmt: skip
    change(p.draft, p.thing(p.cast.by), body_paths.ZONES.at(p.cast.id.replace(".", "_")), made)
    p.lay(p.cast.by)
    shown = f"{p.cast.fill(step.zone.ft)}-ft {step.zone.shape}"
    rules = ", ".join(rule.replace("_", " ") for rule in step.zone.rules)
    p.say(f"The zone is a {shown}{f' ({rules})' if rules else ''}.")
    for target in targets:
        _hold(p, step.zone, target, spot)


def _hold(p: Performance, model: ZoneModel, target: str, spot: Spot) -> None:
    """What holds while a creature is inside."""
    if model.apply is not None:
        lay_effect(p, model.apply, target, spot)


def all_of(world: World, book: Rulebook) -> Iterator[StandingZone]:
    """Every zone of the creatures at hand."""
    for thing in world.things.values():
        if thing.kind == "character":
            for key, one in thing.creature.zones.items():
                if model := _model_of(one, book):
                    yield StandingZone(thing, key, one, model)


def around(world: World, creature: str, book: Rulebook) -> list[StandingZone]:
    """The zones in which a creature stands."""
    return [found for found in all_of(world, book) if creature in found.zone.inside]


def named(world: World, name: str, book: Rulebook) -> StandingZone | None:
    """The zone of this act."""
    return next((found for found in all_of(world, book) if names.fold(found.zone.act) == names.fold(name)), None)


def _model_of(one: Zone, book: Rulebook) -> ZoneModel | None:
    act = book.spell(one.act) or book.act(one.act)
    step = step_at(act, one.at) if act else None
    return step.zone if isinstance(step, ZoneStep) else None


def enter(draft: Draft, found: StandingZone, creature: str) -> None:
    """A creature enters: it is inside from now on, and what listens to that plays."""
    _set_inside(draft, found, [*found.zone.inside, creature])
    draft.happened.append(Happening("enter", creature, found.caster.id))


def leave(draft: Draft, found: StandingZone, creature: str) -> None:
    draft.happened.append(Happening("leave", creature, found.caster.id))
    _set_inside(draft, found, [id for id in found.zone.inside if id != creature])


def as_entry(found: StandingZone) -> Lasting:
    """The zone as an entry of its cast, with its numbers."""
    zone = found.zone
    cause = Cause(
        source=found.caster.name, by=found.caster.id, is_magical=True, cast=found.key.replace("_", "."), act=zone.act, at=zone.at,
        slot=zone.slot, dc=zone.dc, mod=zone.mod, choice=zone.choice,
    )  # fmt: skip
    return Lasting.made(zone.act, zone.span, cause)


def _set_inside(draft: Draft, found: StandingZone, inside: Sequence[str]) -> None:
    path = body_paths.ZONES.at(found.key)
    change(draft, draft.world.things[found.caster.id], path, found.zone.with_inside(inside))


def triggers_of(found: StandingZone, event: str) -> list[Trigger]:
    return [trigger for trigger in found.model.on if trigger.on == event]
