"""The numbers that an act takes from its source: the class of a feature, or the cast whose effect contains the act."""

from collections.abc import Mapping
from typing import Final

from rpg_lite.mechanics.acts.play_notebook import Numbers
from rpg_lite.mechanics.creature import effect_source, formula_values
from rpg_lite.mechanics.creature.acts import FoundAct
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.formulas import Values
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Cause
from rpg_lite.world.world_model import Thing, World

OF_THE_GIVER: Final = ("table:", "class:")
"""Words of formulas that mean the creature that applied the effect, not the creature that plays its act (SRD, Bardic Inspiration)."""


def numbers_of(world: World, player: Thing, found: FoundAct, book: Rulebook) -> Numbers:
    """The numbers of the act: for an act of a feature, those of the feature's class; for an act of an effect, those of the cast that
    applied the effect.
    """
    entry = found.entry
    if entry is None:
        return Numbers(of=found.of_class)
    cause = entry.cause
    giver = world.things.get(cause.by or "")
    spell = _spell_behind(world, giver or player, cause, book)
    values = _values(world, giver, book) if giver is not None and giver.id != player.id else {}
    return Numbers(cause.slot, spell.level if spell else None, cause.dc, mod=cause.mod, cast=cause.cast, values=values,
                   free=not found.act.spends)  # fmt: skip


def choices_of(found: FoundAct) -> Mapping[str, str]:
    """The choices made when the spell that brings the act was cast."""
    choice = found.entry.cause.choice or {} if found.entry else {}
    return {name: word for name, word in choice.items() if name != "form"}  # each further form is chosen anew


def _spell_behind(world: World, giver: Thing, cause: Cause, book: Rulebook) -> Spell | None:
    """The spell that brings the act; an act that a spell brings has a name that begins with that of the spell ("Eyebite: asleep"). The act
    of a stat block with the name of a spell is no spell (SRD, Clay Golem: Haste).
    """
    act = effect_source.act_of(world, cause, book)
    if isinstance(act, Spell):
        return act
    spell, colon, _ = (cause.act or "").partition(":")
    return thing_stats.spell_of(giver, spell, book) if colon or act is None else None


def _values(world: World, giver: Thing, book: Rulebook) -> Values:
    values = formula_values.values_of(giver, thing_stats.stats_of(world, giver, book), book)
    return {word: number for word, number in values.items() if word.startswith(OF_THE_GIVER)}
