"""Changes of a weapon that count only against some targets, or when it is thrown: decided by the target and by the attack."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rpg_lite.operations.mechanics.acting.creature_types import types_of
from rpg_lite.operations.mechanics.duel import Duel, weapon_of
from rpg_lite.operations.mechanics.working_places import works_for
from rpg_lite.operations.outcome import Draft
from rpg_lite.rules import names
from rpg_lite.rules.acts.words import CREATURE_TYPES
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.attacks import ExtraDice
from rpg_lite.world import bearers

_TARGET: Final = "target:"
_SWORN: Final = "sworn enemy"
_OF_THE_WEAPON: Final = ("attack.this_weapon", "damage.this_weapon")


def settle(draft: Draft, duel: Duel) -> Duel:
    """The attack with the numbers that count against this target; only what it does not decide is left to the game master."""
    way = duel.way
    dice = tuple(found for x in way.extra_dice if (found := _settle_dice(draft, duel, x)))
    counting = list(_of_weapon(draft, duel))
    more = {target: sum(m.value for m in counting if m.target == target and isinstance(m.value, int)) for target in _OF_THE_WEAPON}
    to_hit = way.to_hit._replace(value=way.to_hit.value + more["attack.this_weapon"])
    damage = way.damage_bonus._replace(value=way.damage_bonus.value + more["damage.this_weapon"])
    modes = tuple(m for m in counting if m.op in ("advantage", "disadvantage"))
    return replace(duel, way=replace(way, extra_dice=dice, to_hit=to_hit, damage_bonus=damage, reasons=(*way.reasons, *modes)))


def _settle_dice(draft: Draft, duel: Duel, dice: ExtraDice) -> ExtraDice | None:
    """The dice with the tags that are still open; None if they do not count."""
    known = {tag: holds(draft, duel, tag) for tag in dice.scope}
    return None if False in known.values() else replace(dice, scope=tuple(tag for tag in dice.scope if known[tag] is None))


def _of_weapon(draft: Draft, duel: Duel) -> Iterator[Modifier]:
    """The scoped changes of the weapon itself that count now."""
    book, world = draft.situation.book, draft.world
    weapon = weapon_of(world, duel.attacker, duel.way, book)
    item = bearers.item_of(weapon, book) if weapon else None
    if weapon is None or item is None or not works_for(world, duel.attacker, weapon, item):
        return
    for m in item.passive:
        if m.scope and not m.when and m.target in _OF_THE_WEAPON and m.op != "extra_dice" and all(holds(draft, duel, t) for t in m.scope):
            yield m


def holds(draft: Draft, duel: Duel, tag: str) -> bool | None:
    """Whether a tag holds for this attack; None if only the table knows."""
    if tag == "thrown":
        return duel.ranged
    if tag == "target:creature":
        return True
    if tag == "target:chosen_kind":
        return False  # the rider Slay of the ammunition deals it, because it asks for a save
    if tag == "target:sworn_enemy":
        return any(names.fold(e.name) == _SWORN and e.cause.by == duel.attacker.id for e in duel.target.creature.effects)
    words = set(tag.removeprefix(_TARGET).split("|"))
    types = types_of(duel.target, draft.situation.book)
    if not tag.startswith(_TARGET) or not words <= {*CREATURE_TYPES} or not types & {*CREATURE_TYPES}:
        return None
    return not words.isdisjoint(types)
