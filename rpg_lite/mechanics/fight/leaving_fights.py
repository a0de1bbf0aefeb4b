"""Leaving a fight: creatures that go, flee or are taken out of its room have no more turns, and the others go on."""

from collections.abc import Iterable, Sequence

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Occasion
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.fight import travel_companions
from rpg_lite.mechanics.space import sides, stealth
from rpg_lite.mechanics.turn import ledger, movement
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.rules import creature_flags
from rpg_lite.world import body_paths, clock, combat, mounts
from rpg_lite.world.world_model import WORLD_ID, Thing, World

MOVEMENT = "move"
"""The cost of a walk out of the room: the movement of a turn (SRD, Your Turn)."""


def leave(draft: Draft, ids: Iterable[str]) -> None:
    """Take creatures out of the order of turns, and note it. The current turn stays the same, even if its creature leaves."""
    gone = [id for id in ids if combat.is_in(draft.world, id)]
    for id in gone:
        change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT_LEFT.at(draft.new_leaf()), id)
    if gone:
        draft.note("leave_the_fight", names=[Called(id) for id in gone])
        _note_one_side(draft)


def come_back(draft: Draft, id: str) -> bool:
    """Give a creature that left the fight its place in the order again; return whether it had one."""
    on = clock.fight(draft.world)
    leaves = [leaf for leaf, left in on.left.items() if left == id] if on else []
    for leaf in leaves:
        change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT_LEFT.at(leaf), None)
    return bool(leaves)


def go_away(draft: Draft, moved: Sequence[Thing]) -> None:
    """Take creatures that have moved to another room out of the fight, unless the whole fight moves along; they stop hiding."""
    ids = {one.id for one in moved}
    stealth.lose_cover(draft, [one.id for one in moved], "it left the place")
    stay = [fighter for fighter in combat.order(draft.world) if fighter.id not in ids]
    if stay:
        leave(draft, [one.id for one in moved])


def walk_off(draft: Draft, walking: Sequence[Thing], along: Sequence[Thing] = ()) -> None:
    """Spend the movement of fighters who are about to walk out of the room, and let enemies whose reach they leave strike at them and at
    those who come along (SRD, Opportunity Attacks, Mounted Combat).
    """
    for one in walking:
        if combat.is_in(draft.world, one.id) and not movement.is_measured(draft.world, one.id):  # there the feet to the exit were spent
            ledger.spend(draft, TurnPrice(one.id, ledger.RIDE if mounts.is_carried(one) else "Go", MOVEMENT))
    for one in (*walking, *along):
        if movement.is_measured(draft.world, one.id):
            continue  # there those strike who reach it at the exit
        if combat.is_in(draft.world, one.id) and creature_flags.PROVOKES_NOTHING not in draft.stats(on_whose_legs(draft.world, one)).flags:
            draft.occasions.append(Occasion("leaves_reach", one.id, ""))


def on_whose_legs(world: World, one: Thing) -> Thing:
    """The mount of a rider, or the creature itself: a rider provokes only what its mount provokes."""
    return next(travel_companions.bound_to(world, one), one) if mounts.is_carried(one) else one


def is_beside(world: World, one: str, other: str) -> bool:
    """Whether two creatures stand in the same room."""
    room = world.room_of(one)
    return room is not None and room == world.room_of(other)


def note_last_fall(draft: Draft) -> None:
    """Note where places count that nobody of one side is left, if the last has died in this deed."""
    on = clock.fight(draft.world) if draft.events else None
    if on is None or not on.is_measured or any(one.id not in draft.world.things for one in on.members):
        return
    before, still = combat.order(draft.before), combat.order(draft.world)
    if len(still) == len(before):
        return
    were, are = ({sides.is_ally(draft.world, draft.world.things[one.id], draft.situation.book) for one in order} for order in (before, still))
    if len(are) == 1 < len(were) and not any(note.code == "one_side_fights" for note in draft.notes):
        draft.note("one_side_fights", names=[Called(one.id) for one in still])


def _note_one_side(draft: Draft) -> None:
    """Note the end of a fight in which only the party, or only others, are left."""
    still = [draft.world.things[fighter.id] for fighter in combat.order(draft.world)]
    if len({one.creature.is_member for one in still}) == 1:
        draft.note("one_side_fights", names=[Called(one.id) for one in still])
