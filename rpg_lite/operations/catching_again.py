"""The proposal after a refusal of an area: the same call, and its area elsewhere or for others."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.world.world_model import Thing

OF_AREA: Final = frozenset(("at", "toward", "catch", "spare", "targets"))
"""The keys of a call that say where its area lies and whom it catches."""
_NAMED_ELSEWHERE: Final = frozenset(("targetName", "targetId", "characterId"))


def with_call(verdict: Verdict, user: Thing, sent: Mapping[str, Any]) -> Verdict:
    """The verdict; a refusal that proposes the area alone gets the whole call around it."""
    return with_area(verdict, user, sent) if isinstance(verdict, Rejected) else verdict


def with_area(refused: Rejected, user: Thing, sent: Mapping[str, Any]) -> Rejected:
    """The refusal; its proposal of an area gets the rest of the call that was sent."""
    if refused.instead is None or not refused.instead.keys() <= OF_AREA:
        return refused
    own = {key: value for key, value in sent.items() if key not in OF_AREA | _NAMED_ELSEWHERE} | {"characterName": user.name}
    return replace(refused, instead={**own, **refused.instead})
