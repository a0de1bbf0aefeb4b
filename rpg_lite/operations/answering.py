"""Answer a deed: play a reaction in the world as it was before the deed, then play the deed again with the same dice.

Events record the differences, so that one undo takes back the answer and all that it changed. An act that changes nothing in the deed
(Hellish Rebuke, Divine Smite) follows it instead: it is played in the world as it is now.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from rpg_lite.operations import batch, targets, undo
from rpg_lite.operations.action.act import PlayAct
from rpg_lite.operations.action.attack import Attack
from rpg_lite.operations.action.cast import Cast
from rpg_lite.operations.action.check import Check
from rpg_lite.operations.action.save import Save
from rpg_lite.operations.command import Command
from rpg_lite.operations.inventory.use import Use
from rpg_lite.operations.mechanics import turn_economy
from rpg_lite.operations.mechanics.acting import finding, item_acts
from rpg_lite.operations.mechanics.acting.casting import LONGEST_NUMBER
from rpg_lite.operations.mechanics.acting.command import ActCommand
from rpg_lite.operations.occasions import Alteration, Occasion, aim_of, changes_deed, counters, fits, follows_a_hit, lessens, place_of
from rpg_lite.operations.outcome import Accepted, Faces, Names, Notice, Outcome, Rejected, Result, Situation
from rpg_lite.operations.rooms.go import Go
from rpg_lite.operations.undo import Done
from rpg_lite.rules import dice, names
from rpg_lite.rules.acts import when_words
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import clock, events
from rpg_lite.world.difference import difference
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.things import Thing, World

DEEDS: Final[tuple[type[Command], ...]] = (Attack, Cast, PlayAct, Check, Save, Use, Go)
"""The commands that may be answered; they are therefore kept in the form in which they were sent."""
When = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class Deed:
    """A commit that may be answered: its commands in the form in which they were sent, and their outcomes."""

    rev: int
    commands: tuple[Command, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """A commit that answers a deed: its command, the place of the answered command, and its changes. `counters`: the rev of the earlier
    answer that it answers itself (SRD, Counterspell against a Counterspell).
    """

    rev: int
    command: Command
    nth: int
    events: tuple[Event, ...] = ()
    counters: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerResult(Result):
    """The reaction and the deed played again, both with their outcomes, and the rev of that deed; `nth`: the place of the deed;
    `counters`: the rev of the answer that the reaction answers, which then is one of the parts.
    """

    to: int
    nth: int
    parts: tuple[tuple[Command, Accepted], ...]
    counters: int | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """A deed that was played again: its events in the order in which the store keeps them, the world after them, the outcome of each
    command, and the outcomes of the reactions by their revs.
    """

    world: World
    happened: tuple[Event, ...]
    outcomes: tuple[Accepted | None, ...]
    reactions: Mapping[int, Accepted]


def decide(
    command: ActCommand, deed: Deed, answers: Sequence[AnswerGiven], before: World, now: World, later: Sequence[Done], situation: Situation,
    followed: Sequence[Command] = (),
) -> Outcome:  # fmt: skip
    """The answer to a deed. `before`: the world before the deed; `answers`: the earlier answers to the deed; `later`: the commits since;
    `followed`: the answers that followed the deed and changed nothing in it.

    Refuses: answer_blocked, answer_unfit, answered_already, choice_required, deed_changed, reaction_spent.
    """
    if command.seed is not None and not situation.dry:
        situation = replace(situation, roll=dice.roller(command.seed))
    done = evolve_all(before, [*deed.events, *(e for a in answers for e in a.events)])
    again = _play_again(deed, answers, before, situation)
    if isinstance(again, Rejected) or (again.world.things, again.world.equipped) != (done.things, done.equipped):
        return Rejected("deed_changed", "rev", {"wanted": deed.rev}, instead=_plain(command))
    found = _occasion(command, deed, answers, again, before, situation.book)
    if isinstance(found, Rejected):
        return found
    nth, occasion, act, countered = found
    hits = _hits_to_choose(command, act, again.outcomes[nth], before)
    if hits and (asked_for := _hit_meant(command)) is not None and not 1 <= asked_for <= len(hits):
        details = {"act": act.name, "choice": "hit", "given": str(asked_for)}
        return Rejected("choice_required", "choice", details, allowed=tuple(map(str, range(1, len(hits) + 1))))
    asked = _aim(command, act, occasion)
    if act.cost == "reaction" and not command.force and (spent := _another_reaction(command, answers, followed, before, situation.book)):
        return spent
    if not changes_deed(act):
        if (given := _same(command, followed)) and given >= _how_often(command, act, again, nth, before):
            return Rejected("answered_already", "answer", {"act": act.name, "wanted": deed.rev})
        return _afterwards(asked, deed, nth, occasion, act, now, situation)
    if act.cost == "reaction" and not command.force and clock.fight(before) is None and _same(command, [a.command for a in answers]):
        instead = {**_payload(command), "force": True}
        return Rejected("answered_already", "answer", {"act": act.name, "wanted": deed.rev}, instead=instead)
    new = AnswerGiven(situation.rev, asked, nth, counters=countered)
    altered = _play_again(deed, (*answers, new), before, situation, occasion)
    if isinstance(altered, Rejected):
        return altered
    answered = _write_difference(deed, answers, new, (done, altered), now, later, situation)
    if not hits or isinstance(answered, Rejected):
        return answered
    told = Notice("answers_one_hit", {"act": act.name, "nth": hits.index(occasion) + 1, "of": len(hits)})
    return replace(answered, notes=(*answered.notes, told))


# ── the deed again ──────────────────────────────────────────────────────────────────────────────────────────────────


def _play_again(
    deed: Deed, answers: Sequence[AnswerGiven], before: World, situation: Situation, newest: Occasion | None = None
) -> Again | Rejected:  # fmt: skip
    """Play the deed again after these answers, with the dice that it had. `newest`: the occasion of the last answer."""
    had = [*deed.events, *(e for a in answers for e in a.events)]
    fallen, situation = _faces_by_key(had), replace(situation, names=_names_without(had, situation))
    now, place = before, 0
    outcomes: list[Accepted | None] = []
    reactions: dict[int, Accepted] = {}
    happened: list[Event] = []
    for nth, command in enumerate(deed.commands):
        altered: tuple[Alteration, ...] = ()
        at = replace(situation, rev=deed.rev, place=place, deed=f"{nth}: " if nth else "", fallen=fallen)
        for answer in (a for a in answers if a.nth == nth and a.counters is None):
            played = _answer_again(answer, answers, _without_dice(command), now, replace(at, altered=altered), newest)
            if isinstance(played, Rejected):
                return played
            for rev, reaction in played:
                reactions[rev] = reaction
                now, happened = reaction.world, [*happened, *reaction.events]
            altered = (*altered, *played[-1][1].alterations)
        outcome = batch.decide_one(_without_dice(command), now, replace(at, altered=altered))
        outcomes.append(outcome if isinstance(outcome, Accepted) else None)
        if isinstance(outcome, Accepted):
            now, place = outcome.world, place + len(outcome.events)
            happened += outcome.events
        elif not any(a.nth == nth for a in answers) and len(deed.commands) == 1:
            return outcome
    kept = events.load(events.dump(happened))
    return Again(evolve_all(before, kept), kept, tuple(outcomes), reactions)


def _answer_again(
    answer: AnswerGiven, answers: Sequence[AnswerGiven], command: Command, now: World, at: Situation, newest: Occasion | None
) -> list[tuple[int, Accepted]] | Rejected:
    """Play an answer to a command again, after the answers to itself, which may cancel it: (rev, outcome) of each in this order."""
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
    reaction = _react(answer.command, now, own)
    return reaction if isinstance(reaction, Rejected) else [*found, (answer.rev, reaction)]


def _names_without(had: Sequence[Event], situation: Situation) -> Names:
    """The names of creatures, without those of the creatures that the deed itself brought; it numbers them as it did the first time."""
    brought = {e.thing.name for e in had if isinstance(e, events.Created) and e.thing.kind == "character"}
    return (lambda: {*situation.names()} - brought) if brought else situation.names


def _by_itself(command: Command, world: World, situation: Situation) -> Command:
    """The answer as a deed: an earlier answer is kept as it was sent, without the creature at which it is aimed."""
    assert isinstance(command, ActCommand)
    who = targets.character(world, *command.actor, "characterName")
    act = None if isinstance(who, Rejected) else _act_of(command, world, who, situation.book)
    aimed = _aim(command, act, situation.answers) if act and situation.answers else command
    return aimed.model_copy(update={"answer": False})


def _react(command: Command, world: World, situation: Situation) -> Outcome:
    """Play the reaction by itself, if its creature still has a reaction to spend."""
    assert isinstance(command, ActCommand)
    who = targets.character(world, *command.actor, "characterName")
    act = None if isinstance(who, Rejected) else _act_of(command, world, who, situation.book)
    if act and isinstance(who, Thing) and act.cost == "reaction" and not command.force:
        left = turn_economy.left(world, who.id, situation.book)
        if left is not None and not left.reaction:
            return Rejected("reaction_spent", "characterName", {"name": who.name})
    return batch.decide_one(_by_itself(command, world, situation), world, situation)


def _occasion_of(answer: AnswerGiven, command: Command, now: World, situation: Situation) -> Occasion | None:
    """Find the occasion of an earlier answer again."""
    outcome = batch.decide_one(_without_dice(command), now, situation)
    assert isinstance(answer.command, ActCommand)
    who = targets.character(now, *answer.command.actor, "characterName")
    if isinstance(outcome, Rejected) or isinstance(who, Rejected):
        return None
    act = _act_of(answer.command, now, who, situation.book)
    return _first_fit(answer.command, act, who, outcome, now) if act else None


def _without_dice(command: Command) -> Command:
    """The command without its own faces and seed, because its dice are found by their keys."""
    own = {key: value for key, value in (("d20", ()), ("seed", None)) if command.takes(key)}
    return command.model_copy(update=own)


def _faces_by_key(happened: Sequence[Event]) -> Faces:
    """The dice by their keys; of several with the same key, the last ones rolled."""
    rolls = (e for e in happened if isinstance(e, events.Rolled) and e.key)
    return {e.key: [*zip(dice.sizes(e.dice), e.faces, strict=False)] for e in rolls}


# ── the answered deed ────────────────────────────────────────────────────────────────────────────────────────────────


def _occasion(
    command: ActCommand, deed: Deed, answers: Sequence[AnswerGiven], again: Again, before: World, book: Rulebook
) -> tuple[int, Occasion, Act, int | None] | Rejected:
    """The last command of the deed that gives the act an occasion, and that occasion; with the rev of an answer, if that one gives it."""
    who = targets.character(before, *command.actor, "characterName")
    if isinstance(who, Rejected):
        return who
    act = _act_of(command, before, who, book)
    if act is None:
        return Rejected("answer_unknown", "operation", {"name": who.name}, instead=_plain(command))
    countered = _occasion_to_counter(command, act, who, answers, again, before) if counters(act) else None
    for nth, outcome in reversed([*enumerate(again.outcomes)]):
        found = _first_fit(command, act, who, outcome, before) if outcome is not None else None
        if found and not (countered and _is_friend(who, found, before)):
            return nth, found, act, None
    if countered:
        return countered[0].nth, countered[1], act, countered[0].rev
    details = {
        "act": act.name,
        "when": when_words.say(act.when),
        "wanted": deed.rev,
        "name": who.name,
    }
    return Rejected("answer_unfit", "answer", details, instead=_plain(command, act))


def _occasion_to_counter(
    command: ActCommand, act: Act, who: Thing, answers: Sequence[AnswerGiven], again: Again, world: World
) -> tuple[AnswerGiven, Occasion] | None:
    """The last answer that is itself a spell which the act counters, and its occasion."""
    for answer in reversed(answers):
        reaction = again.reactions.get(answer.rev)
        if reaction and (found := _first_fit(command, act, who, reaction, world)):
            return answer, found
    return None


def _is_friend(who: Thing, occasion: Occasion, world: World) -> bool:
    """Whether the creature of the occasion is on the side of the creature that answers."""
    by = world.things.get(occasion.by)
    return by is not None and by.creature.is_member == who.creature.is_member


def _first_fit(command: ActCommand, act: Act, who: Thing, outcome: Accepted, world: World) -> Occasion | None:
    found = _fitting(command, act, who, outcome, world)
    if len(found) < 2 or not lessens(act) or not all(o.blow for o in found):
        return found[0] if found else None
    nth = _hit_meant(command)
    return found[nth - 1] if nth and nth <= len(found) else max(found, key=lambda o: o.taken)


def _hit_meant(command: ActCommand) -> int | None:
    """The number of the hit that the call chooses among those on the creature."""
    return next((int(word) for word in command.choice.values() if word.isdecimal() and 0 < len(word) <= LONGEST_NUMBER), None)


def _hits_to_choose(command: ActCommand, act: Act, outcome: Accepted | None, world: World) -> list[Occasion]:
    """The hits from which the caller must choose when an answer reduces the damage of one of them; empty if there is no choice."""
    who = targets.character(world, *command.actor, "characterName")
    if outcome is None or isinstance(who, Rejected) or not lessens(act):
        return []
    found = [o for o in _fitting(command, act, who, outcome, world) if o.blow]
    return found if len(found) > 1 else []


def _fitting(command: ActCommand, act: Act, who: Thing, outcome: Accepted, world: World) -> list[Occasion]:
    named = targets.character(world, *_target(command), "targets") if any(_target(command)) else None
    target = named.id if isinstance(named, Thing) and act.targets != "self" else None
    found = [o for o in outcome.occasions if fits(act, o, who.id, target)]
    return sorted(found, key=lambda o: place_of(act, o))


def _same(command: ActCommand, given: Sequence[Command]) -> int:
    """The number of these answers that are the same act of the same creature."""
    return sum((c.operation, c.actor, _name_act(c)) == (command.operation, command.actor, _name_act(command)) for c in given)


def _another_reaction(
    command: ActCommand, answers: Sequence[AnswerGiven], followed: Sequence[Command], world: World, book: Rulebook
) -> Rejected | None:
    """The refusal if the creature has already answered the deed with another reaction: it has one, in a fight or not (SRD, Reactions)."""
    who = targets.character(world, *command.actor, "characterName")
    if isinstance(who, Rejected):
        return who
    for given in (*(a.command for a in answers), *followed):
        if not isinstance(given, ActCommand) or _name_act(given) == _name_act(command):
            continue
        if targets.character(world, *given.actor, "characterName") != who:
            continue
        act = _act_of(given, world, who, book)
        if act and act.cost == "reaction":
            return Rejected("reaction_spent", "characterName", {"name": who.name})
    return None


def _name_act(command: Command) -> str:
    name = command.spell if isinstance(command, Cast) else command.act if isinstance(command, PlayAct) else None
    return names.fold(name or "")


def _how_often(command: ActCommand, act: Act, again: Again, nth: int, world: World) -> int:
    """The number of occasions for the act: each hit may be answered once."""
    who, outcome = targets.character(world, *command.actor, "characterName"), again.outcomes[nth]
    return len(_fitting(command, act, who, outcome, world)) if isinstance(who, Thing) and outcome else 0


def _target(command: ActCommand) -> tuple[str | None, str | None]:
    """The one creature that the call names."""
    return targets.id_or_name(command.targets[0]) if command.targets else command.target


def _act_of(command: ActCommand, world: World, who: Thing, book: Rulebook) -> Act | None:
    """The act or the spell that the command names."""
    name = command.spell if isinstance(command, Cast) else command.act or "" if isinstance(command, PlayAct) else ""
    if isinstance(command, Cast) and (spell := book.spell(name)):
        return spell
    found = finding.find(world, who, name, book)
    if found:
        return found.act
    own = item_acts.find_item_act(world, who, name, command.wish(), book)
    return own.act if isinstance(own, item_acts.ItemAct) else None


def _aim(command: ActCommand, act: Act, occasion: Occasion) -> ActCommand:
    """The command with a target: the creature that gave the occasion, unless the command names one."""
    if act.targets == "self" or any(_target(command)):
        return command
    return command.model_copy(update={"target_id": aim_of(act, occasion)})


def _plain(command: ActCommand, act: Act | None = None) -> Mapping[str, Any]:
    """The payload that plays the same act by itself, not as an answer."""
    plain = {key: value for key, value in _payload(command).items() if key not in ("answer", "rev")}
    return {**plain, "force": True} if act and follows_a_hit(act) else plain


def _payload(command: ActCommand) -> Mapping[str, Any]:
    return command.model_dump(mode="json", by_alias=True, exclude_unset=True)


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
        instead = {"operation": "undo", "rev": ways[-1]}
        return Rejected("answer_blocked", "rev", {"wanted": deed.rev, "revs": ways}, instead=instead)
    written = (*fell, *changed)
    world = evolve_all(now, written)
    reaction, played = altered.reactions[new.rev], altered.outcomes[new.nth]
    countered = [(a.command, altered.reactions[a.rev]) for a in answers if a.rev == new.counters]
    parts = [(new.command, reaction), *countered, *([(deed.commands[new.nth], played)] if played else [])]
    notes = [note for _, outcome in parts for note in outcome.notes]
    touched = undo.bearers_of(world, changed)
    result = AnswerResult(deed.rev, new.nth, tuple(parts), new.counters)
    return Accepted(written, world, tuple(notes), None, tuple(touched), result=result)


def _afterwards(
    command: ActCommand, deed: Deed, nth: int, occasion: Occasion, act: Act, now: World, situation: Situation
) -> Outcome:  # fmt: skip
    """Play an act that changes nothing in the deed after it."""
    outcome = _react(command, now, replace(situation, answers=occasion))
    if isinstance(outcome, Rejected):
        return outcome
    return replace(outcome, result=AnswerResult(deed.rev, nth, ((command, outcome),)))
