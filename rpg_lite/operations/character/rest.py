"""manage_character rest: take a short or a long rest, alone or as a party."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field, model_validator

from rpg_lite.decision import reserved_names, state_changes, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called, Decision, Ended, Rejected, Result, Verdict
from rpg_lite.mechanics.acts import ability_restoration, acts_after_rest, triggers
from rpg_lite.mechanics.items.attunement_bonds import BondResult, bond, bonds_of
from rpg_lite.mechanics.life import concentration, conditions, dying, hit_dice, hit_points, incapacity, resources
from rpg_lite.mechanics.life.hit_dice import Wanted, as_sent
from rpg_lite.mechanics.life.resources import Regained, recover, set_spent
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.mechanics.space.sides import foes_in
from rpg_lite.mechanics.time.passing import TimeCommand, TimePassed, busy_until, end_restored, end_until, recharge
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.class_resources import slug
from rpg_lite.rules.conditions import EXHAUSTION
from rpg_lite.world import body_paths, clock, thing_stats
from rpg_lite.world.clock import DAWN, DAY, DUSK
from rpg_lite.world.world_model import Thing

RestKind = Literal["short", "long"]
REST_MINUTES: dict[RestKind, int] = {"short": 60, "long": 8 * 60}
LONG_REST_EVERY = DAY
_SUN: Final = {"dawn": DAWN, "dusk": DUSK}


NumberOfDice = Annotated[int, Field(ge=0, le=20, strict=True)]


class Rest(TimeCommand):
    """A short or long rest; time passes."""

    operation: Literal["rest"]
    kind: RestKind
    hit_dice: Annotated[
        NumberOfDice | dict[str, NumberOfDice | dict[str, NumberOfDice]] | None,
        BeforeValidator(as_sent),
        Field(description='Hit dice spent in a short rest: {"Oda": 2}, {"d8": 1} of a kind, or one number for each.'),
    ] = None
    attune: Annotated[str | None, Field(description="An item to attune meanwhile.")] = None
    until: Annotated[Literal["dawn", "dusk"] | None, Field(description="Rest on until then, if that is longer.")] = None

    @model_validator(mode="before")
    @classmethod
    def _all_of_the_party(cls, sent: Any) -> Any:
        """The party rests if nobody is named."""
        if isinstance(sent, dict) and not any(sent.get(key) for key in ("characterId", "characterName", "character_id", "character_name")):
            return {**sent, "characterName": reserved_names.PARTY}
        return sent

    def minutes(self, start: int) -> int:
        """The length of a rest that begins at this minute; a rest may last longer than it must (SRD, Resting)."""
        least = REST_MINUTES[self.kind]
        return max(least, clock.minutes_to(_SUN[self.until], start)) if self.until else least


def spend_time(draft: Draft, who: Sequence[Thing], minutes: int) -> TimePassed:
    """Keep the creatures busy; the clock moves only as far as it must. In a batch, creatures that walk or rest apart do so at the same
    time.
    """
    return busy_until(draft, who, draft.free_at(who) + minutes)


@dataclass(frozen=True, slots=True)
class FormedBond:
    """The bond that a creature formed during the rest."""

    who: Called
    thing: Called
    bonds: BondResult


@dataclass(frozen=True, slots=True)
class RestResult(Result):
    """The creatures that rested, the kind of rest, the time it took, the hit dice they spent, and their other changes."""

    kind: RestKind
    who: tuple[Called, ...]
    passed: TimePassed
    spent: tuple[tuple[Called, str], ...]
    regained: tuple[Regained, ...] = ()
    attuned: FormedBond | None = None


def decide_rest(command: Rest, draft: Draft) -> Verdict:
    """Refuses: attunement_duplicate, attunement_limit, attunement_prerequisite, attunement_takes_rest, bag_locked, fight_is_on,
    hit_dice_too_many, needs_a_hit_point, not_resting, rested_already, target_dead.
    """
    world = draft.world
    if clock.fight(world):
        return Rejected("fight_is_on", "operation")
    who = targets.whom(world, command.character_id, command.character_name)
    if isinstance(who, Rejected):
        return who
    who = _who_can(draft, who, command) if len(who) > 1 else who
    dice = _dice(draft, who, command)
    if isinstance(dice, Rejected):
        return dice
    if refusal := next((r for c in who if (r := _cannot_rest(draft, c, command, dice[c.id]))), None):
        return refusal
    _note_others(draft, who)
    if not reserved_names.is_party(command.character_name or ""):
        _note_companions(draft, who[0])
    before = {c.id: resources.standing(draft, c) for c in who}
    if command.kind == "long":
        _fall_asleep(draft, who)
    barred = _note_barred(draft, who, command.kind)  # now, because a nightmare ends when the time of the rest has passed
    passed = spend_time(draft, who, command.minutes(draft.free_at(who)))
    attuned: FormedBond | None = None
    bonding = _bonding(draft, who, command.attune) if command.attune else who[0]
    ended, spent = list(passed.ended), list[tuple[Called, str]]()
    for creature in who:
        conditions.end_by(draft, creature.id, "rest")
        if creature in barred:
            continue
        if command.kind == "short":
            ended += end_until(draft, [creature], "short_rest")
            spent += _short(draft, creature, dice[creature.id])
            state_changes.change(draft, creature, body_paths.SHORT_REST_AT, draft.busy[creature.id])
        else:
            ended += [*end_until(draft, [creature], "short_rest"), *end_until(draft, [creature], "long_rest"), *_restore(draft, creature)]
            _long(draft, creature, draft.busy[creature.id])
        draft.happened.append(Happening("short_rest" if command.kind == "short" else "long_rest", creature.id))
        if command.attune and creature.id == bonding.id:
            formed = _attune(draft, creature, command.attune)
            if isinstance(formed, Rejected):
                return formed
            attuned = formed
    triggers.settle(draft)
    incapacity.stand_up(draft, who)
    if command.kind == "short":
        acts_after_rest.remind(draft, [c for c in who if c not in barred], list(dict.fromkeys(c.id for c, _ in spent)))
    regained = tuple(row for c in who for row in resources.list_regained(draft, c, before[c.id]))
    result = RestResult(
        command.kind, tuple(Called(c.id) for c in who), replace(passed, ended=tuple(ended)), tuple(spent), regained, attuned
    )
    return Decision.about(who[0].id, *(c.id for c in who), result=result)


def _note_others(draft: Draft, who: Sequence[Thing]) -> None:
    """Name the creatures in the same room that might interrupt the rest (SRD, Resting)."""
    rooms = {room.id: room for c in who if (room := draft.world.room_of(c.id))}
    found = (t for room in rooms.values() for t in foes_in(draft.world, room, draft.situation.book))
    others = [t for t in found if t not in who and t.creature.hp != 0 and not thing_stats.is_dead(t)]
    if others:
        draft.note("rest_beside", names=[Called(t.id) for t in others])


def _fall_asleep(draft: Draft, who: Sequence[Thing]) -> None:
    """End the concentration of those who sleep (SRD 5.2, Long Rest: a sleeper is unconscious). SRD 5.1 says no such thing of sleep, and an elf's
    trance leaves it conscious.
    """
    for creature in who if draft.situation.book.ruleset == "5.2" else ():
        if not any(rule.name == _TRANCE for rule in thing_stats.sheet(creature, draft.situation.book).feature_rules):
            concentration.end(draft, creature, "it sleeps")


_TRANCE: Final = "trance"


def _note_barred(draft: Draft, who: Sequence[Thing], kind: RestKind) -> list[Thing]:
    """The creatures that a curse or a nightmare robs of the benefits of this rest (SRD, Rakshasa, Dream); a note names them."""
    flag = creature_flags.NO_SHORT_REST if kind == "short" else creature_flags.NO_LONG_REST
    barred = [c for c in who if flag in draft.stats(c).flags]
    if barred:
        draft.note("rests_in_vain", names=[Called(c.id) for c in barred], kind=kind)
    return barred


def _note_companions(draft: Draft, one: Thing) -> None:
    """Name the party members beside one who rests alone, because the time passes for them too and gives them nothing."""
    room, party = draft.world.room_of(one.id), targets.party_of(draft.world)
    beside = [c for c in party if c.id != one.id and draft.world.room_of(c.id) == room and not thing_stats.is_dead(c)]
    if one.creature.is_member and beside:
        draft.note("rests_alone", name=Called(one.id), names=[Called(c.id) for c in beside])


def _who_can(draft: Draft, party: list[Thing], command: Rest) -> list[Thing]:
    """The party members with at least 1 hit point who may rest; notes name the others with the reason. If nobody has a hit point, those at
    0; if all had their long rest, all of them.
    """
    dead = [c for c in party if thing_stats.is_dead(c)]
    down = [c for c in party if c not in dead and c.creature.hp == 0]
    able = [c for c in party if c not in dead and c not in down]
    if not able:
        return down or party
    if dead:
        draft.note("dead_do_not_rest", names=[Called(c.id) for c in dead])
    if down:
        draft.note("do_not_rest_at_zero", names=[Called(c.id) for c in down])
    rested = [c for c in able if command.kind == "long" and _wait(draft, c, command) > 0]
    if rested and len(rested) < len(able):
        draft.note("rested_within_a_day", names=[Called(c.id) for c in rested])
        return [c for c in able if c not in rested]
    return able


def _wait(draft: Draft, creature: Thing, command: Rest) -> int:
    """The minutes until a long rest may begin that gives the creature something: one ends within 24 hours of another (SRD, Long Rest)."""
    start = draft.free_at([creature])
    since = start - (-LONG_REST_EVERY if (last := creature.creature.rested_at) is None else last)
    return LONG_REST_EVERY - since - REST_MINUTES["long"] if since + command.minutes(start) < LONG_REST_EVERY else 0


def _dice(draft: Draft, who: Sequence[Thing], command: Rest) -> dict[str, Wanted] | Rejected:
    """The hit dice that each creature spends. One number for all means 0 for creatures without hit dice."""
    wanted = command.hit_dice
    if isinstance(wanted, dict) and not hit_dice.is_by_kind(wanted):
        return _dice_by_name(who, wanted)
    each = {die: count for die, count in wanted.items() if isinstance(count, int)} if isinstance(wanted, dict) else wanted or 0
    without = [c for c in who if each and len(who) > 1 and not hit_dice.of(draft, c)]
    if without:
        draft.note("no_hit_dice", names=[c.name for c in without])
    dice: dict[str, Wanted] = {c.id: 0 if c in without else each for c in who}
    lacking = [c for c in who if len(who) > 1 and hit_dice.left(draft, c) < hit_dice.number(dice[c.id])]
    if lacking:
        most = {c.name: min(hit_dice.number(dice[c.id]), hit_dice.left(draft, c)) for c in who if c not in without}
        return _too_many(draft, lacking[0], dice[lacking[0].id], {**_sent(command), "hitDice": most})
    return dice


def _dice_by_name(who: Sequence[Thing], wanted: Mapping[str, Wanted]) -> dict[str, Wanted] | Rejected:
    dice: dict[str, Wanted] = {c.id: 0 for c in who}
    for name, count in wanted.items():
        called = [c for c in who if name == c.id or names.fold(name) == names.fold(c.name)]
        called = called or [c for c in who if names.is_part_of(name, c.name)]
        if len(called) != 1:
            there = tuple(c.name for c in who)
            return Rejected("not_resting", "hitDice", {"wanted": name}, tuple(names.nearest(name, there)), there)
        dice[called[0].id] = count
    return dice


def _too_many(draft: Draft, creature: Thing, wanted: Wanted, instead: dict[str, Any] | None = None) -> Rejected:
    details = {"name": creature.name, "has": hit_dice.left(draft, creature), "wanted": hit_dice.number(wanted)}
    return Rejected("hit_dice_too_many", "hitDice", details, instead=instead)


def _sent(command: Rest) -> dict[str, Any]:
    return command.model_dump(mode="json", by_alias=True, exclude_unset=True)


def _in_hours(minutes: int) -> str:
    """The time in the units of a clock: "16 h", "3 h 20 min"."""
    hours, rest = divmod(minutes, 60)
    return " ".join(part for part in (f"{hours} h" if hours else "", f"{rest} min" if rest else "") if part)


def _cannot_rest(draft: Draft, creature: Thing, command: Rest, dice: Wanted) -> Rejected | None:
    name = {"name": creature.name}
    if thing_stats.is_dead(creature):
        return Rejected("target_dead", "characterName", name)
    if command.kind == "long":
        if (wait := _wait(draft, creature, command)) > 0:
            instead = {"batch": [{"operation": "advance", "duration": f"{wait} minutes"}, _sent(command)]}
            return Rejected("rested_already", "kind", {**name, "wait": wait, "hours": _in_hours(wait)}, instead=instead)
        return Rejected("needs_a_hit_point", "characterName", name) if creature.creature.hp == 0 else None
    if hit_dice.number(dice) > hit_dice.left(draft, creature):
        return _too_many(draft, creature, dice)
    if refusal := hit_dice.lacking(draft, creature, dice, _sent(command)):
        return refusal
    at_zero = creature.creature.hp == 0 and (dice or dying.is_dying(creature) or draft.situation.book.ruleset == "5.2")
    return Rejected("needs_a_hit_point", "characterName", name) if at_zero else None


def _short(draft: Draft, creature: Thing, dice: Wanted) -> Iterator[tuple[Called, str]]:
    """Spend hit dice, each with the CON modifier and at least 0, as long as they help (SRD, Short Rest)."""
    recharge(draft, [creature, *draft.world.tree_of(creature.id)], "short_rest")
    for name in hit_dice.in_order(draft, creature, dice):
        stats = draft.stats(draft.world.things[creature.id])
        if stats.hp_max and stats.hp is not None and stats.hp >= stats.hp_max.value:
            draft.note("hit_dice_kept", name=Called(creature.id))
            return
        dice_left = dict(hit_dice.of(draft, creature))[name]
        sides = int(name.removeprefix(f"{hit_dice.OF}d"))
        best = creature_flags.HIT_DICE_MAXIMUM in stats.flags
        face = sides if best else roll_dice(draft, f"1d{sides}", "hit die").total
        points = max(draft.situation.book.policy.hit_die_least, face + stats.modifiers["con"])
        set_spent(draft, creature, slug(name), dice_left.spent + 1)
        hit_points.heal(draft, draft.world.things[creature.id], points * (2 if creature_flags.HIT_DICE_DOUBLE in stats.flags else 1))
        yield Called(creature.id), f"1d{sides}: {face}"


def _long(draft: Draft, creature: Thing, until: int) -> None:
    """Restore all hit points, half of the hit dice (5.1) or all (5.2), take off one level of exhaustion, and end temporary points."""
    recharge(draft, [creature, *draft.world.tree_of(creature.id)], "short_rest")
    recharge(draft, [creature, *draft.world.tree_of(creature.id)], "long_rest")
    _less_exhaustion(draft, creature)
    state_changes.set_temporary_points(draft, creature, None)
    stats = draft.stats(draft.world.things[creature.id])
    if stats.hp_max and stats.hp is not None and stats.hp < stats.hp_max.value:
        if hit_points.cannot_regain(stats):
            draft.note("cannot_be_healed", name=Called(creature.id))
        else:
            state_changes.change(draft, creature, body_paths.HP, stats.hp_max.value)
    _regain_hit_dice(draft, creature)
    state_changes.change(draft, creature, body_paths.RESTED_AT, until)


def _restore(draft: Draft, creature: Thing) -> list[Ended]:
    """End what keeps an ability score or the hit point maximum low, where a long rest restores both (SRD 5.2, Long Rest)."""
    if draft.situation.book.policy.long_rest_restores != "scores_and_maximum":
        return []
    stays = creature_flags.MAXIMUM_STAYS in draft.stats(draft.world.things[creature.id]).flags
    return end_restored(draft, creature, partial(ability_restoration.restored_by_rest, maximum_stays=stays))


def _less_exhaustion(draft: Draft, creature: Thing) -> None:
    now = thing_stats.lasting(draft.world, draft.world.things[creature.id], "conditions")
    kept = [c.at_level(c.level - 1) if c.name == EXHAUSTION else c for c in now]
    state_changes.change(draft, creature, body_paths.CONDITIONS, [c for c in kept if c.name != EXHAUSTION or c.level > 0] or None)


def _regain_hit_dice(draft: Draft, creature: Thing) -> None:
    dice = hit_dice.of(draft, creature)
    whole = sum(r.max or 0 for _, r in dice)
    back = whole if draft.situation.book.policy.hit_dice_back == "all" else max(1, whole // 2)
    for name, _ in dice:
        back -= recover(draft, creature, name, back)


def _bonding(draft: Draft, who: Sequence[Thing], name: str) -> Thing:
    """The resting creature that carries the thing; if nobody carries it, the first one, so that the refusal can name it."""
    carrying = (
        c
        for c in who
        if isinstance(targets.find_carried(draft.world, c, None, name, draft.situation.book, lambda t: t.attuned_to is None), Thing)
    )
    return next(carrying, who[0])


def _attune(draft: Draft, creature: Thing, name: str) -> FormedBond | Rejected | None:
    """Form the bond; None if the thing needs none."""
    thing = targets.find_carried(draft.world, creature, None, name, draft.situation.book, lambda t: t.attuned_to is None, "attune")
    if isinstance(thing, Rejected):
        return thing
    was = thing.attuned_to
    if refusal := bond(draft, draft.world.things[creature.id], thing, resting=True):
        return refusal
    is_new = draft.world.things[thing.id].attuned_to not in (None, was)
    return FormedBond(Called(creature.id), Called(thing.id), bonds_of(draft, creature)) if is_new else None


OPERATION = Operation(
    tool="manage_character",
    model=Rest,
    decide=decide_rest,
    who=GM,
    cost=free,
    sends="characterName kind hitDice? until?",
    before_all=True,
)
