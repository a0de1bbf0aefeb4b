"""A spell in place of an attack: the call that casts it."""

from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import SpellRule
from rpg_lite.world.world_model import Thing


def refuse_spell(name: str | None, caster: Thing, target: Thing, book: Rulebook) -> Rejected | None:
    """The refusal that proposes to cast the spell; None if the name means no spell."""
    spell = _find_spell(name or "", book)
    if spell is None:
        return None
    cast_it = {"operation": "cast", "characterName": caster.name, "spell": spell.name, "targets": [target.name]}
    played = book.spell(spell.name)
    answer = {"answer": True} if played and played.cost == "reaction" else {}  # a reaction would be wasted if played by itself
    return Rejected("spell_is_cast", "itemName", {"name": spell.name}, instead={**cast_it, **answer})


def _find_spell(name: str, book: Rulebook) -> SpellRule | None:
    """The spell of this name, also for "Firebolt" or "Fire Bolt spell"; the name of an item means the item."""
    key = names.fold(name).removesuffix(" spell")
    if book.find(name):
        return None
    return book.spells.get(key) or next((s for k, s in book.spells.items() if k.replace(" ", "") == key.replace(" ", "")), None)
