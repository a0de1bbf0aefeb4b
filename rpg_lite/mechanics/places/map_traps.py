"""Set the traps of a map; for a trap that the rulebook lacks, leave a note in its room."""

from collections.abc import Iterator, Mapping
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.places import room_context, trap_setting
from rpg_lite.rules import names
from rpg_lite.rules.trap_lookup import Given, missing_name
from rpg_lite.world import body_paths
from rpg_lite.world.map_lint import MapFinding, findings_of_trap
from rpg_lite.world.map_plans import Plan, Room
from rpg_lite.world.placed_traps import Place

NOTED: Final = "the room has a note of it"
"""The words of the import about a trap that the rulebook lacks."""


def set_traps(
    draft: Draft, plan: Plan, ids: Mapping[str, str], placed: Mapping[tuple[int, int], str], lacking: list[MapFinding]
) -> Rejected | None:
    """Set every trap of a plan. `ids`: folded name of a room → id; `placed`: (place of the room, place of the thing in it) → id."""
    book = draft.situation.book
    for n, room in enumerate(plan.rooms):
        for field, given, place in _traps_of(draft, room, n, ids[names.fold(room.name)], placed):
            told = place.label if place.kind not in ("room", "item") and hasattr(place, "label") else room.name
            lacking += findings_of_trap(given, told, room.name, trap_setting.kind_of(place), {f"SRD {book.ruleset}": book}, NOTED)
            if (missing := missing_name(given, book)) is not None:
                here = draft.world.things[ids[names.fold(room.name)]]
                change(draft, here, body_paths.NOTES, [*here.room.notes, f"A trap should be here: the rulebook has no {missing}."])
            elif refusal := trap_setting.set_trap(draft, place, given):
                return Rejected("trap_invalid", f"document.rooms[{n}].{field}", refusal.details)
    return None


def _traps_of(draft: Draft, room: Room, n: int, id: str, placed: Mapping[tuple[int, int], str]) -> Iterator[tuple[str, Given, Place]]:
    """(field, trap, place) of each trap of a room."""
    if room.trap is not None:
        yield "trap", room.trap, draft.world.things[id]
    for w, planned in enumerate(room.ways):
        way = room_context.find_exit(draft.world, id, planned.label)
        if planned.trap is not None and way is not None:
            yield f"ways[{w}].trap", planned.trap, way
    for t, loot in enumerate(room.things):
        if loot.trap is not None and (n, t) in placed:
            yield f"things[{t}].trap", loot.trap, draft.world.things[placed[n, t]]
