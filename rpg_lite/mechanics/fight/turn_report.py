"""The turns of a fight: a turn as the answer reports it, and second turns in the first round (SRD, Thief's Reflexes)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.creature.acts import own_acts_of
from rpg_lite.rules import creature_flags
from rpg_lite.rules.act_uses import LEGENDARY, least_face, supply_name
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.words import IN_FORM
from rpg_lite.rules.class_resources import Supply, find_resource
from rpg_lite.rules.conditions import EXHAUSTION
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.fight_states import Fight, Fighter
from rpg_lite.world.world_model import Thing

LATER: Final = 10
"""The points of initiative by which the second turn comes later."""


def initiative_now(on: Fight) -> int:
    """The initiative of the current turn."""
    return on.whose.initiative - (LATER if on.again else 0)


def due(draft: Draft, on: Fight, next_: Fighter, *, is_new_round: bool) -> Fighter | None:
    """The creature whose second turn comes before the turn of the next one; creatures of the same initiative go first."""
    if on.round > 1:
        return None
    now = (-initiative_now(on), on.again or "")
    waiting = [
        (LATER - fighter.initiative, fighter.id, fighter)
        for fighter in combat.order(draft.world)
        if is_new_round or fighter.initiative - LATER > next_.initiative
        if _has_second_turn(draft, fighter)
    ]
    return next((fighter for at, id, fighter in sorted(waiting, key=lambda one: one[:2]) if (at, id) > now), None)


def _has_second_turn(draft: Draft, fighter: Fighter) -> bool:
    flags = draft.stats(draft.world.things[fighter.id]).flags
    unsurprised = creature_flags.SECOND_TURN_UNSURPRISED in flags and not fighter.is_surprised
    return unsurprised or creature_flags.SECOND_TURN in flags


_MOST_READY: Final = 4
_NO_STRIKES: Final = frozenset(
    (creature_flags.NO_ATTACKS, creature_flags.CONTROLLED_MOUNT, creature_flags.NO_ACTIONS, creature_flags.FLEES)
)


@dataclass(frozen=True, slots=True)
class CurrentTurn:
    """The creature whose turn it is, and the round; its hit points, its effects, its attacks and its other ready acts in words."""

    whose: str | None
    round: int
    hp: str = ""
    state: str = ""
    ways: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    recharged: tuple[str, ...] = ()
    """The results of the recharge dice at the start of the turn: "Fire Breath recharges (6)"."""
    legendary: tuple[tuple[Called, int], ...] = ()
    """The creatures that may take a legendary action at the end of the turn, each with the number it has left."""


def turn_of(draft: Draft, whose: Thing | None, recharged: tuple[str, ...] = ()) -> CurrentTurn:
    """The current turn: the creature with its hit points, effects and attacks."""
    on = clock.fight(draft.world)
    assert on is not None
    if whose is None:
        return CurrentTurn(None, on.round)
    whose = draft.world.things[whose.id]
    stats = draft.stats(whose)
    if thing_stats.is_dead(whose):
        return CurrentTurn(whose.id, on.round, state="dead: next_turn goes on")
    hp = f"HP {stats.hp}/{stats.hp_max.value}" if stats.hp_max else ""
    ways = [f"{a.name} {a.to_hit.value:+d}" for a in stats.attacks] if stats.can_act and _NO_STRIKES.isdisjoint(stats.flags) else []
    sheet = thing_stats.sheet(whose, draft.situation.book)
    may_act = stats.can_act and creature_flags.NO_ACTIONS not in stats.flags
    laid = _laid(draft, whose) if may_act else ()
    ready = (*_ready(sheet, whose.creature.form is not None, laid),) if may_act else ()
    return CurrentTurn(whose.id, on.round, hp, _state(whose, stats), tuple(ways), ready, recharged, _legendary_after(draft, whose.id))


def _legendary_after(draft: Draft, whose: str) -> tuple[tuple[Called, int], ...]:
    """The fighters that may take a legendary action at the end of another's turn (SRD, Legendary Actions)."""
    on, world = clock.fight(draft.world), draft.world
    others = [world.things[f.id] for f in (on.order if on else ()) if f.id != whose and f.id in world.things]
    supplies = [(who, _supply(LEGENDARY, thing_stats.sheet(who, draft.situation.book))) for who in others if not thing_stats.is_dead(who)]
    left = [(who, supply.left) for who, supply in supplies if supply and supply.left]
    return tuple((Called(who.id), n) for who, n in left if draft.stats(who).can_act)  # the numbers of all others would cost the most


def _laid(draft: Draft, whose: Thing) -> tuple[Act, ...]:
    """The acts of its zones and of effects on it, such as the strike of its Spiritual Weapon, each once."""
    found = own_acts_of(draft.world, whose, draft.situation.book)
    return tuple({one.act.name: one.act for one in found if one.entry}.values())


def _ready(sheet: Sheet, in_form: bool, laid: Sequence[Act]) -> Iterator[str]:
    """The acts that recharge, the legendary actions, the acts that an effect allows, and the acts that take a bonus action."""
    own = (*sheet.acts, *(act for feature in sheet.feature_rules for act in feature.acts))
    acts = [act for act in own if in_form or IN_FORM not in act.needs]
    there = [act.name for act in acts if least_face(act) and _is_left(supply_name(act), sheet)]
    yield from ([f"{', '.join(there[:_MOST_READY])} ready"] if there else [])
    if (legendary := _supply(LEGENDARY, sheet)) and legendary.left:
        yield f"{legendary.left} {LEGENDARY if legendary.left > 1 else LEGENDARY.removesuffix('s')}"
    actions = [act.name for act in laid if act.cost == "action"]
    yield from ([f"action: {', '.join(actions[:_MOST_READY])}"] if actions else [])
    own_bonus = (act for act in acts if act.cost == "bonus" and act.name not in there)
    bonus = [
        *(act.name for act in laid if act.cost == "bonus"),
        *(act.name for act in own_bonus if all(_is_left(what, sheet) for what in _spent_by(act))),
    ]
    yield from ([f"bonus action: {', '.join(bonus[:_MOST_READY])}"] if bonus else [])


def _spent_by(act: Act) -> list[str]:
    """The names of the resources that the act spends."""
    return [spend.split(":")[1] for spend in act.spends if spend.startswith("resource:")]


def _is_left(name: str, sheet: Sheet) -> bool:
    """Whether any of the resource is left; a resource that the sheet does not count is always left."""
    supply = _supply(name, sheet)
    return supply is None or supply.left != 0


def _supply(name: str, sheet: Sheet) -> Supply | None:
    found = find_resource(name, sheet.resources)
    return sheet.resources[found] if found else None


def _state(whose: Thing, stats: EffectiveStats) -> str:
    if stats.hp == 0:
        stable = whose.creature.dying.is_stable
        return "unconscious and stable" if stable else "dying: execute_action save with ability death"
    borne = [f"{a.name} {a.level}" if a.name == EXHAUSTION else a.name for a in stats.conditions_active.values()]
    limits = {
        creature_flags.NO_ACTIONS: "takes no actions",
        creature_flags.FLEES: "flees",
        creature_flags.MUST_FLEE: "must flee if it can move",
    }
    return ", ".join([*borne, *(text for flag, text in limits.items() if flag in stats.flags)])
