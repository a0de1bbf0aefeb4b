"""The mastery property of a weapon, for creatures that have mastered weapons of its kind (SRD 5.2, Mastery Properties)."""

from typing import Final

from rpg_lite.mechanics.attack.attacker_and_target import Duel, weapon_of
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

LINE: Final = "Mastery: "
"""The start of a weapon's line that names its mastery property."""
CHOICE: Final = "weapon mastery"
GRAZE: Final = "graze"
NICK: Final = "nick"
BY_THEMSELVES: Final = frozenset((GRAZE, NICK))


def tags(world: World, attacker: Thing, mine: EffectiveStats, way: AttackStats, book: Rulebook) -> frozenset[str]:
    """The word by which riders choose a weapon of this property: "mastery_sap"."""
    found = property_of(world, attacker, mine, way, book)
    return frozenset((f"mastery_{found}",)) if found else frozenset()


def words(world: World, duel: Duel, book: Rulebook) -> frozenset[str]:
    """The property of the weapon where it plays by itself, so that a call may name it (SRD 5.2, Graze, Nick)."""
    found = property_of(world, duel.attacker, duel.mine, duel.way, book)
    return frozenset((found,)) & BY_THEMSELVES if found else frozenset()


def has(world: World, duel: Duel, property: str, book: Rulebook) -> bool:
    """Whether the attacker may use this mastery property of the weapon."""
    return property_of(world, duel.attacker, duel.mine, duel.way, book) == property


def property_of(world: World, attacker: Thing, mine: EffectiveStats, way: AttackStats, book: Rulebook) -> str | None:
    """The mastery property of the weapon that makes the attack, if the attacker may use it."""
    weapon = weapon_of(world, attacker, way, book) if creature_flags.WEAPON_MASTERY in mine.flags else None
    if weapon is None:
        return None
    item, base = thing_stats.item_of(weapon, book), _base_of(weapon, book)
    if not _has_mastered(attacker, [one for one in (item, base) if one], book):
        return None
    lines = (line for one in (item, base) if one for line in one.adjudicated)
    return next((line.removeprefix(LINE).rstrip(".") for line in lines if line.startswith(LINE)), None)


def _base_of(weapon: Thing, book: Rulebook) -> Item | None:
    """The plain weapon of which a magic weapon is made."""
    base = thing_stats.item_of(weapon, book).base
    pick = book.find(base) if base else None
    return book.item(pick) if pick else None


def _has_mastered(attacker: Thing, weapon: list[Item], book: Rulebook) -> bool:
    """Whether the creature chose this kind of weapon; until it has chosen, any kind counts."""
    chosen = thing_stats.unspent_sheet(attacker, book).chosen
    wanted = {names.fold(word) for word in chosen.of(CHOICE)} if chosen else set()
    return not wanted or any(wanted & {names.fold(word) for word in (one.name, *one.aliases)} for one in weapon)
