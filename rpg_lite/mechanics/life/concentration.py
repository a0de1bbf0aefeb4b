"""Concentration: one spell at a time; it ends with a failed save, when its caster cannot act, or with another such spell."""

from collections.abc import Iterable
from functools import partial

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.rolls.saves import save
from rpg_lite.rules import creature_flags, names
from rpg_lite.vocabulary import Mode
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.creature_states import LASTING, Concentration, Lasting, LastingKind, Zone
from rpg_lite.world.world_model import Thing, World


def begin(draft: Draft, caster: Thing, effect: str, cast: str | None, mode: Mode | None = None) -> None:
    """Let the caster concentrate on a cast from now on; earlier concentration ends, unless it is on the same cast.

    The effects and conditions of the cast join it one by one (`reach`). `mode`: the mode of the saves that keep it.
    """
    held = draft.world.things[caster.id].creature.concentration
    if held and held.cast == cast and names.fold(held.effect) == names.fold(effect):
        return
    if held:
        end(draft, caster, f"{effect} begins")
    change(draft, caster, body_paths.CONCENTRATION, Concentration.make(effect, (), cast, mode))


def reach(draft: Draft, on: Thing, entry: Lasting, kind: LastingKind) -> None:
    """Add a creature to those that a concentration affects, if the new entry belongs to that concentration."""
    caster = draft.world.things.get(entry.cause.by or "")
    held = caster.creature.concentration if caster else None
    if caster and held and on.id not in held.on and held.lays(entry, kind):
        change(draft, caster, body_paths.CONCENTRATION, Concentration.make(held.effect, (*held.on, on.id), held.cast, held.mode))


def end(draft: Draft, caster: Thing, why: str, *, is_told: bool = True) -> None:
    """End the spell on everyone it affects: the effects and conditions of this cast, and no others. `is_told`: notes say what ended, and on
    whom.
    """
    held = draft.world.things[caster.id].creature.concentration
    if held is None:
        return
    freed = _take_off(draft, held, held.on)
    end_zone(draft, caster, held.cast)
    change(draft, caster, body_paths.CONCENTRATION, None)
    if not is_told:
        return
    draft.note("concentration_ends", bearer=Called(caster.id), name=held.effect, why=why)
    if any(id != caster.id for id in freed):
        draft.note("ended_with_concentration", what=held.effect, names=[Called(id) for id in freed])


def end_cast(draft: Draft, cast: str, effect: str, why: str) -> None:
    """End the effects and conditions of a cast on the creatures at hand, and the concentration on it."""
    for caster in _concentrating(draft.world):
        held = caster.creature.concentration
        if held and held.cast == cast:
            end(draft, caster, why)
    everybody = [t.id for t in draft.world.things.values() if t.kind == "character"]
    _take_off(draft, Concentration.make(effect, everybody, cast), everybody)


def _take_off(draft: Draft, held: Concentration, on: Iterable[str]) -> list[str]:
    """End what the spell applies to these creatures; return the ids of the creatures that lost something."""
    known = [id for id in on if id in draft.world.things]
    over = [(id, effect_removal.end_of_kind(draft, id, kind, partial(held.lays, kind=kind))) for id in known for kind in LASTING]
    return list(dict.fromkeys(id for id, entries in over if entries))


def end_zone(draft: Draft, caster: Thing, cast: str | None) -> None:
    """Remove the zone of a cast that ends."""
    key = (cast or "").replace(".", "_")
    if key in draft.world.things[caster.id].creature.zones:
        change(draft, caster, body_paths.ZONES.at(key), None)


def end_of_zone(draft: Draft, caster: Thing, cast: str, zone: Zone) -> None:
    """End the zone of a cast and the effects it had on those inside (SRD, Magic Circle); its caster stops concentrating."""
    for id in zone.inside:
        if id in draft.world.things:
            effect_removal.end_where(draft, id, lambda entry: (entry.cause.cast, entry.cause.at) == (cast, zone.at))
    held = draft.world.things[caster.id].creature.concentration
    if held and held.cast == cast:
        _take_off(draft, held, held.on)
        change(draft, caster, body_paths.CONCENTRATION, None)


