"""The proposal after a refusal of what is too far off or covered: a walk to where it works, and the same call, in one batch."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.mechanics.movement import ways
from rpg_lite.mechanics.movement.planned_ways import PlannedWay, WayWished
from rpg_lite.rules.space.squares import square_name
from rpg_lite.world import combat
from rpg_lite.world.world_model import Thing

TOO_FAR: Final = frozenset(("beyond_range", "beyond_reach", "total_cover"))


def with_walk(verdict: Verdict, draft: Draft, attacker: Thing, sent: Mapping[str, Any]) -> Verdict:
    """The verdict; a refusal of what is too far off gets the batch that walks there first, or the walk alone if that takes the whole turn."""
    if not isinstance(verdict, Rejected) or verdict.code not in TOO_FAR or combat.acting(draft.world) != attacker.id or verdict.instead:
        return verdict
    target = draft.world.things.get(str(verdict.details.get("id")))
    if target is None:
        return verdict
    words = f"within {verdict.details['most']} ft of {target.name}"
    planned = ways.plan(draft, attacker, WayWished(words))
    if isinstance(planned, PlannedWay) and planned.walk.spaces:
        walk = {"operation": "move", "characterName": attacker.name, "to": square_name((planned.to.x, planned.to.y), planned.to.z)}
        own = {key: value for key, value in sent.items() if key != "characterId"} | {"characterName": attacker.name}
        return replace(verdict, instead={"batch": [walk, own]})
    if isinstance(planned, Rejected) and planned.code == "too_far":
        return replace(verdict, instead=planned.instead)
    return verdict
