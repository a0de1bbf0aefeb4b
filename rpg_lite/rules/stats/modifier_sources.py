"""The sources of modifiers: each thing, effect or condition, with the facts that are true only for this source."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules.carried_gear import Gear
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.predicates import holds
from rpg_lite.rules.stats.moment import Moment


@dataclass(slots=True)
class ModifierSource:
    """One source of changes: a thing, an effect, a condition. Instances with the same name do not add up. `cause`: the source of an effect."""

    name: str
    modifiers: Sequence[Modifier]
    facts: frozenset[str] = frozenset()
    own: str | None = None
    works: bool = True
    worn: bool = True
    cause: str = ""


_HELD, _WORN, _CARRIED = frozenset(("held", "worn", "carried")), frozenset(("worn", "carried")), frozenset(("carried",))
"""A held or worn thing also counts as carried, because it is on the person."""
_ATTUNED: Final = frozenset(("attuned",))
_CURSED: Final = "cursed"
"""The toggle that attunement to a cursed item switches on (SRD, Cursed Items)."""


def source_of_gear(g: Gear, bonded: frozenset[str], moment: Moment) -> ModifierSource:
    item = g.item
    cursed = frozenset((_CURSED,)) if item.cursed and g.id in bonded else frozenset[str]()
    active = g.active | cursed
    on = active | moment.toggles if item.toggled else active
    switched = [m for id, ms in item.toggled if id in on for m in ms]
    is_worn = g.slot is not None
    words = _HELD if g.is_held else _WORN if is_worn else _CARRIED
    if g.id in bonded:
        words = words | _ATTUNED
    if active:
        words = words.union(active, (f"active:{a}" for a in active))
    return ModifierSource(
        item.identity,
        (*item.passive, *switched) if switched else item.passive,
        words,
        g.id,
        g.id in bonded or not item.needs_attunement,
        is_worn or item.use_state == "carried",
    )


def is_live(i: ModifierSource, m: Modifier, facts: frozenset[str]) -> bool:
    return (i.works or m.needs == "none") and holds(m.when, facts | i.facts)
