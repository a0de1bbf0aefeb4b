"""The occasion of an answer: the command of a deed that gives an act its chance, and the creature at which the act is then aimed."""

from collections.abc import Mapping, Sequence
from typing import Any

from rpg_lite.decision import targets
from rpg_lite.decision.occasions import Occasion, aim_of, changes_deed, counters, fits, follows_a_hit, hinders, lessens, place_of
from rpg_lite.decision.outcome import Accepted, Rejected
from rpg_lite.mechanics.acts import answer_ranges, item_acts, reaction_alternatives, reactions_by_damage_type, sight_needed
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand
from rpg_lite.mechanics.acts.wish_and_casting import LONGEST_NUMBER
from rpg_lite.mechanics.creature import acts
from rpg_lite.operations.action.act import PlayAct
from rpg_lite.operations.action.cast import Cast
from rpg_lite.operations.answered_deeds import Again, AnswerGiven, Deed
from rpg_lite.rules.acts import trigger_text
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


def find_occasion(
    command: ActCommand, deed: Deed, answers: Sequence[AnswerGiven], again: Again, before: World, book: Rulebook
) -> tuple[int, Occasion, Act, int | None] | Rejected:
    """The last command of the deed that gives the act an occasion, and that occasion; if an answer gives the occasion, also its rev."""
    who = targets.character(before, *command.actor, "characterName")
    if isinstance(who, Rejected):
        return who
    act = act_of(command, before, who, book)
    if act is None:
        return Rejected("answer_unknown", "operation", {"name": who.name}, instead=plain_call(command))
    fitting = [(form, _find_for(command, form, who, answers, again, before, book)) for form in reaction_alternatives.forms_of(act, book)]
    if sum(found is not None for _, found in fitting) > 1:
        words = tuple(reaction_alternatives.by_choice(act, book))
        return Rejected("choice_required", "choice", {"act": act.name, "choice": "choice", "given": ""}, allowed=words)
    for form, found in fitting:
        if found:
            unseen = None if command.force else sight_needed.why_not(form, who, found[1], before, book)
            if unseen:
                return _refuse_unseen(command, form, who, unseen)
            far = None if command.force else answer_ranges.beyond(form, who, found[1], before, book)
            return _refuse_beyond(command, form, who, far) if far else found
    details = {
        "act": act.name,
        "when": f"{trigger_text.say(act.when)}{reactions_by_damage_type.say(act)}",
        "wanted": deed.rev,
        "name": who.name,
    }
    return Rejected("answer_unfit", "answer", details, instead=plain_call(command, act))


def _find_for(
    command: ActCommand, act: Act, who: Thing, answers: Sequence[AnswerGiven], again: Again, before: World, book: Rulebook
) -> tuple[int, Occasion, Act, int | None] | None:
    in_answer = _occasion_in_answer(command, act, who, answers, again, before, book)
    for nth, outcome in reversed([*enumerate(again.outcomes)]):
        found = first_fit(command, act, who, outcome, before, book) if outcome is not None else None
        if found and not (in_answer and counters(act) and _is_friend(who, found, before)):
            return nth, found, act, None
    return (in_answer[0].nth, in_answer[1], act, in_answer[0].rev) if in_answer else None


def _refuse_unseen(command: ActCommand, act: Act, who: Thing, why: str) -> Rejected:
    instead = {**payload_of(command), "force": True}
    return Rejected("answer_unseen", "answer", {"act": act.name, "name": who.name, "why": why}, instead=instead)


def _refuse_beyond(command: ActCommand, act: Act, who: Thing, far: Mapping[str, Any]) -> Rejected:
    return Rejected("answer_beyond", "answer", {"act": act.name, "name": who.name, **far}, instead={**payload_of(command), "force": True})


def _occasion_in_answer(
    command: ActCommand, act: Act, who: Thing, answers: Sequence[AnswerGiven], again: Again, world: World, book: Rulebook
) -> tuple[AnswerGiven, Occasion] | None:
    """The last answer that itself gives the act an occasion, and this occasion: a Counterspell is countered, and Shield stops the blow of an
    Opportunity Attack.
    """
    for answer in reversed(answers):
        reaction = again.reactions.get(answer.rev)
        if reaction and (found := first_fit(command, act, who, reaction, world, book)):
            return answer, found
    return None


