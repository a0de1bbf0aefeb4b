"""Attacks with weapons in hand, unarmed strikes, and spell attacks (SRD, Making an Attack)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rpg_lite.rules import creature_flags, dice, modifier_tag_words, names
from rpg_lite.rules.breakdown import Breakdown, fold
from rpg_lite.rules.carried_gear import Gear
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.item_part_models import WeaponStats
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.stats.checks import modifier_line, trained_line
from rpg_lite.rules.stats.collect import Collected
from rpg_lite.rules.stats.creature_facts import is_monk_weapon
from rpg_lite.rules.stats.legal_gear import properties_of
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.rules.stats.weapon_numbers import (
    Arm,
    ExtraDice,
    dice_on_hit,
    dice_on_roll,
    left_of,
    left_open,
    modes_of,
    number,
    select_scoped,
    targets_of,
    whole_factor,
)  # fmt: skip
from rpg_lite.vocabulary import Ability, Mode, Size

_UNARMED: Final = frozenset({"attack.unarmed", "damage.unarmed", "unarmed.die", "unarmed.damage_type"})
UNARMED: Final = "Unarmed Strike"
HARMLESS: Final = "0"
HANDS: Final = frozenset(("mainhand", "offhand"))


@dataclass(frozen=True, slots=True)
class AttackStats:
    """One kind of attack. `second`: whether it is the off hand's extra attack after that of the main hand (SRD, Two-Weapon Fighting)."""

    name: str
    slot: str | None
    ability: Ability
    to_hit: Breakdown
    damage_dice: str
    damage_bonus: Breakdown
    damage_type: str
    mode: Mode
    reasons: tuple[Modifier, ...] = ()
    extra_dice: tuple[ExtraDice, ...] = ()
    hit_dice: tuple[Modifier, ...] = ()
    """Dice added to the attack roll."""
    second: bool = False
    factor: float = 1
    """The factor by which the total damage is multiplied (SRD, Ray of Enfeeblement)."""
    at_rolls: tuple[Modifier, ...] = ()
    """The changes to the attack and damage rolls of this weapon that depend on the roll."""
    properties: frozenset[str] = frozenset()
    modifier: int = 0
    """The ability modifier of the attack roll."""
    magical_if: tuple[tuple[str, ...], ...] = ()
    """The causes that make the weapon magical beside its own nature, each with the facts that only the roll can tell; an empty tuple always does."""
    swapped: "tuple[Breakdown, float] | None" = None
    """The bonus and the factor of its damage if the hands change their parts, for one of two weapons that give an extra attack."""

    @property
    def is_harmless(self) -> bool:
        """Whether the weapon has no damage dice; it deals no damage, and nothing is added to it (SRD 5.1, Net)."""
        return self.damage_dice == HARMLESS

    @property
    def of_other_part(self) -> "AttackStats":
        """The same attack if this hand makes the extra attack and not the other one, or the other way round."""
        if self.swapped is None:
            return self
        bonus, factor = self.swapped
        return replace(self, damage_bonus=bonus, factor=factor, second=not self.second, swapped=(self.damage_bonus, self.factor))

    @property
    def damage_told(self) -> str:
        """The damage with the factor for the total: "(1d8+3) × 0.5"."""
        return self.damage if self.factor == 1 else f"({self.damage}) × {self.factor:g}"

    @property
    def damage(self) -> str:
        bonus = self.damage_bonus.value
        if self.damage_dice.isdigit():
            return str(max(0, int(self.damage_dice) + bonus))
        return f"{self.damage_dice}{bonus:+d}" if bonus else self.damage_dice


