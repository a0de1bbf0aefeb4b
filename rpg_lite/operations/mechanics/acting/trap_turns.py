"""The turns of traps that act in a fight: each plays when the order of turns passes its initiative (SRD 5.1, Complex Traps; SRD 5.2, Rolling
Stone).

A trap is not a fighter: its place in the order is its initiative, after the creatures with the same total.
"""

from collections.abc import Iterator

from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics.acting import traps_in_play, triggers
from rpg_lite.world import combat, placed_traps
from rpg_lite.world.placed_traps import SetTrap
from rpg_lite.world.world_model import Thing, World


def at_start(draft: Draft, first: int) -> None:
    """Play the traps that come before the first creature of a fight."""
    _play_all(draft, [trap for trap in _in_order(draft.world) if _initiative(trap) > first])


def between(draft: Draft, last: int, next_: int, *, is_new_round: bool) -> None:
    """Play the traps between the creature that has had its turn and the next one, whose initiatives are given."""
    acting = list(_in_order(draft.world))
    after = [trap for trap in acting if _initiative(trap) <= last]
    before = [trap for trap in acting if _initiative(trap) > next_]
    _play_all(draft, [*after, *(t for t in before if t not in after)] if is_new_round else [t for t in after if t in before])


def _in_order(world: World) -> Iterator[SetTrap]:
    """The acting traps of the rooms where creatures fight, the highest initiative first."""
    rooms = {room.id: room for fighter in combat.order(world) if (room := world.room_of(fighter.id))}
    found = [trap for room in rooms.values() if (trap := placed_traps.trap_of(world, room)) and trap.state.condition == "acting"]
    return iter(sorted(found, key=lambda trap: (-_initiative(trap), trap.holder)))


def _initiative(trap: SetTrap) -> int:
    return trap.state.initiative or 0


def _play_all(draft: Draft, acting: list[SetTrap]) -> None:
    for trap in acting if not draft.situation.dry else ():
        rule, there = traps_in_play.rule_of(draft, trap), traps_in_play.members(draft, _people(draft, trap))
        if rule is not None and there:
            traps_in_play.play_turn(draft, trap, rule, there)
            triggers.settle(draft)


def _people(draft: Draft, trap: SetTrap) -> list[Thing]:
    """The fighters in the room: a turn loads nobody else."""
    fighters = (draft.world.things[fighter.id] for fighter in combat.order(draft.world))
    return [one for one in fighters if one.parent_id == trap.holder]
