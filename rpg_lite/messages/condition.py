"""Sentences for the results of manage_condition."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.messages.render_context import RenderContext
from rpg_lite.operations.condition.apply import Apply, ApplyResult
from rpg_lite.operations.condition.remove import Lift, LiftResult
from rpg_lite.rules import durations
from rpg_lite.world.world_model import Thing


def _apply(t: RenderContext) -> str:
    who = ", ".join(map(t.name, t.outcome.bearers))
    told = t.result(ApplyResult)
    lasts = f" ({_duration(told.duration)})" if told.duration else ""
    if told.is_effect:
        return f"{who}: {told.applied} begins{lasts}."
    level = _exhaustion(t) if told.applied == "exhaustion" else ""
    return f"{who}: {told.applied}{level}{lasts}."


def _duration(written: str) -> str:
    """The duration as it was sent; a duration that ends at the start or end of a turn is put into words."""
    span = durations.parse(written)
    if span is None or span.turn is None:
        return written
    return f"until {_TURNS[span.turn.whose]} {'ends' if span.turn.edge == 'turn_end' else 'begins'}"


_TURNS: Final[Mapping[durations.Whose, str]] = MappingProxyType(
    {"source": "the next turn of its source", "target": "the next turn of its bearer", "current": "this turn"}
)


def _exhaustion(t: RenderContext) -> str:
    level = _level(t.after.things[t.outcome.bearers[0]])
    return f" {level}" if level else ""


def _level(creature: Thing) -> int:
    """The level of exhaustion; 0 if there is none."""
    return next((c.level for c in creature.creature.conditions if c.name == "exhaustion"), 0)


def _lift(t: RenderContext) -> str:
    what = t.result(LiftResult).lifted
    left = {t.name(id): level for id in t.outcome.bearers if what == "exhaustion" and (level := _level(t.after.things[id]))}
    ended = [t.name(id) for id in t.outcome.bearers if t.name(id) not in left]
    told = [f"{', '.join(ended)}: {what} ends."] if ended else []
    return " ".join((*told, *(f"{name}: exhaustion falls to {level}." for name, level in left.items())))


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        Apply: _apply,
        Lift: _lift,
    }
)