def attacks(sheet: Sheet, c: Collected, modifiers: Mapping[Ability, int], scores: Mapping[Ability, int], bonus: int, size: Size,
            policy: Policy, natural: Sequence[AttackStats] = ()) -> tuple[AttackStats, ...]:  # fmt: skip
    """One entry for each weapon in use, then the attacks of the stat block; without either, an unarmed strike."""
    armed = [g for g in c.worn if g.item.weapon_stats and g.slot is not None]
    armed.sort(key=lambda g: g.slot == "offhand")
    found: dict[str, AttackStats] = {}
    enchanted = _find_enchanted(armed, c)
    for g in armed:
        pairs = len(armed) > 1 and any(_may_pair(g, other, c, policy) for other in armed if {g.slot, other.slot} == HANDS)
        name = g.item.name if g.item.name not in found else f"{g.item.name} ({g.slot})"
        found[name] = _attack(name, g, pairs, g is enchanted, sheet, c, modifiers, scores, bonus, size, policy)
    held = {names.fold(name) for name in found}
    found |= {attack.name: attack for attack in natural if names.fold(attack.name) not in held}
    if not found or not _UNARMED.isdisjoint(c.pool.numbers):
        found[UNARMED] = unarmed_strike(c, modifiers, bonus, policy)
    return tuple(found.values())


MAKESHIFT: Final = WeaponStats(damage_dice="1d4", damage_type="bludgeoning", category="simple_melee")
"""The numbers of a thing that strikes although it is no weapon: nobody is trained with it, and it is no monk weapon (SRD, Improvised
Weapons).
"""


def _find_enchanted(armed: Sequence[Gear], c: Collected) -> Gear | None:
    """The one nonmagical weapon that a spell enchants: the weapon in the main hand, or else the first (SRD, Magic Weapon)."""
    return next((g for g in armed if not _is_magic(g, c.own.get(g.id))), None)


def _may_pair(one: Gear, other: Gear, c: Collected, policy: Policy) -> bool:
    """Whether these two weapons give an extra attack: both light; in 5.1, melee only (SRD, Two-Weapon Fighting; Light)."""
    light = all("light" in properties_of(g, c.own.get(g.id)) for g in (one, other))
    return light and (policy.two_weapons == "light" or all(_is_melee(g) for g in (one, other)))


def _is_melee(g: Gear) -> bool:
    return g.item.weapon_stats is not None and g.item.weapon_stats.category.endswith("melee")


def _better(modifiers: Mapping[Ability, int]) -> Ability:
    return "dex" if modifiers["dex"] > modifiers["str"] else "str"


def _martial_arts(item: Item | None, c: Collected, policy: Policy) -> bool:
    """Whether martial arts count for an unarmed strike (no item) or for this weapon (SRD, Martial Arts)."""
    return c.pool.flag(creature_flags.MARTIAL_ARTS) and (item is None or is_monk_weapon(item, policy))


def _larger(one: str, other: str) -> str:
    """The better of two damage dice, by average."""
    return other if _average(other) > _average(one) else one


@lru_cache(maxsize=256)
def _average(written: str) -> float:
    return float(written) if written.isdigit() else dice.average(written)


def _feeds(ammunition: Item, weapon: Item) -> bool:
    """Whether the weapon shoots this ammunition; a weapon that names no ammunition shoots any (SRD, Ammunition)."""
    wanted = weapon.weapon_stats.ammunition if weapon.weapon_stats else None
    return wanted is None or names.fold(wanted) in (names.fold(ammunition.base or ammunition.name), *ammunition.keys)


def _arm(g: Gear, c: Collected, modifiers: Mapping[Ability, int], policy: Policy) -> Arm:
    stats = g.item.weapon_stats
    assert stats is not None
    own = c.own.get(g.id) or Pool()
    properties = properties_of(g, own)
    ranged = stats.category.endswith("ranged")
    ability: Ability = "dex" if ranged else "str"
    arts = not g.improvised and _martial_arts(g.item, c, policy)
    if "finesse" in properties or arts:
        ability = _better(modifiers)
    hands = "two_handed" if g.grip == "two" or "two_handed" in properties else "one_handed"
    tags = _tags(g.item.name, g.item.base, "ranged" if ranged else "melee", hands, g.slot or "", properties)
    tags = tags | {f"{modifier_tag_words.ONE_WEAPON}{g.id}"} if c.pool.scoped else tags
    fed = "ammunition" in properties
    quiver = tuple(c.own[q.id] for q in c.worn if fed and q.slot == "quiver" and q.id in c.own and _feeds(q.item, g.item))
    return Arm(g.item.identity, properties, tags, ability, own, quiver, arts)


