"""Light a thing that burns, put it out, and report when it has burnt out."""

from dataclasses import dataclass
from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.items import item_moves
from rpg_lite.rules import equipment_slots, names
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.equipment_slots import Worn
from rpg_lite.rules.item_part_models import Burns
from rpg_lite.rules.items import Item
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.world import body_paths, clock, events, light_sources, thing_stats
from rpg_lite.world.light_sources import HOOD, LIT
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class LightResult(Result):
    """A thing that was lit or put out, or whose hood moved, the minutes for which it still burns, and the fuel that filled it."""

    lit: bool
    minutes: int
    light: tuple[int, int]
    fuel: str | None = None
    hood: Literal["lowered", "raised"] | None = None


def move_hood(draft: Draft, bag: Thing, thing: Thing, item: Item, burns: Burns, wanted: str) -> Verdict:
    """Lower the hood of a lit lantern, or raise it again (SRD, Hooded Lantern)."""
    if burns.hood is None or names.fold(wanted) != HOOD:
        allowed = () if burns.hood is None else (HOOD,)
        use = _use_of(bag, thing)
        return Rejected("property_unknown", "property", {"name": thing.name, "wanted": wanted}, allowed=allowed, instead=use)
    if not light_sources.is_lit(draft.world, thing):
        return Rejected("not_lit", "itemName", {"name": thing.name}, instead=_use_of(bag, thing))
    is_down = HOOD in thing_stats.active_of(draft.world, thing)
    change(draft, thing, body_paths.ACTIVE, [LIT] if is_down else [LIT, HOOD])
    light = (item.light or (0, 0)) if is_down else burns.hood
    left = light_sources.minutes_left(draft.world, thing, burns)
    return Decision.about(thing.id, bag.id, result=LightResult(True, left, light, hood="raised" if is_down else "lowered"))


def _use_of(bag: Thing, thing: Thing) -> dict[str, str]:
    return {"operation": "use", **_holder(bag), "itemName": thing.name}


def light_or_put_out(draft: Draft, bag: Thing, thing: Thing, item: Item, burns: Burns) -> Verdict:
    """Put a burning thing out, or light it; an empty lamp is filled first, and only one of several candles is lit."""
    light, left = item.light or (0, 0), light_sources.minutes_left(draft.world, thing, burns)
    if light_sources.is_lit(draft.world, thing):
        _put_out(draft, thing, burns.minutes - left)
        return Decision.about(thing.id, bag.id, result=LightResult(False, left, light))
    fuel = None
    if not left:
        fuel = _find_fuel(draft, bag, burns)
        if fuel is None:
            return _nothing_burns(bag, thing, burns)
        item_moves.take_away(draft, fuel, 1)
        left = burns.minutes
    one = _one_of(draft, thing)
    change(draft, one, body_paths.USED.at(LIT), None)
    change(draft, draft.world.things[one.id], body_paths.ACTIVE, [LIT])
    change(draft, draft.world.things[one.id], body_paths.ENDS.at(LIT), clock.now(draft.world) + left * ROUNDS_A_MINUTE)
    _take_out(draft, bag, draft.world.things[one.id], item)
    return Decision.about(one.id, bag.id, result=LightResult(True, left, light, fuel.name if fuel else None))


def _take_out(draft: Draft, bag: Thing, thing: Thing, item: Item) -> None:
    """Take a lit thing out of a pack, because nothing shines inside: into a free hand, or at least to its bearer."""
    bearer = bag if bag.kind == "character" else draft.world.bearer_of(bag.id)
    if bearer is None or bearer.kind != "character" or thing.parent_id == bearer.id:
        return
    draft.add(events.Moved(thing.id, thing.parent_id or "", bearer.id))
    worn = item_moves.as_held(draft.world, bearer, draft.situation.book)
    slot = equipment_slots.choose(item, None, worn, draft.situation.book.policy)
    if slot and not equipment_slots.freed_by(Worn(thing.id, item, slot), worn):
        draft.add(events.Equipped(bearer.id, thing.id, slot))
    draft.note("taken_out", name=Called(thing.id), bearer=Called(bearer.id))


def _nothing_burns(bag: Thing, thing: Thing, burns: Burns) -> Rejected:
    if burns.fuel is None:
        return Rejected("no_uses_left", "itemName", {"name": thing.name, "left": 0, "needs": 1})
    instead = {"operation": "give", **_holder(bag), "template": burns.fuel}
    return Rejected("no_fuel", "itemName", {"name": thing.name, "fuel": burns.fuel, "bearer": bag.name}, instead=instead)


def _holder(bag: Thing) -> dict[str, str]:
    return {"characterName": bag.name} if bag.kind == "character" else {"bagName": bag.name}


def _find_fuel(draft: Draft, bag: Thing, burns: Burns) -> Thing | None:
    """A flask of the fuel that the bearer has at hand, in any bag."""
    if burns.fuel is None:
        return None
    key = names.fold(burns.fuel)
    inside = (t for t in draft.world.tree_of(bag.id) if t.kind == "item" and not t.state.is_hidden)
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
