"""The proposal after a refusal of what is too far off or covered: a walk to where it works, and the same call, in one batch; and the throw of what can
be thrown from where its bearer stands.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.mechanics.movement import ways
from rpg_lite.mechanics.movement.planned_ways import PlannedWay, WayWished
from rpg_lite.operations.thrown_instead import Throw
from rpg_lite.rules.space.squares import square_name
from rpg_lite.world import combat
from rpg_lite.world.world_model import Thing

TOO_FAR: Final = frozenset(("beyond_range", "beyond_reach", "total_cover"))


def with_walk(verdict: Verdict, draft: Draft, attacker: Thing, sent: Mapping[str, Any], throw: Throw | None = None) -> Verdict:
    """The verdict; a refusal of what is too far off gets the batch that walks there first, the throw if no walk of this turn leads there, or else the walk
    alone. A throw that goes far enough is told in any case.
    """
    if not isinstance(verdict, Rejected) or verdict.code not in TOO_FAR or verdict.instead:
        return verdict
    target = draft.world.things.get(str(verdict.details.get("id")))
    if target is None:
        return verdict
    thrown = throw if throw is not None and verdict.code == "beyond_reach" and throw.hits(draft, attacker, target) else None
    refused = replace(verdict, details={**verdict.details, "throw": thrown.told}) if thrown else verdict
    walk = _walk(draft, attacker, target, refused, sent) if combat.acting(draft.world) == attacker.id else None
    if thrown and "batch" not in (walk or {}):
        return replace(refused, instead=thrown.sent)
    return replace(refused, instead=walk)


def _walk(draft: Draft, attacker: Thing, target: Thing, refused: Rejected, sent: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The batch of the walk and the deed, or the walk that leads nearer."""
    planned = ways.plan(draft, attacker, WayWished(f"within {refused.details['most']} ft of {target.name}"))
    if isinstance(planned, PlannedWay) and planned.walk.spaces:
        walk = {"operation": "move", "characterName": attacker.name, "to": square_name((planned.to.x, planned.to.y), planned.to.z)}
        own = {key: value for key, value in sent.items() if key != "characterId"} | {"characterName": attacker.name}
        return {"batch": [walk, own]}
    return planned.instead if isinstance(planned, Rejected) and planned.code == "too_far" else None
