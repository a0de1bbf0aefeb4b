"""Answer a deed: play a reaction in the world as it was before the deed, then play the deed again with the same dice.

Events record the differences, so that one undo takes back the answer and all that it changed. An act that changes nothing in the deed
(Hellish Rebuke, Divine Smite) follows it instead: it is played in the world as it is now.
"""

from collections.abc import Sequence
from dataclasses import replace

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.occasions import Occasion, changes_deed
from rpg_lite.decision.outcome import Accepted, Notice, Outcome, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand
from rpg_lite.mechanics.acts.available_reactions import MAY_ANSWER
from rpg_lite.mechanics.turn import ledger
from rpg_lite.operations import late_blows, rider_answers, struck_on_the_way, undo
from rpg_lite.operations.action.act import PlayAct
from rpg_lite.operations.action.cast import Cast
from rpg_lite.operations.action.move import Move
from rpg_lite.operations.answered_deeds import Again, AnswerGiven, AnswerResult, Deed
from rpg_lite.operations.reaction_replay import has_lost_dice, play_again, react
from rpg_lite.operations.reaction_triggers import act_of, aim, find_occasion, hit_meant, hits_to_choose, how_often, payload_of, plain_call
from rpg_lite.operations.undo import Done
from rpg_lite.rules import dice, names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import clock, events
from rpg_lite.world.difference import difference
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import World


def decide(
    command: ActCommand, deed: Deed, answers: Sequence[AnswerGiven], before: World, now: World, later: Sequence[Done], situation: Situation,
    followed: Sequence[Command] = (),
) -> Outcome:  # fmt: skip
    """The answer to a deed. `before`: the world before the deed; `answers`: the earlier answers to the deed; `later`: the commits since;
    `followed`: the answers that followed the deed and changed nothing in it.

    Refuses: answer_beyond, answer_blocked, answer_unfit, answer_unseen, answered_already, bonus_out_of_turn, choice_required, deed_changed, nothing_to_answer, reaction_spent, rider_not_offered.
    """
    if command.seed is not None and not situation.dry:
        situation = replace(situation, roll=dice.roller(command.seed))
    done = evolve_all(before, late_blows.rebased([*deed.events, *(e for a in answers for e in a.events)], before))
    again = play_again(deed, answers, before, situation)
    if isinstance(again, Rejected) or (
        not has_lost_dice(deed) and (again.world.things, again.world.equipped) != (done.things, done.equipped)
    ):
        return Rejected(
            "deed_changed", "rev", {"wanted": deed.rev}, instead=plain_call(command, _act_meant(command, before, situation.book))
        )
    noticed = again if deed.seen is None else again.as_seen(deed.seen)
    if noticed is None:  # the caller does not know that anything was done
        return Rejected("nothing_to_answer", "rev" if command.rev else "answer", {"wanted": command.rev})
    again = noticed
    if (rider := _rider_meant(command, before, situation)) and not command.force:
        return _join(command, rider, deed, answers, again, (before, done, now), later, situation)
    found = find_occasion(command, deed, answers, again, before, situation.book)
    if isinstance(found, Rejected):
        return found
    nth, occasion, act, countered = found
    answered = again.outcomes[nth] if countered is None else again.reactions[countered]
    hits = hits_to_choose(command, act, answered, before, situation.book)
    if hits and (asked_for := hit_meant(command)) is not None and not 1 <= asked_for <= len(hits):
        details = {"act": act.name, "choice": "hit", "given": str(asked_for)}
        return Rejected("choice_required", "choice", details, allowed=tuple(map(str, range(1, len(hits) + 1))))
    asked = aim(command, act, occasion)
    if act.cost == "reaction" and not command.force and (spent := _another_reaction(command, answers, followed, before, situation.book)):
        return spent
    if not command.force and (refusal := _bonus_out_of_turn(command, act, deed, before)):
        return refusal
    if not changes_deed(act):
        if (given := _same(command, followed, before)) and given >= how_often(command, act, answered, before, situation.book):
            return Rejected("answered_already", "answer", {"act": act.name, "wanted": deed.rev})
        outcome = _afterwards(asked, deed, nth, occasion, act, now, situation)
        if countered is None or isinstance(outcome, Rejected):
            return outcome
        return struck_on_the_way.left_there(outcome, again.outcomes[nth], again.reactions[countered].world, now, situation.book)
    is_told = act.cost == "reaction" and not command.force and clock.fight(before) is None
    if is_told and _same(command, [a.command for a in answers], before):
        instead = {**payload_of(command), "force": True}
        return Rejected("answered_already", "answer", {"act": act.name, "wanted": deed.rev}, instead=instead)
    new = AnswerGiven(situation.rev, asked, nth, counters=countered)
    altered = play_again(deed, (*answers, new), before, situation, occasion)
    if isinstance(altered, Rejected):
        return altered
    written = _write_difference(deed, answers, new, (done, altered), now, later, situation)
    if not hits or isinstance(written, Rejected):
        return written
    told = Notice("answers_one_hit", {"act": act.name, "nth": hits.index(occasion) + 1, "of": len(hits)})
    return replace(written, notes=(*written.notes, told))


