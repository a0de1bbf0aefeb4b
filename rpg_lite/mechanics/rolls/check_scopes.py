"""Changes of a check that count only for some uses of it: by smell, in the sun, to climb. The call names the use in `with`."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.rolls.one_roll_effects import ONE_ROLL
from rpg_lite.rules import roll_scopes
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

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


def tell(draft: Draft, who: Thing, kinds: Collection[str], told: Collection[str]) -> None:
    """Note the uses for which a check of these kinds has advantage, unless the call names one; those that come from what nobody has identified
    are for the game master alone.
    """
    found = [m for m in _scoped(draft.stats(who), kinds, ("advantage",)) if not any(part.startswith("not ") for part in m.scope)]
    if not found or any(roll_scopes.tags(told) & {*_words_in(part)} for m in found for part in m.scope):
        return
    carried = (t for t in draft.world.tree_of(who.id) if t.kind == "item" and not t.item.is_identified)
    secret = {thing_stats.item_of(thing, draft.situation.book).name for thing in carried}
    if known := _uses(m for m in found if m.source.name not in secret):
        draft.note("check_by", name=Called(who.id), texts=known)
    if unknown := [use for use in _uses(found) if use not in known]:
        draft.note("check_by_the_unidentified", name=Called(who.id), texts=unknown)


def _uses(found: Iterable[Modifier]) -> list[str]:
    """The uses in the words that a call may send: "hearing or smell"."""
    return [*dict.fromkeys(" and ".join(" or ".join(_words_in(part)) for part in m.scope).replace("_", " ") for m in found)]


def _scoped(stats: EffectiveStats, kinds: Collection[str], ops: Collection[str]) -> Iterator[Modifier]:
    return (m for m in stats.scoped if m.target in kinds and m.op in ops and m.scope and m.scope != ONE_ROLL)


def _words_in(part: str) -> Iterator[str]:
    head, colon, rest = part.removeprefix("not ").partition(":")
    for word in (rest if colon else head).split("|"):
        yield f"{head}:{word}" if colon else word
