"""execute_action save: make a saving throw against a DC, or a death save."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from rpg_lite.decision import targets, value_forms
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.hand_rolled_faces import FacesOnTheTable
from rpg_lite.decision.outcome import Called, Decision, Rejected, Verdict
from rpg_lite.mechanics.life import dying
from rpg_lite.mechanics.rolls import one_roll_effects, roll_effect_refusals
from rpg_lite.mechanics.rolls.rolls import CheckResult, CheckRoll
from rpg_lite.mechanics.rolls.saves import SaveRoll, kinds_of, save
from rpg_lite.mechanics.rolls.skill_checks import Rolling, verdict
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.operations.operation import OWN, Operation, by_act
from rpg_lite.rules import names
from rpg_lite.vocabulary import ABILITIES, Ability
from rpg_lite.world.world_model import Ref, Thing

MOST_TAGS: Final = 10
Tag = Annotated[str, Field(min_length=1, max_length=names.LONGEST_NAME)]


def _as_list(written: Any) -> Any:
    """One text may name several threats: "poison, magic"."""
    return value_forms.parts("vs", written) if isinstance(written, str) else written


class Save(Rolling):
    """Saving throw (ability death: death save)."""

    operation: Literal["save"]
    ability: Annotated[Ability | Literal["death"] | None, Field(description="Default for the dying: death.")] = None
    vs: Annotated[tuple[Tag, ...], BeforeValidator(_as_list), Field(max_length=MOST_TAGS, description="poison, charm, fear, magic …")] = ()
    force: Annotated[bool, Field(description="Allows a second death save in a turn.")] = False

    def faces_on_the_table(self) -> FacesOnTheTable | None:
        return FacesOnTheTable.laid(self.d20, "save", "death save")

    def touches(self) -> tuple[Ref, ...]:
        """Load the fight for a death save, because a refusal may name the creature whose turn it is; and the people around, for their auras."""
        fight = (Ref("fight"),) if self.ability in (None, "death") else ()
        return (*super().touches(), Ref("people", *self.who), *fight)


def decide_save(command: Save, draft: Draft) -> Verdict:
    """Refuses: ability_required, answers_a_roll, death_save_made, effect_for_no_roll, not_dying, target_dead."""
    world = draft.world
    who = targets.whom(world, command.character_id, command.character_name)
    if isinstance(who, Rejected):
        return who
    ability = command.ability or ("death" if all(creature.creature.hp == 0 for creature in who) else None)
    if ability is None:
        return Rejected("ability_required", "ability", allowed=(*ABILITIES, "death"))
    told = []
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if refusal := roll_effect_refusals.strange_word(draft, who, command.with_, () if ability == "death" else kinds_of(ability), sent):
        return refusal
    words = [one_roll_effects.key_of(word) for word in command.with_]
    for creature in who:
        if ability == "death":
            made = _again(draft, creature, command) or dying.death_save(draft, creature, command.mode)
            if isinstance(made, Rejected):
                return made
            dying.note_early(draft, creature)
            done_acts.remember(draft, creature.id, dying.DEATH_SAVE)
            told.append(made)
        else:
            thrown = save(draft, creature, ability, command.dc, command.vs, command.mode, told=words)
            told.append(CheckRoll(Called(creature.id), _name(ability, command.vs), thrown.total, thrown.mode, _verdict(thrown, command.dc)))
    return Decision.about(who[0].id, *(c.id for c in who), result=CheckResult(tuple(told)))


def _again(draft: Draft, creature: Thing, command: Save) -> Rejected | None:
    """The refusal of a second death save before the creature's next turn begins (SRD, Death Saving Throws); `force` allows it."""
    if command.force or not dying.is_dying(creature) or not dying.has_made_death_save(draft.world, creature):
        return None
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "force": True}
    return Rejected("death_save_made", "ability", {"name": creature.name}, instead=instead)


def _name(ability: Ability, vs: Sequence[str]) -> str:
    against = f" against {' and '.join(word.replace('_', ' ') for word in vs)}" if vs else ""
    return f"{ability.upper()} save{against}"


def _verdict(made: SaveRoll, dc: int | None) -> str:
    return "fails without a roll" if made.fails else verdict(made.total, dc, bool(made.passed))


OPERATION = Operation(
    tool="execute_action",
    model=Save,
    decide=decide_save,
    who=replace(OWN, decrees=("d20",)),
    cost=by_act,
    sends="characterName ability dc? vs?",
)
