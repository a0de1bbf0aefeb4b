"""Escapes without a check: whoever moves freely leaves nonmagical bonds and grapples for 5 feet of movement (SRD, Freedom of Movement)."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.plain_steps import EndStep, SayStep
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Cause, Lasting
from rpg_lite.world.grapples import GRAPPLED
from rpg_lite.world.world_model import Thing, World

BONDS: Final = "bonds"
"""The word that the step `end` uses for grapples and bonds that are not magical."""
_ENDED_BY_A_CHECK: Final = ("grapple", "held")
_BINDING: Final = (GRAPPLED, "restrained")
_PRICE: Final = "It costs 5 feet of movement."


def instead(draft: Draft, creature: Thing, act: Act, whom: Sequence[Thing]) -> Act:
    """The act that gets free without a check and without an action, if the creature moves freely and the act would free it from bonds."""
    ends = [step for step in act.steps if isinstance(step, EndStep) and step.end in _ENDED_BY_A_CHECK]
    if (
        not ends
        or any(one.id != creature.id for one in whom)
        or act.targets != "self"
        or creature_flags.SLIPS_FREE not in draft.stats(creature).flags
    ):
        return act
    if not any(map(partial(is_bond, draft.world, draft.situation.book), thing_stats.lasting(draft.world, creature, "conditions"))):
        return act
    return act.model_copy(update={"cost": "free", "steps": (EndStep(end=BONDS), SayStep(say=_PRICE))})


def is_bond(world: World, book: Rulebook, entry: Lasting) -> bool:
    """Whether the entry is a grapple, or a bond that an action can break, and is not magical."""
    is_held = entry.name == GRAPPLED or any(word.startswith("action:") for word in entry.span.ends_by)
    return entry.name in _BINDING and is_held and not _is_magical(world, book, entry.cause)


def _is_magical(world: World, book: Rulebook, cause: Cause) -> bool:
    """Whether a spell or a magic item has laid this."""
    if cause.is_magical:
        return True
    carried = world.tree_of(cause.by) if cause.by and cause.by in world.things else ()
    items = [thing_stats.item_of(t, book) for t in carried if t.kind == "item"]
    act = names.fold(cause.act or "")
    return any(item.is_magical and act in map(names.fold, (item.name, *(one.name for one in item.acts))) for item in items)
