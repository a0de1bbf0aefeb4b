"""The deeds of everyday life: doors, trade, awards, what a search brings to light, and the things that creatures receive."""

from collections.abc import Iterator, Sequence
from typing import Final

from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.items.shops import TradeResult
from rpg_lite.mechanics.journal import private_talks
from rpg_lite.mechanics.places.doors import DoorResult
from rpg_lite.mechanics.places.exit_building import with_article
from rpg_lite.mechanics.time.passing import TimePassed
from rpg_lite.operations.action.end_fight import LeaveFightResult
from rpg_lite.operations.character.award import AwardResult
from rpg_lite.operations.rooms.disarm import DisarmResult
from rpg_lite.operations.rooms.search import SearchResult
from rpg_lite.views.page.deed_scene import ToldOutcome, kept_roll
from rpg_lite.world import body_paths, locks
from rpg_lite.world.deeds import KeptDeed
from rpg_lite.world.events import Changed, Counted, Created, ExitChanged, Moved, Removed, Rolled
from rpg_lite.world.roll_keys import pair_of
from rpg_lite.world.world_model import Exit, Thing, World

_DONE: Final = {("locked", "closed"): "unlock", ("locked", "open"): "open", ("closed", "open"): "open", ("open", "closed"): "close"}
_THINGS: Final = frozenset({"item", "container"})
_FINDS: Final = frozenset({"finds_hidden"})

# ── doors and traps ───────────────────────────────────────────────────────────────────────────────────────────────────


def door(at: ToldOutcome, told: DoorResult) -> Iterator[KeptDeed]:
    """A door or a lid in front of the party that somebody opened, shut, locked or unlocked, or tried to open."""
    place = _place_of(at, told)
    if place is None:
        return
    name, look = place
    if tried := told.tried:
        thrown = at.rolled("check", tried.total, tried.who.id)
        what = f"{tried.skill.replace('_', ' ')} check"
        roll = kept_roll(thrown, tried.total, tried.dc, tried.total >= tried.dc, what)
        yield KeptDeed("check", tried.who.id, what, roll=roll)
    if told.state == told.was:
        return
    verb = "lock" if told.state == "locked" else _DONE.get((told.was, told.state), "open")
    who = tried.who.id if tried else told.key[1].id if told.key else None
    key, key_look = at.called(told.key[0]) if told.key else ("", None)
    yield KeptDeed("door", who, name, look, note=verb, says=tuple(filter(None, (key_look or key,))))


def _place_of(at: ToldOutcome, told: DoorResult) -> tuple[str, str | None] | None:
    """(the door or the lid, the name that players know instead); None if nobody in the party is there, or it is hidden."""
    if isinstance(told.label, Called):
        room = at.outcome.world.room_of(told.label.id)
        thing = at.thing(told.label.id)
        is_seen = thing is not None and not thing.state.is_hidden and at.has_party_in(room.id if room else None)
        return at.called(told.label) if is_seen else None
    ways = [way for way in at.outcome.world.exits.values() if (way.from_room, way.label) == (at.outcome.subject, told.label)]
    sides = {room for way in ways for room in (way.from_room, way.to_room)}
    if not ways or ways[0].hidden or not any(map(at.has_party_in, sides)):
        return None
    return f"the {ways[0].kind.replace('_', ' ')} {told.label}", None


def disarm(at: ToldOutcome, told: DisarmResult) -> Iterator[KeptDeed]:
    if told.total is None:
        return
    thrown = at.rolled("check", told.total, told.who.id)
    what = f"check to disarm {told.trap}"
    yield KeptDeed("check", told.who.id, what, roll=kept_roll(thrown, told.total, told.dc, told.done, what))


# ── a search, and what is found ───────────────────────────────────────────────────────────────────────────────────────


def search(at: ToldOutcome, told: SearchResult) -> Iterator[KeptDeed]:
    """The rolls of those who search, and a line if they find nothing."""
    rolls = [(who, e) for e in at.rolls("check") if (who := pair_of(e)[0])]
    what = f"{told.skill.capitalize()} check, searching"
    for who, thrown in rolls:
        yield KeptDeed("check", who, what, roll=kept_roll(thrown, thrown.total, None, None, what))
    traps = any(note.code == "trap_found" for note in at.outcome.notes)
    if rolls and not told.found and not traps:
        yield KeptDeed("search", order=tuple((who, thrown.total) for who, thrown in rolls))


def came_to_light(at: ToldOutcome) -> Iterator[KeptDeed]:
    """The exits and things that somebody in the party can see from now on."""
    for event in at.outcome.events:
        match event:
            case ExitChanged(id=id, path="hidden", was=True, now=False) if way := at.outcome.world.exits.get(id):
                if at.has_party_in(way.from_room) and not _came_through(at, way):
                    yield KeptDeed("found", _finder(at), f"{with_article(way.kind, '')}, {way.label}")
            case Changed(id=id, path=body_paths.HIDDEN, was=True, now=now) if not now and (thing := at.thing(id)):
                room = at.outcome.world.room_of(id)
                if at.has_party_in(room.id if room else None):
                    name, look = at.called(Called(id)) if thing.kind in _THINGS else (thing.name, None)
                    yield KeptDeed("found", _finder(at), name, look)


