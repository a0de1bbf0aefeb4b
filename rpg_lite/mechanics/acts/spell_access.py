"""Whether a creature has a spell, and from which of its classes: prepared or known, or on a class list if nothing is chosen yet."""

from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts.play_notebook import Numbers
from rpg_lite.rules import names, ready_spells
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.block_spells import block_spells
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.free_casts import free_casts
from rpg_lite.rules.granted_spells import granted_spells, ritual_classes, ritual_spells
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.species_spells import OwnSpell, species_spells
from rpg_lite.rules.stat_block import as_cast
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import clock, thing_stats
from rpg_lite.world.world_model import Thing, World

FREE: Final = "free"
"""The word for `slot` by which a call asks for a cast without a slot."""


@dataclass(frozen=True, slots=True)
class SpellAccess:
    """The numbers with which a creature casts a spell. `unchecked`: the creature has chosen no spells, so only the class list decides.
    `spend`: the resource that pays for the spell instead of a slot; `at_will`: nothing pays for it; `cast_as`: the spell with the changes of
    a stat block.
    """

    numbers: Numbers
    unchecked: bool = False
    spend: str | None = None
    at_will: bool = False
    cast_as: Spell | None = None

    def paid_by(self, spell: Spell) -> Spell:
        """The spell in the form and with the price that this access asks for."""
        spell = self.cast_as or spell
        return spell.model_copy(update={"spend": self.spend}) if self.spend or self.at_will else spell


def access_to(
    world: World, caster: Thing, spell: Spell, book: Rulebook, as_ritual: bool = False, slot: int | str | None = None
) -> SpellAccess | Rejected:
    """The caster's access to the spell: casting that its species or a feature gives without a slot comes before casting by its classes,
    unless the call asks for a slot. The word "free" accepts only casting without a slot.

    Refuses: no_free_cast, no_ritual_casting, not_a_caster, spell_not_prepared, spell_of_another_list.
    """
    sheet, stats = thing_stats.sheet(caster, book), thing_stats.stats_of(world, caster, book)
    if spell in thing_stats.true_sheet(caster, book).spells.own and not is_free_asked(slot):
        return SpellAccess(Numbers())  # made for its caster, so no list of a class decides
    own = _own_spells(sheet, stats, book).get(spell.name)
    by_class = _by_class(world, caster, sheet, stats, spell, book, as_ritual)
    if is_free_asked(slot):
        access = _free(own, sheet, stats, caster, spell)
    else:
        access = by_class if own is None else _by_own(own, by_class, sheet, stats, spell, book, as_ritual, slot)
    if own is None or own.of_block is None or isinstance(access, Rejected) or access is by_class:
        return access
    return replace(access, cast_as=as_cast(spell, *own.of_block))


def as_its_block_casts(caster: Thing, spell: Spell, book: Rulebook) -> Spell:
    """The spell with the changes that the stat block of its caster makes (SRD 5.2, Dryad, Charm Monster)."""
    own = block_spells(thing_stats.sheet(caster, book), book).get(spell.name)
    return as_cast(spell, *own.of_block) if own is not None and own.of_block is not None else spell


def _by_own(
    own: OwnSpell, by_class: SpellAccess | Rejected, sheet: Sheet, stats: EffectiveStats, spell: Spell, book: Rulebook, as_ritual: bool,
    slot: int | str | None,
) -> SpellAccess | Rejected:  # fmt: skip
    """The access that a species, a feature or a stat block gives, or that of a class where the call asks for a slot."""
    of_lists = bool(ready_spells.classes_with(sheet, spell, book)) or spell.name in granted_spells(sheet, book)
    of_class = isinstance(by_class, SpellAccess) and of_lists
    otherwise = of_class or (own.with_slots and _has_slots(sheet))
    if own.at_will and not as_ritual and (own.prepared or of_class) and (slot is None or str(slot) == str(own.level)):
        return SpellAccess(_numbers(own, stats, own.level), at_will=True)
    is_free = own.resource is not None and not as_ritual and (slot is None or (not otherwise and str(slot) == str(own.level)))
    if own.resource and is_free and (sheet.resources[own.resource].left or not otherwise):
        return SpellAccess(_numbers(own, stats, own.level), spend=f"resource:{own.resource}")
    if own.at_will and not own.prepared:
        return by_class
    return by_class if of_class or (own.resource and not own.with_slots) else SpellAccess(_numbers(own, stats, None))


def is_free_asked(slot: int | str | None) -> bool:
    """Whether the call asks for a cast without a slot."""
    return str(slot).strip().casefold() == FREE


