"""The economy of a turn: its action, bonus action and reaction, and what may happen once in it (SRD, Your Turn).

A second action is played and noted: the table may know a reason. Who wants it refused equips `turn:economy`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.outcome import Called, Draft
from rpg_lite.world import body_paths, clock
from rpg_lite.world.fight_states import DoneAct, Fight
from rpg_lite.world.things import WORLD_ID, World

DAMAGED: Final = "damaged_by:"
"""How a fight remembers what damaged somebody: with the type behind it."""
ONCE_A_TURN: Final = ("action", "bonus")
_WORDS: Final = {"action": "action", "bonus": "bonus action", "reaction": "reaction"}


@dataclass(frozen=True, slots=True)
class TurnLeft:
    """The actions that a creature has left: those of its turn, and its reaction of the round."""

    actions: int
    bonus: bool
    reaction: bool


def spend(draft: Draft, who: str, act: str, cost: str) -> None:
    """Remember that it was done, in a fight; note what goes beyond a turn."""
    on = clock.fight(draft.world)
    if on is None or all(f.id != who for f in on.order):
        return
    kind = cost.split(":")[0]
    if kind in _WORDS and _is_spent(on, who, kind):
        draft.note("spent_already", name=Called(who), what=_WORDS[kind])
    elif kind in ONCE_A_TURN and on.whose.id != who:
        draft.note("turn_of_another", name=Called(on.whose.id))
    done = DoneAct.made(who, act, kind, on.round, on.turn)
    change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT_ACTS.at(draft.new_leaf()), done)


def left(world: World, who: str) -> TurnLeft | None:
    """The actions that it has left; None out of a fight."""
    on = clock.fight(world)
    if on is None or all(f.id != who for f in on.order):
        return None
    return TurnLeft(
        max(0, _most(on, who, "action") - _done(on, who, "action")), not _is_spent(on, who, "bonus"), not _is_spent(on, who, "reaction")
    )


def was_done(world: World, who: str, act: str, once: str) -> bool:
    """Whether it did this in the current turn or round already; out of a fight nobody counts."""
    on = clock.fight(world)
    if on is None:
        return False
    return any(a.act == act for a in _of(on, who) if a.round == on.round and (once == "round" or a.turn == on.turn))


def was_done_since(world: World, who: str, act: str) -> bool:
    """Whether it did this, or suffered it, since its last turn began; when a turn of its own begins, that is the one before."""
    on = clock.fight(world)
    if on is None or all(f.id != who for f in on.order):
        return False
    place = next(n for n, f in enumerate(on.order) if f.id == who)
    since = (on.round, place) if place < on.turn else (on.round - 1, place)
    return any(a.act == act and (a.round, a.turn) >= since for a in _of(on, who))


STRUCK: Final = "attack roll"
"""How a fight remembers an attack that an act of another name made."""


def strove(world: World, who: str) -> bool:
    """Whether it attacked in this turn, or was damaged since its last one began (SRD, Rage)."""
    on = clock.fight(world)
    if on is None:
        return True
    struck = any((a.cost == "attack" or a.act == STRUCK) and (a.round, a.turn) == (on.round, on.turn) for a in _of(on, who))
    own = _own_turn(on, who)
    since = (on.round - 1, own[1]) if own[0] == on.round else own
    return struck or any(a.act.startswith(DAMAGED) and (a.round, a.turn) > since for a in _of(on, who))


def _is_spent(on: Fight, who: str, kind: str) -> bool:
    """Actions count for the turn that is being played; a reaction comes back when the creature's own turn begins."""
    if kind == "reaction":
        return any(a.cost == kind and (a.round, a.turn) >= _own_turn(on, who) for a in _of(on, who))
    return _done(on, who, kind) >= _most(on, who, kind)


def _done(on: Fight, who: str, cost: str) -> int:
    """How often it did something at this cost in the current turn."""
    return sum(a.cost == cost and (a.round, a.turn) == (on.round, on.turn) for a in _of(on, who))


def _most(on: Fight, who: str, kind: str) -> int:
    """One action and one bonus action, and what it gained in the current turn (SRD, Action Surge)."""
    return 1 + _done(on, who, _gained(kind))


def _gained(kind: str) -> str:
    return f"gained:{kind}"


def _own_turn(on: Fight, who: str) -> tuple[int, int]:
    """The round and place of its last turn, or of the current one."""
    place = next(n for n, f in enumerate(on.order) if f.id == who)
    return (on.round, place) if place <= on.turn else (on.round - 1, place)


def _of(on: Fight, who: str) -> Iterator[DoneAct]:
    return (a for a in on.acts if a.by == who)


def gain(draft: Draft, who: str, act: str, kind: str, count: int) -> None:
    """So many more actions or bonus actions in the current turn."""
    for _ in range(count):
        _record(draft, who, act, _gained(kind))


def remember(draft: Draft, who: str, act: str) -> None:
    """Remember something that may happen once in a turn; it costs nothing."""
    _record(draft, who, act, "free")


def _record(draft: Draft, who: str, act: str, cost: str) -> None:
    on = clock.fight(draft.world)
    if on is not None:
        done = DoneAct.made(who, act, cost, on.round, on.turn)
        change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT_ACTS.at(draft.new_leaf()), done)
