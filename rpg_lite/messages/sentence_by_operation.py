"""One English sentence for each accepted command, from its outcome and the world around it. Apart because it is the list of them all."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import NotMade
from rpg_lite.messages import action, character, condition, inventory, journal, map_findings, rooms, tools, undo
from rpg_lite.messages.render_context import RenderContext
from rpg_lite.operations.answered_deeds import AnswerResult
from rpg_lite.operations.rider_answers import RiderJoins
from rpg_lite.operations.rooms.import_map import ImportMap, ImportMapResult


def deed(told: RenderContext) -> str:
    """Word the outcome of a command; for an answer, word the reaction, then the outcome of the deed after the reaction."""
    if isinstance(t := told.outcome.result, AnswerResult):
        return _say_answer(told, t)
    if isinstance(told.outcome.result, NotMade):
        return f"Not made: {told.name_of(told.outcome.result.target)} is already dead."
    return SENTENCES[type(told.command)](told)


def _say_answer(told: RenderContext, result: AnswerResult) -> str:
    """Word the reaction and the deed, each with the state of things after both."""
    parts = [
        f"{told.name_of(o.result.who)} adds {o.result.name}."
        if isinstance(o.result, RiderJoins)
        else SENTENCES[type(command)](RenderContext(command, replace(o, world=told.after), told.before, told.dry, told.players))
        for command, o in result.parts
    ]
    return " Now ".join([f"In answer to rev {result.to}: {parts[0]}", *parts[1:]])


def _import_map(t: RenderContext) -> str:
    told = t.result(ImportMapResult)
    entrance = f"{t.name(t.outcome.subject)} ({t.outcome.subject})"
    way_in = f"The exit {told.label} from {told.base} leads to {entrance}."
    return f"{map_findings.contents(told)} {way_in} {map_findings.summary(told.findings, told.loops)}"


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        ImportMap: _import_map,
        **inventory.SENTENCES,
        **character.SENTENCES,
        **condition.SENTENCES,
        **action.SENTENCES,
        **rooms.SENTENCES,
        **tools.SENTENCES,
        **journal.SENTENCES,
        **undo.SENTENCES,
    }
)
"""The sentence of every command that changes something. Views render the commands that only read."""
