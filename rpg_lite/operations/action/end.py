"""execute_action end: end a spell that a creature keeps going, or its concentration."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.life import incapacity, kept_spells
from rpg_lite.mechanics.life.kept_spells import KeptSpell
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.world_model import Ref, Thing, World

WHY = "ended at will"
DISMISS = "Dismiss a spell"
"""The name under which a fight remembers the action that ends a spell."""


class End(Command):
    """End a spell, or concentration."""

    operation: Literal["end"]
    character_id: str | None = None
    character_name: str | None = None
    spell: Annotated[str | None, Field(description="end: or concentration.")] = None
    target_id: str | None = None
    target_name: str | None = None

    def touches(self) -> tuple[Ref, ...]:
        """Load everyone, because a spell ends wherever its targets are."""
        return (Ref("everyone"), Ref("party"), Ref("fight"))


@dataclass(frozen=True, slots=True)
class EndResult(Result):
    """The spell that ended, its caster, and the creatures that bore it. `held`: whether the caster concentrated on it;
    `by_action`: whether that took its action.
    """

    spell: str
    caster: Called
    on: tuple[Called, ...]
    held: bool
    by_action: bool


def decide_end(command: End, draft: Draft) -> Verdict:
    """Refuses: cannot_act, effect_not_there, ends_no_spell, ends_what, ends_which, ends_whose, spell_lasts_by_itself, spell_not_kept,
    spell_of_another_caster, spell_unknown.
    """
    world, book = draft.world, draft.situation.book
    kept = meant(command, world, book)
    if isinstance(kept, Rejected):
        return kept
    caster = kept.caster
    way = kept.dismissal(book)
    if way == "never":
        permanent = kept.spell is not None and kept.spell.duration is not None
        why = (
            "it lasts until something dispels it" if permanent else "it is instantaneous, and what it leaves behind is not kept by anybody"
        )
        return Rejected("spell_lasts_by_itself", "spell", {"spell": kept.name, "why": why})
    if refusal := incapacity.cannot_act(caster, draft.stats(caster)) if kept.needs_a_caster_who_can_act(way) else None:
        return refusal
    if way == "by_the_gm":
        draft.note("ended_by_the_gm", name=kept.name)
    kept_spells.end(draft, kept, WHY)
    on = tuple(Called(bearer.id) for bearer in kept.on)
    bearers = (caster.id, *(bearer.id for bearer in kept.on))
    return Decision.about(caster.id, *bearers, result=EndResult(kept.name, Called(caster.id), on, kept.holds, way == "action"))


def cost_of_ending(command: End, decision: Decision, draft: Draft) -> Sequence[TurnPrice]:
    """The action that some spells ask of the caster who ends them."""
    ended = decision.result
    return (TurnPrice(ended.caster.id, DISMISS, "action"),) if isinstance(ended, EndResult) and ended.by_action else ()


def meant(command: End, world: World, book: Rulebook) -> KeptSpell | Rejected:
    """The casting that the command names."""
    casters = _casters(command, world)
    if isinstance(casters, Rejected):
        return casters
    if not command.spell:
        lasting = tuple(dict.fromkeys(kept.name for one in casters for kept in kept_spells.of(world, one, book)))
        return Rejected("ends_what", "spell", allowed=lasting)
    found = kept_spells.called(world, casters, command.spell, book)
    if not found:
        return _not_kept(command, command.spell, casters, world, book)
    if any(command.target):
        on = targets.character(world, *command.target, targets.field_of(*command.target, "targetName"))
        if isinstance(on, Rejected):
            return on
        found = [kept for kept in found if on in kept.on]
        if not found:
            return Rejected("effect_not_there", "targetName", {"name": command.spell, "bearer": on.name})
    return found[0] if len(found) == 1 else _one_of_several(found)


def _casters(command: End, world: World) -> list[Thing] | Rejected:
    """The named creature, the party, or everybody if the command names nobody."""
    id, name = command.actor
    if id or name:
        return targets.whom(world, id, name)
    return [t for t in world.things.values() if t.kind == "character"]


def _one_of_several(found: Sequence[KeptSpell]) -> KeptSpell | Rejected:
    """The refusal that asks whose spell ends, or on whom; castings of one creature on the same bearers are alike, so the first one ends."""
    casters = tuple(dict.fromkeys(kept.caster.name for kept in found))
    if len({kept.caster.id for kept in found}) > 1:
        return Rejected("ends_whose", "characterName", {"spell": found[0].name}, near=casters)
    bearers = tuple(dict.fromkeys(bearer.name for kept in found for bearer in kept.on))
    if all(kept.on == found[0].on for kept in found):
        return found[0]
    return Rejected("ends_which", "targetName", {"spell": found[0].name, "name": casters[0]}, near=bearers)


def _not_kept(command: End, word: str, casters: Sequence[Thing], world: World, book: Rulebook) -> Rejected:
    """The refusal for a word that names no spell of these creatures: a condition, an effect of another kind, a spell of somebody else, or a
    spell that nobody keeps going.
    """
    lasting = tuple(dict.fromkeys(kept.name for one in casters for kept in kept_spells.of(world, one, book)))
    if (condition := book.condition(word)) is not None:
        return Rejected("ends_no_spell", "spell", {"name": condition, "kind": "condition"})
    everybody = [t for t in world.things.values() if t.kind == "character"]
    theirs = kept_spells.called(world, everybody, word, book) if any(command.actor) else []
    if theirs and names.fold(word) not in kept_spells.CONCENTRATION:
        by = ", ".join(dict.fromkeys(kept.caster.name for kept in theirs))
        return Rejected("spell_of_another_caster", "characterName", {"spell": theirs[0].name, "by": by, "name": casters[0].name})
    borne = [e for t in everybody for kind in LASTING for e in t.creature.lasting(kind) if names.fold(e.name) == names.fold(word)]
    if borne and book.spell(word) is None:
        return Rejected("ends_no_spell", "spell", {"name": borne[0].name, "kind": "effect"})
    is_known = names.fold(word) in kept_spells.CONCENTRATION or any(thing_stats.spell_of(one, word, book) for one in casters[:1])
    if not is_known and book.spell(word) is None:
        return Rejected("spell_unknown", "spell", {"wanted": word}, near=tuple(names.nearest(word, (*lasting, *book.spell_names), 3)))
    who = casters[0].name if len(casters) == 1 else "nobody here" if not any(command.actor) else "nobody in the party"
    return Rejected("spell_not_kept", "spell", {"name": who, "spell": word}, near=lasting)


def may_end(caller: Caller, command: End, seen: World, book: Rulebook) -> Rejected | None:
    """Allow the caller's own character, at any time for a spell that ends at will; an action to end it needs the creature's turn.

    Refuses: effect_not_there, ends_no_spell, ends_what, ends_which, ends_whose, not_in_the_fight, not_your_turn, not_yours, spell_ends_in_time,
    spell_not_kept, spell_of_another_caster, spell_unknown.
    """
    if refused := reach.of_own(caller, command, seen, book):
        return refused
    kept = meant(command, seen, book)
    if isinstance(kept, Rejected):
        return None
    way = kept.dismissal(book)
    if way == "by_the_gm":
        return Rejected("spell_ends_in_time", "spell", {"spell": kept.name})
    return reach.waits_for_turn(caller, seen, kept.caster) if way == "action" else None


OPERATION = Operation(
    tool="execute_action",
    model=End,
    decide=decide_end,
    who=replace(OWN, reach=may_end),
    cost=cost_of_ending,
    sends="characterName spell targetName?",
)