def _is_friend(who: Thing, occasion: Occasion, world: World) -> bool:
    """Whether the creature of the occasion is on the side of the creature that answers."""
    by = world.things.get(occasion.by)
    return by is not None and by.creature.is_member == who.creature.is_member


def occasion_of(command: ActCommand, act: Act, who: Thing, outcome: Accepted, world: World, book: Rulebook) -> Occasion | None:
    """The occasion that the outcome gives the act, in whichever of its forms."""
    found = (first_fit(command, form, who, outcome, world, book) for form in reaction_alternatives.forms_of(act, book))
    return next((occasion for occasion in found if occasion), None)


def first_fit(command: ActCommand, act: Act, who: Thing, outcome: Accepted, world: World, book: Rulebook) -> Occasion | None:
    found = _fitting(command, act, who, outcome, world, book)
    if len(found) < 2 or not lessens(act) or not all(o.blow for o in found):
        return found[0] if found else None
    nth = hit_meant(command)
    return found[nth - 1] if nth and nth <= len(found) else max(found, key=lambda o: o.taken)


def hit_meant(command: ActCommand) -> int | None:
    """The number of the hit that the call chooses among the hits on the creature."""
    return next((int(word) for word in command.choice.values() if word.isdecimal() and 0 < len(word) <= LONGEST_NUMBER), None)


def hits_to_choose(command: ActCommand, act: Act, outcome: Accepted | None, world: World, book: Rulebook) -> list[Occasion]:
    """The hits from which the caller must choose when an answer reduces the damage of one of them; empty if there is no choice."""
    who = targets.character(world, *command.actor, "characterName")
    if outcome is None or isinstance(who, Rejected) or not lessens(act):
        return []
    found = [o for o in _fitting(command, act, who, outcome, world, book) if o.blow]
    return found if len(found) > 1 else []


def _fitting(command: ActCommand, act: Act, who: Thing, outcome: Accepted, world: World, book: Rulebook) -> list[Occasion]:
    named = targets.character(world, *_target(command), "targets") if any(_target(command)) else None
    target = named.id if isinstance(named, Thing) and act.targets != "self" else None
    found = [o for o in outcome.occasions if fits(act, o, who.id, target) and reactions_by_damage_type.can_change(act, o, who, world, book)]
    return sorted(found, key=lambda o: (place_of(act, o), o.missed and hinders(act)))  # a miss needs no hindrance


def how_often(command: ActCommand, act: Act, outcome: Accepted | None, world: World, book: Rulebook) -> int:
    """The number of occasions for the act: each hit may be answered once."""
    who = targets.character(world, *command.actor, "characterName")
    return len(_fitting(command, act, who, outcome, world, book)) if isinstance(who, Thing) and outcome else 0


def _target(command: ActCommand) -> tuple[str | None, str | None]:
    """The one creature that the call names."""
    return targets.id_or_name(command.targets[0]) if command.targets else command.target


def act_of(command: ActCommand, world: World, who: Thing, book: Rulebook) -> Act | None:
    """The act or the spell that the command names."""
    name = command.spell if isinstance(command, Cast) else command.act or "" if isinstance(command, PlayAct) else ""
    if isinstance(command, Cast) and (spell := thing_stats.spell_of(who, name, book)):
        return spell
    found = acts.find(world, who, name, book)
    if found:
        return reaction_alternatives.form_of(found.act, command.choice, book)
    own = item_acts.find_item_act(world, who, name, command.wish(), book)
    return own.act if isinstance(own, item_acts.ItemAct) else None


def aim(command: ActCommand, act: Act, occasion: Occasion) -> ActCommand:
    """The command with a target: the creature that gave the occasion, unless the command names one."""
    if act.targets == "self" or any(_target(command)):
        return command
    return command.model_copy(update={"target_id": aim_of(act, occasion)})


def plain_call(command: ActCommand, act: Act | None = None) -> Mapping[str, Any] | None:
    """The payload that plays the same act by itself, not as an answer; None if that wastes the act: a reaction, or a change to a deed."""
    if act and (act.cost == "reaction" or changes_deed(act)):
        return None
    plain = {key: value for key, value in payload_of(command).items() if key not in ("answer", "rev")}
    return {**plain, "force": True} if act and follows_a_hit(act) else plain


def payload_of(command: ActCommand) -> Mapping[str, Any]:
    return command.model_dump(mode="json", by_alias=True, exclude_unset=True)
