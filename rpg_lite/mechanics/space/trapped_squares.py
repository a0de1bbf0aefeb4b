"""The trap of a room that waits on squares, and who knows of it and goes around it.

Apart because whoever plans a way asks it, and what plays the trap.
"""

from collections.abc import Sequence
from itertools import pairwise

from rpg_lite.mechanics.space import sides
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import Space, Square
from rpg_lite.rules.trap_lookup import trap_of
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.world import placed_traps
from rpg_lite.world.placed_traps import SetTrap
from rpg_lite.world.world_model import Thing, World


def waiting(world: World, room: Thing, book: Rulebook) -> tuple[SetTrap, TrapRule] | None:
    """The armed trap of the room that somebody sets off who enters one of its squares."""
    trap = placed_traps.trap_of(world, room)
    if trap is None or not trap.squares or trap.state.condition != "armed":
        return None
    rule = trap_of(trap.state.trap, book)
    return (trap, rule) if isinstance(rule, TrapRule) and rule.is_triggered_by("enter") else None


def known(now: Standing, one: Thing) -> frozenset[Square]:
    """The squares of the trap of which this creature knows: strangers know the traps of their home, the party those that it has found."""
    found = waiting(now.world, now.world.things[now.room.id], now.book)
    if found is None or not (found[0].state.is_found or not sides.is_ally(now.world, one, now.book)):
        return frozenset()
    return frozenset(found[0].squares)


def touches(now: Standing, squares: Sequence[Square], space: Space) -> bool:
    """Whether somebody in this space stands on one of the squares, not above it."""
    return not {*squares}.isdisjoint(space.squares) and now.ground.holds(space) and space.z <= max(0, now.ground.floor_under(space))


def enters(now: Standing, squares: Sequence[Square], spaces: Sequence[Space]) -> bool:
    """Whether a way over these spaces comes onto one of the squares."""
    return any(touches(now, squares, there) and not touches(now, squares, here) for here, there in pairwise(spaces))
