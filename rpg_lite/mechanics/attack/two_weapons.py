"""Which of two weapons makes the extra attack: that of the hand that did not attack first in this turn (SRD, Two-Weapon Fighting; SRD 5.2,
Light). Apart because the two rulesets pair weapons differently.
"""

from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.turn import done_acts, ledger
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.world import clock
from rpg_lite.world.world_model import Thing

_OFF_HAND: Final = "offhand"
OFF_HAND_FIRST: Final = "off hand first"
"""The name under which a fight remembers that the off hand made the first attack of a turn."""


def in_turn(draft: Draft, attacker: Thing, way: AttackStats) -> AttackStats:
    """The attack as the turn makes it. The first attack of a turn, and an attack by reaction, is no extra attack, whichever hand makes it; after
    one of the off hand, the weapon of the main hand makes the extra attack when no other attack is left.
    """
    on = clock.fight(draft.world)
    if way.swapped is None or on is None or all(f.id != attacker.id for f in on.members):
        return way
    if on.whose.id != attacker.id:
        return way.of_other_part if way.second else way
    done = done_acts.done_in_turn(draft.world, attacker.id)
    has_begun = any(one.act == done_acts.ATTACK and one.cost == "attack" for one in done)
    is_off_hand_first = any(one.act == OFF_HAND_FIRST for one in done)
    left = ledger.left(draft.world, attacker.id, draft.situation.book)
    if way.slot != _OFF_HAND:
        return way.of_other_part if is_off_hand_first and left and not left.attacks else way
    if has_begun and not is_off_hand_first:
        return way
    return way.of_other_part


def remember(draft: Draft, attacker: Thing, way: AttackStats) -> None:
    """Keep that the off hand attacked first, for the rest of the turn."""
    if way.swapped is not None and way.slot == _OFF_HAND and not way.second:
        done_acts.remember(draft, attacker.id, OFF_HAND_FIRST)
