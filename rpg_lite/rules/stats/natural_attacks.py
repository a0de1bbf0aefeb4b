"""Attacks of a stat block: acts that are one attack with a printed bonus, such as a bite (SRD, Monsters: Actions)."""

import re
from collections.abc import Mapping
from typing import Final

from rpg_lite.rules.acts.act import Act, AttackStep
from rpg_lite.rules.acts.plain_steps import DamageStep
from rpg_lite.rules.breakdown import Breakdown, line
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
    return tuple(_attack(act, step, c, modifiers) for act, step in found if step and step.mode is None and isinstance(step.attack, int))


def strike_of(act: Act) -> AttackStep | None:
    """The one step of the act, if it is an attack without a number of shots."""
    step = act.steps[0] if len(act.steps) == 1 else None
    return step if isinstance(step, AttackStep) and step.times is None else None


def _attack(act: Act, step: AttackStep, c: Collected, modifiers: Mapping[Ability, int]) -> AttackStats:
    """The printed numbers, with the changes that count for every attack of this kind."""
    first = step.hit[0] if step.hit and isinstance(step.hit[0], DamageStep) else None
    dice, bonus = _split(str(first.damage)) if first else (HARMLESS, 0)
    ability: Ability = "dex" if _is_of_dexterity(step, bonus, str(first.type) if first else "", modifiers) else "str"
    reach = frozenset({"reach"}) if (step.reach or 0) > _REACH else frozenset[str]()
    arm = Arm("", reach, frozenset({f"attack:{step.kind}"}), ability, Pool())
    kinds = ("all", "weapon", ability)
    own = [line("base", act.name, "damage", "add", bonus)] if bonus else []
    to_hit = number([line("base", act.name, "attack", "base", int(step.attack))], "attack", kinds, arm, c.pool)
    damage, factor = whole_factor(number(own, "damage", kinds, arm, c.pool), own) if first else (Breakdown(0), 1.0)
    mode, reasons = c.pool.mode(*targets_of("attack", kinds)[0], extra=modes_of(arm, kinds, c.pool))
    kind = str(first.type) if first else "bludgeoning"
    return AttackStats(
        act.name, None, ability, to_hit, dice, damage, kind, mode, reasons, tuple(dice_on_hit(kinds, kind, arm, c.pool)),
        dice_on_roll(kinds, arm, c.pool), False, factor, left_open(arm, kinds, c.pool), reach | {NATURAL, step.kind or "melee"},
    )  # fmt: skip


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
