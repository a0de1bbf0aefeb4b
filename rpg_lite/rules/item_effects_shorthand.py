"""The short spelling of an item's effects in the original tool schema, and the modifiers that it stands for."""

from rpg_lite.rules.document_field_types import Count, Dice, Document
from rpg_lite.rules.extensible_words import Condition
from rpg_lite.rules.modifier_values import Half, Value
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.vocabulary import ABILITIES, Ability, DamageType, Op, Recharge, Skill


class MechanicalEffects(Document):
    """The short spelling of the original tool schema, which becomes modifiers (`Item.passive`)."""

    ac_bonus: int | None = None
    save_bonus: int | None = None
    save_bonus_ability: Ability | None = None
    attack_bonus: int | None = None
    damage_bonus: int | None = None
    bonus_damage: Dice | None = None
    bonus_damage_type: DamageType | None = None
    str_bonus: int | None = None
    dex_bonus: int | None = None
    con_bonus: int | None = None
    int_bonus: int | None = None
    wis_bonus: int | None = None
    cha_bonus: int | None = None
    str_set: int | None = None
    dex_set: int | None = None
    con_set: int | None = None
    speed_bonus: int | None = None
    speed_multiplier: int | Half | None = None
    advantage_on: tuple[Skill, ...] = ()
    resistances: tuple[DamageType, ...] = ()
    immunities: tuple[DamageType, ...] = ()
    condition_immunities: tuple[Condition, ...] = ()
    charges: Count | None = None
    max_charges: Count | None = None
    recharge_on: Recharge | None = None


def from_effects(effects: MechanicalEffects, of_weapon: bool) -> list[Modifier]:
    """`mechanicalEffects` as modifiers. On a weapon, attack and damage change that weapon; on other items, every weapon."""
    where = "this_weapon" if of_weapon else "weapon"
    changes: list[tuple[str, Op, Value | None]] = [
        ("ac", "add", effects.ac_bonus),
        (f"save.{effects.save_bonus_ability or 'all'}", "add", effects.save_bonus),
        (f"attack.{where}", "add", effects.attack_bonus),
        (f"damage.{where}", "add", effects.damage_bonus),
        *((f"ability.{a}", "raise_to", getattr(effects, f"{a}_set", None)) for a in ABILITIES),
        *((f"ability.{a}", "add", getattr(effects, f"{a}_bonus")) for a in ABILITIES),
        ("speed.walk", "add", effects.speed_bonus),
        ("speed.walk", "mul", effects.speed_multiplier),
        *((f"skill.{s}", "advantage", True) for s in effects.advantage_on),
        *(("resist", "grant", d) for d in effects.resistances),
        *(("immune", "grant", d) for d in effects.immunities),
        *(("condition_immunity", "grant", c) for c in effects.condition_immunities),
    ]
    made = [Modifier(target, op, value) for target, op, value in changes if value is not None]
    if effects.bonus_damage:
        made.append(Modifier(f"damage.{where}", "extra_dice", effects.bonus_damage, damage_type=effects.bonus_damage_type))
    return made
