"""The only way in which conditions and effects end, so that the consequences are played whatever the cause."""

from collections.abc import Callable, Sequence
from typing import Final

from rpg_lite.decision.draft import Draft, Over
from rpg_lite.decision.state_changes import change
from rpg_lite.world import body_paths
from rpg_lite.world.creature_states import LASTING, Cause, Lasting, LastingKind

_GOVERNING: Final = ("charmed", "frightened", "poisoned")
"""The conditions on which the rest of an effect hangs: "while Frightened in this way" (SRD). Whoever is restrained or blinded by a swallower or a
net is there in any case.
"""
_DISEASE: Final = "disease"


def governs(condition: str, ends: Sequence[str]) -> bool:
    """Whether the rest of an effect is there only while this condition of it is. A disease goes on without the condition."""
    return condition in _GOVERNING and _DISEASE not in ends


def end_where(draft: Draft, bearer: str, is_over: Callable[[Lasting], bool]) -> list[Lasting]:
    """End every condition and effect of the creature for which the predicate holds; return them."""
    return [entry for kind in LASTING for entry in end_of_kind(draft, bearer, kind, is_over)]


def end_of_kind(
    draft: Draft, bearer: str, kind: LastingKind, is_over: Callable[[Lasting], bool], *, in_time: bool = False
) -> list[Lasting]:  # fmt: skip
    """End the conditions, or the effects, for which the predicate holds. `in_time`: their whole time has passed."""
    now = draft.world.things[bearer].creature.lasting(kind)
    over = [entry for entry in now if is_over(entry)]
    if over:
        draft.over += [Over(bearer, entry, in_time) for entry in over]
        change(draft, draft.world.things[bearer], body_paths.of_lasting(kind), [entry for entry in now if entry not in over] or None)
    if kind == "conditions" and (causes := [e.cause for e in over if e.cause.at and governs(e.name, e.span.ends_by)]):
        end_of_kind(draft, bearer, "effects", lambda entry: any(_is_of_one_step(entry.cause, cause) for cause in causes), in_time=in_time)
    return over


def _is_of_one_step(cause: Cause, other: Cause) -> bool:
    return (cause.by, cause.act, cause.at, cause.cast) == (other.by, other.act, other.at, other.cast)
