"""Whether a creature has a spell, and by which of its classes: prepared or known, or on a class list where nothing is chosen yet."""

from dataclasses import dataclass

from rpg_lite.operations.mechanics.acting.playing import Numbers
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.granted_spells import granted_spells
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet import Sheet
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
    chosen = _chosen(sheet, spell, as_ritual)
    has = spell.name in granted or (chosen is not None and names.fold(spell.name) in map(names.fold, chosen))
    if chosen is not None and not has:
        return Rejected("spell_not_prepared", "spell", {"name": caster.name, "spell": spell.name}, near=_near(spell, [*chosen, *granted]))
    of_list = [name for name, (how, _) in sheet.casting.items() if how.list in spell.classes]
    if sheet.casting and not has and not of_list:
        lists = sorted({how.list for how, _ in sheet.casting.values()})
        details = {"name": caster.name, "spell": spell.name, "classes": ", ".join(spell.classes), "lists": ", ".join(lists)}
        return Rejected("spell_of_another_list", "spell", details)
    by = next(iter(of_list or sheet.casting), None)
    numbers = stats.spellcasting.by_class.get(by) if by else None
    if numbers is None:
        return SpellAccess(Numbers(), not has)
    return SpellAccess(Numbers(dc=numbers.save_dc.value, attack=numbers.attack.value, mod=stats.modifiers[numbers.ability]), not has)


def _chosen(sheet: Sheet, spell: Spell, as_ritual: bool) -> list[str] | None:
    """The spells among which this one must be; None where nothing of its kind is chosen.

    A class that prepares casts what it has prepared; what its book holds beside that is for rituals (SRD, Wizard: Ritual Casting).
    """
    lists = sheet.spells
    if not spell.level:
        return None if lists.cantrips is None else list(lists.cantrips)
    if lists.prepared is None and lists.known is None:
        return None
    prepares = lists.prepared is not None and any(how.learn == "prepared" for how, _ in sheet.casting.values())
    knows = any(how.learn == "known" for how, _ in sheet.casting.values())
    book = lists.known or () if not prepares or knows or as_ritual else ()
    return [*(lists.prepared or ()), *book]


def _near(spell: Spell, chosen: list[str]) -> tuple[str, ...]:
    return tuple(names.nearest(spell.name, chosen, 3)) or tuple(chosen[:5])
