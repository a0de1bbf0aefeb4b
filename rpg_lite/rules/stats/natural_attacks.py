"""Attacks of a stat block: acts that are one attack with a printed bonus, such as a bite (SRD, Monsters: Actions)."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rpg_lite.rules import corrosion, modifier_tag_words, names
from rpg_lite.rules.acts.act import Act, AttackStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.breakdown import Breakdown, line
from rpg_lite.rules.carried_gear import Gear
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.stats.attacks import HARMLESS, AttackStats
from rpg_lite.rules.stats.collect import Collected
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.rules.stats.weapon_numbers import Arm, dice_on_hit, dice_on_roll, left_open, modes_of, number, targets_of, whole_factor
from rpg_lite.vocabulary import Ability

NATURAL: Final = "natural"
_DAMAGE: Final = re.compile(r"(\d+d\d+|\d+)([+-]\d+)?", re.ASCII)
_REACH: Final = 5
_OF_WEAPONS: Final = ("bludgeoning", "piercing", "slashing")


def natural_attacks(sheet: Sheet, c: Collected, modifiers: Mapping[Ability, int]) -> tuple[AttackStats, ...]:
    """The acts of the creature that are attacks, in the order of its stat block."""
    found = ((act, strike_of(act)) for act in sheet.acts if act.cost == "action" and not act.spends)
    return tuple(
        _attack(act, step, sheet, c, modifiers) for act, step in found if step and step.mode is None and isinstance(step.attack, int)
    )


def strike_of(act: Act) -> AttackStep | None:
    """The one step of the act, if it is an attack without a number of shots."""
    step = act.steps[0] if len(act.steps) == 1 else None
    return step if isinstance(step, AttackStep) and step.times is None else None


def _attack(act: Act, step: AttackStep, sheet: Sheet, c: Collected, modifiers: Mapping[Ability, int]) -> AttackStats:
    """The printed numbers, with the changes that count for every attack of this kind, those of the weapon that the act names, and the change
    of the ability score that the numbers contain.
    """
    first = first_damage(step)
    dice, bonus = _split(str(first.damage)) if first else (HARMLESS, 0)
    ability = _ability(step, bonus, str(first.type) if first else "", _printed(sheet))
    reach = frozenset({"reach"}) if (step.reach or 0) > _REACH else frozenset[str]()
    weapon = weapon_named(act.name, c.carried)
    arm = _arm(step, reach, ability, weapon, c)
    kinds = ("all", "weapon", ability)
    to_hit_more, damage_more = shift(act.name, step, sheet, modifiers)
    own = [line("base", act.name, "damage", "add", bonus)] if bonus else []
    own += [line("base", CHANGED, "damage", "add", damage_more)] if damage_more else []
    start = [line("base", act.name, "attack", "base", int(step.attack))]
    start += [line("base", CHANGED, "attack", "add", to_hit_more)] if to_hit_more else []
    to_hit = number(start, "attack", kinds, arm, c.pool)
    damage, factor = whole_factor(number(own, "damage", kinds, arm, c.pool), own) if first else (Breakdown(0), 1.0)
    mode, reasons = c.pool.mode(*targets_of("attack", kinds)[0], extra=modes_of(arm, kinds, c.pool))
    kind = str(first.type) if first else "bludgeoning"
    return AttackStats(
        act.name, None, ability, to_hit, dice, damage, kind, mode, reasons, tuple(dice_on_hit(kinds, kind, arm, c.pool)),
        dice_on_roll(kinds, arm, c.pool), False, factor, left_open(arm, kinds, c.pool), reach | {NATURAL, step.kind or "melee"},
    )  # fmt: skip


CHANGED: Final = "changed ability score"
"""The name of the line by which a changed score of the creature changes a printed number."""


def first_damage(step: AttackStep) -> DamageStep | None:
    """The damage of the weapon itself, which comes first."""
    return step.hit[0] if step.hit and isinstance(step.hit[0], DamageStep) else None


def weapon_named(act: str, carried: Sequence[Gear]) -> Gear | None:
    """The weapon with which a stat block makes an act of this name: "Spear (two hands)" is made with its spear, in hand or not."""
    key = names.fold(act.partition(" (")[0])
    found = [g for g in carried if g.item.weapon_stats and key in (names.fold(g.item.name), names.fold(g.item.base or ""))]
    return min(found, key=lambda g: g.slot is None, default=None)


def _arm(step: AttackStep, reach: frozenset[str], ability: Ability, weapon: Gear | None, c: Collected) -> Arm:
    tags = frozenset({f"attack:{step.kind}"})
    if weapon is None:
        return Arm("", reach, tags, ability, Pool())
    own = c.own.get(weapon.id) or Pool()
    if weapon.slot is None:  # nothing of a thing that is not in use counts, but what has eaten at it
        own = Pool()
        for m in weapon.item.modifiers:
            if m.source.name == corrosion.SAID:
                own.add(m)
    return Arm("", reach, tags | {modifier_tag_words.of_one_weapon(weapon.id)}, ability, own)


def _printed(sheet: Sheet) -> dict[Ability, int]:
    """The modifiers of the scores of the stat block, which its attacks contain."""
    return {a: (score - 10) // 2 for a, score in sheet.abilities.items()}


def shift(name: str, step: AttackStep, sheet: Sheet, modifiers: Mapping[Ability, int]) -> tuple[int, int]:
    """(attack, damage): the points by which the creature's present scores change the printed numbers of the attack of this name. Nothing
    changes an attack by magic, one whose numbers contain neither STR nor DEX, or the own acts of a hero.
    """
    printed = _printed(sheet)
    if not step.weapon or not isinstance(step.attack, int) or (sheet.class_levels and sheet.cr is None):
        return 0, 0
    if all(modifiers[a] == printed[a] for a in ("str", "dex")):
        return 0, 0
    first = first_damage(step)
    dice, bonus = _split(str(first.damage)) if first else (HARMLESS, 0)
    thrown = _before_it_is_thrown(name, sheet) or step
    chosen = _ability(thrown, bonus, str(first.type) if first else "", printed)
    other: Ability = "str" if chosen == "dex" else "dex"
    hits = {a: step.attack - sheet.proficiency_bonus == printed[a] for a in (chosen, other)}
    is_in_damage = first is not None and not dice.isdigit() and bonus == printed[chosen]
    by = chosen if hits[chosen] or (is_in_damage and bonus) else other if hits[other] else None
    if by is None:
        return 0, 0
    points = modifiers[by] - printed[by]
    return points, points if is_in_damage and by == chosen else 0


def _before_it_is_thrown(name: str, sheet: Sheet) -> AttackStep | None:
    """The melee attack with a weapon that an attack throws: "Spear" for "Spear (ranged)"."""
    base, _, form = name.partition(" (")
    if not form.startswith("ranged"):
        return None
    found = (strike_of(act) for act in sheet.acts if names.fold(act.name) == names.fold(base))
    return next((step for step in found if step and step.kind == "melee"), None)


def changed_damage(step: AttackStep, points: int) -> AttackStep:
    """The attack with more or fewer points of the damage that comes first."""
    first = first_damage(step)
    dice, bonus = _split(str(first.damage)) if first else (HARMLESS, 0)
    if first is None or not points:
        return step
    written = str(max(0, int(dice) + points)) if dice.isdigit() else f"{dice}{bonus + points:+d}" if bonus + points else dice
    return step.model_copy(update={"hit": (first.model_copy(update={"damage": written}), *step.hit[1:])})


def _ability(step: AttackStep, bonus: int, kind: str, modifiers: Mapping[Ability, int]) -> Ability:
    return "dex" if _is_of_dexterity(step, bonus, kind, modifiers) else "str"


def _split(damage: str) -> tuple[str, int]:
    """The dice and the bonus.

    >>> _split("2d10+8"), _split("1d4-1"), _split("1")
    (('2d10', 8), ('1d4', -1), ('1', 0))
    """
    found = _DAMAGE.fullmatch(damage.replace(" ", ""))
    return (found[1], int(found[2] or 0)) if found else (damage, 0)


def _is_of_dexterity(step: AttackStep, bonus: int, kind: str, modifiers: Mapping[Ability, int]) -> bool:
    """Whether the attack uses DEX: a melee attack whose damage adds DEX and not STR, and a shot, unless it is a weapon or a rock whose
    damage adds STR and not DEX (SRD, Thrown).
    """
    if step.kind == "ranged":
        return not (bonus and bonus == modifiers["str"] != modifiers["dex"] and kind in _OF_WEAPONS)
    return bonus == modifiers["dex"] != modifiers["str"]