def _free(own: OwnSpell | None, sheet: Sheet, stats: EffectiveStats, caster: Thing, spell: Spell) -> SpellAccess | Rejected:
    """The cast that takes no slot; refused if there is none, or none is left."""
    if own and own.at_will:
        return SpellAccess(_numbers(own, stats, own.level), at_will=True)
    if own and own.resource and sheet.resources[own.resource].left:
        return SpellAccess(_numbers(own, stats, own.level), spend=f"resource:{own.resource}")
    spent = " left" if own and own.resource else ""
    return Rejected("no_free_cast", "slot", {"name": caster.name, "spell": spell.name, "left": spent})


def _own_spells(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> dict[str, OwnSpell]:
    """The spells that need no class: those of the stat block, of features and of the species."""
    return block_spells(sheet, book) | free_casts(sheet, stats.modifiers, book) | species_spells(sheet, stats.modifiers, book)


def _has_slots(sheet: Sheet) -> bool:
    pact = sheet.spell_slots.pact
    return any(sheet.spell_slots.left) or bool(pact and pact.left)


def _numbers(own: OwnSpell, stats: EffectiveStats, slot: int | None) -> Numbers:
    """The printed numbers of a stat block, or else those from the ability of the species."""
    mod, bonus = stats.modifiers[own.ability], stats.proficiency_bonus.value
    dc = own.dc if own.dc is not None else 8 + bonus + mod
    return Numbers(slot=slot, dc=dc, attack=own.attack if own.attack is not None else bonus + mod, mod=mod, ability=own.ability)


def _not_prepared(world: World, caster: Thing, sheet: Sheet, spell: Spell, has: tuple[str, ...]) -> Rejected:
    """The refusal. To somebody who is not fighting it offers the call that prepares this spell as well as those already prepared."""
    listed, instead = sheet.spells.prepared, None
    if listed is not None and caster.id not in clock.fighters(world):
        instead = {"operation": "prepare", "characterName": caster.name, "spells": [*listed, spell.name]}
    return Rejected("spell_not_prepared", "spell", {"name": caster.name, "spell": spell.name}, allowed=has, instead=instead)


def _added_to_block(sheet: Sheet, stats: EffectiveStats, spell: Spell) -> SpellAccess | None:
    """The access to a spell that somebody has added to those of a stat block: with the numbers of the block."""
    how, listed = sheet.block_casting, (*(sheet.spells.prepared or ()), *(sheet.spells.known or ()), *(sheet.spells.cantrips or ()))
    if how is None or names.fold(spell.name) not in map(names.fold, listed):
        return None
    mod = stats.modifiers[how.ability]
    bonus = stats.proficiency_bonus.value + mod
    dc, attack = (given if given is not None else least for given, least in ((how.save_dc, 8 + bonus), (how.attack, bonus)))
    return SpellAccess(Numbers(dc=dc, attack=attack, mod=mod, ability=how.ability))


def _by_class(
    world: World, caster: Thing, sheet: Sheet, stats: EffectiveStats, spell: Spell, book: Rulebook, as_ritual: bool
) -> SpellAccess | Rejected:
    if stats.spellcasting is None:
        return Rejected("not_a_caster", "spell", {"name": caster.name, "spell": spell.name})
    if sheet.block_casting and not sheet.casting:
        if added := _added_to_block(sheet, stats, spell):
            return added
        return _not_prepared(world, caster, sheet, spell, tuple(block_spells(sheet, book)))
    granted = granted_spells(sheet, book) | (ritual_spells(sheet, book) if as_ritual else {})
    chosen = ready_spells.chosen_spells(sheet, book, as_ritual) if spell.level else ready_spells.chosen_cantrips(sheet)
    has = spell.name in granted or (chosen is not None and ready_spells.has(chosen, spell))
    ready = tuple(dict.fromkeys([*chosen, *granted])) if chosen is not None else ()
    of_list = ready_spells.classes_with(sheet, spell, book)
    if sheet.casting and not has and not of_list:  # first: to prepare it would not help
        lists = sorted({how.list for how, _ in sheet.casting.values()})
        details = {"name": caster.name, "spell": spell.name, "classes": ", ".join(spell.classes), "lists": ", ".join(lists)}
        return Rejected("spell_of_another_list", "spell", details, allowed=ready)
    if chosen is not None and not has:
        return _not_prepared(world, caster, sheet, spell, ready)
    of_class = granted.get(spell.name)
    casting = [of_class] if of_class in sheet.casting and of_class else of_list or list(sheet.casting)
    by = next(iter(casting), None)
    if as_ritual and by:
        able = ritual_classes(sheet, book)
        by = next((c for c in casting if c in able), None)
        if by is None:
            return Rejected("no_ritual_casting", "ritual", {"name": caster.name, "spell": spell.name, "classes": " and ".join(casting)})
    numbers = stats.spellcasting.by_class.get(by) if by else None
    if numbers is None:
        return SpellAccess(Numbers(), not has)
    return SpellAccess(
        Numbers(dc=numbers.save_dc.value, attack=numbers.attack.value, mod=stats.modifiers[numbers.ability], ability=numbers.ability),
        not has,
    )
