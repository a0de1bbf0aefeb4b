"""execute_action cast: cast a spell, with its slot, rolls, saves and damage."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from rpg_lite.decision.callers import Caller
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import (
    components,
    feature_casts,
    item_acts,
    non_creature_targets,
    playing,
    readied_spell,
    spell_access,
    stray_choices,
)
from rpg_lite.mechanics.acts.act_and_cast import note_alone, play_with_item, refuse_alone, refuse_hindered
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand, caster_of, targets_of, with_groups
from rpg_lite.mechanics.acts.play_notebook import Numbers
from rpg_lite.mechanics.acts.riders import attack_riders
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.attack import object_target_hints
from rpg_lite.operations import catching_again, closing_in, reach, teleporting
from rpg_lite.operations.operation import OWN, Operation, by_act
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Ref, Thing, World


class Cast(ActCommand):
    """Cast a spell."""

    operation: Literal["cast"]
    spell: str
    ritual: Annotated[bool, Field(description="Ten minutes more, no slot.")] = False

    def touches(self) -> tuple[Ref, ...]:
        bearers_of = (Ref("bearer", None, owner) for owner in non_creature_targets.owners((*self.targets, self.target_name or "")))
        return (*super().touches(), *bearers_of, Ref("verb", None, components.DEMAND))

    def touches_by_rule(self, book: Rulebook) -> tuple[Ref, ...]:
        """Load everybody in the room for a spell that meets what others bear or have cast there; one of the caster's own may do so."""
        spell = book.spell(self.spell)
        return (Ref("people", *self.actor),) if any(self.actor) and (spell is None or spell.meets_others) else ()


def decide_cast(command: Cast, draft: Draft) -> Verdict:
    """Refuses: act_runs_in_a_circle, answer_alone, answers_a_cast, answers_a_deed, answers_a_hit, area_empty, attacks_by_reaction, behind_total_cover, beyond_range, beyond_reach, cannot_act,
    cannot_attack, cannot_cast, choice_required, choice_unknown, components_missing, dead_too_long, door_has_no_numbers, ends_nothing, form_required,
    form_unfit, form_unknown, formula_fault, heals_nothing, item_level_unfit, merged_into_form, mount_is_controlled, must_be_worn, needs_both_hands, no_charges_left,
    no_free_cast, no_free_hand, no_ritual_casting, no_slot_left, no_uses_left, not_a_caster, object_has_no_numbers, not_a_ritual, not_attuned, nothing_to_revive, not_readied, only_for_itself,
    options_too_many, resource_spent, rider_unknown, short_rest_needed, shots_count, slot_too_low, slot_unknown, spell_not_prepared,
    spell_of_another_list, spell_unknown, takes_too_long, target_banished, target_dead, target_elsewhere, target_required, target_unfit,
    target_unseen, targets_count, thing_is_held, too_far_apart, total_cover, words_contradict,
    aim_unfit, cannot_catch_all, cannot_spare, caught_and_spared, not_measured, off_the_ground, place_unclear, point_required, points_count, seen_by, teleports_nobody, wall_place_required, zone_point_required.
    """
    if refusal := teleporting.refuse_stray(command, draft, command.spell):
        return refusal
    verdict = _decide_cast(command, draft)
    caster = caster_of(command, draft.world)
    if isinstance(caster, Rejected):
        return verdict
    verdict = teleporting.with_place(verdict, draft, caster, command)
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return closing_in.with_walk(catching_again.with_call(verdict, caster, sent), draft, caster, sent)


def _decide_cast(command: Cast, draft: Draft) -> Verdict:
    world, situation = draft.world, draft.situation
    if command.answer:
        return Rejected("answer_alone", "answer")
    caster = caster_of(command, world)
    if isinstance(caster, Rejected):
        return caster
    command = with_groups(command, world)
    named, (command, whom, thing) = command, _aimed(command, caster, world, situation)
    own = _by_item_name(command, world, caster, situation.book) or item_acts.named_beside(
        world, caster, command.spell, command.with_, situation.book
    )
    spell = spell_of(command, caster, situation.book) if own is None else own
    if isinstance(whom, Rejected):
        return _lead_on(whom, spell, caster, world, situation)
    if isinstance(spell, Rejected):
        return spell
    if isinstance(spell, item_acts.ItemAct):
        return play_with_item(command, draft, caster, whom, spell, "spell")
    if refusal := refuse_alone(command, spell, situation):
        return refusal
    free = feature_casts.find(world, caster, spell, command.wish().told, situation.book)
    access = spell_access.access_to(world, caster, spell, situation.book, command.ritual, command.slot)
    if free and free.why_not is None:
        spell, access = free.spell, free.access
    if isinstance(access, Rejected) and (at_hand := item_acts.casting(world, caster, spell, situation.book)):
        return play_with_item(command, draft, caster, whom, at_hand, "spell")
    by_feature = feature_casts.act_with(caster, spell, situation.book) if isinstance(access, Rejected) else None
    if isinstance(access, Rejected) and access.code in _FROM_NOWHERE and by_feature:
        return _by_feature(command, draft, caster, whom, by_feature)
    if isinstance(access, Rejected) and not command.force:
        return _led_on(access, command)
    if refusal := non_creature_targets.refuse_held(named, spell, caster, world, situation):
        return refusal
    if refusal := refuse_hindered(command, draft, caster, spell, whom, is_spell=True):
        return refusal
    if refusal := _strange_words(command, spell, world, caster, whom, situation.book):
        return refusal
    if command.ritual and not spell.ritual:
        return Rejected("not_a_ritual", "ritual", {"spell": spell.name})
    wish = _without_word(command.wish(command.ritual))
    if free and free.why_not:
        draft.note("rider_not_applied", name=free.own.called, why=free.why_not)
        wish = replace(wish, told=wish.told - {attack_riders.key_of(free.own.name)})
    numbers, cast = (Numbers(), spell) if isinstance(access, Rejected) else (access.numbers, access.paid_by(spell))
    meant = readied_spell.ready(readied_spell.Meant(cast, whom, wish), _without(command, "with"))
    if isinstance(meant, Rejected):
        return meant
    played = playing.play(draft, caster, meant.spell, meant.whom, meant.wish, replace(numbers, free=command.ritual, forced=command.force))
    if isinstance(played, Rejected):
        return played
    note_alone(draft, command, meant.spell)
    non_creature_targets.tell(draft, caster, whom, spell, thing)
    result = replace(played, ritual=command.ritual, unchecked=isinstance(access, spell_access.SpellAccess) and access.unchecked)
    return Decision.about(caster.id, caster.id, *(t.who.id for t in played.targets), result=result)


