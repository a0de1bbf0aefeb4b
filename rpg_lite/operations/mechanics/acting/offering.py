"""Offers: the creatures that may answer a deed, each with the acts that fit and that it can pay. An offer is never played unasked."""

from collections.abc import Iterator, Sequence
from typing import Final

from rpg_lite.operations.mechanics import turn_economy
from rpg_lite.operations.mechanics.acting import costs, finding
from rpg_lite.operations.mechanics.acting.casting import Wish
from rpg_lite.operations.mechanics.incapacity import cannot_act, forbidden
from rpg_lite.operations.occasions import Occasion, fits
from rpg_lite.operations.outcome import Called, Draft, Notice, Rejected, Situation
from rpg_lite.rules import names, ready_spells
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.granted_spells import granted_spells
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing, World

MAY_ANSWER: Final = "may_answer"
MOST_CREATURES: Final = 4
MOST_ACTS: Final = 3


def offer(world: World, occasions: Sequence[Occasion], situation: Situation) -> Notice | None:
    """The note that says who may answer with what."""
    people = [t for t in world.things.values() if t.kind == "character"] if occasions else []
    found = [(Called(one.id), ", ".join(acts)) for one in people if (acts := _acts(world, one, occasions, situation))]
    return Notice(MAY_ANSWER, {"who": found[:MOST_CREATURES]}) if found else None


def _acts(world: World, creature: Thing, occasions: Sequence[Occasion], situation: Situation) -> list[str]:
    """The names of the acts with which it may answer."""
    fitting = [act for act in _answers(world, creature, situation.book) if any(_concerns(act, o, creature, world) for o in occasions)]
    if not fitting:
        return []
    stats = bearers.stats_of(world, creature, situation.book)
    if cannot_act(creature, stats):
        return []
    left = turn_economy.left(world, creature.id, situation.book)
    draft = Draft(world, situation)
    open_ones = (
        act.name
        for act in fitting
        if not (left and ((act.cost == "reaction" and not left.reaction) or (act.cost == "bonus" and not left.bonus)))
        and not forbidden(creature, stats, act.cost, act.name, isinstance(act, Spell))
        and not isinstance(costs.price_of(draft, creature, act, Wish(), False), Rejected)
    )
    return list(dict.fromkeys(open_ones))[:MOST_ACTS]


def _concerns(act: Act, occasion: Occasion, creature: Thing, world: World) -> bool:
    """Whether it fits; what friends do is nothing to stop."""
    if not fits(act, occasion, creature.id, None):
        return False
    other = world.things.get(occasion.by)
    return act.cost != "reaction" or act.targets == "self" or other is None or other.creature.is_member != creature.creature.is_member


def _answers(world: World, creature: Thing, book: Rulebook) -> Iterator[Act]:
    """Its acts that answer something: its own, those of features and effects, and the spells that it has chosen."""
    yield from (found.act for found in finding.acts_of(world, creature, book) if found.act.when)
    sheet = bearers.sheet(creature, book)
    chosen = {names.fold(name) for name in (*(ready_spells.chosen_spells(sheet, book) or ()), *granted_spells(sheet, book))}
    yield from (spell for name in sorted(chosen) if (spell := book.spell(name)) and spell.when)