@lru_cache(maxsize=1024)
def _tags(name: str, base: str | None, reach: str, hands: str, slot: str, properties: frozenset[str]) -> frozenset[str]:
    """Every fact about a weapon in hand for which a tag can ask."""
    words = {names.fold(name), names.fold(base or name), hands, slot, reach, *properties}
    return frozenset({f"attack:{reach}", *(f"weapon:{w}" for w in words)})


def _attack(name: str, g: Gear, pairs: bool, enchanted: bool, sheet: Sheet, c: Collected, modifiers: Mapping[Ability, int],
            scores: Mapping[Ability, int], bonus: int, size: Size, policy: Policy) -> AttackStats:  # fmt: skip
    stats = g.item.weapon_stats
    assert stats is not None
    arm = _arm(g, c, modifiers, policy)
    kinds = ("all", "weapon", arm.ability) + (("weapon_nonmagical",) if enchanted else ())
    line = _ability_line(arm, modifiers[arm.ability], c.pool)
    start = [line]
    trained = not g.improvised and is_trained(g, sheet, c)
    to_hit = number([*start, *([trained_line(bonus, 1)] if trained else [])], "attack", kinds, arm, c.pool)
    mode, reasons = c.pool.mode(*targets_of("attack", kinds)[0], extra=[*modes_of(arm, kinds, c.pool), *_heavy(arm, scores, size, policy)])
    die = stats.versatile_damage if g.grip == "two" and stats.versatile_damage else stats.damage_dice
    die = str(_set(arm.own, "weapon.damage_dice") or die)
    if arm.arts:
        die = _larger(die, str(_set(c.pool, "unarmed.die") or die))
    die = str(_of_spell("damage.die", arm, c.pool) or die)
    second = pairs and g.slot == "offhand"

    def bonus_of(second: bool) -> tuple[Breakdown, float]:
        bonus_line = _damage_ability(line, second and not c.pool.flag(creature_flags.OFFHAND_ADDS_ABILITY))
        return whole_factor(fold((), ()) if die == HARMLESS else number(bonus_line, "damage", kinds, arm, c.pool), bonus_line)

    damage, factor = bonus_of(second)
    kind = str(_of_spell("damage.type", arm, c.pool) or _set(arm.own, "weapon.damage_type") or stats.damage_type)
    extra, hit_dice = tuple(dice_on_hit(kinds, kind, arm, c.pool)), dice_on_roll(kinds, arm, c.pool)
    return AttackStats(name, g.slot, arm.ability, to_hit, die, damage, kind, mode, reasons, extra, hit_dice, second, factor,
                       left_open(arm, kinds, c.pool), arm.properties, _number_in(line), _magical_if(arm, kinds, c.pool), bonus_of(not second) if pairs else None)  # fmt: skip


def _magical_if(arm: Arm, kinds: tuple[str, ...], pool: Pool) -> tuple[tuple[str, ...], ...]:
    """The changes that make a weapon magical for a time: a bonus for one nonmagical weapon (SRD, Magic Weapon), or a flag for this weapon (SRD 5.1,
    Shillelagh, Sacred Weapon, Pact of the Blade; Oil of Sharpness), with the tags that only the roll decides.
    """
    spelled = "weapon_nonmagical" in kinds and ("attack.weapon_nonmagical" in pool.numbers or "damage.weapon_nonmagical" in pool.numbers)
    found: tuple[tuple[str, ...], ...] = ((),) if spelled else ()
    if "flag" not in pool.scoped:
        return found
    granted = [m for m in pool.scoped["flag"] if m.value == creature_flags.WEAPON_IS_MAGICAL]
    return (*found, *(left for m in granted if (left := left_of(m, arm)) is not None))


