"""Set the trap of a room, an exit or a thing as the game master wants: by name, as a custom trap, or by a word about its state."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts import traps_in_play
from rpg_lite.rules import names
from rpg_lite.rules.space.squares import read_squares, square_name
from rpg_lite.rules.trap_lookup import TrapFault, trap_of, with_squares
from rpg_lite.rules.trap_rules import NO_ROOM, PlaceKind, TrapRule
from rpg_lite.world import body_paths, ground_states, placed_traps
from rpg_lite.world.placed_traps import Place, SetTrap
from rpg_lite.world.states import TrapState
from rpg_lite.world.world_model import Exit, Thing

NONE: Final = "none"
PLAYED: Final = "triggered"
WORDS: Final = ("armed", "disarmed", "found", "hidden", PLAYED, NONE)
"""Words about an existing trap: whether it works, whether the party knows it, that it goes off now, that it is gone."""
Given = str | Mapping[str, Any]


def set_trap(draft: Draft, place: Place, given: Given, who: Sequence[Thing] = ()) -> Rejected | None:
    """Set a trap, or change the one that is there. `who`: the creatures on which `triggered` plays it."""
    there = placed_traps.trap_of(draft.world, place)
    if isinstance(given, str) and names.fold(given) in WORDS:
        word = names.fold(given)
        return _change(draft, there, word, who) if there else _no_trap(place, word)
    wanted = _as_written(given)
    rule = wanted if isinstance(wanted, TrapFault) else trap_of(wanted, draft.situation.book)
    if isinstance(rule, TrapFault) or isinstance(wanted, TrapFault):
        return Rejected("trap_invalid", "trap", {"why": rule.why if isinstance(rule, TrapFault) else ""}, allowed=_allowed(draft, given))
    if why := _misplaced(draft, place, rule):
        return Rejected("trap_invalid", "trap", {"why": why})
    holder = there.holder if there else place.from_room if isinstance(place, Exit) else place.id
    key = there.key if there else placed_traps.key_of(place)
    change(draft, draft.world.things[holder], body_paths.TRAPS.at(key), TrapState.make(wanted))
    if rule.cue:
        draft.note("trap_on_cue", trap=rule.name, cue=rule.cue)
    elif rule.waits_in_vain(kind_of(place)):
        draft.note("trap_waits", trap=rule.name, deeds=", ".join(rule.trigger))
    if rule.initiative is not None and kind_of(place) != "room":
        draft.note("trap_without_turns", trap=rule.name)
    return None


def _misplaced(draft: Draft, place: Place, rule: TrapRule) -> str:
    """The reason why the squares of a trap cannot be those; empty if they can."""
    squares = read_squares(f"{rule.at or ''} {rule.from_ or ''}") or ()
    if not squares:
        return ""
    if isinstance(place, Exit) or place.kind != "room":
        return NO_ROOM
    now = draft.world.things[place.id].room
    w, h = ground_states.size_of(now.ground, now.at)
    outside = next((square for square in squares if square[0] >= w or square[1] >= h), None)
    return "" if outside is None else f"at: {square_name(outside)} lies outside the ground of {w} by {h} squares"


def _as_written(given: Given) -> Given | TrapFault:
    """A trap as an object, even if it was sent as JSON text."""
    if not isinstance(given, str) or not given.lstrip().startswith("{"):
        return with_squares(given.strip()) if isinstance(given, str) else given
    try:
        read: Given = json.loads(given)
    except ValueError as error:
        return TrapFault(f"is not JSON: {error}")
    return read


def _allowed(draft: Draft, given: Given) -> tuple[str, ...]:
    known = sorted({rule.name for rule in draft.situation.book.traps.values()})
    return (*known, *WORDS) if isinstance(given, str) else ()


def _no_trap(place: Place, word: str) -> Rejected:
    return Rejected("trap_missing", "trap", {"place": place.label if isinstance(place, Exit) else place.name, "word": word})


def _change(draft: Draft, there: SetTrap, word: str, who: Sequence[Thing]) -> Rejected | None:
    match word:
        case "none":
            change(draft, draft.world.things[there.holder], body_paths.TRAPS.at(there.key), None)
        case "armed":
            anew = TrapState.make(there.state.trap, "armed", there.state.is_found)
            change(draft, draft.world.things[there.holder], body_paths.TRAPS.at(there.key), anew)
        case "disarmed":
            traps_in_play.mark(draft, there, "disarmed", is_found=there.state.is_found)
        case "found" | "hidden":
            traps_in_play.mark(draft, there, there.state.condition, is_found=word == "found")
        case _:
            return _play(draft, there, who)
    return None


def _play(draft: Draft, there: SetTrap, who: Sequence[Thing]) -> Rejected | None:
    """Play the trap now, as after a deed that no rule tracks, such as pushing a beam."""
    rule, hit = traps_in_play.rule_of(draft, there), [one for one in who if one.kind == "character"]
    if rule is None or not hit:
        return Rejected("trap_on_nobody", "characterName", {"trap": there.state.name})
    if not draft.situation.dry:
        traps_in_play.play(draft, there, rule, hit)
    return None


def kind_of(place: Place) -> PlaceKind:
    if isinstance(place, Exit):
        return "passage" if place.kind in ("passage", "portal") else "door"
    return "room" if place.kind == "room" else "thing"
