"""The record of a call: one commit, and only one for each request id, however often a client sends the request."""

from collections.abc import Sequence
from typing import Any

from rpg_lite.call import Call
from rpg_lite.decision.outcome import Accepted, Rejected
from rpg_lite.operations import answered_deeds
from rpg_lite.operations.answered_deeds import AnswerResult
from rpg_lite.operations.batch import Decided
from rpg_lite.operations.undo import BackResult, UndoResult
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.views import answer_presenter
from rpg_lite.views.history import TO_PLAYERS
from rpg_lite.world import deeds
from rpg_lite.world.deeds import KeptDeed
from rpg_lite.world.history_records import ALOUD, ASKED
from rpg_lite.world.world_model import World

Json = dict[str, Any]


def repeat_answer(call: Call, at: Writing) -> Json | None:
    """The first answer to a requestId that was used before; a different payload under the same requestId is refused."""
    request = call.asked.envelope.request_id
    found = at.find_answer(request) if request else None
    if found is None:
        return None
    if found.request_hash != call.asked.request_hash:
        return answer_presenter.refusal([Rejected("request_id_reused", "requestId", {"rev": found.rev})])
    text = f"Already done at rev {found.rev}; nothing was done again. {found.answer['text']}"
    return {**{k: v for k, v in found.answer.items() if k not in (ALOUD, ASKED, TO_PLAYERS)}, "repeated": True, "text": text}


def has_news(call: Call, decided: Decided) -> bool:
    """Whether there is anything to record."""
    return not decided.refused and bool(decided.events or call.asked.envelope.request_id or _taken_back(decided))


def record(call: Call, at: Writing, before: World, decided: Decided, answer: Json, to_players: str | None, did: Sequence[KeptDeed]) -> None:
    """Record a commit. `did`: its deeds at the table; `to_players`: the words about it for players, if they differ from the answer."""
    told = ({} if call.caller.sees_all else {ALOUD: True}) | ({TO_PLAYERS: to_players} if to_players else {})
    at.record(
        before,
        decided.world,
        decided.events,
        tool=call.asked.tool,
        request_id=call.asked.envelope.request_id,
        request_hash=call.asked.request_hash,
        answer={**answer, **_note_asked(call, decided), **told},
        deed=deeds.dump(did) or None,
        **_taken_back(decided),
    )


def _note_asked(call: Call, decided: Decided) -> Json:
    """The commands of a deed that may be answered; for an answer, also the deed that it answers."""
    commands, outcomes = call.asked.commands, decided.outcomes
    if not answered_deeds.is_kept(commands, outcomes):
        return {}
    kept: Json = {
        "commands": [c.model_dump(mode="json", by_alias=True, exclude_unset=True) for c in commands],
        "tool": call.asked.tool,
        **({"begins": True} if answered_deeds.begins_a_turn(commands, outcomes) else {}),
    }
    if isinstance(first := decided.outcomes[0], Accepted) and isinstance(told := first.result, AnswerResult):
        return {ASKED: {**kept, "to": told.to, "nth": told.nth, "before": len(told.parts) > 1, **_countered(told)}}
    return {ASKED: kept}


def _countered(told: AnswerResult) -> Json:
    return {} if told.counters is None else {"counters": told.counters}


def _taken_back(decided: Decided) -> dict[str, int]:
    """The revs that an undo took back, as the commit keeps them."""
    match decided.outcomes[0]:
        case Accepted(result=UndoResult(undoes=rev)):
            return {"undoes": rev}
        case Accepted(result=BackResult(back_to=rev)):
            return {"back_to": rev}
    return {}
