"""The scroll of one spell: its name as people write it, and its item (SRD, Spell Scroll)."""

from collections.abc import Iterator
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.item_part_models import ItemCast
from rpg_lite.rules.item_templates import ScrollNumbers, Template
from rpg_lite.rules.items import Item

_SCROLL: Final = "scroll"
_HEADS: Final = ("spell scroll of", "scroll of", "spell scroll", "scroll")
_TAILS: Final = ("spell scroll", "scroll")


def spell_in(name: str) -> str | None:
    """The folded name of the spell in the name of a scroll; None if the name is not that of a scroll.

    >>> spell_in("Spell Scroll of Fireball"), spell_in("Fireball scroll"), spell_in("Spell Scroll (Fireball)"), spell_in("Scroll Case")
    ('fireball', 'fireball', 'fireball', 'case')
    """
    key = names.fold(name)
    if _SCROLL not in key.split():
        return None
    head = next((h for h in _HEADS if key.startswith(f"{h} ")), None)
    if head:
        return key.removeprefix(f"{head} ")
    tail = next((t for t in _TAILS if key.endswith(f" {t}")), None)
    return key.removesuffix(f" {tail}") if tail else None


def full_name(template: Template, spell: Spell) -> str:
    return f"{template.item.name} of {spell.name}"


def folded_names(template: Template, spell: Spell) -> Iterator[str]:
    """Every folded name under which the scroll of the spell is found."""
    for called in (spell.name, *spell.aliases):
        key = names.fold(called)
        yield from (f"{head} {key}" for head in _HEADS)
        yield from (f"{key} {tail}" for tail in _TAILS)
    yield names.fold(template.item.name)


def scroll_of(spell: Spell, template: Template, of_level: Item, numbers: ScrollNumbers) -> Item:
    """The scroll of a spell, made from the scroll of its level; reading the scroll uses it up."""
    cast = ItemCast(spell=spell.name, dc=numbers.dc, attack=numbers.attack, cost=numbers.cost, scroll=True)
    own: dict[str, Any] = {f: getattr(of_level, f) for f in of_level.model_fields_set if f not in ("adjudicated", "aliases")}
    return Item.model_validate({**own, "name": full_name(template, spell), "variant": spell.name, "casts": (cast,)})
