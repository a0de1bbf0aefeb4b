"""The damage that a creature feels: answers and reductions lessen the blow first, then resistance does (SRD, Damage Resistance); some of it may
be shared with those whom it holds.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Alteration
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules import creature_flags, roll_scopes
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.defenses import Hit, damage_taken, is_open
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import LASTING, Lasting
from rpg_lite.world.grapples import GRAPPLED
from rpg_lite.world.world_model import Thing

Felt = list[tuple[int, tuple[str, ...]]]


def felt(draft: Draft, target: Thing, hits: Sequence[Hit], stats: EffectiveStats) -> Felt:
    """The points taken of each kind, with reasons."""
    nth = draft.blows[target.id] = draft.blows.get(target.id, 0) + 1
    altered = draft.altering(lambda occasion: occasion.to == target.id and occasion.blow in (0, nth), "halve", "reduce", "lower")
    reasons = [a.name for a in altered]
    if altered:
        lessened = [hit.amount for hit in hits]
        for one in altered:
            lessened = _lessen(lessened, one)
        hits = [replace(hit, amount=points) for hit, points in zip(hits, lessened, strict=True)]
    for reduction in stats.reductions:
        hits, reason = _reduce(draft, target, hits, stats, reduction, nth)
        reasons += reason
    found = [damage_taken(hit, stats.defenses) for hit in _overcoming(draft, hits)]
    if any(is_open("vulnerable", hit, stats.defenses) for hit in hits):
        draft.note("for_you_to_judge", texts=[f"{target.name} is vulnerable to this if its attacker is good, whose alignment is not noted"])
    return [(points, (*reasons, *why)) for points, why in found] if reasons else found


def _lessen(points: Sequence[int], by: Alteration) -> list[int]:
    """The points of one blow, kind by kind, after an answer that halves the total or reduces it by a number. Each kind is halved, and the
    point that odd kinds leave goes to the first of them, so that the whole is half of the whole; a number is taken from one kind after
    another.
    """
    if by.change == "halve":
        return _halved(points)
    off, left = min(sum(points), by.amount), []
    for amount in points:
        taken_off = min(amount, off)
        left.append(amount - taken_off)
        off -= taken_off
    return left


def _halved(points: Sequence[int]) -> list[int]:
    """Half of each kind, together half of the whole, rounded down (SRD, Uncanny Dodge).

    >>> _halved([7, 3]), _halved([6, 3]), _halved([5])
    ([4, 1], [3, 1], [2])
    """
    left = [amount // 2 for amount in points]
    more = sum(points) // 2 - sum(left)
    for place, amount in enumerate(points):
        if more and amount % 2:
            left[place] += 1
            more -= 1
    return left


ONCE_A_TURN: Final = "once_a_turn"
"""The part of a reduction's scope that limits it to the first such damage of a turn (SRD 5.2, Resistance)."""


def _reduce(
    draft: Draft, target: Thing, hits: Sequence[Hit], stats: EffectiveStats, reduction: Modifier, nth: int
) -> tuple[Sequence[Hit], list[str]]:
    """The blow after the dice of a reduction, which is rolled only for damage that its scope names and that would be felt (SRD 5.2, Ring of
    Warmth).
    """
    scope = tuple(part for part in reduction.scope if part != ONCE_A_TURN)
    place = next((n for n, hit in enumerate(hits) if _is_met(hit, scope) and damage_taken(hit, stats.defenses)[0]), None)
    name = reduction.source.name
    is_once = ONCE_A_TURN in reduction.scope
    if place is None or (is_once and done_acts.was_done(draft.world, target.id, _key(name), "turn")):
        return hits, []
    if is_once:
        done_acts.remember(draft, target.id, _key(name))
    rolled = roll_dice(draft, str(reduction.value), name, f"{target.id} {nth}").total
    met = hits[place]
    less = replace(met, amount=max(0, met.amount + met.adjust - max(0, rolled)), adjust=0)
    return (*hits[:place], less, *hits[place + 1 :]), [f"{name}: {rolled} less"]


def _is_met(hit: Hit, scope: Sequence[str]) -> bool:
    return not hit.unlessened and roll_scopes.holds(scope, roll_scopes.tags([f"damage:{hit.type}"]))


def _key(name: str) -> str:
    return f"reduced by {name}"


_OF_WEAPONS: Final = ("bludgeoning", "piercing", "slashing")


def _overcoming(draft: Draft, hits: Sequence[Hit]) -> Sequence[Hit]:
    """The blow of a creature whose weapon damage ignores resistance (SRD 5.2, Boon of Irresistible Offense; SRD, Vorpal Sword)."""
    by = draft.world.things.get(draft.acting or "")
    if by is None or by.kind != "character" or not any(hit.type in _OF_WEAPONS for hit in hits):
        return hits
    flags = draft.stats(by).flags
    types = {word.removeprefix(creature_flags.IGNORES_RESISTANCE) for word in flags if word.startswith(creature_flags.IGNORES_RESISTANCE)}
    types |= {*_OF_WEAPONS} if creature_flags.OVERCOMES_RESISTANCE in flags else set()
    return [replace(hit, unresisted=hit.type in types) for hit in hits] if types else hits


_CLINGS: Final = "source_0"
"""The word of `ends` for what is over when its source drops to 0: so ends what a creature lays to which it is attached."""


def takers(draft: Draft, target: Thing) -> list[Thing]:
    """The living creatures that the target holds."""
    people = (t for t in draft.world.things.values() if t.kind == "character" and t.id != target.id and not thing_stats.is_dead(t))
    return [t for t in people if any(_holds(entry, target) for kind in LASTING for entry in t.creature.lasting(kind))]


def _holds(entry: Lasting, holder: Thing) -> bool:
    return entry.cause.by == holder.id and (entry.name == GRAPPLED or _CLINGS in entry.span.ends_by)


def halved(taken: Felt, others: Sequence[Thing]) -> Felt:
    """Half of the whole blow, rounded down, kind by kind, with the reason."""
    told = f"shared with {', '.join(t.name for t in others)}"
    left, whole, half = [], 0, 0
    for points, why in taken:
        whole += points
        left.append((whole // 2 - half, (*why, told) if points else why))
        half = whole // 2
    return left


def passed_on(draft: Draft, other: Thing, hits: Sequence[Hit], halves: Felt) -> list[Hit]:
    """The blow as the other creature takes it: the same points of the same types, which nothing of its own lessens."""
    shared = [Hit(hit.type, points, unlessened=True) for hit, (points, _) in zip(hits, halves, strict=True) if points]
    draft.note("shares_damage", name=Called(other.id), points=sum(hit.amount for hit in shared))
    return shared
