"""Sentences for an area in its place: where it lies, whom it catches besides those who were wanted, and who stands just outside."""

from collections.abc import Sequence

from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.space.filled_areas import FilledArea
from rpg_lite.messages.render_context import RenderContext, join_names


def where(filled: FilledArea | None) -> str:
    """The place of the area in words that follow the act: " at E5/F6, 40 ft off", " toward H3"; empty around its maker."""
    if filled is None:
        return ""
    if filled.shape == "cube":
        return f" in {filled.at or filled.toward}"
    at = f" at {filled.at}" if filled.at else ""
    off = f", {filled.feet} ft off" if filled.at and filled.feet else ""
    return f"{at}{off}{f' toward {filled.toward}' if filled.toward else ''}"


def sentences(t: RenderContext, filled: FilledArea | None, shows_all: bool) -> list[str]:
    """Those who are caught though nobody wanted them, the maker's own side first; and those who were wanted and stand outside. `shows_all`: whether the
    answer tells of each who is inside what happens to it, as a zone that waits does not.
    """
    if filled is None:
        return []
    parts = ["Something in between stops it there."] if filled.is_short else []
    own, others = filled.unasked[: filled.own_side], filled.unasked[filled.own_side :]
    if shows_all:
        parts += _caught(t, own, " of its own side") + _caught(t, others, "")
    elif held := t.names(filled.caught):
        parts.append(f"Inside: {join_names(held)}.")
    parts += [f"{t.name_of(who)} is {feet} ft outside." for who, feet in filled.missed if t.sees(who)]
    if t.dry:
        parts += [f"Or {option.at}: {join_names(t.names(option.caught))}." for option in filled.options if t.names(option.caught)]
    return parts


def _caught(t: RenderContext, whom: Sequence[Called], side: str) -> list[str]:
    names = t.names(whom)
    if not names:
        return []
    return [f"{join_names(names)}{side} {'is' if len(names) == 1 else 'are'} caught, too."]
