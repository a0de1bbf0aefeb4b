"""The deeds of a call, made once from its outcomes, in the order in which they happened."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.decision.outcome import Accepted, Called, Notice, Result
from rpg_lite.mechanics.acts.act_results import ActResult, AttackRolled, SaveRolled, TargetPlayed, Thrown
from rpg_lite.mechanics.acts.weapon_attack import AttackResult, DamageDealt
from rpg_lite.mechanics.items.shops import TradeResult
from rpg_lite.mechanics.items.switched_properties import Switched
from rpg_lite.mechanics.places.doors import DoorResult
from rpg_lite.mechanics.rolls.rolls import CheckResult, CheckRoll
from rpg_lite.mechanics.time.passing import TimePassed
from rpg_lite.operations.action.damage import DamageResult
from rpg_lite.operations.action.end import EndResult
from rpg_lite.operations.action.end_fight import EndFightResult, LeaveFightResult
from rpg_lite.operations.action.heal import HealResult
from rpg_lite.operations.action.next_turn import NextTurnResult
from rpg_lite.operations.action.start_fight import StartFightResult
from rpg_lite.operations.answered_deeds import AnswerResult
from rpg_lite.operations.batch import Decided
from rpg_lite.operations.character.award import AwardResult
from rpg_lite.operations.character.level_up import LevelUpResult
from rpg_lite.operations.character.rest import RestResult
from rpg_lite.operations.condition.apply import ApplyResult
from rpg_lite.operations.condition.remove import LiftResult
from rpg_lite.operations.rooms.disarm import DisarmResult
from rpg_lite.operations.rooms.search import SearchResult
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.items import HOOD, LIT
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import square_runs
from rpg_lite.views.page import concentration_deeds, everyday_deeds
from rpg_lite.views.page.deed_scene import ToldOutcome
from rpg_lite.vocabulary import Mode
from rpg_lite.world import thing_stats
from rpg_lite.world.deeds import MOST_WORDS, Dice, Harm, HitPoints, KeptDeed, KeptRoll, Paid, Target
from rpg_lite.world.events import Removed, Rolled
from rpg_lite.world.world_model import Thing, World

_TRIGGERED: Final = "triggered"
_FINDS: Final = frozenset({"trap_noticed", "trap_found"})
_DC: Final = re.compile(r"against DC (\d+)")
_PASSED: Final = {"succeeds": True, "wins": True, "fails": False, "loses": False}
_AGAIN: Final = " again"
"""The word in the key of dice that are rolled a second time."""
_DEATH_SAVE: Final = "death save"
_LIVES: Final = 10
"""The least total of a death save that succeeds (SRD, Death Saving Throws)."""


def deeds_of(decided: Decided, book: Rulebook) -> list[KeptDeed]:
    """All deeds of a call; empty for a call that did nothing at the table."""
    befores = decided.befores or (decided.world,)
    told = [(n, o, befores[min(n, len(befores) - 1)]) for n, o in enumerate(decided.outcomes) if isinstance(o, Accepted)]
    return [replace(deed, nth=deed.nth or n) for n, outcome, before in told for deed in _of_outcome(outcome, before, book)]


def _of_outcome(outcome: Accepted, before: World, book: Rulebook) -> Iterator[KeptDeed]:
    if isinstance(told := outcome.result, AnswerResult):
        reactions = 1 if told.counters is None else 2
        for n, (_, part) in enumerate(told.parts):
            deeds = _of_outcome(part, before, book)
            yield from deeds if n < reactions else (replace(deed, nth=told.nth, is_again=True) for deed in deeds)
        return
    at = ToldOutcome(outcome, before, book)
    write = _WRITERS.get(type(outcome.result)) if outcome.result else None
    own = list(write(at, outcome.result)) if write else []
    followed = [deed for note in outcome.notes for deed in _of_note(at, note)]
    followed += concentration_deeds.of_scene(at, [*own, *followed])
    if not isinstance(outcome.result, TradeResult):
        followed += everyday_deeds.received(at)
    followed += everyday_deeds.came_to_light(at)
    if isinstance(outcome.result, NextTurnResult):
        # What ends a turn comes before the next one begins; what begins a turn concerns the creature whose turn it is.
        starts = [d for d in followed if own and own[0].who in (d.who, *(t.who for t in d.targets))]
        yield from (d for d in followed if d not in starts)
        followed = starts
    yield from own
    yield from followed


# ── attacks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _attack(at: ToldOutcome, told: AttackResult) -> Iterator[KeptDeed]:
    who, whom = told.attacker.id, told.target.id
    thrown = at.rolled("attack", told.total, f"{who}>{whom}")
    roll = _roll(thrown, told.total, told.ac, told.hit, told.mode, critical=told.critical)
    harm = tuple(_harm(told.dealt, *_counted(at, who, [e for e in at.rolls("damage") if f"{who}>{whom}" in e.key])))
    name, look = at.called(told.weapon)
    target = at.target(whom, attacks=() if told.kept else (roll,), harm=harm)
    is_own = not any(t.kind == "item" and names.fold(t.name) == names.fold(name) for t in (*at.outcome.world.things.values(), *_gone(at)))
    added = ", ".join([name, *told.riders] if look is None else [name])
    known = look and ", ".join([look, *told.riders])
    note = told.kept.effect if told.kept else ""
    yield KeptDeed("attack", who, added, known, is_own=is_own and look is None, targets=(target,), note=note)


def _gone(at: ToldOutcome) -> Iterator[Thing]:
    return (e.thing for e in at.outcome.events if isinstance(e, Removed))


def _counted(at: ToldOutcome, who: str, fell: Sequence[Rolled]) -> tuple[list[Rolled], tuple[int, ...]]:
    """The dice that count, and the faces of those that do not: of two rolls of a weapon, the better one counts (SRD 5.2, Savage Attacker)."""
    again = [e for e in fell if _AGAIN in e.key]
    attacker = at.before.things.get(who)
    if not again or attacker is None:
        return list(fell), ()
    if creature_flags.BETTER_OF_TWO_ROLLS not in thing_stats.stats_of(at.before, attacker, at.book).flags:
        return list(fell), ()
    first = [e for e in fell if e not in again and any(e.key == o.key.replace(_AGAIN, "") for o in again)]
    worse = first if sum(e.total for e in again) > sum(e.total for e in first) else again
    return [e for e in fell if e not in worse], tuple(face for e in worse for face in e.faces)


def _harm(dealt: Sequence[DamageDealt], fell: Sequence[Rolled], dropped: tuple[int, ...] = ()) -> Iterator[Harm]:
    """The damage of each type. The dice of the weapon belong to the first type and later dice to the second one, if their sums agree;
    otherwise, they all stand with the first.
    """
    later = [e for e in fell if "#" in e.key]
    first = [e for e in fell if e not in later]
    if len(dealt) != 2 or sum(e.total for e in later) != dealt[1].points:
        first, later = list(fell), []
    for n, part in enumerate(dealt):
        mine = first if n == 0 else later if n == 1 else []
        yield Harm(
            part.type,
            part.points,
            part.taken,
            " + ".join(e.dice for e in mine),
            tuple(f for e in mine for f in e.faces),
            () if n else dropped,
        )


def _roll(
    thrown: Rolled | None, total: int | None, against: int | None, passed: bool | None, mode: Mode = "normal", of: str = "", *, critical: bool = False
) -> KeptRoll:  # fmt: skip
    dice, faces = (thrown.dice, thrown.faces) if thrown else ("", ())
    return KeptRoll(of, dice, tuple(faces), total, against, passed, critical, mode)


# ── acts ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _act(at: ToldOutcome, told: ActResult) -> Iterator[KeptDeed]:
    yield _of_act(at, told, "act")


def _of_act(at: ToldOutcome, told: ActResult, kind: Any) -> KeptDeed:
    item, look = at.called(told.item) if told.item else ("", None)
    is_alone = not item or _is_of(item, told.act)
    name = item if told.is_named_as_thing and item else told.act if is_alone else f"{told.act}, {item}"
    seen = None if look is None else f"{told.act}, {look}" if told.is_spell else look
    paid = tuple(Paid(s.what.replace("_", " "), s.was, s.left, s.most) for s in told.spent)
    doer = at.thing(told.who.id)
    return KeptDeed(
        kind, told.who.id if doer and doer.kind == "character" else None, name, seen, told.is_spell, dice=tuple(map(_dice, filter(_has_faces, told.thrown))), dc=told.dc, paid=paid,
        targets=tuple([_target(at, told.who.id, t) for t in told.targets if _is_touched(t)]), concentration=told.concentration or "",
        says=told.says, note="ritual" if told.ritual else _switched(told.switched) if told.switched else "",
        area=_area(told),
    )  # fmt: skip


def _area(told: ActResult) -> str:
    """The squares that an act filled; empty where places do not count, and for what words cannot hold."""
    runs = square_runs(told.area.squares) if told.area else ""
    return runs if len(runs) <= MOST_WORDS else ""


def _switched(switched: Switched) -> str:
    """The state of a thing after a switch: "lit", "hood lowered", "click off"."""
    if switched.property in (LIT, HOOD) and switched.light != (0, 0):
        on, off = ("lit", "put out") if switched.property == LIT else ("hood lowered", "hood raised")
        return on if switched.how == "on" else off
    return f"{switched.property.replace('_', ' ')} {switched.how}"


def _is_of(item: str, act: str) -> bool:
    """Whether an act has the name of its thing, or that of the kind of thing: "Shortsword" of a "Fine Shortsword"."""
    one, other = names.fold(item), names.fold(act)
    return one in other or other in one


def _has_faces(thrown: Thrown) -> bool:
    return bool(thrown.faces)


def _dice(thrown: Thrown) -> Dice:
    points = "hit points" if thrown.what_for in ("pool", "heal") else thrown.what_for
    return Dice(thrown.dice, thrown.faces, thrown.total, thrown.type or points)


def _is_touched(t: TargetPlayed) -> bool:
    """Whether something happened to the target; an act lists its user even if nothing did."""
    happened = t.attacks or t.saves or t.checks or t.suffered or t.healed or t.conditions or t.effects or t.ended or t.dead
    return bool(happened) or t.temp_hp is not None


def _target(at: ToldOutcome, by: str, t: TargetPlayed) -> Target:
    id = t.who.id
    harm = tuple([Harm(s.type, s.dealt, s.taken) for s in t.suffered])
    hp = None if t.hp_was is None or t.hp is None or t.hp_was == t.hp else HitPoints(t.hp_was, t.hp, t.hp_max)
    return Target(
        id, tuple([_strike(at, by, id, a) for a in t.attacks]) if t.attacks else (), tuple([_save(at, id, s) for s in (*t.saves, *t.checks)]), harm, t.healed,
        t.temp_hp, t.conditions, t.effects, t.ended, hp, t.dead,
    )  # fmt: skip


def _strike(at: ToldOutcome, by: str, id: str, a: AttackRolled) -> KeptRoll:
    return _roll(at.rolled("attack", a.total, f"{by}>{id}"), a.total, a.ac, a.hit, a.mode, critical=a.critical)


def _save(at: ToldOutcome, id: str, s: SaveRolled) -> KeptRoll:
    thrown = at.rolled("save", s.total, id) or at.rolled("check", s.total, id)
    kind = "check" if thrown and thrown.for_ == "check" else "save"
    return _roll(thrown, s.total, s.dc, s.passed, s.mode, f"{s.ability.upper()} {kind}")


# ── what follows by itself ────────────────────────────────────────────────────────────────────────────────────────────


def _of_note(at: ToldOutcome, note: Notice) -> Iterator[KeptDeed]:
    if note.code == _TRIGGERED and isinstance(played := note.details.get("played"), ActResult):
        deed = _of_act(at, played, "trigger")
        yield from _saved(deed) if _is_a_save(deed) else [deed] if deed.targets or deed.dice or deed.says else []
    elif note.code in _FINDS:
        who = note.details.get("name")
        place, look = at.called(note.details["place"])
        yield KeptDeed("found", who.id if isinstance(who, Called) else None, str(note.details["trap"]), note=look or place)


def _is_a_save(deed: KeptDeed) -> bool:
    """Whether nothing happened but saves: a save that is repeated belongs to whoever makes it."""
    return bool(deed.targets) and not deed.dice and all(t == Target(t.who, saves=t.saves) and t.saves for t in deed.targets)


def _saved(deed: KeptDeed) -> Iterator[KeptDeed]:
    for target in deed.targets:
        yield from (KeptDeed("save", target.who, made.of, roll=made, note=deed.look or deed.what) for made in target.saves)


# ── checks, points and conditions ─────────────────────────────────────────────────────────────────────────────────────


def _checks(at: ToldOutcome, told: CheckResult) -> Iterator[KeptDeed]:
    for one in told.rolls:
        purpose = next((p for p in (_DEATH_SAVE, "save", "check") if one.what.endswith(p) or f" {p} " in one.what), "check")
        thrown = at.rolled(purpose, one.total, one.who.id)
        dc = _DC.search(one.verdict)
        roll = _roll(thrown, one.total, int(dc[1]) if dc else None, _passed(one, purpose), one.mode, one.what)
        note = one.verdict if purpose == _DEATH_SAVE else ""
        yield KeptDeed("check" if purpose == "check" else "save", one.who.id, one.what, roll=roll, note=note)


def _passed(one: CheckRoll, purpose: str) -> bool | None:
    return one.total >= _LIVES if purpose == _DEATH_SAVE else _PASSED.get(one.verdict.partition(" ")[0])


def _damage(at: ToldOutcome, told: DamageResult) -> Iterator[KeptDeed]:
    dice = tuple(Dice(e.dice, tuple(e.faces), e.total, told.type) for e in at.rolls("damage"))
    for id in at.outcome.bearers[:1]:
        yield KeptDeed("damage", dice=dice, targets=(at.target(id, harm=(Harm(told.type, told.damage, told.taken),)),))


def _heal(at: ToldOutcome, told: HealResult) -> Iterator[KeptDeed]:
    dice = tuple(Dice(e.dice, tuple(e.faces), e.total, "hit points") for e in at.rolls("heal"))
    for id in at.outcome.bearers[:1]:
        yield KeptDeed("heal", dice=dice, targets=(at.target(id, healed=told.regained),))


def _begins(at: ToldOutcome, told: ApplyResult) -> Iterator[KeptDeed]:
    effects = (told.applied,) if told.is_effect else ()
    targets = tuple(
        at.target(id, conditions=() if told.is_effect else (at.condition(told.applied, id),), effects=effects) for id in at.outcome.bearers
    )
    yield KeptDeed("begins", what=told.applied, targets=targets, note=told.duration or "", is_spell=told.is_effect)


def _lifted(at: ToldOutcome, told: LiftResult) -> Iterator[KeptDeed]:
    targets = tuple(at.target(id, ended=(told.lifted,)) for id in at.outcome.bearers)
    yield KeptDeed("ends", what=told.lifted, targets=targets)


def _ended(at: ToldOutcome, told: EndResult) -> Iterator[KeptDeed]:
    targets = tuple(at.target(one.id, ended=(told.spell,)) for one in told.on)
    yield KeptDeed("ends", told.caster.id, told.spell, targets=targets, is_spell=True)


# ── time ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _start(at: ToldOutcome, told: StartFightResult) -> Iterator[KeptDeed]:
    yield KeptDeed("joins" if told.joins else "fight", order=tuple((who.id, total) for who, total in told.order))
    if not told.joins:
        yield KeptDeed("turn", told.turn.whose, round=told.turn.round)


def _turn(at: ToldOutcome, told: NextTurnResult) -> Iterator[KeptDeed]:
    yield KeptDeed("turn", told.turn.whose, round=told.turn.round)


def _over(at: ToldOutcome, told: EndFightResult) -> Iterator[KeptDeed]:
    yield KeptDeed("fight_over", round=told.rounds)


def _rest(at: ToldOutcome, told: RestResult) -> Iterator[KeptDeed]:
    targets = tuple(t for one in told.who if (t := at.target(one.id)).hp)
    dice = everyday_deeds.hit_dice(told.spent)
    yield KeptDeed(
        "rest", what=told.kind, order=tuple((one.id, dice.get(one.id, 0)) for one in told.who), targets=targets, note=told.passed.time
    )


def _level(at: ToldOutcome, told: LevelUpResult) -> Iterator[KeptDeed]:
    for id in at.outcome.bearers[:1] or filter(None, (at.outcome.subject,)):
        yield KeptDeed("level", id, told.of, round=told.level, note=", ".join(told.features), count=told.gained_hp)


_WRITERS: Final[Mapping[type[Result], Callable[[ToldOutcome, Any], Iterable[KeptDeed]]]] = MappingProxyType(
    {
        AttackResult: _attack,
        ActResult: _act,
        CheckResult: _checks,
        DamageResult: _damage,
        HealResult: _heal,
        ApplyResult: _begins,
        LiftResult: _lifted,
        EndResult: _ended,
        StartFightResult: _start,
        NextTurnResult: _turn,
        EndFightResult: _over,
        LeaveFightResult: everyday_deeds.leave,
        RestResult: _rest,
        TimePassed: everyday_deeds.time,
        LevelUpResult: _level,
        AwardResult: everyday_deeds.award,
        DoorResult: everyday_deeds.door,
        DisarmResult: everyday_deeds.disarm,
        SearchResult: everyday_deeds.search,
        TradeResult: everyday_deeds.trade,
    }
)
