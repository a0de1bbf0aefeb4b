"""What Dispel Magic and its like end: spells on a creature up to a level, and the zones of a caster (SRD, Dispel Magic)."""

from collections.abc import Collection
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import secret_spell_levels
from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.acts.steps import save_and_check
from rpg_lite.mechanics.creature import zones
from rpg_lite.mechanics.creature.effect_source import laid_effect
from rpg_lite.mechanics.life import concentration
from rpg_lite.rules import creature_flags, names
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import LASTING, Lasting
from rpg_lite.world.world_model import Thing

DISPEL_DC: Final = 10
"""The DC to dispel a spell, before the level of the spell is added."""
DISPELS: Final = "spell<="
"""The start of the word that the step `remove` uses for spells up to a level."""
NO_DISPEL: Final = "no_dispel"
"""The rule of a zone that no spell dispels (SRD, Wall of Force)."""


def one_spell(p: Performance, target: str, most: int) -> str | None:
    """The cast of a spell up to this level on the target: the spell that the call names, or else the first one (SRD 5.1, Cleansing Touch)."""
    wanted = {names.fold(word) for word in p.cast.wish.choice.values()}
    there = [entry.cause for kind in LASTING for entry in p.thing(target).creature.lasting(kind) if not entry.cause.is_of_an_end]
    spells = [
        c
        for c in there
        if c.cast
        and c.act
        and (spell := thing_stats.spell_cast_by(p.draft.world, c.by, c.act, p.book))
        and max(spell.level, c.slot or 0) <= most
    ]
    named = [c for c in spells if names.fold(c.act or "") in wanted]
    return next((c.cast for c in (named if wanted else spells)), None)


def acts_named(p: Performance, thing: Thing) -> set[str]:
    """The folded words of the choice, if the spell is aimed at one magical effect of the creature and not at the creature itself. A word that
    nothing on the creature bears is refused with the words that are there (SRD, Dispel Magic).
    """
    wanted = {names.fold(word) for word in p.cast.wish.choice.values() if not word.isdecimal()}
    there = [e for kind in LASTING for e in thing.creature.lasting(kind) if e.cause.act and e.cause.cast and not e.cause.is_of_an_end]
    there_too = [zone.act for zone in thing.creature.zones.values()]
    if wanted and (there or there_too) and not any(bears(e, wanted) for e in there):
        known = tuple(dict.fromkeys((*(e.cause.act or e.name for e in there), *there_too)))
        details = {"act": p.cast.act.name, "choice": "effect", "given": ", ".join(p.cast.wish.choice.values())}
        p.refused = p.refused or Rejected("choice_required", "choice", details, allowed=known)
    return wanted


def bears(entry: Lasting, words: Collection[str]) -> bool:
    """Whether the entry, or the spell that applied it, has one of these folded names."""
    return names.fold(entry.name) in words or names.fold(entry.cause.act or "") in words


def is_dispelled(p: Performance, entry: Lasting) -> bool:
    """Whether the entry's spell is dispelled: automatically up to the level of the slot, above that by a check (SRD, Dispel Magic)."""
    cause = entry.cause
    if (least := _least_slot(p, entry)) > p.cast.slot:
        p.say(f"{cause.act} ends only by a slot of level {least}.")
        return False
    if cause.act is None or cause.cast in (None, p.cast.id) or cause.is_of_an_end:
        return False
    return _yields(p, cause.act, cause.by, cause.slot, cause.cast or entry.name)


def _least_slot(p: Performance, entry: Lasting) -> int:
    """The lowest slot that can dispel the entry's spell, whatever the check shows (SRD, Imprisonment); 0 if any slot may."""
    effect = laid_effect(p.draft.world, entry.cause, p.book)
    head = creature_flags.DISPELLED_FROM
    return max((int(flag.removeprefix(head)) for flag in (effect.flags if effect else ()) if flag.startswith(head)), default=0)


def dispel_zones(p: Performance, caster: Thing) -> bool:
    """End the zones of a creature that the call names by their spells: "Web" (SRD, Dispel Magic: a magical effect)."""
    ended = []
    for found in named_zones(p, caster):
        zone = found.zone
        if NO_DISPEL in found.model.rules:
            p.say(f"{zone.act} cannot be dispelled.")
        elif _yields(p, zone.act, caster.id, zone.slot, found.key.replace("_", ".")):
            end_zone(p, found)
            ended.append(zone.act)
    p.record(caster.id).ended += ended
    return bool(ended)


def zones_holding(p: Performance, target: str) -> list[zones.StandingZone]:
    """The zones that hold an effect on the creature inside."""
    held = {e.cause.cast for kind in LASTING for e in p.thing(target).creature.lasting(kind)}
    return [z for z in zones.all_of(p.draft.world, p.book) if target in z.zone.inside and z.model.apply and z.key.replace("_", ".") in held]


def end_zone(p: Performance, found: zones.StandingZone) -> None:
    cast = found.key.replace("_", ".")
    concentration.end_cast(p.draft, cast, found.zone.act, p.cast.act.name)
    concentration.end_zone(p.draft, p.thing(found.caster.id), cast)


def named_zones(p: Performance, caster: Thing) -> list[zones.StandingZone]:
    """The zones of earlier casts of a creature that the call names by their spells."""
    wanted = {names.fold(word) for word in p.cast.wish.choice.values()}
    laid = zones.of(p.draft.world, caster, p.book)
    return [one for one in laid if names.fold(one.zone.act) in wanted and one.key.replace("_", ".") != p.cast.id]


def _yields(p: Performance, act: str, by: str | None, slot: int | None, key: str) -> bool:
    """Whether a spell cast with this slot is dispelled; one check counts for everything that the cast applied. `key`: the cast's key."""
    spell = thing_stats.spell_cast_by(p.draft.world, by, act, p.book)
    if spell is None or spell.duration is None:
        return False  # an instantaneous spell is over, and nothing that it leaves behind can be dispelled
    if secret_spell_levels.is_hidden(p.draft.world, p.draft.situation, by):
        secret_spell_levels.tell(p)
        return False
    level = max(spell.level, slot or 0)
    if level <= p.cast.slot:
        return True
    if key not in p.tried:
        p.tried[key] = save_and_check.passes_check(p, p.cast.by, "spell", DISPEL_DC + level)
    if not p.tried[key]:
        p.say(f"{act} is not dispelled")
    return p.tried[key]