def _rider_meant(command: ActCommand, world: World, situation: Situation) -> str | None:
    """The rider that the answer names, unless it names an act."""
    return None if _act_meant(command, world, situation.book) else rider_answers.rider_of(command, world, situation.book)


def _join(
    command: ActCommand, rider: str, deed: Deed, answers: Sequence[AnswerGiven], again: Again, worlds: tuple[World, World, World],
    later: Sequence[Done], situation: Situation,
) -> Outcome:  # fmt: skip
    """Play the deed again with a rider that its answer told."""
    before, done, now = worlds
    nth = rider_answers.place_of(command, rider, deed, again, before)
    if nth is None:
        return Rejected("rider_not_offered", "act", {"act": rider, "wanted": deed.rev})
    new = AnswerGiven(situation.rev, command, nth)
    altered = play_again(deed, (*answers, new), before, situation)
    if isinstance(altered, Rejected) or altered.outcomes[nth] is None:
        return altered if isinstance(altered, Rejected) else Rejected("rider_not_offered", "act", {"act": rider, "wanted": deed.rev})
    return _write_difference(deed, answers, new, (done, altered), now, later, situation)


# ── the answered deed ────────────────────────────────────────────────────────────────────────────────────────────────


def _act_meant(command: ActCommand, world: World, book: Rulebook) -> Act | None:
    who = targets.character(world, *command.actor, "characterName")
    return None if isinstance(who, Rejected) else act_of(command, world, who, book)


def _same(command: ActCommand, given: Sequence[Command], world: World) -> int:
    """The number of these answers that are the same act of the same creature, whether a call names it or gives its id."""
    who = targets.character(world, *command.actor, "characterName")
    alike = (c for c in given if (c.operation, _name_act(c)) == (command.operation, _name_act(command)))
    return sum(targets.character(world, *c.actor, "characterName") == who for c in alike)


def _another_reaction(
    command: ActCommand, answers: Sequence[AnswerGiven], followed: Sequence[Command], world: World, book: Rulebook
) -> Rejected | None:
    """The refusal if the creature has answered the deed with another reaction: it has only one, even outside fights (SRD, Reactions)."""
    who = targets.character(world, *command.actor, "characterName")
    if isinstance(who, Rejected):
        return who
    for given in (*(a.command for a in answers), *followed):
        if not isinstance(given, ActCommand) or _name_act(given) == _name_act(command):
            continue
        if targets.character(world, *given.actor, "characterName") != who:
            continue
        act = act_of(given, world, who, book)
        if act and act.cost == "reaction":
            return Rejected("reaction_spent", "characterName", {"name": who.name})
    return None


