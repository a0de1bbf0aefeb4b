"""Changes to the one weapon in hand on which a spell is cast: they stay with that weapon (SRD, Magic Weapon; SRD 5.1, Sacred Weapon)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.rules import modifier_tag_words, names
from rpg_lite.rules.carried_gear import Gear
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.world import thing_stats

_NONMAGICAL: Final = ".weapon_nonmagical"
_WEAPON: Final = "weapon:"
WEAPON: Final = "weapon"
"""The choice that names one of several weapons in hand."""


def bind(p: Performance, target: str, changes: Sequence[Modifier]) -> list[Modifier]:
    """The changes with the weapon in hand in place of `weapon:held`. Without a fitting weapon in hand they count for the kind of weapon."""
    if not any(modifier_tag_words.HELD in m.scope for m in changes):
        return list(changes)
    is_plain = any(m.target.endswith(_NONMAGICAL) for m in changes)
    tags = [tag for m in changes for tag in m.scope if tag.startswith(_WEAPON) and tag != modifier_tag_words.HELD]
    held = [g for g in _held(p, target) if not (is_plain and g.item.is_magical) and all(_fits(g, tag) for tag in tags)]
    weapon = _chosen(p, target, held)
    return [_bound(m, weapon) if modifier_tag_words.HELD in m.scope else m for m in changes]


def _chosen(p: Performance, target: str, held: Sequence[Gear]) -> Gear | None:
    """The weapon that the call chooses, or else the first one; with several in hand, the answer says which."""
    word = p.cast.wish.choice.get(WEAPON)
    chosen = next((g for g in held if word and names.fold(word) in names_of(g)), None)
    weapon = chosen or next(iter(held), None)
    if weapon is not None and word and chosen is None:
        p.say(f"No {word} is in hand; it is on the {p.thing(weapon.id).name}.")
    elif weapon is not None and len(held) > 1 and chosen is None:
        others = " or ".join(f'"{p.thing(g.id).name}"' for g in held if g is not weapon)
        p.say(f"It is on the {p.thing(weapon.id).name}; for another weapon in hand, send choice weapon {others}.")
    return weapon


def names_of(g: Gear) -> frozenset[str]:
    """The folded names of a weapon in hand: its own and that of its base."""
    return frozenset(map(names.fold, (g.item.name, g.item.base or g.item.name)))


def _bound(m: Modifier, weapon: Gear | None) -> Modifier:
    rest = tuple(tag for tag in m.scope if tag != modifier_tag_words.HELD)
    if weapon is None:
        return replace(m, scope=rest)
    target = m.target.replace(_NONMAGICAL, ".weapon")  # it is magical from now on, so that its own bonus must not ask for a nonmagical one
    return replace(m, target=target, scope=(*rest, modifier_tag_words.of_one_weapon(weapon.id)))


def _held(p: Performance, creature: str) -> Iterator[Gear]:
    """The weapons in hand, that of the main hand first."""
    held = [g for g in thing_stats.gear_at_work(p.draft.world, p.thing(creature), p.book) if g.slot is not None and g.item.weapon_stats]
    yield from sorted(held, key=lambda g: g.slot == "offhand")


def _fits(g: Gear, tag: str) -> bool:
    """Whether the weapon is one of those that the tag names: by its name, its base, or as melee or ranged."""
    category = g.item.weapon_stats.category if g.item.weapon_stats else ""
    facts = {*names_of(g), category.rpartition("_")[2]}
    return not facts.isdisjoint(tag.removeprefix(_WEAPON).split("|"))
