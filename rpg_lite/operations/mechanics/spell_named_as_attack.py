"""A spell in place of an attack: the roll that it needs, and the call that makes the roll."""

from typing import Any

from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import SpellRule
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world.things import Thing

_D20 = {"normal": "1d20", "advantage": "2d20kh1", "disadvantage": "2d20kl1"}


def refuse_spell(name: str | None, caster: Thing, target: Thing, stats: EffectiveStats, book: Rulebook) -> Rejected | None:
    """The refusal that names the spell's roll; None if the name means no spell."""
    spell = _find_spell(name or "", book)
    if spell is None:
        return None
    if book.spell(spell.name):
        cast_it = {"operation": "cast", "characterName": caster.name, "spell": spell.name, "targets": [target.name]}
        return Rejected("spell_is_cast", "itemName", {"name": spell.name}, instead=cast_it)
    told: dict[str, Any] = {"name": spell.name, "who": caster.name, "target": target.name}
    if not spell.attack and spell.save is None:
        return Rejected("spell_without_roll", "itemName", told)
    if stats.spellcasting is None:
        return Rejected("spell_unknown_number", "itemName", told)
    if spell.attack:
        cast = stats.spellcasting
        roll = {"operation": "roll", "dice": f"{_D20[cast.mode]}{cast.attack.value:+d}"}
        return Rejected("spell_rolls_to_hit", "itemName", {**told, "dice": roll["dice"]}, instead=roll)
    dc = stats.spellcasting.save_dc.value
    save = {"operation": "save", "characterName": target.name, "ability": spell.save, "dc": dc}
    return Rejected("spell_asks_for_save", "itemName", {**told, "ability": (spell.save or "").upper(), "dc": dc}, instead=save)


def _find_spell(name: str, book: Rulebook) -> SpellRule | None:
    """The spell of this name, also for "Firebolt" or "Fire Bolt spell"; the name of an item means the item."""
    key = names.fold(name).removesuffix(" spell")
    if book.find(name):
        return None
    return book.spells.get(key) or next((s for k, s in book.spells.items() if k.replace(" ", "") == key.replace(" ", "")), None)