def _bonus_out_of_turn(command: ActCommand, act: Act, deed: Deed, world: World) -> Rejected | None:
    """The refusal of an answer for a bonus action if the deed fell in somebody else's turn."""
    who = targets.character(world, *command.actor, "characterName")
    on = None if isinstance(who, Rejected) else ledger.whose_turn_instead(world, who.id, act)
    if isinstance(who, Rejected) or on is None:
        return None
    details = {"act": act.name, "name": who.name, "whose": world.things[on].name, "wanted": deed.rev}
    return Rejected("bonus_out_of_turn", "characterName", details, instead={**payload_of(command), "force": True})


def _name_act(command: Command) -> str:
    name = command.spell if isinstance(command, Cast) else command.act if isinstance(command, PlayAct) else None
    return names.fold(name or "")


# ── the events to write ─────────────────────────────────────────────────────────────────────────────────────────────────


def _write_difference(
    deed: Deed,
    answers: Sequence[AnswerGiven],
    new: AnswerGiven,
    worlds: tuple[World, Again],
    now: World,
    later: Sequence[Done],
    situation: Situation,
) -> Outcome:
    """The events that turn the old outcome of the deed into the new one."""
    done, altered = worlds
    before = [*deed.events, *(e for a in answers for e in a.events)]
    known = {e for e in before if isinstance(e, events.Rolled)}
    fell = [e for e in altered.happened if isinstance(e, events.Rolled) and e not in known]
    changed = difference(done, altered.world, [*before, *altered.happened])
    whole = Done(deed.rev, (*before, *changed))
    if ways := undo.in_the_way(later, whole):
        late = late_blows.on_top(changed, later, deed.rev, now) if isinstance(deed.commands[new.nth], Move) else None
        if late is None:
            instead = {"operation": "undo", "rev": ways[-1]}
            return Rejected("answer_blocked", "rev", {"wanted": deed.rev, "revs": ways}, instead=instead)
        changed = late
    written = (*fell, *changed)
    world = evolve_all(now, written)
    reaction, played = altered.reactions[new.rev], altered.outcomes[new.nth]
    countered = [(a.command, altered.reactions[a.rev]) for a in answers if a.rev == new.counters]
    parts = [(new.command, reaction), *countered, *([(deed.commands[new.nth], played)] if played else [])]
    notes = [_to_others(note, new.command, world) for _, outcome in parts for note in outcome.notes]
    notes = _as_one_offer(notes)
    touched = undo.bearers_of(world, changed)
    result = AnswerResult(deed.rev, new.nth, tuple(parts), new.counters)
    return Accepted(written, world, tuple(notes), None, tuple(touched), result=result)


def _as_one_offer(notes: Sequence[Notice]) -> list[Notice]:
    """The notes with all offers in one: both the blow of the answer and the walk that goes on may give others an occasion."""
    offers = [note for note in notes if note.code == MAY_ANSWER]
    if len(offers) < 2:
        return [*notes]
    who = [one for note in offers for one in note.details["who"]]
    around = {id: name for note in offers for id, name in note.details["around"].items()}
    return [*(note for note in notes if note.code != MAY_ANSWER), Notice(MAY_ANSWER, {"who": who, "around": around})]


def _to_others(note: Notice, answer: Command, world: World) -> Notice:
    """The note without an offer to whoever has just answered: outside a fight nothing else counts its reaction."""
    if note.code != MAY_ANSWER or clock.fight(world) is not None:
        return note
    who = targets.character(world, *answer.actor, "characterName")
    left = [one for one in note.details["who"] if isinstance(who, Rejected) or one[0].id != who.id]
    return replace(note, details={**note.details, "who": left})


def _afterwards(
    command: ActCommand, deed: Deed, nth: int, occasion: Occasion, act: Act, now: World, situation: Situation
) -> Outcome:  # fmt: skip
    """Play an act after the deed, because the act changes nothing in it."""
    outcome = react(command, now, replace(situation, answers=occasion))
    if isinstance(outcome, Rejected):
        return outcome
    return replace(outcome, result=AnswerResult(deed.rev, nth, ((command, outcome),)))
