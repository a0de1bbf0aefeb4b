"""execute_action act: play an act of a feature, an item or a creature, a common act, or an act that the game master improvises."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr

from rpg_lite.decision import targets
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.hand_rolled_faces import FacesOnTheTable
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.decision.shared_keys import Names
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import (
    bonus_instead,
    free_escapes,
    improvised_acts,
    item_acts,
    natural_targets,
    playing,
    readied_spell,
    source_numbers,
    stray_choices,
    target_requirements,
    triggers,
    unknown_act,
)
from rpg_lite.mechanics.acts.act_and_cast import note_alone, play_with_item, refuse_alone, refuse_hindered
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand, caster_of, targets_of, with_groups
from rpg_lite.mechanics.acts.act_results import NOTHING
from rpg_lite.mechanics.acts.play_notebook import Numbers
from rpg_lite.mechanics.acts.riders import attack_riders
from rpg_lite.mechanics.acts.steps import zone_step
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.attack import object_target_hints
from rpg_lite.mechanics.creature import acts, planes, zones
from rpg_lite.mechanics.movement.walking import Leg
from rpg_lite.mechanics.space import standing
from rpg_lite.mechanics.turn import readied
from rpg_lite.operations import catching_again, closing_in, moving_first, reach, teleporting, thrown_instead
from rpg_lite.operations.operation import OWN, Operation, by_act
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.first_moves import first_move
from rpg_lite.rules.acts.plain_steps import BecomeStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import clock
from rpg_lite.world.world_model import Ref, Thing, World

IMPROVISED = "Improvised"


class PlayAct(ActCommand):
    """Play an act: Second Wind, Fire Breath, Dodge, Grapple."""

    operation: Literal["act"]
    act: str | None = None
    zone: Annotated[str | None, Field(description="Its spell, for enter and leave.")] = None
    steps: Annotated[list[Mapping[str, Any]] | None, Field(description='Yours, improvise: [{"save": "dex", "dc": 15, "fail": […]}].')] = (
        None
    )
    then: Annotated[Names | None, Field(description="Who is attacked once a target has fallen; []: nobody.")] = None

    _leg: Leg | None = PrivateAttr(None)
    """The part of a pinned way that it walks before its blow, when an answer cuts the walk."""

    def on_leg(self, leg: Leg) -> Self:
        """The same act, but only this part of its way; its blow with the last part."""
        cut = self.model_copy()
        cut._leg = leg
        return cut

    def faces_on_the_table(self) -> FacesOnTheTable | None:
        return super().faces_on_the_table() if self.zone is None else FacesOnTheTable.laid(self.d20, "save")

    def touches(self) -> tuple[Ref, ...]:
        """Load everybody in the room for a zone, because anybody there may have cast it."""
        around = (Ref("people", *self.actor),) if self.zone is not None and any(self.actor) else ()
        return (*super().touches(), *around, *(Ref("bearer", *targets.id_or_name(name)) for name in self.then or ()))


@dataclass(frozen=True, slots=True)
class ZoneResult(Result):
    """The creatures that entered or left a zone."""

    zone: str
    how: str
    who: tuple[Called, ...]


def decide_act(command: PlayAct, draft: Draft) -> Verdict:
    """Refuses: act_invalid, act_runs_in_a_circle, act_unknown, answer_alone, answers_a_cast, answers_a_deed, answers_a_hit, area_empty, attacks_by_reaction, behind_total_cover, beyond_range, beyond_reach, cannot_act,
    cannot_attack, cannot_cast, cannot_move, cannot_teleport, charmed_by_target, choice_required, choice_unknown, components_missing, dead_too_long, died_once, door_has_no_numbers,
    ends_nothing, form_required, form_unfit, form_unknown, formula_fault, heals_nothing, inside_another, item_level_unfit, lies_already, merged_into_form, mount_is_controlled,
    must_be_worn, needs_both_hands, no_charges_left, no_free_hand, no_slot_left, no_uses_left, not_attuned, nothing_to_revive, not_dead_yet, nothing_is_spent, object_has_no_numbers,
    one_of_required, only_for_itself, provokes_nothing, resource_spent, rider_unknown, short_rest_needed, shots_count, slot_too_high, slot_too_low, slot_unknown,
    spell_readied_by_cast, takes_too_long, target_banished, target_dead, target_elsewhere, target_required, target_unfit, target_unseen, targets_count, too_far_apart, total_cover, zone_act_unknown,
    words_contradict, zone_by_squares, zone_point_required, zone_unknown,
    aim_unfit, cannot_catch_all, cannot_spare, caught_and_spared, not_measured, off_the_ground, place_unclear, point_required, points_count, seen_by, teleports_nobody, too_far, wall_place_required.
    """
    if refusal := teleporting.refuse_stray(command, draft, command.act):
        return refusal
    verdict = _decide_act(command, draft)
    caster = caster_of(command, draft.world)
    if isinstance(caster, Rejected):
        return verdict
    verdict = teleporting.with_place(verdict, draft, caster, command)
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return closing_in.with_walk(catching_again.with_call(verdict, caster, sent), draft, caster, sent, _throw(command, verdict, draft, caster, sent))


def _throw(command: PlayAct, verdict: Verdict, draft: Draft, caster: Thing, sent: Mapping[str, Any]) -> thrown_instead.Throw | None:
    """The throw that an act refused for its reach could be."""
    if not isinstance(verdict, Rejected) or verdict.code != "beyond_reach":
        return None
    own = acts.own_acts_of(draft.world, caster, draft.situation.book)
    return thrown_instead.of_act(command.act, (one.act for one in own), sent)


def _decide_act(command: PlayAct, draft: Draft) -> Verdict:
    world, situation = draft.world, draft.situation
    if command.answer:
        return Rejected("answer_alone", "answer")
    command = with_groups(command, world)
    caster, whom = caster_of(command, world), targets_of(command, world)
    if isinstance(caster, Rejected):
        return caster
    if isinstance(whom, Rejected):
        return _lead_on(whom, command, world, caster, situation)
    if command.zone is not None:
        return _at_zone(command, draft, caster, whom)
    found = _find_act(command, world, caster, situation.book, draft)
    if isinstance(found, Rejected):
        return found
    if isinstance(found, item_acts.ItemAct):
        return play_with_item(command, draft, caster, whom, found, "act")
    act, numbers, choice = found
    if not whom and not (command.catch or command.at or command.toward):
        whom = readied_spell.kept_targets(choice, world)
        command = readied_spell.with_kept_area(command, choice)
    choice = readied_spell.without_aim(choice)
    if command.steps is not None and not whom and improvised_acts.is_a_check_of_oneself(act):
        whom = [caster]
    act = free_escapes.instead(draft, caster, act, whom)
    if refusal := readied_spell.refuse_act(command, act, caster, situation.book):
        return refusal
    if refusal := refuse_alone(command, act, situation):
        return refusal
    if refusal := refuse_hindered(command, draft, caster, act, whom):
        return refusal
    if refusal := stray_choices.refuse(command, act, world, caster, whom, situation.book):
        return refusal
    if refusal := attack_riders.strange_words(command.with_, act, world, caster, situation.book):
        return refusal
    wish = _with_the_next(command, world)
    if isinstance(wish, Rejected):
        return wish
    chosen = wish.choice if wish.choice and _changes_shape(act) else {**choice, **target_requirements.named_choices(act, wish.choice)}
    leg = command._leg
    if leg is not None and leg.stop < len(leg.way.walk.spaces):
        moving_first.part(draft, caster, act, leg)
        return Decision.about(caster.id, caster.id)
    walks = moving_first.MovingFirst(leg, command.to if first_move(act) else None)
    played = playing.play(draft, caster, act, whom, replace(wish, choice=chosen, walks=walks), numbers)
    if isinstance(played, Rejected):
        return _by_decree(played, command)
    if command.steps is not None and not whom and played.says == (NOTHING,):
        return _for_nobody(command, draft, caster, act)
    note_alone(draft, command, act)
    return Decision.about(caster.id, *(t.who.id for t in played.targets), caster.id, result=played)


def _with_the_next(command: PlayAct, world: World) -> Wish | Rejected:
    """The wish of the call, with those to whom the attacks turn once their target has fallen."""
    if command.then is None:
        return command.wish()
    found = [targets.character(world, *targets.id_or_name(name), f"then[{n}]") for n, name in enumerate(command.then)]
    refused = next((one for one in found if isinstance(one, Rejected)), None)
    return refused or replace(command.wish(), then=tuple(one.id for one in found if isinstance(one, Thing)))


def _for_nobody(command: PlayAct, draft: Draft, caster: Thing, act: Act) -> Rejected:
    """The refusal of steps of which nothing comes because they name nobody: with the call for those at hand."""
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    inner = act.model_copy(update={"steps": tuple(walk(act.steps))})
    names_at_hand = natural_targets.at_hand(draft, caster, inner)
    instead = {**sent, "targets": [*names_at_hand]} if names_at_hand else None
    return Rejected("target_required", "targets", allowed=natural_targets.FIELDS, instead=instead)


def _changes_shape(act: Act) -> bool:
    """Whether the act gives a form; the call then chooses a new form, even if the cast already chose one."""
    return any(isinstance(step, BecomeStep) for step in walk(act.steps))


def _by_decree(refused: Rejected, command: PlayAct) -> Rejected:
    """The refusal of an act that is spent or would only restart its effect, with the call that plays it anyway."""
    if refused.code not in ("resource_spent", "lies_already") or refused.instead:
        return refused
    return replace(refused, instead={**command.model_dump(by_alias=True, exclude_unset=True), "force": True})


def _at_zone(command: PlayAct, draft: Draft, caster: Thing, whom: Sequence[Thing]) -> Verdict:
    """Let creatures enter or leave a zone: the named creatures or, if none is named, the acting creature. Outside a fight no turn begins
    inside, so that whoever is said to enter again has gone out and comes in.
    """
    found = zones.find_zone(draft.world, command.zone or "", draft.situation.book)
    if found is None:
        known = tuple(dict.fromkeys(z.zone.act for z in zones.all_of(draft.world, draft.situation.book)))
        return Rejected("zone_unknown", "zone", {"wanted": command.zone}, allowed=known)
    word = names.fold(command.act or "")
    if word not in ("enter", "leave"):
        return Rejected("zone_act_unknown", "act", {"wanted": command.act}, allowed=("enter", "leave"))
    room = draft.world.room_of(caster.id)
    if found.zone.area is not None and not command.force and standing.is_measured(draft.world, room.id if room else None):
        return Rejected("zone_by_squares", "zone", {"act": found.zone.act})
    comes_again = word == "enter" and clock.fight(draft.world) is None
    moving = [t for t in whom or [caster] if comes_again or (t.id in found.zone.inside) == (word == "leave")]
    if refusal := None if command.force or word == "leave" else _refuse_banished(draft, found, moving):
        return refusal
    zone_step.move(draft, found, [t.id for t in moving], word == "enter")
    triggers.settle(draft)  # the saves of the zone are the rolls that the call asks for, so its faces belong to them
    result = ZoneResult(found.zone.act, word, tuple(Called(t.id) for t in moving))
    return Decision.about(caster.id, caster.id, *(t.id for t in moving), result=result)


def _refuse_banished(draft: Draft, found: zones.StandingZone, moving: Sequence[Thing]) -> Rejected | None:
    """The refusal for a creature on another plane, which cannot enter a zone of its old room."""
    gone = next((t for t in moving if planes.is_away(draft.world, t, draft.situation.book)), None)
    return Rejected("target_banished", "targets", {"name": gone.name, "who": found.caster.name}) if gone else None


def _lead_on(refused: Rejected, command: PlayAct, world: World, caster: Thing, situation: Situation) -> Rejected:
    """The refusal of targets; for an act that strikes, with the numbers of the door or thing that the name means."""
    found = _find_act(command, world, caster, situation.book)
    if isinstance(found, Rejected):
        return refused
    act = found.act if isinstance(found, item_acts.ItemAct) else found[0]
    return object_target_hints.lead_on(refused, caster, world, situation) if object_target_hints.strikes(act) else refused


_Meant = tuple[Act, Numbers, Mapping[str, str]]
"""An act, its numbers from the spell that brings it, and the choices made when that spell was cast."""


def _find_act(command: PlayAct, world: World, caster: Thing, book: Rulebook, draft: Draft | None = None) -> _Meant | item_acts.ItemAct | Rejected:
    """The act of this name, or the improvised act. With the draft: what the creature plays instead of it with its bonus action, if it does."""
    if command.act is None and command.steps is None:
        return Rejected("one_of_required", "act", allowed=("act", "steps"))
    if command.steps is not None and not command.steps:
        return Rejected("act_invalid", "steps", {"why": "no step is written; one is {\"check\": \"athletics\", \"dc\": 15}"})
    if command.steps is not None:
        written = {"name": command.act or IMPROVISED, "cost": "free", "targets": "any", "steps": command.steps}
        act = improvised_acts.improvise(written, caster, world, book)
        return act if isinstance(act, Rejected) else (act, Numbers(free=True), {})
    found = acts.find(world, caster, command.act or "", book)
    own = item_acts.find_item_act(world, caster, command.act or "", command.wish(), book) if found is None or found.is_common else None
    if own is not None:
        return own
    if found is None:
        return unknown_act.refuse(command, world, caster, book)
    found, option = bonus_instead.find(draft, caster, found) if draft is not None else (found, None)
    chosen = {"choice": option} if option else {}
    return found.act, source_numbers.numbers_of(world, caster, found, book), {**source_numbers.choices_of(found), **chosen}


def may_act(caller: Caller, command: PlayAct, seen: World, book: Rulebook) -> Rejected | None:
    """Allow the caller's own character, but in a fight only on its turn; reactions, what it has readied, and the zones around it are always
    allowed.

    Refuses: fact_of_space, not_in_the_fight, not_your_turn, not_yours.
    """
    who = targets.character(seen, *command.actor, "characterName")
    found = acts.find(seen, who, command.act or "", book) if isinstance(who, Thing) else None
    is_readied = isinstance(who, Thing) and found is not None and readied.may_be(found.act.cost) and readied.is_ready(seen, who.id)
    out_of_turn = command.answer or command.zone is not None or is_readied or (found is not None and found.act.cost == "reaction")
    return reach.in_turn(caller, command, seen, book, is_reaction=out_of_turn) or reach.tells_no_place(seen, who, command.with_)


OPERATION = Operation(
    tool="execute_action",
    model=PlayAct,
    decide=decide_act,
    who=replace(OWN, reach=may_act, decrees=("force", "d20", "steps")),
    cost=by_act,
    sends="characterName act targets? seed?",
)
