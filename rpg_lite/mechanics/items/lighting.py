"""Light a thing that burns, put it out, and report when it has burnt out."""

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.items.switched_properties import Switched
from rpg_lite.rules import equipment_slots, names
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.equipment_slots import Worn
from rpg_lite.rules.item_part_models import Burns
from rpg_lite.rules.items import HOOD, LIT, Item
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.world import body_paths, clock, events, light_sources, thing_stats
from rpg_lite.world.world_model import Thing


def move_hood(draft: Draft, user: Thing, thing: Thing, item: Item, burns: Burns, lowered: tuple[int, int]) -> Switched | Rejected:
    """Lower the hood of a lit lantern, or raise it again (SRD, Hooded Lantern). `lowered`: its light then, in feet."""
    if not light_sources.is_lit(draft.world, thing):
        instead = {"operation": "use", "characterName": user.name, "itemName": thing.name}
        return Rejected("not_lit", "itemName", {"name": thing.name}, instead=instead)
    is_down = HOOD in thing_stats.active_of(draft.world, thing)
    change(draft, thing, body_paths.ACTIVE, [LIT] if is_down else [LIT, HOOD])
    light = (item.light or (0, 0)) if is_down else lowered
    left = light_sources.minutes_left(draft.world, thing, burns)
    return Switched(Called(thing.id), HOOD, "off" if is_down else "on", minutes=left, light=light)


def light_or_put_out(draft: Draft, user: Thing, thing: Thing, item: Item, burns: Burns) -> Switched | Rejected:
    """Put a burning thing out, or light it; an empty lamp is filled first, and only one of several candles is lit."""
    light, left = item.light or (0, 0), light_sources.minutes_left(draft.world, thing, burns)
    if light_sources.is_lit(draft.world, thing):
        _put_out(draft, thing, burns.minutes - left)
        return Switched(Called(thing.id), LIT, "off", minutes=left, light=light)
    fuel = None
    if not left:
        fuel = _find_fuel(draft, user, thing, burns)
        if fuel is None:
            return _nothing_burns(user, thing, burns)
        item_moves.take_away(draft, fuel, 1)
        left = burns.minutes
    one = _one_of(draft, thing)
    change(draft, one, body_paths.USED.at(LIT), None)
    change(draft, draft.world.things[one.id], body_paths.ACTIVE, [LIT])
    change(draft, draft.world.things[one.id], body_paths.ENDS.at(LIT), clock.now(draft.world) + left * ROUNDS_A_MINUTE)
    _take_out(draft, draft.world.things[one.id], item)
    return Switched(Called(one.id), LIT, "on", minutes=left, light=light, fuel=fuel.name if fuel else None)


def _take_out(draft: Draft, thing: Thing, item: Item) -> None:
    """Take a lit thing out of a pack, because nothing shines inside: into a free hand, or at least to its bearer."""
    bearer = draft.world.bearer_of(thing.id)
    if bearer is None or bearer.kind != "character" or thing.parent_id == bearer.id:
        return
    draft.add(events.Moved(thing.id, thing.parent_id or "", bearer.id))
    worn = item_moves.as_held(draft.world, bearer, draft.situation.book)
    slot = equipment_slots.choose(item, None, worn, draft.situation.book.policy)
    if slot and not equipment_slots.freed_by(Worn(thing.id, item, slot), worn):
        draft.add(events.Equipped(bearer.id, thing.id, slot))
    draft.note("taken_out", name=Called(thing.id), bearer=Called(bearer.id))


def _nothing_burns(user: Thing, thing: Thing, burns: Burns) -> Rejected:
    if burns.fuel is None:
        return Rejected("no_uses_left", "itemName", {"name": thing.name, "left": 0, "needs": 1})
    return Rejected("no_fuel", "itemName", {"name": thing.name, "fuel": burns.fuel, "bearer": user.name})


def _find_fuel(draft: Draft, user: Thing, thing: Thing, burns: Burns) -> Thing | None:
    """A flask of the fuel that the user has at hand, in any bag, or that lies beside the thing."""
    if burns.fuel is None:
        return None
    key = names.fold(burns.fuel)
    around = (*draft.world.tree_of(user.id), *draft.world.bag_of(thing.parent_id or user.id))
    inside = (t for t in around if t.kind == "item" and not t.state.is_hidden)
    return next((t for t in inside if key in thing_stats.item_of(t, draft.situation.book).keys), None)


def _one_of(draft: Draft, thing: Thing) -> Thing:
    """The thing itself, or one taken off a stack: only that one burns."""
    return thing if thing.quantity == 1 else item_moves.part_off(draft, thing)


def _put_out(draft: Draft, thing: Thing, burnt: int) -> None:
    change(draft, thing, body_paths.ACTIVE, None)
    change(draft, draft.world.things[thing.id], body_paths.ENDS.at(LIT), None)
    change(draft, draft.world.things[thing.id], body_paths.USED.at(LIT), burnt)


def burn_out(draft: Draft) -> None:
    """Put out everything that has no minutes left: torches and candles are gone, lamps are empty."""
    now, book = clock.now(draft.world), draft.situation.book
    things = [t for t in draft.world.things.values() if t.kind == "item" and LIT in t.item.active]
    over = [t for t in things if t.item.ends.get(LIT, now + 1) <= now]
    told = [_call(draft, thing) for thing in over]
    for thing in over:
        burns = thing_stats.item_of(thing, book).burns
        if burns is None or burns.fuel is None:
            item_moves.take_away(draft, thing, thing.quantity)
        else:
            _put_out(draft, thing, burns.minutes)
    if told:
        draft.note("burnt_out", texts=told)


def _call(draft: Draft, thing: Thing) -> str:
    """The thing and its bearer, without the name of a thing that nobody has identified."""
    bearer = draft.world.bearer_of(thing.id)
    name = thing.name if thing.item.is_identified else plain_look(thing_stats.item_of(thing, draft.situation.book))
    return f"{name} ({bearer.name})" if bearer else name
