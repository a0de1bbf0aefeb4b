"""Acts that move first, where places count: whoever plays one walks to its target on the feet that the act gives, then strikes (SRD 5.1, Rampage; SRD 5.2,
Pounce, Onslaught, Deathless Strike, Charging Horn, Rampage).

Of two ways within those feet the one is taken on which nobody may strike. Where the text says so nobody may anyway.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Accepted, Called, Notice, Rejected
from rpg_lite.mechanics.movement import walking, ways
from rpg_lite.mechanics.movement.planned_ways import PlannedWay, WayWished
from rpg_lite.mechanics.movement.walking import Leg, WalkDone
from rpg_lite.mechanics.turn import granted_moves, movement
from rpg_lite.operations.closing_in import TOO_FAR
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.plain_steps import SayStep
from rpg_lite.rules.space.squares import Space, square_name
from rpg_lite.vocabulary import Movement
from rpg_lite.world import mounts
from rpg_lite.world.world_model import Thing

MOVES: Final = "moves_first"
"""The note on the walk, which keeps its way for whoever answers it on the way."""


class MovingFirst:
    """The walk of one playing. `leg`: the part of a way pinned before that is walked, when an answer cuts the walk; `to`: the place that the call names;
    `walked`: what came of it.
    """

    def __init__(self, leg: Leg | None = None, to: str | None = None) -> None:
        self.leg, self.to = leg, to
        self.is_given = leg is not None and leg.start > 0
        self.walked: WalkDone | None = None

    def to_place(self, draft: Draft, who: str) -> Rejected | None:
        """Walk to the place that the call names.

        Refuses: what a walk refuses, and too_far beyond the feet that the act gives.
        """
        one = draft.world.things[who]
        if self.leg is not None:
            self.walked = walking.walk_leg(draft, self.leg)
        else:
            way = ways.plan(draft, one, WayWished(self.to))
            if isinstance(way, Rejected):
                return replace(way, instead=None)
            if way.walk.feet > (given := _given(draft, one, way)):
                return Rejected("too_far", "to", {"name": one.name, "feet": way.walk.feet, "left": given})
            self.walked = walking.walk(draft, way)
        _tell(draft, self.walked)
        return None

    def to_reach(self, draft: Draft, who: str, refused: Rejected) -> bool:
        """Walk to where the blow reaches; whether there is such a way over the feet that the act gives."""
        if self.walked is not None:
            return False
        if self.leg is None:
            way = _way(draft, who, refused)
            if way is None:
                return False
            self.walked = walking.walk(draft, way)
        else:
            self.walked = walking.walk_leg(draft, self.leg)
        _tell(draft, self.walked)
        return True


def way_of(outcome: Accepted) -> PlannedWay | None:
    """The way that the act has led before its blow; None for one that has led nowhere."""
    return next((note.details["way"] for note in outcome.notes if note.code == MOVES), None)


def joined(notes: Sequence[Notice]) -> tuple[Notice, ...]:
    """The notes of a walk in parts, with one on the whole way in place of one on each part."""
    parts = [note for note in notes if note.code == MOVES]
    if not parts:
        return tuple(notes)
    whole = replace(parts[-1], details={**parts[-1].details, "feet": sum(note.details["feet"] for note in parts)})
    return tuple(whole if note is parts[-1] else note for note in notes if note not in parts[:-1])


def part(draft: Draft, one: Thing, act: Act, leg: Leg) -> None:
    """Walk a part of the way that does not lead to the blow yet, over the feet that the act gives."""
    moves = next((step.moves for step in act.steps if isinstance(step, SayStep) and step.moves is not None), None)
    if moves is not None and leg.start == 0:
        granted_moves.give(draft, one.id, act.name, moves)
    _tell(draft, walking.walk_leg(draft, leg))


def _way(draft: Draft, who: str, refused: Rejected) -> PlannedWay | None:
    """The way to where the blow that was refused reaches; None where none leads there over the feet that the act gives."""
    one, target = draft.world.things[who], draft.world.things.get(str(refused.details.get("id")))
    if target is None or refused.code not in TOO_FAR or not movement.is_measured(draft.world, who) or mounts.is_carried(one):
        return None
    for is_careful in (True, False):
        way = ways.plan(draft, one, WayWished(f"within {refused.details['most']} ft of {target.name}", is_careful=is_careful))
        if isinstance(way, PlannedWay) and way.walk.spaces and way.walk.feet <= _given(draft, one, way):
            return way
    return None


def _given(draft: Draft, one: Thing, way: PlannedWay) -> int:
    modes: dict[str, Movement] = {"burrow": "burrow", "climb": "climb", "fly": "fly", "swim": "swim"}
    return granted_moves.left(draft.world, one, modes.get(way.mode, "walk"), draft.situation.book).feet


def _tell(draft: Draft, walked: WalkDone) -> None:
    """Say where the walk has led, and who may strike on it."""
    name = Called(walked.way.one.id)
    if walked.feet:
        draft.note("moves_first", name=name, feet=walked.feet, at=_at(walked.to), way=walked.way)
    for striker, space in walked.strikers:
        draft.note("passes_by", name=striker, other=name, at=_at(space))


def _at(space: Space) -> str:
    return square_name((space.x, space.y), space.z)
