"""The reach of a creature's melee attacks (SRD 5.1, Melee Attacks; SRD 5.2, Melee Attacks)."""

from collections.abc import Iterable
from typing import Final

from rpg_lite.rules.acts.act import Act, AttackStep
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

_LONG: Final = "reach"
"""The property of a weapon that adds 5 ft (Weapon Properties: Reach)."""


def melee_reach(world: World, creature: Thing, book: Rulebook) -> int:
    """The longest reach, in feet, of the melee attacks that the creature can make now: those of its stat block, with the weapons in hand, and unarmed
    strikes.
    """
    stats = thing_stats.stats_of(world, creature, book)
    return longest([*stats.attacks, stats.unarmed], thing_stats.unspent_sheet(creature, book).acts)


def longest(attacks: Iterable[AttackStats], acts: Iterable[Act]) -> int:
    """The longest reach of attacks and acts; of those in an act the reach that it says, 5 ft without a word."""
    of_acts = [step.reach for act in acts if not act.spends for step in act.steps if isinstance(step, AttackStep) and step.kind == "melee"]
    told = [feet if feet is not None else SQUARE_FEET for feet in of_acts]
    return max([SQUARE_FEET, *told, *(2 * SQUARE_FEET for one in attacks if _LONG in one.properties and not told)])
