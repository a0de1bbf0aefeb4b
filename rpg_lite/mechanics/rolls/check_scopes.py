"""Changes of a check that count only for some uses of it: by smell, in the sun, to climb. The call names the use in `with`."""

from collections.abc import Collection, Iterator
from typing import Final

from rpg_lite.mechanics.rolls.one_roll_effects import ONE_ROLL
from rpg_lite.rules import roll_scopes
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.effective import EffectiveStats

SIGHT: Final = "sight"
SENSES: Final = (SIGHT, "hearing", "smell")
"""The words for the sense that a check uses; any creature may be told one."""
UNSEEN: Final = frozenset(("hearing", "smell"))
_MODES: Final = ("advantage", "disadvantage")
_FAILS: Final = "auto_fail"


def needs_eyes(told: Collection[str]) -> bool:
    """Whether the check may be one by sight: the call names no other sense alone."""
    return SIGHT in told or UNSEEN.isdisjoint(told)


def words_of(stats: EffectiveStats, kinds: Collection[str]) -> dict[str, str]:
    """Each word that decides whether a change of these checks counts → the name of the change's source."""
    return {word: m.source.name for m in _scoped(stats, kinds, (*_MODES, _FAILS)) for part in m.scope for word in _words_in(part)}


def modes(stats: EffectiveStats, kinds: Collection[str], told: Collection[str]) -> list[Modifier]:
    """The advantages and disadvantages that count for a check of these kinds and this use (SRD, Keen Smell)."""
    return [m for m in _scoped(stats, kinds, _MODES) if roll_scopes.holds(m.scope, roll_scopes.tags(told))] if told else []


def failing(stats: EffectiveStats, kinds: Collection[str], told: Collection[str]) -> str | None:
    """The name of the change that makes a check of this use fail without a roll (SRD, Blinded: any check that requires sight)."""
    found = (m for m in _scoped(stats, kinds, (_FAILS,)) if told and roll_scopes.holds(m.scope, roll_scopes.tags(told)))
    return next((m.source.name for m in found), None)


def offers(stats: EffectiveStats, kinds: Collection[str], told: Collection[str]) -> tuple[str, ...]:
    """The uses for which a check of these kinds has advantage, in the words that a call may send: "hearing or smell". None if it names one."""
    found = [m for m in _scoped(stats, kinds, ("advantage",)) if not any(part.startswith("not ") for part in m.scope)]
    if any(roll_scopes.tags(told) & {*_words_in(part)} for m in found for part in m.scope):
        return ()
    return tuple(dict.fromkeys(" and ".join(" or ".join(_words_in(part)) for part in m.scope).replace("_", " ") for m in found))


def _scoped(stats: EffectiveStats, kinds: Collection[str], ops: Collection[str]) -> Iterator[Modifier]:
    return (m for m in stats.scoped if m.target in kinds and m.op in ops and m.scope and m.scope != ONE_ROLL)


def _words_in(part: str) -> Iterator[str]:
    head, colon, rest = part.removeprefix("not ").partition(":")
    for word in (rest if colon else head).split("|"):
        yield f"{head}:{word}" if colon else word
