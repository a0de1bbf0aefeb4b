"""The occasion of acts of a bonus action that move first and then strike: a foe has fallen to the creature in its turn (SRD 5.1, Rampage), or it has hurt
one that was bloodied before (SRD 5.2, Rampage).

Apart because only whoever plays a whole turn knows how it began; a game master says by the call that the occasion is there.
"""

from collections.abc import Iterable

from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.space import sides
from rpg_lite.monsters.way import Deed
from rpg_lite.rules import names
from rpg_lite.rules.acts.first_moves import first_move
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


def without_idle(deeds: Iterable[Deed], begun: World, now: World, one: Thing, book: Rulebook) -> list[Deed]:
    """The deeds of a bonus action, without the rampages for which there is no occasion. `begun`: the world at the beginning of the turn."""
    found = [*deeds]
    waiting = {names.fold(own.act.name) for own in acts.own_acts_of(now, one, book) if own.act.cost == "bonus" and first_move(own.act)}
    if not waiting or any(_gives_one(begun, now, one, foe, book) for foe in begun.things.values() if foe.kind == "character"):
        return found
    return [deed for deed in found if names.fold(str(deed.get("act", ""))) not in waiting]


def _gives_one(begun: World, now: World, one: Thing, foe: Thing, book: Rulebook) -> bool:
    """Whether what became of a foe in the turn is the occasion: its fall, or in 5.2 damage to one that was bloodied before."""
    before, after = foe.creature.hp, now.things[foe.id].creature.hp if foe.id in now.things else None
    if before is None or after is None or after >= before or sides.is_ally(now, foe, book) == sides.is_ally(now, one, book):
        return False
    if book.ruleset == "5.1":
        return after == 0
    most = thing_stats.stats_of(begun, foe, book).hp_max
    return most is not None and 2 * before <= most.value
