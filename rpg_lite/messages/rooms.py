"""What happened in and between rooms → English."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.messages.render_context import RenderContext, charged, many, over
from rpg_lite.operations.rooms.close import Close
from rpg_lite.operations.rooms.create import CreateRoom
from rpg_lite.operations.rooms.go import Go
from rpg_lite.operations.rooms.hide import Hide
from rpg_lite.operations.rooms.join import Join
from rpg_lite.operations.rooms.leave import Leave
from rpg_lite.operations.rooms.lock import Lock
from rpg_lite.operations.rooms.open import Open
from rpg_lite.operations.rooms.portal import Portal
from rpg_lite.operations.rooms.remove import RemoveRoom
from rpg_lite.operations.rooms.search import Search
from rpg_lite.operations.rooms.unlock import Unlock
from rpg_lite.operations.rooms.update import UpdateRoom
from rpg_lite.operations.rooms.vibe import Vibe
from rpg_lite.operations.targets import Command
from rpg_lite.world import clock
from rpg_lite.world.things import Exit

MOST_LEGS: Final = 8


def _go(t: RenderContext) -> str:
    d = t.data
    if "legs" in d:
        return _travel(t)
    way = t.before.exits[d["way"]]
    goes = f"{', '.join(d['names'])} {'goes' if len(d['names']) == 1 else 'go'} {way.label}"
    through = f", opening the {_plain(way.kind)}," if d["opened"] else ""
    return f"{goes}{through} to {t.name(d['to'])} ({_minutes(t, way.minutes)}; it is {d['time']}).{over(t)}{charged(t)}"


def _minutes(t: RenderContext, of_the_way: int) -> str:
    """How long it took; in a fight the rounds alone are time."""
    stands = t.data["minutes"] == 0 and of_the_way and clock.fight(t.before)
    return f"a fight is on, so its rounds count and not the {of_the_way} min of the way" if stands else f"{t.data['minutes']} min"


def _travel(t: RenderContext) -> str:
    """Each leg with its room; of a long way the first legs and the last."""
    d = t.data
    legs = [f"{label}{f' ({_plain(opened)} opened)' if opened else ''} to {room}" for label, opened, room in d["legs"]]
    if left := len(legs) - MOST_LEGS:
        legs = [*legs[: MOST_LEGS - 1], f"{left} steps more", legs[-1]] if left > 0 else legs
    goes = f"{', '.join(d['names'])} {'goes' if len(d['names']) == 1 else 'go'}"
    return f"{goes} {', '.join(legs)} ({d['minutes']} min; it is {d['time']}).{over(t)}{charged(t)}"


def _plain(kind: str) -> str:
    return kind.replace("_", " ")


def _search(t: RenderContext) -> str:
    d = t.data
    how = "passive Perception" if d["passive"] else "Perception"
    told = "; ".join(f"{name}, {how}: {total}" for name, total in d["told"])
    if t.dry and t.rolls():
        return f"Would search {t.name(t.outcome.subject)}:{t.rolls()}"
    found = ", ".join(f if isinstance(f, str) else _found_way(f) for f in d["found"])
    return f"{told + '. ' if told else ''}{t.name(t.outcome.subject)}: found {found or 'nothing'}.{t.rolls()}"


def _found_way(found: Sequence[Any]) -> str:
    return f"a {_plain(found[1])} {found[0]}"


def _hide(t: RenderContext) -> str:
    dc = t.data.get("dc")
    return f"{t.name(t.outcome.subject)}: {t.data['what']} is hidden until a search finds it{'' if dc is None else f' (DC {dc})'}."


def _door(t: RenderContext) -> str:
    d = t.data
    if "tried" in d:
        return _tried(t)
    if _is_chest(t):
        return _chest(t)
    if d["state"] == d["was"]:
        changed = f": the lock of the way {d['label']} is changed" if t.outcome.events else f", {d['label']}"
        return f"{t.name(t.outcome.subject)}{changed}."
    key = f" with {d['key'][0]} ({d['key'][1]})" if d["key"] else ""
    deed = {"open": "open", "closed": "unlocked" if d["was"] == "locked" else "closed", "locked": "locked"}[d["state"]]
    still = ", and still closed" if deed == "unlocked" else ""
    return f"{t.name(t.outcome.subject)}: the way {d['label']} is {deed}{key}{still}."


def _is_chest(t: RenderContext) -> bool:
    return t.after.things[t.outcome.subject or ""].kind != "room"


def _chest(t: RenderContext) -> str:
    d = t.data
    if d["state"] == d["was"] and not t.outcome.events:
        return ""
    key = f" with {d['key'][0]} ({d['key'][1]})" if d["key"] else ""
    return f"{d['label']} is {'locked' if d['state'] == 'locked' else 'unlocked'}{key}."


def _tried(t: RenderContext) -> str:
    name, skill, total, dc = t.data["tried"]
    what = f"{name} tries the lock {t.data['label']} ({_plain(skill)})"
    if t.dry:
        return f"{what}.{t.rolls()}"
    verdict = (
        ("it is unlocked" if _is_chest(t) else "it is unlocked, and still closed") if t.data["state"] == "closed" else "it stays locked"
    )
    against = "" if t.players else f" against DC {dc}"
    return f"{what}: {total}{against}, {verdict}.{t.rolls()}"


def _create(t: RenderContext) -> str:
    joined = f"; from {t.data['start']}: {t.data['label']}{_made(t.data['door'])}" if t.data["label"] else ""
    return f"There is {t.name(t.outcome.subject)} ({t.outcome.subject}){joined}."


def _portal(t: RenderContext) -> str:
    d = t.data
    both = ", and one back" if d["two_way"] else ", one way"
    return f"{d['start']}: a way {d['label']} leads to {d['to']} ({d['id']}){both}{_made(d['door'])}."


def _made(way: Exit) -> str:
    """What somebody has to know of a way that cannot simply be walked: ", a locked door (key Tin Key, DC 12)"."""
    if way.state == "open" and not way.hidden:
        return ""
    found = f"DC {way.dc_to_find} to find it" if way.dc_to_find is not None else "until a search finds it"
    lock = ", ".join(filter(None, (f"key {way.key_name}" if way.key_name else "", f"DC {way.dc} to open it" if way.dc is not None else "")))
    marks = "; ".join(filter(None, (f"hidden, {found}" if way.hidden else "", lock if way.state == "locked" else "")))
    return f", {'an' if way.state == 'open' else 'a'} {way.state} {_plain(way.kind)}{f' ({marks})' if marks else ''}"


def _update(t: RenderContext) -> str:
    if "label" in t.data:
        return _changed_way(t) if t.outcome.events else ""
    return f"{t.name(t.outcome.subject)} is updated." if t.outcome.events else ""


def _changed_way(t: RenderContext) -> str:
    d = t.data
    now = f", {d['label']} from now on" if d["label"] != d["was"] else ""
    said = "; ".join(f"{k} {v}" for k, v in d["changed"].items())
    both = " on both sides" if d["both"] else ""
    return f"{t.name(t.outcome.subject)}: the way {d['was']}{now} is changed{f'{both}: {said}' if said else ''}."


def _remove(t: RenderContext) -> str:
    d = t.data
    if "way" in d:
        back = (
            "" if d["back"] is None else f", and the way back, {d['back']}, with it" if d["both"] else f"; the way back, {d['back']}, stays"
        )
        return f"{t.name(t.outcome.subject)}: the way {d['way']} to {d['to'] or 'the outside'} is gone{back}."
    return f"{d['removed']} is gone, with {many(d['things'], 'thing')} and {many(d['ways'], 'way')}."


def _cut(t: RenderContext) -> str:
    names = t.data["names"]
    return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} in {t.name(t.data['to'])}." if names else ""


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
        RemoveRoom: _remove,
        Join: _cut,
        Leave: _cut,
        Vibe: _vibe,
    }
)
