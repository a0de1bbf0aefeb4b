"""Concentration: one spell at a time; it ends with a failed save, when its caster cannot act, or with another such spell."""

from collections.abc import Sequence

from rpg_lite.operations.mechanics.rolls import d20, mode_of
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.outcome import Called, Draft
from rpg_lite.rules import names
from rpg_lite.world import bearers, body_paths
from rpg_lite.world.creature_states import Concentration
from rpg_lite.world.things import Thing


def begin(draft: Draft, effect: str, on: Sequence[Thing], source: str | None) -> None:
    """Let the caster named as the source concentrate on it from now on; its earlier concentration ends."""
    found = names.prefer_exact(source, draft.world.named(source, "character"), lambda t: (t.name,)) if source else []
    if len(found) != 1:
        draft.note("nobody_concentrates", name=effect)
        return
    caster = found[0]
    held = caster.creature.concentration
    if held and names.fold(held.effect) != names.fold(effect):
        end(draft, caster, f"{effect} begins")
    before = held.on if held and names.fold(held.effect) == names.fold(effect) else ()
    change(draft, caster, body_paths.CONCENTRATION, Concentration.made(effect, dict.fromkeys((*before, *(t.id for t in on)))))


def end(draft: Draft, caster: Thing, why: str) -> None:
    """End the spell on everyone it affects."""
    caster = draft.world.things[caster.id]
    held = caster.creature.concentration
    if held is None:
        return
    for id in held.on:
        target = draft.world.things.get(id)
        if target:
            kept = [e for e in target.creature.effects if names.fold(e.name) != names.fold(held.effect)]
            change(draft, target, body_paths.EFFECTS, kept or None)
    change(draft, caster, body_paths.CONCENTRATION, None)
    draft.note("concentration_ends", bearer=Called(caster.id), name=held.effect, why=why)


def tidy(draft: Draft) -> list[tuple[Thing, str]]:
    """End the concentration of casters whose spell affects nobody any more; return (caster, spell) for each."""
    ended = []
    for caster in [t for t in draft.world.things.values() if t.kind == "character"]:
        held = caster.creature.concentration
        if held is None:
            continue
        there = [draft.world.things[id] for id in held.on if id in draft.world.things]
        if not any(names.fold(e.name) == names.fold(held.effect) for t in there for e in bearers.lasting(draft.world, t, "effects")):
            change(draft, caster, body_paths.CONCENTRATION, None)
            ended.append((caster, held.effect))
    return ended


def check(draft: Draft, creature: Thing) -> None:
    """A creature that cannot act cannot concentrate (SRD, Concentration)."""
    creature = draft.world.things[creature.id]
    if creature.creature.concentration and not bearers.stats_of(draft.world, creature, draft.situation.book).can_act:
        end(draft, creature, "cannot act")


def test(draft: Draft, creature: Thing, damage: int) -> None:
    """After damage: a CON save against 10 or half the damage, whichever is higher."""
    tidy(draft)
    creature = draft.world.things[creature.id]
    if not damage or not creature.creature.concentration:
        return
    stats = bearers.stats_of(draft.world, creature, draft.situation.book)
    if not stats.can_act:
        end(draft, creature, "cannot act")
        return
    dc = min(draft.situation.book.policy.concentration_dc_most, max(10, damage // 2))
    added = [m for key in ("save.all", "save.con") for m in stats.dice.get(key, ())]
    rolls = stats.saves
    thrown = d20(draft, rolls.values["con"].value, mode_of(rolls.reasons["con"]), added, "concentration")
    if thrown.total < dc:
        end(draft, creature, f"CON save {thrown.total} against DC {dc}")
    else:
        draft.note("concentration_holds", bearer=Called(creature.id), total=thrown.total, dc=dc)
