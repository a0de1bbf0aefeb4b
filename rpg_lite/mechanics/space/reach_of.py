"""The reach of a creature's melee attacks (SRD 5.1, Melee Attacks; SRD 5.2, Melee Attacks).

Apart because whatever asks who may be struck asks it: places in reach, attacks, and those who leave somebody's reach.
"""

from collections.abc import Iterable
from typing import Final

from rpg_lite.rules.acts.act import Act, AttackStep
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.natural_attacks import NATURAL
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

_LONG: Final = "reach"
"""The property of a weapon that adds 5 ft (Weapon Properties: Reach)."""


def melee_reach(world: World, creature: Thing, book: Rulebook) -> int:
    """The longest reach, in feet, of the melee attacks that the creature can make now: those that its stat block lets it make with an action, those
    with the weapons in hand, and unarmed strikes.
    """
    stats = thing_stats.stats_of(world, creature, book)
    return longest(stats.attacks, thing_stats.unspent_sheet(creature, book).acts)


def longest(attacks: Iterable[AttackStats], acts: Iterable[Act]) -> int:
    """The longest reach of attacks and of acts, in feet: an act says its own, a weapon with the property has 10, everything else 5. An unarmed strike
    is always possible, so none is shorter than 5.
    """
    of_acts = [
        step.reach
        for act in acts
        if act.cost == "action" and not act.spends
        for step in act.steps
        if isinstance(step, AttackStep) and step.kind == "melee" and step.reach is not None
    ]
    of_weapons = [2 * SQUARE_FEET for one in attacks if _LONG in one.properties and NATURAL not in one.properties]
    return max([SQUARE_FEET, *of_acts, *of_weapons])
