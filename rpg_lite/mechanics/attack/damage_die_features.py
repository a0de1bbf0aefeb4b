"""The dice of a weapon as features change them: rerolled, counted as higher, the better of two rolls, or one more on a critical hit."""

from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.attack.attacker_and_target import Duel, weapon_of
from rpg_lite.mechanics.creature import formula_values
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules import creature_flags, dice
from rpg_lite.world import thing_stats

LOW: Final = 2
"""The highest face that Great Weapon Fighting changes; in 5.2 such a face counts as one more than this."""
HELD_IN_TWO: Final = frozenset(("two_handed", "versatile"))


CHANGES: Final = frozenset(
    (
        creature_flags.LOW_DICE_COUNT_AS_3,
        creature_flags.LOW_DICE_FALL_AGAIN,
        creature_flags.BETTER_OF_TWO_ROLLS,
        creature_flags.MORE_ON_A_CRITICAL,
        creature_flags.BRUTAL_CRITICAL,
    )
)
"""The flags by which features change the dice of a weapon."""


def roll_weapon(draft: Draft, duel: Duel, written: str, critical: bool, key: str = "") -> int:
    """The points of the weapon's own dice in this hit. `key`: the key of the hit, if the creature may hit several times in one act."""
    key = key or f"{duel.attacker.id}>{duel.target.id}#0"
    if not dice.sizes(written):
        return int(written)
    points = _better_roll(draft, duel, written, critical, key)
    if critical and not duel.ranged and creature_flags.MORE_ON_A_CRITICAL in duel.mine.flags:
        points += roll_dice(draft, f"1d{max(dice.sizes(written))}", "damage", f"{key} more").total
    if critical and not duel.ranged and (more := _brutal_dice(draft, duel)):
        points += roll_dice(draft, f"{more}d{max(dice.sizes(written))}", "damage", f"{key} brutal").total
    return points


def _brutal_dice(draft: Draft, duel: Duel) -> int:
    """The dice that a critical hit adds by the table of the feature (SRD 5.1, Brutal Critical)."""
    if creature_flags.BRUTAL_CRITICAL not in duel.mine.flags:
        return 0
    return int(formula_values.values_of(duel.attacker, duel.mine, draft.situation.book).get(f"table:{creature_flags.BRUTAL_CRITICAL}", 0))


def _better_roll(draft: Draft, duel: Duel, written: str, critical: bool, key: str) -> int:
    """All weapon dice of the hit; once in a turn they are rolled twice, and the better total counts (SRD 5.2, Savage Attacker)."""
    first = _all_dice(draft, duel, written, critical, key)
    flag, who = creature_flags.BETTER_OF_TWO_ROLLS, duel.attacker.id
    if flag not in duel.mine.flags or duel.way.slot is None or done_acts.was_done(draft.world, who, flag, "turn"):
        return first
    done_acts.remember(draft, who, flag)
    return max(first, _all_dice(draft, duel, written, critical, f"{key} again"))


def _all_dice(draft: Draft, duel: Duel, written: str, critical: bool, key: str) -> int:
    """The weapon's dice, which a critical hit rolls once more."""
    return _throw(draft, duel, written, key) + (_throw(draft, duel, written, key) if critical else 0)


def _throw(draft: Draft, duel: Duel, written: str, key: str) -> int:
    """Roll the dice; with a great weapon, reroll each 1 and 2 or count it as 3 (SRD 5.1 and 5.2, Great Weapon Fighting)."""
    roll = roll_dice(draft, written, "damage", key)
    low = [face for face in roll.faces if face <= LOW]
    if not low or not _in_two_hands(draft, duel):
        return roll.total
    if creature_flags.LOW_DICE_COUNT_AS_3 in duel.mine.flags:
        draft.note("low_dice_count", name=Called(duel.attacker.id), points=LOW + 1)
        return roll.total + sum(LOW + 1 - face for face in low)
    if creature_flags.LOW_DICE_FALL_AGAIN in duel.mine.flags:
        again = f"{len(low)}d{max(dice.sizes(written))}"
        return roll.total - sum(low) + roll_dice(draft, again, "damage", f"{key} again").total
    return roll.total


def _in_two_hands(draft: Draft, duel: Duel) -> bool:
    """Whether the weapon is a melee weapon that can be held in two hands and is held in both."""
    weapon = weapon_of(draft.world, duel.attacker, duel.way, draft.situation.book)
    stats = thing_stats.item_of(weapon, draft.situation.book).weapon_stats if weapon else None
    if weapon is None or stats is None or duel.ranged or not HELD_IN_TWO & {*stats.properties}:
        return False
    row = draft.world.row_of(weapon.id)
    return "two_handed" in stats.properties or (row is not None and row.grip == "two")
