"""What a creature brings to a way: how it moves, whom it drags and fears, how far it jumps, and the feet at which nobody may strike.

Apart because it is the same whatever way is meant.
"""

from collections.abc import Collection, Mapping
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.movement.planned_ways import CRAWL, JUMP, SWIM, held_by
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.mechanics.turn import granted_moves, movement
from rpg_lite.rules import creature_flags
from rpg_lite.rules.space.squares import Space
from rpg_lite.rules.space.steps import Mover
from rpg_lite.vocabulary import SIZES, Movement
from rpg_lite.world import flagged_effects
from rpg_lite.world.world_model import Thing

_RUN_UP: Final = 10
"""The feet moved on foot before a jump that lets it go as far as the Strength score (SRD 5.1 and 5.2, Jumping)."""


def speed_of(mode: str) -> Movement:
    """The speed that a way of moving spends: whoever crawls or jumps walks."""
    return "walk" if mode in (CRAWL, JUMP) else mode  # type: ignore[return-value]  # the other modes are those of speeds


def mover_of(
    draft: Draft, now: Standing, one: Thing, mode: str, speeds: Mapping[Movement, int], drags: bool = False, squeezes: bool = False
) -> Mover:
    """The creature as a search for ways takes it, in one mode."""
    stats, speed = draft.stats(one), speed_of(mode)
    said = [flag.removeprefix(creature_flags.FREE_MODES) for flag in stats.flags if flag.startswith(creature_flags.FREE_MODES)]
    freely = {word for words in said for word in words.split(",")}
    return Mover(
        now.spaces[one.id], stats.size, now.book.ruleset, speed, has_speed=bool(speeds.get(speed)) or mode in freely,
        swims=bool(speeds.get("swim")) or SWIM in freely, crawls=mode == CRAWL, drags=drags,
        may_squeeze=squeezes, ignores_difficult=creature_flags.IGNORES_DIFFICULT in stats.flags,
        diagonals=now.book.policy.diagonals,
    )  # fmt: skip


def drags_heavily(draft: Draft, one: Thing) -> bool:
    """Whether the mover takes somebody along who slows it: neither Tiny nor two sizes smaller (SRD 5.1 and 5.2, Grappling)."""
    own = SIZES.index(draft.stats(one).size)
    sizes = [draft.stats(held).size for held in held_by(draft, one)]
    return any(own - SIZES.index(size) < 2 and not (size == "tiny" and draft.situation.book.ruleset == "5.2") for size in sizes)


def fears(now: Standing, one: Thing, known: Collection[str]) -> tuple[Space, ...]:
    """The spaces of those who frighten the mover and of whom it knows, and of those whom it must flee: no step may come closer, seen or not (SRD 5.1
    and 5.2, Frightened; Fear).
    """
    by = {c.cause.by for c in one.creature.conditions if c.name == "frightened" and c.cause.by}
    fled = flagged_effects.sources_of(now.world, one, creature_flags.IN_FLIGHT, now.book)
    return tuple(now.spaces[id] for id in sorted(by & {*known} | {*fled}) if id in now.spaces)


def longest_jump(draft: Draft, one: Thing, rider: Thing | None = None) -> int:
    """The feet of the longest jump, half of it from standing (SRD 5.1 and 5.2, Jumping). `rider`: whoever rides, and whose turn counts the feet."""
    changed = draft.stats(one).jump.get("long")
    return _after_a_run(draft, rider or one, changed.value if changed else draft.stats(one).abilities["str"].value)


def highest_jump(draft: Draft, one: Thing, rider: Thing | None = None) -> int:
    """The feet of the highest jump, half of it from standing (SRD 5.1 and 5.2, Jumping). `rider`: whoever rides, and whose turn counts the feet."""
    changed = draft.stats(one).jump.get("high")
    most = changed.value if changed else max(0, 3 + (draft.stats(one).abilities["str"].value - 10) // 2)
    return _after_a_run(draft, rider or one, most)


def _after_a_run(draft: Draft, payer: Thing, most: int) -> int:
    return most if movement.moved(draft.world, payer.id) >= _RUN_UP else most // 2


def unprovoked_feet(draft: Draft, one: Thing, mode: str, rider: Thing | None = None) -> int:
    """The first feet at which nobody may strike, because an act gave them so; none to a mount, whose rider's turn pays."""
    return 0 if rider is not None else granted_moves.left(draft.world, one, speed_of(mode), draft.situation.book).unprovoked