def _led_on(refused: Rejected, command: Cast) -> Rejected:
    """The refusal; if one key of the call asks for something impossible, with the same call minus that key."""
    key = {"no_ritual_casting": "ritual", "no_free_cast": "slot"}.get(refused.code)
    return replace(refused, instead=_without(command, key)) if key else refused


def _without_word(wish: Wish) -> Wish:
    """The wish without the word "free", which has already determined the price."""
    return replace(wish, slot=None) if spell_access.is_free_asked(wish.slot) else wish


_FROM_NOWHERE: Final = ("spell_of_another_list", "spell_not_prepared", "not_a_caster")
"""The refusals of a spell that the caster does not have from any of its classes."""


def _strange_words(command: Cast, spell: Spell, world: World, caster: Thing, whom: Sequence[Thing], book: Rulebook) -> Rejected | None:
    """The refusal of a choice or a word that the spell does not use."""
    plain = command.model_copy(update={"choice": readied_spell.other_choices(spell, command.choice, command.with_)})
    if refusal := stray_choices.refuse(plain, spell, world, caster, whom, book):
        return refusal
    return attack_riders.strange_words(readied_spell.other_words(command.with_), spell, world, caster, book)


def _by_feature(command: Cast, draft: Draft, caster: Thing, whom: Sequence[Thing], act: Act) -> Verdict:
    """Cast the spell by playing the act of a feature."""
    played = playing.play(draft, caster, act, whom, command.wish(), Numbers(forced=command.force))
    if isinstance(played, Rejected):
        return played
    return Decision.about(caster.id, caster.id, *(t.who.id for t in played.targets), result=played)


def _aimed(command: Cast, caster: Thing, world: World, situation: Situation) -> tuple[Cast, Sequence[Thing] | Rejected, str | Called]:
    """The call, its targets and, if the call names a zone or an item in place of a creature, the thing on which the spell is cast."""
    whom = targets_of(command, world)
    if not isinstance(whom, Rejected):
        return command, whom, ""
    aimed = non_creature_targets.aim(command, thing_stats.spell_of(caster, command.spell, situation.book), caster, world, situation)
    if aimed is None:
        return command, whom, ""
    return command.model_copy(update={"choice": aimed.choice}), aimed.whom, aimed.thing


def _without(command: Cast, key: str) -> dict[str, Any]:
    """The same cast without one of its keys."""
    return {k: v for k, v in command.model_dump(mode="json", by_alias=True, exclude_unset=True).items() if k != key}


def _by_item_name(command: Cast, world: World, caster: Thing, book: Rulebook) -> item_acts.ItemAct | Rejected | None:
    """The item at hand that the call names instead of a spell: "Wand of Fireballs"."""
    if thing_stats.spell_of(caster, command.spell, book) is not None:
        return None
    return item_acts.find_item_act(world, caster, command.spell, command.wish(), book)


def _lead_on(refused: Rejected, spell: Spell | item_acts.ItemAct | Rejected, caster: Thing, world: World, situation: Situation) -> Rejected:
    """The refusal of targets; for a spell that strikes, with the numbers of the door or thing that the name means."""
    act = spell.act if isinstance(spell, item_acts.ItemAct) else spell
    strikes = isinstance(act, Act) and object_target_hints.strikes(act)
    return object_target_hints.lead_on(refused, caster, world, situation) if strikes else refused


def spell_of(command: Cast, caster: Thing, book: Rulebook) -> Spell | Rejected:
    """The spell of this name, which the table may have made for the caster."""
    spell = thing_stats.spell_of(caster, command.spell, book)
    if spell is None:
        own = (spell.name for spell in thing_stats.true_sheet(caster, book).spells.own)
        near = tuple(names.nearest(command.spell, (*own, *book.spell_names), 3))
        return Rejected("spell_unknown", "spell", {"wanted": command.spell}, near)
    return spell


def may_cast(caller: Caller, command: Cast, seen: World, book: Rulebook) -> Rejected | None:
    """Allow the caller's own character, but in a fight only on its turn; reactions are always allowed.

    Refuses: fact_of_space, not_in_the_fight, not_your_turn, not_yours.
    """
    caster = caster_of(command, seen)
    spell = thing_stats.spell_of(caster, command.spell, book) if isinstance(caster, Thing) else book.spell(command.spell)
    is_reaction = command.answer or (spell is not None and spell.cost == "reaction")
    return reach.in_turn(caller, command, seen, book, is_reaction=is_reaction) or reach.tells_no_place(seen, caster, command.with_)


OPERATION = Operation(
    tool="execute_action",
    model=Cast,
    decide=decide_cast,
    who=replace(OWN, reach=may_cast, decrees=("force", "d20")),
    cost=by_act,
    sends="characterName spell targets? slot? seed?",
)
