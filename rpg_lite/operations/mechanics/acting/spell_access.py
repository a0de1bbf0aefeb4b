"""Whether a creature has a spell, and by which of its classes: prepared or known, or on a class list where nothing is chosen yet."""

from dataclasses import dataclass

from rpg_lite.operations.mechanics.acting.playing import Numbers
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules import names, ready_spells
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.granted_spells import granted_spells
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing, World


@dataclass(frozen=True, slots=True)
class SpellAccess:
    """The numbers with which a creature casts a spell. `unchecked`: it has chosen no spells, so only the list counts."""

    numbers: Numbers
    unchecked: bool = False


def access_to(world: World, caster: Thing, spell: Spell, book: Rulebook, as_ritual: bool = False) -> SpellAccess | Rejected:
    """Refuses: not_a_caster, spell_not_prepared, spell_of_another_list."""
    sheet, stats = bearers.sheet(caster, book), bearers.stats_of(world, caster, book)
    if stats.spellcasting is None:
        return Rejected("not_a_caster", "spell", {"name": caster.name, "spell": spell.name})
    granted = granted_spells(sheet, book)
    chosen = ready_spells.chosen_spells(sheet, book, as_ritual) if spell.level else ready_spells.chosen_cantrips(sheet)
    has = spell.name in granted or (chosen is not None and ready_spells.has(chosen, spell))
    if chosen is not None and not has:
        return Rejected("spell_not_prepared", "spell", {"name": caster.name, "spell": spell.name}, near=_near(spell, [*chosen, *granted]))
    of_list = ready_spells.classes_with(sheet, spell, book)
    if sheet.casting and not has and not of_list:
        lists = sorted({how.list for how, _ in sheet.casting.values()})
        details = {"name": caster.name, "spell": spell.name, "classes": ", ".join(spell.classes), "lists": ", ".join(lists)}
        return Rejected("spell_of_another_list", "spell", details)
    by = next(iter([c for c in (granted.get(spell.name),) if c in sheet.casting] or of_list or sheet.casting), None)
    numbers = stats.spellcasting.by_class.get(by) if by else None
    if numbers is None:
        return SpellAccess(Numbers(), not has)
    return SpellAccess(Numbers(dc=numbers.save_dc.value, attack=numbers.attack.value, mod=stats.modifiers[numbers.ability]), not has)


def _near(spell: Spell, chosen: list[str]) -> tuple[str, ...]:
    return tuple(names.nearest(spell.name, chosen, 3)) or tuple(chosen[:5])
