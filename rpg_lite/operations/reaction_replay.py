"""Play a deed again, with the dice that it had and with the answers to it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.occasions import Alteration, Occasion
from rpg_lite.decision.outcome import Accepted, Notice, Outcome, Rejected
from rpg_lite.decision.situation import Names, Situation
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand
from rpg_lite.mechanics.turn import ledger
from rpg_lite.operations import loop, rider_answers, walk_in_legs
from rpg_lite.operations.action.act import PlayAct
from rpg_lite.operations.action.move import Move
from rpg_lite.operations.answered_deeds import Again, AnswerGiven, Deed
from rpg_lite.operations.reaction_triggers import act_of, aim, occasion_of
from rpg_lite.operations.replayed_faces import faces_by_key, faces_without_key, with_redirected, without_dice
from rpg_lite.world import body_paths, events
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import Thing, World

_SPENT: Final = str(body_paths.SPENT)


def play_again(
    deed: Deed, answers: Sequence[AnswerGiven], before: World, situation: Situation, newest: Occasion | None = None
) -> Again | Rejected:  # fmt: skip
    """Play the deed again after these answers, with the dice that it had. `newest`: the occasion of the last answer."""
    had = [*deed.events, *(e for a in answers for e in a.events)]
    fallen, situation = faces_by_key(had), replace(situation, names=_names_without(had, situation))
    now, place = before, 0
    outcomes: list[Accepted | None] = []
    reactions: dict[int, Accepted] = {}
    happened: list[Event] = []
    for nth, command in enumerate(deed.commands):
        altered: tuple[Alteration, ...] = ()
        at = replace(situation, rev=deed.rev, place=place, deed=f"{nth}: " if nth else "", fallen=fallen)
        own = [a for a in answers if a.nth == nth and a.counters is None]
        walks = without_dice(command) if own else command
        if own and isinstance(walks, Move | PlayAct):
            walk = walk_in_legs.play(walks, own, now, at, partial(_answer_again, answers=answers, newest=newest), newest)
            if isinstance(walk, Rejected):
                return walk
        else:
            walk = None
        if walk is not None:
            now, place = walk.world, place + walk.places
            happened += walk.happened
            reactions |= walk.reactions
            outcomes.append(walk.outcome)
            continue
        for answer in own:
            if rider := _rider_meant(answer.command, now, situation):
                command = rider_answers.joined(command, [rider])
                reactions[answer.rev] = rider_answers.joins(answer.command, rider, now)
                continue
            played = _answer_again(answer, answers, without_dice(command), now, replace(at, altered=altered), newest)
            if isinstance(played, Rejected):
                return played
            for rev, reaction in played:
                reactions[rev] = reaction
                now, happened = reaction.world, [*happened, *reaction.events]
            altered = (*altered, *played[-1][1].alterations)
        at = replace(at, fallen=with_redirected(fallen, altered))
        outcome = _telling_lost_dice(loop.decide_one(without_dice(command), now, replace(at, altered=altered)), deed)
        outcomes.append(outcome if isinstance(outcome, Accepted) else None)
        if isinstance(outcome, Accepted):
            now, place = outcome.world, place + len(outcome.events)
            happened += outcome.events
            for rev in [a.rev for a in answers if a.nth == nth and a.rev in reactions]:
                reactions[rev], back = _given_back(reactions[rev], outcome)
                now, happened = evolve_all(now, back), [*happened, *back]
        elif not any(a.nth == nth for a in answers) and len(deed.commands) == 1:
            return outcome
    kept = events.load(events.dump(happened))
    return Again(evolve_all(before, kept), kept, tuple(outcomes), reactions)


def _rider_meant(command: Command, world: World, situation: Situation) -> str | None:
    """The rider that an answer adds to the deed; None if the answer is an act."""
    assert isinstance(command, ActCommand)
    who = targets.character(world, *command.actor, "characterName")
    is_act = isinstance(who, Thing) and act_of(command, world, who, situation.book) is not None
    return None if is_act else rider_answers.rider_of(command, world, situation.book)


def _telling_lost_dice(outcome: Outcome, deed: Deed) -> Outcome:
    """The outcome with a note if dice of the deed could not be found again."""
    if not isinstance(outcome, Accepted) or not has_lost_dice(deed):
        return outcome
    return replace(outcome, notes=(*outcome.notes, Notice("dice_fell_anew", {})))


def has_lost_dice(deed: Deed) -> bool:
    """Whether the deed is a use of a thing whose dice were recorded without the keys under which they would be found, as uses once were."""
    return any(command.operation == "use" for command in deed.commands) and bool(faces_without_key(deed.events))


def _given_back(reaction: Accepted, outcome: Accepted) -> tuple[Accepted, list[Event]]:
    """The reaction with a note, and the events that give back what it cost, if the roll that it changed still fails and its act is then not
    spent (SRD 5.2, Tactical Mind, Peerless Skill).
    """
    kept = next((a for a in reaction.alterations if a.use_kept), None)
    if kept is None:
        return reaction, []
    now = next((o for o in outcome.occasions if o.key == kept.occasion.key and o.happens in ("check", "hit", "miss")), kept.occasion)
    if now.passed or now.happens == "hit":
        return reaction, []
    spent = [e for e in reaction.events if isinstance(e, events.Changed) and e.path.startswith(_SPENT)]
    note = Notice("use_kept", {"texts": [e.path.removeprefix(_SPENT).strip(".").replace("_", " ") for e in spent]})
    return replace(reaction, notes=(*reaction.notes, note)), [events.Changed(e.id, e.path, e.now, e.was) for e in reversed(spent)]


def _answer_again(
    answer: AnswerGiven,
    answers: Sequence[AnswerGiven],
    command: Command,
    now: World,
    at: Situation,
    newest: Occasion | None,
) -> list[tuple[int, Accepted]] | Rejected:
    """Play an answer again, after the answers that it got itself and that may cancel it; return (rev, outcome) of each in this order."""
    last = answers[-1]
    occasion = newest if newest and answer is last else _occasion_of(answer, command, now, at)
    if occasion is None:
        return Rejected("deed_changed", "rev", {"wanted": at.rev})
    own = replace(at, rev=answer.rev, place=0, deed=f"a{answer.rev} ", answers=occasion, altered=())
    found: list[tuple[int, Accepted]] = []
    for counter in (a for a in answers if a.counters == answer.rev):
        played = _answer_again(counter, answers, _by_itself(answer.command, now, own), now, own, newest)
        if isinstance(played, Rejected):
            return played
        found += played
        now, own = found[-1][1].world, replace(own, altered=(*own.altered, *found[-1][1].alterations))
    reaction = react(answer.command, now, own)
    return reaction if isinstance(reaction, Rejected) else [*found, (answer.rev, reaction)]


def _names_without(had: Sequence[Event], situation: Situation) -> Names:
    """The names of creatures, except those that the deed itself created: it numbers its creatures as it did the first time."""
    brought = {e.thing.name for e in had if isinstance(e, events.Created) and e.thing.kind == "character"}
    return (lambda: {*situation.names()} - brought) if brought else situation.names


def _by_itself(command: Command, world: World, situation: Situation) -> Command:
    """The answer as a deed, with the creature at which it is aimed: an earlier answer is stored as it was sent, without that creature."""
    assert isinstance(command, ActCommand)
    who = targets.character(world, *command.actor, "characterName")
    act = None if isinstance(who, Rejected) else act_of(command, world, who, situation.book)
    aimed = aim(command, act, situation.answers) if act and situation.answers else command
    return aimed.model_copy(update={"answer": False})


def react(command: Command, world: World, situation: Situation) -> Outcome:
    """Play the reaction by itself, if its creature still has a reaction to spend."""
    assert isinstance(command, ActCommand)
    who = targets.character(world, *command.actor, "characterName")
    act = None if isinstance(who, Rejected) else act_of(command, world, who, situation.book)
    if act and isinstance(who, Thing) and act.cost == "reaction" and not command.force:
        left = ledger.left(world, who.id, situation.book)
        if left is not None and not left.reaction:
            return Rejected("reaction_spent", "characterName", {"name": who.name})
    return loop.decide_one(_by_itself(command, world, situation), world, situation)


def _occasion_of(answer: AnswerGiven, command: Command, now: World, situation: Situation) -> Occasion | None:
    """Find the occasion of an earlier answer again."""
    outcome = loop.decide_one(without_dice(command), now, situation)
    assert isinstance(answer.command, ActCommand)
    who = targets.character(now, *answer.command.actor, "characterName")
    if isinstance(outcome, Rejected) or isinstance(who, Rejected):
        return None
    act = act_of(answer.command, now, who, situation.book)
    return occasion_of(answer.command, act, who, outcome, now, situation.book) if act else None
