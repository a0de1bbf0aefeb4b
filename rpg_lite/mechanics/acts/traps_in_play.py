"""Traps in play: noticing one in passing, triggering it by a step or a hand, its turns in a fight, and playing its steps with the place as their
source.
"""

from collections.abc import Iterable, Iterator, Sequence

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Notice
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts import step_dispatch, triggers, wish_and_casting
from rpg_lite.mechanics.acts.act_in_play import Overplayed, Performance, Spot
from rpg_lite.mechanics.acts.result_building import result_of
from rpg_lite.mechanics.acts.wish_and_casting import Casting, Wish
from rpg_lite.mechanics.rolls.rolls import d20, roll_dice
from rpg_lite.mechanics.space import sight, standing, stealth
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.formulas import FormulaFault
from rpg_lite.rules.trap_lookup import TrapFault, trap_of
from rpg_lite.rules.trap_rules import FindingSkill, TrapRule
from rpg_lite.vocabulary import TrapCondition, TrapTrigger
from rpg_lite.world import body_paths, clock, combat, placed_traps, thing_stats
from rpg_lite.world.placed_traps import Place, SetTrap
from rpg_lite.world.states import TrapState
from rpg_lite.world.world_model import Exit, Thing, World


def rule_of(draft: Draft, trap: SetTrap) -> TrapRule | None:
    """The whole trap; None if the book no longer has it."""
    found = trap_of(trap.state.trap, draft.situation.book)
    return None if isinstance(found, TrapFault) else found


def place_of(trap: SetTrap) -> str | Called:
    """The place of the trap for a sentence."""
    if trap.squares:
        return trap.state.at
    return Called(trap.holder) if trap.label is None else trap.label


def mark(draft: Draft, trap: SetTrap, condition: TrapCondition, *, is_found: bool, times: int = 0) -> None:
    """Change the state of a trap; while it acts, it keeps its initiative."""
    initiative = trap.state.initiative if condition == "acting" else None
    state = TrapState.make(trap.state.trap, condition, is_found, times or trap.state.times, initiative)
    change(draft, draft.world.things[trap.holder], body_paths.TRAPS.at(trap.key), state)


# ── finding ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def unfound(draft: Draft, room: Thing, skill: FindingSkill | None = None) -> Iterator[tuple[SetTrap, int]]:
    """The traps of a room that nobody has found yet and that a check can find, each with its DC; with `skill`, by that skill."""
    return _unfound(draft, placed_traps.traps_in(draft.world, room), skill)


def _unfound(draft: Draft, around: Iterable[SetTrap], skill: FindingSkill | None) -> Iterator[tuple[SetTrap, int]]:
    for trap in around:
        rule = None if trap.state.is_found else rule_of(draft, trap)
        if rule and rule.detect and skill in (None, *rule.detect.skill):
            yield trap, rule.detect.dc


def notice(draft: Draft, place: Place, who: Sequence[Thing]) -> None:
    """Let the party notice traps in passing, if somebody's passive Perception reaches the DC (SRD 5.1, Detecting and Disabling a Trap)."""
    if draft.situation.dry or not who:
        return
    around = (
        placed_traps.traps_in(draft.world, place) if isinstance(place, Thing) else filter(None, (placed_traps.trap_of(draft.world, place),))
    )
    for trap, dc in list(_unfound(draft, around, "perception")):
        best = max(who, key=lambda one: _perceives(draft, one))
        if (seen := _perceives(draft, best)) >= dc:
            find(draft, trap, best, "passive Perception", seen)


def _perceives(draft: Draft, creature: Thing) -> int:
    """The passive Perception by sight; none for a creature that sees nothing or does not move."""
    seen = sight.sight(draft.world, creature, draft.situation.book)
    if seen == "blind" or thing_stats.is_lost(draft.world, creature):
        return 0
    return int(draft.stats(creature).passive["perception"].value) + (stealth.PASSIVE_AT_DISADVANTAGE if seen == "dim" else 0)


def look_for(draft: Draft, who: Thing, skill: FindingSkill, total: int) -> None:
    """Let a check of a party member find the traps around it whose DC it reaches."""
    room = draft.world.room_of(who.id)
    if room is None or draft.situation.dry or not who.creature.is_member:
        return
    for trap, dc in list(unfound(draft, room, skill)):
        if total >= dc:
            find(draft, trap, who, skill.capitalize(), total)


