"""Whether a creature has a spell, and by which of its classes: prepared or known, or on a class list where nothing is chosen yet."""

from dataclasses import dataclass

from rpg_lite.operations.mechanics.acting.playing import Numbers
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet import Sheet
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing, World


@dataclass(frozen=True, slots=True)
class SpellAccess:
    """The numbers with which a creature casts a spell. `unchecked`: it has chosen no spells, so only the list counts."""

    numbers: Numbers
    unchecked: bool = False


def access_to(world: World, caster: Thing, spell: Spell, book: Rulebook) -> SpellAccess | Rejected:
    """Refuses: not_a_caster, spell_of_another_list, spell_not_prepared."""
    sheet, stats = bearers.sheet(caster, book), bearers.stats_of(world, caster, book)
    if stats.spellcasting is None:
        return Rejected("not_a_caster", "spell", {"name": caster.name, "spell": spell.name})
    chosen = _chosen(sheet)
    if chosen and names.fold(spell.name) not in map(names.fold, chosen):
        return Rejected("spell_not_prepared", "spell", {"name": caster.name, "spell": spell.name}, near=_near(spell, chosen))
    of_list = [name for name, (how, _) in sheet.casting.items() if how.list in spell.classes]
    if sheet.casting and not chosen and not of_list:
        lists = sorted({how.list for how, _ in sheet.casting.values()})
        details = {"name": caster.name, "spell": spell.name, "classes": ", ".join(spell.classes), "lists": ", ".join(lists)}
        return Rejected("spell_of_another_list", "spell", details)
    by = next(iter(of_list or sheet.casting), None)
    numbers = stats.spellcasting.by_class.get(by) if by else None
    if numbers is None:
        return SpellAccess(Numbers(), not chosen)
    return SpellAccess(Numbers(dc=numbers.save_dc.value, attack=numbers.attack.value, mod=stats.modifiers[numbers.ability]), not chosen)


def _chosen(sheet: Sheet) -> list[str]:
    """The spells that it has prepared or knows; nothing where it has chosen none."""
    lists = sheet.spells
    return [*(lists.prepared or ()), *(lists.known or ()), *(lists.cantrips or ())]


def _near(spell: Spell, chosen: list[str]) -> tuple[str, ...]:
    return tuple(names.nearest(spell.name, chosen, 3)) or tuple(chosen[:5])
