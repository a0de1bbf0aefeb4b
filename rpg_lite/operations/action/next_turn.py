"""execute_action next_turn: pass the turn to the next creature in the order; time passes with each new round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from pydantic import Field, StrictBool

from rpg_lite.decision import state_changes
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.hand_rolled_faces import FacesOnTheTable
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called, Decision, Ended, Rejected, Result, Verdict
from rpg_lite.decision.shared_keys import Names
from rpg_lite.mechanics.acts import traps_in_play, triggers, zone_moving
from rpg_lite.mechanics.fight import turn_beginning, turn_report
from rpg_lite.mechanics.fight.turn_report import CurrentTurn, turn_of
from rpg_lite.mechanics.life import time_at_zero
from rpg_lite.mechanics.rolls.physical_dice import Faces
from rpg_lite.mechanics.rolls.rolls import Seed
from rpg_lite.mechanics.space import sides
from rpg_lite.mechanics.time.passing import ended_between
from rpg_lite.mechanics.turn import done_acts, movement
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Operation, free
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.words import HALF_MOVE
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, clock, combat, thing_stats
from rpg_lite.world.effect_expiry import Instant
from rpg_lite.world.fight_states import Fight, Fighter
from rpg_lite.world.world_model import WORLD_ID, Ref, Thing, World


class NextTurn(Command):
    """Next turn."""

    operation: Literal["next_turn"]
    d20: Faces = ()
    with_: Annotated[Names, Field(alias="with", description="aura of NAME, for saves.")] = ()
    play: Annotated[Literal["foes"] | None, Field(description="Up to the next hero.")] = None
    seed: Seed = None
    card: Annotated[StrictBool, Field(description="What it can do.")] = False

    def faces_on_the_table(self) -> FacesOnTheTable | None:
        return FacesOnTheTable.laid(self.d20, "recharge ")

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("fight"),)


@dataclass(frozen=True, slots=True)
class NextTurnResult(Result):
    """The current turn, and the effects that ended with the time that passed."""

    turn: CurrentTurn
    ended: tuple[Ended, ...]
    card: bool = False
    """Whether the answer also shows what the creature can do, to those who may know it."""
    is_passed: bool = False
    """Whether the same call has played the turn and gone on."""


def decide_next_turn(command: NextTurn, draft: Draft) -> Verdict:
    """Refuses: aura_required, no_fight, nobody_left, played_alone."""
    world = draft.world
    if command.play:
        return Rejected("played_alone", "play")
    if command.with_:
        return Rejected("aura_required", "with", {"wanted": command.with_[0]})
    on = clock.fight(world)
    if on is None:
        return Rejected("no_fight", "operation", instead={"operation": "start_fight", "names": ["party"]})
    order = combat.order(world)
    if not order:
        return Rejected("nobody_left", "operation")
    if on.whose.id in world.things:
        _tell_idleness(draft, world.things[on.whose.id])
        time_at_zero.tell_unmade_save(draft, on.whose.id)
        draft.happened.append(Happening("turn_end", on.whose.id))
        draft.happened += [
            Happening("hurt_inside", id, taken=points) for id, points in done_acts.hurt(world, done_acts.FROM_INSIDE).items()
        ]
        draft.happened[:0] = [Happening("hurt_in_turn", id, taken=points) for id, points in done_acts.hurt(world, done_acts.HURT).items()]
        triggers.settle(draft)  # the old turn ends before the new one begins
        done_acts.forget_damage(draft, on.whose.id)
    fighter = _pass_on(draft, on, order)
    ended = ended_between(draft, Instant.of(world), Instant.of(draft.world))
    whose = world.things[fighter.id]
    recharged = turn_beginning.begin(draft, whose)
    zone_moving.drift(draft, draft.world.things[whose.id])
    triggers.settle(draft)
    return Decision.about(None, whose.id, result=NextTurnResult(turn_of(draft, whose, recharged), tuple(ended), command.card))


def _tell_idleness(draft: Draft, hero: Thing) -> None:
    """Say that the turn of a hero ends who stands where places count, could act, and has neither acted nor moved in it."""
    world, book = draft.world, draft.situation.book
    is_down = thing_stats.is_dead(hero) or hero.creature.hp == 0
    if is_down or not movement.is_measured(world, hero.id) or not sides.is_ally(world, hero, book):
        return
    stats = draft.stats(hero)
    if not stats.can_act or creature_flags.NO_ACTIONS in stats.flags:
        return
    done = [deed for deed in done_acts.done_in_turn(world, hero.id) if not deed.act.startswith(done_acts.BESIDE_ACTS)]
    if not done:
        draft.note("turn_unused", name=Called(hero.id))
    elif not any(deed.feet or deed.cost in _MAIN for deed in done):
        draft.note("turn_barely_used", name=Called(hero.id))


_MAIN: Final = ("action", "attack", "move", HALF_MOVE)
"""The costs of what fills a turn: its action and its movement."""


def _pass_on(draft: Draft, on: Fight, order: Sequence[Fighter]) -> Fighter:
    """Pass the turn on, perhaps to somebody's second turn, and play the traps that act in between; return the next creature."""
    place, round_ = _after(on, order)
    now, is_new_round, root = turn_report.initiative_now(on), round_ > on.round, draft.world.things[WORLD_ID]
    again = turn_report.due(draft, on, order[place], is_new_round=is_new_round)
    if again is not None:
        traps_in_play.between(draft, now, again.initiative - turn_report.LATER, is_new_round=False)
        state_changes.change(draft, root, body_paths.FIGHT_AGAIN, again.id)
        draft.note("second_turn", name=Called(again.id))
        return again
    traps_in_play.between(draft, now, order[place].initiative, is_new_round=is_new_round)
    state_changes.change(draft, root, body_paths.FIGHT_AGAIN, None)
    state_changes.change(draft, root, body_paths.FIGHT_TURN, on.order.index(order[place]))
    state_changes.change(draft, root, body_paths.FIGHT_ROUND, round_)
    return order[place]


def _after(on: Fight, order: Sequence[Fighter]) -> tuple[int, int]:
    """(position among the creatures still fighting, round)."""
    later = [n for n, entry in enumerate(order) if on.order.index(entry) > on.turn]
    return (later[0], on.round) if later else (0, on.round + 1)


def may_end_turn(caller: Caller, command: NextTurn, seen: World, book: Rulebook) -> Rejected | None:
    """Refuses: not_in_the_fight, not_your_turn."""
    return reach.waits_for_turn(caller, seen)


OPERATION = Operation(
    tool="execute_action",
    model=NextTurn,
    decide=decide_next_turn,
    who=replace(OWN, reach=may_end_turn, decrees=("d20", "play"), is_found_by_doing=True),
    cost=free,
)