def find(draft: Draft, trap: SetTrap, who: Thing, how: str, total: int) -> None:
    mark(draft, trap, trap.state.condition, is_found=True)
    draft.note("trap_noticed", name=Called(who.id), how=how, total=total, trap=trap.state.name, place=place_of(trap))


# ── triggering ──────────────────────────────────────────────────────────────────────────────────────────────────────


def cross(draft: Draft, way: Exit, walking: Sequence[Thing], opened: bool) -> None:
    """Trigger the traps on a walk through an exit: those of its door, of the exit itself, and of the room beyond."""
    who = members(draft, walking)
    room = draft.world.things.get(way.to_room or "")
    notice(draft, way, who)
    if opened:
        trigger(draft, way, "open", who)
    trigger(draft, way, "enter", who)
    if room is not None:
        notice(draft, draft.world.things[room.id], who)
        _enter(draft, draft.world.things[room.id], who)


def _enter(draft: Draft, room: Thing, who: Sequence[Thing]) -> None:
    """Trigger the trap of a room by coming in; where places count, one with squares waits for whoever enters one of them, also by the door."""
    trap = placed_traps.trap_of(draft.world, room)
    if trap is not None and trap.squares and standing.is_measured(draft.world, room.id):
        draft.ways += [(one.id, ()) for one in who]
    else:
        trigger(draft, room, "enter", who)


def members(draft: Draft, who: Sequence[Thing]) -> list[Thing]:
    """The living party members among these, as they are now. Strangers are left out, because they know the traps of their home."""
    now = [draft.world.things[one.id] for one in who if one.id in draft.world.things]
    return [one for one in now if one.creature.is_member and not thing_stats.is_dead(one)]


def trigger(draft: Draft, place: Place, event: TrapTrigger, who: Sequence[Thing]) -> bool:
    """Play the trap of a place if it is armed and the event triggers it; return whether it was played.

    A known trap is avoided by everybody who only walks there; a hand on a thing triggers even a known one.
    """
    now = draft.world.exits.get(place.id) if isinstance(place, Exit) else draft.world.things.get(place.id)
    trap, who = placed_traps.trap_of(draft.world, now or place), members(draft, who)
    if trap is None or draft.situation.dry or trap.state.condition != "armed" or not who:
        return False
    rule = rule_of(draft, trap)
    if rule is None or not rule.is_triggered_by(event):
        return False
    if trap.state.is_found and event == "enter":
        draft.note("trap_avoided", trap=rule.name, place=place_of(trap))
        return False
    play(draft, trap, rule, who)
    return True


def play(draft: Draft, trap: SetTrap, rule: TrapRule, who: Sequence[Thing]) -> None:
    """Play the trap on the first of these, or on all if it fills an area; then the party knows it, and it may begin to act in turns."""
    draft.note("trap_triggered", name=Called(who[0].id), trap=rule.name, place=place_of(trap))
    _play(draft, trap, rule, who, _condition_after(trap, rule))
    if trap.has_turns and rule.initiative is not None and trap.state.initiative is None:
        _roll_initiative(draft, trap, rule.initiative)


def play_turn(draft: Draft, trap: SetTrap, rule: TrapRule, who: Sequence[Thing]) -> None:
    """Play the turn of a trap that acts: on one of these at random, or on all if it fills an area (SRD 5.1, Complex Traps)."""
    draft.note("trap_turn", trap=rule.name, initiative=trap.state.initiative)
    at = roll_dice(draft, f"1d{len(who)}", f"target {rule.name}").total - 1 if rule.targets == "1" and len(who) > 1 else 0
    _play(draft, trap, rule, [*who[at:], *who[:at]], _condition_after(trap, rule))


def _condition_after(trap: SetTrap, rule: TrapRule) -> TrapCondition:
    """The condition after one more play. A trap whose place gives it no turns does not wait for them."""
    if rule.is_spent_after(trap.state.times + 1) or (rule.initiative is not None and not trap.has_turns):
        return "triggered"
    return "armed" if rule.initiative is None else "acting"


