"""An act that a creature has readied: it goes off on the turn of another creature, and takes the reaction in place of a part of a turn
(SRD, Ready).

The trigger is for the table to judge. The call may be the act itself, or `act Readied` first and then the act.
"""

from typing import Final

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.rules.acts.words import HALF_MOVE
from rpg_lite.world import clock
from rpg_lite.world.world_model import World

READIED: Final = "Readied"
"""The effect of the act Ready, and the act with which the creature says that its trigger has come."""
_OF_READY: Final = ("action", "attack", "move", HALF_MOVE, "interaction", "weapon")
"""The costs of what can be readied: an action or a move (SRD, Ready). A readied spell is cast at once and has an act for its release."""
GOES_OFF: Final = "readied act"
"""The name under which a fight remembers that the act after `act Readied` was done."""


def may_be(cost: str) -> bool:
    """Whether something with this cost can be readied."""
    return cost in _OF_READY


def is_ready(world: World, who: str) -> bool:
    """Whether the creature may do what it has readied, on the turn of another creature."""
    return _cost(world, who) is not None


def takes_reaction(world: World, who: str, cost: str) -> bool:
    """Whether something with this cost would be what the creature has readied, and so take its reaction."""
    return may_be(cost) and _cost(world, who) == "reaction"


def go_off(draft: Draft, who: str) -> str | None:
    """Let the readied act go off and return its cost; None if the creature has readied none, or has already done it."""
    cost = _cost(draft.world, who)
    if cost == "reaction":
        effect_removal.end_of_kind(draft, who, "effects", lambda entry: entry.name == READIED)
        draft.note("readied_act", name=Called(who))
    return cost


def _cost(world: World, who: str) -> str | None:
    """The reaction, or nothing after `act Readied`, which has already taken it."""
    on, creature = clock.fight(world), world.things.get(who)
    if on is None or creature is None or on.whose.id == who:
        return None
    done = [act.act for act in on.acts if act.by == who and (act.round, act.turn) == (on.round, on.moment)]
    if READIED in done:
        return None if GOES_OFF in done else "free"
    return "reaction" if any(entry.name == READIED for entry in creature.creature.effects) else None
