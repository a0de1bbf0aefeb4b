"""The places of newcomers in the order of turns: by their initiative, or right after the creature that made them."""

from collections.abc import Sequence

from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.world import body_paths, clock
from rpg_lite.world.fight_states import Fighter
from rpg_lite.world.world_model import WORLD_ID


def place(draft: Draft, entry: Fighter) -> tuple[int, int, str, str]:
    """The sort key of a place in the order: the higher total comes first; ties go to the higher DEX. A creature that has left the game
    keeps its place.
    """
    fighter = draft.world.things.get(entry.id)
    dex = draft.stats(fighter).abilities["dex"].value if fighter else 0
    return (-entry.initiative, -dex, fighter.name if fighter else "", entry.id)


def add(draft: Draft, coming: Sequence[Fighter]) -> list[Fighter]:
    """Put newcomers in their places by their initiative; return them in that order. The current turn stays the same."""
    on = clock.fight(draft.world)
    assert on is not None
    order, new = list(on.order), sorted(coming, key=lambda entry: place(draft, entry))
    for entry in new:
        before = (n for n, other in enumerate(order) if place(draft, entry) < place(draft, other))
        order.insert(next(before, len(order)), entry)
    _write(draft, order, on.order[on.turn])
    return new


def add_after(draft: Draft, leader: str, ids: Sequence[str]) -> None:
    """Put creatures right after the one that leads them, with its initiative (SRD 5.2, summoned creatures)."""
    on = clock.fight(draft.world)
    assert on is not None
    order = list(on.order)
    at = next(n for n, entry in enumerate(order) if entry.id == leader)
    order[at + 1 : at + 1] = [Fighter.make(id, order[at].initiative) for id in ids]
    _write(draft, order, on.order[on.turn])


def put_after(draft: Draft, leader: str, id: str, is_surprised: bool = False) -> Fighter:
    """Put a creature right after the one that leads it, with its initiative, from wherever it was in the order."""
    on = clock.fight(draft.world)
    assert on is not None
    ahead = next(entry for entry in on.order if entry.id == leader)
    before = next((entry for entry in on.order if entry.id == id), None)
    now = Fighter.make(id, ahead.initiative, before.is_surprised if before else is_surprised)
    order = [entry for entry in on.order if entry.id != id]
    order.insert(order.index(ahead) + 1, now)
    _write(draft, order, now if on.whose.id == id else on.order[on.turn])
    return now


def _write(draft: Draft, order: Sequence[Fighter], current: Fighter) -> None:
    change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT_ORDER, order)
    change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT_TURN, order.index(current))
