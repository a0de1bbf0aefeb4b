"""A walk that is played again with answers on its way: up to the step of the first answer, the answer, then on, and so forth. So is an act that walks
before its blow; the blow falls with the last part.

The whole walk is decided first, which pins its way. Apart because only a walk has a middle; every other deed is answered before it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rpg_lite.decision import targets
from rpg_lite.decision.occasions import Occasion
from rpg_lite.decision.outcome import Accepted, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand
from rpg_lite.mechanics.movement.planned_ways import PlannedWay
from rpg_lite.mechanics.movement.walking import Leg
from rpg_lite.operations import loop, moving_first
from rpg_lite.operations.action import move
from rpg_lite.operations.action.act import PlayAct
from rpg_lite.operations.action.move import Move, MoveResult
from rpg_lite.operations.answered_deeds import AnswerGiven
from rpg_lite.operations.reaction_triggers import act_of, first_fit
from rpg_lite.world.events import Event
from rpg_lite.world.world_model import World

Answered = list[tuple[int, Accepted]]
"""The rev and the outcome of each answer that was played, counters to it first."""
PlayAnswer = Callable[..., Answered | Rejected]


@dataclass(frozen=True, slots=True)
class WalkAgain:
    """A walk in legs: the world after it, everything that happened in order, the walk as one outcome, None for an act that came to no blow, and the answers
    by their revs.

    `places`: the events of the walk itself.
    """

    world: World
    happened: tuple[Event, ...]
    outcome: Accepted | None
    reactions: dict[int, Accepted]
    places: int


def play(
    command: Move | PlayAct, answers: Sequence[AnswerGiven], now: World, at: Situation, play_answer: PlayAnswer, newest: Occasion | None
) -> WalkAgain | Rejected | None:
    """Play the walk again with these answers; None for an act that nobody answers on a way. `newest`: the occasion of the last of all answers, which may be
    one of these.

    Refuses: answer_blocked.
    """
    is_act = isinstance(command, PlayAct)
    whole = loop.decide_one(command, now, at)
    if isinstance(whole, Rejected):
        return None if is_act else whole
    way = moving_first.way_of(whole) if is_act else whole.expect(MoveResult).walked.way
    given = _by_step(answers, whole, now, at, newest)
    if way is None or (is_act and not any(step for _, step in given)):
        return None
    steps = len(way.walk.spaces)
    legs, happened, reactions, start, places = list[Accepted](), list[Event](), dict[int, Accepted](), 0, 0
    for answer, step in given:
        if step > start:
            outcome = _walk(command, Leg(way, start, step, is_later=bool(reactions)), now, at, places)
            if isinstance(outcome, Rejected):
                return outcome
            legs.append(outcome)
            now, places, start = outcome.world, places + len(outcome.events), step
            happened += outcome.events
        rest = command.on_leg(Leg(way, start, steps, is_later=bool(reactions)))
        played = play_answer(answer, command=rest, now=now, at=replace(at, place=at.place + places))
        if isinstance(played, Rejected):
            return _blocked(played, answer, at)
        for rev, reaction in played:
            reactions[rev] = reaction
            now, happened = reaction.world, [*happened, *reaction.events]
        at = replace(at, altered=(*at.altered, *played[-1][1].alterations))
    outcome = _walk(command, Leg(way, start, steps, is_later=True), now, at, places)
    if isinstance(outcome, Rejected):
        # Whoever can strike no more, after what met it on the way, stays where it is.
        return WalkAgain(now, tuple(happened), None, reactions, places) if is_act else outcome
    legs.append(outcome)
    happened += outcome.events
    return WalkAgain(outcome.world, tuple(happened), _as_one(legs, way), reactions, places + len(outcome.events))


def _walk(command: Move | PlayAct, leg: Leg, now: World, at: Situation, places: int) -> Accepted | Rejected:
    # What a leg rolls has a key of its own, because each leg counts its rolls from the beginning. The dice of a blow keep theirs.
    is_blow = isinstance(command, PlayAct) and leg.stop == len(leg.way.walk.spaces)
    deed = f"{at.deed}step {leg.start}: " if leg.start and not is_blow else at.deed
    return loop.decide_one(command.on_leg(leg), now, replace(at, place=at.place + places, deed=deed))


def _by_step(
    answers: Sequence[AnswerGiven], whole: Accepted, now: World, at: Situation, newest: Occasion | None
) -> list[tuple[AnswerGiven, int]]:
    """The answers with the steps before which they are played, in this order; answers at one step in the order in which they were given."""
    found = []
    for n, answer in enumerate(answers):
        occasion = newest if newest and n == len(answers) - 1 else _occasion_of(answer, whole, now, at)
        found.append((answer, occasion.step if occasion else 0))
    return sorted(found, key=lambda pair: pair[1])


def _occasion_of(answer: AnswerGiven, whole: Accepted, now: World, at: Situation) -> Occasion | None:
    assert isinstance(answer.command, ActCommand)
    who = targets.character(now, *answer.command.actor, "characterName")
    act = None if isinstance(who, Rejected) else act_of(answer.command, now, who, at.book)
    return None if isinstance(who, Rejected) or act is None else first_fit(answer.command, act, who, whole, now, at.book)


def _blocked(refused: Rejected, answer: AnswerGiven, at: Situation) -> Rejected:
    """The refusal of an answer that takes the occasion from one that was given before, with the rev to undo first."""
    if refused.code != "deed_changed":
        return refused
    instead: dict[str, Any] = {"operation": "undo", "rev": answer.rev}
    return Rejected("answer_blocked", "rev", {"wanted": at.rev, "revs": [answer.rev]}, instead=instead)


def _as_one(legs: Sequence[Accepted], way: PlannedWay) -> Accepted:
    """The legs as the outcome of one walk, or of the act that ends it."""
    last = legs[-1]
    is_walk = isinstance(last.result, MoveResult)
    told = move.merged([leg.expect(MoveResult) for leg in legs], way) if is_walk else last.result
    return replace(
        last,
        events=tuple(event for leg in legs for event in leg.events),
        notes=moving_first.joined([note for leg in legs for note in leg.notes]),
        occasions=tuple(occasion for leg in legs for occasion in leg.occasions),
        result=told,
    )