def run_out(draft: Draft, caster: Thing, over: Iterable[Lasting]) -> None:
    """End everything that a spell has applied once its effect on its own caster has run out: the spell is over (SRD, Eyebite)."""
    held = draft.world.things[caster.id].creature.concentration
    if held and held.cast and any(_is_of_spell(entry, held, caster) for entry in over):
        _take_off(draft, held, held.on)


def _is_of_spell(entry: Lasting, held: Concentration, caster: Thing) -> bool:
    """Whether the spell itself, not an act that it brings, has applied the entry to its caster."""
    cause = entry.cause
    return cause.cast == held.cast and cause.by == caster.id and names.fold(cause.act or "") == names.fold(held.effect)


def tidy(draft: Draft) -> list[tuple[Thing, str]]:
    """End concentration on spells that no longer affect anybody; return (caster, spell). Spells that never affected anybody continue."""
    ended = []
    for caster in _concentrating(draft.world):
        held = caster.creature.concentration
        has_zone = held is not None and (held.cast or "").replace(".", "_") in caster.creature.zones
        # Whoever this deed looked up in another room comes without those on whom its own spells lie: they are not gone.
        is_known = caster.id in draft.before.things or (held is not None and all(id in draft.world.things for id in held.on))
        if held and held.on and is_known and not has_zone and not _lies_on_anybody(draft.world, held):
            change(draft, caster, body_paths.CONCENTRATION, None)
            ended.append((caster, held.effect))
    return ended


def _concentrating(world: World) -> list[Thing]:
    return [t for t in world.things.values() if t.kind == "character" and t.creature.concentration]


def _lies_on_anybody(world: World, held: Concentration) -> bool:
    there = [world.things[id] for id in held.on if id in world.things]
    return any(held.lays(e, kind) for t in there for kind in LASTING for e in thing_stats.lasting(world, t, kind))


def check(draft: Draft, creature: Thing) -> None:
    """End the concentration of a creature that cannot act (SRD, Concentration), or that is in a rage or a sleet storm."""
    creature = draft.world.things[creature.id]
    if not creature.creature.concentration:
        return
    stats = draft.stats(creature)
    if not stats.can_act:
        end(draft, creature, "cannot act")
    elif creature_flags.NO_CONCENTRATION in stats.flags or creature_flags.CANNOT_CONCENTRATE in stats.flags:
        end(draft, creature, "cannot concentrate")


def end_of_the_helpless(draft: Draft) -> None:
    """End the concentration of those whom the command has made unable to act, whatever it was that did."""
    before = draft.before.things
    for id, thing in draft.world.things.items():
        if thing.kind == "character" and thing is not before.get(id) and thing.creature.concentration:
            check(draft, thing)


def test(draft: Draft, creature: Thing, damage: int) -> None:
    """Roll a CON save after damage, against 10 or half the damage, whichever is higher. Within one blow, the damage adds up and the same
    roll counts against the higher DC.
    """
    tidy(draft)
    creature = draft.world.things[creature.id]
    if not damage or not creature.creature.concentration:
        return
    stats = draft.stats(creature)
    if not stats.can_act:
        end(draft, creature, "cannot act")
        return
    if f"{creature_flags.KEEPS_CONCENTRATION}{names.fold(creature.creature.concentration.effect)}" in stats.flags:
        return
    earlier, kept = draft.blow.kept.get(creature.id, (0, None)) if draft.blow else (0, None)
    damage += earlier
    dc = min(draft.situation.book.policy.concentration_dc_most, max(10, damage // 2))
    if kept is not None and kept >= dc:
        _remember(draft, creature, damage, kept)
        return
    if kept is not None:
        end(draft, creature, f"CON save {kept} against DC {dc}")
        return
    asked = creature.creature.concentration.mode
    thrown = save(draft, creature, "con", dc, ["concentration"], asked, what_for="concentration")
    if not thrown.passed:
        end(draft, creature, f"CON save {thrown.total} against DC {dc}")
    else:
        _remember(draft, creature, damage, thrown.total)
        draft.note("concentration_holds", bearer=Called(creature.id), total=thrown.total, dc=dc)


def _remember(draft: Draft, creature: Thing, damage: int, total: int) -> None:
    if draft.blow:
        draft.blow.kept[creature.id] = (damage, total)
