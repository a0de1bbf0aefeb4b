"""Sentences for refusals about places: the ground of a room, those who stand on it, and walks over it. Apart because the list of all refusals is long."""

from collections.abc import Mapping
from typing import Final

OF_PLACES: Final[Mapping[str, str]] = {
    "places_not_counted": "places do not count in a fight whose space is told; leave out one of the two",
    "fight_keeps_its_kind": "this fight goes on as it began: space is {space}",
    "moves_with_another": "{name} is inside another creature and stands where that one stands",
    "stands_elsewhere": "{name} is not in {room}",
    "not_measured": "places do not count here: no fight with space measured is on in {room}; start_fight with space measured begins one",
    "exit_too_far": "{name} must walk to the exit {label} ({at}) first, as a deed of its own where somebody may strike on the way",
    "stands_aloft": "{name} is {feet} ft above the ground and cannot fly; place sets it down",
    "level_needs_flight": "only somebody who flies gets to {to}; send by fly if {name} can",
    "fact_of_space": "{wanted} follows from where everybody stands, which the record knows; leave it out",
    "too_far": "that is {feet} ft away for {name}, and it has {left} ft left",
    "no_way": "no way leads {name} to {to}",
    "closer_to_fear": "every way to {to} brings {name} closer to what it fears",
    "jump_too_far": "{name} jumps {most} ft at most, and that is {feet} ft; 10 ft on foot before it make a long jump",
    "mode_unknown": "{name} cannot move so: {by}",
    "path_breaks": "no step leads from {from} to {at}",
    "ground_size": "{wanted!r} is no size: columns x rows of 5-ft squares, from 1x1 to {most}x{most}, such as 12x10",
    "ground_invalid": "{why}",
    "ground_in_use": "{names} would stand in a wall of {room} or outside its ground; place them elsewhere first",
    "nothing_to_clear": "nothing lies at {wanted!r} on the ground of {room}",
    "no_place": "{name} has no place in {room}; a fight that measures gives everybody one: start_fight with space measured, or place",
    "place_unclear": "{wanted!r} names no place here",
    "off_the_ground": "{wanted} lies off the ground: {room} reaches from A1 to {last}",
    "does_not_fit": "{name} fills {feet} by {feet} ft, and something solid is in the way at {wanted}",
    "occupied": "somebody is in the way at {wanted}",
    "beyond_reach": "{name} is {feet} ft away, and {who} reaches {most} ft",
    "beyond_range": "{name} is {feet} ft away, and this goes {most} ft at most",
    "total_cover": "{name} is behind total cover ({by}) for {who}",
    "no_such_place": "no free place here is {wanted!r}",
    "near_whom": "who is near {name}? send names, or apart for those who are no longer near",
    "near_and_apart": "{name} is either near {one} or apart, not both",
    "near_itself": "{name} cannot be near itself: name others",
    "near_elsewhere": "{name} is not in the same room as {one}, so the two are not near each other",
}