def is_trained(g: Gear, sheet: Sheet, c: Collected) -> bool:
    """Whether the creature is trained with the weapon: by category ("martial"), by the name of the weapon or its base, or by a grant."""
    stats = g.item.weapon_stats
    words = {names.fold(g.item.name), names.fold(g.item.base or g.item.name), stats.category.split("_")[0] if stats else ""}
    if not words.isdisjoint(sheet.weapon_training):
        return True
    granted = c.pool.words.get("proficiency.weapon", ())
    return any(m.source.id == g.item.identity if m.value == "this_item" else names.fold(str(m.value)) in words for m in granted)


def _is_magic(g: Gear, own: Pool | None) -> bool:
    return g.item.rarity != "common" or g.item.needs_attunement or (own is not None and bool(own.numbers))


def _heavy(arm: Arm, scores: Mapping[Ability, int], size: Size, policy: Policy) -> list[Modifier]:
    """Disadvantage with heavy weapons for a small creature (5.1) or for a score below 13 (5.2)."""
    if "heavy" not in arm.properties:
        return []
    needed: Ability = "dex" if "attack:ranged" in arm.tags else "str"
    weak = size in ("tiny", "small") if policy.heavy_weapon == "small" else scores[needed] < 13
    return [Modifier("attack.this_weapon", "disadvantage", source=Source("base", "heavy", "heavy weapon"))] if weak else []


def _ability_line(arm: Arm, own: int, pool: Pool) -> Modifier:
    """The ability modifier of attack and damage: the weapon's own, that of a spell if it is higher (SRD, Shillelagh), or that of a spell
    even if it is lower (SRD 5.2, True Strike).
    """
    laid = _laid_on("attack.ability", arm, pool)
    if must := next((m for m in reversed(laid) if m.op == "set"), None):
        return replace(must, op="add")
    best = max(laid, key=_number_in, default=None)
    return replace(best, op="add") if best is not None and _number_in(best) > own else modifier_line(arm.ability, own)


def _number_in(m: Modifier) -> int:
    return m.value if isinstance(m.value, int) else 0


def _laid_on(target: str, arm: Arm, pool: Pool) -> list[Modifier]:
    """The changes of the creature to all its weapons, or to this kind of weapon."""
    return [*pool.changes(target), *select_scoped(arm, (target,), "", pool)]


def _of_spell(target: str, arm: Arm, pool: Pool) -> object:
    found = _laid_on(target, arm, pool)
    return found[-1].value if found else None


def _damage_ability(line: Modifier, second: bool) -> list[Modifier]:
    """The ability modifier added to damage; the off hand's extra attack drops a positive modifier and keeps a negative one."""
    return [replace(line, value=min(0, _number_in(line))) if second else line] if line.value else []


def _set(own: Pool, target: str) -> object:
    found = own.numbers.get(target)
    return found[-1].value if found else None


def unarmed_strike(c: Collected, modifiers: Mapping[Ability, int], bonus: int, policy: Policy) -> AttackStats:
    """The unarmed strike: 1 + STR bludgeoning, always proficient; some items and martial arts give it a die; martial arts allow DEX too.

    A kick or a head-butt needs no free hand (SRD, Unarmed Strike).
    """
    die, kind = _set(c.pool, "unarmed.die"), _set(c.pool, "unarmed.damage_type")
    ability = _better(modifiers) if _martial_arts(None, c, policy) else "str"
    arm = Arm("", frozenset(), frozenset({"attack:melee"}), ability, Pool())
    kinds = ("all", "unarmed", ability)
    own = [modifier_line(ability, modifiers[ability])]
    to_hit = number([*own, trained_line(bonus, 1)], "attack", kinds, arm, c.pool)
    start = own if modifiers[ability] else []
    damage, factor = whole_factor(number(start, "damage", kinds, arm, c.pool), start)
    mode, reasons = c.pool.mode(*targets_of("attack", kinds)[0], extra=modes_of(arm, kinds, c.pool))
    kind = str(kind or "bludgeoning")
    extra = tuple(dice_on_hit(kinds, kind, arm, c.pool))
    hit_dice = dice_on_roll(kinds, arm, c.pool)
    return AttackStats(UNARMED, None, ability, to_hit, str(die or 1), damage, kind, mode, reasons, extra, hit_dice, factor=factor,
                       modifier=modifiers[ability])  # fmt: skip
