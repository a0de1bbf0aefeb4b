"""A creature's turn in a fight, as the answer reports it."""

from dataclasses import dataclass

from rpg_lite.operations.outcome import Draft
from rpg_lite.rules.conditions import EXHAUSTION
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import bearers, clock
from rpg_lite.world.things import Thing


@dataclass(frozen=True, slots=True)
class CurrentTurn:
    """The creature whose turn it is, and the round; its hit points, its effects, and its attacks in words."""

    whose: str | None
    round: int
    hp: str = ""
    state: str = ""
    ways: tuple[str, ...] = ()


def turn_of(draft: Draft, whose: Thing | None) -> CurrentTurn:
    """The creature whose turn it is: hit points, effects and attacks."""
    on = clock.fight(draft.world)
    assert on is not None
    if whose is None:
        return CurrentTurn(None, on.round)
    stats = bearers.stats_of(draft.world, draft.world.things[whose.id], draft.situation.book)
    hp = f"HP {stats.hp}/{stats.hp_max.value}" if stats.hp_max else ""
    ways = [f"{a.name} {a.to_hit.value:+d}" for a in stats.attacks] if stats.can_act else []
    return CurrentTurn(whose.id, on.round, hp, _state(whose, stats), tuple(ways))


def _state(whose: Thing, stats: EffectiveStats) -> str:
    if stats.hp == 0:
        stable = whose.creature.dying.is_stable
        return "unconscious and stable" if stable else "dying: execute_action save with ability death"
    return ", ".join(f"{a.name} {a.level}" if a.name == EXHAUSTION else a.name for a in stats.conditions_active.values())
