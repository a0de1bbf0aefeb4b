"""The readied deed that a call sends as an answer: it is a reaction, but no answer to a deed, so it is played as a deed of its own (SRD 5.1 and 5.2,
Ready). Apart because answers are looked up in the past, and this deed follows it.
"""

from typing import Any, Final

from rpg_lite.decision import targets
from rpg_lite.decision.outcome import Outcome, Rejected
from rpg_lite.mechanics.acts import readied_spell
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.turn import readied
from rpg_lite.operations.action.act import PlayAct
from rpg_lite.operations.action.cast import Cast
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import World

_ANSWERS_NOTHING: Final = frozenset(("answer_unfit", "answer_unknown", "nothing_to_answer"))
_OF_ANSWERS: Final = ("answer", "rev")
_OF_CASTS: Final = ("operation", "spell", "slot", "ritual", "choice")


def plain_deed(command: ActCommand, outcome: Outcome, world: World, book: Rulebook) -> ActCommand | None:
    """The call without its word that it answers, if it answers nothing and is what the creature has readied: the release of a spell, also for a call that
    casts it; `act Readied`; or an act of its own while it waits.
    """
    who = targets.character(world, *command.actor, "characterName")
    if not isinstance(outcome, Rejected) or outcome.code not in _ANSWERS_NOTHING or isinstance(who, Rejected):
        return None
    sent: dict[str, Any] = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    plain = {key: value for key, value in sent.items() if key not in _OF_ANSWERS}
    if isinstance(command, Cast):
        release = acts.find(world, who, readied_spell.release_of(command.spell), book)
        rest = {key: value for key, value in plain.items() if key not in _OF_CASTS}
        return PlayAct.model_validate({**rest, "operation": "act", "act": release.act.name}) if release is not None else None
    found = acts.find(world, who, command.act, book) if isinstance(command, PlayAct) and command.act else None
    if found is None:
        return None
    waits = readied.is_ready(world, who.id) and (found.act.name == readied.READIED or readied.may_be(found.act.cost))
    return PlayAct.model_validate(plain) if waits or readied_spell.released(found.act) else None
