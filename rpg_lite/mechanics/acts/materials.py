"""Material components with a price: if the spell consumes them, they are taken from the caster's bags; otherwise the answer names them (SRD,
Material).
"""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Final

from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.items import item_moves
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Material, Spell
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World

_PARTS: Final = re.compile(r",| or | and ")
_DUST: Final = frozenset({"dust", "powder", "powdered"})
_SMALL: Final = frozenset({"a", "an", "the", "of", "some", "gp", "worth", "with"})


def use(p: Performance) -> None:
    """Take the materials that the spell consumes from the caster's bags; name those that are not taken."""
    spell = p.cast.act
    material = spell.material if isinstance(spell, Spell) and "M" in spell.components else None
    if material is None or not material.cost:
        return
    what = material.what or "material"
    taken = find(p.draft.world, p.cast.by, material, p.book)
    if not taken:
        consumed = ", consumed" if material.consumed else ""
        name = p.thing(p.cast.by).name
        p.say(
            f"It takes {what} worth {material.cost:g} gp{consumed}; {name} carries nothing that is known to be, so settle it at the table."
        )
        return
    if material.consumed:
        told = ", ".join(f"{count} × {thing.name}" if count > 1 else thing.name for thing, count in taken)
        for thing, count in taken:
            item_moves.take_away(p.draft, p.thing(thing.id), count)
        p.say(f"It consumes {told}.")


def find(world: World, caster: str, material: Material, book: Rulebook) -> list[tuple[Thing, int]]:
    """The pieces at hand that pay for the material, with their counts; none if they are worth too little."""
    there = [(t, worth) for t in at_hand(world, caster) if (worth := _worth(t, material, book))]
    return list(_enough(there, material.cost or 0))


def _worth(thing: Thing, material: Material, book: Rulebook) -> float:
    """The price of one piece in gold pieces if the thing is this material; 0 for anything else."""
    if thing.kind != "item" or not thing.item.is_identified:
        return 0
    item = thing_stats.item_of(thing, book)
    is_meant = any(is_such(name, part) for name in (thing.name, item.name, *item.aliases) for part in _PARTS.split(material.what or ""))
    return item.value or 0 if is_meant else 0


def is_such(name: str, what: str) -> bool:
    """Whether a thing of this name is the material; its dust is a different material.

    >>> is_such("Diamond", "diamonds"), is_such("Diamond Dust", "diamonds"), is_such("Powdered diamond", "diamond dust")
    (True, False, True)
    >>> is_such("Diamond", "diamond dust"), is_such("Ring", "a pearl")
    (False, False)
    """
    has, wanted = _words(name), _words(what)
    return bool(wanted) and wanted <= has and ("dust" in has) == ("dust" in wanted)


def _words(text: str) -> frozenset[str]:
    words = (w.removesuffix("s") for w in names.fold(text).split() if w not in _SMALL)
    return frozenset("dust" if w in _DUST else w for w in words if w)


def _enough(there: Sequence[tuple[Thing, float]], cost: float) -> Iterator[tuple[Thing, int]]:
    """The pieces that pay the price: the cheapest piece that is enough by itself, or else the most expensive first; none if all of them
    together are worth too little.
    """
    if sum(t.quantity * worth for t, worth in there) < cost:
        return
    if alone := [pair for pair in there if pair[1] >= cost]:
        yield min(alone, key=lambda pair: pair[1])[0], 1
        return
    left = cost
    for thing, worth in sorted(there, key=lambda pair: -pair[1]):
        count = min(thing.quantity, math.ceil(left / worth))
        left -= count * worth
        yield thing, count
        if left <= 0:
            return
