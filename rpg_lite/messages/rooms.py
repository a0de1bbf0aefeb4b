"""Sentences for rooms, exits and doors."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.places.doors import DoorResult, LockTry
from rpg_lite.mechanics.places.exit_building import ExitChangeResult, ExitEndResult, with_article
from rpg_lite.mechanics.places.hidden_finds import ThingOrWay
from rpg_lite.mechanics.places.room_lookup import ArrivalResult
from rpg_lite.mechanics.places.travel import TravelResult
from rpg_lite.messages.render_context import RenderContext, join_names, list_recharged, many, over
from rpg_lite.operations.rooms.close import Close
from rpg_lite.operations.rooms.create import CreateRoom, CreateRoomResult
from rpg_lite.operations.rooms.disarm import Disarm, DisarmResult
from rpg_lite.operations.rooms.go import Go, GoResult
from rpg_lite.operations.rooms.hide import Hide, HideResult
from rpg_lite.operations.rooms.join import Join
from rpg_lite.operations.rooms.leave import Leave
from rpg_lite.operations.rooms.lock import Lock
from rpg_lite.operations.rooms.open import Open
from rpg_lite.operations.rooms.portal import Portal, PortalResult
from rpg_lite.operations.rooms.remove import RemoveRoom, RemoveRoomResult
from rpg_lite.operations.rooms.search import Search, SearchResult
from rpg_lite.operations.rooms.unlock import Unlock
from rpg_lite.operations.rooms.update import UpdateRoom
from rpg_lite.operations.rooms.vibe import Vibe
from rpg_lite.world import clock
from rpg_lite.world.world_model import Exit

MOST_LEGS: Final = 8


def _go(t: RenderContext) -> str:
    if isinstance(t.outcome.result, TravelResult):
        return _travel(t, t.outcome.result)
    told = t.result(GoResult)
    way, passed = t.before.exits[told.way], told.passed
    through = f", opening the {_plain(way.kind)}," if told.opened else ""
    goes = f"{_goes(t.names(told.names))} {way.label}{through} to {t.name(t.outcome.subject)}"
    time = f"{_minutes(t, told.minutes, way.minutes)}; it is {passed.time}"
    return f"{goes} ({time}).{over(t, passed.ended)}{list_recharged(t, passed.charged)}"


def _goes(names: Sequence[str]) -> str:
    return f"{join_names(names)} {'goes' if len(names) == 1 else 'go'}"


def _minutes(t: RenderContext, took: int, of_the_way: int) -> str:
    """The time that the journey took; in a fight, only rounds count as time."""
    stands = took == 0 and of_the_way and clock.fight(t.before)
    return f"in a fight only rounds count, not the {of_the_way} min of the exit" if stands else f"{took} min"


def _travel(t: RenderContext, told: TravelResult) -> str:
    """Each leg with its room; for a long journey, the first legs and the last."""
    seen = [(label, opened, t.name_of(room)) for label, opened, room in told.legs if t.sees(room)]
    legs = [f"{label}{f' ({_plain(opened)} opened)' if opened else ''} to {room}" for label, opened, room in seen]
    if left := len(legs) - MOST_LEGS:
        legs = [*legs[: MOST_LEGS - 1], f"{left} more steps", legs[-1]] if left > 0 else legs
    goes, passed = f"{_goes(t.names(told.names))} {', '.join(legs)}", told.passed
    return f"{goes} ({told.minutes} min; it is {passed.time}).{over(t, passed.ended)}{list_recharged(t, passed.charged)}"


def _plain(kind: str) -> str:
    return kind.replace("_", " ")


def _search(t: RenderContext) -> str:
    told = t.result(SearchResult)
    how = f"{'passive ' if told.passive else ''}{told.skill.capitalize()}"
    perceived = "; ".join(f"{name}, {how}: {total}" for name, total in told.told)
    if t.dry and t.rolls():
        return f"Would search {t.name(t.outcome.subject)}:{t.rolls()}{_say_spent(t, told)}"
    found = ", ".join(_found(t, f) for f in told.found if isinstance(f, tuple) or t.sees(f))
    return (
        f"{perceived + '. ' if perceived else ''}{t.name(t.outcome.subject)}: found {found or 'nothing'}.{t.rolls()}{_say_spent(t, told)}"
    )


def _say_spent(t: RenderContext, told: SearchResult) -> str:
    """The sentence about the action that the search costs in a fight."""
    if not told.spent:
        return ""
    who = join_names(t.names(told.spent))
    return f" The search {'would take' if t.dry else 'takes'} the action of {who}."


def _found(t: RenderContext, found: ThingOrWay) -> str:
    return t.name_of(found) if isinstance(found, Called) else f"{with_article(found[1])} {found[0]}"


def _hide(t: RenderContext) -> str:
    told = t.result(HideResult)
    return f"{t.name(t.outcome.subject)}: {told.what} is hidden until a search finds it{'' if told.dc is None else f' (DC {told.dc})'}."


def _door(t: RenderContext) -> str:
    told = t.result(DoorResult)
    if told.tried:
        return _say_attempt(t, told, told.tried)
    if _is_chest(t):
        return _chest(t, told)
    label = t.name_of(told.label)
    if told.is_inside:
        deed = "opened" if told.state == "open" else "closed"
        by = f", {deed} by {t.name_of(told.by)}" if told.by is not None and t.sees(told.by) else ""
        return "" if told.state == told.was else f"{t.name(t.outcome.subject)}: {label} is {told.state}{by}."
    if told.state == told.was:
        changed = f": the lock of the exit {label} is changed" if t.outcome.events else f", {label}"
        return f"{t.name(t.outcome.subject)}{changed}."
    deed = {"open": "open", "closed": "unlocked" if told.was == "locked" else "closed", "locked": "locked"}[told.state]
    still = " but still closed" if deed == "unlocked" else ""
    return f"{t.name(t.outcome.subject)}: the exit {label} is {deed}{_with_key(t, told)}{still}."


def _is_chest(t: RenderContext) -> bool:
    return t.after.things[t.outcome.subject or ""].kind != "room"


def _with_key(t: RenderContext, told: DoorResult) -> str:
    return f" with {t.name_of(told.key[0])} ({t.name_of(told.key[1])})" if told.key and t.sees(*told.key) else ""


def _chest(t: RenderContext, told: DoorResult) -> str:
    if told.state == told.was and not t.outcome.events:
        return ""
    return f"{t.name_of(told.label)} is {'locked' if told.state == 'locked' else 'unlocked'}{_with_key(t, told)}."


def _say_attempt(t: RenderContext, told: DoorResult, tried: LockTry) -> str:
    lock = f"the lock of {'' if _is_chest(t) else 'the exit '}{t.name_of(told.label)}"
    what = f"{t.name_of(tried.who)} tries {lock} ({_plain(tried.skill)})"
    if t.dry:
        return f"{what}.{t.rolls()}"
    unlocked = "it is unlocked" if _is_chest(t) else "it is unlocked but still closed"
    verdict = unlocked if told.state == "closed" else "it stays locked"
    against = "" if t.players else f" against DC {tried.dc}"
    return f"{what}: {tried.total}{against}, {verdict}.{t.rolls()}"


def _create(t: RenderContext) -> str:
    joined = ""
    if t.outcome.result:
        told = t.result(CreateRoomResult)
        joined = f"; from {told.start}: {told.way.label}{_say_obstacles(told.way)}"
    return f"The new room is {t.name(t.outcome.subject)} ({t.outcome.subject}){joined}."


def _portal(t: RenderContext) -> str:
    told = t.result(PortalResult)
    both = ", and another leads back" if told.two_way else ", one way"
    return f"{told.start}: a new exit {told.way.label} leads to {told.to} ({told.way.id}){both}{_say_obstacles(told.way)}."


def _say_obstacles(way: Exit) -> str:
    """The obstacles at an exit that nobody can simply walk through: ", a locked door (key Tin Key, DC 12)"."""
    if way.state == "open" and not way.hidden:
        return ""
    found = f", DC {way.dc_to_find} to find it" if way.dc_to_find is not None else " until a search finds it"
    lock = ", ".join(filter(None, (f"key {way.key_name}" if way.key_name else "", f"DC {way.dc} to open it" if way.dc is not None else "")))
    marks = "; ".join(filter(None, (f"hidden{found}" if way.hidden else "", lock if way.state == "locked" else "")))
    return f", {with_article(way.kind, way.state)}{f' ({marks})' if marks else ''}"


def _disarm(t: RenderContext) -> str:
    told = t.result(DisarmResult)
    place = told.place if isinstance(told.place, str) else t.name_of(told.place)
    what = f"{told.trap} ({place})"
    if t.dry:
        return f"{t.name_of(told.who)} would try to disarm {what}."
    against = f" against DC {told.dc}" if not t.players else ""
    rolled = f" ({told.how} {told.total}{against})" if told.total is not None else ""
    done = "disarms" if told.done else "fails to disarm"
    return f"{t.name_of(told.who)} {done} {what}{rolled}.{f' {told.say}' if told.say else ''}{t.rolls()}"


def _update(t: RenderContext) -> str:
    if not t.outcome.events:
        return ""
    return _changed_way(t) if t.outcome.result else f"{t.name(t.outcome.subject)} is updated."


def _changed_way(t: RenderContext) -> str:
    told = t.result(ExitChangeResult)
    now = f" (now {told.label})" if told.label != told.was else ""
    said = "; ".join(f"{k} {v}" for k, v in told.changed.items())
    both = " on both sides" if told.both else ""
    return f"{t.name(t.outcome.subject)}: the exit {told.was}{now} is changed{f'{both}: {said}' if said else ''}."


def _remove(t: RenderContext) -> str:
    if isinstance(t.outcome.result, ExitEndResult):
        return _removed_way(t, t.outcome.result)
    told = t.result(RemoveRoomResult)
    lost = " and ".join(many(count, what) for count, what in ((told.things, "thing"), (told.ways, "exit")) if count)
    return f"{told.removed} is gone{f', with {lost}' if lost else ''}."


def _removed_way(t: RenderContext, told: ExitEndResult) -> str:
    with_it = f", and so is the exit back, {told.back}" if told.both else f"; the exit back, {told.back}, stays"
    back = "" if told.back is None else with_it
    return f"{t.name(t.outcome.subject)}: the exit {told.way} to {told.to or 'the outside'} is gone{back}."


def _cut(t: RenderContext) -> str:
    names = t.names(t.result(ArrivalResult).names)
    return f"{join_names(names)} {'is' if len(names) == 1 else 'are'} in {t.name(t.outcome.subject)}." if names else ""


def _vibe(t: RenderContext) -> str:
    room = t.after.things[t.outcome.subject or ""]
    vibe = room.room.vibe
    return f"{room.name}, vibe: {vibe.rstrip('.')}." if vibe else f"{room.name} has no vibe."


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        Go: _go,
        Search: _search,
        Hide: _hide,
        Open: _door,
        Close: _door,
        Lock: _door,
        Unlock: _door,
        CreateRoom: _create,
        Portal: _portal,
        UpdateRoom: _update,
        Disarm: _disarm,
        RemoveRoom: _remove,
        Join: _cut,
        Leave: _cut,
        Vibe: _vibe,
    }
)
