"""execute_action end_fight: end the fight and let creatures recover ammunition, or take only some creatures out of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import reserved_names, state_changes, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.acts import triggers
from rpg_lite.mechanics.fight import leaving_fights
from rpg_lite.mechanics.fight.turn_report import CurrentTurn, turn_of
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.life import dying, time_at_zero
from rpg_lite.mechanics.rolls.rolls import Seed
from rpg_lite.mechanics.space import stealth
from rpg_lite.mechanics.time.passing import TimePassed, ended_between, move_clock
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import body_paths, clock, combat, events
from rpg_lite.world.effect_expiry import Instant
from rpg_lite.world.fight_states import Shot
from rpg_lite.world.world_model import WORLD_ID, Ref, Thing, World

MOST_FIGHTERS: Final = 60


class EndFight(Command):
    """End the fight."""

    operation: Literal["end_fight"]
    seed: Seed = None
    names: Annotated[tuple[str, ...], Field(max_length=MOST_FIGHTERS, description="Only these leave; the others fight on.")] = ()
    recover: Annotated[bool, Field(description="false: no ammunition.")] = True

    def touches(self) -> tuple[Ref, ...]:
        named = (Ref("party") if reserved_names.is_party(n) else Ref("bearer", *targets.id_or_name(n)) for n in self.names)
        return (*named, Ref("fight"), Ref("everyone"), Ref("floor"))


@dataclass(frozen=True, slots=True)
class EndFightResult(Result):
    """The length of the fight, the ammunition that each creature recovered, and the time that passed."""

    rounds: int
    found: tuple[tuple[Called, int, str], ...]
    passed: TimePassed


@dataclass(frozen=True, slots=True)
class LeaveFightResult(Result):
    """The creatures that stopped fighting while the others go on, and the current turn."""

    gone: tuple[Called, ...]
    turn: CurrentTurn


def _is_left_dying(one: Thing) -> bool:
    """Whether somebody of the party lies dying."""
    return one.kind == "character" and one.creature.is_member and dying.is_dying(one)


def decide_end_fight(command: EndFight, draft: Draft) -> Verdict:
    """Refuses: no_fight, not_fighting, party_empty."""
    world = draft.world
    on = clock.fight(world)
    if on is None:
        return Rejected("no_fight", "operation", instead={"operation": "start_fight", "names": ["party"]})
    if command.names:
        gone = _named(command, world)
        if isinstance(gone, Rejected):
            return gone
        if any(fighter.id not in gone for fighter in combat.order(world)):
            return _end_for(draft, gone)
    found = list(_recover_ammunition(draft, on.spent)) if command.recover else []
    if on.is_measured and (left := [Called(one.id) for one in world.things.values() if _is_left_dying(one)]):
        draft.note("dying_after_fight", names=left)
    stealth.lose_cover(draft, [fighter.id for fighter in combat.order(world)], "the fight is over")
    time_at_zero.begin_turns(draft)
    triggers.settle(draft)  # while the fight still remembers what happened to them
    state_changes.change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT, None)
    passed = move_clock(draft, on.round)
    due = ended_between(draft, Instant.of(world), Instant.of(draft.world))  # effects that waited for a turn of the last round
    passed = replace(passed, ended=(*passed.ended, *due))
    return Decision.about(None, result=EndFightResult(on.round, tuple(found), passed))


def _named(command: EndFight, world: World) -> list[str] | Rejected:
    """The ids of the named fighters."""
    found: dict[str, None] = {}
    for n, name in enumerate(command.names):
        if reserved_names.is_party(name):
            found |= {t.id: None for t in targets.party_of(world) if combat.is_in(world, t.id)}
            continue
        named = targets.creatures(world, name, f"names[{n}]")
        if isinstance(named, Rejected):
            return named
        if out := next((one for one in named if not combat.is_in(world, one.id)), None):
            known = tuple(world.things[fighter.id].name for fighter in combat.order(world))
            return Rejected("not_fighting", f"names[{n}]", {"name": out.name}, allowed=known)
        found |= {one.id: None for one in named}
    return list(found) or Rejected("party_empty", "names")


def _end_for(draft: Draft, gone: Sequence[str]) -> Verdict:
    time_at_zero.begin_turns(draft, gone)
    triggers.settle(draft)
    leaving_fights.leave(draft, gone)
    stealth.lose_cover(draft, gone, "the fight is over")
    whose = combat.acting(draft.world)
    turn = turn_of(draft, draft.world.things.get(whose or ""))
    return Decision.about(None, *gone, result=LeaveFightResult(tuple(map(Called, gone)), turn))


def _recover_ammunition(draft: Draft, spent: Iterable[Shot]) -> Iterable[tuple[Called, int, str]]:
    """Put half of the ammunition that each creature shot, rounded down, back in its bag."""
    for shot in spent:
        count, bearer = shot.count // 2, draft.world.things.get(shot.by)
        if not count or bearer is None:
            continue
        thing = draft.world.things.get(shot.thing)
        if thing and thing.parent_id and thing.name == shot.name:
            draft.add(events.Counted(thing.id, thing.quantity, thing.quantity + count))
        else:
            item_moves.lay(draft, Thing(draft.new_id("item"), "item", shot.name, bearer.id, count, body=shot.body))
        yield Called(bearer.id), count, shot.name


OPERATION = Operation(
    tool="execute_action",
    model=EndFight,
    decide=decide_end_fight,
    who=GM,
    cost=free,
    sends="names? recover?",
    before_all=True,
)
