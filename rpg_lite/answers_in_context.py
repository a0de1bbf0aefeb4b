"""The answers that a player's creature may give now, in that player's context: the game master did the deed, so its offers stood in an answer that the
player has not read. Apart because it looks at past deeds, which the game itself does not.
"""

from typing import Any

from rpg_lite.call import Call
from rpg_lite.decision.outcome import Notice
from rpg_lite.decision.situation import Situation
from rpg_lite.messages.result_notes import word_note
from rpg_lite.operations.action.act import PlayAct
from rpg_lite.operations.action.cast import Cast
from rpg_lite.operations.authorize import Guard
from rpg_lite.operations.campaign.context import Context
from rpg_lite.store import answered_deed_lookup
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.world import clock
from rpg_lite.world.world_model import World

Json = dict[str, Any]


def told(answer: Json, call: Call, world: World, at: Reading, situation: Situation, guard: Guard | None) -> Json:
    """The context of a player in a fight on squares with these answers, each with its call; every other answer as it is."""
    on, caller = clock.fight(world), call.caller
    if not answer["ok"] or caller.is_gm or not isinstance(call.asked.commands[0], Context) or on is None or not on.is_measured:
        return answer
    own = {id for id, thing in world.things.items() if caller.owns(world, thing)}
    found = answered_deed_lookup.open_answers(at, situation, own, guard)
    notes = [_offer(world.things[id].name, rev, one) for rev, id, one in found]
    return {**answer, "text": "\n".join((answer["text"], *(word_note(note.code, note.details) for note in notes)))}


def _offer(name: str, rev: int, answer: PlayAct | Cast) -> Notice:
    if isinstance(answer, Cast):
        return Notice("may_cast_in_answer", {"name": name, "act": answer.spell, "rev": rev})
    return Notice("may_act_in_answer", {"name": name, "act": answer.act, "rev": rev})
