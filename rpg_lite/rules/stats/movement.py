"""Speeds, and the weight that a creature carries (SRD, Movement; Lifting and Carrying)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor, prod
from typing import Final, Literal

from rpg_lite.rules import creature_flags
from rpg_lite.rules.breakdown import Breakdown, Suppressed, fold, go_on, line
from rpg_lite.rules.carried_gear import Gear, weight_of
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.modifier_values import EqualTo
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.stats.collect import Collected
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.vocabulary import COINS_PER_POUND, MOVEMENTS, SENSES, Ability, Movement, Sense, Size

TOO_HEAVY_FEET: Final = -10
_SPEEDS: Final[Mapping[Movement, str]] = {m: f"speed.{m}" for m in MOVEMENTS}
_SENSES: Final[Mapping[Sense, str]] = {s: f"sense.{s}" for s in sorted(SENSES)}
_SIZE_FACTOR: Final[dict[Size, float]] = {"tiny": 0.5, "large": 2, "huge": 4, "gargantuan": 8}


Encumbrance = Literal["encumbered", "heavily_encumbered"]


@dataclass(frozen=True, slots=True)
class Load:
    """A load in pounds, with `weight` in thousandths of a pound. `encumbrance` is set only with the variant rule."""

    weight: int
    capacity: Breakdown
    push_drag_lift: int
    encumbrance: Encumbrance | None

    @property
    def over(self) -> bool:
        return self.weight > self.capacity.value * 1000


def load(gear: Sequence[Gear], coins: int, strength: int, size: Size, pool: Pool, variant: bool) -> Load:
    """The carried weight and the capacity: 15 × STR, doubled for each size above medium, halved for tiny."""
    weight = weight_of(gear) + coins * 1000 // COINS_PER_POUND
    factor = _SIZE_FACTOR.get(size, 1)
    grown = "" if factor == 1 else f" × {factor:g} for its size"
    start = (line("base", f"15 × STR {strength}{grown}", "carrying_capacity", "base", int(15 * strength * factor)),)
    capacity = pool.fold(start, "carrying_capacity")
    pushed = _pushing_capacity(int(30 * strength * factor), pool)
    step: Encumbrance | None = None
    if variant:
        step = "heavily_encumbered" if weight > 10_000 * strength else "encumbered" if weight > 5_000 * strength else None
    return Load(weight, capacity, pushed, step)


def _pushing_capacity(pounds: int, pool: Pool) -> int:
    """The weight that the creature can push: twice the unrounded capacity, because the result is rounded down only once."""
    changes = pool.changes("carrying_capacity")
    if not changes:
        return pounds
    twice = [replace(m, value=2 * m.value) if m.op == "add" and isinstance(m.value, int) else m for m in changes]
    return fold(twice, (line("base", "30 × STR", "carrying_capacity", "base", pounds),)).value


def encumber(pool: Pool, step: str | None) -> None:
    """Add the changes of the variant rule: 10 ft slower; or 20 ft slower and disadvantage on STR, DEX and CON rolls."""
    if step is None:
        return
    source = Source("equipment", "encumbrance", step.replace("_", " "))
    slower = Modifier("speed.all", "add", -10 if step == "encumbered" else -20, source=source)
    if pool.flag(creature_flags.NOT_SLOWED_BY_LOAD):
        pool.lose(slower, "blocked")
    else:
        pool.add(slower)
    if step == "heavily_encumbered":
        for roll in ("check", "save", "attack"):
            for a in ("str", "dex", "con"):
                pool.add(Modifier(f"{roll}.{a}", "disadvantage", source=source))


def speeds(sheet: Sheet, c: Collected, strength: int, policy: Policy, variant: bool) -> dict[Movement, Breakdown]:
    """Speeds in feet: add, then multiply, then set to zero; walking comes first, because other speeds may equal it."""
    heavy = [] if variant else too_heavy(c, strength)
    found: dict[Movement, Breakdown] = {}
    for m, target in _SPEEDS.items():
        base = sheet.speed.get(m, 0)
        if not base and m != "walk" and target not in c.pool.numbers:
            continue
        own = c.pool.changes(target)
        fixed = [x for x in own if x.op != "set" and not isinstance(x.value, EqualTo)]
        if base or fixed or m == "walk":
            others = [*c.pool.changes("speed.all"), *heavy]
            if m != "walk" and policy.special_speeds == "follow":
                stated = {x.source for x in fixed if x.op == "raise_to"}  # an effect that states this speed changes walking alone
                others = _follow_changes(sheet.speed.get("walk", 0), c.pool, others, stated, policy)
            found[m] = _speed(m, base, [*fixed, *others], c.pool, policy)
        for x in own:
            if isinstance(x.value, EqualTo):
                other = x.value.equal_to.removeprefix("speed.")
                found[m] = _equal(x, found.get(m), next((speed for kind, speed in found.items() if kind == other), None))
        if carried := [x for x in own if x.op == "set"]:
            found[m] = _carried(carried[-1], found.get(m))
    return {m: b for m, b in found.items() if b.value or m == "walk" or sheet.speed.get(m) or len(b.lines) > 1}


def _follow_changes(walk: int, pool: Pool, others: list[Modifier], stated: Collection[Source], policy: Policy) -> list[Modifier]:
    """The changes to a special speed that follow a temporary change of Speed: as many feet, or the same factor (SRD 5.2, Speed). `stated`:
    the sources that give the special speed itself, such as a shape with its own speeds.
    """
    own = [x for x in pool.changes("speed.walk") if x.op in ("add", "mul") and x.source.layer != "base" and x.source not in stated]
    changes = [*others, *own] if own else others
    factors = [x for x in changes if x.op == "mul"]
    if not any(isinstance(x.value, int) for x in factors):
        return changes
    net = prod([x.value for x in factors if isinstance(x.value, int | float)])
    ops = ("raise_to",) if policy.speed_order == "mul_then_add" else ("raise_to", "add")
    counted = [x for x in (*pool.changes("speed.walk"), *others) if x.op in ops and not isinstance(x.value, EqualTo)]
    before = fold(counted, (line("base", "walk", "speed.walk", "base", walk),)).value
    faster = next(x for x in factors if isinstance(x.value, int))
    change = replace(faster, op="add", value=floor(before * net) - before) if net >= 1 else replace(faster, value=net)
    return [x for x in changes if x.op != "mul"] + ([change] if change.value else [])


def _carried(m: Modifier, own: Breakdown | None) -> Breakdown:
    """The speed of the mount that carries the creature, in place of its own; changes to its own speed do not count (SRD, Mounted Combat)."""
    lost = [Suppressed(x, "replaced") for x in own.lines] if own else []
    return Breakdown(m.value, (m,), (*(own.suppressed if own else ()), *lost))  # type: ignore[arg-type]  # feet


def _equal(m: Modifier, own: Breakdown | None, other: Breakdown | None) -> Breakdown:
    """A speed that equals the final value of another speed, without counting changes to the other speed twice."""
    reached = replace(m, value=other.value if other else 0)
    if own and own.value >= (other.value if other else 0):
        return Breakdown(own.value, own.lines, (*own.suppressed, Suppressed(reached, "lower")))
    return Breakdown(other.value if other else 0, (reached,), own.suppressed if own else ())


def _speed(m: Movement, base: int, changes: Sequence[Modifier], pool: Pool, policy: Policy) -> Breakdown:
    """One speed, never below 0; some items cancel magical reductions of speed (Ring of Free Action)."""
    lost = pool.why_not(f"speed.{m}", "speed.all")
    if pool.flag(creature_flags.NOT_SLOWED_BY_MAGIC):
        lost += [Suppressed(x, "blocked") for x in changes if _slows(x) and x.magical]
        changes = [x for x in changes if not (_slows(x) and x.magical)]
    start = (line("base", m, f"speed.{m}", "base", base),) if base else ()
    if policy.speed_order == "mul_then_add":
        first = fold([x for x in changes if x.op in ("raise_to", "mul")], start, lost)
        done = go_on(first, [x for x in changes if x.op not in ("raise_to", "mul")])
    else:
        done = fold(changes, start, lost)
    return done if done.value >= 0 else go_on(done, [line("base", "never below 0", f"speed.{m}", "min", 0)])


def _slows(m: Modifier) -> bool:
    return isinstance(m.value, int | float) and (m.value < 0 if m.op == "add" else m.op == "mul" and m.value < 1)


def too_heavy(c: Collected, strength: int) -> list[Modifier]:
    """The change of −10 ft, if the effective STR is below the requirement of the armor."""
    stats = c.armor.item.armor_stats if c.armor else None
    own = c.own.get(c.armor.id) if c.armor else None
    if not c.armor or not stats or not stats.strength_requirement or strength >= stats.strength_requirement:
        return []
    if c.pool.flag(creature_flags.NOT_SLOWED_BY_HEAVY_ARMOR) or (own and "armor.str_requirement" in own.words):
        return []
    name = f"{c.armor.item.name} (STR {stats.strength_requirement})"
    return [line("equipment", name, "speed.all", "add", TOO_HEAVY_FEET, c.armor.item.identity)]


def jumps(scores: Mapping[Ability, int], pool: Pool) -> dict[str, Breakdown]:
    """Changed jumps with a running start, in feet: long is STR, high is 3 + STR modifier; standing jumps are half (SRD, Movement)."""
    if not pool.speaks_of("jump"):
        return {}
    strength = scores["str"]
    high = max(0, 3 + (strength - 10) // 2)
    bases = {"long": line("base", f"STR {strength}", "jump", "base", strength), "high": line("base", "3 + STR", "jump", "base", high)}
    return {kind: pool.fold((base,), "jump") for kind, base in bases.items()}


def vehicle(pool: Pool) -> dict[str, Breakdown]:
    """The flying speed in feet of the fastest vehicle at hand."""
    return {"fly": pool.fold((), "vehicle.fly")} if pool.speaks_of("vehicle.fly") else {}


def senses(sheet: Sheet, pool: Pool) -> Mapping[str, Breakdown]:
    """The range of each special sense in feet."""
    found = {}
    for s, target in _SENSES.items():
        base = sheet.senses.get(s, 0)
        if base or target in pool.numbers:
            start = (line("base", s, target, "base", base),) if base else ()
            found[s] = pool.fold(start, target)
    return {s: b for s, b in found.items() if b.value}
