"""A way that a call asks for, the way that is found (SRD 5.1, Movement and Position; SRD 5.2, Movement and Position)."""

from dataclasses import dataclass
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.turn import ledger, movement
from rpg_lite.rules.space.paths import Walk
from rpg_lite.rules.space.squares import Space
from rpg_lite.rules.space.steps import Mover
from rpg_lite.world import grapples
from rpg_lite.world.world_model import Thing

WALK: Final = "walk"
BURROW: Final = "burrow"
CLIMB: Final = "climb"
CRAWL: Final = "crawl"
FLY: Final = "fly"
JUMP: Final = "jump"
SWIM: Final = "swim"
PRONE: Final = "prone"


@dataclass(frozen=True, slots=True)
class WayWished:
    """The way that a call asks for. `to`: words for a place; `path`: squares, each next to the one before, in place of `to`; `by`: the mode, one of a
    speed, crawl or jump, None for the cheapest; `is_careful`: only a way on which nobody may strike; `is_forced`: any place, at no cost.
    """

    to: str | None
    path: tuple[str, ...] = ()
    by: str | None = None
    is_careful: bool = False
    is_forced: bool = False
    lets_go: bool = False


@dataclass(frozen=True, slots=True)
class PlannedWay:
    """A way that the mover may go. `from_`: where it stands; `left`: the feet that it has before, None where none are counted; `rider`: whoever rides
    the mover, and whose turn pays; `lands_roughly`: whether a jump ends on difficult ground; `unprovoked`: the first feet, at which nobody may strike.
    """

    one: Thing
    mode: str
    from_: Space
    walk: Walk
    left: int | None
    mover: Mover
    is_forced: bool = False
    rider: Thing | None = None
    lands_roughly: bool = False
    unprovoked: int = 0

    @property
    def payer(self) -> Thing:
        """The creature whose turn pays."""
        return self.rider or self.one

    @property
    def to(self) -> Space:
        return self.walk.spaces[-1] if self.walk.spaces else self.from_


def held_by(draft: Draft, one: Thing) -> list[Thing]:
    """Those whom the creature grapples and that stand in its room."""
    return [
        t
        for t in draft.world.bag_of(one.parent_id or "")
        if t.kind == "character" and any(c.name == grapples.GRAPPLED and c.cause.by == one.id for c in t.creature.conditions)
    ]


def is_counted(draft: Draft, one: Thing) -> bool:
    """Whether the feet of the creature count against a turn: it is a fighter where places count."""
    return movement.is_measured(draft.world, one.id) and ledger.left(draft.world, one.id, draft.situation.book) is not None
