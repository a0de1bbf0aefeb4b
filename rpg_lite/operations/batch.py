"""A batch of commands: each is decided in the world that the previous one left."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted, Called, NotMade, Outcome, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.operations import names_with_commas, uncommitted_world
from rpg_lite.operations.loop import decide_one
from rpg_lite.operations.operation import Loop
from rpg_lite.rules.dice import Roller, roller
from rpg_lite.world import thing_stats
from rpg_lite.world.events import Event
from rpg_lite.world.world_model import World


@dataclass(frozen=True, slots=True)
class Decided:
    """The outcomes, the world before each, and the events to record. `refused`: nothing may be recorded."""

    outcomes: tuple[Outcome, ...]
    befores: tuple[World, ...]
    world: World
    events: tuple[Event, ...]
    refused: bool

    @classmethod
    def of_one(cls, outcome: Outcome, world: World) -> Self:
        """The outcome of a single command that reads the past, such as undo, and the world that it changes."""
        if isinstance(outcome, Accepted):
            return cls((outcome,), (world,), outcome.world, outcome.events, False)
        return cls((outcome,), (world,), world, (), True)


Guard = Callable[[Loop, Command, World, Situation], Outcome]
"""A function that decides a command with the loop, perhaps in another world."""


class Run:
    """Commands that are decided one after the other, each in the world that the one before it left; nothing is recorded yet."""

    def __init__(self, world: World, situation: Situation, guard: Guard | None = None) -> None:
        self.first = self.world = world
        self.outcomes: list[Outcome] = []
        self.befores: list[World] = []
        self.events: list[Event] = []
        self._situation = replace(situation, since=world.campaign.minutes)
        self._guard = guard

    def decide(self, command: Command) -> Outcome:
        """The outcome of one command now; it is not part of the run yet."""
        own = uncommitted_world.over(_turn(self._situation, command, len(self.events), len(self.outcomes)), self.first, self.world)
        if self._guard:
            outcome = self._guard(decide_one, command, self.world, own)
        else:
            outcome = decide_one(names_with_commas.rejoin(command, self.world), self.world, own)
        return _unless_dead(outcome, self.first, self.world)

    def keep(self, outcome: Outcome) -> None:
        """Go on from this outcome."""
        self.outcomes.append(outcome)
        self.befores.append(self.world)
        if isinstance(outcome, Accepted):
            self.events += outcome.events
            self._situation = _later(self._situation, outcome, self.world)
            self.world = outcome.world if outcome.events else self.world  # a read may show another world

    def close(self, on_error: str = "abort") -> Decided:
        """The decision about the whole run. `abort`: one refusal refuses all."""
        bad = sum(isinstance(o, Rejected) for o in self.outcomes)
        if bad == len(self.outcomes) or (bad > 0 and on_error == "abort"):
            return Decided(tuple(self.outcomes), tuple(self.befores), self.first, (), True)
        return Decided(tuple(self.outcomes), tuple(self.befores), self.world, tuple(self.events), False)


def decide(commands: Sequence[Command], world: World, situation: Situation, on_error: str = "abort", guard: Guard | None = None) -> Decided:
    """Decide one by one. `abort`: one refusal refuses all; every refused element is reported; the others are decided without it."""
    run = Run(world, situation, guard)
    for command in commands:
        run.keep(run.decide(command))
    return run.close(on_error)


def _unless_dead(outcome: Outcome, first: World, now: World) -> Outcome:
    """The outcome, but a command that is refused because this batch has killed its target is skipped and reported: a second blow at a
    creature that the first blow has killed must not undo the first. `first`: the world before the batch.
    """
    if isinstance(outcome, Accepted) or outcome.code != "target_dead":
        return outcome
    killed = [id for id, thing in now.things.items() if thing.name == outcome.details["name"] and _has_died(id, first, now)]
    return Accepted((), now, result=NotMade(Called(killed[0]))) if killed else outcome


def _has_died(id: str, first: World, now: World) -> bool:
    was, thing = first.things.get(id), now.things[id]
    return thing.kind == "character" and thing_stats.is_dead(thing) and not (was and thing_stats.is_dead(was))


def decide_all(
    commands: Sequence[Command], world: World, situation: Situation, unrolled: Roller, on_error: str, guard: Guard | None
) -> Decided:
    """Decide. A guard means that the sender may not know everything: a batch is refused as a whole only for reasons that the sender could
    know beforehand. A surprise on the way does not undo the steps before it, so nobody can use a batch to try a command for free.
    """
    if guard and on_error == "abort" and len(commands) > 1 and not situation.dry:
        tried = decide(commands, world, replace(situation, dry=True, roll=unrolled), on_error, guard)
        if tried.refused:
            return tried
        on_error = "continue"
    return decide(commands, world, situation, on_error, guard)


def _later(situation: Situation, outcome: Accepted, before: World) -> Situation:
    """A walk or a rest takes only the time of the creatures that do it; any other time passes for everybody."""
    if outcome.busy:
        return replace(situation, busy={**situation.busy, **outcome.busy})
    minutes = outcome.world.campaign.minutes
    return situation if minutes == before.campaign.minutes else replace(situation, since=minutes, busy={})


def _turn(situation: Situation, command: Command, place: int, nth: int) -> Situation:
    situation = replace(situation, deed=f"{nth}: ") if nth else situation
    seed = command.dice_seed
    if place == situation.place and seed is None:
        return situation
    rolls: Roller = roller(seed) if seed is not None and not situation.dry else situation.roll
    return replace(situation, place=place, roll=rolls)
