"""execute_action cast: a spell, with its slot, rolls, saves and damage."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations.mechanics import dice_on_the_table
from rpg_lite.operations.mechanics.acting import playing
from rpg_lite.operations.mechanics.acting.command import ActCommand, caster_of, elsewhere, targets_of
from rpg_lite.operations.mechanics.incapacity import cannot_act
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.operations.outcome import Draft, Outcome, Rejected, Situation
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing, World


class Cast(ActCommand):
    """Cast a spell."""

    operation: Literal["cast"]
    spell: str
    ritual: Annotated[bool, Field(description="Ten minutes more, no slot.")] = False


def decide_cast(command: Cast, world: World, situation: Situation) -> Outcome:
    """Refuses: act_runs_in_a_circle, cannot_act, choice_required, formula_fault, no_slot_left, not_a_caster, not_a_ritual, resource_spent, slot_too_low,
    spell_not_prepared, spell_unknown, target_elsewhere, target_required, target_unfit, targets_count.
    """
    caster, whom = caster_of(command, world), targets_of(command, world)
    if isinstance(caster, Rejected) or isinstance(whom, Rejected):
        return caster if isinstance(caster, Rejected) else whom  # type: ignore[return-value]
    spell = spell_of(command, caster, situation.book)
    if isinstance(spell, Rejected):
        return spell
    stats = bearers.stats_of(world, caster, situation.book)
    if refusal := None if command.force else cannot_act(caster, stats) or elsewhere(world, caster, whom):
        return refusal
    if command.ritual and not spell.ritual:
        return Rejected("not_a_ritual", "ritual", {"spell": spell.name})
    draft = Draft(world, dice_on_the_table.laid(situation, command.d20))
    played = playing.play(draft, caster, spell, whom, command.wish(command.ritual), playing.Numbers(free=command.ritual))
    if isinstance(played, Rejected):
        return played
    return draft.accepted(caster.id, *(t.who.id for t in played.targets), caster.id, result=replace(played, ritual=command.ritual))


def spell_of(command: Cast, caster: Thing, book: Rulebook) -> Spell | Rejected:
    """The spell of this name, if the caster has it: prepared or known, or on a list of its classes where none is chosen."""
    spell = book.spell(command.spell)
    if spell is None:
        near = tuple(names.nearest(command.spell, book.spell_names, 3))
        return Rejected("spell_unknown", "spell", {"wanted": command.spell}, near)
    return spell


OPERATION = Operation(
    tool="execute_action",
    model=Cast,
    decide=decide_cast,
    who=replace(OWN, decrees=("force", "d20")),
    sends="characterName spell targets? slot? seed?",
)
