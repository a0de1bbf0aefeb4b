"""Creatures that cannot attack, such as a familiar; a familiar of the Chain attacks in place of its maker (SRD, Pact of the Chain)."""

from collections.abc import Iterator, Sequence

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.creature import effect_source
from rpg_lite.mechanics.turn import done_acts, ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts.act import Act, AttackStep
from rpg_lite.rules.acts.plain_steps import DoStep, MakeStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.world_model import Thing, World


def refuse(world: World, creature: Thing, stats: EffectiveStats, book: Rulebook) -> Rejected | None:
    """Refuse an attack of a creature that cannot attack, unless its maker may lend it one of its own attacks now."""
    if creature_flags.NO_ATTACKS not in stats.flags:
        return None
    bans = list(_bans(creature))
    if not bans:
        return Rejected("cannot_attack", "characterName", {"name": creature.name, "why": creature_flags.NO_ATTACKS.replace("_", " ")})
    for entry in bans:
        lender = _lender(world, entry, book)
        if lender is None:
            return Rejected("cannot_attack", "characterName", {"name": creature.name, "why": entry.name})
        if combat.acting(world) not in (None, lender.id):
            return Rejected("attacks_by_reaction", "characterName", {"name": creature.name, "maker": lender.name})
    return None


def refuse_act(
    world: World, creature: Thing, stats: EffectiveStats, act: Act, book: Rulebook, whom: Sequence[Thing] = ()
) -> Rejected | None:  # fmt: skip
    """Refuse an act with an attack to a creature that cannot attack; for an attack that its maker lends, there is the operation attack."""
    if creature_flags.NO_ATTACKS not in stats.flags or not attacks(act, creature, book):
        return None
    if refused := refuse(world, creature, stats, book):
        return refused
    lender = _lender(world, next(_bans(creature)), book)
    instead = {
        "operation": "attack",
        "characterName": creature.name,
        "itemName": act.name,
        **({"targetName": whom[0].name} if whom else {}),
    }
    return Rejected("attacks_by_reaction", "act", {"name": creature.name, "maker": lender.name if lender else ""}, instead=instead)


def lend(draft: Draft, creature: Thing) -> None:
    """Charge the maker's turn for the attack that the maker of this creature forgoes."""
    for lender in _lending_now(draft, creature):
        draft.note("lends_attack", name=Called(lender.id), to=Called(creature.id))
        ledger.spend(draft, TurnPrice(lender.id, done_acts.ATTACK, "attack"))


def is_lent_one(draft: Draft, creature: Thing) -> bool:
    """Whether the creature whose turn it is lends it an attack."""
    return any(True for _ in _lending_now(draft, creature))


def _lending_now(draft: Draft, creature: Thing) -> Iterator[Thing]:
    for entry in _bans(creature):
        lender = _lender(draft.world, entry, draft.situation.book)
        if lender is not None and combat.acting(draft.world) == lender.id:
            yield lender


def _bans(creature: Thing) -> Iterator[Lasting]:
    for entry in creature.creature.effects:
        changes = entry.document["modifiers"] if entry.has_modifiers else ()
        if any(change.get("value") == creature_flags.NO_ATTACKS for change in changes):
            yield entry


def _lender(world: World, entry: Lasting, book: Rulebook) -> Thing | None:
    """The maker of a creature that may lend it an attack."""
    maker = world.things.get(entry.cause.by or "")
    if maker is None or not isinstance(effect_source.laid_step(world, entry.cause, book), MakeStep):
        return None
    return maker if creature_flags.LENDS_ATTACKS in thing_stats.stats_of(world, maker, book).flags else None


def attacks(act: Act, creature: Thing, book: Rulebook) -> bool:
    """Whether the act takes the place of an attack, or makes an attack roll, by itself or by another act that it plays."""
    there = played_by(act, creature, book)
    return any(one.cost == "attack" or any(isinstance(s, AttackStep) for s in walk(one.steps, inner_acts=False)) for one in there)


def played_by(act: Act, creature: Thing, book: Rulebook) -> list[Act]:
    """The act, and the acts and spells that it plays as parts of itself (SRD, Multiattack; SRD, Flurry of Blows)."""
    played = [names.fold(step.do) for step in walk(act.steps, inner_acts=False) if isinstance(step, DoStep)]
    if not played:
        return [act]
    own = {names.fold(one.name): one for one in thing_stats.unspent_sheet(creature, book).acts}
    return [act, *(found for key in played if (found := own.get(key) or book.common_acts.get(key) or book.spell(key)))]
