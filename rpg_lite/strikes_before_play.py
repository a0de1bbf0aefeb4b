"""The opportunity attacks that foes make before next_turn plays them: the game master leaves their deeds to the policy, and a walk of a hero that left
their reach is one of them. Each is an answer to the walk with a commit of its own, so that it can be answered and undone like any other.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol

from rpg_lite import call_commit
from rpg_lite.call import Call
from rpg_lite.decision.outcome import Accepted, Called, Notice, Rejected
from rpg_lite.meaning.parse import parse
from rpg_lite.mechanics.acts.available_reactions import MAY_ANSWER
from rpg_lite.mechanics.space.sides import is_ally
from rpg_lite.messages.result_notes import word_note
from rpg_lite.monsters import turns
from rpg_lite.operations.action.next_turn import NextTurn
from rpg_lite.operations.batch import Decided
from rpg_lite.operations.request_envelope import Asked
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.world import clock
from rpg_lite.world.world_model import World

Json = dict[str, Any]
_ACT: Final = "Opportunity Attack"


def plays_foes(asked: Asked) -> bool:
    """Whether the call is one next_turn that plays the foes."""
    first = asked.commands[0]
    return len(asked.commands) == 1 and isinstance(first, NextTurn) and first.play is not None


class DecidingGame(Protocol):
    """The game in which the strikes are made."""

    book: Rulebook

    def decide(self, call: Call, at: Writing) -> tuple[Call, World, Decided]: ...
    def record(self, at: Writing, call: Call, before: World, decided: Decided) -> Json: ...
    def write(self, call: Call, at: Writing) -> Json: ...


class _Unplayed(Exception):
    """The play itself was refused, so that none of the strikes before it may stand. `answer`: the refusal."""

    def __init__(self, answer: Json) -> None:
        super().__init__()
        self.answer = answer


class StrikesFirst:
    """The strikes that are due and the play after them, as works of one transaction."""

    def __init__(self, call: Call, due: Sequence[tuple[int, str]], game: DecidingGame) -> None:
        """`due`: (rev of the walk, id of the foe) of each strike."""
        self._call, self._due, self._game = call, due, game
        self._told: list[Json] = []
        self._too_late: list[str] = []
        """The names of foes whose strike is no longer possible."""
        self._waits = self._is_repeat = False

    def play(self, write_together: Callable[[Sequence[Callable[[Writing], Json]]], list[Json]]) -> Json:
        """The answer to all of it. A play that is refused takes the strikes back with it."""
        try:
            played = write_together([self._begin, *(partial(self._strike, walk, foe) for walk, foe in self._due), self._play])[-1]
        except _Unplayed as unplayed:
            return unplayed.answer
        return played if self._is_repeat else self._joined(played)

    def _begin(self, at: Writing) -> Json:
        """Begin anew: after a conflict with another writer everything is decided again."""
        self._told.clear()
        self._too_late.clear()
        self._waits, self._is_repeat = False, call_commit.repeat_answer(self._call, at) is not None
        return {}

    def _strike(self, walk: int, foe: str, at: Writing) -> Json:
        """Let the foe answer the walk; who may not strike after all, because it is charmed for example, lets it be."""
        if self._waits or self._is_repeat:
            return {}
        call, before, decided = self._game.decide(self._call_of(walk, foe), at)
        if not decided.refused:
            told, self._waits = _waiting(decided, before)
            self._told.append(self._game.record(at, self._with_request(call) if self._waits else call, before, told))
        elif any(isinstance(outcome, Rejected) and outcome.code == "answer_blocked" for outcome in decided.outcomes):
            self._too_late.append(at.load_ids([foe]).things[foe].name)
        return {}

    def _call_of(self, walk: int, foe: str) -> Call:
        payload = {"operation": "act", "characterId": foe, "act": _ACT, "answer": True, "rev": walk}
        parsed = parse("execute_action", payload, self._game.book.words)
        assert isinstance(parsed, Asked)
        return Call.of(parsed, "full" if self._call.is_full else "brief", self._call.caller, self._game.book, lore=self._call.lore)

    def _with_request(self, call: Call) -> Call:
        """The strike under the request of the whole call, which ends with it: sent again, it must not play on over the head of a hero."""
        asked, envelope = self._call.asked, call.asked.envelope.model_copy(update={"request_id": self._call.asked.envelope.request_id})
        return replace(call, asked=replace(call.asked, envelope=envelope, request_hash=asked.request_hash))

    def _play(self, at: Writing) -> Json:
        """Play the foes, unless a hero has a word first. Raises _Unplayed."""
        if self._waits:
            return {}
        answer = self._game.write(self._call, at)
        if self._told and not answer["ok"]:
            raise _Unplayed(answer)
        return answer

    def _joined(self, played: Json) -> Json:
        """The strikes and the play as one answer; `played` is empty if a hero has a word before it."""
        parts = [*self._told, *([played] if played else [])]
        results = [one for part in parts for one in part.get("results", ())]
        late = Notice("foes_strike_too_late", {"names": self._too_late})
        told = [*(part["text"] for part in self._told), word_note(late.code, late.details) if self._too_late else "", str(played.get("text", ""))]
        return {**parts[-1], "text": "\n".join(filter(None, told)), "results": results}


def is_foe(world: World, id: str, book: Rulebook) -> bool:
    """Whether the policy plays this creature; an ally strikes when its table says so."""
    one = world.things.get(id)
    return one is not None and not one.creature.is_member and not is_ally(world, one, book)


def _waiting(decided: Decided, before: World) -> tuple[Decided, bool]:
    """The strike as it is told, and whether a hero has a word first: who fell, or may react. What it offers to foes is left out, since they are played."""
    outcome = decided.outcomes[0]
    assert isinstance(outcome, Accepted)
    standing = set(turns.heroes_standing(outcome.world))
    fallen = [id for id in turns.heroes_standing(before) if id not in standing]
    asked = turns.heroes_asked(outcome, outcome.world)
    why = turns.why_waiting(fallen, asked)
    notes = [note for note in (_to_heroes(note, asked) for note in outcome.notes) if note is not None]
    return replace(decided, outcomes=(replace(outcome, notes=(*notes, *([why] if why else []))),)), why is not None


def _to_heroes(note: Notice, asked: Sequence[Called]) -> Notice | None:
    if note.code != MAY_ANSWER:
        return note
    left = [one for one in note.details["who"] if one[0] in asked]
    return replace(note, details={**note.details, "who": left}) if left else None


def has_walked(world: World) -> bool:
    """Whether somebody has walked in a turn of this round or the one before."""
    on = clock.fight(world)
    return on is not None and any(done.feet and done.round >= on.round - 1 for done in on.acts)


def left_open(decided: Decided, due: Sequence[tuple[int, str]], seen: Collection[str], is_master: bool) -> Decided:
    """The end of a turn, with a note on the foes that nobody has let strike at a walk in it; for the game master with the call that still does.
    `due`: (rev of the walk, id of the foe) of each; `seen`: the ids of the creatures that the caller sees.
    """
    last = decided.outcomes[-1]
    if not isinstance(last, Accepted):
        return decided
    walks = dict[int, list[Called]]()
    for walk, foe in due:
        if foe in seen:
            walks.setdefault(walk, []).append(Called(foe))
    told = [Notice("strikes_left" if is_master else "strikes_left_to_master", {"names": who, "rev": walk}) for walk, who in walks.items()]
    return replace(decided, outcomes=(*decided.outcomes[:-1], replace(last, notes=(*last.notes, *told))))


def announced(decided: Decided, foes: Sequence[str]) -> Decided:
    """The trial of a play, with a note on the foes that strike first when it is played in earnest: no dice are rolled for a trial."""
    first = decided.outcomes[0]
    if not foes or not isinstance(first, Accepted):
        return decided
    told = Notice("foes_strike_first", {"names": [Called(id) for id in foes]})
    return replace(decided, outcomes=(replace(first, notes=(told, *first.notes)), *decided.outcomes[1:]))
