"""A fight under water: weapons that water hinders, and fire that it dampens (SRD, Underwater Combat)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats

UNDERWATER: Final = "underwater"
"""The caller's word for a fight under water."""
WATER: Final = "water"
"""The name of the source of resistance to fire there."""
_HINDERED: Final = Modifier("attack.all", "disadvantage", source=Source("base", UNDERWATER, "under water"))
_OF_BODIES: Final = ("bludgeoning", "piercing", "slashing")
_MELEE_OF_5_1: Final = frozenset(("dagger", "javelin", "shortsword", "spear", "trident"))
_RANGED_OF_5_1: Final = frozenset(("dart", "hand crossbow", "heavy crossbow", "javelin", "light crossbow", "net", "spear", "trident"))
"""The weapons that water does not hinder in SRD 5.1: those with which one stabs, and those that one shoots or throws like a javelin."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """The weapon of an attack. `called`: its folded names, that of its base among them; `held`: whether it is no part of a body."""

    called: frozenset[str]
    type: str | None
    ranged: bool
    held: bool = True


def weapon(item: Item, type: str | None, ranged: bool) -> Weapon:
    return Weapon(frozenset(names.fold(name) for name in (item.name, item.base) if name), type, ranged, not item.natural)


def of_block(name: str, type: str | None, ranged: bool, book: Rulebook) -> Weapon:
    """The attack of a stat block: a weapon of this name, or a part of the creature's body."""
    pick = book.find(name)
    held = pick is not None and book.templates[pick.template].item.type == "weapon"
    return Weapon(frozenset((names.fold(name),)), type, ranged, held)


def hinders(draft: Draft, told: Collection[str], mine: EffectiveStats, by: Weapon) -> Iterator[Modifier]:
    """The disadvantage of an attack under water. A note tells of the range beyond which it misses, which only the table knows."""
    if UNDERWATER not in told or creature_flags.UNHINDERED_BY_WATER in mine.flags:
        return
    is_named = draft.situation.book.policy.underwater_weapons == "named"
    if not (by.held or (is_named and by.type in _OF_BODIES)):
        return  # SRD 5.2 speaks of weapons; SRD 5.1 of weapon attacks, which those of a body are, too, unless they are spells
    if by.ranged:
        draft.note("short_range_in_water")
        is_free = is_named and not by.called.isdisjoint(_RANGED_OF_5_1)
    else:
        suits = not by.called.isdisjoint(_MELEE_OF_5_1) if is_named else by.type == "piercing"
        is_free = suits or "swim" in mine.speed
    if not is_free:
        yield _HINDERED


def resists(told: Collection[str], type: str, scalds: bool = False) -> str | None:
    """The source that lessens damage of this type under water. `scalds`: it is fire that water does not lessen (SRD, Steam Breath)."""
    return WATER if type == "fire" and UNDERWATER in told and not scalds else None