def _roll_initiative(draft: Draft, trap: SetTrap, bonus: int) -> None:
    now = placed_traps.trap_of(draft.world, draft.world.things[trap.holder])
    if now is None or now.state.condition != "acting":
        return
    total = d20(draft, bonus, "normal", (), f"initiative {now.state.name}").total
    state = TrapState.make(now.state.trap, "acting", True, now.state.times, total)
    change(draft, draft.world.things[now.holder], body_paths.TRAPS.at(now.key), state)
    draft.note("trap_begins_to_act" if clock.fight(draft.world) else "trap_waits_for_turns", trap=now.state.name, initiative=total)


def _play(draft: Draft, trap: SetTrap, rule: TrapRule, who: Sequence[Thing], condition: TrapCondition) -> None:
    mark(draft, trap, condition, is_found=True, times=trap.state.times + 1)
    targets = [one.id for one in (who if rule.targets == "area" else who[:1])]
    cast = casting_of(draft, trap, rule, len(targets))
    p, before = Performance(draft, cast, step_dispatch.play, targets), len(draft.notes)
    try:
        p.play(cast.act.steps, targets, Spot(magical=rule.magic))
        if rule.area is not None:
            p.say(f"It fills a {cast.fill(rule.area.ft)}-ft {rule.area.shape}.")
    except (FormulaFault, Overplayed) as fault:
        draft.note("trigger_failed", name=rule.name, why=str(fault) or "it runs in a circle")
        return
    draft.notes.insert(before, Notice("triggered", {"played": result_of(p, rule.name)}))


def casting_of(draft: Draft, trap: SetTrap, rule: TrapRule, count: int = 0) -> Casting:
    """The numbers with which a trap plays on so many creatures."""
    return wish_and_casting.make_casting(
        draft.new_cast_id(), _act_of(rule), draft.world.things[trap.holder], draft.world, draft.situation.book, Wish(),
        more={"count": count, **rule.numbers},
    )  # fmt: skip


def _act_of(rule: TrapRule) -> Act:
    return Act.model_construct(name=rule.name, cost="free", targets="any", steps=rule.steps)


def at_start(draft: Draft, first: int) -> None:
    """Play the traps that come before the first creature of a fight."""
    _play_all(draft, [trap for trap in _in_order(draft.world) if _initiative(trap) > first])


def between(draft: Draft, last: int, next_: int, *, is_new_round: bool) -> None:
    """Play the traps between the creature that has had its turn and the next one, whose initiatives are given."""
    acting = list(_in_order(draft.world))
    after = [trap for trap in acting if _initiative(trap) <= last]
    before = [trap for trap in acting if _initiative(trap) > next_]
    _play_all(draft, [*after, *(t for t in before if t not in after)] if is_new_round else [t for t in after if t in before])


def _in_order(world: World) -> Iterator[SetTrap]:
    """The acting traps of the rooms where creatures fight, the highest initiative first."""
    rooms = {room.id: room for fighter in combat.order(world) if (room := world.room_of(fighter.id))}
    found = [trap for room in rooms.values() if (trap := placed_traps.trap_of(world, room)) and trap.state.condition == "acting"]
    return iter(sorted(found, key=lambda trap: (-_initiative(trap), trap.holder)))


def _initiative(trap: SetTrap) -> int:
    return trap.state.initiative or 0


def _play_all(draft: Draft, acting: list[SetTrap]) -> None:
    for trap in acting if not draft.situation.dry else ():
        rule, there = rule_of(draft, trap), members(draft, _people(draft, trap))
        if rule is not None and there:
            play_turn(draft, trap, rule, there)
            triggers.settle(draft)


def _people(draft: Draft, trap: SetTrap) -> list[Thing]:
    """The fighters in the room: a turn loads nobody else."""
    fighters = (draft.world.things[fighter.id] for fighter in combat.order(draft.world))
    return [one for one in fighters if one.parent_id == trap.holder]


def reach_in(draft: Draft, bag: Thing, taken: Sequence[str], taker: Thing | None) -> None:
    """Open the bag, with the bags around it, and take the things out; only a party member that takes something triggers a trap."""
    if taker is None or not taken:
        return
    lids = [one for one in (bag, *draft.world.ancestors(bag.id)) if one.kind == "item"]
    for lid in lids if draft.world.bearer_of(bag.id) is None else ():
        trigger(draft, lid, "open", [taker])
    for id in taken:
        trigger(draft, draft.world.things[id], "take", [taker])