def _finder(at: ToldOutcome) -> str | None:
    """The one who rolled best in a search, or else whom a note names."""
    rolled: list[Rolled] = [e for e in at.rolls("check") if pair_of(e)[0]] if isinstance(at.outcome.result, SearchResult) else []
    named = next((n.details["name"].id for n in at.outcome.notes if n.code in _FINDS), None)
    return pair_of(max(rolled, key=lambda e: e.total))[0] if rolled else named


def _came_through(at: ToldOutcome, way: Exit) -> bool:
    """Whether the party has just come through this exit: whoever walks through a door has not found it on its other side."""
    walked = {e.id for e in at.outcome.events if isinstance(e, Moved)}
    there = (at.before.room_of(id) for id in walked if id in at.before.things)
    return any(room is not None and room.id == way.to_room for room in there)


# ── things ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def received(at: ToldOutcome) -> Iterator[KeptDeed]:
    """The things that creatures have more of than before, each with whoever has less of it. Coins that are changed count as well."""
    rows: dict[str, Thing] = {}
    made: set[str] = set()
    for event in at.outcome.events:
        if isinstance(event, Created | Removed):
            rows[event.thing.id] = event.thing
            made |= {event.thing.id} if event.thing.kind == "character" and isinstance(event, Created) else set()
        elif isinstance(event, Moved | Counted) and (thing := at.thing(event.id)):
            rows[event.id] = thing
    more: dict[tuple[str, str, str | None], int] = {}
    less: dict[tuple[str, str | None], str] = {}
    for id, thing in rows.items():
        if thing.kind not in _THINGS:
            continue
        name, look = at.called(Called(id)) if at.thing(id) else (thing.name, None)
        for world, sign in ((at.before, -1), (at.outcome.world, 1)):
            there = world.things.get(id)
            bearer = _bearer(world, there)
            if there is not None and bearer:
                more[bearer, name, look] = more.get((bearer, name, look), 0) + sign * there.quantity
    for (bearer, name, look), count in more.items():
        if count < 0:
            less.setdefault((name, look), bearer)
    for (bearer, name, look), count in more.items():
        if count > 0 and bearer not in made:
            giver = less.get((name, look))
            yield KeptDeed("item", bearer, name, look, whom=giver, count=count, among=_among(at, bearer, giver))


def _bearer(world: World, thing: Thing | None) -> str:
    """The id of the creature that bears the thing; empty if nobody does, or if nobody knows, because it lies behind a lock."""
    who = world.bearer_of(thing.id) if thing and not (thing.parent_id and locks.shutting(world, thing.parent_id)) else None
    return who.id if who else ""


def _among(at: ToldOutcome, bearer: str, giver: str | None) -> tuple[str, ...]:
    """Those who know that a thing changed hands, if that happened in a private talk; nobody if everybody knows."""
    talk = private_talks.talk_in(at.before)
    if talk is None or (giver is not None and giver not in talk.sides):
        return ()
    return tuple(dict.fromkeys((*talk.sides, bearer))) if bearer in talk.sides or talk.second is None else ()


def trade(at: ToldOutcome, told: TradeResult) -> Iterator[KeptDeed]:
    """Goods that a creature bought or sold, with the price."""
    thing = at.thing(told.what.id)
    name, look = at.called(told.what)
    bought = thing is not None and told.trader.id in (thing.parent_id, _bearer(at.outcome.world, at.outcome.world.things.get(told.what.id)))
    shop = at.thing(told.shop.id)
    keeper = told.shop.id if shop and shop.kind == "character" else _bearer(at.outcome.world, shop) or None
    note = "buy" if bought else "sell"
    says = (shop.name,) if shop and keeper is None else ()
    yield KeptDeed("trade", told.trader.id, name, look, note=note, whom=keeper, says=says, count=told.count, copper=told.copper)


# ── awards, time ──────────────────────────────────────────────────────────────────────────────────────────────────────


def award(at: ToldOutcome, told: AwardResult) -> Iterator[KeptDeed]:
    yield KeptDeed("award", order=tuple((one.id, told.xp or 0) for one in told.who), note="" if told.xp else "milestone")
    yield from (KeptDeed("rises", one.id, round=level) for one, level in told.may_rise)


def time(at: ToldOutcome, told: TimePassed) -> Iterator[KeptDeed]:
    yield KeptDeed("time", note=told.time)


def leave(at: ToldOutcome, told: LeaveFightResult) -> Iterator[KeptDeed]:
    yield KeptDeed("leaves", order=tuple((one.id, 0) for one in told.gone))


def hit_dice(spent: Sequence[tuple[Called, str]]) -> dict[str, int]:
    """The number of hit dice that each creature spent."""
    found: dict[str, int] = {}
    for who, _ in spent:
        found[who.id] = found.get(who.id, 0) + 1
    return found
