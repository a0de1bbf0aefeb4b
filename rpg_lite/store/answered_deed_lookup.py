"""Read the part of the past that an answer needs: the deed that it answers, the earlier answers to that deed, and the world before the
deed.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Outcome, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand, everybody_named
from rpg_lite.operations import loop, reaction_replay, reaction_resolution, touched_parts, undo
from rpg_lite.operations.action.act import PlayAct
from rpg_lite.operations.action.cast import Cast
from rpg_lite.operations.answered_deeds import Again, AnswerGiven, Deed
from rpg_lite.operations.authorize import Guard
from rpg_lite.operations.registry import operations
from rpg_lite.operations.undo import Done
from rpg_lite.rules import dice
from rpg_lite.store.chronicle import COMPLETED_BY
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.world import body_paths
from rpg_lite.world.events import Changed, Created, Event
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.history_records import ALOUD, ASKED, Commit
from rpg_lite.world.world_model import Ref, World

LOOKED_BACK: Final = 12
"""The number of recent commits that are searched for the deed if the answer names no rev."""
_OF_THE_ORDER: Final = frozenset(("start_fight", "next_turn", "end_fight"))
"""Operations that begin a turn; most of them do nothing in it."""
_TOOLS: Final = {"use": "manage_inventory", "go": "manage_room"}
"""Operation → its tool, for deeds of a commit that does not keep it."""
Json = Mapping[str, Any]
_UNFIT: Final = frozenset(("answer_unfit", "nothing_to_answer"))
"""Refusals after which an older deed is tried."""


def outcome(command: ActCommand, at: Reading, situation: Situation, refs: Iterable[Ref], guard: Guard | None) -> tuple[World, Outcome]:
    """Decide the answer; return (the world before, the outcome). `guard`: that of a caller who does not see everything."""
    since = at.campaign.rev - LOOKED_BACK if command.rev is None else command.rev - 1
    commits = _standing(at.commits_since(max(0, since)))
    deeds = _deeds(commits, at) if command.rev is None else [c for c in commits if c.rev == command.rev and ASKED in c.answer]
    wanted = [*refs]
    refused: tuple[World, Outcome] | None = None
    for commit in deeds:
        tried = _of(commit, command, at, situation, wanted, guard)
        if not isinstance(tried[1], Rejected) or tried[1].code not in _UNFIT:
            return tried
        refused = refused or tried
    if command.rev is None and (earlier := _earlier(commits, deeds, command, at, situation, wanted, guard)):
        return World(at.campaign), earlier
    return refused or (World(at.campaign), _nothing_to_answer(command))


def _nothing_to_answer(command: ActCommand) -> Rejected:
    """The refusal, which suggests the same call as a deed of its own, because damage by hand, such as a fall, is not a call that could be
    played again.
    """
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    plain = {key: value for key, value in sent.items() if key not in ("answer", "rev")}
    return Rejected("nothing_to_answer", "rev" if command.rev else "answer", {"wanted": command.rev}, instead=plain)


def _earlier(
    commits: Sequence[Commit], tried: Sequence[Commit], command: ActCommand, at: Reading, situation: Situation, refs: Sequence[Ref],
    guard: Guard | None,
) -> Rejected | None:  # fmt: skip
    """The refusal with the rev of the newest deed of an earlier turn that the act can still answer."""
    dry = replace(situation, dry=True, roll=dice.roller(0))
    for commit in reversed([c for c in commits if ASKED in c.answer and c not in tried]):
        named = command.model_copy(update={"rev": commit.rev})
        if not isinstance(_of(commit, named, at, dry, refs, guard)[1], Rejected):
            sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
            return Rejected("answers_an_earlier_turn", "rev", {"wanted": commit.rev}, instead={**sent, "rev": commit.rev})
    return None


def _standing(commits: Sequence[Commit]) -> list[Commit]:
    """The commits that have not been undone, oldest first. An undo of one of them is left out with it: together they changed nothing."""
    gone = undo.taken_back([_find_done(c) for c in commits])
    first = commits[0].rev if commits else 0
    return [c for c in commits if c.rev not in gone and not _undoes_since(c, first)]


def _undoes_since(commit: Commit, first: int) -> bool:
    """Whether the commit undoes nothing older than this rev."""
    if commit.undoes is not None:
        return commit.undoes >= first
    return commit.back_to is not None and commit.back_to + 1 >= first


def _find_done(commit: Commit) -> Done:
    return Done(commit.rev, commit.events, commit.undoes, "", commit.back_to)


def _deeds(commits: Sequence[Commit], at: Reading) -> list[Commit]:
    """The deeds of the current turn, newest first; a commit that passes the turn on may end with a deed of the new turn."""
    found: list[Commit] = []
    for commit in reversed(commits):
        passes_on = _passes_on(commit)
        asked = commit.answer.get(ASKED)
        if asked and not (passes_on and not asked.get("begins") and asked["commands"][-1]["operation"] in _OF_THE_ORDER):
            found.append(commit)
        if passes_on:
            break
    return found


def _passes_on(commit: Commit) -> bool:
    """Whether the turn passes on with this commit, or a fight begins or ends."""
    of_the_order = (body_paths.FIGHT, body_paths.FIGHT_TURN, body_paths.FIGHT_ROUND)
    return any(isinstance(e, Changed) and e.path in of_the_order for e in commit.events)


def _of(
    commit: Commit, command: ActCommand, at: Reading, situation: Situation, refs: Sequence[Ref], guard: Guard | None
) -> tuple[World, Outcome]:
    """Decide the answer to the deed of this commit; if the commit is itself an answer, to the deed that it answers."""
    past = _past_of(commit, at, situation, refs, guard)
    if isinstance(past, Rejected):
        return World(at.campaign), past

    def decide(meant: Command, world: World, here: Situation) -> Outcome:
        assert isinstance(meant, ActCommand)
        if unknown := _names_unknown(meant, world, past):
            return unknown
        return reaction_resolution.decide(meant, past.deed, past.answers, past.before, past.now, past.later, here, past.followed)

    return past.now, guard(decide, command, past.now, situation) if guard else decide(command, past.now, situation)


def _names_unknown(command: ActCommand, world: World, past: "_Past") -> Rejected | None:
    """The refusal of a name that means nobody whom the caller sees now or saw at the deed. The deed is played again in the world as it was, where
    every name means somebody, so what is kept from the caller is refused before.
    """
    if past.deed.seen is None or not isinstance(named := everybody_named(command, world), Rejected):
        return None
    seen_then = {id: thing for id, thing in past.before.things.items() if id in past.deed.seen}
    return named if isinstance(everybody_named(command, replace(past.before, things=seen_then)), Rejected) else None


@dataclass(frozen=True, slots=True)
class _Past:
    """A deed with its answers, those that changed it apart from those that followed it, the world before it and the world now, and the commits
    since.
    """

    deed: Deed
    answers: list[AnswerGiven]
    followed: list[Command]
    before: World
    now: World
    later: list[Done]


def _past_of(commit: Commit, at: Reading, situation: Situation, refs: Sequence[Ref], guard: Guard | None) -> _Past | Rejected:
    """The deed of this commit; if the commit is itself an answer, the deed that it answers. Refuses: nothing_to_answer."""
    root = commit.answer[ASKED].get("to", commit.rev)
    commits = _standing(at.commits_since(root - 1))
    first = next((c for c in commits if c.rev == root), None)
    if first is None:
        return Rejected("nothing_to_answer", "rev", {"wanted": root})
    commands = tuple(_read(p, first) for p in first.answer[ASKED]["commands"])
    given = [c for c in commits if ASKED in c.answer and c.answer[ASKED].get("to") == root]
    theirs = [c for c in given if c.answer[ASKED]["before"]]
    followed = [_read(c.answer[ASKED]["commands"][0], c) for c in given if not c.answer[ASKED]["before"]]
    answers = [_answer_of(c) for c in theirs]
    played = (*commands, *(a.command for a in answers))
    theirs_too = (ref for command in played for ref in touched_parts.of_command(command, situation.book))
    touched = (*refs, *theirs_too)
    before = _without_later(at.load_earlier(dict.fromkeys(touched), situation.book, root - 1), commits)
    now = at.load(dict.fromkeys(touched), situation.book)
    known = at.load_ids([*now.things, *undo.ids_of([*first.events, *(e for a in answers for e in a.events)])])
    now = World(at.campaign, {**known.things, **now.things}, {**known.equipped, **now.equipped}, now.roster, {**known.exits, **now.exits})
    deed = Deed(root, commands, first.events, _seen_around(before, first.events, guard))
    skipped = {root, *(c.rev for c in theirs)}
    later = [_find_done(c) for c in commits if c.rev > root and c.rev not in skipped and c.tool != COMPLETED_BY]
    return _Past(deed, answers, followed, before, now, later)


def left_reaches(at: Reading, situation: Situation) -> list[tuple[int, str]]:
    """The rev of each walk of the turn that is played, and the id of each creature whose reach it leaves and that has not struck yet. Also the walks
    of the turn before, if a player has ended it and nothing was done since.
    """
    commits = _standing(at.commits_since(max(0, at.campaign.rev - LOOKED_BACK)))
    walks = [c for c in _deeds(_until_a_player_passed(commits), at) if _is_walk(c) and "to" not in c.answer[ASKED]]
    dry = replace(situation, dry=True, roll=dice.roller(0))
    found: list[tuple[int, str]] = []
    for commit in reversed(walks):
        past = _past_of(commit, at, dry, (), None)
        again = past if isinstance(past, Rejected) else reaction_replay.play_again(past.deed, past.answers, past.before, dry)
        if isinstance(again, Rejected):
            continue
        occasions = (o for outcome in again.outcomes if outcome for o in outcome.occasions if o.happens == "leaves_reach")
        found += ((commit.rev, o.to) for o in occasions)
    return list(dict.fromkeys(found))


def open_answers(at: Reading, situation: Situation, own: Collection[str], guard: Guard | None) -> list[tuple[int, str, PlayAct | Cast]]:
    """(rev of the deed, id of the creature, call) of each answer to a deed of this turn that one of these creatures may still give, the newest deed first.
    Each is tried, so that what has been answered, spent or overtaken is left out.
    """
    commits = _standing(at.commits_since(max(0, at.campaign.rev - LOOKED_BACK)))
    dry = replace(situation, dry=True, roll=dice.roller(0))
    found: list[tuple[int, str, PlayAct | Cast]] = []
    for commit in _deeds(commits, at):
        past = _past_of(commit, at, dry, (), None) if "to" not in commit.answer[ASKED] else None
        again = reaction_replay.play_again(past.deed, past.answers, past.before, dry) if isinstance(past, _Past) else None
        if not isinstance(past, _Past) or not isinstance(again, Again):
            continue
        for id, act in _offered(past, again, own, dry):
            whose = {"characterId": id, "answer": True, "rev": commit.rev}
            as_act, as_spell = PlayAct(operation="act", act=act, **whose), Cast(operation="cast", spell=act, **whose)
            tried = ((one, _of(commit, one, at, dry, touched_parts.of_command(one, situation.book), guard)[1]) for one in (as_act, as_spell))
            found += [(commit.rev, id, one) for one, outcome in tried if not isinstance(outcome, Rejected)][:1]
    return found


def _offered(past: _Past, again: Again, own: Collection[str], situation: Situation) -> Iterator[tuple[str, str]]:
    """(id, act) of each answer that the deed offers to these creatures."""
    for outcome in again.outcomes:
        told = loop.offer(past.before, outcome, situation) if outcome else None
        offered = ((who.id, act) for who, acts in told.details["who"] for act in acts.split(", ")) if told else ()
        yield from dict.fromkeys(one for one in offered if one[0] in own)


def _until_a_player_passed(commits: Sequence[Commit]) -> Sequence[Commit]:
    """The commits without the last one, if it only is the end of a player's turn: the game master has not had a word since."""
    last = commits[-1] if commits else None
    if last is None or ALOUD not in last.answer or not _passes_on(last):
        return commits
    asked = last.answer.get(ASKED)
    return commits[:-1] if asked is None or [c["operation"] for c in asked["commands"]] == ["next_turn"] else commits


def _is_walk(commit: Commit) -> bool:
    return any(command["operation"] == "move" for command in commit.answer[ASKED]["commands"])


def _seen_around(before: World, events: Sequence[Event], guard: Guard | None) -> frozenset[str] | None:
    """The ids of what the caller sees before or after these events; None if the caller sees everything."""
    if guard is None:
        return None
    return frozenset(id for world in (before, evolve_all(before, events)) for id in guard.sees(world).things)


def _answer_of(commit: Commit) -> AnswerGiven:
    asked = commit.answer[ASKED]
    return AnswerGiven(commit.rev, _read(asked["commands"][0], commit), asked["nth"], commit.events, asked.get("counters"))


def _without_later(before: World, commits: Sequence[Commit]) -> World:
    """The world with the names that existed then, without the names of things created since."""
    made = {e.thing.id for c in commits for e in c.events if isinstance(e, Created)}
    return replace(before, roster=tuple(line for line in before.roster if line.id not in made))


def _read(payload: Json, commit: Commit) -> Command:
    """Read a command from the payload that was sent with this commit."""
    tool = commit.answer[ASKED].get("tool") or _TOOLS.get(payload["operation"], "execute_action")
    return operations(tool)[payload["operation"]].model_validate(payload)
