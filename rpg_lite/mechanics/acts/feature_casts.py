"""Features that cast a spell without its slot: the call names them in `with` (SRD 5.2, Divine Intervention, Natural Recovery). Apart
because the casts of features are found before the price of any act is known.
"""

from dataclasses import dataclass

from rpg_lite.mechanics.acts import free_cast_fits
from rpg_lite.mechanics.acts.free_cast_fits import PAYS
from rpg_lite.mechanics.acts.play_notebook import Numbers
from rpg_lite.mechanics.acts.riders.attack_riders import is_named
from rpg_lite.mechanics.acts.spell_access import SpellAccess
from rpg_lite.mechanics.creature.own_riders import OwnRider, riders_of
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class FreeCast:
    """The spell as the feature casts it, with its numbers; or the reason why the feature cannot cast this spell."""

    own: OwnRider
    spell: Spell
    access: SpellAccess
    why_not: str | None = None


def find(world: World, caster: Thing, spell: Spell, told: frozenset[str], book: Rulebook) -> FreeCast | None:
    """The feature that the call names to cast this spell without a slot."""
    named = [own for own in riders_of(world, caster, book) if PAYS in own.rider.set and is_named(own, told)]
    if not named:
        return None
    (own, *_), sheet = named, thing_stats.sheet(caster, book)
    of = str(own.rider.set.get("list", ""))
    casting = thing_stats.stats_of(world, caster, book).spellcasting
    numbers = casting.by_class.get(of) if casting else None
    mod = thing_stats.stats_of(world, caster, book).modifiers[numbers.ability] if numbers else None
    given = Numbers(dc=numbers.save_dc.value, attack=numbers.attack.value, mod=mod, ability=numbers.ability) if numbers else Numbers()
    return FreeCast(own, _as_cast(own, spell), SpellAccess(given), free_cast_fits.why_not(own, spell, sheet, book))


def act_with(caster: Thing, spell: Spell, book: Rulebook) -> Act | None:
    """The act of a feature that casts this spell, for a creature that has it from nowhere else (SRD, Pact of the Chain)."""
    own = (act for rule in thing_stats.unspent_sheet(caster, book).feature_rules for act in rule.acts)
    return next((act for act in own if act.steps and isinstance(step := act.steps[0], DoStep) and step.do == spell.name), None)


def _as_cast(own: OwnRider, spell: Spell) -> Spell:
    """The spell without its slot, and with the cost and the components that the feature leaves."""
    changed: dict[str, object] = {"spend": None}
    if "castIn" in own.rider.set:
        changed["cost"] = str(own.rider.set["castIn"])
    if own.rider.set.get("material") == "none":
        changed |= {"material": None, "components": tuple(c for c in spell.components if c != "M")}
    return spell.model_copy(update=changed)
